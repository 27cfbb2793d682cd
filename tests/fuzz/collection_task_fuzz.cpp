// SPDX-License-Identifier: MIT
// Any text as the task of a collection or its directory of people: refused with format_error, or
// exactly the bytes that it writes. The first byte chooses which.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "collect/task/people.hpp"
#include "collect/task/task.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace {

using namespace edgeldp;

void require(bool holds) {
  if (!holds) std::abort();
}

void read_task(std::span<const std::byte> bytes) {
  const collect::task t = collect::task::read(bytes);
  require(ranges::equal(t.write(), bytes));
  require(!t.rounds.empty() && t.rounds.front().name == collect::join_round);
  for (const collect::task_round& r : t.rounds) require(r.most <= t.total);
}

void read_directory(std::span<const std::byte> bytes) {
  const collect::people_directory people(byte_string(bytes.begin(), bytes.end()));
  std::vector<std::string> names;
  for (std::uint32_t p = 0; p < people.size(); ++p) {
    require(people.find(people.name(p)) == p);
    names.emplace_back(people.name(p));
  }
  require(ranges::equal(collect::people_directory::write(names), bytes));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto bytes = std::as_bytes(std::span(data, size)).subspan(1);
  try {
    if (data[0] % 2 == 0)
      read_task(bytes);
    else
      read_directory(bytes);
  } catch (const format_error&) {
  }
  return 0;
}
