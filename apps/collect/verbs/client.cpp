// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "collect/carriers/account_folder.hpp"
#include "collect/carriers/state_file.hpp"
#include "collect/client/client.hpp"
#include "collect/client/fetched.hpp"
#include "collect/client/series.hpp"
#include "collect/verbs/account_answers.hpp"
#include "collect/verbs/client_answers.hpp"
#include "collect/verbs/collect_verbs.hpp"
#include "collect/verbs/name_lines.hpp"
#include "collect/verbs/opened_client.hpp"
#include "collect/verbs/source_arguments.hpp"
#include "collect/verbs/time_span.hpp"
#include "edgeldp/core/base/atomic_file.hpp"
#include "edgeldp/core/base/error.hpp"
#include "io/claims.hpp"
#include "io/consent.hpp"
#include "io/page.hpp"
#include "io/text_file.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

using collect::account_folder;
using collect::client;
using collect::next_step;
using collect::open_bulletin;
using collect::state_file;

struct join_arguments {
  source_arguments source;
  std::string state, name, token, token_file, contacts, task, account, at_most = "whole";
  std::vector<std::string> values;
  std::optional<double> ceiling, ceiling_by_year;
  std::optional<std::uint64_t> seed;
  bool allow_empty = false;
};

struct encode_arguments {
  source_arguments source;
  std::string state, to;
};

struct leave_arguments {
  std::string state;
};

struct account_arguments {
  std::string folder;
};

struct status_arguments {
  std::string state, evidence;
};

/// What a person spends without saying so: beyond it --ceiling must be said.
constexpr double usual_ceiling = 4.0;

byte_string token_of(const join_arguments& a) {
  if (a.token.empty() == a.token_file.empty())
    throw invalid_parameter(
        "give the token by --token-file FILE, or by --token (- reads it from standard input)");
  std::string digits = a.token;
  if (!a.token_file.empty()) {
    digits = text_of(a.token_file);
  } else if (digits == "-") {
    std::getline(std::cin, digits);
  }
  while (!digits.empty() && std::isspace(static_cast<unsigned char>(digits.back())) != 0) digits.pop_back();
  constexpr std::size_t of_token = 32;
  const auto token = collect::from_hex(digits);
  if (!token || digits.size() != of_token)
    throw invalid_parameter("the token: 32 digits 0 to 9 and a to f, as the operator gave it");
  return *token;
}

std::filesystem::path account_or_usual(const std::string& given) {
  return given.empty() ? account_folder::usual() : std::filesystem::absolute(given);
}

/// As it was said now, else when this person joined last, else the usual one.
collect::spending_limits limits_of(const join_arguments& a, const collect::personal_account& account) {
  collect::spending_limits limits;
  if (a.ceiling) limits.lifetime = epsilon::from_nats(*a.ceiling, "--ceiling");
  if (a.ceiling_by_year) limits.yearly = epsilon::from_nats(*a.ceiling_by_year, "--ceiling-by-year");
  if (!a.ceiling && !a.ceiling_by_year) limits = account.latest_limits();
  if (limits.lifetime.is_zero())
    limits.lifetime = limits.yearly.is_zero() ? epsilon::from_nats(usual_ceiling)
                                              : epsilon::from_units(epsilon::largest_units);
  return limits;
}

/// Errors: invalid_parameter beyond a ceiling, with what so much would tell.
void require_within(const collect::spending_limits& limits, const collect::task& t, chosen_part part,
                    const collect::personal_account& account, const std::string& folder) {
  const epsilon total = part_of(t.total, part);
  const std::string why = account.refusal(total, limits, unix_now());
  if (why.empty()) return;
  const double after =
      epsilon::from_units(std::min(account.lifetime().units() + total.units(), epsilon::largest_units))
          .nats();
  const double contact = account.relationship().nats() + t.most_of_relationship(part).nats();
  throw invalid_parameter(
      fmt::format("{} (account {}). With it your messages would tell of any one contact, by both its ends, "
                  "so much that {}. If "
                  "you want that all the same, say --ceiling {:.4g}",
                  why, folder, belief_text(contact), after));
}

/// Who pays, and how much at most; a simulated task costs nobody anything. A later date of a series
/// was set aside when its person joined the first.
void choose_ceilings(const join_arguments& a, const collect::task& t, collect::joining_person& who) {
  if (t.is_simulated) {
    who.ceiling = a.ceiling ? epsilon::from_nats(*a.ceiling, "--ceiling") : part_of(t.total, who.part);
    return;
  }
  const std::filesystem::path folder = account_or_usual(a.account);
  who.account = folder.string();
  collect::personal_account account(account_folder(folder).records());
  if (who.replaces) account.forget(who.replaces->first, who.replaces->second);
  const collect::spending_limits limits = limits_of(a, account);
  who.ceiling = limits.lifetime;
  who.ceiling_by_year = limits.yearly;
  if (!t.asks_changes()) require_within(limits, t, who.part, account, who.account);
}

/// What this person wants to spend of each budget.
/// Errors: invalid_parameter where all spend the same.
chosen_part part_for(const join_arguments& a, const collect::task& t) {
  const chosen_part part = collect::part_named(a.at_most);
  if (const std::string fixed = collect::why_no_part(t); part != chosen_part::whole && !fixed.empty())
    throw invalid_parameter("--at-most " + a.at_most + ": " + fixed);
  return part;
}

/// The contacts, of which it is said how many are in the directory before the list is frozen.
/// Errors: invalid_parameter for a list of which nobody is, unless that is meant.
std::vector<std::string> contacts_to_freeze(const join_arguments& a, const collect::task& t,
                                            collect::bulletin& published) {
  const char* const of = t.has_items() ? "items" : "people";
  const public_bytes directory =
      t.has_items() ? published.object(t.item_directory, UINT64_MAX) : published.directory();
  std::vector<std::string> names = name_lines(a.contacts);
  const matched_names matched = match_names(names, collect::find_names(directory, names));
  if (matched.found == 0 && !a.allow_empty)
    throw invalid_parameter(sentence_on(matched, a.contacts, of) +
                            ". Names are one a line, as the operator wrote them; --allow-empty takes part "
                            "without contacts");
  if (!matched.unknown.empty()) write_stderr("edgeldp: note: " + sentence_on(matched, a.contacts, of) + "\n");
  return names;
}

/// The state that is replaced, of which nothing was said: what its account knows it by.
std::optional<std::pair<std::string, std::string>> replaced_state(state_file& kept) {
  if (!kept.exists()) return std::nullopt;
  const std::string account = collect::client_state::read(kept.load()).account;
  if (account.empty()) return std::nullopt;
  account_folder folder(account);
  const client before(kept, &folder);
  return std::pair(before.of_task().id(), before.key_name());
}

/// What was downloaded before the list was read: no download tells how long that took, or whether
/// it went on. The only object is a directory of items, who joined the first date of a series, or
/// the public labels.
class downloaded final : public collect::bulletin {
 public:
  downloaded(byte_string task, public_bytes directory, public_bytes object)
      : m_task(std::move(task)), m_directory(std::move(directory)), m_object(std::move(object)) {}
  byte_string task() override { return m_task; }
  public_bytes directory() override { return m_directory; }
  std::optional<byte_string> announcement(std::uint32_t) override { return std::nullopt; }
  public_bytes object(std::string_view, std::uint64_t) override { return m_object; }
  std::optional<byte_string> result() override { return std::nullopt; }
  std::optional<byte_string> seal() override { return std::nullopt; }

 private:
  byte_string m_task;
  public_bytes m_directory, m_object;
};

downloaded download_for_joining(const join_arguments& a) {
  const auto published = open_bulletin(a.source.from, a.source.connection_beside(a.state));
  byte_string task = published->task();
  if (!a.task.empty() && name_of(task) != a.task)
    throw invalid_parameter("--task: the collector's task is " + name_of(task) +
                            ", not the one that you were told of; do not take part");
  const collect::task t = collect::task::read(task);
  published->expect_people(t.people);
  public_bytes directory = published->directory(), object;
  if (t.has_items()) object = published->object(t.item_directory, collect::longest_item_directory(t));
  if (t.asks_changes()) object = published->object(t.series.cohort, collect::longest_cohort(t));
  if (t.has_labels()) object = published->object(t.labels.file, collect::longest_labels(t.labels.people));
  return {std::move(task), std::move(directory), std::move(object)};
}

/// Before the list is read.
/// Errors: invalid_parameter for a person who cannot go on with a series.
void require_part_in_series(const join_arguments& a, const collect::task& t, collect::bulletin& published) {
  if (!t.asks_changes()) return;
  const public_bytes directory = published.directory();
  const auto known = collect::find_names(directory, std::span(&a.name, 1)).known;
  const std::filesystem::path folder = account_or_usual(a.account);
  const collect::personal_account account(account_folder(folder).records());
  const std::string why = known.empty() ? "" : collect::why_no_part(t, account, known.begin()->second);
  if (!why.empty()) throw invalid_parameter(fmt::format("{} (account {})", why, folder.string()));
}

/// Which label of this person is public, for it to know before anything is sent.
void say_own_label(const join_arguments& a, const collect::task& t, collect::bulletin& published) {
  if (!t.has_labels()) return;
  const std::vector<collect::label_line> known = collect::fetched_labels(published, t);
  const auto own = std::ranges::find(known, a.name, &collect::label_line::name);
  write_stderr(own == known.end()
                   ? std::string("edgeldp: note: no label of yours is public in this collection\n")
                   : fmt::format("edgeldp: note: your label '{}' is public in this collection\n",
                                 collect::harmless_text(t.labels.names[own->label], collect::longest_name)));
}

void join(const join_arguments& a, output_style style) {
  a.source.require_safe();
  const byte_string token = token_of(a);
  downloaded published = download_for_joining(a);
  collect::joining_person who{a.name, token, {}, a.values, epsilon(), a.seed};
  const collect::task t = collect::task::read(published.task());
  require_part_in_series(a, t, published);
  say_own_label(a, t, published);
  who.part = part_for(a, t);  // before the list is read, of which it must tell nothing
  who.contacts = contacts_to_freeze(a, t, published);
  state_file kept(a.state, state_file::opening::anew);
  who.replaces = replaced_state(kept);
  choose_ceilings(a, t, who);
  std::optional<account_folder> account;
  if (!who.account.empty()) account.emplace(who.account);
  print_client_status(client::join(kept, published, who, account ? &*account : nullptr), style);
}

void encode(const encode_arguments& a, output_style style) {
  a.source.require_safe();
  const opened_client opened(a.state);
  client& p = *opened;
  const next_step step = p.next(*open_bulletin(a.source.from, a.source.connection_beside(a.state)));
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

/// Both announcements, a file each, as the collector signed them.
void write_evidence(const client& p, const std::string& folder) {
  const auto both = p.evidence();
  if (!both) throw invalid_parameter("--evidence: the collector has not contradicted itself here");
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  replace_file(folder + "/first", both->first);
  replace_file(folder + "/second", both->second);
}

void show_status(const status_arguments& a, output_style style) {
  const opened_client opened(a.state);
  const client& p = *opened;
  if (!a.evidence.empty()) write_evidence(p, a.evidence);
  print_client_status(p, style);
}

void leave(const leave_arguments& a, output_style style) {
  const opened_client opened(a.state);
  opened->leave();
  if (style == output_style::text)
    write_stdout(
        "You have left. Nothing is sent: whoever asked waits for you until the round's time is up.\n"
        "What was sent stays sent.\n\n");
  print_client_status(*opened, style);
}

void show_account(const account_arguments& a, output_style style) {
  const std::filesystem::path folder = account_or_usual(a.folder);
  std::error_code error;
  if (!a.folder.empty() && !std::filesystem::is_directory(folder, error))
    throw io_error(
        "cannot open " + a.folder +
        ": No such folder; `edgeldp client join --account` makes one, and `client status` says which a "
        "state has");
  print_account(folder, style);
}

}  // namespace

void add_client_join(verb_options& verb, const common_arguments& common) {
  auto& a = acts_by<join_arguments>(verb, common, join);
  add_client_state(verb, a.state);
  add_source(verb, a.source, source_kind::folder_or_address);
  verb.add_option("--name", a.name, "Your name in the collector's directory of people")->required();
  verb.add_option("--token-file", a.token_file, "A file with what the operator gave you to join with")
      ->type_name(value::file);
  verb.add_option(
      "--token", a.token,
      "The same in words, which other users of this machine may see; - reads it from standard input");
  verb.add_option("--task", a.task, "Take part in the task of this digest only, as the operator told you")
      ->type_name("DIGEST");
  verb.add_option(
          "--contacts", a.contacts,
          "A file with the name of a contact a line, or of an item where the collection is about these; "
          "names that are not in the directory are told and left out")
      ->required()
      ->type_name(value::file);
  verb.add_flag("--allow-empty", a.allow_empty, "Take part although no contact is in the directory");
  verb.add_option("--value", a.values, "Your value of each attribute of the task, in its order");
  verb.add_option("--ceiling", a.ceiling,
                  "Take part only if all collections of your list, with this one, cost no more than this "
                  "epsilon for ever; without either ceiling those that you said last, else 4");
  verb.add_option("--ceiling-by-year", a.ceiling_by_year,
                  "The same for the collections of any 365 days. What was told stays told: a year forgets "
                  "nothing");
  verb.add_option("--at-most", a.at_most,
                  "Spend the whole of each of the task's budgets, a half or a quarter, where the task lets "
                  "people choose: less makes your answers noisier, and they count all the same. Everybody "
                  "learns what you chose, so it must not follow from your list")
      ->check(one_of({"whole", "half", "quarter"}))
      ->capture_default_str();
  verb.add_option("--account", a.account,
                  "The folder in which all collections of your list add up; edgeldp/account in your folder "
                  "for data if not given")
      ->type_name(value::folder);
  verb.add_option("--seed", a.seed, "Replayed coins, for a simulated task: NOT private")
      ->group(section::expert);
}

void add_client_encode(verb_options& verb, const common_arguments& common) {
  auto& a = acts_by<encode_arguments>(verb, common, encode);
  add_client_state(verb, a.state);
  add_source(verb, a.source, source_kind::folder_or_address);
  verb.add_option("--to", a.to, "The folder that the message is written to")
      ->required()
      ->type_name(value::folder);
}

void add_client_leave(verb_options& verb, const common_arguments& common) {
  auto& a = acts_by<leave_arguments>(verb, common, leave);
  add_client_state(verb, a.state);
}

void add_client_account(verb_options& verb, const common_arguments& common) {
  auto& a = acts_by<account_arguments>(verb, common, show_account);
  verb.add_option("folder", a.folder, "The account; edgeldp/account in your folder for data if not given")
      ->type_name(value::folder);
}

void add_client_status(verb_options& verb, const common_arguments& common) {
  auto& a = acts_by<status_arguments>(verb, common, show_status);
  add_client_state(verb, a.state);
  verb.add_option("--evidence", a.evidence,
                  "Where the collector signed two announcements for one round, write both to this folder")
      ->type_name(value::folder);
}

}  // namespace edgeldp::cli
