// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/protocol/population.hpp"
#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/core/random/private_randomness.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"

/// Users of a graph some of whom lie, for experiments: what the estimate is worth then. Exact
/// strategies: graph/src/limits/lies_derivation.md.
namespace edgeldp {

/// What liars send in place of what they are asked for. They know what is public (the number of
/// users, the order, all limits, budgets and laws that were announced) and the mean degree, of each
/// other and of honest users' lists nothing.
enum class lie : std::uint8_t {
  random_values,  ///< numbers drawn uniformly from what is plausible, rows at random
  random_nodes,   ///< what an honest user with a made-up list of mean length would send
  front,          ///< the largest degree, so that others read this row; then extremes
  late,           ///< a mean degree, so that many precede; then extremes
};

/// In which rounds liars lie; in others they are honest.
enum class lies_in : std::uint8_t { counts, rows, all };  ///< rows: degree, size and row

struct attack {
  lie what = lie::random_values;
  lies_in rounds = lies_in::all;
  bool raises = true;  ///< or lowers the estimate, where extremes are sent
};

/// The users whom a public coin makes liars, in increasing order: of a smaller number some of those
/// of a larger.
/// Errors: invalid_parameter for more liars than users.
std::vector<vertex_id> choose_liars(std::uint64_t users, std::uint64_t liars, std::uint64_t seed);

/// The users of a graph, as simulated_users, of whom some lie in a centred count.
/// Promise: honest users send what they would send to the same announcements; the same answers for
///     every thread count.
/// Requires: the view outlives the population.
class lying_users final : public population {
 public:
  /// seed: of what liars draw, but for honest coins.
  lying_users(const graph_view& g, const coin_source& coins, const attack& what,
              std::span<const vertex_id> liars, std::uint64_t seed);

  std::uint64_t users() const override { return m_honest.users(); }
  bool is_simulated() const override { return true; }
  void answer(const call& asked, message_sink& sink) override;

 private:
  bool lies_in_round(std::string_view asks) const;
  byte_string lie_to(const call& asked, std::uint64_t number) const;
  byte_string honest_answer(const call& asked, std::uint64_t number, std::span<const vertex_id> list) const;
  byte_string lie_of_degree(vertex_id liar) const;
  /// Of how many precede or follow, of so many others.
  byte_string lie_of_half(simulation_randomness coins, std::uint64_t others) const;
  byte_string lie_of_row(const call& asked, vertex_id liar) const;
  byte_string lie_of_count(const call& asked, std::uint64_t number, vertex_id liar) const;
  std::vector<vertex_id> made_up_list(vertex_id liar) const;

  coin_source m_coins;
  attack m_attack;
  std::vector<bool> m_is_liar;
  std::uint64_t m_seed;
  std::uint64_t m_mean_degree;
  simulated_population<graph_view> m_honest;
};

/// Who lies, and how. seed: of what liars draw, but for honest coins.
struct attackers {
  attack what;
  std::span<const vertex_id> liars;
  std::uint64_t seed;
};

/// All rounds, with these users among all.
centred_result estimate_centred_triangles_attacked(const graph_view& g, const centred_options& options,
                                                   release_key key, const coin_source& coins,
                                                   const attackers& among);

}  // namespace edgeldp
