// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/codec/bitset.hpp"
#include "edgeldp/core/codec/range_coder.hpp"
#include "edgeldp/rivals/arr/arr.hpp"

namespace edgeldp {

namespace {

/// Appends the positions of the ones among the first `length` bits.
void list_ones(std::span<const std::uint64_t> bits, std::uint64_t length, std::vector<std::uint32_t>& ones) {
  ones.clear();
  for (std::uint64_t w = 0; w * 64 < length; ++w) {
    const std::uint64_t left = length - w * 64;
    std::uint64_t word = left < 64 ? bits[w] & ((std::uint64_t{1} << left) - 1) : bits[w];
    for (; word != 0; word &= word - 1)
      ones.push_back(static_cast<std::uint32_t>(w * 64 + static_cast<unsigned>(std::countr_zero(word))));
  }
}

std::uint64_t count_ones(std::span<const std::uint64_t> bits) {
  std::uint64_t ones = 0;
  for (const std::uint64_t word : bits) ones += static_cast<unsigned>(std::popcount(word));
  return ones;
}

/// Values of a fixed number of bits, lowest bit first, padded with zero bits to whole bytes.
class width_writer {
 public:
  void put(std::uint64_t value, unsigned bits) {
    for (; bits != 0;) {
      const unsigned part = std::min(bits, 64 - m_filled);
      m_word |= (part < 64 ? value & ((std::uint64_t{1} << part) - 1) : value) << m_filled;
      value = part < 64 ? value >> part : 0;
      bits -= part;
      m_filled += part;
      if (m_filled == 64) flush();
    }
  }
  std::vector<std::byte> finish() {
    flush();
    return std::move(m_bytes);
  }

 private:
  void flush() {
    for (unsigned bit = 0; bit < m_filled; bit += 8)
      m_bytes.push_back(static_cast<std::byte>(m_word >> bit & 0xff));
    m_word = 0;
    m_filled = 0;
  }
  std::vector<std::byte> m_bytes;
  std::uint64_t m_word = 0;
  unsigned m_filled = 0;
};

/// Calls f(value, offset of its first byte) for every value of the list. Values increase, so a zero
/// after the first one can only be padding; that is all that may follow.
template <class F>
void read_values(std::span<const std::byte> bytes, unsigned bits, F&& f) {
  std::uint64_t window = 0, next = 0;
  unsigned filled = 0;
  bool is_first = true;
  const auto refill = [&] {
    while (filled <= 56 && next < bytes.size()) {
      window |= std::to_integer<std::uint64_t>(bytes[next++]) << filled;
      filled += 8;
    }
  };
  std::uint64_t previous = 0, used = 0;
  const std::uint64_t total = bytes.size() * 8;
  while (total - used >= bits) {
    std::uint64_t value = 0;
    for (unsigned got = 0; got < bits;) {  // at most two parts: bits <= 64
      refill();
      const unsigned part = std::min({bits - got, filled, 32U});
      value |= (window & ((std::uint64_t{1} << part) - 1)) << got;
      window >>= part;
      filled -= part;
      got += part;
    }
    if (!is_first && value == 0) break;  // padding
    if (!is_first && value <= previous) throw format_error(used / 8, "noisy edges are not increasing");
    f(value, used / 8);
    used += bits;
    previous = value;
    is_first = false;
  }
  if (total - used >= 8) throw format_error(used / 8, "padding longer than a byte");
  for (; used < total; ++used)
    if ((std::to_integer<unsigned>(bytes[used / 8]) >> (used % 8) & 1U) != 0)
      throw format_error(used / 8, "padding is not zero");
}

/// Gaps between ones: how many whole strides of 2^shift to go on (an adaptive bit each), then the
/// rest.
struct gap_model {
  unsigned shift;
  adaptive_bit stops;

  explicit gap_model(gap_code code) : shift(code.shift), stops(1024 - code.stop, code.stop) {}
};

void write_gaps(range_encoder& out, gap_model& model, std::span<const std::uint32_t> ones,
                std::uint64_t length) {
  const std::uint64_t stride = std::uint64_t{1} << model.shift;
  std::uint64_t position = 0;
  for (const std::uint32_t one : ones) {
    for (; one - position >= stride; position += stride) out.encode(false, model.stops);
    out.encode(true, model.stops);
    out.encode_direct(one - position, model.shift);
    position = std::uint64_t{one} + 1;
  }
  for (; position < length; position += stride) out.encode(false, model.stops);
}

void read_gaps(range_decoder& in, gap_model& model, std::uint64_t length, std::vector<std::uint32_t>& ones) {
  ones.clear();
  const std::uint64_t stride = std::uint64_t{1} << model.shift;
  for (std::uint64_t position = 0; position < length;) {
    if (!in.decode(model.stops)) {
      position += stride;
      continue;
    }
    const std::uint64_t one = position + in.decode_direct(model.shift);
    if (one >= length) throw format_error(in.position(), "noisy edge outside its row");
    ones.push_back(static_cast<std::uint32_t>(one));
    position = one + 1;
  }
}

void demand_canonical(std::span<const std::byte> message, range_encoder& again) {
  const std::vector<std::byte> canonical = again.finish();
  const auto [theirs, mine] = std::ranges::mismatch(message, canonical);
  if (theirs != message.end() || mine != canonical.end())
    throw format_error(static_cast<std::uint64_t>(theirs - message.begin()),
                       "noisy edges are not in canonical form");
}

/// The places whose rows a reader gets, and where in them it looks.
struct reader_rows {
  std::vector<std::uint32_t> own;  ///< ones of the reader's row; not used by ARRFull
  arr_variant variant;
  std::uint32_t reader;

  reader_rows(arr_variant v, std::uint32_t r, std::span<const std::uint64_t> own_row)
      : variant(v), reader(r) {
    if (variant != arr_variant::full) list_ones(own_row, reader, own);
  }
  std::size_t count() const { return variant == arr_variant::full ? reader : own.size(); }
  std::uint32_t row(std::size_t i) const {
    return variant == arr_variant::full ? static_cast<std::uint32_t>(i) : own[i];
  }
  /// Number of positions of row i that are told: all, or (ARRTwo) those of the reader's own ones
  /// before it.
  std::uint64_t length(std::size_t i) const { return variant == arr_variant::two ? i : row(i); }

  /// The ones of row i among the positions told, as places, and as indices of those positions.
  void select(const noisy_triangle& noisy, std::size_t i, std::vector<std::uint32_t>& places,
              std::vector<std::uint32_t>& indices) const {
    if (variant != arr_variant::two) {
      list_ones(noisy.row(row(i)), row(i), places);
      indices = places;
      return;
    }
    places.clear();
    indices.clear();
    for (std::uint32_t a = 0; a < i; ++a) {
      if (!noisy.bit(row(i), own[a])) continue;
      places.push_back(own[a]);
      indices.push_back(a);
    }
  }
};

std::uint64_t pair_value(std::uint32_t k, std::uint32_t j, unsigned width) {
  return (std::uint64_t{k} << width) | j;
}

}  // namespace

std::uint64_t noisy_triangle::words_of(std::uint64_t users) noexcept {
  std::uint64_t words = 0;
  for (std::uint64_t k = 0; k < users; ++k) words += (k + 63) / 64;
  return words;
}

noisy_triangle::noisy_triangle(std::uint64_t users) : m_offset(users + 1) {
  for (std::uint64_t k = 0; k < users; ++k) m_offset[k + 1] = m_offset[k] + (k + 63) / 64;
  m_words.resize(m_offset.back());
}

gap_code gap_code::for_density(double density) {
  if (!(density > 0.0) || !(density < 1.0))
    throw invalid_parameter("density = " + std::to_string(density) + ": must lie in (0, 1)");
  gap_code code;
  while (code.shift < 16 && std::ldexp(density, static_cast<int>(code.shift) + 1) <= 0.3) ++code.shift;
  const double stop = -std::expm1(std::ldexp(1.0, static_cast<int>(code.shift)) * std::log1p(-density));
  code.stop = static_cast<std::uint32_t>(std::clamp(stop * 1024.0, 1.0, 1023.0));
  return code;
}

arr_format::arr_format(std::uint64_t users, bool fixed_width, double density)
    : arr_format(users, fixed_width, gap_code::for_density(density)) {}

arr_format::arr_format(std::uint64_t users, bool fixed_width, gap_code gaps)
    : m_fixed_width(fixed_width),
      m_width(std::max(1U, static_cast<unsigned>(std::bit_width(users - 1)))),
      m_gaps(gaps) {
  if (users == 0 || users > (std::uint64_t{1} << 32))
    throw invalid_parameter("users = " + std::to_string(users) + ": must lie in [1, 2^32]");
}

std::vector<std::byte> arr_format::write_row(std::span<const std::uint64_t> bits, std::uint32_t row) const {
  std::vector<std::uint32_t> ones;
  list_ones(bits, row, ones);
  if (m_fixed_width) {
    width_writer out;
    for (const std::uint32_t one : ones) out.put(one, m_width);
    return out.finish();
  }
  range_encoder out;
  gap_model model(m_gaps);
  write_gaps(out, model, ones, row);
  return out.finish();
}

void arr_format::read_row(std::span<const std::byte> message, std::uint32_t row,
                          std::span<std::uint64_t> bits) const {
  std::ranges::fill(bits, 0);
  const auto set = [&](std::uint64_t one) { bits[one / 64] |= std::uint64_t{1} << (one % 64); };
  if (m_fixed_width) {
    read_values(message, m_width, [&](std::uint64_t one, std::uint64_t offset) {
      if (one >= row) throw format_error(offset, "noisy edge outside its row");
      set(one);
    });
    return;
  }
  range_decoder in(message);
  gap_model model(m_gaps), same = model;
  std::vector<std::uint32_t> ones;
  read_gaps(in, model, row, ones);
  range_encoder again;
  write_gaps(again, same, ones, row);
  demand_canonical(message, again);
  for (const std::uint32_t one : ones) set(one);
}

std::vector<std::byte> arr_format::write_download(const noisy_triangle& noisy, arr_variant variant,
                                                  std::uint32_t reader) const {
  const reader_rows rows(variant, reader, noisy.row(reader));
  std::vector<std::uint32_t> places, indices;
  width_writer fixed;
  range_encoder out;
  gap_model model(m_gaps);
  for (std::size_t i = 0; i < rows.count(); ++i) {
    rows.select(noisy, i, places, indices);
    if (m_fixed_width) {
      for (const std::uint32_t j : places) fixed.put(pair_value(rows.row(i), j, m_width), 2 * m_width);
    } else {
      write_gaps(out, model, indices, rows.length(i));
    }
  }
  return m_fixed_width ? fixed.finish() : out.finish();
}

namespace {

/// The pairs of a list of fixed width, row by row.
void read_fixed_download(std::span<const std::byte> message, unsigned width, const reader_rows& rows,
                         std::span<const std::uint64_t> own, const arr_format::row_visitor& visit) {
  const auto is_own = [&](std::uint64_t place) { return (own[place / 64] >> (place % 64) & 1) != 0; };
  std::vector<std::uint32_t> places;
  std::uint64_t row = 0;
  read_values(message, 2 * width, [&](std::uint64_t value, std::uint64_t offset) {
    const std::uint64_t k = value >> width, j = value & ((std::uint64_t{1} << width) - 1);
    if (k >= rows.reader || j >= k) throw format_error(offset, "pair out of order");
    if ((rows.variant != arr_variant::full && !is_own(k)) || (rows.variant == arr_variant::two && !is_own(j)))
      throw format_error(offset, "pair that the reader's own row excludes");
    if (k != row && !places.empty()) {
      visit(static_cast<std::uint32_t>(row), places);
      places.clear();
    }
    row = k;
    places.push_back(static_cast<std::uint32_t>(j));
  });
  if (!places.empty()) visit(static_cast<std::uint32_t>(row), places);
}

}  // namespace

void arr_format::read_download(std::span<const std::byte> message, arr_variant variant, std::uint32_t reader,
                               std::span<const std::uint64_t> own, const row_visitor& visit) const {
  const reader_rows rows(variant, reader, own);
  if (m_fixed_width) return read_fixed_download(message, m_width, rows, own, visit);
  range_decoder in(message);
  range_encoder again;
  gap_model model(m_gaps), same = model;
  std::vector<std::uint32_t> ones;
  for (std::size_t i = 0; i < rows.count(); ++i) {
    read_gaps(in, model, rows.length(i), ones);
    write_gaps(again, same, ones, rows.length(i));
    if (variant == arr_variant::two)
      for (std::uint32_t& one : ones) one = rows.own[one];
    visit(rows.row(i), ones);
  }
  demand_canonical(message, again);
}

std::vector<std::uint64_t> count_download_pairs(const noisy_triangle& noisy, arr_variant variant) {
  const std::uint64_t users = noisy.users();
  std::vector<std::uint64_t> in_row(users), pairs(users);
  for (std::uint64_t k = 0; k < users; ++k) in_row[k] = count_ones(noisy.row(static_cast<std::uint32_t>(k)));
  if (variant == arr_variant::full) {
    std::exclusive_scan(in_row.begin(), in_row.end(), pairs.begin(), std::uint64_t{0});
    return pairs;
  }
  parallel_for(0, users, 16, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t reader = first; reader < last; ++reader) {
      const auto own = std::as_const(noisy).row(static_cast<std::uint32_t>(reader));
      const reader_rows rows(variant, static_cast<std::uint32_t>(reader), own);
      for (const std::uint32_t k : rows.own) {
        const auto row = noisy.row(k);
        pairs[reader] += variant == arr_variant::one ? in_row[k] : count_common(row, own.first(row.size()));
      }
    }
  });
  return pairs;
}

}  // namespace edgeldp
