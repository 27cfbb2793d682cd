// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/canonical.hpp"

#include <bit>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/varint.hpp"

namespace edgeldp {

canonical_writer& canonical_writer::number(int128 value) {
  append_integer(*m_out, value);
  return *this;
}

canonical_writer& canonical_writer::real(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
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

std::int64_t canonical_reader::number() {
  return static_cast<std::int64_t>(read_integer(m_in, m_at, int128{1} << 62));
}

std::uint64_t canonical_reader::count(std::uint64_t most) {
  const std::size_t start = m_at;
  const std::uint64_t value = word();
  if (value > most) throw format_error(start, "a number above " + std::to_string(most));
  return value;
}

std::uint64_t canonical_reader::word() {
  const std::size_t start = m_at;
  const int128 value = read_integer(m_in, m_at, int128{1} << 64);
  if (value < 0 || value > int128{~std::uint64_t{0}})
    throw format_error(start, "a number of more than 64 bits");
  return static_cast<std::uint64_t>(value);
}

double canonical_reader::real() {
  if (m_in.size() - m_at < 8) throw format_error(m_at, "a real number is cut short");
  std::uint64_t bits = 0;
  for (int shift = 0; shift < 64; shift += 8) bits |= std::to_integer<std::uint64_t>(m_in[m_at++]) << shift;
  return std::bit_cast<double>(bits);
}

std::string canonical_reader::text() {
  const std::uint64_t size = count(m_in.size());
  if (size > m_in.size() - m_at) throw format_error(m_at, "a text is cut short");
  std::string out;
  for (std::uint64_t i = 0; i < size; ++i) out += static_cast<char>(m_in[m_at++]);
  return out;
}

std::vector<std::int64_t> canonical_reader::numbers() {
  std::vector<std::int64_t> out;
  // A number is a byte at least, so that nothing is allocated for what cannot come.
  const std::uint64_t size = count(m_in.size() - m_at);
  out.reserve(size);
  for (std::uint64_t i = 0; i < size; ++i) out.push_back(number());
  return out;
}

std::span<const std::byte> canonical_reader::rest() {
  const std::size_t start = m_at;
  m_at = m_in.size();
  return m_in.subspan(start);
}

void canonical_reader::end() const {
  if (m_at != m_in.size()) throw format_error(m_at, "something after the end");
}

}  // namespace edgeldp
