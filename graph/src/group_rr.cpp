// SPDX-License-Identifier: MIT
#include "edgeldp/graph/baseline/group_rr.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "edgeldp/core/error.hpp"
#include "edgeldp/core/parallel.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "edgeldp/graph/protocol/plan.hpp"
#include "edgeldp/graph/protocol/rounds.hpp"
#include "refused_pairs.hpp"
#include "released_law.hpp"
#include "split_search.hpp"

namespace edgeldp {

namespace {

constexpr std::uint64_t q = randomized_response::resolution;
constexpr double unit = static_cast<double>(pair_grid::unit);

/// Above so many entries in all downloads fewer are built: 10 million are written, read and checked in 0.6 s.
constexpr double most_measured_entries = 1e7;

// --- what is public

/// After the rounds that release sizes. Users are addressed by place in the public order from here on.
struct public_sizes {
  std::vector<std::uint32_t> rank;
  std::vector<vertex_id> user_at;
  std::vector<std::int64_t> sizes;  // by place
  released_law law;
  triangle_terms terms;      // pairs, edges, sharing
  double row_squares = 0.0;  // sum over rows of the squared number of pairs that read them
  double usual_size = 0.0;   // mean size of the row that a pair reads

  public_sizes(std::vector<std::uint32_t> ranks, const std::vector<std::int64_t>& by_user, epsilon budget)
      : rank(std::move(ranks)), user_at(rank.size()), sizes(rank.size()), law(by_user, budget) {
    for (vertex_id u = 0; u < rank.size(); ++u) {
      user_at[rank[u]] = u;
      sizes[rank[u]] = by_user[u];
    }
  }

  std::uint64_t users() const noexcept { return rank.size(); }

  /// places: in public order. A row at place j is read by d_j S_j sum_{i>j} s_i (s_i - 1) / S_i^2 pairs in a
  /// random graph, S_i the sum of the degrees before place i.
  void learn(std::span<const place_moments> places) {
    terms.squared_sharing = predict_squared_sharing(places);
    std::vector<double> before(places.size());
    double sum = 0.0, after = 0.0, weights = 0.0;
    for (std::size_t i = 0; i < places.size(); ++i) {
      before[i] = sum;
      sum += places[i].degree;
    }
    for (std::size_t j = places.size(); j-- > 0;) {
      const double reads = before[j] * after, pairs = places[j].degree * reads;
      row_squares += places[j].squared_degree * reads * reads;
      usual_size += pairs * static_cast<double>(sizes[j]);
      weights += pairs;
      if (before[j] > 0.0) after += std::max(0.0, places[j].two_stars) / (before[j] * before[j]);
    }
    usual_size = weights > 0.0 ? std::max(0.0, usual_size / weights) : 0.0;
  }
};

/// Sizes alone, in an order that has nothing to do with degrees: every place has the same moments.
std::vector<place_moments> unordered_places(const public_sizes& known, double noise) {
  const auto n = static_cast<double>(known.users());
  double edges = 0.0, two_stars = 0.0, shares = 0.0;
  std::vector<place_moments> places(known.users());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto s = static_cast<double>(known.sizes[i]), share = static_cast<double>(i) / n;
    places[i].two_stars = s * (s - 1.0) - noise;  // unbiased
    edges += s;
    two_stars += places[i].two_stars;
    shares += share * share;
  }
  const double degree = std::max(0.0, 2.0 * edges / n);
  const double square = degree + (shares > 0.0 ? std::max(0.0, two_stars / shares) : 0.0);
  for (place_moments& p : places) {
    p.degree = degree;
    p.squared_degree = std::max(degree * degree, square);
  }
  return places;
}

/// Groups and sampling: constants of the settings and n.
struct group_setting {
  group_bins bins;
  std::uint64_t sampling_threshold;  // passed on below it, out of 2^40

  group_setting(const group_rr& method, std::uint64_t users)
      : bins(group_bins::for_users(users, group_size_for(method.sampling))) {
    const double s = bins.group;
    const double share = std::min(1.0, s * s / method.sampling);
    sampling_threshold = static_cast<std::uint64_t>(std::llround(share * static_cast<double>(q)));
  }
  double passed_on() const { return static_cast<double>(sampling_threshold) / static_cast<double>(q); }
};

/// Law of a received bit: Pr[1 | edge] - Pr[1 | none] before sampling, and what one entry of a row adds to
/// the latter.
struct pair_law {
  double delta, step, floor;
  pair_law(const group_bins& bins, const group_response& response) {
    const double s = bins.group, slots = bins.slots(), p = response.flip_probability();
    delta = (slots - s) / (s * (slots - 1.0)) * (1.0 - 2.0 * p);
    step = (s - 1.0) / (s * (slots - 1.0)) * (1.0 - 2.0 * p);
    floor = p;
  }
  double p0(double size) const { return std::max(0.0, floor + step * size); }
};

pair_grid make_grid(const public_sizes& known, const group_setting& setting, const pair_law& law) {
  pair_grid grid;
  grid.one = std::llround(unit / (setting.passed_on() * law.delta));
  for (const std::int64_t size : known.sizes)
    grid.offsets.push_back(std::llround(unit * law.p0(static_cast<double>(size)) / law.delta));
  return grid;
}

// --- the edge round

/// Everybody's bins: what the collector holds.
struct group_rows {
  group_bins bins;
  std::vector<bin_hash> hash;          // by place
  std::vector<std::uint64_t> inverse;  // of hash.a modulo the prime
  std::vector<std::uint64_t> words;    // by place, row_words each
  std::uint64_t row_words = 0;
  std::uint64_t upload_bytes = 0;

  std::uint32_t bin(std::uint32_t place, std::uint32_t member) const { return hash[place](bins, member); }
  bool bit(std::uint32_t place, std::uint32_t b) const {
    return (words[place * row_words + b / 64] >> (b % 64)) & 1;
  }
  /// All places that the row's hash function puts into a bin.
  template <class F>
  void for_each_member(std::uint32_t place, std::uint32_t b, F&& f) const {
    for (std::uint64_t t = b; t < bins.prime; t += bins.bins)
      f((t + bins.prime - hash[place].b) % bins.prime * inverse[place] % bins.prime);
  }
  template <class F>
  void for_each_one(std::uint32_t place, F&& f) const {
    for (std::uint64_t w = 0; w < row_words; ++w)
      for (std::uint64_t bits = words[place * row_words + w]; bits != 0; bits &= bits - 1)
        f(static_cast<std::uint32_t>(64 * w + static_cast<unsigned>(std::countr_zero(bits))));
  }
};

std::uint64_t inverse_modulo(std::uint64_t a, std::uint64_t prime) {
  std::uint64_t result = 1;
  for (std::uint64_t e = prime - 2; e != 0; e >>= 1, a = a * a % prime)
    if ((e & 1) != 0) result = result * a % prime;
  return result;
}

/// Low bits of a gap in a set where one bin in 2^80 / (a b) is present.
int rice_bits_for(std::uint64_t a, std::uint64_t b) {
  const uint128 gap = (uint128{1} << 80) / (uint128{a} * b) * 11 / 16;
  return std::max(0, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(gap))) - 1);
}

/// Neighbours before a user, by place.
void preceding_places(const graph_view& g, const public_sizes& known, std::uint32_t place,
                      std::vector<vertex_id>& scratch, std::vector<std::uint32_t>& list) {
  list.clear();
  for (const vertex_id w : g.neighbors(known.user_at[place], scratch))
    if (known.rank[w] < place) list.push_back(known.rank[w]);
  std::ranges::sort(list);
}

/// One user's bins: neighbours counted, reported through randomized response. `counts` is scratch.
bin_sets randomize_row(const group_rows& rows, const group_response& response, std::uint32_t place,
                       std::span<const std::uint32_t> list, bool only_reachable, private_randomness& coins,
                       std::vector<std::uint32_t>& counts) {
  constexpr std::uint32_t unreachable = ~std::uint32_t{0};
  counts.assign(rows.bins.bins, only_reachable ? unreachable : 0);
  if (only_reachable)
    for (std::uint32_t x = 0; x < place; ++x) counts[rows.bin(place, x)] = 0;
  for (const std::uint32_t x : list) ++counts[rows.bin(place, x)];
  bin_sets report;
  for (std::uint32_t b = 0; b < counts.size(); ++b)
    if (counts[b] != unreachable && response.report(counts[b], coins)) report.bins.push_back(b);
  report.end_row();
  return report;
}

group_rows release_rows(const graph_view& g, const public_sizes& known, const group_setting& setting,
                        const group_response& response, const group_rr& method, release_key key,
                        const coin_source& coins) {
  group_rows rows;
  rows.bins = setting.bins;
  rows.row_words = (setting.bins.bins + 63) / 64;
  rows.words.resize(known.users() * rows.row_words);
  for (const vertex_id u : known.user_at) {
    rows.hash.push_back(bin_hash::draw(key, u, setting.bins));
    rows.inverse.push_back(inverse_modulo(rows.hash.back().a, setting.bins.prime));
  }
  const bin_set_format format{1, setting.bins.bins,
                              method.is_compressed ? rice_bits_for(response.threshold(), q) : -1};
  std::mutex sum_mutex;
  parallel_for(0, known.users(), 16, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<vertex_id> scratch;
    std::vector<std::uint32_t> list, counts;
    std::uint64_t bytes = 0;
    for (std::uint64_t p = first; p < last; ++p) {
      const auto place = static_cast<std::uint32_t>(p);
      preceding_places(g, known, place, scratch, list);
      const std::vector<std::byte> message =
          coins(coin_purpose::edges, known.user_at[place], [&](private_randomness& source) {
            return write_bin_sets(
                randomize_row(rows, response, place, list, method.is_compressed, source, counts), format);
          });
      bytes += message.size();
      const bin_sets received = read_bin_sets(message, format);
      for (const std::uint32_t b : received.bins)
        rows.words[p * rows.row_words + b / 64] |= std::uint64_t{1} << (b % 64);
    }
    const std::lock_guard lock(sum_mutex);
    rows.upload_bytes += bytes;
  });
  return rows;
}

// --- what one user receives

/// The server's rule, evaluated on demand.
class received_on_demand {
 public:
  received_on_demand(const group_rows& rows, const public_sizes& known, std::uint64_t threshold,
                     release_key key, std::uint32_t reader)
      : m_rows(rows),
        m_known(known),
        m_random(key),
        m_threshold(threshold),
        m_reader(known.user_at[reader]) {}

  bool contains(std::uint32_t place, std::uint32_t b) const {
    return m_rows.bit(place, b) && is_passed_on(place, b);
  }
  template <class F>
  void for_each(std::uint32_t place, F&& f) const {
    m_rows.for_each_one(place, [&](std::uint32_t b) {
      if (is_passed_on(place, b)) f(b);
    });
  }

 private:
  bool is_passed_on(std::uint32_t place, std::uint32_t b) const {
    if (m_threshold == q) return true;
    const philox_block w = m_random.block(stream_tag::server_sampling, b, m_known.user_at[place], m_reader);
    return (w[0] | (std::uint64_t{w[1] & 0xff} << 32)) < m_threshold;
  }

  const group_rows& m_rows;
  const public_sizes& m_known;
  public_randomness m_random;
  std::uint64_t m_threshold;
  vertex_id m_reader;
};

/// A download, decoded.
class received_message {
 public:
  explicit received_message(bin_sets sets) : m_sets(std::move(sets)) {}
  bool contains(std::uint32_t place, std::uint32_t b) const { return m_sets.contains(place, b); }
  template <class F>
  void for_each(std::uint32_t place, F&& f) const {
    for (const std::uint32_t b : m_sets.row(place)) f(b);
  }

 private:
  bin_sets m_sets;
};

/// The rows before a reader, as the server sends them.
std::vector<std::byte> build_download(const received_on_demand& source, std::uint32_t reader,
                                      const bin_set_format& format) {
  bin_sets sets;
  for (std::uint32_t place = 0; place < reader; ++place) {
    source.for_each(place, [&](std::uint32_t b) { sets.bins.push_back(b); });
    sets.end_row();
  }
  return write_bin_sets(sets, format);
}

// --- the count round: statistics of one user, on the grid

/// Everything public that counting needs.
struct counting {
  const group_rr& method;
  const public_sizes& known;
  const group_setting& setting;
  const group_rows& rows;
  pair_grid grid;
  epsilon budget;
  std::int64_t largest_offset = 0, largest_estimate = 0;
  std::vector<std::int64_t> thresholds;  // allowances, by place; 0: says nothing
  std::vector<std::uint64_t> limits;     // limited pairs: received ones a member, by place
  std::vector<std::uint64_t> expanded;   // smooth: bits of all pairs, by place
  std::uint64_t expanded_words = 0;

  template <class Received>
  std::int64_t value(const Received& received, std::uint32_t later, std::uint32_t earlier) const {
    const bool bit = received.contains(later, rows.bin(later, earlier));
    return (bit ? grid.one : 0) - grid.offsets[later];
  }
  std::uint64_t pair_limit(std::uint64_t ones) const {
    if (ones == 0) return 0;
    const auto reach = static_cast<std::uint64_t>(grid.one) * ones;
    return largest_offset == 0 ? known.users() : reach / static_cast<std::uint64_t>(largest_offset);
  }
};

int128 laplace_message(int128 exact, uint128 sensitivity, epsilon budget, private_randomness& coins) {
  return exact + discrete_laplace(sensitivity, budget)(coins);
}

template <class Received>
std::optional<int128> allowances_message(const counting& c, const Received& received, std::uint32_t place,
                                         std::span<const std::uint32_t> list, private_randomness& coins) {
  const std::int64_t threshold = c.thresholds[place];
  if (threshold == 0) return std::nullopt;
  const std::int64_t exact = count_with_allowances(
      list.size(), threshold, c.largest_estimate,
      [&](std::size_t i, std::size_t j) { return c.value(received, list[i], list[j]); });
  return laplace_message(exact, static_cast<uint128>(threshold), c.budget, coins);
}

template <class Received>
std::optional<int128> limited_message(const counting& c, const Received& received, std::uint32_t place,
                                      std::span<const std::uint32_t> list, private_randomness& coins) {
  const std::uint64_t ones = c.limits[place];
  if (ones == 0) return std::nullopt;
  limited_pairs pairs;
  pairs.reset({ones, 0});
  const std::uint64_t pair_limit = c.pair_limit(ones);
  int128 exact = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    pairs.add([&](std::size_t j) { return received.contains(list[i], c.rows.bin(list[i], list[j])); });
    exact -= limited_offset(i, pair_limit, c.grid.offsets[list[i]]);
  }
  exact += int128{c.grid.one} * static_cast<int128>(pairs.ones());
  return laplace_message(exact, static_cast<uint128>(c.grid.one) * ones, c.budget, coins);
}

/// Largest change of the count by one neighbour more or less, among all that precede the user.
template <class Received>
std::int64_t local_sensitivity(const counting& c, const Received& received, std::uint32_t place,
                               std::span<const std::uint32_t> list) {
  // Pairs in which the candidate comes first: what the neighbours' rows say of all places in a bin.
  std::vector<std::int64_t> change(place);
  std::int64_t later_offsets = 0;
  for (const std::uint32_t w : list) {
    later_offsets += c.grid.offsets[w];
    received.for_each(w, [&](std::uint32_t b) {
      c.rows.for_each_member(w, b, [&](std::uint64_t v) {
        if (v < w) change[v] += c.grid.one;
      });
    });
  }
  // Pairs in which it comes last: its own row.
  std::int64_t largest = 0;
  auto next = list.begin();  // first neighbour not before the candidate
  for (std::uint32_t v = 0; v < place; ++v) {
    while (next != list.end() && *next < v) ++next;
    const auto earlier = std::span(list.begin(), next);
    if (next != list.end() && *next == v) later_offsets -= c.grid.offsets[v];
    const std::uint64_t* row = c.expanded.data() + v * c.expanded_words;
    std::int64_t ones = 0;
    for (const std::uint32_t w : earlier)
      if (((row[w / 64] >> (w % 64)) & 1) != 0 && received.contains(v, c.rows.bin(v, w))) ++ones;
    change[v] +=
        ones * c.grid.one - later_offsets - static_cast<std::int64_t>(earlier.size()) * c.grid.offsets[v];
    largest = std::max(largest, std::abs(change[v]));
  }
  return largest;
}

template <class Received>
std::optional<int128> smooth_message(const counting& c, const Received& received, std::uint32_t place,
                                     std::span<const std::uint32_t> list, private_randomness& coins) {
  int128 exact = 0;
  for (std::size_t i = 1; i < list.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) exact += c.value(received, list[i], list[j]);
  const double budget = c.budget.nats();
  const double bound = smooth_bound(static_cast<double>(local_sensitivity(c, received, place, list)),
                                    static_cast<double>(c.largest_estimate), budget / 6.0);
  const double noise = std::clamp(6.0 / budget * bound * sample_quartic(coins), -0x1p100, 0x1p100);
  return exact + static_cast<int128>(std::floor(noise));  // floor(exact + noise)
}

template <class Received>
std::optional<int128> message_of(const counting& c, const Received& received, std::uint32_t place,
                                 std::span<const std::uint32_t> list, private_randomness& coins) {
  switch (c.method.rule) {
    case group_rr::bound::allowances:
      return allowances_message(c, received, place, list, coins);
    case group_rr::bound::smooth:
      return smooth_message(c, received, place, list, coins);
    case group_rr::bound::limited_pairs:
      break;
  }
  return limited_message(c, received, place, list, coins);
}

/// Bits of all pairs, before sampling.
void expand(counting& c) {
  c.expanded_words = (c.known.users() + 63) / 64;
  c.expanded.resize(c.known.users() * c.expanded_words);
  parallel_for(0, c.known.users(), 16, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t p = first; p < last; ++p) {
      const auto place = static_cast<std::uint32_t>(p);
      for (std::uint32_t x = 0; x < place; ++x)
        if (c.rows.bit(place, c.rows.bin(place, x)))
          c.expanded[p * c.expanded_words + x / 64] |= std::uint64_t{1} << (x % 64);
    }
  });
}

// --- planning and prediction

/// How limits follow from released sizes.
struct limit_rule {
  double level;       // quantile of the sizes that may be behind a released one
  double deviations;  // of the ones received
};

/// Limits by released size.
using limit_table = std::map<std::int64_t, std::uint64_t>;

struct planned {
  epsilon edges, count;
  limit_table limits;
};

/// Public numbers that errors are predicted from, at one budget of the edge round.
struct prediction {
  const group_rr& method;
  const public_sizes& known;
  const group_setting& setting;
  group_response response;
  pair_law law;
  double p0;  // of the usual row

  prediction(const group_rr& m, const public_sizes& k, const group_setting& s, epsilon edges)
      : method(m),
        known(k),
        setting(s),
        response(edges, s.bins.group),
        law(s.bins, response),
        p0(law.p0(k.usual_size)) {}

  double one() const { return 1.0 / (setting.passed_on() * law.delta); }

  /// Without noise of the count round and clipping.
  triangle_error response_error(double closure) const {
    const double share = setting.passed_on(), s = setting.bins.group, slots = setting.bins.slots();
    const double noise = clip_model(known.law.budget()).variance();
    triangle_error error = predict_triangle_error(known.terms, {p0 + law.delta, p0}, method.total, closure);
    const double spread = law.delta * law.delta, slope = (s - 1.0) / (slots - s);
    const double sampling = (p0 + closure * law.delta) * (1.0 - share) / (share * spread);
    error.response_variance += known.terms.pairs * sampling +
                               (s - 1.0) / (slots - 1.0) * known.row_squares * p0 * (1.0 - p0) / spread +
                               slope * slope * noise * known.row_squares;
    error.laplace_variance = 0.0;
    return error;
  }

  limit_table limits_of(const limit_rule& rule) const {
    limit_table limits;
    for (const auto& [r, users] : known.law.histogram()) {
      const double n = known.law.quantile(r, rule.level) - 1.0;
      const double mean = n * setting.passed_on() * (p0 + assumed_closure * law.delta);
      limits[r] =
          n < 1.0
              ? 0
              : static_cast<std::uint64_t>(std::ceil(std::min(n, mean + rule.deviations * std::sqrt(mean))));
    }
    return limits;
  }

  /// Triangles lost by a list of d members: refused ones, less pairs whose offsets are left out.
  double expected_loss(double d, std::uint64_t ones, double closure) const {
    if (d < 2.0) return 0.0;
    const double n = d - 1.0, offset = p0 / law.delta;
    if (ones == 0) return closure * 0.5 * d * n;
    const double mean = n * setting.passed_on() * (p0 + closure * law.delta),
                 limit = static_cast<double>(ones);
    const double left_out = std::max(0.0, n - one() * limit / offset);
    return one() * refused_poisson_pairs(d, mean, limit) - 0.5 * offset * left_out * left_out;
  }

  triangle_error limited_error(const limit_table& limits, epsilon count, double closure) const {
    triangle_error error = response_error(closure);
    for (const auto& [r, c] : known.law.classes()) {
      const std::uint64_t ones = limits.at(r);
      const double scale = one() * static_cast<double>(ones) / count.nats();
      double mean = 0.0, square = 0.0;
      for (std::size_t i = 0; i < released_law::pieces; ++i) {
        const double lost = expected_loss(c.behind[i], ones, closure);
        mean += released_law::weight(i) * lost;
        square += released_law::weight(i) * lost * lost;
      }
      error.laplace_variance += 2.0 * c.users * scale * scale;
      error.bias -= c.users * mean;
      error.clip_variance += c.users * std::max(0.0, square - mean * mean);
    }
    error.bias = std::min(0.0, error.bias);
    return error;
  }

  /// The Chebyshev threshold of the paper, in triangles; 0 for those who say nothing.
  double allowance(double size) const {
    const double degree = size + static_cast<double>(method.margin);
    if (degree <= 0.0) return 0.0;
    const double s = setting.bins.group, bins = static_cast<double>(setting.bins.bins), p = law.floor;
    const double odds = s * p / (1.0 - 2.0 * p);  // 1 / (exp(e1) - 1)
    const double variance = 1.0 / law.delta * (2.0 + bins / (bins - 1.0) * odds) / setting.passed_on();
    const double covariance = 2.0 * (s - 1.0) / (s * bins - 1.0) * variance;
    return degree + std::sqrt((degree * variance + degree * degree * covariance) / 1e-3);
  }

  /// Clipping hardly ever binds where users speak; those of a released size below -margin do not.
  triangle_error allowances_error(epsilon count, double closure) const {
    triangle_error error = response_error(closure);
    for (const auto& [r, users] : known.law.histogram()) {
      const double scale = allowance(static_cast<double>(r)) / count.nats();
      error.laplace_variance += 2.0 * static_cast<double>(users) * scale * scale;
    }
    const clip_model model(known.law.budget());
    const double decay = std::exp(-known.law.budget().nats());
    const double silent = model.deconvolve(known.law.histogram(), [&](double size) {
      return 0.5 * size * (size - 1.0) *
             std::pow(decay, std::max(0.0, size + static_cast<double>(method.margin))) / (1.0 + decay);
    });
    error.bias = -closure * std::max(0.0, silent);
    return error;
  }

  /// The bound that smooth noise scales with depends on the list; here: the largest of n Poisson numbers of
  /// ones.
  triangle_error smooth_error(epsilon count, double closure) const {
    triangle_error error = response_error(closure);
    const double rarity = 1.0 / static_cast<double>(std::max<std::uint64_t>(2, known.users()));
    for (const auto& [r, users] : known.law.histogram()) {
      const double size = std::max(0.0, static_cast<double>(r)), mean = size * setting.passed_on() * p0;
      double ones = mean, tail = 1.0;
      for (; tail > rarity && ones < size; ++ones) tail = poisson_tail(mean, ones);
      const double reach = std::max(one() * ones - size * p0 / law.delta, size * p0 / law.delta);
      const double scale = 6.0 / count.nats() * smooth_bound(reach, one(), count.nats() / 6.0);
      error.laplace_variance += static_cast<double>(users) * scale * scale;
    }
    return error;
  }

 private:
  /// An upper bound of Pr[Poisson >= x] for x >= mean (Chernoff).
  static double poisson_tail(double mean, double x) {
    return x <= mean || mean <= 0.0 ? (x > 0.0 && mean <= 0.0 ? 0.0 : 1.0)
                                    : std::exp(x - mean - x * std::log(x / mean));
  }
};

limit_rule best_rule(const prediction& p, epsilon count, limit_rule rule) {
  double least = std::numeric_limits<double>::infinity();
  const auto search = [&](double limit_rule::* coordinate, std::span<const double> values) {
    limit_rule tried = rule;
    for (const double value : values) {
      tried.*coordinate = value;
      const double rmse = p.limited_error(p.limits_of(tried), count, assumed_closure).rmse();
      if (rmse < least) {
        least = rmse;
        rule.*coordinate = value;
      }
    }
  };
  search(&limit_rule::level, std::array{0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998});
  search(&limit_rule::deviations, std::array{0.0, 0.7, 1.4, 2.1, 2.8, 3.5, 4.5, 6.0});
  return rule;
}

planned plan_rounds(const group_rr& method, const public_sizes& known, const group_setting& setting,
                    epsilon rest) {
  planned plan;
  if (method.rule != group_rr::bound::limited_pairs) {
    plan.edges = share_of(rest, method.edge_share);
    plan.count = difference(rest, plan.edges);
    return plan;
  }
  limit_rule rule{0.98, 2.8};
  const double total = rest.nats();
  for (int pass = 0; pass < 2; ++pass) {
    const double edges = minimize(0.1 * total, std::min(0.95 * total, 24.9), [&](double e) {
      const prediction p(method, known, setting, share_of(rest, e / total));
      return p.limited_error(p.limits_of(rule), difference(rest, share_of(rest, e / total)), assumed_closure)
          .rmse();
    });
    plan.edges = share_of(rest, edges / total);
    plan.count = difference(rest, plan.edges);
    rule = best_rule(prediction(method, known, setting, plan.edges), plan.count, rule);
  }
  plan.limits = prediction(method, known, setting, plan.edges).limits_of(rule);
  return plan;
}

// --- all rounds

/// Sums over users, and the downloads that were built.
struct count_round {
  int128 sum = 0;
  std::uint64_t upload_bytes = 0, measured = 0, download_bytes = 0, largest_download = 0;

  void add(const count_round& part) {
    sum += part.sum;
    upload_bytes += part.upload_bytes;
    measured += part.measured;
    download_bytes += part.download_bytes;
    largest_download = std::max(largest_download, part.largest_download);
  }
};

/// A fixed public sample of places, spread evenly.
std::vector<bool> measured_places(const counting& c, double p0) {
  const auto n = static_cast<double>(c.known.users());
  const double entries = 0.5 * n * static_cast<double>(c.rows.bins.bins) * p0 * c.setting.passed_on();
  const double most = std::clamp(most_measured_entries / entries, 1.0, n);
  const auto wanted = std::min(c.method.measured_users, static_cast<std::uint64_t>(most));
  std::vector<bool> measured(c.known.users());
  for (std::uint64_t i = 0; i < wanted; ++i) measured[(2 * i + 1) * c.known.users() / (2 * wanted)] = true;
  return measured;
}

count_round count_all(const graph_view& g, const counting& c, const bin_set_format& format,
                      const std::vector<bool>& measured, release_key key, const coin_source& coins) {
  count_round total;
  std::mutex sum_mutex;
  parallel_for(0, c.known.users(), 8, [&](std::uint64_t first, std::uint64_t last) {
    count_round part;
    std::vector<vertex_id> scratch;
    std::vector<std::uint32_t> list;
    for (std::uint64_t p = first; p < last; ++p) {
      const auto place = static_cast<std::uint32_t>(p);
      preceding_places(g, c.known, place, scratch, list);
      const received_on_demand source(c.rows, c.known, c.setting.sampling_threshold, key, place);
      const auto message = coins(coin_purpose::count, c.known.user_at[place], [&](private_randomness& own) {
        if (!measured[place]) return message_of(c, source, place, list, own);
        bin_set_format shape = format;
        shape.rows = place;
        const std::vector<std::byte> download = build_download(source, place, shape);
        part.add({0, 0, 1, download.size(), download.size()});
        return message_of(c, received_message(read_bin_sets(download, shape)), place, list, own);
      });
      if (!message) continue;
      part.sum += *message;
      part.upload_bytes += integer_message(*message).size();
    }
    const std::lock_guard lock(sum_mutex);
    total.add(part);
  });
  return total;
}

void require_share(const char* name, double share) {
  if (!(share > 0.0) || !(share < 1.0))
    throw invalid_parameter(std::string(name) + " share = " + std::to_string(share) + ": must lie in (0, 1)");
}

void check(const group_rr& method) {
  if (method.order == user_order::noisy_degree) require_share("degree", method.degree_share);
  require_share("size", method.size_share);
  require_share("edge", method.edge_share);
  if (method.order == user_order::noisy_degree && method.degree_share + method.size_share >= 1.0)
    throw invalid_parameter("degree and size shares add up to " +
                            std::to_string(method.degree_share + method.size_share) +
                            ": must be less than 1");
  if (method.margin > static_cast<std::uint64_t>(largest_released_number))
    throw invalid_parameter("margin = " + std::to_string(method.margin) + ": must lie in [0, 2^48]");
}

/// Rounds `degree` (only for the order by degree) and `size`.
public_sizes release_all_sizes(const graph_view& g, const group_rr& method, release_key key,
                               const coin_source& coins, baseline_result& result) {
  const epsilon size = share_of(method.total, method.size_share);
  std::optional<size_knowledge> known;
  std::vector<std::uint32_t> rank;
  if (method.order == user_order::noisy_degree) {
    const epsilon degree = share_of(method.total, method.degree_share);
    result.spent.spend(rounds::degree, degree, edge_use::both_endpoints);
    number_round degrees = release_degrees(g, degree, coins);
    result.traffic.upload_bytes += static_cast<double>(degrees.upload_bytes);
    known.emplace(method.order, key, std::move(degrees.values), degree);
    rank.assign(known->rank().begin(), known->rank().end());
  } else {
    rank = rank_users(method.order, key, g.vertex_count(), {});
  }
  result.spent.spend(rounds::size, size);
  number_round sizes = release_sizes_of_rows(g, rank, size, coins);
  result.traffic.upload_bytes += static_cast<double>(sizes.upload_bytes);
  public_sizes all(std::move(rank), sizes.values, size);
  const double noise = clip_model(size).variance();
  for (const std::int64_t s : sizes.values) {
    const auto x = static_cast<double>(s);
    all.terms.pairs += 0.5 * (x * (x - 1.0) - noise);  // unbiased
    all.terms.edges += x;
  }
  all.terms.pairs = std::max(0.0, all.terms.pairs);
  if (known) {
    known->learn_sizes(std::move(sizes.values), size);
    all.learn(known->places());
  } else {
    all.learn(unordered_places(all, noise));
  }
  return all;
}

counting make_counting(const group_rr& method, const public_sizes& known, const group_setting& setting,
                       const group_rows& rows, const prediction& p, const planned& plan) {
  counting c{method, known, setting, rows, make_grid(known, setting, p.law), plan.count, 0, 0, {}, {}, {}, 0};
  c.largest_offset = *std::ranges::max_element(c.grid.offsets);
  const std::int64_t least_offset = *std::ranges::min_element(c.grid.offsets);
  c.largest_estimate = std::max(c.grid.one - least_offset, c.largest_offset);
  for (const std::int64_t size : known.sizes) {
    if (method.rule == group_rr::bound::allowances)
      c.thresholds.push_back(std::llround(std::ceil(unit * p.allowance(static_cast<double>(size)))));
    if (method.rule == group_rr::bound::limited_pairs) c.limits.push_back(plan.limits.at(size));
  }
  if (method.rule == group_rr::bound::smooth) expand(c);
  return c;
}

void conclude(baseline_result& result, const prediction& p, const planned& plan) {
  const double pairs = p.known.terms.pairs;
  const double closure = pairs > 0.0 ? std::clamp(result.triangles.value / pairs, 0.0, 1.0) : assumed_closure;
  switch (p.method.rule) {
    case group_rr::bound::allowances:
      result.error = p.allowances_error(plan.count, closure);
      result.is_private = false;
      result.caveat =
          "estimates of pairs may be negative and pairs refused because of a new neighbour free others, so "
          "the "
          "clipping threshold does not bound what one neighbour changes";
      break;
    case group_rr::bound::smooth:
      result.error = p.smooth_error(plan.count, closure);
      break;
    case group_rr::bound::limited_pairs:
      result.error = p.limited_error(plan.limits, plan.count, closure);
      break;
  }
  result.triangles.standard_error = result.error.standard_error();
  result.triangles.bias = result.error.bias;
}

}  // namespace

group_rr group_rr::published(epsilon total, double sampling) {
  return {total, sampling};
}

group_rr group_rr::smooth(epsilon total, double sampling) {
  group_rr method{total, sampling};
  method.rule = bound::smooth;
  return method;
}

group_rr group_rr::strongest(epsilon total, double sampling) {
  group_rr method{total, sampling};
  method.rule = bound::limited_pairs;
  method.order = user_order::noisy_degree;
  method.degree_share = 0.02;
  method.size_share = 0.08;
  method.is_compressed = true;
  return method;
}

baseline_result estimate_triangles(const graph_view& g, const group_rr& method, release_key key,
                                   const coin_source& coins) {
  if (g.vertex_count() == 0) throw bad_graph_input("the graph has no vertices");
  check(method);
  const group_setting setting(method, g.vertex_count());
  baseline_result result{{}, {}, ledger(method.total), {}, true, {}};
  const public_sizes known = release_all_sizes(g, method, key, coins, result);

  const planned plan = plan_rounds(method, known, setting, result.spent.remaining());
  result.spent.spend(rounds::edges, plan.edges);
  const prediction predicted(method, known, setting, plan.edges);
  const group_rows rows = release_rows(g, known, setting, predicted.response, method, key, coins);

  result.spent.spend(rounds::count, plan.count);
  const counting c = make_counting(method, known, setting, rows, predicted, plan);
  const bin_set_format format{
      0, setting.bins.bins,
      method.is_compressed ? rice_bits_for(predicted.response.threshold(), setting.sampling_threshold) : -1};
  const count_round count = count_all(g, c, format, measured_places(c, predicted.p0), key, coins);
  result.triangles.value = static_cast<double>(count.sum) / unit;
  conclude(result, predicted, plan);

  result.traffic.upload_bytes = (result.traffic.upload_bytes + static_cast<double>(rows.upload_bytes) +
                                 static_cast<double>(count.upload_bytes)) /
                                static_cast<double>(g.vertex_count());
  result.traffic.measured_users = count.measured;
  if (count.measured != 0)
    result.traffic.download_bytes =
        static_cast<double>(count.download_bytes) / static_cast<double>(count.measured);
  result.traffic.largest_download_bytes = static_cast<double>(count.largest_download);
  return result;
}

}  // namespace edgeldp
