// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

/// The exceptions of the library. Library code never prints, exits or logs. The command line maps
/// them to exit codes: the first three to 2, io_error to 3, internal_error to 4.
namespace edgeldp {

/// A bad argument. The message names the parameter, the value and the allowed interval.
class invalid_parameter : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// A graph breaks a precondition, or a graph file has a bad line (named by number, from 1).
class bad_graph_input : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A file missing, unreadable or unwritable. The message names the path and the cause.
class io_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A broken promise of our own: please report it.
class internal_error : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// A corrupt or unsupported message or release file. Offsets count bytes from the start of the
/// parsed buffer.
class format_error : public std::runtime_error {
 public:
  format_error(std::uint64_t offset, const std::string& what)
      : std::runtime_error("byte " + std::to_string(offset) + ": " + what), m_offset(offset) {}

  /// Where the first wrong byte was found.
  std::uint64_t offset() const noexcept { return m_offset; }

 private:
  std::uint64_t m_offset;
};

}  // namespace edgeldp
