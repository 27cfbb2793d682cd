// SPDX-License-Identifier: MIT
#include "collect/verbs/client_answers.hpp"

#include <fmt/format.h>

#include <utility>

#include "collect/carriers/account_folder.hpp"
#include "collect/task/published.hpp"
#include "collect/verbs/account_answers.hpp"
#include "collect/verbs/task_words.hpp"
#include "io/claims.hpp"
#include "io/page.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

record status_record(const collect::client& p) {
  const collect::client_state& s = p.state();
  record rounds = record::array();
  for (const collect::heard_round& h : s.heard)
    rounds.push_back({{"round", h.round},
                      {"epsilon", budget(h.price)},
                      {"message_bytes", h.answer.size()},
                      {"announcement", h.announcement}});
  return {{"task", p.of_task().id()},
          {"title", p.of_task().title},
          {"method", p.of_task().method},
          {"person", s.name},
          {"epsilon", budget(p.total())},
          {"relationship_dp", p.most_of_relationship().nats()},
          {"part", std::string(name_of(s.part))},
          {"ceiling", budget(s.ceiling)},
          {"spent_so_far", budget(p.spent())},
          {"rounds", std::move(rounds)},
          {"ended", s.ended.empty() ? record(nullptr) : record(s.ended)},
          {"version", s.version},
          {"evidence", p.evidence().has_value()},
          {"simulated", s.simulation_key.has_value()},
          {"account", s.account.empty() ? record(nullptr) : record(s.account)},
          {"exact", {{"contacts", s.contacts.size()}}}};
}

/// What is weaker under the rules of version 1.
std::string caution_for(const collect::client_state& s) {
  if (s.version > collect::first_version) return {};
  return "This collection is of version 1. Keep the state where nothing restores or copies it: an old one "
         "would "
         "answer a second time, with other noise. Who carries the message that joins can read its token, and "
         "when "
         "an answer is ready may tell how long the list is: send it later, at a moment of your own choice.";
}

std::string account_words(const collect::client_state& s) {
  if (s.account.empty()) return {};
  return account_sentence(collect::personal_account(collect::account_folder(s.account).records()), s.account);
}

std::string choice_words(const collect::client& p) {
  const chosen_part part = p.state().part;
  if (part == chosen_part::whole) return {};
  return fmt::format(" you, who chose to spend a {} of each budget; everybody can read that", name_of(part));
}

std::string rounds_text(const record& r) {
  std::string said;
  for (const record& h : r.at("rounds"))
    said += number_of(h, "message_bytes") > 0.0
                ? fmt::format("'{}' for epsilon {:.3g}, {}; ", text_of(h, "round"), number_of(h, "epsilon"),
                              byte_count(number_of(h, "message_bytes")))
                : fmt::format("nothing in '{}'; ", text_of(h, "round"));
  if (said.empty()) return "Nothing yet.";
  said.resize(said.size() - 2);
  return said + ".";
}

}  // namespace

void print_client_status(const collect::client& p, output_style style) {
  const record r = status_record(p);
  const collect::client_state& s = p.state();
  if (style != output_style::text) return print_record(r, style == output_style::json);
  constexpr std::size_t longest_title = 1000;
  const std::string named = collect::harmless_text(text_of(r, "title"), longest_title);
  const std::string title = named.empty() ? text_of(r, "method") : named;
  write_stdout(
      page(title)
          .group("You", {text_of(r, "person") + "."})
          .group("Only yours", {fmt::format("{} in the task. The number is exact: leave this line out "
                                            "where you show the page to anybody.",
                                            counted(number_of(r.at("exact"), "contacts"),
                                                    p.of_task().has_items() ? "item" : "contact"))})
          .group("Said", {rounds_text(r)})
          .group("Privacy",
                 {fmt::format("Epsilon {:.4g} so far, of {:.4g} that the task may cost{}.",
                              number_of(r, "spent_so_far"), number_of(r, "epsilon"), choice_words(p)),
                  own_words(p.of_task(), s.part), contact_words(p.of_task(), s.part)})
          .group("Result", {of_each_words(p.of_task())})
          .group("Series", {series_words(p.of_task()), lost_in_series_words(p.of_task())})
          .group("Account", {account_words(s)})
          .group("Ended", {text_of(r, "ended")})
          .group("Evidence", {p.evidence() ? "The collector signed two announcements for one round, and "
                                             "both are kept: `edgeldp client status --evidence FOLDER` "
                                             "writes them for others to check."
                                           : ""})
          .group("Caution", {caution_for(s)})
          .text());
}

verb_option* add_client_state(verb_options& verb, std::string& state) {
  return verb.add_option("state", state, "The file that keeps what this person has said")
      ->required()
      ->type_name(value::file);
}

}  // namespace edgeldp::cli
