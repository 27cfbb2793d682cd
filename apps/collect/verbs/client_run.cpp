// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "collect/client/client.hpp"
#include "collect/task/web_address.hpp"
#include "collect/verbs/client_answers.hpp"
#include "collect/verbs/collect_verbs.hpp"
#include "collect/verbs/demo_people.hpp"
#include "collect/verbs/source_arguments.hpp"
#include "collect/verbs/time_span.hpp"
#include "edgeldp/core/base/error.hpp"
#include "io/claims.hpp"
#include "io/page.hpp"
#include "io/progress.hpp"
#include "io/stop_note.hpp"
#include "options/option_kinds.hpp"

namespace edgeldp::cli {

namespace {

using collect::client;
using collect::next_step;
using collect::state_file;
using clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

struct run_arguments {
  source_arguments source;
  std::string state, demo, wait_at_most = "30d";
};

/// How long to wait before asking again: longer each time, up to a bound, and never all at once.
class patience {
 public:
  patience(milliseconds most, clock::time_point until) : m_most(most), m_until(until) {}

  void begin_again() { m_next = shortest; }
  /// Errors: io_error at the end of all patience; why: what is waited for.
  void wait(const std::string& why, milliseconds at_least = {}) {
    const double factor = std::uniform_real_distribution<double>(0.5, 1.5)(m_random);
    const auto pause = std::max(at_least, std::chrono::duration_cast<milliseconds>(factor * m_next));
    m_next = std::min(2 * m_next, m_most);
    if (clock::now() + pause > m_until)
      throw io_error("the wait is over (--wait-at-most): " + why + "; the same command goes on");
    std::this_thread::sleep_for(pause);
  }

 private:
  static constexpr milliseconds shortest{250};
  milliseconds m_most, m_next = shortest;
  clock::time_point m_until;
  std::minstd_rand m_random{std::random_device{}()};
};

/// One person who is played here.
struct player {
  std::unique_ptr<state_file> kept;
  std::unique_ptr<client> person;
  byte_string delivered;  ///< the message that the collector has
  bool is_done = false;
};

/// Whether a message came too late, and later rounds may still ask this person.
bool is_late(const std::string& problem) {
  return problem == "round-closed" || problem == "not-asked";
}

/// One look at what is published, and what follows from it. True where something was said.
bool play_once(player& p, collect::http_bulletin& published) {
  const next_step step = p.person->next(published);
  if (step.what == next_step::kind::ended)
    throw invalid_parameter(p.person->state().name + " takes no part any more: " + step.why);
  p.is_done = step.what == next_step::kind::over;
  if (step.what != next_step::kind::send || step.message == p.delivered) return false;
  const collect::delivery said = published.send(step.message);
  if (said.problem == "too-early") return false;
  if (said.what == collect::delivery::kind::refused && !is_late(said.problem))
    throw invalid_parameter(fmt::format("{}: the answer to '{}' is refused: {} ({})", p.person->state().name,
                                        step.round, said.detail, said.problem));
  p.delivered = step.message;
  return true;
}

/// One look by all of them, and then a wait.
void play_and_wait(std::vector<player>& players, collect::http_bulletin& published, patience& waits) {
  std::string why = "the collection is not over";
  std::chrono::seconds at_least{};
  try {
    for (player& p : players)
      if (!p.is_done && play_once(p, published)) waits.begin_again();
  } catch (const collect::busy_collector& e) {
    why = e.what();
    at_least = e.after();
  } catch (const io_error& e) {
    why = e.what();
  }
  if (!std::ranges::all_of(players, &player::is_done)) waits.wait(why, at_least);
}

player joined_as(const demo_person& d, const std::string& folder, collect::bulletin& published,
                 epsilon ceiling) {
  const std::string path = folder + "/" + d.name + ".state";
  player p;
  if (std::filesystem::exists(path)) {
    p.kept = std::make_unique<state_file>(path, state_file::opening::existing);
    p.person = std::make_unique<client>(*p.kept);
    return p;
  }
  p.kept = std::make_unique<state_file>(path, state_file::opening::anew);
  const collect::joining_person who{d.name, d.token, d.contacts, {}, ceiling, std::nullopt};
  p.person = std::make_unique<client>(client::join(*p.kept, published, who));
  return p;
}

std::vector<player> demo_players(const std::string& folder, collect::bulletin& published) {
  const std::string states = folder + "/states";
  std::filesystem::create_directories(states);
  const epsilon ceiling = collect::task::read(published.task()).total;
  std::vector<player> players;
  for (const demo_person& d : read_demo(folder)) players.push_back(joined_as(d, states, published, ceiling));
  return players;
}

void print_end(const std::vector<player>& players, output_style style) {
  if (players.size() == 1) return print_client_status(*players.front().person, style);
  std::uint64_t bytes = 0;
  epsilon most;
  for (const player& p : players) {
    most = std::max(most, p.person->spent());
    for (const collect::heard_round& h : p.person->state().heard) bytes += h.answer.size();
  }
  const record r = {{"people", players.size()},
                    {"message_bytes", bytes},
                    {"spent_so_far", budget(most)},
                    {"task", players.front().person->of_task().id()},
                    {"simulated", players.front().person->of_task().is_simulated}};
  if (style != output_style::text) return print_record(r, style == output_style::json);
  write_stdout(fmt::format(
      "{} people answered all that they were asked, {} in all; nobody spent more than epsilon "
      "{:.4g}.\n",
      grouped(static_cast<double>(players.size())), byte_count(static_cast<double>(bytes)), budget(most)));
}

void run(const run_arguments& a, output_style style) {
  if (a.state.empty() == a.demo.empty())
    throw invalid_parameter("name a state file, or a demonstration's folder by --demo");
  if (!collect::is_web_address(a.source.from))
    throw invalid_parameter(
        "--from: an address, as http://127.0.0.1:8080; for a folder there is `edgeldp client encode`");
  constexpr milliseconds most_of_one(60000), most_of_demo(1000);
  patience waits(a.demo.empty() ? most_of_one : most_of_demo,
                 clock::now() + std::chrono::seconds(seconds_of(a.wait_at_most, "--wait-at-most")));
  collect::http_bulletin published(a.source.from, a.source.connection);
  const stop_note note("what was said is kept, and the same command goes on");
  std::vector<player> players;
  if (a.demo.empty()) {
    player& p = players.emplace_back();
    p.kept = std::make_unique<state_file>(a.state, state_file::opening::existing);
    p.person = std::make_unique<client>(*p.kept);
  } else {
    players = demo_players(a.demo, published);
  }
  progress shown(players.size() == 1 ? "taking part" : "all people take part");
  while (!std::ranges::all_of(players, &player::is_done)) play_and_wait(players, published, waits);
  print_end(players, style);
}

}  // namespace

void add_client_run(CLI::App& verb, const common_arguments& common) {
  auto& a = acts_by<run_arguments>(verb, common, run);
  add_client_state(verb, a.state)->required(false);
  add_source(verb, a.source);
  verb.add_option("--wait-at-most", a.wait_at_most, "Give up after this time: 90s, 15m, 12h or 7d")
      ->capture_default_str();
  verb.add_option("--demo", a.demo,
                  "Play all people of the demonstration in this folder (`collector serve --demo`)")
      ->type_name(value::folder);
}

}  // namespace edgeldp::cli
