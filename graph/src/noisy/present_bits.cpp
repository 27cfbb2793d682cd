// SPDX-License-Identifier: MIT
#include "noisy/present_bits.hpp"

#include <cmath>
#include <cstdint>

#include "edgeldp/core/random/public_randomness.hpp"

namespace edgeldp {

namespace {

void set(noisy_matrix& bits, std::uint64_t row, std::uint64_t column, bool bit) {
  std::uint64_t& word = bits.row(row)[column / 64];
  const std::uint64_t mask = std::uint64_t{1} << (column % 64);
  word = bit ? word | mask : word & ~mask;
}

/// Noise in the place of what the row of the user at rank `later` says of one who is absent.
class noise_of_absent {
 public:
  explicit noise_of_absent(const release& published)
      : m_random(published.parameters().key),
        m_threshold(static_cast<std::uint64_t>(std::llround(std::ldexp(published.law().p0, 40)))) {}

  bool operator()(std::uint64_t later, vertex_id absent) const {
    const philox_block coin =
        m_random.block(stream_tag::absent_row, static_cast<std::uint32_t>(later), 1, absent);
    return (coin[0] | (std::uint64_t{coin[1]} & 0xff) << 32) < m_threshold;
  }

 private:
  public_randomness m_random;
  std::uint64_t m_threshold;
};

}  // namespace

noisy_matrix bits_among_present(const release& published) {
  noisy_matrix bits = materialize(published);
  const noise_of_absent noise(published);
  for (const vertex_id user : published.absent()) {
    const std::uint64_t place = published.layout().rank(user);
    for (std::uint64_t later = place + 1; later < bits.rows(); ++later) {
      const bool bit = noise(later, user);
      set(bits, place, later, bit);
      set(bits, later, place, bit);
    }
  }
  return bits;
}

noisy_matrix bits_among_present(const release& published, std::span<const vertex_id> users) {
  noisy_matrix bits = materialize(published, users);
  const noise_of_absent noise(published);
  const release_layout& layout = published.layout();
  for (const vertex_id user : published.absent())
    for (std::size_t row = 0; row < users.size(); ++row)
      if (const std::uint64_t later = layout.rank(users[row]); layout.rank(user) < later)
        set(bits, row, layout.rank(user), noise(later, user));
  return bits;
}

}  // namespace edgeldp
