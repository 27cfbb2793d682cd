// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/release_layout.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/random/permutation.hpp"
#include "wire/row_laws.hpp"

namespace edgeldp {

namespace {

rank_budgets by_class(const release_parameters& p, epsilon first, epsilon rank_class::* of_later) {
  std::vector<rank_budgets::step> steps{{0, first}};
  for (const rank_class& c : p.later) steps.push_back({c.first, c.*of_later});
  return rank_budgets(std::move(steps));
}

}  // namespace

rank_budgets release_parameters::size_budgets() const {
  return by_class(*this, size, &rank_class::size);
}

rank_budgets release_parameters::edge_budgets() const {
  return by_class(*this, edges, &rank_class::edges);
}

rank_budgets release_parameters::count_budgets() const {
  return by_class(*this, count, &rank_class::count);
}

std::vector<std::uint32_t> predict_sizes(std::span<const std::uint32_t> rank,
                                         std::span<const std::int64_t> degrees) {
  const std::uint64_t users = rank.size();
  std::vector<vertex_id> user_at(users);
  for (std::uint64_t u = 0; u < users; ++u) user_at[rank[u]] = static_cast<vertex_id>(u);
  uint128 total = 0;
  for (const std::int64_t d : degrees) total += clamp_released(d, users - 1);
  std::vector<std::uint32_t> expected(users, 0);
  uint128 before = 0;
  for (std::uint64_t place = 0; place < users && total != 0; ++place) {
    const vertex_id u = user_at[place];
    const std::uint64_t d = clamp_released(degrees[u], users - 1);
    const auto size = static_cast<std::uint64_t>((before * d + total / 2) / total);
    expected[u] = static_cast<std::uint32_t>(std::min(size, place));
    before += d;
  }
  return expected;
}

release_layout::release_layout(const release_parameters& parameters, std::vector<std::int64_t> degrees,
                               std::vector<std::int64_t> sizes)
    : release_layout(
          parameters,
          std::make_shared<const public_order>(parameters.order, parameters.key, std::move(degrees)),
          std::move(sizes)) {}

release_layout::release_layout(const release_parameters& parameters,
                               std::shared_ptr<const public_order> order, shared_numbers<std::int64_t> sizes,
                               std::string_view name)
    : m_parameters(parameters),
      m_order(std::move(order)),
      m_sizes(std::move(sizes)),
      m_codecs(wire::make_row_codecs(parameters, m_order->degrees(), m_sizes)),
      m_rank(m_order->ranks()),
      m_position(m_rank) {
  if (m_parameters.order != m_order->kind() || m_parameters.key != m_order->key())
    throw invalid_parameter("a release has another order or key than its parameters say");
  using held = shared_numbers<std::uint32_t>;
  if (m_codecs.front().is_permuted()) {
    m_permuted =
        held::held(name, "positions", [&] { return permutation(m_parameters.key, users()).table(); });
    m_position = m_permuted;
  }
  if (m_parameters.chunk_rule == chunk_rule::noisy_degree)
    m_expected = held::held(name, "expected sizes", [&] { return predict_sizes(m_rank, degrees()); });
  std::optional<offsets> made;
  const auto make = [&]() -> offsets& { return made ? *made : made.emplace(make_offsets()); };
  m_first_word = shared_numbers<std::uint64_t>::held(name, "first words", [&] { return make().first_word; });
  m_offset = held::held(name, "offsets", [&] { return std::move(make().beyond); });
}

release_layout::offsets release_layout::make_offsets() const {
  offsets all{{}, std::vector<std::uint32_t>(users() + 1)};
  std::uint64_t words = 0;
  for (std::uint64_t u = 0; u <= users(); ++u) {
    if (u % users_per_base == 0) all.first_word.push_back(words);
    const std::uint64_t beyond = words - all.first_word.back();
    if (beyond > ~std::uint32_t{0})
      throw invalid_parameter("rows of " + std::to_string(users_per_base) +
                              " users take 2^32 words or more: too many to be held");
    all.beyond[u] = static_cast<std::uint32_t>(beyond);
    if (u == users()) break;
    const auto user = static_cast<vertex_id>(u);
    const std::size_t row_class = class_of(user);
    words += m_codecs[row_class].word_count(shape(user, row_class));
  }
  return all;
}

std::int64_t release_layout::released_number(vertex_id u) const noexcept {
  return m_parameters.chunk_rule == chunk_rule::noisy_degree ? degrees()[u] : m_sizes[u];
}

std::uint64_t release_layout::possible_size(vertex_id u) const noexcept {
  return possible_entries(wire::parameters_of_class(m_parameters, class_of(u)), knowledge_of_row(u));
}

double release_layout::largest_kept_share() const noexcept {
  const auto kept_by = [](const any_codec& codec) {
    return codec.visit([](const auto& c) {
      if constexpr (requires { c.response().drop_probability(); })
        return 1.0 - c.response().drop_probability();
      else
        return 0.0;
    });
  };
  double most = 0.0;
  for (std::uint64_t u = 0; u < users(); ++u) {
    const auto user = static_cast<vertex_id>(u);
    most = std::max(most, kept_by(codec(user)) * static_cast<double>(expected_size(user)));
  }
  return most / static_cast<double>(users());
}

row_knowledge release_layout::knowledge_of_row(vertex_id u) const noexcept {
  return wire::knowledge_of_row(m_codecs.front(), users(), m_rank[u], expected_size(u), released_number(u));
}

row_shape release_layout::shape(vertex_id u, std::size_t row_class) const noexcept {
  return make_shape(wire::parameters_of_class(m_parameters, row_class), u, knowledge_of_row(u));
}

std::size_t release_layout::class_of(vertex_id u) const noexcept {
  return wire::class_at(m_parameters, m_rank[u]);
}

const any_codec& release_layout::codec() const {
  if (!has_one_law())
    throw invalid_parameter("rows of this release have " + std::to_string(m_codecs.size()) +
                            " laws, by rank: only centred counts of triangles read them");
  return m_codecs.front();
}

}  // namespace edgeldp
