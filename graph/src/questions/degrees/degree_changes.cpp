// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/degrees/degree_changes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "belief/lost_users.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/codec/codec_parameters.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/graph/errors/interval.hpp"

namespace edgeldp {

byte_string write_told(std::span<const told_number> told) {
  byte_string out;
  canonical_writer to(out);
  to.number(static_cast<int128>(told.size()));
  std::uint32_t before = 0;
  for (const told_number& n : told) {
    to.number(n.date - before).number(n.value);
    before = n.date;
  }
  return out;
}

std::vector<told_number> read_told(std::span<const std::byte> message, std::uint32_t date) {
  canonical_reader from(message);
  std::vector<told_number> told(size_of(from.count(date)));
  std::uint32_t before = 0;
  for (told_number& n : told) {
    const std::uint64_t step = from.count(date - before);
    n = {before + static_cast<std::uint32_t>(step), from.number()};
    if (step == 0 || (before == 0 && step != 1)) throw format_error(0, "dates that do not increase from 1");
    if (n.value < -largest_released_number || n.value > largest_released_number)
      throw format_error(0, "a number that no user tells");
    before = n.date;
  }
  from.end();
  if (before != date) throw format_error(0, "nothing is told of this date");
  return told;
}

void told_degrees::accept(std::uint64_t number, std::span<const std::byte> message) {
  of[size_of(number)] = read_told(message, date);
}

const round_kind& degree_change_round::kind() const noexcept {
  static constexpr round_kind kind{rounds::degree, edge_use::both_endpoints};
  return kind;
}

void degree_change_round::write(byte_string& out) const {
  canonical_writer(out)
      .budget(budgets.first)
      .budget(budgets.changes)
      .number(budgets.most_changes)
      .number(date);
}

degree_change_round degree_change_round::read(std::span<const std::byte> in, const public_objects&) {
  canonical_reader from(in);
  degree_change_round r;
  r.budgets.first = from.budget();
  r.budgets.changes = from.budget();
  r.budgets.most_changes = static_cast<std::uint32_t>(from.count(history_budgets::largest_limit));
  r.date = static_cast<std::uint32_t>(from.count(largest_date));
  from.end();
  if (r.budgets.first.is_zero() || r.budgets.changes.is_zero() || !r.budgets.is_used() || r.date < 2)
    throw format_error(0, "a change that no series has");
  return r;
}

namespace {

/// What users tell who keep to the protocol, of so many people.
struct plausible_telling {
  plausible_number first, change;
  plausible_telling(const history_budgets& budgets, std::uint64_t people)
      : first(0, most(people), 1, budgets.first),
        change(-most(people), most(people), budgets.reach(), budgets.changes) {}
  static int128 most(std::uint64_t people) { return static_cast<int128>(people) - 1; }
};

degrees_on_date::user level_of(vertex_id user, std::span<const told_number> told,
                               const plausible_telling& plausible, plausibility_check& check) {
  degrees_on_date::user on;
  std::uint32_t before = 0;
  for (const told_number& n : told) {
    const auto value = static_cast<std::int64_t>(
        check.clamp(user, n.date == 1 ? plausible.first : plausible.change, n.value));
    on.level += value;
    on.changes += n.date == 1 ? 0 : 1;
    on.change = value;
    on.is_since_before = before + 1 == n.date;
    before = n.date;
  }
  return on;
}

/// A sum of what each of these users told, times a constant.
struct summed {
  double sum = 0.0, variance = 0.0;
  std::uint64_t users = 0;
};

summed levels(const degrees_on_date& on) {
  const double first = discrete_laplace(1, on.budgets.first).variance(),
               change = discrete_laplace(on.budgets.reach(), on.budgets.changes).variance();
  summed all;
  for (const degrees_on_date::user& u : on.users) {
    all.sum += static_cast<double>(u.level);
    all.variance += first + u.changes * change;
    ++all.users;
  }
  return all;
}

summed changes(const degrees_on_date& on) {
  summed all;
  for (const degrees_on_date::user& u : on.users)
    if (u.is_since_before) {
      all.sum += static_cast<double>(u.change);
      ++all.users;
    }
  all.variance =
      static_cast<double>(all.users) * discrete_laplace(on.budgets.reach(), on.budgets.changes).variance();
  return all;
}

/// bias: of the sum. Nothing is known where nobody told anything.
estimate estimate_of(const summed& all, double factor, double bias) {
  if (all.users == 0) return {.standard_error = INFINITY};
  const double error = factor * std::sqrt(all.variance);
  const double of_limit = factor * bias;
  return {factor * all.sum, error, of_limit,
          std::abs(of_limit) + bound_of_steps(factor, inflation::degrees, error), inflation::degrees};
}

/// What the limit adds to the sum of the levels, and to that of the changes: the true sum is what
/// was told over 1 + the share.
double bias_of_levels(const degrees_on_date& on, const summed& all, const assumed_turnover& assumed) {
  const double share = predict_left_out(on.budgets, on.date, assumed);
  return std::max(0.0, all.sum) * share / (1.0 + share);
}

double bias_of_changes(const degrees_on_date& on, const summed& all, const assumed_turnover& assumed) {
  const summed of_levels = levels(on);
  if (of_levels.users == 0 || all.users == 0) return 0.0;
  const double truth = std::max(0.0, of_levels.sum) / (1.0 + predict_left_out(on.budgets, on.date, assumed));
  const double step =
      predict_left_out(on.budgets, on.date, assumed) - predict_left_out(on.budgets, on.date - 1, assumed);
  return truth * step * static_cast<double>(all.users) / static_cast<double>(of_levels.users);
}

double per_user(const summed& all) {
  return all.users == 0 ? 0.0 : 1.0 / static_cast<double>(all.users);
}

}  // namespace

degree_changes_result release_degree_changes(session& s, const history_budgets& budgets, std::uint32_t date,
                                             std::uint64_t people) {
  const roster all = s.everybody();
  if (all.size() == 0) throw bad_graph_input("the graph has no vertices");
  const told_degrees round = s.ask(degree_change_round{budgets, date}, {budgets.changes, all});
  require_somebody(s.present());
  const plausible_telling plausible(budgets, people);
  plausibility_check check(true);
  degrees_on_date on{budgets, date, {}, people};
  for (std::size_t u = 0; u < round.of.size(); ++u)
    if (!round.of[u].empty())
      on.users.push_back(level_of(static_cast<vertex_id>(u), round.of[u], plausible, check));
  const double sent = static_cast<double>(s.upload_bytes()) / static_cast<double>(all.size());
  return {std::move(on), {sent, 0.0, 0.0}, s.close(), check.found()};
}

double predict_left_out(const history_budgets& budgets, std::uint32_t date, const assumed_turnover& assumed) {
  // Shares of the number of entries that there are, by whether they were there on the first date
  // and by how often they have changed: even of those that were are there, odd of others.
  std::vector<double> of_first(date + 1, 0.0), of_others(date + 1, 0.0);
  of_first[0] = 1.0;
  const auto gone = [&] {
    double sum = 0.0;
    for (std::size_t c = 1; c <= date; ++c) sum += c % 2 == 1 ? of_first[c] : of_others[c];
    return sum;
  };
  for (std::uint32_t step = 1; step < date; ++step) {
    const double pool = gone();
    const double back = std::min(assumed.share * assumed.returning, pool);
    const double chance = pool > 0.0 ? back / pool : 0.0;
    std::vector<double> first = of_first, others = of_others;
    for (std::size_t c = 0; c < date; ++c) {
      const double from_first = of_first[c] * (c % 2 == 0 ? assumed.share : chance);
      const double from_others = c == 0 ? 0.0 : of_others[c] * (c % 2 == 1 ? assumed.share : chance);
      first[c] -= from_first;
      first[c + 1] += from_first;
      others[c] -= from_others;
      others[c + 1] += from_others;
    }
    others[1] += assumed.share - back;
    of_first = std::move(first);
    of_others = std::move(others);
  }
  double too_many = 0.0;
  const std::uint32_t limit = budgets.most_changes;
  for (std::uint32_t c = limit + 1; c <= date; ++c) {
    const double told_first = limit % 2 == 0 ? 1.0 : 0.0, true_first = c % 2 == 0 ? 1.0 : 0.0;
    too_many += of_first[c] * (told_first - true_first) - of_others[c] * (told_first - true_first);
  }
  return too_many;
}

estimate estimate_edges(const degrees_on_date& on, const assumed_turnover& assumed) {
  const summed all = levels(on);
  return estimate_of(all, 0.5, bias_of_levels(on, all, assumed));
}

estimate estimate_mean_degree(const degrees_on_date& on, const assumed_turnover& assumed) {
  const summed all = levels(on);
  return estimate_of(all, per_user(all), bias_of_levels(on, all, assumed));
}

estimate estimate_change_of_edges(const degrees_on_date& on, const assumed_turnover& assumed) {
  const summed all = changes(on);
  return estimate_of(all, 0.5, bias_of_changes(on, all, assumed));
}

estimate estimate_change_of_mean_degree(const degrees_on_date& on, const assumed_turnover& assumed) {
  const summed all = changes(on);
  return estimate_of(all, per_user(all), bias_of_changes(on, all, assumed));
}

double influence_on_edges(const degrees_on_date& on, std::uint64_t liars) {
  const plausible_telling plausible(on.budgets, on.people);
  const auto width = [](const plausible_number& range) {
    return static_cast<double>(range.high() - range.low());
  };
  std::vector<double> reaches;
  for (const degrees_on_date::user& u : on.users)
    reaches.push_back(width(plausible.first) + u.changes * width(plausible.change));
  ranges::sort(reaches, std::greater());
  if (reaches.size() > liars) reaches.resize(size_of(liars));
  double sum = 0.0;
  for (const double reach : reaches) sum += 0.5 * reach;
  return sum;
}

}  // namespace edgeldp
