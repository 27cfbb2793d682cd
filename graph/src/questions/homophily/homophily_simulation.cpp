// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/homophily/homophily_simulation.hpp"

#include <memory>
#include <string>
#include <utility>

#include "edgeldp/channel/report_message.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/questions/homophily/attribute_rounds_user.hpp"

namespace edgeldp {

namespace {

void check(std::span<const user_attribute> attributes, std::span<const channel> channels) {
  if (attributes.empty()) throw invalid_parameter("attributes: none given");
  if (attributes.size() != channels.size())
    throw invalid_parameter(std::to_string(attributes.size()) + " attributes and " +
                            std::to_string(channels.size()) + " channels: must be as many");
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if (attributes[i].values != channels[i].inputs())
      throw invalid_parameter("attribute \"" + attributes[i].name +
                              "\": its values are not the inputs of its channel");
    if (attributes[i].of.size() != attributes[0].of.size())
      throw invalid_parameter("attribute \"" + attributes[i].name + "\" of " +
                              std::to_string(attributes[i].of.size()) + " users: must be " +
                              std::to_string(attributes[0].of.size()));
    for (const std::uint32_t value : attributes[i].of)
      if (value >= attributes[i].values.size())
        throw invalid_parameter("attribute \"" + attributes[i].name + "\": value " + std::to_string(value) +
                                " of " + std::to_string(attributes[i].values.size()));
  }
}

/// Everybody's attributes, user after user.
using all_values = std::span<const user_attribute>;

std::vector<std::uint32_t> values_of(all_values attributes, vertex_id u) {
  std::vector<std::uint32_t> values;
  for (const user_attribute& a : attributes) values.push_back(a.of[u]);
  return values;
}

void play_reports(const call& asked, const all_values& attributes, const coin_source& coins,
                  message_sink& sink) {
  const report_round round = report_round::read(asked.said, asked.published);
  check(attributes, round.channels);
  std::vector<std::uint32_t> kinds;
  for (const user_attribute& a : attributes) kinds.push_back(static_cast<std::uint32_t>(a.values.size()));
  for_each_user(asked.who, [&](std::uint64_t number, vertex_id u) {
    const std::vector<std::uint32_t> values = values_of(attributes, u);
    sink.put(number,
             answer(round, own_profile{{u, asked.who.users(), {}}, values, kinds}, user_coins(coins, u)));
  });
}

/// A task of the graph's users.
simulated_task_on<attributed_graph> list_task(const simulated_task& task) {
  return {task.asks,
          [play = task.play](const call& asked, const attributed_graph& g, const coin_source& coins,
                             message_sink& sink) { play(asked, g.graph, coins, sink); }};
}

}  // namespace

simulated_population<attributed_graph> simulated_profiles(const attributed_graph& g,
                                                          const coin_source& coins) {
  std::vector<simulated_task_on<attributed_graph>> tasks;
  for (const simulated_task& task : simulated_row_tasks()) tasks.push_back(list_task(task));
  tasks.push_back(list_task(count_one_by_one<neighbors_by_report, graph_view>()));
  tasks.push_back(
      {report_round::asks, [](const call& asked, const attributed_graph& all, const coin_source& own,
                              message_sink& sink) { play_reports(asked, all.attributes, own, sink); }});
  return {g, g.graph.vertex_count(), coins, std::move(tasks)};
}

homophily_result estimate_homophily(const graph_view& g, std::span<const user_attribute> attributes,
                                    const homophily_options& options, release_key key,
                                    const coin_source& coins) {
  if (g.vertex_count() == 0) throw bad_graph_input("the graph has no vertices");
  std::vector<channel::labels> values;
  for (const user_attribute& a : attributes) {
    if (a.of.size() != g.vertex_count())
      throw invalid_parameter("attribute \"" + a.name + "\" of " + std::to_string(a.of.size()) +
                              " users: must be " + std::to_string(g.vertex_count()));
    values.push_back(a.values);
  }
  const attributed_graph all{g, attributes};
  return simulate_run(simulated_profiles(all, coins), options.total, key,
                      [&](session& s) { return estimate_homophily(s, values, options); });
}

attribute_round release_attributes(std::span<const user_attribute> attributes,
                                   std::span<const channel> channels, const coin_source& coins) {
  check(attributes, channels);
  simulated_population<all_values> users(attributes, attributes[0].of.size(), coins,
                                         {{report_round::asks, play_reports}});
  const epsilon loss = loss_of(channels);
  account paid(loss, users.users());
  session s(users, paid, release_key{});
  const report_round round{loss, {channels.begin(), channels.end()}};
  report_round::answers answers = s.ask(round, {loss, s.everybody()});
  const std::uint64_t download = write_reports(channels, answers.reports).size();
  return {std::move(answers).publish().attributes, s.upload_bytes(), download};
}

neighbor_count_round release_neighbor_counts(const graph_view& g, std::span<const attribute_reports> reports,
                                             epsilon budget, const coin_source& coins) {
  for (const attribute_reports& a : reports) {
    if (a.of.size() != g.vertex_count())
      throw invalid_parameter(std::to_string(a.of.size()) + " reports of " +
                              std::to_string(g.vertex_count()) + " users");
  }
  return simulate_run(g, {count_one_by_one<neighbors_by_report, graph_view>()}, budget, release_key{}, coins,
                      [&](session& s) {
                        const auto published = s.publish(std::make_shared<const public_reports>(
                            public_reports{{reports.begin(), reports.end()}}));
                        return counts_of(s.ask(neighbor_round{budget, {published}}, {budget, s.everybody()}),
                                         *published, budget);
                      });
}

}  // namespace edgeldp
