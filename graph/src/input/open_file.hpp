// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

/// A file that is written and read at places.
namespace edgeldp {

class open_file {
 public:
  /// For reading and writing what is there.
  /// Errors: io_error with path and cause, here and below.
  static open_file existing(const std::string& path);
  /// Without a name in the folder of `beside`, so that it is gone however the process ends;
  /// messages say what it is for.
  static open_file nameless(const std::string& beside);

  open_file(open_file&& other) noexcept
      : m_name(std::move(other.m_name)), m_descriptor(std::exchange(other.m_descriptor, -1)) {}
  open_file& operator=(open_file&&) = delete;
  ~open_file();

  void write_at(std::uint64_t at, std::span<const std::byte> bytes);
  /// Fills all of `into`.
  void read_at(std::uint64_t at, std::span<std::byte> into) const;
  /// What lies between the end and `size` reads as zeros.
  void resize(std::uint64_t size);

 private:
  open_file(std::string name, int descriptor) : m_name(std::move(name)), m_descriptor(descriptor) {}
  std::string m_name;
  int m_descriptor;
};

}  // namespace edgeldp
