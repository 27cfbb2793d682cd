// SPDX-License-Identifier: MIT
// What a client downloads grows with the number of people, and what it holds of it does not.
#include "collect/carriers/download.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "collect/carriers/folder_bulletin.hpp"
#include "collect/task/files.hpp"
#include "collect/task/people.hpp"
#include "collect/task/version.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/core/protocol/public_forms.hpp"
#include "edgeldp/core/random/private_randomness.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "support/allocation_watch.hpp"
#include "support/budgets.hpp"
#include "support/lent_bytes.hpp"
#include "support/test_folder.hpp"

namespace edgeldp::test {
namespace {

using collect::download;

byte_string some_bytes(std::size_t size) {
  byte_string bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i * i >> 3 & 0xff);
  return bytes;
}

/// Of a call of f.
template <class F>
std::uint64_t peak_of(F&& f) {
  const allocation_watch watch;
  std::forward<F>(f)();
  return watch.peak_bytes();
}

constexpr std::uint64_t some_parts = 4 * collect::part_bytes;

TEST(DownloadsTest, GiveBackWhatCame) {
  const test_folder folder;
  for (const std::size_t size : {std::size_t{0}, std::size_t{10}, download::short_bytes,
                                 download::short_bytes + 1, std::size_t{1000000}}) {
    const byte_string bytes = some_bytes(size);
    download all(folder.path());
    all.add(std::span(bytes).first(size / 3));
    all.begin_again();
    EXPECT_EQ(all.size(), 0U);
    all.add(std::span(bytes).first(size / 2));
    all.add(std::span(bytes).subspan(size / 2));
    EXPECT_EQ(all.size(), size);
    const held_bytes held = std::move(all).hold();
    EXPECT_TRUE(ranges::equal(held.bytes, bytes)) << size;
    EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "a file with a name";
  }
  download nowhere(folder.path() / "none");
  EXPECT_THROW(nowhere.add(some_bytes(download::short_bytes + 1)), io_error);
}

TEST(DownloadsTest, AreOnTheDisk) {
  const test_folder folder;
  const byte_string bytes = some_bytes(8000000);
  const std::string name = name_of(bytes);
  std::filesystem::create_directory(folder.path() / "objects");
  std::ofstream(folder.path() / "objects" / name, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  collect::folder_bulletin published(folder.path(), folder.path());
  held_bytes held;
  EXPECT_LT(peak_of([&] { held = published.object(name, bytes.size()).whole(); }), some_parts);
  EXPECT_EQ(name_of(held.bytes), name);
  EXPECT_GT(peak_of([&] { held = held_here(byte_string(held.bytes.begin(), held.bytes.end())); }),
            bytes.size())
      << "what is held is seen";
}

TEST(DownloadsTest, OfDirectoriesAndOfWhoJoinedNothingIsKept) {
  std::vector<std::string> names;
  std::vector<std::uint32_t> people;
  std::vector<collect::key_mark> marks(100000);
  for (std::uint32_t p = 0; p < marks.size(); ++p) {
    names.push_back("person " + std::to_string(1000000 + p));
    people.push_back(p);
  }
  const byte_string directory = collect::people_directory::write(names);
  const std::vector<std::string> wanted = {names[7], "nobody", names[99999]};
  EXPECT_LT(peak_of([&] {
              const auto found = collect::find_names(public_bytes(directory), wanted);
              EXPECT_EQ(found.people, names.size());
              EXPECT_EQ(found.known.at(names[99999]), 99999U);
              EXPECT_EQ(found.known.size(), 2U);
            }),
            2000U);
  EXPECT_GT(peak_of([&] { EXPECT_EQ(collect::people_directory(directory).size(), names.size()); }), 50000U);

  byte_string joined;
  const auto hand_marks = [&](const collect::mark_taker& f) { ranges::for_each(marks, f); };
  const chosen_parts all_whole;
  EXPECT_LT(peak_of([&] {
              std::uint64_t bytes = 0;
              const auto count = [&](std::span<const std::byte> part) { bytes += part.size(); };
              const std::uint64_t said = collect::write_joined(people, hand_marks, &all_whole, count);
              EXPECT_EQ(said, bytes);
            }),
            some_parts);
  collect::write_joined(people, hand_marks, &all_whole,
                        [&](auto part) { joined.insert(joined.end(), part.begin(), part.end()); });
  EXPECT_EQ(joined, collect::joined_people(people, marks).write(collect::latest_version));
  EXPECT_LT(peak_of([&] {
              std::uint64_t persons = 0, seen = 0;
              collect::read_joined(
                  public_bytes(joined), names.size(), collect::latest_version,
                  [&](std::uint32_t) { ++persons; }, [&](const collect::key_mark&) { ++seen; },
                  [&](chosen_part) { ++seen; });
              EXPECT_EQ(persons + seen, 3 * names.size());
            }),
            2000U);
}

/// What cannot be mapped is read line by line too, wherever its parts end.
TEST(DownloadsTest, OfWhatLiesElsewhereAPartIsHere) {
  std::vector<std::string> names;
  std::vector<std::uint32_t> people;
  for (std::uint32_t p = 0; p < 100000; ++p) {
    names.push_back("person " + std::to_string(1000000 + p) + std::string(p % 180, 'n'));
    people.push_back(p);
  }
  const std::vector<collect::key_mark> marks(people.size());
  const std::vector<std::string> wanted = {names[7], names[600], "nobody", names[99999]};
  const auto source = std::make_shared<const lent_bytes>(collect::people_directory::write(names));
  ASSERT_GT(source->size(), 10000000U);
  EXPECT_LT(peak_of([&] {
              const auto found = collect::find_names(public_bytes(source), wanted);
              EXPECT_EQ(found.people, names.size());
              EXPECT_EQ(found.known.size(), 3U);
              EXPECT_EQ(found.known.at(names[600]), 600U);
            }),
            some_parts);
  EXPECT_EQ(source->largest, collect::part_bytes);
  const public_bytes joined = lent(collect::joined_people(people, marks).write(collect::latest_version));
  std::uint64_t seen = 0;
  EXPECT_LT(peak_of([&] {
              collect::read_joined(
                  joined, names.size(), collect::latest_version, [&](std::uint32_t) { ++seen; },
                  [&](const collect::key_mark&) { ++seen; }, [&](chosen_part) { ++seen; });
            }),
            some_parts);
  EXPECT_EQ(seen, 3 * names.size());
  for (const auto& [bad, why] :
       {std::pair("ann\nbob", "has no end"), std::pair("bob\nann\n", "increasing")}) {
    try {
      collect::find_names(lent(collect::bytes_of(bad)), wanted);
      ADD_FAILURE() << bad;
    } catch (const format_error& e) {
      EXPECT_NE(std::string(e.what()).find(why), std::string::npos) << e.what();
    }
  }
  EXPECT_THROW(collect::find_names(lent(byte_string(200000, std::byte{'x'})), wanted), format_error);
  byte_string one_long_line(200000, std::byte{'x'});
  one_long_line.back() = std::byte{'\n'};
  EXPECT_THROW(collect::find_names(lent(one_long_line), wanted), format_error);
}

/// Rows that reached somebody, of so many users.
struct published_rows {
  std::unique_ptr<public_objects> there =
      std::make_unique<public_objects>(std::vector<vertex_id>{0, 5, 1023});
  std::string order, layout, rows;

  /// is_lent: they lie elsewhere.
  explicit published_rows(std::uint64_t users, bool is_lent = false) : lends(is_lent) {
    std::vector<std::int64_t> degrees(users), sizes(users);
    for (std::uint64_t u = 0; u < users; ++u) {
      degrees[u] = static_cast<std::int64_t>(u * 7 % 31);
      sizes[u] = static_cast<std::int64_t>(u * 5 % 17);
    }
    release_parameters p;
    p.users = users;
    p.key = {7};
    p.order = user_order::noisy_degree;
    p.chunk_rule = chunk_rule::released_size;
    p.simulated = true;
    p.total = nats(8.0);
    p.degree = p.size = p.count = nats(0.5);
    p.edges = nats(2.0);
    codec_spec(codec_kind::nullspace).fill(p, p.edges, {p.size, sizes, released_number::size});
    const release_layout of(p, degrees, sizes);
    order = receive(public_order(p.order, p.key, degrees));
    layout = receive(of);
    std::vector<std::uint64_t> words(of.word_offset(users));
    for (vertex_id u = 0; u < users; ++u) {
      const std::uint64_t begin = of.word_offset(u), end = of.word_offset(std::uint64_t{u} + 1);
      simulation_randomness coins(3, 1, u);
      encode_row(of, u, {}, coins, std::span(words).subspan(begin, end - begin));
    }
    rows = receive(release(of, std::move(words), {}));
  }

  template <class T>
  std::string receive(const T& object) {
    byte_string form = public_form<T>::write(object);
    const std::string name = name_of(form);
    bytes += form.size();
    if (lends)
      there->receive(name, lent(std::move(form)));
    else
      there->receive(name, std::move(form));
    return name;
  }
  bool lends;
  std::uint64_t bytes = 0;
};

TEST(DownloadsTest, OfRowsOthersThanMineAreNotKept) {
  const published_rows few(4096), many(32768), few_lent(4096, true), many_lent(65536, true);
  const auto of_excerpts = [](const published_rows& from) {
    return peak_of([&] {
      static_cast<void>(from.there->get<order_excerpt>(from.order));
      static_cast<void>(from.there->get<layout_excerpt>(from.layout));
      static_cast<void>(from.there->get<release_excerpt>(from.rows));
    });
  };
  // Of each block of 1024 users a word stands in an index, and nothing else grows.
  const std::uint64_t least = of_excerpts(few), most = of_excerpts(many);
  EXPECT_GT(least, 0U);
  EXPECT_LT(most, least + least / 10 + 4096);
  // Of those that lie elsewhere a block of rows and some windows beside, which do not grow either.
  const std::uint64_t least_lent = of_excerpts(few_lent), most_lent = of_excerpts(many_lent);
  EXPECT_LT(most_lent, least_lent + least_lent / 10 + 4096);
  EXPECT_LT(most_lent, many_lent.bytes / 3);
  EXPECT_GT(peak_of([&] { static_cast<void>(many_lent.there->form_of(many_lent.rows).whole()); }),
            many_lent.bytes / 3)
      << "what is held is seen";
}

}  // namespace
}  // namespace edgeldp::test
