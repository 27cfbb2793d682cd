// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/group_rr/group_rr_simulation.hpp"

#include "edgeldp/rivals/group_rr/group_rr_user.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "support/baseline_checks.hpp"
#include "support/broken_mechanisms.hpp"
#include "support/graphs.hpp"
#include "support/method_presets.hpp"
#include "support/output_law.hpp"
#include "support/scripted_randomness.hpp"
#include "support/small_lists.hpp"

namespace edgeldp {
namespace {

static_assert(TriangleBaseline<group_rr>);

using test::output_law;
using test::rational;
using test::wide_float;

// --- groups and bins

TEST(GroupBinsTest, GroupSizeIsTheCeilingOfTheCubeRoot) {
  for (const std::uint64_t s : {1U, 2U, 3U, 4U, 5U, 10U, 100U, 1000U, 1024U}) {
    const auto cube = static_cast<double>(s * s * s);
    EXPECT_EQ(group_size_for(cube), s);
    if (s < 1024) {
      EXPECT_EQ(group_size_for(std::nextafter(cube, 2 * cube)), s + 1);
    }
  }
  EXPECT_EQ(group_size_for(1024.0), 11U);
  for (const double bad : {0.0, 0.99, -1.0, 2e9, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_THROW(group_size_for(bad), invalid_parameter) << bad;
}

TEST(GroupBinsTest, BinsHoldAtMostAGroupAndPairsCollideAsModelled) {
  for (const std::uint64_t users : {2U, 3U, 7U, 20U, 101U}) {
    for (const std::uint32_t group : {1U, 2U, 4U, 11U}) {
      const group_bins bins = group_bins::for_users(users, group);
      ASSERT_GE(bins.prime, users);
      ASSERT_GE(bins.bins, 2U);
      std::uint64_t collisions = 0, draws = 0;
      for (std::uint64_t a = 1; a < bins.prime; ++a) {
        const bin_hash h{a, 5 % bins.prime};
        std::vector<std::uint32_t> load(bins.bins);
        for (std::uint32_t x = 0; x < bins.prime; ++x) ++load[h(bins, x)];
        for (const std::uint32_t l : load) ASSERT_LE(l, bins.group);
        collisions += h(bins, 0) == h(bins, 1) ? 1 : 0;
        ++draws;
      }
      // Over a and b; b averages out what the single b leaves (1 in q).
      const double expected = (bins.group - 1.0) / (bins.slots() - 1.0);
      EXPECT_NEAR(static_cast<double>(collisions) / static_cast<double>(draws), expected,
                  2.5 / static_cast<double>(bins.prime) + 0.02);
    }
  }
}

TEST(GroupBinsTest, HashFunctionsAreInRangeAndDiffer) {
  const group_bins bins = group_bins::for_users(1000, 5);
  std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
  for (vertex_id u = 0; u < 200; ++u) {
    const bin_hash h = bin_hash::draw({9}, u, bins);
    EXPECT_TRUE(h.a >= 1 && h.a < bins.prime && h.b < bins.prime);
    seen.insert({h.a, h.b});
  }
  EXPECT_GT(seen.size(), 195U);
}

// --- privacy of a row, by enumeration of all coins

/// Pr[report = 1 | c neighbours] for a mechanism that compares 40 bits with T and then draws a
/// place below `bound`. Both ends of each interval of the first coin are tried.
template <class Report>
rational chance_of_one(const group_response& response, std::uint32_t c, std::uint32_t bound,
                       Report&& report) {
  const rational flip(response.threshold(), randomized_response::resolution);
  rational chance = 0;
  for (std::uint32_t slot = 0; slot < bound; ++slot) {
    for (const bool flips : {false, true}) {
      const std::uint64_t ends[2] = {flips ? 0 : response.threshold(),
                                     flips ? response.threshold() - 1 : randomized_response::resolution - 1};
      bool said[2];
      for (int end = 0; end < 2; ++end) {
        test::scripted_randomness coins({(ends[end] << 24) | 0xabcdef, slot});
        said[end] = report(c, coins);
      }
      EXPECT_EQ(said[0], said[1]);
      if (said[0]) chance += (flips ? flip : 1 - flip) / bound;
    }
  }
  return chance;
}

/// Law of a whole row of `places` places under the worst ratio between neighbouring rows.
template <class Chance>
rational worst_row_ratio(const group_bins& bins, const bin_hash& hash, unsigned places, Chance&& chance) {
  const auto worst = test::worst_neighbor_ratio<rational>(places, [&](std::uint32_t mask) {
    std::vector<std::uint32_t> counts(bins.bins);
    for (std::uint32_t x = 0; x < places; ++x)
      if (((mask >> x) & 1) != 0) ++counts[hash(bins, x)];
    output_law<rational> law;
    for (std::uint64_t message = 0; message < 1U << bins.bins; ++message) {
      rational p = 1;
      for (std::uint64_t b = 0; b < bins.bins; ++b) {
        const rational one = chance(counts[b]);
        p *= ((message >> b) & 1) != 0 ? one : 1 - one;
      }
      law[{message}] = p;
    }
    EXPECT_EQ(test::total_probability(law), 1);
    return law;
  });
  return worst.value_or(rational(0));
}

wide_float exp_of(epsilon budget) {
  return exp(wide_float(budget.units()) / wide_float(epsilon::units_per_nat));
}

TEST(GroupPrivacyTest, ARowCostsItsBudgetInBothDirectionsAndTwinsCostMore) {
  for (const double nats : {0.05, 0.45, 2.0}) {
    for (const std::uint32_t group : {1U, 2U, 3U}) {
      const epsilon budget = epsilon::from_nats(nats);
      const group_response response(budget, group);
      const group_bins bins = group_bins::for_users(7, group);
      ASSERT_EQ(bins.group, group);
      const unsigned places = group == 1 ? 4 : 6;
      std::vector<rational> one, twin;
      for (std::uint32_t c = 0; c <= group; ++c) {
        one.push_back(chance_of_one(response, c, group, [&](std::uint32_t n, private_randomness& coins) {
          return report_bin(response, n, coins);
        }));
        twin.push_back(chance_of_one(response, c, group, [&](std::uint32_t n, private_randomness& coins) {
          return test::broken::any_neighbor_in_group(response, n, coins);
        }));
        // The law that estimators assume.
        const rational flip(response.threshold(), randomized_response::resolution);
        EXPECT_EQ(one.back(), flip + rational(c, group) * (1 - 2 * flip));
      }
      const rational worst = worst_row_ratio(bins, {3, 2}, places, [&](std::uint32_t c) { return one[c]; });
      EXPECT_LE(wide_float(worst), exp_of(budget)) << nats << " nats, groups of " << group;
      EXPECT_GT(wide_float(worst), exp_of(budget) * (1 - wide_float(1e-9)));
      EXPECT_NEAR(response.loss_nats(), nats, 1e-9);
      if (group > 1) {
        const rational broken =
            worst_row_ratio(bins, {3, 2}, places, [&](std::uint32_t c) { return twin[c]; });
        EXPECT_GT(wide_float(broken), exp_of(budget) * wide_float(1.01));
      }
    }
  }
}

TEST(GroupPrivacyTest, RejectsADrawThatFollowsTheData) {
  const epsilon budget = epsilon::from_nats(0.45);
  const group_response response(budget, 3);
  std::vector<rational> one;
  for (std::uint32_t c = 0; c <= 3; ++c)
    one.push_back(chance_of_one(response, c, c + 1, [&](std::uint32_t n, private_randomness& coins) {
      return test::broken::place_by_true_count(response, n, coins);
    }));
  const rational worst =
      worst_row_ratio(group_bins::for_users(7, 3), {3, 2}, 6, [&](std::uint32_t c) { return one[c]; });
  EXPECT_GT(wide_float(worst), exp_of(budget));
}

TEST(GroupResponseTest, RefusesWhatThresholdsCannotExpress) {
  EXPECT_THROW(group_response(epsilon(), 2), invalid_parameter);
  EXPECT_THROW(group_response(epsilon::from_nats(26.0), 2), invalid_parameter);
  EXPECT_THROW(group_response(epsilon::from_nats(1.0), 0), invalid_parameter);
}

// --- messages

bin_sets some_sets(std::uint64_t rows, std::uint64_t bins, double density, std::uint64_t seed) {
  simulation_randomness coins(seed, 1, 0);
  bin_sets sets;
  for (std::uint64_t r = 0; r < rows; ++r) {
    for (std::uint32_t b = 0; b < bins; ++b)
      if (uniform_open(coins) < density) sets.bins.push_back(b);
    sets.end_row();
  }
  return sets;
}

std::vector<bin_set_format> formats(std::uint64_t rows, std::uint64_t bins) {
  return {{rows, bins, -1}, {rows, bins, 0}, {rows, bins, 3}};
}

TEST(BinSetsTest, RoundTripsInEveryFormat) {
  for (const std::uint64_t rows : {0U, 1U, 5U}) {
    for (const std::uint64_t bins : {2U, 3U, 64U, 647U}) {
      for (const double density : {0.0, 0.02, 0.5, 1.0}) {
        const bin_sets sets = some_sets(rows, bins, density, rows * 1000 + bins);
        for (const bin_set_format& format : formats(rows, bins))
          EXPECT_EQ(read_bin_sets(write_bin_sets(sets, format), format), sets);
      }
    }
  }
}

TEST(BinSetsTest, GapsTakeLittleMoreThanTheirEntropy) {
  const bin_sets sets = some_sets(2000, 647, 0.015, 3);
  const auto ones = static_cast<double>(sets.bins.size()), all = 2000.0 * 647.0, p = ones / all;
  const double entropy = -all * (p * std::log2(p) + (1 - p) * std::log2(1 - p));
  const double gaps = 8.0 * static_cast<double>(write_bin_sets(sets, {2000, 647, 5}).size());
  EXPECT_GT(gaps, entropy - 4.0 * std::sqrt(all));
  EXPECT_LT(gaps, 1.03 * entropy);
  const double lists = 8.0 * static_cast<double>(write_bin_sets(sets, {2000, 647, -1}).size());
  EXPECT_NEAR(lists, 10.0 * ones + 10.0 * 2000, 64.0);
}

TEST(BinSetsTest, HostileBytesAreRefusedOrReadAsWhatTheySay) {
  simulation_randomness coins(5, 2, 0);
  unsigned refused = 0;
  for (const bin_set_format& format : formats(6, 50)) {
    const std::vector<std::byte> good = write_bin_sets(some_sets(6, 50, 0.2, 8), format);
    for (int round = 0; round < 3000; ++round) {
      std::vector<std::byte> bytes = good;
      if (round % 3 == 0) bytes.resize(uniform_below(coins, bytes.size()) & 0xffff);
      if (round % 3 == 1) bytes.push_back(static_cast<std::byte>(coins() & 0xff));
      if (round % 3 == 2 || bytes.empty()) bytes.assign(uniform_below(coins, 40) & 63, std::byte{});
      if (round % 3 == 2)
        for (std::byte& b : bytes) b = static_cast<std::byte>(coins() & 0xff);
      try {
        const bin_sets sets = read_bin_sets(bytes, format);
        EXPECT_EQ(write_bin_sets(sets, format), bytes);
        EXPECT_EQ(sets.rows(), 6U);
      } catch (const format_error& e) {
        EXPECT_LE(e.offset(), bytes.size() + 1);
        ++refused;
      }
    }
    // A byte too many is no message.
    std::vector<std::byte> longer = good;
    longer.push_back(std::byte{0});
    EXPECT_THROW(read_bin_sets(longer, format), format_error);
  }
  EXPECT_GT(refused, 4000U);
}

TEST(BinSetsTest, AFewBytesCannotAskForMuchMemory) {
  // 2^40 entries claimed in nine bytes, all bits that follow read as zeros.
  std::vector<std::byte> bytes(4, std::byte{0});
  bytes[2] = std::byte{1};
  EXPECT_THROW(read_bin_sets(bytes, {std::uint64_t{1} << 31, std::uint64_t{1} << 31, 0}), format_error);
}

// --- sensitivity by brute force: lists of up to six members, all noisy graphs

constexpr unsigned most_members = 6;

/// Largest |f(list + x) - f(list)| over graphs (every `stride`-th), lists and x. f(graph, members).
template <class F>
std::int64_t brute_force(F&& f) {
  std::array<std::vector<unsigned>, 1U << most_members> members;
  for (std::uint32_t list = 0; list < members.size(); ++list)
    members[list] = test::members_of<unsigned>(list);
  std::int64_t worst = 0;
  for (std::uint32_t graph = 0; graph < 1U << (most_members * (most_members - 1) / 2); ++graph) {
    std::array<std::int64_t, 1U << most_members> value;
    for (std::uint32_t list = 0; list < value.size(); ++list) value[list] = f(graph, members[list]);
    for (std::uint32_t list = 0; list < value.size(); ++list)
      for (unsigned x = 0; x < most_members; ++x)
        if (((list >> x) & 1) == 0) worst = std::max(worst, std::abs(value[list | (1U << x)] - value[list]));
  }
  return worst;
}

/// The paper's claim fails even where the threshold exceeds everything that negative estimates
/// could add up to: refusals that a new neighbour causes free other pairs.
TEST(GroupSensitivityTest, AllowancesDoNotBoundWhatANeighborChanges) {
  for (const std::int64_t threshold : {9, 12, 16}) {
    const std::int64_t one = 8, offset = 1;
    const std::int64_t worst = brute_force([&](std::uint32_t graph, std::span<const unsigned> members) {
      return count_with_allowances(
          members.size(), threshold, one - offset, [&](std::size_t i, std::size_t j) {
            return (test::pair_bit(graph, members[i], members[j]) ? one : 0) - offset;
          });
    });
    EXPECT_GT(threshold, offset * (most_members - 1));
    EXPECT_GT(worst, threshold) << "threshold " << threshold;
  }
}

TEST(GroupSensitivityTest, LimitedPairsBoundItWithUnequalOffsets) {
  const std::array<std::int64_t, most_members> offsets = {3, 0, 2, 4, 1, 4};
  constexpr std::int64_t one = 7, largest = 4;
  for (const std::uint64_t ones : {1U, 2U, 3U}) {
    const std::uint64_t pair_limit = one * ones / largest;
    limited_pairs pairs;
    const std::int64_t worst = brute_force([&](std::uint32_t graph, std::span<const unsigned> members) {
      pairs.reset({ones, 0});
      std::int64_t sum = 0;
      for (std::size_t i = 0; i < members.size(); ++i) {
        pairs.add([&](std::size_t j) { return test::pair_bit(graph, members[i], members[j]); });
        sum -= static_cast<std::int64_t>(limited_offset(i, pair_limit, offsets[members[i]]));
      }
      return sum + one * static_cast<std::int64_t>(pairs.ones());
    });
    EXPECT_LE(worst, one * static_cast<std::int64_t>(ones));
    EXPECT_GE(worst, one * static_cast<std::int64_t>(ones) - largest);  // and hardly less would do
  }
}

// --- smooth sensitivity

TEST(SmoothBoundTest, IsTheMaximumOverAllDistances) {
  for (const double beta : {0.01, 0.075, 0.5, 2.0}) {
    for (const double sensitivity : {0.0, 1.0, 30.0, 1000.0}) {
      for (const double step : {0.0, 0.5, 12.0}) {
        double best = 0.0;
        for (int k = 0; k < 3000; ++k) best = std::max(best, std::exp(-beta * k) * (sensitivity + k * step));
        EXPECT_NEAR(smooth_bound(sensitivity, step, beta), best, 1e-12 * best + 1e-15);
      }
    }
  }
}

/// On all lists and noisy graphs of six: above the local sensitivity, and exp(beta)-close at
/// neighbouring lists.
TEST(SmoothBoundTest, IsASmoothBoundOfTheLocalSensitivity) {
  constexpr double one = 8.0, offset = 3.0, step = 5.0, beta = 0.3;
  const auto estimate = [&](std::uint32_t graph, unsigned a, unsigned b) {
    return (test::pair_bit(graph, std::max(a, b), std::min(a, b)) ? one : 0.0) - offset;
  };
  for (std::uint32_t graph = 0; graph < 1U << 15; graph += 7) {
    std::array<double, 1U << most_members> bound{};
    for (std::uint32_t list = 0; list < bound.size(); ++list) {
      double local = 0.0;
      for (unsigned v = 0; v < most_members; ++v) {
        double change = 0.0;
        for (unsigned w = 0; w < most_members; ++w)
          if (w != v && ((list >> w) & 1) != 0) change += estimate(graph, v, w);
        local = std::max(local, std::abs(change));
      }
      bound[list] = smooth_bound(local, step, beta);
      ASSERT_GE(bound[list], local);
    }
    for (std::uint32_t list = 0; list < bound.size(); ++list)
      for (unsigned v = 0; v < most_members; ++v)
        ASSERT_LE(bound[list], std::exp(beta) * bound[list ^ (1U << v)] * (1 + 1e-12));
  }
}

/// ln of the largest ratio of densities of f + (factor / e) S Y at neighbouring inputs, density of
/// Y proportional to 1 / (1 + x^4), S and S' within exp(beta), |f - f'| <= S.
double worst_loss(double e, double factor, double beta) {
  const auto log_density = [](double y, double centre, double scale) {
    return -std::log(scale) - std::log1p(std::pow((y - centre) / scale, 4.0));
  };
  double worst = 0.0;
  for (const double dilation : {-beta, -0.5 * beta, 0.0, 0.5 * beta, beta}) {
    const double other = std::exp(dilation);  // S = 1
    for (const double shift : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
      const double centre = shift * std::min(1.0, other);
      for (double y = -400.0; y <= 400.0; y += 0.05) {
        const double ratio = log_density(y, 0.0, factor / e) - log_density(y, centre, factor / e * other);
        worst = std::max(worst, std::abs(ratio));
      }
    }
  }
  return worst;
}

TEST(SmoothNoiseTest, ConstantsKeepTheBudgetAndLargerOnesDoNot) {
  for (const double e : {0.1, 0.45, 2.0}) {
    EXPECT_LE(worst_loss(e, 6.0, e / 6.0), e);
    EXPECT_GT(worst_loss(e, 6.0, e / 2.0), e);  // a bound that is not smooth enough
    EXPECT_GT(worst_loss(e, 2.0, e / 6.0), e);  // too little noise
  }
}

// --- whole runs

csr_graph group_rr_graph() {
  return generate_affiliation(400, 3000, 5);
}

TEST(GroupRrTest, SampledDownloadsAgreeWithTheServersRule) {
  const csr_graph g = group_rr_graph();
  for (const double sampling : {1.0, 20.0, 300.0}) {
    for (group_rr method : test::group_rr_presets(2.0, sampling)) {
      method.measured_users = 0;
      const baseline_result none = estimate_triangles(g, method, {42}, coin_source::simulated(7));
      EXPECT_EQ(none.communication.measured_users, 0U);
      for (const std::uint64_t measured : {5U, 400U}) {
        method.measured_users = measured;
        const baseline_result some = estimate_triangles(g, method, {42}, coin_source::simulated(7));
        EXPECT_EQ(some.communication.measured_users, measured == 5 ? 5U : some.communication.measured_users);
        EXPECT_GT(some.communication.measured_users, 4U);
        EXPECT_GT(some.communication.largest_download_bytes, some.communication.download_bytes);
        EXPECT_EQ(some.triangles.value, none.triangles.value);
      }
    }
  }
}

TEST(GroupRrTest, SmoothSumsLieOnAPublicGridCoarserThanTheNoise) {
  for (const std::uint64_t users : {1U, 100U, 1U << 20}) {
    for (const std::int64_t estimate : {std::int64_t{1} << 21, std::int64_t{1} << 45}) {
      for (const double budget : {0.01, 0.45, 10.0}) {
        const output_grid grid = smooth_output_grid(users, estimate, budget);
        // The spacing of doubles at the largest noise.
        EXPECT_GE(static_cast<double>(grid.step), std::ldexp(grid.largest, -52));
        for (const double x : {0.0, 1.0, -1.0, 0.3, -0.7, 1e9}) {
          const auto sum = static_cast<int128>(x * grid.largest);
          const int128 rounded = grid.round(sum);
          EXPECT_EQ(rounded % grid.step, 0);
          EXPECT_LE(std::abs(static_cast<double>(rounded)), grid.largest + static_cast<double>(grid.step));
          if (std::abs(x) < 1.0) {
            EXPECT_LE(std::abs(static_cast<double>(rounded - sum)), static_cast<double>(grid.step) / 2.0);
          }
        }
      }
    }
  }
}

/// Noise from coins that are written down: 2^40 leads to 1e7 times its scale, beyond every cut.
TEST(GroupRrTest, NoiseBeyondTheCutShowsNothingOfTheSum) {
  constexpr std::int64_t one = std::int64_t{3} << 20;
  const output_grid grid = smooth_output_grid(30, one, 1.0);
  ASSERT_EQ(grid.step, 1);  // sums that differ by one stay apart
  for (const std::uint64_t sign : {std::uint64_t{0}, std::uint64_t{1} << 63}) {
    test::scripted_randomness coins({std::uint64_t{1} << 40, 0, 0, sign});
    const double noise = 6.0 * smooth_bound(5.0 * one, one, 1.0 / 6.0) * sample_quartic(coins);
    ASSERT_GT(std::abs(noise), 2.0 * grid.largest);
    std::set<int128> released, broken;
    for (const std::int64_t exact : {-450 * one, -5 * one, -5 * one - 7, -one, 0 * one, one, 450 * one}) {
      released.insert(grid.release(exact, noise));
      broken.insert(test::broken::noise_cut_like_sums(grid, exact, noise));
    }
    EXPECT_EQ(released.size(), 1U);
    EXPECT_GE(broken.size(), 3U);
  }
}

TEST(GroupRrTest, EveryThreadCountGivesTheSameResult) {
  const csr_graph g = group_rr_graph();
  for (const group_rr& method : test::group_rr_presets(1.0, 64.0)) {
    test::expect_same_for_every_thread_count(g, method);
  }
}

TEST(GroupRrTest, AlmostWithoutNoiseTheCountIsExact) {
  // S = 1: no groups, no sampling. At 60 nats randomized response hardly ever errs.
  const csr_graph g = test::complete_graph(12);
  for (group_rr method : test::group_rr_presets(60.0, 1.0)) {
    method.edge_share = 0.4;
    const baseline_result r = estimate_triangles(g, method, {1}, coin_source::simulated(1));
    const double allowed =
        method.rule == group_rr::bound::allowances ? 6.0 * r.triangles.standard_error : 60.0;
    EXPECT_NEAR(r.triangles.value, 220.0, allowed);
  }
}

TEST(GroupRrTest, LedgerAndLabels) {
  const csr_graph g = group_rr_graph();
  for (const group_rr& method : test::group_rr_presets(1.0, 64.0)) {
    const baseline_result r = estimate_triangles(g, method, {1}, coin_source::simulated(1));
    EXPECT_LE(r.run.spent.edge_ldp().units(), epsilon::units_per_nat);
    EXPECT_GE(r.run.spent.edge_ldp().units(), epsilon::units_per_nat - 4);
    EXPECT_EQ(r.run.spent.relationship_dp().units(),
              r.run.spent.edge_ldp().units() + r.run.spent.of(0).spent(rounds::degree).units());
    EXPECT_EQ(r.is_private, method.rule != group_rr::bound::allowances);
    EXPECT_EQ(r.is_private, r.caveat.empty());
  }
}

TEST(GroupRrTest, CompressedDownloadsAreSmaller) {
  const csr_graph g = group_rr_graph();
  for (const double sampling : {8.0, 512.0}) {
    const auto all = test::group_rr_presets(1.0, sampling);
    const double plain =
        estimate_triangles(g, all[0], {1}, coin_source::simulated(1)).communication.download_bytes;
    const double compressed =
        estimate_triangles(g, all[2], {1}, coin_source::simulated(1)).communication.download_bytes;
    EXPECT_LT(compressed, plain) << sampling;
  }
}

TEST(GroupRrTest, TinyAndEmptyGraphsWork) {
  for (const double sampling : {1.0, 1024.0}) {
    for (const group_rr& method : test::group_rr_presets(1.0, sampling)) {
      test::expect_tiny_and_empty_graphs_work(method);
    }
  }
}

TEST(GroupRrTest, RefusesBadSettings) {
  const csr_graph g = test::complete_graph(5);
  const auto refuses = [&](auto&& change) {
    group_rr method = test::group_rr_presets(1.0, 8.0)[2];
    change(method);
    EXPECT_THROW(estimate_triangles(g, method, {1}, coin_source()), invalid_parameter);
  };
  refuses([](group_rr& m) { m.sampling = 0.5; });
  refuses([](group_rr& m) { m.size_share = 0.0; });
  refuses([](group_rr& m) { m.degree_share = 0.95; });
  refuses([](group_rr& m) { m.edge_share = 1.0; });
  refuses([](group_rr& m) { m.margin = std::uint64_t{1} << 60; });
  refuses([](group_rr& m) { m.degree_share = std::numeric_limits<double>::quiet_NaN(); });
}

}  // namespace
}  // namespace edgeldp
