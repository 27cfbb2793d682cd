// SPDX-License-Identifier: MIT
#include "collect/task/batch.hpp"

#include "edgeldp/core/base/error.hpp"

namespace edgeldp::collect {

namespace {

constexpr std::size_t prefix = 4;

}  // namespace

byte_string write_batch(std::span<const byte_string> messages) {
  byte_string out;
  for (const byte_string& message : messages) {
    for (std::size_t i = 0; i < prefix; ++i)
      out.push_back(static_cast<std::byte>(message.size() >> (8 * i) & 0xff));
    out.insert(out.end(), message.begin(), message.end());
  }
  return out;
}

std::vector<std::span<const std::byte>> read_batch(std::span<const std::byte> bytes) {
  if (bytes.size() > longest_batch) throw format_error(longest_batch, "a batch of more than a megabyte");
  std::vector<std::span<const std::byte>> messages;
  std::size_t at = 0;
  while (at < bytes.size()) {
    if (messages.size() == most_in_batch) throw format_error(at, "a batch of more than 1024 messages");
    if (bytes.size() - at < prefix) throw format_error(at, "half of a length");
    std::size_t size = 0;
    for (std::size_t i = prefix; i-- > 0;) size = size << 8 | std::to_integer<std::size_t>(bytes[at + i]);
    at += prefix;
    if (bytes.size() - at < size) throw format_error(at, "a message that is cut");
    messages.push_back(bytes.subspan(at, size));
    at += size;
  }
  return messages;
}

}  // namespace edgeldp::collect
