// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/graph/errors/error_model.hpp"
#include "edgeldp/graph/errors/estimate.hpp"

/// Published triangle counts, in the same arena as ours: the same graph, ledger and kinds of error,
/// and bytes of messages that were built. One header a method; each has the settings of its paper
/// and, where a better reading exists, the strongest we know.
namespace edgeldp {

/// Bytes of a method whose server answers every user with messages of its own.
struct baseline_communication {
  double upload_bytes = 0.0;            ///< mean over users, every round
  double download_bytes = 0.0;          ///< mean over the measured users
  double largest_download_bytes = 0.0;  ///< of one measured user
  std::uint64_t measured_users = 0;     ///< whose downloads were built, read back and counted
};

struct baseline_result {
  estimate triangles;
  error_parts error;  ///< parts of the standard error, from public numbers
  baseline_communication communication;
  bool is_private = true;   ///< whether the claimed guarantee holds with operating-system coins
  std::string_view caveat;  ///< why not, in a sentence; empty when it holds
  run_record run;
};

/// The part of counted pairs that planners of baselines assume to be closed before they know: less
/// than our own planner (assumed_closure), which suits wiki-Vote, where their strongest readings
/// are compared with ours.
inline constexpr double baseline_closure = 0.3;

/// A method is a value that holds its public settings, and an overload of estimate_triangles over a
/// session. From a graph in this process: method_simulation.hpp.
template <class Method>
concept ProtocolBaseline = requires(session& s, const Method& method) {
  { method.total } -> std::convertible_to<epsilon>;
  { estimate_triangles(s, method) } -> std::same_as<baseline_result>;
};

}  // namespace edgeldp
