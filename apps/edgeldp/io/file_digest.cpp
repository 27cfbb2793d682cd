// SPDX-License-Identifier: MIT
#include "io/file_digest.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <memory>
#include <system_error>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp::cli {

std::string stream_sha256(std::istream& in) {
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> digest(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  EVP_DigestInit_ex(digest.get(), EVP_sha256(), nullptr);
  std::array<char, 65536> buffer{};
  while (in.read(buffer.data(), buffer.size()) || in.gcount() > 0)
    EVP_DigestUpdate(digest.get(), buffer.data(), static_cast<std::size_t>(in.gcount()));
  std::array<unsigned char, 32> bytes{};
  EVP_DigestFinal_ex(digest.get(), bytes.data(), nullptr);
  std::string text;
  for (const unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

std::string file_sha256(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw io_error("cannot open " + path + ": " + std::generic_category().message(errno));
  std::string digest = stream_sha256(in);
  if (in.bad()) throw io_error("cannot read " + path + ": " + std::generic_category().message(errno));
  return digest;
}

}  // namespace edgeldp::cli
