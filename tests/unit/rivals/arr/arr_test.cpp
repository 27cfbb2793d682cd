// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/arr/arr_simulation.hpp"

#include "edgeldp/rivals/arr/asymmetric_response_user.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "support/baseline_checks.hpp"
#include "support/broken_mechanisms.hpp"
#include "support/budgets.hpp"
#include "support/graphs.hpp"
#include "support/method_presets.hpp"
#include "support/output_law.hpp"

namespace edgeldp {
namespace {

using test::nats;

// The bits.

/// Coins of a row in which position i is compared with numbers[i], be it an edge or not.
test::scripted_randomness coins_of_row(const asymmetric_response& response,
                                       std::span<const std::uint64_t> numbers) {
  std::vector<std::uint64_t> script;
  test::append_digits(script, numbers, response.edge_threshold());
  test::append_digits(script, numbers, response.stranger_threshold());
  return test::scripted_randomness(std::move(script));
}

/// The law of encode on a row of n positions whose edges are the bits of mask. A number's 2^40
/// values fall into three intervals; both ends of each are tried, and nothing is returned when they
/// disagree.
template <class Encode>
std::optional<test::output_law<test::rational>> law_of_row(const asymmetric_response& response, unsigned n,
                                                           std::uint32_t mask, Encode&& encode) {
  const std::uint64_t cuts[] = {0, response.stranger_threshold(), response.edge_threshold(),
                                asymmetric_response::resolution};
  std::vector<std::uint32_t> edges;
  for (unsigned i = 0; i < n; ++i)
    if ((mask >> i & 1U) != 0) edges.push_back(i);
  test::output_law<test::rational> law;
  const auto combinations = static_cast<unsigned>(std::pow(6, n));
  for (unsigned combination = 0; combination < combinations; combination += 1) {
    std::vector<std::uint64_t> numbers, message(1);
    test::rational probability = 1;
    bool is_upper_end = false;
    for (unsigned i = 0, rest = combination; i < n; ++i, rest /= 6) {
      const unsigned interval = rest % 3, end = rest / 3 % 2;
      const std::uint64_t coin = end == 0 ? cuts[interval] : cuts[interval + 1] - 1;
      is_upper_end = is_upper_end || end == 1;
      numbers.push_back(coin);
      probability *= test::rational(cuts[interval + 1] - cuts[interval], asymmetric_response::resolution);
    }
    test::scripted_randomness coins = coins_of_row(response, numbers);
    encode(edges, coins, message);
    if (!is_upper_end) {
      law[message] += probability;
      continue;
    }
    std::vector<std::uint64_t> same(1);  // the same intervals at their lower ends
    for (unsigned i = 0, rest = combination; i < n; ++i, rest /= 6) numbers[i] = cuts[rest % 3];
    test::scripted_randomness lower_coins = coins_of_row(response, numbers);
    encode(edges, lower_coins, same);
    if (same != message) return std::nullopt;
  }
  return law;
}

std::optional<test::rational> worst_ratio(const asymmetric_response& response) {
  constexpr unsigned n = 3;
  return test::worst_neighbor_ratio<test::rational>(n, [&](std::uint32_t mask) {
    return law_of_row(response, n, mask,
                      [&](const auto& edges, auto& coins, auto& words) {
                        encode_asymmetric(response, edges, n, coins, words);
                      })
        .value();
  });
}

TEST(AsymmetricResponseTest, EnumeratedRowsKeepTheBudgetAndReachTheLoss) {
  for (const double e : {0.05, 0.45, 1.0, 3.0}) {
    for (const double share : {1.0, 0.5, 0.01}) {
      const double mu = share * asymmetric_response::largest_mu(nats(e));
      const asymmetric_response response = asymmetric_response::for_budget(nats(e), mu);
      const auto ratio = worst_ratio(response);
      ASSERT_TRUE(ratio.has_value());
      const test::wide_float loss =
          log(test::wide_float(numerator(*ratio)) / test::wide_float(denominator(*ratio)));
      const test::wide_float budget =
          test::wide_float(nats(e).units()) / test::wide_float(epsilon::units_per_nat);
      EXPECT_LE(loss, budget) << e << " " << share;
      EXPECT_NEAR(static_cast<double>(loss), response.loss_nats(), 1e-12);
      EXPECT_NEAR(response.loss_nats(), e, 1e-8);
      EXPECT_NEAR(response.law().p1, mu, 1e-11);
      EXPECT_NEAR(response.law().p0, mu * std::exp(-nats(e).nats()), 2e-11);
    }
  }
}

TEST(AsymmetricResponseTest, BrokenTwinsAreRejected) {
  const epsilon e = nats(0.45);
  const test::wide_float limit = exp(test::wide_float(e.units()) / test::wide_float(epsilon::units_per_nat));
  const auto exceeds = [&](const asymmetric_response& response) {
    const auto ratio = worst_ratio(response);
    return !ratio || test::wide_float(numerator(*ratio)) > limit * test::wide_float(denominator(*ratio));
  };
  const auto honest = asymmetric_response::for_budget(e, 0.25);
  EXPECT_FALSE(exceeds(honest));
  EXPECT_TRUE(exceeds(test::broken::stranger_rounded_down(honest, e)));
  EXPECT_TRUE(exceeds(test::broken::above_the_largest_mu(e)));
  // Strangers that keep their zero: an output that only one of two neighbouring rows can give.
  const auto zeros_in_clear = test::worst_neighbor_ratio<test::rational>(2, [&](std::uint32_t mask) {
    return law_of_row(honest, 2, mask,
                      [&](const auto& edges, auto& coins, auto& words) {
                        encode_asymmetric(honest, edges, 2, coins, words);
                        words[0] &= mask;
                      })
        .value();
  });
  EXPECT_FALSE(zeros_in_clear.has_value());
}

TEST(AsymmetricResponseTest, RefusesWhatItCannotKeep) {
  const epsilon e = nats(0.45);
  EXPECT_THROW(asymmetric_response::for_budget(e, 0.62), invalid_parameter);
  EXPECT_THROW(asymmetric_response::for_budget(e, 0.0), invalid_parameter);
  EXPECT_THROW(asymmetric_response::for_budget(e, std::nan("")), invalid_parameter);
  EXPECT_THROW(asymmetric_response::for_budget(epsilon(), 0.1), invalid_parameter);
  EXPECT_THROW(asymmetric_response::from_thresholds(5, 5), invalid_parameter);
  EXPECT_THROW(asymmetric_response::from_thresholds(asymmetric_response::resolution, 5), invalid_parameter);
  EXPECT_THROW(asymmetric_response::from_thresholds(5, 0), invalid_parameter);
}

// The messages.

noisy_triangle random_triangle(std::uint64_t users, double density, std::uint64_t seed) {
  noisy_triangle noisy(users);
  simulation_randomness coins(seed, 1, 0);
  for (std::uint32_t k = 0; k < users; ++k)
    for (std::uint32_t j = 0; j < k; ++j)
      if (uniform_open(coins) < density) noisy.row(k)[j / 64] |= std::uint64_t{1} << (j % 64);
  return noisy;
}

using pair_list = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// The pairs that a reader needs, from the definition.
pair_list needed_pairs(const noisy_triangle& noisy, arr_variant variant, std::uint32_t reader) {
  pair_list pairs;
  for (std::uint32_t k = 0; k < reader; ++k) {
    for (std::uint32_t j = 0; j < k; ++j) {
      if (!noisy.bit(k, j)) continue;
      if (variant != arr_variant::full && !noisy.bit(reader, k)) continue;
      if (variant == arr_variant::two && !noisy.bit(reader, j)) continue;
      pairs.emplace_back(j, k);
    }
  }
  return pairs;
}

pair_list downloaded_pairs(const arr_format& format, std::span<const std::byte> message, arr_variant variant,
                           std::uint32_t reader, std::span<const std::uint64_t> own) {
  pair_list pairs;
  format.read_download(message, variant, reader, own,
                       [&](std::uint32_t k, std::span<const std::uint32_t> places) {
                         for (const std::uint32_t j : places) pairs.emplace_back(j, k);
                       });
  return pairs;
}

TEST(ArrMessagesTest, RowsAndDownloadsComeBack) {
  for (const std::uint64_t users : {1U, 2U, 5U, 8U, 64U, 65U, 150U}) {
    for (const double density : {0.004, 0.1, 0.6}) {
      const noisy_triangle noisy = random_triangle(users, density, users);
      for (const bool fixed : {true, false}) {
        const arr_format format(users, fixed, density);
        for (std::uint32_t k = 0; k < users; ++k) {
          const std::vector<std::byte> message = format.write_row(noisy.row(k), k);
          std::vector<std::uint64_t> bits((k + 63) / 64, ~std::uint64_t{0});
          format.read_row(message, k, bits);
          ASSERT_TRUE(std::ranges::equal(bits, noisy.row(k)));
          for (const arr_variant variant : test::arr_variants) {
            const std::vector<std::byte> download = format.write_download(noisy, variant, k);
            ASSERT_EQ(downloaded_pairs(format, download, variant, k, noisy.row(k)),
                      needed_pairs(noisy, variant, k));
          }
        }
      }
    }
  }
}

TEST(ArrMessagesTest, FixedWidthDownloadsAreAsLongAsTheirPairs) {
  const noisy_triangle noisy = random_triangle(130, 0.3, 4);
  const arr_format format(130, true, 0.3);
  EXPECT_EQ(format.download_bytes(3), 6U) << "2 ceil(log2 130) = 16 bits a pair";
  for (const arr_variant variant : test::arr_variants) {
    const std::vector<std::uint64_t> pairs = count_download_pairs(noisy, variant);
    for (std::uint32_t k = 0; k < 130; ++k) {
      EXPECT_EQ(pairs[k], needed_pairs(noisy, variant, k).size());
      EXPECT_EQ(format.write_download(noisy, variant, k).size(), format.download_bytes(pairs[k]));
    }
  }
}

TEST(ArrMessagesTest, GapsComeCloseToTheEntropy) {
  for (const double p : {0.003, 0.02, 0.3}) {
    const noisy_triangle noisy = random_triangle(1200, p, 9);
    const arr_format format(1200, false, p);
    const double entropy = -(p * std::log2(p) + (1 - p) * std::log2(1 - p));
    const double bits =
        8.0 * static_cast<double>(format.write_download(noisy, arr_variant::full, 1199).size());
    // 2% for the code, and five standard deviations of the number of ones of 700 000 positions.
    EXPECT_NEAR(bits / (entropy * 1199 * 1198 / 2), 1.0, 0.02 + 5.0 / std::sqrt(700000 * p));
  }
}

/// Reads a message that somebody else wrote: either it is refused, or it is what write would have
/// produced.
template <class Read, class Write>
void expect_refused_or_canonical(const std::vector<std::byte>& message, Read&& read, Write&& write) {
  try {
    read(message);
  } catch (const format_error& e) {
    EXPECT_LE(e.offset(), message.size());
    return;
  }
  EXPECT_EQ(write(), message);
}

TEST(ArrMessagesTest, HostileBytesAreRefusedOrCanonical) {
  constexpr std::uint64_t users = 40;
  const noisy_triangle noisy = random_triangle(users, 0.3, 6);
  constexpr std::uint32_t reader = 37;
  simulation_randomness coins(3, 1, 0);
  for (const bool fixed : {true, false}) {
    const arr_format format(users, fixed, 0.3);
    const auto attack = [&](const std::vector<std::byte>& honest, auto&& check) {
      for (int trial = 0; trial < 400; ++trial) {
        std::vector<std::byte> message = honest;
        const auto at = static_cast<std::size_t>(uniform_below(coins, honest.size()));
        if (trial % 4 == 0) message.resize(at);
        if (trial % 4 == 1) message.push_back(static_cast<std::byte>(coins()));
        if (trial % 4 == 2) message[at] ^= static_cast<std::byte>(1U << (coins() % 8));
        if (trial % 4 == 3)
          for (std::byte& b : message) b = static_cast<std::byte>(coins());
        check(message);
      }
    };
    attack(format.write_row(noisy.row(reader), reader), [&](const std::vector<std::byte>& message) {
      std::vector<std::uint64_t> bits(1);
      expect_refused_or_canonical(
          message, [&](const auto& m) { format.read_row(m, reader, bits); },
          [&] { return format.write_row(bits, reader); });
    });
    for (const arr_variant variant : test::arr_variants) {
      attack(format.write_download(noisy, variant, reader), [&](const std::vector<std::byte>& message) {
        noisy_triangle rebuilt(users);
        std::ranges::copy(noisy.row(reader), rebuilt.row(reader).begin());
        expect_refused_or_canonical(
            message,
            [&](const auto& m) {
              for (const auto& [j, k] : downloaded_pairs(format, m, variant, reader, noisy.row(reader))) {
                ASSERT_LT(j, k);
                ASSERT_LT(k, reader);
                rebuilt.row(k)[j / 64] |= std::uint64_t{1} << (j % 64);
              }
            },
            [&] { return format.write_download(rebuilt, variant, reader); });
      });
    }
  }
}

TEST(ArrMessagesTest, ErrorsNameTheOffset) {
  const arr_format format(300, true, 0.1);  // 9 bits a place
  std::vector<std::uint64_t> bits(5);
  const auto offset_of = [&](std::vector<std::byte> message, std::uint32_t row) -> std::uint64_t {
    try {
      format.read_row(message, row, bits);
    } catch (const format_error& e) {
      return e.offset();
    }
    ADD_FAILURE() << "accepted";
    return 0;
  };
  EXPECT_EQ(offset_of({std::byte{7}, std::byte{7 << 1}}, 299), 1U) << "not zero after the first place";
  EXPECT_EQ(offset_of({std::byte{200}, std::byte{0}}, 100), 0U) << "place 200 of 100";
  EXPECT_EQ(offset_of({std::byte{5}, std::byte{0}, std::byte{0}}, 299), 1U) << "a byte too many";
  EXPECT_THROW(arr_format(0, true, 0.1), invalid_parameter);
  EXPECT_THROW(arr_format(10, false, 1.0), invalid_parameter);
}

// The clipping.

/// All noisy graphs on `n` places; lists are subsets of the places.
struct small_world {
  unsigned n;
  pair_list pairs;  ///< increasing (k, j)

  explicit small_world(unsigned size) : n(size) {
    for (std::uint32_t k = 0; k < n; ++k)
      for (std::uint32_t j = 0; j < k; ++j) pairs.emplace_back(j, k);
  }

  /// Clipped count of the list `kept`, in whole pairs times 2^40.
  uint128 count(pair_clip::rule rule, unsigned kept, unsigned graph, uint128 kappa) const {
    pair_clip clip(rule, static_cast<std::size_t>(std::popcount(kept)), kappa);
    const auto index = [&](std::uint32_t place) {
      return static_cast<std::uint32_t>(std::popcount(kept & ((1U << place) - 1)));
    };
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto [j, k] = pairs[i];
      if ((graph >> i & 1U) != 0 && (kept >> j & 1U) != 0 && (kept >> k & 1U) != 0)
        clip.add(index(j), index(k));
    }
    return clip.count();
  }
};

/// Largest change of (clipped count - offset (pairs)) between lists that differ in one neighbour,
/// all noisy graphs, subsets of `cap` coupled as clip_neighbors does: equal, one longer, or one
/// member swapped.
uint128 worst_change(const small_world& world, pair_clip::rule rule, unsigned cap, uint128 kappa,
                     std::uint64_t offset) {
  uint128 worst = 0;
  std::vector<int128> value(1U << world.n);
  for (unsigned graph = 0; graph < (1U << world.pairs.size()); ++graph) {
    for (unsigned kept = 0; kept < value.size(); ++kept) {
      const auto size = static_cast<unsigned>(std::popcount(kept));
      if (size > cap) continue;
      value[kept] = static_cast<int128>(world.count(rule, kept, graph, kappa)) -
                    static_cast<int128>(uint128{size * (size - (size == 0 ? 0 : 1)) / 2} * offset);
    }
    const auto compare = [&](unsigned a, unsigned b) {
      const int128 change = value[a] - value[b];
      worst = std::max(worst, static_cast<uint128>(change < 0 ? -change : change));
    };
    for (unsigned kept = 0; kept < value.size(); ++kept) {
      if (static_cast<unsigned>(std::popcount(kept)) > cap) continue;
      for (unsigned x = 0; x < world.n; ++x) {
        if ((kept >> x & 1U) == 0) continue;
        const unsigned without = kept & ~(1U << x);
        compare(kept, without);
        if (static_cast<unsigned>(std::popcount(kept)) != cap) continue;
        for (unsigned z = 0; z < world.n; ++z)
          if ((kept >> z & 1U) == 0) compare(kept, without | (1U << z));
      }
    }
  }
  return worst;
}

TEST(PairClipTest, GreedySensitivityBoundsEveryListAndNoisyGraph) {
  const small_world world(6);
  for (const unsigned cap : {3U, 6U}) {
    for (const std::uint64_t kappa : {1U, 2U, 3U, 5U}) {
      for (const double p0 : {0.1, 0.6}) {
        const auto offset =
            static_cast<std::uint64_t>(p0 * static_cast<double>(asymmetric_response::resolution));
        const uint128 bound = greedy_sensitivity(cap, kappa, offset);
        const uint128 worst = worst_change(world, pair_clip::rule::greedy, cap,
                                           uint128{kappa} * asymmetric_response::resolution, offset);
        EXPECT_LE(worst, bound) << "cap " << cap << " kappa " << kappa << " p0 " << p0;
        EXPECT_GE(2 * worst, bound) << "not absurdly loose";
      }
    }
  }
}

TEST(PairClipTest, TheThresholdAloneIsNotEnoughWhenStrangersAreLikely) {
  // kappa 1, cap 6, p0 0.6: a neighbour without any noisy pair lowers the statistic by 3.
  const small_world world(6);
  const auto offset = static_cast<std::uint64_t>(0.6 * static_cast<double>(asymmetric_response::resolution));
  EXPECT_GT(worst_change(world, pair_clip::rule::greedy, 6, asymmetric_response::resolution, offset),
            uint128{asymmetric_response::resolution});
  EXPECT_EQ(worst_change(world, pair_clip::rule::greedy, 6, asymmetric_response::resolution, offset),
            greedy_sensitivity(6, 1, offset));
}

TEST(PairClipTest, PublishedClippingExceedsItsThreshold) {
  // A new last neighbour that is joined to all others adds one pair to each of their counts.
  const small_world world(6);
  EXPECT_GT(worst_change(world, pair_clip::rule::first_member, 6, asymmetric_response::resolution, 0),
            uint128{asymmetric_response::resolution});
  EXPECT_EQ(worst_change(world, pair_clip::rule::first_member, 6, asymmetric_response::resolution, 0),
            5 * uint128{asymmetric_response::resolution});
  EXPECT_EQ(
      worst_change(world, pair_clip::rule::first_member, 6, 2 * uint128{asymmetric_response::resolution}, 0),
      5 * uint128{asymmetric_response::resolution});
}

TEST(PairClipTest, AnOrderOfTheUsersOwnBreaksTheGreedyBound) {
  // The broken twin: pairs in an order that depends on the list (here: reversed when the list is
  // even) are accepted greedily; somewhere the count then changes by more than kappa.
  const small_world world(6);
  const auto count = [&](unsigned kept, unsigned graph) {
    pair_clip clip(pair_clip::rule::greedy, 6, asymmetric_response::resolution);
    const auto add = [&](std::size_t i) {
      const auto [j, k] = world.pairs[i];
      if ((graph >> i & 1U) != 0 && (kept >> j & 1U) != 0 && (kept >> k & 1U) != 0) clip.add(j, k);
    };
    for (std::size_t i = 0; i < world.pairs.size(); ++i)
      add(std::popcount(kept) % 2 == 0 ? world.pairs.size() - 1 - i : i);
    return clip.count();
  };
  uint128 worst = 0;
  for (unsigned graph = 0; graph < (1U << world.pairs.size()); ++graph) {
    const uint128 whole = count(63, graph);
    for (unsigned x = 0; x < 6; ++x) {
      const uint128 less = count(63U & ~(1U << x), graph);
      worst = std::max(worst, whole > less ? whole - less : less - whole);
    }
  }
  EXPECT_GT(worst, greedy_sensitivity(6, 1, 0));
}

TEST(PairClipTest, SensitivityByHand) {
  EXPECT_EQ(greedy_sensitivity(0, 3, 7), uint128{0});
  EXPECT_EQ(greedy_sensitivity(1, 3, 7), uint128{0});
  EXPECT_EQ(greedy_sensitivity(10, 3, 7), uint128{3} * asymmetric_response::resolution);
  EXPECT_EQ(greedy_sensitivity(3, 9, 7), uint128{2} * asymmetric_response::resolution);
  EXPECT_EQ(greedy_sensitivity(10, 3, asymmetric_response::resolution / 2),
            9 * uint128{asymmetric_response::resolution / 2});
}

TEST(PairClipTest, FractionsOfAPairCountUnderThePublishedRule) {
  pair_clip clip(pair_clip::rule::first_member, 4, uint128{asymmetric_response::resolution} * 3 / 2);
  clip.add(0, 1);
  clip.add(0, 2);
  clip.add(0, 3);
  clip.add(1, 2);
  EXPECT_EQ(clip.count(), uint128{asymmetric_response::resolution} * 5 / 2);
}

TEST(ArrTest, PublishedThresholdsMeetTheirBound) {
  const auto divergence = [](double a, double b) {
    return a * std::log(a / b) + (1 - a) * std::log((1 - a) / (1 - b));
  };
  for (const arr_variant variant : test::arr_variants) {
    for (const double mu_star : {0.1, 0.001}) {
      for (const double degree : {20.0, 170.0, 1200.0}) {
        const double kappa = published_threshold(variant, mu_star, degree);
        const double lambda = kappa / (mu_star * degree);
        EXPECT_GT(kappa, 0.0);
        EXPECT_LE(kappa, degree);
        if (kappa == degree) continue;
        EXPECT_NEAR(lambda, std::round(lambda), 1e-6);
        const double mu = std::cbrt(mu_star);
        const bool is_two = variant == arr_variant::two;
        const auto bound = [&](double k) {
          const double mean = is_two ? mu * mu : mu_star;
          const double tail = k < mean * degree ? 1.0 : std::exp(-degree * divergence(k / degree, mean));
          return is_two ? mu * tail : tail;
        };
        EXPECT_LE(bound(kappa), 1e-6);
        EXPECT_GT(bound(kappa - mu_star * degree), 1e-6) << "the smallest such multiple";
      }
    }
  }
  EXPECT_EQ(published_threshold(arr_variant::full, 0.61, 300.0), 300.0) << "never more than the degree";
  EXPECT_EQ(published_threshold(arr_variant::one, 0.1, 0.0), 0.0);
}

// The whole method.

std::vector<arr> all_settings(double total) {
  std::vector<arr> all;
  for (const arr_variant variant : test::arr_variants) {
    for (const double mu_star : {0.2, 0.003}) {
      all.push_back(arr::published(variant, nats(total), mu_star));
      all.push_back(arr::strongest(variant, nats(total), mu_star));
    }
  }
  return all;
}

TEST(ArrTest, EveryThreadCountGivesTheSameResult) {
  const csr_graph g = test::social_graph();
  for (const arr& method : all_settings(2.0)) {
    test::expect_same_for_every_thread_count(g, method);
  }
}

TEST(ArrTest, PublishedSettingsSplitTheWholeTotalAndAreNotPrivate) {
  const baseline_result r =
      estimate_triangles(test::social_graph(), arr::published(arr_variant::one, nats(1.0), 0.01), {1},
                         coin_source::simulated(1));
  EXPECT_NEAR(r.run.spent.of(0).spent(rounds::size).nats(), 0.1, 1e-9);
  EXPECT_NEAR(r.run.spent.of(0).spent(rounds::edges).nats(), 0.45, 1e-9);
  EXPECT_EQ(r.run.spent.edge_ldp(), nats(1.0));
  EXPECT_EQ(r.run.spent.relationship_dp(), nats(1.0)) << "every round uses one endpoint";
  EXPECT_FALSE(r.is_private);
  EXPECT_FALSE(r.caveat.empty());
}

TEST(ArrTest, StrongestSpendsTheWholeTotalPrivately) {
  const baseline_result r =
      estimate_triangles(test::social_graph(), arr::strongest(arr_variant::one, nats(1.0), 0.01), {1},
                         coin_source::simulated(1));
  EXPECT_EQ(r.run.spent.edge_ldp(), nats(1.0));
  EXPECT_EQ(r.run.spent.relationship_dp().units(),
            nats(1.0).units() + r.run.spent.of(0).spent(rounds::degree).units());
  EXPECT_TRUE(r.is_private);
  EXPECT_TRUE(r.caveat.empty());
}

TEST(ArrTest, LargestMuStarIsAcceptedAndNoMore) {
  const csr_graph g = test::social_graph();
  for (const arr_variant variant : test::arr_variants) {
    const double most = arr::largest_mu_star(variant, arr::published_edges(nats(1.0)));
    EXPECT_NO_THROW(
        estimate_triangles(g, arr::published(variant, nats(1.0), most), {1}, coin_source::simulated(1)));
    EXPECT_NO_THROW(
        estimate_triangles(g, arr::strongest(variant, nats(1.0), most), {1}, coin_source::simulated(1)));
    for (const double wrong : {most * 1.001, 0.0, -0.1, 1e-7, 1.5, std::nan("")}) {
      EXPECT_THROW(
          estimate_triangles(g, arr::published(variant, nats(1.0), wrong), {1}, coin_source::simulated(1)),
          invalid_parameter)
          << wrong;
    }
    EXPECT_THROW(
        estimate_triangles(g, arr::strongest(variant, nats(1.0), 0.8), {1}, coin_source::simulated(1)),
        invalid_parameter);
  }
}

TEST(ArrTest, DownloadsAndTheNoisyTriangleGiveTheSameCounts) {
  constexpr std::uint64_t users = 90;
  const noisy_triangle noisy = random_triangle(users, 0.4, 8);
  simulation_randomness coins(5, 1, 0);
  std::uint64_t clipped = 0;
  for (const bool fixed : {true, false}) {
    const arr_format format(users, fixed, 0.4);
    for (const arr_variant variant : test::arr_variants) {
      for (std::uint32_t reader = 0; reader < users; ++reader) {
        std::vector<std::uint32_t> members;
        for (std::uint32_t j = 0; j < reader; ++j)
          if (uniform_open(coins) < 0.5) members.push_back(j);
        const auto download = format.write_download(noisy, variant, reader);
        for (const auto rule : {pair_clip::rule::greedy, pair_clip::rule::first_member}) {
          pair_clip direct(rule, members.size(), 3 * uint128{asymmetric_response::resolution}), read = direct;
          pair_clip whole(rule, members.size(), users * uint128{asymmetric_response::resolution});
          count_on_triangle(noisy, variant, reader, members, direct);
          count_on_triangle(noisy, variant, reader, members, whole);
          count_on_download(download, format, variant, {reader, noisy.row(reader), members}, read);
          EXPECT_EQ(direct.count(), read.count());
          clipped += whole.count() > direct.count() ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(clipped, 100U) << "the order of pairs must matter for this test to mean anything";
}

/// With all but no noise the complete graph's triangles come out, whoever counts on a download and
/// whoever on the noisy triangle: 200 users, of whom 64 or fewer are measured.
TEST(ArrTest, MeasuredAndOtherUsersFindTheTrianglesOfACompleteGraph) {
  const csr_graph g = test::complete_graph(200);
  for (const arr_variant variant : test::arr_variants) {
    arr method = arr::published(variant, nats(60.0), 0.0);
    method.mu_star = arr::largest_mu_star(variant, arr::published_edges(nats(60.0)));
    const baseline_result r = estimate_triangles(g, method, {1}, coin_source::simulated(1));
    EXPECT_LT(r.communication.measured_users, 200U);
    EXPECT_GE(r.communication.measured_users, 4U);
    // Laplace scale about 250 / 27 for each of 200 users: standard deviation 185.
    EXPECT_NEAR(r.triangles.value, 200.0 * 199 * 198 / 6, 1200.0);
  }
}

TEST(ArrTest, MoreWantedPairsMeanLongerDownloads) {
  const csr_graph g = test::social_graph();
  for (const arr_variant variant : test::arr_variants) {
    for (const bool is_published : {true, false}) {
      double previous = 0.0;
      for (const double mu_star : {0.001, 0.02, 0.2}) {
        const arr method{variant, nats(1.0), mu_star, is_published};
        const baseline_result r = estimate_triangles(g, method, {1}, coin_source::simulated(1));
        EXPECT_GT(r.communication.download_bytes, previous);
        EXPECT_GE(r.communication.largest_download_bytes, r.communication.download_bytes);
        previous = r.communication.download_bytes;
      }
    }
  }
}

TEST(ArrTest, TinyGraphsWorkAndEmptyOnesAreRefused) {
  for (const arr& method : all_settings(1.0)) {
    for (const std::uint64_t n : {1U, 2U, 3U}) {
      const baseline_result r = estimate_triangles(csr_graph(n, {}), method, {1}, coin_source());
      EXPECT_TRUE(std::isfinite(r.triangles.value)) << n;
      EXPECT_GT(r.triangles.standard_error, 0.0) << n;  // infinite where nobody speaks
      EXPECT_EQ(r.communication.measured_users, n);
    }
    EXPECT_THROW(estimate_triangles(csr_graph(), method, {1}, coin_source()), bad_graph_input);
  }
}

}  // namespace
}  // namespace edgeldp
