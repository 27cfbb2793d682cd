// SPDX-License-Identifier: MIT
// Several dates on which the same people are asked: what a task says of them, and what a person's
// program remembers, repeats and refuses where degrees are told by their changes.
#include "collect/client/series.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "collect/carriers/folder_bulletin.hpp"
#include "collect/client/client.hpp"
#include "collect/collector/collection.hpp"
#include "collect/task/messages.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/questions/degrees/degree_changes.hpp"
#include "support/small_collection.hpp"
#include "support/test_folder.hpp"

namespace edgeldp::test {

namespace {

using collect::next_step;

constexpr std::uint32_t limit = 1;

/// One person over all dates: its account, its list, and a state a date.
struct member {
  account_in_memory account;
  std::vector<std::string> contacts;
  std::map<std::uint32_t, state_in_memory> states;
};

collect::new_collection first_date() {
  collect::new_collection wanted;
  wanted.title = "A series";
  wanted.method = "degrees";
  wanted.total = epsilon::from_nats(2.0);
  wanted.people = {"ann", "bob", "cem", "dee"};
  wanted.join_seconds = wanted.round_seconds = 100;
  wanted.series.budgets = {limit, epsilon::from_nats(0.5), epsilon::from_nats(1.5)};
  wanted.series.turnover_permille = 10;
  return wanted;
}

/// A series in a folder each date, and its people.
class small_series {
 public:
  small_series() {
    for (const char* name : {"ann", "bob", "cem"}) {
      for (const char* other : {"ann", "bob", "cem", "dee"})
        if (std::string(other) != name) people[name].contacts.emplace_back(other);
    }
    create(first_date());
  }

  void create(const collect::new_collection& wanted) {
    collect::create_collection(folder(++dates), wanted, 1000);
  }
  /// The next date behind the last one.
  collect::new_collection next_wanted() const {
    collect::earlier_date d = collect::date_after(folder(dates), 1000);
    collect::new_collection wanted = first_date();
    wanted.people = d.people;
    wanted.series = d.next;
    wanted.cohort = d.cohort;
    return wanted;
  }
  collect::collector_folder folder(std::uint32_t date) const {
    return {scratch.path() / std::to_string(date)};
  }
  collect::folder_bulletin published(std::uint32_t date) const {
    return collect::folder_bulletin(folder(date).open());
  }
  std::unique_ptr<collect::collection> collector(std::uint32_t date) const {
    collect::store_options options;
    options.is_durable = false;
    return std::make_unique<collect::collection>(folder(date), 1000, options);
  }
  collect::client join(std::uint32_t date, const std::string& name, member& m, state_in_memory& state) const {
    collect::folder_bulletin from = published(date);
    collect::joining_person who{name, collector(date)->token_for(name), m.contacts,
                                {},   epsilon::from_nats(4.0),          std::nullopt};
    who.account = "somewhere";
    return collect::client::join(state, from, who, &m.account);
  }
  collect::client join(std::uint32_t date, const std::string& name) {
    member& m = people[name];
    return join(date, name, m, m.states[date]);
  }
  /// These join and answer, and the date ends.
  void play(std::uint32_t date, const std::vector<std::string>& names) {
    std::vector<collect::client> clients;
    for (const std::string& name : names) clients.push_back(join(date, name));
    for (int turn = 0; turn < 2; ++turn) {
      const auto c = collector(date);
      for (collect::client& one : clients) {
        collect::folder_bulletin from = published(date);
        c->take(one.next(from).message);
      }
      c->commit();
      c->close_round(1000, collect::collection::few_answers::accepted);
    }
  }
  /// All have joined, and the round is open; nobody has answered.
  std::vector<collect::client> ask(std::uint32_t date, const std::vector<std::string>& names) {
    std::vector<collect::client> clients;
    for (const std::string& name : names) clients.push_back(join(date, name));
    const auto c = collector(date);
    for (collect::client& one : clients) {
      collect::folder_bulletin from = published(date);
      c->take(one.next(from).message);
    }
    c->commit();
    c->close_round(1000);
    return clients;
  }
  const collect::account_line& line(const std::string& name) {
    m_seen.emplace(people[name].account.records);
    return m_seen->lines().front();
  }

  test_folder scratch;
  std::uint32_t dates = 0;
  std::map<std::string, member> people;

 private:
  std::optional<collect::personal_account> m_seen;
};

const std::vector<std::string> three{"ann", "bob", "cem"};

std::string why_not(const std::function<void()>& act) {
  try {
    act();
  } catch (const std::exception& e) {
    return e.what();
  }
  return "";
}

std::vector<told_number> numbers_in(const byte_string& message, std::uint32_t date) {
  collect::signed_part part;
  return read_told(collect::report::read(message, part).body, date);
}

TEST(SeriesTest, ATaskSaysWhichDateItIs) {
  small_series s;
  s.play(1, three);
  const collect::new_collection wanted = s.next_wanted();
  s.create(wanted);
  const collect::task t = collect::task::read(s.published(2).task());
  EXPECT_EQ(t.series.first, collect::task::read(s.published(1).task()).id());
  EXPECT_EQ(t.series.date, 2U);
  EXPECT_EQ(t.series.cohort_people, 3U) << "dee did not join";
  EXPECT_DOUBLE_EQ(t.lost_by_unit().nats(), 2.0);
  EXPECT_DOUBLE_EQ(t.lost_by_addition().nats(), 2.0);
  EXPECT_DOUBLE_EQ(t.most_of_relationship().nats(), 4.0);
  EXPECT_EQ(s.collector(2)->invited().size(), 3U);
  byte_string other = t.write();
  const std::string text(collect::text_of(other));
  const std::size_t at = text.find("\"most_changes\":1");
  std::string changed = text;
  changed.replace(at, 16, "\"most_changes\":0");
  EXPECT_THROW(collect::task::read(collect::bytes_of(changed)), format_error);
}

TEST(SeriesTest, ADateThatGoesOnHasNoNextOne) {
  small_series s;
  EXPECT_NE(why_not([&] { s.next_wanted(); }).find("goes on"), std::string::npos);
}

TEST(SeriesTest, TellsWhatHasChangedAndSetsNothingMoreAside) {
  small_series s;
  s.play(1, three);
  EXPECT_DOUBLE_EQ(s.line("ann").spent.nats(), 0.5);
  EXPECT_DOUBLE_EQ(s.line("ann").reserved.nats(), 2.0);
  s.create(s.next_wanted());
  s.people["ann"].contacts = {"bob"};
  s.play(2, three);
  s.create(s.next_wanted());
  s.people["ann"].contacts = {"bob", "cem"};
  s.play(3, {"bob", "cem"});
  const collect::account_line& ann = s.line("ann");
  ASSERT_EQ(ann.tellings.size(), 2U);
  EXPECT_DOUBLE_EQ(ann.spent.nats(), 2.0);
  EXPECT_TRUE(ann.is_open) << "the end of a date is not that of the series";
  EXPECT_EQ(ann.tellings[0].contacts.degree(), 2) << "dee is not of the first date";
  EXPECT_EQ(ann.tellings[1].contacts.degree(), 1);
  s.create(s.next_wanted());
  s.play(4, three);
  EXPECT_EQ(s.line("ann").tellings.back().contacts.degree(), 1) << "behind the limit cem stays away";
  EXPECT_EQ(s.line("ann").tellings.back().numbers.size(), 3U);
  const collect::personal_account all(s.people["ann"].account.records);
  EXPECT_EQ(all.lines().size(), 1U);
  EXPECT_DOUBLE_EQ(all.lifetime().nats(), 2.0);
}

TEST(SeriesTest, OneDateHasOneAnswerWhateverComesBack) {
  small_series s;
  s.play(1, three);
  s.create(s.next_wanted());
  s.people["ann"].contacts = {"bob"};
  std::vector<collect::client> clients = s.ask(2, three);
  member& ann = s.people["ann"];
  const byte_string before = ann.states[2].bytes;
  collect::folder_bulletin from = s.published(2);
  const byte_string said = clients[0].next(from).message;
  EXPECT_EQ(numbers_in(said, 2).size(), 2U);
  // An older state tells the same bytes again.
  state_in_memory old;
  old.bytes = before;
  EXPECT_EQ(collect::client(old, &ann.account).next(from).message, said);
  // An older account that comes back over the newer one takes nothing away; alone it is another
  // device, whose noise is of the same change under the same coins: the same bytes.
  account_in_memory older;
  for (std::size_t i = 0; i + 1 < ann.account.kept.size(); ++i) older.end(ann.account.kept[i]);
  old.bytes = before;
  EXPECT_EQ(collect::client(old, &older).next(from).message, said);
  // A second collection of the same date gets nothing.
  collect::new_collection again = first_date();
  const collect::earlier_date d = collect::date_after(s.folder(1), 1000);
  again.series = d.next;
  again.cohort = d.cohort;
  s.create(again);
  std::vector<collect::client> others = s.ask(3, {"ann", "bob"});
  collect::folder_bulletin from_other = s.published(3);
  const next_step step = others[0].next(from_other);
  EXPECT_EQ(step.what, next_step::kind::ended);
  EXPECT_NE(step.why.find("another announcement of this date"), std::string::npos) << step.why;
}

/// What an account no longer knows is told with other noise, never with the same on another number.
TEST(SeriesTest, OtherNumbersHaveOtherNoise) {
  small_series s;
  s.play(1, three);
  s.create(s.next_wanted());
  std::vector<collect::client> clients = s.ask(2, three);
  member& ann = s.people["ann"];
  const byte_string before = ann.states[2].bytes;
  std::vector<std::int64_t> noise;
  for (std::int64_t shift = 0; shift < 6; ++shift) {
    account_in_memory other = ann.account;
    collect::personal_account all(other.records);
    collect::account_record told{collect::account_record::kind::told,
                                 all.lines().front().task,
                                 all.lines().front().key,
                                 "",
                                 epsilon::from_nats(0.5),
                                 epsilon::from_nats(4.0),
                                 1000};
    told.telling = all.lines().front().tellings.front();
    told.telling.numbers.front().value += shift;
    account_in_memory shifted;
    collect::account_record joined = told;
    joined.what = collect::account_record::kind::joined;
    joined.cost = epsilon::from_nats(2.0);
    shifted.end(joined.write());
    shifted.end(told.write());
    state_in_memory state;
    state.bytes = before;
    collect::folder_bulletin from = s.published(2);
    noise.push_back(numbers_in(collect::client(state, &shifted).next(from).message, 2).back().value);
  }
  EXPECT_GT(std::ranges::count_if(noise, [&](std::int64_t n) { return n != noise.front(); }), 0)
      << "equal once in 10 000 runs of noise of scale 1.3";
}

TEST(SeriesTest, WhoHasNoRecordIsRefusedBeforeTheListIsRead) {
  small_series s;
  s.play(1, three);
  s.create(s.next_wanted());
  state_in_memory kept;
  member fresh;
  EXPECT_EQ(why_not([&] { s.join(2, "ann", fresh, kept); }), collect::why_no_part_in_series);
  EXPECT_TRUE(kept.bytes.empty());
  EXPECT_TRUE(fresh.account.records.empty());
  EXPECT_EQ(why_not([&] { s.join(2, "dee", s.people["dee"], kept); }), collect::why_no_part_in_series);
  collect::folder_bulletin from = s.published(2);
  EXPECT_EQ(why_not([&] {
              collect::client::join(
                  kept, from,
                  {"ann", s.collector(2)->token_for("ann"), {}, {}, epsilon::from_nats(4.0), std::nullopt});
            }),
            collect::why_series_needs_account);
}

TEST(SeriesTest, ADateOfOtherTermsIsRefused) {
  small_series s;
  s.play(1, three);
  const auto refused = [&](const std::function<void(collect::new_collection&)>& change) {
    collect::new_collection wanted = s.next_wanted();
    change(wanted);
    s.create(wanted);
    const std::uint32_t date = s.dates;
    std::string why = why_not([&] { s.join(date, "ann"); });
    std::filesystem::remove_all(s.folder(s.dates--).home);
    return why;
  };
  EXPECT_NE(refused([](auto& w) { w.series.budgets.most_changes = 2; }).find("another limit"),
            std::string::npos);
  EXPECT_NE(refused([](auto& w) {
              w.series.budgets.first = epsilon::from_nats(0.25);
              w.series.budgets.changes = epsilon::from_nats(1.75);
            }).find("other budgets"),
            std::string::npos);
  EXPECT_EQ(refused([](auto& w) { w.series.first = std::string(64, 'a'); }), collect::why_no_part_in_series);
  EXPECT_NE(refused([](auto& w) { w.people = {"ann", "bob", "cem", "don"}; }).find("another directory"),
            std::string::npos);
  EXPECT_EQ(refused([](auto&) {}), "");
}

TEST(SeriesTest, LeavingEndsTheSeriesAndGivesBackWhatNoDateUsed) {
  small_series s;
  s.play(1, three);
  member& ann = s.people["ann"];
  collect::client(ann.states[1], &ann.account).leave();
  EXPECT_FALSE(s.line("ann").is_open);
  EXPECT_DOUBLE_EQ(s.line("ann").cost().nats(), 0.5);
  s.create(s.next_wanted());
  EXPECT_EQ(why_not([&] { s.join(2, "ann"); }), collect::why_series_is_left);
}

TEST(SeriesTest, AnAccountKeepsWhatWasToldInAnyOrder) {
  small_series s;
  s.play(1, three);
  s.create(s.next_wanted());
  s.play(2, three);
  std::vector<byte_string> kept = s.people["ann"].account.kept;
  std::ranges::sort(kept);
  do {
    byte_string records;
    for (const byte_string& one : kept) records.insert(records.end(), one.begin(), one.end());
    const collect::personal_account all(records);
    ASSERT_EQ(all.lines().size(), 1U);
    EXPECT_EQ(all.lines().front().tellings.size(), 2U);
    EXPECT_EQ(all.lines().front().told_before(3)->date, 2U);
    EXPECT_DOUBLE_EQ(all.lifetime().nats(), 2.0);
  } while (std::ranges::next_permutation(kept).found);
}

TEST(SeriesTest, WholeDatesAddUp) {
  small_series s;
  collect::new_collection whole = first_date();
  whole.series = {};
  s.create(whole);
  s.play(2, three);
  const collect::earlier_date d = collect::date_after(s.folder(2), 1000);
  EXPECT_EQ(d.next.date, 2U);
  EXPECT_DOUBLE_EQ(d.next.before.nats(), 2.0);
  EXPECT_EQ(d.people, whole.people);
  whole.series = d.next;
  s.create(whole);
  EXPECT_DOUBLE_EQ(collect::task::read(s.published(3).task()).lost_by_addition().nats(), 4.0);
  s.play(3, three);
  EXPECT_EQ(collect::personal_account(s.people["ann"].account.records).lines().size(), 2U)
      << "each is set aside";
}

}  // namespace

}  // namespace edgeldp::test
