// SPDX-License-Identifier: MIT
#include "edgeldp/graph/rounds/public_values.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

public_values::public_values(std::uint64_t width, std::vector<std::int64_t> values)
    : m_width(width), m_values(std::move(values)) {
  if (m_width < 1 || m_width > most_width)
    throw invalid_parameter("width = " + std::to_string(width) + ": must lie in [1, 65536]");
  if (m_values.size() % m_width != 0)
    throw invalid_parameter(std::to_string(m_values.size()) + " public numbers are not " +
                            std::to_string(width) + " a user");
  for (std::uint64_t u = 0; u < users(); ++u) {
    std::int64_t size = 0;
    for (const std::int64_t x : of(u)) {
      if (x < -most_reach || x > most_reach) throw invalid_parameter("public numbers beyond 2^20");
      size += x < 0 ? -x : x;
    }
    if (size > most_reach) throw invalid_parameter("public numbers of a user whose sizes sum beyond 2^20");
    m_reach = std::max(m_reach, static_cast<std::uint64_t>(size));
  }
}

byte_string public_form<public_values>::write(const public_values& values) {
  byte_string out;
  canonical_writer(out).number(static_cast<int128>(values.width())).numbers(values.all());
  return out;
}

public_values public_form<public_values>::read(std::span<const std::byte> in, const public_objects&) {
  canonical_reader from(in);
  const std::uint64_t width = from.count(public_values::most_width);
  std::vector<std::int64_t> values = from.numbers();
  from.end();
  try {
    return {width, std::move(values)};
  } catch (const invalid_parameter& e) {
    throw format_error(0, e.what());
  }
}

communication sent_in(const session& s) {
  return {static_cast<double>(s.upload_bytes()) / static_cast<double>(s.everybody().size()),
          static_cast<double>(s.published().size()), 0.0};
}

public_ref<public_values> publish_values(session& s, public_values values) {
  byte_string form = public_form<public_values>::write(values);
  const std::string name = name_of(form);
  if (s.published().has(name)) return s.published().get<public_values>(name);
  return s.publish(std::make_shared<const public_values>(std::move(values)), std::move(form));
}

lattice_values to_lattice(std::uint64_t width, std::span<const double> values,
                          std::span<const double> centres) {
  if (width != centres.size() || width == 0 || values.size() % width != 0)
    throw invalid_parameter(std::to_string(values.size()) + " values and " + std::to_string(centres.size()) +
                            " centres: must be " + std::to_string(width) + " a user, and as many");
  const auto is_finite = [](double x) { return std::isfinite(x); };
  if (!ranges::all_of(values, is_finite) || !ranges::all_of(centres, is_finite))
    throw invalid_parameter("public values must be finite");
  double largest = 0.0;
  for (std::size_t u = 0; u < values.size(); u += width) {
    double size = 0.0;
    for (std::uint64_t i = 0; i < width; ++i) size += std::abs(values[u + i] - centres[i]);
    largest = std::max(largest, size);
  }
  if (!std::isfinite(largest)) throw invalid_parameter("public values whose sum is not finite");
  const double unit = largest > 0.0 ? largest * 0x1.0p-19 : 1.0;
  std::vector<std::int64_t> numbers(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    numbers[i] = std::llround((values[i] - centres[i % width]) / unit);
  return {public_values(width, std::move(numbers)), unit, {centres.begin(), centres.end()}};
}

namespace {

public_ref<public_values> values_from(canonical_reader& from, const public_objects& published) {
  return published.get<public_values>(from.text());
}
std::uint32_t step_from(canonical_reader& from) {
  return static_cast<std::uint32_t>(from.count((std::uint64_t{1} << 24) - 1));
}

}  // namespace

neighbor_sums neighbor_sums::read(canonical_reader& from, const public_objects& published) {
  auto values = values_from(from, published);
  return {std::move(values), step_from(from)};
}

earlier_neighbor_sums earlier_neighbor_sums::read(canonical_reader& from, const public_objects& published) {
  auto values = values_from(from, published);
  return {std::move(values), step_from(from)};
}

neighbor_h_index neighbor_h_index::read(canonical_reader& from, const public_objects& published) {
  auto values = values_from(from, published);
  if (values->width() != 1) throw format_error(0, "an h-index of several numbers a user");
  return {std::move(values), step_from(from)};
}

std::vector<plausible_number> plausible_in_groups(std::span<const std::int64_t> of, std::uint64_t groups,
                                                  epsilon budget) {
  std::vector<std::int64_t> members(groups);
  for (const std::int64_t group : of)
    if (group >= 0 && std::cmp_less(group, groups)) ++members[static_cast<std::size_t>(group)];
  const plausible_noise noise(1, budget);
  std::vector<plausible_number> ranges;
  for (const std::int64_t most : members) ranges.emplace_back(0, most, noise);
  return ranges;
}

neighbor_groups neighbor_groups::read(canonical_reader& from, const public_objects& published) {
  auto values = values_from(from, published);
  if (values->width() != 1) throw format_error(0, "groups by several numbers a user");
  const std::uint64_t groups = from.count(public_values::most_width);
  if (groups == 0) throw format_error(0, "neighbours in no groups");
  return {std::move(values), groups, step_from(from)};
}

}  // namespace edgeldp
