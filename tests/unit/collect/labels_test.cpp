// SPDX-License-Identifier: MIT
// Collections that infer labels: public ones of some people, frozen with the task, checked by every
// client, and the library's own result.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "collect/client/client.hpp"
#include "collect/client/planned_question.hpp"
#include "collect/task/labels.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/questions/labels/labels_simulation.hpp"
#include "edgeldp/graph/rounds/public_values.hpp"
#include "support/planted_groups.hpp"
#include "support/small_collection.hpp"

namespace edgeldp::test {

namespace {

using collect::label_line;
using collect::labelled_person;
using collect::written_labels;

const epsilon town_budget = epsilon::from_nats(8.0);
constexpr vertex_id townspeople = 60;

/// People of planted groups, every third of whom has its group for a public label.
struct town {
  csr_graph graph = planted_groups(townspeople, 10.0, 1.0, 3);
  std::vector<std::string> people;
  std::vector<labelled_person> labels;
  public_groups known{{"a", "b", "c", "d"}, {}};
};

town some_town() {
  town t;
  for (vertex_id u = 0; u < townspeople; ++u) {
    t.people.push_back("person " + std::to_string(100 + u));
    const bool is_public = u % 3 == 0;
    t.known.of.push_back(is_public ? planted_group(u) : no_group);
    if (is_public) t.labels.push_back({t.people[u], t.known.names[planted_group(u)]});
  }
  return t;
}

small_collection open(const town& t) {
  return small_collection([&](collect::new_collection& wanted) {
    wanted.method = "labels";
    wanted.total = town_budget;
    wanted.people = t.people;
    wanted.labels = t.labels;
  });
}

collect::joining_person person_of(const small_collection& c, const town& t, vertex_id p) {
  collect::joining_person who = c.person(t.people[p]);
  who.ceiling = town_budget;
  who.contacts.clear();
  std::vector<vertex_id> scratch;
  for (const vertex_id v : graph_view(t.graph).neighbors(p, scratch)) who.contacts.push_back(t.people[v]);
  return who;
}

std::vector<state_in_memory> everybody_joined(small_collection& c, const town& t) {
  std::vector<state_in_memory> kept(t.people.size());
  for (vertex_id p = 0; p < townspeople; ++p) {
    collect::folder_bulletin from = c.published();
    collect::client::join(kept[p], from, person_of(c, t, p));
  }
  return kept;
}

TEST(LabelsTest, ACollectionEndsWithTheLibrarysLabels) {
  const town t = some_town();
  small_collection c = open(t);
  std::vector<state_in_memory> kept = everybody_joined(c, t);
  for (int turns = 0; c.collector->due() && turns < 10; ++turns) {
    for (state_in_memory& state : kept) c.say_next(state);
    c.restart();
  }
  const auto result = nlohmann::json::parse(collect::text_of(c.published().result().value()));
  const labels_result expected =
      infer_labels(t.graph, {town_budget, t.known}, release_key{3}, coin_source::simulated(7));
  ASSERT_TRUE(expected.has_second_round);
  EXPECT_EQ(result["told"], expected.run.told);
  EXPECT_EQ(result["numbers"][0]["estimate"], expected.right.value);
  EXPECT_EQ(result["numbers"][0]["standard_error"], expected.right.standard_error);
  EXPECT_EQ(result["right_by_shares"], expected.right_by_shares);
  EXPECT_EQ(result["spent"]["epsilon"], 8.0);
  EXPECT_EQ(result["spent"]["relationship_dp"], 16.0) << "both ends answer";
  for (vertex_id u = 0; u < townspeople; ++u) {
    const std::uint32_t label = expected.chances.likeliest(u);
    EXPECT_EQ(result["of_users"]["likely label"][u], label) << u;
    EXPECT_EQ(result["of_users"]["chance"][u], static_cast<double>(expected.chances.of(u)[label])) << u;
    EXPECT_EQ(result["public_groups"][label]["name"], t.known.names[label]);
  }
}

TEST(LabelsTest, WhoDoesNotJoinHasNoLabelThere) {
  const town t = some_town();
  small_collection c = open(t);
  for (vertex_id p = 1; p < townspeople; ++p) {
    state_in_memory kept;
    collect::folder_bulletin from = c.published();
    collect::client one = collect::client::join(kept, from, person_of(c, t, p));
    c.say(one);
  }
  c.collector->close_round(c.now);
  const collect::announcement first = c.announced(0);
  const held_bytes form =
      c.published().object(first.published.at(0).name, first.published.at(0).size).whole();
  const public_values values = public_form<public_values>::read(form.bytes, {});
  ASSERT_EQ(values.users(), townspeople - 1);
  std::uint64_t labelled = 0;
  for (vertex_id u = 0; u + 1 < townspeople; ++u) {
    const std::int64_t said = values.of(u).front();
    if (said < 0) continue;
    ++labelled;
    EXPECT_EQ(said, planted_group(u + 1)) << "user " << u << " is the next person";
    EXPECT_EQ((u + 1) % 3, 0U);
  }
  EXPECT_GT(labelled, 10U) << "a tenth is kept back";
  EXPECT_LE(labelled, 19U);
}

TEST(LabelsTest, LabelsComeFromTheFileThatTheTaskNames) {
  const town t = some_town();
  small_collection c = open(t);
  const std::string file = c.collector->of_task().labels.file;
  state_in_memory kept;
  altered_bulletin other(c);
  other.objects[file] = collect::bytes_of("0\tperson 100\tb\n");
  EXPECT_THROW(collect::client::join(kept, other, person_of(c, t, 0)), io_error);
  EXPECT_TRUE(kept.bytes.empty());
}

TEST(LabelsTest, FilesThatNobodyWritesAreRefused) {
  const std::vector<std::string> people{"ann", "bob", "cem", "dee"};
  const written_labels good = collect::write_labels({{"dee", "red"}, {"bob", "blue"}}, people);
  EXPECT_EQ(collect::text_of(good.file), "1\tbob\tblue\n3\tdee\tred\n");
  collect::task t;
  t.people = 4;
  t.labels = good.said;
  const std::vector<label_line> known = collect::read_labels(public_bytes(good.file), t);
  ASSERT_EQ(known.size(), 2U);
  EXPECT_EQ(known[1].person, 3U);
  EXPECT_EQ(known[1].label, 1U);
  const byte_string directory = collect::people_directory::write(people);
  EXPECT_NO_THROW(collect::require_names(known, public_bytes(directory)));
  for (const char* name : {"cem", "bobby", ""}) {
    std::vector<label_line> other = known;
    other[0].name = name;
    EXPECT_THROW(collect::require_names(other, public_bytes(directory)), format_error) << name;
  }
  for (const char* bytes :
       {"", "1\tbob\tblue\n", "1\tbob\tblue\n3\tdee\tred", "3\tdee\tred\n1\tbob\tblue\n",
        "1\tbob\tblue\n1\tbob\tblue\n", "1\tbob\tblue\n4\teve\tred\n", "1\tbob\tblue\n03\tdee\tred\n",
        "1\tbob\tblue\n-3\tdee\tred\n", "1\tbob\tblue\n3\tdee\tgreen\n", "1\tbob\tblue\n3\tdee\n",
        "1\tbob\tblue\n3\tdee\tred\t\n", "1\tbob\tblue\n\n3\tdee\tred\n",
        "1\tbob\tblue\n9999999999\tdee\tred\n"}) {
    const byte_string file = collect::bytes_of(bytes);
    EXPECT_THROW(collect::read_labels(public_bytes(file), t), format_error) << bytes;
  }
}

TEST(LabelsTest, LabelsThatNoCollectionHasAreRefused) {
  const std::vector<std::string> people{"ann", "bob", "cem", "dee"};
  const auto why = [&](const std::vector<labelled_person>& known) -> std::string {
    try {
      collect::write_labels(known, people);
      return "it was written";
    } catch (const invalid_parameter& e) {
      return e.what();
    }
  };
  EXPECT_NE(why({{"ann", "red"}, {"eve", "blue"}}).find("'eve' has a public label and is not among"),
            std::string::npos);
  EXPECT_NE(why({{"ann", "red"}, {"ann", "blue"}}).find("'ann' has two public labels"), std::string::npos);
  EXPECT_NE(why({{"ann", "red"}, {"bob", "red"}}).find("there is 1"), std::string::npos);
  EXPECT_NE(why({}).find("there are 0"), std::string::npos);
  for (const char* label : {"", "(none)", "a\tb", "a\nb"})
    EXPECT_NE(why({{"ann", "red"}, {"bob", label}}).find("the public label of 'bob'"), std::string::npos);
  EXPECT_NE(why({{"ann", "red"}, {"bob", "blue"}, {"cem", "red"}, {"dee", "red"}}).find("everybody"),
            std::string::npos);
  small_collection c([](collect::new_collection& wanted) { wanted.method = "degrees"; });
  collect::new_collection wanted;
  wanted.method = "labels";
  wanted.total = town_budget;
  wanted.people = people;
  wanted.labels = {{"ann", "red"}, {"bob", "\xff"}};
  wanted.join_seconds = wanted.round_seconds = 100;
  wanted.is_simulated = true;
  EXPECT_THROW(collect::create_collection({c.scratch.path() / "other"}, wanted, 1000), invalid_parameter);
  EXPECT_FALSE(std::filesystem::exists(c.scratch.path() / "other"));
}

/// Values of four users, of whom the second and the fourth have a public label, as a round asks
/// about them: why it is refused, or nothing.
std::string why_refused(std::uint32_t index, std::vector<std::int64_t> values, std::uint64_t groups = 2) {
  collect::task t;
  t.labels = {{"blue", "red"}, 2, {}};
  public_objects published;
  group_round round;
  round.budget = epsilon::from_nats(1.0);
  auto object = std::make_shared<const public_values>(1, std::move(values));
  round.what.values = published.add(object, public_form<public_values>::write(*object));
  round.what.groups = groups;
  byte_string said;
  round.write(said);
  collect::announcement a;
  a.index = index;
  const std::vector<std::uint32_t> known{2, 0, 2, 1};
  try {
    collect::require_labels(t, a, {group_round::asks, said, published, 0}, known);
    return "";
  } catch (const format_error& e) {
    return e.what();
  }
}

TEST(LabelsTest, RoundsAreAboutThePublicLabelsAndInferredOnes) {
  const std::string other = "it gives somebody another label than the public one";
  EXPECT_EQ(why_refused(0, {-1, 0, -1, 1}), "");
  EXPECT_EQ(why_refused(0, {-1, 0, -1, -1}), "") << "kept back";
  EXPECT_NE(why_refused(0, {-1, 1, -1, 1}).find(other), std::string::npos) << "another's";
  EXPECT_NE(why_refused(0, {0, 0, -1, 1}).find(other), std::string::npos) << "who gave none";
  EXPECT_EQ(why_refused(1, {1, 0, 0, 1}), "") << "likely ones";
  EXPECT_NE(why_refused(1, {1, 0, 0, 0}).find(other), std::string::npos);
  EXPECT_NE(why_refused(1, {1, 0, 0, -1}).find(other), std::string::npos);
  EXPECT_NE(why_refused(1, {1, 0, 0, 2}).find(other), std::string::npos);
  EXPECT_NE(why_refused(0, {-1, 0, -1}).find("other labels"), std::string::npos) << "of others";
  EXPECT_NE(why_refused(0, {-1, 0, -1, 1}, 3).find("other labels"), std::string::npos);
}

TEST(LabelsTest, ARealCollectionIsMadeByWhoWasAskedAlone) {
  EXPECT_THROW(small_collection([](collect::new_collection& wanted) {
                 wanted.method = "labels";
                 wanted.is_simulated = false;
                 wanted.key.reset();
                 wanted.labels = {{"ann", "red"}, {"bob", "blue"}};
               }),
               invalid_parameter);
}

}  // namespace

}  // namespace edgeldp::test
