// SPDX-License-Identifier: MIT
#include "verbs/report_verdicts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "io/consent.hpp"
#include "verbs/report_costs.hpp"

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

/// A smaller budget of the sweep from which on all numbers are usable, and something is hidden.
std::string cheaper_text(std::span<const reported_number> numbers, double nats) {
  double enough = 0.0;
  for (const reported_number& n : numbers) {
    const record* from = usable_from(n);
    if (from == nullptr || !hides_something(number_of(*from, "relationship_dp"))) return "";
    enough = std::max(enough, number_of(*from, "epsilon"));
  }
  return enough < nats ? fmt::format(" Epsilon {:g} would do too.", enough) : "";
}

/// Few of them: a verdict is no list.
std::string named(const std::vector<std::string>& names) {
  constexpr std::size_t most_named = 3;
  return enumeration(names, most_named);
}

/// Whether a number that is weak says at least how large it roughly is.
bool is_rough(const reported_number& n) {
  constexpr double half = 0.5;
  return n.value() == worth::weak && share_of(*n.asked) <= half;
}

std::vector<std::string> rough_names(std::span<const reported_number> numbers) {
  std::vector<std::string> names;
  for (const reported_number& n : numbers)
    if (is_rough(n)) names.push_back(n.name);
  return names;
}

/// Those that say nothing, or next to nothing.
std::vector<std::string> vain_names(std::span<const reported_number> numbers) {
  std::vector<std::string> names;
  for (const reported_number& n : numbers)
    if (n.value() != worth::usable && !is_rough(n)) names.push_back(n.name);
  return names;
}

bool is_dear(const record& asked) {
  return !hides_something(number_of(asked, "relationship_dp"));
}

/// Whether the answer is worth its price to anybody.
bool is_worthy(const reported_results& question, std::span<const reported_number> numbers) {
  return !is_dear(question.asked.front()) && vain_names(numbers).size() < numbers.size();
}

/// Of numbers that are not usable what the one says that needs least.
std::string least_need_text(std::span<const reported_number> numbers) {
  const reported_number* best = nullptr;
  const auto rank = [](const reported_number& n) {
    const needed_budget need = need_of(n);
    return std::isnan(need.epsilon) || !need.hides ? INFINITY : need.epsilon;
  };
  for (const reported_number& n : numbers)
    if (n.value() != worth::usable && (best == nullptr || rank(n) < rank(*best))) best = &n;
  if (numbers.size() > 1 && std::isfinite(rank(*best))) return need_text(*best, " for " + best->name);
  return need_text(*best, vain_names(numbers).size() < numbers.size() ? " for more" : "");
}

/// What an answer is good for.
std::string good_for(std::span<const reported_number> numbers) {
  const std::vector<std::string> good = names_worth(numbers, worth::usable), rough = rough_names(numbers),
                                 vain = vain_names(numbers);
  const bool is_all = vain.empty() && numbers.size() == 1;
  const std::string not_for = vain.empty() ? "" : fmt::format(", not for {}", named(vain));
  if (good.empty())
    return fmt::format("the order of magnitude{}{}", is_all ? "" : " of " + named(rough), not_for);
  return fmt::format("{}{}{}", named(good),
                     rough.empty() ? "" : fmt::format(" and the order of magnitude of {}", named(rough)),
                     not_for);
}

}  // namespace

std::string need_text(const reported_number& n, const std::string& whose) {
  const needed_budget need = need_of(n);
  if (!need.hides) return fmt::format("No budget that hides anything would do{}.", whose);
  if (std::isnan(need.epsilon)) return fmt::format("None of the epsilons on this page would do{}.", whose);
  const char* said = need.was_tried ? "Epsilon {:g} would do{}.{}"
                                    : "About epsilon {:g} would do{}, as far as this noise tells.{}";
  const char* rest = need.loss >= loss_of_a_lot ? " There a lot can be learned about a contact." : "";
  return fmt::format(fmt::runtime(said), need.epsilon, whose, rest);
}

cell verdict_on(const reported_results& question, std::span<const reported_number> numbers) {
  const record& asked = question.asked.front();
  const double nats = number_of(asked, "epsilon");
  const bool is_good = all_are(numbers, worth::usable);
  if (vain_names(numbers).size() == numbers.size()) {
    const bool is_noise = all_are(numbers, worth::lost);
    const std::string why =
        is_noise ? "what comes out is noise" : "what comes out may be more than half of itself off";
    return {fmt::format("Do not ask at epsilon {:g}: {}. {}", nats, why, least_need_text(numbers)),
            tint::bad};
  }
  const std::string worth_of =
      is_good ? fmt::format("{}{} off", numbers.size() == 1 ? "at most " : "each number at most ",
                            percent(largest_share(numbers)))
              : "good only for " + good_for(numbers);
  if (is_dear(asked))
    return {fmt::format("Not worth its price at epsilon {:g}: {}, but next to nothing about a contact stays "
                        "hidden.{}",
                        nats, worth_of, cheaper_text(numbers, nats)),
            is_good ? tint::doubtful : tint::bad};
  if (is_good) return {fmt::format("Worth asking: {}.{}", worth_of, cheaper_text(numbers, nats)), tint::good};
  return {fmt::format("Worth asking only for {}. {}", good_for(numbers), least_need_text(numbers)),
          tint::doubtful};
}

std::string choice_text(std::span<const reported_results> all, std::span<const reported_number> numbers) {
  if (all.size() < 2) return "";
  std::vector<std::string> worthy, others;
  double price = 0.0, wasted = 0.0, least = INFINITY;
  for (const reported_results& one : all) {
    std::vector<reported_number> of_it;
    std::ranges::copy_if(numbers, std::back_inserter(of_it),
                         [&](const reported_number& n) { return n.of == &one; });
    const bool is_asked = is_worthy(one, of_it);
    const double loss = price_of_relationship(one.asked.front());
    (is_asked ? worthy : others).emplace_back(one.question->name);
    (is_asked ? price : wasted) += loss;
    if (is_asked) least = std::min(least, loss);
  }
  const std::string rest = others.empty() ? "" : fmt::format("; {} not at all", enumeration(others));
  if (worthy.empty()) return "None of these questions is worth asking at this budget.";
  const double line = price >= loss_of_nearly_everything ? loss_of_nearly_everything : loss_of_a_lot;
  if (worthy.size() > 1 && price >= line && least < line)
    return fmt::format(
        "Ask only one of {}, the one that you need most: together they cost a relationship {}, and from {:g} "
        "on {} can be learned about it{}.",
        enumeration(worthy), nats_text(price), line,
        line == loss_of_nearly_everything ? "nearly everything" : "a lot", rest);
  if (others.empty())
    return fmt::format("All of them may be asked: together they cost a relationship {}.", nats_text(price));
  return fmt::format("Ask only {}: {} would cost a relationship another {}, and not be worth it.",
                     enumeration(worthy), enumeration(others), nats_text(wasted));
}

}  // namespace edgeldp::cli
