// SPDX-License-Identifier: MIT
#include "mpi/machine_memory.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/huge_pages.hpp"
#include "edgeldp/core/base/shared_numbers.hpp"

namespace edgeldp::mpi {
namespace {

held_bytes many(std::size_t size, int value) {
  return held_here(std::vector<std::byte>(size, static_cast<std::byte>(value)));
}

held_bytes not_made() {
  throw std::runtime_error("made again");
}

/// Runs f in a process of its own, which must end with 0 where f is true.
int in_child(const std::function<bool()>& f) {
  const pid_t child = fork();
  if (child == 0) {
    bool is_well = false;
    try {
      is_well = f();
    } catch (...) {
    }
    _exit(is_well ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

bool all_are(const held_bytes& held, std::size_t size, int value) {
  return held.bytes.size() == size &&
         std::ranges::count(held.bytes, static_cast<std::byte>(value)) == static_cast<std::ptrdiff_t>(size);
}

TEST(MachineMemory, IsMadeOnceAndSeenByOtherProcesses) {
  machine_memory here;
  const held_bytes first = here.hold("ranks", [] { return many(10000, 7); });
  EXPECT_TRUE(all_are(first, 10000, 7));
  const auto where = here.where();
  EXPECT_EQ(in_child([&] {
              const auto there = machine_memory::open(where);
              return there && all_are(there->hold("ranks", not_made), 10000, 7);
            }),
            0);
  EXPECT_TRUE(all_are(here.hold("ranks", not_made), 10000, 7));
  EXPECT_EQ(here.most_held(), 10000U);
}

TEST(MachineMemory, WhatAnotherProcessMadeIsSeenHere) {
  machine_memory here;
  int go[2];
  ASSERT_EQ(pipe(go), 0);
  int made[2];
  ASSERT_EQ(pipe(made), 0);
  const auto where = here.where();
  const pid_t child = fork();
  if (child == 0) {
    const auto there = machine_memory::open(where);
    const held_bytes mine = there->hold("words", [] { return many(5000, 3); });
    char c = 0;
    const bool is_told = write(made[1], "x", 1) == 1 && read(go[0], &c, 1) == 1;  // holds it until then
    _exit(is_told ? 0 : 1);
  }
  char c = 0;
  ASSERT_EQ(read(made[0], &c, 1), 1);
  const held_bytes mine = here.hold("words", not_made);
  ASSERT_EQ(write(go[1], "x", 1), 1);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(all_are(mine, 5000, 3)) << "it stays when its maker has ended";
}

TEST(MachineMemory, IsGivenBackWhenNobodyHasIt) {
  machine_memory here;
  for (int round = 0; round < 3000; ++round) {  // more than the directory has places
    const held_bytes one =
        here.hold("round " + std::to_string(round), [&] { return many(4096, round % 100); });
    ASSERT_TRUE(all_are(one, 4096, round % 100));
  }
  EXPECT_EQ(here.most_held(), 4096U);
  EXPECT_TRUE(all_are(here.hold("round 0", [] { return many(10, 1); }), 10, 1)) << "made anew";
}

TEST(MachineMemory, ARoomIsHeldWhereItIs) {
  machine_memory here;
  held_bytes first;
  {
    const public_room room = here.room(10000);
    EXPECT_TRUE(all_are({room.owner, room.bytes}, 10000, 0));
    std::ranges::fill(room.bytes, std::byte{5});
    first = here.hold("words", [&] { return held_bytes{room.owner, room.bytes}; });
    EXPECT_EQ(here.most_held(), 10000U) << "once";
    const held_bytes again = here.hold("others", [&] { return held_bytes{room.owner, room.bytes}; });
    EXPECT_TRUE(all_are(again, 10000, 5));
    EXPECT_EQ(here.most_held(), 20000U) << "a room is held under one name";
  }
  EXPECT_TRUE(all_are(first, 10000, 5)) << "it stays when its maker has left it";
  const auto where = here.where();
  EXPECT_EQ(in_child([&] {
              const auto there = machine_memory::open(where);
              return there && all_are(there->hold("words", not_made), 10000, 5);
            }),
            0);
}

TEST(MachineMemory, ARoomThatNobodyHeldIsGivenBack) {
  machine_memory here;
  for (int round = 0; round < 100; ++round) {
    const public_room room = here.room(std::uint64_t{1} << 20);
    std::ranges::fill(room.bytes, std::byte{1});
  }
  EXPECT_EQ(here.most_held(), std::uint64_t{1} << 20);
  EXPECT_TRUE(here.room(0).bytes.empty());
  EXPECT_THROW(here.room(~std::uint64_t{0} - 8192), io_error);
  EXPECT_TRUE(all_are(here.hold("sizes", [] { return many(3, 4); }), 3, 4)) << "after a refusal";
}

TEST(MachineMemory, NumbersAreMadeWhereTheyAreHeld) {
  machine_memory here;
  const public_memory_scope scope(here);
  constexpr std::size_t count = 5000;
  const auto numbers = shared_numbers<std::uint64_t>::held("release", "words", [] {
    numbers_to_share<std::uint64_t> made(count);
    std::ranges::fill(made.all(), 7U);
    return std::move(made).share();
  });
  EXPECT_EQ(numbers.size(), count);
  EXPECT_EQ(std::ranges::count(numbers, 7U), static_cast<std::ptrdiff_t>(count));
  EXPECT_EQ(here.most_held(), count * sizeof(std::uint64_t));
}

// Where huge pages begin, in every process: else none can hold it.
TEST(MachineMemory, LargeObjectsCanLieInHugePages) {
  const auto is_aligned = [](const held_bytes& held) {
    return reinterpret_cast<std::uintptr_t>(held.bytes.data()) % huge_page == 0;
  };
  machine_memory here;
  for (const std::size_t size : {huge_page, 3 * huge_page + 5000}) {
    const std::string name = std::to_string(size);
    const held_bytes small = here.hold("between", [] { return many(100, 1); });
    const held_bytes mine = here.hold(name, [&] { return many(size, 6); });
    EXPECT_TRUE(is_aligned(mine) && all_are(mine, size, 6));
    const auto where = here.where();
    EXPECT_EQ(in_child([&] {
                const auto there = machine_memory::open(where);
                const held_bytes theirs = there->hold(name, not_made);
                return is_aligned(theirs) && all_are(theirs, size, 6);
              }),
              0);
    const public_room room = here.room(size);
    std::ranges::fill(room.bytes, std::byte{8});
    const held_bytes held = here.hold("room", [&] { return held_bytes{room.owner, room.bytes}; });
    EXPECT_TRUE(is_aligned(held) && all_are(held, size, 8));
    EXPECT_TRUE(all_are(small, 100, 1));
  }
}

TEST(MachineMemory, WhatFailsIsMadeByTheNext) {
  machine_memory here;
  EXPECT_THROW(here.hold("sizes", not_made), std::runtime_error);
  EXPECT_TRUE(all_are(here.hold("sizes", [] { return many(1, 9); }), 1, 9));
  EXPECT_TRUE(here.hold("nothing", [] { return many(0, 0); }).bytes.empty());
}

TEST(MachineMemory, AProcessThatDiesWhileItMakesLeavesTheWorkToOthers) {
  machine_memory here;
  const auto where = here.where();
  const int status = in_child([&] {
    const auto there = machine_memory::open(where);
    there->hold("offsets", [] {
      raise(SIGKILL);
      return held_bytes{};
    });
    return true;
  });
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_TRUE(all_are(here.hold("offsets", [] { return many(20, 2); }), 20, 2));
}

TEST(MachineMemory, IsNotTakenForAnotherFile) {
  machine_memory here;
  auto where = here.where();
  ++where.token;
  EXPECT_EQ(machine_memory::open(where), nullptr);
  EXPECT_EQ(machine_memory::open({getpid(), 1 << 20, 0}), nullptr);
  EXPECT_THROW(here.hold(std::string(200, 'x'), [] { return many(1, 1); }), internal_error);
}

}  // namespace
}  // namespace edgeldp::mpi
