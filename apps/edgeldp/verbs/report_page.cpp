// SPDX-License-Identifier: MIT
#include "verbs/report_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "edgeldp/core/base/version.hpp"
#include "io/consent.hpp"
#include "io/page.hpp"
#include "study/answer_parts.hpp"
#include "study/sweep_figure.hpp"
#include "verbs/report_costs.hpp"
#include "verbs/report_numbers.hpp"
#include "verbs/report_verdicts.hpp"

namespace edgeldp::cli {

namespace {

constexpr const char* one_number = "Once: its number of contacts, with noise.";
constexpr const char* lists_and_counts =
    "First its number of contacts, with noise. Then its list, in which so many entries are random that no "
    "single "
    "one can be trusted. At last how many of what is counted it sees between its own list and the noisy "
    "lists of others, with noise again.";
constexpr const char* few_numbers = "In a few rounds one number each, with noise, about its contacts.";

constexpr reported_question questions_known[] = {
    {"triangles", "triangles", "",
     "How many triangles are there: groups of three people who all know each other?", lists_and_counts},
    {"degrees", "degrees", "",
     "How many contacts are there in all, how many does a person have, and how many chains of two contacts?",
     one_number},
    {"clustering", "degrees", "clustering",
     "Of all pairs of people who know the same third person: what share knows each other as well?",
     lists_and_counts},
    {"cycles", "cycles", "", "How many rings of four are there: four people, each of whom knows the next?",
     lists_and_counts},
    {"cores", "cores", "",
     "How dense is the densest part: the largest k such that some people each know k others of them?",
     few_numbers},
    {"centrality", "centrality", "", "Who is central: whom do many short chains of contacts lead to?",
     few_numbers},
    {"mixing", "mixing", "", "Do people with many contacts know others with many contacts?", few_numbers},
};

/// What a number is, for who has not met it.
std::string_view about_number(std::string_view statistic) {
  constexpr std::pair<std::string_view, std::string_view> all[] = {
      {"triangles", "Groups of three people who all know each other."},
      {"edges", "Contacts: pairs of people who know each other."},
      {"mean_degree", "How many contacts a person has on average."},
      {"wedges", "Chains of two contacts: a person, and two others whom it knows."},
      {"max_degree", "The most contacts that any one person has."},
      {"clustering",
       "A share, from 0 to 1: of all pairs of people who know the same third one, how many know each other."},
      {"cycles", "Rings of four people, each of whom knows the next."},
      {"degeneracy", "The largest k such that some people each know at least k others of them."},
      {"density of the chosen set",
       "Contacts among the people of a set, for each of them. Noisy answers chose the set as the densest; "
       "another may be denser, even all people together."}};
  const auto found = std::ranges::find(all, statistic, &std::pair<std::string_view, std::string_view>::first);
  return found == std::ranges::end(all) ? "" : found->second;
}

double exact_of(const record& r) {
  return has(r, "exact") ? number_of(r.at("exact"), "truth") : NAN;
}

// --- what it is

/// Why the page must not be handed on; empty where nothing speaks against it.
std::string not_private_text(const report_facts& f) {
  if (f.seed)
    return fmt::format(
        "Nothing on this page is private: {}its random numbers come from seed {}, and who knows a seed can "
        "take the noise away.",
        f.has_exact ? "it has exact numbers, and " : "", *f.seed);
  return f.has_exact ? "This page is not private: it has exact numbers, wherever it says exact. Only a "
                       "rehearsal knows them; a real collection never has them."
                     : "";
}

void add_beginning(document& d, const report_facts& f, std::span<const reported_results> all, double people) {
  d.paragraph(fmt::format(
      "This is a rehearsal: nobody was asked. A program played all {} people of a network that is known to "
      "whoever made this page, as if each kept its list of contacts to itself and changed its answers at "
      "random before sending them. Each question has a budget, epsilon {:g}.",
      grouped(people), f.epsilon));
  if (const std::string why = not_private_text(f); !why.empty()) d.warning(why);
  if (const std::string sum = page_cost_text(f, all); !sum.empty()) d.warning(sum);
}

// --- verdicts, and all numbers

void add_verdicts(document& d, std::span<const reported_results> all,
                  std::span<const reported_number> numbers) {
  d.heading("Is it worth asking?");
  for (const reported_results& one : all) {
    std::vector<reported_number> of_it;
    std::ranges::copy_if(numbers, std::back_inserter(of_it),
                         [&](const reported_number& n) { return n.of == &one; });
    d.judged(fmt::format("{}: {}", one.question->name, one.question->asks), "", nullptr,
             verdict_on(one, of_it), price_text(one.asked.front()));
  }
  d.paragraph(choice_text(all, numbers));
}

std::string worth_text(const reported_number& n) {
  switch (n.value()) {
    case worth::usable:
      return fmt::format("usable, within {}", percent(share_of(*n.asked)));
    case worth::weak:
      return fmt::format("weak, within {}", percent(share_of(*n.asked)));
    case worth::lost:
      break;
  }
  return "not usable";
}

constexpr const char* cut_mark = "*";

std::string interval_text(const reported_number& n) {
  const told_interval told = n.interval();
  if (!told.is_finite) return "no end is known";
  return fmt::format("{}{} to {}{}", n.low_text(), told.is_cut_below ? cut_mark : "", n.high_text(),
                     told.is_cut_above ? cut_mark : "");
}

/// What the mark says; empty where nothing is cut.
std::string cut_text(std::span<const reported_number> numbers) {
  const bool is_cut = std::ranges::any_of(numbers, [](const reported_number& n) {
    const told_interval told = n.interval();
    return told.is_cut_below || told.is_cut_above;
  });
  return is_cut ? fmt::format(
                      " {} Cut here, since the number cannot be beyond that: no count is below 0, no share "
                      "below 0 or above 1. The appendix has it uncut.",
                      cut_mark)
                : "";
}

void add_numbers(document& d, std::span<const reported_number> numbers) {
  d.heading("The numbers");
  std::vector<table_row> rows = {{{"number"}, {"estimate"}, {"95% interval"}, {"worth"}}};
  for (const reported_number& n : numbers)
    rows.push_back({{n.name},
                    {n.value() == worth::lost ? "not to be quoted" : n.estimate_text()},
                    {interval_text(n)},
                    {worth_text(n), tint_of(n.value())}});
  d.table(rows);
  d.note(
      "The interval says how far the noise may have moved a number: in 95 of 100 such runs the true number "
      "lies in it." +
      cut_text(numbers));
}

// --- the same as pictures

std::string long_verdict(const reported_number& n) {
  switch (n.value()) {
    case worth::usable:
      return fmt::format("Usable: in 95 of 100 runs it is at most {} off.", percent(share_of(*n.asked)));
    case worth::weak:
      return fmt::format("Weak: it may be up to {} off.", percent(share_of(*n.asked)));
    case worth::lost:
      break;
  }
  return "Not usable: the number is lost in the noise. There is no estimate to quote.";
}

std::string interval_sentence(const reported_number& n) {
  const told_interval told = n.interval();
  if (!told.is_finite) return "The noise has no bound that is known, so that nothing can be said.";
  if (n.value() == worth::lost) {
    const std::string most = n.at_most_text();
    return most.empty() ? "Nothing can be said." : fmt::format("All that can be said: {}.", most);
  }
  return fmt::format("Estimate {}; with a confidence of 95% between {}{} and {}{}.", n.estimate_text(),
                     n.low_text(), told.is_cut_below ? ", below which it cannot be," : "", n.high_text(),
                     told.is_cut_above ? ", above which it cannot be" : "");
}

std::string exact_sentence(const reported_number& n) {
  const double exact = exact_of(*n.asked);
  if (!std::isfinite(exact)) return "";
  return fmt::format(" Exact: {}{}, which only this rehearsal knows.", significant(exact),
                     n.interval().is_finite ? ", the upright black line" : "");
}

/// Requires: an interval with two ends.
drawn_interval drawing_of(const reported_number& n) {
  const told_interval told = n.interval();
  drawn_interval drawn{n.name, n.estimate_text(), n.low_text(), n.high_text(), told.low, 0.0, told.high};
  drawn.estimate = std::min(number_of(*n.asked, "estimate"), n.possible.most);
  if (told.is_cut_below) drawn.from += " (cannot be below)";
  if (told.is_cut_above) drawn.to += " (cannot be above)";
  if (const double exact = exact_of(*n.asked); std::isfinite(exact)) drawn.exact = exact;
  if (n.value() != worth::lost) return drawn;
  drawn.is_lost = true;
  drawn.said = "not usable";
  drawn.from.clear();
  drawn.to = n.at_most_text();
  return drawn;
}

void add_pictures(document& d, std::span<const reported_number> numbers) {
  d.heading("The numbers as pictures");
  std::string said =
      "In each picture the dot is the estimate, the thick line its interval, and the small grey mark 0. A "
      "short thick line is good.";
  if (!names_worth(numbers, worth::lost).empty())
    said += " A dotted grey line has no dot: that number is lost in the noise.";
  d.paragraph(said);
  for (const reported_number& n : numbers) {
    drawn_interval drawn;
    const bool is_drawn = n.interval().is_finite;
    if (is_drawn) drawn = drawing_of(n);
    const std::string need = n.value() == worth::usable ? "" : need_text(n);
    d.judged(n.name, std::string(about_number(statistic_of(*n.of->question, *n.asked))),
             is_drawn ? &drawn : nullptr, {long_verdict(n), tint_of(n.value())},
             interval_sentence(n) + exact_sentence(n) + (need.empty() ? "" : " " + need));
  }
}

void add_judgement(document& d, std::span<const reported_number> numbers) {
  d.heading("What is usable and what is not");
  constexpr std::array<const char*, 3> said = {
      "Usable, the interval reaches at most a quarter of the number to either side: {}.",
      "Weak, it reaches further, up to as far as 0: {}.",
      "Not usable, the number is lost in the noise, and must not be quoted: {}."};
  std::vector<std::string> items;
  for (std::size_t i = 0; i < worths.size(); ++i) {
    const std::vector<std::string> names = names_worth(numbers, worths[i]);
    items.push_back(fmt::format(fmt::runtime(said[i]), names.empty() ? "none" : enumeration(names)));
  }
  d.list(items);
}

// --- error against epsilon

/// What a question costs a relationship at this budget.
double loss_at(const reported_results& one, double nats) {
  const auto at =
      std::ranges::find_if(one.sweep, [nats](const record& r) { return number_of(r, "epsilon") == nats; });
  return at == one.sweep.end() ? 0.0 : number_of(*at, "relationship_dp");
}

cell error_cell(const reported_number& n, const record& r) {
  constexpr double least_told = 0.001;
  const worth w = n.value_of(r);
  const bool is_tiny = share_of(r) < least_told;
  return {w == worth::lost ? "lost" : is_tiny ? "<0.1%" : "±" + percent(share_of(r)), tint_of(w)};
}

/// The table as a picture, without what is lost: shares of noise would look like knowledge.
void add_sweep_plot(document& d, const report_facts& f, std::span<const reported_number> numbers) {
  std::vector<record> points;
  for (const reported_number& n : numbers)
    for (const record* at : n.sweep) {
      if (n.value_of(*at) == worth::lost) continue;
      points.push_back(*at);
      points.back()["statistic"] = n.name;
    }
  if (points.empty()) return;
  const std::vector<std::vector<record>> by_graph = {std::move(points)};
  const std::vector<figure> figures = sweep_figures(by_graph, {"how far off numbers may be, by epsilon", ""});
  std::string said =
      "The table as a picture. The lower a line, the better the number. What is lost is not drawn.";
  if (f.runs > 1 && f.has_exact)
    said += fmt::format(
        " In a band: how far off {} runs at each epsilon were, measured against exact numbers; over very "
        "many runs the error lies in the band, with 95% confidence.",
        grouped(static_cast<double>(f.runs)));
  d.plot(std::span(figures).last(1), said);
}

std::vector<double> budgets_of(const reported_results& one) {
  std::vector<double> budgets;
  for (const record& r : one.sweep) budgets.push_back(number_of(r, "epsilon"));
  budgets.erase(std::ranges::unique(budgets).begin(), budgets.end());
  return budgets;
}

/// Short enough for a column.
std::string belief_cell(double loss) {
  constexpr double nearly_certain = 0.999;
  return largest_belief(0.01, loss) > nearly_certain ? ">99.9%" : one_percent_becomes(loss);
}

/// Prices and errors, a column a budget.
std::vector<table_row> sweep_rows(std::span<const reported_results> all,
                                  std::span<const reported_number> numbers, std::span<const double> budgets) {
  std::vector<table_row> rows = {{{"epsilon"}}};
  for (const double nats : budgets) rows.front().push_back({fmt::format("{:g}", nats)});
  for (const reported_results& one : all) {
    table_row prices = {{fmt::format("price of {}", one.question->name)}};
    for (const double nats : budgets) prices.push_back({nats_text(loss_at(one, nats))});
    rows.push_back(prices);
  }
  table_row beliefs = {{"1% becomes at most"}};
  for (const double nats : budgets) {
    double dearest = 0.0;
    for (const reported_results& one : all) dearest = std::max(dearest, loss_at(one, nats));
    beliefs.push_back({belief_cell(dearest)});
  }
  rows.push_back(beliefs);
  for (const reported_number& n : numbers) {
    table_row row = {{n.name}};
    for (const double nats : budgets) {
      const auto at =
          std::ranges::find_if(n.sweep, [nats](const record* r) { return number_of(*r, "epsilon") == nats; });
      row.push_back(at == n.sweep.end() ? cell{"none"} : error_cell(n, **at));
    }
    rows.push_back(row);
  }
  return rows;
}

void add_sweep(document& d, const report_facts& f, std::span<const reported_results> all,
               std::span<const reported_number> numbers) {
  constexpr std::size_t most_columns = 8;
  d.heading("Less noise costs privacy");
  d.paragraph(
      "The same questions at other epsilons, a run of its own each: how far a number may be off to either "
      "side (half of its interval, as a share of the estimate). Lost: nothing but noise. A price is what a "
      "relationship loses by that question alone; the row below prices says how likely may become what was "
      "thought 1% likely, by the dearest of them.");
  const std::vector<double> budgets = budgets_of(all.front());
  for (std::size_t first = 0; first < budgets.size(); first += most_columns) {
    const std::size_t columns = std::min(most_columns, budgets.size() - first);
    d.table(sweep_rows(all, numbers, std::span(budgets).subspan(first, columns)));
  }
  add_sweep_plot(d, f, numbers);
}

// --- exact numbers

std::string off_text(const record& r) {
  const double exact = exact_of(r), estimate = number_of(r, "estimate");
  if (estimate == exact) return "nothing";
  if (exact == 0.0) return significant(estimate, 3);
  return (estimate < exact ? "-" : "+") + percent(std::abs((estimate - exact) / exact));
}

bool is_inside(const record& r, double exact) {
  const record& ends = r.at("interval");
  const bool is_above = !ends[0].is_number() || ends[0].get<double>() <= exact;
  return is_above && (!ends[1].is_number() || exact <= ends[1].get<double>());
}

void add_exact(document& d, const report_facts& f, std::span<const reported_number> numbers) {
  if (!f.has_exact) return;
  std::vector<table_row> rows = {{{"number"}, {"exact"}, {"estimate"}, {"off by"}, {"in the interval"}}};
  for (const reported_number& n : numbers) {
    const double exact = exact_of(*n.asked);
    if (!std::isfinite(exact)) continue;
    const bool is_lost = n.value() == worth::lost;
    rows.push_back({{n.name},
                    {significant(exact)},
                    {is_lost ? "not to be quoted" : n.estimate_text()},
                    {is_lost ? "lost in the noise" : off_text(*n.asked)},
                    {is_inside(*n.asked, exact) ? "yes" : "no"}});
  }
  if (rows.size() == 1) return;
  d.heading("What only this rehearsal knows");
  d.paragraph("Exact numbers, which need everybody's list. They are no part of what a collection gives.");
  d.table(rows);
}

// --- how it was made

std::string rounds_text(const record& r) {
  if (!has(r, "split") || !r.at("split").is_object()) return "";
  std::vector<std::string> parts;
  for (const auto& [name, share] : r.at("split").items())
    if (share.is_number()) parts.push_back(fmt::format("{} {:.3g}", words(name), share.get<double>()));
  return parts.size() < 2 ? "" : fmt::format(" Shares of epsilon by round: {}.", fmt::join(parts, ", "));
}

void add_method(document& d, std::span<const reported_results> all) {
  d.subheading("Method");
  d.paragraph(
      "Edge local differential privacy: each person adds the noise on its own device, and nobody is trusted "
      "with a list. What each person sends:");
  std::vector<std::string> items;
  for (const reported_results& one : all) {
    const record& r = one.asked.front();
    items.push_back(fmt::format("{}: {}{}{}", one.question->name, one.question->sends,
                                has(r, "codec") ? fmt::format(" Lists go as {}.", codec_text(r)) : "",
                                rounds_text(r)));
  }
  d.list(items);
  d.paragraph(
      "Errors and intervals are predicted from the messages alone, so that a real collection has them too.");
}

void add_traffic(document& d, std::span<const reported_results> all) {
  d.subheading("What goes out of one person's device, and comes in");
  std::vector<table_row> rows = {{{"question"}, {"sends"}, {"reads"}}};
  double sent = 0.0, read = 0.0;
  const auto add = [&](std::string name, double up, double down) {
    rows.push_back({{std::move(name)}, {byte_count(up)}, {byte_count(down)}});
  };
  for (const reported_results& one : all) {
    const record& r = one.asked.front();
    sent += number_of(r, "upload_bytes");
    read += number_of(r, "download_bytes");
    add(std::string(one.question->name), number_of(r, "upload_bytes"), number_of(r, "download_bytes"));
  }
  if (all.size() > 1) add("all together", sent, read);
  d.table(rows);
}

void add_unbiased(document& d, std::span<const reported_number> numbers) {
  d.subheading("Estimates as they came out");
  d.paragraph(
      "Uncut, and not to be quoted where they are not usable. They are unbiased, or nearly so, because noise "
      "may "
      "make them impossible: a mean of several collections needs them so.");
  std::vector<table_row> rows = {estimate_heading("number")};
  for (const reported_number& n : numbers) {
    rows.push_back(estimate_row(*n.asked, n.name));
    for (cell& c : rows.back())
      if (c.color == tint::strong) c.color = tint::plain;
  }
  d.table(rows);
}

void add_origin(document& d, const report_facts& f, std::span<const reported_results> all) {
  d.subheading("To repeat it");
  d.code(f.command);
  d.paragraph(fmt::format("In the folder of the graph. edgeldp {}, graph {}. {}", version, f.graph,
                          f.seed ? "With this seed the numbers come out the same."
                                 : "Random numbers are the machine's own, so that estimates differ from run "
                                   "to run."));
  d.note(f.reading);
  if (!f.digest.empty()) {
    d.note("SHA-256 of the file of the graph:");
    d.code(f.digest);
  } else if (!f.has_exact) {
    d.note("The digest of the graph is not told: whoever guesses the network could check the guess by it.");
  }
  std::vector<std::string> told;
  for (const reported_results& one : all)
    if (has(one.asked.front(), "told"))
      told.push_back(std::string(one.question->name) + " " + text_of(one.asked.front(), "told"));
  if (told.empty()) return;
  d.note("Digests of what people were told in the runs at the epsilon of this report:");
  for (const std::string& line : told) d.code(line);
}

}  // namespace

std::span<const reported_question> reported_questions() {
  return questions_known;
}

std::vector<record> numbers_of(const reported_question& q, std::span<const record> all) {
  std::vector<record> numbers;
  const bool is_one = q.name == "clustering";  // of the many that its verb has
  for (const record& r : all)
    if (has(r, "interval") && has(r, "estimate") && (!is_one || text_of(r, "statistic") == q.name))
      numbers.push_back(r);
  return numbers;
}

std::string reported_name(const reported_question& q, const record& r) {
  return words(statistic_of(q, r));
}

document report_document(const report_facts& facts, std::span<const reported_results> all) {
  const std::vector<reported_number> numbers = numbers_in(all);
  document d("What private answers about " + facts.graph + " are worth");
  add_beginning(d, facts, all, number_of(*numbers.front().asked, "nodes"));
  for (const reported_results& one : all)
    if (const std::string flaw = flaw_text(one.asked.front()); !flaw.empty()) d.warning(flaw);
  add_verdicts(d, all, numbers);
  add_numbers(d, numbers);
  add_costs(d, facts, all);
  add_pictures(d, numbers);
  add_judgement(d, numbers);
  add_sweep(d, facts, all, numbers);
  add_exact(d, facts, numbers);
  d.heading("Appendix: how it was made");
  add_method(d, all);
  add_traffic(d, all);
  add_unbiased(d, numbers);
  add_origin(d, facts, all);
  return d;
}

}  // namespace edgeldp::cli
