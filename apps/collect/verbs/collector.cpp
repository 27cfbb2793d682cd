// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "collect/collector/collection.hpp"
#include "collect/task/published.hpp"
#include "collect/verbs/collect_verbs.hpp"
#include "collect/verbs/collector_answers.hpp"
#include "collect/verbs/name_lines.hpp"
#include "collect/verbs/time_span.hpp"
#include "edgeldp/core/base/atomic_file.hpp"
#include "edgeldp/core/base/error.hpp"
#include "io/claims.hpp"
#include "io/page.hpp"
#include "io/text_file.hpp"
#include "options/option_kinds.hpp"
#include "options/shared_options.hpp"

namespace edgeldp::cli {

namespace {

using collect::collection;

collect::collector_folder folder_at(const std::string& home) {
  return {home};
}

collection open_collection(const std::string& home) {
  return {folder_at(home), unix_now()};
}

void print_status(collection& c, output_style style) {
  const record r = status_record(c.status(), c.of_task(), c.id());
  if (style == output_style::text)
    write_stdout(status_text(r, screen::of_stdout()));
  else
    print_record(r, style == output_style::json);
}

// --- create

struct create_arguments {
  std::string home, method = "triangles", people, title, tokens, join_time = "7d", round_time = "1d";
  std::vector<std::string> attributes;
  double epsilon = 1.0, close_share = 1.0;
  bool is_simulated = false;
  std::optional<std::uint64_t> seed;
};

collect::task_attribute attribute_of(const std::string& text) {
  const std::size_t equals = text.find('=');
  collect::task_attribute a{text.substr(0, equals), {}};
  if (equals != text.npos) {
    std::istringstream values(text.substr(equals + 1));
    for (std::string value; std::getline(values, value, ',');) a.values.push_back(value);
  }
  if (a.name.empty() || a.values.size() < 2)
    throw invalid_parameter(
        fmt::format("--attribute {}: a name and its values, as in party=left,right", text));
  return a;
}

/// Names and tokens, a line each.
std::string token_lines(const collection& c) {
  std::string lines;
  const collect::people_directory& people = c.directory();
  for (std::uint32_t person = 0; person < people.size(); ++person)
    lines += fmt::format("{}\t{}\n", people.name(person), collect::to_hex(c.token_for(people.name(person))));
  return lines;
}

void create(const create_arguments& a, output_style style) {
  collect::new_collection wanted;
  wanted.title = a.title;
  wanted.method = a.method;
  wanted.total = epsilon::from_nats(a.epsilon);
  wanted.people = people_lines(a.people);
  for (const std::string& text : a.attributes) wanted.attributes.push_back(attribute_of(text));
  wanted.join_seconds = seconds_of(a.join_time, "--join-time");
  wanted.round_seconds = seconds_of(a.round_time, "--round-time");
  wanted.close_permille = static_cast<std::uint32_t>(1000.0 * a.close_share + 0.5);
  wanted.is_simulated = a.is_simulated;
  if (a.seed) {
    if (!a.is_simulated) throw invalid_parameter("--seed is for simulated tasks: add --simulated");
    wanted.key = release_key{*a.seed};
  }
  collect::create_collection(folder_at(a.home), wanted, unix_now());
  collection made = open_collection(a.home);
  const std::string tokens = a.tokens.empty() ? a.home + "/private/tokens.tsv" : a.tokens;
  if (tokens == "-")
    write_stdout(token_lines(made));
  else
    collect::write_private(tokens, collect::bytes_of(token_lines(made)));
  if (style != output_style::text) return print_status(made, style);
  write_stdout(
      page("Collection made")
          .group("Publish", {fmt::format("{}/public is for everybody to read.", a.home)})
          .group("Keep", {fmt::format("{}/private is for you alone; a copy of it is enough to go on "
                                      "after a disk has failed.",
                                      a.home)})
          .group("Hand out", {fmt::format("{} has a token for each person, who joins with it once.", tokens)})
          .group("Task", {made.id() + "."})
          .text());
}

// --- ingest

struct ingest_arguments {
  std::string home, inbox;
};

/// What became of the files of an inbox.
struct ingested {
  std::uint64_t taken = 0, known = 0, refused = 0;
};

/// The files of a folder, in the order of their names.
std::vector<std::filesystem::path> files_in(const std::string& folder) {
  std::error_code error;
  std::vector<std::filesystem::path> files;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    if (entry->is_regular_file() && !entry->path().filename().string().starts_with('.'))
      files.push_back(entry->path());
  if (error) throw io_error(folder + ": " + error.message());
  std::ranges::sort(files);
  return files;
}

void put_aside(const std::filesystem::path& file, const collect::problem& why) {
  const std::filesystem::path refused = file.parent_path() / "refused";
  std::filesystem::create_directories(refused);
  replace_file((refused / (file.filename().string() + ".problem.json")).string(),
               problem_document(why) + "\n");
  std::filesystem::rename(file, refused / file.filename());
}

/// Takes so many files at once: they are kept by one write to the disk.
constexpr std::size_t files_a_commit = 256;

ingested take_files(collection& c, const std::vector<std::filesystem::path>& files) {
  ingested all;
  for (std::size_t first = 0; first < files.size(); first += files_a_commit) {
    const std::size_t last = std::min(files.size(), first + files_a_commit);
    std::vector<std::filesystem::path> done;
    for (std::size_t i = first; i < last; ++i) {
      try {
        const auto bytes = collect::read_file(files[i], c.longest_message() + 1);
        if (!bytes) continue;
        ++(c.take(*bytes) == collection::verdict::taken ? all.taken : all.known);
        done.push_back(files[i]);
      } catch (const format_error&) {
        put_aside(files[i], collect::problem(collect::problem_code::too_large, "longer than any message"));
        ++all.refused;
      } catch (const collect::problem& p) {
        put_aside(files[i], p);
        write_stderr(fmt::format("edgeldp: refused: {}: {}\n", files[i].filename().string(), p.what()));
        ++all.refused;
      }
    }
    c.commit();
    for (const auto& file : done) std::filesystem::remove(file);
  }
  return all;
}

void ingest(const ingest_arguments& a, output_style style) {
  collection c = open_collection(a.home);
  const ingested all = take_files(c, files_in(a.inbox));
  c.advance(unix_now());
  if (style == output_style::text)
    write_stdout(fmt::format("{} taken, {} known already, {} refused.\n\n",
                             counted(static_cast<double>(all.taken), "message"), all.known, all.refused));
  print_status(c, style);
}

// --- the others

struct home_argument {
  std::string home;
};

void show_status(const home_argument& a, output_style style) {
  collection c = open_collection(a.home);
  print_status(c, style);
}

void close_now(const home_argument& a, output_style style) {
  collection c = open_collection(a.home);
  c.close_round(unix_now());
  print_status(c, style);
}

void show_result(const home_argument& a, output_style style) {
  collection c = open_collection(a.home);
  const collect::collection_status s = c.status();
  if (s.at == collect::collection_status::stage::failed)
    throw invalid_parameter(a.home + ": the collection has failed: " + s.failure);
  const auto text = read_text(a.home + "/public/" + std::string(collect::published::result));
  if (!text)
    throw invalid_parameter(a.home +
                            ": there is no result yet; `edgeldp collector status` says how far it is");
  const record result = record::parse(*text);
  if (style == output_style::text)
    return write_stdout(result_text(result, c.of_task().title, screen::of_stdout()));
  print_record(result, style == output_style::json);
}

void add_home(CLI::App& verb, std::string& home) {
  verb.add_option("home", home, "The folder of the collection")->required()->type_name(value::folder);
}

}  // namespace

void add_collector_create(CLI::App& verb, const common_arguments& common) {
  auto& a = acts_by<create_arguments>(verb, common, create);
  add_home(verb, a.home);
  std::vector<std::string> methods;
  for (const collect::offered_method& m : collect::offered_methods()) methods.emplace_back(m.name);
  verb.add_option("--method", a.method, fmt::format("What is estimated: {}", fmt::join(methods, ", ")))
      ->capture_default_str();
  verb.add_option("--people", a.people, "A file with the name of a person a line: who may take part")
      ->required()
      ->type_name(value::file);
  add_epsilon(verb, a.epsilon, "Privacy budget of each person, for all rounds together");
  verb.add_option("--title", a.title, "What the collection is about, for people to read");
  verb.add_option("--attribute", a.attributes,
                  "An attribute of people and its values, as party=left,right (homophily; may be repeated)");
  verb.add_option("--join-time", a.join_time, "How long people may join: 90s, 15m, 12h or 7d")
      ->capture_default_str();
  verb.add_option("--round-time", a.round_time, "How long each round is open")->capture_default_str();
  verb.add_option("--close-share", a.close_share,
                  "A round closes before its time once this share of those asked have answered")
      ->check(between(0.001, 1.0))
      ->capture_default_str();
  verb.add_option("--tokens", a.tokens, "Where the tokens go; private/tokens.tsv in the folder if not given")
      ->group(section::output)
      ->type_name(value::file);
  verb.add_flag("--simulated", a.is_simulated, "For clients with replayed coins, and no others: NOT private")
      ->group(section::expert);
  verb.add_option("--seed", a.seed, "Of a simulated task's public coins")->group(section::expert);
}

void add_collector_ingest(CLI::App& verb, const common_arguments& common) {
  auto& a = acts_by<ingest_arguments>(verb, common, ingest);
  add_home(verb, a.home);
  verb.add_option("inbox", a.inbox, "The folder of messages, a file each")
      ->required()
      ->type_name(value::folder);
}

void add_collector_status(CLI::App& verb, const common_arguments& common) {
  add_home(verb, acts_by<home_argument>(verb, common, show_status).home);
}

void add_collector_close(CLI::App& verb, const common_arguments& common) {
  add_home(verb, acts_by<home_argument>(verb, common, close_now).home);
}

void add_collector_result(CLI::App& verb, const common_arguments& common) {
  add_home(verb, acts_by<home_argument>(verb, common, show_result).home);
}

}  // namespace edgeldp::cli
