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

namespace edgeldp::cli {

namespace {

constexpr double prior = 0.01;  ///< what somebody may have thought before

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
      {"degeneracy", "The largest k such that some people each know at least k others of them."}};
  const auto found = std::ranges::find(all, statistic, &std::pair<std::string_view, std::string_view>::first);
  return found == std::ranges::end(all) ? "" : found->second;
}

std::string statistic_of(const reported_question& q, const record& r) {
  return has(r, "statistic") ? text_of(r, "statistic") : std::string(q.name);
}

/// Half of the interval as a share of the estimate.
double share_of(const record& r) {
  return number_of(r, "half_width") / std::abs(number_of(r, "estimate"));
}

enum class worth { usable, weak, lost };

worth worth_of(const record& r) {
  const std::string said = text_of(r, "judgement");
  return said == "usable" ? worth::usable : said == "weak" ? worth::weak : worth::lost;
}

constexpr std::array worths = {worth::usable, worth::weak, worth::lost};

tint tint_of(worth w) {
  return w == worth::usable ? tint::good : w == worth::weak ? tint::doubtful : tint::bad;
}

/// Both ends of the interval, as far as there are such.
struct interval_ends {
  double low = 0.0, high = 0.0;
  bool are_finite = false;
};

interval_ends ends_of(const record& r) {
  const record& ends = r.at("interval");
  if (!ends[0].is_number() || !ends[1].is_number()) return {};
  return {ends[0].get<double>(), ends[1].get<double>(), true};
}

std::string value_text(const record& r) {
  return estimate_row(r, "").at(1).text;
}

std::string end_text(const record& r, double end) {
  return rounded_to_error(end, number_of(r, "half_width"));
}

double exact_of(const record& r) {
  return has(r, "exact") ? number_of(r.at("exact"), "truth") : NAN;
}

/// One number of the report, at its budget and over the sweep.
struct reported_number {
  const reported_results* of;
  const record* asked;
  std::vector<const record*> sweep;
  std::string name;

  worth value() const { return worth_of(*asked); }
};

std::vector<reported_number> numbers_in(std::span<const reported_results> all) {
  std::vector<reported_number> numbers;
  for (const reported_results& one : all)
    for (const record& r : one.asked) {
      reported_number n{&one, &r, {}, reported_name(*one.question, r)};
      for (const record& other : one.sweep)
        if (statistic_of(*one.question, other) == statistic_of(*one.question, r)) n.sweep.push_back(&other);
      numbers.push_back(std::move(n));
    }
  return numbers;
}

/// "edges and wedges".
std::string enumeration(const std::vector<std::string>& names) {
  if (names.size() < 2) return names.empty() ? "" : names.front();
  return fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

std::vector<std::string> names_worth(std::span<const reported_number> numbers, worth w) {
  std::vector<std::string> names;
  for (const reported_number& n : numbers)
    if (n.value() == w) names.push_back(n.name);
  return names;
}

// --- what it is

void add_beginning(document& d, const report_facts& f, double people) {
  d.paragraph(fmt::format(
      "This is a rehearsal. Whoever made this page holds the whole network, {} people and who of them know "
      "each other, and let a program play every one of them. Nobody was asked. It shows how well questions "
      "about the network could be answered if each person kept its list of contacts to itself.",
      grouped(people)));
  d.paragraph(
      "The estimates are what would come out: each person changes its answers at random before anything is "
      "sent, and over many people most of that randomness, the noise, evens out.");
  if (f.seed)
    d.warning(fmt::format(
        "Nothing on this page is private: its random numbers come from seed {}, and who knows a seed can "
        "take the noise away. With random numbers of the machine, without a seed, estimates are private.",
        *f.seed));
  if (f.has_exact)
    d.warning(
        "This page has exact numbers too, wherever it says exact. Only a rehearsal knows them; they are not "
        "private, and a real collection never has them.");
}

/// Whoever hands the page on hands on all runs behind it.
void add_page_cost(document& d, const report_facts& f, std::span<const reported_results> all) {
  if (f.seed || f.has_exact) return;
  double loss = 0.0;
  for (const reported_results& one : all)
    loss += number_of(one.asked.front(), "relationship_dp") +
            number_of(one.sweep.back().at("spent"), "relationship_dp");
  d.paragraph(fmt::format(
      "This page has no exact number. Who hands it on hands on all runs behind it, at every epsilon of this "
      "page: what they tell about two people adds up to epsilon {:.4g}, a factor of at most {} of the odds.",
      loss, factor_text(loss)));
}

// --- in short

std::string verdict_text(const record& r) {
  switch (worth_of(r)) {
    case worth::usable:
      return fmt::format("usable, within {}", percent(share_of(r)));
    case worth::weak:
      return fmt::format("weak, within {}", percent(share_of(r)));
    case worth::lost:
      break;
  }
  return "not usable";
}

void add_summary(document& d, const report_facts& f, std::span<const reported_number> numbers) {
  constexpr std::array<const char*, 3> said = {"usable", "weak", "not usable"};
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < worths.size(); ++i)
    if (const std::vector<std::string> names = names_worth(numbers, worths[i]); !names.empty())
      parts.push_back(fmt::format("{}: {}", said[i], enumeration(names)));
  d.heading("In short");
  d.paragraph(fmt::format(
      "Privacy is measured by epsilon, which is explained below; here each question has epsilon {:g}. {}",
      f.epsilon, sentence(fmt::format("{}", fmt::join(parts, "; ")))));
  std::vector<table_row> rows = {{{"number"}, {"estimate"}, {"95% interval"}, {"worth"}}};
  for (const reported_number& n : numbers) {
    const table_row row = estimate_row(*n.asked, n.name);
    rows.push_back({{n.name},
                    n.value() == worth::lost ? cell{"not to be quoted"} : row.at(1),
                    ends_of(*n.asked).are_finite ? row.at(3) : cell{"no end is known"},
                    {verdict_text(*n.asked), tint_of(n.value())}});
  }
  d.table(rows);
  d.note(
      "The interval says how far the noise may have moved a number: in 95 of 100 such runs the true number "
      "lies in it.");
}

// --- what was asked, and what it costs

void add_questions(document& d, std::span<const reported_results> all) {
  d.heading("What was asked");
  std::vector<std::string> items;
  for (const reported_results& one : all)
    items.push_back(fmt::format("{}: {}", one.question->name, one.question->asks));
  d.list(items);
}

void add_costs(document& d, const report_facts& f, std::span<const reported_results> all) {
  d.heading("What it costs in privacy");
  d.paragraph(fmt::format(
      "Noise hides whether any two people know each other, whoever reads the messages, and whatever else "
      "that reader knows. How well is a number, epsilon: the smaller, the better hidden. Each question has "
      "epsilon {:g} of each person. Who takes part is not hidden. Rule of thumb "
      "for two people: from epsilon {:g} on a lot can be learned about a contact, from {:g} on nearly "
      "everything.",
      f.epsilon, loss_of_a_lot, loss_of_nearly_everything));
  std::vector<table_row> rows = {{{"question"},
                                  {"epsilon, one person"},
                                  {"epsilon, two people"},
                                  {"1% becomes at most"},
                                  {"sends"},
                                  {"reads"}}};
  double own = 0.0, both = 0.0;
  const auto add = [&](std::string name, double one, double two, std::string sends, std::string reads) {
    rows.push_back({{std::move(name)},
                    {fmt::format("{:.4g}", one)},
                    {fmt::format("{:.4g}", two)},
                    {likelihood_text(largest_belief(prior, two))},
                    {std::move(sends)},
                    {std::move(reads)}});
  };
  double sent = 0.0, read = 0.0;
  for (const reported_results& one : all) {
    const record& r = one.asked.front();
    own += number_of(r, "epsilon");
    both += number_of(r, "relationship_dp");
    sent += number_of(r, "upload_bytes");
    read += number_of(r, "download_bytes");
    add(std::string(one.question->name), number_of(r, "epsilon"), number_of(r, "relationship_dp"),
        byte_count(number_of(r, "upload_bytes")), byte_count(number_of(r, "download_bytes")));
  }
  if (all.size() > 1) add("all together", own, both, byte_count(sent), byte_count(read));
  d.table(rows);
  d.note(
      "One person: what its own messages tell about any one of its contacts. Two people: what the messages "
      "of "
      "all people tell about whether these two know each other, since both may answer. 1% becomes at most: "
      "who thought so likely that the two know each other may think it that likely after reading everything. "
      "Sends and reads: what goes out of one person's device and comes in.");
  if (all.size() > 1)
    d.paragraph(
        "Each question is a run of its own, and what runs tell adds up. Where the same people answer all of "
        "these:");
  d.paragraph(contact_text(both));
  d.paragraph(own_messages_text(own));
}

// --- the numbers

/// The least budget of the sweep from which on the number is usable; NaN where there is none.
double usable_from(const reported_number& n) {
  double from = NAN;
  for (const record* r : n.sweep) {
    const bool is_usable = worth_of(*r) == worth::usable;
    if (!is_usable)
      from = NAN;
    else if (std::isnan(from))
      from = number_of(*r, "epsilon");
  }
  return from;
}

/// What such a budget leaves of privacy.
std::string_view rest_text(double nats) {
  if (nats >= loss_of_nearly_everything) return " At that epsilon next to nothing is hidden.";
  return nats >= loss_of_a_lot ? " At that epsilon little is hidden." : "";
}

std::string enough_text(const reported_number& n) {
  if (n.value() == worth::usable) return "";
  if (has(*n.asked, "epsilon_that_would_do")) {
    const double enough = number_of(*n.asked, "epsilon_that_would_do");
    return fmt::format(
        "About epsilon {:g} would be enough for a usable number, as far as this noise tells.{}", enough,
        rest_text(enough));
  }
  const double from = usable_from(n);
  if (std::isnan(from)) return "No epsilon that was tried here is enough for a usable number.";
  return fmt::format("In this rehearsal it was usable from epsilon {:g} on.{}", from, rest_text(from));
}

std::string long_verdict(const reported_number& n) {
  const record& r = *n.asked;
  switch (n.value()) {
    case worth::usable:
      return fmt::format("Usable: in 95 of 100 runs it is at most {} off.", percent(share_of(r)));
    case worth::weak:
      return fmt::format("Weak: it may be up to {} off, so that it says how large the number roughly is.",
                         percent(share_of(r)));
    case worth::lost:
      break;
  }
  return "Not usable: the number is lost in the noise. Do not quote the estimate.";
}

std::string interval_sentence(const record& r) {
  const interval_ends ends = ends_of(r);
  if (!ends.are_finite) return "The noise has no bound that is known, so that nothing can be said.";
  std::string said = fmt::format("Estimate {}; with a confidence of 95% between {} and {}.", value_text(r),
                                 end_text(r, ends.low), end_text(r, ends.high));
  const double most = number_of(r, "at_most");
  const bool is_share = text_of(r, "statistic") == "clustering";  // of which "at most 1" says nothing
  if (worth_of(r) == worth::lost && most > 0.0 && !(is_share && most >= 1.0))
    said += fmt::format(" All that can be said: at most about {}.", rounded_to_error(most, most / 10.0));
  return said;
}

std::string exact_sentence(const record& r) {
  const double exact = exact_of(r);
  if (!std::isfinite(exact)) return "";
  return fmt::format(" Exact: {}{}, which only this rehearsal knows.", significant(exact),
                     ends_of(r).are_finite ? ", the upright black line" : "");
}

void add_numbers(document& d, std::span<const reported_number> numbers) {
  d.heading("The numbers");
  const auto reaches_below = [](const reported_number& n) {
    return ends_of(*n.asked).low < 0.0 && !about_number(statistic_of(*n.of->question, *n.asked)).empty();
  };
  const bool has_noise_below = std::ranges::any_of(numbers, reaches_below);
  d.paragraph(
      std::string("In each picture the dot is the estimate, the thick line its interval, and the small "
                  "grey mark 0. A short thick line is good.") +
      (has_noise_below ? " Where it reaches below 0, that is noise: what is counted cannot be below 0."
                       : ""));
  for (const reported_number& n : numbers) {
    const record& r = *n.asked;
    const interval_ends ends = ends_of(r);
    drawn_interval drawn{n.name,
                         value_text(r),
                         end_text(r, ends.low),
                         end_text(r, ends.high),
                         ends.low,
                         number_of(r, "estimate"),
                         ends.high};
    if (const double exact = exact_of(r); std::isfinite(exact)) drawn.exact = exact;
    const std::string enough = enough_text(n);
    d.number(n.name, std::string(about_number(statistic_of(*n.of->question, r))),
             ends.are_finite ? &drawn : nullptr, {long_verdict(n), tint_of(n.value())},
             interval_sentence(r) + exact_sentence(r) + (enough.empty() ? "" : " " + enough));
  }
}

// --- error against epsilon

/// Of two people, by one question at this budget.
double largest_loss(std::span<const reported_results> all, double nats) {
  double most = 0.0;
  for (const reported_results& one : all)
    for (const record& r : one.sweep)
      if (number_of(r, "epsilon") == nats) most = std::max(most, number_of(r, "relationship_dp"));
  return most;
}

cell error_cell(const record& r) {
  constexpr double least_told = 0.001;
  const worth w = worth_of(r);
  const bool is_tiny = share_of(r) < least_told;
  return {w == worth::lost ? "lost" : is_tiny ? "<0.1%" : "±" + percent(share_of(r)), tint_of(w)};
}

/// The table as a picture, without what is lost: shares of noise would look like knowledge.
void add_sweep_plot(document& d, const report_facts& f, std::span<const reported_results> all) {
  std::vector<record> points;
  bool has_points = false;
  for (const reported_results& one : all)
    for (record r : one.sweep) {
      r["statistic"] = reported_name(*one.question, r);
      if (worth_of(r) == worth::lost) r["half_width"] = nullptr;
      has_points = has_points || worth_of(r) != worth::lost;
      points.push_back(std::move(r));
    }
  if (!has_points) return;
  const std::vector<std::vector<record>> by_graph = {std::move(points)};
  const std::vector<figure> figures = sweep_figures(by_graph, {"how far off numbers may be, by epsilon", ""});
  d.plot(std::span(figures).last(1));
  std::string said = "The lower a line, the better the number. What is lost is not drawn.";
  if (f.runs > 1 && f.has_exact)
    said += fmt::format(
        " In a band: how far off {} runs at each epsilon were, measured against exact numbers; over very "
        "many "
        "runs the error lies in the band, with 95% confidence.",
        grouped(static_cast<double>(f.runs)));
  d.note(said);
}

void add_sweep(document& d, const report_facts& f, std::span<const reported_results> all,
               std::span<const reported_number> numbers) {
  d.heading("Less noise costs privacy");
  d.paragraph(
      "The same questions at other epsilons, a run of its own each: how far a number may be off to either "
      "side "
      "(half of its interval, as a share of the estimate). Lost: nothing but noise. The second column says "
      "what one question may tell about two "
      "people: so likely may become what was thought 1% likely.");
  table_row heading = {{"epsilon"}, {"1% becomes at most"}};
  for (const reported_number& n : numbers) heading.push_back({n.name});
  std::vector<table_row> rows = {heading};
  std::vector<double> budgets;
  for (const record* r : numbers.front().sweep) budgets.push_back(number_of(*r, "epsilon"));
  for (const double nats : budgets) {
    table_row row = {{fmt::format("{:g}", nats)},
                     {likelihood_text(largest_belief(prior, largest_loss(all, nats)))}};
    for (const reported_number& n : numbers) {
      const auto at =
          std::ranges::find_if(n.sweep, [nats](const record* r) { return number_of(*r, "epsilon") == nats; });
      row.push_back(at == n.sweep.end() ? cell{"none"} : error_cell(**at));
    }
    rows.push_back(row);
  }
  d.table(rows);
  add_sweep_plot(d, f, all);
}

// --- what is usable

void add_judgement(document& d, std::span<const reported_number> numbers) {
  d.heading("What is usable and what is not");
  constexpr std::array<const char*, 3> said = {
      "Usable, the interval reaches at most a quarter of the number to either side: {}.",
      "Weak, it reaches further, but 0 can be ruled out: {}.",
      "Not usable, the number is lost in the noise, and must not be quoted: {}."};
  std::vector<std::string> items;
  for (std::size_t i = 0; i < worths.size(); ++i) {
    const std::vector<std::string> names = names_worth(numbers, worths[i]);
    items.push_back(fmt::format(fmt::runtime(said[i]), names.empty() ? "none" : enumeration(names)));
  }
  d.list(items);
  std::vector<std::string> needs;
  for (const reported_number& n : numbers)
    if (const std::string enough = enough_text(n); !enough.empty()) needs.push_back(n.name + ": " + enough);
  if (!needs.empty()) {
    d.paragraph("What would help is a larger epsilon, which hides less, or more people:");
    d.list(needs);
  }
}

// --- exact numbers

std::string off_text(const record& r) {
  const double exact = exact_of(r), estimate = number_of(r, "estimate");
  if (estimate == exact) return "nothing";
  if (exact == 0.0) return significant(estimate, 3);
  return (estimate < exact ? "-" : "+") + percent(std::abs((estimate - exact) / exact));
}

void add_exact(document& d, const report_facts& f, std::span<const reported_number> numbers) {
  if (!f.has_exact) return;
  std::vector<table_row> rows = {{{"number"}, {"exact"}, {"estimate"}, {"off by"}, {"in the interval"}}};
  for (const reported_number& n : numbers) {
    const double exact = exact_of(*n.asked);
    if (!std::isfinite(exact)) continue;
    const interval_ends ends = ends_of(*n.asked);
    const bool is_inside = !ends.are_finite || (ends.low <= exact && exact <= ends.high);
    rows.push_back({{n.name},
                    {significant(exact)},
                    {value_text(*n.asked)},
                    {n.value() == worth::lost ? "lost in the noise" : off_text(*n.asked)},
                    {is_inside ? "yes" : "no"}});
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
  d.heading("Method");
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

void add_origin(document& d, const report_facts& f, std::span<const reported_results> all) {
  d.heading("To repeat it");
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
  document d("How well can questions about " + facts.graph + " be answered in private?");
  add_beginning(d, facts, number_of(*numbers.front().asked, "nodes"));
  add_page_cost(d, facts, all);
  for (const reported_results& one : all)
    if (const std::string flaw = flaw_text(one.asked.front()); !flaw.empty()) d.warning(flaw);
  add_summary(d, facts, numbers);
  add_questions(d, all);
  add_costs(d, facts, all);
  add_numbers(d, numbers);
  add_judgement(d, numbers);
  add_sweep(d, facts, all, numbers);
  add_exact(d, facts, numbers);
  add_method(d, all);
  add_origin(d, facts, all);
  return d;
}

}  // namespace edgeldp::cli
