// SPDX-License-Identifier: MIT
#include "command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <new>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/plain_words.hpp"
#include "edgeldp/core/base/version.hpp"
#include "edgeldp/core/protocol/shards_simulation.hpp"
#include "io/failure.hpp"
#include "io/process.hpp"
#include "io/progress.hpp"
#include "io/report.hpp"
#include "options/missing_file.hpp"
#include "shards/rounds.hpp"
#include "verbs/verbs.hpp"
#include "verbs/verbs_beside.hpp"

namespace {

using edgeldp::cli::fail;
using edgeldp::cli::failure;
using edgeldp::cli::failures_are_json;
using edgeldp::cli::help_asked;
using edgeldp::cli::usage_fault;

constexpr const char* about_program =
    "Counts what is in a social network without seeing who knows whom: every user adds random noise to "
    "its own list of friends before anything is sent, and totals, with error bars, come out of the noise "
    "(edge "
    "local differential privacy).\n"
    "Here a file plays all users, which shows beforehand how large errors would be.";

constexpr const char* first_commands =
    "  edgeldp demo                              two minutes, no file needed\n"
    "  edgeldp dataset generate -o network.txt   a made-up network, two ids a line\n"
    "  edgeldp triangles network.txt --epsilon 0.5,1,2\n";

constexpr int done = 0;

/// Runs the parsed verb; every exception becomes one line on standard error and an exit code.
template <class F>
int guarded(F&& body) {
  using namespace edgeldp;
  using enum failure;
  try {
    body();
    return done;
  } catch (const invalid_parameter& e) {
    return fail(usage, e.what());
  } catch (const bad_graph_input& e) {
    return fail(input, plain_words(e.what()));
  } catch (const format_error& e) {
    return fail(input, plain_words(e.what()));
  } catch (const io_error& e) {
    return fail(system, e.what() + cli::what_may_be_meant(e.what()));
  } catch (const std::filesystem::filesystem_error& e) {
    return fail(system, e.path1().string() + ": " + e.code().message());
  } catch (const usage_fault&) {
    throw;  // which main prints, as it does help
  } catch (const help_asked&) {
    throw;
  } catch (const std::bad_alloc&) {
    return fail(system, "out of memory");
  } catch (const std::exception& e) {
    return fail(bug, fmt::format("internal error: {}; please report it", e.what()));
  }
}

/// What every verb takes.
void add_program_options(edgeldp::cli::verb_options& program, edgeldp::cli::common_arguments& common,
                         bool& quiet) {
  using namespace edgeldp::cli;
  program.add_flag("--json", common.json, "All fields of the result, one JSON object a line");
  program.add_flag("-v,--verbose", common.verbose, "All fields of the result, as a table");
  program.add_option("--threads", common.threads, "Threads to use; 0: all cores. Changes no result")
      ->check(between(0U, 1024U))
      ->capture_default_str();
  program
      .add_option(
          "--shards", common.shards,
          "Play the users of a run in so many parts, one after another: less memory. Changes no result")
      ->check(between(std::uint64_t{1}, std::uint64_t{1} << 20))
      ->group(section::expert)
      ->capture_default_str();
  program
      .add_option(
          "--rounds-in", common.rounds_in,
          "Folder of a run whose rounds are played by other processes (`edgeldp round`): asks the next "
          "round, or answers. Needs --seed")
      ->type_name(value::folder)
      ->group(section::expert);
  program.add_flag("-q,--quiet", quiet, "No progress bar");
}

/// Where this command's users are played; null: all at once, here.
std::unique_ptr<edgeldp::user_placement> placement_of(const edgeldp::cli::common_arguments& common,
                                                      std::span<char*> words,
                                                      const edgeldp::cli::placement_maker& place) {
  using namespace edgeldp::cli;
  std::optional<run_folder> folder;
  if (!common.rounds_in.empty()) folder.emplace(common.rounds_in, words_of_run(words));
  if (place) return place(std::move(folder));
  if (folder) return std::make_unique<collector_placement>(*std::move(folder));
  if (common.shards > 1) return std::make_unique<edgeldp::placement_in_turn>(common.shards);
  return nullptr;
}

/// Whether the call asks for JSON, however little of it can be parsed.
bool asks_for_json(std::span<char*> arguments) {
  for (const std::string_view word : arguments) {
    if (word == "--json") return true;
    if (word == "--") break;
  }
  return false;
}

/// A call that could not be parsed. explained: lines for people, the first of which says why.
int fail_usage(std::string explained) {
  explained.erase(0, std::string_view("edgeldp: ").size());
  if (failures_are_json()) explained.resize(std::min(explained.find("\n\n"), explained.size()));
  while (explained.ends_with('\n')) explained.pop_back();
  if (failures_are_json())
    for (std::size_t at; (at = explained.find('\n')) != explained.npos;) explained.replace(at, 1, "; ");
  return fail(failure::usage, explained);
}

/// Carries out what the words say, once there are verbs.
int carry_out(edgeldp::cli::command_line& program, edgeldp::cli::common_arguments& common, const bool& quiet,
              std::span<char*> words, const edgeldp::cli::placement_maker& place) {
  using namespace edgeldp::cli;
  std::optional<edgeldp::thread_limit> limit;
  std::unique_ptr<edgeldp::user_placement> placement;
  std::optional<edgeldp::placement_scope> scope;
  program.when_parsed([&] {
    limit.emplace(common.threads);
    if (common.json) tell_failures_as_json();
    if (quiet) progress::disable();
    placement = placement_of(common, words, place);
    if (placement) scope.emplace(*placement);
  });
  try {
    return guarded([&] {
      try {
        program.parse({words.begin() + std::min<std::ptrdiff_t>(1, std::ssize(words)), words.end()});
      } catch (const round_is_open& open) {
        print_open_round(open, common.style());
      }
    });
  } catch (const usage_fault& e) {
    return fail_usage(e.what());
  } catch (const help_asked& e) {
    return guarded([&] { write_stdout(e.what()); });
  }
}

/// has_programs_beside: whether verbs of other programs are known, which are then called in its
/// place.
int carry_out(std::span<const edgeldp::cli::verb_row> verbs, bool has_programs_beside, std::span<char*> words,
              const edgeldp::cli::placement_maker& place) {
  using namespace edgeldp::cli;
  if (asks_for_json(words)) tell_failures_as_json();
  command_line program(about_program, first_commands);
  common_arguments common;
  bool quiet = false;
  add_program_options(program.everywhere(), common, quiet);
  if (has_programs_beside)
    if (const int code = guarded([&] { become_program_of(words, program.facts()); }); code != done)
      return code;
  prepare_process();
  add_verbs(program, verbs, common);
  add_verbs(program, hidden_verbs(), common);
  if (has_programs_beside) {
    for (const verb_beside& verb : verbs_beside())
      program.add_verb({verb.name, title_of(verb.group), verb.help, ""});
    program.complete_facts(with_verbs_beside);
  }
  common.program = [&] { return program.facts(); };
  common.carry_out = [&](std::vector<std::string> again) {
    command_line other(about_program, first_commands);
    common_arguments same = common;
    same.rounds_in.clear();
    add_verbs(other, verbs, same);
    other.parse(std::move(again));
  };
  return carry_out(program, common, quiet, words, place);
}

}  // namespace

void edgeldp::cli::add_verbs(command_line& program, std::span<const verb_row> verbs,
                             const common_arguments& common) {
  for (const verb_row& row : verbs) {
    std::function<void(verb_options&)> fill;
    if (row.add != nullptr) fill = [&row, &common](verb_options& options) { row.add(options, common); };
    program.add_verb({row.name, title_of(row.group), row.help, row.examples, row.add == nullptr},
                     std::move(fill));
  }
}

int edgeldp::cli::carry_out_command(std::span<const verb_row> verbs, int argc, char** argv,
                                    const placement_maker& place) {
  return carry_out(verbs, false, {argv, static_cast<std::size_t>(argc)}, place);
}

int edgeldp::cli::carry_out_edgeldp(int argc, char** argv) {
  return carry_out(own_verbs(), true, {argv, static_cast<std::size_t>(argc)}, nullptr);
}
