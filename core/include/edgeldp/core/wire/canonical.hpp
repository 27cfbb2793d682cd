// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

/// Errors: format_error, with the offset, for bytes that no writer makes; what a number means is
///     checked by whoever reads it.
class canonical_reader {
 public:
  /// `base` is added to offsets in messages.
  explicit canonical_reader(std::span<const std::byte> in, std::uint64_t base = 0) : m_in(in), m_base(base) {}

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
  std::span<const std::byte> rest();
  bool is_at_end() const noexcept { return m_at == m_in.size(); }
  /// Nothing may be left over.
  void end() const;

 private:
  std::span<const std::byte> m_in;
  std::uint64_t m_base = 0;
  std::size_t m_at = 0;
};

}  // namespace edgeldp
