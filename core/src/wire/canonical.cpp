// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/canonical.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/older_library.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/core/wire/varint.hpp"

namespace edgeldp {

canonical_writer& canonical_writer::number(int128 value) {
  append_integer(*m_out, value);
  return *this;
}

canonical_writer& canonical_writer::budgets(const rank_budgets& value) {
  number(static_cast<int128>(value.steps().size()));
  for (const auto& [first, budget_of_step] : value.steps()) number(first).budget(budget_of_step);
  return *this;
}

canonical_writer& canonical_writer::real(double value) {
  const auto bits = bit_cast<std::uint64_t>(value);
  for (int shift = 0; shift < 64; shift += 8)
    m_out->push_back(static_cast<std::byte>((bits >> shift) & 0xff));
  return *this;
}

canonical_writer& canonical_writer::text(std::string_view value) {
  number(static_cast<int128>(value.size()));
  for (const char c : value) m_out->push_back(static_cast<std::byte>(c));
  return *this;
}

canonical_writer& canonical_writer::numbers(std::span<const std::int64_t> values) {
  number(static_cast<int128>(values.size()));
  for (const std::int64_t value : values) number(value);
  return *this;
}

namespace {

/// The settings that all codecs write: those of ppr, or what they are by default.
ppr_spec settings_of(const codec_spec& codec) {
  if (const auto* ppr = codec.get_if<ppr_spec>()) return *ppr;
  if (const auto* wish = codec.get_if<automatic_codec>()) return wish->over_many_values;
  return {};
}

}  // namespace

canonical_writer& canonical_writer::codec(const codec_spec& value) {
  const ppr_spec settings = settings_of(value);
  number(value.is_automatic() ? 0 : static_cast<int128>(*value.kind()) + 1);
  number(settings.alpha.milli()).number(settings.level).number(settings.beta ? 1 : 0);
  return settings.beta ? real(*settings.beta) : *this;
}

canonical_reader::canonical_reader(public_bytes in) : m_from_window(std::move(in)) {
  if (m_from_window.is_in_memory()) {
    m_window = m_from_window.whole();
    m_in = m_window.bytes;
  } else {
    move_window();
  }
}

void canonical_reader::move_window() {
  constexpr std::uint64_t window_bytes = 4096;
  m_from_window = m_from_window.from(m_at);
  m_base += m_at;
  m_at = 0;
  m_window = m_from_window.part(0, std::min(window_bytes, m_from_window.size()));
  m_in = m_window.bytes;
  m_behind = m_from_window.size() - m_in.size();
}

int128 canonical_reader::integer(int128 limit) {
  constexpr std::size_t longest = 19;
  require_seen(longest);
  return read_integer(m_in, m_at, limit, m_base);
}

std::byte canonical_reader::next_byte() {
  require_seen(1);
  return m_in[m_at++];
}

std::int64_t canonical_reader::number() {
  return static_cast<std::int64_t>(integer(int128{1} << 62));
}

std::uint64_t canonical_reader::count(std::uint64_t most) {
  const std::uint64_t start = place();
  const std::uint64_t value = word();
  if (value > most) throw format_error(start, "a number above " + std::to_string(most));
  return value;
}

std::uint64_t canonical_reader::word() {
  const std::uint64_t start = place();
  const int128 value = integer(int128{1} << 64);
  if (value < 0 || value > int128{~std::uint64_t{0}})
    throw format_error(start, "a number of more than 64 bits");
  return static_cast<std::uint64_t>(value);
}

rank_budgets canonical_reader::budgets() {
  const std::uint64_t start = place();
  std::vector<rank_budgets::step> steps(size_of(count(left())));
  for (auto& [first, budget_of_step] : steps) {
    first = static_cast<std::uint32_t>(count(~std::uint32_t{0}));
    budget_of_step = budget();
  }
  try {
    return rank_budgets(std::move(steps));
  } catch (const invalid_parameter& e) {
    throw format_error(start, e.what());
  }
}

double canonical_reader::real() {
  if (left() < 8) throw format_error(place(), "a real number is cut short");
  std::uint64_t bits = 0;
  for (int shift = 0; shift < 64; shift += 8) bits |= std::to_integer<std::uint64_t>(next_byte()) << shift;
  return bit_cast<double>(bits);
}

std::string canonical_reader::text() {
  const std::uint64_t size = count(m_at + left());
  if (size > left()) throw format_error(place(), "a text is cut short");
  std::string out;
  for (std::uint64_t i = 0; i < size; ++i) out += static_cast<char>(next_byte());
  return out;
}

std::vector<std::int64_t> canonical_reader::numbers() {
  std::vector<std::int64_t> out;
  // A number is a byte at least, so that nothing is allocated for what cannot come.
  const std::uint64_t size = count(left());
  out.reserve(size_of(size));
  for (std::uint64_t i = 0; i < size; ++i) out.push_back(number());
  return out;
}

codec_spec canonical_reader::codec() {
  const std::uint64_t tag = count(0x100);
  const auto kind = static_cast<codec_kind>(tag == 0 ? 0 : tag - 1);
  if (tag != 0 && !is_known(kind)) throw format_error(place(), "unknown codec");
  const auto milli = static_cast<std::uint32_t>(count(ppr_alpha::largest_milli));
  if (milli < ppr_alpha::smallest_milli) throw format_error(place(), "an alpha below 1.3");
  ppr_spec settings{ppr_alpha::from_milli(milli), static_cast<unsigned>(count(0xff)), std::nullopt};
  if (count(1) == 1) settings.beta = real();
  if (tag == 0) return codec_spec::automatic(settings);
  if (kind == ppr_spec::kind) return settings;
  if (settings != ppr_spec{}) throw format_error(place(), "settings of another codec");
  return codec_spec(kind);
}

std::span<const std::byte> canonical_reader::rest() {
  const std::size_t start = m_at;
  m_at = m_in.size();
  return m_in.subspan(start);
}

public_bytes canonical_reader::public_rest() {
  if (!m_from_window.is_in_memory()) {
    public_bytes behind = m_from_window.from(m_at);
    m_at = m_in.size();
    m_behind = 0;
    return behind;
  }
  return held_bytes{m_window.owner, rest()};
}

void canonical_reader::end() const {
  if (!is_at_end()) throw format_error(place(), "something after the end");
}

}  // namespace edgeldp
