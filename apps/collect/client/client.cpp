// SPDX-License-Identifier: MIT
#include "collect/client/client.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/cycles/cycles_user.hpp"
#include "edgeldp/graph/homophily/attribute_rounds_user.hpp"
#include "edgeldp/graph/triangles/centred/centred_round_user.hpp"

namespace edgeldp::collect {

namespace {

/// The collector said something that does not go with what it said before, or with the task.
class contradiction : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Bytes that nobody signed may have been damaged on their way: they are no word of the collector.
io_error unreadable(const std::string& what) {
  return io_error(what + " cannot be verified: damaged on its way, or not from the collector; try again");
}

/// Errors: io_error unless these are the bytes of that name.
byte_string verified(byte_string bytes, std::string_view name, const std::string& what) {
  if (name_of(bytes) != name) throw unreadable(what);
  return bytes;
}

/// Errors: io_error unless the bytes come as they were announced; more of them are no word of the
///     collector either.
byte_string fetched(bulletin& published, const public_entry& e, const std::string& what) {
  try {
    return verified(published.object(e.name, e.size), e.name, what);
  } catch (const format_error&) {
    throw unreadable(what);
  }
}

coin_source coins_of(const client_state& s) {
  return s.simulation_key ? coin_source::simulated(*s.simulation_key) : coin_source();
}

std::vector<std::uint32_t> values_of(const task& t, const std::vector<std::string>& said) {
  if (said.size() != t.attributes.size())
    throw invalid_parameter(std::to_string(said.size()) + " values: the task has " +
                            std::to_string(t.attributes.size()) + " attributes");
  std::vector<std::uint32_t> values;
  for (std::size_t a = 0; a < said.size(); ++a) {
    const auto& known = t.attributes[a].values;
    const auto at = std::ranges::find(known, said[a]);
    if (at == known.end())
      throw invalid_parameter("'" + said[a] + "' is no value of '" + t.attributes[a].name + "'");
    values.push_back(static_cast<std::uint32_t>(at - known.begin()));
  }
  return values;
}

std::vector<std::uint32_t> people_of(const people_directory& directory, std::uint32_t me,
                                     const std::vector<std::string>& names) {
  std::vector<std::uint32_t> people;
  for (const std::string& name : names)
    if (const auto person = directory.find(name); person && *person != me) people.push_back(*person);
  std::ranges::sort(people);
  people.erase(std::ranges::unique(people).begin(), people.end());
  return people;
}

void require_allowed(const task& t, const joining_person& who) {
  if (t.total > who.ceiling)
    throw invalid_parameter("the task spends epsilon " + std::to_string(t.total.nats()) +
                            ", your ceiling is " + std::to_string(who.ceiling.nats()));
  if (t.is_simulated != who.simulation_key.has_value())
    throw invalid_parameter(t.is_simulated ? "the task is simulated: it takes clients with a seed alone"
                                           : "the task is real: it takes no client with a seed");
}

client_state fresh_state(bulletin& published, const joining_person& who) {
  client_state s;
  s.task = published.task();
  const task t = task::read(s.task);
  require_allowed(t, who);
  const people_directory directory(
      verified(published.directory(), t.directory_digest, "the directory of people"));
  const auto me = directory.find(who.name);
  if (!me) throw invalid_parameter("'" + who.name + "' is not in the task's directory of people");
  const signing_key key = signing_key::make();
  s.person = *me;
  s.name = who.name;
  s.token = who.token;
  s.secret_key.assign(key.secret().begin(), key.secret().end());
  s.simulation_key = who.simulation_key;
  s.ceiling = who.ceiling;
  s.contacts = people_of(directory, *me, who.contacts);
  s.values = values_of(t, who.values);
  return s;
}

}  // namespace

client client::join(state_keeper& kept, bulletin& published, const joining_person& who) {
  client_state s = fresh_state(published, who);
  kept.save(s.write());
  return client(kept, std::move(s));
}

client::client(state_keeper& kept) : client(kept, client_state::read(kept.load())) {}

client::client(state_keeper& kept, client_state state)
    : m_kept(kept),
      m_state(std::move(state)),
      m_task(task::read(m_state.task)),
      m_id(m_task.id()),
      m_key(signing_key::from(m_state.secret_key)),
      m_coins(coins_of(m_state)) {}

epsilon client::spent() const {
  std::uint64_t units = 0;
  for (const heard_round& h : m_state.heard) units += h.price.units();
  return epsilon::from_units(units);
}

void client::save(client_state state) {
  m_kept.save(state.write());
  m_state = std::move(state);
}

next_step client::end(std::string why) {
  client_state s = m_state;
  s.ended = std::move(why);
  save(std::move(s));
  return {next_step::kind::ended, {}, {}, m_state.ended};
}

next_step client::next(bulletin& published) {
  using enum next_step::kind;
  if (!m_state.ended.empty()) return {ended, {}, {}, m_state.ended};
  try {
    require_same(published);
    auto index = static_cast<std::uint32_t>(m_state.heard.size());
    std::optional<byte_string> bytes = published.announcement(index);
    while (bytes) {
      const announcement a = check(*bytes, index);
      std::optional<byte_string> later = published.announcement(++index);
      hear(published, a, name_of(*bytes), !later);
      bytes = std::move(later);
    }
  } catch (const contradiction& e) {
    return end(e.what());
  }
  if (published.result() || (m_company && !m_company->me)) return {over};
  if (m_state.heard.empty())
    return {send,
            registration{m_id, m_state.name, m_state.token, m_key.its_public(), m_coins.is_simulated()}.write(
                m_key),
            std::string(join_round)};
  const heard_round& last = m_state.heard.back();
  if (last.answer.empty()) return {wait};
  return {send, last.answer, last.round};
}

/// What was heard last is still what is published: a collector that says two things under one
/// number tells different people different things.
void client::require_same(bulletin& published) const {
  if (m_state.heard.empty()) return;
  const auto index = static_cast<std::uint32_t>(m_state.heard.size() - 1);
  const auto bytes = published.announcement(index);
  if (!bytes) throw unreadable("announcement " + std::to_string(index));
  if (name_of(*bytes) == m_state.heard.back().announcement) return;
  check(*bytes, index);
  throw contradiction("the collector announced round " + std::to_string(index) + " twice, differently");
}

announcement client::check(std::span<const std::byte> bytes, std::uint32_t index) const {
  const std::string what = "announcement " + std::to_string(index);
  signed_part part;
  announcement a;
  try {
    a = announcement::read(bytes, part);
  } catch (const format_error&) {
    throw unreadable(what);
  }
  if (!part.is_by(m_task.collector)) throw unreadable(what);
  if (a.task != m_id) throw contradiction(what + " is of another task");
  const std::string& before = index == 0 ? m_id : m_state.heard[index - 1U].announcement;
  if (a.index != index || a.before != before)
    throw contradiction(what + " does not follow what was announced before");
  if (!m_state.joined.empty() && a.joined.name != m_state.joined)
    throw contradiction(what + " is about other people than joined");
  const task_round* planned = m_task.round(a.round);
  if (planned == nullptr || a.round == join_round || planned->edges != a.edges)
    throw contradiction(what + " asks for round '" + a.round + "', which the task does not have");
  return a;
}

void client::learn(bulletin& published, const announcement& a) {
  if (!m_company) {
    const byte_string bytes = fetched(published, a.joined, "the list of who joined");
    const joined_people joined = joined_people::read(bytes, m_task.people);
    company c{joined.size(), joined.user(m_state.person), {}};
    for (const std::uint32_t person : m_state.contacts)
      if (const auto user = joined.user(person)) c.neighbors.push_back(*user);
    std::vector<vertex_id> known = c.neighbors;
    if (c.me) known.push_back(*c.me);
    m_published = std::make_unique<public_objects>(std::move(known), c.users);
    m_company = std::move(c);
  }
  for (const public_entry& e : a.published)
    if (!m_published->has(e.name)) m_published->receive(e.name, fetched(published, e, "a published object"));
}

std::optional<std::uint64_t> client::number_of_mine(const announcement& a) const {
  if (a.who.users() != m_company->users) throw format_error(0, "a round for other people than joined");
  const std::optional<vertex_id> me = m_company->me;
  if (!me || a.who.is_everybody()) return me;
  for (std::uint64_t number = 0; number < a.who.size(); ++number)
    if (a.who.user(number) == *me) return number;
  return std::nullopt;
}

void client::hear(bulletin& published, const announcement& a, const std::string& name, bool is_latest) {
  client_state s = m_state;
  s.joined = a.joined.name;
  heard_round& h = s.heard.emplace_back(name, a.round, epsilon(), byte_string());
  if (is_latest) {
    try {
      learn(published, a);
      if (const auto number = number_of_mine(a))
        h.answer = report{m_id, a.index, name, *m_company->me, answer(a, *number, h.price)}.write(m_key);
    } catch (const format_error& e) {
      throw contradiction("round '" + a.round + "' cannot be answered: " + e.what());
    } catch (const invalid_parameter& e) {
      throw contradiction("round '" + a.round + "' cannot be answered: " + e.what());
    }
  }
  save(std::move(s));
}

byte_string client::answer(const announcement& a, std::uint64_t number, epsilon& price) const {
  const own_list list{*m_company->me, m_company->users, m_company->neighbors};
  user_call asked{a.asks, a.said, *m_published, number};
  if (!a.said_to.empty()) asked.said_to_me = a.said_to[number];
  const auto play = [&](const auto tasks, const auto& me) {
    const auto& mine = task_for(tasks, a.asks);
    if (mine.price == nullptr) throw format_error(0, "a question without a price");
    price = mine.price(asked, me);
    if (price > m_task.round(a.round)->most) throw format_error(0, "it costs more than the task says");
    if (spent().units() + price.units() > std::min(m_state.ceiling, m_task.total).units())
      throw format_error(0, "all rounds together cost more than the task says");
    return mine.answer(asked, me, user_coins(m_coins, list.user));
  };
  if (m_task.method == "cycles-4") return play(cycle_tasks(), list);
  if (m_task.method != "homophily") return play(centred_tasks_on_excerpts(), list);
  std::vector<std::uint32_t> kinds;
  for (const task_attribute& attribute : m_task.attributes)
    kinds.push_back(static_cast<std::uint32_t>(attribute.values.size()));
  return play(homophily_tasks(), own_profile{list, m_state.values, kinds});
}

}  // namespace edgeldp::collect
