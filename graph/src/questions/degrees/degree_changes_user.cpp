// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/degrees/degree_changes_user.hpp"

#include <array>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"

namespace edgeldp {

told_contacts::told_contacts(std::span<const vertex_id> first) {
  for (const vertex_id person : first) m_known.push_back({person, 0, true});
}

told_contacts told_contacts::next(std::span<const vertex_id> list, std::uint32_t most_changes) const {
  std::vector<told_contact> now;
  const auto tell = [&](told_contact contact, bool is_there) {
    if (contact.is_there != is_there && contact.changes < most_changes) {
      contact.is_there = is_there;
      ++contact.changes;
    }
    if (contact.is_there || contact.changes > 0) now.push_back(contact);
  };
  auto known = m_known.begin();
  for (const vertex_id person : list) {
    for (; known != m_known.end() && known->person < person; ++known) tell(*known, false);
    if (known != m_known.end() && known->person == person)
      tell(*known++, true);
    else
      tell({person, 0, false}, true);
  }
  for (; known != m_known.end(); ++known) tell(*known, false);
  return told_contacts(std::move(now));
}

std::int64_t told_contacts::degree() const noexcept {
  return ranges::count_if(m_known, [](const told_contact& contact) { return contact.is_there; });
}

epsilon price_of(const degree_change_round& round, const own_changes&) {
  return round.budgets.changes;
}

byte_string answer(const degree_change_round& round, const own_changes& me, const user_coins& coins) {
  std::vector<told_number> told(me.told.begin(), me.told.end());
  if (told.empty() || told.back().date >= round.date)
    throw format_error(0, "it asks for a change where nothing was told before it");
  const discrete_laplace noise(round.budgets.reach(), round.budgets.changes);
  const int128 said = coins({coin_purpose::degree, round.date},
                            [&](private_randomness& source) { return me.change + noise(source); });
  told.push_back({round.date, static_cast<std::int64_t>(said)});
  return write_told(told);
}

std::span<const user_task_for<own_changes>> degree_change_tasks() {
  static constexpr std::array tasks{task_of<degree_change_round, own_changes>()};
  return tasks;
}

}  // namespace edgeldp
