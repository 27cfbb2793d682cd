// SPDX-License-Identifier: MIT
#include "options/graph_argument.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cctype>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <map>
#include <numeric>
#include <set>
#include <system_error>
#include <type_traits>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "io/download.hpp"
#include "io/progress.hpp"
#include "io/release_file.hpp"
#include "io/report.hpp"
#include "options/graph_notes.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

enum class input_state { nothing, waiting, open };

/// Whether somebody has put data on standard input. A pipe that is open and says nothing for a
/// second may belong to whoever started the program.
input_state standard_input() {
  struct stat status{};
  if (fstat(STDIN_FILENO, &status) != 0) return input_state::nothing;
  if (S_ISREG(status.st_mode))
    return lseek(STDIN_FILENO, 0, SEEK_CUR) < status.st_size ? input_state::waiting : input_state::nothing;
  if (!S_ISFIFO(status.st_mode) && !S_ISSOCK(status.st_mode)) return input_state::nothing;
  pollfd asked{STDIN_FILENO, POLLIN, 0};
  constexpr int patience = 1000;  // milliseconds
  if (poll(&asked, 1, patience) == 0) return input_state::open;
  int bytes = 0;
  const bool has_data = (asked.revents & POLLIN) != 0 && ioctl(STDIN_FILENO, FIONREAD, &bytes) == 0;
  return has_data && bytes > 0 ? input_state::waiting : input_state::nothing;
}

/// "N": 0 .. N - 1; "A-B": A .. B.
std::vector<std::uint64_t> parse_nodes(const std::string& text) {
  const auto number = [&](std::string_view part) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (error != std::errc() || end != part.data() + part.size())
      throw invalid_parameter("--nodes " + text + ": a number N (ids 0 to N - 1) or a range of ids A-B");
    return value;
  };
  const std::size_t dash = text.find('-');
  const bool is_range = dash != std::string::npos;
  const std::uint64_t first = is_range ? number(std::string_view(text).substr(0, dash)) : 0;
  const std::uint64_t last = number(std::string_view(text).substr(is_range ? dash + 1 : 0));
  constexpr std::uint64_t most = std::uint64_t{1} << 32;
  const std::uint64_t count = is_range ? last - first + 1 : last;
  if ((is_range && last < first) || count == 0 || count > most)
    throw invalid_parameter("--nodes " + text + ": must be 1 to 2^32 users");
  std::vector<std::uint64_t> ids(count);
  std::iota(ids.begin(), ids.end(), first);
  return ids;
}

const std::map<std::string, graph_format> formats = {{"auto", graph_format::automatic},
                                                     {"edge-list", graph_format::edge_list},
                                                     {"matrix-market", graph_format::matrix_market},
                                                     {"metis", graph_format::metis},
                                                     {"ecsr", graph_format::ecsr},
                                                     {"gap", graph_format::gap},
                                                     {"adjacency-list", graph_format::adjacency_list},
                                                     {"sif", graph_format::sif},
                                                     {"pajek", graph_format::pajek},
                                                     {"graphml", graph_format::graphml}};

const std::map<std::string, heading_line> headings = {
    {"auto", heading_line::automatic}, {"yes", heading_line::present}, {"no", heading_line::absent}};

}  // namespace

csr_graph make_default_graph() {
  return generate_affiliation(2000, 22000, 1);
}

std::string graph_argument::name() const {
  if (given != nullptr) return given->name;
  if (path.empty()) return "default";
  if (path == "-") return "stdin";
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos || m_has_namesake ? path : path.substr(slash + 1);
}

/// What stands in a file beside a graph, or is drawn for it, is of that graph.
void graph_argument::refuse_options_of_one() const {
  for (const auto& [name, takes_file, is_positional, values] : m_verb->typed()) {
    if (is_positional) continue;
    const bool is_of_all = name == "--plot" || name == "--channel";
    const bool is_of_one = takes_file || name == "--nodes" || name == "--key";
    if (is_of_one && !is_of_all)
      throw invalid_parameter(fmt::format("{} goes with one graph, and {} are named", name, paths.size()));
  }
}

namespace {

/// Errors: as graph_argument::each.
void require_file(const std::string& path) {
  if (path == "-" || access(path.c_str(), R_OK) == 0) return;
  if (path.empty()) throw invalid_parameter("the name of a graph file is empty; is a variable of the shell?");
  const int why = errno;
  double number = 0.0;
  if (is_number(path, number))
    throw invalid_parameter("cannot open " + path + ": " + std::generic_category().message(why) +
                            "; several values of an option, such as budgets, are separated by commas: "
                            "-e 0.5,1,2");
  throw io_error("cannot open " + path + ": " + std::generic_category().message(why));
}

}  // namespace

std::vector<graph_argument> graph_argument::each(bool has_same_users) const {
  if (paths.empty()) return {*this};
  if (paths.size() > 1 && !has_same_users) refuse_options_of_one();
  if (std::ranges::count(paths, "-") > 1) throw invalid_parameter("'-' is named twice, and can be read once");
  std::map<std::string, std::set<std::string>> folders;  // by name
  std::vector<graph_argument> all;
  for (const std::string& named : paths) {
    require_file(named);
    all.push_back(*this);
    all.back().path = named;
    all.back().is_told = is_told && paths.size() == 1;  // one answer has no room for what was read of each
    folders[all.back().name()].insert(named);
  }
  for (graph_argument& one : all) one.m_has_namesake = folders.at(one.name()).size() > 1;
  return all;
}

/// Errors: invalid_parameter where --names belongs to nothing.
edgeldp::reading graph_argument::chosen_reading() const {
  edgeldp::reading how(formats.at(format));
  how.heading = headings.at(heading);
  how.has_names = names;
  how.keeps_directions = keeps_directions;
  if (!names) return how;
  for (const char* numbered : {"matrix-market", "metis", "ecsr", "gap"})
    if (format == numbered)
      throw invalid_parameter("--names reads files whose users have names, not --format " + format);
  if (!nodes.empty()) throw invalid_parameter("--nodes declares numbers: declare names by --users FILE");
  return how;
}

/// Errors: invalid_parameter where ids are declared, and the file has names.
void graph_argument::refuse_numbers_of_names(const std::vector<std::string>& names_read) const {
  if (!names_read.empty() && !nodes.empty())
    throw invalid_parameter("--nodes declares numbers, and the users of " + name() +
                            " have names: declare them by --users FILE");
}

std::vector<std::uint64_t> graph_argument::declared_users() const {
  return users_path.empty() ? parse_nodes(nodes) : read_user_ids(users_path);
}

void graph_argument::refuse_ignored_input() const {
  const auto reads_input = [](const verb_options::typed_option& option) {
    return std::ranges::find(option.values, "-") != option.values.end();
  };
  if (m_verb == nullptr || std::ranges::any_of(m_verb->typed(), reads_input)) return;
  const input_state state = standard_input();
  if (state == input_state::waiting)
    throw invalid_parameter(
        "standard input holds data, but no graph is named: write '-' to read it (</dev/null for the embedded "
        "graph)");
  if (state == input_state::open)
    write_stderr("edgeldp: note: the embedded graph; standard input is not read\n");
}

/// What is missing where coins are private and the file itself says who its users are; a simulation
/// protects nobody.
std::string graph_argument::fault_of_users() const {
  if (m_verb == nullptr) return "";
  if (m_users_are_declared || !m_verb->has("--users") || !m_verb->has("--seed") ||
      m_verb->count("--seed") > 0)
    return "";
  return "users are those it names, which must be public; --users or --nodes declares them";
}

void graph_argument::keep_reading(const clean_up_report& report, bool users_are_declared) const {
  m_read = report;
  m_users_are_declared = users_are_declared;
  if (!is_told) note_reading();
}

void graph_argument::note_reading() const {
  if (m_verb == nullptr || !m_read || (path.empty() && given == nullptr)) return;
  std::vector<std::string> notes = notes_on(*m_read);
  if (const std::string fault = fault_of_users(); !fault.empty()) notes.push_back(fault);
  if (!notes.empty()) write_stderr(fmt::format("edgeldp: note: {}: {}\n", name(), fmt::join(notes, "; ")));
}

std::string graph_argument::reading(bool has_counts) const {
  if (!m_read) return "";
  if (path.empty() && given == nullptr)
    return "No file is named: this is an embedded graph, which is made up.";
  if (m_read->lines == 0 && given == nullptr)
    return as_sentences({"a graph file, which holds lists and no lines of text", fault_of_users()});
  std::vector<std::string> said = has_counts ? counts_of(*m_read) : notes_on(*m_read);
  said.push_back(fault_of_users());
  return as_sentences(said);
}

/// Errors: invalid_parameter for a graph of the other kind, or options of files.
template <class Result>
Result graph_argument::take_given() const {
  if (declares_users() || names || !path.empty() || !paths.empty())
    throw invalid_parameter("the graph is given: no file, and no --users, --nodes or --names go with it");
  const Result* held = std::get_if<Result>(&given->input);
  if (held == nullptr)
    throw invalid_parameter(std::is_same_v<Result, read_graph_result>
                                ? given->name + " has users and items: here one kind of vertices is wanted"
                                : given->name + " has one kind of vertices: here users and items are wanted");
  return *held;
}

bool graph_argument::is_directed() const {
  const auto* held = given != nullptr ? std::get_if<read_graph_result>(&given->input) : nullptr;
  return keeps_directions || (held != nullptr && held->arcs.vertex_count() > 0);
}

read_graph_result graph_argument::load() const {
  if (given != nullptr) {
    auto result = take_given<read_graph_result>();
    if (keeps_directions && result.arcs.vertex_count() == 0)
      throw invalid_parameter(given->name + " has no directions: give a directed graph");
    keep_reading(result.clean_up, result.users_are_declared);
    return result;
  }
  if (path.empty()) {
    refuse_ignored_input();
    if (keeps_directions)
      throw invalid_parameter("--directed: name a file; the embedded graph has no directions");
    if (declares_users() || names)
      throw invalid_parameter("--users, --nodes and --names say who the users of a file are: name one");
    read_graph_result result;
    result.graph = make_default_graph();
    result.labels = vertex_labels::in_a_row(result.graph.vertex_count());
    result.users_are_declared = true;
    keep_reading(result.clean_up, true);
    return result;
  }
  refuse_file_of_messages(path);
  const progress line(name());
  read_graph_result result = read_graph(path, chosen_reading());
  if (declares_users()) {
    if (result.users_are_declared)
      throw invalid_parameter("--users and --nodes: the format of " + name() +
                              " says how many users there are");
    refuse_numbers_of_names(result.names);
    result = result.names.empty() ? with_users(result, declared_users())
                                  : with_users(result, read_user_names(users_path));
  }
  keep_reading(result.clean_up, result.users_are_declared);
  return result;
}

conversion graph_argument::convert(const std::string& to, std::uint64_t memory) const {
  const bool is_whole = given != nullptr || path.empty() || declares_users() || names;
  if (is_whole) {
    const read_graph_result read = load();
    write_ecsr(to, read);
    return {
        {read.graph.vertex_count(), read.graph.edge_count(), read.users_are_declared}, read.clean_up, false};
  }
  refuse_file_of_messages(path);
  const progress line(name());
  conversion done = convert_to_ecsr(path, chosen_reading(), to, memory);
  keep_reading(done.clean_up, done.written.users_are_declared);
  return done;
}

read_bipartite_result graph_argument::load_bipartite(layer side, const std::string& items_path) const {
  if (given != nullptr) {
    auto result = take_given<read_bipartite_result>();
    keep_reading(result.clean_up, result.are_declared[static_cast<std::size_t>(side)]);
    return result;
  }
  if (path.empty())
    throw invalid_parameter("name a file of users and items: the default graph is not bipartite");
  refuse_file_of_messages(path);
  const progress line(name());
  read_bipartite_result result = read_bipartite_graph(path, chosen_reading());
  const auto require_undeclared = [&](layer of, const char* options) {
    if (result.are_declared[static_cast<std::size_t>(of)])
      throw invalid_parameter(std::string(options) + ": the format of " + name() +
                              " says how many there are");
  };
  if (declares_users()) {
    require_undeclared(side, "--users and --nodes");
    result = names ? with_users(result, side, read_user_names(users_path))
                   : with_users(result, side, declared_users());
  }
  if (!items_path.empty()) {
    require_undeclared(opposite(side), "--items");
    result = names ? with_users(result, opposite(side), read_user_names(items_path))
                   : with_users(result, opposite(side), read_user_ids(items_path));
  }
  keep_reading(result.clean_up, result.are_declared[static_cast<std::size_t>(side)]);
  return result;
}

}  // namespace edgeldp::cli
