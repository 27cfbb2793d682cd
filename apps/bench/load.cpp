// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "bench/bench.hpp"
#include "bench/forgetful_people.hpp"
#include "collect/carriers/http_bulletin.hpp"
#include "collect/verbs/time_span.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "io/child_program.hpp"
#include "io/progress.hpp"
#include "io/scratch_folder.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

struct load_arguments {
  people_arguments crowd;
  unsigned connections = 8;
  bool kills = false;
};

/// `collector serve` as a process that may be killed, and is there again at the same address.
class served {
 public:
  explicit served(std::string home) : m_home(std::move(home)) { start("127.0.0.1:0"); }

  const std::string& address() const { return m_address; }
  void kill() {
    m_child->kill();
    m_child->wait();
    remember_memory();
    start(m_address.substr(m_address.rfind('/') + 1));
    ++m_kills;
  }
  void stop() {
    m_child->stop();
    if (m_child->wait() != 0) throw io_error("`collector serve` has failed");
    remember_memory();
  }
  std::uint64_t peak_memory_bytes() const { return m_peak; }
  unsigned kills() const { return m_kills; }

 private:
  void start(const std::string& listen) {
    m_child = std::make_unique<child_program>(
        std::vector<std::string>{"collector", "serve", m_home, "--listen", listen, "--json"});
    const std::string first = m_child->line();
    if (first.empty()) throw io_error("`collector serve` does not start");
    m_address = record::parse(first).at("address").get<std::string>();
  }
  void remember_memory() { m_peak = std::max(m_peak, m_child->peak_memory_bytes()); }

  std::string m_home, m_address;
  std::unique_ptr<child_program> m_child;
  std::uint64_t m_peak = 0;
  unsigned m_kills = 0;
};

/// Every message until it was taken, over some connections at once; how long each took that was.
class senders {
 public:
  senders(const std::string& address, unsigned connections)
      : m_address(address), m_milliseconds(connections) {}

  void send(const std::vector<byte_string>& messages) {
    const std::size_t lines = m_milliseconds.size();
    std::vector<std::exception_ptr> failures(lines);
    m_seconds += seconds_of([&] {
      std::vector<std::jthread> threads;
      for (std::size_t i = 0; i < lines; ++i)
        threads.emplace_back([&, i] {
          try {
            auto line = std::make_unique<collect::http_bulletin>(m_address);
            for (std::size_t m = i; m < messages.size(); m += lines)
              send_one(line, messages[m], m_milliseconds[i]);
          } catch (...) {
            failures[i] = std::current_exception();
          }
        });
    });
    for (const std::exception_ptr& f : failures)
      if (f) std::rethrow_exception(f);
  }

  record fields() const {
    std::vector<double> all;
    for (const std::vector<double>& some : m_milliseconds) all.insert(all.end(), some.begin(), some.end());
    return post_times(std::move(all), m_seconds);
  }

 private:
  void send_one(std::unique_ptr<collect::http_bulletin>& line, const byte_string& message,
                std::vector<double>& milliseconds) const {
    constexpr int most_failures = 400;
    for (int failures = 0;; ++failures) {
      try {
        const double seconds = seconds_of([&] {
          if (line->send(message).what == collect::delivery::kind::refused) throw internal_error("refused");
        });
        milliseconds.push_back(1000.0 * seconds);
        return;
      } catch (const io_error&) {  // it was killed, or is busy
        if (failures == most_failures) throw;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        line = std::make_unique<collect::http_bulletin>(m_address);
      }
    }
  }

  std::string m_address;
  std::vector<std::vector<double>> m_milliseconds;
  double m_seconds = 0.0;
};

constexpr std::uint64_t sent_at_once = 5000;

/// Everybody's message of one round, made before they are sent so that only that is timed.
template <class F>
void send_all(const load_arguments& a, served& server, senders& lines, progress& shown, F&& make) {
  std::future<void> killer;
  std::vector<byte_string> some;
  for (std::uint64_t first = 0; first < a.crowd.people; first += sent_at_once) {
    some.resize(std::min(sent_at_once, a.crowd.people - first));
    constexpr std::uint64_t grain = 16;
    parallel_for(0, some.size(), grain, [&](std::uint64_t from, std::uint64_t to) {
      for (std::uint64_t i = from; i < to; ++i) some[i] = make(first + i);
    });
    const bool is_half = first <= a.crowd.people / 2 && a.crowd.people / 2 < first + sent_at_once;
    if (a.kills && is_half)
      killer = std::async(std::launch::async, [&server] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));  // some are under way
        server.kill();
      });
    lines.send(some);
    if (killer.valid()) killer.get();
    shown.step();
  }
}

std::vector<std::string> tokens_of(const std::string& home, std::uint64_t people) {
  const collector made(home, unix_now());
  std::vector<std::string> tokens;
  for (std::uint64_t u = 0; u < people; ++u) tokens.push_back(made.token_of(name_of_person(u)));
  return tokens;
}

byte_string first_announcement(const std::string& address) {
  for (int waits = 0; waits < 1200; ++waits) {
    if (auto bytes = collect::http_bulletin(address).announcement(0)) return *std::move(bytes);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  throw io_error("the first round is never announced");
}

void bench_load(const load_arguments& a, bool json) {
  const scratch_folder scratch;
  const std::string home = scratch.file("home");
  collector::create(home, plan_of(a.crowd), unix_now());
  const std::vector<std::string> tokens = tokens_of(home, a.crowd.people);
  served server(home);
  senders lines(server.address(), a.connections);
  const forgetful_people people(a.crowd,
                                collect::task::read(collect::http_bulletin(server.address()).task()));
  progress shown("messages", 2 * ((a.crowd.people + sent_at_once - 1) / sent_at_once));
  send_all(a, server, lines, shown, [&](std::uint64_t u) { return people.registration(u, tokens[u]); });
  const byte_string announced = first_announcement(server.address());
  collect::signed_part part;
  const auto asked = collect::announcement::read(announced, part);
  const std::string name = edgeldp::name_of(announced);
  send_all(a, server, lines, shown, [&](std::uint64_t u) { return people.answer(u, asked, name); });
  server.stop();
  collector after(home, unix_now());
  const collector_state state = after.state();
  const std::uint64_t answered = state.rounds.at(1).answered;
  record r = {{"bench", "load"},
              {"people", a.crowd.people},
              {"connections", a.connections},
              {"kills", server.kills()},
              {"joined", state.joined},
              {"answered", answered},
              {"collector_peak_bytes", server.peak_memory_bytes()},
              {"simulated", true}};
  r.update(lines.fields());
  print_record(r, json);
  if (state.joined != a.crowd.people || answered != a.crowd.people)
    throw internal_error("messages that were taken are lost");
}

}  // namespace

void add_bench_load(verb_options& verb, const common_arguments& common) {
  auto& a = acts_by<load_arguments>(verb, common, bench_load);
  add_people(verb, a.crowd);
  verb.add_option("--connections", a.connections, "Connections that messages are sent over")
      ->check(between(1U, 64U))
      ->capture_default_str();
  verb.add_flag("--kill", a.kills,
                "Kill the collector (SIGKILL) in the middle of each round, and start it again");
}

}  // namespace edgeldp::cli
