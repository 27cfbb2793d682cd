// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "collect/carriers/state_file.hpp"
#include "collect/client/answer_moments.hpp"
#include "collect/client/client.hpp"
#include "collect/task/web_address.hpp"
#include "collect/verbs/client_answers.hpp"
#include "collect/verbs/collect_verbs.hpp"
#include "collect/verbs/demo_people.hpp"
#include "collect/verbs/opened_client.hpp"
#include "collect/verbs/source_arguments.hpp"
#include "collect/verbs/time_span.hpp"
#include "edgeldp/core/base/error.hpp"
#include "io/claims.hpp"
#include "io/page.hpp"
#include "io/progress.hpp"
#include "io/stop_note.hpp"
#include "options/verb_options.hpp"

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
  bool waits_for_start = false;
};

/// Coins for moments and pauses, which no list enters.
class moment_coins {
 public:
  double operator()() { return std::uniform_real_distribution<double>(0.0, 1.0)(m_random); }

 private:
  std::random_device m_random;
};

/// What all people of a demonstration read, downloaded once for all of them: each would have a file
/// of its own otherwise.
class shared_bulletin final : public collect::bulletin {
 public:
  explicit shared_bulletin(collect::http_bulletin& from) : m_from(from) {}
  byte_string task() override { return m_from.task(); }
  public_bytes directory() override {
    return shared("", [&] { return m_from.directory(); });
  }
  std::optional<byte_string> announcement(std::uint32_t index) override { return m_from.announcement(index); }
  public_bytes object(std::string_view name, std::uint64_t most) override {
    return shared(name, [&] { return m_from.object(name, most); });
  }
  std::optional<byte_string> result() override { return m_from.result(); }
  std::optional<byte_string> seal() override { return m_from.seal(); }

 private:
  template <class F>
  public_bytes shared(std::string_view name, F&& download) {
    const auto known = m_known.find(name);
    if (known != m_known.end()) return known->second;
    return m_known.emplace(name, download()).first->second;
  }

  collect::http_bulletin& m_from;
  std::map<std::string, public_bytes, std::less<>> m_known;
};

/// One person who is played here, and what it does next.
struct player {
  std::unique_ptr<opened_client> opened;
  clock::time_point at{};   ///< of what it does next
  byte_string to_send{};    ///< nothing: it looks what is new
  std::string round{};      ///< that to_send answers
  byte_string delivered{};  ///< the message that the collector has
  bool is_done = false;
};

/// Whether a message came too late, and later rounds may still ask this person.
bool is_late(const std::string& problem) {
  return problem == "round-closed" || problem == "not-asked";
}

/// All people of one program, each at its own moments.
class run_loop {
 public:
  /// read: what is published there, as the players read it.
  run_loop(std::vector<player>& players, collect::http_bulletin& published, collect::bulletin& read,
           progress& shown, clock::time_point until, bool waits_for_start)
      : m_players(players),
        m_published(published),
        m_read(read),
        m_shown(shown),
        m_until(until),
        m_waits(waits_for_start) {}

  void play() {
    if (!m_waits) require_start();
    while (player* const next = first_to_act()) {
      std::this_thread::sleep_until(std::min(next->at, m_until));
      if (next->at > m_until)
        throw io_error("the wait is over (--wait-at-most): " + m_why + "; the same command goes on");
      act(*next);
    }
  }

 private:
  static constexpr milliseconds first_pause{250};

  /// Errors: io_error where no collector answers.
  void require_start() {
    try {
      m_published.task();
    } catch (const collect::busy_collector&) {
    } catch (const io_error& e) {
      throw io_error(std::string(e.what()) +
                     "; nothing was said. To wait until a collector answers there, add --wait-for-start");
    }
  }

  player* first_to_act() {
    player* first = nullptr;
    for (player& p : m_players)
      if (!p.is_done && (first == nullptr || p.at < first->at)) first = &p;
    return first;
  }

  void act(player& p) {
    try {
      if (p.to_send.empty())
        look(p);
      else
        send(p);
      reached();
      m_failures = 0;
    } catch (const collect::busy_collector& e) {
      reached();
      wait(p, e.after());
    } catch (const io_error& e) {
      lost(e.what());
      wait(p, {});
    }
  }

  milliseconds pause_of(const player& p) { return (*p.opened)->pause(m_coins()); }

  void wait(player& p, milliseconds at_least) {
    m_failures = std::min(m_failures + 1, 8);
    p.at = clock::now() + std::max(at_least, std::chrono::duration_cast<milliseconds>(
                                                 (0.5 + m_coins()) * first_pause * (1 << m_failures)));
  }

  /// Errors: invalid_parameter where this person's part has ended.
  static void require_part(const player& p, const next_step& step) {
    if (step.what == next_step::kind::ended)
      throw invalid_parameter((*p.opened)->state().name + " takes no part any more: " + step.why);
  }

  void look(player& p) {
    const clock::time_point heard = clock::now();
    next_step step = (*p.opened)->look(m_read);
    p.at = clock::now() + pause_of(p);
    require_part(p, step);
    p.is_done = step.what == next_step::kind::over;
    if (step.what == next_step::kind::prepare) return answer(p, step, heard);
    if (step.what != next_step::kind::send || step.message == p.delivered) return;
    p.to_send = std::move(step.message);
    p.round = std::move(step.round);
    // Joining tells nothing of a list. An answer was made before this program was started again.
    p.at = clock::now();
    if (p.round != collect::join_round)
      p.at += std::chrono::duration_cast<milliseconds>(m_coins() * collect::answer_moments::shortest);
  }

  /// Chooses the moment first and makes the answer then; at the moment nothing is computed.
  void answer(player& p, const next_step& asked, clock::time_point heard) {
    using collect::answer_moments;
    constexpr std::int64_t years = std::int64_t{100} * 365 * 24 * 3600;  // whatever was announced
    const milliseconds left(1000 * std::clamp(asked.closes - unix_now(), -years, years));
    const bool is_first = (*p.opened)->of_task().version == collect::first_version;
    const answer_moments moments(
        heard, asked.ready, answer_moments::span(is_first ? milliseconds(0) : asked.within, left), m_coins());
    next_step made = (*p.opened)->prepare();
    require_part(p, made);
    p.to_send = std::move(made.message);
    p.round = std::move(made.round);
    p.at = moments.at_or_after(clock::now());
  }

  void send(player& p) {
    const collect::delivery said = m_published.send(p.to_send);
    p.at = clock::now() + pause_of(p);
    if (said.problem == "too-early") return;
    if (said.what == collect::delivery::kind::refused && !is_late(said.problem))
      throw invalid_parameter(fmt::format("{}: the answer to '{}' is refused: {} ({})",
                                          (*p.opened)->state().name, p.round, said.detail, said.problem));
    p.delivered = std::move(p.to_send);
    p.to_send.clear();
    note(fmt::format("{}: {}", (*p.opened)->state().name,
                     said.what == collect::delivery::kind::refused
                         ? fmt::format("the answer to '{}' came too late ({})", p.round, said.problem)
                         : fmt::format("'{}' answered, {}", p.round,
                                       byte_count(static_cast<double>(p.delivered.size())))));
  }

  void reached() {
    if (!m_is_lost && m_has_reached) return;
    if (m_is_lost && m_has_reached) note("the collector answers again");
    m_is_lost = false;
    m_has_reached = true;
    m_why = "the collection is not over";
    m_shown.say(m_players.size() == 1 ? "taking part" : "all people take part");
  }

  void lost(const std::string& why) {
    m_why = why;
    if (m_is_lost) return;
    m_is_lost = true;
    const std::string since = date_text(unix_now());
    note(fmt::format("waiting, no connection since {}: {}", since, why));
    m_shown.say(fmt::format("waiting, no connection since {}: {}", since, why));
  }

  /// One line for whoever keeps a log; on a terminal the line of progress says enough.
  void note(const std::string& what) const {
    if (m_players.size() == 1 && isatty(STDERR_FILENO) == 0) write_stderr("edgeldp: " + what + "\n");
  }

  std::vector<player>& m_players;
  collect::http_bulletin& m_published;
  collect::bulletin& m_read;
  progress& m_shown;
  clock::time_point m_until;
  bool m_waits;
  bool m_has_reached = false, m_is_lost = false;
  int m_failures = 0;
  std::string m_why = "the collection is not over";
  moment_coins m_coins;
};

player joined_as(const demo_person& d, const std::string& folder, collect::bulletin& published,
                 epsilon ceiling) {
  const std::string path = folder + "/" + d.name + ".state";
  if (!std::filesystem::exists(path)) {  // who does not exist has no account
    state_file kept(path, state_file::opening::anew);
    client::join(kept, published, {d.name, d.token, d.contacts, {}, ceiling, std::nullopt});
  }
  player p;
  p.opened = std::make_unique<opened_client>(path);
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
  if (players.size() == 1) return print_client_status(**players.front().opened, style);
  std::uint64_t bytes = 0;
  epsilon most;
  for (const player& p : players) {
    most = std::max(most, (*p.opened)->spent());
    for (const collect::heard_round& h : (*p.opened)->state().heard) bytes += h.answer.size();
  }
  const record r = {{"people", players.size()},
                    {"message_bytes", bytes},
                    {"spent_so_far", budget(most)},
                    {"task", (*players.front().opened)->of_task().id()},
                    {"simulated", (*players.front().opened)->of_task().is_simulated}};
  if (style != output_style::text) return print_record(r, style == output_style::json);
  write_stdout(fmt::format(
      "{} people answered all that they were asked, {} in all; nobody spent more than epsilon "
      "{:.4g}.\n",
      grouped(static_cast<double>(players.size())), byte_count(static_cast<double>(bytes)), budget(most)));
}

void run(const run_arguments& a, output_style style) {
  if (a.state.empty() == a.demo.empty())
    throw invalid_parameter("name a state file, or a demonstration's folder by --demo");
  if (collect::lacks_scheme(a.source.from))
    throw invalid_parameter("--from " + collect::scheme_is_missing(a.source.from));
  if (!collect::is_web_address(a.source.from))
    throw invalid_parameter(
        "--from: an address, as http://127.0.0.1:8080; for a folder there is `edgeldp client encode`");
  a.source.require_safe();
  collect::http_bulletin published(
      a.source.from, a.demo.empty() ? a.source.connection_beside(a.state) : a.source.connection_with(a.demo));
  const stop_note note("what was said is kept, and the same command goes on");
  shared_bulletin shared(published);
  collect::bulletin& read = a.demo.empty() ? static_cast<collect::bulletin&>(published) : shared;
  std::vector<player> players;
  if (a.demo.empty()) {
    players.emplace_back().opened = std::make_unique<opened_client>(a.state);
  } else {
    players = demo_players(a.demo, shared);
  }
  progress shown(players.size() == 1 ? "taking part" : "all people take part");
  const auto until = clock::now() + std::chrono::seconds(seconds_of(a.wait_at_most, "--wait-at-most"));
  run_loop(players, published, read, shown, until, a.waits_for_start).play();
  print_end(players, style);
}

}  // namespace

void add_client_run(verb_options& verb, const common_arguments& common) {
  auto& a = acts_by<run_arguments>(verb, common, run);
  add_client_state(verb, a.state)->required(false);
  add_source(verb, a.source, source_kind::address);
  verb.add_option("--wait-at-most", a.wait_at_most, "Give up after this time: 90s, 15m, 12h or 7d")
      ->capture_default_str();
  verb.add_flag("--wait-for-start", a.waits_for_start,
                "Go on trying where nothing has answered yet; without it that is an error");
  verb.add_option("--demo", a.demo,
                  "Play all people of the demonstration in this folder (`collector serve --demo`)")
      ->type_name(value::folder);
}

}  // namespace edgeldp::cli
