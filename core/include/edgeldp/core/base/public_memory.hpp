// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
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

/// Bytes that lie where no memory shows them, as on a disk whose files cannot be mapped.
class byte_source {
 public:
  virtual ~byte_source() = default;
  virtual std::uint64_t size() const noexcept = 0;
  /// Copies those from `at` on.
  /// Requires: so many are there; and what was read once stays as it is.
  /// Errors: io_error where they cannot be had any more.
  virtual void read(std::uint64_t at, std::span<std::byte> to) const = 0;
};

/// Public bytes, wherever they lie: whoever reads them part after part holds no more than a part of
/// those that lie elsewhere. Copies are of the same bytes.
/// Errors: as byte_source::read.
class public_bytes {
 public:
  public_bytes() = default;
  public_bytes(held_bytes here) : m_here(std::move(here)), m_size(m_here.bytes.size()) {}
  /// Requires: they outlive this.
  explicit public_bytes(std::span<const std::byte> here) : public_bytes(held_bytes{nullptr, here}) {}
  explicit public_bytes(std::shared_ptr<const byte_source> elsewhere)
      : m_elsewhere(std::move(elsewhere)), m_size(m_elsewhere->size()) {}

  std::uint64_t size() const noexcept { return m_size; }
  bool is_in_memory() const noexcept { return m_elsewhere == nullptr; }
  /// A part, copied where it lies elsewhere.
  /// Requires: it is there.
  held_bytes part(std::uint64_t at, std::uint64_t size) const;
  held_bytes whole() const { return part(0, m_size); }
  /// All behind `at`.
  public_bytes from(std::uint64_t at) const;

 private:
  held_bytes m_here{};
  std::shared_ptr<const byte_source> m_elsewhere{};
  std::uint64_t m_first = 0, m_size = 0;  ///< of those elsewhere
};

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
