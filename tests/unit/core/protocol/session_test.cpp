// SPDX-License-Identifier: MIT
// A protocol of two rounds and a decision between them, small enough to be read at once: users say
// a number plus noise of the announced scale, then those below the announced limit say it again.
#include "edgeldp/core/protocol/session.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "support/stored_population.hpp"

namespace edgeldp {

template <>
struct public_form<double> {
  static double read(std::span<const std::byte>, const public_objects&) { return 0.0; }
};

template <>
struct public_form<int> {
  static byte_string write(const int& value) { return integer_message(value); }
  static int read(std::span<const std::byte> in, const public_objects&) {
    std::size_t position = 0;
    return static_cast<int>(read_integer(in, position, 1000));
  }
};

namespace {

constexpr round_kind first_round{"first", edge_use::both_endpoints}, second_round{"second"};

struct numbers {
  std::vector<std::int64_t> values;

  void accept(std::uint64_t number, std::span<const std::byte> message) {
    std::size_t position = 0;
    values[number] = static_cast<std::int64_t>(read_integer(message, position, int128{1} << 62));
    if (position != message.size()) throw format_error(position, "a number and no more");
  }
};

struct number_round {
  static constexpr std::string_view asks = "number";
  const round_kind& name;
  epsilon budget;
  using answers = numbers;

  const round_kind& kind() const { return name; }
  void write(byte_string& out) const { append_integer(out, static_cast<int128>(budget.units())); }
  answers open(const roster& who) const { return {std::vector<std::int64_t>(who.size())}; }
};

struct limit_decision {
  std::int64_t limit = 0;
  void write(byte_string& out) const { append_integer(out, limit); }
  static limit_decision read(std::span<const std::byte> in) {
    std::size_t position = 0;
    return {static_cast<std::int64_t>(read_integer(in, position, int128{1} << 62))};
  }
};

/// Users in this process: each has a number and private coins, and knows the announcement.
class simulated : public population {
 public:
  explicit simulated(std::vector<std::int64_t> secrets, std::uint64_t seed = 5)
      : m_secrets(std::move(secrets)), m_coins(coin_source::simulated(seed)) {}
  std::uint64_t users() const override { return m_secrets.size(); }
  bool is_simulated() const override { return true; }
  void answer(const call& asked, message_sink& sink) override {
    ++calls;
    std::size_t position = 0;
    const auto units = static_cast<std::uint64_t>(read_integer(asked.said, position, int128{1} << 62));
    const discrete_laplace noise(1, epsilon::from_units(units));
    const auto purpose = asked.kind == first_round ? coin_purpose::degree : coin_purpose::size;
    parallel_for(0, asked.who.size(), 4, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t number = begin; number < end; ++number) {
        const vertex_id u = asked.who.user(number);
        if (absent == u) continue;
        const std::int64_t said = m_coins(purpose, u, [&](private_randomness& coins) {
          return m_secrets[u] + static_cast<std::int64_t>(noise(coins));
        });
        sink.put(number, integer_message(said));
        ++messages;
      }
    });
  }

  std::optional<vertex_id> absent;
  int calls = 0;
  std::atomic<std::uint64_t> messages = 0;

 private:
  std::vector<std::int64_t> m_secrets;
  coin_source m_coins;
};

struct outcome {
  std::int64_t sum = 0;
  std::uint64_t speakers = 0;
  run_record run;
};

/// The method: it sees a session, and neither secrets nor coins.
outcome play(population& users, account& paid_from, epsilon each,
             std::optional<std::size_t> first_entry = std::nullopt) {
  session s(users, paid_from, release_key{1}, first_entry.value_or(paid_from.entries().size()));
  const numbers first = s.ask(number_round{first_round, each}, {each, s.everybody()});
  const auto limit = s.decide<limit_decision>(
      "limit", [&] { return limit_decision{*std::ranges::max_element(first.values) / 2}; });
  std::vector<vertex_id> speakers;
  for (std::size_t u = 0; u < first.values.size(); ++u)
    if (first.values[u] < limit.limit) speakers.push_back(static_cast<vertex_id>(u));
  const roster who = roster::of(speakers, users.users());
  const numbers second = s.ask(number_round{second_round, each}, {each, who});
  outcome result{0, who.size(), std::move(s).close()};
  for (const std::int64_t value : second.values) result.sum += value;
  return result;
}

std::vector<std::int64_t> secrets() {
  std::vector<std::int64_t> all(40);
  for (std::size_t u = 0; u < all.size(); ++u) all[u] = static_cast<std::int64_t>(u);
  return all;
}

TEST(SessionTest, PaysCountsAndNotesEverything) {
  simulated users(secrets());
  account paid(epsilon::from_nats(3.0), 40);
  const outcome o = play(users, paid, epsilon::from_nats(1.0));
  EXPECT_EQ(users.calls, 2);
  EXPECT_GT(o.speakers, 5U);
  EXPECT_LT(o.speakers, 35U);
  EXPECT_EQ(o.run.spent.spent(), epsilon::from_nats(2.0));
  EXPECT_EQ(o.run.spent.relationship_dp(), epsilon::from_nats(3.0)) << "two of the first, one of the second";
  ASSERT_EQ(o.run.rounds.size(), 2U);
  EXPECT_EQ(o.run.rounds[0].answered, 40U);
  EXPECT_EQ(o.run.rounds[1].asked, o.speakers);
  EXPECT_GE(o.run.upload_bytes, 40U + o.speakers);
  EXPECT_LE(o.run.upload_bytes, 2U * (40U + o.speakers));
  EXPECT_EQ(o.run.told.size(), 64U);
  EXPECT_TRUE(o.run.is_simulated);
  EXPECT_TRUE(o.run.flaws.empty());
}

TEST(SessionTest, TheSameWhateverTheThreads) {
  const auto run = [](unsigned threads) {
    const thread_limit limit(threads);
    simulated users(secrets());
    account paid(epsilon::from_nats(3.0), 40);
    return play(users, paid, epsilon::from_nats(1.0));
  };
  const outcome one = run(1), four = run(4);
  EXPECT_EQ(one.sum, four.sum);
  EXPECT_EQ(one.run.told, four.run.told);
  EXPECT_EQ(one.run.upload_bytes, four.run.upload_bytes);
}

TEST(SessionTest, NobodyIsAskedWhoCannotPay) {
  simulated users(secrets());
  account paid(epsilon::from_nats(1.5), 40);
  EXPECT_THROW(play(users, paid, epsilon::from_nats(1.0)), invalid_parameter);
  EXPECT_EQ(users.calls, 1) << "the second round was refused before anything was said";
  EXPECT_EQ(paid.entries().size(), 1U) << "the first one is paid";
  EXPECT_THROW(play(users, paid, epsilon::from_nats(1.0)), invalid_parameter);
  EXPECT_EQ(users.calls, 1) << "and a second run finds nothing left";
}

TEST(SessionTest, OneAccountPaysForSeveralRuns) {
  simulated users(secrets());
  account paid(epsilon::from_nats(6.0), 40);
  const outcome first = play(users, paid, epsilon::from_nats(1.0));
  const outcome second = play(users, paid, epsilon::from_nats(0.5));
  EXPECT_EQ(first.run.spent.spent(), epsilon::from_nats(2.0));
  EXPECT_EQ(second.run.spent.spent(), epsilon::from_nats(1.0));
  EXPECT_EQ(paid.spent(), epsilon::from_nats(3.0));
  EXPECT_EQ(paid.of(0).spent("first"), epsilon::from_nats(1.5));
  EXPECT_NE(first.run.told, second.run.told);
}

TEST(SessionTest, AbsentUsersAreNoted) {
  simulated users(secrets());
  users.absent = 7;
  account paid(epsilon::from_nats(3.0), 40);
  const outcome o = play(users, paid, epsilon::from_nats(1.0));
  EXPECT_EQ(o.run.rounds[0].asked, 40U);
  EXPECT_EQ(o.run.rounds[0].answered, 39U);
  EXPECT_EQ(o.run.spent.of(7).spent(), epsilon::from_nats(2.0)) << "asked is paid, whatever came back";
}

/// Answers once more with somebody's number, or with one that was not asked, or with other bytes.
class unruly final : public simulated {
 public:
  enum class fault { twice, stranger, long_message };
  unruly(std::vector<std::int64_t> secrets, fault f) : simulated(std::move(secrets)), m_fault(f) {}
  void answer(const call& asked, message_sink& sink) override {
    simulated::answer(asked, sink);
    byte_string message = integer_message(3);
    if (m_fault == fault::long_message) message.push_back(std::byte{0});
    sink.put(m_fault == fault::stranger ? asked.who.size() : 3, message);
  }

 private:
  fault m_fault;
};

TEST(SessionTest, RefusesAnswersThatNobodyOwes) {
  for (const auto fault : {unruly::fault::twice, unruly::fault::stranger, unruly::fault::long_message}) {
    unruly users(secrets(), fault);
    users.absent = fault == unruly::fault::long_message ? std::optional<vertex_id>(3) : std::nullopt;
    account paid(epsilon::from_nats(3.0), 40);
    EXPECT_THROW(play(users, paid, epsilon::from_nats(1.0)), format_error);
  }
}

/// Sends nonsense first and the right message after: the first counts for nothing.
class corrected final : public simulated {
 public:
  using simulated::simulated;
  void answer(const call& asked, message_sink& sink) override {
    byte_string nonsense = integer_message(3);
    nonsense.push_back(std::byte{0});
    EXPECT_THROW(sink.put(2, nonsense), format_error);
    simulated::answer(asked, sink);
  }
};

TEST(SessionTest, WhatIsRefusedHasNotCome) {
  corrected users(secrets());
  simulated plain(secrets());
  account paid(epsilon::from_nats(3.0), 40), other(epsilon::from_nats(3.0), 40);
  const outcome o = play(users, paid, epsilon::from_nats(1.0)),
                expected = play(plain, other, epsilon::from_nats(1.0));
  EXPECT_EQ(o.sum, expected.sum);
  EXPECT_EQ(o.run.upload_bytes, expected.run.upload_bytes);
  EXPECT_EQ(o.run.rounds[0].answered, 40U);
}

/// The same round by another name: users who answer one need not answer the other.
struct open_number_round : number_round {
  static constexpr std::string_view asks = "open number";
};

TEST(SessionTest, WithTooLittleNoiseTheRecordSaysSoAndIsPaid) {
  simulated users(secrets());
  account paid(epsilon::from_nats(3.0), 40);
  session s(users, paid, release_key{1});
  s.ask_flawed(number_round{first_round, epsilon::from_nats(1.0)}, {epsilon::from_nats(1.0), s.everybody()},
               "too little noise");
  const run_record run = s.close();
  EXPECT_EQ(run.flaws, std::vector<std::string>{"too little noise"});
  EXPECT_EQ(run.spent.spent(), epsilon::from_nats(1.0));
  EXPECT_EQ(paid.entries().size(), 1U);
}

TEST(SessionTest, WithoutNoiseTheRecordSaysSo) {
  simulated users(secrets());
  account paid(epsilon::from_nats(3.0), 40);
  session s(users, paid, release_key{1});
  s.disclose(number_round{first_round, epsilon::from_nats(1.0)}, s.everybody(), "numbers are public");
  const run_record run = std::move(s).close();
  EXPECT_EQ(run.flaws, std::vector<std::string>{"numbers are public"});
  EXPECT_TRUE(paid.entries().empty());
  EXPECT_EQ(run.rounds[0].answered, 40U);
  EXPECT_EQ(play(users, paid, epsilon::from_nats(1.0)).run.flaws, run.flaws)
      << "and so do later runs of the account";
  session again(users, paid, release_key{1});
  again.disclose(number_round{first_round, epsilon::from_nats(1.0)}, again.everybody(), "numbers are public");
  EXPECT_EQ(std::move(again).close().flaws, run.flaws) << "once is enough";
  session other(users, paid, release_key{1});
  EXPECT_THROW(
      other.disclose(number_round{first_round, epsilon::from_nats(1.0)}, roster::everybody(1000), "no"),
      invalid_parameter);
}

TEST(SessionTest, ACollectorThatStartsAgainAsksNobodyTwiceAndPaysOnce) {
  simulated users(secrets());
  test::stored_population::store kept;
  account paid(epsilon::from_nats(2.0), 40);
  test::stored_population first(users, kept);
  const outcome expected = play(first, paid, epsilon::from_nats(1.0));
  EXPECT_EQ(paid.spent(), epsilon::from_nats(2.0));
  // Starts a collector on what is kept, with other coins; returns how many messages it had to ask
  // for.
  const auto start_again = [&] {
    simulated live(secrets(), 77);
    test::stored_population population(live, kept);
    const outcome o = play(population, paid, epsilon::from_nats(1.0), 0);
    EXPECT_EQ(o.run.told, expected.run.told);
    EXPECT_EQ(o.run.spent.spent(), epsilon::from_nats(2.0));
    EXPECT_EQ(paid.spent(), epsilon::from_nats(2.0)) << "nothing is paid again";
    if (live.messages == 0) {
      EXPECT_EQ(o.sum, expected.sum);
      EXPECT_EQ(o.run.upload_bytes, expected.run.upload_bytes);
    }
    return live.messages.load();
  };
  EXPECT_EQ(start_again(), 0U);
  const std::uint64_t lost = kept.rounds[1].size() / 2;  // as if it had died within the second round
  for (std::uint64_t i = 0; i < lost; ++i) kept.rounds[1].erase(kept.rounds[1].begin());
  kept.over.erase(1);
  EXPECT_EQ(start_again(), lost);
}

TEST(SessionTest, AnotherRunsEntriesPayForNothing) {
  simulated users(secrets());
  account paid(epsilon::from_nats(6.0), 40);
  play(users, paid, epsilon::from_nats(1.0));
  EXPECT_THROW(play(users, paid, epsilon::from_nats(0.5), 0), invalid_parameter);
  EXPECT_THROW(play(users, paid, epsilon::from_nats(0.5), 3), invalid_parameter);
}

/// Rows of two words, sent as bytes or as words.
struct row_answers {
  std::vector<std::uint64_t> words;
  void accept(std::uint64_t number, std::span<const std::byte> message) {
    if (message.size() != 2) throw format_error(0, "two bytes");
    words[2 * number] = std::to_integer<std::uint64_t>(message[0]);
    words[2 * number + 1] = std::to_integer<std::uint64_t>(message[1]);
  }
  void accept_words(std::uint64_t number, std::span<const std::uint64_t> row) {
    words[2 * number] = row[0];
    words[2 * number + 1] = row[1];
  }
};

struct rows_round {
  static constexpr std::string_view asks = "rows";
  using answers = row_answers;
  const round_kind& kind() const { return second_round; }
  void write(byte_string&) const {}
  answers open(const roster& who) const { return {std::vector<std::uint64_t>(2 * who.size())}; }
  byte_string said_to(std::uint64_t number) const {
    return byte_string(1, static_cast<std::byte>(10 * number));
  }
};

class row_users final : public population {
 public:
  explicit row_users(bool as_words) : m_as_words(as_words) {}
  std::uint64_t users() const override { return 5; }
  bool is_simulated() const override { return false; }
  void answer(const call& asked, message_sink& sink) override {
    for (std::uint64_t number = 0; number < 5; ++number) {
      const std::uint64_t told = std::to_integer<std::uint64_t>(asked.said_to(number).at(0));
      const std::uint64_t words[] = {number, told};
      const std::byte message[] = {static_cast<std::byte>(number), static_cast<std::byte>(told)};
      if (m_as_words)
        taken += sink.put_words(number, words, 2) ? 1 : 0;
      else
        sink.put(number, message);
    }
  }
  int taken = 0;

 private:
  bool m_as_words;
};

TEST(SessionTest, WordsAreWhatBytesAre) {
  std::vector<std::vector<std::uint64_t>> rows;
  std::vector<run_record> records;
  for (const bool as_words : {false, true}) {
    row_users users(as_words);
    account paid(epsilon::from_nats(1.0), 5);
    session s(users, paid, release_key{1});
    EXPECT_EQ(s.remaining(s.everybody()), epsilon::from_nats(1.0));
    rows.push_back(s.ask(rows_round{}, {epsilon::from_nats(0.5), s.everybody()}).words);
    EXPECT_EQ(s.remaining(s.everybody()), epsilon::from_nats(0.5));
    EXPECT_EQ(users.taken, as_words ? 5 : 0);
    records.push_back(std::move(s).close());
  }
  EXPECT_EQ(rows[0], rows[1]);
  EXPECT_EQ(rows[0][3], 10U);
  EXPECT_EQ(records[0].upload_bytes, records[1].upload_bytes);
  EXPECT_EQ(records[0].upload_bytes, 10U);
  EXPECT_EQ(records[0].told, records[1].told);
}

TEST(SessionTest, TheDigestCoversWhoWasAskedWhatWasPublishedAndTheKey) {
  const auto told = [](auto&& play_with, std::uint64_t key) {
    simulated users(secrets());
    account paid(epsilon::from_nats(3.0), 40);
    session s(users, paid, release_key{key});
    play_with(s);
    return std::move(s).close().told;
  };
  const number_round one{first_round, epsilon::from_nats(1.0)};
  const auto all = [&](session& s) { s.ask(one, {epsilon::from_nats(1.0), s.everybody()}); };
  std::set<std::string> seen;
  seen.insert(told(all, 1));
  seen.insert(told(all, 2));
  seen.insert(told([&](session& s) { s.ask(one, {epsilon::from_nats(0.5), s.everybody()}); }, 1));
  seen.insert(
      told([&](session& s) { s.ask(one, {epsilon::from_nats(1.0), s.everybody().stride(0, 2)}); }, 1));
  seen.insert(told([&](session& s) { s.disclose(one, s.everybody(), "public"); }, 1));
  const open_number_round other{one};
  seen.insert(told([&](session& s) { s.ask(other, {epsilon::from_nats(1.0), s.everybody()}); }, 1));
  seen.insert(told(
      [&](session& s) {
        s.publish(std::make_shared<const int>(1));
        all(s);
      },
      1));
  EXPECT_EQ(seen.size(), 7U);
  EXPECT_EQ(told(all, 1), told(all, 1));
}

TEST(SessionTest, DecidesEachThingOnce) {
  simulated users(secrets());
  account paid(epsilon::from_nats(3.0), 40);
  session s(users, paid, release_key{1});
  s.decide<limit_decision>("limit", [] { return limit_decision{3}; });
  EXPECT_THROW(s.decide<limit_decision>("limit", [] { return limit_decision{4}; }), internal_error);
}

TEST(PublicObjectsTest, AreFoundByNameAndType) {
  public_objects published;
  const auto add = [&](int value) {
    return published.add(std::make_shared<const int>(value), integer_message(value));
  };
  const public_ref<int> three = add(3);
  EXPECT_EQ(three.name.size(), 64U);
  EXPECT_EQ(*published.get<int>(three.name), 3);
  EXPECT_THROW(published.get<double>(three.name), format_error);
  EXPECT_THROW(published.get<int>(std::string(64, 'b')), format_error);
  EXPECT_THROW(add(3), internal_error);
  EXPECT_NE(add(300).name, three.name);
  EXPECT_EQ(published.size(), 3U);
  std::vector<std::size_t> sizes;
  published.for_each([&](std::string_view, std::span<const std::byte> b) { sizes.push_back(b.size()); });
  EXPECT_EQ(sizes, (std::vector<std::size_t>{1, 2})) << "in the order of publication";
}

TEST(PublicObjectsTest, AreReadElsewhereFromTheirBytes) {
  public_objects here, there;
  const public_ref<int> sent = here.add(std::make_shared<const int>(300), integer_message(300));
  here.for_each([&](std::string_view name, std::span<const std::byte> form) {
    there.receive(name, byte_string(form.begin(), form.end()));
  });
  EXPECT_EQ(*there.get<int>(sent.name), 300);
  EXPECT_EQ(there.get<int>(sent.name).object, there.get<int>(sent.name).object) << "read once";
  there.receive(sent.name, integer_message(5));  // known: nothing happens
  EXPECT_EQ(*there.get<int>(sent.name), 300);
  EXPECT_THROW(there.receive(std::string(64, 'a'), integer_message(5)), format_error);
  const byte_string malformed(1, std::byte{0x80});
  there.receive(name_of(malformed), malformed);
  EXPECT_THROW(there.get<int>(name_of(malformed)), format_error);
}

}  // namespace
}  // namespace edgeldp
