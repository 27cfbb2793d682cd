// SPDX-License-Identifier: MIT
// Any bytes as what travels between a collector and its shards. Messages of a part of a round are
// refused with format_error, or what is read writes exactly these bytes; a call is refused, or
// shards play it. The first byte chooses which of the two; what no fuzzer guesses stands before the
// input.
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/protocol/shards_simulation.hpp"
#include "edgeldp/core/wire/canonical.hpp"

namespace {

using namespace edgeldp;

constexpr std::uint64_t user_count = 5;
constexpr std::string_view task = "a run";

/// Users who answer what they are told.
class echoing_users final : public shardable_users {
 public:
  std::uint64_t users() const override { return user_count; }
  bool is_simulated() const override { return true; }
  void answer(const call& asked, message_sink& sink) override { play(asked, m_coins, sink); }
  const coin_source& coins() const noexcept override { return m_coins; }
  work_by_number work_of(const call&) const override {
    return [](std::uint64_t number) { return number; };
  }
  void play(const call& asked, const coin_source&, message_sink& sink) const override {
    for (std::uint64_t number = asked.who.first_number(); number < asked.who.end_number(); ++number)
      sink.put(number, asked.said_to ? byte_string(asked.said_to(number))
                                     : byte_string(asked.said.begin(), asked.said.end()));
  }

 private:
  coin_source m_coins = coin_source::simulated(7);
};

/// What stands before the input: `skipped` texts of these bytes.
byte_string beginning_of(const byte_string& whole, int skipped) {
  canonical_reader from(whole);
  for (int i = 0; i < skipped; ++i) static_cast<void>(from.text());
  return {whole.begin(), whole.end() - static_cast<std::ptrdiff_t>(from.rest().size())};
}

byte_string call_of(const echoing_users& users, bool is_personal) {
  const public_objects published;
  const roster who = roster::of({4, 0, 2}, user_count);
  const round_kind kind{"round", edge_use::one_endpoint};
  const byte_string said(3, std::byte{1});
  call asked{0, "echo", kind, said, who, published};
  if (is_personal) asked.said_to = [](std::uint64_t number) { return byte_string(number, std::byte{2}); };
  return told_call::write({users, asked}, task);
}

void expect_same(std::span<const std::byte> a, std::span<const std::byte> b) {
  if (!ranges::equal(a, b)) std::abort();
}

void read_messages(const byte_string& in) {
  const round_part part = message_batch::part_in(in, task);
  if (part.size() > in.size()) {  // refused before anything of that size is made
    message_batch none({0, 0});
    message_batch::deliver(in, task, none);
    std::abort();
  }
  message_batch read(part);
  message_batch::deliver(in, task, read);
  expect_same(read.write(task), in);
}

void read_call(const byte_string& in, const echoing_users& users) {
  try {
    const public_objects received;
    for (std::uint64_t index = 0; index < 2; ++index) {
      const byte_string batch = play_shard(users, in, task, received, {index, 2});
      message_batch read(message_batch::part_in(batch, name_of(in)));
      message_batch::deliver(batch, name_of(in), read);
      expect_same(read.write(name_of(in)), batch);
    }
  } catch (const invalid_parameter&) {  // of other users
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const echoing_users users;
  static const byte_string before_messages = beginning_of(message_batch({0, 0}).write(task), 2),
                           before_call = beginning_of(call_of(users, false), 2);
  if (size == 0) return 0;
  const bool is_call = data[0] % 2 == 0;
  byte_string in = is_call ? before_call : before_messages;
  const auto input = std::as_bytes(std::span(data, size)).subspan(1);
  in.insert(in.end(), input.begin(), input.end());
  try {
    if (is_call)
      read_call(in, users);
    else
      read_messages(in);
  } catch (const edgeldp::format_error&) {
  }
  return 0;
}
