// SPDX-License-Identifier: MIT
#include "verbs/channel_reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>

#include "edgeldp/core/base/error.hpp"
#include "io/table_file.hpp"
#include "verbs/channel_facts.hpp"

namespace edgeldp::cli {

namespace {

/// The inverse of a joint channel is the product of the columns' inverses.
record joint_condition(const std::vector<channel>& channels) {
  double product = 1.0;
  for (const channel& c : channels) {
    const record one = condition_of(c);
    if (one.is_null()) return nullptr;
    product *= one.get<double>();
  }
  return product;
}

findings_of_reports find_unbiased(const estimate_arguments& a, const reported& r) {
  const proportion_estimate e(r.channels, r.counts);
  findings_of_reports f{{e.values(), e.standard_errors(a.model()), e.intervals(a.model())}, {}, {}};
  if (e.cells() > most_derived_cells) return f;
  f.derived.emplace_back("entropy_bits", estimate_entropy(e, a.model()));
  if (r.channels.size() != 2) return f;
  f.derived.emplace_back("chi_square", estimate_chi_square(e, a.model()));
  f.derived.emplace_back("mutual_information_bits", estimate_mutual_information(e, a.model()));
  return f;
}

/// Intervals of the unbiased estimate, cut to what is possible and stretched to the likeliest
/// proportions, which are nearer to the truth than that estimate wherever they differ much.
proportions with_errors(const estimate_arguments& a, const reported& r, const likelihood_estimate& m) {
  if (r.condition.is_null() || r.reports < 2) return {m.values, std::nullopt, {}};
  const proportion_estimate e(r.channels, r.counts);
  proportion_intervals ends = e.intervals(a.model());
  ends.low = ends.low.cwiseMax(0.0).cwiseMin(m.values);
  ends.high = ends.high.cwiseMin(1.0).cwiseMax(m.values);
  return {m.values, e.standard_errors(a.model()), std::move(ends)};
}

findings_of_reports find_likelihood(const estimate_arguments& a, const reported& r) {
  const likelihood_estimate m = maximize_likelihood(r.channels, r.counts);
  if (!m.has_converged)
    write_stderr(fmt::format("edgeldp: warning: {} steps leave up to {:.2g} nat of log-likelihood\n",
                             m.iterations, m.gap));
  return {with_errors(a, r, m), {}, m};
}

}  // namespace

reported read_reports(const estimate_arguments& a) {
  for (std::size_t i = 0; i < a.columns.size(); ++i)
    if (std::count(a.columns.begin(), a.columns.begin() + static_cast<std::ptrdiff_t>(i), a.columns[i]) > 0)
      throw invalid_parameter(
          fmt::format("--column '{}' is given twice: one report is not two", a.columns[i]));
  reported r{a.channel.load_for(a.columns.size()), {}, {}, 0, nullptr, a.simulated};
  for (const named_channel& c : r.named) r.channels.push_back(c.law);
  r.condition = joint_condition(r.channels);
  const joint_domain domain(r.channels);
  r.counts.resize(domain.output_cells);
  std::vector<label_index> outputs;
  for (const channel& c : r.channels) outputs.emplace_back(c.outputs());
  read_table(
      a.table,
      [&](const std::vector<std::string>& known) {
        std::vector<std::string> wanted = a.columns;
        if (std::ranges::count(known, simulated_column) == 1) wanted.push_back(simulated_column);
        return wanted;
      },
      [&](std::span<const std::string_view> values) {
        r.is_simulated |= values.size() > a.columns.size() && values.back() == "true";
        std::size_t cell = 0;
        for (std::size_t i = 0; i < a.columns.size(); ++i) {
          const std::optional<std::size_t> output = outputs[i].find(values[i]);
          cell = cell * domain.outputs[i] + (output ? *output : r.channels[i].output_index(values[i]));
        }
        ++r.counts[cell];
        ++r.reports;
      },
      a.no_heading ? table_heading::absent : table_heading::present);
  return r;
}

std::vector<std::string> labels_of(const reported& r, std::size_t cell) {
  std::vector<std::string> names(r.channels.size());
  for (std::size_t i = names.size(); i-- > 0; cell /= r.channels[i].input_count())
    names[i] = r.channels[i].inputs()[cell % r.channels[i].input_count()];
  return names;
}

double total_loss(const reported& r) {
  double total = 0.0;
  for (const channel& c : r.channels) total += c.loss().nats;
  return total;
}

findings_of_reports find_in_reports(const estimate_arguments& a, const reported& r) {
  return a.method == "likelihood" ? find_likelihood(a, r) : find_unbiased(a, r);
}

}  // namespace edgeldp::cli
