// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "edgeldp/core/budget/ppr_budget.hpp"
#include "edgeldp/core/random/double_ball.hpp"
#include "edgeldp/core/random/exact_laws.hpp"
#include "edgeldp/core/random/private_randomness.hpp"
#include "edgeldp/core/random/uniform_digits.hpp"

namespace edgeldp {

struct ppr_choice {
  std::uint64_t index = 0;        ///< K, counted from 1
  std::uint64_t evaluations = 0;  ///< how often the loss of a candidate was asked for
};

/// What a walk needs of alpha and e0. Distances u are in units of c, so u >= 1 beyond it; y = u^(1 - alpha)
/// and x = u^-alpha fall from 1 to 0. Alpha 2 and 3/2, the usual ones, take no power.
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
    do {
      m_t = m_t + draw_exponential(m_a, m_digits);
      const real v = draw_exponential(m_a, m_digits);
      if (++m_k == 1) {
        consider(most_loss, m_t, v);
        continue;
      }
      const real room = m_constants.log_room(m_c, m_t, v);
      if (!less(room, m_a.integer(0))) consider(loss_within(room), m_t, v);
    } while (m_k < m_limit && less(m_t, m_c));
  }

  /// Beyond c: points with V < x alone. A point at t = u c is marked with probability x. A marked one has V =
  /// part x, part uniform, with probability exp(-V), and cannot win else; nor can those without a mark, whose
  /// rate is 1 - x: their number is Poisson. Marks have the rate c / (alpha - 1) in y.
  void visit_possible_winners() {
    for (;;) {
      real u = m_t / m_c, y = m_constants.y_of_u(u), mark = y;  // u and y: up to where the rank has counted
      const real c = m_c, rate = c * m_constants.inverse_alpha_minus_1, gap = m_constants.one / rate;
      int cell = exponent_of(mark);
      std::uint64_t marked_losers = 0;
      for (bool better = false; !better;) {
        if (!advance(mark, cell, rate, gap)) return;
        const real at = m_constants.u_of_y(mark), part = m_a.uniform(m_digits);
        if (!draw_survival(m_a, m_digits, part * m_constants.x_of(mark, at))) {
          ++marked_losers;
          continue;
        }
        const real unmarked = c * (at - u - (y - mark) * m_constants.inverse_alpha_minus_1);
        if (!count(marked_losers, unmarked)) return;
        u = at;
        y = mark;
        marked_losers = 0;
        better = consider(loss_within(-log(part)), c, part);
      }
      m_t = u * c;
    }
  }

  /// Moves y down to the next point of a Poisson process of this rate; false if it has none before 0. The
  /// process starts anew at each power of two, `cell` being the exponent of the next: small y, which mean far
  /// points, are then known to the same relative precision.
  bool advance(real& y, int& cell, const real& rate, const real& gap) {
    for (;;) {
      const real border = m_a.power_of_two(cell);
      const real next = y - draw_exponential(m_a, m_digits) * gap;
      if (less(border, next)) {
        y = next;
        return true;
      }
      y = border;
      --cell;
      const real mean = rate * border;
      if (less(m_constants.one, mean)) continue;
      if (draw_survival(m_a, m_digits, mean)) return false;
      do y = border * m_a.uniform(m_digits);  // of those below the border the last: density exp(rate y)
      while (!draw_survival(m_a, m_digits, mean - rate * y));
      cell = exponent_of(y);
      return true;
    }
  }

  /// Advances the rank over `others`, a Poisson number of points, and the one that is reached; false past the
  /// end.
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

  /// Asks for the loss of candidate m_k. If it is within `most`, the point is the best so far: c = scale v^(1
  /// / alpha) exp(e0 loss), the distance where a point with V = 1 and no loss would be as good.
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
/// Source:     Liu, Chen, Ozgur, Li, NeurIPS 2024 (arXiv 2405.20782), Definition of PPR; the walk is ours.
///             The points of a unit Poisson process T_1 < T_2 < ... are visited in order; beyond c = r* W a
///             point can win only if its V < (c/T)^alpha, so the next such point is drawn by thinning the
///             hazard (c/t)^alpha and the rank advances by a Poisson count.
/// Definition: K = argmin over k <= candidate_limit of T_k^alpha V_k / r(Z_k)^alpha, V_k ~ Exp(1).
/// Parameters: loss(k, most) returns by how many factors r(Z_k) falls short of the largest ratio, less than
///             2^40; beyond `most`, where the candidate cannot win, any number beyond `most` will do.
/// Promise:    exact: Pr[K = k | T, Z] is proportional to (r(Z_k) / T_k)^alpha over k <= candidate_limit, so
///             K is 2 alpha e0-private, pure (core/doc/privacy.md, "PPR"). The walk runs in balls of doubles;
///             where these leave a comparison open (none of 4 million short walks) it runs anew on the same
///             digits with more bits.
/// Cost:       O(r*) evaluations expected, with an exponential tail, whatever K is; time depends on the
///             private input. 0.2 to 0.3 us each, the codec's loss included (chunks of 12 to 35 entries,
///             alpha 2 and 3/2).
/// Requires:   1 <= candidate_limit <= largest_candidate.
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
