// SPDX-License-Identifier: MIT
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <algorithm>
#include <string>

#include "edgeldp/core/base/crypto.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp::crypto {

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

const unsigned char* raw(bytes from) {
  return reinterpret_cast<const unsigned char*>(from.data());
}
unsigned char* raw_room(std::span<std::byte> room) {
  return reinterpret_cast<unsigned char*>(room.data());
}

void require(bool worked, const char* what) {
  if (!worked) throw io_error(std::string("OpenSSL cannot ") + what);
}

evp_key private_half(const digest& secret) {
  evp_key key(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, raw(secret), secret.size()));
  require(key != nullptr, "make an Ed25519 key");
  return key;
}

}  // namespace

void fill_with_coins(std::span<std::byte> room) {
  if (RAND_priv_bytes(raw_room(room), static_cast<int>(room.size())) != 1)
    throw io_error("the operating system's random generator failed; no report was made");
}

void wipe(void* memory, std::size_t size) noexcept {
  OPENSSL_cleanse(memory, size);
}

bool is_same(bytes a, bytes b) noexcept {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

struct sha256::state {
  evp_context context{EVP_MD_CTX_new()};
};

sha256::sha256() : m_state(std::make_unique<state>()) {
  require(m_state->context && EVP_DigestInit_ex(m_state->context.get(), EVP_sha256(), nullptr) == 1,
          "begin a SHA-256");
}
sha256::sha256(const sha256& other) : m_state(std::make_unique<state>()) {
  require(m_state->context && EVP_MD_CTX_copy_ex(m_state->context.get(), other.m_state->context.get()) == 1,
          "copy a SHA-256");
}
sha256& sha256::operator=(const sha256& other) {
  return *this = sha256(other);
}
sha256::sha256(sha256&&) noexcept = default;
sha256& sha256::operator=(sha256&&) noexcept = default;
sha256::~sha256() = default;

void sha256::add(bytes part) {
  require(EVP_DigestUpdate(m_state->context.get(), part.data(), part.size()) == 1, "go on with a SHA-256");
}

digest sha256::value() const {
  const sha256 all = *this;
  digest found{};
  require(EVP_DigestFinal_ex(all.m_state->context.get(), raw_room(found), nullptr) == 1, "end a SHA-256");
  return found;
}

digest hmac_sha256(bytes key, bytes message) {
  digest found{};
  unsigned size = 0;
  require(HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), raw(message), message.size(),
               raw_room(found), &size) != nullptr,
          "make an HMAC");
  return found;
}

struct chacha20::state {
  std::unique_ptr<EVP_CIPHER_CTX, freed_by<EVP_CIPHER_CTX_free>> cipher{EVP_CIPHER_CTX_new()};
};

chacha20::chacha20(const digest& key, const nonce& of_stream) : m_state(std::make_unique<state>()) {
  // A counter of blocks from 0, lowest byte first, then the nonce.
  std::array<std::byte, 16> start{};
  std::copy(of_stream.begin(), of_stream.end(), start.begin() + 4);
  require(m_state->cipher &&
              EVP_EncryptInit_ex(m_state->cipher.get(), EVP_chacha20(), nullptr, raw(key), raw(start)) == 1,
          "begin a ChaCha20");
}
chacha20::~chacha20() = default;

void chacha20::next(std::span<std::byte> room) {
  std::fill(room.begin(), room.end(), std::byte{0});
  int size = 0;
  require(EVP_EncryptUpdate(m_state->cipher.get(), raw_room(room), &size, raw_room(room),
                            static_cast<int>(room.size())) == 1 &&
              size == static_cast<int>(room.size()),
          "go on with a ChaCha20");
}

digest ed25519_public(const digest& secret) {
  digest found{};
  std::size_t size = found.size();
  require(EVP_PKEY_get_raw_public_key(private_half(secret).get(), raw_room(found), &size) == 1,
          "tell the public half of a key");
  return found;
}

std::array<std::byte, 64> ed25519_sign(const digest& secret, bytes message) {
  const evp_key key = private_half(secret);
  const evp_context context(EVP_MD_CTX_new());
  std::array<std::byte, 64> signature{};
  std::size_t size = signature.size();
  require(context && EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1 &&
              EVP_DigestSign(context.get(), raw_room(signature), &size, raw(message), message.size()) == 1,
          "sign a message");
  return signature;
}

bool ed25519_is_signed(bytes message, bytes signature, const digest& by) {
  const evp_key key(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, raw(by), by.size()));
  const evp_context context(EVP_MD_CTX_new());
  if (!key || !context || EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key.get()) != 1)
    return false;
  return EVP_DigestVerify(context.get(), raw(signature), signature.size(), raw(message), message.size()) == 1;
}

}  // namespace edgeldp::crypto
