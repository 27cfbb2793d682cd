// SPDX-License-Identifier: MIT
#include "io/file_digest.hpp"

#include <array>
#include <cerrno>
#include <fstream>
#include <span>
#include <system_error>

#include "edgeldp/core/base/crypto.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/hexadecimal.hpp"

namespace edgeldp::cli {

std::string stream_sha256(std::istream& in) {
  crypto::sha256 digest;
  std::array<char, 65536> buffer{};
  while (in.read(buffer.data(), buffer.size()) || in.gcount() > 0)
    digest.add(std::as_bytes(std::span(buffer).first(static_cast<std::size_t>(in.gcount()))));
  return to_hex(digest.value());
}

std::string file_sha256(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw io_error("cannot open " + path + ": " + std::generic_category().message(errno));
  std::string digest = stream_sha256(in);
  if (in.bad()) throw io_error("cannot read " + path + ": " + std::generic_category().message(errno));
  return digest;
}

}  // namespace edgeldp::cli
