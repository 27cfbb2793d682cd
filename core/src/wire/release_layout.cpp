// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/release_layout.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/size_of.hpp"
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
  std::vector<vertex_id> user_at(size_of(users));
  for (std::uint64_t u = 0; u < users; ++u) user_at[rank[size_of(u)]] = static_cast<vertex_id>(u);
  uint128 total = 0;
  for (const std::int64_t d : degrees) total += clamp_released(d, users - 1);
  std::vector<std::uint32_t> expected(size_of(users), 0);
  uint128 before = 0;
  for (std::uint64_t at = 0; at < users && total != 0; ++at) {
    const vertex_id u = user_at[size_of(at)];
    const std::uint64_t d = clamp_released(degrees[u], users - 1);
    const auto size = static_cast<std::uint64_t>((before * d + total / 2) / total);
    expected[u] = static_cast<std::uint32_t>(std::min(size, at));
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
      m_rank(m_order->ranks()) {
  if (m_parameters.order != m_order->kind() || m_parameters.key != m_order->key())
    throw invalid_parameter("a release has another order or key than its parameters say");
  if (m_parameters.chunk_rule == chunk_rule::noisy_degree)
    m_expected = shared_numbers<std::uint32_t>::held(name, "expected sizes",
                                                     [&] { return predict_sizes(m_rank, degrees()); });
  m_places = shared_numbers<place>::held(name, "places", [&] { return make_places(); });
  m_first_word = shared_numbers<std::uint64_t>::held(name, "first words", [&] { return make_first_words(); });
}

release_layout release_layout::held_as(std::shared_ptr<const public_order> order,
                                       std::string_view name) const {
  release_layout same = *this;
  same.m_order = std::move(order);
  same.m_rank = same.m_order->ranks();
  const auto hold = [name]<class T>(std::string_view what, shared_numbers<T>& numbers) {
    if (!numbers.empty()) numbers = shared_numbers<T>::held(name, what, [&] { return numbers; });
  };
  hold("sizes", same.m_sizes);
  hold("expected sizes", same.m_expected);
  hold("places", same.m_places);
  hold("first words", same.m_first_word);
  return same;
}

shared_numbers<release_layout::place> release_layout::make_places() const {
  numbers_to_share<place> places(size_of(users() + 1));
  const permutation permuted(m_parameters.key, users());
  parallel_for(0, users() / users_per_base + 1, 64, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t base = first; base < last; ++base) {
      const std::uint64_t begin = base * users_per_base;
      fill_places(
          permuted, begin,
          places.all().subspan(size_of(begin), size_of(std::min(users_per_base, users() + 1 - begin))));
    }
  });
  return std::move(places).share();
}

void release_layout::fill_places(const permutation& permuted, std::uint64_t first,
                                 std::span<place> places) const {
  std::uint64_t words = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (words > ~std::uint32_t{0})
      throw invalid_parameter("rows of " + std::to_string(users_per_base) +
                              " users take 2^32 words or more: too many to be held");
    places[i].beyond = static_cast<std::uint32_t>(words);
    if (first + i == users()) return;
    const auto user = static_cast<vertex_id>(first + i);
    const std::int64_t released = told_number(user);
    places[i].position = m_codecs.front().is_permuted() ? permuted(user) : m_rank[user];
    places[i].released =
        std::in_range<std::int32_t>(released) ? static_cast<std::int32_t>(released) : elsewhere;
    const std::size_t row_class = class_of(user);
    words += m_codecs[row_class].word_count(shape(user, row_class, released));
  }
}

std::vector<std::uint64_t> release_layout::make_first_words() const {
  std::vector<std::uint64_t> all(size_of(users() / users_per_base + 1));
  for (std::size_t base = 1; base < all.size(); ++base) {
    const auto last = static_cast<vertex_id>(base * users_per_base - 1);
    const std::uint64_t words = m_places[last].beyond + codec(last).word_count(shape(last));
    all[base] = all[base - 1] + words;
  }
  return all;
}

std::int64_t release_layout::told_number(vertex_id u) const noexcept {
  return m_parameters.chunk_rule == chunk_rule::noisy_degree ? degrees()[u] : m_sizes[u];
}

std::uint64_t release_layout::possible_size(vertex_id u) const noexcept {
  return possible_entries(wire::parameters_of_class(m_parameters, class_of(u)),
                          knowledge_of_row(u, released_number(u)));
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

row_knowledge release_layout::knowledge_of_row(vertex_id u, std::int64_t released) const noexcept {
  return wire::knowledge_of_row(m_codecs.front(), users(), m_rank[u], expected_size(u, released), released);
}

row_shape release_layout::shape(vertex_id u, std::size_t row_class, std::int64_t released) const noexcept {
  return make_shape(wire::parameters_of_class(m_parameters, row_class), u, knowledge_of_row(u, released));
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
