// SPDX-License-Identifier: MIT
#include "questions/triangles/sampled/sample_plan.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/run_watch.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/graph/belief/degree_posterior.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_rule.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_rounds.hpp"
#include "edgeldp/graph/rounds/vector_rounds.hpp"
#include "limits/refused_pairs.hpp"
#include "questions/triangles/centred/size_beliefs.hpp"

namespace edgeldp {

namespace {

/// Of a download: names of public objects, parameters, budgets. Of a row: owner, rarity and size.
constexpr double fixed_bytes = 245.0, bytes_beside_row = 3.5;

double square_of(double x) {
  return x * x;
}

double chance_of(const sampling_rule& rule, double degree) noexcept {
  return std::min(1.0, rule.scale * std::pow(degree + rule.offset, rule.power));
}

/// Of a normal load, what is above the limit.
double excess(double mean, double variance, double limit) noexcept {
  if (limit <= 0.0) return mean;
  if (!(variance > 0.0)) return std::max(0.0, mean - limit);
  const double deviation = std::sqrt(variance);
  return deviation * normal_excess::tables().above((limit - mean) / deviation).mean;
}

std::uint8_t rarity_of(double chance) noexcept {
  constexpr double steps = 8.0, most = 255.0;
  return static_cast<std::uint8_t>(std::clamp(std::round(-steps * std::log2(chance)), 0.0, most));
}

}  // namespace

void sample_plan::write(byte_string& out) const {
  canonical_writer to(out);
  to.real(size_share);
  roles.write(to);
  to.real(rule.power).real(rule.offset).real(rule.scale);
  write_owners(to, owners);
}

sample_plan sample_plan::read(std::span<const std::byte> in) {
  canonical_reader from(in);
  sample_plan plan;
  plan.size_share = from.real();
  if (!(plan.size_share > 0.0 && plan.size_share < 1.0))
    throw format_error(0, "a share of sizes out of range");
  plan.roles = sample_roles::read(from);
  for (double* part : {&plan.rule.power, &plan.rule.offset, &plan.rule.scale}) {
    *part = from.real();
    if (!(*part >= 0.0) || !std::isfinite(*part)) throw format_error(0, "a rule of sampling out of range");
  }
  plan.owners = read_owners(from);
  from.end();
  return plan;
}

void sampled_limit_plan::write(byte_string& out) const {
  canonical_writer(out).number(static_cast<int128>(limit.each)).number(limit.margin);
}

sampled_limit_plan sampled_limit_plan::read(std::span<const std::byte> in) {
  canonical_reader from(in);
  const std::uint64_t each = from.count(largest_each);
  const std::int64_t margin = from.number();
  from.end();
  if (margin < -largest_released_number || margin > largest_released_number)
    throw format_error(0, "a margin beyond all degrees");
  return {{each, margin}};
}

/// Bytes of rows by degree of their owners, where so many neighbours are columns.
class sample_planner::row_prices {
 public:
  row_prices(const sample_planner& planner, double columns) : m_columns(columns) {
    m_rows.users = planner.m_degrees.size();
    m_rows.length = m_rows.users;
    m_rows.sizes = size_rule::released_size;
    m_rows.size = planner.m_budgets.size;
    m_rows.entries = planner.m_budgets.edges;
    std::vector<std::int64_t> sizes;
    for (const std::int64_t d : planner.m_degrees)
      sizes.push_back(std::llround(columns * static_cast<double>(d)));
    fill_codec(m_rows, planner.m_codec, sizes);
  }

  double of(double degree) const {
    const auto entries = static_cast<std::int64_t>(std::llround(m_columns * degree));
    const row_shape shape = make_shape(
        m_rows, 0, {m_rows.length, m_rows.length, clamp_released(entries, m_rows.length), entries});
    const double bits = shape.columns > 0 ? static_cast<double>(shape.columns) *
                                                std::log2(static_cast<double>(m_rows.field_order))
                                          : static_cast<double>(shape.length);
    return bytes_beside_row + bits / 8.0;
  }

 private:
  double m_columns;
  vector_parameters m_rows;
};

sample_planner::sample_planner(std::span<const std::int64_t> degrees, const sample_budgets& budgets,
                               const codec_spec& rows)
    : m_degrees(degrees), m_budgets(budgets), m_codec(rows), m_law(rows.law(budgets.edges)) {
  const degree_posterior behind(degrees, budgets.degree);
  for (const std::int64_t d : degrees) {
    const auto [at, is_new] = m_class_of.try_emplace(d, m_classes.size());
    if (is_new) m_classes.push_back({0.0, std::max(0.0, behind.of(d).mean)});
    ++m_classes[at->second].users;
  }
  double squares = 0.0;
  std::vector<double> largest;
  for (const auto& [released, index] : m_class_of) {
    const degree_class& c = m_classes[index];
    m_ends += c.users * c.degree;
    squares += c.users * std::max(0.0, behind.of(released).square);
    m_shares += c.users * std::pow(c.degree, sample_tuning::triangle_power);
    for (double left = std::min(2.0, c.users); left > 0.0; --left) largest.push_back(c.degree);
  }
  m_neighbor_degree = m_ends > 0.0 ? squares / m_ends : 0.0;
  m_pairs = std::max(0.0, squares - m_ends) / 6.0;
  std::ranges::sort(largest, std::greater());
  m_second_degree = largest.size() > 1 ? largest[1] : 0.0;
  m_lists = size_beliefs(number_counts(degrees), budgets.degree, degrees.size() - 1);
}

double sample_planner::triangles_at(double degree, double triangles) const {
  return m_shares > 0.0 ? 3.0 * triangles * std::pow(degree, sample_tuning::triangle_power) / m_shares : 0.0;
}

// By Hoeffding's decomposition over the users' coins: one user by itself, then two who share
// triangles.
double sample_planner::sampling_variance(const sample_roles& roles, const sampling_rule& rule,
                                         double triangles) const {
  const double a = roles.column_chance(), b = roles.counter_chance(), of_readers = 1.0 / a + 1.0 / b;
  double sum = 0.0;
  for (const degree_class& c : m_classes) {
    const double at_user = triangles_at(c.degree, triangles);
    const double of_choice = sample_tuning::systematic_share * (1.0 / chance_of(rule, c.degree) - 1.0);
    const double of_rows = (1.0 + of_choice) / roles.candidate_chance();
    const double alone = std::max(0.0, (of_rows + of_readers) / 9.0 - 1.0);
    const double both = std::max(0.0, of_rows * of_readers / 18.0 + 1.0 / (18.0 * a * b) - 1.0 - 2.0 * alone);
    sum += c.users * at_user * at_user *
           (alone + sample_tuning::neighbor_spread / std::max(1.0, c.degree) * both);
  }
  return sample_tuning::triangle_spread * sum;
}

double sample_planner::sampling_variance(const sample_plan& plan, double triangles) const {
  return sampling_variance(plan.roles, plan.rule, triangles);
}

// The bit of a row's owner k and a column a is read by the c counters who are neighbours of both.
// Their number has mean c_ka by the configuration model, or what closes triangles.
double sample_planner::response_variance(const sample_roles& roles, std::span<const row_group> rows,
                                         double closure) const {
  if (!(m_ends > 0.0)) return 0.0;
  const double a = roles.column_chance(), b = roles.counter_chance(), triangles = closure * m_pairs;
  double sum = 0.0;
  for (const row_group& g : rows) {
    const double reads = b * g.degree * a * m_neighbor_degree;
    const double by_chance = b * g.degree * square_of(m_neighbor_degree) / m_ends;
    const double at_owner = triangles_at(g.degree, triangles);
    const double closed = g.degree > 0.0 ? 4.0 * at_owner * at_owner * b * b * a / g.degree : 0.0;
    sum += g.rows * square_of(g.weight) *
           (reads * (1.0 + b * pair_overlap + by_chance) + sample_tuning::sharing_spread * closed);
  }
  return sum * m_law.non_edge_variance();
}

// Of a counter's list the pairs of one row and its s columns weigh about s times a pair, normal by
// bits, by which neighbours are columns, and by the owner's own closure; those of a column and the
// rows likewise.
template <class F>
sampled_effect sample_planner::effect_where(const sampled_limit& limit, const sample_roles& roles,
                                            std::span<const row_group> rows, F&& closed_of) const {
  const double spread = m_law.p1 - m_law.p0;
  const std::array weight = {m_law.p0 / spread, (1.0 - m_law.p0) / spread};
  const double each = static_cast<double>(limit.each) / weight_units, columns = roles.column_chance();
  sampled_effect sum;
  for (const size_class& list : m_lists) {
    const double counters = list.weight * roles.counter_chance();
    const double most = each * std::max(0.0, std::floor(columns * std::max(0.0, list.anchor)) +
                                                 static_cast<double>(limit.margin));
    sum.noise += counters * 2.0 * most * most;
    const double size = columns * list.size;
    if (!(size > 0.0)) continue;
    std::array<double, 2> refused{}, mean_of_column{}, variance_of_column{}, slope_of_column{};
    for (const row_group& g : rows) {
      const double met = g.rows * std::min(1.0, list.size * g.degree / m_ends);
      const double closed = closed_of(g);
      const double one = m_law.p0 + closed * spread,
                   of_closures = closed * (1.0 - closed) / (closure_weight + 1.0);
      const std::array chance = {1.0 - one, one};
      for (const std::size_t sign : {0U, 1U}) {
        const double w = g.weight * weight[sign], p = chance[sign];
        refused[sign] +=
            met * excess(size * w * p,
                         size * w * w * p * (1.0 - p * columns) + square_of(size * w * spread) * of_closures,
                         most);
        mean_of_column[sign] += met * w * p;
        variance_of_column[sign] += met * w * w * p;
        slope_of_column[sign] += met * w * spread * std::sqrt(of_closures);
      }
    }
    for (const std::size_t sign : {0U, 1U})
      if (most > 0.0)
        refused[sign] += size * excess(mean_of_column[sign],
                                       variance_of_column[sign] + square_of(slope_of_column[sign]), most);
    sum.bias += counters * (refused[0] - refused[1]);
    sum.refused_weight += counters * 0.5 * (refused[0] + refused[1]);
  }
  sum.noise /= square_of(m_budgets.count.nats());
  return sum;
}

sampled_effect sample_planner::effect_alike(const sampled_limit& limit, const sample_roles& roles,
                                            std::span<const row_group> rows, double closure,
                                            const extreme_biases& extremes) const {
  // Paths of two steps from a hub close more often than others.
  sampled_effect e = effect_where(limit, roles, rows, [&](const row_group& g) {
    const double paths = g.degree * m_neighbor_degree;
    return paths > 0.0 ? std::min(1.0, 2.0 * triangles_at(g.degree, closure * m_pairs) / paths) : 0.0;
  });
  e.uneven = closure * (closure * extremes.closed + (1.0 - closure) * extremes.open - e.bias);
  return e;
}

sample_planner::extreme_biases sample_planner::extremes_of(const sampled_limit& limit,
                                                           const sample_roles& roles,
                                                           std::span<const row_group> rows) const {
  const auto bias_at = [&](double closed) {
    return effect_where(limit, roles, rows, [=](const row_group&) { return closed; }).bias;
  };
  return {bias_at(0.0), bias_at(1.0)};
}

sampled_effect sample_planner::effect(const sampled_limit& limit, const sample_roles& roles,
                                      std::span<const row_group> rows, double closure) const {
  return effect_alike(limit, roles, rows, closure, extremes_of(limit, roles, rows));
}

// The squared error is a different one at each closure; the least mean logarithm is sought.
sample_planner::judged_limit sample_planner::best_limit(const sample_roles& roles,
                                                        std::span<const row_group> rows,
                                                        const by_closure& rest, search how) const {
  double heaviest = 0.0;
  for (const row_group& g : rows)
    if (g.rows >= sample_tuning::rare) heaviest = std::max(heaviest, g.weight);
  const double largest = heaviest * (1.0 - m_law.p0) / (m_law.p1 - m_law.p0);
  const double step = how == search::fine ? sample_tuning::fine_limit_step : sample_tuning::coarse_limit_step;
  const std::span<const double> all_margins(sample_tuning::margins);
  const std::span margins = how == search::fine ? all_margins : all_margins.first(1);
  judged_limit best{{}, std::numeric_limits<double>::infinity()};
  for (const double scales : margins) {
    const auto margin = static_cast<std::int64_t>(
        std::llround(std::min(0x1p40, 1.0 + scales * roles.column_chance() / m_budgets.degree.nats())));
    for (double factor = sample_tuning::first_limit; factor < sample_tuning::last_limit; factor *= step) {
      const double each = std::min(factor * largest * weight_units, static_cast<double>(largest_each));
      const sampled_limit limit{static_cast<std::uint64_t>(std::llround(each)), margin};
      if (limit.each == 0) continue;
      const extreme_biases extremes = extremes_of(limit, roles, rows);
      double score = 0.0;
      for (std::size_t i = 0; i < sample_tuning::planned_closures.size(); ++i) {
        const sampled_effect e =
            effect_alike(limit, roles, rows, sample_tuning::planned_closures[i], extremes);
        score += std::log(rest[i] + e.noise + square_of(e.bias) +
                          square_of(sample_tuning::doubt * e.refused_weight) +
                          square_of(sample_tuning::expected_unevenness * e.uneven));
      }
      if (score < best.score) best = {limit, score};
    }
  }
  return best;
}

sample_planner::by_closure sample_planner::without_limits(const sample_roles& roles,
                                                          const sampling_rule& rule,
                                                          std::span<const row_group> rows) const {
  by_closure squares{};
  for (std::size_t i = 0; i < squares.size(); ++i)
    squares[i] = sampling_variance(roles, rule, sample_tuning::planned_closures[i] * m_pairs) +
                 response_variance(roles, rows, sample_tuning::planned_closures[i]);
  return squares;
}

sampled_limit sample_planner::choose_limit(const sample_plan& plan) const {
  const std::vector<row_group> rows = groups_of(plan);
  return best_limit(plan.roles, rows, without_limits(plan.roles, plan.rule, rows), search::fine).limit;
}

namespace {

std::vector<row_group> values_of(const std::map<std::uint8_t, row_group>& groups) {
  std::vector<row_group> all;
  all.reserve(groups.size());
  for (const auto& [rarity, g] : groups) all.push_back(g);
  return all;
}

}  // namespace

std::vector<row_group> sample_planner::expected_groups(const sample_roles& roles,
                                                       const sampling_rule& rule) const {
  constexpr unsigned step = sample_tuning::rarity_step;
  std::map<std::uint8_t, row_group> groups;
  for (const degree_class& c : m_classes) {
    const unsigned rarity = rarity_of(chance_of(rule, c.degree));
    const sampled_row row{0, static_cast<std::uint8_t>(rarity / step * step)};
    const double rows = c.users * roles.candidate_chance() * row.chance();
    row_group& g = groups[row.rarity];
    g.weight = weight_of_row(roles, row);
    g.degree = (g.degree * g.rows + c.degree * rows) / std::max(g.rows + rows, 1e-300);
    g.rows += rows;
  }
  return values_of(groups);
}

std::vector<row_group> sample_planner::groups_of(const sample_plan& plan) const {
  std::map<std::uint8_t, row_group> groups;
  for (const sampled_row& row : plan.owners) {
    const double degree = m_classes[m_class_of.at(m_degrees[row.user])].degree;
    row_group& g = groups[row.rarity];
    g.weight = weight_of_row(plan.roles, row);
    g.degree = (g.degree * g.rows + degree) / (g.rows + 1.0);
    g.rows += 1.0;
  }
  return values_of(groups);
}

double sample_planner::score(const sample_roles& roles, const sampling_rule& rule) const {
  const std::vector<row_group> rows = expected_groups(roles, rule);
  return best_limit(roles, rows, without_limits(roles, rule, rows), search::coarse).score;
}

// Chances are known before the one coin falls: in the order of degrees a candidate is chosen when
// the sum of chances so far passes a whole number + the coin. So each is chosen with its chance
// whoever else is, and all degrees have their part.
std::vector<sampled_row> sample_planner::draw_owners(const sample_roles& roles,
                                                     const sampling_rule& rule) const {
  std::vector<vertex_id> candidates;
  for (std::size_t u = 0; u < m_degrees.size(); ++u)
    if (roles.of(static_cast<vertex_id>(u)) == sample_role::candidate)
      candidates.push_back(static_cast<vertex_id>(u));
  std::ranges::sort(candidates, {}, [&](vertex_id u) { return std::pair(-m_degrees[u], u); });
  const philox_block block = public_randomness(roles.key).block(stream_tag::sample_role, 1, 0, 0);
  const double coin = (static_cast<double>(block[0]) + 0.5) * 0x1p-32;
  double so_far = 1.0 - coin;
  std::vector<sampled_row> owners;
  for (const vertex_id u : candidates) {
    const sampled_row row{u, rarity_of(chance_of(rule, m_classes[m_class_of.at(m_degrees[u])].degree))};
    so_far += row.chance();
    if (so_far < 1.0) continue;
    so_far -= 1.0;
    owners.push_back(row);
  }
  std::ranges::sort(owners, {}, &sampled_row::user);
  return owners;
}

std::vector<double> sample_planner::prices(const sample_roles& roles) const {
  const row_prices row(*this, roles.column_chance());
  std::vector<double> price;
  price.reserve(m_classes.size());
  for (const degree_class& c : m_classes) price.push_back(row.of(c.degree));
  return price;
}

sampling_rule sample_planner::fitted(sampling_rule rule, std::span<const double> candidates,
                                     std::span<const double> price, double bytes) const {
  const auto taken = [&] {
    double sum = fixed_bytes;
    for (std::size_t i = 0; i < price.size(); ++i)
      sum += candidates[i] * chance_of(rule, m_classes[i].degree) * price[i];
    return sum;
  };
  double low = sample_tuning::least_scale_exponent, high = 0.0;  // logarithms
  for (int i = 0; i < sample_tuning::scale_halvings; ++i) {
    rule.scale = std::exp2(0.5 * (low + high));
    (taken() > bytes ? high : low) = 0.5 * (low + high);
  }
  rule.scale = std::exp2(low);
  return rule;
}

// By numbers of candidates to be expected: a choice that looked at who they are would prefer the
// roles whose candidates came out few, and weights by the chance of a candidate would be wrong.
planned_sample sample_planner::plan(double bytes) const {
  planned_sample best;
  best.score = best.least_bytes = std::numeric_limits<double>::infinity();
  const double mean = m_ends / static_cast<double>(m_degrees.size());
  for (const double chance : sample_tuning::candidate_chances) {
    const sample_roles roles{{}, static_cast<std::uint32_t>(std::lround(chance * 0x1p32))};
    const std::vector<double> price = prices(roles);
    best.least_bytes = std::min(best.least_bytes, std::ceil(fixed_bytes + std::ranges::min(price)));
    if (bytes < best.least_bytes) continue;
    std::vector<double> candidates;
    candidates.reserve(m_classes.size());
    for (const degree_class& c : m_classes) candidates.push_back(roles.candidate_chance() * c.users);
    for (const double power : sample_tuning::powers)
      for (const double offset : sample_tuning::offsets) {
        check_stop();
        const sampling_rule rule =
            fitted({power, std::max(1.0, offset * mean), 0.0}, candidates, price, bytes);
        const double here = score(roles, rule);
        if (here >= best.score) continue;
        best.score = here;
        best.candidates = roles.candidates;
        best.rule = rule;
      }
  }
  return best;
}

sample_plan sample_planner::draw(const planned_sample& planned, release_key key, double bytes) const {
  sample_plan plan;
  plan.roles = {key, planned.candidates};
  std::vector<double> candidates(m_classes.size());
  for (std::size_t u = 0; u < m_degrees.size(); ++u)
    if (plan.roles.of(static_cast<vertex_id>(u)) == sample_role::candidate)
      ++candidates[m_class_of.at(m_degrees[u])];
  plan.rule = fitted(planned.rule, candidates, prices(plan.roles), bytes);
  plan.owners = draw_owners(plan.roles, plan.rule);
  return plan;
}

}  // namespace edgeldp
