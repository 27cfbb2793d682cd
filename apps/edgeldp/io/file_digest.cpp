// SPDX-License-Identifier: MIT
#include "io/file_digest.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <span>
#include <system_error>

#include "edgeldp/core/base/crypto.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp::cli {

std::string stream_sha256(std::istream& in) {
  crypto::sha256 digest;
  std::array<char, 65536> buffer{};
  while (in.read(buffer.data(), buffer.size()) || in.gcount() > 0)
    digest.add(std::as_bytes(std::span(buffer).first(static_cast<std::size_t>(in.gcount()))));
  std::string text;
  for (const std::byte byte : digest.value()) text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
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
