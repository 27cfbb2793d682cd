// SPDX-License-Identifier: MIT
#include "bench/build_id.hpp"

#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>

#include "edgeldp/core/base/hexadecimal.hpp"

namespace edgeldp::cli {

namespace {

using namespace std::string_view_literals;

/// The linker's note among those of a segment: a header, a name and content, each filled up to
/// `alignment`.
std::string id_among(std::span<const char> notes, std::size_t alignment) {
  const auto filled = [&](std::size_t size) { return (size + alignment - 1) / alignment * alignment; };
  for (ElfW(Nhdr) head; notes.size() >= sizeof head;) {
    std::memcpy(&head, notes.data(), sizeof head);
    const std::size_t content = filled(sizeof head + head.n_namesz);
    if (notes.size() < content + head.n_descsz) return "";
    const std::string_view name(notes.data() + sizeof head, head.n_namesz);
    if (head.n_type == NT_GNU_BUILD_ID && name == "GNU\0"sv)
      return to_hex(std::as_bytes(notes.subspan(content, head.n_descsz)));
    notes = notes.subspan(std::min(notes.size(), filled(content + head.n_descsz)));
  }
  return "";
}

int look_at_program(dl_phdr_info* info, std::size_t, void* found) {
  for (std::size_t i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    auto& id = *static_cast<std::string*>(found);
    if (segment.p_type != PT_NOTE || !id.empty()) continue;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the loader gives addresses as integers.
    const auto* const begin = reinterpret_cast<const char*>(info->dlpi_addr + segment.p_vaddr);
    id = id_among({begin, segment.p_memsz}, segment.p_align == 8 ? 8 : 4);
  }
  return 1;  // the program comes first; libraries have ids of their own
}

}  // namespace

std::string build_id() {
  std::string id;
  dl_iterate_phdr(look_at_program, &id);
  return id;
}

}  // namespace edgeldp::cli
