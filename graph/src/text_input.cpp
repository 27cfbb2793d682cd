// SPDX-License-Identifier: MIT
#include "text_input.hpp"

#include <algorithm>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <cerrno>
#include <cstdio>
#include <ios>
#include <system_error>
#include <utility>

#include "edgeldp/core/error.hpp"

namespace edgeldp {

namespace {

struct file_closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

[[noreturn]] void fail_io(const std::string& path, int cause) {
  throw io_error(path + ": " + std::generic_category().message(cause));
}

byte_buffer read_bytes(const std::string& path) {
  const bool is_standard_input = path == "-";
  const std::unique_ptr<std::FILE, file_closer> opened(is_standard_input ? nullptr
                                                                         : std::fopen(path.c_str(), "rb"));
  if (!is_standard_input && !opened) fail_io(path, errno);
  std::FILE* const file = is_standard_input ? stdin : opened.get();
  byte_buffer bytes;
  bytes.fill([&](char* place, std::size_t room) {
    if (std::feof(file) != 0) return std::size_t{0};
    const std::size_t got = std::fread(place, 1, room, file);
    if (std::ferror(file)) fail_io(is_standard_input ? "standard input" : path, errno);
    return got;
  });
  return bytes;
}

bool is_gzip(std::string_view bytes) {
  return bytes.starts_with("\x1f\x8b");
}

byte_buffer unzip(std::string_view bytes, const std::string& name) {
  namespace io = boost::iostreams;
  byte_buffer text;
  try {
    io::filtering_streambuf<io::input> source;
    source.push(io::gzip_decompressor(), 1 << 16);
    source.push(io::array_source(bytes.data(), bytes.size()));
    text.fill([&](char* place, std::size_t room) {
      return static_cast<std::size_t>(source.sgetn(place, static_cast<std::streamsize>(room)));
    });
  } catch (const std::ios_base::failure&) {
    throw bad_graph_input(name + ": corrupt or truncated gzip data");
  }
  return text;
}

}  // namespace

byte_buffer read_text(const std::string& path, const std::string& name) {
  byte_buffer bytes = read_bytes(path);
  return is_gzip(bytes.view()) ? unzip(bytes.view(), name) : std::move(bytes);
}

void skip_byte_order_mark(std::string_view& text) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
}

void fail_line(const std::string& name, std::uint64_t number, std::string_view line,
               const std::string& expected) {
  constexpr std::size_t shown = 40;
  std::string found;
  for (const char c : line.substr(0, shown)) {
    if (c >= ' ' && c <= '~') {
      found += c;
    } else {
      constexpr std::string_view digits = "0123456789abcdef";
      const auto byte = static_cast<unsigned char>(c);
      found.append("\\x").append(1, digits[byte / 16]).append(1, digits[byte % 16]);
    }
  }
  throw bad_graph_input(name + ": line " + std::to_string(number) + ": expected " + expected + ", found \"" +
                        found + (line.size() > shown ? "...\"" : "\""));
}

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace edgeldp
