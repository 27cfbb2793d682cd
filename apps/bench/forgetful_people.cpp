// SPDX-License-Identifier: MIT
#include "bench/forgetful_people.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "edgeldp/core/protocol/public_objects.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"
#include "options/shared_options.hpp"

namespace edgeldp::cli {

std::string name_of_person(std::uint64_t u) {
  return fmt::format("user {:010}", u);
}

collection_plan plan_of(const people_arguments& a) {
  collection_plan plan{
      .title = "so many people", .method = "degrees", .epsilon = a.total, .people = {}, .seed = a.seed};
  for (std::uint64_t u = 0; u < a.people; ++u) plan.people.push_back(name_of_person(u));
  return plan;
}

forgetful_people::forgetful_people(const people_arguments& a, collect::task asked)
    : m_asked(std::move(asked)),
      m_id(m_asked.id()),
      m_people(a.people),
      m_half(a.contacts / 2),
      m_coins(coin_source::simulated(a.seed)) {}

byte_string forgetful_people::registration(std::uint64_t u, const std::string& token) const {
  const collect::signing_key key = key_of(u);
  const byte_string secret = collect::from_hex(token).value();
  const collect::registration r{m_id,
                                name_of_person(u),
                                collect::proof_of(secret, m_id, name_of_person(u), key.its_public()),
                                key.its_public(),
                                true,
                                m_asked.version};
  return r.write(key);
}

byte_string forgetful_people::answer(std::uint64_t u, const collect::announcement& a,
                                     const std::string& name) const {
  const auto me = static_cast<vertex_id>(u);
  const std::vector<vertex_id> neighbors = neighbors_of(u);
  const public_objects none;
  const user_call call{a.asks, a.said, none, u};
  const auto& mine = task_for(private_tasks_on_excerpts(), a.asks);
  byte_string body = mine.answer(call, own_list{me, m_people, neighbors}, user_coins(m_coins, me));
  const collect::report r{m_id, a.index, name, me, std::move(body), m_asked.version};
  return r.write(key_of(u));
}

collect::signing_key forgetful_people::key_of(std::uint64_t u) {
  const std::string seed = edgeldp::name_of(collect::bytes_of("key of " + std::to_string(u)));
  return collect::signing_key::from(collect::from_hex(seed).value());
}

std::vector<vertex_id> forgetful_people::neighbors_of(std::uint64_t u) const {
  std::vector<vertex_id> all;
  for (std::uint64_t step = 1; step <= m_half; ++step) {
    all.push_back(static_cast<vertex_id>((u + step) % m_people));
    all.push_back(static_cast<vertex_id>((u + m_people - step) % m_people));
  }
  std::ranges::sort(all);
  return all;
}

void add_people(verb_options& verb, people_arguments& a) {
  verb.add_option("--people", a.people, "How many take part")
      ->check(between(std::uint64_t{100}, std::uint64_t{100000000}))
      ->capture_default_str();
  verb.add_option("--contacts", a.contacts, "How many contacts each has, an even number")
      ->check(between(std::uint64_t{2}, std::uint64_t{98}))
      ->capture_default_str();
  add_epsilon(verb, a.total);
  add_seed(verb, a.seed, "keys and coins");
}

}  // namespace edgeldp::cli
