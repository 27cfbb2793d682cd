// SPDX-License-Identifier: MIT
#pragma once

#include <Random123/philox.h>
#if defined(__EMSCRIPTEN__)
#include <sodium/crypto_hash_sha256.h>
#else
#include <openssl/sha.h>
#endif

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// A second decoder of release files, written from core/doc/format.md and core/doc/randomness.md
/// alone. It shares nothing with the library, it is slow, and it does everything the most obvious
/// way. Keep it so.
namespace edgeldp::testing {

__extension__ using slow_u128 = unsigned __int128;
__extension__ using slow_i128 = __int128;

inline void slow_must(bool holds, const std::string& what) {
  if (!holds) throw std::runtime_error("slow decoder: " + what);
}

using slow_bytes = std::vector<std::uint8_t>;

inline std::uint32_t slow_crc32(const slow_bytes& bytes) {
  std::uint32_t crc = 0xFFFFFFFFU;
  for (const std::uint8_t byte : bytes) {
    crc ^= byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  return crc ^ 0xFFFFFFFFU;
}

/// Little-endian unsigned integer of `size` bytes at `offset`.
inline std::uint64_t slow_integer(const slow_bytes& bytes, std::size_t offset, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = size; i-- > 0;) value = value << 8U | bytes.at(offset + i);
  return value;
}

// Public randomness.

inline constexpr unsigned slow_tag_ppr = 1;
inline constexpr unsigned slow_tag_ppr_ties = 2;
inline constexpr unsigned slow_tag_nullspace = 3;
inline constexpr unsigned slow_tag_permutation = 4;
inline constexpr unsigned slow_tag_order = 6;

inline std::array<std::uint32_t, 4> slow_block(std::uint64_t key, unsigned tag, std::uint32_t index,
                                               std::uint64_t candidate, std::uint32_t user) {
  const philox4x32_key_t k = {{static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32U)}};
  const auto low = static_cast<std::uint32_t>(candidate);
  const auto high = static_cast<std::uint32_t>((candidate >> 32U) + (std::uint64_t{tag} << 24U));
  const philox4x32_ctr_t counter = {{index, low, high, user}};
  const philox4x32_ctr_t block = philox4x32_R(10, counter, k);
  return {block[0], block[1], block[2], block[3]};
}

/// Bit of candidate K of `user` at position x of the whole row.
inline bool slow_candidate_bit(std::uint64_t key, std::uint64_t threshold, std::uint32_t user,
                               std::uint64_t K, std::uint32_t x) {
  const std::uint32_t word = slow_block(key, slow_tag_ppr, x / 16, K, user)[x % 16 / 4];
  const std::uint64_t b = word >> (8 * (x % 4)) & 255U;
  const std::uint64_t w = slow_block(key, slow_tag_ppr_ties, x / 4, K, user)[x % 4];
  return (b << 32U) + w < threshold;
}

/// The columns at which the null-space matrix row of `user` at position x is 1, of a matrix of M
/// columns.
inline std::vector<std::uint64_t> slow_matrix_row(std::uint64_t key, std::uint32_t user, std::uint32_t x,
                                                  std::uint64_t M) {
  const std::uint64_t g = x / 64;
  const std::uint64_t l = x % 64;
  const std::array<std::uint32_t, 4> block =
      slow_block(key, slow_tag_nullspace, static_cast<std::uint32_t>(g), 0, user);
  const std::uint64_t two32 = std::uint64_t{1} << 32U;
  const slow_u128 golden = g * 0x9E3779B9U % two32;
  const std::uint64_t start = M >= 64 ? static_cast<std::uint64_t>(golden * (M - 63) / two32) : 0;
  std::vector<std::uint64_t> ones;
  for (std::uint64_t j = 0; j < 64; ++j) {
    const bool coefficient = (block.at((l + j) / 32) >> ((l + j) % 32) & 1U) != 0;
    if (coefficient && start + j < M) ones.push_back(start + j);
  }
  return ones;
}

/// The image of x under the permutation of [0, n).
inline std::uint32_t slow_permute(std::uint64_t key, unsigned tag, std::uint64_t n, std::uint32_t x) {
  const auto bits = static_cast<unsigned>(std::bit_width(n - 1));
  std::uint64_t value = x;
  do {
    unsigned high_bits = bits / 2;
    unsigned low_bits = bits - high_bits;
    std::uint64_t high = value >> low_bits;
    std::uint64_t low = value % (std::uint64_t{1} << low_bits);
    for (unsigned round = 0; round < 8; ++round) {
      const std::uint64_t f = slow_block(key, tag, static_cast<std::uint32_t>(low), round, 0)[0];
      const std::uint64_t mixed = high ^ f % (std::uint64_t{1} << high_bits);
      high = low;
      low = mixed;
      std::swap(high_bits, low_bits);
    }
    value = (high << low_bits) + low;
  } while (value >= n);
  return static_cast<std::uint32_t>(value);
}

// Range coder.

struct slow_counters {
  std::uint64_t z = 0;
  std::uint64_t o = 0;
};

struct slow_range_decoder {
  slow_bytes bytes;
  std::size_t next = 0;
  std::uint32_t range = 0xFFFFFFFFU;
  std::uint32_t code = 0;

  explicit slow_range_decoder(slow_bytes coded) : bytes(std::move(coded)) {
    slow_must(bytes.empty() || bytes.back() != 0, "a coded part ends with a zero byte");
    for (int i = 0; i < 4; ++i) code = code << 8U | next_byte();
  }

  std::uint32_t next_byte() { return next < bytes.size() ? bytes[next++] : 0U; }

  void refill() {
    while (range < (1U << 24U)) {
      range <<= 8U;
      code = code << 8U | next_byte();
    }
  }

  bool of_probability(std::uint64_t p) {
    const std::uint32_t bound = (range >> 16U) * static_cast<std::uint32_t>(p);
    const bool bit = code >= bound;
    if (bit) {
      code -= bound;
      range -= bound;
    } else {
      range = bound;
    }
    refill();
    return bit;
  }

  bool modelled(slow_counters& model) {
    const bool bit =
        of_probability(std::clamp<std::uint64_t>(65536 * model.z / (model.z + model.o), 64, 65472));
    (bit ? model.o : model.z) += 32;
    if (model.z + model.o > (1U << 24U)) {
      model.z = (model.z + 1) / 2;
      model.o = (model.o + 1) / 2;
    }
    return bit;
  }

  std::uint64_t direct(unsigned n) {
    std::uint64_t value = 0;
    while (n > 0) {
      const unsigned part = std::min(n, 16U);
      range >>= part;
      const std::uint32_t digit = std::min(code / range, (1U << part) - 1);
      code -= digit * range;
      value = value << part | digit;
      n -= part;
      refill();
    }
    return value;
  }

  std::uint32_t uniform(std::uint32_t t) {
    range /= t;
    const std::uint32_t digit = std::min(code / range, t - 1);
    code -= digit * range;
    refill();
    return digit;
  }
};

/// n integers of at most 64 bits, each with the models of its context.
template <class Context>
std::vector<slow_i128> slow_coded_numbers(const slow_bytes& section, std::uint64_t n,
                                          const Context& context) {
  struct models {
    std::array<slow_counters, 65> more{};
    std::array<slow_counters, 65> negative{};
    std::array<std::array<slow_counters, 3>, 65> next{};
    models() {
      more.fill({.z = 64, .o = 64});
      negative.fill({.z = 64, .o = 64});
      for (auto& of_bits : next) of_bits.fill({.z = 64, .o = 64});
    }
  };
  const std::uint64_t least = (n + 7) / 8;
  slow_must(section.size() >= least, "a section of numbers is too short for its users");
  slow_must(section.size() == least || section.back() != 0, "a section of numbers ends with a zero byte");
  slow_bytes code = section;
  while (!code.empty() && code.back() == 0) code.pop_back();
  slow_range_decoder coder(code);
  std::vector<models> of_context(16);
  std::vector<slow_i128> numbers;
  while (numbers.size() < n) {
    models& m = of_context.at(context(numbers.size()));
    unsigned b = 0;
    while (b < 64 && coder.modelled(m.more.at(b))) ++b;
    const bool negative = b > 0 && coder.modelled(m.negative.at(b));
    slow_i128 magnitude = b > 0 ? 1 : 0;
    std::size_t last = 0;
    for (unsigned bit = 1; bit < b; ++bit) {
      bool value = false;
      if (bit == 1) value = coder.modelled(m.next.at(b).at(0));
      if (bit == 2) value = coder.modelled(m.next.at(b).at(last));
      if (bit >= 3) {
        magnitude = (magnitude << (b - bit)) + static_cast<slow_i128>(coder.direct(b - bit));
        break;
      }
      last = value ? 2 : 1;
      magnitude = 2 * magnitude + (value ? 1 : 0);
    }
    numbers.push_back(negative ? -magnitude : magnitude);
  }
  return numbers;
}

/// One row of positions that differ, at a density in 2^-40: gaps, and values below k.
inline std::vector<std::uint64_t> slow_gap_row(slow_range_decoder& coder, std::uint64_t length,
                                               std::uint64_t d, std::uint64_t k) {
  std::array<std::uint64_t, 34> s{};
  s[0] = ((std::uint64_t{1} << 40U) - d) >> 8U;
  for (std::size_t i = 1; i < s.size(); ++i)
    s.at(i) = static_cast<std::uint64_t>((slow_u128{s.at(i - 1)} * s.at(i - 1)) >> 32U);
  const auto c = [](std::uint64_t x) { return std::clamp<std::uint64_t>(x, 64, 65472); };
  std::vector<std::uint64_t> values(length);
  for (std::uint64_t at = 0; at < length; ++at) {
    unsigned b = 0;
    while (b < 33 && coder.of_probability(c(65536 - (s.at(b > 0 ? b - 1 : 0) >> 16U)))) ++b;
    std::uint64_t gap = b > 0 ? 1 : 0;
    for (unsigned bit = 1; bit < b; ++bit) {
      if (bit >= 3) {
        gap = (gap << (b - bit)) + coder.direct(b - bit);
        break;
      }
      const std::uint64_t zero =
          c((std::uint64_t{1} << 48U) / ((std::uint64_t{1} << 32U) + s.at(b - 1 - bit)));
      gap = 2 * gap + (coder.of_probability(zero) ? 1 : 0);
    }
    slow_must(gap <= length - at, "a gap reaches beyond its row");
    at += gap;
    if (at == length) break;
    values[at] = k > 2 ? 1 + coder.uniform(static_cast<std::uint32_t>(k - 1)) : 1;
  }
  return values;
}

/// Models of the candidate classes: eight load classes, each with one model a step.
struct slow_models {
  std::vector<std::vector<slow_counters>> steps;

  slow_models(std::uint64_t alpha_milli, unsigned limit) {
    if (limit == 0) return;  // rows without indices
    const std::uint64_t a = alpha_milli - 1000;
    const std::uint64_t f = a % 1000;
    const std::uint64_t h = (65536000000U / (1000000 + 656 * f + 344 * f * f / 1000)) >> (a / 1000);
    const std::uint64_t t = h >> 9U;
    for (std::uint64_t l = 0; l < 8; ++l) {
      std::vector<slow_counters> of_load(limit);
      for (unsigned i = 0; i < limit; ++i) {
        const std::uint64_t o = std::max<std::uint64_t>(1, i == 0 ? t * (8 + l) / 12 : t);
        of_load[i] = {.z = 128 - std::min<std::uint64_t>(127, o), .o = o};
      }
      steps.push_back(of_load);
    }
  }
};

// Release.

/// ceil(log2 q)
inline std::uint64_t slow_element_bits(std::uint64_t q) {
  std::uint64_t bits = 0;
  while (std::uint64_t{1} << bits < q) ++bits;
  return bits;
}

/// Numbers of a codec.
struct slow_numbers_of_rows {
  std::uint64_t threshold = 0;    // of flips, or of drops (nullspace)
  std::uint64_t chunk_rate = 0;   // ppr only
  std::uint64_t kept_rate = 0;    // nullspace only
  std::uint32_t field_order = 0;  // nullspace only
  std::uint64_t chunk_floor_rate = 0;
  std::uint64_t size_slack = 0;
  std::uint32_t alpha_milli = 0;
  std::uint32_t candidate_limit_log2 = 0;
  std::uint32_t effort = 0;
  unsigned coding = 0;  // of a bitmap: 1 gaps; of a null space: 1 what windows need
};

/// A class after the first.
struct slow_class {
  std::uint64_t first = 0;  // rank
  slow_numbers_of_rows rows;
  std::array<std::uint64_t, 3> budgets = {};  // size, edges, count
};

struct slow_release : slow_numbers_of_rows {
  unsigned codec = 0;       // 1 bitmap, 2 ppr, 3 nullspace
  unsigned order = 0;       // 1 id, 2 random, 3 noisy-degree, 4 hubs-last
  unsigned chunk_rule = 0;  // 1 released-size, 2 noisy-degree, 3 true-degree
  unsigned flags = 0;       // 1 simulated coins, 2 private
  std::uint64_t n = 0;
  std::uint64_t key = 0;
  std::array<std::uint64_t, 5> budgets = {};  // total, degree, size, edges, count
  std::vector<slow_class> later;
  std::vector<std::int64_t> degrees;
  std::vector<std::int64_t> sizes;      // empty when the section is absent
  std::vector<std::uint32_t> rank;      // of a user in the public order
  std::vector<std::uint32_t> position;  // of a user in a row
  std::vector<std::uint64_t> expected_size;
  std::vector<std::uint64_t> chunk_count;  // ppr only: m of the page
  std::vector<std::uint64_t> chunk_size;   // ppr only
  std::vector<std::uint64_t> columns;      // nullspace only: M of the page
  std::vector<std::uint32_t> absent;
  std::vector<std::uint64_t> ids;  // empty where the file does not say
  std::string task;                // the same
  /// Of each user's row: 64-bit words (bitmap), indices (ppr) or codes of field elements
  /// (nullspace).
  std::vector<std::vector<std::uint64_t>> words;

  [[nodiscard]] std::size_t class_of(std::uint32_t owner) const {
    std::size_t i = 0;
    while (i < later.size() && later[i].first <= rank.at(owner)) ++i;
    return i;
  }
  [[nodiscard]] const slow_numbers_of_rows& numbers_of(std::uint32_t owner) const {
    const std::size_t i = class_of(owner);
    if (i == 0) return *this;
    return later[i - 1].rows;
  }

  [[nodiscard]] std::uint64_t row_length(std::uint32_t owner) const {
    return codec == 1 ? rank.at(owner) : n;
  }

  /// What the page counts against a block's bytes.
  [[nodiscard]] std::uint64_t row_words(std::uint32_t owner) const {
    if (codec == 1) return (row_length(owner) + 63) / 64;
    if (codec == 3) {
      const std::uint64_t M = columns.at(owner);
      return M == 0 ? 0 : ((M + 63) / 64 + 1) * slow_element_bits(numbers_of(owner).field_order);
    }
    return (n + chunk_size.at(owner) - 1) / chunk_size.at(owner);
  }

  [[nodiscard]] bool bit(std::uint32_t owner, std::uint32_t x) const {
    slow_must(x < row_length(owner), "no such position in the row");
    if (codec == 1) return (words.at(owner).at(x / 64) >> (x % 64) & 1U) != 0;
    if (codec == 3) {
      const std::uint32_t q = numbers_of(owner).field_order;
      const bool prime = q % 2 == 1 || q == 2;
      std::uint64_t sum = 0;
      for (const std::uint64_t column : slow_matrix_row(key, owner, x, columns.at(owner))) {
        const std::uint64_t code = words.at(owner).at(column);
        sum = prime ? (sum + code) % q : sum ^ code;
      }
      return sum == 0;
    }
    const std::uint64_t index = words.at(owner).at(x / chunk_size.at(owner));
    return slow_candidate_bit(key, numbers_of(owner).threshold, owner, index, x);
  }

  [[nodiscard]] bool edge(std::uint32_t u, std::uint32_t v) const {
    if (u == v) return false;
    return rank.at(u) > rank.at(v) ? bit(u, position.at(v)) : bit(v, position.at(u));
  }
};

inline std::vector<std::uint64_t> slow_row(const slow_release& r, std::uint32_t u, slow_range_decoder& coder,
                                           slow_models& models) {
  const slow_numbers_of_rows& rows = r.numbers_of(u);
  std::vector<std::uint64_t> words;
  if (r.codec == 1 && rows.coding == 1) {
    const std::uint64_t length = r.row_length(u), whole = std::uint64_t{1} << 40U;
    const std::uint64_t more = whole - std::min(whole, 2 * rows.threshold);
    const slow_u128 of_entries =
        length == 0 ? slow_u128{0} : slow_u128{r.expected_size.at(u)} * more / length;
    const slow_u128 d = std::min<slow_u128>(whole / 2, rows.threshold + of_entries);
    const std::vector<std::uint64_t> bits = slow_gap_row(coder, length, static_cast<std::uint64_t>(d), 2);
    words.resize((length + 63) / 64);
    for (std::uint64_t x = 0; x < length; ++x) words[x / 64] |= bits[x] << (x % 64);
    return words;
  }
  if (r.codec == 1) {
    for (std::uint64_t left = r.row_length(u); left > 0; left -= std::min<std::uint64_t>(left, 64)) {
      words.push_back(coder.direct(static_cast<unsigned>(std::min<std::uint64_t>(left, 64))));
    }
    return words;
  }
  if (r.codec == 3) {
    std::uint64_t D = 0;  // elements a part
    for (std::uint64_t power = rows.field_order; power <= 65536; power *= rows.field_order) ++D;
    for (std::uint64_t left = r.columns.at(u); left > 0; left -= std::min(left, D)) {
      std::uint32_t weight = 1;
      for (std::uint64_t i = 0; i < std::min(left, D); ++i) weight *= rows.field_order;
      for (std::uint32_t number = coder.uniform(weight); weight > 1; number %= weight) {
        weight /= rows.field_order;
        words.push_back(number / weight);
      }
    }
    return words;
  }
  const std::uint64_t load = r.expected_size.at(u) / r.chunk_count.at(u);
  std::vector<slow_counters>& steps = models.steps.at(std::min<std::size_t>(7, std::bit_width(load)));
  while (words.size() < r.row_words(u)) {
    unsigned c = 0;
    while (c < rows.candidate_limit_log2 && coder.modelled(steps.at(c))) ++c;
    std::uint64_t index = std::uint64_t{1} << c;
    if (c < rows.candidate_limit_log2) index += coder.direct(c);
    words.push_back(index);
  }
  return words;
}

/// One user's upload in the round `edges`: the words of the row. "Exactly those that an encoder
/// would produce" is checked only as far as zero bytes at the end.
inline std::vector<std::uint64_t> slow_decode_report(const slow_release& r, std::uint32_t u,
                                                     std::span<const std::byte> report) {
  slow_bytes bytes;
  for (const std::byte b : report) bytes.push_back(std::to_integer<std::uint8_t>(b));
  slow_range_decoder coder(bytes);
  slow_models models(r.numbers_of(u).alpha_milli, r.numbers_of(u).candidate_limit_log2);
  return slow_row(r, u, coder, models);
}

/// What one changed bit costs.
inline double slow_cost(const slow_release& r) {
  if (r.codec == 3) {
    const double drop = std::ldexp(static_cast<double>(r.threshold), -40);
    return std::max(-std::log(drop), std::log1p((1.0 - drop) * (r.field_order - 1)));
  }
  const double loss = std::log(std::ldexp(1.0, 40) / static_cast<double>(r.threshold) - 1.0);
  return r.codec == 2 ? 2.0 * r.alpha_milli / 1000.0 * loss : loss;
}

/// What parameters must be.
inline void slow_check_parameters(const slow_release& r) {
  slow_must(1 <= r.codec && r.codec <= 3, "codec");
  slow_must(1 <= r.order && r.order <= 4, "order");
  slow_must(1 <= r.chunk_rule && r.chunk_rule <= 3, "chunk rule");
  slow_must(1 <= r.n && r.n <= std::uint64_t{1} << 32U, "number of users");
  slow_must(r.size_slack <= std::uint64_t{1} << 32U, "size slack");
  slow_must(r.codec == 2 || r.chunk_floor_rate == 0, "chunk floor rate of a bitmap or null space");
  if (r.codec == 3) {
    slow_must(1 <= r.threshold && r.threshold < std::uint64_t{1} << 40U, "drop threshold");
    slow_must(1 <= r.kept_rate && r.kept_rate <= std::uint64_t{1} << 32U, "kept rate");
    const std::array<std::uint32_t, 9> fields = {2, 3, 4, 5, 7, 8, 11, 13, 16};
    slow_must(std::find(fields.begin(), fields.end(), r.field_order) != fields.end(), "field");
    slow_must(r.candidate_limit_log2 == 0, "candidate limit of a null space");
    slow_must(r.effort == 0, "effort level of a null space");
    slow_must(r.chunk_rule == 1 || r.chunk_rule == 2, "chunk rule of a null space");
  } else {
    slow_must(1 <= r.threshold && r.threshold < std::uint64_t{1} << 39U, "flip threshold");
    slow_must((r.chunk_rate > 0) == (r.codec == 2), "chunk rate");
    slow_must(r.codec == 2 || r.size_slack == 0, "slack of a bitmap");
    slow_must(1300 <= r.alpha_milli && r.alpha_milli <= 16000, "alpha");
    slow_must(1 <= r.candidate_limit_log2 && r.candidate_limit_log2 <= 55, "candidate limit");
  }
  for (const std::uint64_t budget : r.budgets) slow_must(budget <= std::uint64_t{64} << 32U, "budget");
  const double cost = slow_cost(r);
  slow_must(cost <= std::ldexp(static_cast<double>(r.budgets[3]), -32),
            "rows cost more than the edge budget");
  slow_must(r.budgets[1] > 0 && r.budgets[3] > 0 && (r.chunk_rule != 1 || r.budgets[2] > 0),
            "a round without budget");
  slow_must(r.budgets[1] + r.budgets[2] + r.budgets[3] + r.budgets[4] <= r.budgets[0],
            "shares exceed the total");
}

inline std::vector<std::uint32_t> slow_ranks(const slow_release& r) {
  std::vector<std::uint32_t> users(r.n);
  std::iota(users.begin(), users.end(), 0U);
  std::vector<std::uint32_t> rank = users;
  if (r.order == 2) {
    for (const std::uint32_t u : users) rank[u] = slow_permute(r.key, slow_tag_order, r.n, u);
  }
  if (r.order >= 3) {
    std::sort(users.begin(), users.end(), [&r](std::uint32_t u, std::uint32_t v) {
      return r.degrees[u] != r.degrees[v] ? r.degrees[u] > r.degrees[v] : u < v;
    });
    if (r.order == 4) std::reverse(users.begin(), users.end());
    for (std::uint32_t place = 0; place < r.n; ++place) rank[users[place]] = place;
  }
  return rank;
}

inline std::vector<std::uint64_t> slow_expected_sizes(const slow_release& r, unsigned rule) {
  std::vector<std::uint64_t> expected(r.n);
  if (rule != 2) {
    for (std::size_t u = 0; u < r.n; ++u) {
      expected[u] = static_cast<std::uint64_t>(std::clamp<std::int64_t>(r.sizes.at(u), 0, r.rank[u]));
    }
    return expected;
  }
  std::vector<std::uint32_t> user_at(r.n);
  for (std::uint32_t u = 0; u < r.n; ++u) user_at[r.rank[u]] = u;
  std::vector<std::uint64_t> d(r.n);
  for (std::size_t u = 0; u < r.n; ++u) {
    const auto most = static_cast<std::int64_t>(r.n - 1);
    d[u] = static_cast<std::uint64_t>(std::clamp<std::int64_t>(r.degrees[u], 0, most));
  }
  const slow_u128 S = std::accumulate(d.begin(), d.end(), slow_u128{0});
  slow_u128 B = 0;
  for (std::uint32_t place = 0; place < r.n; ++place) {
    const std::uint32_t u = user_at[place];
    const slow_u128 e = S == 0 ? slow_u128{0} : (B * d[u] + S / 2) / S;
    expected[u] = static_cast<std::uint64_t>(std::min<slow_u128>(place, e));
    B += d[u];
  }
  return expected;
}

inline std::uint64_t slow_possible_size(const slow_release& r, std::size_t u) {
  const std::int64_t released = r.chunk_rule == 2 ? r.degrees.at(u) : r.sizes.at(u);
  const std::int64_t possible =
      released + static_cast<std::int64_t>(r.numbers_of(static_cast<std::uint32_t>(u)).size_slack);
  return static_cast<std::uint64_t>(std::clamp<std::int64_t>(possible, 0, r.rank.at(u)));
}

/// M of the page, of a row with at most k entries among n positions; `possible` as g(u), neither
/// raised nor lowered.
inline std::uint64_t slow_columns(unsigned coding, std::int64_t possible, std::uint64_t kept_rate,
                                  std::uint64_t k, std::uint64_t n) {
  if (k == 0) return 0;
  const slow_u128 one = slow_u128{1} << 32U;
  const slow_u128 wanted =
      (static_cast<slow_u128>(std::max<std::int64_t>(0, possible)) * kept_rate + one - 1) / one;
  if (coding == 0) {
    const slow_u128 K = std::min<slow_u128>({wanted, k, 3700000000U});
    return static_cast<std::uint64_t>(K + std::max<slow_u128>(18 + (K + 9) / 10, 3 + (3 * K + 19) / 20));
  }
  const slow_u128 K = std::max<slow_u128>(16, std::min<slow_u128>({wanted, slow_u128{k} + 18, 2100000000U}));
  slow_u128 M = K;
  if (K > 64) M += std::min<slow_u128>((K - 55) / 5, 3 + (3 * K + 19) / 20);
  if (K > 64 && 5 * K > n) M += K * (5 * K - n) / (5 * slow_u128{n}) + 1;
  return static_cast<std::uint64_t>(M);
}

inline std::uint64_t slow_columns(const slow_release& r, std::uint32_t u) {
  const std::int64_t S = r.chunk_rule == 2 ? r.degrees.at(u) : r.sizes.at(u);
  const slow_numbers_of_rows& rows = r.numbers_of(u);
  return slow_columns(rows.coding, S + static_cast<std::int64_t>(rows.size_slack), rows.kept_rate,
                      r.rank.at(u), r.n);
}

inline void slow_layout(slow_release& r) {
  r.rank = slow_ranks(r);
  r.position = r.rank;
  r.expected_size = slow_expected_sizes(r, r.chunk_rule);
  if (r.codec == 1) return;
  for (std::uint32_t v = 0; v < r.n; ++v) r.position[v] = slow_permute(r.key, slow_tag_permutation, r.n, v);
  if (r.codec == 3) {
    for (std::uint32_t u = 0; u < r.n; ++u) r.columns.push_back(slow_columns(r, u));
    return;
  }
  for (std::size_t u = 0; u < r.n; ++u) {
    const slow_u128 one = slow_u128{1} << 32U;
    const slow_numbers_of_rows& rows = r.numbers_of(static_cast<std::uint32_t>(u));
    const slow_u128 wanted = slow_u128{r.expected_size[u]} * rows.chunk_rate;
    const slow_u128 least = slow_u128{slow_possible_size(r, u)} * rows.chunk_floor_rate;
    const slow_u128 chunks = (std::max(wanted, least) + one - 1) / one;
    const auto m = static_cast<std::uint64_t>(std::clamp<slow_u128>(chunks, 1, r.n));
    r.chunk_count.push_back(m);
    r.chunk_size.push_back((r.n + m - 1) / m);
  }
}

inline void slow_read_block(slow_release& r, std::uint64_t b, const slow_bytes& coded) {
  const std::uint64_t first = 1024 * b;
  const std::uint64_t last = std::min(r.n, first + 1024);
  std::uint64_t all_words = 0;
  for (std::uint64_t u = first; u < last; ++u) all_words += r.row_words(static_cast<std::uint32_t>(u));
  slow_must(all_words <= 65536 + (r.codec == 3 ? 1 : 256) * std::uint64_t{coded.size()},
            "a block has more words than its bytes allow");
  // What fills a block up is no part of its code.
  slow_bytes code = coded;
  while (!code.empty() && code.back() == 0) code.pop_back();
  slow_range_decoder coder(code);
  std::vector<slow_models> models{slow_models(r.alpha_milli, r.candidate_limit_log2)};
  for (const slow_class& c : r.later) models.emplace_back(c.rows.alpha_milli, c.rows.candidate_limit_log2);
  for (std::uint64_t u = first; u < last; ++u) {
    const auto user = static_cast<std::uint32_t>(u);
    r.words.push_back(slow_row(r, user, coder, models.at(r.class_of(user))));
  }
}

/// Where each section stands, and that the table is as it must be.
struct slow_table {
  struct entry {
    std::string tag;
    std::uint64_t flags = 0, at = 0, size = 0;
  };
  std::vector<entry> entries;

  explicit slow_table(const slow_bytes& file) {
    slow_must(file.size() >= 16, "the file is shorter than a header");
    const std::uint64_t count = slow_integer(file, 10, 2);
    slow_must(count <= 64, "number of sections");
    slow_must(file.size() >= 16 + 32 * count, "the file is shorter than its table");
    slow_bytes covered(file.begin(), file.begin() + 12);
    covered.insert(covered.end(), file.begin() + 16,
                   file.begin() + static_cast<std::ptrdiff_t>(16 + 32 * count));
    slow_must(slow_crc32(covered) == slow_integer(file, 12, 4), "CRC of the table");
    std::uint64_t at = 16 + 32 * count;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::size_t e = 16 + 32 * i;
      entry found{std::string(file.begin() + static_cast<std::ptrdiff_t>(e),
                              file.begin() + static_cast<std::ptrdiff_t>(e + 4)),
                  slow_integer(file, e + 4, 4), slow_integer(file, e + 8, 8), slow_integer(file, e + 16, 8)};
      slow_must(find(found.tag) == nullptr, "a tag stands twice");
      slow_must(found.flags < 4, "unknown flag of a section");
      slow_must(found.at == at && found.size <= file.size() - at, "where a section stands");
      const std::uint64_t crc = (found.flags & 2U) != 0 ? 0 : slow_crc32(bytes_of(file, found));
      slow_must(slow_integer(file, e + 24, 4) == crc, "CRC of a section");
      slow_must(slow_integer(file, e + 28, 4) == 0, "reserved bytes");
      at += found.size;
      entries.push_back(found);
    }
    slow_must(at == file.size(), "bytes behind the last section");
  }

  const entry* find(const std::string& tag) const {
    for (const entry& e : entries)
      if (e.tag == tag) return &e;
    return nullptr;
  }

  const entry& must_find(const std::string& tag) const {
    slow_must(find(tag) != nullptr, "no section " + tag);
    return *find(tag);
  }

  static slow_bytes bytes_of(const slow_bytes& file, const entry& e) {
    const auto begin = file.begin() + static_cast<std::ptrdiff_t>(e.at);
    return {begin, begin + static_cast<std::ptrdiff_t>(e.size)};
  }

  void refuse_unknown(const std::vector<std::string>& known) const {
    for (const entry& e : entries) {
      const bool is_known = std::find(known.begin(), known.end(), e.tag) != known.end();
      slow_must((e.flags & 1U) == 0 || is_known, "an unknown critical section");
      const bool is_optional = e.tag == "IDS " || e.tag == "TASK" || e.tag == "CATL";
      slow_must(!is_known || e.flags == (e.tag == "ROWS" ? 3U : is_optional ? 0U : 1U), "flags of a section");
    }
  }
};

/// All integers of a section in canonical form, which fill it.
inline std::vector<slow_i128> slow_canonical(const slow_bytes& section) {
  std::vector<slow_i128> numbers;
  for (std::size_t next = 0; next < section.size();) {
    slow_u128 zigzag = 0;
    for (unsigned shift = 0;; shift += 7) {
      slow_must(next < section.size() && shift < 126, "an integer is cut short");
      const std::uint8_t byte = section[next++];
      zigzag |= slow_u128{byte & 127U} << shift;
      if (byte >= 128) continue;
      slow_must(byte != 0 || shift == 0, "an integer is not in its shortest form");
      break;
    }
    const auto magnitude = static_cast<slow_i128>(zigzag / 2);
    numbers.push_back(zigzag % 2 == 0 ? magnitude : -magnitude - 1);
  }
  return numbers;
}

/// A digest in the making.
struct slow_digest {
  slow_bytes bytes;

  void little(std::uint64_t number) {
    for (int i = 0; i < 8; ++i) bytes.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
  }
  void start(const std::string& name, char kind, std::uint64_t count) {
    little(name.size());
    bytes.insert(bytes.end(), name.begin(), name.end());
    bytes.push_back(static_cast<std::uint8_t>(kind));
    little(count);
  }
  void add(const std::string& name, std::uint64_t number) {
    start(name, 'n', 1);
    little(number);
  }
  void add(const std::string& name, const std::vector<std::int64_t>& numbers) {
    start(name, 'n', numbers.size());
    for (const std::int64_t number : numbers) little(static_cast<std::uint64_t>(number));
  }
  slow_bytes sha256() const {
    slow_bytes digest(32);
#if defined(__EMSCRIPTEN__)
    crypto_hash_sha256(digest.data(), bytes.data(), bytes.size());
#else
    SHA256(bytes.data(), bytes.size(), digest.data());
#endif
    return digest;
  }
};

/// The eleven integers of a codec, from number i on.
inline slow_numbers_of_rows slow_read_numbers(const std::vector<slow_i128>& values, std::size_t i,
                                              unsigned codec) {
  const auto value = [&values, i](std::size_t k, std::uint64_t most) {
    slow_must(values.at(i + k) >= 0 && values.at(i + k) <= static_cast<slow_i128>(most),
              "range of a parameter");
    return static_cast<std::uint64_t>(values.at(i + k));
  };
  constexpr std::uint64_t any = ~std::uint64_t{0}, any32 = 0xFFFFFFFFU;
  slow_numbers_of_rows rows;
  const std::uint64_t flip = value(0, any), drop = value(1, any);
  rows.threshold = codec == 3 ? drop : flip;
  slow_must((codec == 3 ? flip : drop) == 0, "a threshold of another codec");
  rows.field_order = static_cast<std::uint32_t>(value(2, any32));
  rows.kept_rate = value(3, any);
  slow_must(codec == 3 || (rows.field_order == 0 && rows.kept_rate == 0), "numbers of a null space");
  rows.alpha_milli = static_cast<std::uint32_t>(value(4, any32));
  slow_must(codec != 3 || rows.alpha_milli == 0, "alpha of a null space");
  rows.candidate_limit_log2 = static_cast<std::uint32_t>(value(5, any32));
  rows.effort = static_cast<std::uint32_t>(value(6, any32));
  rows.chunk_rate = value(7, any);
  slow_must(codec == 2 || rows.chunk_rate == 0, "chunk rate of another codec");
  rows.chunk_floor_rate = value(8, any);
  rows.size_slack = value(9, any);
  rows.coding = static_cast<unsigned>(value(10, 1));
  slow_must(codec != 2 || rows.coding == 0, "coding of ppr");
  return rows;
}

/// Parameters of a graph by their integers.
inline void slow_read_parameters(const slow_bytes& section, slow_release& r) {
  const std::vector<slow_i128> values = slow_canonical(section);
  slow_must(values.size() == 22, "number of parameters");
  const auto value = [&values](std::size_t i, std::uint64_t most) {
    slow_must(values.at(i) >= 0 && values.at(i) <= static_cast<slow_i128>(most), "range of a parameter");
    return static_cast<std::uint64_t>(values.at(i));
  };
  constexpr std::uint64_t any = ~std::uint64_t{0};
  r.key = value(0, any);
  r.n = value(1, std::uint64_t{1} << 32U);
  r.order = static_cast<unsigned>(value(2, 4));
  r.codec = static_cast<unsigned>(value(3, 3));
  r.chunk_rule = static_cast<unsigned>(value(4, 3));
  r.flags = static_cast<unsigned>(value(5, 1)) | (r.chunk_rule != 3 ? 2U : 0U);
  static_cast<slow_numbers_of_rows&>(r) = slow_read_numbers(values, 6, r.codec);
  for (std::size_t i = 0; i < 5; ++i) r.budgets.at(i) = value(17 + i, any);
  slow_check_parameters(r);
}

/// Classes after the first.
inline void slow_read_classes(const slow_bytes& section, slow_release& r) {
  const std::vector<slow_i128> values = slow_canonical(section);
  const std::size_t classes = (values.size() - 1) / 15;
  slow_must(classes > 0 && classes < 256 && values.size() == 1 + 15 * classes &&
                values.at(0) == static_cast<slow_i128>(classes),
            "number of classes");
  slow_must(r.order != 4 || r.codec == 1, "laws by whom a bit is about, of rows that are no bitmaps");
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < classes; ++i) {
    const std::size_t at = 1 + 15 * i;
    slow_class c;
    slow_must(values.at(at) > static_cast<slow_i128>(before) && values.at(at) < static_cast<slow_i128>(r.n),
              "first rank of a class");
    c.first = before = static_cast<std::uint64_t>(values.at(at));
    c.rows = slow_read_numbers(values, at + 1, r.codec);
    slow_release alone;  // as if everybody had these rows
    alone.codec = r.codec;
    alone.order = r.order;
    alone.chunk_rule = r.chunk_rule;
    alone.flags = r.flags;
    alone.n = r.n;
    static_cast<slow_numbers_of_rows&>(alone) = c.rows;
    alone.budgets = r.budgets;
    for (std::size_t k = 0; k < 3; ++k) {
      const slow_i128 budget = values.at(at + 12 + k);
      slow_must(budget >= 0 && budget <= slow_i128{64} << 32U, "budget of a class");
      alone.budgets.at(2 + k) = c.budgets.at(k) = static_cast<std::uint64_t>(budget);
    }
    slow_check_parameters(alone);
    r.later.push_back(c);
  }
}

inline void slow_add_rows(slow_digest& d, const slow_release& r, const slow_numbers_of_rows& rows) {
  d.add("key", r.key);
  d.add("codec", r.codec);
  d.add("flip_threshold", r.codec == 3 ? 0 : rows.threshold);
  d.add("drop_threshold", r.codec == 3 ? rows.threshold : 0);
  d.add("field", rows.field_order);
  d.add("kept_rate", rows.kept_rate);
  d.add("alpha_milli", rows.alpha_milli);
  d.add("candidate_limit_log2", rows.candidate_limit_log2);
  d.add("level", rows.effort);
  d.add("chunk_rate", rows.chunk_rate);
  d.add("chunk_floor_rate", rows.chunk_floor_rate);
  d.add("size_slack", rows.size_slack);
  if (rows.coding != 0) d.add("coding", rows.coding);
}

inline slow_bytes slow_told(const slow_release& r) {
  slow_digest d;
  d.add("users", r.n);
  slow_add_rows(d, r, r);
  d.add("order", r.order);
  d.add("chunk_rule", r.chunk_rule);
  const std::array<const char*, 4> names = {"total", "degree", "size", "edges"};
  for (std::size_t i = 0; i < names.size(); ++i) d.add(names.at(i), r.budgets.at(i));
  for (const slow_class& c : r.later) {
    d.add("class", c.first);
    slow_add_rows(d, r, c.rows);
    d.add("size", c.budgets[0]);
    d.add("edges", c.budgets[1]);
    d.add("count", c.budgets[2]);
  }
  d.add("degrees", r.degrees);
  d.add("sizes", r.sizes);
  return d.sha256();
}

inline std::vector<std::int64_t> slow_released(const std::vector<slow_i128>& numbers) {
  std::vector<std::int64_t> released;
  for (const slow_i128 x : numbers) {
    slow_must(x >= -(slow_i128{1} << 48U) && x <= (slow_i128{1} << 48U), "a released number is beyond 2^48");
    released.push_back(static_cast<std::int64_t>(x));
  }
  return released;
}

inline slow_release slow_decode_sections(const slow_bytes& file) {
  const slow_table table(file);
  const auto bytes = [&](const std::string& tag) { return slow_table::bytes_of(file, table.must_find(tag)); };
  slow_release r;
  slow_read_parameters(bytes("PARM"), r);
  if (table.find("LAWS") != nullptr) slow_read_classes(bytes("LAWS"), r);
  const slow_table::entry index_at = table.must_find("INDX"), rows_at = table.must_find("ROWS");
  slow_must(index_at.size == 8 * ((r.n + 1023) / 1024), "length of the index");
  slow_must(rows_at.at == index_at.at + index_at.size, "rows do not follow their index");
  r.degrees = slow_released(slow_coded_numbers(bytes("DEGS"), r.n, [](std::size_t) { return 0U; }));
  r.rank = slow_ranks(r);
  if (table.find("SIZE") != nullptr) {
    const std::vector<std::uint64_t> expected = slow_expected_sizes(r, 2);
    r.sizes = slow_released(slow_coded_numbers(bytes("SIZE"), r.n, [&](std::size_t u) {
      return std::min<std::size_t>(15, static_cast<std::size_t>(std::bit_width(expected[u])));
    }));
  }
  slow_must(!r.sizes.empty() || r.chunk_rule == 2, "the chunk rule needs a size section");
  if (table.find("IDS ") != nullptr) {
    slow_i128 last = 0;
    for (const slow_i128 step : slow_coded_numbers(bytes("IDS "), r.n, [](std::size_t) { return 0U; })) {
      last += step;
      slow_must(last >= 0 && last <= slow_i128{~std::uint64_t{0}}, "an id is beyond 64 bits");
      r.ids.push_back(static_cast<std::uint64_t>(last));
    }
  }
  if (table.find("TASK") != nullptr) {
    slow_must(bytes("TASK").size() == 32, "the length of a task's id");
    for (const auto b : bytes("TASK")) {
      const auto byte = static_cast<unsigned>(b);
      r.task += "0123456789abcdef"[byte / 16];
      r.task += "0123456789abcdef"[byte % 16];
    }
  }
  if (table.find("ABSN") != nullptr) {
    slow_i128 last = -1;
    for (const slow_i128 step : slow_canonical(bytes("ABSN"))) {
      slow_must(step > 0 && last + step < static_cast<slow_i128>(r.n), "absent users");
      last += step;
      r.absent.push_back(static_cast<std::uint32_t>(last));
    }
    slow_must(!r.absent.empty(), "nobody is absent");
  }
  table.refuse_unknown({"PARM", "LAWS", "TOLD", "DEGS", "SIZE", "IDS ", "TASK", "ABSN", "INDX", "ROWS"});
  slow_must(bytes("TOLD") == slow_told(r), "the digest of what users were told");
  slow_layout(r);

  const slow_bytes index = bytes("INDX"), rows = bytes("ROWS");
  std::uint64_t all_words = 0;
  for (std::uint32_t u = 0; u < r.n; ++u) all_words += r.row_words(u);
  slow_must(all_words <= 65536 + (r.codec == 3 ? 1 : 256) * (std::uint64_t{index.size()} + rows.size()),
            "more words than index and blocks allow");
  std::size_t at = 0;
  for (std::uint64_t b = 0; b < index.size() / 8; ++b) {
    const std::uint64_t length = slow_integer(index, 8 * b, 4);
    slow_must(length <= rows.size() - at, "a block is longer than all of them");
    const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(at);
    const slow_bytes coded(begin, begin + static_cast<std::ptrdiff_t>(length));
    slow_must(slow_crc32(coded) == slow_integer(index, 8 * b + 4, 4), "CRC of a block");
    slow_read_block(r, b, coded);
    at += length;
  }
  slow_must(at == rows.size(), "bytes are left over after the last block");
  return r;
}

/// Throws std::runtime_error when the file violates a "must" of the pages.
inline slow_release slow_decode(std::span<const std::byte> bytes) {
  slow_bytes file;
  for (const std::byte b : bytes) file.push_back(std::to_integer<std::uint8_t>(b));
  slow_must(file.size() >= 12, "the file is shorter than a header");
  const slow_bytes magic = {0x89, 0x45, 0x4C, 0x44, 0x50, 0x0D, 0x0A, 0x1A};
  slow_must(std::equal(magic.begin(), magic.end(), file.begin()), "magic");
  slow_must(slow_integer(file, 8, 2) == 2, "format");
  return slow_decode_sections(file);
}

}  // namespace edgeldp::testing
