// SPDX-License-Identifier: MIT
#include "edgeldp/graph/noisy/noisy_matrix.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "edgeldp/core/error.hpp"
#include "edgeldp/core/parallel.hpp"

namespace edgeldp {

namespace {

using tile = std::array<std::uint64_t, 64>;

/// Transposes 64 x 64 bits in place: halves of 32, 16, ... 1 columns change places.
void transpose(tile& t) noexcept {
  std::uint64_t mask = 0xffffffffU;
  for (unsigned half = 32; half != 0; half /= 2, mask ^= mask << half) {
    for (unsigned r = 0; r < 64; r = ((r | half) + 1) & ~half) {
      const std::uint64_t moved = ((t[r] >> half) ^ t[r | half]) & mask;
      t[r] ^= moved << half;
      t[r | half] ^= moved;
    }
  }
}

/// Row r gets the bits of its pairs with places below r.
void decode_lower_half(const release& published, noisy_matrix& m) {
  const release_layout& layout = published.layout();
  std::vector<std::uint32_t> positions(layout.users());
  for (std::uint32_t place = 0; place < positions.size(); ++place)
    positions[place] = layout.position(layout.user_at(place));
  parallel_for(0, m.rows(), 16, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<std::uint64_t> bits(m.word_count());
    for (std::uint64_t r = first; r < last; ++r) {
      published.visit_row(layout.user_at(static_cast<std::uint32_t>(r)),
                          [&](const auto& row) { row.decode_bits(bits); });
      select_bits(bits, std::span(positions).first(r), m.row(r).first((r + 63) / 64));
    }
  });
}

/// The tile of rows 64 i .. and columns 64 j ..; rows beyond the matrix are zero.
tile read_tile(const noisy_matrix& m, std::uint64_t i, std::uint64_t j) {
  tile t{};
  for (std::uint64_t r = 0; r < std::min<std::uint64_t>(64, m.rows() - 64 * i); ++r)
    t[r] = m.row(64 * i + r)[j];
  return t;
}

/// Copies the lower half over the diagonal. Each call of the body writes tiles of its own above the diagonal.
void mirror(noisy_matrix& m) {
  parallel_for(0, m.word_count(), 1, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) {
      for (std::uint64_t j = 0; j <= i; ++j) {
        tile t = read_tile(m, i, j);
        transpose(t);
        for (std::uint64_t r = 0; r < std::min<std::uint64_t>(64, m.rows() - 64 * j); ++r)
          m.row(64 * j + r)[i] |= t[r];
      }
    }
  });
}

}  // namespace

noisy_matrix materialize(const release& published) {
  noisy_matrix m(published.layout().users(), published.layout().users());
  decode_lower_half(published, m);
  mirror(m);
  return m;
}

noisy_matrix materialize(const vector_release& published, std::span<const vertex_id> users) {
  const std::uint64_t known = published.layout().users();
  for (const vertex_id u : users)
    if (u >= known)
      throw invalid_parameter("user " + std::to_string(u) + ": must lie in [0, " + std::to_string(known) +
                              ")");
  noisy_matrix m(users.size(), published.layout().length());
  parallel_for(0, m.rows(), 16, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t r = first; r < last; ++r) published.decode_differences(users[r], m.row(r));
  });
  return m;
}

}  // namespace edgeldp
