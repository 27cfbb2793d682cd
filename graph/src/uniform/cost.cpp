// SPDX-License-Identifier: MIT
#include "edgeldp/graph/uniform/cost.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/run_watch.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/core/random/public_draws.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "uniform/tuning.hpp"

namespace edgeldp {

namespace {

/// Purposes of the simulated coins: which rows, and what an encoder would do with them.
constexpr std::uint32_t row_purpose = 0x726f7773, encoder_purpose = 0x656e636f;

std::uint64_t bytes_of(std::span<const std::int64_t> numbers) {
  std::uint64_t bytes = 0;
  for (const std::int64_t x : numbers) bytes += integer_message(x).size();
  return bytes;
}

/// Expected bytes of a count message: 7 bits a byte of about twice a Laplace variable of this
/// scale.
double expected_message_bytes(double scale) {
  double bytes = 1.0;
  for (double limit = 64.0; limit < 0x1p126; limit *= 128.0) bytes += std::exp(-limit / scale);
  return bytes;
}

double expected_count_bytes(const release_layout& layout, const bound_rule& cap, epsilon count) {
  double bytes = 0.0;
  for (const user_bound& bound : make_bounds(layout, cap)) {
    if (bound.sensitivity != 0)
      bytes += expected_message_bytes(static_cast<double>(bound.sensitivity) / count.nats());
  }
  return bytes;
}

/// So many distinct positions, sorted. Quick for at most half of them: what repeats is drawn again.
std::vector<std::uint32_t> draw_positions(std::uint64_t length, std::size_t count, public_draws& coins) {
  std::vector<std::uint32_t> positions;
  while (positions.size() < count) {
    for (std::size_t i = positions.size(); i < count; ++i)
      positions.push_back(static_cast<std::uint32_t>(uniform_below(coins, length)));
    ranges::sort(positions);
    const auto repeats = ranges::unique(positions);
    positions.erase(repeats.begin(), repeats.end());
  }
  return positions;
}

/// About `size` distinct positions of user u's row, sorted; a fraction rounds up with its own
/// probability.
std::vector<row_entry> synthetic_row(const release_layout& layout, vertex_id u, double size,
                                     std::uint64_t seed) {
  const std::uint64_t length = layout.shape(u).length;
  public_draws coins(seed, row_purpose, u);
  const double wanted = std::floor(size + uniform_open(coins));
  const auto entries = static_cast<std::size_t>(std::clamp(wanted, 0.0, static_cast<double>(layout.rank(u))));
  const bool is_dense = 2 * entries > length;  // then those left out are drawn
  const auto drawn = draw_positions(length, is_dense ? length - entries : entries, coins);
  std::vector<row_entry> row;
  row.reserve(entries);
  if (!is_dense) {
    for (const std::uint32_t position : drawn) row.push_back({position, 1});
    return row;
  }
  auto left_out = drawn.begin();
  for (std::uint32_t position = 0; position < length; ++position) {
    if (left_out != drawn.end() && *left_out == position)
      ++left_out;
    else
      row.push_back({position, 1});
  }
  return row;
}

struct block_cost {
  double block_bytes = 0.0, report_bytes = 0.0, seconds = 0.0, users = 0.0;
};

/// A sample of users spread over all of them: number `part` of `parts`, thinned to about `count`
/// users. Users are numbered as a file names them, so neighbours in number are alike; a sample must
/// not be.
std::vector<vertex_id> spread_users(std::uint64_t users, std::uint64_t part, std::uint64_t parts,
                                    std::uint64_t count) {
  const std::uint64_t in_part = (users - part + parts - 1) / parts;
  const std::uint64_t wanted = std::min(count, in_part);
  std::vector<vertex_id> sample(wanted);
  for (std::uint64_t i = 0; i < wanted; ++i)
    sample[i] = static_cast<vertex_id>(part + i * in_part / wanted * parts);
  return sample;
}

/// The cost of these users' rows, written as one block of a release file.
block_cost encode_block(const release_layout& layout, std::span<const vertex_id> users,
                        std::span<const double> sizes, std::uint64_t seed) {
  block_cost cost;
  cost.users = static_cast<double>(users.size());
  layout.codec().visit([&]<class C>(const C& codec) {
    typename C::model model(codec);
    range_encoder block_encoder;
    for (const vertex_id u : users) {
      check_stop();
      const row_shape shape = layout.shape(u);
      const std::vector<row_entry> row = synthetic_row(layout, u, sizes[u], seed);
      std::vector<std::uint64_t> words(codec.word_count(shape));
      public_draws coins(seed, encoder_purpose, u);
      const auto start = std::chrono::steady_clock::now();
      codec.encode(shape, row, coins, words);
      cost.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      codec.write(shape, words, block_encoder, model);
      cost.report_bytes += static_cast<double>(write_report(layout, u, words).size());
    }
    cost.block_bytes = static_cast<double>(block_encoder.finish().size());
  });
  return cost;
}

}  // namespace

message_cost predict_message_cost(const release_layout& layout, std::span<const double> sizes,
                                  const bound_rule& cap, epsilon count, std::uint64_t seed,
                                  double encoder_steps) {
  const auto users = static_cast<double>(layout.users());
  const std::uint64_t blocks = (layout.users() + users_per_block - 1) / users_per_block;
  const encoding_work each = work_of(layout.parameters());
  double work = 0.0;
  for (std::uint64_t u = 0; u < layout.users(); ++u) {
    check_stop();
    work += each.of(layout.users(), sizes[u]);
  }
  const auto sampled = static_cast<std::uint64_t>(std::clamp(
      std::floor(static_cast<double>(blocks) * encoder_steps / work), 1.0, static_cast<double>(blocks)));

  // Where even a block is too much, a part of one stands for it.
  const double users_in_limit = users * encoder_steps / work;
  const auto users_each = static_cast<std::uint64_t>(
      std::clamp(users_in_limit, uniform_tuning::least_users, double{users_per_block}));
  std::vector<block_cost> costs(sampled);
  parallel_for(0, sampled, 1, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i)
      costs[i] = encode_block(layout, spread_users(layout.users(), i * blocks / sampled, blocks, users_each),
                              sizes, seed);
  });
  block_cost sum;
  for (const block_cost& c : costs) {
    sum.block_bytes += c.block_bytes;
    sum.report_bytes += c.report_bytes;
    sum.seconds += c.seconds;
    sum.users += c.users;
  }
  constexpr double index_bytes = 8.0;
  const auto numbers = static_cast<double>(bytes_of(layout.degrees()) + bytes_of(layout.sizes()));
  message_cost cost;
  cost.edge_report_bytes = sum.report_bytes / sum.users;
  cost.edge_section_bytes = sum.block_bytes / sum.users * users + index_bytes * static_cast<double>(blocks);
  cost.download_bytes = static_cast<double>(sizes_before_rows(layout).total()) + cost.edge_section_bytes;
  cost.upload_bytes =
      numbers / users + cost.edge_report_bytes + expected_count_bytes(layout, cap, count) / users;
  cost.encode_seconds = sum.seconds / sum.users;
  return cost;
}

}  // namespace edgeldp
