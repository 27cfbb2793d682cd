// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

/// What is public is the same for all who hold it, so the processes of a machine can hold it once.
namespace edgeldp {

/// Bytes that stay as they are while `owner` lives.
struct held_bytes {
  std::shared_ptr<const void> owner{};
  std::span<const std::byte> bytes{};
};

/// Bytes that this process alone holds.
held_bytes held_here(std::vector<std::byte> bytes);

/// Bytes that are still to be written, all 0; they stay while `owner` lives.
struct public_room {
  std::shared_ptr<void> owner{};
  std::span<std::byte> bytes{};
};

/// Memory that processes of one machine share. Only public bytes may be put there.
/// Threads: safe concurrently.
class public_memory {
 public:
  virtual ~public_memory() = default;

  /// What is held under a name. Who asks first makes it; who asks meanwhile waits. It is held while
  /// anybody has it.
  /// Requires: under one name everybody makes the same; make() does not ask for other names.
  /// Errors: io_error when there is no room; what make() throws, and then the next makes it.
  virtual held_bytes hold(std::string_view name, const std::function<held_bytes()>& make) = 0;

  /// Room for bytes that are to be held: hold() takes them over where they are, as a whole. In
  /// memory of this process alone unless a class says otherwise.
  /// Errors: io_error when there is none.
  virtual public_room room(std::uint64_t size);
};

/// While alive, what is read of public objects is held in this memory (process-wide, as
/// thread_limit is). It changes no result.
/// Requires: the memory outlives it; one at a time.
class public_memory_scope {
 public:
  explicit public_memory_scope(public_memory& memory);
  ~public_memory_scope();
  public_memory_scope(const public_memory_scope&) = delete;
  public_memory_scope& operator=(const public_memory_scope&) = delete;

  /// The memory of the scope that lives; null without one.
  static public_memory* active() noexcept;
};

}  // namespace edgeldp
