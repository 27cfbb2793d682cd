// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/questions/labels/labels_simulation.hpp"
#include "study/questions/groups.hpp"
#include "study/questions/rows.hpp"
#include "study/questions/simulated_question.hpp"

namespace edgeldp::study {

namespace {

constexpr const char* of_right = "share of likeliest labels that are right";

/// Which labels are likeliest depends on the run.
std::vector<exact_number> exact_labels(const input&, const settings&) {
  return {};
}

/// Who has no public label, and what is inferred of it.
struct inferred_labels {
  public_groups known;
  std::vector<std::uint32_t> likeliest;  ///< one a user

  /// Of users whose label was kept back, the share that got it; none where nothing was.
  std::vector<exact_number> exact(const input& data) const {
    if (data.attributes.empty()) return {};
    const public_groups truth = public_labels(data.attributes.front());
    double users = 0.0, right = 0.0;
    for (std::size_t u = 0; u < likeliest.size(); ++u) {
      if (known.of[u] != no_group || truth.of[u] == no_group) continue;
      ++users;
      right += truth.names[truth.of[u]] == known.names[likeliest[u]] ? 1.0 : 0.0;
    }
    if (users == 0.0) return {};
    return {{of_right, right / users}};
  }
};

/// What a user gets, how likely it is, and how likely each label is.
void add_labels(answer& to, const inferred_labels& found, const label_chances& chances) {
  numbers_of_users labels, sure;
  labels.name = "likely label";
  labels.names = found.known.names;
  sure.name = "chance";
  for (std::size_t u = 0; u < found.likeliest.size(); ++u) {
    labels.values.push_back(found.likeliest[u]);
    sure.values.push_back(static_cast<double>(chances.of(u)[found.likeliest[u]]));
  }
  to.of_users.push_back(std::move(labels));
  to.of_users.push_back(std::move(sure));
  for (std::size_t label = 0; label < chances.labels(); ++label) {
    numbers_of_users& of_label = to.of_users.emplace_back();
    of_label.name = "chance of " + found.known.names[label];
    for (std::size_t u = 0; u < chances.users(); ++u)
      of_label.values.push_back(static_cast<double>(chances.of(u)[label]));
  }
}

answer play_labels(session& s, const settings& asked) {
  if (asked.groups == nullptr) throw invalid_parameter("labels are inferred from public ones of some users");
  const auto found = std::make_shared<inferred_labels>(inferred_labels{*asked.groups, {}});
  labels_result r = infer_labels(s, {asked.total, found->known});
  for (std::size_t u = 0; u < r.chances.users(); ++u) found->likeliest.push_back(r.chances.likeliest(u));
  answer to{.run = r.run,
            .sent = r.communication,
            .losses = losses_after(r.run, r.run.rounds.size()),
            .lies = lies_of(r.lies),
            .facts = facts_of_groups(found->known, "public labels")};
  to.facts["has_second_round"] = r.has_second_round;
  to.facts["right_by_shares"] = r.right_by_shares;
  add(to, of_right, r.right, false);
  add_labels(to, *found, r.chances);
  to.exact = [found](const input& data) { return found->exact(data); };
  return to;
}

constexpr question_simulation labels_in_process{.exact = exact_labels, .tasks = simulated_label_tasks};

}  // namespace

public_groups public_labels(const user_attribute& given) {
  const auto none = std::ranges::find(given.values, no_label);
  const auto at = static_cast<std::uint32_t>(none - given.values.begin());
  public_groups known{given.values, {}};
  if (none != given.values.end()) known.names.erase(known.names.begin() + at);
  for (const std::uint32_t label : given.of)
    known.of.push_back(label == at ? no_group : label - (label > at ? 1 : 0));
  return known;
}

constinit const question labels{
    .name = "labels",
    .takes_labels = true,
    .play = play_labels,
    .gives = "share of likely labels that are right",
    .of_users = "likely label and its chance, and the chances of all labels",
    .audit = "neighbor-groups",
    .simulation = &labels_in_process,
};

}  // namespace edgeldp::study
