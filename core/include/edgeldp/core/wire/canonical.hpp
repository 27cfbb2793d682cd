// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/base/public_memory.hpp"
#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/privacy/rank_budgets.hpp"

/// Numbers and texts one after another as bytes, one way only: what announcements, decisions and
/// public objects are made of (core/doc/format.md, "Announcements").
namespace edgeldp {

class codec_spec;

class canonical_writer {
 public:
  explicit canonical_writer(std::vector<std::byte>& out) : m_out(&out) {}

  canonical_writer& number(int128 value);
  canonical_writer& budget(epsilon value) { return number(static_cast<int128>(value.units())); }
  canonical_writer& budgets(const rank_budgets& value);
  /// The 64 bits of a double, so that it comes back as it was.
  canonical_writer& real(double value);
  canonical_writer& text(std::string_view value);
  canonical_writer& numbers(std::span<const std::int64_t> values);
  canonical_writer& codec(const codec_spec& value);

 private:
  std::vector<std::byte>* m_out;
};

/// Memory: of bytes that lie elsewhere a window of 4 kB.
/// Errors: format_error, with the offset, for bytes that no writer makes; what a number means is
///     checked by whoever reads it. Of bytes that lie elsewhere, those of byte_source.
class canonical_reader {
 public:
  /// `base` is added to offsets in messages.
  explicit canonical_reader(std::span<const std::byte> in, std::uint64_t base = 0) : m_in(in), m_base(base) {}
  explicit canonical_reader(public_bytes in);

  /// In [-2^62, 2^62].
  std::int64_t number();
  /// In [0, most].
  std::uint64_t count(std::uint64_t most);
  std::uint64_t word();
  epsilon budget() { return epsilon::from_units(count(epsilon::largest_units)); }
  rank_budgets budgets();
  double real();
  std::string text();
  std::vector<std::int64_t> numbers();
  codec_spec codec();
  /// All that is left, which its reader judges.
  /// Requires: in memory.
  std::span<const std::byte> rest();
  /// The same, wherever it lies.
  public_bytes public_rest();
  bool is_at_end() const noexcept { return left() == 0; }
  /// Nothing may be left over.
  void end() const;

 private:
  std::uint64_t left() const noexcept { return m_in.size() - m_at + m_behind; }
  std::uint64_t place() const noexcept { return m_base + m_at; }
  /// So many bytes are in m_in from m_at on, or all that are left.
  void require_seen(std::size_t bytes) {
    if (m_behind > 0 && m_in.size() - m_at < bytes) move_window();
  }
  void move_window();
  int128 integer(int128 limit);
  std::byte next_byte();

  std::span<const std::byte> m_in;  ///< all, or a window
  std::uint64_t m_base = 0;         ///< where m_in begins
  std::size_t m_at = 0;
  std::uint64_t m_behind = 0;  ///< bytes behind m_in
  public_bytes m_from_window;  ///< nothing of bytes that were given as a span
  held_bytes m_window;
};

}  // namespace edgeldp
