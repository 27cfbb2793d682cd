// SPDX-License-Identifier: MIT
#include "edgeldp/graph/triangles/methods/arr/arr_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/protocol/interval.hpp"
#include "edgeldp/graph/protocol/rounds_simulation.hpp"
#include "edgeldp/graph/triangles/methods/arr/asymmetric_response_user.hpp"
#include "edgeldp/graph/triangles/methods/method_simulation.hpp"
#include "protocol/budget_shares.hpp"
#include "protocol/count_round.hpp"
#include "protocol/send_count_simulation.hpp"
#include "triangles/counted_pairs_simulation.hpp"
#include "triangles/methods/arr/plan.hpp"
#include "triangles/methods/arr/start_simulation.hpp"

namespace edgeldp {

pair_clip::pair_clip(rule r, std::size_t members, uint128 kappa)
    : m_rule(r), m_kappa(kappa), m_used(members) {}

void pair_clip::add(std::uint32_t a, std::uint32_t b) {
  constexpr uint128 one = asymmetric_response::resolution;
  if (m_rule == rule::greedy) {
    if (m_used[a] >= m_kappa || m_used[b] >= m_kappa) return;
    m_used[a] += one;
    m_used[b] += one;
    m_count += one;
    return;
  }
  const uint128 part = std::min(one, m_kappa - m_used[a]);
  m_used[a] += part;
  m_count += part;
}

uint128 greedy_sensitivity(std::uint64_t cap, std::uint64_t kappa, std::uint64_t offset) {
  if (cap <= 1) return 0;
  return std::max(uint128{std::min(kappa, cap - 1)} * asymmetric_response::resolution,
                  uint128{cap - 1} * offset);
}

void count_on_triangle(const noisy_triangle& noisy, arr_variant variant, std::uint32_t reader,
                       std::span<const std::uint32_t> members, pair_clip& clip) {
  const auto is_noisy = [&](std::uint32_t j) { return noisy.bit(reader, j); };
  for (std::uint32_t b = 1; b < members.size(); ++b) {
    if (variant != arr_variant::full && !is_noisy(members[b])) continue;
    for (std::uint32_t a = 0; a < b; ++a) {
      if (!noisy.bit(members[b], members[a])) continue;
      if (variant != arr_variant::two || is_noisy(members[a])) clip.add(a, b);
    }
  }
}

void count_on_download(std::span<const std::byte> message, const arr_format& format, arr_variant variant,
                       std::uint32_t reader, std::span<const std::uint64_t> own,
                       std::span<const std::uint32_t> members, pair_clip& clip) {
  std::uint32_t b = 0;
  format.read_download(message, variant, reader, own,
                       [&](std::uint32_t k, std::span<const std::uint32_t> places) {
                         while (b < members.size() && members[b] < k) ++b;
                         if (b == members.size() || members[b] != k) return;
                         auto place = places.begin();
                         for (std::uint32_t a = 0; a < b; ++a) {
                           place = std::lower_bound(place, places.end(), members[a]);
                           if (place != places.end() && *place == members[a]) clip.add(a, b);
                         }
                       });
}

namespace {

constexpr std::string_view published_caveat =
    "the clipping threshold bounds what a new neighbour adds as first member of a pair, but it also adds one "
    "pair to each earlier neighbour's count, so the noise of the count round is too small";

struct edge_messages {
  noisy_triangle noisy;
  std::uint64_t upload_bytes = 0;
};

/// Round `edges`: rows are randomized, written, and read back.
edge_messages release_noisy_triangle(const graph_view& g, std::span<const std::uint32_t> rank,
                                     const asymmetric_response& response, const arr_format& format,
                                     const coin_source& coins) {
  edge_messages result{noisy_triangle(g.vertex_count())};
  std::mutex bytes_mutex;
  parallel_for(0, g.vertex_count(), 16, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<vertex_id> scratch;
    std::vector<std::uint32_t> edges;
    std::vector<std::uint64_t> bits;
    std::uint64_t bytes = 0;
    for (std::uint64_t v = first; v < last; ++v) {
      const auto u = static_cast<vertex_id>(v);
      edges.clear();
      for (const vertex_id w : g.neighbors(u, scratch))
        if (rank[w] < rank[u]) edges.push_back(rank[w]);
      std::ranges::sort(edges);
      bits.resize((rank[u] + std::size_t{63}) / 64);
      coins(coin_purpose::edges, u,
            [&](private_randomness& source) { encode_asymmetric(response, edges, rank[u], source, bits); });
      const std::vector<std::byte> message = format.write_row(bits, rank[u]);
      bytes += message.size();
      format.read_row(message, rank[u], result.noisy.row(rank[u]));
    }
    const std::lock_guard lock(bytes_mutex);
    result.upload_bytes += bytes;
  });
  return result;
}

/// Places in the public order whose downloads are built: evenly spread, and as many as take about
/// the work of all uploads. Uploads tell n^2 / 2 places, a download n^2 / 6 times p0 for each own
/// edge on average.
std::vector<bool> choose_measured(std::uint64_t users, arr_variant variant, const bit_law& law) {
  const double as_uploads = 3.0 / std::pow(law.p0, own_edges(variant));
  const auto wanted = static_cast<std::uint64_t>(std::clamp(as_uploads, 4.0, 64.0));
  const std::uint64_t count = std::min(wanted, users);
  std::vector<bool> measured(users);
  for (std::uint64_t i = 0; i < count; ++i) measured[(2 * i + 1) * users / (2 * count)] = true;
  return measured;
}

struct count_round {
  int128 sum = 0;
  std::uint64_t upload_bytes = 0, download_bytes = 0, largest_download = 0, measured_users = 0;

  void add(const count_round& part) {
    sum += part.sum;
    upload_bytes += part.upload_bytes;
    download_bytes += part.download_bytes;
    largest_download = std::max(largest_download, part.largest_download);
    measured_users += part.measured_users;
  }
};

/// Round `count`, downloads included.
count_round count_users(const graph_view& g, std::span<const std::uint32_t> rank, const noisy_triangle& noisy,
                        arr_variant variant, const arr_plan& plan, const arr_format& format,
                        const coin_source& coins) {
  const ranked_lists kept = keep_ranks(g, rank, plan.caps, coins);
  const std::vector<bool> measured = choose_measured(rank.size(), variant, plan.response.law());
  const std::uint64_t offset = arr_pair_law(plan.response, variant).offset;
  count_round result;
  std::mutex sum_mutex;
  parallel_for(0, rank.size(), 16, [&](std::uint64_t first, std::uint64_t last) {
    count_round part;
    for (std::uint64_t v = first; v < last; ++v) {
      const auto u = static_cast<vertex_id>(v);
      const auto members = kept.of(u);
      pair_clip clip(plan.rule, members.size(), plan.kappa[u]);
      if (measured[rank[u]]) {
        const std::vector<std::byte> message = format.write_download(noisy, variant, rank[u]);
        count_on_download(message, format, variant, rank[u], noisy.row(rank[u]), members, clip);
        part.download_bytes += message.size();
        part.largest_download = std::max<std::uint64_t>(part.largest_download, message.size());
        ++part.measured_users;
      } else {
        count_on_triangle(noisy, variant, rank[u], members, clip);
      }
      if (plan.sensitivity[u] == 0) continue;  // nobody's edges can matter, so nothing is said
      const uint128 size = members.size(), pairs = size < 2 ? 0 : size * (size - 1) / 2;
      const int128 statistic = static_cast<int128>(clip.count()) - static_cast<int128>(pairs * offset);
      part.sum += coins(coin_purpose::count, u, [&](private_randomness& source) {
        return send_count(statistic, plan.sensitivity[u], plan.count, source, part.upload_bytes);
      });
    }
    const std::lock_guard lock(sum_mutex);
    result.add(part);
  });
  return result;
}

void conclude(baseline_result& result, const arr& method, const arr_start& start, int128 sum) {
  const arr_pair_law p(start.plan.response, method.variant);
  const double value = static_cast<double>(sum) / p.divisor();
  const closure_view view = view_closure(value, start.known.pairs(), [&](double closure) {
    return predict_arr_error(start.plan, method.variant, start.sizes, closure);
  });
  result.error = view.error;
  result.triangles = conclude_triangles(value, view, start.known.pairs(), p.law.non_edge_variance(),
                                        start.known.second_degree());
}

/// Lengths of fixed width follow from numbers of pairs: all users', not only the measured ones'.
void add_all_downloads(baseline_communication& communication, const noisy_triangle& noisy,
                       arr_variant variant, const arr_format& format) {
  double sum = 0.0;
  for (const std::uint64_t pairs : count_download_pairs(noisy, variant)) {
    const auto bytes = static_cast<double>(format.download_bytes(pairs));
    sum += bytes;
    communication.largest_download_bytes = std::max(communication.largest_download_bytes, bytes);
  }
  communication.download_bytes = sum / static_cast<double>(noisy.users());
}

}  // namespace

arr_start start_arr(const graph_view& g, const arr& method, release_key key, ledger& spent,
                    const coin_source& coins) {
  const auto hold_size_round = [&](std::shared_ptr<const public_order> order, epsilon size) {
    spent.spend(rounds::size, size);
    return release_sizes_of_rows(g, std::move(order), size, coins);
  };
  if (method.is_published) {
    const epsilon size = share_of(method.total, 0.1), edges = arr::published_edges(method.total);
    released_numbers released =
        hold_size_round(std::make_shared<const public_order>(user_order::id, key,
                                                             std::vector<std::int64_t>(g.vertex_count())),
                        size);
    public_view known = knowledge_from_sizes(key, std::move(released.values), size);
    row_sizes sizes(known);
    arr_plan plan = plan_published(method, known, edges, difference(spent.remaining(), edges));
    return {std::move(known), std::move(sizes), std::move(plan), released.upload_bytes};
  }
  const epsilon degree = share_of(method.total, 0.02), size = share_of(method.total, 0.1);
  spent.spend(rounds::degree, degree, edge_use::both_endpoints);
  released_numbers degrees = release_degrees(g, degree, coins);
  public_view known(user_order::noisy_degree, key, std::move(degrees.values), degree);
  released_numbers released = hold_size_round(known.order(), size);
  known.learn_sizes(std::move(released.values), size);
  row_sizes sizes(known);
  arr_plan plan = plan_strongest(method, known, sizes, spent.remaining());
  return {std::move(known), std::move(sizes), std::move(plan), degrees.upload_bytes + released.upload_bytes};
}

baseline_result estimate_triangles(const graph_view& g, const arr& method, release_key key,
                                   const coin_source& coins) {
  if (g.vertex_count() == 0) throw bad_graph_input("the graph has no vertices");
  if (!(method.mu_star >= arr::smallest_mu_star) || !(method.mu_star < 1.0))
    throw invalid_parameter("mu_star = " + std::to_string(method.mu_star) + ": must lie in [2^-20, 1)");
  baseline_result result{{}, {}, ledger(method.total), {}, true, {}};
  const arr_start start = start_arr(g, method, key, result.spent, coins);
  const arr_plan& plan = start.plan;
  const std::span<const std::uint32_t> rank = start.known.rank();

  result.spent.spend(rounds::edges, plan.edges);
  const arr_format format(g.vertex_count(), method.is_published, plan.response.law().p0);
  const edge_messages edges = release_noisy_triangle(g, rank, plan.response, format, coins);
  result.spent.spend(rounds::count, plan.count);
  const count_round count = count_users(g, rank, edges.noisy, method.variant, plan, format, coins);
  conclude(result, method, start, count.sum);

  const auto users = static_cast<double>(g.vertex_count());
  baseline_communication& communication = result.communication;
  communication.upload_bytes =
      static_cast<double>(start.upload_bytes + edges.upload_bytes + count.upload_bytes) / users;
  communication.measured_users = count.measured_users;
  communication.download_bytes =
      static_cast<double>(count.download_bytes) / static_cast<double>(count.measured_users);
  communication.largest_download_bytes = static_cast<double>(count.largest_download);
  if (method.is_published) {
    add_all_downloads(communication, edges.noisy, method.variant, format);
    result.is_private = false;
    result.caveat = published_caveat;
  }
  return result;
}

static_assert(TriangleBaseline<arr>);

}  // namespace edgeldp
