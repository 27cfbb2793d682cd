// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/privacy/rank_budgets.hpp"
#include "edgeldp/core/privacy/round_kind.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"
#include "edgeldp/core/protocol/released_numbers.hpp"
#include "edgeldp/core/protocol/roster.hpp"
#include "edgeldp/core/wire/canonical.hpp"

/// Rounds in which a user answers integers + discrete Laplace noise: one round for whatever is
/// counted. What is counted is a type of its own, `Q`: what a collector announces of it here, what
/// a user's list says to it in count_round_user.hpp.
namespace edgeldp {

/// What users count, as it is announced. asks: the question's name; read throws format_error for
/// bytes that write never makes. Beside that a Q may have
///   * `round_kind round`, static, or `kind()` where it depends on what is announced;
///   * `std::uint32_t step`, which it announces: it is asked several times in a run, each time with
///     another step, since coins of an answer follow from the round's name and its step alone;
///   * `has_pilot = true`: it is asked twice, first in a round `pilot`;
///   * `std::uint64_t most_told`, static: each user is told a number of its own, up to that (a
///     limit, a cap, a partner);
///   * `budgets`: rank_budgets, where users pay by rank;
///   * `answers`: released_values for what a release carries; or released_vectors, where a user
///     says `width()` numbers of at most `most` each. Otherwise released_counts.
template <class Q>
concept Announced =
    requires(const Q& q, canonical_writer& to, canonical_reader& from, const public_objects& published) {
      { Q::asks } -> std::convertible_to<std::string_view>;
      q.write(to);
      { Q::read(from, published) } -> std::same_as<Q>;
    };

namespace detail {

template <class Q>
struct answers_to {
  using type = released_counts;
};
template <class Q>
  requires requires { typename Q::answers; }
struct answers_to<Q> {
  using type = typename Q::answers;
};

template <class Q>
struct budgets_of {
  using type = epsilon;
};
template <class Q>
  requires requires { typename Q::budgets; }
struct budgets_of<Q> {
  using type = typename Q::budgets;
};

}  // namespace detail

template <class Q>
inline constexpr bool has_pilot = requires { requires Q::has_pilot; };
/// Which time Q is asked in a run, where that is more than once.
template <class Q>
std::uint32_t step_of(const Q& q) noexcept {
  if constexpr (requires { q.step; })
    return q.step;
  else
    return 0;
}
template <class Q>
inline constexpr bool is_told = requires { Q::most_told; };

template <Announced Q>
struct count_round {
  static constexpr std::string_view asks = Q::asks;
  using answers = typename detail::answers_to<Q>::type;
  using budgets = typename detail::budgets_of<Q>::type;

  budgets budget;
  Q what{};
  bool is_pilot = false;              ///< only where Q has one
  std::vector<std::uint64_t> told{};  ///< where Q tells something: one a user asked

  const round_kind& kind() const noexcept {
    if constexpr (has_pilot<Q>) {
      static constexpr round_kind pilots{rounds::pilot, Q::round.edges};
      if (is_pilot) return pilots;
    }
    if constexpr (requires { what.kind(); })
      return what.kind();
    else
      return Q::round;
  }

  void write(byte_string& out) const {
    canonical_writer to(out);
    if constexpr (has_pilot<Q>) to.number(is_pilot ? 1 : 0);
    if constexpr (std::is_same_v<budgets, epsilon>)
      to.budget(budget);
    else
      to.budgets(budget);
    what.write(to);
  }

  byte_string said_to(std::uint64_t number) const
    requires is_told<Q>
  {
    byte_string out;
    canonical_writer(out).number(static_cast<int128>(told[number]));
    return out;
  }

  /// What is announced to all alike; `told` stays empty.
  static count_round read(std::span<const std::byte> in, const public_objects& published) {
    canonical_reader from(in);
    bool is_pilot = false;
    if constexpr (has_pilot<Q>) is_pilot = from.count(1) == 1;
    budgets budget = read_budget(from);
    Q what = Q::read(from, published);
    from.end();
    return {std::move(budget), std::move(what), is_pilot};
  }

  answers open(const roster& who) const {
    if constexpr (std::is_same_v<answers, released_vectors>)
      return {what.width(), Q::most, std::vector<std::int64_t>(who.size() * what.width())};
    else if constexpr (std::is_same_v<answers, released_values>)
      return {std::vector<std::int64_t>(who.size())};
    else
      return {wide_numbers(who.size())};
  }

 private:
  static budgets read_budget(canonical_reader& from) {
    if constexpr (std::is_same_v<budgets, epsilon>)
      return from.budget();
    else
      return from.budgets();
  }
};

/// What one user is told beside the announcement: 0 where Q tells nothing.
/// Errors: format_error for anything but one number up to Q::most_told.
template <Announced Q>
std::uint64_t told_to_me(std::span<const std::byte> said_to_me) {
  if constexpr (is_told<Q>) {
    canonical_reader from(said_to_me);
    const std::uint64_t told = from.count(Q::most_told);
    from.end();
    return told;
  } else {
    if (!said_to_me.empty()) throw format_error(0, "something for one user alone, who needs nothing");
    return 0;
  }
}

}  // namespace edgeldp
