// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "bench/audit/held_lists.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/core/codec/ppr/ppr.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/protocol/run_record.hpp"
#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/uniform/two_step.hpp"

/// What the audits of all protocols share: who changes, which inputs are neighbours, the coins and
/// the key of a run, and what is told apart of rows whose law is not known.
namespace edgeldp::audit {

inline constexpr std::uint32_t users = 8;
/// The user whose input changes, and the neighbour, or item, at which it does.
inline constexpr vertex_id changed = 7, other = 1;

/// both_ways: the arcs of two users to each other.
enum class relation { edge, relationship, attribute, user, position, swap, both_ways };

const char* name_of(relation r);

/// None: of a verb that sends no rows.
using row_codec = std::optional<codec_spec>;

std::string name_of(const row_codec& codec);
bool is_ppr(const row_codec& codec);

/// Of the user, or the edge, that lost most.
double loss(const run_record& run, relation r);

/// Everybody's bits on two neighbouring inputs.
using input_pair = std::array<held_bits, 2>;

/// The last user has one neighbour, none, or all, and one more or less of them; both ends know it,
/// or it alone. `only_first`: one pair, so that few cells occur.
std::vector<input_pair> pairs_under(relation r, bool only_first, std::uint32_t strangers);

/// Word `which` of the public and private coins of one run on one input.
std::uint64_t coin_word(std::uint64_t seed, unsigned input, std::uint64_t run, std::uint32_t which);
coin_source private_coins(std::uint64_t seed, unsigned input, std::uint64_t run);

/// What the last user's ppr row says about one position: how large its index is, and the
/// candidate's value there.
template <class Layout>
std::uint64_t ppr_cell(const Layout& layout, std::span<const std::uint64_t> words, std::uint32_t position) {
  const ppr_row row = layout.codec().visit([&](const auto& codec) -> ppr_row {
    if constexpr (std::is_same_v<std::decay_t<decltype(codec)>, ppr_codec>)
      return codec.row(layout.shape(changed), words);
    else
      throw internal_error("cells are for ppr rows");
  });
  const std::uint64_t k = row.index_at(position);
  const std::uint64_t size = k <= 16 ? k : 12 + static_cast<std::uint64_t>(std::bit_width(k));
  return 1 + (row.chunk_size() * 128 + size) * 16 + row.offset(position);
}

/// The same of a graph's rows. Released degrees decide who owns a pair; where the other end does,
/// the last user's row says nothing of it: cell 0.
std::uint64_t ppr_cell(const release& published);

/// Degrees, sizes and rows; of ppr the first two.
double release_log_ratio(const release& published, two_inputs<held_bits> inputs);

/// The key for ppr rows that cost so much.
std::optional<release_key> key_for(const codec_spec& codec, epsilon budget, std::uint32_t alphabet = 2);

/// The key for ppr rows that get this share of the total.
std::optional<release_key> key_for(const two_step& o, double share);

}  // namespace edgeldp::audit
