// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "collect/client/client.hpp"
#include "collect/verbs/client_answers.hpp"
#include "collect/verbs/collect_verbs.hpp"
#include "collect/verbs/name_lines.hpp"
#include "collect/verbs/source_arguments.hpp"
#include "edgeldp/core/base/atomic_file.hpp"
#include "edgeldp/core/base/error.hpp"
#include "io/claims.hpp"
#include "io/page.hpp"
#include "options/option_kinds.hpp"

namespace edgeldp::cli {

namespace {

using collect::client;
using collect::next_step;
using collect::open_bulletin;
using collect::state_file;

struct join_arguments {
  source_arguments source;
  std::string state, name, token, contacts;
  std::vector<std::string> values;
  std::optional<double> ceiling;
  std::optional<std::uint64_t> seed;
  bool allow_empty = false;
};

struct encode_arguments {
  source_arguments source;
  std::string state, to;
};

struct status_arguments {
  std::string state;
};

/// The contacts, of which it is said how many are in the directory before the list is frozen.
/// Errors: invalid_parameter for a list of which nobody is, unless that is meant.
std::vector<std::string> contacts_to_freeze(const join_arguments& a, collect::bulletin& published) {
  std::vector<std::string> names = name_lines(a.contacts);
  const matched_names matched = match_names(names, collect::people_directory(published.directory()));
  if (matched.found == 0 && !a.allow_empty)
    throw invalid_parameter(sentence_on(matched, a.contacts) +
                            ". Names are one a line, as the operator wrote them; --allow-empty takes part "
                            "without contacts");
  if (!matched.unknown.empty()) write_stderr("edgeldp: note: " + sentence_on(matched, a.contacts) + "\n");
  return names;
}

void join(const join_arguments& a, output_style style) {
  const auto published = open_bulletin(a.source.from, a.source.connection);
  const auto token = collect::from_hex(a.token);
  if (!token) throw invalid_parameter("--token: digits 0 to 9 and a to f, as the operator gave it");
  collect::joining_person who{a.name, *token, contacts_to_freeze(a, *published), a.values, epsilon(), a.seed};
  who.ceiling =
      a.ceiling ? epsilon::from_nats(*a.ceiling, "--ceiling") : collect::task::read(published->task()).total;
  state_file kept(a.state, state_file::opening::anew);
  print_client_status(client::join(kept, *published, who), style);
}

void encode(const encode_arguments& a, output_style style) {
  state_file kept(a.state, state_file::opening::existing);
  client p(kept);
  const next_step step = p.next(*open_bulletin(a.source.from, a.source.connection));
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
  print_client_status(p, style);
}

void show_status(const status_arguments& a, output_style style) {
  state_file kept(a.state, state_file::opening::existing);
  print_client_status(client(kept), style);
}

}  // namespace

void add_client_join(CLI::App& verb, const common_arguments& common) {
  auto& a = acts_by<join_arguments>(verb, common, join);
  add_client_state(verb, a.state);
  add_source(verb, a.source);
  verb.add_option("--name", a.name, "Your name in the collector's directory of people")->required();
  verb.add_option("--token", a.token, "What the operator gave you to join with")->required();
  verb.add_option("--contacts", a.contacts,
                  "A file with the name of a contact a line; names that are not in the directory are told "
                  "and left out")
      ->required()
      ->type_name(value::file);
  verb.add_flag("--allow-empty", a.allow_empty, "Take part although no contact is in the directory");
  verb.add_option("--value", a.values, "Your value of each attribute of the task, in its order");
  verb.add_option("--ceiling", a.ceiling, "Take part only if the task costs no more than this epsilon");
  verb.add_option("--seed", a.seed, "Replayed coins, for a simulated task: NOT private")
      ->group(section::expert);
}

void add_client_encode(CLI::App& verb, const common_arguments& common) {
  auto& a = acts_by<encode_arguments>(verb, common, encode);
  add_client_state(verb, a.state);
  add_source(verb, a.source);
  verb.add_option("--to", a.to, "The folder that the message is written to")
      ->required()
      ->type_name(value::folder);
}

void add_client_status(CLI::App& verb, const common_arguments& common) {
  add_client_state(verb, acts_by<status_arguments>(verb, common, show_status).state);
}

}  // namespace edgeldp::cli
