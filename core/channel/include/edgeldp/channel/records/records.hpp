// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/channel/randomized_answers.hpp"
#include "edgeldp/channel/records/record_plan.hpp"
#include "edgeldp/core/random/public_randomness.hpp"

namespace edgeldp {

/// How the records of one collection look on the wire, public and the same for client and
/// collector.
///
/// A message holds the answers that a person gives, one after the other, least significant bits
/// first: k bits for a unary answer, ceil(log2 k) for a direct one; bits that fill up the last byte
/// are 0. Its length depends on the plan and on public randomness only.
/// Source: [Feng 2020], Algorithms 1 and 2.
/// Privacy: plan.total, core/doc/privacy.md, "Records".
class record_format {
 public:
  /// `key` picks who is asked what when the plan samples.
  /// Errors: as k_ary_response::for_budget; invalid_parameter for a plan whose lists differ in
  ///     length or whose chances are no distribution.
  explicit record_format(record_plan plan, release_key key = {});

  const record_plan& plan() const noexcept { return m_plan; }
  /// The law of one bit (unary) or of the whole answer (direct).
  const k_ary_response& law(std::size_t answer) const { return m_laws[answer]; }

  /// The answers that a person gives: from `first` up to, not including, `last`.
  struct answer_range {
    std::size_t first, last;
  };
  answer_range asked(vertex_id person) const noexcept;
  std::size_t message_bytes(vertex_id person) const noexcept;

  /// One person's message.
  /// Errors: invalid_parameter for a wrong number of answers or a category out of range, also of
  ///     answers that are not sent.
  std::vector<std::byte> encode(vertex_id person, std::span<const std::uint32_t> answers,
                                private_randomness& coins) const;

 private:
  friend class record_tally;
  std::size_t bits_of(std::size_t answer) const noexcept;
  record_plan m_plan;
  public_randomness m_public;
  std::vector<k_ary_response> m_laws;
};

/// An answer's histogram among all people, in proportions.
struct answer_histogram {
  std::uint64_t reports = 0;        ///< how many people gave this answer
  std::vector<double> proportions;  ///< unbiased; may be negative
  std::vector<double>
      standard_errors;  ///< from the reports alone; without sampling, of the people who reported
};

/// Adds up messages.
/// Cost: linear in their bits.
class record_tally {
 public:
  explicit record_tally(record_format format);

  /// Errors: format_error for a wrong length, a bit that should be 0 or an answer out of range;
  ///     nothing of such a message is counted.
  void add(vertex_id person, std::span<const std::byte> message);

  /// Source: [Feng 2020], the unbiased H''.
  /// Errors: invalid_parameter when nobody gave that answer.
  answer_histogram histogram(std::size_t answer) const;

 private:
  record_format m_format;
  std::vector<std::uint64_t> m_reports;
  std::vector<std::vector<std::uint64_t>> m_counts;  // reports of each category
  std::uint64_t m_people = 0;
};

}  // namespace edgeldp
