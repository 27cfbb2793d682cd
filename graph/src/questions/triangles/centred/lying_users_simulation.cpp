// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/triangles/centred/lying_users_simulation.hpp"

#include <algorithm>
#include <concepts>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/random/permutation.hpp"
#include "edgeldp/core/random/private_randomness.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "edgeldp/graph/belief/plausible_counts.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_round_user.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"

namespace edgeldp {

namespace {

/// What liars draw, each from a stream of its own.
enum class drawn : std::uint32_t { list = 1, degree, size, row, count, length };

simulation_randomness draws(std::uint64_t seed, drawn what, vertex_id liar) {
  return {seed, static_cast<std::uint32_t>(what), liar};
}

/// Uniform in [least, most].
int128 uniform_between(private_randomness& coins, int128 least, int128 most) {
  return least + static_cast<int128>(uniform_below(coins, static_cast<uint128>(most - least) + 1));
}

/// Coins with which a null space drops no entry.
class keeping_coins final : public private_randomness {
 public:
  keeping_coins(std::uint64_t drop_threshold, simulation_randomness& from)
      : m_threshold(drop_threshold), m_from(from) {}
  bool is_simulated() const noexcept override { return true; }

 private:
  std::size_t refill(buffer& words) override {
    constexpr unsigned low_bits = 64 - nullspace_response::resolution_bits;
    for (std::uint64_t& word : words) {
      const std::uint64_t coin =
          m_threshold + static_cast<std::uint64_t>(
                            uniform_below(m_from, uint128{nullspace_response::resolution - m_threshold}));
      word = coin << low_bits | m_from() >> (64 - low_bits);
    }
    return 0;
  }
  std::uint64_t m_threshold;
  simulation_randomness& m_from;
};

/// The users of the first `count` ranks.
std::vector<vertex_id> first_users(const release_layout& layout, std::uint64_t count) {
  std::vector<vertex_id> users;
  for (std::uint32_t rank = 0; rank < count; ++rank) users.push_back(layout.user_at(rank));
  return users;
}

bool is_plain(const any_codec& codec) {
  return codec.visit([]<class C>(const C&) { return has_plain_values<C>; });
}

/// As many ones as the codec lets a row have, of the first ranks where there is no room for all. A
/// vector of zeros would say more, but counts for nothing.
std::vector<std::uint64_t> row_of_ones(const release_layout& layout, vertex_id liar,
                                       simulation_randomness& coins) {
  const std::uint64_t rank = layout.rank(liar);
  std::vector<std::uint64_t> words(layout.word_offset(liar + std::uint64_t{1}) - layout.word_offset(liar));
  layout.codec(liar).visit([&]<class C>(const C& codec) {
    if constexpr (has_plain_values<C>) {
      for (std::uint64_t bit = 0; bit < rank; ++bit) words[bit / 64] |= std::uint64_t{1} << (bit % 64);
    } else if constexpr (std::same_as<C, nullspace_codec>) {
      const std::uint64_t columns = layout.shape(liar).columns;
      keeping_coins kept(codec.response().drop_threshold(), coins);
      const std::vector<vertex_id> claimed =
          first_users(layout, columns == 0 ? 0 : std::min(rank, columns - 1));
      do encode_row(layout, liar, claimed, kept, words);
      while (nullspace_codec::is_full(words));
    } else {
      // More than the row is planned for would take an encoder for ever.
      encode_row(layout, liar, first_users(layout, layout.possible_size(liar)), coins, words);
    }
  });
  return words;
}

/// A row of nobody: no ones in a bitmap, elsewhere those that an honest row without neighbours has.
std::vector<std::uint64_t> row_of_nobody(const release_layout& layout, vertex_id liar,
                                         simulation_randomness& coins) {
  std::vector<std::uint64_t> words(layout.word_offset(liar + std::uint64_t{1}) - layout.word_offset(liar));
  if (!is_plain(layout.codec(liar))) encode_row(layout, liar, {}, coins, words);
  return words;
}

/// Bits of a bitmap by fair coins. Elsewhere every vector or number is what an honest row without
/// neighbours may be, and this one is drawn as such.
std::vector<std::uint64_t> random_row(const release_layout& layout, vertex_id liar,
                                      simulation_randomness& coins) {
  std::vector<std::uint64_t> words = row_of_nobody(layout, liar, coins);
  if (!is_plain(layout.codec(liar))) return words;
  const std::uint64_t rank = layout.rank(liar);
  for (std::uint64_t& word : words) word = coins();
  if (rank % 64 != 0) words.back() &= (std::uint64_t{1} << (rank % 64)) - 1;
  return words;
}

/// What honest users say, without what those say who lie.
class honest_part final : public message_sink {
 public:
  honest_part(message_sink& to, const roster& who, const std::vector<bool>& is_liar)
      : m_to(to), m_who(who), m_is_liar(is_liar) {}
  void put(std::uint64_t number, std::span<const std::byte> message) override {
    if (!m_is_liar[m_who.user(number)]) m_to.put(number, message);
  }
  bool put_words(std::uint64_t number, std::span<const std::uint64_t> words,
                 std::uint64_t message_bytes) override {
    return m_is_liar[m_who.user(number)] || m_to.put_words(number, words, message_bytes);
  }

 private:
  message_sink& m_to;
  const roster& m_who;
  const std::vector<bool>& m_is_liar;
};

std::uint64_t mean_degree(const graph_view& g) {
  std::uint64_t sum = 0;
  std::vector<vertex_id> scratch;
  for (std::uint64_t u = 0; u < g.vertex_count(); ++u)
    sum += g.neighbors(static_cast<vertex_id>(u), scratch).size();
  return (sum + g.vertex_count() / 2) / std::max<std::uint64_t>(1, g.vertex_count());
}

}  // namespace

std::vector<vertex_id> choose_liars(std::uint64_t users, std::uint64_t liars, std::uint64_t seed) {
  if (liars > users)
    throw invalid_parameter(std::to_string(liars) + " liars among " + std::to_string(users) + " users");
  std::vector<vertex_id> chosen;
  if (liars == 0) return chosen;
  const permutation coin(release_key{seed}, users);
  for (std::uint32_t i = 0; i < liars; ++i) chosen.push_back(coin(i));
  ranges::sort(chosen);
  return chosen;
}

lying_users::lying_users(const graph_view& g, const coin_source& coins, const attack& what,
                         std::span<const vertex_id> liars, std::uint64_t seed)
    : m_coins(coins),
      m_attack(what),
      m_is_liar(g.vertex_count()),
      m_seed(seed),
      m_mean_degree(mean_degree(g)),
      m_honest(simulated_users(g, coins, simulated_centred_tasks())) {
  for (const vertex_id u : liars) m_is_liar.at(u) = true;
}

bool lying_users::lies_in_round(std::string_view asks) const {
  const bool is_count = asks == centred_round::asks || asks == forward_round::asks;
  return m_attack.rounds == lies_in::all || is_count == (m_attack.rounds == lies_in::counts);
}

void lying_users::answer(const call& asked, message_sink& sink) {
  if (!lies_in_round(asked.asks)) return m_honest.answer(asked, sink);
  honest_part honest(sink, asked.who, m_is_liar);
  m_honest.answer(asked, honest);
  for (std::uint64_t number = 0; number < asked.who.size(); ++number)
    if (m_is_liar[asked.who.user(number)]) sink.put(number, lie_to(asked, number));
}

byte_string lying_users::lie_to(const call& asked, std::uint64_t number) const {
  const vertex_id liar = asked.who.user(number);
  if (m_attack.what == lie::random_nodes) return honest_answer(asked, number, made_up_list(liar));
  if (asked.asks == degree_round::asks) return lie_of_degree(liar);
  if (asked.asks == size_round::asks) {
    const size_round round = size_round::read(asked.said, asked.published);
    return lie_of_half(draws(m_seed, drawn::size, liar), round.what.order->rank(liar));
  }
  if (asked.asks == length_round::asks) {
    const length_round round = length_round::read(asked.said, asked.published);
    return lie_of_half(draws(m_seed, drawn::length, liar), users() - 1 - round.what.order->rank(liar));
  }
  if (asked.asks == row_round::asks) return lie_of_row(asked, liar);
  return lie_of_count(asked, number, liar);
}

byte_string lying_users::honest_answer(const call& asked, std::uint64_t number,
                                       std::span<const vertex_id> list) const {
  const vertex_id user = asked.who.user(number);
  const user_task task = asked.asks == centred_round::asks   ? count_task<centred_pairs<release>, own_list>()
                         : asked.asks == forward_round::asks ? count_task<forward_pairs<release>, own_list>()
                                                             : task_for(row_tasks(), asked.asks);
  const byte_string said_to_me = asked.said_to ? asked.said_to(number) : byte_string();
  return task.answer({asked.asks, asked.said, asked.published, number, said_to_me},
                     own_list{user, users(), list}, user_coins(m_coins, user));
}

byte_string lying_users::lie_of_degree(vertex_id liar) const {
  simulation_randomness coins = draws(m_seed, drawn::degree, liar);
  if (m_attack.what == lie::random_values)
    return integer_message(uniform_between(coins, 0, static_cast<int128>(users()) - 1));
  return integer_message(m_attack.what == lie::front ? largest_released_number
                                                     : static_cast<int128>(m_mean_degree));
}

byte_string lying_users::lie_of_half(simulation_randomness coins, std::uint64_t others) const {
  if (m_attack.what == lie::random_values)
    return integer_message(uniform_between(coins, 0, static_cast<int128>(others)));
  if (m_attack.raises) return integer_message(largest_released_number);
  // Who is to send a low count needs some size, or is not asked.
  return integer_message(m_attack.rounds == lies_in::all ? static_cast<int128>(m_mean_degree) : 0);
}

byte_string lying_users::lie_of_row(const call& asked, vertex_id liar) const {
  simulation_randomness coins = draws(m_seed, drawn::row, liar);
  const row_round round = row_round::read(asked.said, asked.published);
  const release_layout& layout = *round.layout;
  const std::vector<std::uint64_t> words = m_attack.what == lie::random_values
                                               ? random_row(layout, liar, coins)
                                           : m_attack.raises ? row_of_ones(layout, liar, coins)
                                                             : row_of_nobody(layout, liar, coins);
  return write_report(layout, liar, words);
}

byte_string lying_users::lie_of_count(const call& asked, std::uint64_t number, vertex_id liar) const {
  if (m_attack.what != lie::random_values) {
    const int128 largest = (int128{1} << 126) / static_cast<int128>(asked.who.size());
    return integer_message(m_attack.raises ? largest : -largest);
  }
  simulation_randomness coins = draws(m_seed, drawn::count, liar);
  if (asked.asks == forward_round::asks) {
    const forward_round round = forward_round::read(asked.said, asked.published);
    const own_list nobody{liar, users(), {}};
    const std::uint64_t members = rank_of(round.what, nobody);  // as far as a liar knows
    const plausible_number range = plausible_number::count(told_in<forward_pairs<release>>(asked, number),
                                                           members, price_of(round, nobody));
    return integer_message(uniform_between(coins, range.low(), range.high()));
  }
  const centred_round round = centred_round::read(asked.said, asked.published);
  const release_layout& layout = round.what.rows->layout();
  const std::uint32_t rank = layout.rank(liar);
  const std::uint64_t members =
      most_members(rank, layout.sizes()[liar], layout.parameters().size_budgets().at(rank));
  const plausible_number range =
      plausible_number::count(limit_of(layout, round.what.rule, liar), members, round.budget.at(rank));
  return integer_message(uniform_between(coins, range.low(), range.high()));
}

std::vector<vertex_id> lying_users::made_up_list(vertex_id liar) const {
  simulation_randomness coins = draws(m_seed, drawn::list, liar);
  const std::uint64_t length = std::min(std::max<std::uint64_t>(1, m_mean_degree), users() - 1);
  std::set<vertex_id> friends;
  while (friends.size() < length) {
    const auto u = static_cast<vertex_id>(uniform_below(coins, users()));
    if (u != liar) friends.insert(u);
  }
  return {friends.begin(), friends.end()};
}

centred_result estimate_centred_triangles_attacked(const graph_view& g, const centred_options& options,
                                                   release_key key, const coin_source& coins,
                                                   const attackers& among) {
  if (g.vertex_count() == 0) throw bad_graph_input("the graph has no vertices");
  lying_users users(g, coins, among.what, among.liars, among.seed);
  account paid(options.total, users.users());
  session s(users, paid, key);
  return estimate_centred_triangles(s, options);
}

}  // namespace edgeldp
