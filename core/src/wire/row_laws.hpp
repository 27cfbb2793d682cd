// SPDX-License-Identifier: MIT
// What the public numbers of a release say of one row: shared by whole layouts and excerpts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/wire/release_layout.hpp"

namespace edgeldp::wire {

/// The laws of rows, by class.
/// Errors: invalid_parameter for parameters and numbers that do not fit together, naming them.
std::vector<any_codec> make_row_codecs(const release_parameters& p, std::span<const std::int64_t> degrees,
                                       std::span<const std::int64_t> sizes);
/// The same of so many degrees and sizes, which whoever reads them checks one by one.
std::vector<any_codec> make_row_codecs(const release_parameters& p, std::uint64_t degrees,
                                       std::uint64_t sizes);

/// Which class the users of a rank belong to.
inline std::size_t class_at(const release_parameters& p, std::uint32_t rank) noexcept {
  const auto next = ranges::upper_bound(p.later, rank, {}, &rank_class::first);
  return static_cast<std::size_t>(next - p.later.begin());
}

inline const codec_parameters& parameters_of_class(const release_parameters& p, std::size_t i) noexcept {
  return i == 0 ? p : p.later[i - 1].rows;
}

/// Of a user who is expected to have so many entries by a released number.
inline row_knowledge knowledge_of_row(const any_codec& codec, std::uint64_t users, std::uint32_t rank,
                                      std::uint64_t expected, std::int64_t released) noexcept {
  return {codec.is_permuted() ? users : rank, rank, expected, released};
}

}  // namespace edgeldp::wire
