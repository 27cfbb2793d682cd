// SPDX-License-Identifier: MIT
#include "edgeldp/graph/belief/public_view.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>
#include <utility>

#include "edgeldp/core/base/number_counts.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/run_watch.hpp"
#include "edgeldp/core/random/public_draws.hpp"
#include "limits/complementary_error.hpp"

namespace edgeldp {

namespace {

/// Numbers that differ by less than 5% fall into one class.
std::int64_t class_of(double x) {
  if (std::abs(x) < 20.0) return std::llround(x);
  constexpr double log_step = 0.04879016416943205;  // ln 1.05
  const double steps = std::round(std::log(std::abs(x) / 20.0) / log_step);
  return std::llround(std::copysign(20.0 * std::exp(steps * log_step), x));
}

}  // namespace

public_view::public_view(user_order order, release_key key, std::vector<std::int64_t> degrees,
                         epsilon degree_budget)
    : public_view(std::make_shared<const public_order>(order, key, std::move(degrees)), degree_budget) {}

public_view::public_view(std::shared_ptr<const public_order> order, epsilon degree_budget)
    : public_view(std::move(order), degree_budget, 1.0) {}

public_view::public_view(std::shared_ptr<const public_order> order, epsilon degree_budget,
                         double present_neighbors)
    : m_order(std::move(order)),
      m_degree_budget(degree_budget),
      m_present_neighbors(present_neighbors),
      m_posterior(degrees(), degree_budget),
      m_by_rank(*m_order, m_posterior, present_neighbors) {
  number_counts sizes;
  for (const rank_moments& user : m_by_rank) {
    check_stop();
    m_pairs += 0.5 * user.two_stars;
    sizes.add(std::llround(user.size));
  }
  for (const auto& [size, users] : sizes.sorted()) m_histogram.emplace_hint(m_histogram.end(), size, users);
  for (const auto& [degree, users] : m_order->runs())
    m_edges += 0.5 * present_neighbors * static_cast<double>(degree) * users;
  m_squared_sharing = predict_squared_sharing(m_by_rank);
  // Predicted sizes are means and vary too little (ca-GrQc at epsilon 1: size rounds a fifth of the
  // best, twice the error).
  constexpr std::uint64_t seed = 1;
  for (const auto& [size, users] : number_counts(draw_sizes(seed)).sorted())
    m_drawn[class_of(static_cast<double>(size))] += static_cast<double>(users);
}

namespace {

/// The part of all positions that so many neighbours seem to be, with noise on their number.
double seeming_share(double neighbors, std::size_t of_users, epsilon budget) {
  const auto users = static_cast<double>(of_users);
  return (neighbors + std::log(2.0 * users + 1.0) / budget.nats()) / std::max(1.0, users);
}

}  // namespace

double public_view::fullest_row(epsilon size_budget) const {
  const auto largest = static_cast<double>(m_drawn.empty() ? 0 : m_drawn.rbegin()->first);
  return seeming_share(largest, degrees().size(), size_budget);
}

double public_view::fullest_row_of_following(epsilon length_budget) const {
  return seeming_share(m_by_rank.size() == 0 ? 0.0 : m_by_rank[0].degree, degrees().size(), length_budget);
}

std::vector<std::int64_t> public_view::draw_sizes(std::uint64_t seed) const {
  constexpr std::uint32_t purpose = 0x64726177;
  constexpr std::uint64_t grain = 1 << 14;
  std::vector<std::int64_t> sizes(degrees().size());
  parallel_for(0, sizes.size(), grain, [&](std::uint64_t first, std::uint64_t last) {
    public_draws draws(seed, purpose, 0, 2 * first);
    for (std::uint64_t u = first; u < last; ++u) {
      const std::uint32_t rank = m_order->ranks()[u];
      const rank_moments known = m_by_rank[rank];
      const double share =
          known.degree > 0.0 ? known.size / known.degree : 0.0;  // of a neighbour to precede u
      const double degree = m_present_neighbors * m_posterior.quantile(degrees()[u], uniform_open(draws));
      sizes[u] = std::min<std::int64_t>(rank, std::llround(std::floor(degree * share + uniform_open(draws))));
    }
  });
  return sizes;
}

namespace {

/// Calls f(x, probability) for the cells of a discretised law on the line: 20 cells of 0.8 scales
/// around 0, `distribution` the law's distribution function.
template <class Distribution, class F>
void for_each_cell(double scale, const Distribution& distribution, F&& f) {
  constexpr int cells = 20;
  constexpr double width = 0.8;
  double before = 0.0;
  for (int i = 0; i < cells; ++i) {
    const double end = width * (i + 1 - 0.5 * cells);
    const double cumulative = i + 1 < cells ? distribution(end) : 1.0;
    f((end - 0.5 * width) * scale, cumulative - before);
    before = cumulative;
  }
}

double normal_distribution(double x) {
  constexpr double root_half = 0.7071067811865476;
  return 0.5 * complementary_error(-x * root_half);
}

/// True sizes behind released ones, class by class.
std::vector<size_class> beliefs_behind(const std::map<std::int64_t, std::uint64_t>& released,
                                       const degree_posterior& behind) {
  struct anchor_class {
    double users = 0.0;
    std::vector<std::int64_t> members;
  };
  std::map<std::int64_t, anchor_class> classes;
  for (const auto& [size, users] : released) {
    anchor_class& c = classes[class_of(static_cast<double>(size))];
    c.users += static_cast<double>(users);
    c.members.push_back(size);
  }
  std::vector<size_class> beliefs;
  for (const auto& [key, c] : classes) {
    const std::int64_t middle = c.members[c.members.size() / 2];
    constexpr double least = 1e-3;  // users
    behind.for_each_degree(middle, [&, users = c.users](double truth, double probability) {
      if (users * probability >= least)
        beliefs.push_back({users * probability, static_cast<double>(middle), truth});
    });
  }
  ranges::sort(beliefs, {}, &size_class::size);
  return beliefs;
}

}  // namespace

void public_view::learn_sizes(std::vector<std::int64_t> sizes, epsilon size_budget) {
  m_size_budget = size_budget;
  m_sizes = std::move(sizes);
  m_histogram.clear();
  const double noise = clip_model(size_budget).variance();
  double pairs = 0.0, variance = 0.0;
  m_edges = 0.0;
  for (const std::int64_t size : m_sizes) {
    const auto s = static_cast<double>(size);
    ++m_histogram[size];
    m_edges += s;
    pairs += 0.5 * (s * (s - 1.0) - noise);                      // unbiased
    variance += noise * (s * s - noise) + 1.25 * noise * noise;  // its own, by the kurtosis of Laplace noise
  }
  // Where sizes are lost in noise the degrees know better, within a factor of two (on 200 users at
  // 3 a plan for a hundred times the pairs there are).
  const double doubt = 0.25 * m_pairs * m_pairs;
  if (variance > 0.0) pairs = m_pairs + doubt / (doubt + variance) * (pairs - m_pairs);
  pairs = std::max(0.0, pairs);
  // Single sizes are too noisy to say who counts much; their sum corrects what the degrees said.
  const double factor = m_pairs > 0.0 ? pairs / m_pairs : 0.0;
  m_by_rank.scale_two_stars(factor);
  m_pairs = pairs;
  m_squared_sharing = predict_squared_sharing(m_by_rank);
  m_beliefs = beliefs_behind(m_histogram, degree_posterior(m_sizes, m_size_budget));
}

error_terms public_view::unclipped_terms() const noexcept {
  error_terms terms;
  terms.pairs = m_pairs;
  terms.edges = m_edges;
  terms.squared_sharing = m_squared_sharing;
  return terms;
}

void public_view::add_loss(error_terms& terms, const clip_model& model, double size, double gap) const {
  terms.lost_pairs += model.expected_lost_pairs(size, gap);
  terms.squared_lost_pairs += model.expected_squared_lost_pairs(size, gap);
}

error_terms public_view::with_caps(std::span<const std::int64_t> wanted) const {
  error_terms terms = unclipped_terms();
  for (std::size_t u = 0; u < rank().size(); ++u) {
    const double reach = std::min<double>(rank()[u], static_cast<double>(wanted[u]));
    terms.squared_caps += std::pow(std::max(0.0, reach - 1.0), 2);
  }
  return terms;
}

error_terms public_view::terms_above_degrees(std::span<const std::int64_t> wanted) const {
  error_terms terms = with_caps(wanted);
  const clip_model model(m_degree_budget);
  for (std::size_t u = 0; u < rank().size(); ++u) {
    const double size = predicted_size(static_cast<vertex_id>(u));
    add_loss(terms, model, size, std::max(0.0, static_cast<double>(wanted[u]) - size));
  }
  return terms;
}

error_terms public_view::terms(const bound_rule& cap) const {
  const bool by_size = cap.anchor == bound_anchor::size;
  const std::span<const std::int64_t> anchors = by_size ? std::span<const std::int64_t>(m_sizes) : degrees();
  std::vector<std::int64_t> wanted(anchors.begin(), anchors.end());
  for (std::int64_t& w : wanted) w += cap.margin;
  if (!by_size) return terms_above_degrees(wanted);
  error_terms terms = with_caps(wanted);
  const clip_model model(m_size_budget);
  const auto margin = static_cast<double>(cap.margin);
  terms.lost_pairs = std::max(
      0.0, model.deconvolve(m_histogram, [&](double s) { return model.expected_lost_pairs(s, margin); }));
  terms.squared_lost_pairs = std::max(0.0, model.deconvolve(m_histogram, [&](double s) {
    return model.expected_squared_lost_pairs(s, margin);
  }));
  return terms;
}

error_terms public_view::terms_with_size_round(epsilon size_budget, std::int64_t margin) const {
  error_terms terms = unclipped_terms();
  const clip_model model(size_budget);
  for (const auto& [size, users] : m_histogram) {
    const auto s = static_cast<double>(size), weight = static_cast<double>(users);
    terms.squared_caps += weight * model.expected_squared_cap(s + static_cast<double>(margin));
    terms.lost_pairs += weight * model.expected_lost_pairs(s, static_cast<double>(margin));
    terms.squared_lost_pairs += weight * model.expected_squared_lost_pairs(s, static_cast<double>(margin));
  }
  return terms;
}

double public_view::second_degree() const noexcept {
  double largest = 0.0, second = 0.0;
  for (const rank_moments& rank : m_by_rank) {
    second = std::max(second, std::min(largest, rank.degree));
    largest = std::max(largest, rank.degree);
  }
  return second;
}

std::vector<size_class> public_view::beliefs() const {
  if (has_sizes()) return m_beliefs;
  std::vector<size_class> beliefs;
  constexpr double dispersion = 8.0;  // of sizes around the predicted one, in binomial variances
  std::map<std::pair<std::int64_t, std::int64_t>, double> classes;  // of degrees and predicted sizes
  auto user = m_by_rank.begin();
  for (const auto& [degree, users] : m_order->runs())
    for (std::uint32_t i = 0; i < users; ++i, ++user)
      ++classes[{class_of(static_cast<double>(degree)), class_of((*user).size)}];
  for (const auto& [key, users] : classes) {
    const auto degree = static_cast<double>(key.first), size = static_cast<double>(key.second);
    const double rest = degree > size ? size * (1.0 - size / degree) : 0.0;
    for_each_cell(std::sqrt(dispersion * rest), normal_distribution,
                  [&, weight = users](double shift, double probability) {
                    if (probability >= 1e-6)
                      beliefs.push_back({weight * probability, degree, std::max(0.0, size + shift)});
                  });
  }
  return beliefs;
}

namespace {

/// Cuts between classes of noise, in multiples of its scale: finer where losses change most.
constexpr std::array<double, 10> noise_cuts = {-8.0, -6.5, -5.0, -4.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.5};

/// The class of noise that is a whole number: where the scale is small, cuts fall together and each
/// number has a class of its own (with cells of 0.8 scales, plans for facebook_combined at 16 had
/// size rounds a third too small).
std::size_t noise_class(double noise, double scale) {
  const auto after =
      ranges::find_if(noise_cuts, [&](double cut) { return noise <= std::floor(cut * scale); });
  return static_cast<std::size_t>(after - noise_cuts.begin());
}

/// True sizes are classes of their own up to 5, then classes of 20%.
double coarse_class_of(double size) {
  constexpr double single = 5.0, log_step = 0.1823215567939546;  // ln 1.2
  return size <= single ? size : single + std::round(std::log(size / single) / log_step);
}

struct noise_cell {
  double probability = 0.0, mean = 0.0;
};

/// Discrete Laplace noise by class.
std::vector<noise_cell> noise_cells(epsilon budget) {
  const double scale = 1.0 / budget.nats(), a = std::exp(-budget.nats()), at_0 = (1.0 - a) / (1.0 + a);
  std::array<noise_cell, noise_cuts.size() + 1> cells;
  // Whole strides, so that the work is bounded: a stride's decay is below 2%.
  const double stride = std::max(1.0, std::floor(scale / 64.0)), end = std::ceil(20.0 * scale) + 1.0;
  const auto add = [&](double from, double last) {  // from <= last, both sides of 0 apart
    const double first = std::min(std::abs(from), std::abs(last)), count = last - from + 1.0;
    const double mass = from == 0.0 && last == 0.0
                            ? at_0
                            : at_0 * std::pow(a, first) * (1.0 - std::pow(a, count)) / (1.0 - a);
    noise_cell& cell = cells[noise_class(0.5 * (from + last), scale)];
    cell.probability += mass;
    cell.mean += mass * 0.5 * (from + last);
  };
  add(0.0, 0.0);
  for (double x = 1.0; x < end; x += stride) {
    add(x, x + stride - 1.0);
    add(-(x + stride - 1.0), -x);
  }
  std::vector<noise_cell> filled;
  for (const noise_cell& cell : cells)
    if (cell.probability > 0.0) filled.push_back({cell.probability, cell.mean / cell.probability});
  return filled;
}

}  // namespace

std::vector<size_class> beliefs_with_size_round(const std::map<std::int64_t, double>& sizes,
                                                epsilon size_budget) {
  const std::vector<noise_cell> noise = noise_cells(size_budget);
  std::vector<size_class> beliefs;
  for (auto at = sizes.begin(); at != sizes.end();) {
    const double here = coarse_class_of(static_cast<double>(at->first));
    double users = 0.0, sum = 0.0;
    for (; at != sizes.end() && coarse_class_of(static_cast<double>(at->first)) == here; ++at) {
      users += at->second;
      sum += at->second * static_cast<double>(at->first);
    }
    const double mean = sum / users;
    for (const noise_cell& cell : noise)
      beliefs.push_back({users * cell.probability, mean + cell.mean, mean});
  }
  return beliefs;
}

std::vector<size_class> coarse_beliefs(std::span<const size_class> fine, double scale) {
  struct sums {
    double users = 0.0, gap = 0.0;
  };
  std::vector<size_class> coarse;
  for (std::size_t i = 0; i < fine.size();) {
    const double here = coarse_class_of(fine[i].size);
    std::array<sums, noise_cuts.size() + 1> cells;
    double users = 0.0, size = 0.0;
    for (; i < fine.size() && coarse_class_of(fine[i].size) == here; ++i) {
      const double gap = fine[i].anchor - fine[i].size;
      sums& cell = cells[noise_class(gap, scale)];
      cell.users += fine[i].weight;
      cell.gap += fine[i].weight * gap;
      users += fine[i].weight;
      size += fine[i].weight * fine[i].size;
    }
    const double mean = size / users;
    for (const sums& cell : cells)
      if (cell.users > 0.0) coarse.push_back({cell.users, mean + cell.gap / cell.users, mean});
  }
  return coarse;
}

}  // namespace edgeldp
