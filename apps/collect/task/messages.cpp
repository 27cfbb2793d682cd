// SPDX-License-Identifier: MIT
#include "collect/task/messages.hpp"

#include <algorithm>
#include <utility>

#include "collect/task/published.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/text_bytes.hpp"
#include "edgeldp/core/wire/canonical.hpp"

namespace edgeldp::collect {

namespace {

constexpr std::string_view a_registration = "edgeldp registration ", a_report = "edgeldp report ",
                           an_announcement = "edgeldp announcement ", a_seal = "edgeldp result 2";

std::string kind_text(std::string_view kind, std::uint32_t version) {
  return std::string(kind) + std::to_string(version);
}

/// The version that a message of this kind says; 0 for other texts.
std::uint32_t version_in(std::string_view said, std::string_view kind) {
  for (std::uint32_t v = first_version; v <= latest_version; ++v)
    if (said == kind_text(kind, v)) return v;
  return 0;
}

/// Appends the signature of all that stands there.
byte_string sealed(byte_string message, const signing_key& by) {
  const auto signature = by.sign(message);
  message.insert(message.end(), signature.begin(), signature.end());
  return message;
}

/// Takes message and signature apart.
signed_part parts_of(std::span<const std::byte> bytes) {
  constexpr std::size_t of_signature = 64;
  if (bytes.size() < of_signature) throw format_error(bytes.size(), "a message without a signature");
  return {bytes.first(bytes.size() - of_signature), bytes.last(of_signature)};
}

std::uint32_t read_version(canonical_reader& from, std::string_view kind) {
  const std::uint32_t version = version_in(from.text(), kind);
  if (version == 0) throw format_error(0, "no " + kind_text(kind, latest_version));
  return version;
}

bool read_flag(canonical_reader& from) {
  return from.count(1) == 1;
}

void write_entry(canonical_writer& to, const public_entry& e) {
  to.text(e.name).number(static_cast<int128>(e.size));
}

public_entry read_entry(canonical_reader& from) {
  std::string name = from.text();
  if (!is_digest(name)) throw format_error(0, "a published object whose name is no digest");
  return {std::move(name), from.count(std::uint64_t{1} << 48)};
}

}  // namespace

void write_part(canonical_writer& to, chosen_part part) {
  to.number(static_cast<int>(part));
}

chosen_part read_part(canonical_reader& from) {
  return static_cast<chosen_part>(from.count(all_parts.size() - 1));
}

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

byte_string bytes_of(std::string_view text) {
  const auto bytes = text_bytes(text);
  return {bytes.begin(), bytes.end()};
}

message_kind kind_of(std::span<const std::byte> bytes) {
  try {
    const std::string kind = canonical_reader(bytes).text();
    if (version_in(kind, a_registration) != 0) return message_kind::registration;
    if (version_in(kind, a_report) != 0) return message_kind::report;
  } catch (const format_error&) {  // no text in front
  }
  return message_kind::other;
}

byte_string registration::write(const signing_key& by) const {
  byte_string out;
  canonical_writer to(out);
  to.text(kind_text(a_registration, version))
      .text(task)
      .text(person)
      .text(text_of(proof))
      .text(text_of(by.its_public().bytes))
      .number(is_simulated ? 1 : 0);
  if (version >= choosing_version) write_part(to, part);
  return sealed(std::move(out), by);
}

registration registration::read(std::span<const std::byte> bytes, signed_part& part) {
  part = parts_of(bytes);
  canonical_reader from(part.message);
  registration r;
  r.version = read_version(from, a_registration);
  r.task = from.text();
  r.person = from.text();
  r.proof = bytes_of(from.text());
  const std::string key = from.text();
  if (key.size() != r.key.bytes.size()) throw format_error(0, "a key that is not 32 bytes long");
  ranges::copy(text_bytes(key), r.key.bytes.begin());
  r.is_simulated = read_flag(from);
  if (r.version >= choosing_version) r.part = read_part(from);
  from.end();
  return r;
}

byte_string report::write(const signing_key& by) const {
  byte_string out;
  canonical_writer(out)
      .text(kind_text(a_report, version))
      .text(task)
      .number(round)
      .text(announcement)
      .number(user)
      .text(text_of(body));
  return sealed(std::move(out), by);
}

report report::read(std::span<const std::byte> bytes, signed_part& part) {
  part = parts_of(bytes);
  canonical_reader from(part.message);
  report r;
  r.version = read_version(from, a_report);
  r.task = from.text();
  r.round = static_cast<std::uint32_t>(from.count(UINT32_MAX));
  r.announcement = from.text();
  r.user = static_cast<vertex_id>(from.count(UINT32_MAX));
  r.body = bytes_of(from.text());
  from.end();
  return r;
}

byte_string announcement::write(const signing_key& by) const {
  byte_string out;
  canonical_writer to(out);
  to.text(kind_text(an_announcement, version)).text(task).number(index).text(before);
  write_entry(to, joined);
  to.text(asks).text(round).number(static_cast<int128>(edges)).text(text_of(said));
  write_roster(to, who);
  to.number(static_cast<int128>(published.size()));
  for (const public_entry& e : published) write_entry(to, e);
  to.number(static_cast<int128>(said_to.size()));
  for (const byte_string& mine : said_to) to.text(text_of(mine));
  to.number(opened).number(closes);
  return sealed(std::move(out), by);
}

announcement announcement::read(std::span<const std::byte> bytes, signed_part& part) {
  part = parts_of(bytes);
  canonical_reader from(part.message);
  announcement a;
  a.version = read_version(from, an_announcement);
  a.task = from.text();
  a.index = static_cast<std::uint32_t>(from.count(UINT32_MAX));
  a.before = from.text();
  a.joined = read_entry(from);
  a.asks = from.text();
  a.round = from.text();
  a.edges = static_cast<edge_use>(from.count(static_cast<std::uint64_t>(edge_use::both_endpoints)));
  a.said = bytes_of(from.text());
  a.who = read_roster(from, bytes.size());
  for (std::uint64_t left = from.count(bytes.size()); left > 0; --left)
    a.published.push_back(read_entry(from));
  for (std::uint64_t left = from.count(bytes.size()); left > 0; --left)
    a.said_to.push_back(bytes_of(from.text()));
  if (!a.said_to.empty() && a.said_to.size() != a.who.size())
    throw format_error(0, "words for other users than are asked");
  a.opened = from.number();
  a.closes = from.number();
  from.end();
  return a;
}

byte_string result_seal::write(const signing_key& by) const {
  byte_string out;
  canonical_writer(out).text(a_seal).text(task).text(last).text(result);
  return sealed(std::move(out), by);
}

result_seal result_seal::read(std::span<const std::byte> bytes, signed_part& part) {
  part = parts_of(bytes);
  canonical_reader from(part.message);
  if (from.text() != a_seal) throw format_error(0, "no " + std::string(a_seal));
  result_seal s;
  s.task = from.text();
  s.last = from.text();
  s.result = from.text();
  from.end();
  return s;
}

}  // namespace edgeldp::collect
