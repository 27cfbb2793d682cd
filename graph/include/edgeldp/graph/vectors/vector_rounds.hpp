// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "edgeldp/core/privacy/ledger.hpp"
#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/core/wire/vector_release.hpp"
#include "edgeldp/graph/input/sparse_vectors.hpp"
#include "edgeldp/graph/protocol/codec_spec.hpp"
#include "edgeldp/graph/protocol/rounds.hpp"

/// The rounds of sparse k-ary vectors, as every user plays them: `size` (how many positions differ
/// from the reference; bitmaps need none), then `entries` (the randomized vector). Unit of privacy:
/// Hamming distance 1; core/doc/privacy.md, "Vectors".
namespace edgeldp {

/// Shares of the total, in (0, 1]; size and count may be 0. Their sum is at most 1.
struct vector_split {
  double size = 0.0, entries = 0.0, count = 0.0;
};

struct vector_options {
  epsilon total = epsilon::from_nats(1.0);
  /// None: over two values codec_spec::settled at the total; over more ppr, which alone is small
  /// there.
  codec_spec codec{codec_kind::ppr, ppr_alpha(2.0), default_level, std::nullopt};
  /// By hand; otherwise size_share for sizes (none for bitmaps) and the rest for entries.
  std::optional<vector_split> split;
  /// Share of `size`: a constant, since nothing has been released when it is fixed. Sizes only
  /// shape messages.
  double size_share = 0.05;
  /// The paper's rule, sizes as they are: NOT private; for reproduction.
  bool true_sizes = false;
};

/// Budgets of the rounds. size is zero without a size round.
struct vector_budgets {
  epsilon size, entries, count;
};

/// Step 1, before any data. Without a split, entries get what sizes leave, at most
/// codec.largest_edges().
/// Errors: invalid_parameter for shares that do not fit the codec or each other.
vector_budgets plan_vector_budgets(const vector_options& options);

/// Step 2, after the round `size` (sizes: what it released; true ones under true_sizes; empty for
/// bitmaps): the header of the release, codec parameters included.
/// Errors: invalid_parameter for options that do not fit; nullspace is binary.
vector_parameters plan_vectors(const vector_options& options, const vector_budgets& budgets,
                               std::uint64_t users, std::uint64_t length, std::uint32_t alphabet,
                               std::span<const std::int64_t> sizes, release_key key, bool simulated);

/// set_codec for p.entries, p.alphabet and p.sizes, which are set. Chunks of ppr follow
/// chunk_floor_for: nobody's expected work exceeds its level because noise hid entries.
void set_vector_codec(vector_parameters& p, const codec_spec& codec, std::span<const std::int64_t> sizes);

/// Round `size`: the number of a user's entries + discrete Laplace of sensitivity 1.
released_numbers release_vector_sizes(const sparse_vectors& data, epsilon budget, const coin_source& coins);

struct vector_round {
  vector_release published;
  std::uint64_t upload_bytes = 0;  ///< single messages, each rounded up to bytes, summed over users
};

/// Round `entries`: every user randomizes and sends its vector; the release holds what was read
/// from the messages. `catalog`: see vector_release.
/// Errors: invalid_parameter when data and layout differ in shape.
vector_round release_vectors(const sparse_vectors& data, vector_layout layout, const coin_source& coins,
                             std::string catalog = {});

/// The rounds that a release's header says were paid for; its count is for rounds still to come.
ledger ledger_of(const vector_parameters& p);

struct published_vectors {
  std::shared_ptr<const vector_release> published;
  ledger spent;
  std::uint64_t upload_bytes = 0;  ///< every round, summed over users
};

/// Both rounds. `key` is the public release key.
/// Errors: as the steps above.
published_vectors publish_vectors(const sparse_vectors& data, const vector_options& options, release_key key,
                                  const coin_source& coins, std::string catalog = {});

}  // namespace edgeldp
