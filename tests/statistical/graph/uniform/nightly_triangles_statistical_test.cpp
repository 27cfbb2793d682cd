// SPDX-License-Identifier: MIT
// The figures that the project promises for the main job, on a generated social graph and, where
// EDGELDP_DATASETS names a folder with it, on wiki-Vote. Seeds are fixed unless EDGELDP_TEST_SEED
// is set. 100 runs a case: the mean is compared at 5.2 standard errors (false alarm 2e-7), the
// spread to 35% (its standard error is 7%: 5 of them).
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <tuple>

#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/input/read_graph.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"
#include "edgeldp/graph/uniform/tune_curator.hpp"
#include "support/night.hpp"

namespace edgeldp {
namespace {

struct promised_figures {
  double runs = 0, truth = 0, mean = 0, spread = 0, rmse = 0, bias = 0, standard_error = 0;
  double upload_bytes = 0, download_bytes = 0;
};

promised_figures measure(const csr_graph& g, const two_step& options, std::uint64_t runs = 100) {
  promised_figures f;
  f.runs = static_cast<double>(runs);
  f.truth = static_cast<double>(exact::count_triangles(g));
  double sum = 0, squares = 0;
  for (std::uint64_t run = 0; run < runs; ++run) {
    const std::uint64_t seed = test::first_seed() * 1000003 + run;
    const triangle_result r =
        estimate_triangles(g, options, {seed * 0x9e3779b97f4a7c15U}, coin_source::simulated(seed));
    const double error = r.triangles.value - f.truth;
    sum += error;
    squares += error * error;
    f.bias += r.triangles.bias / f.runs;
    f.standard_error += r.triangles.standard_error / f.runs;
    f.upload_bytes += r.communication.upload_bytes / f.runs;
    f.download_bytes += r.communication.download_bytes / f.runs;
  }
  f.mean = f.truth + sum / f.runs;
  f.rmse = std::sqrt(squares / f.runs);
  f.spread = std::sqrt((squares - sum * sum / f.runs) / (f.runs - 1));
  return f;
}

void expect_predicted(const promised_figures& f) {
  EXPECT_NEAR(f.mean, f.truth + f.bias, 5.2 * f.spread / std::sqrt(f.runs) + 0.25 * std::abs(f.bias));
  EXPECT_NEAR(f.spread, f.standard_error, 0.35 * f.standard_error);
}

TEST(NightlyTrianglesTest, ErrorIsPredictedOnASocialGraph) {
  const csr_graph g = generate_affiliation(7000, 110000, 11);
  for (const double total : {0.5, 1.0, 2.0}) {
    two_step o;
    o.total = epsilon::from_nats(total);
    expect_predicted(measure(g, o));
  }
}

class NightlyDatasetTest : public testing::Test {
 protected:
  void SetUp() override {
    if (std::getenv("EDGELDP_DATASETS") == nullptr) GTEST_SKIP() << "no folder of public graphs";
  }
  /// A graph of the folder; nothing, and no test, where it is missing.
  static std::optional<csr_graph> load(const std::string& name) {
    const std::string path = std::string(std::getenv("EDGELDP_DATASETS")) + "/" + name + ".txt.gz";
    if (!std::filesystem::exists(path)) return std::nullopt;
    return read_graph(path).graph;
  }
};

class NightlyWikiVoteTest : public NightlyDatasetTest {
 protected:
  void SetUp() override {
    NightlyDatasetTest::SetUp();
    if (IsSkipped()) return;
    const auto loaded = load("wiki-Vote");
    if (!loaded) GTEST_SKIP() << "no wiki-Vote";
    g = *loaded;
  }
  csr_graph g;
};

TEST_F(NightlyWikiVoteTest, PprReachesThePromisedErrorAtEpsilonOne) {
  two_step o;
  o.codec = ppr_spec{};
  const promised_figures f = measure(g, o);
  expect_predicted(f);
  EXPECT_LE(f.rmse / f.truth, 0.16);
}

TEST_F(NightlyDatasetTest, NullSpacesReachThePromisedErrorAtEpsilonOne) {
  for (const auto& [name, runs, promised] :
       {std::tuple("wiki-Vote", 100, 0.06), std::tuple("facebook_combined", 100, 0.03),
        std::tuple("email-Enron", 50, 0.08)}) {
    const auto g = load(name);
    if (!g) continue;
    SCOPED_TRACE(name);
    two_step o;
    o.codec = nullspace_spec{};
    const promised_figures f = measure(*g, o, static_cast<std::uint64_t>(runs));
    expect_predicted(f);
    EXPECT_LE(f.rmse / f.truth, promised);
  }
}

// The bound on work asks for chunks by the noise on sizes: 0.46 and 0.44 bits beside a size share
// of 0.1 (core/src/codec/ppr/effort_derivation.md).
TEST_F(NightlyWikiVoteTest, ReachesThePromisedBitsAtEdgeBudget072) {
  for (const auto& [level, bits] : {std::pair(5U, 0.37), std::pair(9U, 0.32)}) {
    two_step o;
    o.split = budget_split{0.06, 0.18, 0.72, 0.04};
    o.codec = ppr_spec{.level = level};
    const published_graph published =
        publish_graph(g, o, {test::first_seed()}, coin_source::simulated(test::first_seed()));
    release_sizes sizes;
    published.published->serialize(&sizes);
    EXPECT_LE(8.0 * static_cast<double>(sizes.edges) / static_cast<double>(g.edge_count()), bits) << level;
  }
}

// What `tune` says before anybody is asked, against 200 runs: bytes within 5%; error from 15% below
// (three standard errors of a root mean square over 200 runs) to half above: plans provide for
// closed lists, and say 1.40 times the error on facebook_combined at 2, as intervals there do.
// Plans differ from run to run, and bytes with them (wiki-Vote at 2: 68 to 90 kB, standard
// deviation 9%), so 64 draws know the mean to 1.1%.
class NightlyTuneTest : public NightlyDatasetTest {
 protected:
  void compare(const csr_graph& g, double total, codec_kind kind) {
    const double triangles = static_cast<double>(exact::count_triangles(g));
    two_step o;
    o.total = epsilon::from_nats(total);
    o.codec = codec_spec(kind);
    const double factor = 1.0;
    constexpr unsigned draws = 64;
    const tuning_point p =
        evaluate_tuning(tuning_subject_of(g, triangles), o, {{&o.codec, 1}, {&factor, 1}}, {draws, 1})
            .front();
    const promised_figures f = measure(g, o, 200);
    EXPECT_GE(p.relative_error * triangles, 0.85 * f.rmse);
    EXPECT_LE(p.relative_error * triangles, 1.5 * f.rmse);
    EXPECT_NEAR(p.cost.upload_bytes, f.upload_bytes, 0.05 * f.upload_bytes);
    EXPECT_NEAR(p.cost.download_bytes, f.download_bytes, 0.05 * f.download_bytes);
  }
};

TEST_F(NightlyTuneTest, PredictsErrorAndBytes) {
  for (const char* name : {"wiki-Vote", "facebook_combined", "ca-AstroPh.undirected"}) {
    const std::optional<csr_graph> g = load(name);
    if (!g) continue;
    for (const double total : {1.0, 2.0}) {
      for (const codec_kind kind : {codec_kind::nullspace, codec_kind::ppr}) {
        SCOPED_TRACE(testing::Message()
                     << name << ", epsilon " << total << ", codec " << static_cast<int>(kind));
        compare(*g, total, kind);
      }
    }
  }
}

}  // namespace
}  // namespace edgeldp
