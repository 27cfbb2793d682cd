// SPDX-License-Identifier: MIT
#include "collect/verbs/task_words.hpp"

#include "io/consent.hpp"

namespace edgeldp::cli {

std::string contact_words(const collect::task& t) {
  if (t.has_items()) return "That an item is on a list, the messages of that one person alone tell.";
  return contact_text(t.most_of_relationship().nats());
}

std::string own_words(const collect::task& t) {
  return own_messages_text(t.total.nats(), t.has_items() ? "item" : "contact");
}

}  // namespace edgeldp::cli
