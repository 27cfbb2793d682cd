// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "edgeldp/core/codec/ppr/budget.hpp"
#include "edgeldp/core/random/double_ball.hpp"
#include "edgeldp/core/random/exact_laws.hpp"
#include "edgeldp/core/random/private_randomness.hpp"
#include "edgeldp/core/random/uniform_digits.hpp"

namespace edgeldp {

struct ppr_choice {
  std::uint64_t index = 0;        ///< K, counted from 1
  std::uint64_t evaluations = 0;  ///< how often the loss of a candidate was asked for
};

/// What a walk needs of alpha and e0. Distances u are in units of c, so u >= 1 beyond it; y = u^(1
/// - alpha) and x = u^-alpha fall from 1 to 0. Alpha 2 and 3/2, the usual ones, take no power.
template <class Real>
struct ppr_constants {
  std::uint32_t alpha_milli;
  Real one, alpha, inverse_alpha, inverse_alpha_minus_1, e0, inverse_loss;  ///< the last: 1 / (alpha e0)

  Real y_of_u(const Real& u) const { return alpha_milli == 2000 ? one / u : exp(log(u) * (one - alpha)); }
  Real u_of_y(const Real& y) const {
    if (alpha_milli == 2000) return one / y;
    if (alpha_milli == 1500) return one / (y * y);
    return exp(-(log(y) * inverse_alpha_minus_1));
  }
  Real x_of(const Real& y, const Real& u) const {
    if (alpha_milli == 2000) return y * y;
    if (alpha_milli == 1500) return y * y * y;
    return y / u;
  }

  /// ln((c / t)^alpha / v).
  Real log_room(const Real& c, const Real& t, const Real& v) const {
    if (alpha_milli == 2000) return log(c * c / (t * t * v));
    const Real far = c / t;
    if (alpha_milli == 1500) return scaled(log(far * far * far / (v * v)), -1);
    return alpha * log(far) - log(v);
  }

  /// (u' - u) - (y - y') / (alpha - 1) from fallen = y - y': the mean number of points without a
  /// mark between u and u', in units of c. Marks are close together, so differences of what is
  /// known to a relative precision would have none.
  Real unmarked_between(const Real& fallen, const Real& y, const Real& next_y) const {
    if (alpha_milli == 2000) return fallen * (one / (y * next_y) - one);
    if (alpha_milli == 1500) {
      const Real product = y * next_y;
      return fallen * ((y + next_y) / (product * product) - (one + one));
    }
    return u_of_y(y) * expm1(log1p(fallen / next_y) * inverse_alpha_minus_1) - fallen * inverse_alpha_minus_1;
  }
};

/// The law of K: r(Z_k) is proportional to (numerator / denominator)^-loss(k), exactly; and alpha.
class ppr_law {
 public:
  /// Errors: invalid_parameter unless 1 <= denominator < numerator <= 2^53.
  ppr_law(const ppr_alpha& alpha, std::uint64_t numerator, std::uint64_t denominator);

  const ppr_constants<double_ball>& in_doubles() const noexcept { return m_in_doubles; }

  template <class Arithmetic>
  ppr_constants<typename Arithmetic::real> constants(const Arithmetic& a) const {
    const auto one = a.integer(1), alpha = a.integer(m_alpha_milli) / a.integer(1000);
    const auto e0 = log(a.integer(m_numerator) / a.integer(m_denominator));
    return {m_alpha_milli, one, alpha, one / alpha, one / (alpha - one), e0, one / (alpha * e0)};
  }

 private:
  std::uint32_t m_alpha_milli;
  std::int64_t m_numerator, m_denominator;
  ppr_constants<double_ball> m_in_doubles;
};

/// A sum of many exponentials: whole units apart from a small rest, so that an addition is rounded
/// as a small number is. Without that each of n additions adds n 2^-52 to the radius.
template <class Arithmetic>
class long_sum {
  using real = typename Arithmetic::real;

 public:
  explicit long_sum(const Arithmetic& arithmetic) : m_a(arithmetic), m_rest(arithmetic.integer(0)) {}

  void add(const real& x) {
    m_rest = m_rest + x;
    const std::int64_t whole = integer_near(m_rest);  // any will do
    if (whole < 32) return;
    m_rest = m_rest - m_a.integer(whole);
    m_whole += whole;
  }
  real value() const { return m_a.integer(m_whole) + m_rest; }
  void clear() {
    m_whole = 0;
    m_rest = m_a.integer(0);
  }

 private:
  const Arithmetic& m_a;
  std::int64_t m_whole = 0;
  real m_rest;
};

/// A Poisson process of constant rate on (0, start), from the start down. It starts anew at each
/// power of two, which it may: small y, which mean far points, are then known to the same relative
/// precision.
template <class Arithmetic>
class falling_process {
  using real = typename Arithmetic::real;

 public:
  falling_process(const Arithmetic& arithmetic, uniform_digits& digits, const real& start, const real& rate)
      : m_a(arithmetic),
        m_digits(digits),
        m_rate(rate),
        m_gap(arithmetic.integer(1) / rate),
        m_start(start),
        m_y(start),
        m_fallen(arithmetic.integer(0)),
        m_gaps(arithmetic),
        m_cell(exponent_of(start)) {}

  const real& y() const noexcept { return m_y; }

  /// How far y fell since the last clear_fallen(), to a relative precision.
  const real& fallen() const noexcept { return m_fallen; }
  void clear_fallen() { m_fallen = m_a.integer(0); }

  /// Moves y down to the next point; false if there is none before 0.
  bool advance() {
    const real one = m_a.integer(1);
    for (;;) {
      const real border = m_a.power_of_two(m_cell), gap = draw_exponential(m_a, m_digits);
      m_gaps.add(gap);
      const real next = m_start - m_gaps.value() * m_gap;
      if (less(border, next)) {
        m_fallen = m_fallen + gap * m_gap;
        m_y = next;
        return true;
      }
      start_at(border);
      --m_cell;
      const real mean = m_rate * border;
      if (less(one, mean)) continue;
      if (draw_survival(m_a, m_digits, mean)) return false;
      real last = border;
      do last = border * m_a.uniform(m_digits);  // of those below the border the last: density exp(rate y)
      while (!draw_survival(m_a, m_digits, mean - m_rate * last));
      start_at(last);
      m_cell = exponent_of(last);
      return true;
    }
  }

 private:
  void start_at(const real& y) {
    m_fallen = m_fallen + (m_y - y);
    m_start = m_y = y;
    m_gaps.clear();
  }

  const Arithmetic& m_a;
  uniform_digits& m_digits;
  real m_rate, m_gap;
  real m_start;  ///< where it started anew; m_gaps, in units of m_gap, since then
  real m_y, m_fallen;
  long_sum<Arithmetic> m_gaps;
  int m_cell;  ///< it starts anew at the power of two with this exponent
};

/// One draw of K in balls of one arithmetic: the points visited so far and the best of them.
/// Errors: undecided.
template <class Arithmetic, class Loss>
class ppr_walk {
  using real = typename Arithmetic::real;

 public:
  ppr_walk(const Arithmetic& arithmetic, const ppr_constants<real>& constants, std::uint64_t candidate_limit,
           uniform_digits& digits, Loss& loss)
      : m_a(arithmetic),
        m_constants(constants),
        m_limit(candidate_limit),
        m_digits(digits),
        m_loss(loss),
        m_c(arithmetic.integer(0)),
        m_t(arithmetic.integer(0)) {}

  ppr_choice run() {
    m_digits.rewind();
    visit_every_point();
    if (m_k < m_limit) visit_possible_winners();
    return m_choice;
  }

 private:
  /// Below c: any V may win. The first point always does.
  void visit_every_point() {
    long_sum<Arithmetic> gaps(m_a);
    do {
      gaps.add(draw_exponential(m_a, m_digits));
      m_t = gaps.value();
      const real v = draw_exponential(m_a, m_digits);
      if (++m_k == 1) {
        consider(most_loss, m_t, v);
        continue;
      }
      const real room = m_constants.log_room(m_c, m_t, v);
      if (!less(room, m_a.integer(0))) consider(loss_within(room), m_t, v);
    } while (m_k < m_limit && less(m_t, m_c));
  }

  /// Beyond c: points with V < x alone. A point at t = u c is marked with probability x. A marked
  /// one has V = part x, part uniform, with probability exp(-V), and cannot win else; nor can those
  /// without a mark, whose rate is 1 - x: their number is Poisson. Marks have the rate c / (alpha -
  /// 1) in y.
  void visit_possible_winners() {
    for (;;) {
      real y = m_constants.y_of_u(m_t / m_c);  // up to where the rank has counted
      falling_process marks(m_a, m_digits, y, m_c * m_constants.inverse_alpha_minus_1);
      std::uint64_t marked_losers = 0;
      for (bool better = false; !better;) {
        if (!marks.advance()) return;
        const real mark = marks.y(), u = m_constants.u_of_y(mark), part = m_a.uniform(m_digits);
        if (!draw_survival(m_a, m_digits, part * m_constants.x_of(mark, u))) {
          ++marked_losers;
          continue;
        }
        if (!count(marked_losers, m_c * m_constants.unmarked_between(marks.fallen(), y, mark))) return;
        y = mark;
        marks.clear_fallen();
        marked_losers = 0;
        m_t = u * m_c;
        better = consider(loss_within(-log(part)), m_c, part);
      }
    }
  }

  /// Advances the rank over `others`, a Poisson number of points, and the one that is reached;
  /// false past the end.
  bool count(std::uint64_t others, real mean) {
    m_k += others;
    const real piece = m_a.power_of_two(57);
    for (; m_k < m_limit && less(piece, mean); mean = mean - piece) m_k += draw_poisson(m_a, m_digits, piece);
    if (m_k < m_limit)
      m_k += draw_poisson(m_a, m_digits, mean) + 1;
    else
      ++m_k;
    return m_k <= m_limit;
  }

  /// The largest loss at which a point beats the best: alpha e0 loss < room.
  std::uint64_t loss_within(const real& room) const {
    return floor_below_power(room * m_constants.inverse_loss, most_loss_log2);
  }

  /// Asks for the loss of candidate m_k. If it is within `most`, the point is the best so far: c =
  /// scale v^(1 / alpha) exp(e0 loss), the distance where a point with V = 1 and no loss would be
  /// as good.
  bool consider(std::uint64_t most, const real& scale, const real& v) {
    ++m_choice.evaluations;
    const std::uint64_t loss = m_loss(m_k, most);
    if (loss > most) return false;
    const real log_factor =
        log(v) * m_constants.inverse_alpha + m_constants.e0 * m_a.integer(static_cast<std::int64_t>(loss));
    m_c = scale * exp(log_factor);
    m_choice.index = m_k;
    return true;
  }

  static constexpr int most_loss_log2 = 40;  // beyond every loss: a position loses two at most
  static constexpr std::uint64_t most_loss = std::uint64_t{1} << most_loss_log2;

  Arithmetic m_a;
  const ppr_constants<real>& m_constants;
  std::uint64_t m_limit;
  uniform_digits& m_digits;
  Loss& m_loss;
  real m_c;  ///< points below may win whatever their V, points beyond only with a small V
  real m_t;
  std::uint64_t m_k = 0;
  ppr_choice m_choice;
};

using ppr_loss_function = std::function<std::uint64_t(std::uint64_t candidate, std::uint64_t most)>;

/// The walk in balls of `bits`, 2 bits, 4 bits ... until all is decided.
ppr_choice sample_ppr_index_in_bits(unsigned bits, const ppr_law& law, std::uint64_t candidate_limit,
                                    uniform_digits& digits, const ppr_loss_function& loss);

/// Draws the index K of the Poisson private representation with work that does not grow with K.
///
/// Source: [Liu 2024], Definition of PPR; the walk is ours. The points of a unit Poisson process
///     T_1 < T_2 < ... are visited in order; beyond c = r* W a point can win only if its V <
///     (c/T)^alpha, so the next such point is drawn by thinning the hazard (c/t)^alpha and the rank
///     advances by a Poisson count.
/// Definition: K = argmin over k <= candidate_limit of T_k^alpha V_k / r(Z_k)^alpha, V_k ~ Exp(1).
/// Parameters: loss(k, most) returns by how many factors r(Z_k) falls short of the largest ratio,
///     less than 2^40; beyond `most`, where the candidate cannot win, any number beyond `most` will
///     do.
/// Promise: exact: Pr[K = k | T, Z] is proportional to (r(Z_k) / T_k)^alpha over k <=
///     candidate_limit, so K is 2 alpha e0-private, pure (core/doc/privacy.md, "PPR"). The walk
///     runs in balls of doubles; where these leave a comparison open (none of 4 million short
///     walks) it runs anew on the same digits with more bits.
/// Cost: O(r*) evaluations expected, with an exponential tail, whatever K is; time depends on the
///     private input. 0.2 to 0.3 us each, the codec's loss included (chunks of 12 to 35 entries,
///     alpha 2 and 3/2).
/// Requires: 1 <= candidate_limit <= largest_candidate.
template <class Loss>
ppr_choice sample_ppr_index(const ppr_law& law, std::uint64_t candidate_limit, uniform_digits& digits,
                            Loss&& loss) {
  digits.restart();
  try {
    return ppr_walk(double_arithmetic(), law.in_doubles(), candidate_limit, digits, loss).run();
  } catch (const undecided&) {
    return sample_ppr_index_in_bits(128, law, candidate_limit, digits, std::ref(loss));
  }
}

/// The same, one draw.
template <class Loss>
ppr_choice sample_ppr_index(const ppr_law& law, std::uint64_t candidate_limit, private_randomness& coins,
                            Loss&& loss) {
  uniform_digits digits(coins);
  return sample_ppr_index(law, candidate_limit, digits, loss);
}

}  // namespace edgeldp
