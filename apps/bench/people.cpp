// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "bench/bench.hpp"
#include "collect/task/messages.hpp"
#include "collect/task/published.hpp"
#include "collect/task/signature.hpp"
#include "collect/task/task.hpp"
#include "collect/verbs/time_span.hpp"
#include "edgeldp/collector/collector.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"
#include "io/progress.hpp"
#include "io/scratch_folder.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

struct people_arguments {
  std::uint64_t people = 100000, contacts = 14, seed = 1;
  double total = 1.0;
};

std::string name_of_person(std::uint64_t u) {
  return fmt::format("user {:010}", u);
}

/// People who keep nothing while they wait: key, list and coins follow from a number. Everybody
/// knows the next ones of a ring, so that no graph is in memory either.
class forgetful_people {
 public:
  forgetful_people(const people_arguments& a, const collector& c, collect::task asked)
      : m_asked(std::move(asked)),
        m_id(c.id()),
        m_people(a.people),
        m_half(a.contacts / 2),
        m_coins(coin_source::simulated(a.seed)) {}

  byte_string registration(std::uint64_t u, const std::string& token) const {
    const collect::signing_key key = key_of(u);
    const byte_string secret = collect::from_hex(token).value();
    const collect::registration r{m_id,
                                  name_of_person(u),
                                  collect::proof_of(secret, m_id, name_of_person(u), key.its_public()),
                                  key.its_public(),
                                  true,
                                  m_asked.version};
    return r.write(key);
  }

  /// Of a round that publishes no objects: those of `degrees`.
  byte_string answer(std::uint64_t u, const collect::announcement& a, const std::string& name) const {
    const auto me = static_cast<vertex_id>(u);
    const std::vector<vertex_id> neighbors = neighbors_of(u);
    const public_objects none;
    const user_call call{a.asks, a.said, none, u};
    const auto& mine = task_for(private_tasks_on_excerpts(), a.asks);
    byte_string body = mine.answer(call, own_list{me, m_people, neighbors}, user_coins(m_coins, me));
    const collect::report r{m_id, a.index, name, me, std::move(body), m_asked.version};
    return r.write(key_of(u));
  }

 private:
  static collect::signing_key key_of(std::uint64_t u) {
    const std::string seed = edgeldp::name_of(collect::bytes_of("key of " + std::to_string(u)));
    return collect::signing_key::from(collect::from_hex(seed).value());
  }

  std::vector<vertex_id> neighbors_of(std::uint64_t u) const {
    std::vector<vertex_id> all;
    for (std::uint64_t step = 1; step <= m_half; ++step) {
      all.push_back(static_cast<vertex_id>((u + step) % m_people));
      all.push_back(static_cast<vertex_id>((u + m_people - step) % m_people));
    }
    std::ranges::sort(all);
    return all;
  }

  collect::task m_asked;
  std::string m_id;
  std::uint64_t m_people, m_half;
  coin_source m_coins;
};

std::uint64_t resident_bytes() {
  std::uint64_t size = 0, resident = 0;  // pages
  std::ifstream("/proc/self/statm") >> size >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::uint64_t bytes_below(const std::string& folder) {
  std::uint64_t bytes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) bytes += entry.file_size();
  return bytes;
}

/// What the collector's part of this process takes beside what there was before it.
class memory_watch {
 public:
  explicit memory_watch(std::uint64_t people)
      : m_people(static_cast<double>(people)), m_before(resident_bytes()) {}
  double bytes_a_person() const { return beyond(resident_bytes()); }
  /// Since begin_stage().
  double peak_bytes_a_person() const {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
      if (std::uint64_t kilobytes = 0; word == "VmHWM:" && status >> kilobytes)
        return beyond(1024 * kilobytes);
    return bytes_a_person();
  }
  static void begin_stage() { std::ofstream("/proc/self/clear_refs") << 5; }

 private:
  double beyond(std::uint64_t bytes) const {
    return (static_cast<double>(bytes) - static_cast<double>(m_before)) / m_people;
  }
  double m_people;
  std::uint64_t m_before;
};

struct stage {
  std::string round;
  double seconds = 0.0, bytes_a_person = 0.0, peak_bytes_a_person = 0.0;
};

constexpr std::uint64_t at_a_time = 1000;

/// Everybody's message, made side by side and taken a thousand at a time.
template <class F>
void take_all(collector& c, std::uint64_t people, progress& shown, F&& make) {
  std::vector<byte_string> some;
  for (std::uint64_t first = 0; first < people; first += at_a_time) {
    some.resize(std::min(at_a_time, people - first));
    constexpr std::uint64_t grain = 16;
    parallel_for(0, some.size(), grain, [&](std::uint64_t from, std::uint64_t to) {
      for (std::uint64_t i = from; i < to; ++i) some[i] = make(first + i);
    });
    for (const collector::reply& said : c.take(some))
      if (said.status != 200) throw internal_error("refused: " + said.body);
    shown.step();
  }
}

collection_plan plan_of(const people_arguments& a) {
  collection_plan plan{
      .title = "so many people", .method = "degrees", .epsilon = a.total, .people = {}, .seed = a.seed};
  for (std::uint64_t u = 0; u < a.people; ++u) plan.people.push_back(name_of_person(u));
  return plan;
}

std::vector<stage> play(const people_arguments& a, collector& c, const memory_watch& memory) {
  const auto asked = collect::task::read(c.published(collect::published::task).value().bytes);
  const forgetful_people people(a, c, asked);
  std::vector<stage> stages;
  progress shown("messages", 2 * ((a.people + at_a_time - 1) / at_a_time));
  const auto timed = [&](std::string round, auto&& f) {
    memory_watch::begin_stage();
    const double seconds = seconds_of(f);
    stages.push_back({std::move(round), seconds, memory.bytes_a_person(), memory.peak_bytes_a_person()});
  };
  timed("join", [&] {
    take_all(c, a.people, shown,
             [&](std::uint64_t u) { return people.registration(u, c.token_of(name_of_person(u))); });
  });
  for (std::uint32_t index = 0; c.due(); ++index) {
    timed("between", [&] { c.advance(unix_now()); });
    const auto file = c.published(collect::published::announcement(index));
    if (!file) break;
    collect::signed_part part;
    const auto announced = collect::announcement::read(file->bytes, part);
    const std::string name = edgeldp::name_of(file->bytes);
    timed(announced.round, [&] {
      take_all(c, a.people, shown, [&](std::uint64_t u) { return people.answer(u, announced, name); });
    });
  }
  return stages;
}

void bench_people(const people_arguments& a, bool json) {
  const scratch_folder scratch;
  const std::string home = scratch.file("home");
  const double creating = seconds_of([&] { collector::create(home, plan_of(a), unix_now()); });
  const memory_watch memory(a.people);
  collector c(home, unix_now());
  const std::vector<stage> stages = play(a, c, memory);
  const std::vector<found_number> found = c.numbers();
  if (found.empty()) throw internal_error("the collection has no result");
  record r = {{"bench", "people"},
              {"people", a.people},
              {"contacts", a.contacts},
              {"epsilon", a.total},
              {"creating_seconds", creating},
              {"stages", record::array()},
              {"estimate", found.front().estimate},
              {"truth", static_cast<double>(a.people * (a.contacts / 2))},
              {"disk_bytes", bytes_below(home)},
              {"simulated", true}};
  for (const stage& s : stages)
    r["stages"].push_back({{"round", s.round},
                           {"seconds", s.seconds},
                           {"collector_bytes_a_person", s.bytes_a_person},
                           {"peak_bytes_a_person", s.peak_bytes_a_person}});
  print_record(r, json);
}

}  // namespace

void add_bench_people(verb_options& verb, const common_arguments& common) {
  auto& a = acts_by<people_arguments>(verb, common, bench_people);
  verb.add_option("--people", a.people, "How many take part")
      ->check(between(std::uint64_t{100}, std::uint64_t{100000000}))
      ->capture_default_str();
  verb.add_option("--contacts", a.contacts, "How many contacts each has, an even number")
      ->check(between(std::uint64_t{2}, std::uint64_t{98}))
      ->capture_default_str();
  add_epsilon(verb, a.total);
  add_seed(verb, a.seed, "keys and coins");
}

}  // namespace edgeldp::cli
