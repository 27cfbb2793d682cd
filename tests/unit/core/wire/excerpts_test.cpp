// SPDX-License-Identifier: MIT
// Excerpts say of known users what the whole says, and refuse the bytes that it refuses.
#include "edgeldp/core/wire/excerpts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <set>
#include <span>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/core/protocol/public_forms.hpp"
#include "support/budgets.hpp"
#include "support/codecs.hpp"
#include "support/public_orders.hpp"

namespace edgeldp {
namespace {

constexpr vertex_id user_count = 2500;  // three blocks

using test::nats;

/// Rows of three laws by rank.
release_layout three_laws(const codec_spec& codec, user_order order) {
  std::mt19937_64 random(7);
  std::vector<std::int64_t> degrees(user_count), sizes(user_count);
  for (vertex_id u = 0; u < user_count; ++u) {
    degrees[u] = static_cast<std::int64_t>(random() % 50) - 5;
    sizes[u] = static_cast<std::int64_t>(random() % 30) - 5;
  }
  release_parameters p;
  p.users = user_count;
  p.key = {random()};
  p.order = order;
  p.chunk_rule = chunk_rule::released_size;
  p.simulated = true;
  p.total = nats(32.0);
  p.degree = p.size = p.count = nats(0.5);
  p.edges = nats(2.0);
  const row_numbers numbers{p.size, sizes, released_number::size};
  codec.fill(p, p.edges, numbers);
  for (const std::uint32_t first : {100U, 1500U}) {
    rank_class& c = p.later.emplace_back();
    c.first = first;
    c.rows.key = p.key;
    c.size = c.count = nats(0.5);
    c.edges = nats(first == 100 ? 1.0 : 3.0);
    codec.fill(c.rows, c.edges, numbers);
  }
  return {p, std::move(degrees), std::move(sizes)};
}

/// What travels of an order, and of released sizes.
struct bytes_of_numbers {
  explicit bytes_of_numbers(std::span<const std::int64_t> numbers) {
    canonical_writer(bytes).numbers(numbers);
  }
  explicit bytes_of_numbers(const public_order& order) : bytes_of_numbers(order.degrees()) {}
  passing_numbers passing() const { return passing_numbers(public_bytes(bytes)); }
  std::vector<std::byte> bytes;
};
passing_order passing(const public_order& order, const bytes_of_numbers& degrees) {
  return {order.kind(), order.key(), degrees.passing()};
}

order_excerpt excerpt_of_order(const public_order& order, known_users known) {
  return {passing(order, bytes_of_numbers(order)), std::move(known)};
}

layout_excerpt excerpt_of(const release_parameters& p, const public_order& order,
                          std::span<const std::int64_t> sizes, known_users known) {
  const bytes_of_numbers degrees(order), released(sizes);
  return {p, passing(order, degrees), released.passing(), std::move(known)};
}

release random_rows(const release_layout& layout, std::vector<vertex_id> absent) {
  std::vector<std::uint64_t> words(layout.word_offset(user_count));
  for (vertex_id u = 0; u < user_count; ++u) {
    const std::uint64_t begin = layout.word_offset(u), end = layout.word_offset(std::uint64_t{u} + 1);
    simulation_randomness coins(3, 1, u);
    const std::vector<vertex_id> list{(u + 1) % user_count, (u + 7) % user_count, (u + 900) % user_count};
    encode_row(layout, u, list, coins, std::span(words).subspan(begin, end - begin));
  }
  return {layout, std::move(words), std::move(absent)};
}

const std::vector<vertex_id> known_ones = {0, 3, 1023, 1024, 1025, 1700, 2499};

/// What reached somebody who knows `known_ones`.
struct reader {
  std::unique_ptr<public_objects> there = std::make_unique<public_objects>(known_ones);

  template <class T>
  std::string receive(const T& object) {
    byte_string form = public_form<T>::write(object);
    const std::string name = name_of(form);
    there->receive(name, std::move(form));
    return name;
  }
};

TEST(ExcerptsTest, SayOfKnownUsersWhatTheWholeSays) {
  for (const codec_spec& codec : test::codec_specs())
    for (const user_order order :
         {user_order::id, user_order::random, user_order::noisy_degree, user_order::hubs_last}) {
      if (order == user_order::hubs_last && codec.kind() != codec_kind::bitmap) continue;  // one law alone
      const release_layout layout = three_laws(codec, order);
      const std::vector<vertex_id> absent = {3, 5, 1025};
      const release rows = random_rows(layout, absent);
      reader in;
      if (order == user_order::hubs_last) in.receive(layout.order()->turned_round());
      const auto short_order = in.there->get<order_excerpt>(in.receive(test::order_of(layout)));
      const auto short_layout = in.there->get<layout_excerpt>(in.receive(layout));
      const auto short_rows = in.there->get<release_excerpt>(in.receive(rows));
      EXPECT_EQ(short_order->users(), user_count);
      EXPECT_EQ(short_layout->parameters(), layout.parameters());
      std::set<std::size_t> classes;
      for (const vertex_id u : known_ones) {
        EXPECT_EQ(short_order->rank(u), layout.rank(u));
        EXPECT_EQ(short_layout->rank(u), layout.rank(u));
        EXPECT_EQ(short_layout->position(u), layout.position(u));
        EXPECT_EQ(short_layout->released_number(u), layout.released_number(u));
        EXPECT_EQ(short_layout->class_of(u), layout.class_of(u));
        EXPECT_EQ(short_layout->shape(u), layout.shape(u));
        EXPECT_EQ(short_rows->is_absent(u), std::ranges::binary_search(absent, u));
        classes.insert(layout.class_of(u));
        for (vertex_id v = 0; v < user_count; v += 7) {
          const std::uint32_t at = layout.position(v);
          const auto bit = [&](const auto& row) { return row.bit(at); };
          if (layout.rank(v) >= layout.rank(u)) continue;
          EXPECT_EQ(short_rows->visit_row(u, bit), rows.visit_row(u, bit)) << u << " " << v;
        }
      }
      EXPECT_GE(classes.size(), 2U);
    }
}

TEST(ExcerptsTest, AUserEncodesTheSameRow) {
  const auto encode = [](const release_layout& layout) {
    const layout_excerpt short_layout =
        excerpt_of(layout.parameters(), test::order_of(layout), layout.sizes(), known_users(known_ones));
    for (const vertex_id u : known_ones) {
      std::vector<std::uint64_t> whole(layout.codec(u).word_count(layout.shape(u))), part(whole.size());
      simulation_randomness coins(3, 1, u), again(3, 1, u);
      std::vector<vertex_id> list = known_ones;
      std::erase(list, u);
      encode_row(layout, u, list, coins, whole);
      encode_row(short_layout, u, list, again, part);
      EXPECT_EQ(part, whole);
      EXPECT_EQ(write_report(short_layout, u, part), write_report(layout, u, whole));
    }
  };
  for (const codec_spec& codec : test::codec_specs()) encode(three_laws(codec, user_order::noisy_degree));
  encode(three_laws(bitmap_spec{}, user_order::hubs_last));
  // Rows that follow degrees, as plain bits at the earlier ends do.
  release_parameters p = three_laws(bitmap_spec{}, user_order::hubs_last).parameters();
  const release_layout other = three_laws(bitmap_spec{}, user_order::hubs_last);
  p.chunk_rule = chunk_rule::noisy_degree;
  encode(release_layout(p, other.order(), shared_numbers<std::int64_t>()));
}

TEST(ExcerptsTest, NobodyElseIsInThem) {
  const release_layout layout = three_laws(bitmap_spec{}, user_order::id);
  const layout_excerpt short_layout =
      excerpt_of(layout.parameters(), test::order_of(layout), layout.sizes(), known_users({9, 2, 9}));
  EXPECT_EQ(short_layout.known().size(), 2U);
  EXPECT_NO_THROW(static_cast<void>(short_layout.rank(9)));
  for (const vertex_id u : {0U, 3U, 2499U})
    EXPECT_THROW(static_cast<void>(short_layout.rank(u)), internal_error);
  EXPECT_THROW(excerpt_of_order(test::order_of(layout), known_users({user_count})), format_error);
  EXPECT_THROW(
      excerpt_of(layout.parameters(), test::order_of(layout), layout.sizes(), known_users({user_count})),
      format_error);
}

/// Whoever is known: where it is known how many users there are, another number is refused by that.
TEST(ExcerptsTest, AnotherNumberOfUsersIsRefusedInTheSameWords) {
  const release_layout layout = three_laws(bitmap_spec{}, user_order::id);
  for (const std::vector<vertex_id>& known : {std::vector<vertex_id>{}, {1, 2}, {user_count + 1}}) try {
      const order_excerpt none = excerpt_of_order(test::order_of(layout), known_users(known, user_count + 2));
      ADD_FAILURE() << "an order of other users";
    } catch (const format_error& fault) {
      EXPECT_STREQ(fault.what(), "byte 0: what was announced is of 2500 users, there are 2502");
    }
  EXPECT_NO_THROW(excerpt_of_order(test::order_of(layout), known_users({1, 2}, user_count)));
}

TEST(ExcerptsTest, RowsThatFollowTrueDegreesHaveNone) {
  const release_layout layout = three_laws(ppr_spec{}, user_order::noisy_degree);
  release_parameters p = layout.parameters();
  p.chunk_rule = chunk_rule::true_degree;
  EXPECT_THROW(excerpt_of(p, test::order_of(layout), layout.sizes(), known_users(known_ones)), format_error);
  p.chunk_rule = chunk_rule::released_size;
  EXPECT_THROW(
      excerpt_of(p, test::order_of(layout), layout.sizes().first(user_count - 1), known_users(known_ones)),
      invalid_parameter);
}

/// Every byte of rows speaks, even where a reader knows nobody of the block.
TEST(ExcerptsTest, RefuseWhatTheWholeRefuses) {
  for (const codec_spec& codec : test::codec_specs()) {
    const release_layout layout = three_laws(codec, user_order::noisy_degree);
    const public_order order = test::order_of(layout);
    const bytes_of_numbers degrees(order), sizes(layout.sizes());
    const std::vector<std::byte> good = write_rows(random_rows(layout, {}));
    const auto refuses = [&](const std::vector<std::byte>& bytes, const known_users& known) {
      try {
        const layout_excerpt part = excerpt_of(layout.parameters(), order, layout.sizes(), known);
        static_cast<void>(
            release_excerpt(part, passing(order, degrees), sizes.passing(), public_bytes(bytes), {}));
        return false;
      } catch (const format_error&) {
        return true;
      }
    };
    EXPECT_FALSE(refuses(good, known_users(known_ones)));
    EXPECT_FALSE(refuses(good, known_users()));
    std::mt19937_64 random(11);
    for (int round = 0; round < 60; ++round) {
      std::vector<std::byte> bad = good;
      bad[random() % bad.size()] ^= static_cast<std::byte>(1U << random() % 8);
      EXPECT_TRUE(refuses(bad, known_users())) << "a flipped bit";
    }
    for (const std::size_t cut : {std::size_t{0}, std::size_t{20}, good.size() / 2, good.size() - 1})
      EXPECT_TRUE(refuses({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(cut)}, known_users()));
    std::vector<std::byte> longer = good;
    longer.push_back({});
    EXPECT_TRUE(refuses(longer, known_users()));
  }
}

}  // namespace
}  // namespace edgeldp
