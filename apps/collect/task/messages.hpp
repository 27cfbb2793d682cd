// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "collect/task/signature.hpp"
#include "collect/task/version.hpp"
#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/privacy/round_kind.hpp"
#include "edgeldp/core/protocol/chosen_parts.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"
#include "edgeldp/core/protocol/roster.hpp"

namespace edgeldp {
class canonical_reader;
class canonical_writer;
}  // namespace edgeldp

/// What clients and a collector say to each other, whatever carries it. Each message begins with
/// its kind and version, names the task, and ends with a signature over all before it
/// (core/doc/format.md, "Messages of a collection").
///
/// Errors: of read: format_error for bytes that write never makes. No signature is checked by it.
namespace edgeldp::collect {

/// A message as it was read, and what of it is signed.
struct signed_part {
  std::span<const std::byte> message, signature;
  bool is_by(const public_key& who) const { return is_signed(message, signature, who); }
};

/// A person joins.
struct registration {
  std::string task, person;
  /// That the person has its token (proof_of), which whoever carries the message does not learn; in
  /// version 1 the token itself.
  byte_string proof;
  public_key key;  ///< signs all that this person will say
  bool is_simulated = false;
  std::uint32_t version = usual_version;
  /// What the person spends of each budget. From version 3 on; all before.
  chosen_part part = chosen_part::whole;

  byte_string write(const signing_key& by) const;
  static registration read(std::span<const std::byte> bytes, signed_part& part);
};

/// One user's answer to one round.
struct report {
  std::string task;
  std::uint32_t round = 0;   ///< index of its announcement
  std::string announcement;  ///< name of what it answers
  vertex_id user = 0;
  byte_string body;
  std::uint32_t version = usual_version;

  byte_string write(const signing_key& by) const;
  static report read(std::span<const std::byte> bytes, signed_part& part);
};

/// Bytes that were published, by name.
struct public_entry {
  std::string name;  ///< is_digest, wherever it was read
  std::uint64_t size = 0;
  friend bool operator==(const public_entry&, const public_entry&) = default;
};

/// One round as everybody reads it. It names the one before: who compares the last name has
/// compared all that users were told.
struct announcement {
  std::string task;
  std::uint32_t index = 0;
  std::string before;   ///< name of the announcement before; of the task for the first
  public_entry joined;  ///< joined_people
  std::string asks, round;
  edge_use edges = edge_use::none;
  byte_string said;
  roster who = roster::everybody(0);
  std::vector<public_entry> published;  ///< all so far, in their order
  std::vector<byte_string> said_to;     ///< one a user asked, or none: for all to read
  std::int64_t opened = 0, closes = 0;  ///< seconds since 1970
  std::uint32_t version = usual_version;

  byte_string write(const signing_key& by) const;
  static announcement read(std::span<const std::byte> bytes, signed_part& part);
};

/// The collector's last word: there is a result, and no round will follow. From version 2 on.
struct result_seal {
  std::string task;
  std::string last;    ///< name of the last announcement; of the task where there was none
  std::string result;  ///< name of the result's bytes

  byte_string write(const signing_key& by) const;
  static result_seal read(std::span<const std::byte> bytes, signed_part& part);
};

/// What messages begin with.
enum class message_kind { registration, report, other };
message_kind kind_of(std::span<const std::byte> bytes);

/// A part as messages and lists carry it: 0, 1 or 2.
void write_part(canonical_writer& to, chosen_part part);
/// Errors: format_error for another number.
chosen_part read_part(canonical_reader& from);

/// Bytes as a text of the canonical forms, and back.
std::string_view text_of(std::span<const std::byte> bytes);
byte_string bytes_of(std::string_view text);

}  // namespace edgeldp::collect
