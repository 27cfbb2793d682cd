// SPDX-License-Identifier: MIT
#include "edgeldp/core/base/rising_numbers.hpp"

#include <bit>

#include "edgeldp/core/base/size_of.hpp"

namespace edgeldp {

rising_numbers::rising_numbers(std::span<const std::uint32_t> numbers, std::uint64_t limit)
    : m_size(numbers.size()) {
  if (numbers.empty()) return;
  // As many low bits as make the high parts about as many as the numbers.
  m_low_bits = static_cast<unsigned>(std::bit_width(limit / m_size)) - 1U;
  m_high.resize(size_of((m_size + (limit >> m_low_bits)) / word_bits + 1));
  m_low.resize((m_size * m_low_bits + word_bits - 1) / word_bits + 1);  // a read may touch a word more
  m_samples.reserve((m_size - 1) / between_samples + 1);
  const std::uint64_t mask = (std::uint64_t{1} << m_low_bits) - 1;
  for (std::size_t i = 0; i < m_size; ++i) {
    const std::size_t place = size_of((std::uint64_t{numbers[i]} >> m_low_bits) + i);
    if (i % between_samples == 0) m_samples.push_back(place);
    m_high[place / word_bits] |= std::uint64_t{1} << place % word_bits;
    const std::size_t bit = i * m_low_bits;
    const std::uint64_t low = numbers[i] & mask;
    m_low[bit / word_bits] |= low << bit % word_bits;
    if (bit % word_bits + m_low_bits > word_bits)
      m_low[bit / word_bits + 1] |= low >> (word_bits - bit % word_bits);
  }
}

std::size_t rising_numbers::place_of(std::size_t index) const noexcept {
  const std::size_t sample = size_of(m_samples[index / between_samples]);
  std::size_t word = sample / word_bits;
  std::uint64_t ones = m_high[word] >> sample % word_bits << sample % word_bits;
  std::size_t before = index % between_samples;  // ones from the sample on that come first
  for (auto here = static_cast<std::size_t>(std::popcount(ones)); here <= before;
       here = static_cast<std::size_t>(std::popcount(ones))) {
    before -= here;
    ones = m_high[++word];
  }
  for (; before > 0; --before) ones &= ones - 1;
  return word * word_bits + static_cast<std::size_t>(std::countr_zero(ones));
}

std::uint32_t rising_numbers::low(std::size_t index) const noexcept {
  if (m_low_bits == 0) return 0;
  const std::size_t bit = index * m_low_bits, shift = bit % word_bits;
  std::uint64_t low = m_low[bit / word_bits] >> shift;
  if (shift + m_low_bits > word_bits) low |= m_low[bit / word_bits + 1] << (word_bits - shift);
  return static_cast<std::uint32_t>(low & ((std::uint64_t{1} << m_low_bits) - 1));
}

}  // namespace edgeldp
