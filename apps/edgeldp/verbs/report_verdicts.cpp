// SPDX-License-Identifier: MIT
#include "verbs/report_verdicts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "io/consent.hpp"

namespace edgeldp::cli {

namespace {

bool all_are(std::span<const reported_number> numbers, worth w) {
  return std::ranges::all_of(numbers, [w](const reported_number& n) { return n.value() == w; });
}

double largest_share(std::span<const reported_number> numbers) {
  double most = 0.0;
  for (const reported_number& n : numbers) most = std::max(most, share_of(*n.asked));
  return most;
}

/// A smaller budget of the sweep from which on all numbers are usable.
std::string cheaper_text(std::span<const reported_number> numbers, double nats) {
  double enough = 0.0;
  for (const reported_number& n : numbers) {
    const double from = usable_from(n);
    if (std::isnan(from)) return "";
    enough = std::max(enough, from);
  }
  return enough < nats ? fmt::format(" Epsilon {:g} would do too.", enough) : "";
}

std::string good_text(std::span<const reported_number> numbers, double nats, bool is_dear) {
  const std::string share = percent(largest_share(numbers));
  const std::string off = (numbers.size() == 1 ? "at most " : "each number at most ") + share + " off";
  return is_dear ? fmt::format(
                       "Not worth its price at epsilon {:g}: {}, but next to nothing about a contact "
                       "stays hidden.{}",
                       nats, off, cheaper_text(numbers, nats))
                 : fmt::format("Worth asking: {}.{}", off, cheaper_text(numbers, nats));
}

/// Few of them: a verdict is no list.
std::string named(const std::vector<std::string>& names) {
  constexpr std::size_t most_named = 3;
  return enumeration(names, most_named);
}

/// Of numbers that are not usable the one that needs least.
std::string least_need_text(std::span<const reported_number> numbers) {
  const reported_number* best = nullptr;
  for (const reported_number& n : numbers) {
    const double enough = n.value() == worth::usable ? NAN : enough_epsilon(n);
    if (!std::isnan(enough) && (best == nullptr || enough < enough_epsilon(*best))) best = &n;
  }
  if (best == nullptr) return "No epsilon is known that would do.";
  const double enough = enough_epsilon(*best);
  const std::string whose = numbers.size() > 1 ? " for " + best->name : "";
  const std::string_view rest = rest_text(enough);
  return fmt::format("Epsilon {:g} would do{}.{}", enough, whose, rest);
}

}  // namespace

std::string_view rest_text(double nats) {
  if (nats >= loss_of_nearly_everything)
    return " At that epsilon next to nothing is hidden; more people would help as well.";
  return nats >= loss_of_a_lot ? " At that epsilon little is hidden." : "";
}

cell verdict_on(const reported_results& question, std::span<const reported_number> numbers) {
  const record& asked = question.asked.front();
  const double nats = number_of(asked, "epsilon");
  const bool is_dear = number_of(asked, "relationship_dp") >= loss_of_nearly_everything;
  if (all_are(numbers, worth::usable))
    return {good_text(numbers, nats, is_dear), is_dear ? tint::doubtful : tint::good};
  const std::vector<std::string> good = names_worth(numbers, worth::usable),
                                 weak = names_worth(numbers, worth::weak),
                                 lost = names_worth(numbers, worth::lost);
  const std::string dear = is_dear ? " At this price next to nothing about a contact stays hidden." : "";
  if (good.empty() && weak.empty())
    return {fmt::format("Do not ask at epsilon {:g}: what comes out is noise. {}", nats,
                        least_need_text(numbers)),
            tint::bad};
  const std::string but = lost.empty() ? "" : fmt::format(" Not for {}.", named(lost));
  if (good.empty()) {
    const std::string of = numbers.size() > 1 ? " of " + named(weak) : "";
    return {fmt::format("Worth asking only for the order of magnitude{}.{} {}{}", of, but,
                        least_need_text(numbers), dear),
            tint::doubtful};
  }
  const std::string roughly =
      weak.empty() ? "" : fmt::format(" Only the order of magnitude of {}.", named(weak));
  return {fmt::format("Worth asking only for {}.{}{}{}", named(good), roughly, but, dear), tint::doubtful};
}

std::string choice_text(std::span<const reported_results> all, std::span<const reported_number> numbers) {
  if (all.size() < 2) return "";
  std::vector<std::string> worthy, others;
  double price = 0.0, wasted = 0.0, least = INFINITY;
  for (const reported_results& one : all) {
    std::vector<reported_number> of_it;
    std::ranges::copy_if(numbers, std::back_inserter(of_it),
                         [&](const reported_number& n) { return n.of == &one; });
    const bool is_lost = all_are(of_it, worth::lost);
    const double loss = number_of(one.asked.front(), "relationship_dp");
    (is_lost ? others : worthy).emplace_back(one.question->name);
    (is_lost ? wasted : price) += loss;
    if (!is_lost) least = std::min(least, loss);
  }
  if (worthy.empty()) return "None of these questions is worth asking at this budget.";
  std::string said;
  if (!others.empty())
    said = fmt::format("Ask only {}: {} would cost a relationship another {:.4g}, for nothing but noise. ",
                       enumeration(worthy), enumeration(others), wasted);
  if (worthy.size() > 1 && price >= loss_of_a_lot && least < loss_of_a_lot)
    said += fmt::format(
        "Together {} cost a relationship {:.4g}, and from {:g} on a lot can be learned about it: "
        "ask only the one that you need most.",
        enumeration(worthy), price, loss_of_a_lot);
  return said;
}

}  // namespace edgeldp::cli
