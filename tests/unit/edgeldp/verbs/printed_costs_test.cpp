// SPDX-License-Identifier: MIT
// What a verb prints of costs and of what users were told is the record of the run, question by
// question: the library plays the same run, and its account says the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "command.hpp"
#include "edgeldp/graph/input/read_graph.hpp"
#include "edgeldp/graph/questions/butterflies/butterflies_simulation.hpp"
#include "edgeldp/graph/questions/clustering/clustering_simulation.hpp"
#include "edgeldp/graph/questions/common_neighbors/common_neighbors_simulation.hpp"
#include "edgeldp/graph/questions/cycles/cycles_simulation.hpp"
#include "edgeldp/graph/questions/degrees/degrees_simulation.hpp"
#include "edgeldp/graph/questions/homophily/homophily_simulation.hpp"
#include "edgeldp/graph/questions/triangles/at_users_simulation.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_triangles_simulation.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"
#include "edgeldp/rivals/cycles/middle_cycles_simulation.hpp"
#include "edgeldp/rivals/stars/local_stars_simulation.hpp"
#include "io/report.hpp"
#include "options/protocol_arguments.hpp"
#include "support/test_folder.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::test {

namespace {

constexpr double total = 2.0;
const std::string tiny = std::string(EDGELDP_TEST_SOURCE_DIR) + "/../datasets/tiny/";

release_key key() {
  return key_of_run(1, 0);
}
coin_source coins() {
  return coins_of_run(1, 0);
}

/// The first result of a verb at seed 1 and that total.
cli::record printed(std::vector<std::string> words) {
  for (const char* word : {"--epsilon", "2", "--seed", "1"}) words.emplace_back(word);
  cli::command_line program("", "");
  cli::common_arguments common;
  common.json = true;
  cli::add_verbs(program, cli::own_verbs(), common);
  cli::captured_output kept;
  program.parse(std::move(words));
  return kept.results.at(0);
}

/// losses: of a user's bit, and of a relationship, which in a bipartite graph has no other end.
void expect_of(const run_record& run, const cli::record& said, bool has_items = false) {
  constexpr double rounding = 1e-8;  // budgets are printed as short as they were typed
  const epsilon of_edge = run.spent.edge_ldp();
  EXPECT_EQ(said.at("told"), run.told);
  EXPECT_NEAR(said.at("epsilon"), run.spent.ceiling().nats(), rounding);
  EXPECT_NEAR(said.at("edge_ldp"), of_edge.nats(), rounding);
  EXPECT_NEAR(said.at("relationship_dp"), (has_items ? of_edge : run.spent.relationship_dp()).nats(),
              rounding);
  EXPECT_NEAR(said.at("spent").at("epsilon"), run.spent.spent().nats(), rounding);
  EXPECT_EQ(said.at("private"), run.flaws.empty());
}

class PrintedCostsTest : public ::testing::Test {
 protected:
  const read_graph_result input = read_graph(tiny + "karate.txt");
  const csr_graph& g = input.graph;
  const std::string graph = tiny + "karate.txt";
  two_step options;

  PrintedCostsTest() {
    options.total = epsilon::from_nats(total);
    options.codec = bitmap_spec{};
  }

  vertex_id user_of(std::uint64_t id) const {
    const std::vector<std::uint64_t> ids = input.labels.listed();
    return static_cast<vertex_id>(std::ranges::find(ids, id) - ids.begin());
  }
};

TEST_F(PrintedCostsTest, Triangles) {
  expect_of(estimate_centred_triangles(g, {options.total, bitmap_spec{}}, key(), coins()).run,
            printed({"triangles", graph, "--codec", "bitmap"}));
  expect_of(estimate_triangles(g, options, key(), coins()).run,
            printed({"triangles", graph, "--codec", "bitmap", "--preset", "uniform"}));
  expect_of(estimate_sampled_triangles(g, {options.total, 900.0}, key(), coins()).run,
            printed({"triangles", graph, "--max-download", "900"}));
}

TEST_F(PrintedCostsTest, TrianglesAsPublishedAreNotPrivate) {
  two_step published = cli::published_options(options.total);
  published.true_degree_chunks = true;
  expect_of(estimate_triangles(g, published, key(), coins()).run,
            printed({"triangles", graph, "--preset", "published", "--chunk-rule", "true-degree"}));
}

TEST_F(PrintedCostsTest, Cycles) {
  for (const unsigned length : {4U, 5U})
    expect_of(estimate_cycles(g, length, options, key(), coins()).run,
              printed({"cycles", graph, "--codec", "bitmap", "--length", std::to_string(length)}));
  expect_of(estimate_cycles(g, 5, middle_cycles{options.total}, key(), coins()).run,
            printed({"cycles", graph, "--codec", "bitmap", "--length", "5", "--rule", "middle"}));
}

TEST_F(PrintedCostsTest, Degrees) {
  expect_of(release_all_degrees(g, options.total, coins()).run, printed({"degrees", graph}));
  expect_of(estimate_stars(g, local_stars::published(options.total, 2), coins()).run,
            printed({"degrees", graph, "--method", "local-lap", "--stars", "2"}));
  centred_options with_wedges{options.total, bitmap_spec{}, clustering_degree_share};
  expect_of(estimate_clustering(g, with_wedges, key(), coins()).run.run,
            printed({"degrees", graph, "--clustering", "--codec", "bitmap"}));
  triangle_sequence_options at_users;
  at_users.total = options.total;
  at_users.codec = bitmap_spec{};
  const test_folder scratch;
  expect_of(
      estimate_triangle_sequence(g, at_users, key(), coins()).run,
      printed({"degrees", graph, "--codec", "bitmap", "--triangles", (scratch.path() / "t.tsv").string()}));
}

TEST_F(PrintedCostsTest, Homophily) {
  const test_folder scratch;
  const std::string labels = (scratch.path() / "labels.csv").string();
  std::ofstream out(labels);
  out << "id,side\n";
  user_attribute side{"side", {"a", "b"}, {}};
  for (const std::uint64_t id : input.labels.listed()) {
    out << id << (id % 3 == 0 ? ",a\n" : ",b\n");
    side.of.push_back(id % 3 == 0 ? 0 : 1);
  }
  out.close();
  const std::vector<user_attribute> attributes{side};
  for (const char* method : {"counts", "edges"}) {
    homophily_options wanted;
    wanted.total = options.total;
    wanted.codec = bitmap_spec{};
    wanted.method = method == std::string("edges") ? homophily_method::edges : homophily_method::counts;
    std::vector<std::string> words{"homophily", graph, "--labels", labels,
                                   "--values",  "a,b", "--method", method};
    if (wanted.method == homophily_method::edges) words.insert(words.end(), {"--codec", "bitmap"});
    const cli::record said = printed(std::move(words));
    const homophily_result r = estimate_homophily(g, attributes, wanted, key(), coins());
    expect_of(r.run, said);
    EXPECT_NEAR(said.at("attribute_ldp"), r.run.spent.of(0).spent(rounds::attributes).nats(), 1e-8);
  }
}

TEST_F(PrintedCostsTest, PairsOfAGraphAndOfALayer) {
  const test_folder scratch;
  const std::string pairs = (scratch.path() / "pairs.txt").string();
  std::ofstream(pairs) << "1 34\n2 33\n";
  const std::string lists = (scratch.path() / "lists.txt").string();
  {
    std::ofstream out(lists);
    for (int u = 0; u < 40; ++u)
      for (int i = 0; i < 60; ++i)
        if ((u * 7 + i * 5) % 6 == 0) out << u << ' ' << i << '\n';
  }
  const std::string pairs_of_lists = (scratch.path() / "pairs_of_lists.txt").string();
  std::ofstream(pairs_of_lists) << "3 9\n4 8\n";
  const bipartite_graph b = read_bipartite_graph(lists).graph;
  const std::vector<user_pair> of_lists{{3, 9}, {4, 8}};  // users come in their order
  common_options wanted;
  wanted.total = options.total;
  wanted.codec = bitmap_spec{};
  const std::vector<user_pair> asked{{user_of(1), user_of(34)}, {user_of(2), user_of(33)}};
  for (const char* method : {"double-source", "single-source"}) {
    wanted.method =
        method == std::string("double-source") ? common_method::double_source : common_method::single_source;
    expect_of(
        estimate_common_neighbors(g, asked, wanted, key(), coins()).run,
        printed({"common-neighbors", graph, "--pairs", pairs, "--method", method, "--codec", "bitmap"}));
    expect_of(estimate_common_neighbors(b, layer::left, of_lists, wanted, key(), coins()).run,
              printed({"common-neighbors", lists, "--bipartite", "--pairs", pairs_of_lists, "--method",
                       method, "--codec", "bitmap"}),
              true);
  }
}

/// Of several runs the one that cost most is told, whichever was last.
TEST_F(PrintedCostsTest, SeveralRunsTellWhatTheDearestCost) {
  const std::string few = tiny + "octahedron.graph";
  const csr_graph small = read_graph(few).graph;
  epsilon dearest, of_edge, last;
  std::uint64_t sum = 0, runs = 0;
  do {  // until one in which nobody counts
    const account spent =
        estimate_triangles(small, options, key_of_run(1, runs), coins_of_run(1, runs)).run.spent;
    last = spent.spent();
    dearest = std::max(dearest, last);
    of_edge = std::max(of_edge, spent.edge_ldp());
    sum += last.units();
    ++runs;
  } while (!(last < dearest) && runs < 100);
  ASSERT_LT(last, dearest);
  const cli::record said =
      printed({"triangles", few, "--codec", "bitmap", "--preset", "uniform", "--runs", std::to_string(runs)});
  EXPECT_NEAR(said.at("edge_ldp"), of_edge.nats(), 1e-8);
  EXPECT_NEAR(said.at("spent").at("epsilon"), epsilon::from_units(sum).nats(), 1e-7);
}

TEST_F(PrintedCostsTest, Butterflies) {
  const test_folder scratch;
  const std::string lists = (scratch.path() / "lists.txt").string();
  std::ofstream out(lists);
  for (int u = 0; u < 30; ++u)
    for (int i = 0; i < 40; ++i)
      if ((u * 7 + i * 5) % 6 == 0) out << u << ' ' << i << '\n';
  out.close();
  const bipartite_graph b = read_bipartite_graph(lists).graph;
  butterfly_options wanted{options.total, bitmap_spec{}};
  expect_of(estimate_butterflies(b, layer::left, wanted, key(), coins()).run,
            printed({"butterflies", lists, "--codec", "bitmap"}), true);
}

}  // namespace

}  // namespace edgeldp::test
