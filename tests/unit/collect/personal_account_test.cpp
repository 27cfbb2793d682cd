// SPDX-License-Identifier: MIT
// What a person's collections cost together: sums, years, limits, files that were written once; the
// same through the library.
#include "collect/client/personal_account.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "collect/carriers/account_folder.hpp"
#include "collect/task/files.hpp"
#include "edgeldp/client/participant.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/hexadecimal.hpp"
#include "support/small_collection.hpp"
#include "support/test_folder.hpp"

namespace edgeldp::test {

namespace {

using collect::account_record;
using collect::personal_account;
using enum account_record::kind;

constexpr std::int64_t day = 24 * 3600;

account_record record_of(account_record::kind what, const std::string& task, double cost, std::int64_t at) {
  return {what,
          task,
          "key",
          "a title",
          cost == 0.0 ? epsilon() : epsilon::from_nats(cost),
          epsilon::from_nats(1.5),
          at};
}

byte_string all_of(const std::vector<account_record>& records) {
  byte_string all;
  for (const account_record& r : records) {
    const byte_string bytes = r.write();
    all.insert(all.end(), bytes.begin(), bytes.end());
  }
  return all;
}

TEST(PersonalAccountTest, CountsWhatIsSetAsideUntilTheEnd) {
  const personal_account open(all_of({record_of(joined, "a", 1.0, 10), record_of(spent, "a", 0.25, 20)}));
  EXPECT_DOUBLE_EQ(open.lifetime().nats(), 1.0);
  const personal_account over(all_of(
      {record_of(joined, "a", 1.0, 10), record_of(spent, "a", 0.25, 20), record_of(ended, "a", 0.25, 30)}));
  EXPECT_DOUBLE_EQ(over.lifetime().nats(), 0.25);
  EXPECT_DOUBLE_EQ(open.relationship().nats(), 1.5);
  EXPECT_DOUBLE_EQ(over.relationship().nats(), 1.25) << "the other end may still spend all";
  EXPECT_EQ(over.lines().front().joined, 10);
  EXPECT_EQ(over.lines().front().latest, 30);
}

/// What an older copy of a state says at the end takes nothing back.
TEST(PersonalAccountTest, GivesTheSameInAnyOrderAndHoweverOften) {
  std::vector<account_record> records{record_of(joined, "a", 1.0, 10), record_of(spent, "a", 0.75, 20),
                                      record_of(ended, "a", 0.25, 30), record_of(joined, "b", 0.5, 40)};
  std::vector<std::size_t> order{0, 1, 2, 3};
  do {
    std::vector<account_record> mixed;
    for (const std::size_t i : order) mixed.push_back(records[i]);
    mixed.push_back(records[order[0]]);
    const personal_account account(all_of(mixed));
    EXPECT_DOUBLE_EQ(account.lifetime().nats(), 1.25);
    EXPECT_EQ(account.lines().size(), 2U);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(PersonalAccountTest, ForgetsForAYearAlone) {
  const personal_account account(all_of({record_of(joined, "a", 1.0, 1), record_of(ended, "a", 1.0, 2 * day),
                                         record_of(joined, "b", 0.5, 3 * day)}));
  const std::int64_t later = personal_account::year + 3 * day;
  EXPECT_DOUBLE_EQ(account.in_year_before(10 * day).nats(), 1.5);
  EXPECT_DOUBLE_EQ(account.in_year_before(later).nats(), 0.5) << "what goes on counts however old it is";
  EXPECT_DOUBLE_EQ(account.lifetime().nats(), 1.5);
  const epsilon one = epsilon::from_nats(1.0);
  EXPECT_NE(account.refusal(one, {{}, epsilon::from_nats(2.0)}, 10 * day), "");
  EXPECT_EQ(account.refusal(one, {{}, epsilon::from_nats(2.0)}, later), "");
  EXPECT_NE(account.refusal(one, {epsilon::from_nats(2.0), {}}, later), "") << "a lifetime has no years";
}

TEST(PersonalAccountTest, GainsNothingByAClockThatIsSetBack) {
  const personal_account account(
      all_of({record_of(joined, "a", 1.0, 100 * day), record_of(ended, "a", 1.0, 100 * day)}));
  EXPECT_EQ(account.not_before(3), 100 * day);
  EXPECT_NE(account.refusal(epsilon::from_nats(1.0), {{}, epsilon::from_nats(1.5)}, 3), "");
}

TEST(PersonalAccountTest, RemembersWhatThePersonSaidLast) {
  account_record first = record_of(joined, "a", 1.0, 10), second = record_of(joined, "b", 1.0, 20);
  first.limits.lifetime = epsilon::from_nats(3.0);
  second.limits.yearly = epsilon::from_nats(2.0);
  for (const auto& records : {std::vector{first, second}, std::vector{second, first}}) {
    const personal_account account(all_of(records));
    EXPECT_TRUE(account.latest_limits().lifetime.is_zero());
    EXPECT_EQ(account.latest_limits().yearly, epsilon::from_nats(2.0));
  }
}

TEST(PersonalAccountTest, RefusesBytesThatNobodyWrote) {
  const byte_string good = all_of({record_of(joined, "a", 1.0, 10)});
  for (std::size_t size = 1; size < good.size(); ++size)
    EXPECT_THROW(personal_account(std::span(good).first(size)), format_error) << size;
  EXPECT_THROW(personal_account(byte_string(5)), format_error);
  EXPECT_EQ(personal_account({}).lines().size(), 0U);
}

/// An older backup that is copied over the folder takes nothing away.
TEST(AccountFolderTest, KeepsWhatIsNewerThanABackup) {
  const test_folder scratch;
  const std::filesystem::path home = scratch.path() / "account", backup = scratch.path() / "backup";
  collect::account_folder folder(home);
  const auto add = [&](const account_record& r) {
    collect::with_account(folder, [&](const personal_account&) { return r.write(); });
  };
  add(record_of(joined, "a", 1.0, 10));
  std::filesystem::copy(home, backup);
  add(record_of(ended, "a", 0.5, 20));
  add(record_of(joined, "b", 2.0, 30));
  std::filesystem::copy(backup, home, std::filesystem::copy_options::overwrite_existing);
  EXPECT_DOUBLE_EQ(personal_account(folder.records()).lifetime().nats(), 2.5);
  EXPECT_EQ(std::filesystem::status(home).permissions() & std::filesystem::perms::others_all,
            std::filesystem::perms::none);
}

TEST(AccountFolderTest, NamesAFileThatIsDamaged) {
  const test_folder scratch;
  collect::account_folder folder(scratch.path() / "account");
  collect::with_account(folder,
                        [](const personal_account&) { return record_of(joined, "a", 1.0, 10).write(); });
  for (const auto& entry : std::filesystem::directory_iterator(scratch.path() / "account"))
    if (entry.path().extension() == ".record") std::ofstream(entry.path(), std::ios::app) << "x";
  try {
    folder.begin();
    FAIL() << "it was read";
  } catch (const format_error& e) {
    EXPECT_NE(std::string(e.what()).find(".record: damaged"), std::string::npos) << e.what();
  }
}

/// Carries a participant's bytes and those of its account.
struct account_carrier {
  explicit account_carrier(const small_collection& from) : folder(from.folder().open()) {}

  participant::request carry(participant& p, byte_string& records, int steps = 1000) {
    using enum participant::request;
    for (request next = p.next();; next = p.next()) {
      if (next == send || next == wait || next == over || next == ended) return next;
      if (steps-- == 0) return next;
      if (next == fetch) {
        const auto bytes = collect::read_file(folder / p.path(), p.most());
        if (bytes)
          p.give(std::span<const std::byte>(*bytes));
        else
          p.give(std::nullopt);
      } else if (next == account) {
        p.give_account(records, 1000);
      } else if (next == enter) {
        records.insert(records.end(), p.bytes().begin(), p.bytes().end());
        p.kept();
      } else if (next == keep) {
        state.assign(p.bytes().begin(), p.bytes().end());
        p.kept();
      } else if (next == answer) {
        p.answer(1000);
      }
    }
  }
  std::filesystem::path folder;
  byte_string state;
};

small_collection collection_for_three() {
  return small_collection([](collect::new_collection& wanted) {
    wanted.method = "mixing";
    wanted.people = {"ann", "bob", "cem"};
    wanted.is_simulated = false;
    wanted.key.reset();
  });
}

joining ann_in(const small_collection& c, double ceiling) {
  const collect::joining_person who = c.person("ann");
  return {.name = "ann",
          .token = to_hex(who.token),
          .contacts = who.contacts,
          .ceiling = ceiling,
          .has_account = true};
}

void take(small_collection& c, std::span<const std::byte> message) {
  c.collector->take(byte_string(message.begin(), message.end()));
  c.collector->commit();
}

TEST(AccountOfAParticipantTest, AddsUpItsCollections) {
  byte_string records;
  for (int i = 0; i < 2; ++i) {
    small_collection c = collection_for_three();
    std::vector<state_in_memory> kept(2);
    std::vector<collect::client> others;
    others.push_back(c.join(kept[0], "bob"));
    others.push_back(c.join(kept[1], "cem"));
    participant p = participant::join(ann_in(c, 2.5));
    account_carrier carries(c);
    const double before = read_account(records, 1000).epsilon;
    participant::request next{};
    for (int turn = 0; turn < 20 && next != participant::request::over; ++turn) {
      next = carries.carry(p, records);
      if (next == participant::request::send) {
        EXPECT_NEAR(read_account(records, 1000).epsilon, before + 1.0, 1e-8) << "set aside before it is said";
        take(c, p.bytes());
        p.said("");
      }
      for (collect::client& other : others) {
        collect::folder_bulletin from = c.published();
        if (const collect::next_step step = other.next(from); step.what == collect::next_step::kind::send)
          take(c, step.message);
      }
      c.collector->advance(c.now);
      p.look();
    }
    EXPECT_EQ(next, participant::request::over);
    const account_facts facts = read_account(records, 1000);
    EXPECT_EQ(facts.collections, i + 1U);
    EXPECT_NEAR(facts.epsilon, before + p.spent(), 1e-8);
    EXPECT_NEAR(facts.epsilon_in_last_year, facts.epsilon, 1e-8);
    EXPECT_EQ(read_account(records, 1000 + 2 * personal_account::year).epsilon_in_last_year, 0.0);
  }
  small_collection third = collection_for_three();
  participant p = participant::join(ann_in(third, 2.5));
  account_carrier carries(third);
  try {
    carries.carry(p, records);
    FAIL() << "it joined";
  } catch (const invalid_parameter& e) {
    EXPECT_NE(std::string(e.what()).find("together more than your ceiling of 2.5"), std::string::npos)
        << e.what();
  }
  EXPECT_TRUE(carries.state.empty());
}

/// Wherever it stops while it joins, its account has as much set aside, once it said anything.
TEST(AccountOfAParticipantTest, SetsAsideBeforeAnythingIsSaid) {
  small_collection c = collection_for_three();
  for (int steps = 0;; ++steps) {
    byte_string records;
    account_carrier carries(c);
    participant p = participant::join(ann_in(c, 1.0));
    participant::request next = carries.carry(p, records, steps);
    const bool is_complete = next == participant::request::send;
    if (!is_complete && !carries.state.empty()) {
      participant again(carries.state);
      next = carries.carry(again, records);
      ASSERT_EQ(next, participant::request::send);
    }
    if (next == participant::request::send) {
      EXPECT_NEAR(read_account(records, 1000).epsilon, 1.0, 1e-8) << steps;
    }
    if (is_complete) break;
  }
}

/// An account that cannot be read, as a file that a disk has damaged.
class damaged_account final : public collect::account_keeper {
 public:
  byte_string begin() override { return byte_string(3); }
  void end(const byte_string& record) override { EXPECT_TRUE(record.empty()); }
  std::int64_t now() override { return 1000; }
};

/// Who repairs it goes on: nothing was said, and nothing has ended.
TEST(AccountOfAClientTest, ADamagedAccountEndsNoPart) {
  small_collection c = collection_for_three();
  state_in_memory kept, others[2];
  const test_folder scratch;
  collect::account_folder sound(scratch.path() / "account");
  damaged_account damaged;
  collect::joining_person who = c.person("ann");
  who.account = "somewhere";
  collect::folder_bulletin from = c.published();
  collect::client::join(kept, from, who, &sound);
  EXPECT_THROW(collect::client(kept, &damaged).next(from), format_error);
  collect::client ann(kept, &sound), bob = c.join(others[0], "bob"), cem = c.join(others[1], "cem");
  for (collect::client* person : {&ann, &bob, &cem}) c.say(*person);
  EXPECT_THROW(collect::client(kept, &damaged).next(from), format_error);
  EXPECT_EQ(collect::client(kept, &sound).next(from).round, "degree");
}

TEST(AccountOfAParticipantTest, LeavesForGoodAndGivesBack) {
  small_collection c = collection_for_three();
  byte_string records;
  account_carrier carries(c);
  participant p = participant::join(ann_in(c, 1.0));
  ASSERT_EQ(carries.carry(p, records), participant::request::send);
  p.leave();
  EXPECT_EQ(carries.carry(p, records), participant::request::ended);
  EXPECT_EQ(read_account(records, 1000).epsilon, 0.0);
  participant again(carries.state);
  EXPECT_EQ(carries.carry(again, records), participant::request::ended);
}

}  // namespace

}  // namespace edgeldp::test
