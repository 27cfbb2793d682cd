// SPDX-License-Identifier: MIT
#include "edgeldp/core/base/public_memory.hpp"

#include <atomic>
#include <utility>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

namespace {

std::atomic<public_memory*> in_use = nullptr;

}  // namespace

held_bytes held_here(std::vector<std::byte> bytes) {
  const auto kept = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  return {kept, *kept};
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
