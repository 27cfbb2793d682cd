// SPDX-License-Identifier: MIT
// Vectors over objects that hold one user each, and over a collector that starts again.
#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/rounds/vector_rounds_simulation.hpp"
#include "edgeldp/graph/rounds/vector_rounds_user.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"
#include "support/user_by_user.hpp"
#include "support/vectors_one_by_one.hpp"

namespace edgeldp {
namespace {

sparse_vectors some_vectors(std::uint32_t alphabet) {
  std::vector<std::vector<row_entry>> rows(30);
  for (std::uint32_t u = 0; u < rows.size(); ++u)
    for (std::uint32_t x = u % 5; x < 90; x += 7 + u) rows[u].push_back({x, 1 + (u + x) % (alphabet - 1)});
  return {90, alphabet, rows};
}

test::users_one_by_one some_users(const sparse_vectors& data, bool agree_to_be_open) {
  if (agree_to_be_open)
    return test::vectors_one_by_one(data, test::replayed_coins,
                                    test::with_open_tasks(private_vector_tasks()));
  return test::vectors_one_by_one(data, test::replayed_coins, private_vector_tasks());
}

void expect_same(std::uint32_t alphabet, const vector_options& options, std::size_t rounds) {
  const sparse_vectors data = some_vectors(alphabet);
  const auto play = [&](session& s) {
    published_vectors r = publish_vectors(s, {data.length(), alphabet}, options, "names");
    std::vector<double> all;
    for (const std::byte b : r.published->serialize()) all.push_back(std::to_integer<int>(b));
    return test::played{std::move(all), std::move(r.run)};
  };
  const coin_source replayed = coin_source::simulated(test::replayed_coins);
  auto together = simulated_vectors(data, replayed);
  const test::played run = test::expect_same_user_by_user(
      together, [&] { return some_users(data, options.true_sizes); }, options.total, {4}, play);
  EXPECT_EQ(run.run.rounds.size(), rounds);
  EXPECT_EQ(run.run.flaws.empty(), !options.true_sizes);
}

TEST(VectorsProtocolTest, UsersOneByOneSayWhatAllSayTogether) {
  for (const codec_kind codec : {codec_kind::ppr, codec_kind::nullspace, codec_kind::bitmap}) {
    vector_options options;
    options.total = epsilon::from_nats(2.0);
    options.codec = codec_spec(codec);
    const std::size_t rounds = codec == codec_kind::bitmap ? 1 : 2;
    expect_same(2, options, rounds);
    if (codec != codec_kind::nullspace) expect_same(5, options, rounds);
  }
  vector_options open;
  open.total = epsilon::from_nats(2.0);
  open.true_sizes = true;
  expect_same(2, open, 2);

  // Nobody is opened who did not agree.
  const sparse_vectors data = some_vectors(2);
  auto apart = some_users(data, false);
  account paid(open.total, apart.users());
  session s(apart, paid, {4});
  EXPECT_THROW(publish_vectors(s, {data.length(), 2}, open), format_error);
}

}  // namespace
}  // namespace edgeldp
