// SPDX-License-Identifier: MIT
#include "verbs/asked_pairs.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/input/line_fields.hpp"
#include "io/text_file.hpp"

namespace edgeldp::cli::common_neighbors {

namespace {

constexpr const char* two_labels = "expected two labels of users (names that are not numbers: --names)";

/// Finds users by what files call them.
class user_finder {
 public:
  explicit user_finder(const population& p) : m_has_names(!p.names().empty()) {
    for (vertex_id u = 0; u < p.users(); ++u)
      m_users.emplace(m_has_names ? p.names()[u] : std::to_string(p.label(u)), u);
  }

  bool has_names() const { return m_has_names; }

  /// Errors: invalid_parameter.
  vertex_id operator()(const std::string& text) const {
    const auto user = m_users.find(m_has_names ? text : number_in(text));
    if (user == m_users.end()) throw invalid_parameter(fmt::format("no user has the label {}", text));
    return user->second;
  }

 private:
  /// As numbers are written.
  static std::string number_in(const std::string& text) {
    std::uint64_t label = 0;
    const char* const last = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), last, label);
    if (error != std::errc() || rest != last) throw invalid_parameter(two_labels);
    return std::to_string(label);
  }

  bool m_has_names;
  std::unordered_map<std::string, vertex_id> m_users;
};

/// The words of a line of two labels, apart by blanks or commas.
std::vector<std::string> labels_in(std::string line) {
  std::ranges::replace_if(line, [](char c) { return c == '\t' || c == ',' || c == '\r'; }, ' ');
  std::istringstream words(line);
  return {std::istream_iterator<std::string>(words), {}};
}

/// Errors: invalid_parameter.
user_pair pair_in(const std::vector<std::string>& labels, const user_finder& users) {
  if (labels.size() == 1) throw invalid_parameter("expected two labels of users, found one");
  if (labels.size() > 2) throw invalid_parameter(two_labels);
  const user_pair pair = {users(labels[0]), users(labels[1])};
  if (pair.first == pair.second) throw invalid_parameter("a user has no common neighbours with itself");
  return pair;
}

}  // namespace

std::vector<user_pair> read_pairs(const std::string& path, const population& p) {
  const std::string text = text_of(path);
  const user_finder users(p);
  const name_fields fields(text);
  std::vector<user_pair> pairs;
  std::istringstream lines(text);
  std::uint64_t line_number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++line_number;
    const std::size_t first = line.find_first_not_of(" \t,\r");
    if (first == line.npos || line[first] == '#') continue;
    try {
      pairs.push_back(pair_in(users.has_names() ? fields(line).first : labels_in(line), users));
    } catch (const invalid_parameter& e) {
      throw bad_graph_input(fmt::format("{}: line {}: {}", path, line_number, e.what()));
    }
  }
  if (pairs.empty()) throw bad_graph_input(path + ": no pair of labels");
  return pairs;
}

/// Uniform pairs of users; public, so that they may follow from the seed.
std::vector<user_pair> sample_pairs(std::uint64_t count, std::uint64_t users, release_key key) {
  if (users < 2) throw invalid_parameter("--sample needs at least two users");
  const public_randomness random(key);
  std::vector<user_pair> pairs;
  for (std::uint64_t i = 0; i < count; ++i) {
    const philox_block b = random.block(stream_tag::query_pairs, static_cast<std::uint32_t>(i), i >> 32, 0);
    const auto below = [](std::uint32_t low, std::uint32_t high, std::uint64_t bound) {
      return static_cast<vertex_id>((uint128{low | (std::uint64_t{high} << 32)} * bound) >> 64);
    };
    const vertex_id first = below(b[0], b[1], users), other = below(b[2], b[3], users - 1);
    pairs.push_back({first, other < first ? other : other + 1});
  }
  return pairs;
}

}  // namespace edgeldp::cli::common_neighbors
