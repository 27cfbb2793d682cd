// SPDX-License-Identifier: MIT
#include "options/channel_argument.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "edgeldp/channel/channel_json.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"
#include "io/claims.hpp"
#include "io/page.hpp"
#include "io/progress.hpp"
#include "io/table_file.hpp"
#include "io/text_file.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

/// A table of k lines of k numbers: a line a report, a column a truth.
Eigen::MatrixXd read_utility(const std::string& path, std::size_t k) {
  const std::vector<std::string> names = numbered_labels(k, 1);
  const std::vector<std::string_view> columns(names.begin(), names.end());
  Eigen::MatrixXd utility(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(k));
  Eigen::Index rows = 0;
  const auto wrong = [&](Eigen::Index found) {
    return invalid_parameter(fmt::format("{}: {} lines of utilities for {} categories", path, found, k));
  };
  read_table(
      path, columns,
      [&](std::span<const std::string_view> values) {
        if (rows == utility.rows()) throw wrong(rows + 1);
        for (std::size_t x = 0; x < k; ++x)
          utility(rows, static_cast<Eigen::Index>(x)) = number_from(values[x]);
        ++rows;
      },
      table_heading::absent);
  if (rows != utility.rows()) throw wrong(rows);
  return utility;
}

/// Options that make a channel, in the order in which one types them.
constexpr std::array naming_options = {"--mechanism", "--categories", "--size",    "--epsilon", "--prior",
                                       "--sigma",     "--favoured",   "--utility", "--bins"};

std::vector<std::string> names() {
  std::vector<std::string> all;
  all.reserve(channel_mechanisms().size());
  for (const channel_mechanism& m : channel_mechanisms()) all.emplace_back(m.name);
  return all;
}

std::string explain() {
  std::string text = "How answers are randomized:";
  for (const channel_mechanism& m : channel_mechanisms())
    text += "\n" + fmt::format("{}: {}", m.name, m.summary);
  return text;
}

}  // namespace

namespace {

constexpr std::string_view from_file = "file", too_many = "-";

double number_of_text(const std::string& text) {
  double number = 0.0;
  if (!is_number(text, number)) throw invalid_parameter("'" + text + "' is no budget of reports");
  return number;
}

/// Of all chances, sorted by their answers and reports.
std::string law_of(const channel& c) {
  constexpr std::size_t most_chances = std::size_t{1} << 22, digits = 12;
  if (c.input_count() * c.output_count() > most_chances) return std::string(too_many);
  std::vector<std::string> lines;
  for (std::size_t x = 0; x < c.input_count(); ++x)
    for (std::size_t y = 0; y < c.output_count(); ++y)
      lines.push_back(fmt::format("{}\t{}\t{}\n", c.inputs()[x], c.outputs()[y], c.weight(y, x)));
  std::ranges::sort(lines);
  std::string all;
  for (const std::string& line : lines) all += line;
  return edgeldp::name_of(std::as_bytes(std::span(all))).substr(0, digits);
}

}  // namespace

std::optional<report_maker> report_maker::find(std::string_view text) {
  std::istringstream in{std::string(text)};
  report_maker by;
  std::string first, second, more;
  if (!(in >> by.mechanism >> first >> by.epsilon >> second >> by.law) || first != "epsilon" ||
      second != "law" || in >> more)
    return std::nullopt;
  return by;
}

report_maker report_maker::read(std::string_view text) {
  const std::optional<report_maker> by = find(text);
  if (!by) throw invalid_parameter(fmt::format("'{}' does not say by which channel a report was made", text));
  return *by;
}

report_maker maker_of(const named_channel& c) {
  if (c.budget) return {c.name, fmt::format("{}", budget(*c.budget)), law_of(c.law)};
  return {std::string(from_file), fmt::format("{:.6g}", c.law.loss().nats), law_of(c.law)};
}

void require_maker(const std::string& column, const report_maker& by, const named_channel& now) {
  const report_maker other = maker_of(now);
  const bool are_known = by.law != too_many && other.law != too_many;
  const bool are_named = by.mechanism != from_file && other.mechanism != from_file;
  const bool differ = are_known   ? by.law != other.law
                      : are_named ? by.mechanism != other.mechanism || by.epsilon != other.epsilon
                                  : false;
  if (!differ) return;
  throw invalid_parameter(fmt::format(
      "'{}': its reports were made with {} of epsilon {}, and this is another channel ({}, epsilon "
      "{}): its answers or what shapes it differ",
      column, by.mechanism, by.epsilon, now.name, other.epsilon));
}

named_channel read_channel(const std::string& path) {
  const std::string text = text_of(path);
  try {
    return {path, std::nullopt, channel_from_json(text)};
  } catch (const invalid_parameter& e) {
    throw invalid_parameter(path + ": " + e.what());
  } catch (const format_error& e) {
    throw bad_graph_input(path + ": " + e.what());
  }
}

void channel_argument::add_to(verb_options& verb) {
  m_verb = &verb;
  verb.add_option("--mechanism", m_mechanism, explain())->check(one_of(names()))->capture_default_str();
  verb.add_option("--categories", m_categories,
                  "The answers, separated by commas, in the order that has a meaning where noise has one")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb.add_option("--size", m_size, "The answers 1 .. K instead")
      ->check(between(std::uint64_t{2}, std::uint64_t{8192}));
  add_epsilon(verb, m_epsilon, "All that a report spends");
  verb.add_option("--prior", m_prior,
                  "How likely each category is, from public or released numbers; brr*, rr-with-prior, block")
      ->group(section::expert)
      ->delimiter(',')
      ->allow_extra_args(false);
  verb.add_option(
          "--utility", m_utility,
          "exponential, brr, brr*: a table of public numbers, a line a report, a column a truth, both in the "
          "order of the categories; without it -|x - y| of their places")
      ->group(section::expert)
      ->type_name(value::file);
  verb.add_option("--sigma", m_sigma,
                  "block: a category is frequent from exp(-1 / sigma) times the likeliest on")
      ->group(section::expert)
      ->capture_default_str();
  verb.add_option("--favoured", m_favoured, "block: how many frequent categories rare ones answer with")
      ->group(section::expert)
      ->capture_default_str();
  verb.add_option("--bins", m_bins,
                  "rr-on-bins: the bin that each category is in, in their order, e.g. low,low,high; two bins "
                  "tell on which side of a threshold a number lies")
      ->group(section::expert)
      ->delimiter(',')
      ->allow_extra_args(false);
  verb.add_option("--channel", m_files,
                  "Read the channel from a file that `channel show --out` wrote; once for each column")
      ->type_name(value::file)
      ->allow_extra_args(false);
}

bool channel_argument::names_a_mechanism() const {
  return std::ranges::any_of(naming_options, [&](const char* name) { return m_verb->count(name) > 0; });
}

std::string channel_argument::typed() const {
  std::string all;
  for (const char* name : naming_options)
    if (m_verb->count(name) > 0)
      all += fmt::format(" {} {}", name, as_typed(fmt::format("{}", fmt::join(m_verb->typed(name), ","))));
  for (const std::string& file : m_files) all += " --channel " + as_typed(file);
  return all;
}

named_channel channel_argument::make(const std::string& mechanism, double nats) const {
  if (m_categories.empty() == (m_size == 0))
    throw invalid_parameter("name the answers: --categories a,b,c or --size K, or --channel FILE");
  const epsilon budget = epsilon::from_nats(nats, "--epsilon");
  const auto chosen = std::ranges::find(channel_mechanisms(), mechanism, &channel_mechanism::name);
  channel_request r{
      budget, m_size > 0 ? numbered_labels(m_size, 1) : m_categories, m_prior, m_sigma, m_favoured, m_bins};
  for (const std::string_view option : {"--utility", "--prior", "--sigma", "--favoured", "--bins"})
    if (m_verb->count(std::string(option)) > 0 && chosen->takes.find(option) == std::string_view::npos)
      throw invalid_parameter(fmt::format("{}: the mechanism {} has no use for it", option, mechanism));
  if (!m_utility.empty()) r.utility = read_utility(m_utility, r.categories.size());
  const progress bar("channel", 1);  // thousands of answers take seconds
  return {mechanism, budget, chosen->make(r)};
}

std::vector<named_channel> channel_argument::load_for(std::size_t columns) const {
  if (!m_files.empty() && names_a_mechanism())
    throw invalid_parameter("--channel says it all: no --mechanism, nor what shapes one");
  if (m_files.empty() && columns != 1)
    throw invalid_parameter(
        "several columns: give each its --channel FILE (`channel show --out` writes one)");
  if (!m_files.empty() && m_files.size() != columns)
    throw invalid_parameter(fmt::format("{} channels for {} columns", m_files.size(), columns));
  std::vector<named_channel> all;
  all.reserve(std::max<std::size_t>(1, m_files.size()));
  for (const std::string& file : m_files) all.push_back(read_channel(file));
  if (all.empty()) all.push_back(make(m_mechanism, m_epsilon));
  return all;
}

void channel_argument::require_made_by(const std::string& column, const report_maker& by) const {
  const auto refuse = [&](const std::string& what, const std::string& said, const std::string& typed) {
    throw invalid_parameter(fmt::format("'{}': its reports were made with {} {}, and {} says {}", column,
                                        what, said, "--" + what, typed));
  };
  if (by.mechanism == from_file)
    throw invalid_parameter(fmt::format(
        "'{}': its reports were made by the channel of a file, of epsilon {}: name it with --channel", column,
        by.epsilon));
  if (m_verb->count("--mechanism") > 0 && m_mechanism != by.mechanism)
    refuse("mechanism", by.mechanism, m_mechanism);
  const std::string typed = fmt::format("{}", budget(epsilon::from_nats(m_epsilon, "--epsilon")));
  if (m_verb->count("--epsilon") > 0 && typed != by.epsilon) refuse("epsilon", by.epsilon, typed);
}

std::vector<named_channel> channel_argument::load_for(
    std::span<const std::string> columns, std::span<const std::optional<report_maker>> makers) const {
  std::vector<named_channel> all;
  const std::optional<report_maker>& only = makers.front();
  if (m_files.empty() && columns.size() == 1 && only) {
    require_made_by(columns.front(), *only);
    if (std::ranges::find(channel_mechanisms(), only->mechanism, &channel_mechanism::name) ==
        channel_mechanisms().end())
      throw invalid_parameter(
          fmt::format("'{}': its reports were made with the mechanism {}, which this version "
                      "does not know",
                      columns.front(), only->mechanism));
    all.push_back(make(only->mechanism, number_of_text(only->epsilon)));
  } else {
    if (m_files.empty() && columns.size() == 1 && m_verb->count("--epsilon") == 0)
      throw invalid_parameter(fmt::format(
          "nothing in the table says with which epsilon the reports in '{}' were made: say it with -e",
          columns.front()));
    all = load_for(columns.size());
  }
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (makers[i]) require_maker(columns[i], *makers[i], all[i]);
  return all;
}

named_channel channel_argument::load() const {
  return load_for(1).front();
}

}  // namespace edgeldp::cli
