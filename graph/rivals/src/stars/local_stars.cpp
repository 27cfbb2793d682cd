// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/stars/local_stars.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include "belief/released_law.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "questions/degrees/binomial.hpp"
#include "rounds/limited_round.hpp"
#include "stars/star_round.hpp"

namespace edgeldp {

namespace {

void check(const local_stars& method) {
  if (method.k < 1 || method.k > 16)
    throw invalid_parameter("k = " + std::to_string(method.k) + ": must lie in [1, 16]");
  if (!(method.degree_share > 0.0) || !(method.degree_share < 1.0))
    throw invalid_parameter("degree share = " + std::to_string(method.degree_share) + ": must lie in (0, 1)");
}

std::uint64_t as_cap(std::int64_t wanted, std::uint64_t users) {
  return static_cast<std::uint64_t>(
      std::clamp<std::int64_t>(wanted, 0, static_cast<std::int64_t>(users) - 1));
}

/// Caps by released degree.
using caps_by_degree = std::map<std::int64_t, std::uint64_t>;

struct cap_decision {
  caps_by_degree caps;

  void write(byte_string& out) const {
    canonical_writer to(out);
    to.number(static_cast<int128>(caps.size()));
    for (const auto& [degree, cap] : caps) to.number(degree).number(static_cast<int128>(cap));
  }
  static cap_decision read(std::span<const std::byte> in) {
    canonical_reader from(in);
    cap_decision decided;
    for (std::uint64_t left = from.count(in.size()); left > 0; --left) {
      const std::int64_t degree = from.number();
      decided.caps[degree] = from.word();
    }
    from.end();
    return decided;
  }
};

caps_by_degree caps_of(const released_law& known, std::uint64_t users, local_stars::bound rule,
                       std::int64_t margin) {
  const std::uint64_t largest = as_cap(known.histogram().rbegin()->first, users);
  caps_by_degree caps;
  for (const auto& [r, alike] : known.histogram())
    caps[r] = rule == local_stars::bound::noisy_maximum ? largest : as_cap(r + margin, users);
  return caps;
}

uint128 sensitivity_of(std::uint64_t cap, const local_stars& method) {
  return star_sensitivity(cap, method.k, method.rule == local_stars::bound::noisy_maximum);
}

/// Laplace variance, and what clipping loses of degrees that may be behind the released ones.
estimate predict(const released_law& known, const caps_by_degree& caps, const local_stars& method,
                 epsilon count) {
  const int k = static_cast<int>(method.k);
  double variance = 0.0, bias = 0.0;
  for (const auto& [r, c] : known.classes()) {
    const std::uint64_t cap = caps.at(r);
    if (const uint128 reach = sensitivity_of(cap, method); reach != 0)
      variance += c.users * discrete_laplace(reach, count).variance();
    const auto limit = static_cast<double>(cap);
    double lost = 0.0, squares = 0.0;
    for (std::size_t i = 0; i < released_law::pieces; ++i) {
      const double over =
          c.behind[i] > limit ? binomial(c.behind[i], k) - (cap < method.k ? 0.0 : binomial(limit, k)) : 0.0;
      const double loss = c.behind[i] < k ? 0.0 : std::max(0.0, over);
      lost += released_law::weight(i) * loss;
      squares += released_law::weight(i) * loss * loss;
    }
    bias -= c.users * lost;
    variance += c.users * std::max(0.0, squares - lost * lost);
  }
  return {0.0, std::sqrt(variance), bias};
}

/// The margin of own caps with the least predicted error: in scales of the noise of the released
/// degrees.
std::int64_t best_margin(const released_law& known, std::uint64_t users, const local_stars& method,
                         epsilon count) {
  if (method.rule == local_stars::bound::noisy_maximum) return 0;
  double least = std::numeric_limits<double>::infinity();
  std::int64_t best = 0;
  for (const double scales : {0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0}) {
    const auto margin = std::llround(std::min(scales / known.budget().nats(), 0x1p40));
    const estimate e = predict(known, caps_of(known, users, method.rule, margin), method, count);
    const double rmse = std::hypot(e.standard_error, e.bias);
    if (rmse < least) {
      least = rmse;
      best = margin;
    }
  }
  return best;
}

struct round_shares {
  epsilon degree, count;
};

round_shares shares_of(const local_stars& method) {
  const epsilon degree = share_of(method.total, method.degree_share);
  return {degree, difference(method.total, degree)};
}

}  // namespace

local_stars local_stars::published(epsilon total, unsigned k) {
  return {total, k, 0.1, bound::noisy_maximum};
}

local_stars local_stars::strongest(epsilon total, unsigned k) {
  return {total, k, 0.2, bound::own_degree};
}

stars_result estimate_stars(session& s, const local_stars& method) {
  const roster all = s.everybody();
  if (all.size() == 0) throw bad_graph_input("the graph has no vertices");
  check(method);
  const std::uint64_t users = all.size();
  const round_shares budget = shares_of(method);
  const released_values degrees = s.ask(degree_round{budget.degree}, {budget.degree, all});
  const released_law known(degrees.values, budget.degree);
  const auto decided = s.decide<cap_decision>("caps", [&] {
    return cap_decision{caps_of(known, users, method.rule, best_margin(known, users, method, budget.count))};
  });
  const caps_by_degree& caps = decided.caps;

  std::vector<std::uint64_t> limits(users);
  for (std::uint64_t u = 0; u < users; ++u) {
    const std::uint64_t cap = caps.at(degrees.values[u]);
    if (sensitivity_of(cap, method) != 0) limits[u] = cap;
  }
  const bool as_published = method.rule == local_stars::bound::noisy_maximum;
  const limited_counts counts =
      ask_limited(s, star_round{budget.count, {method.k, as_published}}, std::move(limits));
  const int128 sum = std::accumulate(counts.messages.begin(), counts.messages.end(), int128{0});

  const double sent = static_cast<double>(s.upload_bytes()) / static_cast<double>(users);
  stars_result result{
      predict(known, caps, method, budget.count), {sent, 0.0, 0.0}, caps.rbegin()->second, s.close()};
  result.stars.value = static_cast<double>(sum);
  return result;
}

estimate predict_stars(std::span<const double> degrees, const local_stars& method) {
  if (degrees.empty()) return {};
  check(method);
  const round_shares budget = shares_of(method);
  std::vector<std::int64_t> likely;
  for (const double d : degrees) likely.push_back(std::llround(d));
  const released_law known(likely, budget.degree);
  const std::int64_t margin = best_margin(known, likely.size(), method, budget.count);
  return predict(known, caps_of(known, likely.size(), method.rule, margin), method, budget.count);
}

}  // namespace edgeldp
