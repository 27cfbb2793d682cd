// SPDX-License-Identifier: MIT
#include "edgeldp/core/base/crypto.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/base/text_bytes.hpp"

/// Values that the standards name. These tests are compiled with each of the libraries.
namespace edgeldp::crypto {
namespace {

std::vector<std::byte> bytes_in(std::string_view digits) {
  std::vector<std::byte> all;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    all.push_back(static_cast<std::byte>(std::stoi(std::string(digits.substr(i, 2)), nullptr, 16)));
  return all;
}

digest digest_in(std::string_view digits) {
  digest all{};
  const auto given = bytes_in(digits);
  std::copy(given.begin(), given.end(), all.begin());
  return all;
}

std::string hex(std::span<const std::byte> all) {
  std::string text;
  for (const std::byte b : all) {
    text += "0123456789abcdef"[std::to_integer<std::size_t>(b) / 16];
    text += "0123456789abcdef"[std::to_integer<std::size_t>(b) % 16];
  }
  return text;
}

std::string sha256_of(std::string_view text) {
  sha256 d;
  d.add(text_bytes(text));
  return hex(d.value());
}

TEST(CryptoTest, Sha256OfFips180) {
  EXPECT_EQ(sha256_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST(CryptoTest, Sha256InPartsAndCopies) {
  sha256 d;
  const std::string part(1000, 'a');
  for (int i = 0; i < 500; ++i) d.add(text_bytes(part));
  const sha256 half = d;
  for (int i = 0; i < 500; ++i) d.add(text_bytes(part));
  EXPECT_EQ(hex(d.value()), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  EXPECT_EQ(hex(d.value()), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
      << "once more";
  EXPECT_EQ(hex(half.value()), sha256_of(std::string(500'000, 'a')));
  d = half;
  EXPECT_EQ(d.value(), half.value());
}

TEST(CryptoTest, HmacOfRfc4231) {
  EXPECT_EQ(hex(hmac_sha256(std::vector(20, std::byte{0x0b}), text_bytes("Hi There"))),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  EXPECT_EQ(hex(hmac_sha256(text_bytes("Jefe"), text_bytes("what do ya want for nothing?"))),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(hex(hmac_sha256(std::vector(131, std::byte{0xaa}),
                            text_bytes("Test Using Larger Than Block-Size Key - Hash Key First"))),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

TEST(CryptoTest, KeyStreamOfRfc8439) {
  std::vector<std::byte> stream(128);
  chacha20(digest{}, {}).next(stream);
  EXPECT_EQ(hex(stream),
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
            "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
            "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f");
  chacha20::nonce second{};
  second.back() = std::byte{2};
  stream.resize(64);
  chacha20(digest{}, second).next(stream);
  EXPECT_EQ(hex(stream),
            "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
            "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d");
}

TEST(CryptoTest, KeyStreamGoesOn) {
  const digest key = digest_in("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
  std::vector<std::byte> whole(640), parts(640);
  chacha20(key, {}).next(whole);
  chacha20 stream(key, {});
  stream.next(std::span(parts).first(64));
  stream.next(std::span(parts).subspan(64, 512));
  stream.next(std::span(parts).subspan(576));
  EXPECT_EQ(parts, whole);
}

struct signed_message {
  const char *secret, *its_public, *message, *signature;
};
/// RFC 8032, 7.1.
constexpr signed_message signed_messages[] = {
    {"9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
     "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
     "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f"
     "0"
     "595bbe24655141438e7a100b"},
    {"4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
     "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
     "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2ea"
     "e"
     "b4302aeeb00d291612bb0c00"},
    {"c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
     "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
     "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e"
     "9"
     "716ed28dc027beceea1ec40a"}};

TEST(CryptoTest, Ed25519OfRfc8032) {
  for (const signed_message& m : signed_messages) {
    const digest secret = digest_in(m.secret);
    const auto message = bytes_in(m.message);
    EXPECT_EQ(hex(ed25519_public(secret)), m.its_public);
    EXPECT_EQ(hex(ed25519_sign(secret, message)), m.signature);
    EXPECT_TRUE(ed25519_is_signed(message, bytes_in(m.signature), digest_in(m.its_public)));
  }
}

TEST(CryptoTest, Ed25519TellsEveryOtherBit) {
  const signed_message& m = signed_messages[2];
  const auto message = bytes_in(m.message), signature = bytes_in(m.signature);
  const digest key = digest_in(m.its_public);
  for (std::size_t bit = 0; bit < 8 * signature.size(); ++bit) {
    auto other = signature;
    other[bit / 8] ^= static_cast<std::byte>(1U << bit % 8);
    EXPECT_FALSE(ed25519_is_signed(message, other, key)) << bit;
  }
  EXPECT_FALSE(ed25519_is_signed(bytes_in("af83"), signature, key));
  EXPECT_FALSE(ed25519_is_signed(message, std::span(signature).first(63), key));
  EXPECT_FALSE(ed25519_is_signed(message, {}, key));
  EXPECT_FALSE(ed25519_is_signed(message, signature, digest_in(signed_messages[0].its_public)));
}

TEST(CryptoTest, CoinsDiffer) {
  std::vector<std::byte> first(100'000), second(100'000);  // more than a browser gives at once
  fill_with_coins(first);
  fill_with_coins(second);
  EXPECT_NE(first, second);
  EXPECT_NE(std::vector(first.begin(), first.begin() + 16), std::vector(first.end() - 16, first.end()));
  fill_with_coins({});
}

TEST(CryptoTest, WipesAndCompares) {
  auto secret = bytes_in("0102030405");
  const auto same = secret;
  EXPECT_TRUE(is_same(secret, same));
  EXPECT_FALSE(is_same(secret, std::span(same).first(4)));
  wipe(secret.data(), secret.size());
  EXPECT_EQ(secret, std::vector(5, std::byte{0}));
  EXPECT_FALSE(is_same(secret, same));
}

}  // namespace
}  // namespace edgeldp::crypto
