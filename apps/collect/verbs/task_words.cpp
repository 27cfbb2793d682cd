// SPDX-License-Identifier: MIT
#include "collect/verbs/task_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "collect/task/published.hpp"
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
      {"communities",
       "A group is of people who have each other as contacts more often than chance has it; its modularity "
       "says how much more."},
      {"labels", "A label is what the operator says of some people, such as a town or a trade."},
      {"synthesis",
       "An edge is a pair of people who have each other as contacts, a wedge a person with two contacts, and "
       "a triangle three people who all have each other as contacts. Anybody can make networks of made-up "
       "people from these numbers, as many as they like, without asking anybody again."},
      {"homophily", "An edge is a pair of people who have each other as contacts."},
      {"cycles-4", "Such a cycle is a ring of four people, each of whom has the next one as a contact."}};
  const auto* found = std::ranges::find(all, method, &std::pair<std::string_view, std::string_view>::first);
  return found == std::ranges::end(all) ? "" : found->second;
}

namespace {

/// "'blue', 'red'".
std::string labels_text(const collect::task& t) {
  constexpr std::size_t longest = 500;
  return collect::harmless_text(fmt::format("'{}'", fmt::join(t.labels.names, "', '")), longest);
}

/// That labels are guessed, from whose, and what epsilon has to do with it.
std::string inferred_words(const collect::task& t) {
  if (!t.has_labels()) return {};
  return fmt::format(
      " It is inferred: {} of the {} people have a public label ({}), which the operator has published with "
      "their names; what the others are likely to have is guessed from whom they know, since contacts are "
      "often alike. Epsilon bounds what each single contact tells, and does not forbid the guess.",
      grouped(static_cast<double>(t.labels.people)), grouped(static_cast<double>(t.people)), labels_text(t));
}

}  // namespace

std::string estimated_words(const collect::task& t) {
  return t.asks_changes() ? "the number of edges, the mean number of contacts, and how both have changed "
                            "since the date before"
                          : std::string(collect::offer_for(t.method).estimates);
}

std::string of_each_words(const collect::task& t) {
  const std::string_view said = collect::offer_for(t.method).of_each;
  if (said.empty()) return {};
  return fmt::format(
             "The result says of each person who {}, beside the name, {}. That follows from noisy answers, "
             "may be wrong, and everybody can read it.",
             t.has_labels() ? "joins" : "answers", said) +
         inferred_words(t);
}

std::string series_words(const collect::task& t) {
  if (t.series == collect::task_series()) return "";
  const std::string which =
      t.is_later_date() ? fmt::format("This is date {} on which the same people are asked. ", t.series.date)
                        : "This is the first of several dates on which the same people are asked. ";
  if (!t.tells_changes())
    return which + "It is a whole collection, and what it costs is added to what the dates before it cost.";
  const std::uint32_t most = t.series.budgets.most_changes;
  return which +
         fmt::format(
             "{} what has changed in a list since it was told last. All dates together cost epsilon {:.4g}, "
             "however many there are, and nothing more is set aside for later ones. That holds for one "
             "contact "
             "over all dates, there or not from date to date, as long as it comes or goes at most {}; from "
             "then "
             "on it is told as it was then, whether or not that is still true, in messages like all others. "
             "Your "
             "program keeps what it told in your account, and who loses that cannot go on.",
             t.is_later_date() ? "It asks" : "Later ones ask", t.total.nats(),
             most == 1   ? "once"
             : most == 2 ? "twice"
                         : fmt::format("{} times", most));
}

std::string lost_in_series_words(const collect::task& t) {
  if (t.series == collect::task_series()) return "";
  const std::string by_addition =
      fmt::format("Who was in all dates has lost epsilon {:.4g} after this one by plain addition",
                  t.lost_by_addition().nats());
  if (!t.tells_changes())
    return by_addition +
           fmt::format(": of one {}, from that person's messages alone, {}{}.",
                       t.has_items() ? "item" : "contact", belief_text(t.lost_by_addition().nats()),
                       t.has_items() ? "" : "; from those of both its ends it is twice that at most");
  return by_addition + fmt::format(
                           ", as if each stood alone; and {:.4g} of one contact that comes or goes at "
                           "most so often, which never exceeds {:.4g}.",
                           t.lost_by_unit().nats(), t.total.nats());
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
