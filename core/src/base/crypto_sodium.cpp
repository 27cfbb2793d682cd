// SPDX-License-Identifier: MIT
#include <sodium.h>
#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#endif

#include <algorithm>
#include <cstring>

#include "edgeldp/core/base/crypto.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp::crypto {

namespace {

const unsigned char* raw(bytes from) {
  return reinterpret_cast<const unsigned char*>(from.data());
}
unsigned char* raw_room(std::span<std::byte> room) {
  return reinterpret_cast<unsigned char*>(room.data());
}

/// Nothing of libsodium may be called before.
void require_sodium() {
  static const int begun = sodium_init();
  if (begun < 0) throw io_error("libsodium finds no random generator of the system");
}

/// A secret key as libsodium has it: the 32 secret bytes and the public half.
struct key_pair {
  std::array<unsigned char, crypto_sign_SECRETKEYBYTES> secret{};
  digest its_public{};

  explicit key_pair(const digest& seed) {
    require_sodium();
    crypto_sign_seed_keypair(raw_room(its_public), secret.data(), raw(seed));
  }
  key_pair(const key_pair&) = delete;
  key_pair& operator=(const key_pair&) = delete;
  ~key_pair() { wipe(secret.data(), secret.size()); }
};

}  // namespace

#ifdef __EMSCRIPTEN__
/// libsodium would call the browser once for every four bytes.
EM_JS(int, fill_by_browser, (unsigned char* room, int size), {
  try {
    const bytes = new Uint8Array(size);
    globalThis.crypto.getRandomValues(bytes);
    HEAPU8.set(bytes, room);
    return 1;
  } catch (e) {
    return 0;
  }
});

void fill_with_coins(std::span<std::byte> room) {
  constexpr std::size_t most = 65536;  // of a call
  for (; !room.empty(); room = room.subspan(std::min(most, room.size())))
    if (fill_by_browser(raw_room(room), static_cast<int>(std::min(most, room.size()))) == 0)
      throw io_error("the browser gives no secret coins; no report was made");
}
#else
void fill_with_coins(std::span<std::byte> room) {
  require_sodium();
  randombytes_buf(room.data(), room.size());
}
#endif

void wipe(void* memory, std::size_t size) noexcept {
  sodium_memzero(memory, size);
}

bool is_same(bytes a, bytes b) noexcept {
  return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

struct sha256::state {
  crypto_hash_sha256_state now{};
};

sha256::sha256() : m_state(std::make_unique<state>()) {
  crypto_hash_sha256_init(&m_state->now);
}
sha256::sha256(const sha256& other) : m_state(std::make_unique<state>(*other.m_state)) {}
sha256& sha256::operator=(const sha256& other) {
  return *this = sha256(other);
}
sha256::sha256(sha256&&) noexcept = default;
sha256& sha256::operator=(sha256&&) noexcept = default;
sha256::~sha256() = default;

void sha256::add(bytes part) {
  crypto_hash_sha256_update(&m_state->now, raw(part), part.size());
}

digest sha256::value() const {
  state all = *m_state;
  digest found{};
  crypto_hash_sha256_final(&all.now, raw_room(found));
  return found;
}

digest hmac_sha256(bytes key, bytes message) {
  crypto_auth_hmacsha256_state state;
  digest found{};
  crypto_auth_hmacsha256_init(&state, raw(key), key.size());
  crypto_auth_hmacsha256_update(&state, raw(message), message.size());
  crypto_auth_hmacsha256_final(&state, raw_room(found));
  wipe(&state, sizeof(state));
  return found;
}

struct chacha20::state {
  digest key{};
  nonce of_stream{};
  std::uint32_t block = 0;
  ~state() { wipe(key.data(), key.size()); }
};

chacha20::chacha20(const digest& key, const nonce& of_stream)
    : m_state(new state{.key = key, .of_stream = of_stream}) {}
chacha20::~chacha20() = default;

void chacha20::next(std::span<std::byte> room) {
  std::fill(room.begin(), room.end(), std::byte{0});
  crypto_stream_chacha20_ietf_xor_ic(raw_room(room), raw_room(room), room.size(), raw(m_state->of_stream),
                                     m_state->block, raw(m_state->key));
  m_state->block += static_cast<std::uint32_t>(room.size() / 64);
}

digest ed25519_public(const digest& secret) {
  return key_pair(secret).its_public;
}

std::array<std::byte, 64> ed25519_sign(const digest& secret, bytes message) {
  const key_pair key(secret);
  std::array<std::byte, 64> signature{};
  crypto_sign_detached(raw_room(signature), nullptr, raw(message), message.size(), key.secret.data());
  return signature;
}

bool ed25519_is_signed(bytes message, bytes signature, const digest& by) {
  require_sodium();
  return signature.size() == crypto_sign_BYTES &&
         crypto_sign_verify_detached(raw(signature), raw(message), message.size(), raw(by)) == 0;
}

}  // namespace edgeldp::crypto
