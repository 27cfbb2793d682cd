// SPDX-License-Identifier: MIT
// Do 95% intervals hold the truth where the result says `usable`? A cell (graph, verb, statistic,
// budget, codec) fails if the exact upper 99.99% limit of its coverage is below 93%, a verb if the
// upper 95% limit of its pooled coverage is: at a true coverage of 95% the first has a false-alarm
// rate of at most 1e-4 / 100 a cell, the second of 1e-4 (400 runs) to 1e-2 (40), and seeds are
// fixed unless EDGELDP_TEST_SEED is set. Likewise at least 95% of usable estimates are off by less
// than 25%, and the median half-width over 1.96 RMSE (its upper 99% limit) is bounded.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bench/coverage_subject.hpp"
#include "edgeldp/graph/errors/interval_coverage.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/input/read_graph.hpp"
#include "support/night.hpp"

namespace edgeldp {
namespace {

using cli::coverage_setting;
using cli::coverage_subject;

constexpr double demanded = 0.93, demanded_close = 0.95;
/// Median half-width over 1.96 RMSE: demanded of named graphs; on affiliation graphs, whose lists
/// are nearly all closed, the predicted bias is too large (bitmaps at 4: 2.4, null spaces at 8:
/// 2.1).
constexpr double widest_named = 1.6, widest_generated = 2.5;
/// What a sample may miss follows from degrees alone: on facebook_combined, where these tell nearly
/// all, at 4 it is taken for 3.3 times as much. Common items move by whole ones: at an RMSE of 0.32
/// no interval that holds one is narrower than 1.6.
constexpr double widest_sampled = 3.6, widest_in_steps = 1.7;
/// Intervals of densities hold for all sets at once, 1.5 times as wide as for one: on wiki-Vote
/// 1.7.
constexpr double widest_at_once = 2.0;
/// Of recalls the bound of what was cut decides, whatever the budget.
constexpr double widest_by_bound = 12.0;

double widest_on_named(const std::string& verb) {
  if (verb == "sampled-triangles") return widest_sampled;
  if (verb == "cores") return widest_at_once;
  if (verb == "centrality") return widest_by_bound;
  return verb == "vectors" ? widest_in_steps : widest_named;
}
constexpr std::uint64_t fewest = 10;  // usable runs that say something of a width

/// Runs of one setting, by statistic.
std::map<std::string, interval_coverage> measure(coverage_subject& subject, const coverage_setting& setting,
                                                 std::uint64_t runs) {
  std::map<std::string, interval_coverage> seen;
  for (std::uint64_t run = 0; run < runs; ++run) {
    const std::uint64_t seed = (test::first_seed() * 1000003 + run) * 0x9e3779b97f4a7c15U;
    for (const cli::known_estimate& e : subject.run(setting, {seed}, coin_source::simulated(seed ^ 1)))
      seen[e.statistic].add(e.value, e.truth);
  }
  return seen;
}

/// Cells of one verb; judged one by one, then together.
class verb_coverage {
 public:
  explicit verb_coverage(double widest) : m_widest(widest) {}

  void add(coverage_subject& subject, const std::string& graph, const coverage_setting& setting,
           std::uint64_t runs) {
    for (const auto& [statistic, c] : measure(subject, setting, runs)) {
      SCOPED_TRACE(testing::Message() << graph << ' ' << setting.verb << ' ' << statistic << " at "
                                      << setting.epsilon << ' ' << setting.codec);
      const auto covered = c.usable_covered();
      m_usable += covered.of;
      EXPECT_GE(covered.upper_limit(0.9999), demanded) << covered.count << " of " << covered.of;
      // Of what is hardly ever judged usable those runs are what noise lifts: off, but few.
      if (20 * covered.of >= runs) {
        EXPECT_GE(c.usable_close().upper_limit(0.9999), demanded_close);
      }
      // Noise in steps so rare that no run saw one says nothing of a width; of the triangles in
      // paths a bound alone is known, whatever the budget.
      if (statistic != "paths" && covered.of >= fewest && c.rmse() > 0.05 * c.standard_error()) {
        EXPECT_LE(c.median_width() * c.rmse() / c.rmse_interval(2.576)[1], m_widest) << c.median_width();
      }
      m_all.merge(c);
    }
  }

  /// `least`: usable runs without which nothing was tested.
  void conclude(std::uint64_t least) const {
    EXPECT_GE(m_usable, least);
    EXPECT_GE(m_all.usable_covered().upper_limit(0.95), demanded)
        << m_all.usable_covered().count << " of " << m_all.usable_covered().of;
    EXPECT_GE(m_all.usable_close().upper_limit(0.95), demanded_close);
  }

 private:
  double m_widest;
  interval_coverage m_all;
  std::uint64_t m_usable = 0;
};

struct cells {
  std::string verb;
  std::vector<double> budgets;
  std::vector<std::string> codecs;
};

class CoverageTest : public testing::TestWithParam<cells> {};

TEST_P(CoverageTest, UsableIntervalsHoldTheTruth) {
  coverage_subject subject(generate_affiliation(500, 5000, 3));
  verb_coverage verb(widest_generated);
  for (const double budget : GetParam().budgets)
    for (const std::string& codec : GetParam().codecs)
      verb.add(subject, "affiliation", {GetParam().verb, budget, codec}, 40);
  verb.conclude(30);
}

INSTANTIATE_TEST_SUITE_P(
    Verbs, CoverageTest,
    testing::Values(cells{"triangles", {2.0, 4.0}, {"nullspace", "bitmap"}},
                    cells{"uniform-triangles", {4.0}, {"nullspace"}},
                    cells{"sampled-triangles", {2.0, 6.0}, {"-"}}, cells{"clustering", {4.0}, {"nullspace"}},
                    cells{"cycles-4", {6.0}, {"nullspace"}}, cells{"degrees", {0.3, 2.0, 16.0}, {"-"}},
                    cells{"common-neighbors", {6.0, 16.0}, {"nullspace", "bitmap"}},
                    cells{"homophily", {2.0, 8.0}, {"-"}}, cells{"mixing", {0.5, 2.0, 8.0}, {"-"}},
                    cells{"communities", {2.0, 8.0}, {"-"}}, cells{"synthesis", {2.0, 8.0}, {"-"}},
                    cells{"cores", {1.0, 4.0}, {"-"}}, cells{"directed-mixing", {1.0, 4.0}, {"-"}},
                    cells{"reciprocity", {4.0}, {"nullspace", "bitmap"}},
                    cells{"vectors", {2.0, 6.0, 8.0}, {"nullspace", "bitmap"}},
                    cells{"butterflies", {4.0}, {"nullspace", "bitmap"}}),
    [](const auto& cell) {
      std::string name = cell.param.verb;
      std::erase(name, '-');
      return name;
    });

// On the named graphs, a part for each verb; a third of the cells a night, of every budget on some
// graphs, but all of cycles, which have three.
class NightlyCoverageTest : public testing::TestWithParam<cells> {
 protected:
  void SetUp() override {
    if (std::getenv("EDGELDP_DATASETS") == nullptr) GTEST_SKIP() << "no folder of public graphs";
  }
};

/// Bitmaps of tens of thousands of users take seconds a run. A run of butterflies takes 0.8 s on
/// ca-GrQc, 4 s on wiki-Vote, 17 s on ca-AstroPh, 35 s on email-Enron.
std::uint64_t runs_of(const std::string& verb, std::uint64_t users) {
  if (verb == "butterflies") return users > 20000 ? 0 : users > 8000 ? 10 : 40;
  return users > 20000 ? 20 : users > 8000 ? 40 : 400;
}

TEST_P(NightlyCoverageTest, UsableIntervalsHoldTheTruthOnNamedGraphs) {
  const bool is_slow = GetParam().verb.starts_with("cycles");
  verb_coverage verb(widest_on_named(GetParam().verb));
  std::uint64_t graphs = 0;
  for (const char* name :
       {"ca-GrQc", "email-Eu-core", "p2p-Gnutella08", "wiki-Vote", "facebook_combined", "ca-HepTh",
        "ca-CondMat", "email-Enron", "ca-AstroPh.undirected", "loc-brightkite.undirected"}) {
    const std::string path = std::string(std::getenv("EDGELDP_DATASETS")) + "/" + name + ".txt.gz";
    if (!std::filesystem::exists(path) || (is_slow && graphs == 3)) continue;
    ++graphs;
    coverage_subject subject(read_graph(path).graph);
    const std::uint64_t users = subject.graph().vertex_count();
    const std::uint64_t runs = runs_of(GetParam().verb, users);
    if (runs == 0) continue;
    std::uint64_t cell = graphs;
    for (const double budget : GetParam().budgets) {
      if (users > 20000 && budget > 8.0 && GetParam().verb.ends_with("triangles")) continue;
      for (const std::string& codec : GetParam().codecs)
        if (is_slow || test::is_tonight(cell++, 3))
          verb.add(subject, name, {GetParam().verb, budget, codec}, runs);
    }
  }
  if (graphs == 0) GTEST_SKIP() << "none of the named graphs is there";
  verb.conclude(20);
}

INSTANTIATE_TEST_SUITE_P(
    Verbs, NightlyCoverageTest,
    testing::Values(cells{"triangles", {0.5, 1.0, 4.0, 16.0}, {"auto"}},
                    cells{"uniform-triangles", {1.0, 8.0}, {"auto"}},
                    cells{"sampled-triangles", {1.0, 4.0}, {"-"}}, cells{"clustering", {4.0}, {"auto"}},
                    cells{"cycles-4", {2.0}, {"auto"}}, cells{"degrees", {0.1, 0.5, 4.0, 32.0}, {"-"}},
                    cells{"common-neighbors", {2.0, 8.0}, {"auto"}},
                    cells{"homophily", {0.5, 2.0, 8.0}, {"-"}}, cells{"mixing", {0.25, 1.0, 4.0}, {"-"}},
                    cells{"communities", {0.5, 2.0}, {"-"}}, cells{"synthesis", {1.0, 4.0}, {"-"}},
                    cells{"directed-mixing", {0.25, 1.0, 4.0}, {"-"}},
                    cells{"reciprocity", {1.0, 4.0}, {"auto"}}, cells{"cores", {0.5, 4.0}, {"-"}},
                    cells{"centrality", {0.5, 2.0}, {"-"}}, cells{"vectors", {2.0, 8.0}, {"auto"}},
                    cells{"butterflies", {2.0, 4.0, 8.0}, {"auto"}}),
    [](const auto& cell) {
      std::string name = cell.param.verb;
      std::erase(name, '-');
      return name;
    });

}  // namespace
}  // namespace edgeldp
