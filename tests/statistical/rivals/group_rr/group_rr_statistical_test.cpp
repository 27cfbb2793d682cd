// SPDX-License-Identifier: MIT
// GroupRR: estimates are unbiased but for the predicted loss, and err as predicted; the noise of
// the smooth variant has its law. 100 runs with fixed seeds; means are compared at 3 of their
// standard errors (false alarm 2.7e-3 each for fresh seeds), deviations at 35% (five of their
// standard errors; the smooth noise has no fourth moment, which the sum over 600 users hides).
#include "edgeldp/rivals/group_rr/group_rr_simulation.hpp"

#include "edgeldp/rivals/group_rr/group_rr_user.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "support/baseline_checks.hpp"

namespace edgeldp {
namespace {

struct group_rr_setting {
  group_rr method;
  const char* name;
};

class GroupRrStatisticalTest : public testing::TestWithParam<group_rr_setting> {};

TEST_P(GroupRrStatisticalTest, IsUnbiasedAndErrsAsPredicted) {
  const csr_graph g = generate_affiliation(600, 6000, 8);
  group_rr method = GetParam().method;
  method.measured_users = 4;  // for speed; results do not depend on it
  test::expect_as_predicted(test::repeat(g, method), 0.35);
}

std::vector<group_rr_setting> group_rr_settings() {
  // Large budgets for the published settings, whose noise would hide everything else.
  const auto at = [](double nats) { return epsilon::from_nats(nats); };
  group_rr quiet = group_rr::strongest(at(30.0), 64.0);  // what is left is hashing and sampling
  quiet.margin = 0;
  return {{group_rr::published(at(8.0), 27.0), "published"},
          {group_rr::smooth(at(8.0), 27.0), "smooth"},
          {group_rr::strongest(at(4.0), 1.0), "strongest_unsampled"},
          {group_rr::strongest(at(4.0), 64.0), "strongest"},
          {quiet, "strongest_quiet"}};
}

INSTANTIATE_TEST_SUITE_P(Presets, GroupRrStatisticalTest, testing::ValuesIn(group_rr_settings()),
                         [](const auto& param) { return std::string(param.param.name); });

/// Chi-square over ten cells of equal probability; the distribution function in closed form. False
/// alarm 1e-8.
TEST(QuarticNoiseStatisticalTest, HasItsLaw) {
  const auto below = [](double x) {
    const double root = std::sqrt(2.0);
    const double integral = (std::log((x * x + root * x + 1.0) / (x * x - root * x + 1.0)) +
                             2.0 * (std::atan(root * x + 1.0) + std::atan(root * x - 1.0))) /
                            (4.0 * root);
    return 0.5 + integral * root / 3.141592653589793;
  };
  simulation_randomness coins(4, 4, 4);
  std::vector<std::uint64_t> counts(10);
  test::moments m;
  for (int i = 0; i < 200000; ++i) {
    const double x = sample_quartic(coins);
    const double share = std::abs(x) > 1e6 ? (x > 0 ? 1.0 : 0.0) : below(x);
    ++counts[std::min<std::size_t>(9, static_cast<std::size_t>(10.0 * share))];
    m.add(std::fmin(x * x, 1e4));
  }
  const std::vector<double> expected(10, 0.1);
  EXPECT_GT(test::chi_square_p(counts, expected), test::significance);
  EXPECT_NEAR(m.mean, 1.0, 0.1);  // the variance
}

}  // namespace
}  // namespace edgeldp
