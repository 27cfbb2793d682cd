// SPDX-License-Identifier: MIT
#include "study/offers/offers.hpp"

#include <algorithm>
#include <array>

#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/questions/butterflies/butterflies.hpp"
#include "edgeldp/graph/questions/butterflies/item_pair_round.hpp"
#include "edgeldp/graph/questions/centrality/centrality.hpp"
#include "edgeldp/graph/questions/communities/communities.hpp"
#include "edgeldp/graph/questions/cores/cores.hpp"
#include "edgeldp/graph/questions/cycles/weight_round.hpp"
#include "edgeldp/graph/questions/degrees/degree_changes.hpp"
#include "edgeldp/graph/questions/homophily/attribute_rounds.hpp"
#include "edgeldp/graph/questions/mixing/mixing.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_round.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_rounds.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_triangles.hpp"
#include "edgeldp/graph/rounds/pair_round.hpp"
#include "edgeldp/graph/rounds/public_values.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"
#include "edgeldp/graph/rounds/vector_rounds.hpp"
#include "edgeldp/graph/synthesis/release_for_synthesis.hpp"

namespace edgeldp::study {

namespace {

using enum edge_use;
using enum round_work;

constexpr round_budget rest{usual_degree_share, true};

constexpr offered_round degree_first{
    rounds::degree, degree_round::asks, both_endpoints, {usual_degree_share}};
constexpr offered_round sizes{rounds::size, size_round::asks, one_endpoint, rest, order};
constexpr offered_round rows{rounds::edges, row_round::asks, one_endpoint, rest, row};

constexpr std::array of_triangles{
    degree_first, sizes, rows, offered_round{rounds::count, centred_round::asks, one_endpoint, rest, pairs}};
constexpr offered_round half(std::string_view name, std::string_view asks, endpoint answers,
                             round_work work) {
  return {name, asks, one_endpoint, rest, work, answers};
}
/// Rows at the earlier ends of edges, whether or not their codec needs the round `length`.
constexpr offered_round sizes_of_half = half(rounds::size, size_round::asks, endpoint::later, order),
                        lengths = half(rounds::length, length_round::asks, endpoint::earlier, order),
                        earlier_rows = half(rounds::edges, row_round::asks, endpoint::earlier, row);
constexpr std::array of_forward_triangles{degree_first, sizes_of_half, lengths, earlier_rows,
                                          half(rounds::count, forward_round::asks, endpoint::later, pairs)};
constexpr offered_round of_role(std::string_view name, std::string_view asks) {
  return {name, asks, one_endpoint, {sampled_degree_share, true}, sample};
}
constexpr std::array of_sampled_triangles{
    offered_round{rounds::degree, degree_round::asks, both_endpoints, {sampled_degree_share}},
    of_role(rounds::size, column_count_round::asks), of_role(rounds::edges, column_row_round::asks),
    of_role(rounds::count, sampled_count_round::asks)};
constexpr std::array of_degrees{offered_round{rounds::degree, degree_round::asks, both_endpoints}};
constexpr std::array of_changes{offered_round{rounds::degree, degree_change_round::asks, both_endpoints}};
constexpr std::array of_cores{
    offered_round{rounds::degree, degree_round::asks, both_endpoints, {core_degree_share}},
    offered_round{rounds::count, h_index_round::asks, both_endpoints, {core_degree_share, true}, values},
    offered_round{rounds::count, group_round::asks, both_endpoints, {core_density_share}, values}};
constexpr std::array of_centrality{
    offered_round{rounds::degree, degree_round::asks, both_endpoints, {centrality_degree_share}},
    offered_round{rounds::count, sum_round::asks, both_endpoints, {centrality_degree_share, true}, values}};
constexpr std::array of_mixing{
    offered_round{rounds::degree, degree_round::asks, both_endpoints, {mixing_degree_share}},
    offered_round{rounds::count, group_round::asks, both_endpoints, {mixing_degree_share, true}, values},
    offered_round{rounds::count, sum_round::asks, both_endpoints, {mixing_degree_share, true}, values}};
/// Of groups that coins make, of those found so far, and of those that stand.
constexpr std::array of_communities{
    offered_round{rounds::degree, degree_round::asks, both_endpoints, {community_degree_share}},
    offered_round{rounds::count, group_round::asks, both_endpoints, {community_degree_share, true}, values}};
/// Of public labels, and then of the likeliest ones, for half of the total each.
constexpr std::array of_labels{offered_round{rounds::count, group_round::asks, both_endpoints, {}, values}};
/// Triangles of each, where degrees say so groups as above, and sums of contacts' degrees.
constexpr round_budget behind_degrees{synthesis_degree_share, true};
constexpr std::array of_synthesis{
    offered_round{rounds::degree, degree_round::asks, both_endpoints, {synthesis_degree_share}},
    offered_round{rounds::edges, row_round::asks, one_endpoint, behind_degrees, row},
    offered_round{rounds::count, counted_pairs::asks, both_endpoints, behind_degrees, pairs},
    offered_round{rounds::count, group_round::asks, both_endpoints, behind_degrees, values},
    offered_round{rounds::count, sum_round::asks, both_endpoints, behind_degrees, values}};
constexpr std::array of_homophily{offered_round{rounds::attributes, report_round::asks, none},
                                  offered_round{rounds::count, neighbor_round::asks, both_endpoints}};
constexpr std::array of_cycles{degree_first, sizes, rows,
                               offered_round{rounds::pilot, weight_round::asks, one_endpoint, rest, weights},
                               offered_round{rounds::count, weight_round::asks, one_endpoint, rest, weights}};

constexpr std::array of_forward_cycles{
    degree_first,
    sizes_of_half,
    lengths,
    earlier_rows,
    half(rounds::pilot, forward_weight_round::asks, endpoint::later, weights),
    half(rounds::count, forward_weight_round::asks, endpoint::later, weights)};

constexpr round_budget behind_sizes{butterfly_size_share, true};
constexpr std::array of_butterflies{
    offered_round{rounds::size, entry_count_round::asks, one_endpoint, {butterfly_size_share}},
    offered_round{rounds::entries, entry_round::asks, one_endpoint, behind_sizes, items},
    offered_round{rounds::pilot, item_pair_round::asks, one_endpoint, behind_sizes, items},
    offered_round{rounds::count, item_pair_round::asks, one_endpoint, behind_sizes, items}};

constexpr std::string_view of_arcs =
    "a task does not say that contacts are one-sided: ask by rounds of your own, over the clients' lists of "
    "whom they name";

constexpr std::array all{
    offer{.question = "triangles",
          .estimates = "the number of triangles",
          .rounds = of_triangles,
          .rounds_for_relationship = of_forward_triangles,
          .rounds_for_sample = of_sampled_triangles},
    offer{.question = "degrees",
          .estimates = "the number of edges and wedges, and the distribution of degrees",
          .rounds = of_degrees,
          .rounds_for_changes = of_changes,
          .why_all_spend_alike = {}},
    offer{.question = "cores",
          .estimates = "how deep in the network each person sits, and how deep it goes",
          .rounds = of_cores,
          .of_each = "how deep that person sits in the network",
          .why_all_spend_alike = {}},
    offer{.question = "centrality",
          .estimates = "who is central in the network",
          .rounds = of_centrality,
          .of_each = "how central that person is",
          .why_all_spend_alike =
              "each round adds up numbers that contacts had in the one before, and how noisy those of a "
              "person's contacts are is worked out for one law of noise, common to all"},
    offer{.question = "mixing",
          .estimates = "who mixes with whom by numbers of contacts, and how many walks there are",
          .rounds = of_mixing,
          .why_all_spend_alike = {}},
    offer{
        .question = "communities",
        .estimates = "which groups of people know each other more often than chance has it, and how much so",
        .rounds = of_communities,
        .of_each = "which group that person is in; groups that are tried on the way are published, too, even "
                   "where none are found in the end",
        .why_all_spend_alike =
            "how the search for groups weighs what people say is worked out for one law of noise, common to "
            "all"},
    offer{
        .question = "labels",
        .estimates = "which label each person is likely to have, from public labels of some",
        .rounds = of_labels,
        .of_each = "which label that person is likely to have, and how likely each label is",
        .has_labels = true,
        .why_all_spend_alike =
            "what counts of contacts say of a person's label is learned for one law of noise, common to all"},
    offer{.question = "synthesis",
          .estimates =
              "what a made-up network needs to be like the true one: the number of edges, wedges and "
              "triangles, how many contacts and triangles people have, and groups where these show",
          .rounds = of_synthesis,
          .of_each = "which group that person is in, where groups show; groups that are tried on the way are "
                     "published, too, even where none are found in the end",
          .users = user_side::objects,
          .most_people = 10000},
    offer{.question = "homophily",
          .estimates = "how many edges lie within and across the values of attributes",
          .rounds = of_homophily,
          .users = user_side::profile,
          .has_attributes = true,
          .why_all_spend_alike = "everybody randomizes values by one channel, which follows from the budget"},
    offer{.question = "cycles-4",
          .estimates = "the number of cycles of length 4",
          .rounds = of_cycles,
          .users = user_side::objects,
          .most_people = 10000,
          .rounds_for_relationship = of_forward_cycles},
    offer{.question = "butterflies",
          .estimates = "the number of butterflies: two people who have the same two items",
          .rounds = of_butterflies,
          .users = user_side::items,
          .most_people = 10000,
          .most_items = 10000},
    offer{.question = "cycles-5",
          .why_not = "a client would work through all noisy rows together, for hours"},
    offer{.question = "clustering",
          .why_not = "collect for triangles: the release of that task tells degrees too"},
    offer{.question = "directed-degrees", .why_not = of_arcs},
    offer{.question = "directed-centrality", .why_not = of_arcs},
    offer{.question = "directed-mixing", .why_not = of_arcs},
    offer{.question = "reciprocity",
          .why_not = "rows over all users, with arcs both ways, are no part of a collection yet"},
    offer{.question = "common-neighbors",
          .why_not = "its pairs would tell everybody whose contacts are compared"},
};

}  // namespace

std::span<const offer> offers() {
  return all;
}

const offer* offer_of(std::string_view question) noexcept {
  const auto found = ranges::find(all, question, &offer::question);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace edgeldp::study
