// SPDX-License-Identifier: MIT
#include "edgeldp/core/base/public_memory.hpp"

#include <atomic>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/size_of.hpp"

namespace edgeldp {

namespace {

std::atomic<public_memory*> in_use = nullptr;

}  // namespace

held_bytes held_here(std::vector<std::byte> bytes) {
  const auto kept = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  return {kept, *kept};
}

held_bytes public_bytes::part(std::uint64_t at, std::uint64_t size) const {
  if (is_in_memory()) return {m_here.owner, m_here.bytes.subspan(size_of(at), size_of(size))};
  std::vector<std::byte> copy(size_of(size));
  m_elsewhere->read(m_first + at, copy);
  return held_here(std::move(copy));
}

public_bytes public_bytes::from(std::uint64_t at) const {
  if (is_in_memory()) return part(at, m_size - at);
  public_bytes behind = *this;
  behind.m_first += at;
  behind.m_size -= at;
  return behind;
}

public_room public_memory::room(std::uint64_t size) {
  const auto kept = std::make_shared<std::vector<std::byte>>(size);
  return {kept, *kept};
}

public_memory_scope::public_memory_scope(public_memory& memory) {
  if (in_use.exchange(&memory) != nullptr) throw internal_error("what is public is held twice");
}

public_memory_scope::~public_memory_scope() {
  in_use = nullptr;
}

public_memory* public_memory_scope::active() noexcept {
  return in_use;
}

}  // namespace edgeldp
