// SPDX-License-Identifier: MIT
#include "collect/verbs/task_words.hpp"

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

std::string contact_words(const collect::task& t) {
  if (t.has_items()) return "That an item is on a list, the messages of that one person alone tell.";
  return contact_text(t.most_of_relationship().nats());
}

std::string own_words(const collect::task& t) {
  return own_messages_text(t.total.nats(), t.has_items() ? "item" : "contact");
}

}  // namespace edgeldp::cli
