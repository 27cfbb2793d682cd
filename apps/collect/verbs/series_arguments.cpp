// SPDX-License-Identifier: MIT
#include "collect/verbs/series_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "collect/task/people.hpp"
#include "collect/verbs/opened_collection.hpp"
#include "collect/verbs/time_span.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"

namespace edgeldp::cli {

namespace {

/// Of the total, the part of all later dates by which the level of a degree errs least, on average
/// over a year of months: its variance is 2 / e1^2 + 5.5 x 8 K^2 / e2^2, least at e2 / e1 = (22
/// K^2)^(1/3).
double usual_changes_share(unsigned most_changes) {
  const double ratio = std::cbrt(22.0 * most_changes * most_changes);
  return ratio / (1.0 + ratio);
}

/// "1%" or "0.01", in thousandths.
/// Errors: invalid_parameter.
std::uint32_t permille_of(const std::string& typed) {
  const bool is_percent = typed.ends_with('%');
  const std::string digits = is_percent ? typed.substr(0, typed.size() - 1) : typed;
  double share = 0.0;
  if (!is_number(digits, share) || !(share >= 0.0) || share > (is_percent ? 100.0 : 1.0))
    throw invalid_parameter(fmt::format("--turnover {}: a share of contacts, as 1% or 0.01", typed));
  return static_cast<std::uint32_t>(std::lround(share * (is_percent ? 10.0 : 1000.0)));
}

/// Errors: invalid_parameter where a directory is another one.
void require_same(const std::vector<std::string>& said, const std::vector<std::string>& first,
                  const char* option) {
  std::vector<std::string> sorted = said;
  std::ranges::sort(sorted);
  if (sorted != first)
    throw invalid_parameter(fmt::format(
        "{}: the dates of a series have one directory, that of the first, so that numbers and order "
        "stay; leave the option out",
        option));
}

/// Errors: invalid_parameter for what the first date fixed.
void require_unchanged(const series_arguments& a, const collect::new_collection& wanted,
                       const collect::task& earlier) {
  const auto refuse = [](const std::string& option) {
    throw invalid_parameter(
        option +
        ": what the first date of a series of changes said holds for all of it, since people "
        "go on from it and pay once; leave the option out, or begin a new series");
  };
  const history_budgets& budgets = earlier.series.budgets;
  if (a.was_said("--method") && wanted.method != earlier.method) refuse("--method");
  if (a.was_said("--epsilon") && wanted.total != earlier.total) refuse("--epsilon");
  if (a.changes && *a.changes != budgets.most_changes) refuse("--changes");
  if (a.changes_share && share_of(earlier.total, *a.changes_share) != budgets.changes)
    refuse("--changes-share");
  if (a.was_said("--turnover") && permille_of(a.turnover) != earlier.series.turnover_permille)
    refuse("--turnover");
}

/// Takes over what was not said.
void fill_from(const series_arguments& a, const collect::earlier_date& d, collect::new_collection& wanted) {
  const collect::task& t = d.earlier;
  const auto keep = [&](const char* option, auto& value, const auto& before) {
    if (!a.was_said(option)) value = before;
  };
  keep("--method", wanted.method, t.method);
  keep("--epsilon", wanted.total, t.total);
  keep("--title", wanted.title, t.title);
  keep("--average-degree", wanted.average_degree, d.average_degree);
  keep("--join-time", wanted.join_seconds, t.rounds.front().seconds);
  keep("--round-time", wanted.round_seconds, t.rounds.back().seconds);
  if (!a.was_said("--round-time"))
    keep("--answer-within", wanted.answer_seconds, t.rounds.back().answer_seconds);
  keep("--close-share", wanted.close_permille, t.close_permille);
  if (wanted.method != t.method) return;
  keep("--relationship", wanted.relationship_permille, t.relationship_permille);
  keep("--max-download", wanted.max_download_bytes, t.max_download_bytes);
  keep("--attribute", wanted.attributes, t.attributes);
  if (!a.was_said("--items")) wanted.items = d.items;
  if (!a.was_said("--labels")) wanted.labels = d.labels;
}

}  // namespace

void add_series(verb_options& verb, series_arguments& a) {
  a.verb = &verb;
  verb.add_option(
          "--again", a.again,
          "Ask the same people again: the folder of an earlier date, which is over. Directory, method and "
          "settings are taken from it unless said otherwise")
      ->type_name(value::folder);
  verb.add_option(
          "--changes", a.changes,
          "Of degrees, asked on many dates: later ones are told what has changed, at no further price. "
          "So many changes of one contact are told; more of them cost more noise (1, 2 or 4 are usual)")
      ->check(between(1U, history_budgets::largest_limit));
  verb.add_option(
          "--changes-share", a.changes_share,
          "The share of epsilon that all later dates have together, and the first leaves; what suits a "
          "year of months if not given")
      ->check(between(0.01, 0.99));
  verb.add_option("--turnover", a.turnover,
                  "The share of contacts that you expect to end from date to date, while as many begin: what "
                  "the limit of changes leaves out is predicted with it")
      ->capture_default_str();
}

void begin_series(const series_arguments& a, collect::new_collection& wanted) {
  if (!a.changes) {
    for (const char* option : {"--changes-share", "--turnover"})
      if (a.was_said(option)) throw invalid_parameter(fmt::format("{} is for --changes", option));
    return;
  }
  if (collect::offer_for(wanted.method).rounds_for_changes.empty())
    throw invalid_parameter(fmt::format(
        "--changes is not for --method {}: degrees alone are told by their changes", wanted.method));
  if (wanted.is_simulated)
    throw invalid_parameter("--changes is not for --simulated: later dates go on from a personal account");
  history_budgets& budgets = wanted.series.budgets;
  budgets.most_changes = *a.changes;
  budgets.changes = share_of(wanted.total, a.changes_share.value_or(usual_changes_share(*a.changes)));
  budgets.first = difference(wanted.total, budgets.changes);
  wanted.series.turnover_permille = permille_of(a.turnover);
  if (budgets.first.is_zero() || budgets.changes.is_zero())
    throw invalid_parameter("--epsilon: too little to be parted between a first date and later ones");
}

void continue_series(const series_arguments& a, collect::new_collection& wanted) {
  collect::earlier_date d = collect::date_after(folder_at(a.again), unix_now());
  if (wanted.is_simulated) throw invalid_parameter("--simulated: no date of a series is");
  if (!wanted.people.empty()) require_same(wanted.people, d.people, "--people");
  if (!wanted.items.empty() && d.earlier.has_items()) require_same(wanted.items, d.items, "--items");
  if (d.earlier.tells_changes())
    require_unchanged(a, wanted, d.earlier);
  else if (a.changes || a.changes_share || a.was_said("--turnover"))
    throw invalid_parameter(
        "--changes: " + a.again +
        " is of a series of whole dates; one that tells changes begins with a first date of its "
        "own");
  fill_from(a, d, wanted);
  wanted.people = std::move(d.people);
  wanted.series = std::move(d.next);
  wanted.cohort = std::move(d.cohort);
}

}  // namespace edgeldp::cli
