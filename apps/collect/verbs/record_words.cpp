// SPDX-License-Identifier: MIT
#include "collect/verbs/record_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "collect/task/published.hpp"
#include "collect/verbs/absence_words.hpp"
#include "collect/verbs/collector_answers.hpp"
#include "collect/verbs/task_words.hpp"
#include "collect/verbs/time_span.hpp"
#include "edgeldp/core/base/version.hpp"
#include "io/consent.hpp"
#include "io/page.hpp"
#include "study/answer_parts.hpp"

namespace edgeldp::cli {

namespace {

using stage = collect::collection_status::stage;

constexpr std::size_t longest_text = 1000;

std::string shown(const std::string& text) {
  return collect::harmless_text(text, longest_text);
}

std::string enumerated(const std::vector<std::string>& names) {
  if (names.size() < 2) return names.empty() ? "" : names.front();
  return fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

const char* entries_of(const record_facts& f) {
  return f.task.has_items() ? "items" : "contacts";
}
const char* entry_of(const record_facts& f) {
  return f.task.has_items() ? "item" : "contact";
}

bool has_attributes(const record_facts& f) {
  return !f.task.attributes.empty();
}

bool asks(const record_facts& f, std::string_view round) {
  return f.task.round(round) != nullptr;
}

/// Where noisy rows of everybody stay for other questions.
bool keeps_rows(const record_facts& f) {
  return f.task.method == "triangles" && !f.task.has_roles();
}

std::string people_text(std::uint64_t n) {
  return counted(static_cast<double>(n), "person", "people");
}

std::string estimates_of(const record_facts& f) {
  return estimated_words(f.task);
}

std::string asked_attributes(const record_facts& f) {
  std::vector<std::string> all;
  for (const collect::task_attribute& a : f.task.attributes)
    all.push_back(shown(fmt::format("'{}' ({})", a.name, fmt::join(a.values, ", "))));
  return enumerated(all);
}

/// The time within which a program answers, of the rounds behind joining.
std::string answer_time(const record_facts& f) {
  std::uint64_t longest = 0;
  for (const collect::task_round& r : f.task.rounds) longest = std::max(longest, r.answer_seconds);
  return longest == 0 ? "" : duration(static_cast<double>(longest));
}

/// Whether what people say is published, or what follows from it for each of them: later rounds
/// build on it.
bool publishes_answers(const record_facts& f) {
  return f.task.rounds.size() > 2 || f.task.has_labels();  // more than joining and one answer
}

/// Where noisy numbers of contacts go.
const char* noisy_degree_words(const record_facts& f) {
  if (!asks(f, rounds::degree)) return "";
  return publishes_answers(f) ? ": the operator gets the number with noise, under the name, and it is "
                                "published beside the name, or "
                                "what follows from it, as a place in an order or a group"
                              : ": the operator gets the number with noise, under the name. All such numbers "
                                "are published in order "
                                "of size, smoothed and without names";
}

bool is_of_first_version(const record_facts& f) {
  return f.task.version == collect::first_version;
}

}  // namespace

std::string simulation_words(const record_facts& f) {
  return f.task.is_simulated
             ? "This is a simulation, which protects nobody: its random numbers are replayed from a number "
               "that is known, and can be taken out of the messages again. No real person may take part. "
               "What this record says of privacy would hold of a real collection alone."
             : "";
}

std::string flaw_words(const record_facts& f) {
  return f.is_over() ? flaw_text(f.result) : "";
}

bool is_past(const record_facts& f) {
  return f.is_over() || f.has_failed();
}

// --- the first screen

std::string asking_words(const record_facts& f) {
  const std::string who = f.by.curators.empty() ? "The operator" : enumerated(f.by.curators);
  std::string text = fmt::format(
      "{} {} {} by name to take part, each with a program on a device of its own that holds the person's own "
      "list of {}.",
      who,
      is_past(f)                 ? "asked"
      : f.by.curators.size() > 1 ? "ask"
                                 : "asks",
      people_text(f.task.people), entries_of(f));
  text += fmt::format(" From what the programs say, one thing is estimated of all together: {}.",
                      estimates_of(f));
  for (const std::string& more : {std::string(about_question(f.task.method)), of_each_words(f.task)})
    if (!more.empty()) text += " " + more;
  if (has_attributes(f))
    text += fmt::format(" The program also holds the person's own values of {}.", asked_attributes(f));
  return text;
}

std::string purpose_words(const record_facts& f) {
  return f.by.purpose.empty() ? "" : fmt::format("Purpose, in the curator's words: {}", f.by.purpose);
}

std::string staying_words(const record_facts& f) {
  return fmt::format(
      "The list itself stays on the device: nobody else sees it, not even the operator. Nothing is sent for "
      "anybody who does not start such a program{}. What a program sends:",
      f.task.has_items() ? ", and nothing about items that are not asked for"
                         : ", and nothing about contacts who do not take part themselves");
}

std::vector<std::string> sent_words(const record_facts& f) {
  std::vector<std::string> all = {fmt::format(
      "On joining: the person's name, a proof that it has the token that the operator gave it, {}a "
      "key by which its later messages are known to be its own.",
      f.task.lets_choose() ? "which part of epsilon it chose to spend at most, and " : "and ")};
  std::string before;
  for (const recorded_round& r : rounds_of(f)) {
    all.push_back(
        fmt::format("{} '{}': {}.", r.name == before ? "Also in round" : "In round", r.name, r.law->sends));
    before = r.name;
  }
  if (f.task.has_roles())
    all.emplace_back(
        "Public coins give each person a role, by which it answers some of the rounds behind the first and "
        "not "
        "the others.");
  return all;
}

std::vector<std::string> learned_words(const record_facts& f) {
  const double most = f.most_of_relationship();
  std::vector<std::string> all = {
      fmt::format("Messages do tell something of each {}. How much at most follows from a number, epsilon, "
                  "that was fixed "
                  "before anybody was asked.",
                  entry_of(f))};
  all.push_back(contact_words(f.task));
  all.push_back(own_words(f.task));
  if (const std::string lost = lost_in_series_words(f.task); !lost.empty())
    all.push_back(fmt::format(
        "The same people are asked on several dates, and these bounds are of {}. {}",
        f.task.tells_changes() ? "all of them together" : fmt::format("date {} alone", f.task.series.date),
        lost));
  if (f.task.lets_choose()) all.push_back(choosing_words(f.task));
  if (has_attributes(f)) all.push_back(attributes_text(f.task.total.nats()));
  all.push_back(
      fmt::format("Who thought it as likely as not before{} may think it at most {} likely after{}.",
                  f.task.has_items() ? "" : ", as of two people who work together,",
                  likelihood_text(largest_belief(0.5, most)),
                  f.task.has_items() ? "" : ", from all messages of all people"));
  if (!f.task.has_items()) all.push_back(ten_contacts_text(most));
  all.push_back(
      "These are bounds for the worst case. They hold whoever reads the messages, the operator too, and "
      "whatever else a reader knows. They do not wear off with time.");
  return all;
}

std::vector<std::string> unprotected_words(const record_facts& f) {
  std::vector<std::string> all = {
      "That a person is invited, whether it joins or not, and that it takes part: the names of all who are "
      "invited are published, and so is who has joined.",
      "Who answered which round. Whoever misses a round is left out of all later ones, and everybody can see "
      "that.",
      fmt::format("About how many {} a person has{}. Each single {} is protected, but the protection of many "
                  "together is weaker, and somebody who has very many stands out.",
                  entries_of(f), noisy_degree_words(f), entry_of(f))};
  if (f.task.has_items()) all.push_back("The names of the items that are asked for. They are published.");
  if (f.task.has_labels())
    all.emplace_back(
        "What a person's contacts say of it together. The label of somebody who gave none is guessed from "
        "the "
        "labels of its contacts, and published; epsilon bounds what each single contact adds to the guess.");
  if (f.task.lets_choose())
    all.push_back(
        "Which part of epsilon a person chose to spend. It is published with who has joined. Programs ask "
        "for "
        "it before they read a list, and never derive it from one; what a person has in mind who chooses, no "
        "program can know.");
  if (has_attributes(f))
    all.push_back("Which attributes there are and which values they may have. That is published.");
  all.push_back(
      "From which network address a message comes, and when. Whoever carries messages sees that, as with any "
      "web page; the time tells nothing of the list.");
  all.push_back("The list on the person's own device, against whoever uses that device.");
  return all;
}

std::vector<std::string> kept_words(const record_facts& f) {
  std::vector<std::string> all = {
      "The signed messages of each person stay in the folder private/ of the collection, with the name of "
      "who sent them, until the operator deletes that folder. The program deletes nothing by itself and has "
      "no date for it.",
      fmt::format("What is published (names, {}the result) may have been copied by anybody, and cannot be "
                  "taken back.",
                  f.task.has_labels()     ? "public labels, the likely ones that the second round builds on, "
                  : !publishes_answers(f) ? ""
                  : asks(f, rounds::edges) || asks(f, rounds::entries)
                      ? "noisy rows, the messages that later rounds build on, "
                      : "noisy numbers, the messages that later rounds build on, "),
      "Noisy messages under a name, and what is published beside a name, remain personal data of that "
      "person: "
      "noise bounds what they tell, and they are not anonymous.",
      "A person may stop at any time, and nothing more is sent then. What was sent before stays: the program "
      "cannot take one person out of a published result.",
      "On the person's device the list stays in a file that the person may delete once the collection is "
      "over, "
      "and beside it an account of the collections that the person took part in."};
  return all;
}

std::string whom_to_write(const operator_words& by) {
  if (by.curators.empty()) return "The curator was not named (--curator).";
  return fmt::format(
      "{}{}", enumerated(by.curators),
      by.contact.empty() ? ". No address was given for this record (--contact)." : ": " + by.contact);
}

std::vector<std::string> unknown_words(const record_facts& f) {
  std::vector<std::string> all = {
      "On which legal ground people are asked, what they were told, whether they are free to decline, and "
      "whether they know that their names are published.",
      "Until when the folder private/ is kept, who can read it, and who keeps the log of the server in "
      "front.",
      "Why the bound was chosen as it is, and whether the same people are asked for the same lists "
      "elsewhere: what is learned adds up."};
  if (!f.task.has_items())
    all.emplace_back(
        "Whether it was considered that a contact concerns two people: each list says something of others "
        "too, of those who take part.");
  if (f.task.has_labels())
    all.emplace_back(
        "Whether those who have a public label know that it is published here, and that the labels of others "
        "are guessed from it.");
  if (f.by.purpose.empty()) all.emplace_back("What the answer is for (--purpose).");
  return all;
}

// --- how far it is

std::string stage_words(const record_facts& f) {
  const auto& s = f.status;
  const std::string joined =
      fmt::format("{} of {}", grouped(static_cast<double>(s.joined)), people_text(s.people));
  switch (s.at) {
    case stage::joining:
      return fmt::format(
          "Nobody has been asked anything yet. {} have joined; joining closes on {} at the latest.", joined,
          date_text(s.closes));
    case stage::asking:
      return fmt::format("Rounds are being asked. {} have joined. By {} the answer is expected.", joined,
                         publication_of(f).day);
    case stage::over:
      return fmt::format("The collection was made on {} and ended on {}. {} joined.", day_text(s.created),
                         publication_of(f).day, joined);
    case stage::failed:
      return fmt::format(
          "The collection has found nothing: {}. {} had joined. What was sent until then was "
          "sent.",
          shown(s.failure), joined);
  }
  return "";
}

std::string expected_words(const record_facts& f) {
  if (!f.expected) return "";
  std::string all;
  for (const collect::predicted_number& n : f.expected->numbers)
    all +=
        fmt::format("{}{}, {} of the number ({})", all.empty() ? "" : "; ", shown(n.statistic),
                    std::isfinite(n.share) ? percent(n.share) : "more than all", words(key_of(n.good_for)));
  return fmt::format(
      "Expected{}, if all {} take part and each has {:.3g} {}: 95% intervals reach so far to either side: "
      "{}. "
      "This "
      "was worked out on made-up data; no list was used.{}{}",
      is_past(f) ? " beforehand" : "", people_text(f.task.people), f.expected->average_degree,
      f.task.has_items() ? "items" : "contacts among them", all,
      f.task.lets_choose() ? " Whoever spends less makes it wider." : "",
      f.expected->is_usable() ? ""
      : is_past(f)            ? " By this the answer would be of no use."
                   : " By this the answer would be of no use, and nobody should be asked for it: more "
                     "people are needed, or another question.");
}

std::string confirmed_words(const record_facts& f) {
  return f.confirmed.empty()
             ? ""
             : fmt::format(
                   "The operator was asked for a confirmation before the collection was made, and gave it: "
                   "{}.",
                   shown(f.confirmed));
}

std::vector<std::string> outcome_words(const record_facts& f) {
  if (!f.is_over()) return {};
  std::vector<named_result> numbers;
  for (const record& n : f.result.at("numbers")) numbers.push_back({shown(text_of(n, "statistic")), n});
  std::vector<std::string> all;
  if (const std::string lost = lost_text(numbers); !lost.empty())
    all.push_back(lost + ": these numbers say little, and must not be quoted as estimates.");
  const record& spent = f.result.at("spent");
  all.push_back(fmt::format(
      "Nobody spent more than epsilon {:.4g} of {:.4g}; {}", number_of(spent, "epsilon"),
      number_of(f.result, "epsilon"),
      f.task.has_items() ? "an item lost no more than its one person spent."
                         : fmt::format("a relationship lost {:.4g} at most, by both of its ends together.",
                                       number_of(spent, "relationship_dp"))));
  if (const std::string chosen = chosen_words(f.status.chosen); !chosen.empty())
    all.push_back(sentence(chosen));
  if (has(f.result, "influence_of_ten"))
    all.push_back(
        fmt::format("Ten people whose programs lie in what they count could have moved the first "
                    "number by {} at most.",
                    significant(number_of(f.result, "influence_of_ten"), 2)));
  return all;
}

// --- appendix and register

std::string unit_words(const record_facts& f) {
  if (f.task.has_items()) return "One item on one person's list (edge level, local)";
  if (f.task.tells_changes())
    return fmt::format(
        "One contact on one person's list over all dates of the series, there or not from date to date, as "
        "long "
        "as it changes at most {} (edge level, local)",
        counted(static_cast<double>(f.task.series.budgets.most_changes), "time"));
  return has_attributes(f)
             ? "One contact on one person's list (edge level, local); and all attribute values of one person"
             : "One contact on one person's list (edge level, local)";
}

std::string neighbours_words(const record_facts& f) {
  if (f.task.tells_changes())
    return fmt::format(
        "Adjacent inputs are two histories of one person's list that differ in one contact: on each date of "
        "the "
        "series it is there or not, in either history, and it changes at most {0} in each; any two such "
        "histories "
        "are adjacent. From change {1} on a program answers as if that had been the last, so that what it "
        "says is "
        "bounded for every history; what happened after it is not said. A relationship stands in the lists "
        "of both "
        "its ends: by all messages of all people it loses no more than epsilon {2:.4g}. The unit is not a "
        "whole "
        "person: histories that differ in k contacts lose k times as much.",
        counted(static_cast<double>(f.task.series.budgets.most_changes), "time"),
        f.task.series.budgets.most_changes, f.most_of_relationship());
  std::string text = fmt::format(
      "Adjacent inputs are two lists of one person that differ in one {0}, which one list has and the other "
      "has not (one bit of the person's vector; Hamming distance 1). Lists of any length are protected "
      "alike.",
      entry_of(f));
  if (has_attributes(f))
    text += " Beside it: two sets of attribute values of one person, which may differ in all of them.";
  text += f.task.has_items()
              ? " An item is on one list alone, so that nobody else's messages say anything of it."
              : fmt::format(
                    " A relationship stands in the lists of both its ends. Of two networks that differ in "
                    "one relationship, with both lists changed, all messages of all people lose no more "
                    "than epsilon {:.4g}.",
                    f.most_of_relationship());
  return text + fmt::format(
                    " The unit is not a whole person: two lists that differ in k {} lose k times as "
                    "much.",
                    entries_of(f));
}

std::string parameters_words(const record_facts& f) {
  std::string text = fmt::format(
      "Epsilon {:.4g} bounds all messages of one person in all rounds together, for one {} of its list",
      f.task.total.nats(), entry_of(f));
  text += has_attributes(f) ? ", for all its attribute values, and for both at once." : ".";
  if (!f.task.has_items())
    text += fmt::format(" For a relationship, by both its ends together, it is {:.4g}.",
                        f.most_of_relationship());
  text += f.task.tells_changes()
              ? " Delta is 0. The bounds are of the whole series, however many dates it has, not of a day or "
                "a query."
              : " Delta is 0. The bounds are of the whole collection, not of a day or a query.";
  if (f.is_over()) {
    const record& spent = f.result.at("spent");
    text +=
        fmt::format(" Spent at the end: {:.4g} by the person who spent most", number_of(spent, "epsilon"));
    text += f.task.has_items()
                ? "."
                : fmt::format(", {:.4g} of a relationship.", number_of(spent, "relationship_dp"));
  }
  return text;
}

std::string domain_words(const record_facts& f) {
  return f.task.has_items()
             ? fmt::format("Lists of items, one of each of {}: any set of {} that are named beforehand.",
                           people_text(f.task.people), counted(static_cast<double>(f.task.items), "item"))
             : fmt::format(
                   "Networks of {} who are named beforehand: each one's list is any set of the others{}.",
                   people_text(f.task.people),
                   has_attributes(f) ? fmt::format(", and each one has one value of {}", asked_attributes(f))
                                     : "");
}

std::string local_words(const record_facts& f) {
  return fmt::format(
      "Each person's program randomizes its answers on the person's own device. The collector gets these "
      "answers only, in {} rounds one after the other, and knows whose each is. There is no shuffler and no "
      "trusted server.",
      f.task.rounds.size() - 1);
}

std::vector<std::string> actor_words(const record_facts& f) {
  const std::string said = f.task.has_labels()     ? ", public and likely labels"
                           : !publishes_answers(f) ? ""
                           : asks(f, rounds::edges) || asks(f, rounds::entries)
                               ? ", noisy numbers, noisy rows"
                               : ", noisy numbers";
  return {
      "The operator sees who joined and when, each person's noisy messages under its name, and all that is "
      "published. It is trusted with handing each token to its person, and with nothing about lists: a "
      "dishonest operator learns what epsilon allows.",
      "A person's program sees its own list and all that is published. It is trusted by its person with the "
      "list, and with drawing its random numbers as it should.",
      fmt::format("Other people, and whoever reads what is published, see the names of who takes part{} and "
                  "the result. They are trusted with nothing.",
                  said),
      "Whoever carries messages (network, proxy, folder) sees their sizes and times and, without TLS, the "
      "noisy messages. They are trusted with nothing: what they change is refused, since messages are "
      "signed.",
      "Whoever steals the operator's disk sees what the operator sees. Whoever steals a device has the list: "
      "that is outside of what this protects."};
}

std::string release_words(const record_facts& f) {
  std::string text = "The numbers are published once, at the end.";
  if (f.task.has_labels())
    text += " Likely labels, on which the second round builds, are published on the way.";
  else if (publishes_answers(f))
    text += " Noisy answers that later rounds build on are published on the way.";
  if (keeps_rows(f))
    text +=
        " The noisy rows stay published as a file, from which other questions may be answered; that costs "
        "nobody anything more.";
  return text +
         (f.task.series == collect::task_series()
              ? " This collection asks the same lists nothing again. Other collections may, and losses add "
                "up: "
              : " This collection is one of several dates on which the same people are asked. Others may ask "
                "them, too, and losses add up: ") +
         "no time gives a budget back. Each person's program keeps an account of all collections that it "
         "took "
         "part in, with a ceiling that the person sets.";
}

std::string static_words(const record_facts& f) {
  return fmt::format("Each person's list of {} is frozen when it joins{}.", entries_of(f),
                     f.task.series == collect::task_series() ? "" : ", on each date of the series anew");
}

std::string access_words() {
  return "Everybody reads the same published files; nobody can put a question of their own to the lists.";
}

namespace {

/// Which series, which date, and both sums; empty where there is no series.
std::string series_in_the_record(const record_facts& f) {
  const std::string lost = lost_in_series_words(f.task);
  if (lost.empty()) return "";
  const std::string date =
      fmt::format("This is date {} of the series whose first task is {}. {}", f.task.series.date,
                  f.task.is_later_date() ? f.task.series.first : f.id, lost);
  if (!f.task.tells_changes()) return date;
  return date +
         " Nothing is set aside for a later date: of two histories of a contact each moves the changes of "
         "all "
         "dates together by no more than the number of its own, for which the noise of each is made. A "
         "person who "
         "misses a date tells the change since what it told last. Whoever has lost what it told is refused "
         "by its "
         "own program.";
}

}  // namespace

std::vector<std::string> composition_words(const record_facts& f) {
  std::vector<std::string> all = {fmt::format(
      "Sequential composition of pure losses: what the rounds cost a person adds up, in whole units "
      "of 2^-32. The person's own program works each price out, and ends before the sum exceeds "
      "epsilon {:.4g}, whatever the collector asks.",
      f.task.total.nats())};
  std::string most, before;
  std::size_t rounds = 0;
  for (const recorded_round& r : rounds_of(f)) {
    if (r.name != before)
      most += fmt::format("{}'{}' {:.4g}", most.empty() ? "" : ", ", r.name, r.most), ++rounds;
    before = r.name;
  }
  all.push_back(
      rounds < 2
          ? fmt::format("At most a person pays {:.4g}, in the one round '{}'.", f.task.total.nats(), before)
          : fmt::format(
                "All rounds together cost a person no more than {:.4g}. How that is shared follows from "
                "public numbers and from noisy answers of earlier rounds, and what one round takes is gone "
                "for the others. So these ceilings of single rounds are alternatives, and do not add up: "
                "{}.",
                f.task.total.nats(), most));
  if (const std::string series = series_in_the_record(f); !series.empty()) all.push_back(series);
  if (f.task.has_halves())
    all.emplace_back(
        "Rows and counts are about different halves of each list, in a public order of all people. The two "
        "halves are added up apart, and no bit is in both.");
  if (f.task.has_roles())
    all.emplace_back(
        "Public coins give each person a role, and a program answers only what its role says: a contact is "
        "told by one of its two ends, beside the two numbers of contacts.");
  if (has_attributes(f))
    all.emplace_back(
        "Reports of attributes cost the attributes and no contact; counts of reports cost contacts and no "
        "attribute. The two together stay within the same total.");
  return all;
}

std::string post_processing_words() {
  return "All that happens after the answers is computed from them and from public numbers, and costs "
         "nothing "
         "more: noise is taken out on average, numbers that no honest program is likely to send are cut and "
         "counted, and intervals are worked out. Estimates may be negative where noise is large, and are "
         "left "
         "so.";
}

std::string preparation_words(const record_facts& f) {
  return fmt::format(
      "Nothing is looked at before randomization but on the person's own device, which leaves out {}. How "
      "the "
      "budget is shared among rounds, and all limits, follow from public numbers and from noisy answers that "
      "are paid for. What the operator is told beforehand about expected errors is worked out on made-up "
      "data.",
      f.task.has_items() ? "what is not among the public items" : "who is not invited or has not joined");
}

std::vector<std::string> mechanism_words(const record_facts& f) {
  std::vector<std::string> all;
  for (const recorded_round& r : rounds_of(f))
    all.push_back(fmt::format("'{}': {}. {}", r.name, r.law->sends, r.law->mechanism));
  return all;
}

std::vector<std::string> security_words(const record_facts& f) {
  std::vector<std::string> all = {
      "Floating point: nothing private is added to or compared with a floating-point number. Thresholds are "
      "integers, noise is discrete Laplace noise on integers, drawn by an exact sampler. What is computed in "
      "floating point is computed from public or published numbers."};
  if (f.task.is_simulated)
    all.emplace_back("Random numbers: replayed from a seed, which protects nobody.");
  else if (is_of_first_version(f))
    all.emplace_back(
        "Random numbers: fresh ones of the operating system for each answer (version 1 of collections). A "
        "state file that is copied or restored may answer a second time with other noise, which would tell "
        "more.");
  else
    all.emplace_back(
        "Random numbers: the key stream of ChaCha20, under a key that HMAC-SHA256 makes from a secret of the "
        "person's device, the question and the list. The secret is drawn by the operating system when the "
        "person joins. The same question gets the same bytes again, also from a copy or a backup.");
  const std::string within = answer_time(f);
  all.push_back(
      is_of_first_version(f)
          ? "Timing: answers go out when they are ready (version 1 of collections), so that their time may "
            "tell a little of how long a list is."
          : fmt::format("Timing: a program draws the moment of its answer before it looks at its list{}, and "
                        "refuses questions whose work would depend on the list too much. Somebody who sends "
                        "files by hand chooses the moment.",
                        within.empty() ? "" : ", up to " + within + " after it has heard of the round"));
  all.emplace_back("Lengths: a message is as long as its noisy content, and tells nothing besides.");
  all.emplace_back(
      "Access: lists lie on people's devices only. The operator's private/ is readable by its own user "
      "alone. "
      "Messages, announcements and the result are signed (Ed25519).");
  return all;
}

std::string reasons_words(const record_facts& f) {
  std::string text = fmt::format(
      "Local randomization was chosen so that nobody has to be trusted with a list. Epsilon {:.4g} is the "
      "curator's choice; its reasons are not known to the program, which tells people, before they join, "
      "what "
      "it means, and asks the operator for a confirmation above 4 and where the answer is predicted not to "
      "be "
      "usable. Proofs and tests of each mechanism are published with the program (core/doc/privacy.md).",
      f.task.total.nats());
  for (const std::string& more : {expected_words(f), confirmed_words(f)})
    if (!more.empty()) text += " " + more;
  return text;
}

std::vector<std::string> assumption_words(const record_facts& f) {
  std::vector<std::string> all = {
      "A person has one device and one account. A second device counts apart and does not know what the "
      "first "
      "one said; a person who is admitted twice loses twice as much.",
      "A person's program is the one that is published, or follows the same protocol, and nobody else reads "
      "its device. Random numbers are as good as assumed above.",
      "The operator admits real people. One who invents people cannot be found out by the program; the names "
      "are public so that others can look. Invented people spoil the result, not the bound of anybody else.",
      "Whether somebody answers does not depend on what is on the list."};
  all.push_back(
      "People who lie in their answers cannot be found out, but for numbers that nobody honest is likely to "
      "send. They spoil the result within limits that stand with it, and nobody else's privacy.");
  if (!f.task.has_items())
    all.emplace_back(
        "The bound of a relationship is of this collection. It takes both ends to be people of it, each with "
        "one account.");
  return all;
}

std::string software_words(const record_facts& f) {
  return fmt::format(
      "This record was written by edgeldp {}. The collection keeps to version {} of the protocol, "
      "which is written down; people's programs may be of other versions or hands.",
      edgeldp::version, f.task.version);
}

std::string description_words(const record_facts& f) {
  std::string text = sentence(estimates_of(f) + " among " + people_text(f.task.people) +
                              ", estimated from randomized answers of people's own programs");
  if (keeps_rows(f)) text += " Randomized rows of all people are published beside it.";
  if (!f.is_over()) return text;
  if (const std::string of_whom = absence_words(f.result); !of_whom.empty()) text += " Caution: " + of_whom;
  for (const record& n : f.result.at("numbers")) {
    const table_row row = estimate_row(n, "");
    if (has(n, "interval"))
      text += fmt::format(" {}: {}, with a 95% interval of {} ({}).", shown(text_of(n, "statistic")),
                          row.at(1).text, row.at(3).text, row.at(4).text);
  }
  return text;
}

}  // namespace edgeldp::cli
