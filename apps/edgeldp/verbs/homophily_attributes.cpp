// SPDX-License-Identifier: MIT
#include "verbs/homophily_attributes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "io/table_file.hpp"
#include "options/channel_argument.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"
#include "verbs/channel_facts.hpp"

namespace edgeldp::cli {

namespace {

user_attribute generate_attribute(const attribute_arguments& a, const csr_graph& g) {
  return {"generated", numbered_labels(a.generated),
          generate_labels(g, a.generated, a.homophily, a.label_seed)};
}

void note_of_table(const attribute_arguments& a, const char* kind, const std::string& what) {
  write_stderr(fmt::format("edgeldp: {}: {}: {}\n", kind, a.path, what));
}

void report_unknown_users(const attribute_arguments& a, const attribute_table& table) {
  if (table.unknown_users() > 0)
    note_of_table(
        a, "note",
        fmt::format("lines that name users who are not in the graph are dropped: {}", table.unknown_users()));
}

/// Says on standard error what was assumed or dropped.
void report_reading(const attribute_arguments& a, const attribute_table& table) {
  report_unknown_users(a, table);
  // How many lack a value is private.
  if (!a.missing.empty())
    note_of_table(a, "note", fmt::format("users without a value get the value '{}'", a.missing));
  if (!a.are_values_declared())
    note_of_table(
        a, "warning",
        "the list of values is taken from the labels, which are private: what is estimated is not private "
        "unless the list was public; --values declares it");
}

/// Errors: invalid_parameter where a table without a heading is read as one with: its first line
///     begins with the id of a user.
void check_heading(const attribute_arguments& a, const std::vector<std::string>& known,
                   const read_graph_result& input) {
  if (a.no_heading || !a.id_column.empty()) return;
  bool is_data = false;
  for (vertex_id u = 0; u < input.labels.size() && !is_data; ++u) is_data = input.id_text(u) == known.front();
  if (is_data)
    throw invalid_parameter(fmt::format(
        "\"{}\" begins with the id of a user: if it is no heading, say --no-heading; if it is one, name the "
        "column of users by --id-column",
        fmt::join(known, ",")));
}

/// The column of users, then those of labels.
std::vector<std::string> wanted_columns(const attribute_arguments& a, const std::vector<std::string>& known,
                                        const read_graph_result& input) {
  if (a.columns.empty() && known.size() < 2)
    throw invalid_parameter(fmt::format(
        "there is one column, \"{}\": a table of labels has a column of users and one of labels, separated "
        "by tabs, semicolons or commas",
        fmt::join(known, "")));
  check_heading(a, known, input);
  std::vector<std::string> wanted = {a.id_column.empty() ? known.front() : a.id_column};
  if (a.columns.empty()) wanted.push_back(known[1]);
  wanted.insert(wanted.end(), a.columns.begin(), a.columns.end());
  return wanted;
}

/// Users randomize their labels themselves: of reports the estimate would be about the noise.
/// columns: some of labels, then those that say what made them.
/// Errors: bad_graph_input that tells both mechanisms.
void refuse_reports(const homophily_arguments& all, std::span<const std::string> columns,
                    std::span<const std::string_view> fields) {
  const attribute_arguments& a = all.attributes;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::optional<report_maker> by = report_maker::find(fields[i]);
    if (!by) continue;  // a column of other things that happens to be called so
    throw bad_graph_input(fmt::format(
        "{}: the labels were randomized already, by {} of epsilon {} (column '{}'): homophily takes "
        "true labels, which users randomize by {} of epsilon {}",
        a.path, by->mechanism, by->epsilon, columns[i],
        a.channels.empty() ? all.mechanism : fmt::format("{}", fmt::join(a.channels, ", ")),
        fmt::join(all.protocol.epsilons, ", ")));
  }
}

/// Errors: bad_graph_input naming the file, the first user without a value, and what to do.
user_attribute finish(const attribute_arguments& a, const attribute_table& table) {
  try {
    return table.finish();
  } catch (const invalid_parameter& e) {
    throw bad_graph_input(a.path + ": " + e.what() +
                          ": add lines for them, or name a value that they get by --missing VALUE");
  }
}

/// The tables of the columns that are wanted. check_makers: called with the columns that say what
/// made others, and with each line's fields of these.
template <class F>
std::vector<attribute_table> read_tables(const attribute_arguments& a, const read_graph_result& input,
                                         F&& check_makers) {
  std::vector<attribute_table> tables;
  std::vector<std::string> makers;
  read_table(
      a.path,
      [&](const std::vector<std::string>& known) {
        std::vector<std::string> wanted = wanted_columns(a, known, input);
        for (std::size_t i = 1; i < wanted.size(); ++i)
          if (!a.no_heading && std::ranges::count(known, maker_column(wanted[i])) == 1)
            makers.push_back(maker_column(wanted[i]));
        for (std::size_t i = 1; i < wanted.size(); ++i) {
          declared_attribute declared{wanted[i], a.values, std::nullopt};
          if (!a.missing.empty()) declared.missing = a.missing;
          tables.emplace_back(input.labels, std::move(declared), input.names);
        }
        wanted.insert(wanted.end(), makers.begin(), makers.end());
        return wanted;
      },
      [&](std::span<const std::string_view> fields) {
        check_makers(makers, fields.last(makers.size()));
        for (std::size_t i = 0; i < tables.size(); ++i) tables[i].add(fields[0], fields[i + 1]);
      },
      a.no_heading ? table_heading::absent : table_heading::present);
  return tables;
}

std::vector<user_attribute> read_attributes(const homophily_arguments& all, const read_graph_result& input) {
  const attribute_arguments& a = all.attributes;
  if (!a.values.empty() && a.columns.size() > 1)
    throw invalid_parameter("--values declares the values of one column: give one --columns");
  std::vector<user_attribute> attributes;
  const auto refuse = [&](std::span<const std::string> columns, std::span<const std::string_view> fields) {
    refuse_reports(all, columns, fields);
  };
  for (const attribute_table& table : read_tables(a, input, refuse)) {
    attributes.push_back(finish(a, table));
    report_reading(a, table);
  }
  return attributes;
}

}  // namespace

std::vector<user_attribute> load_attributes(const homophily_arguments& all, const read_graph_result& input) {
  const attribute_arguments& a = all.attributes;
  if (a.path.empty() == (a.generated == 0))
    throw invalid_parameter("give either --labels FILE or --generate-labels");
  if (!a.path.empty()) return read_attributes(all, input);
  return {generate_attribute(a, input.graph)};
}

user_attribute load_groups(const attribute_arguments& a, const read_graph_result& input) {
  if (a.columns.size() > 1) throw invalid_parameter("users are in one group each: give one --columns");
  const auto accept = [](std::span<const std::string>, std::span<const std::string_view>) {};
  const attribute_table table = std::move(read_tables(a, input, accept).front());
  report_unknown_users(a, table);
  return finish(a, table);
}

user_attribute load_known_labels(const attribute_arguments& a, const read_graph_result& input) {
  attribute_arguments with_none = a;
  with_none.missing = study::no_label;
  return load_groups(with_none, input);
}

user_attribute some_of(const user_attribute& labels, double share) {
  user_attribute some = labels;
  auto none = std::ranges::find(some.values, study::no_label);
  if (none == some.values.end()) none = some.values.insert(none, std::string(study::no_label));
  const auto hidden = static_cast<std::uint32_t>(none - some.values.begin());
  std::mt19937_64 coins(1);
  std::uniform_real_distribution<double> uniform;
  for (std::uint32_t& label : some.of)
    if (!(uniform(coins) < share)) label = hidden;
  return some;
}

namespace {

/// What these tables are read by.
void add_columns(verb_options& verb, attribute_arguments& a, const char* columns) {
  verb.add_option("--columns", a.columns, columns)
      ->group(section::input)
      ->delimiter(',')
      ->allow_extra_args(false);
  verb.add_option("--id-column", a.id_column, "Column of user ids; otherwise the first")
      ->group(section::input);
  add_no_heading(verb, a.no_heading);
}

void add_table_options(verb_options& verb, attribute_arguments& a, const char* columns, const char* missing) {
  add_columns(verb, a, columns);
  verb.add_option("--missing", a.missing, missing)->group(section::input);
}

}  // namespace

void add_group_options(verb_options& verb, attribute_arguments& a) {
  verb.add_option("--groups", a.path,
                  "Table of the users' groups, which are public: users' ids and their groups, as --labels of "
                  "homophily; otherwise groups are classes of released degree")
      ->group(section::input)
      ->type_name(value::file);
  add_table_options(verb, a, "Column of groups; otherwise the second",
                    "Group of users without one; otherwise they are an error");
}

void add_known_label_options(verb_options& verb, attribute_arguments& a) {
  verb.add_option("--labels", a.path,
                  "Table of public labels: users' ids and their labels; who is not in it has none")
      ->group(section::input)
      ->type_name(value::file)
      ->required();
  add_columns(verb, a, "Column of labels; otherwise the second");
}

void add_attribute_options(verb_options& verb, attribute_arguments& a) {
  verb.add_option("--labels", a.path,
                  "Table of the users' labels, with the ids of the graph file: tabs, semicolons or commas, "
                  "plain or gzip; '-' for standard input")
      ->group(section::input)
      ->type_name(value::file);
  add_table_options(verb, a, "Columns of labels, each an attribute; otherwise the second column",
                    "Value of users without one; otherwise they are an error");
  verb.add_option("--values", a.values,
                  "All values the attribute can have, which is public knowledge; otherwise those in the file")
      ->group(section::input)
      ->delimiter(',')
      ->allow_extra_args(false);
  verb.add_option("--generate-labels", a.generated, "Instead of a file: so many labels, drawn along edges")
      ->group(section::input)
      ->check(between(2U, 64U));
  verb.add_option("--homophily", a.homophily,
                  "With --generate-labels: probability that a user copies a neighbour's label")
      ->group(section::expert)
      ->check(between(0.0, 1.0))
      ->capture_default_str();
  verb.add_option("--label-seed", a.label_seed, "With --generate-labels: seed of the labels")
      ->group(section::expert)
      ->capture_default_str();
  verb.add_option("--channel", a.channels,
                  "Report labels through this channel (a JSON file, one an attribute) instead of --mechanism")
      ->group(section::common)
      ->type_name(value::file)
      ->delimiter(',')
      ->allow_extra_args(false);
}

}  // namespace edgeldp::cli
