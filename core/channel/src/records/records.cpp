// SPDX-License-Identifier: MIT
#include "edgeldp/channel/records/records.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "bit_packing.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

namespace {

void check_plan(const record_plan& plan) {
  const std::size_t answers = plan.categories.size();
  if (answers == 0 || plan.encodings.size() != answers || plan.shares.size() != answers ||
      (plan.is_sampled() && plan.chances.size() != answers))
    throw invalid_parameter(
        "a record plan needs an encoding, a share and, to sample, a chance for each answer");
  std::uint64_t spent = 0;
  for (const epsilon share : plan.shares)
    spent = plan.is_sampled() ? std::max(spent, share.units()) : spent + share.units();
  if (spent > plan.total.units())
    throw invalid_parameter("a record plan's shares exceed its total of " +
                            std::to_string(plan.total.nats()));
  const double sum = std::accumulate(plan.chances.begin(), plan.chances.end(), 0.0);
  if (plan.is_sampled() &&
      (ranges::any_of(plan.chances, [](double c) { return !(c > 0.0); }) || std::abs(sum - 1.0) > 1e-9))
    throw invalid_parameter("a record plan's chances must be positive and add up to 1");
}

}  // namespace

record_format::record_format(record_plan plan, release_key key) : m_plan(std::move(plan)), m_public(key) {
  check_plan(m_plan);
  for (std::size_t i = 0; i < m_plan.categories.size(); ++i)
    m_laws.push_back(m_plan.encodings[i] == answer_encoding::unary
                         ? k_ary_response::for_budget(epsilon::from_units(m_plan.shares[i].units() / 2), 2)
                         : k_ary_response::for_budget(m_plan.shares[i], m_plan.categories[i]));
}

record_format::answer_range record_format::asked(vertex_id person) const noexcept {
  if (!m_plan.is_sampled()) return {0, m_laws.size()};
  const philox_block block = m_public.block(stream_tag::asked_answer, 0, 0, person);
  const std::uint64_t word = block[0] | std::uint64_t{block[1]} << 32;
  double left = std::ldexp(static_cast<double>(word >> 11), -53);
  std::size_t answer = 0;
  while (answer + 1 < m_plan.chances.size() && left >= m_plan.chances[answer])
    left -= m_plan.chances[answer++];
  return {answer, answer + 1};
}

std::size_t record_format::bits_of(std::size_t answer) const noexcept {
  const std::uint32_t k = m_plan.categories[answer];
  return m_plan.encodings[answer] == answer_encoding::unary ? k
                                                            : static_cast<std::size_t>(std::bit_width(k - 1));
}

std::size_t record_format::message_bytes(vertex_id person) const noexcept {
  std::size_t bits = 0;
  const auto [first, last] = asked(person);
  for (std::size_t i = first; i < last; ++i) bits += bits_of(i);
  return (bits + 7) / 8;
}

std::vector<std::byte> record_format::encode(vertex_id person, std::span<const std::uint32_t> answers,
                                             private_randomness& coins) const {
  if (answers.size() != m_laws.size())
    throw invalid_parameter(std::to_string(answers.size()) + " answers in a record of " +
                            std::to_string(m_laws.size()));
  for (std::size_t i = 0; i < answers.size(); ++i)
    if (answers[i] >= m_plan.categories[i])
      throw invalid_parameter("answer " + std::to_string(i) + " is category " + std::to_string(answers[i]) +
                              ", which must be below " + std::to_string(m_plan.categories[i]));
  bit_writer message;
  const auto [first, last] = asked(person);
  for (std::size_t i = first; i < last; ++i) {
    if (m_plan.encodings[i] == answer_encoding::direct) {
      message.put(m_laws[i].sample(answers[i], coins), bits_of(i));
    } else {
      for (std::uint32_t j = 0; j < m_plan.categories[i]; ++j)
        message.put(m_laws[i].sample(j == answers[i] ? 1U : 0U, coins), 1);
    }
  }
  return message.take();
}

record_tally::record_tally(record_format format)
    : m_format(std::move(format)), m_reports(m_format.m_laws.size()) {
  for (const std::uint32_t k : m_format.plan().categories) m_counts.emplace_back(k);
}

void record_tally::add(vertex_id person, std::span<const std::byte> message) {
  const record_format& f = m_format;
  if (message.size() != f.message_bytes(person))
    throw format_error(message.size(), "a record of " + std::to_string(message.size()) + " bytes where " +
                                           std::to_string(f.message_bytes(person)) + " are expected");
  const auto is_unary = [&](std::size_t i) { return f.plan().encodings[i] == answer_encoding::unary; };
  const auto [first, last] = f.asked(person);
  bit_reader check(message);
  for (std::size_t i = first; i < last; ++i) {
    if (is_unary(i)) {
      for (std::uint32_t j = 0; j < f.plan().categories[i]; ++j) check.get(1);
    } else if (const std::uint32_t value = check.get(f.bits_of(i)); value >= f.plan().categories[i]) {
      throw format_error(check.byte(), "answer " + std::to_string(i) + " is category " +
                                           std::to_string(value) + ", which must be below " +
                                           std::to_string(f.plan().categories[i]));
    }
  }
  if (const std::size_t left = check.left(); left > 0 && check.get(left) != 0)
    throw format_error(message.size() - 1, "a record's last bits must be 0");

  ++m_people;
  bit_reader read(message);
  for (std::size_t i = first; i < last; ++i) {
    ++m_reports[i];
    if (is_unary(i))
      for (std::uint64_t& count : m_counts[i]) count += read.get(1);
    else
      ++m_counts[i][read.get(f.bits_of(i))];
  }
}

answer_histogram record_tally::histogram(std::size_t answer) const {
  if (answer >= m_counts.size() || m_reports[answer] == 0)
    throw invalid_parameter("nobody gave answer " + std::to_string(answer));
  const k_ary_response& law = m_format.law(answer);
  const double p = law.same_probability(), q = law.other_probability(), gap = p - q;
  const auto n = static_cast<double>(m_reports[answer]);
  // Drawing n of all people without replacement: this much of a category's variance is the lot's.
  const double lot = 1.0 - n / static_cast<double>(m_people);
  answer_histogram found{m_reports[answer], {}, {}};
  for (const std::uint64_t count : m_counts[answer]) {
    const double share = (static_cast<double>(count) / n - q) / gap, within = std::clamp(share, 0.0, 1.0);
    const double noise = (within * p * (1.0 - p) + (1.0 - within) * q * (1.0 - q)) / (gap * gap);
    found.proportions.push_back(share);
    found.standard_errors.push_back(std::sqrt((noise + lot * within * (1.0 - within)) / n));
  }
  return found;
}

}  // namespace edgeldp
