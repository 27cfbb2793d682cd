// SPDX-License-Identifier: MIT
#include "edgeldp/graph/uniform/setting_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/run_watch.hpp"
#include "uniform/tuning.hpp"

namespace edgeldp {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

epsilon budget_at(int place, int per_octave) {
  const double nats = std::exp2(static_cast<double>(place) / per_octave);
  return epsilon::from_units(
      static_cast<std::uint64_t>(std::llround(nats * static_cast<double>(epsilon::units_per_nat))));
}

int place_of(double nats, int per_octave) {
  return static_cast<int>(std::floor(std::log2(nats) * per_octave));
}

}  // namespace

std::size_t setting_hash::operator()(const setting& s) const noexcept {
  std::uint64_t all = 0;
  for (const int place : {s.size, s.edges, s.margin, s.kappa})  // grids have less than 2^16 places
    all = all << 16 | static_cast<std::uint16_t>(place);
  constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;
  return static_cast<std::size_t>((all * golden) >> 16);
}

double evaluated_setting::square_at(double total) const noexcept {
  const double count = total - spent();
  if (!(count > 0.0)) return infinite;
  return error.response_variance + error.clip_variance + error.bias * error.bias +
         error.laplace_variance / (count * count);
}

error_parts evaluated_setting::with(double count) const noexcept {
  error_parts e = error;
  e.laplace_variance /= count * count;
  return e;
}

bool evaluated_setting::dominates(const evaluated_setting& b) const noexcept {
  const auto fixed = [](const evaluated_setting& s) {
    return s.error.response_variance + s.error.clip_variance + s.error.bias * s.error.bias;
  };
  return spent() <= b.spent() && fixed(*this) <= fixed(b) &&
         error.laplace_variance <= b.error.laplace_variance;
}

void setting_front::add(const evaluated_setting& s) {
  if (ranges::any_of(m_settings, [&](const evaluated_setting& old) { return old.dominates(s); })) return;
  std::erase_if(m_settings, [&](const evaluated_setting& old) { return s.dominates(old); });
  m_settings.push_back(s);
}

const evaluated_setting* setting_front::best(double total) const {
  const evaluated_setting* best = nullptr;
  double least = infinite;
  for (const evaluated_setting& s : m_settings) {
    const double square = s.square_at(total);
    if (square < least) {
      least = square;
      best = &s;
    }
  }
  return best;
}

list_forecast::list_forecast(const public_view& known, bound_kind kind, epsilon size_budget)
    : m_known(&known), m_size_round(size_budget) {
  if (kind != bound_kind::pairs) return;
  if (!size_budget.is_zero())
    m_beliefs = beliefs_with_size_round(known.drawn_sizes(), size_budget);
  else if (known.has_sizes())
    m_beliefs = coarse_beliefs(known.beliefs(), 1.0 / known.anchor_budget().nats());
  else
    m_beliefs = known.beliefs();  // degrees are not around sizes
}

error_parts list_forecast::error(const bound_rule& rule, const bit_law& law, epsilon count,
                                 double closure) const {
  if (rule.kind == bound_kind::pairs)
    return predict_acceptance_error(m_known->unclipped_terms(), m_beliefs, rule, law, count, closure);
  const auto [terms, is_new] = m_terms.try_emplace(rule.margin);
  if (is_new)
    terms->second = m_size_round.is_zero() ? m_known->terms(rule)
                                           : m_known->terms_with_size_round(m_size_round, rule.margin);
  return predict_triangle_error(terms->second, law, count, closure);
}

double list_forecast::closed_bias(const bound_rule& rule, const bit_law& law) const {
  return rule.kind == bound_kind::pairs ? predict_closed_bias(m_beliefs, rule, law) : 0.0;
}

setting_table::setting_table(const public_view& known, const bound_options& by_hand, const codec_spec& codec,
                             std::optional<bit_law> law, bool with_size_round, double closure)
    : m_known(known),
      m_by_hand(by_hand),
      m_codec(codec),
      m_law(law),
      m_with_size_round(with_size_round),
      m_closure(closure),
      m_most_edges(law ? 0
                       : place_of(codec.largest_budget(std::max(1.0, known.edges())),
                                  uniform_tuning::edges_per_octave)) {
  const bool has_kappa = by_hand.kind == bound_kind::pairs && !by_hand.kappa_percent;
  if (!law)
    for (const int stride : uniform_tuning::edge_strides) m_directions.push_back({0, stride, 0, 0});
  if (has_kappa)
    for (const int stride : uniform_tuning::kappa_strides) m_directions.push_back({0, 0, 0, stride});
  if (!by_hand.margin) m_directions.push_back({0, 0, 1, 0});
  // Of limits alike one has more room for noise, the other for noisy edges.
  if (has_kappa && !by_hand.margin) m_directions.push_back({0, 0, 1, -1});
  if (with_size_round) m_directions.push_back({1, 0, 0, 0});
}

const std::optional<bit_law>& setting_table::law_at(int edges) {
  if (m_law) return m_law;
  const auto [at, is_new] = m_laws.try_emplace(edges);
  if (is_new) {
    try {
      at->second = m_codec.law(budget_at(edges, uniform_tuning::edges_per_octave));
    } catch (const invalid_parameter&) {
      // The codec cannot express so small a budget.
    }
  }
  return at->second;
}

bool setting_table::is_margin(int place) const {
  return place >= (m_by_hand.kind == bound_kind::pairs ? 0 : uniform_tuning::margin_0) &&
         place < static_cast<int>(uniform_tuning::margins.size());
}

std::int64_t setting_table::margin_at(const setting& s) const {
  if (m_by_hand.margin) return *m_by_hand.margin;
  const epsilon noise =
      m_with_size_round ? budget_at(s.size, uniform_tuning::sizes_per_octave) : m_known.anchor_budget();
  return static_cast<std::int64_t>(
      std::ceil(uniform_tuning::margins[static_cast<std::size_t>(s.margin)] / noise.nats()));
}

bound_rule setting_table::rule_at(const setting& s, const list_forecast& lists) const {
  const std::uint32_t kappa =
      m_by_hand.kind == bound_kind::pairs
          ? m_by_hand.kappa_percent.value_or(uniform_tuning::kappas[static_cast<std::size_t>(s.kappa)])
          : 100;
  return {lists.anchor(), margin_at(s), m_by_hand.kind, kappa};
}

const evaluated_setting* setting_table::evaluate(const setting& s) {
  if (!is_margin(s.margin) || s.kappa < 0 || s.kappa >= static_cast<int>(uniform_tuning::kappas.size()) ||
      s.edges > m_most_edges || s.size > uniform_tuning::largest_size)
    return nullptr;
  if (const auto met = m_met.find(s); met != m_met.end()) return &met->second;
  check_stop();
  const epsilon size = m_with_size_round ? budget_at(s.size, uniform_tuning::sizes_per_octave) : epsilon();
  const epsilon edges = m_law ? epsilon() : budget_at(s.edges, uniform_tuning::edges_per_octave);
  if ((m_with_size_round && size.is_zero()) || (!m_law && edges.is_zero())) return nullptr;
  const std::optional<bit_law>& law = law_at(s.edges);
  if (!law) return nullptr;
  const list_forecast& lists = m_lists.try_emplace(s.size, m_known, m_by_hand.kind, size).first->second;
  evaluated_setting met{size, edges, rule_at(s, lists), {}};
  met.error = lists.error(met.rule, *law, epsilon::from_nats(1.0), m_closure);
  // Nothing is known of closures yet.
  const double surprise =
      std::max(0.0, std::abs(lists.closed_bias(met.rule, *law)) - std::abs(met.error.bias));
  met.error.clip_variance += chance_of_closed_lists * surprise * surprise;
  m_fronts[size].add(met);
  return &m_met.emplace(s, met).first->second;
}

double setting_table::square_at(const setting& s, double total) {
  const evaluated_setting* at = evaluate(s);
  return at != nullptr ? at->square_at(total) : infinite;
}

setting setting_table::start(double total, int margin) const {
  setting s{0, 0, margin, uniform_tuning::usual_kappa};
  if (m_with_size_round)
    s.size = std::min(uniform_tuning::largest_size,
                      place_of(uniform_tuning::usual_size_share * total, uniform_tuning::sizes_per_octave));
  if (!m_law)
    s.edges = std::min(m_most_edges,
                       place_of(uniform_tuning::usual_edge_share * total, uniform_tuning::edges_per_octave));
  return s;
}

setting setting_table::scaled(setting s, double factor) const {
  const double octaves = std::log2(factor);
  if (m_with_size_round)
    s.size = std::min(uniform_tuning::largest_size,
                      s.size + static_cast<int>(std::lround(octaves * uniform_tuning::sizes_per_octave)));
  if (!m_law)
    s.edges = std::min(m_most_edges,
                       s.edges + static_cast<int>(std::lround(octaves * uniform_tuning::edges_per_octave)));
  return s;
}

setting setting_table::neighbor(const setting& s, const setting& direction, int sign) const {
  setting next{s.size + sign * direction.size, s.edges + sign * direction.edges,
               s.margin + sign * direction.margin, s.kappa + sign * direction.kappa};
  // Margins are whole numbers: with little noise several places stand for one.
  if (direction.margin != 0)
    while (is_margin(next.margin) && margin_at(next) == margin_at(s)) next.margin += sign;
  return next;
}

/// Goes from s along a direction, either way, while that is better.
void setting_table::descend(setting& s, const setting& direction, double total) {
  double here = square_at(s, total);
  for (const int sign : {1, -1}) {
    const setting start = s;
    while (true) {
      const setting next = neighbor(s, direction, sign);
      const double there = square_at(next, total);
      if (there >= here) break;
      s = next;
      here = there;
    }
    if (s != start) return;
  }
}

setting setting_table::improve(setting s, double total) {
  for (int turn = 0; turn < uniform_tuning::most_turns; ++turn) {
    const setting before = s;
    for (const setting& direction : m_directions) descend(s, direction, total);
    if (s == before) break;
  }
  return s;
}

std::optional<evaluated_setting> setting_table::best(double total) const {
  const evaluated_setting* best = nullptr;
  for (const auto& [size, front] : m_fronts) {
    const evaluated_setting* here = front.best(total);
    if (here != nullptr && (best == nullptr || here->square_at(total) < best->square_at(total))) best = here;
  }
  return best != nullptr ? std::optional(*best) : std::nullopt;
}

double setting_table::least_square(epsilon size, double total) const {
  const auto front = m_fronts.find(size);
  const evaluated_setting* best = front != m_fronts.end() ? front->second.best(total) : nullptr;
  return best != nullptr ? best->square_at(total) : infinite;
}

double rung(int i) {
  return i <= uniform_tuning::coarse_rungs
             ? std::exp2(uniform_tuning::first_rung + uniform_tuning::coarse_rung * i)
             : std::exp2(uniform_tuning::first_fine_rung +
                         uniform_tuning::fine_rung * (i - uniform_tuning::coarse_rungs));
}

namespace {

/// From the usual shares, with room for noise and with small users left out (small budgets have a
/// valley of each kind, 7% apart on 500 users at 0.5), and from the rung before: the same setting
/// or the same shares. Where next to nothing can be learnt, the usual shares do.
setting climb_to(setting_table& table, const setting& before, int i) {
  const double total = rung(i);
  setting best = table.start(total, uniform_tuning::usual_margin);
  if (i < uniform_tuning::coarse_rungs) return table.square_at(best, total), best;
  const auto consider = [&](const setting& s) {
    if (table.square_at(s, total) < table.square_at(best, total)) best = s;
  };
  best = table.improve(best, total);
  consider(table.improve(table.start(total, 0), total));
  setting onwards = table.scaled(before, total / rung(i - 1));
  if (table.square_at(before, total) < table.square_at(onwards, total)) onwards = before;
  consider(table.improve(onwards, total));
  return best;
}

}  // namespace

std::optional<evaluated_setting> best_setting(setting_table& table, double total) {
  setting at;
  for (int i = 0; i == 0 || rung(i - 1) <= total; ++i) at = climb_to(table, at, i);
  return table.best(total);
}

double size_search::step(int i) {
  return i <= uniform_tuning::coarse_rungs
             ? rung(i)
             : std::exp2(uniform_tuning::first_fine_rung +
                         uniform_tuning::size_step * (i - uniform_tuning::coarse_rungs));
}

size_search::size_search(const public_view& known, const bound_options& by_hand, const codec_spec& codec)
    : m_table(known, by_hand, codec, std::nullopt, true, assumed_closure),
      m_tolerance(uniform_tuning::size_tolerance + uniform_tuning::size_tolerance_by_users /
                                                       (static_cast<double>(known.degrees().size()) + 1.0)) {
  if (by_hand.kind == bound_kind::neighbors)
    m_without.emplace(known, by_hand, codec, std::nullopt, false, assumed_closure);
}

void size_search::explore() {
  m_at = climb_to(m_table, m_at, m_rungs);
  // Larger size budgets beside where the search ended, and up to the usual share: where counting
  // next to nothing seems best, for want of better knowledge, sizes will tell more.
  const int usual = m_table.start(rung(m_rungs), uniform_tuning::usual_margin).size;
  for (setting larger = m_at;
       larger.size <= std::max(usual, m_at.size + uniform_tuning::sizes_per_octave - 1); ++larger.size)
    m_table.square_at(larger, rung(m_rungs));
  if (m_without) m_at_without = climb_to(*m_without, m_at_without, m_rungs);
  ++m_rungs;
}

double size_search::least_square(epsilon size, double total) const {
  const double with_round = m_table.least_square(size, total);
  return m_without ? std::min(with_round, m_without->least_square(size, total)) : with_round;
}

void size_search::climb() {
  const double total = step(m_step);
  // A square: that of a root would exclude the size that it is of, by its last digit.
  const double before = m_step > 0 ? least_square(m_size, total) : infinite;
  while (m_rungs == 0 || rung(m_rungs - 1) <= total) explore();
  std::map<epsilon, double> squares;
  if (m_without) squares[epsilon()] = least_square(epsilon(), total);
  for (const auto& [size, front] : m_table.fronts()) squares[size] = least_square(size, total);
  double bound = infinite;
  for (const auto& [size, square] : squares) bound = std::min(bound, square);
  bound = std::min(m_tolerance * m_tolerance * bound, before);
  for (const auto& [size, square] : squares)
    if (square <= bound) m_size = size;
  ++m_step;
}

double size_search::error(double total) const {
  return std::sqrt(least_square(m_size, total));
}

}  // namespace edgeldp
