// SPDX-License-Identifier: MIT
#include "edgeldp/graph/homophily/attribute_rounds.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <string>

#include "edgeldp/channel/report_message.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/core/wire/varint.hpp"

namespace edgeldp {

namespace {

constexpr std::uint64_t grain = 64;
/// Of a noisy count: noise at the smallest budget stays below with all but a probability of
/// exp(-2^29).
constexpr int128 largest_count = int128{1} << 62;

void check(std::span<const user_attribute> attributes, std::span<const channel> channels) {
  if (attributes.empty()) throw invalid_parameter("attributes: none given");
  if (attributes.size() != channels.size())
    throw invalid_parameter(std::to_string(attributes.size()) + " attributes and " +
                            std::to_string(channels.size()) + " channels: must be as many");
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if (attributes[i].values != channels[i].inputs())
      throw invalid_parameter("attribute \"" + attributes[i].name +
                              "\": its values are not the inputs of its channel");
    if (attributes[i].of.size() != attributes[0].of.size())
      throw invalid_parameter("attribute \"" + attributes[i].name + "\" of " +
                              std::to_string(attributes[i].of.size()) + " users: must be " +
                              std::to_string(attributes[0].of.size()));
    for (const std::uint32_t value : attributes[i].of)
      if (value >= attributes[i].values.size())
        throw invalid_parameter("attribute \"" + attributes[i].name + "\": value " + std::to_string(value) +
                                " of " + std::to_string(attributes[i].values.size()));
  }
}

}  // namespace

epsilon loss_of(std::span<const channel> channels) {
  std::uint64_t units = 0;
  for (const channel& c : channels) {
    const privacy_loss loss = c.loss();
    if (!(loss.nats <= epsilon::largest))
      throw invalid_parameter("privacy loss of a channel = " + std::to_string(loss.nats) +
                              ": must be at most " + std::to_string(epsilon::largest));
    units += static_cast<std::uint64_t>(std::ceil(loss.nats * static_cast<double>(epsilon::units_per_nat)));
  }
  return epsilon::from_units(units);
}

attribute_round release_attributes(std::span<const user_attribute> attributes,
                                   std::span<const channel> channels, const coin_source& source) {
  check(attributes, channels);
  const std::size_t many = attributes.size();
  const std::uint64_t users = attributes[0].of.size();
  std::vector<std::uint32_t> reports(users * many);
  std::atomic<std::uint64_t> bytes{0};
  parallel_for(0, users, grain, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<std::uint32_t> own(many);
    for (std::uint64_t u = first; u < last; ++u) {
      source(coin_purpose::attributes, static_cast<vertex_id>(u), [&](private_randomness& coins) {
        for (std::size_t a = 0; a < many; ++a)
          own[a] = static_cast<std::uint32_t>(channels[a].sample(attributes[a].of[u], coins));
      });
      const std::vector<std::byte> message = write_reports(channels, own);
      bytes += message.size();
      std::ranges::copy(read_reports(channels, 1, message),
                        reports.begin() + static_cast<std::ptrdiff_t>(u * many));
    }
  });
  attribute_round round;
  round.upload_bytes = bytes;
  round.download_bytes = write_reports(channels, reports).size();
  for (std::size_t a = 0; a < many; ++a) {
    std::vector<std::uint32_t> of(users);
    for (std::uint64_t u = 0; u < users; ++u) of[u] = reports[u * many + a];
    round.attributes.push_back({channels[a], std::move(of)});
  }
  return round;
}

std::vector<std::int64_t> count_by_report(std::span<const vertex_id> neighbors,
                                          std::span<const attribute_reports> reports) {
  std::vector<std::int64_t> counts;
  for (const attribute_reports& a : reports) {
    const std::size_t begin = counts.size();
    counts.resize(begin + a.law.output_count());
    for (const vertex_id v : neighbors) ++counts[begin + a.of[v]];
  }
  return counts;
}

neighbor_count_round release_neighbor_counts(const graph_view& g, std::span<const attribute_reports> reports,
                                             epsilon budget, const coin_source& source) {
  const discrete_laplace noise(reports.size(), budget);
  neighbor_count_round round;
  round.noise_variance = noise.variance();
  for (const attribute_reports& a : reports) {
    if (a.of.size() != g.vertex_count())
      throw invalid_parameter(std::to_string(a.of.size()) + " reports of " +
                              std::to_string(g.vertex_count()) + " users");
    round.width += a.law.output_count();
  }
  round.values.resize(g.vertex_count() * round.width);
  std::atomic<std::uint64_t> bytes{0};
  parallel_for(0, g.vertex_count(), grain, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<vertex_id> scratch;
    std::vector<std::byte> message;
    for (std::uint64_t user = first; user < last; ++user) {
      const auto u = static_cast<vertex_id>(user);
      message.clear();
      source(coin_purpose::count, u, [&](private_randomness& coins) {
        for (const std::int64_t count : count_by_report(g.neighbors(u, scratch), reports))
          append_integer(message, count + noise(coins));
      });
      std::size_t at = 0;
      for (std::uint64_t i = 0; i < round.width; ++i)
        round.values[user * round.width + i] =
            static_cast<std::int64_t>(read_integer(message, at, largest_count));
      bytes += message.size();
    }
  });
  round.upload_bytes = bytes;
  return round;
}

}  // namespace edgeldp
