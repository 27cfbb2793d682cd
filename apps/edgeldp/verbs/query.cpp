// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <boost/unordered/unordered_flat_map.hpp>
#include <charconv>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/release_file.hpp"
#include "io/claims.hpp"
#include "io/release_file.hpp"
#include "io/report.hpp"
#include "options/option_kinds.hpp"
#include "options/protocol_arguments.hpp"
#include "options/shared_options.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

struct query_arguments {
  std::string release_path, pairs, ids;
  bool numbers = false;
  std::vector<std::uint64_t> ends;
};

/// Two numbers of a line, separated by blanks; nothing for comments and empty lines.
std::optional<std::pair<std::uint64_t, std::uint64_t>> parse_pair(const std::string& line,
                                                                  std::uint64_t number,
                                                                  const std::string& name) {
  const char* at = line.data();
  const char* end = at + line.size();
  const auto skip_blanks = [&] {
    at = std::find_if_not(at, end, [](char c) { return c == ' ' || c == '\t' || c == '\r'; });
  };
  skip_blanks();
  if (at == end || *at == '#') return std::nullopt;
  std::uint64_t ends[2] = {};
  for (std::uint64_t& x : ends) {
    skip_blanks();
    const auto [next, error] = std::from_chars(at, end, x);
    if (error != std::errc())
      throw invalid_parameter(name + ", line " + std::to_string(number) +
                              ": expected two non-negative integers");
    at = next;
  }
  skip_blanks();
  if (at != end)
    throw invalid_parameter(name + ", line " + std::to_string(number) + ": text after the second integer");
  return std::pair(ends[0], ends[1]);
}

/// Calls f(a, b) for every pair in a file ("-" for standard input).
template <class F>
void for_each_pair(const std::string& path, F&& f) {
  std::ifstream file;
  if (path != "-") {
    file.open(path);
    if (!file) throw io_error("cannot open " + path);
  }
  std::istream& in = path == "-" ? std::cin : file;
  std::uint64_t number = 0;
  for (std::string line; std::getline(in, line);) {
    if (const auto pair = parse_pair(line, ++number, path)) f(pair->first, pair->second);
  }
}

class answerer {
 public:
  answerer(release_reader reader, const query_arguments& a, bool json)
      : m_reader(std::move(reader)), m_json(json) {
    if (!a.ids.empty()) {
      read_ids(a.ids);
    } else if (!a.numbers) {
      take_ids(a.release_path);
    }
  }

  /// Many questions: decode everything once.
  void prepare_for_many() { m_loaded.emplace(m_reader.load()); }

  void answer(std::uint64_t a, std::uint64_t b) const {
    const vertex_id u = user_of(a), v = user_of(b);
    const bool bit = m_loaded ? m_loaded->edge(u, v) : m_reader.edge(u, v);
    const release_layout& layout = m_reader.layout();
    const bit_law law = layout.codec(layout.owner(u, v)).law();
    const double unbiased = u == v ? 0.0 : ((bit ? 1.0 : 0.0) - law.p0) / (law.p1 - law.p0);
    record r = {{"u", a},
                {"v", b},
                {"noisy_edge", bit},
                {"unbiased", unbiased},
                {"owner", u == v ? record(nullptr) : record(layout.owner(u, v) == u ? a : b)}};
    const release_parameters& p = layout.parameters();
    add_guarantee(r, p.simulated, flaws_of_chunks(p.is_private()));
    print_record(r, m_json);
  }

 private:
  void read_ids(const std::string& path) {
    m_ids_path = path;
    std::string heading;
    std::getline(std::ifstream(path) >> std::ws, heading);
    const std::string expected = ids_heading(m_reader.layout().parameters().key);
    if (heading.starts_with(ids_mark) && heading + "\n" != expected)
      throw invalid_parameter(path + ": holds the ids of another release");
    m_user_of.emplace();
    for_each_pair(path, [&](std::uint64_t user, std::uint64_t id) {
      if (!m_user_of->emplace(id, user).second)
        throw invalid_parameter(path + ": names the id " + std::to_string(id) + " twice");
    });
    if (m_user_of->size() != m_reader.layout().users())
      throw invalid_parameter(path + ": names " + std::to_string(m_user_of->size()) +
                              " users, the release has " + std::to_string(m_reader.layout().users()) +
                              ": it was written for another release");
  }

  /// Those that the release holds.
  void take_ids(const std::string& path) {
    const std::vector<std::uint64_t>& ids = m_reader.ids();
    if (ids.empty())
      throw invalid_parameter(
          "this release does not hold the ids of its graph file: name the file of `release --ids` with "
          "--ids, or say --numbers if these are the release's own numbers, from 0");
    m_ids_path = path;
    m_user_of.emplace();
    for (std::uint64_t user = 0; user < ids.size(); ++user)
      if (!m_user_of->emplace(ids[user], user).second)
        throw invalid_parameter(path + ": holds the id " + std::to_string(ids[user]) + " twice");
  }

  vertex_id user_of(std::uint64_t id) const {
    std::uint64_t user = id;
    if (m_user_of) {
      const auto it = m_user_of->find(id);
      if (it == m_user_of->end())
        throw invalid_parameter("id " + std::to_string(id) + " is not in " + m_ids_path);
      user = it->second;
    }
    const std::uint64_t n = m_reader.layout().users();
    if (user >= n)
      throw invalid_parameter("user " + std::to_string(user) + ": must lie in [0, " + std::to_string(n) +
                              ")");
    return static_cast<vertex_id>(user);
  }

  release_reader m_reader;
  bool m_json;
  std::string m_ids_path;
  std::optional<boost::unordered_flat_map<std::uint64_t, std::uint64_t>> m_user_of;
  std::optional<release> m_loaded;
};

void check(const query_arguments& a) {
  if (a.pairs.empty() && a.ends.empty())
    throw invalid_parameter(
        "no pair is named: write two users, u v, and more pairs behind them, or --pairs FILE with a pair a "
        "line; users are named by their ids in the graph file (which the release holds, or --ids FILE), or "
        "by their numbers in the release, from 0 (with --numbers)");
  if (!a.pairs.empty() && !a.ends.empty())
    throw invalid_parameter("pairs are named by users behind the release, or by --pairs FILE: give one");
  if (a.ends.size() % 2 != 0)
    throw invalid_parameter(
        fmt::format("a pair is two users, u v [u v ...]: {} is without a second", a.ends.back()));
}

void run(const query_arguments& a, bool json) {
  release_reader reader(a.release_path);
  check(a);
  answerer answers(std::move(reader), a, json);
  if (!a.pairs.empty()) {
    answers.prepare_for_many();
    for_each_pair(a.pairs, [&](std::uint64_t u, std::uint64_t v) { answers.answer(u, v); });
  }
  for (std::size_t i = 0; i < a.ends.size(); i += 2) answers.answer(a.ends[i], a.ends[i + 1]);
}

}  // namespace

void add_query(CLI::App& verb, const common_arguments& common) {
  auto a = std::make_shared<query_arguments>();
  add_release_file(verb, a->release_path);
  verb.add_option("users", a->ends, "Pairs of users u v");
  add_pairs_file(verb, a->pairs);
  CLI::Option* ids = verb.add_option("--ids,--labels", a->ids,
                                     "Users are named by the graph file's ids: the file of `release --ids`");
  ids->type_name(value::file);
  verb.add_flag(
          "--numbers", a->numbers,
          "Users are named by their numbers in the release, from 0: of an edge list by first appearance")
      ->excludes(ids);
  verb.callback([a, &common] { reading_release(a->release_path, [&] { run(*a, common.json); }); });
}

}  // namespace edgeldp::cli
