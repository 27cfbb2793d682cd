// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/range_coder.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/base/types.hpp"

namespace edgeldp {

namespace {
constexpr std::uint32_t smallest_range = std::uint32_t{1} << 24;
}

// Emits the cached byte once no carry can reach it. The very first byte would always be zero and is
// not stored.
void range_encoder::shift_low() {
  const bool carry = m_at.low > 0xffffffffU;
  if (carry || m_at.low < 0xff000000U) {
    if (m_at.has_cache) m_bytes.push_back(static_cast<std::byte>(m_at.cache + (carry ? 1 : 0)));
    for (; m_at.pending != 0; --m_at.pending) m_bytes.push_back(static_cast<std::byte>(carry ? 0x00 : 0xff));
    m_at.has_cache = true;
    m_at.cache = static_cast<std::uint8_t>(m_at.low >> 24);
  } else {
    ++m_at.pending;
  }
  m_at.low = (m_at.low & 0x00ffffffU) << 8;
}

void range_encoder::normalize() {
  while (m_at.range < smallest_range) {
    m_at.range <<= 8;
    shift_low();
  }
}

void range_encoder::encode(bool bit, adaptive_bit& model) {
  encode(bit, model.zero_probability());
  model.update(bit);
}

void range_encoder::encode(bool bit, std::uint32_t zero_probability) {
  const std::uint32_t bound = (m_at.range >> 16) * zero_probability;
  if (bit) {
    m_at.low += bound;
    m_at.range -= bound;
  } else {
    m_at.range = bound;
  }
  normalize();
}

// In parts of 16 bits, as encode_uniform of 2^16 values; whole words at once (14 ns, by parts 25).
void range_encoder::encode_direct(std::uint64_t value, unsigned bits) {
  if (bits == 64) return encode_word(value);
  while (bits != 0) {
    const unsigned part = bits < 16 ? bits : 16;
    bits -= part;
    m_at.range >>= part;
    m_at.low += (value >> bits & ((1U << part) - 1)) * m_at.range;
    normalize();
  }
}

// Four parts leave the range a multiple of 2^16 and give eight bytes: those above the last 16 bits
// of low 2^48 + value (range / 2^16).
void range_encoder::encode_word(std::uint64_t value) {
  const std::uint32_t range = m_at.range >> 16;
  const uint128 sum = (uint128{m_at.low} << 48) + uint128{value} * range;
  const auto bytes = static_cast<std::uint64_t>(sum >> 16);
  const bool carry = (sum >> 80) != 0;
  m_at.range = range << 16;
  m_at.low = static_cast<std::uint64_t>(sum & 0xffff) << 16;
  const auto full =
      static_cast<std::uint64_t>(std::countr_one(bytes)) / 8;  // last bytes that a carry may change
  if (full == 8 && !carry) {
    m_at.pending += 8;
    return;
  }
  if (m_at.has_cache) m_bytes.push_back(static_cast<std::byte>(m_at.cache + (carry ? 1 : 0)));
  m_bytes.insert(m_bytes.end(), size_of(m_at.pending), carry ? std::byte{0x00} : std::byte{0xff});
  std::array<std::byte, 8> ready;
  for (unsigned i = 0; i < 8; ++i) ready[i] = static_cast<std::byte>(bytes >> (56 - 8 * i));
  m_at.pending = std::min<std::uint64_t>(full, 7);
  const std::size_t last = 7 - size_of(m_at.pending);
  m_bytes.insert(m_bytes.end(), ready.begin(), ready.begin() + last);
  m_at.cache = std::to_integer<std::uint8_t>(ready[last]);
  m_at.has_cache = true;
}

void range_encoder::encode_uniform(std::uint32_t value, std::uint32_t total) {
  m_at.range /= total;
  m_at.low += std::uint64_t{value} * m_at.range;
  normalize();
}

std::vector<std::byte> range_encoder::finish() {
  // The number with the most trailing zero bytes inside [low, low + range).
  const std::uint64_t end = m_at.low + m_at.range;
  for (unsigned zeros = 32;; zeros -= 8) {
    const std::uint64_t mask = (std::uint64_t{1} << zeros) - 1;
    const std::uint64_t value = (m_at.low + mask) & ~mask;
    if (value < end) {
      m_at.low = value;
      break;
    }
  }
  for (int i = 0; i < 5; ++i) shift_low();
  while (!m_bytes.empty() && m_bytes.back() == std::byte{0}) m_bytes.pop_back();
  std::vector<std::byte> bytes = std::move(m_bytes);
  *this = range_encoder();
  return bytes;
}

range_decoder::range_decoder(std::span<const std::byte> bytes) : m_bytes(bytes) {
  for (int i = 0; i < 4; ++i) m_code = (m_code << 8) | next_byte();
}

std::uint32_t range_decoder::next_byte() noexcept {
  const std::uint32_t byte = m_next < m_bytes.size() ? std::to_integer<std::uint32_t>(m_bytes[m_next]) : 0;
  ++m_next;
  return byte;
}

void range_decoder::normalize() {
  while (m_range < smallest_range) {
    m_range <<= 8;
    m_code = (m_code << 8) | next_byte();
  }
}

bool range_decoder::decode(adaptive_bit& model) {
  const bool bit = decode(model.zero_probability());
  model.update(bit);
  return bit;
}

bool range_decoder::decode(std::uint32_t zero_probability) {
  const std::uint32_t bound = (m_range >> 16) * zero_probability;
  const bool bit = m_code >= bound;
  if (bit) {
    m_code -= bound;
    m_range -= bound;
  } else {
    m_range = bound;
  }
  normalize();
  return bit;
}

std::uint64_t range_decoder::decode_direct(unsigned bits) {
  std::uint64_t value = 0;
  while (bits != 0) {
    const unsigned part = bits < 16 ? bits : 16;
    bits -= part;
    value = (value << part) | decode_uniform(1U << part);
  }
  return value;
}

std::uint32_t range_decoder::decode_uniform(std::uint32_t total) {
  m_range /= total;
  std::uint32_t digit = m_code / m_range;
  if (digit >= total) digit = total - 1;  // only in a corrupt stream
  m_code -= digit * m_range;
  normalize();
  return digit;
}

}  // namespace edgeldp
