// SPDX-License-Identifier: MIT
#pragma once

#include <boost/iostreams/filtering_streambuf.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "input/text_input.hpp"

/// Compressed files.
namespace edgeldp {

enum class packing { gzip, bzip2, xz, zstd };

/// By the first bytes; `needed_for_packing` of them tell.
std::optional<packing> packing_of(std::string_view bytes);
inline constexpr std::size_t needed_for_packing = 10;

/// What messages call it.
const char* name_of(packing kind);

/// Unpacks what is pushed behind it.
void push_unpacker(boost::iostreams::filtering_streambuf<boost::iostreams::input>& source, packing kind);

/// The most that so many packed bytes may become: 200 times as many, and 64 MiB. Edge lists become
/// 3 to 20 times as long; a few kilobytes can be made to hold any amount.
std::uint64_t most_unpacked(std::uint64_t packed_bytes);

/// Errors: bad_graph_input naming the file, for what most_unpacked does not allow.
[[noreturn]] void refuse_bomb(const std::string& name, packing kind);

/// The text of all parts of a file, one after another. Zeros behind the last do not count.
/// Errors: bad_graph_input for data that are corrupt, cut, or followed by something else; as
///     refuse_bomb.
byte_buffer unpack(std::string_view bytes, packing kind, const std::string& name);

}  // namespace edgeldp
