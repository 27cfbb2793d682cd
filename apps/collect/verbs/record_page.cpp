// SPDX-License-Identifier: MIT
#include "collect/verbs/record_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include <vector>

#include "collect/verbs/absence_words.hpp"
#include "collect/verbs/record_words.hpp"
#include "edgeldp/core/base/hexadecimal.hpp"
#include "edgeldp/core/base/version.hpp"
#include "study/answer_parts.hpp"

namespace edgeldp::cli {

namespace {

void add_all(document& d, const std::vector<std::string>& paragraphs) {
  for (const std::string& one : paragraphs) d.paragraph(one);
}

void add_first_screen(document& d, const record_facts& f) {
  d.heading("Who asks whom, and what");
  add_all(d, {asking_words(f), purpose_words(f), stage_words(f)});
  d.heading("What leaves a person's device");
  d.paragraph(staying_words(f));
  d.list(sent_words(f));
  d.heading(f.task.has_items() ? "What can be learned of one item on a list"
                               : "What can be learned of one contact");
  add_all(d, learned_words(f));
  d.heading("What is not protected");
  d.list(unprotected_words(f));
  d.heading("How long messages are kept");
  add_all(d, kept_words(f));
  d.heading("Whom to write to");
  d.paragraph(whom_to_write(f.by));
  d.heading("What this page cannot know");
  d.paragraph("A program has written it, from the files of the collection. Ask the curator:");
  d.list(unknown_words(f));
}

void add_answer(document& d, const record_facts& f) {
  if (f.is_over()) {
    d.heading("What was found");
    std::vector<table_row> rows = {estimate_heading()};
    for (const record& n : f.result.at("numbers")) rows.push_back(estimate_row(n, text_of(n, "statistic")));
    if (const std::string of_whom = absence_words(f.result); !of_whom.empty()) d.warning(of_whom);
    d.table(rows);
    add_all(d, outcome_words(f));
  }
  const std::string expected = expected_words(f), confirmed = confirmed_words(f);
  if (expected.empty() && confirmed.empty()) return;
  d.heading(is_past(f) ? "What the answer was expected to be good for"
                       : "What the answer is expected to be good for");
  for (const std::string& one : {expected, confirmed})
    if (!one.empty()) d.paragraph(one);
}

std::string or_not_said(const std::string& text) {
  return text.empty() ? "not said" : text;
}

std::string joined(const std::vector<std::string>& all) {
  return or_not_said(fmt::format("{}", fmt::join(all, ", ")));
}

void add_register(document& d, const record_facts& f) {
  const publication when = publication_of(f);
  d.heading("For a register");
  std::vector<table_row> rows = {{{"asked for"}, {"answer"}},
                                 {{"Data product"}, {"Summary statistics"}},
                                 {{"Curator"}, {joined(f.by.curators)}},
                                 {{"Region"}, {or_not_said(f.by.region)}},
                                 {{"Sector"}, {or_not_said(f.by.sector)}},
                                 {{"Publication"}, {when.day + (when.is_expected ? ", expected" : "")}},
                                 {{"Variant"}, {"Pure differential privacy"}},
                                 {{"Unit of privacy"}, {unit_words(f)}},
                                 {{"Epsilon of that unit"}, {fmt::format("{:.4g}", f.task.total.nats())}}};
  if (!f.task.has_items())
    rows.push_back(
        {{"Epsilon of a relationship, both ends"}, {fmt::format("{:.4g}", f.most_of_relationship())}});
  for (table_row& row : std::vector<table_row>{{{"Delta"}, {"0"}},
                                               {{"Model"}, {"Local"}},
                                               {{"Release"}, {"One release"}},
                                               {{"Data"}, {"Static"}},
                                               {{"Access"}, {"Non-interactive"}},
                                               {{"Accounting"}, {"Sequential composition"}},
                                               {{"Software"}, {fmt::format("edgeldp {}", edgeldp::version)}},
                                               {{"Source"}, {or_not_said(f.by.source)}},
                                               {{"Record by"}, {joined(f.by.authors)}}})
    rows.push_back(std::move(row));
  d.table(rows);
  d.note(
      "The questions are those of OpenDP's register of deployments (schema of commit 3e9c812). Option -o "
      "writes the entry itself; whoever hosts the register decides what it takes.");
}

std::vector<table_row> round_rows(const record_facts& f) {
  std::vector<table_row> rows = {{{"round"}, {"epsilon, at most"}, {"asked"}, {"answered"}}};
  const auto number = [](double n) { return n > 0.0 ? grouped(n) : std::string(); };
  for (const recorded_round& r : rounds_of(f))
    if (rows.size() == 1 || rows.back().front().text != r.name)
      rows.push_back({{r.name}, {fmt::format("{:.4g}", r.most)}, {number(r.asked)}, {number(r.answered)}});
  return rows;
}

void add_appendix(document& d, const record_facts& f) {
  d.heading("Technical appendix: the guarantee");
  add_all(d, {neighbours_words(f), parameters_words(f), domain_words(f), local_words(f)});
  d.heading("Who sees what, and is trusted with what");
  d.list(actor_words(f));
  d.heading("Rounds and what they cost");
  d.table(round_rows(f));
  add_all(d, composition_words(f));
  d.heading("Mechanisms by round");
  d.list(mechanism_words(f));
  d.heading("How they are made");
  add_all(d, security_words(f));
  add_all(d, {preparation_words(f), post_processing_words(), release_words(f),
              static_words(f) + " " + access_words(), reasons_words(f)});
  d.heading("What is assumed");
  d.list(assumption_words(f));
  d.heading("Software and names");
  add_all(d, {software_words(f), "The digest of the task, which names the collection in every message:"});
  d.code(f.id);
  d.paragraph("The key by which the collector signs what it announces (Ed25519):");
  d.code(to_hex(f.task.collector.bytes));
}

}  // namespace

document record_page(const record_facts& f) {
  document d(f.name());
  if (const std::string why = simulation_words(f); !why.empty()) d.warning(why);
  if (const std::string why = flaw_words(f); !why.empty()) d.warning(why);
  d.note(fmt::format(
      "The record of a collection under differential privacy, as of {}, for whoever must judge it.",
      day_text(f.now)));
  add_first_screen(d, f);
  add_answer(d, f);
  add_register(d, f);
  add_appendix(d, f);
  return d;
}

std::string record_text(const record_facts& f, const screen& on) {
  std::string sent, open;
  for (const std::string& one : sent_words(f)) sent += (sent.empty() ? "" : " ") + one;
  for (const std::string& one : unprotected_words(f)) open += (open.empty() ? "" : " ") + one;
  const auto learned = learned_words(f), kept = kept_words(f);
  page p(f.name(), "", on);
  p.group("Caution", {simulation_words(f), flaw_words(f)})
      .group("Asked", {asking_words(f), purpose_words(f)})
      .group("Now", {stage_words(f)})
      .group("Sent", {staying_words(f), sent})
      .group("Learned", {fmt::format("{}", fmt::join(learned, " "))})
      .group("Open", {"Not protected:", open})
      .group("Kept", {fmt::format("{}", fmt::join(kept, " "))})
      .group("Contact", {whom_to_write(f.by)});
  if (f.is_over())
    p.group("Result", {absence_words(f.result), fmt::format("{}", fmt::join(outcome_words(f), " "))});
  return p.group("Expected", {expected_words(f), confirmed_words(f)})
      .group("Unit", {sentence(unit_words(f)), parameters_words(f)})
      .group("Rounds", {fmt::format("{}", fmt::join(composition_words(f), " "))})
      .group("Assumed", {fmt::format("{}", fmt::join(assumption_words(f), " "))})
      .group("Software", {software_words(f)})
      .group("Task", {f.id + "."})
      .group(
          "Next",
          {"--page record.html writes this for people, with a technical appendix; -o record.json writes an "
           "entry for a public register."})
      .text();
}

}  // namespace edgeldp::cli
