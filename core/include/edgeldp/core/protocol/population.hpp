// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "edgeldp/core/privacy/round_kind.hpp"
#include "edgeldp/core/protocol/chosen_parts.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"
#include "edgeldp/core/protocol/roster.hpp"

/// The users as a collector meets them: it says something, every user asked answers with a message.
/// Where they are (in this process, behind a network, on other machines) is nobody's business but
/// the population's.
namespace edgeldp {

/// Whether a message is one that some user of the round sends.
/// Errors: format_error where it is none.
using message_check = std::function<void(std::uint64_t number, std::span<const std::byte> message)>;

/// One round as the collector announces it. Everything in it is public, and lives until
/// population::answer returns: who answers later keeps copies.
struct call {
  std::uint32_t index = 0;  ///< of the round in its run
  std::string_view asks;    ///< what users are to do: which user-side function answers
  const round_kind& kind;
  std::span<const std::byte> said;  ///< the announcement, for all alike
  const roster& who;
  const public_objects& published;
  /// What one user is told beyond that: samples that a server makes for it, a function of bytes
  /// that were announced or published, so that the digest of the run covers them. May be empty.
  std::function<byte_string(std::uint64_t number)> said_to = {};
  /// Makes a check for who takes messages one by one, before all are handed over. It may outlive
  /// the call.
  std::function<message_check()> open_check = {};
};

/// Takes the answers of one round.
/// Threads: safe to call concurrently; each number at most once, a number that never comes is a
///     user who was absent. Nothing may be put when population::answer has returned.
class message_sink {
 public:
  virtual ~message_sink() = default;

  /// Errors: format_error for bytes that no user of the protocol sends, which is as if nothing had
  ///     come, or for a second answer.
  virtual void put(std::uint64_t number, std::span<const std::byte> message) = 0;

  /// The same row as words in memory and the length of the message that would carry it. Only a
  /// population in the collector's own process may skip bytes, and tests hold both ways equal.
  /// Returns false, with nothing taken, where the collector wants bytes.
  virtual bool put_words(std::uint64_t number, std::span<const std::uint64_t> words,
                         std::uint64_t message_bytes) = 0;
};

class population {
 public:
  virtual ~population() = default;

  virtual std::uint64_t users() const = 0;

  /// True when private coins can be replayed: everything made of their messages says so.
  virtual bool is_simulated() const = 0;

  /// Which part of each budget every user spends, as all have said before anything is asked; it
  /// never changes. Only methods that charge by it (session::chosen) may be played where some spend
  /// less than all.
  virtual const chosen_parts& chosen() const;

  /// Asks the users of the roster and hands their messages over. Called once a round, in the order
  /// of the protocol.
  /// Requires: who has answered this round of this run is never asked again, whatever was
  ///     restarted: fresh coins for the same question would cost the user twice what the account
  ///     says.
  virtual void answer(const call& asked, message_sink& sink) = 0;

  /// A decision of the collector, as bytes. Planners use doubles, which another machine may round
  /// otherwise: what was decided is kept by who must keep it (a journal, other shards) and never
  /// computed again elsewhere.
  virtual byte_string decide(std::string_view name, const std::function<byte_string()>& make);
};

}  // namespace edgeldp
