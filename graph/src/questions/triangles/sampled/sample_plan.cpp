// SPDX-License-Identifier: MIT
#include "questions/triangles/sampled/sample_plan.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/run_watch.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/graph/belief/degree_posterior.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_rule.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_rounds.hpp"
#include "edgeldp/graph/rounds/vector_rounds.hpp"
#include "questions/triangles/centred/size_beliefs.hpp"

namespace edgeldp {

namespace {

/// Of a download: names of public objects, parameters, budgets. Of a row: owner, rarity and size.
constexpr double fixed_bytes = 245.0, bytes_beside_row = 3.5;

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
  ranges::sort(largest, std::greater());
  m_second_degree = largest.size() > 1 ? largest[1] : 0.0;
  m_lists = size_beliefs(number_counts(degrees), budgets.degree, degrees.size() - 1);
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
  ranges::sort(candidates, {}, [&](vertex_id u) { return std::pair(-m_degrees[u], u); });
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
  ranges::sort(owners, {}, &sampled_row::user);
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
    best.least_bytes = std::min(best.least_bytes, std::ceil(fixed_bytes + ranges::min(price)));
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
