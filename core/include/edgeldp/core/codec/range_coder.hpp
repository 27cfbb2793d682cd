// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace edgeldp {

/// An adaptive binary model: two counters. All integers, so encoder and decoder agree on every
/// machine.
class adaptive_bit {
 public:
  /// Starts as if `zeros` zeros and `ones` ones had been seen (both positive).
  constexpr adaptive_bit(std::uint32_t zeros, std::uint32_t ones) : m_zeros(zeros), m_ones(ones) {}

  /// Pr[bit = 0] in units of 2^-16, in [64, 65472].
  std::uint32_t zero_probability() const noexcept {
    const std::uint64_t p = (std::uint64_t{m_zeros} << 16) / (std::uint64_t{m_zeros} + m_ones);
    return p < 64 ? 64 : p > 65472 ? 65472 : static_cast<std::uint32_t>(p);
  }

  void update(bool bit) noexcept {
    (bit ? m_ones : m_zeros) += increment;
    if (m_zeros + m_ones > limit) {
      m_zeros = (m_zeros + 1) / 2;
      m_ones = (m_ones + 1) / 2;
    }
  }

  /// What one observation adds; priors are given in the same unit, so a prior of 64 weighs two
  /// observations.
  static constexpr std::uint32_t increment = 32;

 private:
  static constexpr std::uint32_t limit = std::uint32_t{1} << 24;
  std::uint32_t m_zeros, m_ones;
};

/// A byte-wise binary range coder with carry propagation and a minimal ending: trailing zero bytes
/// are not sent, since the decoder reads zeros past the end, so a message of few bits takes few
/// bytes.
///
/// Source: Martin 1979; carry handling as in LZMA's published coder.
/// Layout: core/doc/format.md, "Range coder".
class range_encoder {
 public:
  void encode(bool bit, adaptive_bit& model);
  /// Pr[bit = 0] in units of 2^-16, in [64, 65472].
  void encode(bool bit, std::uint32_t zero_probability);
  /// The `bits` low bits of value, most significant first, unmodelled. bits <= 64.
  void encode_direct(std::uint64_t value, unsigned bits);
  /// One of `total` equally likely values, 1 <= total <= 2^16. value < total.
  void encode_uniform(std::uint32_t value, std::uint32_t total);
  /// Ends the stream and hands over its bytes; the encoder is then fresh again.
  std::vector<std::byte> finish();

 private:
  void encode_word(std::uint64_t value);
  void normalize();
  void shift_low();

  struct interval {
    std::uint64_t low = 0, pending = 0;  // pending: bytes that a carry could still change
    std::uint32_t range = 0xffffffffU;
    std::uint8_t cache = 0;
    bool has_cache = false;
  };
  std::vector<std::byte> m_bytes;
  interval m_at;
};

/// Reads what range_encoder wrote. Never fails: bytes past the end read as zeros; callers bound the
/// symbols.
class range_decoder {
 public:
  explicit range_decoder(std::span<const std::byte> bytes);
  bool decode(adaptive_bit& model);
  bool decode(std::uint32_t zero_probability);
  std::uint64_t decode_direct(unsigned bits);
  /// Below total.
  std::uint32_t decode_uniform(std::uint32_t total);

  /// Bytes consumed so far, at most the size of the input.
  std::size_t position() const noexcept { return m_next < m_bytes.size() ? m_next : m_bytes.size(); }

 private:
  std::uint32_t next_byte() noexcept;
  void normalize();
  std::span<const std::byte> m_bytes;
  std::size_t m_next = 0;
  std::uint32_t m_code = 0, m_range = 0xffffffffU;
};

}  // namespace edgeldp
