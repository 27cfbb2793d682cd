// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <boost/unordered/unordered_flat_map.hpp>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <iostream>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/release_file.hpp"
#include "edgeldp/graph/input/line_fields.hpp"
#include "io/claims.hpp"
#include "io/release_file.hpp"
#include "io/report.hpp"
#include "options/protocol_arguments.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"
#include "verbs/query_page.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

struct query_arguments {
  std::string release_path, pairs, ids;
  bool numbers = false, names = false;
  std::vector<std::string> ends;
};

std::uint64_t number_in(const std::string& text) {
  std::uint64_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || rest != text.data() + text.size())
    throw invalid_parameter("\"" + text + "\" is no number of a user: names of users need --names and --ids");
  return number;
}

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
      throw bad_graph_input(name + ", line " + std::to_string(number) +
                            ": expected two non-negative integers (names of users need --names)");
    at = next;
  }
  skip_blanks();
  if (at != end)
    throw bad_graph_input(name + ", line " + std::to_string(number) + ": text after the second integer");
  return std::pair(ends[0], ends[1]);
}

/// Calls f(line, its number) for every line of a file ("-" for standard input).
template <class F>
void for_each_line(const std::string& path, F&& f) {
  std::ifstream file;
  if (path != "-") {
    file.open(path);
    if (!file) throw io_error("cannot open " + path + ": " + std::generic_category().message(errno));
  }
  std::istream& in = path == "-" ? std::cin : file;
  std::uint64_t number = 0;
  for (std::string line; std::getline(in, line);) f(line, ++number);
}

/// Calls f(a, b) for every pair of numbers in a file.
template <class F>
void for_each_pair(const std::string& path, F&& f) {
  for_each_line(path, [&](const std::string& line, std::uint64_t number) {
    if (const auto pair = parse_pair(line, number, path)) f(pair->first, pair->second);
  });
}

/// Calls f(a, b) for every pair of names in a file.
template <class F>
void for_each_named_pair(const std::string& path, F&& f) {
  std::optional<name_fields> fields;
  for_each_line(path, [&](const std::string& line, std::uint64_t number) {
    if (is_comment_line(line)) return;
    if (!fields) fields.emplace(line);
    name_fields::names names;
    try {
      names = (*fields)(line);
    } catch (const invalid_parameter& e) {
      throw bad_graph_input(fmt::format("{}, line {}: {}", path, number, e.what()));
    }
    if (names.first.size() != 2 || names.has_more)
      throw bad_graph_input(fmt::format("{}, line {}: expected two names of users", path, number));
    f(names.first[0], names.first[1]);
  });
}

class answerer {
 public:
  answerer(release_reader reader, const query_arguments& a) : m_reader(std::move(reader)) {
    if (a.names) {
      read_names(a.ids);
    } else if (!a.ids.empty()) {
      read_ids(a.ids);
    } else if (!a.numbers) {
      take_ids(a.release_path);
    }
  }

  /// Many questions: decode everything once.
  void prepare_for_many() { m_loaded.emplace(m_reader.load()); }

  /// a, b: ids, or names with --names.
  template <class Id>
  record answer(const Id& a, const Id& b) const {
    const vertex_id u = user_of(a), v = user_of(b);
    const bool bit = m_loaded ? m_loaded->edge(u, v) : m_reader.edge(u, v);
    const release_layout& layout = m_reader.layout();
    const bit_law law = layout.law(u, v);
    const bool has_owner = u != v;
    const double unbiased = has_owner ? ((bit ? 1.0 : 0.0) - law.p0) / (law.p1 - law.p0) : 0.0;
    record r = {{"u", a},
                {"v", b},
                {"noisy_edge", bit},
                {"unbiased", unbiased},
                {"owner", has_owner ? record(layout.owner(u, v) == u ? a : b) : record(nullptr)},
                {"p1", optional_number(has_owner, law.p1)},
                {"p0", optional_number(has_owner, law.p0)}};
    const release_parameters& p = layout.parameters();
    add_guarantee(r, p.simulated, flaws_of_chunks(p.is_private()));
    return r;
  }

  const release_parameters& parameters() const { return m_reader.layout().parameters(); }

 private:
  void check_ids_heading(const std::string& path) const {
    std::string heading;
    std::getline(std::ifstream(path) >> std::ws, heading);
    const std::string expected = ids_heading(m_reader.layout().parameters().key);
    if (heading.starts_with(ids_mark) && heading + "\n" != expected)
      throw bad_graph_input(path + ": holds the ids of another release");
  }

  void check_number_of_users(const std::string& path, std::uint64_t found) const {
    if (found != m_reader.layout().users())
      throw bad_graph_input(path + ": names " + std::to_string(found) + " users, the release has " +
                            std::to_string(m_reader.layout().users()) +
                            ": it was written for another release");
  }

  /// "user<TAB>name" a line.
  void read_names(const std::string& path) {
    m_ids_path = path;
    check_ids_heading(path);
    for_each_line(path, [&](const std::string& line, std::uint64_t number) {
      if (is_comment_line(line)) return;
      const std::size_t tab = line.find('\t');
      if (tab == line.npos)
        throw bad_graph_input(
            fmt::format("{}, line {}: expected a user's number, a tab and its name", path, number));
      const std::string name = line.substr(tab + 1);
      if (!m_user_named.emplace(name, number_in(line.substr(0, tab))).second)
        throw bad_graph_input(path + ": holds the name \"" + name + "\" twice");
    });
    check_number_of_users(path, m_user_named.size());
  }

  void read_ids(const std::string& path) {
    m_ids_path = path;
    check_ids_heading(path);
    m_user_of.emplace();
    for_each_pair(path, [&](std::uint64_t user, std::uint64_t id) {
      if (!m_user_of->emplace(id, user).second)
        throw bad_graph_input(path + ": names the id " + std::to_string(id) + " twice");
    });
    check_number_of_users(path, m_user_of->size());
  }

  /// Those that the release holds.
  void take_ids(const std::string& path) {
    const std::vector<std::uint64_t>& ids = m_reader.notes().ids;
    if (ids.empty())
      throw invalid_parameter(
          "this release does not hold the ids of its graph file: name the file of `release --ids` with "
          "--ids, or say --numbers if these are the release's own numbers, from 0");
    m_ids_path = path;
    m_user_of.emplace();
    for (std::uint64_t user = 0; user < ids.size(); ++user)
      if (!m_user_of->emplace(ids[user], user).second)
        throw bad_graph_input(path + ": holds the id " + std::to_string(ids[user]) + " twice");
  }

  vertex_id user_of(std::uint64_t id) const {
    std::uint64_t user = id;
    if (m_user_of) {
      const auto it = m_user_of->find(id);
      if (it == m_user_of->end())
        throw invalid_parameter("id " + std::to_string(id) + " is not in " + m_ids_path);
      user = it->second;
    }
    return checked(user);
  }

  vertex_id user_of(const std::string& name) const {
    const auto it = m_user_named.find(name);
    if (it == m_user_named.end())
      throw invalid_parameter("the name \"" + name + "\" is not in " + m_ids_path);
    return checked(it->second);
  }

  vertex_id checked(std::uint64_t user) const {
    const std::uint64_t n = m_reader.layout().users();
    if (user >= n)
      throw invalid_parameter("user " + std::to_string(user) + ": must lie in [0, " + std::to_string(n) +
                              ")");
    return static_cast<vertex_id>(user);
  }

  release_reader m_reader;
  std::string m_ids_path;
  std::optional<boost::unordered_flat_map<std::uint64_t, std::uint64_t>> m_user_of;
  boost::unordered_flat_map<std::string, std::uint64_t> m_user_named;  // with --names
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
  if (a.names && a.ids.empty())
    throw invalid_parameter(
        "--names: a release holds numbers; name the file of `release --names --ids` with --ids");
}

/// Calls f(u, v), of ids or names, for every pair that is asked for.
template <class F>
void for_each_asked(const query_arguments& a, F&& f) {
  if (!a.pairs.empty()) return a.names ? for_each_named_pair(a.pairs, f) : for_each_pair(a.pairs, f);
  for (std::size_t i = 0; i < a.ends.size(); i += 2) {
    if (a.names) {
      f(a.ends[i], a.ends[i + 1]);
    } else {
      const std::uint64_t u = number_in(a.ends[i]);
      f(u, number_in(a.ends[i + 1]));
    }
  }
}

void run(const query_arguments& a, output_style style) {
  release_reader reader(a.release_path);
  check(a);
  answerer answers(std::move(reader), a);
  if (!a.pairs.empty()) answers.prepare_for_many();
  std::vector<record> told;
  bool is_first = true, is_any = false;
  for_each_asked(a, [&](const auto& u, const auto& v) {
    record r = answers.answer(u, v);
    is_any = true;
    if (style != output_style::text) return print_record(r, style == output_style::json);
    if (a.pairs.empty()) return told.push_back(std::move(r));
    write_stdout((std::exchange(is_first, false) ? "u\tv\tanswer\tp1\tp0\n" : "") + plain_line(r));
  });
  if (!is_any) throw bad_graph_input(a.pairs + ": no pair of users, two a line");
  if (!told.empty()) print_answers(a.release_path, answers.parameters(), told);
}

void run_query(const query_arguments& a, output_style style) {
  reading_release(a.release_path, [&] { run(a, style); });
}

}  // namespace

void add_query(verb_options& verb, const common_arguments& common) {
  query_arguments& a = acts_by(verb, common, run_query);
  add_release_file(verb, a.release_path);
  verb.add_option("users", a.ends, "Pairs of users u v");
  add_pairs_file(verb, a.pairs);
  verb_option* ids = verb.add_option("--ids,--labels", a.ids,
                                     "Users are named by the graph file's ids: the file of `release --ids`");
  ids->type_name(value::file);
  verb.add_flag(
          "--numbers", a.numbers,
          "Users are named by their numbers in the release, from 0: of an edge list by first appearance")
      ->excludes(ids);
  verb.add_flag("--names", a.names, "Users have names that need not be numbers: those of --ids")
      ->excludes("--numbers");
}

}  // namespace edgeldp::cli
