// SPDX-License-Identifier: MIT
#include "collect/verbs/task_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "io/consent.hpp"

namespace edgeldp::cli {

std::string_view about_question(std::string_view method) {
  constexpr std::pair<std::string_view, std::string_view> all[] = {
      {"triangles", "A triangle is a group of three people who all have each other as contacts."},
      {"degrees",
       "An edge is a pair of people who have each other as contacts, a wedge a person with two contacts, and "
       "a "
       "degree the number of contacts of one person."},
      {"cores", "A person sits deep who belongs to a group whose members all have many contacts in it."},
      {"centrality", "A person is central whom many short chains of contacts lead to."},
      {"mixing",
       "The groups are of people with few, more and many contacts; a walk goes from contact to contact."},
      {"homophily", "An edge is a pair of people who have each other as contacts."},
      {"cycles-4", "Such a cycle is a ring of four people, each of whom has the next one as a contact."}};
  const auto* found = std::ranges::find(all, method, &std::pair<std::string_view, std::string_view>::first);
  return found == std::ranges::end(all) ? "" : found->second;
}

std::string contact_words(const collect::task& t, chosen_part own) {
  if (t.has_items()) return "That an item is on a list, the messages of that one person alone tell.";
  return contact_text(t.most_of_relationship(own).nats());
}

std::string own_words(const collect::task& t, chosen_part own) {
  return own_messages_text(part_of(t.total, own).nats(), t.has_items() ? "item" : "contact");
}

std::string choosing_words(const collect::task& t) {
  if (!t.lets_choose()) return {};
  return fmt::format(
      "Each person may spend less: a half of that, epsilon {:.4g}, or a quarter, {:.4g}. Its answers are "
      "then "
      "noisier, and count all the same. The choice is made before the list is read, since everybody can read "
      "what a person chose.",
      part_of(t.total, chosen_part::half).nats(), part_of(t.total, chosen_part::quarter).nats());
}

std::string chosen_words(const part_counts& chosen) {
  if (chosen[1] + chosen[2] == 0) return {};
  return fmt::format("{} spend all that the task says at most, {} a half of it, {} a quarter",
                     grouped(static_cast<double>(chosen[0])), grouped(static_cast<double>(chosen[1])),
                     grouped(static_cast<double>(chosen[2])));
}

}  // namespace edgeldp::cli
