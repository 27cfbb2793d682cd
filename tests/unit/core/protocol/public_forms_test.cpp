// SPDX-License-Identifier: MIT
#include "edgeldp/core/protocol/public_forms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "support/public_orders.hpp"
#include "support/remembered_memory.hpp"
#include "support/vectors.hpp"

namespace edgeldp {
namespace {

release_parameters small_parameters(codec_kind codec) {
  const vector_parameters like = test::small_vectors(codec, 4, 4, 2);
  release_parameters p;
  static_cast<codec_parameters&>(p) = like;
  p.users = 4;
  p.simulated = true;
  p.chunk_rule = chunk_rule::released_size;
  p.degree = p.size = p.count = epsilon::from_nats(1.0);
  p.edges = epsilon::from_nats(20.0);
  p.total = epsilon::from_nats(23.0);
  return p;
}

release_layout small_layout(codec_kind codec) {
  return {small_parameters(codec), {3, -1, 2, 2}, {0, 1, 5, -2}};
}

/// Sends an object by its bytes; what is read writes the same.
template <class T>
std::shared_ptr<const T> send(public_objects& there, const T& object) {
  const byte_string form = public_form<T>::write(object);
  there.receive(name_of(form), form);
  const auto got = there.get<T>(name_of(form)).object;
  EXPECT_EQ(public_form<T>::write(*got), form);
  return got;
}

TEST(PublicFormsTest, OrderLayoutAndReleaseTravelAsBytes) {
  for (const codec_kind codec : {codec_kind::bitmap, codec_kind::ppr, codec_kind::nullspace}) {
    const release_layout layout = small_layout(codec);
    public_objects there;
    send(there, test::order_of(layout));
    const auto got = send(there, layout);
    EXPECT_EQ(got->parameters(), layout.parameters());
    EXPECT_TRUE(std::ranges::equal(got->degrees(), layout.degrees()));
    EXPECT_TRUE(std::ranges::equal(got->sizes(), layout.sizes()));
    std::vector<std::uint64_t> words(layout.word_offset(4));
    const release rows(layout, words);
    EXPECT_EQ(send(there, rows)->serialize(), rows.serialize());
  }
}

/// Objects read from bytes twice, as two processes of a machine would.
template <class T>
std::pair<std::shared_ptr<const T>, std::shared_ptr<const T>> send_to_two(public_objects& one,
                                                                          public_objects& other,
                                                                          const T& object) {
  return {send(one, object), send(other, object)};
}

TEST(PublicFormsTest, ProcessesOfAMachineHoldTheirNumbersOnce) {
  for (const codec_kind codec : {codec_kind::bitmap, codec_kind::ppr, codec_kind::nullspace}) {
    const release_layout layout = small_layout(codec);
    test::remembered_memory memory;
    const public_memory_scope scope(memory);
    EXPECT_THROW(public_memory_scope second(memory), internal_error);
    public_objects one, other;
    const auto orders = send_to_two(one, other, test::order_of(layout));
    EXPECT_EQ(orders.first->degrees().data(), orders.second->degrees().data());
    EXPECT_EQ(orders.first->ranks().data(), orders.second->ranks().data());
    EXPECT_NE(orders.first->ranks().data(), layout.ranks().data()) << "not those of another object";
    const auto layouts = send_to_two(one, other, layout);
    EXPECT_EQ(layouts.first->sizes().data(), layouts.second->sizes().data());
    const release rows(layout, std::vector<std::uint64_t>(layout.word_offset(4)));
    const auto releases = send_to_two(one, other, rows);
    EXPECT_EQ(releases.first->all_words().data(), releases.second->all_words().data());
    EXPECT_EQ(releases.first->serialize(), rows.serialize());
    EXPECT_EQ(memory.asked, 2 * memory.made()) << "nothing else is held, and all of it twice";

    // Who publishes has what is held, and not what it made.
    public_objects publisher;
    const public_order made = test::order_of(layout);
    const auto published = publisher.add(std::make_shared<const public_order>(made), made.write());
    EXPECT_EQ(published->ranks().data(), orders.first->ranks().data());
    EXPECT_EQ(published->degrees().data(), orders.first->degrees().data());
  }
}

/// Publishes an object, and reads its bytes as another process would.
template <class T>
std::pair<std::shared_ptr<const T>, std::shared_ptr<const T>> publish_to(public_objects& here,
                                                                         public_objects& there,
                                                                         const T& object) {
  const byte_string form = public_form<T>::write(object);
  const auto published = here.add(std::make_shared<const T>(object), form);
  EXPECT_EQ(public_form<T>::write(*published), form);
  there.receive(published.name, here.form_of(published.name));
  return {published.object, there.get<T>(published.name).object};
}

// Nothing is made again of its bytes where it is.
TEST(PublicFormsTest, NumbersOfWhatIsPublishedAreHeldAsTheyAre) {
  for (const codec_kind codec : {codec_kind::bitmap, codec_kind::ppr, codec_kind::nullspace})
    for (const chunk_rule rule : {chunk_rule::released_size, chunk_rule::noisy_degree}) {
      if (codec == codec_kind::nullspace && rule == chunk_rule::noisy_degree) continue;
      release_parameters p = small_parameters(codec);
      p.chunk_rule = rule;
      const release_layout layout(p, {3, -1, 2, 2}, {0, 1, 5, -2});
      const release rows(layout, std::vector<std::uint64_t>(layout.word_offset(4)), {1, 3});
      test::remembered_memory memory;
      const public_memory_scope scope(memory);
      public_objects here, there;
      const auto orders = publish_to(here, there, *layout.order());
      const auto layouts = publish_to(here, there, layout);
      const auto releases = publish_to(here, there, rows);
      EXPECT_EQ(layouts.first->order(), orders.first) << "and not the one that it was made under";
      EXPECT_EQ(releases.first->shared_layout(), layouts.first);
      for (const auto& order : {orders.first, orders.second}) {
        EXPECT_EQ(order->degrees().data(), layout.degrees().data());
        EXPECT_EQ(order->ranks().data(), layout.ranks().data());
        EXPECT_EQ(order->user_at(0), layout.user_at(0));
      }
      for (const auto& held : {layouts.first, layouts.second}) {
        EXPECT_EQ(held->sizes().data(), layout.sizes().data());
        EXPECT_EQ(held->ranks().data(), layout.ranks().data());
        for (vertex_id u = 0; u < 4; ++u) {
          EXPECT_EQ(held->position(u), layout.position(u));
          EXPECT_EQ(held->shape(u), layout.shape(u));
          EXPECT_EQ(held->word_offset(u + 1), layout.word_offset(u + 1));
        }
      }
      for (const auto& held : {releases.first, releases.second}) {
        EXPECT_EQ(held->all_words().data(), rows.all_words().data());
        EXPECT_EQ(held->absent(), rows.absent());
      }
    }
}

TEST(PublicFormsTest, ALayoutNeedsItsOrderAndAReleaseItsLayout) {
  const release_layout layout = small_layout(codec_kind::bitmap);
  public_objects there;
  const byte_string form = public_form<release_layout>::write(layout);
  there.receive(name_of(form), form);
  EXPECT_THROW(there.get<release_layout>(name_of(form)), format_error);
  send(there, test::order_of(layout));
  EXPECT_NO_THROW(there.get<release_layout>(name_of(form))) << "read again once the order is there";
}

TEST(PublicFormsTest, AVectorLayoutTravelsAsBytes) {
  for (const codec_kind codec : {codec_kind::bitmap, codec_kind::ppr, codec_kind::nullspace}) {
    const vector_layout layout(test::small_vectors(codec, 3, 20, 4), {2, -1, 9});
    public_objects there;
    const auto got = send(there, layout);
    EXPECT_EQ(got->length(), 20U);
    EXPECT_TRUE(std::ranges::equal(got->sizes(), layout.sizes()));
  }
}

TEST(PublicFormsTest, FewBytesDoNotAskForMuchMemory) {
  vector_parameters p = test::small_vectors(codec_kind::bitmap, std::uint64_t{1} << 32, 100, 5);
  p.sizes = size_rule::public_bound;
  p.size = epsilon();
  byte_string form;
  vector_row_parameters{p}.write(form);
  canonical_writer(form).numbers({});
  EXPECT_THROW(public_form<vector_layout>::read(form, {}), format_error);
}

TEST(PublicFormsTest, RefusesRulesThatAreNone) {
  byte_string good;
  row_parameters{small_parameters(codec_kind::ppr)}.write(good);
  EXPECT_EQ(row_parameters::read(good).parameters.chunk_rule, chunk_rule::released_size);
  for (const int rule : {0, 4}) {
    byte_string bad = good;
    bad[1] = static_cast<std::byte>(2 * rule);  // after the codec; zigzag
    EXPECT_THROW(row_parameters::read(bad), format_error) << rule;
  }
  vector_parameters p = test::small_vectors(codec_kind::ppr, 3, 20, 4);
  byte_string vectors;
  vector_row_parameters{p}.write(vectors);
  EXPECT_EQ(vector_row_parameters::read(vectors).parameters.users, 3U);
  vectors.pop_back();
  EXPECT_THROW(vector_row_parameters::read(vectors), format_error);
}

TEST(PublicFormsTest, AnyByteChangedGivesAnotherName) {
  const byte_string form = public_form<release_layout>::write(small_layout(codec_kind::ppr));
  for (std::size_t i = 0; i < form.size(); ++i) {
    byte_string other = form;
    other[i] ^= std::byte{1};
    EXPECT_NE(name_of(other), name_of(form));
  }
}

}  // namespace
}  // namespace edgeldp
