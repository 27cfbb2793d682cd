// SPDX-License-Identifier: MIT
#include "methods/outside_methods.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/random/seeded_run.hpp"
#include "io/bounded_program.hpp"
#include "io/edge_file.hpp"
#include "io/harmless.hpp"
#include "io/scratch_folder.hpp"
#include "io/table_file.hpp"

namespace edgeldp::cli {

namespace {

constexpr std::size_t longest_name = 60;

/// Names stand in tables and figures.
/// Errors: invalid_parameter.
void require_new_name(const std::string& name) {
  if (name.empty()) throw invalid_parameter("a method has no name");
  if (name.size() > longest_name || harmless(name) != name)
    throw invalid_parameter(
        fmt::format("method '{:.60}': a name has at most {} bytes, and no control characters", harmless(name),
                    longest_name));
  if (std::ranges::find(all_mechanisms(), name, &mechanism::name) != all_mechanisms().end())
    throw invalid_parameter(fmt::format("'{}' is a method of this program: call yours something else", name));
}

record run_record(double estimate, std::optional<double> bytes, std::optional<double> seconds) {
  record r = {{"estimate", estimate},
              {"predicted_bias", 0.0},
              {"seconds", seconds.value_or(0.0)},
              {"private", nullptr},
              {"caveat", ""}};
  if (bytes) r["download_bytes"] = *bytes;
  return r;
}

/// Bytes of all runs or of none: a mean over some would be of other runs than the error.
void drop_partial_bytes(std::vector<record>& runs) {
  const auto has_bytes = [](const record& r) { return r.contains("download_bytes"); };
  if (std::ranges::all_of(runs, has_bytes)) return;
  for (record& r : runs) r.erase("download_bytes");
}

// ------------------------------------------------------------------------------------------ Tables

class method_of_table final : public outside_method {
 public:
  method_of_table(std::string name, std::string path)
      : outside_method(std::move(name)), m_path(std::move(path)) {}

  /// Errors: invalid_parameter for a run that came before.
  void add(double nats, std::uint64_t run, record numbers) {
    if (!m_runs[nats].emplace(run, std::move(numbers)).second)
      throw invalid_parameter(fmt::format("run {} of '{}' at epsilon {:g} comes twice", run, name(), nats));
  }

  std::string source() const override {
    return m_path == "-" ? "standard input" : std::filesystem::path(m_path).filename().string();
  }
  std::uint64_t runs_of(const outside_task& asked) const override {
    const auto found = m_runs.find(asked.nats);
    return found == m_runs.end() ? 0 : found->second.size();
  }
  std::vector<record> runs(const outside_task& asked) const override {
    if (runs_of(asked) == 0) throw invalid_parameter(source() + " has no run of it");
    std::vector<record> all;
    for (const auto& [run, numbers] : m_runs.at(asked.nats)) {
      all.push_back(numbers);
      asked.step();
    }
    drop_partial_bytes(all);
    return all;
  }

 private:
  std::string m_path;
  std::map<double, std::map<std::uint64_t, record>> m_runs;  // by budget
};

/// One line of a table.
struct table_run {
  std::string method;
  double nats;
  std::uint64_t run;
  record numbers;
};

double number_of_column(std::string_view column, std::string_view text) {
  try {
    return number_from(text);
  } catch (const invalid_parameter& e) {
    throw invalid_parameter(fmt::format("{}: {}", column, e.what()));
  }
}

std::uint64_t run_from(std::string_view text) {
  std::uint64_t run = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), run);
  if (error != std::errc() || end != text.data() + text.size())
    throw invalid_parameter(fmt::format("run: '{:.40}' is not a whole number", harmless(text)));
  return run;
}

/// values: method, epsilon, run, estimate and perhaps bytes, which may be left open.
table_run run_of(std::span<const std::string_view> values) {
  const double nats = number_of_column("epsilon", values[1]);
  if (nats <= 0.0) throw invalid_parameter(fmt::format("epsilon: {:g} is not above 0", nats));
  std::optional<double> bytes;
  if (values.size() > 4 && !values[4].empty()) {
    bytes = number_of_column("bytes", values[4]);
    if (*bytes < 0.0) throw invalid_parameter(fmt::format("bytes: {:g} is below 0", *bytes));
  }
  return {std::string(values[0]), nats, run_from(values[2]),
          run_record(number_of_column("estimate", values[3]), bytes, {})};
}

// ---------------------------------------------------------------------------------------- Programs

/// Words between blanks; quotes of either kind hold blanks together, and nothing else is special.
std::vector<std::string> words_of(const std::string& command) {
  std::vector<std::string> words;
  bool is_inside = false;  // of a word, which may be empty in quotes
  char quote = '\0';
  for (const char c : command) {
    const bool is_blank = c == ' ' || c == '\t' || c == '\n';
    if (quote == '\0' && is_blank) {
      is_inside = false;
      continue;
    }
    if (!std::exchange(is_inside, true)) words.emplace_back();
    if (quote == '\0' && (c == '"' || c == '\''))
      quote = c;
    else if (c == quote)
      quote = '\0';
    else
      words.back() += c;
  }
  if (quote != '\0') throw invalid_parameter("--with-command: a quote is left open in: " + harmless(command));
  return words;
}

constexpr std::array<std::string_view, 4> places = {"{graph}", "{epsilon}", "{seed}", "{nodes}"};

/// The word with what stands for its places; what is put in is not looked at again.
std::string filled(std::string_view word, const std::array<std::string, 4>& values) {
  std::string text;
  while (!word.empty()) {
    const auto place = std::ranges::find_if(places, [&](std::string_view p) { return word.starts_with(p); });
    if (place == places.end()) {
      text += word.front();
      word.remove_prefix(1);
      continue;
    }
    text += values[static_cast<std::size_t>(place - places.begin())];
    word.remove_prefix(place->size());
  }
  return text;
}

/// A command that cannot get what it needs would give the same number every time.
void require_places(const std::string& command) {
  for (const std::string_view needed : {places[0], places[1]})
    if (command.find(needed) == std::string::npos)
      throw invalid_parameter(fmt::format("--with-command '{}' has no {}: there are {}", harmless(command),
                                          needed, fmt::join(places, ", ")));
}

std::string first_line(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return "";
  text.remove_prefix(begin);
  text = text.substr(0, text.find('\n'));
  return harmless(text.substr(0, 80));
}

/// What it complained of last, for a sentence.
std::string complaint(const program_outcome& outcome) {
  std::string_view text = outcome.complained;
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  if (end == std::string_view::npos) return "";
  text = text.substr(0, end + 1);
  const std::string line = first_line(text.substr(text.rfind('\n') + 1));
  return ", and says '" + line + "'";
}

std::vector<std::string_view> blank_separated(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return words;
    text.remove_prefix(begin);
    words.push_back(text.substr(0, text.find_first_of(" \t\r\n")));
    text.remove_prefix(words.back().size());
  }
}

/// Numbers of the end of a run that went well.
/// Errors: invalid_parameter.
record numbers_printed(const program_outcome& outcome, double seconds) {
  const std::vector<std::string_view> words = blank_separated(outcome.printed);
  if (words.empty()) throw invalid_parameter("it printed nothing" + complaint(outcome));
  try {
    if (words.size() > 2) throw invalid_parameter("");
    const double estimate = number_from(words.front());
    if (words.size() == 1) return run_record(estimate, {}, seconds);
    const double bytes = number_from(words.back());
    if (bytes < 0.0) throw invalid_parameter("");
    return run_record(estimate, bytes, seconds);
  } catch (const invalid_parameter&) {
    throw invalid_parameter(fmt::format(
        "it printed '{}', where the estimate stands alone, or with the bytes that a user reads behind it",
        first_line(outcome.printed)));
  }
}

class method_of_command final : public outside_method {
 public:
  method_of_command(std::string name, std::vector<std::string> words, double longest_seconds)
      : outside_method(std::move(name)), m_words(std::move(words)), m_longest(longest_seconds) {}

  std::string source() const override {
    return "the program " + std::filesystem::path(m_words.front()).filename().string();
  }
  std::uint64_t runs_of(const outside_task& asked) const override { return asked.runs; }

  std::vector<record> runs(const outside_task& asked) const override {
    std::vector<record> all;
    std::set<std::uint64_t> seeds;
    for (std::uint64_t run = 0; run < asked.runs; ++run) {
      std::uint64_t seed = key_of_run(asked.seed, run).value >> 33U;  // any language has room for 31 bits
      while (!seeds.insert(seed).second) seed = (seed + 1) & 0x7fffffffU;
      all.push_back(play(asked, seed));
      asked.step();
    }
    drop_partial_bytes(all);
    return all;
  }

 private:
  record play(const outside_task& asked, std::uint64_t seed) const {
    const std::array<std::string, 4> values = {asked.file.of(asked.graph), fmt::format("{}", asked.nats),
                                               std::to_string(seed),
                                               std::to_string(asked.graph.vertex_count())};
    std::vector<std::string> words;
    for (const std::string& word : m_words) words.push_back(filled(word, values));
    const double start = elapsed_seconds();
    const program_outcome outcome =
        run_bounded_program(std::move(words), std::chrono::duration<double>(m_longest));
    switch (outcome.ended) {
      case program_outcome::end::exited:
        if (outcome.status == 0) return numbers_printed(outcome, elapsed_seconds() - start);
        throw invalid_parameter(fmt::format("it ended with status {}{}", outcome.status, complaint(outcome)));
      case program_outcome::end::killed:
        throw invalid_parameter(fmt::format("signal {} ended it{}", outcome.status, complaint(outcome)));
      case program_outcome::end::out_of_time:
        throw invalid_parameter(
            fmt::format("a run took longer than {:g} s and was ended (--time-limit allows more)", m_longest));
      case program_outcome::end::says_too_much:
        throw invalid_parameter("it printed more than 64 KiB, where one number is wanted");
      case program_outcome::end::not_started:
        throw invalid_parameter(fmt::format("it cannot be started: {}", std::strerror(outcome.status)));
    }
    return {};
  }

  std::vector<std::string> m_words;
  double m_longest;
};

/// "name=program": a path or an option is no name.
std::string taken_name(std::string& first_word) {
  const std::size_t sign = first_word.find('=');
  if (sign == std::string::npos) return std::filesystem::path(first_word).filename().string();
  std::string name = first_word.substr(0, sign);
  first_word.erase(0, sign + 1);
  return name;
}

}  // namespace

outside_method::outside_method(std::string name) : m_name(std::move(name)) {
  m_row.name = m_name;
  m_row.role = mechanism_role::outside;
}

struct plain_graph_file::state {
  scratch_folder folder;
  std::string path;
};

plain_graph_file::plain_graph_file() = default;
plain_graph_file::~plain_graph_file() = default;

const std::string& plain_graph_file::of(const csr_graph& g) {
  if (!m_state) {
    m_state = std::make_unique<state>();
    m_state->path = m_state->folder.file("graph.txt");
    write_edge_file(m_state->path, g, "");
  }
  return m_state->path;
}

outside_list methods_of_table(const std::string& path, const std::vector<double>& epsilons) {
  outside_list all;
  std::map<std::string, method_of_table*> by_name;
  const column_chooser columns = [](const std::vector<std::string>& names) {
    std::vector<std::string> wanted = {"method", "epsilon", "run", "estimate"};
    if (std::ranges::find(names, "bytes") != names.end()) wanted.emplace_back("bytes");
    return wanted;
  };
  read_table(path, columns, [&](std::span<const std::string_view> values) {
    table_run one = run_of(values);
    if (std::ranges::find(epsilons, one.nats) == epsilons.end())
      throw invalid_parameter(fmt::format("epsilon {0:g} is not compared: --epsilon names {1:g}{2}", one.nats,
                                          fmt::join(epsilons, ", "), "; add it there, or drop the line"));
    method_of_table*& method = by_name[one.method];
    if (method == nullptr) {
      require_new_name(one.method);
      all.push_back(std::make_unique<method_of_table>(one.method, path));
      method = static_cast<method_of_table*>(all.back().get());
    }
    method->add(one.nats, one.run, std::move(one.numbers));
  });
  return all;
}

outside_list methods_of_commands(const std::vector<std::string>& commands, double longest_seconds) {
  outside_list all;
  for (const std::string& command : commands) {
    require_places(command);
    std::vector<std::string> words = words_of(command);
    std::string name = taken_name(words.front());
    if (words.front().empty())
      throw invalid_parameter("--with-command '" + harmless(command) + "' names no program");
    require_new_name(name);
    all.push_back(std::make_unique<method_of_command>(std::move(name), std::move(words), longest_seconds));
  }
  return all;
}

}  // namespace edgeldp::cli
