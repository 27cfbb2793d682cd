// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

/// The cryptography that everything here stands on: by OpenSSL, or by libsodium where that is not
/// to be had (WebAssembly). Both give the same bytes.
/// Errors: io_error where the library refuses.
namespace edgeldp::crypto {

using bytes = std::span<const std::byte>;
using digest = std::array<std::byte, 32>;

/// Coins of the operating system.
/// Errors: io_error when it has none; no weaker source is tried.
void fill_with_coins(std::span<std::byte> room);

/// Forgets what stood there, in a way that no compiler leaves out.
void wipe(void* memory, std::size_t size) noexcept;

/// Compares two secrets of one length without telling by its time where they differ.
bool is_same(bytes a, bytes b) noexcept;

/// SHA-256 (FIPS 180-4) of bytes that come in parts.
class sha256 {
 public:
  sha256();
  sha256(const sha256& other);
  sha256& operator=(const sha256& other);
  sha256(sha256&&) noexcept;
  sha256& operator=(sha256&&) noexcept;
  ~sha256();

  void add(bytes part);
  /// Of all parts so far.
  digest value() const;

 private:
  struct state;
  std::unique_ptr<state> m_state;
};

/// HMAC-SHA256 (RFC 2104).
digest hmac_sha256(bytes key, bytes message);

/// The key stream of ChaCha20 (RFC 8439) from its first block on.
class chacha20 {
 public:
  using nonce = std::array<std::byte, 12>;
  chacha20(const digest& key, const nonce& of_stream);
  ~chacha20();
  chacha20(const chacha20&) = delete;
  chacha20& operator=(const chacha20&) = delete;

  /// Requires: whole blocks of 64 bytes.
  void next(std::span<std::byte> room);

 private:
  struct state;
  std::unique_ptr<state> m_state;
};

/// Ed25519 (RFC 8032): 32 secret bytes are a key.
digest ed25519_public(const digest& secret);
std::array<std::byte, 64> ed25519_sign(const digest& secret, bytes message);
bool ed25519_is_signed(bytes message, bytes signature, const digest& by);

}  // namespace edgeldp::crypto
