// SPDX-License-Identifier: MIT
#include "collect/client/state.hpp"

#include <utility>

#include "collect/task/messages.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/wire/canonical.hpp"

namespace edgeldp::collect {

namespace {

constexpr std::string_view kind = "edgeldp client state ";

void write_numbers(canonical_writer& to, const std::vector<std::uint32_t>& numbers) {
  to.number(static_cast<int128>(numbers.size()));
  for (const std::uint32_t n : numbers) to.number(n);
}

std::vector<std::uint32_t> read_numbers(canonical_reader& from, std::size_t most) {
  std::vector<std::uint32_t> numbers(size_of(from.count(most)));
  for (std::uint32_t& n : numbers) n = static_cast<std::uint32_t>(from.count(UINT32_MAX));
  return numbers;
}

}  // namespace

std::string client_state::frozen() const {
  byte_string out;
  canonical_writer to(out);
  write_numbers(to, contacts);
  write_numbers(to, values);
  return name_of(out);
}

byte_string client_state::write() const {
  byte_string out;
  canonical_writer to(out);
  const bool is_first = version == first_version;
  to.text(std::string(kind) + std::to_string(version))
      .text(text_of(task))
      .number(person)
      .text(name)
      .text(text_of(token))
      .text(text_of(secret_key));
  to.number(simulation_key ? 1 : 0).number(static_cast<int128>(simulation_key.value_or(0))).budget(ceiling);
  write_numbers(to, contacts);
  write_numbers(to, values);
  to.text(frozen()).text(joined).number(static_cast<int128>(heard.size()));
  for (const heard_round& h : heard) {
    to.text(h.announcement).text(h.round).budget(h.price).text(text_of(h.answer));
    if (!is_first) to.text(text_of(h.asked));
  }
  to.text(ended);
  if (!is_first)
    to.text(text_of(coins_secret))
        .number(has_spoken ? 1 : 0)
        .number(is_over ? 1 : 0)
        .text(text_of(contradiction));
  if (version >= choosing_version) write_part(to, part);
  if (!account.empty()) to.text(account).budget(limits.lifetime).budget(limits.yearly);
  const std::string checksum = name_of(out);
  to.text(checksum);
  return out;
}

client_state client_state::read(std::span<const std::byte> bytes) {
  canonical_reader from(bytes);
  client_state s;
  const std::string said = from.text();
  for (s.version = first_version; said != std::string(kind) + std::to_string(s.version); ++s.version)
    if (s.version == latest_version) throw format_error(0, "no state of a client, or of another version");
  const bool is_first = s.version == first_version;
  s.task = bytes_of(from.text());
  s.person = static_cast<std::uint32_t>(from.count(UINT32_MAX));
  s.name = from.text();
  s.token = bytes_of(from.text());
  s.secret_key = bytes_of(from.text());
  const bool is_simulated = from.count(1) == 1;
  const std::uint64_t key = from.word();
  if (is_simulated) s.simulation_key = key;
  s.ceiling = from.budget();
  s.contacts = read_numbers(from, bytes.size());
  s.values = read_numbers(from, bytes.size());
  const std::string frozen = from.text();
  s.joined = from.text();
  for (std::uint64_t left = from.count(bytes.size()); left > 0; --left) {
    heard_round h;
    h.announcement = from.text();
    h.round = from.text();
    h.price = from.budget();
    h.answer = bytes_of(from.text());
    if (!is_first) h.asked = bytes_of(from.text());
    s.heard.push_back(std::move(h));
  }
  s.ended = from.text();
  if (!is_first) {
    s.coins_secret = bytes_of(from.text());
    s.has_spoken = from.count(1) == 1;
    s.is_over = from.count(1) == 1;
    s.contradiction = bytes_of(from.text());
  }
  if (s.version >= choosing_version) s.part = read_part(from);
  const std::string next = from.text();
  if (!from.is_at_end()) {  // else it was the checksum
    s.account = next;
    s.limits.lifetime = from.budget();
    s.limits.yearly = from.budget();
    from.text();
  }
  from.end();
  if (frozen != s.frozen() || s.write() != byte_string(bytes.begin(), bytes.end()))
    throw format_error(0, "a state that is damaged");
  return s;
}

}  // namespace edgeldp::collect
