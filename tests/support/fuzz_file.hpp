// SPDX-License-Identifier: MIT
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>

namespace edgeldp::test {

/// A file in memory, for readers that take a path.
class memory_file {
 public:
  memory_file() : m_descriptor(memfd_create("fuzz", 0)) {
    if (m_descriptor < 0) std::abort();
  }
  ~memory_file() { close(m_descriptor); }
  memory_file(const memory_file&) = delete;
  memory_file& operator=(const memory_file&) = delete;

  void assign(std::string_view bytes) {
    const bool done = ftruncate(m_descriptor, 0) == 0 && pwrite(m_descriptor, bytes.data(), bytes.size(),
                                                                0) == static_cast<ssize_t>(bytes.size());
    if (!done) std::abort();
  }
  std::string path() const { return "/proc/self/fd/" + std::to_string(m_descriptor); }

 private:
  int m_descriptor;
};

}  // namespace edgeldp::test
