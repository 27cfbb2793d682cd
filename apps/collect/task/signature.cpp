// SPDX-License-Identifier: MIT
#include "collect/task/signature.hpp"

#include <algorithm>

#include "edgeldp/core/base/crypto.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/text_bytes.hpp"
#include "edgeldp/core/wire/canonical.hpp"

namespace edgeldp::collect {

signing_key::signing_key(const std::array<std::byte, 32>& secret)
    : m_secret(secret), m_public{crypto::ed25519_public(secret)} {}

signing_key signing_key::make() {
  std::array<std::byte, 32> secret{};
  fill_secret(secret);
  return signing_key(secret);
}

signing_key signing_key::from(std::span<const std::byte> secret) {
  std::array<std::byte, 32> kept{};
  if (secret.size() != kept.size()) throw format_error(0, "a secret key that is not 32 bytes long");
  ranges::copy(secret, kept.begin());
  return signing_key(kept);
}

std::array<std::byte, 64> signing_key::sign(std::span<const std::byte> message) const {
  return crypto::ed25519_sign(m_secret, message);
}

bool is_signed(std::span<const std::byte> message, std::span<const std::byte> signature,
               const public_key& by) {
  return crypto::ed25519_is_signed(message, signature, by.bytes);
}

std::optional<byte_string> from_hex(std::string_view digits) {
  if (digits.size() % 2 != 0) return std::nullopt;
  constexpr std::string_view all = "0123456789abcdef";
  byte_string bytes;
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    const std::size_t high = all.find(digits[i]), low = all.find(digits[i + 1]);
    if (high == all.npos || low == all.npos) return std::nullopt;
    bytes.push_back(static_cast<std::byte>(16 * high + low));
  }
  return bytes;
}

public_key key_from_hex(std::string_view digits) {
  public_key key;
  const auto bytes = from_hex(digits);
  if (!bytes || bytes->size() != key.bytes.size())
    throw format_error(0, "a public key is 64 digits 0 to 9, a to f");
  ranges::copy(*bytes, key.bytes.begin());
  return key;
}

void fill_secret(std::span<std::byte> bytes) {
  crypto::fill_with_coins(bytes);
}

byte_string token_of(std::span<const std::byte> secret, std::string_view person) {
  const auto digest = crypto::hmac_sha256(secret, text_bytes(person));
  return {digest.begin(), digest.begin() + 16};
}

byte_string proof_of(std::span<const std::byte> token, std::string_view task, std::string_view person,
                     const public_key& key) {
  byte_string message;
  canonical_writer(message)
      .text("edgeldp join 2")
      .text(task)
      .text(person)
      .text({reinterpret_cast<const char*>(key.bytes.data()), key.bytes.size()});
  const auto digest = crypto::hmac_sha256(token, message);
  return {digest.begin(), digest.end()};
}

coin_secret coins_for(std::span<const std::byte> secret, std::string_view announcement,
                      std::string_view frozen) {
  byte_string message;
  canonical_writer(message).text("edgeldp coins 2").text(announcement).text(frozen);
  return coin_secret(crypto::hmac_sha256(secret, message));
}

bool is_same_secret(std::span<const std::byte> a, std::span<const std::byte> b) {
  return crypto::is_same(a, b);
}

}  // namespace edgeldp::collect
