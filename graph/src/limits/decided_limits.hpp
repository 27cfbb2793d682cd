// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/wire/canonical.hpp"

namespace edgeldp {

/// Limits as a collector decided them, one a user, by user or by rank as the question says: whole
/// units of weights, or reals that are rounded to units later. As a decision of a session: their
/// number and they.
template <class Limit>
  requires std::same_as<Limit, std::uint64_t> || std::same_as<Limit, double>
struct decided_limits {
  std::vector<Limit> of_users;

  void write(canonical_writer& to) const {
    to.number(static_cast<int128>(of_users.size()));
    for (const Limit limit : of_users) {
      if constexpr (std::same_as<Limit, double>)
        to.real(limit);
      else
        to.number(static_cast<int128>(limit));
    }
  }
  void write(byte_string& out) const {
    canonical_writer to(out);
    write(to);
  }

  /// bytes: that are left, which bound the number of limits.
  static decided_limits read(canonical_reader& from, std::size_t bytes) {
    decided_limits decided;
    decided.of_users.resize(from.count(std::same_as<Limit, double> ? bytes / sizeof(double) : bytes));
    for (Limit& limit : decided.of_users) {
      if constexpr (std::same_as<Limit, double>)
        limit = from.real();
      else
        limit = from.word();
    }
    return decided;
  }
  /// Errors: format_error for bytes that write never makes.
  static decided_limits read(std::span<const std::byte> in) {
    canonical_reader from(in);
    decided_limits decided = read(from, in.size());
    from.end();
    return decided;
  }
};

}  // namespace edgeldp
