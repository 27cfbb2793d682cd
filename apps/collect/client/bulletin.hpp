// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "collect/task/published.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"

/// What a collector has published, wherever it is read. Everybody reads the same, whole: what a
/// client asks for tells nothing about whom it knows. What grows with the number of people comes as
/// public_bytes, so that a carrier that has a disk leaves it there, where files can be mapped
/// (carriers/download.hpp) and where they cannot (participant::give_parts).
namespace edgeldp::collect {

/// Errors: io_error when it cannot be reached now, which may be tried again; format_error for more
///     bytes than were announced.
class bulletin {
 public:
  virtual ~bulletin() = default;

  /// Bounds what is read to what a task of so many people can need: best said before anything but
  /// the task is asked for.
  void expect_people(std::uint64_t people) noexcept { m_people = people; }

  virtual byte_string task() = 0;
  virtual public_bytes directory() = 0;
  /// Nothing: not published yet.
  virtual std::optional<byte_string> announcement(std::uint32_t index) = 0;
  /// Bytes by their name, at most so many.
  virtual public_bytes object(std::string_view name, std::uint64_t most) = 0;
  /// Nothing: the task is not over.
  virtual std::optional<byte_string> result() = 0;
  /// result_seal: by which a client knows that it is over. Nothing: it is not, as far as is known.
  virtual std::optional<byte_string> seal() = 0;

 protected:
  static constexpr std::uint64_t longest_task = std::uint64_t{1} << 20, longest_seal = std::uint64_t{1} << 16;

  /// Of a directory, an announcement or a result: a name is at most 200 bytes, and all that a round
  /// says to or of a person is less.
  std::uint64_t longest_file() const noexcept {
    constexpr std::uint64_t beside = std::uint64_t{1} << 20, a_person = 256;
    return beside + a_person * m_people;
  }

 private:
  std::uint64_t m_people = 1000000;
};

}  // namespace edgeldp::collect
