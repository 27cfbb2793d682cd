// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collect/task/messages.hpp"
#include "collect/task/signature.hpp"
#include "collect/task/task.hpp"
#include "edgeldp/collector/collector.hpp"
#include "edgeldp/core/random/coin_source.hpp"
#include "options/verb_options.hpp"

/// People of whom any number fits: none of them keeps anything while it waits.
namespace edgeldp::cli {

struct people_arguments {
  std::uint64_t people = 100000, contacts = 14, seed = 1;
  double total = 1.0;
};
void add_people(verb_options& verb, people_arguments& a);

std::string name_of_person(std::uint64_t u);
/// A simulated collection of them that asks `degrees`.
collection_plan plan_of(const people_arguments& a);

/// Key, list and coins of each follow from its number. Everybody knows the next ones of a ring, so
/// that no graph is in memory either.
class forgetful_people {
 public:
  forgetful_people(const people_arguments& a, collect::task asked);

  /// token: 32 digits.
  byte_string registration(std::uint64_t u, const std::string& token) const;
  /// Of a round that publishes no objects: those of `degrees`. name: of the announcement.
  byte_string answer(std::uint64_t u, const collect::announcement& a, const std::string& name) const;

 private:
  static collect::signing_key key_of(std::uint64_t u);
  std::vector<vertex_id> neighbors_of(std::uint64_t u) const;

  collect::task m_asked;
  std::string m_id;
  std::uint64_t m_people, m_half;
  coin_source m_coins;
};

}  // namespace edgeldp::cli
