// SPDX-License-Identifier: MIT
// Format 1, which is read and no longer written (core/doc/format-1.md): a header of 160 bytes with
// one field a number, two sections, index and blocks.
#include <tuple>

#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "wire/file_front.hpp"
#include "wire/parameter_bytes.hpp"

namespace edgeldp::wire {

namespace {

constexpr std::size_t header_bytes = 160, header_crc_at = header_bytes - 4, sections_at = 104;

/// Lengths and checksums from a header.
struct two_sections {
  std::uint64_t first_bytes = 0, second_bytes = 0, block_bytes = 0;
  std::uint32_t first_crc = 0, second_crc = 0, index_crc = 0;
};

two_sections read_two_sections(byte_span file) {
  const auto at = [](std::size_t offset) { return sections_at + offset; };
  return {get<std::uint64_t>(file, at(0)),  get<std::uint64_t>(file, at(8)),
          get<std::uint64_t>(file, at(16)), get<std::uint32_t>(file, at(24)),
          get<std::uint32_t>(file, at(28)), get<std::uint32_t>(file, at(32))};
}

/// Where the index begins, where sections, index and blocks fill the file.
std::uint64_t check_lengths(byte_span file, const two_sections& s, std::uint64_t users) {
  std::uint64_t left = file.size() - header_bytes;
  const auto take = [&](std::uint64_t size, std::size_t field) {
    require(size <= left, field, "a section reaches past the end of the file");
    left -= size;
  };
  take(s.first_bytes, sections_at);
  take(s.second_bytes, sections_at + 8);
  constexpr std::size_t users_at = 16;
  require(users <= std::uint64_t{1} << 32, users_at, "more than 2^32 users");
  take(index_bytes_of(users), users_at);
  require(s.block_bytes == left, sections_at + 16, "length of the blocks does not match the file");
  return header_bytes + s.first_bytes + s.second_bytes;
}

codec_parameters read_codec(byte_span file) {
  require(file.size() >= header_bytes, file.size(), "release file ends inside its header");
  require(get<std::uint16_t>(file, 10) == header_bytes, 10, "header length must be 160");
  require(get<std::uint32_t>(file, header_crc_at) == crc32(file.first(header_crc_at)), header_crc_at,
          "header checksum does not match");
  codec_parameters p;
  p.codec = static_cast<codec_kind>(get<std::uint8_t>(file, 12));
  require(is_known(p.codec), 12, "unknown codec");
  p.key.value = get<std::uint64_t>(file, 24);
  p.alpha_milli = 0;  // where it is not in use
  visit_kind(p.codec, [&]<class S>(std::type_identity<S>) {
    S::header(p) =
        std::tuple(get<std::uint64_t>(file, 32), get<std::uint64_t>(file, 40), get<std::uint32_t>(file, 48));
  });
  p.candidate_limit_log2 = get<std::uint32_t>(file, 52);
  require(p.alpha_milli == 0 || p.candidate_limit_log2 >= 1, 52, "candidate limit must be at least 2^1");
  p.level = get<std::uint32_t>(file, 56);
  require(get<std::uint32_t>(file, 60) == users_per_block, 60, "unsupported number of users in a block");
  p.chunk_floor_rate = get<std::uint64_t>(file, 140);
  p.size_slack = get<std::uint64_t>(file, 148);
  return p;
}

template <class Rule>
void read_rule(byte_span file, std::size_t at, Rule& rule, Rule last, const char* what) {
  rule = static_cast<Rule>(get<std::uint8_t>(file, at));
  require(rule >= Rule{1} && rule <= last, at, what);
}

void read_kind(byte_span header, release_parameters& p) {
  read_rule(header, 13, p.order, user_order::noisy_degree, "unknown order");
  read_rule(header, 14, p.chunk_rule, chunk_rule::true_degree, "unknown chunk rule");
}

void read_kind(byte_span header, vector_parameters& p) {
  read_rule(header, 13, p.sizes, size_rule::true_size, "unknown size rule");
  p.alphabet = get<std::uint8_t>(header, 14) + std::uint32_t{1};
  p.length = get<std::uint64_t>(header, 96);
}

template <class Parameters>
Parameters read_parameters_of(byte_span file, std::uint64_t size_bytes) {
  Parameters p;
  static_cast<codec_parameters&>(p) = read_codec(file);
  read_kind(file, p);
  const auto flags = get<std::uint8_t>(file, 15);
  require(flags < 8 && ((flags & 2) != 0) == p.is_private(), 15, "flags contradict the rule");
  require(((flags & 4) != 0) == (size_bytes != 0), 15, "flags contradict the size section");
  p.simulated = (flags & 1) != 0;
  p.users = get<std::uint64_t>(file, 16);
  std::size_t at = 64;
  for (epsilon* budget : budgets_of(p)) {
    const auto units = get<std::uint64_t>(file, at);
    require(units <= largest_budget_units, at, "budget exceeds 64 nats");
    *budget = epsilon::from_units(units);
    at += 8;
  }
  return p;
}

std::vector<std::int64_t> read_plain_numbers(byte_span file, std::uint64_t at, std::uint64_t size,
                                             std::uint32_t crc, std::uint64_t count) {
  const byte_span part = file.subspan(at, size);
  require(crc32(part) == crc, at, "checksum of released numbers does not match");
  require(count <= size, at, "fewer released numbers than users");
  std::vector<std::int64_t> numbers(count);
  std::size_t position = 0;
  for (std::int64_t& number : numbers)
    number = static_cast<std::int64_t>(read_integer(part, position, largest_released_number, at));
  require(position == size, at + position, "bytes after the last released number");
  return numbers;
}

void read_numbers_of(byte_span file, const two_sections& s, file_front<release_layout>& front) {
  const std::uint64_t users = front.parameters.users, second_at = header_bytes + s.first_bytes;
  require(users <= s.first_bytes, 16, "more users than released degrees");
  front.degrees = read_plain_numbers(file, header_bytes, s.first_bytes, s.first_crc, users);
  front.sizes =
      read_plain_numbers(file, second_at, s.second_bytes, s.second_crc, s.second_bytes != 0 ? users : 0);
  front.bytes = {header_bytes, s.first_bytes, s.second_bytes, 0, 0};
}

void read_numbers_of(byte_span file, const two_sections& s, file_front<vector_layout>& front) {
  const vector_parameters& p = front.parameters;
  // Without sizes nothing but rows speaks for the users; an all-zero bitmap may take no byte.
  require(p.users <= (s.first_bytes != 0 ? s.first_bytes : most_words(p.codec, s.block_bytes)), 16,
          "more users than the file justifies");
  front.sizes =
      read_plain_numbers(file, header_bytes, s.first_bytes, s.first_crc, s.first_bytes != 0 ? p.users : 0);
  const std::uint64_t catalog_at = header_bytes + s.first_bytes;
  const byte_span text = file.subspan(catalog_at, s.second_bytes);
  require(crc32(text) == s.second_crc, catalog_at, "checksum of the catalog does not match");
  front.catalog.assign(reinterpret_cast<const char*>(text.data()), text.size());
  front.bytes = {header_bytes, s.first_bytes, s.second_bytes, 0};
}

std::uint64_t size_bytes(const two_sections& s, bool graph) {
  return graph ? s.second_bytes : s.first_bytes;
}

}  // namespace

template <class Layout>
file_front<Layout> read_first_format(byte_span file) {
  require(file.size() >= header_bytes, file.size(), "release file ends inside its header");
  const two_sections s = read_two_sections(file);
  file_front<Layout> front;
  front.parameters =
      read_parameters_of<typename file_kind<Layout>::parameters>(file, size_bytes(s, is_graph<Layout>));
  front.rows_at = check_lengths(file, s, front.parameters.users);
  read_numbers_of(file, s, front);
  const std::uint64_t index = index_bytes_of(front.parameters.users);
  require(crc32(file.subspan(front.rows_at, index)) == s.index_crc, front.rows_at,
          "checksum of the block index does not match");
  front.rows_end = file.size();
  front.outside = front.rows_at;
  front.parameters_at = 12;
  front.filled = filling::any;
  return front;
}

template file_front<release_layout> read_first_format<release_layout>(byte_span file);
template file_front<vector_layout> read_first_format<vector_layout>(byte_span file);

}  // namespace edgeldp::wire
