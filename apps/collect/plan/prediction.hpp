// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collect/task/task.hpp"
#include "edgeldp/graph/errors/estimate.hpp"

/// What the answer of a collection will be good for, before anybody is asked.
namespace edgeldp::collect {

/// Of made-up networks, where labels are inferred: a person copies the label of a random contact
/// with this chance, and has a random one otherwise (generate_labels).
inline constexpr double assumed_homophily = 0.8;

struct predicted_number {
  std::string statistic;
  double share = 0.0;  ///< half of the 95% interval over the number; may be infinite
  judgement good_for = judgement::not_usable;
};

struct collection_prediction {
  std::uint64_t people = 0;               ///< of the made-up network
  double average_degree = 0.0;            ///< as it was asked for; no more than everybody
  std::vector<predicted_number> numbers;  ///< the one that the method is for comes first

  bool is_usable() const { return numbers.front().good_for != judgement::not_usable; }
};

/// How wide intervals will be on made-up networks of so many people: of triangles by the planner's
/// model (tune.hpp), of other methods by playing them as the collector would. Nothing private is
/// used, and coins are replayed: the same call says the same. chosen: how many spend which part of
/// each budget; the made-up people are divided alike.
/// Requires: people >= 2, average_degree > 0.
/// Cost: seconds for 200 000 people, the most that are made up.
/// Errors: invalid_parameter for a method that is not offered. t: its method, total, relationship,
///     attributes, and labels with the number of people.
collection_prediction predict_collection(const task& t, std::uint64_t people, double average_degree,
                                         const part_counts& chosen = {1, 0, 0});

/// The same of so many of its people, as if they were a random part of them: where everybody would
/// have average_degree contacts, those who are there have fewer by the same share. Nothing for
/// fewer than two. joined: by what they chose to spend, as if that had nothing to do with how many
/// contacts they have.
std::optional<collection_prediction> predict_of_those(const task& t, const part_counts& joined,
                                                      double average_degree);

/// The least of twice, four times, ... the budget, up to 16, at which the method's own number is
/// predicted not to be lost; none where there is none, or where looking for it would take long.
struct enough_epsilon {
  double nats = 0.0, share = 0.0;
};
std::optional<enough_epsilon> epsilon_that_would_do(const task& t, std::uint64_t people,
                                                    double average_degree);

}  // namespace edgeldp::collect
