// SPDX-License-Identifier: MIT
// A person's side, through C, beside a collector that says anything. Where the first byte is even,
// the rest is what the collector announces to somebody who has joined, signed and by its right
// name: the client ends, waits or answers, and never spends more than the task says. Where it is
// odd, the rest is a state, and what is fetched.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collect/client/state.hpp"
#include "collect/task/labels.hpp"
#include "collect/task/messages.hpp"
#include "collect/task/people.hpp"
#include "collect/task/task.hpp"
#include "edgeldp/client/participant.h"
#include "edgeldp/core/wire/canonical.hpp"
#include "study/offers/offers.hpp"

namespace {

using namespace edgeldp;

const collect::signing_key& collector_key() {
  static const collect::signing_key key = collect::signing_key::from(byte_string(32, std::byte{1}));
  return key;
}

/// A collection of three people in which ann has joined, of each method.
struct joined_person {
  joined_person(std::string_view method, const study::task_variant& variant) {
    const byte_string directory = collect::bytes_of("ann\nbob\ncem\n");
    asked.title = "fuzzed";
    asked.method = std::string(method);
    asked.version = collect::version_for(method, false);
    asked.total = epsilon::from_nats(1.0);
    asked.relationship_permille = variant.relationship;
    asked.max_download_bytes = variant.download_bytes;
    asked.people = 3;
    asked.directory_digest = name_of(directory);
    asked.key = release_key{3};
    asked.collector = collector_key().its_public();
    if (collect::offer_for(method).has_items()) {
      asked.items = 3;
      asked.item_directory = name_of(directory);
    }
    if (collect::offer_for(method).has_labels)
      asked.labels = collect::write_labels({{"ann", "blue"}, {"bob", "red"}}, {"ann", "bob", "cem"}).said;
    if (collect::offer_for(method).has_attributes) asked.attributes = {{"party", {"left", "right"}}};
    asked.rounds = collect::rounds_of(method, asked.total, variant, {100, 100, 10});
    collect::client_state s;
    s.version = asked.version;
    s.task = asked.write();
    s.name = "ann";
    s.token = byte_string(16);
    s.secret_key = byte_string(32, std::byte{2});
    s.coins_secret = byte_string(32, std::byte{3});
    s.ceiling = asked.total;
    s.contacts = {1, 2};
    s.values.assign(asked.attributes.size(), 0);
    state = s.write();
    const collect::key_mark mark = collect::mark_of(collect::signing_key::from(s.secret_key).its_public());
    who = collect::joined_people({0, 1, 2}, {mark, mark, mark}).write(asked.version);
  }
  collect::task asked;
  byte_string state, who;
};

const std::vector<joined_person>& people() {
  static const std::vector<joined_person> all = [] {
    std::vector<joined_person> made;
    for (const study::offer& o : study::offers()) {
      if (!o.is_open()) continue;
      made.emplace_back(o.question, study::task_variant{});
      if (!o.rounds_for_relationship.empty()) made.emplace_back(o.question, study::task_variant{1500});
      if (!o.rounds_for_sample.empty())
        made.emplace_back(o.question, study::task_variant{.download_bytes = 1000});
    }
    return made;
  }();
  return all;
}

/// Takes the input apart.
class input {
 public:
  explicit input(std::span<const std::byte> bytes) : m_left(bytes) {}
  std::size_t byte() { return m_left.empty() ? 0 : std::to_integer<std::size_t>(part(1).front()); }
  std::span<const std::byte> part(std::size_t size) {
    const auto first = m_left.first(std::min(size, m_left.size()));
    m_left = m_left.subspan(first.size());
    return first;
  }
  byte_string some() {
    const auto bytes = part(byte() + 256 * (byte() % 4));
    return {bytes.begin(), bytes.end()};
  }

 private:
  std::span<const std::byte> m_left;
};

/// What the collector publishes: an announcement as the input says, and its objects.
struct told_messages {
  told_messages(const joined_person& to, input& from) {
    collect::announcement a;
    a.task = to.asked.id();
    a.version = to.asked.version;
    a.before = a.task;
    a.joined = {name_of(to.who), to.who.size()};
    const auto rounds = collect::offer_for(to.asked.method).rounds_at(to.asked.variant());
    const study::offered_round& round = rounds[from.byte() % rounds.size()];
    a.asks = round.asks;
    a.round = round.name;
    a.edges = round.edges;
    a.who = roster::everybody(3);
    a.closes = 100;
    for (std::size_t i = from.byte() % 4; i > 0; --i) objects.push_back(from.some());
    for (const byte_string& object : objects) a.published.push_back({name_of(object), object.size()});
    a.said = from.some();
    // A name of 64 digits is too much to guess: 0 to 3 behind what is said stand for one.
    for (std::size_t i = from.byte() % 3; i > 0 && !objects.empty(); --i) {
      canonical_writer(a.said).text(a.published[from.byte() % objects.size()].name);
      const byte_string more = from.some();
      a.said.insert(a.said.end(), more.begin(), more.end());
    }
    if (from.byte() % 2 == 1)
      for (int i = 0; i < 3; ++i) a.said_to.push_back(from.some());
    announcement = a.write(collector_key());
  }
  const byte_string* find(std::string_view path) const {
    if (path == "announcements/0") return &announcement;
    for (const byte_string& object : objects)
      if (path == "objects/" + name_of(object)) return &object;
    return nullptr;
  }
  byte_string announcement;
  std::vector<byte_string> objects;
};

void carry(edgeldp_participant* me, const joined_person& to, const told_messages& all) {
  for (int steps = 0; steps < 100; ++steps) {
    switch (edgeldp_next(me)) {
      case EDGELDP_FETCH: {
        const std::string path = edgeldp_path(me, nullptr);
        const byte_string* found = path == "objects/" + name_of(to.who) ? &to.who : all.find(path);
        edgeldp_give(me, found != nullptr ? found->data() : nullptr, found != nullptr ? found->size() : 0,
                     found != nullptr ? 1 : 0);
        break;
      }
      case EDGELDP_KEEP:
        edgeldp_kept(me);
        break;
      case EDGELDP_ANSWER:
        edgeldp_answer(me, 0);
        break;
      case EDGELDP_ENDED:
        if (std::strlen(edgeldp_why(me)) == 0) std::abort();
        return;
      default:
        if (edgeldp_spent(me) > to.asked.total.nats()) std::abort();
        return;
    }
  }
  std::abort();  // it never comes to an end
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  input from(std::as_bytes(std::span(data, size)).subspan(1));
  edgeldp_participant* me = nullptr;
  const joined_person& to = people()[data[0] / 2 % people().size()];
  if (data[0] % 2 == 0) {
    me = edgeldp_open(to.state.data(), to.state.size());
    carry(me, to, told_messages(to, from));
  } else {
    const byte_string state = from.some();
    me = edgeldp_open(state.data(), state.size());
    carry(me, to, told_messages(to, from));
  }
  edgeldp_close(me);
  return 0;
}
