// SPDX-License-Identifier: MIT
#pragma once

#include <boost/iostreams/device/mapped_file.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "wire/bytes.hpp"

namespace edgeldp::wire {

/// The bytes of a file: read, so that nobody can change them any more, or mapped when there are
/// more than `most_read`.
class file_bytes {
 public:
  static constexpr std::uint64_t most_read = std::uint64_t{1} << 28;
  file_bytes() = default;
  /// Errors: io_error with path and cause; format_error when the file is empty.
  explicit file_bytes(const std::string& path);
  byte_span bytes() const noexcept;

 private:
  std::vector<std::byte> m_read;
  boost::iostreams::mapped_file_source m_mapped;
};

}  // namespace edgeldp::wire
