// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "support/slow_decoder.hpp"

/// A second decoder of vector files, written from core/doc/format.md, "Vectors", and
/// core/doc/randomness.md alone; with slow_decoder.hpp for what the page shares with release files.
/// It reads good files; refusing bad ones is not its business.
namespace edgeldp::testing {

struct slow_vectors {
  std::uint64_t n = 0, L = 0, k = 0, key = 0;
  unsigned codec = 0, coding = 0;
  std::uint64_t threshold = 0, rate = 0, floor_rate = 0, slack = 0, alpha = 0, q = 0, limit = 0;
  std::vector<std::int64_t> sizes;
  std::vector<std::vector<std::uint64_t>> offsets;  // [user][item]

  explicit slow_vectors(std::span<const std::byte> bytes) {
    slow_bytes file;
    for (const std::byte b : bytes) file.push_back(std::to_integer<std::uint8_t>(b));
    slow_must(slow_integer(file, 8, 2) == 2, "format");
    read_sections(file);
  }

 private:
  void read_sections(const slow_bytes& file) {
    const slow_table table(file);
    const auto bytes = [&](const char* tag) { return slow_table::bytes_of(file, table.must_find(tag)); };
    const std::vector<slow_i128> values = slow_canonical(bytes("PARM"));
    slow_must(values.size() == 22, "number of parameters");
    const auto value = [&](std::size_t i) { return static_cast<std::uint64_t>(values.at(i)); };
    key = value(0);
    n = value(1);
    L = value(2);
    k = value(3);
    codec = static_cast<unsigned>(value(5));
    threshold = codec == 3 ? value(8) : value(7);
    q = value(9);
    rate = codec == 3 ? value(10) : value(14);
    alpha = value(11);
    limit = value(12);
    floor_rate = value(15);
    slack = value(16);
    coding = static_cast<unsigned>(value(17));
    sizes.resize(n);
    if (table.find("SIZE") != nullptr)
      sizes = slow_released(slow_coded_numbers(bytes("SIZE"), n, [](std::size_t) { return 0U; }));
    read_rows(bytes("INDX"), bytes("ROWS"));
  }

  void read_rows(const slow_bytes& index, const slow_bytes& rows) {
    std::size_t at = 0;
    for (std::uint64_t u = 0; u < n; u += 1024) {
      const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(at);
      at += slow_integer(index, u / 128, 4);
      slow_bytes coded(begin, rows.begin() + static_cast<std::ptrdiff_t>(at));
      slow_must(slow_crc32(coded) == slow_integer(index, u / 128 + 4, 4), "CRC of a block");
      while (!coded.empty() && coded.back() == 0) coded.pop_back();
      read_block(u, coded);
    }
    slow_must(at == rows.size(), "bytes are left over after the last block");
  }

  void read_block(std::uint64_t first, const slow_bytes& coded) {
    slow_range_decoder coder(coded);
    slow_models models(alpha, codec == 3 ? 0 : static_cast<unsigned>(limit));
    for (std::uint64_t u = first; u < std::min(n, first + 1024); ++u) {
      const auto user = static_cast<std::uint32_t>(u);
      std::vector<std::uint64_t> at_position = codec == 1   ? read_bitmap(user, coder)
                                               : codec == 2 ? read_ppr(user, coder, models)
                                                            : read_nullspace(user, coder);
      std::vector<std::uint64_t> of_user(L);
      for (std::uint32_t item = 0; item < L; ++item)
        of_user[item] = at_position.at(codec == 1 ? item : slow_permute(key, slow_tag_permutation, L, item));
      offsets.push_back(of_user);
    }
  }

  std::vector<std::uint64_t> read_bitmap(std::uint32_t user, slow_range_decoder& coder) const {
    if (coding == 1) {
      const std::uint64_t whole = std::uint64_t{1} << 40U, D = (k - 1) * threshold;
      const slow_u128 more = slow_u128{entries(sizes[user])} * (whole - std::min(whole, 2 * D)) / L;
      return slow_gap_row(coder, L, static_cast<std::uint64_t>(std::min<slow_u128>(whole / 2, D + more)), k);
    }
    const std::uint64_t bits = slow_element_bits(k), per_word = 64 / bits;
    std::vector<std::uint64_t> result;
    while (result.size() < L) {
      const std::uint64_t values = std::min(per_word, L - result.size());
      const std::uint64_t word = coder.direct(static_cast<unsigned>(values * bits));
      for (std::uint64_t i = 0; i < values; ++i)
        result.push_back(word >> (i * bits) & ((std::uint64_t{1} << bits) - 1));
    }
    return result;
  }

  /// A released number, inside what is possible.
  std::uint64_t entries(std::int64_t number) const {
    return static_cast<std::uint64_t>(std::clamp<std::int64_t>(number, 0, static_cast<std::int64_t>(L)));
  }

  std::vector<std::uint64_t> read_ppr(std::uint32_t user, slow_range_decoder& coder,
                                      slow_models& models) const {
    const std::uint64_t T = threshold;
    const std::uint64_t expected = entries(sizes[user]);
    const std::uint64_t possible = entries(sizes[user] + static_cast<std::int64_t>(slack));
    const slow_u128 one = slow_u128{1} << 32U;
    const slow_u128 wanted = std::max(slow_u128{expected} * rate, slow_u128{possible} * floor_rate);
    const auto m = static_cast<std::uint64_t>(std::clamp<slow_u128>((wanted + one - 1) / one, 1, L));
    const std::uint64_t s = (L + m - 1) / m;
    auto& steps = models.steps.at(std::min<std::size_t>(7, std::bit_width(expected / m)));
    std::vector<std::uint64_t> result;
    for (std::uint64_t chunk = 0; chunk * s < L; ++chunk) {
      unsigned c = 0;
      while (c < limit && coder.modelled(steps.at(c))) ++c;
      std::uint64_t K = std::uint64_t{1} << c;
      if (c < limit) K += coder.direct(c);
      for (std::uint64_t x = chunk * s; x < std::min(L, (chunk + 1) * s); ++x) {
        const auto position = static_cast<std::uint32_t>(x);
        const std::uint64_t b =
            slow_block(key, slow_tag_ppr, position / 16, K, user)[x % 16 / 4] >> (8 * (x % 4)) & 255U;
        const std::uint64_t v = (b << 32U) + slow_block(key, slow_tag_ppr_ties, position / 4, K, user)[x % 4];
        result.push_back(v < (k - 1) * T ? 1 + v / T : 0);
      }
    }
    return result;
  }

  std::vector<std::uint64_t> read_nullspace(std::uint32_t user, slow_range_decoder& coder) const {
    const std::uint64_t M = slow_columns(coding, sizes[user] + static_cast<std::int64_t>(slack), rate, L, L);
    std::uint64_t D = 0;
    for (std::uint64_t power = q; power <= 65536; power *= q) ++D;
    std::vector<std::uint64_t> codes;
    while (codes.size() < M) {
      const std::uint64_t part = std::min(D, M - codes.size());
      std::uint64_t weight = 1;
      for (std::uint64_t i = 0; i < part; ++i) weight *= q;
      for (std::uint64_t number = coder.uniform(static_cast<std::uint32_t>(weight)); weight > 1;) {
        weight /= q;
        codes.push_back(number / weight);
        number %= weight;
      }
    }
    std::vector<std::uint64_t> result;
    for (std::uint32_t x = 0; x < L; ++x) {
      std::uint64_t sum = 0;
      for (const std::uint64_t column : slow_matrix_row(key, user, x, M))
        sum = q % 2 == 1 || q == 2 ? (sum + codes[column]) % q : sum ^ codes[column];
      result.push_back(sum == 0 ? 1 : 0);
    }
    return result;
  }
};

}  // namespace edgeldp::testing
