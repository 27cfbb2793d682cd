// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "edgeldp/core/protocol/public_objects.hpp"
#include "edgeldp/core/random/private_randomness.hpp"

/// Who says what: Ed25519 signatures (RFC 8032).
namespace edgeldp::collect {

struct public_key {
  std::array<std::byte, 32> bytes{};
  friend bool operator==(const public_key&, const public_key&) = default;
};

class signing_key {
 public:
  /// A new key, from the coins of the operating system.
  /// Errors: io_error when the system has none.
  static signing_key make();
  /// The key that was kept.
  /// Errors: format_error unless there are 32 bytes.
  static signing_key from(std::span<const std::byte> secret);

  /// 32 bytes that nobody else may see.
  std::span<const std::byte> secret() const noexcept { return m_secret; }
  const public_key& its_public() const noexcept { return m_public; }

  /// 64 bytes, the same each time.
  std::array<std::byte, 64> sign(std::span<const std::byte> message) const;

 private:
  explicit signing_key(const std::array<std::byte, 32>& secret);
  std::array<std::byte, 32> m_secret{};
  public_key m_public;
};

/// Whether the holder of the key signed the message.
bool is_signed(std::span<const std::byte> message, std::span<const std::byte> signature,
               const public_key& by);

/// What to_hex() wrote; nothing where it is no such text.
std::optional<byte_string> from_hex(std::string_view digits);
/// Errors: format_error unless these are the digits of 32 bytes.
public_key key_from_hex(std::string_view digits);

/// Coins of the operating system.
/// Errors: io_error when it has none.
void fill_secret(std::span<std::byte> bytes);

/// The token by which the operator lets one person in: 16 bytes that follow from the operator's
/// secret and the person's name (HMAC-SHA256), so that none has to be kept.
byte_string token_of(std::span<const std::byte> secret, std::string_view person);

/// That somebody has the token of a person and joins with this key: HMAC-SHA256 by the token over
/// task, person and key. Who carries it can neither read the token nor join with another key.
byte_string proof_of(std::span<const std::byte> token, std::string_view task, std::string_view person,
                     const public_key& key);

/// What the coins of one answer follow from: HMAC-SHA256 by a secret of the client over the name of
/// the announcement and the digest of what is answered about.
coin_secret coins_for(std::span<const std::byte> secret, std::string_view announcement,
                      std::string_view frozen);

/// Compares without telling by its time where two secrets differ.
bool is_same_secret(std::span<const std::byte> a, std::span<const std::byte> b);

}  // namespace edgeldp::collect
