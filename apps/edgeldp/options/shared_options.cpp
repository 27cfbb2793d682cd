// SPDX-License-Identifier: MIT
#include "options/shared_options.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>

#include "io/report.hpp"
#include "options/protocol_arguments.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

std::optional<double> number_in(std::string_view text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// A budget as people write it: blanks around it, 1/2, ln(3) or log(3).
std::optional<double> budget_in(std::string_view text) {
  if (const auto plain = number_in(text)) return plain;
  if ((text.starts_with("ln(") || text.starts_with("log(")) && text.ends_with(')')) {
    const std::size_t open = text.find('(');
    const auto factor = number_in(text.substr(open + 1, text.size() - open - 2));
    return factor && *factor > 0.0 ? std::optional(std::log(*factor)) : std::nullopt;
  }
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto above = number_in(text.substr(0, slash)), below = number_in(text.substr(slash + 1));
  return above && below && *below > 0.0 ? std::optional(*above / *below) : std::nullopt;
}

}  // namespace

std::string read_budget(std::string& text) {
  std::string trimmed = text;
  trimmed.erase(0, trimmed.find_first_not_of(" \t"));
  trimmed.erase(trimmed.find_last_not_of(" \t") + 1);
  if (trimmed.empty()) return "no budget is given";
  if (const auto nats = budget_in(trimmed)) {
    text = number_in(trimmed) ? trimmed : fmt::format("{:.17g}", *nats);
    return "";
  }
  return fmt::format(
      "\"{}\" is no number: a budget is above 0 and at most 64, written as 0.5, 1/2 or ln(3); a decimal "
      "comma "
      "is a point",
      trimmed);
}

std::size_t budgets_in(const std::string& text) {
  std::stringstream all(text);
  std::size_t budgets = 0;
  for (std::string part; std::getline(all, part, ','); ++budgets) {
    double nats = 0.0;
    if (!read_budget(part).empty() || !is_number(part, nats) || nats <= 0.0) return 0;
  }
  return budgets;
}

std::string several_budgets_text(const std::string& typed) {
  return fmt::format(
      "\"{}\" is more than one budget, and this takes one: run it once for each of them, with --epsilon {} "
      "first{}",
      typed, typed.substr(0, typed.find(',')), budgets_in(typed) == 2 ? "; a decimal comma is a point" : "");
}

namespace {

/// Of --epsilon where it is one budget.
std::string read_one_budget(std::string& typed) {
  return budgets_in(typed) > 1 ? several_budgets_text(typed) : read_budget(typed);
}

bool is_whole(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

/// "1,5" sweeps over 1 and 5, and may have been meant as 1.5.
void note_if_decimal_comma(const verb_option& option) {
  const std::vector<std::string> typed = option.typed();
  std::vector<std::string> parts;
  for (const std::string& text : typed) {
    std::stringstream all(text);
    for (std::string part; std::getline(all, part, ',');) parts.push_back(part);
  }
  if (parts.size() != 2 || !is_whole(parts[0]) || !is_whole(parts[1]) ||
      (parts[1] != "5" && parts[1] != "25" && parts[1] != "75"))
    return;
  write_stderr(fmt::format("edgeldp: note: {2} {0},{1}: two budgets, {0} and {1}; for one, write {0}.{1}\n",
                           parts[0], parts[1], option.name()));
}

}  // namespace

verb_option& add_epsilon(verb_options& verb, double& nats, const std::string& whose) {
  return *verb.add_option("-e,--epsilon", nats, whose + ", in nats")
              ->group(section::common)
              ->check(fault_of_budget)
              ->transform(read_one_budget)
              ->capture_default_str();
}

verb_option& add_budgets(verb_options& verb, const std::string& names, std::vector<double>& nats,
                         const std::string& about) {
  verb_option* const option = verb.add_option(names, nats, about)
                                  ->group(section::common)
                                  ->delimiter(',')
                                  ->allow_extra_args(false)
                                  ->check(fault_of_budget)
                                  ->transform(read_budget)
                                  ->capture_default_str();
  verb.parse_complete_callback([option] { note_if_decimal_comma(*option); });
  return *option;
}

verb_option& add_epsilons(verb_options& verb, std::vector<double>& nats, const std::string& whose) {
  return add_budgets(verb, "-e,--epsilon", nats, whose + ", in nats; several, separated by commas, sweep");
}

void add_simulation_seed(verb_options& verb, std::optional<std::uint64_t>& seed) {
  verb.add_option("--seed", seed, "Simulate with coins of this number: protects nobody")
      ->group(section::common);
}

void add_seed(verb_options& verb, std::uint64_t& seed, const std::string& of) {
  verb.add_option("--seed", seed, "Seed of " + of)->group(section::common)->capture_default_str();
}

void add_ppr_options(verb_options& verb, double& alpha, unsigned& level, std::optional<double>& beta) {
  verb.add_option("--alpha", alpha, "Exponent of ppr, 1.3 to 16: nearer 1 less noise and more bits")
      ->group(section::expert)
      ->capture_default_str();
  verb.add_option("--level", level, "Effort of ppr, 1 (fast) to 9 (small)")
      ->group(section::expert)
      ->capture_default_str();
  verb.add_option("--beta", beta,
                  "Chunks of ppr as beta * mechanism epsilon a neighbour or entry, instead of --level")
      ->group(section::expert);
}

void add_output(verb_options& verb, std::string& path, const std::string& what) {
  verb.add_option("-o,--output", path, what + "; '-' for standard output")
      ->group(section::output)
      ->type_name(value::file)
      ->required();
}

void add_plot(verb_options& verb, plot_argument& plot, const std::string& what) {
  verb.add_option("--plot", plot.path, "Draw FILE.svg or FILE.pdf: " + what)
      ->group(section::output)
      ->type_name(value::file);
  verb.add_option("--plot-width", plot.width, "Of the figure: page, or a paper's column")
      ->group(section::output)
      ->check(one_of({"page", "column"}))
      ->capture_default_str();
}

void add_no_heading(verb_options& verb, bool& no_heading) {
  verb.add_flag("--no-heading", no_heading,
                "The first line holds values, not names: columns are called 1, 2, ...")
      ->group(section::input);
}

verb_option& add_repeats(verb_options& verb, std::uint64_t& runs, const std::string& of) {
  return *verb.add_option("--runs", runs, "Runs of " + of)
              ->group(section::common)
              ->check(between(std::uint64_t{1}, std::uint64_t{1000000}));
}

void add_repetitions(verb_options& verb, unsigned& repetitions, unsigned most, const std::string& counts) {
  verb.add_option("--repetitions", repetitions, "Times each measurement is made; " + counts)
      ->group(section::common)
      ->check(between(1U, most))
      ->capture_default_str();
}

void add_bipartite(verb_options& verb, bool& bipartite) {
  verb.add_flag("--bipartite", bipartite,
                "The file's columns name two kinds of vertices, users and items; a line of names is skipped")
      ->group(section::input);
}

void add_pairs_file(verb_options& verb, std::string& path) {
  verb.add_option("--pairs", path, "File with two users a line, '-' for standard input")
      ->type_name(value::file);
}

void add_release_file(verb_options& verb, std::string& path) {
  verb.add_option("release", path, "Release file")->required()->type_name(value::file);
}

void add_vectors_file(verb_options& verb, std::string& path) {
  verb.add_option("file", path, "File written by `vectors encode`")->required()->type_name(value::file);
}

}  // namespace edgeldp::cli
