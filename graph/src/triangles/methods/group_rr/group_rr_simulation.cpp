// SPDX-License-Identifier: MIT
#include "edgeldp/graph/triangles/methods/group_rr/group_rr_simulation.hpp"

#include <bit>
#include <cmath>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "edgeldp/graph/protocol/public_view.hpp"
#include "edgeldp/graph/protocol/rounds_simulation.hpp"
#include "edgeldp/graph/triangles/methods/group_rr/group_rr_user.hpp"
#include "protocol/budget_search.hpp"
#include "protocol/budget_shares.hpp"
#include "triangles/methods/group_rr/plan.hpp"

namespace edgeldp {

namespace {

constexpr std::uint64_t q = randomized_response::resolution;
constexpr double unit = static_cast<double>(pair_grid::unit);

/// Where the downloads to be built would hold more entries than this, fewer are built.
constexpr double most_measured_entries = 2e6;

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
    if (counts[b] != unreachable && report_bin(response, counts[b], coins)) report.bins.push_back(b);
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
  /// Earlier members for whom a member's offset is subtracted: as many as cost no sensitivity
  /// beyond the ones'.
  std::uint64_t pair_limit(std::uint64_t ones) const {
    if (largest_offset == 0) return known.users();
    const uint128 reach = static_cast<uint128>(grid.one) * ones;
    return static_cast<std::uint64_t>(reach / static_cast<uint128>(largest_offset));
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
  std::vector<std::uint64_t> mask(c.expanded_words);  // neighbours before the candidate
  std::int64_t largest = 0, earlier = 0;
  auto next = list.begin();
  for (std::uint32_t v = 0; v < place; ++v) {
    const bool is_neighbor = next != list.end() && *next == v;
    if (is_neighbor) later_offsets -= c.grid.offsets[v];
    const std::uint64_t* row = c.expanded.data() + v * c.expanded_words;
    std::int64_t ones = 0;
    const auto look_at = [&](std::uint32_t w) { ones += received.contains(v, c.rows.bin(v, w)) ? 1 : 0; };
    if (static_cast<std::uint64_t>(earlier) > v / 128) {
      for (std::uint32_t word = 0; word <= v / 64; ++word)
        for (std::uint64_t bits = row[word] & mask[word]; bits != 0; bits &= bits - 1)
          look_at(64 * word + static_cast<std::uint32_t>(std::countr_zero(bits)));
    } else {
      for (auto w = list.begin(); w != next; ++w)
        if (((row[*w / 64] >> (*w % 64)) & 1) != 0) look_at(*w);
    }
    change[v] += ones * c.grid.one - later_offsets - earlier * c.grid.offsets[v];
    largest = std::max(largest, std::abs(change[v]));
    if (is_neighbor) {
      mask[v / 64] |= std::uint64_t{1} << (v % 64);
      ++earlier;
      ++next;
    }
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
  const output_grid out = smooth_output_grid(c.known.users(), c.largest_estimate, budget);
  return out.release(exact, 6.0 / budget * bound * sample_quartic(coins));
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
  std::optional<public_view> known;
  std::shared_ptr<const public_order> order;
  if (method.order == user_order::noisy_degree) {
    const epsilon degree = share_of(method.total, method.degree_share);
    result.spent.spend(rounds::degree, degree, edge_use::both_endpoints);
    released_numbers degrees = release_degrees(g, degree, coins);
    result.communication.upload_bytes += static_cast<double>(degrees.upload_bytes);
    known.emplace(method.order, key, std::move(degrees.values), degree);
    order = known->order();
  } else {
    order =
        std::make_shared<const public_order>(method.order, key, std::vector<std::int64_t>(g.vertex_count()));
  }
  result.spent.spend(rounds::size, size);
  released_numbers sizes = release_sizes_of_rows(g, order, size, coins);
  result.communication.upload_bytes += static_cast<double>(sizes.upload_bytes);
  public_sizes all({order->ranks().begin(), order->ranks().end()}, sizes.values, size);
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
      c.thresholds.push_back(to_grid(p.allowance(static_cast<double>(size))));
    if (method.rule == group_rr::bound::limited_pairs) c.limits.push_back(plan.limits.at(size));
  }
  if (method.rule == group_rr::bound::smooth) expand(c);
  return c;
}

void conclude(baseline_result& result, const prediction& p, const planned& plan) {
  const double pairs = p.known.terms.pairs;
  const double closure =
      pairs > 0.0 ? std::clamp(result.triangles.value / pairs, 0.0, 1.0) : baseline_closure;
  switch (p.method.rule) {
    case group_rr::bound::allowances:
      result.error = p.allowances_error(plan.count, closure);
      result.is_private = false;
      result.caveat =
          "pairs refused because of a new neighbour free others, and estimates may be negative, so that the "
          "clipping threshold does not bound what one neighbour changes for every noisy graph";
      break;
    case group_rr::bound::smooth:
      result.error = p.smooth_error(plan.count, closure);
      break;
    case group_rr::bound::limited_pairs:
      result.error = p.limited_error(plan.limits, plan.count, closure);
      break;
  }
  result.triangles = {result.triangles.value, result.error.standard_error(), result.error.bias};
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
  baseline_result result{{},
                         {},
                         ledger(method.total),
                         {},
                         true,
                         {},
                         {account(method.total, g.vertex_count()), 0, 0, {}, {}, {}}};
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

  result.communication.upload_bytes =
      (result.communication.upload_bytes + static_cast<double>(rows.upload_bytes) +
       static_cast<double>(count.upload_bytes)) /
      static_cast<double>(g.vertex_count());
  result.communication.measured_users = count.measured;
  if (count.measured != 0)
    result.communication.download_bytes =
        static_cast<double>(count.download_bytes) / static_cast<double>(count.measured);
  result.communication.largest_download_bytes = static_cast<double>(count.largest_download);
  return result;
}

}  // namespace edgeldp
