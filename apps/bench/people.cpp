// SPDX-License-Identifier: MIT
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "bench/bench.hpp"
#include "bench/forgetful_people.hpp"
#include "collect/task/messages.hpp"
#include "collect/task/published.hpp"
#include "collect/task/task.hpp"
#include "collect/verbs/time_span.hpp"
#include "edgeldp/collector/collector.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "io/progress.hpp"
#include "io/scratch_folder.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

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
  explicit memory_watch(std::uint64_t people) : m_people(static_cast<double>(people)) {
#if defined(__GLIBC__)
    malloc_trim(0);  // what was freed before would be used again and count for nothing
#endif
    m_before = resident_bytes();
  }
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
  std::uint64_t m_before = 0;
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

std::vector<stage> play(const people_arguments& a, collector& c, const memory_watch& memory) {
  const auto asked = collect::task::read(c.published(collect::published::task).value().bytes);
  const forgetful_people people(a, asked);
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
  add_people(verb, a);
}

}  // namespace edgeldp::cli
