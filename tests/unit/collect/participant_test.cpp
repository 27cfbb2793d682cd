// SPDX-License-Identifier: MIT
// The library for programs of other people: the same messages and states as our client's, whatever
// is asked for in between and wherever it is stopped; the same through C.
#include "edgeldp/client/participant.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "collect/client/answer_moments.hpp"
#include "collect/task/files.hpp"
#include "edgeldp/client/participant.h"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/hexadecimal.hpp"
#include "edgeldp/core/privacy/round_kind.hpp"
#include "study/offers/offers.hpp"
#include "support/small_collection.hpp"

namespace edgeldp::test {

namespace {

using collect::client;
using collect::next_step;
using request = participant::request;

small_collection collection_of(const std::string& method, bool is_simulated = false) {
  return small_collection([&](collect::new_collection& wanted) {
    ask_for(wanted, method);
    wanted.is_simulated = is_simulated;
    if (!is_simulated) wanted.key.reset();
    wanted.people = {"ann", "bob", "cem", "dee", "eva", "fay"};
    if (wanted.method == "homophily") wanted.attributes = {{"party", {"left", "right"}}};
  });
}

joining joining_of(const small_collection& c, const std::string& name) {
  const collect::joining_person who = c.person(name);
  return {.name = name,
          .token = to_hex(who.token),
          .contacts = who.contacts,
          .values = who.values,
          .ceiling = 1.0,
          .seed = who.simulation_key};
}

/// What carries a participant's bytes in these tests.
struct carrier {
  explicit carrier(const small_collection& from) : folder(from.folder().open()) {}
  void fetch(participant& p) {
    const bool is_in_parts = ++given % 2 == 0;  // one way and the other
    ++fetched[p.path()];
    const auto bytes = collect::read_file(folder / p.path(), p.most());
    if (!bytes) return p.give(std::nullopt);
    if (is_in_parts) return give_parts(p, *bytes);
    p.give(std::span<const std::byte>(*bytes));
  }
  void give_parts(participant& p, const byte_string& bytes) {
    p.give_parts(bytes.size(), [this, bytes](std::uint64_t at, std::span<std::byte> to) {
      std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), to.size(), to.begin());
      return !fault || fault(++parts, to);
    });
  }
  /// Until something is to be sent, or there is nothing to do.
  request carry(participant& p) {
    for (;;) {
      const request next = p.next();
      if (next == request::fetch) {
        fetch(p);
      } else if (next == request::keep) {
        kept.assign(p.bytes().begin(), p.bytes().end());
        p.kept();
      } else if (next == request::answer) {
        p.answer(1000);
      } else {
        return next;
      }
    }
  }
  std::filesystem::path folder;
  byte_string kept;
  std::map<std::string, int> fetched;
  int given = 0, parts = 0;
  std::function<bool(int part, std::span<std::byte>)> fault;  ///< of a disk; whether it gives the part
};

byte_string bytes_of(const participant& p) {
  return {p.bytes().begin(), p.bytes().end()};
}

std::vector<std::string> offered() {
  std::vector<std::string> names{"triangles-1500", "cycles-4-1500", "triangles-sample"};
  for (const study::offer& o : study::offers())
    if (o.is_open()) names.emplace_back(o.question);
  return names;
}

class ParticipantTest : public ::testing::TestWithParam<std::string> {};

/// From the same state, in every round of every method.
TEST_P(ParticipantTest, SaysWhatTheClientSays) {
  small_collection c = collection_of(GetParam());
  everybody all(c);
  std::size_t messages = 0;
  do {
    for (std::size_t i = 0; i < all.clients.size(); ++i) {
      participant p(all.kept[i].bytes);
      carrier carries(c);
      const request next = carries.carry(p);
      collect::folder_bulletin from = c.published();
      const next_step step = all.clients[i].next(from);
      ASSERT_EQ(next == request::send, step.what == next_step::kind::send) << c.people[i];
      if (next != request::send) continue;
      ++messages;
      EXPECT_EQ(bytes_of(p), step.message);
      EXPECT_EQ(p.round(), step.round);
      EXPECT_EQ(carries.kept.empty() ? all.kept[i].bytes : carries.kept, all.kept[i].bytes);
      EXPECT_DOUBLE_EQ(p.spent(), all.clients[i].spent().nats());
      for (const auto& [path, times] : carries.fetched) EXPECT_EQ(times, 1) << path;
      p.said("");
      EXPECT_EQ(p.next(), request::wait);
    }
    all.say_what_there_is();
  } while (c.collector->due());
  EXPECT_GE(messages, 2 * c.people.size());
  participant p(all.kept[0].bytes);
  carrier carries(c);
  EXPECT_EQ(carries.carry(p), request::over);
}

/// Wherever it stops, what was kept last says the same.
TEST_P(ParticipantTest, SaysTheSameAfterItWasStoppedAnywhere) {
  small_collection c = collection_of(GetParam());
  everybody all(c);
  all.say();
  ASSERT_TRUE(c.collector->due());
  collect::folder_bulletin from = c.published();
  const byte_string before = all.kept[0].bytes;
  const next_step step = all.clients[0].next(from);
  ASSERT_EQ(step.what, next_step::kind::send);
  for (int steps = 0;; ++steps) {
    byte_string kept = before;
    carrier carries(c);
    bool is_complete = false;
    {
      participant p(kept);
      for (int i = 0; i < steps && !is_complete; ++i) {
        const request next = p.next();
        if (next == request::fetch) carries.fetch(p);
        if (next == request::answer) p.answer(1000);
        if (next == request::keep) {
          kept = bytes_of(p);
          p.kept();
        }
        is_complete = next == request::send;
      }
    }
    participant again(kept);
    ASSERT_EQ(carries.carry(again), request::send) << steps;
    EXPECT_EQ(bytes_of(again), step.message) << steps;
    if (is_complete) break;
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, ParticipantTest, ::testing::ValuesIn(offered()), [](const auto& param) {
  std::string name = param.param;
  std::erase(name, '-');
  return name;
});

/// A whole collection whose people all use the library, from their joining on.
TEST(ParticipantsTest, PlayAWholeCollection) {
  small_collection c = collection_of("triangles");
  std::vector<participant> people;
  for (const std::string& name : c.people) people.push_back(participant::join(joining_of(c, name)));
  std::vector<carrier> carry(people.size(), carrier(c));
  std::size_t done = 0;
  for (int turn = 0; turn < 50 && done < people.size(); ++turn) {
    done = 0;
    for (std::size_t i = 0; i < people.size(); ++i) {
      const request next = carry[i].carry(people[i]);
      done += next == request::over ? 1 : 0;
      if (next == request::send) {
        EXPECT_GE(people[i].due(std::chrono::milliseconds(0)).count(), 0);
        EXPECT_EQ(c.collector->take(people[i].bytes()), collect::collection::verdict::taken);
        c.collector->commit();
        people[i].said("");
      }
      people[i].look();
    }
    c.collector->advance(c.now);
  }
  EXPECT_EQ(done, people.size());
  for (const participant& p : people) {
    EXPECT_GT(p.spent(), 0.5);
    EXPECT_LE(p.spent(), 1.0);
  }
}

/// A disk that loses or changes a part, whichever it is: what is read again is what was verified,
/// or it is fetched again, and the message is the same.
TEST(ParticipantsTest, NoticeWhatIsAnotherWhenItIsReadAgain) {
  small_collection c = collection_of("triangles");
  everybody all(c);
  byte_string before, message;
  for (std::string round; round != rounds::edges;) {
    all.say_what_there_is();
    ASSERT_TRUE(c.collector->due()) << round;
    before = all.kept[0].bytes;
    participant sound(before);
    carrier carries(c);
    ASSERT_EQ(carries.carry(sound), request::send);
    round = sound.round();
    message = bytes_of(sound);
  }
  int parts = 0;
  for (int faulty = 1, is_last = 0; is_last == 0; ++faulty)
    for (const bool is_lost : {false, true}) {
      participant p(before);
      carrier broken(c);
      broken.given = 1;
      broken.fault = [&](int part, std::span<std::byte> to) {
        if (part == faulty && !to.empty()) to.back() ^= std::byte{1};
        return part != faulty || !is_lost;
      };
      request next = broken.carry(p);
      is_last = broken.parts < faulty;
      if (is_last == 0 && next == request::wait) {
        EXPECT_FALSE(p.why().empty());
        ++parts;
        p.look();
        next = broken.carry(p);
      }
      ASSERT_EQ(next, request::send) << faulty << ": " << p.why();
      EXPECT_EQ(bytes_of(p), message) << faulty;
    }
  EXPECT_GT(parts, 4);
}

TEST(ParticipantsTest, JoinOnlyWhatTheyWereToldOf) {
  small_collection c = collection_of("degrees");
  const auto why = [&](const std::function<void(joining&)>& change) -> std::string {
    joining who = joining_of(c, "ann");
    change(who);
    carrier carries(c);
    try {
      participant p = participant::join(who);
      carries.carry(p);
      return "it joined";
    } catch (const invalid_parameter& e) {
      return e.what();
    }
  };
  EXPECT_EQ(why([&](joining& who) { who.task = c.collector->id(); }), "it joined");
  EXPECT_NE(why([](joining& who) { who.task = std::string(64, '0'); }).find("not the one that was named"),
            std::string::npos);
  EXPECT_NE(why([](joining& who) { who.ceiling = 0.5; }).find("ceiling"), std::string::npos);
  EXPECT_NE(why([](joining& who) { who.name = "zoe"; }).find("directory"), std::string::npos);
  EXPECT_NE(why([](joining& who) { who.token = "1234"; }).find("32 digits"), std::string::npos);
  EXPECT_NE(why([](joining& who) { who.values = {"left"}; }).find("attributes"), std::string::npos);
}

TEST(ParticipantsTest, ShowWhatATaskCosts) {
  for (const auto& [method, relationship] :
       std::map<std::string, double>{{"degrees", 2.0}, {"triangles", 1.02}, {"triangles-1500", 1.5}}) {
    small_collection c = collection_of(method);
    const byte_string bytes = c.published().task();
    const task_facts facts = read_task(bytes);
    EXPECT_EQ(facts.id, c.collector->id());
    EXPECT_EQ(facts.title, "A test");
    EXPECT_DOUBLE_EQ(facts.epsilon, 1.0);
    EXPECT_NEAR(facts.relationship_epsilon, relationship, 1e-8) << method;
    EXPECT_EQ(facts.people, 6U);
    EXPECT_FALSE(facts.is_simulated);
  }
  EXPECT_THROW(read_task(byte_string(3)), format_error);
}

/// Bytes that cannot be verified are looked for again, and nothing was said meanwhile.
TEST(ParticipantsTest, WaitWhereBytesCannotBeVerified) {
  small_collection c = collection_of("degrees");
  everybody all(c);
  all.say();
  participant p(all.kept[0].bytes);
  carrier carries(c);
  int lies = 0;
  for (request next = p.next(); next == request::fetch; next = p.next()) {
    if (!p.path().starts_with("objects/")) {
      carries.fetch(p);
      continue;
    }
    ++lies;
    const byte_string other(p.most());
    p.give(std::span<const std::byte>(other));
  }
  EXPECT_EQ(lies, 1);
  EXPECT_EQ(p.next(), request::wait);
  EXPECT_NE(p.why().find("cannot be verified"), std::string::npos) << p.why();
  EXPECT_GE(p.pause().count(), 125);
  p.look();
  EXPECT_EQ(carries.carry(p), request::send);
  EXPECT_TRUE(p.why().empty());
}

TEST(ParticipantsTest, SayWhyTheyEnd) {
  small_collection c = collection_of("degrees");
  everybody all(c);
  all.say();
  participant p(all.kept[0].bytes);
  carrier carries(c);
  collect::announcement lie = c.announced(0);
  lie.round = "join";
  const byte_string lying = lie.write(c.key());
  for (request next = p.next(); next != request::ended; next = p.next()) {
    ASSERT_TRUE(next == request::fetch || next == request::keep);
    if (next == request::keep)
      p.kept();
    else if (p.path() == "announcements/0")
      p.give(std::span<const std::byte>(lying));
    else
      carries.fetch(p);
  }
  EXPECT_NE(p.why().find("which the task does not have"), std::string::npos) << p.why();
}

TEST(ParticipantsTest, GoOnAfterARefusalThatMeansTheRoundAlone) {
  small_collection c = collection_of("degrees");
  for (const char* problem : {"round-closed", "not-asked", "too-early", "bad-signature"}) {
    participant p = participant::join(joining_of(c, "bob"));
    carrier carries(c);
    ASSERT_EQ(carries.carry(p), request::send);
    const byte_string message = bytes_of(p);
    p.said(problem);
    if (std::string(problem) == "bad-signature") {
      EXPECT_EQ(p.next(), request::ended);
      EXPECT_NE(p.why().find(problem), std::string::npos);
      continue;
    }
    EXPECT_EQ(p.next(), request::wait) << problem;
    p.look();
    const request next = carries.carry(p);
    EXPECT_EQ(next, std::string(problem) == "too-early" ? request::send : request::wait) << problem;
    if (next == request::send) {
      EXPECT_EQ(bytes_of(p), message);
    }
  }
}

/// Moments are those of our client: after what the work may take, within what the task says.
TEST(ParticipantsTest, AnswerAtARandomMoment) {
  small_collection c = collection_of("degrees");
  everybody all(c);
  all.say();
  using std::chrono::milliseconds;
  milliseconds least(1000000), most(0);
  for (int i = 0; i < 200; ++i) {
    participant p(all.kept[0].bytes);
    carrier carries(c);
    ASSERT_EQ(carries.carry(p), request::send);
    const milliseconds due = p.due(milliseconds(0));
    least = std::min(least, due);
    most = std::max(most, due);
    EXPECT_EQ(p.due(due), due);
    EXPECT_GT(p.due(due + milliseconds(1)), due) << "it was not ready at the first moment";
  }
  const auto within = milliseconds(1000 * c.collector->of_task().rounds.back().answer_seconds);
  EXPECT_LT(least, within / 5);
  EXPECT_GT(most, within / 2);
  EXPECT_LE(most, within + milliseconds(1000));
}

/// However long the registration took to make and to keep.
TEST(ParticipantsTest, JoinAtAnyMoment) {
  small_collection c = collection_of("degrees");
  participant p = participant::join(joining_of(c, c.people.front()));
  using std::chrono::milliseconds;
  carrier carries(c);
  ASSERT_EQ(carries.carry(p), request::send);
  for (const int made : {0, 1, 999, 1000, 1001, 1000000})
    EXPECT_EQ(p.due(milliseconds(made)), milliseconds(made));
}

/// The same through C.
class c_participant {
 public:
  explicit c_participant(edgeldp_participant* me) : m_me(me) {}
  ~c_participant() { edgeldp_close(m_me); }
  c_participant(const c_participant&) = delete;
  c_participant& operator=(const c_participant&) = delete;
  edgeldp_participant* get() const { return m_me; }

  int carry(carrier& carries) {
    for (;;) {
      const int next = edgeldp_next(m_me);
      if (next == EDGELDP_FETCH) {
        std::uint64_t most = 0;
        const char* const path = edgeldp_path(m_me, &most);
        const auto bytes = collect::read_file(carries.folder / path, most);
        if (bytes && ++carries.given % 2 == 0)
          lend(*bytes);
        else
          edgeldp_give(m_me, bytes ? bytes->data() : nullptr, bytes ? bytes->size() : 0, bytes ? 1 : 0);
      } else if (next == EDGELDP_KEEP) {
        carries.kept = bytes();
        edgeldp_kept(m_me);
      } else if (next == EDGELDP_ANSWER) {
        edgeldp_answer(m_me, 1000);
      } else {
        return next;
      }
    }
  }
  byte_string bytes() const {
    std::size_t size = 0;
    const auto* const first = static_cast<const std::byte*>(edgeldp_bytes(m_me, &size));
    return {first, first + size};
  }

  static int lent, lent_so_far;  ///< the first: and not given back

 private:
  void lend(const byte_string& bytes) {
    ++lent;
    ++lent_so_far;
    edgeldp_give_parts(
        m_me, bytes.size(),
        [](void* context, std::uint64_t at, void* to, std::size_t size) {
          std::memcpy(to, static_cast<const byte_string*>(context)->data() + at, size);
          return 0;
        },
        [](void* context) {
          delete static_cast<const byte_string*>(context);
          --lent;
        },
        new byte_string(bytes));
  }
  edgeldp_participant* m_me;
};
int c_participant::lent = 0, c_participant::lent_so_far = 0;

TEST(ParticipantInCTest, SaysTheSame) {
  small_collection c = collection_of("triangles", true);
  const std::vector<const char*> contacts{"bob", "cem", "dee", "eva", "fay"};
  const joining who = joining_of(c, "ann");
  const std::uint64_t seed = *who.seed;
  const edgeldp_joining asked{"ann",
                              who.token.c_str(),
                              contacts.data(),
                              contacts.size(),
                              nullptr,
                              0,
                              1.0,
                              c.collector->id().c_str(),
                              &seed,
                              0,
                              0.0,
                              nullptr};
  carrier carries(c);
  {
    const c_participant p(edgeldp_join(&asked));
    // The key that signs is made anew by whoever joins.
    c_participant joined(edgeldp_join(&asked));
    ASSERT_EQ(joined.carry(carries), EDGELDP_SEND) << edgeldp_why(joined.get());
    EXPECT_STREQ(edgeldp_round(joined.get()), "join");
    edgeldp_said(joined.get(), nullptr);
    EXPECT_EQ(edgeldp_next(joined.get()), EDGELDP_WAIT);
    EXPECT_GT(edgeldp_pause(joined.get()), 100);
    EXPECT_DOUBLE_EQ(edgeldp_spent(joined.get()), 0.0);
  }
  c_participant again(edgeldp_open(carries.kept.data(), carries.kept.size()));
  ASSERT_EQ(again.carry(carries), EDGELDP_SEND);
  participant same(carries.kept);
  carrier other(c);
  ASSERT_EQ(other.carry(same), request::send);
  EXPECT_EQ(again.bytes(), bytes_of(same));
  double person = 0.0, relationship = 0.0;
  const byte_string task = c.published().task();
  EXPECT_EQ(edgeldp_task_costs(task.data(), task.size(), &person, &relationship), 0);
  EXPECT_DOUBLE_EQ(person, 1.0);
  EXPECT_NEAR(relationship, 1.02, 1e-8);
}

TEST(ParticipantInCTest, GivesBackWhatItWasLent) {
  small_collection c = collection_of("triangles");
  everybody all(c);
  all.say_what_there_is();
  ASSERT_TRUE(c.collector->due());
  carrier carries(c);
  {
    c_participant p(edgeldp_open(all.kept[0].bytes.data(), all.kept[0].bytes.size()));
    ASSERT_EQ(p.carry(carries), EDGELDP_SEND);
    EXPECT_GT(c_participant::lent_so_far, 0);
  }
  EXPECT_EQ(c_participant::lent, 0);
  int released = 0;
  const auto release = [](void* count) { ++*static_cast<int*>(count); };
  edgeldp_give_parts(nullptr, 1, nullptr, release, &released);
  EXPECT_EQ(released, 1);
  const c_participant unasked(edgeldp_open(all.kept[0].bytes.data(), all.kept[0].bytes.size()));
  edgeldp_give_parts(unasked.get(), 1, nullptr, release, &released);
  EXPECT_EQ(released, 2);
}

TEST(ParticipantInCTest, AnswersWhateverItIsGiven) {
  EXPECT_EQ(edgeldp_next(nullptr), EDGELDP_ERROR);
  EXPECT_EQ(edgeldp_path(nullptr, nullptr), nullptr);
  EXPECT_EQ(edgeldp_bytes(nullptr, nullptr), nullptr);
  EXPECT_EQ(edgeldp_due(nullptr, 0), 0);
  EXPECT_EQ(edgeldp_spent(nullptr), 0.0);
  EXPECT_EQ(edgeldp_join(nullptr), nullptr);
  EXPECT_EQ(edgeldp_task_costs("{}", 2, nullptr, nullptr), -1);
  EXPECT_EQ(edgeldp_account_costs("x", 1, 0, nullptr, nullptr, nullptr), -1);
  EXPECT_EQ(edgeldp_account_costs(nullptr, 0, 0, nullptr, nullptr, nullptr), 0);
  EXPECT_EQ(edgeldp_give_account(nullptr, nullptr, 0, 0), -1);
  EXPECT_EQ(edgeldp_leave(nullptr), -1);
  edgeldp_give(nullptr, nullptr, 0, 1);
  edgeldp_close(nullptr);
  const c_participant damaged(edgeldp_open("nonsense", 8));
  EXPECT_EQ(edgeldp_next(damaged.get()), EDGELDP_ERROR);
  EXPECT_NE(std::strlen(edgeldp_why(damaged.get())), 0U);
  const edgeldp_joining nobody{};
  const c_participant unnamed(edgeldp_join(&nobody));
  EXPECT_EQ(edgeldp_next(unnamed.get()), EDGELDP_ERROR);
  EXPECT_NE(std::string(edgeldp_why(unnamed.get())).find("token"), std::string::npos);
}

}  // namespace

}  // namespace edgeldp::test
