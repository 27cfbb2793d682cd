// SPDX-License-Identifier: MIT
#include "edgeldp/graph/rounds/vector_rounds_simulation.hpp"

#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/rounds/vector_rounds_user.hpp"

namespace edgeldp {

namespace {

vector_shape shape_of(const sparse_vectors& data) {
  return {data.length(), data.alphabet()};
}

void play_open_counts(const call& asked, const sparse_vectors& data, const coin_source& coins,
                      message_sink& sink) {
  const auto round = open_entry_count_round::read(asked.said, asked.published);
  for_each_asked(asked.who, data, [&](std::uint64_t number, const own_vector& me) {
    sink.put(number, answer(round, me, user_coins(coins, me.user)));
  });
}

void play_entries(const call& asked, const sparse_vectors& data, const coin_source& coins,
                  message_sink& sink) {
  const vector_layout& layout = *entry_round::read(asked.said, asked.published).layout;
  for_each_asked(asked.who, data, [&](std::uint64_t number, const own_vector& me) {
    const auto row_of = static_cast<vertex_id>(number);
    const std::vector<std::uint64_t> row = own_row(layout, number, me, user_coins(coins, row_of));
    const byte_string message = write_vector(layout, row_of, row);
    if (!sink.put_words(number, row, message.size())) sink.put(number, message);
  });
}

}  // namespace

std::vector<simulated_task_on<sparse_vectors>> simulated_vector_tasks() {
  return {count_one_by_one<entry_count, sparse_vectors>(),
          {open_entry_count_round::asks, play_open_counts},
          {entry_round::asks, play_entries}};
}

simulated_population<sparse_vectors> simulated_vectors(const sparse_vectors& data, const coin_source& coins) {
  return {data, data.users(), coins, simulated_vector_tasks()};
}

published_vectors publish_vectors(const sparse_vectors& data, const vector_options& options, release_key key,
                                  const coin_source& coins, std::string catalog) {
  if (data.users() == 0) throw invalid_parameter("the data have no users");
  return simulate_run(simulated_vectors(data, coins), options.total, key, [&](session& s) {
    return publish_vectors(s, shape_of(data), options, std::move(catalog));
  });
}

released_numbers release_vector_sizes(const sparse_vectors& data, epsilon budget, const coin_source& coins) {
  return simulate_run(simulated_vectors(data, coins), budget, release_key{}, [&](session& s) {
    released_values answers = s.ask(entry_count_round{budget}, {budget, s.everybody()});
    return released_numbers{std::move(answers.values), s.upload_bytes()};
  });
}

}  // namespace edgeldp
