// SPDX-License-Identifier: MIT
// Any bytes as a message of a collection, as the list of who joined, or as the state of a client:
// refused with format_error, or exactly the bytes that what was read writes, but for signatures,
// which nobody has checked yet. The first byte chooses which.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "collect/client/state.hpp"
#include "collect/task/messages.hpp"
#include "collect/task/people.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace {

using namespace edgeldp;

const collect::signing_key& some_key() {
  static const collect::signing_key key = collect::signing_key::from(byte_string(32, std::byte{1}));
  return key;
}

/// Whether a message says the same when it is written again. A registration carries the key that
/// signs it, so that one is written by another.
template <class Message>
void read_message(std::span<const std::byte> bytes) {
  collect::signed_part part;
  Message m = Message::read(bytes, part);
  if (part.message.size() + 64 != bytes.size()) std::abort();
  if constexpr (requires { m.proof; }) {
    if (m.key != some_key().its_public()) return;
  }
  const byte_string again = m.write(some_key());
  if (!ranges::equal(std::span(again).first(part.message.size()), part.message)) std::abort();
}

void read_any(std::uint8_t which, std::span<const std::byte> bytes) {
  constexpr std::uint64_t people = 1000;
  switch (which % 8) {
    case 0:
      return read_message<collect::registration>(bytes);
    case 1:
      return read_message<collect::report>(bytes);
    case 2:
      return read_message<collect::announcement>(bytes);
    case 3:
    case 4:
    case 7: {
      const std::uint32_t version = which % 8 == 7 ? collect::choosing_version : which % 8 - 2U;
      if (!ranges::equal(collect::joined_people::read(bytes, people, version).write(version), bytes))
        std::abort();
      return;
    }
    case 5:
      return read_message<collect::result_seal>(bytes);
    default:
      if (!ranges::equal(collect::client_state::read(bytes).write(), bytes)) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto bytes = std::as_bytes(std::span(data, size)).subspan(1);
  static_cast<void>(collect::kind_of(bytes));
  try {
    read_any(data[0], bytes);
  } catch (const format_error&) {
  }
  return 0;
}
