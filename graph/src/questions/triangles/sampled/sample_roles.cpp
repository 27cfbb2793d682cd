// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/triangles/sampled/sample_roles.hpp"

#include <algorithm>
#include <cmath>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_rule.hpp"

namespace edgeldp {

namespace {

constexpr std::uint64_t coin_values = std::uint64_t{1} << 32;

/// Columns have the smaller half.
std::uint64_t columns_of(const sample_roles& roles) noexcept {
  return (coin_values - roles.candidates) / 2;
}

}  // namespace

sample_role sample_roles::of(vertex_id user) const noexcept {
  const std::uint64_t coin = public_randomness(key).block(stream_tag::sample_role, 0, 0, user)[0];
  if (coin < candidates) return sample_role::candidate;
  return coin - candidates < columns_of(*this) ? sample_role::column : sample_role::counter;
}

double sample_roles::candidate_chance() const noexcept {
  return candidates * 0x1p-32;
}

double sample_roles::column_chance() const noexcept {
  return static_cast<double>(columns_of(*this)) * 0x1p-32;
}

double sample_roles::counter_chance() const noexcept {
  return 1.0 - candidate_chance() - column_chance();
}

void sample_roles::write(canonical_writer& to) const {
  to.number(static_cast<int128>(key.value)).number(candidates);
}

sample_roles sample_roles::read(canonical_reader& from) {
  constexpr std::uint64_t most = std::uint64_t{1} << 31;
  const std::uint64_t key = from.word();
  const std::uint64_t candidates = from.count(most);
  if (candidates == 0) throw format_error(0, "a sample without candidates");
  return {{key}, static_cast<std::uint32_t>(candidates)};
}

double sampled_row::chance() const noexcept {
  return std::exp2(-0.125 * rarity);
}

double weight_of_row(const sample_roles& roles, const sampled_row& row) noexcept {
  return 1.0 /
         (6.0 * roles.candidate_chance() * roles.column_chance() * roles.counter_chance() * row.chance());
}

bit_weights weights_of(const bit_law& law, const sample_roles& roles, const sampled_row& row) {
  const double unit = weight_units * weight_of_row(roles, row) / (law.p1 - law.p0);
  // Whoever announces roles may make them as rare as numbers go; no limit is beyond this.
  const auto rounded = [](double x) { return std::llround(std::min(x, 0x1p62)); };
  return {-rounded(unit * law.p0), rounded(unit * (1.0 - law.p0))};
}

std::uint64_t sampled_limit::of(const sample_roles& roles, std::int64_t released_degree) const noexcept {
  constexpr uint128 largest = uint128{1} << 62;
  const std::int64_t degree = std::max<std::int64_t>(0, released_degree);
  const auto columns =
      static_cast<std::int64_t>(uint128{static_cast<std::uint64_t>(degree)} * columns_of(roles) >> 32);
  const std::int64_t members = std::max<std::int64_t>(0, columns + margin);
  return static_cast<std::uint64_t>(std::min(largest, uint128{each} * static_cast<std::uint64_t>(members)));
}

}  // namespace edgeldp
