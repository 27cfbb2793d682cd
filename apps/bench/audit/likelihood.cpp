// SPDX-License-Identifier: MIT
#include "bench/audit/likelihood.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/codec/nullspace/nullspace.hpp"
#include "edgeldp/core/random/public_randomness.hpp"

namespace edgeldp::audit {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

int128 distance(int128 a, int128 b) {
  return a < b ? b - a : a - b;
}

int neighbors(std::uint32_t bits) {
  return std::popcount(bits);
}

/// Of u's neighbours those with a lower place.
std::uint32_t preceding(std::uint32_t bits, std::span<const std::uint32_t> places, vertex_id u) {
  std::uint32_t kept = 0;
  for (vertex_id v = 0; v < places.size(); ++v)
    if (places[v] < places[u]) kept |= bits & (1U << v);
  return kept;
}

/// The members of a list in the public order.
std::vector<vertex_id> in_order(std::uint32_t bits, std::span<const std::uint32_t> places) {
  std::vector<vertex_id> members;
  for (; bits != 0; bits &= bits - 1) members.push_back(static_cast<vertex_id>(std::countr_zero(bits)));
  std::ranges::sort(members, {}, [&](vertex_id v) { return places[v]; });
  return members;
}

/// A sum over users whose inputs differ.
template <class Inputs, class F>
double over_changed(const Inputs& first, const Inputs& second, F&& log_ratio) {
  double sum = 0.0;
  for (vertex_id u = 0; u < first.size(); ++u)
    if (first[u] != second[u]) sum += log_ratio(u, first[u], second[u]);
  return sum;
}

/// 0 is as good a ratio as any for what both call impossible; one of them is infinity.
double log_of(double first, double second) {
  return first == second ? 0.0 : std::log(first) - std::log(second);
}

/// The number of vectors in an echelon basis over GF(p) grows or not by one more row of 0s and 1s.
class echelon {
 public:
  explicit echelon(unsigned p) : m_p(p) {}

  bool add(std::uint64_t coefficients) {
    std::array<unsigned, 64> row{};
    for (unsigned c = 0; c < 64; ++c) row[c] = (coefficients >> c) & 1;
    for (const auto& [pivot, of_basis] : m_basis) {
      const unsigned factor = row[pivot];
      if (factor == 0) continue;
      for (unsigned c = 0; c < 64; ++c) row[c] = (row[c] + (m_p - factor) * of_basis[c]) % m_p;
    }
    const auto pivot = std::ranges::find_if(row, [](unsigned x) { return x != 0; });
    if (pivot == row.end()) return false;
    const unsigned inverse = inverse_of(*pivot);
    for (unsigned& x : row) x = x * inverse % m_p;
    m_basis.emplace_back(static_cast<std::size_t>(pivot - row.begin()), row);
    return true;
  }

 private:
  unsigned inverse_of(unsigned x) const {
    unsigned y = 1;
    while (x * y % m_p != 1) ++y;
    return y;
  }
  unsigned m_p;
  std::vector<std::pair<std::size_t, std::array<unsigned, 64>>> m_basis;
};

/// Addition in GF(q) of codes: digits without carry for powers of two, residues for primes.
unsigned add_in_field(unsigned a, unsigned b, unsigned q) {
  return std::has_single_bit(q) ? a ^ b : (a + b) % q;
}

double nullspace_row_likelihood(const nullspace_codec& codec, const row_shape& shape,
                                std::span<const std::uint64_t> words,
                                std::span<const std::uint32_t> positions) {
  if (shape.columns > nullspace_matrix::window)
    throw invalid_parameter("columns of a row = " + std::to_string(shape.columns) + ": the audit takes 64");
  const unsigned q = codec.response().field_order();
  const auto planes = static_cast<std::size_t>(std::bit_width(q - 1));
  // What no column pays for must not be there.
  for (std::size_t w = 0; w < words.size(); ++w)
    if (const std::uint64_t column_bits = w < planes ? words[w] >> (shape.columns - 1) >> 1 : words[w];
        column_bits != 0)
      return 0.0;
  std::vector<unsigned> element(shape.columns);
  for (std::size_t c = 0; c < element.size(); ++c)
    for (std::size_t t = 0; t < planes; ++t) element[c] |= static_cast<unsigned>((words[t] >> c) & 1) << t;
  const nullspace_matrix public_matrix = codec.matrix(shape);
  std::vector<std::uint64_t> matrix;
  for (const std::uint32_t position : positions) matrix.push_back(public_matrix.coefficients(position));
  return nullspace_likelihood(matrix, element, q, codec.response().drop_probability());
}

/// Pr[bits of a row of randomized values], lowest position first.
double bitmap_likelihood(const randomized_response& response, std::span<const std::uint64_t> words,
                         std::span<const std::uint32_t> values) {
  const auto bits = static_cast<std::size_t>(std::bit_width(response.alphabet() - 1));
  const std::size_t in_a_word = 64 / bits;
  double likelihood = 1.0;
  std::vector<std::uint64_t> rest(words.begin(), words.end());
  for (std::size_t x = 0; x < values.size(); ++x) {
    std::uint64_t& word = rest[x / in_a_word];
    const std::size_t shift = bits * (x % in_a_word);
    const std::uint64_t sent = (word >> shift) & ((std::uint64_t{1} << bits) - 1);
    if (sent >= response.alphabet()) return 0.0;
    likelihood *= sent == values[x] ? response.same_probability() : response.other_probability();
    word ^= sent << shift;
  }
  // What no position pays for must not be there.
  return std::ranges::all_of(rest, [](std::uint64_t word) { return word == 0; }) ? likelihood : 0.0;
}

/// Of a row with these values at positions 0, 1, ... (bitmap), or entries at these positions
/// (nullspace).
template <class Layout>
double row_likelihood(const Layout& layout, vertex_id u, std::span<const std::uint64_t> words,
                      std::span<const std::uint32_t> values, std::span<const std::uint32_t> positions) {
  const any_codec& of_user = [&]() -> const any_codec& {
    if constexpr (requires { layout.codec(u); })
      return layout.codec(u);
    else
      return layout.codec();
  }();
  return of_user.visit([&](const auto& codec) -> double {
    using codec_type = std::decay_t<decltype(codec)>;
    if constexpr (std::is_same_v<codec_type, bitmap_codec>) {
      return bitmap_likelihood(codec.response(), words, values);
    } else if constexpr (std::is_same_v<codec_type, nullspace_codec>) {
      return nullspace_row_likelihood(codec, layout.shape(u), words, positions);
    } else {
      throw invalid_parameter("the law of a ppr row is not known in closed form");
    }
  });
}

}  // namespace

double laplace_log_ratio(int128 message, int128 first, int128 second, uint128 sensitivity, epsilon budget) {
  const int128 nearer = distance(message, second) - distance(message, first);
  return static_cast<double>(nearer) / static_cast<double>(sensitivity) * budget.nats();
}

double nullspace_likelihood(std::span<const std::uint64_t> matrix, std::span<const unsigned> element,
                            unsigned field_order, double drop) {
  std::vector<std::uint64_t> orthogonal;
  for (const std::uint64_t row : matrix) {
    unsigned product = 0;
    for (std::size_t c = 0; c < element.size(); ++c)
      if ((row >> c) & 1) product = add_in_field(product, element[c], field_order);
    if (product == 0) orthogonal.push_back(row);
  }
  // Ranks of 0/1 rows are those over the prime field.
  const unsigned p = std::has_single_bit(field_order) ? 2 : field_order;
  double sum = 0.0;
  const auto visit = [&](auto&& self, std::size_t next, const echelon& kept, double weight) -> void {
    if (next == orthogonal.size()) {
      sum += weight;
      return;
    }
    self(self, next + 1, kept, weight * drop);
    echelon with = kept;
    const double grown = with.add(orthogonal[next]) ? field_order : 1.0;
    self(self, next + 1, with, weight * (1.0 - drop) * grown);
  };
  const auto refused = static_cast<double>(matrix.size() - orthogonal.size());
  visit(visit, 0, echelon(p), std::pow(drop, refused));
  return sum;
}

std::vector<std::uint32_t> public_places(const release_parameters& p, std::span<const std::int64_t> degrees) {
  if (p.order == user_order::random) throw invalid_parameter("the audit knows no random order");
  std::vector<vertex_id> users(degrees.size());
  std::iota(users.begin(), users.end(), vertex_id{0});
  if (p.order == user_order::noisy_degree)
    std::ranges::sort(users, [&](vertex_id u, vertex_id v) {
      return degrees[u] != degrees[v] ? degrees[u] > degrees[v] : u < v;
    });
  std::vector<std::uint32_t> places(users.size());
  for (std::uint32_t place = 0; place < users.size(); ++place) places[users[place]] = place;
  return places;
}

double number_log_ratio(const release& published, std::span<const std::uint32_t> places,
                        const held_bits& first, const held_bits& second) {
  const release_parameters& p = published.parameters();
  const release_layout& layout = published.layout();
  const rank_budgets sizes = p.size.is_zero() ? rank_budgets() : p.size_budgets();
  return over_changed(first, second, [&](vertex_id u, std::uint32_t a, std::uint32_t b) {
    double sum = laplace_log_ratio(layout.degrees()[u], neighbors(a), neighbors(b), 1, p.degree);
    if (!p.size.is_zero())
      sum += laplace_log_ratio(layout.sizes()[u], neighbors(preceding(a, places, u)),
                               neighbors(preceding(b, places, u)), 1, sizes.at(places[u]));
    return sum;
  });
}

double row_log_ratio(const release& published, std::span<const std::uint32_t> places, const held_bits& first,
                     const held_bits& second) {
  const release_layout& layout = published.layout();
  return over_changed(first, second, [&](vertex_id u, std::uint32_t a, std::uint32_t b) {
    const auto likelihood = [&](std::uint32_t bits) {
      std::vector<std::uint32_t> values(places[u]), positions;
      for (const vertex_id v : in_order(preceding(bits, places, u), places)) {
        values[places[v]] = 1;
        positions.push_back(layout.position(v));
      }
      return row_likelihood(layout, u, published.words(u), values, positions);
    };
    return log_of(likelihood(a), likelihood(b));
  });
}

double triangle_count_log_ratio(const release& published, std::span<const std::uint32_t> places,
                                std::span<const user_bound> bounds, std::span<const int128> messages,
                                epsilon budget, const held_bits& first, const held_bits& second) {
  const bit_lattice lattice = published.layout().codec().lattice();
  return over_changed(first, second, [&](vertex_id u, std::uint32_t a, std::uint32_t b) {
    if (bounds[u].sensitivity == 0) return messages[u] == 0 ? 0.0 : infinity;
    // Pairs in the order of their later, then of their earlier member; ones and zeros apart.
    const auto statistic = [&](std::uint32_t bits) {
      const std::vector<vertex_id> members = in_order(preceding(bits, places, u), places);
      const std::array<std::uint64_t, 2> most = {bounds[u].pairs.zeros, bounds[u].pairs.ones};
      std::array<std::vector<std::uint64_t>, 2> taken;
      taken.fill(std::vector<std::uint64_t>(members.size()));
      std::array<std::int64_t, 2> accepted{};
      for (std::size_t i = 0; i < members.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          const std::size_t kind = published.edge(members[i], members[j]) ? 1 : 0;
          if (taken[kind][i] >= most[kind] || taken[kind][j] >= most[kind]) continue;
          ++taken[kind][i];
          ++taken[kind][j];
          ++accepted[kind];
        }
      }
      return int128{accepted[1]} * static_cast<std::int64_t>(lattice.scale - lattice.offset) -
             int128{accepted[0]} * static_cast<std::int64_t>(lattice.offset);
    };
    return laplace_log_ratio(messages[u], statistic(a), statistic(b), bounds[u].sensitivity, budget);
  });
}

namespace {

/// What a limit for each sign accepts of weight(j, i), i < j < members: positive less negative.
template <class Weight>
int128 limited_sum(std::size_t members, std::int64_t limit, Weight&& weight) {
  std::array<std::vector<std::int64_t>, 2> room;  // of negative, of positive weight
  room.fill(std::vector<std::int64_t>(members, limit));
  int128 sum = 0;
  for (std::size_t j = 0; j < members; ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      const std::int64_t w = weight(j, i);
      std::vector<std::int64_t>& left = room[w > 0 ? 1 : 0];
      const std::int64_t accepted = std::min({std::abs(w), left[i], left[j]});
      left[i] -= accepted;
      left[j] -= accepted;
      sum += w > 0 ? accepted : -accepted;
    }
  }
  return sum;
}

}  // namespace

double centred_count_log_ratio(const release& published, std::span<const std::uint32_t> places,
                               const centred_estimate& counted, const held_bits& first,
                               const held_bits& second) {
  const release_parameters& p = published.parameters();
  const rank_budgets budgets = p.count_budgets();
  const std::vector<int128> messages = messages_by_user(counted);
  return over_changed(first, second, [&](vertex_id u, std::uint32_t a, std::uint32_t b) {
    const bool is_first = is_in_first_group(p.key, u, counted.groups[0].share);
    const centred_rule& rule = counted.groups[is_first ? 0 : 1].rule;
    const auto [begin, each, margin] =
        *std::prev(std::ranges::upper_bound(rule.limits, places[u], {}, &centred_limit::first));
    const std::int64_t members = std::min<std::int64_t>(places[u], published.layout().sizes()[u] + margin);
    const std::int64_t limit = members < 2 ? 0 : static_cast<std::int64_t>(each) * (members - 1);
    if (limit == 0) return messages[u] == 0 ? 0.0 : infinity;
    // The later member's row holds the bit.
    const auto weight = [&](vertex_id later, vertex_id earlier) {
      const bit_law law = published.law(later);
      const double spread = law.p1 - law.p0;
      return published.edge(later, earlier)
                 ? std::max<std::int64_t>(0, std::llround((1.0 - law.p0) / spread * 0x1p20) - rule.theta)
                 : -std::llround(law.p0 / spread * 0x1p20) - static_cast<std::int64_t>(rule.theta);
    };
    const auto statistic = [&](std::uint32_t bits) {
      const std::vector<vertex_id> list = in_order(preceding(bits, places, u), places);
      return limited_sum(list.size(), limit,
                         [&](std::size_t j, std::size_t i) { return weight(list[j], list[i]); });
    };
    return laplace_log_ratio(messages[u], statistic(a), statistic(b), static_cast<uint128>(limit),
                             budgets.at(places[u]));
  });
}

namespace {

/// The rounds size and edges of row `number`, about columns.
double sampled_row_log_ratio(const sampled_result& t, vertex_id number, std::uint32_t first,
                             std::uint32_t second) {
  const vector_layout& layout = t.published->layout();
  const auto likelihood = [&](std::uint32_t bits) {
    std::vector<std::uint32_t> values(layout.length()), positions;
    for (; bits != 0; bits &= bits - 1) {
      positions.push_back(layout.position(static_cast<std::uint32_t>(std::countr_zero(bits))));
      values[positions.back()] = 1;
    }
    return row_likelihood(layout, number, t.published->words(number), values, positions);
  };
  return laplace_log_ratio(layout.sizes()[number], neighbors(first), neighbors(second), 1, t.size) +
         log_of(likelihood(first), likelihood(second));
}

/// The round count of one counter: columns and rows of its list, in this order.
double sampled_count_log_ratio(const sampled_result& t, vertex_id user, std::uint32_t columns,
                               std::uint32_t first, std::uint32_t second) {
  const double column_chance = t.roles.column_chance();
  const auto degree = static_cast<double>(std::max<std::int64_t>(0, t.degrees[user]));
  const std::int64_t members = static_cast<std::int64_t>(degree * column_chance) + t.limit.margin;
  const auto limit = static_cast<std::int64_t>(t.limit.each) * std::max<std::int64_t>(0, members);
  if (limit == 0) return t.messages[user] == 0 ? 0.0 : infinity;
  const bit_law law = t.published->difference_law();
  const auto statistic = [&](std::uint32_t bits) {
    std::vector<std::uint32_t> list;
    for (std::uint32_t left = bits & columns; left != 0; left &= left - 1)
      list.push_back(static_cast<std::uint32_t>(std::countr_zero(left)));
    const std::size_t count = list.size();
    for (std::uint32_t row = 0; row < t.owners.size(); ++row)
      if ((bits >> t.owners[row].user & 1) != 0) list.push_back(row);
    return limited_sum(list.size(), limit, [&](std::size_t j, std::size_t i) -> std::int64_t {
      if (j < count || i >= count) return 0;
      const double weight = 0x1p20 /
                            (6.0 * t.roles.candidate_chance() * column_chance * t.roles.counter_chance() *
                             std::exp2(-t.owners[list[j]].rarity / 8.0)) /
                            (law.p1 - law.p0);
      return t.published->offset(list[j], list[i]) != 0 ? std::llround(weight * (1.0 - law.p0))
                                                        : -std::llround(weight * law.p0);
    });
  };
  return laplace_log_ratio(t.messages[user], statistic(first), statistic(second), static_cast<uint128>(limit),
                           t.count);
}

}  // namespace

double sampled_log_ratio(const sampled_result& t, const held_bits& first, const held_bits& second) {
  std::uint32_t columns = 0;
  for (vertex_id u = 0; u < t.degrees.size(); ++u)
    if (t.roles.of(u) == sample_role::column) columns |= 1U << u;
  return over_changed(first, second, [&](vertex_id u, std::uint32_t a, std::uint32_t b) {
    double sum = laplace_log_ratio(t.degrees[u], neighbors(a), neighbors(b), 1, t.degree);
    if (t.owners.empty()) return sum;
    const auto owner = std::ranges::find(t.owners, u, &sampled_row::user);
    if (owner != t.owners.end())
      sum += sampled_row_log_ratio(t, static_cast<vertex_id>(owner - t.owners.begin()), a & columns,
                                   b & columns);
    if (t.roles.of(u) == sample_role::counter) sum += sampled_count_log_ratio(t, u, columns, a, b);
    return sum;
  });
}

double cycle_count_log_ratio(const release& published, std::span<const std::uint32_t> places, double unit,
                             const limited_counts& counts, epsilon budget, const held_bits& first,
                             const held_bits& second) {
  if (places.size() > 64) throw invalid_parameter("the audit of cycles takes at most 64 users");
  const bit_law law = published.law();
  const auto phi = [&](vertex_id a, vertex_id b) {
    return ((published.edge(a, b) ? 1.0 : 0.0) - law.p0) / (law.p1 - law.p0);
  };
  // All paths of two edges between i and j around v, those by a later peak by half.
  const auto weight = [&](vertex_id v, vertex_id i, vertex_id j) {
    double sum = 0.0;
    for (vertex_id u = 0; u < places.size(); ++u) {
      if (u == i || u == j || u == v) continue;
      const bool is_peak = places[u] > places[i] && places[u] > places[j];
      sum += phi(i, u) * phi(u, j) * (is_peak ? 0.5 : 1.0);
    }
    return std::llround(sum / unit);
  };
  return over_changed(first, second, [&](vertex_id v, std::uint32_t a, std::uint32_t b) {
    const auto limit = static_cast<std::int64_t>(counts.limits[v]);
    if (limit == 0) return counts.messages[v] == 0 ? 0.0 : infinity;
    const auto statistic = [&](std::uint32_t bits) {
      const std::vector<vertex_id> members = in_order(preceding(bits, places, v), places);
      return limited_sum(members.size(), limit,
                         [&](std::size_t j, std::size_t i) { return weight(v, members[i], members[j]); });
    };
    return laplace_log_ratio(counts.messages[v], statistic(a), statistic(b), counts.limits[v], budget);
  });
}

double common_count_log_ratio(const release& published, vertex_id u, vertex_id w, int128 message,
                              epsilon budget, const held_bits& first, const held_bits& second) {
  const bit_lattice lattice = published.layout().codec().lattice();
  const auto statistic = [&](std::uint32_t bits) {
    int128 sum = 0;
    for (vertex_id v = 0; v < first.size(); ++v) {
      if (v == w || ((bits >> v) & 1) == 0) continue;
      sum += published.edge(v, w) ? static_cast<int128>(lattice.scale - lattice.offset)
                                  : -static_cast<int128>(lattice.offset);
    }
    return sum;
  };
  const std::uint64_t sensitivity = std::max(lattice.scale - lattice.offset, lattice.offset);
  return laplace_log_ratio(message, statistic(first[u]), statistic(second[u]), sensitivity, budget);
}

double neighbor_count_log_ratio(std::span<const attribute_reports> reports,
                                const neighbor_count_round& counts, epsilon budget, const held_bits& first,
                                const held_bits& second) {
  return over_changed(first, second, [&](vertex_id u, std::uint32_t a, std::uint32_t b) {
    double sum = 0.0;
    std::size_t number = 0;
    for (const attribute_reports& attribute : reports) {
      for (std::uint32_t output = 0; output < attribute.law.output_count(); ++output) {
        const auto reported = [&](std::uint32_t bits) {
          int128 many = 0;
          for (; bits != 0; bits &= bits - 1)
            many += attribute.of[static_cast<std::size_t>(std::countr_zero(bits))] == output ? 1 : 0;
          return many;
        };
        sum += laplace_log_ratio(counts.of(u)[number++], reported(a), reported(b), reports.size(), budget);
      }
    }
    return sum;
  });
}

double size_log_ratio(const vector_release& published, const held_values& first, const held_values& second) {
  const epsilon budget = published.parameters().size;
  if (budget.is_zero()) return 0.0;
  const auto entries = [](const std::vector<std::uint32_t>& values) {
    return std::ranges::count_if(values, [](std::uint32_t value) { return value != 0; });
  };
  return over_changed(first, second, [&](vertex_id u, const auto& a, const auto& b) {
    return laplace_log_ratio(published.layout().sizes()[u], entries(a), entries(b), 1, budget);
  });
}

double entry_log_ratio(const vector_release& published, const held_values& first, const held_values& second) {
  const vector_layout& layout = published.layout();
  return over_changed(first, second, [&](vertex_id u, const auto& a, const auto& b) {
    const auto likelihood = [&](const std::vector<std::uint32_t>& values) {
      std::vector<std::uint32_t> positions;
      for (std::uint32_t item = 0; item < values.size(); ++item)
        if (values[item] != 0) positions.push_back(layout.position(item));
      return row_likelihood(layout, u, published.words(u), values, positions);
    };
    return log_of(likelihood(a), likelihood(b));
  });
}

double centred_common_log_ratio(const vector_release& published, vertex_id u, vertex_id w, int128 message,
                                epsilon budget, const held_values& first, const held_values& second) {
  const auto statistic = [&](const std::vector<std::uint32_t>& values) {
    int128 sum = 0;
    for (std::uint32_t item = 0; item < values.size(); ++item)
      if (values[item] != 0) sum += published.offset(w, item) != 0 ? 1 : -1;
    return sum;
  };
  return laplace_log_ratio(message, statistic(first[u]), statistic(second[u]), 1, budget);
}

double item_pair_log_ratio(const vector_release& published, double unit, const limited_counts& counts,
                           epsilon budget, const held_values& first, const held_values& second) {
  const vector_layout& layout = published.layout();
  const bit_law law = published.difference_law();
  const auto phi = [&](vertex_id u, std::uint32_t item) {
    return ((published.offset(u, item) != 0 ? 1.0 : 0.0) - law.p0) / (law.p1 - law.p0);
  };
  const auto is_before = [&](vertex_id u, vertex_id v) {
    return std::pair(-layout.sizes()[u], u) < std::pair(-layout.sizes()[v], v);
  };
  return over_changed(first, second, [&](vertex_id u, const auto& a, const auto& b) {
    const auto limit = static_cast<std::int64_t>(counts.limits[u]);
    if (limit == 0) return counts.messages[u] == 0 ? 0.0 : infinity;
    const auto statistic = [&](const std::vector<std::uint32_t>& values) {
      std::vector<std::uint32_t> items;
      for (std::uint32_t item = 0; item < values.size(); ++item)
        if (values[item] != 0) items.push_back(item);
      std::ranges::sort(items, {}, [&](std::uint32_t item) { return layout.position(item); });
      return limited_sum(items.size(), limit, [&](std::size_t j, std::size_t i) {
        double sum = 0.0;
        for (vertex_id before = 0; before < layout.users(); ++before)
          if (is_before(before, u)) sum += phi(before, items[i]) * phi(before, items[j]);
        return std::llround(sum / unit);
      });
    };
    return laplace_log_ratio(counts.messages[u], statistic(a), statistic(b), counts.limits[u], budget);
  });
}

}  // namespace edgeldp::audit
