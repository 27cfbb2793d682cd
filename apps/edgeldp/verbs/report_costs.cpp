// SPDX-License-Identifier: MIT
#include "verbs/report_costs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "io/consent.hpp"
#include "io/page.hpp"

namespace edgeldp::cli {

namespace {

/// Prices are told to hundredths, tiny ones to two digits.
double step_of(double nats) {
  constexpr double least = 0.1;
  return nats >= least || nats <= 0.0 ? 0.01 : std::pow(10.0, std::floor(std::log10(nats)) - 1.0);
}

}  // namespace

std::string nats_text(double nats) {
  std::string text = fmt::format("{:.9f}", std::round(nats / step_of(nats)) * step_of(nats));
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

namespace {

constexpr double thought_before = 0.01;

/// What a person spends, by how many of the two ends of a relationship tell of it there.
struct price {
  double twice = 0.0, once = 0.0;

  double of_person() const { return twice + once; }
  double of_relationship() const { return 2.0 * twice + once; }
};

/// What was spent, which may be less than what was allowed. Both parts are rounded, so that sums of
/// what is told are sums.
/// Requires: of one run.
price price_of(const record& r) {
  const record& spent = r.at("spent");
  const double person = number_of(spent, "epsilon"), relationship = number_of(spent, "relationship_dp");
  const double step = step_of(person);
  const auto rounded = [step](double nats) { return std::round(nats / step) * step; };
  return {rounded(relationship - person), rounded(2.0 * person - relationship)};
}

table_row price_row(std::string name, const price& p) {
  return {{std::move(name)},   {nats_text(p.of_person())},       {nats_text(p.twice)},
          {nats_text(p.once)}, {nats_text(p.of_relationship())}, {one_percent_becomes(p.of_relationship())}};
}

/// How the last two columns follow from the others, of a row.
std::string example_text(const std::string& name, const price& p) {
  const double loss = p.of_relationship();
  const std::string power = "e^" + nats_text(loss), factor = factor_text(loss);
  return fmt::format(
      "In the row \"{0}\": {1} = {2} + {3}, and {4} = 2 × {2} + {3}. A loss of {4} multiplies odds by at "
      "most "
      "{5}{6}. 1% likely is odds of 1 to 99; times {7} that is {7} to 99, or {8}.",
      name, nats_text(p.of_person()), nats_text(p.twice), nats_text(p.once), nats_text(loss), power,
      factor == power ? "" : " = " + factor, factor, one_percent_becomes(loss));
}

/// A sum, as it is written.
struct written_sum {
  double value = 0.0;
  std::vector<std::string> terms;

  /// Rounded up: nobody is told less than what was paid.
  void add(double nats, std::uint64_t times = 1) {
    constexpr double rounding = 1e-6;
    const double term = std::ceil(nats / step_of(nats) - rounding) * step_of(nats);
    value += static_cast<double>(times) * term;
    terms.push_back(times > 1 ? fmt::format("{} × {}", times, nats_text(term)) : nats_text(term));
  }
};

/// What all runs of a question tell of a relationship, those of the sweep as well; never less than
/// what was paid.
written_sum loss_of_all_runs(const reported_results& one, std::uint64_t runs) {
  written_sum sum;
  sum.add(number_of(one.asked.front(), "relationship_dp"));
  double last = NAN;
  for (const record& r : one.sweep) {
    if (number_of(r, "epsilon") == last) continue;  // other numbers of the same run
    last = number_of(r, "epsilon");
    sum.add(number_of(r, "relationship_dp"), runs);
  }
  const double paid = number_of(one.asked.front(), "relationship_dp") +
                      number_of(one.sweep.back().at("spent"), "relationship_dp");
  constexpr double rounding = 1e-6;
  if (paid > sum.value + rounding) sum.add(paid - sum.value);
  return sum;
}

/// Whoever hands the page on hands on all runs behind it.
bool is_handed_on(const report_facts& f) {
  return !f.seed && !f.has_exact;
}

/// What the sum in the beginning consists of.
void add_page_cost(document& d, const report_facts& f, std::span<const reported_results> all) {
  if (!is_handed_on(f)) return;
  std::vector<std::string> sums;
  for (const reported_results& one : all) {
    const written_sum sum = loss_of_all_runs(one, f.runs);
    sums.push_back(
        fmt::format("{}: {} = {}", one.question->name, fmt::join(sum.terms, " + "), nats_text(sum.value)));
  }
  d.paragraph(
      fmt::format("What all runs behind this page tell about two people, which its beginning sums up. "
                  "By question, first at epsilon {:g}, then at those of the table further below:",
                  f.epsilon));
  d.list(sums);
}

}  // namespace

std::string page_cost_text(const report_facts& f, std::span<const reported_results> all) {
  if (!is_handed_on(f)) return "";
  double loss = 0.0;
  for (const reported_results& one : all) loss += loss_of_all_runs(one, f.runs).value;
  return fmt::format(
      "This page has no exact number. Who hands it on hands on all runs behind it, at every epsilon of this "
      "page: what they tell about two people adds up to epsilon {}, a factor of at most {} of the odds.",
      nats_text(loss), factor_text(loss));
}

double price_of_relationship(const record& r) {
  return price_of(r).of_relationship();
}

std::string one_percent_becomes(double loss) {
  return likelihood_text(largest_belief(thought_before, loss));
}

std::string price_text(const record& r) {
  const price p = price_of(r);
  const std::string extent = extent_text(p.of_relationship());
  return fmt::format(
      "Price: epsilon {} of each person; a relationship loses at most {}, so that 1% likely may become "
      "{}.{}{}",
      nats_text(p.of_person()), nats_text(p.of_relationship()), one_percent_becomes(p.of_relationship()),
      extent.empty() ? "" : " ", extent);
}

void add_costs(document& d, const report_facts& f, std::span<const reported_results> all) {
  d.heading("What it costs in privacy");
  d.paragraph(fmt::format(
      "Noise hides whether any two people know each other, whoever reads the messages, and whatever else "
      "that reader knows. How well is a number, epsilon: the smaller, the better hidden. Who takes part is "
      "not "
      "hidden. Rule of thumb for two people: from {:g} on a lot can be learned about their relationship, "
      "from "
      "{:g} on nearly everything.",
      loss_of_a_lot, loss_of_nearly_everything));
  d.paragraph(fmt::format(
      "Each question may spend epsilon {:g} of each person. A relationship stands in two lists. Where both "
      "people "
      "answer with it, it loses twice what one of them spends; where only one of the two does, it loses that "
      "once.",
      f.epsilon));
  std::vector<table_row> rows = {{{"question"},
                                  {"one person spends"},
                                  {"of it where both answer"},
                                  {"where one answers"},
                                  {"a relationship loses"},
                                  {"1% becomes at most"}}};
  price whole;
  for (const reported_results& one : all) {
    const price p = price_of(one.asked.front());
    rows.push_back(price_row(std::string(one.question->name), p));
    whole.twice += p.twice;
    whole.once += p.once;
  }
  if (all.size() > 1) rows.push_back(price_row("all together", whole));
  d.table(rows);
  d.note(
      "To hundredths. " + example_text(rows.back().front().text, whole) +
      " 1% becomes at most: who thought so likely that two people know each other may think it that likely "
      "after reading everything.");
  if (all.size() > 1)
    d.paragraph(
        "Each question is a run of its own, and what runs tell adds up: the row \"all together\" is the sum "
        "of "
        "those above it, but for its last column. Where the same people answer all of these:");
  d.paragraph(contact_text(whole.of_relationship()));
  d.paragraph(own_messages_text(whole.of_person()));
  add_page_cost(d, f, all);
}

}  // namespace edgeldp::cli
