// SPDX-License-Identifier: MIT
// Triangles without a graph: over objects that hold one user each, and over a collector that starts
// again.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/questions/triangles/at_users.hpp"
#include "edgeldp/graph/rounds/pair_round_user.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"
#include "edgeldp/rivals/triangles/edge_orient_simulation.hpp"
#include "edgeldp/rivals/triangles/edge_orient_user.hpp"
#include "edgeldp/rivals/triangles/local_two_rounds.hpp"
#include "edgeldp/rivals/triangles/vertex_centric.hpp"
#include "support/graphs.hpp"
#include "support/two_steps.hpp"
#include "support/user_by_user.hpp"

namespace edgeldp {
namespace {

std::vector<double> numbers_of(const triangle_result& r) {
  std::vector<double> all{r.triangles.value, r.triangles.standard_error, r.triangles.bias_bound};
  for (const int128 message : r.messages) all.push_back(static_cast<double>(message));
  for (const std::byte b : r.published->serialize()) all.push_back(std::to_integer<int>(b));
  return all;
}

/// Those of users who agree to be asked anything.
std::vector<user_task> all_triangle_tasks() {
  std::vector<user_task> all(private_tasks().begin(), private_tasks().end());
  all.insert(all.end(), open_tasks().begin(), open_tasks().end());
  all.insert(all.end(), level_tasks().begin(), level_tasks().end());
  all.insert(all.end(), open_orientation_tasks().begin(), open_orientation_tasks().end());
  return all;
}

test::played play(const csr_graph& g, const two_step& options) {
  const test::played_method method = [&](session& s) {
    triangle_result r = estimate_triangles(s, options);
    return test::played{numbers_of(r), std::move(r.run)};
  };
  const std::vector<user_task> agreed = all_triangle_tasks();
  const auto one_by_one = options.true_degree_chunks ? std::span<const user_task>(agreed) : private_tasks();
  test::expect_same_user_by_user(g, options.total, {42}, method,
                                 simulated_triangle_tasks(row_access::decoded), one_by_one);
  return test::expect_same_user_by_user(g, options.total, {42}, method,
                                        simulated_triangle_tasks(row_access::on_demand), one_by_one);
}

TEST(TrianglesProtocolTest, UsersOneByOneSayWhatAllSayTogether) {
  for (const codec_spec& codec :
       {codec_spec(ppr_spec{}), codec_spec(nullspace_spec{}), codec_spec(bitmap_spec{})}) {
    for (const double total : {1.0, 6.0}) {
      const test::played run = play(test::small_social_graph(), test::two_step_at(total, codec));
      EXPECT_GE(run.run.rounds.size(), 3U);
      EXPECT_TRUE(run.run.flaws.empty());
      EXPECT_EQ(run.run.spent.spent(), epsilon::from_nats(total));
    }
  }
  play(test::small_social_graph(), test::two_step_at(2.0, codec_spec()));
  play(test::star_graph(20), test::two_step_at(2.0, nullspace_spec{}));
  play(csr_graph(3, {}), test::two_step_at(2.0, nullspace_spec{}));
}

TEST(TrianglesProtocolTest, SoTheyDoUnderCapsAndOtherOrders) {
  two_step o = test::two_step_at(4.0, nullspace_spec{});
  o.clip = {bound_kind::neighbors, -2, std::nullopt};  // so that most lists are clipped
  play(test::small_social_graph(), o);
  o.order = user_order::id;
  o.split = budget_split{0.1, 0.0, 0.45, 0.45};
  play(test::small_social_graph(), o);
  o.order = user_order::random;
  play(test::small_social_graph(), o);
}

template <class Method>
void expect_same_baseline(const Method& method,
                          const std::vector<simulated_task>& tasks = simulated_triangle_tasks()) {
  const auto run = [&](session& s) {
    baseline_result r = estimate_triangles(s, method);
    return test::played{{r.triangles.value, r.triangles.standard_error, r.communication.upload_bytes},
                        std::move(r.run)};
  };
  const std::vector<user_task> agreed = all_triangle_tasks();
  test::expect_same_user_by_user(test::small_social_graph(), method.total, {5}, run, tasks, agreed);
}

TEST(TrianglesProtocolTest, AndInPublishedMethods) {
  const epsilon total = epsilon::from_nats(3.0);
  expect_same_baseline(local_two_rounds::published(total));
  expect_same_baseline(local_two_rounds::strongest(total));
  vertex_centric stated = vertex_centric::published(total);
  stated.margin = 3;  // so that lists are clipped
  expect_same_baseline(stated);
  expect_same_baseline(vertex_centric::strongest(total));
  expect_same_baseline(vertex_centric::compressed(total, nullspace_spec{}));
  expect_same_baseline(edge_orient::published(total), simulated_orientation_tasks());
  expect_same_baseline(edge_orient::sound(total), simulated_orientation_tasks());
}

TEST(TrianglesProtocolTest, AndInSequences) {
  triangle_sequence_options options;
  options.total = epsilon::from_nats(3.0);
  options.codec = nullspace_spec{};
  const auto run = [&](session& s) {
    triangle_sequence_result r = estimate_triangle_sequence(s, options);
    std::vector<double> all = r.at_users.values;
    all.insert(all.end(), r.at_users.standard_errors.begin(), r.at_users.standard_errors.end());
    return test::played{std::move(all), std::move(r.run)};
  };
  test::expect_same_user_by_user(test::small_social_graph(), options.total, {5}, run,
                                 simulated_triangle_tasks(), private_tasks());
}

TEST(TrianglesProtocolTest, TrueDegreesAreDisclosedAndTheRecordSaysSo) {
  two_step o = test::two_step_at(4.0, ppr_spec{});
  o.true_degree_chunks = true;
  const test::played run = play(test::small_social_graph(), o);
  ASSERT_EQ(run.run.flaws.size(), 1U);
  EXPECT_NE(run.run.flaws[0].find("true degrees"), std::string::npos);
}

TEST(TrianglesProtocolTest, NobodyIsOpenedWhoDidNotAgree) {
  const csr_graph g = test::small_social_graph();
  auto users = test::graph_one_by_one(g, 7, private_tasks());
  two_step open = test::two_step_at(4.0, ppr_spec{});
  open.true_degree_chunks = true;
  account paid(open.total, users.users()), again(open.total, users.users());
  session first(users, paid, {1}), second(users, again, {1});
  EXPECT_THROW(estimate_triangles(first, open), format_error);
  EXPECT_THROW(estimate_triangles(second, vertex_centric::published(open.total)), format_error);
}

TEST(TrianglesProtocolTest, AUserRefusesWhatIsAboutOtherUsers) {
  const csr_graph g = test::small_social_graph();
  const two_step o = test::two_step_at(2.0, nullspace_spec{});
  const triangle_result r = estimate_triangles(g, o, {1}, coin_source::simulated(1));
  public_objects published;
  const auto add = [&](auto object) {
    using form = public_form<std::remove_const_t<typename decltype(object)::element_type>>;
    return published.add(object, form::write(*object));
  };
  const release_layout& layout = r.published->layout();
  const auto order = add(std::make_shared<const public_order>(
      o.order, layout.parameters().key,
      std::vector<std::int64_t>(layout.degrees().begin(), layout.degrees().end())));
  const auto told_layout = add(std::make_shared<const release_layout>(layout));
  const auto rows = add(r.published);
  const std::vector<vertex_id> none, near{3}, far{3, 60};
  const coin_source source = coin_source::simulated(1);
  // Whatever its list, a user refuses by numbers that are public.
  for (const std::vector<vertex_id>& mine : {none, near, far}) {
    const own_list me{5, 61, mine};
    const user_coins coins(source, me.user);
    EXPECT_THROW(answer(size_round{o.total, {order}}, me, {published, 0, coins}), format_error);
    EXPECT_THROW(answer(row_round{told_layout}, me, coins), format_error);
    EXPECT_THROW(answer(pair_round{o.total, {r.plan.cap, rows}}, me, {published, 0, coins}), format_error);
  }
  byte_string said;
  degree_round{o.total}.write(said);
  const user_coins coins(source, 5);
  EXPECT_THROW(answer_call(private_tasks(), {"unheard of", said, published}, {5, 61, {}}, coins),
               format_error);
  said.push_back(std::byte{0});
  EXPECT_THROW(answer_call(private_tasks(), {"degree", said, published}, {5, 61, {}}, coins), format_error);
}

}  // namespace
}  // namespace edgeldp
