// SPDX-License-Identifier: MIT
#include "edgeldp/graph/vectors/vector_rounds_simulation.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/vectors/vector_rounds_user.hpp"

namespace edgeldp {

namespace {

vector_shape shape_of(const sparse_vectors& data) {
  return {data.length(), data.alphabet()};
}

template <class R>
void play_counts(const call& asked, const sparse_vectors& data, const coin_source& coins,
                 message_sink& sink) {
  const R round = R::read(asked.said, asked.published);
  for_each_user(asked.who, [&](std::uint64_t number, vertex_id u) {
    sink.put(number, answer(round, own_vector{u, shape_of(data), data.row(u)}, user_coins(coins, u)));
  });
}

void play_entries(const call& asked, const sparse_vectors& data, const coin_source& coins,
                  message_sink& sink) {
  const vector_layout& layout = *entry_round::read(asked.said, asked.published).layout;
  for_each_user(asked.who, [&](std::uint64_t number, vertex_id u) {
    const std::vector<std::uint64_t> row =
        own_row(layout, number, own_vector{u, shape_of(data), data.row(u)}, user_coins(coins, u));
    const byte_string message = write_vector(layout, static_cast<vertex_id>(number), row);
    if (!sink.put_words(number, row, message.size())) sink.put(number, message);
  });
}

/// Calls f(session, charge) for a run of one round at this budget.
template <class F>
auto run_alone(const sparse_vectors& data, release_key key, epsilon budget, const coin_source& coins, F&& f) {
  auto users = simulated_vectors(data, coins);
  account paid(budget, users.users());
  session s(users, paid, key);
  return f(s, charge{budget, s.everybody()});
}

void check_shape(const sparse_vectors& data, const vector_layout& layout) {
  if (data.users() != layout.users() || data.length() != layout.length() ||
      data.alphabet() != layout.alphabet())
    throw invalid_parameter("the data have " + std::to_string(data.users()) + " users, " +
                            std::to_string(data.length()) + " items and " + std::to_string(data.alphabet()) +
                            " values, the layout " + std::to_string(layout.users()) + ", " +
                            std::to_string(layout.length()) + " and " + std::to_string(layout.alphabet()));
}

}  // namespace

std::vector<simulated_task_on<sparse_vectors>> simulated_vector_tasks() {
  return {{entry_count_round::asks, play_counts<entry_count_round>},
          {open_entry_count_round::asks, play_counts<open_entry_count_round>},
          {entry_round::asks, play_entries}};
}

simulated_population<sparse_vectors> simulated_vectors(const sparse_vectors& data, const coin_source& coins) {
  return {data, data.users(), coins, simulated_vector_tasks()};
}

published_vectors publish_vectors(const sparse_vectors& data, const vector_options& options, release_key key,
                                  const coin_source& coins, std::string catalog) {
  if (data.users() == 0) throw invalid_parameter("the data have no users");
  auto users = simulated_vectors(data, coins);
  account paid(options.total, users.users());
  session s(users, paid, key);
  return publish_vectors(s, shape_of(data), options, std::move(catalog));
}

released_numbers release_vector_sizes(const sparse_vectors& data, epsilon budget, const coin_source& coins) {
  return run_alone(data, release_key{}, budget, coins, [&](session& s, const charge& paid) {
    released_values answers = s.ask(entry_count_round{budget}, paid);
    return released_numbers{std::move(answers.values), s.upload_bytes()};
  });
}

vector_round release_vectors(const sparse_vectors& data, vector_layout layout, const coin_source& coins,
                             std::string catalog) {
  check_shape(data, layout);
  const vector_parameters p = layout.parameters();
  return run_alone(data, p.key, p.entries, coins, [&](session& s, const charge& paid) {
    const auto published = s.publish(std::make_shared<const vector_layout>(std::move(layout)));
    entry_round::answers answers = s.ask(entry_round{published}, paid);
    return vector_round{std::move(answers).publish(std::move(catalog)), s.upload_bytes()};
  });
}

}  // namespace edgeldp
