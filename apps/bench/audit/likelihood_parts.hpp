// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "bench/audit/held_lists.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/codec/any/any_codec.hpp"
#include "edgeldp/core/codec/bitmap/bitmap.hpp"
#include "edgeldp/core/codec/codec.hpp"
#include "edgeldp/core/codec/nullspace/nullspace.hpp"

/// What likelihoods of transcripts of graphs and of vectors are made of: sums over users whose
/// inputs differ, limited sums, rows of each codec.
namespace edgeldp::audit {

/// Of what is impossible under one of two inputs.
inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// A sum over users whose inputs differ.
template <class Held, class F>
double over_changed(two_inputs<Held> inputs, F&& log_ratio) {
  double sum = 0.0;
  for (vertex_id u = 0; u < inputs.first.size(); ++u)
    if (inputs.first[u] != inputs.second[u]) sum += log_ratio(u, inputs.first[u], inputs.second[u]);
  return sum;
}

/// 0 is as good a ratio as any for what both call impossible; one of them is infinity.
inline double log_of(double first, double second) {
  return first == second ? 0.0 : std::log(first) - std::log(second);
}

/// What a limit for each sign accepts of weight(j, i), i < j < members: positive less negative.
template <class Weight>
int128 limited_sum(std::size_t members, std::int64_t limit, Weight&& weight) {
  std::array<std::vector<std::int64_t>, 2> room;  // of negative, of positive weight
  room.fill(std::vector<std::int64_t>(members, limit));
  int128 sum = 0;
  for (std::size_t j = 0; j < members; ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      const std::int64_t w = weight(j, i);
      std::vector<std::int64_t>& left = room[w > 0 ? 1 : 0];
      const std::int64_t accepted = std::min({std::abs(w), left[i], left[j]});
      left[i] -= accepted;
      left[j] -= accepted;
      sum += w > 0 ? accepted : -accepted;
    }
  }
  return sum;
}

/// Of a row over GF(q) of these positions' entries, up to a factor that no input changes.
double nullspace_row_likelihood(const nullspace_codec& codec, const row_shape& shape,
                                std::span<const std::uint64_t> words,
                                std::span<const std::uint32_t> positions);

/// Pr[bits of a row of randomized values], lowest position first.
double bitmap_likelihood(const randomized_response& response, std::span<const std::uint64_t> words,
                         std::span<const std::uint32_t> values);

/// Of a row with these values at positions 0, 1, ... (bitmap), or entries at these positions
/// (nullspace).
template <class Layout>
double row_likelihood(const Layout& layout, vertex_id u, std::span<const std::uint64_t> words,
                      std::span<const std::uint32_t> values, std::span<const std::uint32_t> positions) {
  const any_codec& of_user = [&]() -> const any_codec& {
    if constexpr (requires { layout.codec(u); })
      return layout.codec(u);
    else
      return layout.codec();
  }();
  return of_user.visit([&](const auto& codec) -> double {
    using codec_type = std::decay_t<decltype(codec)>;
    if constexpr (has_plain_values<codec_type>) {
      return bitmap_likelihood(codec.response(), words, values);
    } else if constexpr (std::is_same_v<codec_type, nullspace_codec>) {
      return nullspace_row_likelihood(codec, layout.shape(u), words, positions);
    } else {
      throw invalid_parameter("the law of a ppr row is not known in closed form");
    }
  });
}

}  // namespace edgeldp::audit
