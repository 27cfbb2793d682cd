// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "bench/bench.hpp"
#include "collect/carriers/http_bulletin.hpp"
#include "collect/client/client.hpp"
#include "collect/collector/collection.hpp"
#include "collect/verbs/time_span.hpp"
#include "edgeldp/core/base/atomic_file.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/mixing/mixing.hpp"
#include "io/child_program.hpp"
#include "io/progress.hpp"
#include "io/scratch_folder.hpp"
#include "options/graph_argument.hpp"
#include "options/protocol_arguments.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"
#include "study/questions/simulated_question.hpp"

namespace edgeldp::cli {

namespace {

using collect::client;

struct collect_arguments {
  graph_argument graph;
  std::string method = "triangles";
  double total = 1.0, relationship = 1.02, most_download = 0.0;
  std::uint64_t seed = 1;
  unsigned connections = 8;
};

std::uint32_t relationship_of(const collect_arguments& a) {
  return static_cast<std::uint32_t>(std::lround(1000.0 * a.relationship));
}

/// What people can be asked who have lists alone.
std::vector<std::string> methods() {
  std::vector<std::string> all;
  for (const study::offer& o : study::offers())
    if (o.is_open() && !o.has_attributes && !o.has_items()) all.emplace_back(o.question);
  return all;
}

/// What was published, read once and shared by all clients, as by a mirror near them.
class shared_bulletin final : public collect::bulletin {
 public:
  explicit shared_bulletin(const std::string& address) : m_from(address) {}
  byte_string task() override {
    return shared("task", [&] { return std::optional(m_from.task()); }).value();
  }
  public_bytes directory() override {
    return shared_file("directory", [&] { return m_from.directory(); });
  }
  std::optional<byte_string> announcement(std::uint32_t index) override {
    return shared(std::to_string(index), [&] { return m_from.announcement(index); });
  }
  public_bytes object(std::string_view name, std::uint64_t most) override {
    return shared_file(std::string(name), [&] { return m_from.object(name, most); });
  }
  std::optional<byte_string> result() override {
    return shared("result", [&] { return m_from.result(); });
  }
  std::optional<byte_string> seal() override {
    return shared("seal", [&] { return m_from.seal(); });
  }

  /// What is not there yet is asked for again only after this.
  void look_again() {
    const std::scoped_lock lock(m_mutex);
    std::erase_if(m_known, [](const auto& entry) { return !entry.second; });
  }
  std::uint64_t bytes_handed_out() const { return m_handed_out; }
  const collect::http_bulletin::traffic& traffic() const { return m_from.so_far(); }

 private:
  template <class F>
  std::optional<byte_string> shared(const std::string& key, F&& fetch) {
    const std::scoped_lock lock(m_mutex);
    const auto known = m_known.find(key);
    const auto& bytes = known != m_known.end() ? known->second : m_known.emplace(key, fetch()).first->second;
    if (bytes) m_handed_out += bytes->size();
    return bytes;
  }
  template <class F>
  public_bytes shared_file(const std::string& key, F&& fetch) {
    const std::scoped_lock lock(m_mutex);
    const auto known = m_files.find(key);
    const public_bytes& file =
        known != m_files.end() ? known->second : m_files.emplace(key, fetch()).first->second;
    m_handed_out += file.size();
    return file;
  }
  collect::http_bulletin m_from;
  std::mutex m_mutex;
  std::map<std::string, std::optional<byte_string>> m_known;
  std::map<std::string, public_bytes> m_files;
  std::atomic<std::uint64_t> m_handed_out = 0;
};

/// A client that is not running: what it keeps.
class memory_keeper final : public collect::state_keeper {
 public:
  byte_string load() override { return m_bytes; }
  void save(const byte_string& bytes) override { m_bytes = bytes; }

 private:
  byte_string m_bytes;
};

std::string name_of_user(vertex_id u) {
  return fmt::format("user {:010}", u);
}

/// All users of a graph as clients of a collector that is a process of its own.
class crowd {
 public:
  crowd(const collect_arguments& a, const csr_graph& g, const std::string& address)
      : m_seed(a.seed),
        m_graph(g),
        m_kept(g.vertex_count()),
        m_messages(g.vertex_count()),
        m_published(address) {
    for (unsigned i = 0; i < a.connections; ++i)
      m_lines.push_back(std::make_unique<collect::http_bulletin>(address));
  }

  void join(const std::vector<byte_string>& tokens, epsilon total) {
    for_each_user([&](std::uint64_t u) {
      const auto me = static_cast<vertex_id>(u);
      collect::joining_person who{name_of_user(me), tokens[u], {}, {}, total, m_seed};
      std::vector<vertex_id> scratch;
      for (const vertex_id v : graph_view(m_graph).neighbors(me, scratch))
        who.contacts.push_back(name_of_user(v));
      client p = client::join(m_kept[u], m_published, who);
      m_messages[u] = p.next(m_published).message;
    });
    send_all();
  }

  /// What everybody answers to the latest announcement. False: the collection is over.
  bool answer(std::uint32_t index) {
    while (!m_published.announcement(index)) {
      if (m_published.result()) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      m_published.look_again();
    }
    m_before = m_kept.front().load();
    m_answering += seconds_of([&] {
      for_each_user([&](std::uint64_t u) {
        const collect::next_step step = client(m_kept[u]).next(m_published);
        m_messages[u] = step.what == collect::next_step::kind::send ? step.message : byte_string();
      });
    });
    send_all();
    m_published.look_again();
    return true;
  }

  record fields() {
    std::uint64_t sent = m_published.traffic().sent, received = m_published.traffic().received;
    for (const auto& line : m_lines) {
      sent += line->so_far().sent;
      received += line->so_far().received;
    }
    record r = post_times(m_milliseconds, m_sending);
    r.update(record{{"answering_seconds", m_answering},
                    {"wire_sent_bytes", sent},
                    {"wire_received_bytes", received},
                    {"read_by_clients_bytes", m_published.bytes_handed_out()}});
    return r;
  }
  /// The first user's state before the last round was answered.
  const byte_string& state_before() const { return m_before; }

 private:
  template <class F>
  void for_each_user(F&& f) {
    constexpr std::uint64_t at_a_time = 16;
    parallel_for(0, m_kept.size(), at_a_time, [&](std::uint64_t first, std::uint64_t end) {
      for (std::uint64_t u = first; u < end; ++u) f(u);
    });
  }

  /// Every connection sends the messages of its share of the users, one after the other.
  void send_all() {
    std::vector<std::vector<double>> times(m_lines.size());
    std::vector<std::exception_ptr> failures(m_lines.size());
    m_sending += seconds_of([&] {
      std::vector<std::jthread> threads;
      for (std::size_t i = 0; i < m_lines.size(); ++i)
        threads.emplace_back([&, i] {
          try {
            for (std::size_t u = i; u < m_messages.size(); u += m_lines.size())
              if (!m_messages[u].empty())
                times[i].push_back(1000.0 * seconds_of([&] { send(*m_lines[i], m_messages[u]); }));
          } catch (...) {
            failures[i] = std::current_exception();
          }
        });
    });
    for (const std::exception_ptr& f : failures)
      if (f) std::rethrow_exception(f);
    for (const auto& some : times) m_milliseconds.insert(m_milliseconds.end(), some.begin(), some.end());
  }
  static void send(collect::http_bulletin& line, const byte_string& message) {
    const collect::delivery d = line.send(message);
    if (d.what == collect::delivery::kind::refused)
      throw internal_error("refused: " + d.problem + ": " + d.detail);
  }

  std::uint64_t m_seed;
  const csr_graph& m_graph;
  std::vector<memory_keeper> m_kept;
  std::vector<byte_string> m_messages;
  shared_bulletin m_published;
  std::vector<std::unique_ptr<collect::http_bulletin>> m_lines;
  std::vector<double> m_milliseconds;
  double m_answering = 0.0, m_sending = 0.0;
  byte_string m_before;
};

/// Made-up labels, alike among contacts, of which every fifth user's is public; only of `labels`.
std::optional<public_groups> made_up_labels(const csr_graph& g, const collect_arguments& a) {
  if (!study::offer_of(a.method)->has_labels) return std::nullopt;
  constexpr double homophily = 0.8;
  constexpr vertex_id every = 5;
  public_groups known{{"label 1", "label 2", "label 3", "label 4"}, {}};
  known.of = generate_labels(g, static_cast<std::uint32_t>(known.names.size()), homophily, a.seed);
  for (vertex_id u = 0; u < g.vertex_count(); ++u)
    if (u % every != 0) known.of[u] = no_group;
  return known;
}

/// Makes the collection; a token for each user.
std::vector<byte_string> create(const std::string& home, const csr_graph& g, const collect_arguments& a,
                                const std::optional<public_groups>& known) {
  constexpr std::uint64_t day = 24 * 3600;
  collect::new_collection wanted;
  wanted.title = a.graph.name();
  wanted.method = a.method;
  wanted.total = epsilon::from_nats(a.total);
  wanted.relationship_permille = relationship_of(a);
  wanted.max_download_bytes = static_cast<std::uint64_t>(std::llround(a.most_download));
  for (vertex_id u = 0; u < g.vertex_count(); ++u) wanted.people.push_back(name_of_user(u));
  if (known)
    for (vertex_id u = 0; u < g.vertex_count(); ++u)
      if (known->of[u] != no_group) wanted.labels.push_back({name_of_user(u), known->names[known->of[u]]});
  wanted.join_seconds = wanted.round_seconds = day;
  wanted.is_simulated = true;
  wanted.key = release_key{a.seed};
  collect::create_collection({home}, wanted, unix_now());
  const collect::collection made({home}, unix_now());
  std::vector<byte_string> tokens;
  for (vertex_id u = 0; u < g.vertex_count(); ++u) tokens.push_back(made.token_for(name_of_user(u)));
  return tokens;
}

/// Peak memory of a process that plays one user's last round.
std::uint64_t memory_of_one(const scratch_folder& scratch, const byte_string& state,
                            const std::string& address) {
  const std::string file = scratch.file("one.state");
  replace_file(file, state);
  child_program one({"client", "run", file, "--from", address, "--wait-at-most", "5m", "--json"});
  if (one.wait() != 0) throw io_error("`client run` has failed");
  return one.peak_memory_bytes();
}

/// Bit for bit: every number, numbers of users, and what else is public of the run.
bool is_same(const record& found, const study::answer& expected) {
  for (std::size_t i = 0; i < expected.numbers.size(); ++i) {
    const record& number = found.at("numbers").at(i);
    const estimate& value = expected.numbers[i].value;
    if (number.at("estimate") != value.value || number.at("standard_error") != value.standard_error)
      return false;
  }
  for (const auto& [name, fact] : expected.facts.items())
    if (found.at(name) != fact) return false;
  return std::ranges::all_of(expected.of_users, [&](const study::numbers_of_users& numbers) {
    return found.at("of_users").at(numbers.name).get<std::vector<double>>() == numbers.values;
  });
}

void bench_collect(const collect_arguments& a, bool json) {
  const csr_graph g = a.graph.load().graph;
  const scratch_folder scratch;
  const std::string home = scratch.file("home");
  const std::optional<public_groups> known = made_up_labels(g, a);
  const std::vector<byte_string> tokens = create(home, g, a, known);
  child_program collector({"collector", "serve", home, "--listen", "127.0.0.1:0", "--json"});
  const std::string first = collector.line();
  if (first.empty()) throw io_error("`collector serve` does not start");
  const std::string address = record::parse(first).at("address").get<std::string>();

  progress shown("rounds", 5);
  crowd users(a, g, address);
  const double wall = seconds_of([&] {
    users.join(tokens, epsilon::from_nats(a.total));
    for (std::uint32_t index = 0; users.answer(index); ++index) shown.step();
  });
  const record found =
      record::parse(std::string(collect::text_of(collect::http_bulletin(address).result().value())));
  const std::uint64_t client_memory = memory_of_one(scratch, users.state_before(), address);
  collector.stop();
  if (collector.wait() != 0) throw io_error("`collector serve` has failed");

  study::settings asked{.total = epsilon::from_nats(a.total), .download_bytes = a.most_download};
  if (known) asked.groups = &*known;
  if (relationship_of(a) > study::usual_relationship) asked.relationship = relationship_of(a) / 1000.0;
  const study::answer expected = study::simulate(*study::find_question(a.method), {.graph = &g}, asked,
                                                 release_key{a.seed}, coin_source::simulated(a.seed));
  const double estimate = found.at("numbers").at(0).at("estimate").get<double>();
  const bool same = is_same(found, expected);
  record r = {{"bench", "collect"},           {"graph", a.graph.name()}, {"nodes", g.vertex_count()},
              {"method", a.method},           {"epsilon", a.total},      {"relationship", a.relationship},
              {"connections", a.connections}, {"wall_seconds", wall}};
  r.update(users.fields());
  r.update(record{{"upload_bytes", found.at("upload_bytes")},
                  {"download_bytes", found.at("download_bytes")},
                  {"collector_peak_bytes", collector.peak_memory_bytes()},
                  {"client_peak_bytes", client_memory},
                  {"estimate", estimate},
                  {"library_estimate", expected.numbers.front().value.value},
                  {"is_same", same},
                  {"simulated", true}});
  print_record(r, json);
  if (!same) throw internal_error("what the collection found is not what the library finds");
}

}  // namespace

void add_bench_collect(verb_options& verb, const common_arguments& common) {
  auto& a = acts_by<collect_arguments>(verb, common, bench_collect);
  a.graph.add_file_to(verb);
  verb.add_option("--method", a.method, "What is asked")->check(one_of(methods()))->capture_default_str();
  add_epsilon(verb, a.total);
  add_relationship(verb, a.relationship);
  verb.add_option("--max-download", a.most_download,
                  "Users read a public sample of rows of about so many bytes (triangles)")
      ->check(above_zero());
  add_seed(verb, a.seed, "keys and coins");
  verb.add_option("--connections", a.connections, "Connections that messages are sent over")
      ->check(between(1U, 64U))
      ->capture_default_str();
}

}  // namespace edgeldp::cli
