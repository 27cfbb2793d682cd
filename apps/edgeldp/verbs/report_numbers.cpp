// SPDX-License-Identifier: MIT
#include "verbs/report_numbers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "io/consent.hpp"
#include "study/answer_parts.hpp"

namespace edgeldp::cli {

tint tint_of(worth w) {
  return w == worth::usable ? tint::good : w == worth::weak ? tint::doubtful : tint::bad;
}

std::string statistic_of(const reported_question& q, const record& r) {
  return has(r, "statistic") ? text_of(r, "statistic") : std::string(q.name);
}

double share_of(const record& r) {
  return number_of(r, "half_width") / std::abs(number_of(r, "estimate"));
}

// --- what can be

possible_values possible_values_of(std::string_view statistic, double people) {
  const auto is = [&](std::string_view beginning) { return statistic.starts_with(beginning); };
  if (statistic.find("assortativity") != statistic.npos) return {-1.0, 1.0};
  if (is("clustering") || is("fraction") || is("recall")) return {0.0, 1.0};
  const auto others = [people](double named) { return std::max(people - named, 0.0); };
  const double pairs = people * others(1.0) / 2.0;
  if (is("edges")) return {0.0, pairs};
  if (is("mean_degree") || is("max_degree") || is("degree of contacts") || is("degeneracy"))
    return {0.0, others(1.0)};
  if (is("density")) return {0.0, others(1.0) / 2.0};
  if (is("triangles")) return {0.0, pairs * others(2.0) / 3.0};
  if (is("wedges")) return {0.0, pairs * others(2.0)};
  if (is("cycles")) return {0.0, pairs * others(2.0) * others(3.0) / 4.0};
  return {0.0, std::numeric_limits<double>::infinity()};
}

worth reported_number::value_of(const record& r) const {
  if (number_of(r, "estimate") < possible.least) return worth::lost;
  const std::string said = text_of(r, "judgement");
  return said == "usable" ? worth::usable : said == "weak" ? worth::weak : worth::lost;
}

told_interval reported_number::interval() const {
  const record& ends = asked->at("interval");
  if (!ends[0].is_number() || !ends[1].is_number()) return {};
  const double low = ends[0].get<double>(), high = ends[1].get<double>();
  return {std::clamp(low, possible.least, possible.most), std::clamp(high, possible.least, possible.most),
          low<possible.least, high> possible.most, true};
}

std::string reported_number::estimate_text() const {
  const bool is_above = number_of(*asked, "estimate") > possible.most;
  return is_above ? significant(possible.most) : estimate_row(*asked, "").at(1).text;
}

std::string reported_number::low_text() const {
  const told_interval told = interval();
  return told.is_cut_below ? significant(told.low)
                           : rounded_to_error(told.low, number_of(*asked, "half_width"));
}

std::string reported_number::high_text() const {
  const told_interval told = interval();
  return told.is_cut_above ? significant(told.high)
                           : rounded_to_error(told.high, number_of(*asked, "half_width"));
}

std::string reported_number::at_most_text() const {
  const double most = number_of(*asked, "at_most");
  const bool says_something = most > 0.0 && most < possible.most;
  return says_something ? "at most about " + rounded_to_error(most, number_of(*asked, "half_width")) : "";
}

// --- all of them

std::vector<reported_number> numbers_in(std::span<const reported_results> all) {
  std::vector<reported_number> numbers;
  for (const reported_results& one : all)
    for (const record& r : one.asked) {
      const std::string statistic = statistic_of(*one.question, r);
      reported_number n{&one,
                        &r,
                        {},
                        reported_name(*one.question, r),
                        possible_values_of(statistic, number_of(r, "nodes"))};
      for (const record& other : one.sweep)
        if (statistic_of(*one.question, other) == statistic) n.sweep.push_back(&other);
      numbers.push_back(std::move(n));
    }
  return numbers;
}

std::string enumeration(const std::vector<std::string>& names, std::size_t most_named) {
  if (names.size() < 2) return names.empty() ? "" : names.front();
  const std::size_t named = names.size() > most_named ? most_named - 1 : names.size() - 1;
  const auto rest = names.begin() + static_cast<std::ptrdiff_t>(named);
  return fmt::format("{} and {}", fmt::join(names.begin(), rest, ", "),
                     names.size() > most_named ? fmt::format("{} more", names.size() - named) : *rest);
}

std::vector<std::string> names_worth(std::span<const reported_number> numbers, worth w) {
  std::vector<std::string> names;
  for (const reported_number& n : numbers)
    if (n.value() == w) names.push_back(n.name);
  return names;
}

const record* usable_from(const reported_number& n) {
  const record* from = nullptr;
  for (const record* r : n.sweep) {
    const bool is_usable = n.value_of(*r) == worth::usable;
    if (!is_usable)
      from = nullptr;
    else if (from == nullptr)
      from = r;
  }
  return from;
}

bool hides_something(double loss) {
  return loss < loss_of_nearly_everything;
}

namespace {

/// 6 of 5.7, 0.4 of 0.31.
double rounded_up(double nats) {
  const double digit = std::pow(10.0, std::floor(std::log10(nats)));
  constexpr double rounding = 1e-9;
  return std::ceil(nats / digit - rounding) * digit;
}

}  // namespace

needed_budget need_of(const reported_number& n) {
  const double asked = number_of(*n.asked, "epsilon");
  const record* const from = usable_from(n);
  for (const record* r : n.sweep) {
    const double nats = number_of(*r, "epsilon"), loss = number_of(*r, "relationship_dp");
    if (from != nullptr && nats >= number_of(*from, "epsilon") && nats > asked)
      return {nats, loss, hides_something(loss), true};
  }
  double tried = asked, loss_tried = number_of(*n.asked, "relationship_dp");
  for (const record* r : n.sweep) {
    tried = std::max(tried, number_of(*r, "epsilon"));
    loss_tried = std::max(loss_tried, number_of(*r, "relationship_dp"));
  }
  if (!has(*n.asked, "epsilon_that_would_do")) return {NAN, loss_tried, hides_something(loss_tried), true};
  const double nats = rounded_up(number_of(*n.asked, "epsilon_that_would_do"));
  const double loss = nats * number_of(*n.asked, "relationship_dp") / asked;
  if (nats > tried) return {nats, loss, hides_something(loss), false};
  return {NAN, loss_tried, hides_something(std::max(loss, loss_tried)),
          true};  // it was tried, and did not do
}

}  // namespace edgeldp::cli
