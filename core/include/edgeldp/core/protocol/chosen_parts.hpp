// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/protocol/charge.hpp"
#include "edgeldp/core/protocol/roster.hpp"

/// Users who spend less than others: each says beforehand which part of every budget it spends. The
/// part is public, and one of three, so that it tells little and that few laws of noise are mixed.
namespace edgeldp {

/// The part that a user spends of what those spend who spend all. Numbered as in messages.
enum class chosen_part : std::uint8_t { whole = 0, half = 1, quarter = 2 };
inline constexpr std::array all_parts{chosen_part::whole, chosen_part::half, chosen_part::quarter};
inline constexpr std::array<std::string_view, all_parts.size()> part_names{"whole", "half", "quarter"};

/// How many users chose each, in the order of all_parts.
using part_counts = std::array<std::uint64_t, all_parts.size()>;

constexpr std::string_view name_of(chosen_part part) noexcept {
  return part_names[static_cast<std::size_t>(part)];
}

/// That part of a budget, rounded down: parts of several rounds add up to no more than that part of
/// their sum.
inline epsilon part_of(epsilon whole, chosen_part part) {
  return epsilon::from_units(whole.units() >> static_cast<unsigned>(part));
}

/// What every user chose, as everybody knows it.
class chosen_parts {
 public:
  /// Everybody spends all.
  chosen_parts() = default;
  /// One a user.
  explicit chosen_parts(std::vector<chosen_part> of_users);

  chosen_part of(vertex_id user) const noexcept {
    return m_of_users.empty() ? chosen_part::whole : m_of_users[user];
  }
  bool are_all_whole() const noexcept { return m_of_users.empty(); }
  /// Of the users of a roster.
  part_counts counts(const roster& who) const;

  friend bool operator==(const chosen_parts&, const chosen_parts&) = default;

 private:
  std::vector<chosen_part> m_of_users;  ///< empty: all are whole
};

/// What users pay for a round that costs `whole` those who spend all: a charge for each part that
/// somebody of the roster chose.
/// Errors: invalid_parameter for a part that is nothing.
std::vector<charge> charges_by_part(epsilon whole, const chosen_parts& chosen, const roster& who);

}  // namespace edgeldp
