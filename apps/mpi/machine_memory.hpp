// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "edgeldp/core/base/public_memory.hpp"

namespace edgeldp::mpi {

/// Public bytes that the ranks of one machine hold once, in a file without a name: nothing stays
/// behind when they end, however they end. What one held that was killed stays until all end.
class machine_memory final : public public_memory {
 public:
  /// By which the other processes of the machine find it.
  struct address {
    pid_t process = 0;
    int file = -1;
    std::uint64_t token = 0;
  };

  /// Errors: io_error when the system has no such files.
  machine_memory();
  /// The memory that another process of this user made; none where that process is not to be seen
  /// from here, as between containers.
  /// Errors: io_error when the system has no room.
  static std::unique_ptr<machine_memory> open(const address& where);
  ~machine_memory() override;
  machine_memory(const machine_memory&) = delete;
  machine_memory& operator=(const machine_memory&) = delete;

  address where() const;
  /// Most bytes that were held at a time.
  std::uint64_t most_held() const;

  /// Errors: also internal_error for more than 1024 names at a time, or one of 112 letters.
  held_bytes hold(std::string_view name, const std::function<held_bytes()>& make) override;
  public_room room(std::uint64_t size) override;

 private:
  class shared_file;
  explicit machine_memory(std::shared_ptr<shared_file> file);

  std::shared_ptr<shared_file> m_file;
};

}  // namespace edgeldp::mpi
