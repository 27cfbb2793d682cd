// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "edgeldp/graph/input/csr_graph.hpp"
#include "io/report.hpp"
#include "methods/mechanisms.hpp"

/// Methods that are not of this program: numbers in a table, or programs that count. What they
/// claim of privacy is theirs.
namespace edgeldp::cli {

/// A graph in a file of its own that such programs read: an edge a line, ids from 0 and a tab
/// between them. Gone with the object.
class plain_graph_file;

/// What a method is asked for.
struct outside_task {
  const csr_graph& graph;
  plain_graph_file& file;
  double nats = 1.0;  ///< the budget of a user
  std::uint64_t runs = 1;
  std::optional<std::uint64_t> seed;
  std::function<void()> step;  ///< is called after every run
};

class outside_method {
 public:
  explicit outside_method(std::string name);
  virtual ~outside_method() = default;
  outside_method(const outside_method&) = delete;
  outside_method& operator=(const outside_method&) = delete;

  const std::string& name() const noexcept { return m_name; }
  /// Its place among other methods; it has no knob, and nothing to run.
  const mechanism& row() const noexcept { return m_row; }
  /// Where its numbers come from, for people: "mine.csv", "the program count".
  virtual std::string source() const = 0;
  /// How many runs there will be.
  virtual std::uint64_t runs_of(const outside_task& asked) const = 0;
  /// Runs as `summarize` takes them (at least one).
  /// Errors: invalid_parameter that says why there are none.
  virtual std::vector<record> runs(const outside_task& asked) const = 0;

 private:
  std::string m_name;
  mechanism m_row;
};

using outside_list = std::vector<std::unique_ptr<outside_method>>;

class plain_graph_file {
 public:
  plain_graph_file();
  ~plain_graph_file();
  /// Its path; written when it is asked for first.
  const std::string& of(const csr_graph& g);

 private:
  struct state;
  std::unique_ptr<state> m_state;
};

/// Methods of a table with the columns method, epsilon, run, estimate and, where it has one, bytes
/// (what a user reads), in the order in which they come. epsilons: those that are compared.
/// Errors: those of read_table, which name the line: a method that has no name or one of ours, a
///     number that is none, a run that came before, a budget that is not compared.
outside_list methods_of_table(const std::string& path, const std::vector<double>& epsilons);

/// Methods by their commands: words between blanks, in quotes with blanks. {graph}, {epsilon} and
/// {seed} stand for a file, a budget and a whole number below 2^31 that differs by run; {nodes} for
/// the number of users. They print the estimate, and behind it bytes that a user reads if they know
/// it. The name is that of the program's file, or stands in front: "name=program ...".
/// Errors: invalid_parameter.
outside_list methods_of_commands(const std::vector<std::string>& commands, double longest_seconds);

}  // namespace edgeldp::cli
