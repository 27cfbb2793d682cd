// SPDX-License-Identifier: MIT
#include "collect/verbs/task_words.hpp"

#include <algorithm>
#include <cstdint>

#include "io/consent.hpp"

namespace edgeldp::cli {

double relationship_loss(const collect::task& t) {
  if (t.has_halves()) return t.most_of_relationship().nats();
  std::uint64_t both = 0, one = 0;  // units
  for (const collect::task_round& r : t.rounds) {
    if (r.edges == edge_use::both_endpoints) both += r.most.units();
    if (r.edges == edge_use::one_endpoint) one += r.most.units();
  }
  both = std::min(both, t.total.units());
  const std::uint64_t later_end = std::min(both + one, t.total.units());
  return static_cast<double>(both + later_end) / static_cast<double>(epsilon::units_per_nat);
}

std::string contact_words(const collect::task& t) {
  return contact_text(relationship_loss(t));
}

std::string own_words(const collect::task& t) {
  return own_messages_text(t.total.nats());
}

}  // namespace edgeldp::cli
