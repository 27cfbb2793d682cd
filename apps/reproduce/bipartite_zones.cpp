// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <span>
#include <utility>

#include "edgeldp/channel/mechanisms/utility_channels.hpp"
#include "edgeldp/core/base/error.hpp"
#include "reproduce/bipartite_domain.hpp"
#include "reproduce/bipartite_response.hpp"
#include "reproduce/experiment.hpp"
#include "reproduce/locations.hpp"

namespace edgeldp::cli::bipartite {

namespace {

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

}  // namespace

void figure_9(const reproduce_arguments& a, notebook& notes) {
  location_study(a, notes).run();
}

}  // namespace edgeldp::cli::bipartite
