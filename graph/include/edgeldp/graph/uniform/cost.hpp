// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "edgeldp/core/wire/release_layout.hpp"
#include "edgeldp/graph/limits/bound_rule.hpp"

namespace edgeldp {

/// What the messages of a protocol run cost, as means per user but for the download.
struct message_cost {
  double upload_bytes = 0.0;        ///< a user's own messages, every round
  double edge_report_bytes = 0.0;   ///< the edge report among them
  double download_bytes = 0.0;      ///< the serialised release
  double edge_section_bytes = 0.0;  ///< its edge section
  double encode_seconds = 0.0;      ///< to encode a user's row, on this machine; one thread
};

/// Predicts the messages that a layout leads to, before any row is encoded.
///
/// Sizes of degree and size messages are counted; those of count messages follow from the noise.
/// Rows: synthetic ones, user u with about sizes[u] entries at uniform positions, are really
/// encoded and written, for a sample of blocks of the release file (all of them in small releases),
/// and scaled up. So what is assumed is the number of entries, and nothing about codecs.
///
/// Shapes: sizes: one number a user. encoder_steps: rows are made for about so many steps of
///     encoders.
/// Promise: bytes are the same for the same seed, whatever the threads.
/// Privacy: reads the layout and `sizes` alone; with sizes from released numbers, a public
///     computation.
message_cost predict_message_cost(const release_layout& layout, std::span<const double> sizes,
                                  const bound_rule& cap, epsilon count, std::uint64_t seed,
                                  double encoder_steps);

}  // namespace edgeldp
