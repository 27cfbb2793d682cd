// SPDX-License-Identifier: MIT
#include "edgeldp/graph/protocol/rounds.hpp"

#include <atomic>
#include <utility>

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "protocol/release_numbers.hpp"
#include "protocol/row_words.hpp"

namespace edgeldp {

namespace {

constexpr std::uint64_t grain = 64;

/// Calls f(u, neighbours of u) for every user, in parallel.
template <class F>
void for_each_user(const graph_view& g, F&& f) {
  parallel_for(0, g.vertex_count(), grain, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<vertex_id> scratch;
    for (std::uint64_t u = first; u < last; ++u) {
      const auto user = static_cast<vertex_id>(u);
      f(user, g.neighbors(user, scratch));
    }
  });
}

std::int64_t count_preceding(std::span<const std::uint32_t> rank, vertex_id u,
                             std::span<const vertex_id> neighbors) {
  return std::ranges::count_if(neighbors, [&](vertex_id v) { return rank[v] < rank[u]; });
}

}  // namespace

released_numbers release_numbers(std::vector<std::int64_t> numbers, epsilon budget, coin_purpose purpose,
                                 const coin_source& source) {
  const discrete_laplace noise(1, budget);
  std::atomic<std::uint64_t> bytes{0};
  parallel_for(0, numbers.size(), grain, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t u = first; u < last; ++u) {
      numbers[u] += source(purpose, static_cast<vertex_id>(u), [&](private_randomness& coins) {
        return static_cast<std::int64_t>(noise(coins));
      });
      bytes += integer_message(numbers[u]).size();
    }
  });
  return {std::move(numbers), bytes};
}

released_numbers release_degrees(const graph_view& g, epsilon budget, const coin_source& coins) {
  std::vector<std::int64_t> degrees(g.vertex_count());
  for_each_user(g, [&](vertex_id u, std::span<const vertex_id> neighbors) {
    degrees[u] = static_cast<std::int64_t>(neighbors.size());
  });
  return release_numbers(std::move(degrees), budget, coin_purpose::degree, coins);
}

released_numbers release_sizes_of_rows(const graph_view& g, std::span<const std::uint32_t> rank,
                                       epsilon budget, const coin_source& coins) {
  return release_numbers(true_sizes_of_rows(g, rank), budget, coin_purpose::size, coins);
}

std::vector<std::int64_t> true_sizes_of_rows(const graph_view& g, std::span<const std::uint32_t> rank) {
  std::vector<std::int64_t> sizes(g.vertex_count());
  for_each_user(g, [&](vertex_id u, std::span<const vertex_id> neighbors) {
    sizes[u] = count_preceding(rank, u, neighbors);
  });
  return sizes;
}

published_rows release_edges(const graph_view& g, release_layout layout, const coin_source& source) {
  std::vector<std::uint64_t> words = make_row_words(layout.codec(), layout.word_offset(layout.users()));
  std::atomic<std::uint64_t> bytes{0};
  for_each_user(g, [&](vertex_id u, std::span<const vertex_id> neighbors) {
    const std::uint64_t begin = layout.word_offset(u), end = layout.word_offset(u + std::uint64_t{1});
    const std::span<std::uint64_t> row = std::span(words).subspan(begin, end - begin);
    source(coin_purpose::edges, u,
           [&](private_randomness& coins) { encode_row(layout, u, neighbors, coins, row); });
    bytes += write_report(layout, u, row).size();
  });
  return {release(std::move(layout), std::move(words)), bytes};
}

}  // namespace edgeldp
