// SPDX-License-Identifier: MIT
#include "questions/cycles/division.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "edgeldp/core/privacy/budget_shares.hpp"
#include "limits/limit_ladder.hpp"
#include "limits/refused_pairs.hpp"
#include "questions/cycles/cycle_view.hpp"
#include "questions/cycles/limits.hpp"
#include "questions/cycles/tuning.hpp"

namespace edgeldp {

namespace {

double scale_of_size(double size, double budget) {
  return std::fmin(1.0 / budget, size);
}

/// Root mean square of the members that a limit provides for.
double provided(double size, double budget) {
  const double scale = scale_of_size(size, budget);
  return std::hypot(size - 1.0 + cycle_tuning::size_margin * scale, cycle_tuning::size_deviation * scale);
}

}  // namespace

cycle_forecast::cycle_forecast(const public_view& known, unsigned length)
    : m_shares(peak_importance(known)),
      m_model(known.by_rank().all(), m_shares, length),
      m_length(length),
      m_users(static_cast<double>(known.by_rank().size())) {
  std::uint64_t rank = 0;
  for (const rank_moments& user : known.by_rank()) {
    const cycle_model::weight_moments weight = m_model.weight_at(rank++);
    if (m_classes.empty() || weight.squares != m_classes.back().weight.squares)
      m_classes.push_back({0.0, 0.0, weight});
    m_classes.back().users += 1.0;
    m_classes.back().size += std::fmax(0.0, user.two_stars);
  }
  double closed = 0.0;  // cycles, if all pairs of a list's other members were neighbours
  const double row = m_users / 64.0 + 16.0;
  for (users_alike& c : m_classes) {
    c.size = 0.5 + std::sqrt(0.25 + c.size / c.users);
    closed += 0.5 * c.users * (c.size - 1.0) * std::pow(c.size, m_length - 2.0);
    const double looked_at =
        cycle_tuning::candidates_a_member * c.size + static_cast<double>(cycle_tuning::candidates_beside);
    m_words += 0.5 * c.users * looked_at * looked_at * row * (m_length == 4 ? 1.0 : 28.0);
  }
  m_closed = std::fmax(1.0, m_model.cycles() > 0.0 ? closed / m_model.cycles() : 1.0);
  if (m_length == 5) m_words += m_users * m_users * m_users / 128.0;
}

bool cycle_forecast::would_be_seen(const bit_law& law) const {
  return law.p0 <= cycle_tuning::most_noise && m_words <= cycle_tuning::most_words;
}

/// Of the pilot's estimate, over the cycles of the model.
double cycle_forecast::pilot_deviation(const cycle_division& d, double deviation) const {
  const double budget = cycle_tuning::pilot_share * d.count;
  double squares = 0.0, members = 0.0;
  for (const users_alike& c : m_classes) {
    const double of = provided(c.size, d.size);
    const double k = of * positive_part(c.weight.mean, deviation * std::sqrt(c.weight.squares));
    squares += c.users * k * k;
    members += c.users * (of + 1.0) * (of + 1.0);
  }
  return pilot_generosity(budget, members) * std::sqrt(2.0 * squares) / (budget * m_model.cycles());
}

/// Squared error of the count under the limits that suit the concentration: noise and what is
/// refused, for the best kappa.
double cycle_forecast::count_error(const cycle_division& d, double deviation, double concentration) const {
  struct bounded_load {
    double users, size, spread, noise, limit, positive, negative;
  };
  std::vector<bounded_load> loads;
  for (const users_alike& c : m_classes) {
    const double of_weight = deviation * std::sqrt(c.weight.squares), others = c.size - 1.0;
    const double mean = concentration * c.weight.mean, positive = positive_part(mean, of_weight);
    loads.push_back({c.users, c.size, cycle_tuning::likely_path_spread * others * mean, load_noise(others),
                     provided(c.size, d.size) * positive, positive, positive - mean});
  }
  const double count = (1.0 - cycle_tuning::pilot_share) * d.count;
  double least = std::numeric_limits<double>::infinity();
  for (const double kappa : cycle_tuning::kappas_of_forecast) {
    double squares = 0.0, bias = 0.0;
    for (const bounded_load& of : loads) {
      const double k = kappa * of.limit,
                   size = cycle_tuning::size_deviation * scale_of_size(of.size, d.size) * kappa;
      squares += of.users * k * k;
      if (of.size <= 1.0) continue;
      const auto lost = [&](double load) {
        return of.users * refused_pairs(of.size, (of.size - 1.0) * load,
                                        std::hypot(of.noise * load, of.spread, size * load), k);
      };
      bias += lost(of.negative) - lost(of.positive);
    }
    least = std::fmin(least, noise_of_squares(squares, count) + bias * bias);
  }
  return least;
}

double cycle_forecast::squared_error(const cycle_division& d, const bit_law& law,
                                     double concentration) const {
  const double deviation = std::pow(law.non_edge_variance(), 0.5 * (m_length - 2.0));
  const double cycles = concentration * m_model.cycles();
  double error = m_model.response_variance(law, cycles, cycle_tuning::planned_edge_concentration);
  if (would_be_seen(law)) {
    double squares = 0.0;
    for (const users_alike& c : m_classes) {
      const double mean = concentration * c.weight.mean;
      const double k = cycle_tuning::kappa_of_seen * (c.size - 1.0) *
                       positive_part(mean, deviation * std::sqrt(c.weight.squares));
      squares += c.users * k * k;
    }
    error += noise_of_squares(squares, d.count);
  } else {
    const double echo = cycle_tuning::pilot_echo * pilot_deviation(d, deviation) / concentration;
    const double believed = std::hypot(1.0 + cycle_tuning::pilot_caution * echo, echo);
    error += believed * believed * count_error(d, deviation, concentration);
  }
  return error / (cycles * cycles);
}

budget_split usual_cycle_split(const two_step& options, unsigned length) {
  budget_split split{options.degree_share, options.true_degree_chunks ? 0.0 : cycle_tuning::usual_size_share,
                     0.0, 0.0};
  const double rest = 1.0 - split.degree - split.size;
  split.edges =
      std::fmin(rest - rest / (length - 1.0), options.codec.largest_budget() / options.total.nats());
  split.count = rest - split.edges;
  return split;
}

namespace {

/// Divisions in search of the least error.
class split_search {
 public:
  split_search(const two_step& options, const public_view& known, unsigned length)
      : m_options(options), m_known(known), m_forecast(known, length) {}

  bool can_tell() const { return m_forecast.cycles() > 0.0; }

  /// How edges would be sent where rows may be so full.
  codec_spec codec(double edges, double fullest) const {
    return m_options.codec.settled(epsilon::from_nats(edges), fullest);
  }

  double fullest_row(double size) const { return m_known.fullest_row(epsilon::from_nats(size)); }

  /// Geometric mean over concentrations.
  double error(const cycle_division& d, const codec_spec& codec) const {
    const bit_law law = codec.law(epsilon::from_nats(d.edges));
    double logs = 0.0;
    for (const double c : cycle_tuning::concentrations)
      logs += std::log(m_forecast.squared_error(d, law, c * m_forecast.closed_concentration()));
    return std::exp(0.5 * logs / static_cast<double>(cycle_tuning::concentrations.size()));
  }

  /// Calls f(division) for budgets of a fixed grid: those of a smaller total are among them. Where
  /// a row has a budget of its own the whole of it is tried as well.
  template <class F>
  void for_each(const room_in_nats& room, double most, F&& f) const {
    const auto attempt = [&](double size, double edges) {
      const double count = std::fmin(room.bit - size, room.relationship - size - edges);
      if (count > 0.0 && edges <= std::fmin(most, room.row)) f(cycle_division{size, edges, count});
    };
    for (double size = cycle_tuning::first_size; size < room.bit; size *= cycle_tuning::next_size) {
      for (int step = 0; step < cycle_tuning::edge_budgets; ++step)
        attempt(size, cycle_tuning::first_edges * std::exp2(step / cycle_tuning::edges_an_octave));
      if (room.row < room.relationship) attempt(size, room.row);
    }
  }

 private:
  const two_step& m_options;
  const public_view& m_known;
  cycle_forecast m_forecast;
};

double most_edges(const codec_spec& codec) {
  return std::fmin(codec.largest_budget(), codec.possible_budget());
}

/// Rows at the earlier ends as they were planned, and their predicted error.
struct planned_rows {
  row_division division;
  double error = 0.0;
};

/// By this codec; nothing where there is no room or the codec expresses no such budget.
std::optional<planned_rows> plan_at_earlier_ends(const split_search& search, const two_step& options,
                                                 epsilon degree, const codec_spec& codec, unsigned length) {
  const auto left = room_at_earlier_ends(options.total, options.relationship, degree, codec);
  if (!left) return std::nullopt;
  const double total = options.total.nats();
  const room_in_nats room = room_in_nats::of(left->room);
  const double most = most_edges(codec);
  const auto shares = [&](const cycle_division& d) {
    return budget_split{options.degree_share, d.size / total, d.edges / total, d.count / total};
  };
  // As at the later ends, as far as a half of a list may pay.
  const double size = cycle_tuning::usual_size_share * room.bit, rest = room.relationship - size;
  const double edges = std::fmin(std::fmin(room.row, most), rest - rest / (length - 1.0));
  const cycle_division usual{size, edges, std::fmin(room.bit - size, rest - edges)};
  const auto is_possible = [&](double budget) {
    return codec.fault_of_budget(epsilon::from_nats(budget)).empty();
  };
  if (!is_possible(usual.edges)) return std::nullopt;
  planned_rows best{{shares(usual), endpoint::earlier, codec, left->length.nats() / total}, 0.0};
  if (!search.can_tell()) return best;
  best.error = search.error(usual, codec);
  search.for_each(room, most, [&](const cycle_division& d) {
    if (!is_possible(d.edges)) return;
    const double error = cycle_tuning::worth_a_change * search.error(d, codec);
    if (error >= std::fmin(best.error, cycle_tuning::hopeless)) return;
    best.division.shares = shares(d);
    best.error = error;
  });
  return best;
}

/// By the codec that is wished, or the smaller rows where they err hardly more.
std::optional<planned_rows> plan_at_earlier_ends(const split_search& search, const two_step& options,
                                                 const public_view& known, unsigned length) {
  const epsilon degree = share_of(options.total, options.degree_share);
  if (!options.codec.is_automatic())
    return plan_at_earlier_ends(search, options, degree, options.codec, length);
  const auto bits = plan_at_earlier_ends(search, options, degree, bitmap_spec{}, length),
             small = plan_at_earlier_ends(search, options, degree, nullspace_spec{}, length);
  if (!bits || !small) return bits ? bits : small;
  const double edges = small->division.shares.edges * options.total.nats(),
               fullest = known.fullest_row_of_following(share_of(options.total, small->division.length));
  if (!nullspace_spec{}.serves(epsilon::from_nats(edges), fullest, 1.0)) return bits;
  const auto users = static_cast<double>(known.degrees().size());
  return bytes_of_bitmaps(users) > few_bytes || small->error <= tolerated_error * bits->error ? small : bits;
}

planned_split plan_at_later_ends(const split_search& search, const two_step& options, unsigned length) {
  const double total = options.total.nats();
  planned_split best{usual_cycle_split(options, length), 0.0};
  if (options.true_degree_chunks || !search.can_tell()) return best;
  const cycle_division usual{best.shares.size * total, best.shares.edges * total, best.shares.count * total};
  const codec_spec codec = search.codec(usual.edges, search.fullest_row(usual.size));
  best.error = search.error(usual, codec);
  const double rest = (1.0 - options.degree_share) * total;
  search.for_each({rest, rest, rest}, most_edges(options.codec), [&](const cycle_division& d) {
    const codec_spec sent = search.codec(d.edges, search.fullest_row(d.size));
    if (!sent.fault_of_budget(epsilon::from_nats(d.edges)).empty()) return;
    const double worth = sent.kind() == codec.kind() ? cycle_tuning::worth_a_change : error_tolerance;
    const double error = worth * search.error(d, sent);
    if (error < std::fmin(best.error, cycle_tuning::hopeless))
      best = {{options.degree_share, d.size / total, d.edges / total, d.count / total}, error};
  });
  return best;
}

}  // namespace

planned_split plan_cycle_split(const two_step& options, const public_view& known, unsigned length) {
  return plan_at_later_ends(split_search(options, known, length), options, length);
}

row_division plan_cycle_rows(const two_step& options, const public_view& known, unsigned length) {
  const split_search search(options, known, length);
  std::optional<planned_rows> earlier;
  if (options.rows != endpoint::later) earlier = plan_at_earlier_ends(search, options, known, length);
  if (options.rows == endpoint::earlier) {
    if (!earlier) refuse_earlier_ends(options.degree_share);
    return earlier->division;
  }
  const planned_split later = plan_at_later_ends(search, options, length);
  const bool gains = earlier && earlier->error < (1.0 - gain_of_longer_rows) * later.error;
  return gains ? earlier->division : row_division{later.shares};
}

}  // namespace edgeldp
