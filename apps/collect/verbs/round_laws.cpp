// SPDX-License-Identifier: MIT
#include "collect/verbs/round_laws.hpp"

#include <algorithm>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/questions/butterflies/item_pair_round.hpp"
#include "edgeldp/graph/questions/cores/cores.hpp"
#include "edgeldp/graph/questions/cycles/weight_round.hpp"
#include "edgeldp/graph/questions/degrees/degree_changes.hpp"
#include "edgeldp/graph/questions/homophily/attribute_rounds.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_round.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_rounds.hpp"
#include "edgeldp/graph/rounds/pair_round.hpp"
#include "edgeldp/graph/rounds/public_values.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"
#include "edgeldp/graph/rounds/vector_rounds.hpp"

namespace edgeldp::cli {

namespace {

constexpr std::string_view one_moves_it_by_one = "Discrete Laplace noise of sensitivity 1 on a whole number.";
constexpr std::string_view limited =
    "Discrete Laplace noise on a whole number, whose sensitivity is a public limit: one entry of a list, "
    "more "
    "or less, moves the number by no more than that, since weights beyond the limit are not counted.";
constexpr std::string_view noisy_row =
    "Randomized response of each entry, with an integer threshold out of 2^40; or a vector over a finite "
    "field, drawn "
    "uniformly among those that fit the entries kept, from which entries of the same kind follow (null "
    "space). "
    "Each round announces which.";

constexpr round_law table[] = {
    {degree_round::asks, "how many contacts it has, with noise", one_moves_it_by_one},
    {degree_change_round::asks,
     "by how many contacts its list has changed since it was told last, with noise, beside what it told "
     "before",
     "Discrete Laplace noise on a whole number, whose sensitivity is twice the number of changes of one "
     "contact "
     "that the series tells: two histories of a contact move all changes together by no more."},
    {size_round::asks, "how many of its contacts come before it in a public order of all people, with noise",
     one_moves_it_by_one},
    {length_round::asks, "how many of its contacts come after it in that order, with noise",
     one_moves_it_by_one},
    {row_round::asks,
     "a row of yes and no, about each of the people on one side of it in the public order, in which entries "
     "are turned at random",
     noisy_row},
    {centred_round::asks,
     "one number, with noise: a count of pairs of its contacts, weighed by whether the published noisy rows "
     "have "
     "them as contacts of each other",
     limited},
    {forward_round::asks,
     "one number, with noise: a count of pairs of its contacts, weighed by whether the published noisy rows "
     "have "
     "them as contacts of each other",
     limited},
    {counted_pairs::asks,
     "one number, with noise: how many pairs of its contacts the published noisy rows have as contacts of "
     "each other, less how many they would have by their noise alone",
     limited},
    {column_count_round::asks, "how many of its contacts are in a public sample of people, with noise",
     one_moves_it_by_one},
    {column_row_round::asks,
     "a row of yes and no, about each of the people in the public sample, in which entries are turned at "
     "random",
     noisy_row},
    {sampled_count_round::asks,
     "one number, with noise: a count of pairs of its contacts, weighed by the published noisy rows of the "
     "sample",
     limited},
    {weight_round::asks,
     "one number, with noise: a count of pairs of its contacts, weighed by how many other contacts the "
     "published noisy rows give them in common",
     limited},
    {forward_weight_round::asks,
     "one number, with noise: a count of pairs of its contacts, weighed by how many other contacts the "
     "published noisy rows give them in common",
     limited},
    {entry_count_round::asks, "how many items are on its list, with noise", one_moves_it_by_one},
    {entry_round::asks, "a row of yes and no, about each item, in which entries are turned at random",
     noisy_row},
    {item_pair_round::asks,
     "one number, with noise: a count of pairs of its items, weighed by how many others have both, as the "
     "published noisy rows say",
     limited},
    {report_round::asks,
     "a value for each attribute, drawn at random by a published table of chances for each true value",
     "A channel for each attribute (a randomized response): chances are whole numbers out of 2^62, and their "
     "exact "
     "loss is worked out from them."},
    {neighbor_round::asks,
     "for each value of each attribute, how many of its contacts have reported it, with noise",
     "Discrete Laplace noise on each of several whole numbers, whose sensitivity is the number of "
     "attributes: a "
     "contact is in one number of each."},
    {group_round::asks, "how many of its contacts are in each of some public groups, with noise",
     "Discrete Laplace noise on each of several whole numbers, of sensitivity 1 together: a contact is in "
     "one group at most."},
    {sum_round::asks, "sums over its contacts of numbers that are public for everybody, with noise",
     "Discrete Laplace noise on each of several whole numbers, whose sensitivity together is the most that "
     "one person's public numbers add up to."},
    {h_index_round::asks,
     "the largest k such that k of its contacts have a public number of at least k, with noise",
     one_moves_it_by_one},
};

}  // namespace

const round_law& law_of(std::string_view asks) {
  const auto* found = std::ranges::find(table, asks, &round_law::asks);
  if (found == std::ranges::end(table))
    throw internal_error("no law is written down for the round '" + std::string(asks) + "'");
  return *found;
}

}  // namespace edgeldp::cli
