// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "reproduce/experiment.hpp"
#include "reproduce/messages.hpp"
#include "reproduce/populations.hpp"

/// One of the experiments of [Hillebrand 2026] under way: vectors of a population, sent along lines
/// of settings, and what is said and drawn of their messages.
namespace edgeldp::cli::compression {

inline constexpr double paper_beta = 2.0;

/// Of the total, for the noisy number of entries: at a tenth a user with the median of 70 ratings
/// needs no more chunks than it would with its true number.
inline constexpr double released_size_share = 0.1;

inline constexpr std::uint64_t paper_users = 1000;

/// The published sampler has no expected end; few chunks come this far.
inline constexpr std::uint64_t most_heap_visits = std::uint64_t{1} << 20;

/// One way of sending vectors.
struct line {
  double epsilon = 1.0;
  unsigned level = default_level;
  std::optional<double> beta;  ///< beta e d chunks, e the mechanism's budget, instead of the level
  bool has_true_size = false;  ///< d as it is, NOT private; otherwise released

  std::string name() const {
    return (beta ? fmt::format("ppr beta {:g}", *beta) : fmt::format("ppr level {}", level)) +
           (has_true_size ? ", true size" : "");
  }

  ppr_spec codec() const { return {.level = level, .beta = beta}; }

  vector_options options() const {
    vector_options o;
    o.total = edgeldp::epsilon::from_nats(epsilon);
    o.codec = codec();
    o.size_share = released_size_share;
    o.true_sizes = has_true_size;
    return o;
  }
};

inline line paper_line(double epsilon, double beta = paper_beta) {
  return {epsilon, default_level, beta, true};
}

/// Everybody's messages along one line.
struct series {
  line how;
  std::string name;
  sent_vectors sent;

  std::vector<plot_point> points(double (*y)(const message_cost&)) const {
    std::vector<plot_point> all;
    all.reserve(sent.users.size());
    for (const message_cost& c : sent.users) all.push_back({static_cast<double>(c.entries), y(c)});
    return all;
  }
  double entries() const {
    double sum = 0.0;
    for (const message_cost& c : sent.users) sum += static_cast<double>(c.entries);
    return sum;
  }
  std::vector<double> values(double (*y)(const message_cost&)) const {
    std::vector<double> all;
    all.reserve(sent.users.size());
    for (const message_cost& c : sent.users) all.push_back(y(c));
    return all;
  }
};

inline double bits(const message_cost& c) {
  return 8.0 * static_cast<double>(c.bytes);
}
inline double milliseconds(const message_cost& c) {
  return 1e3 * c.seconds;
}
inline double microseconds_an_entry(const message_cost& c) {
  return 1e6 * c.seconds / static_cast<double>(c.entries);
}

/// One of the paper's experiments under way.
class study {
 public:
  study(population people, const reproduce_arguments& a, notebook& notes)
      : m_people(std::move(people)), m_arguments(a), m_notes(notes) {}

  const population& people() const { return m_people; }

  /// The paper's epsilon 1 in both readings: what the message costs, and what the mechanism inside
  /// costs (then the message costs 4).
  std::vector<double> epsilons(std::vector<double> otherwise = {1.0, 4.0}) const {
    return m_arguments.epsilons.empty() ? otherwise : m_arguments.epsilons;
  }

  /// Ours at one budget.
  std::vector<line> our_lines(double epsilon) const {
    std::vector<line> lines;
    for (const unsigned level : m_arguments.levels.empty()
                                    ? std::vector<unsigned>{default_level, largest_level}
                                    : m_arguments.levels)
      lines.push_back({epsilon, level, std::nullopt, false});
    return lines;
  }

  series measure(const line& l) {
    return keep(
        {l, l.name(),
         send_vectors(m_people.vectors, l.options(), m_arguments.runs.value_or(3), m_arguments.seed)});
  }

  series measure_by_heap(const line& l) {
    return keep({l, "published sampler, " + l.name().substr(4),
                 send_vectors_by_heap(m_people.vectors, l.options(), most_heap_visits, m_arguments.seed)});
  }

  void say(const series& s, const std::string& measure, const record& paper, const record& ours) {
    const line& l = s.how;
    m_notes.add({s.name,
                 l.epsilon,
                 measure,
                 paper,
                 ours,
                 !l.has_true_size,
                 {{"data", m_people.source},
                  {"mechanism_epsilon", s.sent.mechanism_epsilon},
                  {"alpha", l.codec().alpha.value()},
                  {"beta", l.beta ? record(*l.beta) : record(nullptr)},
                  {"level", l.beta ? record(nullptr) : record(l.level)},
                  {"users", m_people.vectors.users()},
                  {"length", m_people.vectors.length()},
                  {"alphabet", m_people.vectors.alphabet()}}});
  }

  /// What needs no privacy: the same keys, no budget.
  void say_plain(const std::string& mechanism, const std::string& measure, const record& ours) {
    m_notes.add({mechanism, std::nullopt, measure, nullptr, ours, false, {{"data", m_people.source}}});
  }

  void draw(const std::string& title, const std::string& x, const std::string& y_label,
            std::span<const series> lines, double (*y)(const message_cost&)) {
    figure f{title, x, y_label};
    for (const series& s : lines)
      f.curves.push_back(
          {s.name, s.points(y), plot_curve::look::dots, static_cast<unsigned>(f.curves.size())});
    m_notes.add_figure(std::move(f));
  }

 private:
  series keep(series s) {
    for (const message_cost& c : s.sent.users)
      m_notes.add_point({{"mechanism", s.name},
                         {"epsilon", s.how.epsilon},
                         {"entries", c.entries},
                         {"upload_bytes", c.bytes},
                         {"seconds", c.seconds}});
    return s;
  }

  population m_people;
  const reproduce_arguments& m_arguments;
  notebook& m_notes;
};

}  // namespace edgeldp::cli::compression
