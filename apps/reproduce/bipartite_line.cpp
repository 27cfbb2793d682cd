// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <span>
#include <utility>

#include "edgeldp/channel/mechanisms/bipartite.hpp"
#include "reproduce/bipartite_domain.hpp"
#include "reproduce/bipartite_response.hpp"
#include "reproduce/experiment.hpp"

namespace edgeldp::cli::bipartite {

namespace {

/// Slope of the line through the origin that fits best.
double slope_through_origin(std::span<const plot_point> points) {
  double xy = 0.0, xx = 0.0;
  for (const plot_point& p : points) {
    xy += p.x * p.y;
    xx += p.x * p.x;
  }
  return xy / xx;
}

constexpr std::size_t largest_line = 500;

}  // namespace

void figure_11(const reproduce_arguments& a, notebook& notes) {
  const std::vector<double> budgets = budgets_or(a, {1.0, 3.0, 5.0});
  const std::vector<const char*> names = {"BRR", "BRR*"};
  std::map<std::pair<std::string, double>, std::vector<plot_point>> counts;
  for (std::size_t n = 10; n <= largest_line; n += 10) {
    const utility_ranking ranking(line_utility(n));
    for (const double nats : budgets) {
      const epsilon e = epsilon::from_nats(nats);
      for (const std::string name : names) {
        const std::size_t m = name == "BRR" ? brr_high_count_on_line(e, n) : brr_star_high_count(e, ranking);
        counts[{name, nats}].push_back({static_cast<double>(n), static_cast<double>(m)});
        notes.add_point({{"mechanism", name}, {"epsilon", nats}, {"n", n}, {"m", m}});
      }
    }
  }
  figure f{"m on 1..N", "N", "m"};
  std::map<std::string, std::vector<double>> slopes;
  for (auto& [key, points] : counts) {
    const auto& [name, nats] = key;
    const double slope = slope_through_origin(points);
    slopes[name].push_back(slope);
    double farthest = 0.0;
    for (const plot_point& p : points) farthest = std::max(farthest, std::abs(p.y - slope * p.x));
    record more = {{"farthest_from_line", farthest}};
    if (name == "BRR") more["limit"] = 1.0 / (std::exp(0.5 * nats) + 1.0);
    notes.add({name, nats, "slope of m = k N, N = 10..500", nullptr, slope, true, more});
    f.curves.push_back({fmt::format("{}, epsilon {:g}", name, nats), std::move(points),
                        plot_curve::look::line, static_cast<unsigned>(f.curves.size()), name == "BRR*"});
  }
  compare(notes, "BRR*'s slope above BRR's", "all", slopes["BRR*"], slopes["BRR"]);
  for (const std::string name : names) {
    const std::vector<double>& s = slopes[name];
    notes.add({name, std::nullopt, "slope as epsilon grows", "falls",
               std::ranges::is_sorted(s, std::greater<>{}) ? "falls" : "does not fall", true});
  }
  notes.add_figure(std::move(f));
}

namespace {

/// The paper's formulas as printed: m_1 of equation 8 and m_2 of equations 9 and 10 with its rule
/// for an even root.
struct printed_counts {
  double end = 0.0, middle = 0.0;
};

printed_counts printed_on_line(double nats, std::size_t size) {
  const auto n = static_cast<double>(size);
  const double growth = std::exp(nats);
  const double end = std::floor(
      (std::sqrt(n * n * growth + 0.25 * (1.0 - growth) * (1.0 - growth)) - (n - 0.5 * growth + 0.5)) /
      (growth - 1.0));
  const double root = size % 2 == 0 ? n / (std::exp(0.5 * nats) + 1.0) + 1.0
                                    : (std::sqrt(growth * (n * n - 1.0) + 1.0) - n) / (growth - 1.0) + 1.0;
  const double middle = std::floor(root);
  return {end, std::fmod(middle, 2.0) == 0.0 ? middle + 1.0 : middle};
}

}  // namespace

void closed_form_m(const reproduce_arguments& a, notebook& notes) {
  const std::vector<double> budgets = budgets_or(a, {1.0, 1.5, 2.0, 3.0, 5.0});
  struct misses {
    std::size_t ours = 0, end = 0, printed = 0, first = 0;
  };
  std::vector<misses> all(budgets.size());
  for (std::size_t n = 2; n <= largest_line; ++n) {
    const utility_ranking ranking(line_utility(n));
    for (std::size_t b = 0; b < budgets.size(); ++b) {
      const epsilon e = epsilon::from_nats(budgets[b]);
      const std::size_t m = brr_high_count(e, ranking);
      const printed_counts printed = printed_on_line(budgets[b], n);
      const auto differs = [m](double other) { return other != static_cast<double>(m) ? 1U : 0U; };
      all[b].ours += differs(static_cast<double>(brr_high_count_on_line(e, n)));
      all[b].end += differs(printed.end);
      all[b].printed += differs(std::min(printed.end, printed.middle));
      if (all[b].first == 0 && all[b].end > 0) all[b].first = n;
    }
  }
  const char* measure = "N in 2..500 with another m than the search";
  for (std::size_t b = 0; b < budgets.size(); ++b) {
    const auto say = [&](const char* mechanism, std::size_t count, const record& more) {
      notes.add({mechanism, budgets[b], measure, nullptr, count, true, more});
    };
    say("closed form", all[b].ours, record::object());
    say("as printed, min(m_1, m_2)", all[b].printed, record::object());
    say("as printed, m_1 (epsilon >= 1)", all[b].end, {{"first_n", all[b].first}});
  }
}

}  // namespace edgeldp::cli::bipartite
