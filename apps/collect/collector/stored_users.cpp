// SPDX-License-Identifier: MIT
#include "collect/collector/stored_users.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "collect/collector/open_round.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp::collect {

announcement stored_users::announce(const call& asked) const {
  announcement a;
  a.task = m_of.id;
  a.version = m_of.asked.version;
  a.index = asked.index;
  a.before = asked.index == 0 ? m_of.id : m_of.announced.at(asked.index - 1U);
  a.joined = m_of.joined_entry;
  a.asks = asked.asks;
  a.round = asked.kind.name;
  a.edges = asked.kind.edges;
  a.said.assign(asked.said.begin(), asked.said.end());
  a.who = asked.who;
  for (public_objects::listed& object : asked.published.list())
    a.published.push_back({std::move(object.name), object.size});
  if (asked.said_to)
    for (std::uint64_t number = 0; number < asked.who.size(); ++number)
      a.said_to.push_back(asked.said_to(number));
  const task_round* planned = m_of.asked.round(a.round);
  if (planned == nullptr) throw internal_error("round '" + a.round + "' is not in the task");
  a.opened = m_now;
  a.closes = m_now + static_cast<std::int64_t>(planned->seconds);
  return a;
}

void stored_users::answer(const call& asked, message_sink& sink) {
  if (asked.who.size() == 0)
    throw invalid_parameter("nobody is left to ask in round '" + std::string(asked.kind.name) + "'");
  announcement a = announce(asked);
  const std::vector<stored_round> known = m_of.kept.rounds();
  if (asked.index >= known.size()) {
    m_of.open(asked, a);
    throw round_is_open{};
  }
  const stored_round& round = known[asked.index];
  signed_part part;
  const announcement before = announcement::read(round.announcement, part);
  a.opened = before.opened;
  a.closes = before.closes;
  if (a.write(m_of.key) != round.announcement)
    throw internal_error("round " + std::to_string(asked.index) + " is not what was announced");
  if (!round.is_closed) {
    m_of.open(asked, a);
    throw round_is_open{};
  }
  const asked_numbers numbers(asked.who);
  m_of.kept.for_each_report(asked.index, [&](vertex_id user, std::span<const std::byte> message) {
    sink.put(numbers.of(user).value(), report::read(message, part).body);
  });
}

byte_string stored_users::decide(std::string_view name, const std::function<byte_string()>& make) {
  const std::string key = "decided " + std::string(name);
  if (auto decided = m_of.kept.kept(key)) return *std::move(decided);
  byte_string made = make();
  m_of.kept.keep(key, made);
  return made;
}

}  // namespace edgeldp::collect
