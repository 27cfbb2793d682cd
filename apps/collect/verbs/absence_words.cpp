// SPDX-License-Identifier: MIT
#include "collect/verbs/absence_words.hpp"

#include <fmt/format.h>

#include "io/page.hpp"
#include "study/answer_parts.hpp"

namespace edgeldp::cli {

namespace {

/// Who is there, and who is not.
struct turnout {
  double joined = 0.0, present = 0.0, lost_in_count = 0.0;
  double absent() const { return joined - present; }
  double answered() const { return present - lost_in_count; }
};

turnout turnout_of(const record& result) {
  const double joined = number_of(result, "nodes");
  if (!has(result, "present")) return {joined, joined, 0.0};
  return {joined, number_of(result, "present"), number_of(result, "lost_in_count")};
}

bool is_of_sample(const record& result) {
  return result.contains("sample");
}

/// Whether numbers are of those who did not answer, too.
bool is_of_everybody(const record& result) {
  return text_of(result, "method") == "labels";
}

/// What the numbers are of, if some joined and were absent from the beginning. The sentences follow
/// from what a protocol does with lists that name people who do not answer.
std::string present_words(const record& result, const turnout& t) {
  const std::string method = text_of(result, "method"), here = grouped(t.present),
                    gone = t.absent() == 1.0 ? "the other one"
                                             : fmt::format("the {} others", grouped(t.absent()));
  if (method == "degrees")
    return fmt::format(
        "edges counts those among the {0}, and half of those between them and {1}, whose own degrees nobody "
        "knows. Wedges and degrees are those of the {0}; contacts who did not answer count in them.",
        here, gone);
  if (method == "synthesis")
    return fmt::format(
        "triangles are those among the {0}. Edges counts those too, and half of those between them and {1}, "
        "whose own degrees nobody knows; wedges and degrees are those of the {0}, and count contacts who did "
        "not answer. Made-up graphs have no edges for {1}.",
        here, gone);
  if (method == "mixing")
    return fmt::format(
        "edges, shares and assortativity are of the network among the {0}, in which a person's degree counts "
        "all its contacts. Walks and paths are those whose two people in the middle are among the {0}.",
        here);
  if (method == "centrality")
    return fmt::format(
        "only the {0} have a place in the order. Their scores count chains of contacts that lead through the "
        "{0}; the last "
        "person of a chain may be one of {1}.",
        here, gone);
  if (is_of_everybody(result))
    return fmt::format(
        "nothing is known of the contacts of {}, whose labels are guessed by how common each is. The share "
        "that is right counts them, too.",
        gone);
  if (is_of_sample(result))
    return fmt::format(
        "the interval allows for triangles that {} would have told of, if they are like the rest.", gone);
  return fmt::format(
      "all numbers are of the network among the {}; nothing that only {} could tell is in them.", here, gone);
}

std::string lost_later_words(const record& result, const turnout& t) {
  if (t.lost_in_count == 0.0) return "";
  const double share = number_of(result, "predicted_share");
  return share > 0.0 ? fmt::format(
                           "{} did not answer in the count itself: {} of the pairs are taken to be as the "
                           "others', and the interval allows for that.",
                           counted(t.lost_in_count, "user"), percent(share))
                     : fmt::format("{} did not answer a later round, and {} taken to be like the others.",
                                   counted(t.lost_in_count, "user"), t.lost_in_count == 1.0 ? "is" : "are");
}

}  // namespace

std::string turnout_words(const record& result) {
  const turnout t = turnout_of(result);
  if (t.answered() == t.joined) return fmt::format("{} took part.", counted(t.joined, "user"));
  return fmt::format("{} joined, {} answered.", grouped(t.joined), grouped(t.answered()));
}

std::string absence_words(const record& result) {
  const turnout t = turnout_of(result);
  std::string said;
  if (t.absent() > 0.0)
    said = fmt::format("{} joined, {} answered: {} {}", grouped(t.joined), grouped(t.present),
                       present_words(result, t),
                       is_of_sample(result) || is_of_everybody(result)
                           ? ""
                           : fmt::format("These are not the numbers among all {}.", grouped(t.joined)));
  while (said.ends_with(' ')) said.pop_back();
  const std::string later = lost_later_words(result, t);
  return said.empty() || later.empty() ? said + later : said + " " + later;
}

}  // namespace edgeldp::cli
