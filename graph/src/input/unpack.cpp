// SPDX-License-Identifier: MIT
#include "input/unpack.hpp"

#include <algorithm>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/filter/bzip2.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filter/zstd.hpp>
#include <ios>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/run_watch.hpp"

namespace edgeldp {

namespace io = boost::iostreams;

namespace {

constexpr std::string_view zstd_mark = "\x28\xb5\x2f\xfd";

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

/// Bytes of the header of a zstd frame, of which the first 5 are there.
std::size_t zstd_header_bytes(unsigned char descriptor) {
  constexpr std::size_t dictionary_bytes[] = {0, 1, 2, 4}, size_bytes[] = {0, 2, 4, 8};
  const bool is_single = (descriptor & 0x20) != 0;
  const std::size_t content = (descriptor >> 6) == 0 && is_single ? 1 : size_bytes[descriptor >> 6];
  return 5 + (is_single ? 0 : 1) + dictionary_bytes[descriptor & 3] + content;
}

/// Cuts one frame off whole data; false where it is cut itself.
bool take_zstd_frame(std::string_view& bytes) {
  const auto take = [&](std::size_t count) {
    if (count > bytes.size()) return false;
    bytes.remove_prefix(count);
    return true;
  };
  if (bytes.size() < 8) return false;
  const std::uint64_t mark = little_endian(bytes.substr(0, 4));
  if (mark >> 4 == 0x184d2a5) return take(8 + static_cast<std::size_t>(little_endian(bytes.substr(4, 4))));
  if (!bytes.starts_with(zstd_mark)) return false;
  const auto descriptor = static_cast<unsigned char>(bytes[4]);
  if (!take(zstd_header_bytes(descriptor))) return false;
  for (bool is_last = false; !is_last;) {
    if (bytes.size() < 3) return false;
    const std::uint64_t block = little_endian(bytes.substr(0, 3));
    is_last = (block & 1) != 0;
    const bool is_repeated_byte = (block >> 1 & 3) == 1;
    if (!take(3 + (is_repeated_byte ? 1 : static_cast<std::size_t>(block >> 3)))) return false;
  }
  return take((descriptor & 4) != 0 ? 4 : 0);
}

/// Boost's filter ends in silence where zstd data are cut; their frames say where they end.
bool is_whole_zstd(std::string_view bytes) {
  while (!bytes.empty())
    if (!take_zstd_frame(bytes)) return false;
  return true;
}

/// Errors: std::ios_base::failure for data that are corrupt, cut or have something behind them.
byte_buffer unpack_exactly(std::string_view bytes, packing kind, const std::string& name) {
  if (kind == packing::zstd && !is_whole_zstd(bytes)) throw std::ios_base::failure("cut");
  byte_buffer text;
  io::filtering_streambuf<io::input> source;
  push_unpacker(source, kind);
  source.push(io::array_source(bytes.data(), bytes.size()));
  line_watch lines(name);
  const std::uint64_t most = most_unpacked(bytes.size());
  tell_stage("unpacking");
  text.fill([&](char* place, std::size_t room) {
    check_stop();
    const auto wanted = static_cast<std::streamsize>(std::min(room, line_watch::longest_piece));
    const auto got = static_cast<std::size_t>(std::max<std::streamsize>(0, source.sgetn(place, wanted)));
    lines.see({place, got});
    if (text.size() + got > most) refuse_bomb(name, kind);
    tell_step(text.size() + got, std::max(4 * bytes.size(), text.size() + got));
    return got;
  });
  return text;
}

}  // namespace

std::optional<packing> packing_of(std::string_view bytes) {
  if (bytes.starts_with("\x1f\x8b")) return packing::gzip;
  const std::string_view block = bytes.substr(std::min<std::size_t>(4, bytes.size()), 6);
  if (bytes.starts_with("BZh") && (block == "1AY&SY" || block == "\x17rE8P\x90")) return packing::bzip2;
  if (bytes.starts_with(std::string_view("\xfd\x37zXZ\0", 6))) return packing::xz;
  if (bytes.starts_with(zstd_mark)) return packing::zstd;
  if (bytes.size() > 3 && little_endian(bytes.substr(0, 4)) >> 4 == 0x184d2a5) return packing::zstd;
  return std::nullopt;
}

const char* name_of(packing kind) {
  switch (kind) {
    case packing::gzip:
      return "gzip";
    case packing::bzip2:
      return "bzip2";
    case packing::xz:
      return "xz";
    default:
      return "zstd";
  }
}

void push_unpacker(io::filtering_streambuf<io::input>& source, packing kind) {
  constexpr std::streamsize buffer = 1 << 16;
  switch (kind) {
    case packing::gzip:
      return source.push(io::gzip_decompressor(), buffer);
    case packing::bzip2:
      return source.push(io::bzip2_decompressor(), buffer);
    case packing::xz:
      return source.push(io::lzma_decompressor(), buffer);
    default:
      return source.push(io::zstd_decompressor(), buffer);
  }
}

std::uint64_t most_unpacked(std::uint64_t packed_bytes) {
  return 200 * packed_bytes + (std::uint64_t{1} << 26);
}

void refuse_bomb(const std::string& name, packing kind) {
  throw bad_graph_input(name + ": its " + name_of(kind) +
                        " data become more than 200 times as long, as no list of edges does: unpack the file "
                        "and look at it, then name what it held");
}

byte_buffer unpack(std::string_view bytes, packing kind, const std::string& name) {
  const std::size_t whole = bytes.find_last_not_of('\0') + 1;
  std::vector<std::size_t> ends = {bytes.size()};
  // Zeros behind the data are none of them, but the data may end with zeros: of a checksum and a
  // length there are 8.
  for (std::size_t end = whole; end < std::min(whole + 9, bytes.size()); ++end) ends.push_back(end);
  for (const std::size_t end : ends) {
    try {
      return unpack_exactly(bytes.substr(0, end), kind, name);
    } catch (const std::ios_base::failure&) {  // the next end, or none does
    }
  }
  throw bad_graph_input(name + ": corrupt or truncated " + name_of(kind) +
                        " data, or something else behind them: " + name_of(kind) +
                        " -t tells; download or pack the file again");
}

}  // namespace edgeldp
