// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/told.hpp"

#include <openssl/evp.h>

#include <array>
#include <cstddef>
#include <memory>

#include "edgeldp/core/base/error.hpp"

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
  std::array<char, 8> little{};
  for (std::size_t i = 0; i < little.size(); ++i) little[i] = static_cast<char>((number >> (8 * i)) & 0xff);
  m_bytes.append(little.data(), little.size());
}

void told_digest::start(std::string_view name, char kind, std::uint64_t count) {
  append(name.size());
  m_bytes += name;
  m_bytes += kind;
  append(count);
}

told_digest& told_digest::add(std::string_view name, std::uint64_t number) {
  start(name, 'n', 1);
  append(number);
  return *this;
}

told_digest& told_digest::add(std::string_view name, std::span<const std::int64_t> numbers) {
  start(name, 'n', numbers.size());
  m_bytes.reserve(m_bytes.size() + 8 * numbers.size());
  for (const std::int64_t number : numbers) append(static_cast<std::uint64_t>(number));
  return *this;
}

told_digest& told_digest::add(std::string_view name, std::string_view text) {
  start(name, 't', text.size());
  m_bytes += text;
  return *this;
}

std::string told_digest::hex_with(std::string_view name, std::span<const std::byte> text) const {
  told_digest before = *this;
  before.start(name, 't', text.size());
  return before.hex_before(text);
}

std::string told_digest::hex_before(std::span<const std::byte> last) const {
  const std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
  unsigned size = 0;
  if (!context || EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) != 1 ||
      EVP_DigestUpdate(context.get(), m_bytes.data(), m_bytes.size()) != 1 ||
      EVP_DigestUpdate(context.get(), last.data(), last.size()) != 1 ||
      EVP_DigestFinal_ex(context.get(), bytes.data(), &size) != 1)
    throw io_error("SHA-256: OpenSSL refuses");
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (unsigned i = 0; i < size; ++i) {
    text += digits[bytes[i] / 16];
    text += digits[bytes[i] % 16];
  }
  return text;
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
