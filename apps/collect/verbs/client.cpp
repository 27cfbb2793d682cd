// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "collect/client/participant.hpp"
#include "collect/verbs/collect_verbs.hpp"
#include "collect/verbs/name_lines.hpp"
#include "edgeldp/core/base/atomic_file.hpp"
#include "edgeldp/core/base/error.hpp"
#include "io/claims.hpp"
#include "io/page.hpp"
#include "options/option_kinds.hpp"

namespace edgeldp::cli {

namespace {

using collect::next_step;
using collect::participant;
using collect::state_file;

struct join_arguments {
  std::string state, from, name, token, contacts;
  std::vector<std::string> values;
  std::optional<double> ceiling;
  std::optional<std::uint64_t> seed;
};

struct encode_arguments {
  std::string state, from, to;
};

struct status_arguments {
  std::string state;
};

record status_record(const participant& p) {
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
          {"contacts", s.contacts.size()},
          {"epsilon", budget(p.of_task().total)},
          {"ceiling", budget(s.ceiling)},
          {"spent_so_far", budget(p.spent())},
          {"rounds", std::move(rounds)},
          {"ended", s.ended.empty() ? record(nullptr) : record(s.ended)},
          {"simulated", s.simulation_key.has_value()}};
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

void print_status(const participant& p, output_style style) {
  const record r = status_record(p);
  if (style != output_style::text) return print_record(r, style == output_style::json);
  const std::string title = text_of(r, "title").empty() ? text_of(r, "method") : text_of(r, "title");
  write_stdout(page(title)
                   .group("You", {fmt::format("{}, with {} in the task.", text_of(r, "person"),
                                              counted(number_of(r, "contacts"), "contact"))})
                   .group("Said", {rounds_text(r)})
                   .group("Privacy", {fmt::format("Epsilon {:.4g} so far, of {:.4g} that the task may cost.",
                                                  number_of(r, "spent_so_far"), number_of(r, "epsilon"))})
                   .group("Ended", {text_of(r, "ended")})
                   .text());
}

void join(const join_arguments& a, output_style style) {
  collect::folder_bulletin published(a.from);
  const auto token = collect::from_hex(a.token);
  if (!token) throw invalid_parameter("--token: digits 0 to 9 and a to f, as the operator gave it");
  collect::joining_person who{a.name, *token, name_lines(a.contacts), a.values, epsilon(), a.seed};
  who.ceiling =
      a.ceiling ? epsilon::from_nats(*a.ceiling, "--ceiling") : collect::task::read(published.task()).total;
  state_file kept(a.state, state_file::opening::anew);
  print_status(participant::join(kept, published, who), style);
}

void encode(const encode_arguments& a, output_style style) {
  state_file kept(a.state, state_file::opening::existing);
  participant p(kept);
  collect::folder_bulletin published(a.from);
  const next_step step = p.next(published);
  if (step.what == next_step::kind::ended)
    throw invalid_parameter(a.state + ": takes no part any more: " + step.why);
  std::string said;
  if (step.what == next_step::kind::send) {
    std::error_code error;
    std::filesystem::create_directories(a.to, error);
    const std::string file = fmt::format("{}/{}-{}", a.to, p.state().person, step.round);
    replace_file(file, step.message);
    said = fmt::format("Wrote {}, {}: the answer to '{}'.", file,
                       byte_count(static_cast<double>(step.message.size())), step.round);
  } else {
    said = step.what == next_step::kind::wait ? "Nothing to say: the collector has not asked more."
                                              : "The collection is over for this person.";
  }
  if (style == output_style::text) return write_stdout(said + "\n");
  print_status(p, style);
}

void show_status(const status_arguments& a, output_style style) {
  state_file kept(a.state, state_file::opening::existing);
  print_status(participant(kept), style);
}

void add_state(CLI::App& verb, std::string& state) {
  verb.add_option("state", state, "The file that keeps what this person has said")
      ->required()
      ->type_name(value::file);
}

void add_from(CLI::App& verb, std::string& from) {
  verb.add_option("--from", from, "The folder that the collector published, or a copy of it")
      ->required()
      ->type_name(value::folder);
}

}  // namespace

void add_client_join(CLI::App& verb, const common_arguments& common) {
  auto& a = acts_by<join_arguments>(verb, common, join);
  add_state(verb, a.state);
  add_from(verb, a.from);
  verb.add_option("--name", a.name, "Your name in the collector's directory of people")->required();
  verb.add_option("--token", a.token, "What the operator gave you to join with")->required();
  verb.add_option(
          "--contacts", a.contacts,
          "A file with the name of a contact a line; names that are not in the directory do not matter")
      ->required()
      ->type_name(value::file);
  verb.add_option("--value", a.values, "Your value of each attribute of the task, in its order");
  verb.add_option("--ceiling", a.ceiling, "Take part only if the task costs no more than this epsilon");
  verb.add_option("--seed", a.seed, "Replayed coins, for a simulated task: NOT private")
      ->group(section::expert);
}

void add_client_encode(CLI::App& verb, const common_arguments& common) {
  auto& a = acts_by<encode_arguments>(verb, common, encode);
  add_state(verb, a.state);
  add_from(verb, a.from);
  verb.add_option("--to", a.to, "The folder that the message is written to")
      ->required()
      ->type_name(value::folder);
}

void add_client_status(CLI::App& verb, const common_arguments& common) {
  add_state(verb, acts_by<status_arguments>(verb, common, show_status).state);
}

}  // namespace edgeldp::cli
