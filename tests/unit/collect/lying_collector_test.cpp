// SPDX-License-Identifier: MIT
// All that a collector announces, in every round of every method, with a lie in each place: a
// client ends with a reason or answers at the planned price, whatever is announced.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <exception>
#include <functional>
#include <iostream>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collect/carriers/folder_bulletin.hpp"
#include "collect/client/client.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/core/wire/public_order.hpp"
#include "edgeldp/graph/questions/cycles/weight_round.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_round.hpp"
#include "edgeldp/graph/rounds/public_values.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"
#include "support/small_collection.hpp"

namespace edgeldp::test {

namespace {

using collect::announcement;
using collect::bytes_of;
using collect::client;
using collect::next_step;
using collect::public_entry;
using kind = next_step::kind;

/// An announcement and what it names, as a collector that lies would publish them.
class lie {
 public:
  lie(const small_collection& c, std::uint32_t index) : told(c.announced(index)), m_key(c.key()), m_lying(c) {
    const auto read = [&](const public_entry& e) {
      const held_bytes file = c.published().object(e.name, e.size).whole();
      return byte_string(file.bytes.begin(), file.bytes.end());
    };
    for (const public_entry& e : told.published) objects.push_back(read(e));
    joined = read(told.joined);
  }

  /// Bytes in the place of an object's; whatever names it names the new bytes.
  void put(std::size_t object, const byte_string& bytes) { rename(object, bytes); }

  void put_joined(const byte_string& bytes) {
    told.joined = {name_of(bytes), bytes.size()};
    joined = bytes;
  }

  /// A name in the place of another, wherever it stands.
  void swap_name(std::string_view name, std::string_view by) {
    told.said = replaced(told.said, name, by);
    for (byte_string& said : told.said_to) said = replaced(said, name, by);
  }

  collect::bulletin& published() {
    m_lying.seal_instead = byte_string(1);  // nothing ends before all is told
    for (std::size_t i = 0; i < objects.size(); ++i) m_lying.objects[name_of(objects[i])] = objects[i];
    m_lying.objects[told.joined.name] = joined;
    m_lying.announcements[told.index] = told.write(m_key);
    return m_lying;
  }

  announcement told;
  std::vector<byte_string> objects;
  byte_string joined;

 private:
  static byte_string replaced(byte_string bytes, std::string_view name, std::string_view by) {
    const byte_string old = bytes_of(name), now = bytes_of(by);
    for (auto at = bytes.begin();;) {
      at = std::search(at, bytes.end(), old.begin(), old.end());
      if (at == bytes.end()) return bytes;
      at = std::copy(now.begin(), now.end(), at);
    }
  }

  void rename(std::size_t object, const byte_string& bytes) {
    const std::string before = told.published[object].name, after = name_of(bytes);
    objects[object] = bytes;
    told.published[object] = {after, bytes.size()};
    swap_name(before, after);
    for (std::size_t i = object + 1; i < objects.size(); ++i) {
      const byte_string other = replaced(objects[i], before, after);
      if (other != objects[i]) rename(i, other);
    }
  }

  collect::signing_key m_key;
  altered_bulletin m_lying;
};

/// Numbers that nobody should say, as the canonical forms write them.
std::vector<byte_string> bad_numbers() {
  std::vector<byte_string> all;
  const auto add = [&](const auto& write) {
    canonical_writer to(all.emplace_back());
    write(to);
  };
  constexpr int128 one = 1;
  for (const int128 number :
       {one << 62, -(one << 62), one << 63, (one << 63) - 1, one << 64, one << 48, one << 32, (one << 32) - 1,
        one << 31, one * 0, -one, one, one * 2, one * 1000003})
    add([&](canonical_writer& to) { to.number(number); });
  using limits = std::numeric_limits<double>;
  for (const double number : {limits::quiet_NaN(), limits::infinity(), -limits::infinity(), -1.0, 0.0, 1e300,
                              limits::denorm_min(), limits::max()})
    add([&](canonical_writer& to) { to.real(number); });
  return all;
}

/// Lies about bytes of which nothing is known: at most `places` places in them are tried.
std::vector<byte_string> lies_about(const byte_string& honest, std::size_t places) {
  static const std::vector<byte_string> numbers = bad_numbers();
  std::vector<byte_string> all{{}, byte_string(1), byte_string(honest.size(), std::byte{0xff})};
  const auto until = [&](std::size_t size) {
    return byte_string(honest.begin(), honest.begin() + std::ptrdiff_t(size));
  };
  if (honest.empty()) return all;
  all.push_back(until(honest.size() - 1));
  all.push_back(until(honest.size() / 2));
  for (const std::byte more : {std::byte{0}, std::byte{1}, std::byte{0xff}}) {
    all.push_back(honest);
    all.back().push_back(more);
  }
  all.push_back(honest);
  all.back().insert(all.back().end(), honest.begin(), honest.end());
  const std::size_t step = std::max<std::size_t>(1, honest.size() / places);
  for (std::size_t at = 0; at < honest.size(); at += step) {
    for (const int other : {0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff}) {
      all.push_back(honest);
      all.back()[at] = static_cast<std::byte>(other);
    }
    for (const byte_string& number : numbers) {  // in the place of one byte, and of as many as it has
      byte_string lies = until(at);
      lies.insert(lies.end(), number.begin(), number.end());
      byte_string shifted = lies;
      shifted.insert(shifted.end(), honest.begin() + std::ptrdiff_t(at) + 1, honest.end());
      all.push_back(std::move(shifted));
      const std::size_t behind = std::min(honest.size(), at + number.size());
      lies.insert(lies.end(), honest.begin() + std::ptrdiff_t(behind), honest.end());
      all.push_back(std::move(lies));
    }
    all.push_back(honest);  // one entry less, one twice
    all.back().erase(all.back().begin() + std::ptrdiff_t(at));
    all.push_back(honest);
    all.back().insert(all.back().begin() + std::ptrdiff_t(at), honest[at]);
  }
  return all;
}

using change = std::function<void(lie&)>;
struct named_change {
  std::string what;
  change make;
};

std::vector<named_change> lies_about_fields(const lie& honest) {
  std::vector<named_change> all;
  const auto add = [&](std::string what, change make) { all.push_back({std::move(what), std::move(make)}); };
  const std::uint64_t users = honest.told.who.users();
  for (const std::uint64_t count :
       {std::uint64_t{0}, users - 1, users + 1, std::uint64_t{1} << 31, std::uint64_t{1} << 32})
    add("asks everybody of " + std::to_string(count), [=](lie& l) { l.told.who = roster::everybody(count); });
  for (const char* asks : {"", "degree", "size", "edges", "count", "nobody's", "row", "weights"})
    add("asks '" + std::string(asks) + "'", [=](lie& l) { l.told.asks = asks; });
  for (const char* round : {"", "join", "degree", "size", "edges", "count", "pilot", "attributes", "more"})
    add("is round '" + std::string(round) + "'", [=](lie& l) { l.told.round = round; });
  for (const edge_use use : {edge_use::none, edge_use::one_endpoint, edge_use::both_endpoints})
    add("uses edges otherwise", [=](lie& l) { l.told.edges = use; });
  for (const std::int64_t moment :
       {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1} << 62, -(std::int64_t{1} << 62)}) {
    add("opens at " + std::to_string(moment), [=](lie& l) { l.told.opened = moment; });
    add("closes at " + std::to_string(moment), [=](lie& l) { l.told.closes = moment; });
  }
  add("names another round before", [](lie& l) { l.told.before = l.told.task; });
  add("is of another task", [](lie& l) { l.told.task = name_of(byte_string(3)); });
  for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{1}, (std::uint64_t{1} << 48)}) {
    add("people of another size", [=](lie& l) { l.told.joined.size = size; });
    for (std::size_t i = 0; i < honest.objects.size(); ++i)
      add("an object of size " + std::to_string(size), [=](lie& l) { l.told.published[i].size = size; });
  }
  add("says something to each", [](lie& l) { l.told.said_to.assign(l.told.who.size(), byte_string(3)); });
  if (honest.objects.empty()) return all;
  add("publishes nothing", [](lie& l) { l.told.published.clear(); });
  add("publishes in another order", [](lie& l) { std::ranges::reverse(l.told.published); });
  add("publishes twice", [](lie& l) { l.told.published.push_back(l.told.published.front()); });
  add("publishes who joined", [](lie& l) { l.told.published.push_back(l.told.joined); });
  return all;
}

/// Digests of other objects, and of none.
std::vector<named_change> lies_about_names(const lie& honest) {
  std::vector<named_change> all;
  std::vector<std::string> names{honest.told.joined.name, honest.told.before, std::string(64, '0'),
                                 std::string(64, 'z')};
  for (const public_entry& e : honest.told.published) names.push_back(e.name);
  for (const public_entry& e : honest.told.published)
    for (const std::string& other : names)
      all.push_back({"refers to " + other.substr(0, 8) + " for " + e.name.substr(0, 8),
                     [=](lie& l) { l.swap_name(e.name, other); }});
  for (std::size_t i = 0; i < honest.objects.size(); ++i)
    for (std::size_t other = 0; other < honest.objects.size(); ++other)
      all.push_back({"object " + std::to_string(i) + " is object " + std::to_string(other),
                     [=](lie& l) { l.put(i, l.objects[other]); }});
  return all;
}

/// Of the order that is published first: other users, other numbers.
std::vector<named_change> lies_about_the_order(const lie& honest) {
  std::vector<named_change> all;
  if (honest.objects.empty()) return all;
  std::vector<std::int64_t> degrees;
  user_order how{};
  release_key key{};
  try {
    const public_order order = public_order::read(honest.objects.front());
    degrees.assign(order.degrees().begin(), order.degrees().end());
    how = order.kind();
    key = order.key();
  } catch (const format_error&) {
    return all;
  }
  const auto add = [&](const std::string& what, const std::vector<std::int64_t>& other) {
    all.push_back({"an order " + what, [=](lie& l) { l.put(0, public_order::write(how, key, other)); }});
  };
  for (std::size_t size = 0; size <= 2 * degrees.size(); ++size) {
    std::vector<std::int64_t> other = degrees;
    other.resize(size, 1);
    add("of " + std::to_string(size) + " users", other);
  }
  constexpr std::int64_t largest = std::int64_t{1} << 62;
  for (std::size_t at = 0; at < degrees.size(); ++at)
    for (const std::int64_t degree : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1} << 31,
                                      std::int64_t{1} << 40, largest, -largest}) {
      std::vector<std::int64_t> other = degrees;
      other[at] = degree;
      add("with degree " + std::to_string(degree), other);
    }
  return all;
}

std::vector<named_change> all_lies(const lie& honest, std::size_t places) {
  std::vector<named_change> all;
  for (const auto& some : {lies_about_fields(honest), lies_about_names(honest), lies_about_the_order(honest)})
    all.insert(all.end(), some.begin(), some.end());
  const auto add = [&](const std::string& what, const byte_string& bytes,
                       const std::function<void(lie&, const byte_string&)>& put) {
    const std::vector<byte_string> lies = lies_about(bytes, places);
    for (std::size_t i = 0; i < lies.size(); ++i)
      all.push_back({what + ", lie " + std::to_string(i), [=, other = lies[i]](lie& l) { put(l, other); }});
  };
  add("said", honest.told.said, [](lie& l, const byte_string& other) { l.told.said = other; });
  add("joined", honest.joined, [](lie& l, const byte_string& other) { l.put_joined(other); });
  for (std::size_t i = 0; i < honest.objects.size(); ++i)
    add("object " + std::to_string(i), honest.objects[i],
        [i](lie& l, const byte_string& other) { l.put(i, other); });
  return all;
}

/// What became of all lies of a round, so that the test shows that it lied.
struct outcomes {
  std::size_t ended = 0, answered = 0, unreadable = 0, waited = 0;
};

/// Whatever was told, the client from this state ends with a reason, answers within the plan, has
/// nothing to say, or found bytes that nobody signed.
void expect_bounded(const state_in_memory& before, lie& told, const std::string& what, outcomes& all) {
  state_in_memory kept = before;
  client person(kept);
  const epsilon paid = person.spent();
  const collect::task& t = person.of_task();
  const std::clock_t begin = std::clock();
  try {
    const next_step step = person.next(told.published());
    switch (step.what) {
      case kind::ended:
        ++all.ended;
        EXPECT_FALSE(step.why.empty()) << what;
        EXPECT_EQ(person.spent(), paid) << what << ": " << step.why;
        break;
      case kind::send:
        ++all.answered;
        break;
      default:
        ++all.waited;
    }
  } catch (const io_error&) {
    ++all.unreadable;
    EXPECT_EQ(client(kept).spent(), paid) << what;
  } catch (const std::exception& e) {
    ADD_FAILURE() << what << ": the client fell over it: " << e.what();
  }
  constexpr double most_seconds = 2.0;  // some are ready within a hundredth
  EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, most_seconds) << what;
  const client after(kept);
  const collect::task_round* round = t.round(told.told.round);
  const std::uint64_t most = paid.units() + (round == nullptr ? 0 : round->most.units());
  EXPECT_LE(after.spent().units(), most) << what;
  EXPECT_LE(after.spent(), t.total) << what;
  EXPECT_LE(after.spent(), after.state().ceiling) << what;
}

/// The first and the last of those whom the open round asks.
std::vector<std::size_t> ends_of_asked(const small_collection& c, const everybody& all) {
  std::vector<std::size_t> asked;
  for (std::size_t i = 0; i < all.kept.size(); ++i) {
    state_in_memory kept = all.kept[i];
    collect::folder_bulletin from = c.published();
    if (client(kept).next(from).what != kind::send) continue;
    if (asked.size() == 2) asked.pop_back();
    asked.push_back(i);
  }
  return asked;
}

class LyingCollectorTest : public ::testing::TestWithParam<std::string> {};

TEST_P(LyingCollectorTest, MakesNoClientFallOverOrPayMore) {
  constexpr std::size_t places = 4;
  small_collection c([&](collect::new_collection& wanted) {
    ask_for(wanted, GetParam());
    wanted.is_simulated = false;
    wanted.key.reset();
    wanted.people = {"ann", "bob", "cem", "dee", "eva", "fay", "gus", "hal", "ida", "jon", "kim", "lou"};
    if (wanted.method == "homophily") wanted.attributes = {{"party", {"left", "right"}}};
  });
  everybody all(c);
  all.say();
  std::size_t rounds = 0;
  for (; c.collector->due(); ++rounds) {
    const auto index = static_cast<std::uint32_t>(c.collector->status().index);
    const std::string round = c.announced(index).round;
    SCOPED_TRACE(round);
    outcomes found;
    for (const std::size_t who : ends_of_asked(c, all))
      for (const named_change& l : all_lies(lie(c, index), places)) {
        lie told(c, index);
        l.make(told);
        expect_bounded(all.kept[who], told, round + " told to " + c.people[who] + ": " + l.what, found);
      }
    std::cout << GetParam() << ", " << round << ": " << found.ended << " ended, " << found.answered
              << " answered, " << found.unreadable << " unreadable, " << found.waited << " waited\n";
    EXPECT_GT(found.ended, 100U);
    EXPECT_GT(found.answered, 0U);
    all.say_what_there_is();
  }
  EXPECT_GT(rounds, 0U);
}

/// What was announced with its public objects, as a client reads it.
template <class Round>
Round read_round(const lie& l) {
  public_objects published;
  for (std::size_t i = 0; i < l.objects.size(); ++i)
    published.receive(l.told.published[i].name, l.objects[i]);
  return Round::read(l.told.said, published);
}

small_collection collection_of_eight(const std::string& method) {
  return small_collection([&](collect::new_collection& wanted) {
    ask_for(wanted, method);
    wanted.is_simulated = false;
    wanted.key.reset();
    wanted.people = {"ann", "bob", "cem", "dee", "eva", "fay", "gus", "hal"};
  });
}

std::string why(const next_step& step) {
  return step.what == kind::ended ? step.why : "it did not end";
}

/// Plays until the method asks `asks`, lies by `make`, and says why the first client ends that was
/// asked; remembers: what that client's state is made to be first.
std::string why_it_ends(const std::string& method, std::string_view asks, const change& make,
                        const std::function<void(collect::client_state&)>& remembers = {}) {
  small_collection c = collection_of_eight(method);
  everybody all(c);
  all.say();
  while (c.collector->due()) {
    const auto index = static_cast<std::uint32_t>(c.collector->status().index);
    if (c.announced(index).asks == asks) {
      lie told(c, index);
      make(told);
      state_in_memory kept = all.kept[ends_of_asked(c, all).front()];
      if (remembers) {
        collect::client_state other = collect::client_state::read(kept.bytes);
        remembers(other);
        kept.bytes = other.write();
      }
      return why(client(kept).next(told.published()));
    }
    all.say_what_there_is();
  }
  return "it was never asked";
}

/// A sum of many numbers a contact would take time that follows from the list.
TEST(WideQuestionsTest, AClientIsAskedAboutOneNumberOfAContact) {
  const change wide = [](lie& l) {
    const public_values honest = *read_round<sum_round>(l).what.values.object;
    std::vector<std::int64_t> numbers;
    for (const std::int64_t x : honest.all()) numbers.insert(numbers.end(), {x, x});
    l.put(0, public_form<public_values>::write({2, std::move(numbers)}));
  };
  EXPECT_NE(why_it_ends("centrality", sum_round::asks, wide).find("several numbers"), std::string::npos);
}

TEST(WideQuestionsTest, AndAboutNoMoreGroupsThanAMethodHas) {
  const auto groups = [](std::uint64_t many) {
    return [many](lie& l) {
      group_round round = read_round<group_round>(l);
      round.what.groups = many;
      l.told.said.clear();
      round.write(l.told.said);
    };
  };
  for (const char* method : {"mixing", "cores"}) {
    EXPECT_NE(why_it_ends(method, group_round::asks, groups(65)).find("more groups"), std::string::npos)
        << method;
    EXPECT_EQ(why_it_ends(method, group_round::asks, groups(64)), "it did not end") << method;
  }
}

/// The same of a round that is not always asked: a plan may have nobody of so few people count, one
/// time in twenty. Thirty collections in which that happens have probability 1e-39.
std::string why_it_ends_where_asked(const std::string& method, std::string_view asks, const change& make) {
  std::string why;
  for (int attempt = 0; attempt < 30; ++attempt)
    if (why = why_it_ends(method, asks, make); why != "it was never asked") break;
  return why;
}

/// A collector that turns the order round between two halves would take both from one bit.
TEST(HalvesOfAListTest, AClientAnswersInOneOrder) {
  const auto other_order = [](lie& l) {
    const public_order honest = public_order::read(l.objects.front());
    std::vector<std::int64_t> degrees(honest.degrees().begin(), honest.degrees().end());
    std::ranges::reverse(std::span(degrees).subspan(1));  // what this client said of itself stays
    l.put(0, public_order::write(honest.kind(), honest.key(), degrees));
  };
  EXPECT_NE(why_it_ends("triangles-1500", row_round::asks, other_order).find("the order, turned round"),
            std::string::npos);
  const auto not_turned = [](lie& l) {
    for (std::size_t i = 0; i < l.objects.size(); ++i) {
      canonical_reader from(l.objects[i]);
      if (from.count(0xff) != static_cast<std::uint64_t>(user_order::hubs_last)) continue;
      return l.put(i, l.objects.front());
    }
    ADD_FAILURE() << "no order was turned round";
  };
  EXPECT_NE(why_it_ends("triangles-1500", row_round::asks, not_turned).find("another order or key"),
            std::string::npos);
}

/// What a user pays by both halves may be the total twice; a relationship may not lose that.
TEST(HalvesOfAListTest, AClientHoldsARelationshipToTheTask) {
  const auto dearer = [](double by) {
    return [by](lie& l) {
      canonical_reader from(l.told.said);
      std::vector<rank_budgets::step> steps;
      const rank_budgets honest = from.budgets();
      for (const rank_budgets::step& step : honest.steps())
        steps.push_back({step.first, epsilon::from_nats(step.budget.nats() + by)});
      const std::span<const std::byte> rest = from.rest();
      byte_string said;
      canonical_writer(said).budgets(rank_budgets(std::move(steps)));
      said.insert(said.end(), rest.begin(), rest.end());
      l.told.said = std::move(said);
    };
  };
  EXPECT_NE(why_it_ends_where_asked("triangles-1500", forward_round::asks, dearer(0.05))
                .find("relationship would lose more"),
            std::string::npos);
  EXPECT_EQ(why_it_ends_where_asked("triangles-2000", forward_round::asks, dearer(0.0)), "it did not end");
  EXPECT_NE(why_it_ends_where_asked("triangles-2000", forward_round::asks, dearer(0.9))
                .find("more than the task says"),
            std::string::npos);
}

/// Announces what `asks` names once more when it was answered, to all or to all but the client.
std::string why_it_ends_when_told_again(const std::string& method, std::string_view asks, bool is_to_others) {
  small_collection c = collection_of_eight(method);
  everybody all(c);
  all.say();
  while (c.collector->due()) {
    const auto index = static_cast<std::uint32_t>(c.collector->status().index);
    const std::vector<std::size_t> asked = ends_of_asked(c, all);
    const bool is_it = c.announced(index).asks == asks;
    all.say_what_there_is();
    if (!is_it) continue;
    lie again(c, index);
    again.told.index = index + 1;
    again.told.before = name_of(c.published().announcement(index).value());
    if (is_to_others) {
      std::vector<vertex_id> others;
      for (vertex_id u = 0; u < again.told.who.users(); ++u)
        if (u != asked.front()) others.push_back(u);
      again.told.who = roster::of(others, again.told.who.users());
      again.told.said_to.clear();
    }
    state_in_memory kept = all.kept[asked.front()];
    return why(client(kept).next(again.published()));
  }
  return "it was never asked";
}

/// What was said twice would be paid twice, by a relationship that the second round counts once.
TEST(HalvesOfAListTest, ARoundIsAnnouncedOnce) {
  for (const std::string_view asks : {degree_round::asks, size_round::asks, row_round::asks})
    for (const bool is_to_others : {false, true})
      EXPECT_NE(why_it_ends_when_told_again("triangles-1500", asks, is_to_others).find("a second time"),
                std::string::npos)
          << asks;
  EXPECT_EQ(why_it_ends_when_told_again("triangles", row_round::asks, true), "it did not end")
      << "prices alone bound what is said in one half";
}

TEST(HalvesOfAListTest, AndCountedOnce) {
  std::string why;
  for (int attempt = 0; attempt < 30; ++attempt) {
    why = why_it_ends_when_told_again("triangles-1500", forward_round::asks, false);
    if (why != "it was never asked") break;
  }
  EXPECT_NE(why.find("answered before"), std::string::npos) << why;
}

/// Other rows, of people who were told something else, may have cost more than this client knows.
TEST(HalvesOfAListTest, ACountIsOnRowsThatTheClientSentOneOf) {
  const auto end = [](const std::function<void(collect::client_state&)>& remembers) {
    std::string why = "it was never asked";
    for (int attempt = 0; attempt < 30 && why == "it was never asked"; ++attempt)
      why = why_it_ends("triangles-1500", forward_round::asks, [](lie&) {}, remembers);
    return why;
  };
  EXPECT_EQ(end({}), "it did not end");
  for (const std::string_view left_out : {rounds::degree, rounds::edges}) {
    const std::string why = end([&](collect::client_state& s) {
      for (collect::heard_round& h : s.heard)
        if (h.round == left_out) h = {h.announcement, h.round, {}, {}, {}};
    });
    EXPECT_NE(why.find(left_out == rounds::edges ? "I was not" : "never sent"), std::string::npos) << why;
  }
  const std::string why = end([](collect::client_state& s) {
    for (collect::heard_round& h : s.heard) {
      if (h.round != rounds::edges) continue;
      collect::signed_part part;
      announcement sent = announcement::read(h.asked, part);
      sent.said.clear();
      canonical_writer(sent.said).text(std::string(64, '0'));
      h.asked = sent.write(collect::signing_key::make());
    }
  });
  EXPECT_NE(why.find("other rows than those that I sent one of"), std::string::npos) << why;
}

/// What the client said, as it would hold an announcement to it.
collect::said_numbers said_by(const collect::client_state& s) {
  collect::said_numbers said;
  for (const collect::heard_round& h : s.heard) {
    collect::signed_part part;
    const announcement told = announcement::read(h.asked, part);
    const byte_string body = collect::report::read(h.answer, part).body;
    canonical_reader asked(told.said), answer(body);
    if (h.round == rounds::degree) said.degree = {static_cast<std::int64_t>(answer.number()), h.price};
    if (h.round == rounds::edges) said.rows = asked.text();
    if (h.round != rounds::size) continue;
    said.size = {static_cast<std::int64_t>(answer.number()), h.price};
    asked.budgets();
    said.order = asked.text();
  }
  return said;
}

/// Holds a count to what a length took of somebody; whether anybody was asked to count.
bool hold_to_lengths() {
  small_collection c = collection_of_eight("triangles-1500");
  everybody all(c);
  all.say();
  while (c.collector->due() &&
         c.announced(static_cast<std::uint32_t>(c.collector->status().index)).asks != forward_round::asks)
    all.say_what_there_is();
  if (!c.collector->due()) return false;
  const lie honest(c, static_cast<std::uint32_t>(c.collector->status().index));
  const auto me = static_cast<vertex_id>(ends_of_asked(c, all).front());
  public_objects published({me}, c.people.size());
  for (std::size_t i = 0; i < honest.objects.size(); ++i)
    published.receive(honest.told.published[i].name, honest.objects[i]);
  user_call asked{honest.told.asks, honest.told.said, published, 0};
  while (honest.told.who.user(asked.number) != me) ++asked.number;
  asked.said_to_me = honest.told.said_to[asked.number];
  collect::said_numbers said = said_by(collect::client_state::read(all.kept[me].bytes));
  const auto hold = [&] {
    return collect::require_planned(c.collector->of_task(), honest.told, asked, me, said);
  };
  EXPECT_NO_THROW(hold());
  said.longest_length = epsilon::from_nats(1.0);
  EXPECT_THROW(hold(), format_error);
  return true;
}

/// What others paid for their lengths counts as well, whatever the rows' layout says of it.
TEST(HalvesOfAListTest, ALengthCountsAsMuchAsAnybodyPaidForIt) {
  bool was_asked = false;
  for (int attempt = 0; attempt < 30 && !was_asked; ++attempt) was_asked = hold_to_lengths();
  EXPECT_TRUE(was_asked);
}

/// A pilot and a count are paid by the same edge.
TEST(HalvesOfAListTest, SoItDoesWhereThereIsAPilot) {
  const auto dearer = [](double by) {
    return [by](lie& l) {
      forward_weight_round round = read_round<forward_weight_round>(l);
      round.budget = epsilon::from_nats(round.budget.nats() + by);
      l.told.said.clear();
      round.write(l.told.said);
    };
  };
  EXPECT_NE(why_it_ends_where_asked("cycles-4-1500", forward_weight_round::asks, dearer(0.5))
                .find("relationship would lose more"),
            std::string::npos);
  EXPECT_EQ(why_it_ends_where_asked("cycles-4-1500", forward_weight_round::asks, dearer(0.0)),
            "it did not end");
}

std::vector<std::string> offered() {
  std::vector<std::string> names{"triangles-1500", "cycles-4-1500", "triangles-sample"};
  for (const study::offer& o : study::offers())
    if (o.is_open()) names.emplace_back(o.question);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Methods, LyingCollectorTest, ::testing::ValuesIn(offered()), [](const auto& param) {
  std::string name = param.param;
  std::erase(name, '-');
  return name;
});

}  // namespace

}  // namespace edgeldp::test
