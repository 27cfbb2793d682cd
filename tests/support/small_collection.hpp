// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collect/carriers/folder_bulletin.hpp"
#include "collect/client/client.hpp"
#include "collect/collector/collection.hpp"
#include "collect/task/files.hpp"
#include "collect/task/published.hpp"
#include "edgeldp/core/base/error.hpp"
#include "support/test_folder.hpp"

/// A collection of a few people who all know each other, nobody of whom has done anything yet.
namespace edgeldp::test {

/// "triangles-1500" is the method triangles where a relationship may lose 1.5 times the total,
/// "triangles-sample" that where a sample of rows is read.
inline void ask_for(collect::new_collection& wanted, const std::string& method) {
  constexpr std::string_view of_sample = "-sample";
  constexpr std::uint64_t room_for_a_few_rows = 400;
  wanted.method = method;
  if (method == "butterflies") wanted.items = {"bag", "cap", "cup", "hat", "ink", "jar", "mug", "pen"};
  if (method.ends_with(of_sample)) {
    wanted.method = method.substr(0, method.size() - of_sample.size());
    wanted.max_download_bytes = room_for_a_few_rows;
    return;
  }
  const std::size_t last = method.rfind('-');
  if (last == std::string::npos || method.size() - last != sizeof "1500") return;
  wanted.method = method.substr(0, last);
  wanted.relationship_permille = static_cast<std::uint32_t>(std::stoul(method.substr(last + 1)));
}

/// Every second person has one of two public labels, where the method infers those of the others.
inline void label_some(collect::new_collection& wanted) {
  if (!collect::offer_for(wanted.method).has_labels || !wanted.labels.empty()) return;
  for (std::size_t i = 0; i < wanted.people.size(); i += 2)
    wanted.labels.push_back({wanted.people[i], i % 4 == 0 ? "blue" : "red"});
  wanted.confirmed = "labels are inferred";
}

/// A client's state in memory.
class state_in_memory final : public collect::state_keeper {
 public:
  byte_string load() override { return bytes; }
  void save(const byte_string& saved) override { bytes = saved; }
  byte_string bytes;
};

/// A personal account in memory.
class account_in_memory final : public collect::account_keeper {
 public:
  byte_string begin() override { return records; }
  void end(const byte_string& added) override {
    records.insert(records.end(), added.begin(), added.end());
    kept.push_back(added);
  }
  std::int64_t now() override { return 1000; }
  byte_string records;
  std::vector<byte_string> kept;  ///< one after another
};

class small_collection {
 public:
  explicit small_collection(const std::function<void(collect::new_collection&)>& change = {}) {
    collect::new_collection wanted;
    wanted.title = "A test";
    wanted.method = "triangles";
    wanted.total = epsilon::from_nats(1.0);
    wanted.people = {"ann", "bob", "cem", "dee"};
    wanted.join_seconds = 100;
    wanted.round_seconds = 100;
    wanted.is_simulated = true;
    wanted.key = release_key{3};
    if (change) change(wanted);
    label_some(wanted);
    people = wanted.people;
    items = wanted.items;
    method = wanted.method;
    for (const collect::task_attribute& a : wanted.attributes) values.push_back(a.values.front());
    is_simulated = wanted.is_simulated;
    collect::create_collection(folder(), wanted, now);
    restart();
  }

  collect::collector_folder folder() const { return {scratch.path() / "home"}; }
  collect::folder_bulletin published() const { return collect::folder_bulletin(folder().open()); }
  void restart() {
    collector.reset();
    collect::store_options options;
    options.is_durable = false;
    collector = std::make_unique<collect::collection>(folder(), now, options);
  }

  /// Who everybody says to be.
  collect::joining_person person(const std::string& name) const {
    collect::joining_person who{name,   collector->token_for(name), {},
                                values, epsilon::from_nats(1.0),    std::nullopt};
    if (is_simulated) who.simulation_key = 7;
    who.contacts = items;
    if (items.empty())
      for (const std::string& other : people)
        if (other != name) who.contacts.push_back(other);
    return who;
  }
  collect::client join(state_in_memory& kept, const std::string& name) const {
    collect::folder_bulletin from = published();
    return collect::client::join(kept, from, person(name));
  }

  /// Takes what a client says now, and goes on.
  collect::collection::verdict say(collect::client& p) {
    collect::folder_bulletin from = published();
    const collect::next_step step = p.next(from);
    if (step.what != collect::next_step::kind::send) throw std::logic_error("nothing to say");
    const auto verdict = collector->take(step.message);
    collector->commit();
    collector->advance(now);
    return verdict;
  }

  /// The same of a client that starts anew from its state, if it is asked for anything.
  void say_next(state_in_memory& kept) {
    collect::client one(kept);
    collect::folder_bulletin from = published();
    const collect::next_step step = one.next(from);
    if (step.what == collect::next_step::kind::ended) throw std::logic_error(step.why);
    if (step.what == collect::next_step::kind::send) say(one);
  }

  /// The secret that announcements are signed with.
  collect::signing_key key() const {
    const byte_string secrets = collect::read_file(folder().closed() / "secret", 64).value();
    return collect::signing_key::from(std::span(secrets).first(32));
  }
  collect::announcement announced(std::uint32_t index) const {
    collect::signed_part part;
    const byte_string bytes = published().announcement(index).value();
    return collect::announcement::read(bytes, part);
  }

  test_folder scratch;
  std::vector<std::string> people;
  std::vector<std::string> items;  ///< that everybody has; empty where lists are of people
  std::string method;
  std::vector<std::string> values;  ///< of everybody
  bool is_simulated = true;
  std::int64_t now = 1000;
  std::unique_ptr<collect::collection> collector;
};

/// What was published, but for some announcements.
class altered_bulletin final : public collect::bulletin {
 public:
  explicit altered_bulletin(const small_collection& c) : m_from(c.published()) {}
  byte_string task() override { return m_from.task(); }
  public_bytes directory() override { return m_from.directory(); }
  std::optional<byte_string> announcement(std::uint32_t index) override {
    const auto other = announcements.find(index);
    return other == announcements.end() ? m_from.announcement(index) : other->second;
  }
  public_bytes object(std::string_view name, std::uint64_t most) override {
    const auto other = objects.find(std::string(name));
    if (other == objects.end()) return m_from.object(name, most);
    if (other->second.size() > most) throw format_error(most, "longer than announced");
    return held_here(other->second);
  }
  std::optional<byte_string> result() override { return m_from.result(); }
  std::optional<byte_string> seal() override { return seal_instead ? seal_instead : m_from.seal(); }

  std::map<std::uint32_t, std::optional<byte_string>> announcements;
  std::map<std::string, byte_string> objects;
  std::optional<byte_string> seal_instead;

 private:
  collect::folder_bulletin m_from;
};

/// Everybody of a collection, in one process.
struct everybody {
  explicit everybody(small_collection& in) : c(in), kept(in.people.size()) {
    for (std::size_t i = 0; i < in.people.size(); ++i) clients.push_back(in.join(kept[i], in.people[i]));
  }
  /// All say what they have to say, so that the round closes.
  void say() {
    for (collect::client& p : clients) c.say(p);
  }
  /// The same of those who are asked anything.
  void say_what_there_is() {
    for (collect::client& p : clients) {
      collect::folder_bulletin from = c.published();
      if (p.next(from).what == collect::next_step::kind::send) c.say(p);
    }
  }
  small_collection& c;
  std::vector<state_in_memory> kept;
  std::vector<collect::client> clients;
};

}  // namespace edgeldp::test
