// SPDX-License-Identifier: MIT
// Vectors over objects that hold one user each, and over a collector that starts again.
#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/vectors/vector_rounds_simulation.hpp"
#include "edgeldp/graph/vectors/vector_rounds_user.hpp"
#include "support/user_by_user.hpp"

namespace edgeldp {
namespace {

constexpr std::uint64_t coins = 7;

sparse_vectors some_vectors(std::uint32_t alphabet) {
  std::vector<std::vector<row_entry>> rows(30);
  for (std::uint32_t u = 0; u < rows.size(); ++u)
    for (std::uint32_t x = u % 5; x < 90; x += 7 + u) rows[u].push_back({x, 1 + (u + x) % (alphabet - 1)});
  return {90, alphabet, rows};
}

using tasks = std::vector<user_task_for<own_vector>>;

tasks tasks_of(bool agree_to_be_open) {
  tasks all(vector_tasks().begin(), vector_tasks().end());
  if (agree_to_be_open) all.insert(all.end(), open_vector_tasks().begin(), open_vector_tasks().end());
  return all;
}

test::users_one_by_one vectors_one_by_one(const sparse_vectors& data, bool agree_to_be_open) {
  std::vector<test::remote_user> users;
  for (std::uint64_t u = 0; u < data.users(); ++u) {
    const auto user = static_cast<vertex_id>(u);
    const std::span<const row_entry> row = data.row(u);
    users.emplace_back(user, coins,
                       [user, shape = vector_shape{data.length(), data.alphabet()},
                        mine = std::vector<row_entry>(row.begin(), row.end()),
                        known = tasks_of(agree_to_be_open)](const user_call& asked, const user_coins& own) {
                         return answer_call<own_vector>(known, asked, own_vector{user, shape, mine}, own);
                       });
  }
  return test::users_one_by_one(std::move(users));
}

void expect_same(std::uint32_t alphabet, const vector_options& options, std::size_t rounds) {
  const sparse_vectors data = some_vectors(alphabet);
  const auto play = [&](session& s) {
    published_vectors r = publish_vectors(s, {data.length(), alphabet}, options, "names");
    std::vector<double> all;
    for (const std::byte b : r.published->serialize()) all.push_back(std::to_integer<int>(b));
    return test::played{std::move(all), std::move(r.run)};
  };
  const coin_source replayed = coin_source::simulated(coins);
  auto together = simulated_vectors(data, replayed);
  const test::played run = test::expect_same_user_by_user(
      together, [&] { return vectors_one_by_one(data, options.true_sizes); }, options.total, {4}, play);
  EXPECT_EQ(run.run.rounds.size(), rounds);
  EXPECT_EQ(run.run.flaws.empty(), !options.true_sizes);
}

TEST(VectorsProtocolTest, UsersOneByOneSayWhatAllSayTogether) {
  for (const codec_kind codec : {codec_kind::ppr, codec_kind::nullspace, codec_kind::bitmap}) {
    vector_options options;
    options.total = epsilon::from_nats(2.0);
    options.codec.kind = codec;
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
  auto apart = vectors_one_by_one(data, false);
  account paid(open.total, apart.users());
  session s(apart, paid, {4});
  EXPECT_THROW(publish_vectors(s, {data.length(), 2}, open), format_error);
}

}  // namespace
}  // namespace edgeldp
