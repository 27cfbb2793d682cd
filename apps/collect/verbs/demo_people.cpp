// SPDX-License-Identifier: MIT
#include "collect/verbs/demo_people.hpp"

#include <array>
#include <filesystem>
#include <map>
#include <sstream>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/hexadecimal.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "io/text_file.hpp"

namespace edgeldp::cli {

namespace {

constexpr std::array first_names = {"Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jana"};
constexpr std::array last_names = {"Ash",   "Birch", "Cedar", "Elm", "Fir",
                                   "Hazel", "Larch", "Maple", "Oak", "Yew"};
constexpr const char *tokens_file = "tokens.tsv", *friends_file = "friends.tsv";

std::vector<std::string> demo_names() {
  std::vector<std::string> names;
  for (const char* first : first_names)
    for (const char* last : last_names) names.push_back(std::string(first) + " " + last);
  return names;
}

/// Both halves of each line of a file.
std::vector<std::pair<std::string, std::string>> pairs_in(const std::string& path) {
  const auto text = read_text(path);
  if (!text)
    throw io_error("cannot open " + path +
                   ": No such file or directory; `edgeldp collector serve FOLDER --demo` makes it");
  std::vector<std::pair<std::string, std::string>> pairs;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t tab = line.find('\t');
    if (tab == line.npos) throw format_error(0, path + ": a line without a tab");
    pairs.emplace_back(line.substr(0, tab), line.substr(tab + 1));
  }
  return pairs;
}

}  // namespace

void create_demo(const collect::collector_folder& folder, std::int64_t now) {
  constexpr unsigned friends_each = 7;
  constexpr double closing = 0.9;
  constexpr std::uint64_t graph_seed = 5, quarter_of_an_hour = 900;
  collect::new_collection wanted;
  wanted.title = "How many triangles of friends? (people who do not exist)";
  wanted.method = "triangles";
  wanted.total = epsilon::from_nats(4.0);
  wanted.people = demo_names();
  wanted.join_seconds = wanted.round_seconds = quarter_of_an_hour;
  wanted.answer_seconds = 1;  // nobody's list is at stake, and somebody waits
  collect::create_collection(folder, wanted, now);

  const collect::collection made(folder, now);
  std::string tokens, friends;
  for (const std::string& name : wanted.people) tokens += name + "\t" + to_hex(made.token_for(name)) + "\n";
  const csr_graph g = generate_holme_kim(wanted.people.size(), friends_each, closing, graph_seed);
  std::vector<vertex_id> scratch;
  for (vertex_id u = 0; u < g.vertex_count(); ++u)
    for (const vertex_id v : graph_view(g).neighbors(u, scratch))
      if (u < v) friends += wanted.people[u] + "\t" + wanted.people[v] + "\n";
  std::filesystem::create_directories(folder.home / "demo");
  write_text((folder.home / "demo" / tokens_file).string(), tokens);
  write_text((folder.home / "demo" / friends_file).string(), friends);
}

std::vector<demo_person> read_demo(const std::string& folder) {
  const std::filesystem::path below = std::filesystem::path(folder) / "demo";
  const std::string where = std::filesystem::exists(below / tokens_file) ? below.string() : folder;
  std::vector<demo_person> people;
  std::map<std::string, std::size_t> place;
  for (auto& [name, token] : pairs_in(where + "/" + tokens_file)) {
    const auto bytes = collect::from_hex(token);
    if (!bytes || !place.emplace(name, people.size()).second)
      throw format_error(0, where + "/" + tokens_file + ": not what a demonstration has");
    people.push_back({name, *bytes, {}});
  }
  for (const auto& [one, other] : pairs_in(where + "/" + friends_file)) {
    if (!place.contains(one) || !place.contains(other))
      throw format_error(0, where + "/" + friends_file + ": a person who has no token");
    people[place[one]].contacts.push_back(other);
    people[place[other]].contacts.push_back(one);
  }
  return people;
}

}  // namespace edgeldp::cli
