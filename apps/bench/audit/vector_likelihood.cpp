// SPDX-License-Identifier: MIT
#include "bench/audit/likelihood.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "bench/audit/likelihood_parts.hpp"

namespace edgeldp::audit {

double size_log_ratio(const vector_release& published, two_inputs<held_values> inputs) {
  const epsilon budget = published.parameters().size;
  if (budget.is_zero()) return 0.0;
  const auto entries = [](const std::vector<std::uint32_t>& values) {
    return std::ranges::count_if(values, [](std::uint32_t value) { return value != 0; });
  };
  return over_changed(inputs, [&](vertex_id u, const auto& a, const auto& b) {
    return laplace_log_ratio(published.layout().sizes()[u], entries(a), entries(b), 1, budget);
  });
}

double entry_log_ratio(const vector_release& published, two_inputs<held_values> inputs) {
  const vector_layout& layout = published.layout();
  return over_changed(inputs, [&](vertex_id u, const auto& a, const auto& b) {
    const auto likelihood = [&](const std::vector<std::uint32_t>& values) {
      std::vector<std::uint32_t> positions;
      for (std::uint32_t item = 0; item < values.size(); ++item)
        if (values[item] != 0) positions.push_back(layout.position(item));
      return row_likelihood(layout, u, published.words(u), values, positions);
    };
    return log_of(likelihood(a), likelihood(b));
  });
}

double centred_common_log_ratio(const vector_release& published, vertex_id u, vertex_id w, int128 message,
                                epsilon budget, two_inputs<held_values> inputs) {
  const auto statistic = [&](const std::vector<std::uint32_t>& values) {
    int128 sum = 0;
    for (std::uint32_t item = 0; item < values.size(); ++item)
      if (values[item] != 0) sum += published.offset(w, item) != 0 ? 1 : -1;
    return sum;
  };
  return laplace_log_ratio(message, statistic(inputs.first[u]), statistic(inputs.second[u]), 1, budget);
}

double returned_log_ratio(const reciprocity_result& t, two_inputs<held_values> inputs) {
  const vector_release& rows = *t.published;
  const bit_lattice lattice = rows.layout().codec().lattice();
  const auto scale = static_cast<int128>(lattice.scale), offset = static_cast<int128>(lattice.offset);
  return over_changed(inputs, [&](vertex_id u, const auto& a, const auto& b) {
    const auto statistic = [&](const std::vector<std::uint32_t>& values) {
      int128 sum = 0;
      for (std::uint32_t named = 0; named < values.size(); ++named)
        if (values[named] != 0) sum += (rows.offset(named, u) != 0 ? scale : 0) - offset;
      return sum;
    };
    const auto reach = static_cast<uint128>(std::max(scale - offset, offset));
    return laplace_log_ratio(t.counts[u], statistic(a), statistic(b), reach, t.budgets.count);
  });
}

double item_pair_log_ratio(const vector_release& published, double unit, const limited_counts& counts,
                           epsilon budget, two_inputs<held_values> inputs) {
  const vector_layout& layout = published.layout();
  const bit_law law = published.difference_law();
  const auto phi = [&](vertex_id u, std::uint32_t item) {
    return ((published.offset(u, item) != 0 ? 1.0 : 0.0) - law.p0) / (law.p1 - law.p0);
  };
  const auto is_before = [&](vertex_id u, vertex_id v) {
    return std::pair(-layout.sizes()[u], u) < std::pair(-layout.sizes()[v], v);
  };
  return over_changed(inputs, [&](vertex_id u, const auto& a, const auto& b) {
    const auto limit = static_cast<std::int64_t>(counts.limits[u]);
    if (limit == 0) return counts.messages[u] == 0 ? 0.0 : infinity;
    const auto statistic = [&](const std::vector<std::uint32_t>& values) {
      std::vector<std::uint32_t> items;
      for (std::uint32_t item = 0; item < values.size(); ++item)
        if (values[item] != 0) items.push_back(item);
      std::ranges::sort(items, {}, [&](std::uint32_t item) { return layout.position(item); });
      return limited_sum(items.size(), limit, [&](std::size_t j, std::size_t i) {
        double sum = 0.0;
        for (vertex_id before = 0; before < layout.users(); ++before)
          if (is_before(before, u)) sum += phi(before, items[i]) * phi(before, items[j]);
        return std::llround(sum / unit);
      });
    };
    return laplace_log_ratio(counts.messages[u], statistic(a), statistic(b), counts.limits[u], budget);
  });
}

}  // namespace edgeldp::audit
