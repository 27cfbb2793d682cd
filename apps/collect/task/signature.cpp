// SPDX-License-Identifier: MIT
#include "collect/task/signature.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <algorithm>
#include <memory>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/canonical.hpp"

namespace edgeldp::collect {

namespace {

template <auto Free>
struct freed_by {
  template <class T>
  void operator()(T* pointer) const {
    Free(pointer);
  }
};
using evp_key = std::unique_ptr<EVP_PKEY, freed_by<EVP_PKEY_free>>;
using evp_context = std::unique_ptr<EVP_MD_CTX, freed_by<EVP_MD_CTX_free>>;

const unsigned char* raw(std::span<const std::byte> bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}
unsigned char* raw_room(std::span<std::byte> bytes) {
  return reinterpret_cast<unsigned char*>(bytes.data());
}

void require(bool worked, const char* what) {
  if (!worked) throw io_error(std::string("OpenSSL cannot ") + what);
}

evp_key private_half(std::span<const std::byte> secret) {
  evp_key key(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, raw(secret), secret.size()));
  require(key != nullptr, "make an Ed25519 key");
  return key;
}

}  // namespace

signing_key::signing_key(const std::array<std::byte, 32>& secret) : m_secret(secret) {
  std::size_t size = m_public.bytes.size();
  require(EVP_PKEY_get_raw_public_key(private_half(m_secret).get(), raw_room(m_public.bytes), &size) == 1,
          "tell the public half of a key");
}

signing_key signing_key::make() {
  std::array<std::byte, 32> secret{};
  fill_secret(secret);
  return signing_key(secret);
}

signing_key signing_key::from(std::span<const std::byte> secret) {
  std::array<std::byte, 32> kept{};
  if (secret.size() != kept.size()) throw format_error(0, "a secret key that is not 32 bytes long");
  std::ranges::copy(secret, kept.begin());
  return signing_key(kept);
}

std::array<std::byte, 64> signing_key::sign(std::span<const std::byte> message) const {
  const evp_key key = private_half(m_secret);
  const evp_context context(EVP_MD_CTX_new());
  std::array<std::byte, 64> signature{};
  std::size_t size = signature.size();
  require(context && EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1 &&
              EVP_DigestSign(context.get(), raw_room(signature), &size, raw(message), message.size()) == 1,
          "sign a message");
  return signature;
}

bool is_signed(std::span<const std::byte> message, std::span<const std::byte> signature,
               const public_key& by) {
  const evp_key key(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, raw(by.bytes), by.bytes.size()));
  const evp_context context(EVP_MD_CTX_new());
  if (!key || !context || EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key.get()) != 1)
    return false;
  return EVP_DigestVerify(context.get(), raw(signature), signature.size(), raw(message), message.size()) == 1;
}

std::string to_hex(std::span<const std::byte> bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const std::byte b : bytes) {
    text += digits[static_cast<std::size_t>(b >> 4)];
    text += digits[static_cast<std::size_t>(b & std::byte{15})];
  }
  return text;
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
  std::ranges::copy(*bytes, key.bytes.begin());
  return key;
}

void fill_secret(std::span<std::byte> bytes) {
  require(RAND_priv_bytes(raw_room(bytes), static_cast<int>(bytes.size())) == 1, "get coins of the system");
}

namespace {

std::array<std::byte, 32> hmac_of(std::span<const std::byte> key, std::span<const std::byte> message) {
  std::array<std::byte, 32> digest{};
  unsigned size = 0;
  require(HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), raw(message), message.size(),
               raw_room(digest), &size) != nullptr,
          "make an HMAC");
  return digest;
}

}  // namespace

byte_string token_of(std::span<const std::byte> secret, std::string_view person) {
  const auto digest = hmac_of(secret, std::as_bytes(std::span(person)));
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
  const auto digest = hmac_of(token, message);
  return {digest.begin(), digest.end()};
}

coin_secret coins_for(std::span<const std::byte> secret, std::string_view announcement,
                      std::string_view frozen) {
  byte_string message;
  canonical_writer(message).text("edgeldp coins 2").text(announcement).text(frozen);
  return coin_secret(hmac_of(secret, message));
}

bool is_same_secret(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace edgeldp::collect
