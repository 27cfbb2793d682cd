// SPDX-License-Identifier: MIT
#include "reproduce/common_items.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/codec/ppr/effort.hpp"
#include "edgeldp/graph/questions/common_neighbors/common_neighbors_simulation.hpp"
#include "edgeldp/graph/questions/common_neighbors/exact.hpp"
#include "io/progress.hpp"
#include "options/protocol_arguments.hpp"
#include "reproduce/populations.hpp"

namespace edgeldp::cli {

namespace {

constexpr std::uint64_t paper_pairs = 1000, most_users = 2000;
constexpr std::uint32_t choice_of_pairs = 211;  // purpose of the seeded coins

struct compared_codec {
  codec_spec codec;

  std::string name() const {
    if (codec.is<bitmap_spec>()) return "randomized response";
    const auto* ppr = codec.get_if<ppr_spec>();
    return ppr != nullptr ? fmt::format("ppr level {}", ppr->level) : std::string(codec.name());
  }
};

/// Who has which item, whatever the rating.
bipartite_graph items_of(const sparse_vectors& v) {
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  for (std::uint64_t u = 0; u < v.users(); ++u)
    for (const row_entry& e : v.row(u)) edges.emplace_back(static_cast<vertex_id>(u), e.position);
  return {v.users(), v.length(), edges};
}

std::vector<user_pair> draw_pairs(std::uint64_t users, std::uint64_t wanted, std::uint64_t seed) {
  simulation_randomness coins(seed, choice_of_pairs, 0);
  std::vector<user_pair> pairs;
  while (pairs.size() < wanted) {
    const auto first = static_cast<vertex_id>(uniform_below(coins, users));
    const auto second = static_cast<vertex_id>(uniform_below(coins, users));
    if (first != second) pairs.push_back({first, second});
  }
  return pairs;
}

/// Sums over pairs.
struct error_tally {
  double absolute = 0.0, predicted = 0.0, upload = 0.0, runs = 0.0;
};

class common_items_study {
 public:
  common_items_study(const population& people, const reproduce_arguments& a, notebook& notes)
      : m_source(people.source),
        m_items(items_of(people.vectors)),
        m_pairs(draw_pairs(people.vectors.users(), a.users.value_or(paper_pairs), a.seed)),
        m_groups(split_into_disjoint(m_pairs)),
        m_seed(a.seed),
        m_notes(notes) {}

  /// One codec at one budget: its mean absolute error.
  double compare(const compared_codec& codec, double total) {
    common_options options;
    options.total = epsilon::from_nats(total);
    options.codec = codec.codec;
    options.method = common_method::one_round;
    error_tally t;
    progress bar("runs", m_groups.size());
    for (std::size_t run = 0; run < m_groups.size(); ++run) {
      add_run(codec, options, run, t);
      bar.step();
    }
    const auto n = static_cast<double>(m_pairs.size());
    say(codec, total, "mean absolute error", nullptr, t.absolute / n);
    say(codec, total, "mean absolute error, predicted", nullptr, t.predicted / n);
    say(codec, total, "upload, bytes a user", nullptr, t.upload / t.runs);
    return t.absolute / n;
  }

  void say(const compared_codec& codec, double total, const std::string& measure, const record& paper,
           const record& ours) {
    m_notes.add(
        {codec.name(), total, measure, paper, ours, true, {{"data", m_source}, {"pairs", m_pairs.size()}}});
  }

 private:
  void add_run(const compared_codec& codec, const common_options& options, std::size_t run, error_tally& t) {
    std::vector<user_pair> pairs;
    for (const std::uint64_t i : m_groups[run]) pairs.push_back(m_pairs[i]);
    const common_result result = estimate_common_neighbors(
        m_items, layer::left, pairs, options, key_of_run(m_seed, run), coins_of_run(m_seed, run));
    t.upload += result.communication.upload_bytes;
    t.runs += 1.0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const count_type truth = exact::count_common_neighbors(m_items.neighbors(layer::left, pairs[i].first),
                                                             m_items.neighbors(layer::left, pairs[i].second))
                                   .common;
      const estimate& e = result.pairs[i].value;
      t.absolute += std::abs(e.value - static_cast<double>(truth));
      t.predicted += e.standard_error * std::sqrt(2.0 / std::numbers::pi);
      m_notes.add_point({{"mechanism", codec.name()},
                         {"epsilon", options.total.nats()},
                         {"truth", truth},
                         {"estimate", e.value},
                         {"standard_error", e.standard_error}});
    }
  }

  std::string m_source;
  bipartite_graph m_items;
  std::vector<user_pair> m_pairs;
  std::vector<std::vector<std::uint64_t>> m_groups;
  std::uint64_t m_seed;
  notebook& m_notes;
};

}  // namespace

void run_common_items(const reproduce_arguments& a, notebook& notes) {
  const std::uint64_t wanted = a.users.value_or(paper_pairs);
  const population people = a.data.empty() ? generate_ratings(std::min(2 * wanted, most_users), a.seed)
                                           : read_ratings(a.data, most_users, a.seed);
  if (people.vectors.users() < 2)
    throw bad_graph_input(people.source + ": one user, and common items need two");
  common_items_study study(people, a, notes);
  const unsigned level = a.levels.empty() ? default_level : a.levels.front();
  const compared_codec plain{bitmap_spec{}}, compressed{ppr_spec{.level = level}}, ours{nullspace_spec{}};
  std::map<double, double> plain_error;
  for (const double total : a.epsilons.empty() ? std::vector<double>{1.0, 4.0} : a.epsilons) {
    const double error = plain_error[total] = study.compare(plain, total);
    const double compressed_error = study.compare(compressed, total), our_error = study.compare(ours, total);
    const std::string ratio = "error over that of randomized response";
    study.say(compressed, total, ratio, "slightly above 1", compressed_error / error);
    study.say(ours, total, ratio, nullptr, our_error / error);
    if (const auto quarter = plain_error.find(total / 4.0); quarter != plain_error.end())
      study.say(compressed, total, ratio + " at a quarter", "1", compressed_error / quarter->second);
  }
}

}  // namespace edgeldp::cli
