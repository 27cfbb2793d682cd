// SPDX-License-Identifier: MIT
// Laws and errors of releases of vectors. Seeds are fixed; a test asks at most a hundred questions
// at significance 1e-8, so a false alarm has probability at most 1e-6.
// Nightly: 2000 runs.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "edgeldp/graph/questions/common_neighbors/common_items.hpp"
#include "edgeldp/graph/questions/vectors/exact.hpp"
#include "edgeldp/graph/questions/vectors/sparse_vectors.hpp"
#include "edgeldp/graph/rounds/vector_rounds_simulation.hpp"
#include "support/statistics.hpp"
#include "support/vectors.hpp"

namespace edgeldp {
namespace {

struct vectors_case {
  codec_kind codec;
  std::uint32_t alphabet;
  double total;
};

std::string name_of_case(const ::testing::TestParamInfo<vectors_case>& info) {
  constexpr std::array<const char*, 4> names = {"", "Bitmap", "Ppr", "Nullspace"};
  return names[static_cast<std::size_t>(info.param.codec)] + std::to_string(info.param.alphabet);
}

constexpr std::uint64_t users = 40, items = 120;

/// Items of very different popularity: item x is taken with probability 0.6 / (1 + x / 4).
sparse_vectors make_data(std::uint32_t alphabet) {
  std::mt19937_64 random(4);
  std::vector<std::vector<row_entry>> rows(users);
  for (auto& row : rows) {
    for (std::uint32_t x = 0; x < items; ++x) {
      if (std::bernoulli_distribution(0.6 / (1.0 + x / 4.0))(random))
        row.push_back({x, 1 + static_cast<std::uint32_t>(random() % (alphabet - 1))});
    }
  }
  return {items, alphabet, rows};
}

vector_options options_of(const vectors_case& c) {
  vector_options options;
  options.total = epsilon::from_nats(c.total);
  options.codec = codec_spec::parse(name_of(c.codec), {.level = 3});
  return options;
}

/// The statistics of one run, in a fixed order, each with its predicted error.
std::vector<estimate> all_estimates(const vector_release& r) {
  const any_codec& codec = r.layout().codec();
  const value_counts noisy = count_noisy_values(r);
  std::vector<estimate> all;
  for (const std::uint64_t item : {0U, 7U, 100U}) {
    all.push_back(estimate_frequency(noisy, codec, item));
    const auto offsets = estimate_offsets(noisy.item(item), codec);
    all.insert(all.end(), offsets.begin(), offsets.end());
  }
  for (const auto& part : {estimate_values(noisy, codec), estimate_offsets(count_noisy_offsets(r, 3), codec)})
    all.insert(all.end(), part.begin(), part.end());
  all.push_back(estimate_common_items(r, 0, 1));
  return all;
}

std::vector<double> all_truths(const sparse_vectors& data) {
  const value_counts exact = exact::count_values(data);
  std::vector<double> all;
  const auto add = [&](std::span<const std::uint64_t> counts) {
    for (const std::uint64_t c : counts) all.push_back(static_cast<double>(c));
  };
  std::vector<std::uint64_t> total(data.alphabet()), of_user(data.alphabet());
  for (std::uint64_t item = 0; item < items; ++item)
    for (std::uint32_t v = 0; v < data.alphabet(); ++v) total[v] += exact.item(item)[v];
  for (const std::uint64_t item : {0U, 7U, 100U}) {
    all.push_back(static_cast<double>(exact.differing(item)));
    add(exact.item(item));
  }
  of_user[0] = items - data.row(3).size();
  for (const row_entry& e : data.row(3)) ++of_user[e.offset];
  add(total);
  add(of_user);
  all.push_back(static_cast<double>(exact::count_common_items(data, 0, 1)));
  return all;
}

/// Every statistic: mean within `z` standard errors of the truth, variance within `tolerance` of
/// the mean predicted one.
void check_errors(const vectors_case& c, std::uint64_t runs, double z, double tolerance) {
  const sparse_vectors data = make_data(c.alphabet);
  const std::vector<double> truth = all_truths(data);
  std::vector<test::moments> seen(truth.size());
  std::vector<double> predicted(truth.size());
  for (std::uint64_t run = 0; run < runs; ++run) {
    const auto published = publish_vectors(data, options_of(c), release_key{1000 + run},
                                           coin_source::simulated(9'000'000 + run));
    const auto estimates = all_estimates(*published.published);
    ASSERT_EQ(estimates.size(), truth.size());
    for (std::size_t i = 0; i < truth.size(); ++i) {
      seen[i].add(estimates[i].value);
      predicted[i] += std::pow(estimates[i].standard_error, 2) / static_cast<double>(runs);
    }
  }
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const double error = std::sqrt(seen[i].variance() / static_cast<double>(runs));
    EXPECT_NEAR(seen[i].mean, truth[i], z * error) << "statistic " << i;
    EXPECT_NEAR(seen[i].variance() / predicted[i], 1.0, tolerance) << "statistic " << i;
  }
}

class VectorErrorsTest : public ::testing::TestWithParam<vectors_case> {};
class VectorErrorsNightlyTest : public ::testing::TestWithParam<vectors_case> {};

// 400 runs: means within 5.73 standard errors; a variance of 400 normal values strays from its
// expectation by sqrt(2 / 399) = 0.071, of which 5.7 are 0.4.
TEST_P(VectorErrorsTest, EstimatesAreUnbiasedAndErrorsPredicted) {
  check_errors(GetParam(), 400, test::significant_z, 0.4);
}

// 2000 runs: a variance strays by 0.032; 15% is 4.7 of that. Means within 4.5 standard errors: at
// 3, one statistic in 370 would be outside, and there are 130.
TEST_P(VectorErrorsNightlyTest, EstimatesAreUnbiasedAndErrorsPredicted) {
  check_errors(GetParam(), 2000, 4.5, 0.15);
}

const auto error_cases =
    ::testing::Values(vectors_case{codec_kind::bitmap, 2, 1.0}, vectors_case{codec_kind::bitmap, 5, 2.0},
                      vectors_case{codec_kind::ppr, 2, 2.0}, vectors_case{codec_kind::ppr, 11, 4.0},
                      vectors_case{codec_kind::nullspace, 2, 1.0});
INSTANTIATE_TEST_SUITE_P(Codecs, VectorErrorsTest, error_cases, name_of_case);
INSTANTIATE_TEST_SUITE_P(Codecs, VectorErrorsNightlyTest, error_cases, name_of_case);

// The mean is a ratio: at this budget the denominator's relative variance, and so the bias, is
// below 1%.
TEST(VectorMeansTest, MeansAreNearlyUnbiasedAndErrorsPredicted) {
  const std::vector<double> scores = {0.0, 0.5, 1.0, 3.5, 5.0};
  const sparse_vectors data = make_data(5);
  double sum = 0.0, count = 0.0, predicted = 0.0;
  for (std::uint64_t u = 0; u < users; ++u) {
    for (const row_entry& e : data.row(u)) {
      sum += scores[e.offset];
      count += 1.0;
    }
  }
  constexpr std::uint64_t runs = 400;
  test::moments seen;
  for (std::uint64_t run = 0; run < runs; ++run) {
    const auto published = publish_vectors(data, options_of({codec_kind::bitmap, 5, 4.0}), release_key{run},
                                           coin_source::simulated(run));
    const value_counts noisy = count_noisy_values(*published.published);
    std::vector<std::uint64_t> total(5);
    for (std::uint64_t item = 0; item < items; ++item)
      for (std::uint32_t v = 0; v < 5; ++v) total[v] += noisy.item(item)[v];
    const auto mean = estimate_mean(total, published.published->layout().codec(), scores);
    ASSERT_TRUE(mean.has_value());
    seen.add(mean->value);
    predicted += mean->standard_error * mean->standard_error / static_cast<double>(runs);
  }
  EXPECT_NEAR(seen.mean / (sum / count), 1.0, 0.01 + test::significant_z * std::sqrt(predicted / 400.0));
  EXPECT_NEAR(seen.variance() / predicted, 1.0, 0.4);
}

// Decoded offsets given the true one, over all users and items of some releases: chi-square against
// T.
TEST(VectorLawTest, DecodedOffsetsFollowTheThreshold) {
  for (const codec_kind codec : {codec_kind::bitmap, codec_kind::ppr}) {
    for (const std::uint32_t k : {2U, 4U, 11U}) {
      const sparse_vectors data = make_data(k);
      std::vector<std::vector<std::uint64_t>> seen(k, std::vector<std::uint64_t>(k));
      double q = 0.0;
      for (std::uint64_t run = 0; run < 60; ++run) {
        const auto published = publish_vectors(data, options_of({codec, k, 3.0}), release_key{run},
                                               coin_source::simulated(77 + run));
        const vector_release& r = *published.published;
        q = r.layout().codec().law().p0;
        for (vertex_id u = 0; u < users; ++u) {
          std::vector<std::uint32_t> truth(items, 0);
          for (const row_entry& e : data.row(u)) truth[e.position] = e.offset;
          for (std::uint32_t item = 0; item < items; ++item) ++seen[truth[item]][r.offset(u, item)];
        }
      }
      for (std::uint32_t t = 0; t < k; ++t) {
        std::vector<double> law(k, q);
        law[t] = 1.0 - (k - 1) * q;
        EXPECT_GT(test::chi_square_p(seen[t], law), test::significance)
            << "alphabet " << k << ", truth " << t;
      }
    }
  }
}

}  // namespace
}  // namespace edgeldp
