// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "edgeldp/core/codec/randomized_response.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/protocol/count_round_user.hpp"
#include "edgeldp/core/wire/public_order.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/rounds/rounds_user.hpp"
#include "support/budgets.hpp"
#include "support/small_lists.hpp"

/// Runs whose rows stand at the earlier ends of edges, of so few users that every noisy graph and
/// every list is tried: what the two ends of an edge tell of it in all rounds together.
namespace edgeldp::test {

/// Users stand in the order of degrees as they are numbered: user 0 first, a row of hubs_last last.
inline std::vector<std::int64_t> falling_degrees(vertex_id users) {
  std::vector<std::int64_t> degrees(users);
  for (vertex_id u = 0; u < users; ++u) degrees[u] = users - u;
  return degrees;
}

/// The release in which these pairs are ones (small_lists.hpp), each in the row of whom comes first
/// by number.
inline public_ref<release> rows_of(const std::shared_ptr<const release_layout>& layout, std::uint32_t noisy,
                                   std::vector<vertex_id> absent = {}) {
  const auto users = static_cast<vertex_id>(layout->users());
  std::vector<std::uint64_t> words(layout->word_offset(users));
  for (vertex_id v = 1; v < users; ++v)
    for (vertex_id u = 0; u < v; ++u)
      if (pair_bit(noisy, v, u)) words[layout->word_offset(u)] |= std::uint64_t{1} << layout->position(v);
  return {"rows", std::make_shared<const release>(layout, std::move(words), std::move(absent))};
}

/// A budget for each user, between a 20th of the most and nearly all of it.
inline std::vector<epsilon> random_budgets(std::mt19937_64& random, vertex_id users, double most) {
  std::vector<epsilon> budgets(users);
  for (epsilon& e : budgets) e = nats(most * (0.05 + 0.0095 * static_cast<double>(random() % 100)));
  return budgets;
}

/// What users spend by class, here one a user: the class of the later end of an edge.
struct spent_by_class {
  epsilon degree, length;
  std::vector<epsilon> size, edges, count;
};

/// What a broken run does besides or instead.
enum class broken {
  nothing,
  rows_at_both_ends,        ///< the later end sends the bit too
  counts_by_earlier,        ///< who is earlier counts as well, and pays nothing
  length_from_true_number,  ///< how many follow is told as it is
  size_of_whole_list,       ///< and charged to preceding bits alone
  law_by_true_size,         ///< the law of bits about a user follows from its true size
  order_turned_round,       ///< counts are asked in the order of the rows
};

/// The largest in a run, relative to what was paid for.
struct told_of_paid {
  double bit = 0.0, relationship = 0.0;
};

/// Question is what is counted on the rows:
///   * `users`, static;
///   * Question(random): draws everything public, and has it in `spent`;
///   * `learn(noisy)`: another noisy graph was published; `rows()` gives it;
///   * `loss(as, budget, one, other, turned)`: what the numbers of user `as` tell for that budget
///     between two lists; turned: of pairs that follow in the order of degrees, not precede.
template <class Question>
class forward_run {
 public:
  static constexpr vertex_id users = Question::users;

  forward_run(std::mt19937_64& random, broken how) : m_how(how), m_question(random) {}

  void try_all(std::uint32_t every, told_of_paid& most) {
    for (std::uint32_t noisy = 0; noisy < 1U << (users * (users - 1) / 2); noisy += every) {
      m_question.learn(noisy);
      for (vertex_id v = 1; v < users; ++v)
        for (vertex_id u = 0; u < v; ++u) add(u, v, most);
    }
  }

 private:
  /// What user a's messages tell of its bit about b, at most over its other bits.
  double loss_of(vertex_id a, vertex_id b) const {
    double most = 0.0;
    for (std::uint32_t list = 0; list < 1U << users; ++list)
      if ((list >> a & 1) == 0 && (list >> b & 1) == 0)
        most = std::max(most, loss_of(a, b, list, list | 1U << b));
    return most;
  }

  double loss_of(vertex_id a, vertex_id b, std::uint32_t without, std::uint32_t with) const {
    const spent_by_class& spent = m_question.spent;
    const auto first = members_of<vertex_id>(without), second = members_of<vertex_id>(with);
    const own_list one{a, users, first}, other{a, users, second};
    const count_call call{m_nothing, 0, m_coins};
    const auto moved = [&](const auto& what) {
      return std::abs(static_cast<double>(statistic(what, one, call) - statistic(what, other, call)));
    };
    double loss = spent.degree.nats() * moved(neighbor_count{});
    loss += spent.size[a].nats() *
            (m_how == broken::size_of_whole_list ? 1.0 : moved(preceding_count<public_order>{m_order}));
    const double follow = moved(following_count<public_order>{m_order});
    loss += m_how == broken::length_from_true_number && follow > 0.0 ? std::numeric_limits<double>::infinity()
                                                                     : spent.length.nats() * follow;
    const auto bit = [&] { return m_question.rows()->edge(a, b); };
    if (b > a) loss += of_bit(spent.edges[b], bit());
    if (b < a && m_how == broken::rows_at_both_ends) loss += of_bit(spent.edges[a], bit());
    if (b < a && m_how == broken::law_by_true_size) loss += of_law(a);
    loss += m_question.loss(a, spent.count[a], one, other, m_how == broken::order_turned_round);
    if (m_how == broken::counts_by_earlier)
      loss += m_question.loss((a + 1) % users, nats(0.4), one, other, true);
    return loss;
  }

  double of_bit(epsilon budget, bool bit) const {
    const bit_law law = randomized_response::for_budget(budget).law();
    return std::abs(bit ? std::log(law.p1 / law.p0) : std::log((1.0 - law.p1) / (1.0 - law.p0)));
  }

  /// Another law for all bits about a, which its list decides.
  double of_law(vertex_id a) const {
    const double p = randomized_response::for_budget(m_question.spent.edges[a]).law().p0, q = 0.5 * p;
    double loss = 0.0;
    for (vertex_id u = 0; u < a; ++u)
      loss += std::abs(m_question.rows()->edge(u, a) ? std::log(p / q) : std::log((1.0 - p) / (1.0 - q)));
    return loss;
  }

  void add(vertex_id u, vertex_id v, told_of_paid& most) const {
    const spent_by_class& spent = m_question.spent;
    const double of_earlier = loss_of(u, v), of_later = loss_of(v, u);
    const double by_row = spent.degree.nats() + spent.length.nats() + spent.edges[v].nats();
    const double by_count = spent.degree.nats() + spent.size[v].nats() + spent.count[v].nats();
    most.bit = std::max({most.bit, of_earlier / by_row, of_later / by_count});
    most.relationship = std::max(most.relationship, (of_earlier + of_later) / (by_row + by_count));
  }

  broken m_how;
  Question m_question;
  public_objects m_nothing;
  coin_source m_source;
  user_coins m_coins{m_source, 0};
  public_ref<public_order> m_order{
      "order",
      std::make_shared<const public_order>(user_order::noisy_degree, release_key{1}, falling_degrees(users))};
};

/// The most over so many runs; of their noisy graphs every 1st, or every `apart`th.
template <class Question>
told_of_paid told_at_most(broken how, int runs, std::uint32_t apart) {
  std::mt19937_64 random(11);
  told_of_paid most;
  for (int i = 0; i < runs; ++i) {
    forward_run<Question> run(random, how);
    run.try_all(random() % 2 == 0 ? apart : 2 * apart + 1, most);
  }
  return most;
}

}  // namespace edgeldp::test
