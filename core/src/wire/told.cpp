// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/told.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "edgeldp/core/base/hexadecimal.hpp"
#include "edgeldp/core/base/text_bytes.hpp"
#include "wire/bytes.hpp"

namespace edgeldp {

namespace {

void add_codec(told_digest& d, const codec_parameters& p) {
  d.add("key", p.key.value)
      .add("codec", static_cast<std::uint64_t>(p.codec))
      .add("flip_threshold", p.flip_threshold)
      .add("drop_threshold", p.drop_threshold)
      .add("field", p.field_order)
      .add("kept_rate", p.kept_rate)
      .add("alpha_milli", p.alpha_milli)
      .add("candidate_limit_log2", p.candidate_limit_log2)
      .add("level", p.level)
      .add("chunk_rate", p.chunk_rate)
      .add("chunk_floor_rate", p.chunk_floor_rate)
      .add("size_slack", p.size_slack);
  // Absent where it says nothing, so that digests of older releases stay what they were.
  if (p.coding != row_coding::plain) d.add("coding", static_cast<std::uint64_t>(p.coding));
}

}  // namespace

void told_digest::append(std::uint64_t number) {
  std::array<std::byte, 8> little{};
  wire::put(std::span(little), 0, number);
  m_digest.add(little);
}

void told_digest::start(std::string_view name, char kind, std::uint64_t count) {
  append(name.size());
  m_digest.add(text_bytes(name));
  m_digest.add(std::as_bytes(std::span(&kind, 1)));
  append(count);
}

told_digest& told_digest::add(std::string_view name, std::uint64_t number) {
  start(name, 'n', 1);
  append(number);
  return *this;
}

told_digest& told_digest::add(std::string_view name, std::span<const std::int64_t> numbers) {
  start(name, 'n', numbers.size());
  // A call's own cost is that of some numbers.
  constexpr std::size_t at_a_time = 512;
  std::array<std::byte, 8 * at_a_time> little{};
  while (!numbers.empty()) {
    const std::size_t count = std::min(at_a_time, numbers.size());
    for (std::size_t i = 0; i < count; ++i) wire::put(std::span(little), 8 * i, numbers[i]);
    m_digest.add(std::span(little).first(8 * count));
    numbers = numbers.subspan(count);
  }
  return *this;
}

told_digest& told_digest::add(std::string_view name, std::string_view text) {
  return begin(name, text.size()).part(text_bytes(text));
}

told_digest& told_digest::begin(std::string_view name, std::uint64_t bytes) {
  start(name, 't', bytes);
  return *this;
}

told_digest& told_digest::part(std::span<const std::byte> bytes) {
  m_digest.add(bytes);
  return *this;
}

std::string told_digest::hex() const {
  return to_hex(m_digest.value());
}

told_digest told(const release_layout& layout) {
  const release_parameters& p = layout.parameters();
  told_digest d;
  d.add("users", p.users);
  add_codec(d, p);
  d.add("order", static_cast<std::uint64_t>(p.order))
      .add("chunk_rule", static_cast<std::uint64_t>(p.chunk_rule))
      .add("total", p.total.units())
      .add("degree", p.degree.units())
      .add("size", p.size.units())
      .add("edges", p.edges.units());
  for (const rank_class& c : p.later) {
    d.add("class", c.first);
    add_codec(d, c.rows);
    d.add("size", c.size.units()).add("edges", c.edges.units()).add("count", c.count.units());
  }
  d.add("degrees", layout.degrees());
  return d.add("sizes", layout.sizes());
}

told_digest told(const vector_layout& layout, std::string_view catalog) {
  const vector_parameters& p = layout.parameters();
  told_digest d;
  d.add("users", p.users).add("length", p.length).add("alphabet", p.alphabet);
  add_codec(d, p);
  d.add("size_rule", static_cast<std::uint64_t>(p.sizes))
      .add("total", p.total.units())
      .add("size", p.size.units())
      .add("entries", p.entries.units());
  return d.add("sizes", layout.sizes()).add("catalog", catalog);
}

}  // namespace edgeldp
