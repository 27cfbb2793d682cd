// SPDX-License-Identifier: MIT
// Text files as every reader takes them: gzip or not, a path or standard input, errors with line numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <string_view>

namespace edgeldp {

/// Bytes that grow by reallocation: large blocks move by remapping, and nothing is zeroed before it is read.
class byte_buffer {
 public:
  /// Calls read(place, room) until it returns 0; it returns how many bytes it put there.
  template <class Read>
  void fill(const Read& read) {
    constexpr std::size_t first_capacity = std::size_t{1} << 16;
    for (std::size_t capacity = first_capacity;; capacity *= 2) {
      char* const grown = static_cast<char*>(std::realloc(m_bytes.get(), capacity));
      if (grown == nullptr) throw std::bad_alloc();
      static_cast<void>(m_bytes.release());
      m_bytes.reset(grown);
      while (m_size < capacity) {
        const std::size_t got = read(grown + m_size, capacity - m_size);
        if (got == 0) return;
        m_size += got;
      }
    }
  }

  std::size_t size() const { return m_size; }
  std::string_view view() const { return {m_bytes.get(), m_size}; }

 private:
  struct freer {
    void operator()(char* bytes) const { std::free(bytes); }
  };
  std::unique_ptr<char, freer> m_bytes;
  std::size_t m_size = 0;
};

/// A file's text, unzipped; "-" is standard input. `name` appears in messages. Errors: io_error;
/// bad_graph_input for corrupt gzip data.
byte_buffer read_text(const std::string& path, const std::string& name);

void skip_byte_order_mark(std::string_view& text);

/// Throws bad_graph_input: what was expected on a line, and what was found, made printable.
[[noreturn]] void fail_line(const std::string& name, std::uint64_t number, std::string_view line,
                            const std::string& expected);

/// Cuts the first line, without its LF or CRLF, off the text.
std::string_view take_line(std::string_view& text);

}  // namespace edgeldp
