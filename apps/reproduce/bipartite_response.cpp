// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <utility>

#include "edgeldp/channel/mechanisms/bipartite.hpp"
#include "edgeldp/channel/mechanisms/utility_channels.hpp"
#include "edgeldp/channel/randomized_answers.hpp"
#include "edgeldp/core/base/error.hpp"
#include "reproduce/experiment.hpp"
#include "reproduce/locations.hpp"

/// [Zhang 2025], bipartite randomized response: what its figures 4, 5, 9, 11 and 12 show and its
/// closed form of m. Nothing is sampled: a channel's expected utilities are sums over its matrix.
namespace edgeldp::cli {

namespace {

std::vector<double> budgets_or(const reproduce_arguments& a, std::vector<double> defaults) {
  return a.epsilons.empty() ? defaults : a.epsilons;
}

// --- mechanisms on one domain

/// Truths that may also be reported.
struct domain {
  channel::labels names;
  Eigen::MatrixXd utility;
  Eigen::MatrixXi step;  ///< of a staircase; empty where there is none
};

struct mechanism {
  std::string name;
  std::function<channel(epsilon, const domain&)> make;
};

channel randomized_response_on(epsilon e, const domain& d) {
  return k_ary_channel(e, d.names);
}

channel brr_on(epsilon e, const domain& d) {
  return brr_channel(e, d.names, d.names, d.utility);
}

channel brr_star_on(epsilon e, const domain& d) {
  return brr_star_channel(e, d.names, d.names, d.utility);
}

channel printed_exponential_on(epsilon e, const domain& d) {
  return exponential_channel(e, d.names, d.names, d.utility, exponential_scale::sensitivity);
}

channel exponential_on(epsilon e, const domain& d) {
  return exponential_channel(e, d.names, d.names, d.utility, exponential_scale::exact_loss);
}

/// Number of outputs more likely than the least likely one under the first truth.
std::size_t high_count_of(const channel& c) {
  const Eigen::VectorXd p = c.probabilities().col(0);
  return static_cast<std::size_t>((p.array() > p.minCoeff() * (1.0 + 1e-9)).count());
}

// --- statements about all cells

/// Notes in how many cells first >= second, and by how little at least.
void compare(notebook& notes, const std::string& statement, const record& paper,
             const std::vector<double>& first, const std::vector<double>& second) {
  std::size_t holds = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < first.size(); ++i) {
    // Equal channels may differ in the last digits.
    holds += first[i] >= second[i] - 1e-12 * std::abs(second[i]) ? 1U : 0U;
    least = std::min(least, first[i] - second[i]);
  }
  notes.add({statement,
             std::nullopt,
             "cells in which it holds",
             paper,
             fmt::format("{} of {}", holds, first.size()),
             false,
             {{"cells", first.size()}, {"holds", holds}, {"least_difference", least}}});
}

// --- figures 4 and 5

enum class utility_kind { jaccard, distance };

Eigen::MatrixXd utility_of(utility_kind kind, std::size_t n) {
  if (kind == utility_kind::distance) return line_utility(n);
  const auto size = static_cast<Eigen::Index>(n);
  const Eigen::ArrayXd x = Eigen::ArrayXd::LinSpaced(size, 1.0, static_cast<double>(n));
  const Eigen::ArrayXXd truth = x.transpose().replicate(size, 1), report = x.replicate(1, size);
  return (truth * report / (truth.square() + report.square() - truth * report)).matrix();
}

/// The mean utility of naming the one best output, whatever the truth is: a channel without any
/// loss.
double best_constant(const Eigen::MatrixXd& utility) {
  return utility.rowwise().mean().maxCoeff();
}

class utility_study {
 public:
  utility_study(utility_kind kind, const reproduce_arguments& a, notebook& notes)
      : m_kind(kind), m_notes(notes), m_budgets(budgets_or(a, {0.5, 1.0, 2.0, 3.0, 4.0, 5.0})) {}

  void run() {
    for (const std::size_t n : {20U, 40U, 60U, 80U, 100U}) measure_size(n);
    const auto at_least = [&](const std::string& statement, const record& paper, const char* first,
                              const char* second) {
      compare(m_notes, statement, paper, m_means[first], m_means[second]);
    };
    at_least("BRR at least as good as GRR", "all", "BRR", "GRR");
    at_least("BRR at least as good as exponential", "all", "BRR", "exponential");
    at_least("BRR as good as exponential, exact loss", nullptr, "BRR", "exponential, exact loss");
    at_least("BRR* at least as good as BRR", nullptr, "BRR*", "BRR");
    at_least("BRR as good as a constant answer", nullptr, "BRR", constant);
    at_least("BRR* as good as a constant answer", nullptr, "BRR*", constant);
    compare(m_notes, "loss at most epsilon, all channels", "all", m_allowed, m_losses);
  }

 private:
  void measure_size(std::size_t n) {
    const domain d{numbered_labels(n, 1), utility_of(m_kind, n), {}};
    figure f{
        fmt::format("{}, N = {}", m_kind == utility_kind::jaccard ? "Jaccard similarity" : "Distance", n),
        "epsilon", measure()};
    const std::vector<mechanism> mechanisms = {{"BRR", brr_on},
                                               {"GRR", randomized_response_on},
                                               {"exponential", printed_exponential_on},
                                               {"BRR*", brr_star_on},
                                               {"exponential, exact loss", exponential_on}};
    for (const mechanism& m : mechanisms) {
      plot_curve curve{m.name, {}, plot_curve::look::line, static_cast<unsigned>(f.curves.size()), false};
      for (const double nats : m_budgets) curve.points.push_back({nats, measure_cell(m, d, nats)});
      f.curves.push_back(std::move(curve));
    }
    m_means[constant].resize(m_means["BRR"].size(), best_constant(d.utility));
    m_notes.add({constant,
                 std::nullopt,
                 cell_name(n),
                 nullptr,
                 shown(best_constant(d.utility)),
                 true,
                 {{"n", n}, {"loss", 0.0}}});
    m_notes.add_figure(std::move(f));
  }

  double measure_cell(const mechanism& m, const domain& d, double nats) {
    const channel c = m.make(epsilon::from_nats(nats), d);
    const double mean = expected_utility(c, d.utility).mean();
    m_means[m.name].push_back(mean);
    m_allowed.push_back(nats);
    m_losses.push_back(c.loss().nats);
    record more = {{"n", d.names.size()}, {"loss", c.loss().nats}};
    if (m.name.starts_with("BRR")) more["m"] = high_count_of(c);
    m_notes.add({m.name, nats, cell_name(d.names.size()), nullptr, shown(mean), true, more});
    m_notes.add_point(
        {{"mechanism", m.name}, {"n", d.names.size()}, {"epsilon", nats}, {"value", shown(mean)}});
    return shown(mean);
  }

  static constexpr const char* constant = "the best constant answer";
  std::string measure() const { return m_kind == utility_kind::jaccard ? "mean Q" : "mean utility loss"; }
  std::string cell_name(std::size_t n) const { return fmt::format("{}, N = {}", measure(), n); }
  double shown(double utility) const { return m_kind == utility_kind::jaccard ? utility : -utility; }

  utility_kind m_kind;
  notebook& m_notes;
  std::vector<double> m_budgets;
  std::map<std::string, std::vector<double>> m_means;  ///< utilities: losses are negative
  std::vector<double> m_allowed, m_losses;
};

void figure_4(const reproduce_arguments& a, notebook& notes) {
  utility_study(utility_kind::jaccard, a, notes).run();
}

void figure_5(const reproduce_arguments& a, notebook& notes) {
  utility_study(utility_kind::distance, a, notes).run();
}

// --- figure 9

/// Two further levels of tiles within a zone make three steps, as many as L-SRR's program has.
constexpr unsigned zone_steps = 3;

channel staircase_on(epsilon e, const domain& d) {
  return staircase_channel(e, d.names, d.names, d.step, zone_steps);
}

/// As L-SRR's program computes it: the nominal budget, whatever the sizes of the steps are.
channel published_staircase_on(epsilon e, const domain& d) {
  const Eigen::ArrayXXd weights =
      1.0 + std::expm1(e.nats()) * (1.0 - d.step.cast<double>().array() / (zone_steps - 1));
  return channel::from_probabilities(d.names, d.names,
                                     (weights.rowwise() / weights.colwise().sum()).matrix());
}

domain domain_of(std::span<const location> places, std::span<const std::uint64_t> codes, unsigned shift) {
  domain d{numbered_labels(places.size()), {}, {}};
  const auto n = static_cast<Eigen::Index>(places.size());
  d.utility.resize(n, n);
  for (Eigen::Index x = 0; x < n; ++x)
    for (Eigen::Index y = 0; y < n; ++y)
      d.utility(y, x) =
          -distance_km(places[static_cast<std::size_t>(x)], places[static_cast<std::size_t>(y)]);
  if (shift > 0) d.step = prefix_steps(codes, std::vector<unsigned>{shift - 4, shift - 2});
  return d;
}

/// Zones of places that share a tile, each a domain of its own. A zone of one place has nothing to
/// hide it among.
struct zoning {
  std::vector<domain> zones;  ///< of two places and more
  std::size_t places = 0, alone = 0;
};

/// A quadtree's leaves: a tile with more than `most` of the places first..last, which are sorted by
/// code, is cut into four.
void cut(std::span<const location> places, std::span<const std::uint64_t> codes, unsigned level,
         std::size_t most, zoning& z) {
  const unsigned shift = 2 * (tile_levels - level);
  if (places.size() <= most || shift <= 4) {
    if (places.size() == 1) ++z.alone;
    if (places.size() > 1) z.zones.push_back(domain_of(places, codes, shift));
    return;
  }
  for (std::size_t first = 0; first < codes.size();) {
    std::size_t last = first;
    while (last < codes.size() && codes[last] >> (shift - 2) == codes[first] >> (shift - 2)) ++last;
    cut(places.subspan(first, last - first), codes.subspan(first, last - first), level + 1, most, z);
    first = last;
  }
}

zoning zones_of(std::vector<location> places, std::size_t most) {
  std::ranges::sort(places, {}, tile_code);
  std::vector<std::uint64_t> codes(places.size());
  std::ranges::transform(places, codes.begin(), tile_code);
  zoning z{{}, places.size(), 0};
  cut(places, codes, 0, most, z);
  return z;
}

struct zoned_result {
  double mean_loss_km = 0.0, privacy_loss = 0.0;  ///< the latter: the worst of all zones
};

zoned_result result_of(const mechanism& m, const zoning& z, epsilon budget) {
  zoned_result r;
  for (const domain& d : z.zones) {
    const channel c = m.make(budget, d);
    r.mean_loss_km -= expected_utility(c, d.utility).sum() / static_cast<double>(z.places);
    r.privacy_loss = std::max(r.privacy_loss, c.loss().nats);
  }
  return r;
}

/// What the paper says of BRR's loss against that of L-SRR, in percent.
struct paper_gain {
  const char* data;
  double mean, most, at;
};

paper_gain gain_on(std::size_t places) {
  return places >= 3000 ? paper_gain{"FourSquare", 6.7, 14.3, 0.25} : paper_gain{"Gowalla", 8.7, 23.4, 2.0};
}

class location_study {
 public:
  location_study(const reproduce_arguments& a, notebook& notes)
      : m_notes(notes), m_budgets(budgets_or(a, {0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0})) {
    const std::uint64_t count = a.users.value_or(1000);
    const location_set set =
        a.data.empty() ? generate_locations(count, a.seed) : read_locations(a.data, count, a.seed);
    if (set.places.size() < 2) throw invalid_parameter(set.source + ": fewer than 2 places");
    m_source = set.source;
    m_places = set.places;
  }

  void run() {
    const zoning z = zones_of(m_places, most_in_zone);
    say_zones(z);
    const std::vector<mechanism> mechanisms = {{"L-SRR", published_staircase_on},
                                               {"GRR", randomized_response_on},
                                               {"BRR", brr_on},
                                               {"BRR*", brr_star_on},
                                               {"L-SRR, exact loss", staircase_on},
                                               {"exponential, exact loss", exponential_on}};
    figure f{"Places in zones: " + m_source, "epsilon", "mean loss, km"};
    for (const mechanism& m : mechanisms) {
      plot_curve curve{m.name, {}, plot_curve::look::line, static_cast<unsigned>(f.curves.size()), false};
      for (const double nats : m_budgets) curve.points.push_back({nats, measure(m, z, nats, "in zones")});
      f.curves.push_back(std::move(curve));
    }
    m_notes.add_figure(std::move(f));
    say_gain("L-SRR");
    say_gain("L-SRR, exact loss");
    compare(m_notes, "BRR's loss at most that of L-SRR", "all", m_losses["L-SRR"], m_losses["BRR"]);
    compare(m_notes, "BRR's loss at most that of GRR", "all", m_losses["GRR"], m_losses["BRR"]);
    if (m_places.size() > most_in_one_domain) return;
    const zoning whole{{domain_of(m_places, {}, 0)}, m_places.size(), 0};
    for (const mechanism& m : {mechanisms[1], mechanisms[2], mechanisms[3]})
      for (const double nats : m_budgets) measure(m, whole, nats, "no zones");
  }

 private:
  /// The paper tells no size of its zones.
  static constexpr std::size_t most_in_zone = 50;
  /// A channel's matrices hold the square of it.
  static constexpr std::size_t most_in_one_domain = 1500;

  void say_zones(const zoning& z) {
    const auto say = [&](const char* measure, const record& ours) {
      m_notes.add({"zones", std::nullopt, measure, nullptr, ours, false, {{"data", m_source}}});
    };
    say("places", z.places);
    say("zones", z.zones.size() + z.alone);
    say("places a zone", static_cast<double>(z.places) / static_cast<double>(z.zones.size() + z.alone));
    say("places alone in their zone, sent as they are", z.alone);
  }

  double measure(const mechanism& m, const zoning& z, double nats, const std::string& where) {
    const zoned_result r = result_of(m, z, epsilon::from_nats(nats));
    const bool in_one = z.zones.size() == 1 && z.alone == 0;
    if (where == "in zones") m_losses[m.name].push_back(r.mean_loss_km);
    // Who sends the zone in clear hides the place within it only.
    m_notes.add({m.name,
                 nats,
                 "mean loss, km, " + where,
                 nullptr,
                 r.mean_loss_km,
                 in_one && r.privacy_loss <= nats,
                 {{"data", m_source}, {"loss", r.privacy_loss}, {"places", z.places}}});
    if (r.privacy_loss > nats)
      m_notes.add({m.name,
                   nats,
                   "privacy loss in the worst zone, nats",
                   nats,
                   r.privacy_loss,
                   false,
                   {{"data", m_source}}});
    m_notes.add_point({{"mechanism", m.name},
                       {"zones", where},
                       {"epsilon", nats},
                       {"loss_km", r.mean_loss_km},
                       {"privacy_loss", r.privacy_loss}});
    return r.mean_loss_km;
  }

  void say_gain(const std::string& rival) {
    const paper_gain paper = gain_on(m_places.size());
    std::vector<double> percent;
    for (std::size_t i = 0; i < m_budgets.size(); ++i)
      percent.push_back(100.0 * (1.0 - m_losses["BRR"][i] / m_losses[rival][i]));
    const auto say = [&](std::optional<double> nats, const std::string& measure, double said, double ours) {
      m_notes.add({"BRR against " + rival,
                   nats,
                   fmt::format("{} (paper: {})", measure, paper.data),
                   said,
                   ours,
                   false,
                   {{"data", m_source}, {"paper_data", paper.data}}});
    };
    const double sum = std::accumulate(percent.begin(), percent.end(), 0.0);
    say(std::nullopt, "loss avoided, %, mean over budgets", paper.mean,
        sum / static_cast<double>(percent.size()));
    for (std::size_t i = 0; i < m_budgets.size(); ++i)
      if (m_budgets[i] == paper.at) say(paper.at, "loss avoided, %", paper.most, percent[i]);
  }

  notebook& m_notes;
  std::vector<double> m_budgets;
  std::string m_source;
  std::vector<location> m_places;
  std::map<std::string, std::vector<double>> m_losses;  ///< in zones
};

void figure_9(const reproduce_arguments& a, notebook& notes) {
  location_study(a, notes).run();
}

// --- figure 11 and the closed form

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

// --- figure 12

void figure_12(const reproduce_arguments& a, notebook& notes) {
  constexpr std::size_t n = 100;
  const domain d{numbered_labels(n, 1), line_utility(n), {}};
  const std::vector<mechanism> mechanisms = {
      {"GRR", randomized_response_on}, {"BRR", brr_on}, {"BRR*", brr_star_on}};
  for (const double nats : budgets_or(a, {3.0, 5.0, 8.0})) {
    std::map<std::string, Eigen::VectorXd> losses;
    figure f{fmt::format("Loss by position, epsilon {:g}, N = {}", nats, n), "position", "loss / (N - 1)"};
    for (const mechanism& m : mechanisms) {
      const channel c = m.make(epsilon::from_nats(nats), d);
      const Eigen::VectorXd loss = -expected_utility(c, d.utility) / static_cast<double>(n - 1);
      notes.add({m.name,
                 nats,
                 "mean loss / (N - 1)",
                 nullptr,
                 loss.mean(),
                 true,
                 {{"m", high_count_of(c)}, {"loss", c.loss().nats}, {"largest", loss.maxCoeff()}}});
      plot_curve curve{m.name, {}, plot_curve::look::line, static_cast<unsigned>(f.curves.size()), false};
      for (Eigen::Index x = 0; x < loss.size(); ++x) {
        curve.points.push_back({static_cast<double>(x + 1), loss[x]});
        notes.add_point({{"mechanism", m.name}, {"epsilon", nats}, {"position", x + 1}, {"loss", loss[x]}});
      }
      f.curves.push_back(std::move(curve));
      losses[m.name] = loss;
    }
    notes.add_figure(std::move(f));
    const bool is_printed = nats == 3.0 || nats == 5.0 || nats == 8.0;
    const auto say = [&](const char* statement, const char* paper, const char* first, const char* second) {
      const Eigen::ArrayXd gap = losses[second].array() - losses[first].array();
      notes.add({statement,
                 nats,
                 "positions of 100",
                 is_printed ? record(paper) : record(nullptr),
                 (gap > 1e-12).count(),
                 true,
                 {{"equal", (gap.abs() <= 1e-12).count()}}});
    };
    say("BRR below GRR", nats < 8.0 ? "all" : "none: equal", "BRR", "GRR");
    say("BRR* below GRR", nats < 8.0 ? "all" : "most", "BRR*", "GRR");
    say("BRR* below BRR", nats < 5.0 ? "some" : "most", "BRR*", "BRR");
  }
}

}  // namespace

std::vector<experiment> experiments_of_bipartite_response() {
  return {
      {"bipartite-response/figure-4",
       "Jaccard similarity of 1..N: BRR's Q is above that of GRR and the exponential mechanism", figure_4},
      {"bipartite-response/figure-5",
       "distance on 1..N: BRR loses less than GRR and the exponential mechanism", figure_5},
      {"bipartite-response/figure-9", "places in zones: BRR loses less than L-SRR and GRR at every budget",
       figure_9},
      {"bipartite-response/figure-11",
       "m grows in proportion to N; the slope falls with epsilon and is larger for BRR*", figure_11},
      {"bipartite-response/figure-12",
       "loss by position: BRR* mostly below BRR, and BRR below GRR until epsilon 8", figure_12},
      {"bipartite-response/closed-form-m",
       "BRR's m on 1..N by formula, which the end decides from epsilon 1 on", closed_form_m}};
}

}  // namespace edgeldp::cli
