// SPDX-License-Identifier: MIT
#include "edgeldp/core/random/uniform_digits.hpp"

#include <algorithm>

#include "edgeldp/core/base/crypto.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

namespace {

void wipe(std::vector<std::uint64_t>& words, std::size_t count) {
  crypto::wipe(words.data(), count * sizeof(std::uint64_t));
}

}  // namespace

uniform_digits::uniform_digits(private_randomness& coins) : m_coins(coins), m_first(256) {}

uniform_digits::~uniform_digits() {
  restart();
}

void uniform_digits::grow() {
  std::vector<std::uint64_t> larger(2 * m_first.size());
  ranges::copy(m_first, larger.begin());
  m_first.swap(larger);
  wipe(larger, larger.size());
}

std::uint64_t uniform_digits::further(std::size_t place) {
  if (m_further.size() < m_next) m_further.resize(m_drawn);
  std::vector<std::uint64_t>& digits = m_further[m_next - 1];
  while (digits.size() < place) {
    std::vector<std::uint64_t> longer(digits.size() + 1, m_coins());
    ranges::copy(digits, longer.begin());
    digits.swap(longer);
    wipe(longer, longer.size());
  }
  return digits[place - 1];
}

void uniform_digits::restart() {
  wipe(m_first, m_drawn);
  for (std::vector<std::uint64_t>& digits : m_further) wipe(digits, digits.size());
  m_further.clear();
  m_next = m_drawn = 0;
}

}  // namespace edgeldp
