// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "bench/audit/held_lists.hpp"
#include "bench/audit/likelihood.hpp"
#include "bench/audit/likelihood_parts.hpp"
#include "bench/audit/protocol_audits.hpp"
#include "bench/audit/protocol_parts.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/core/random/public_randomness.hpp"
#include "edgeldp/graph/rounds/neighbor_questions_simulation.hpp"

/// Questions of one's own about public values, two in a row: the second is about what the first one
/// answered.
namespace edgeldp::audit {

namespace {

/// One round by its definition: what everybody sent, and what a list says to it.
struct number_round {
  std::vector<double> messages;  ///< user after user
  std::function<std::vector<int128>(vertex_id user, std::uint32_t bits)> statistic;
  uint128 sensitivity = 1;
  epsilon budget;
};

struct transcript {
  std::vector<number_round> rounds;
  run_record run;
};

double log_ratio_of(const transcript& t, two_inputs<held_bits> inputs) {
  return over_changed(inputs, [&](vertex_id u, std::uint32_t a, std::uint32_t b) {
    double sum = 0.0;
    for (const number_round& round : t.rounds) {
      const std::vector<int128> of_first = round.statistic(u, a), of_second = round.statistic(u, b);
      for (std::size_t i = 0; i < of_first.size(); ++i)
        sum += laplace_log_ratio(static_cast<int128>(std::nearbyint(round.messages[u * of_first.size() + i])),
                                 of_first[i], of_second[i], round.sensitivity, round.budget);
    }
    return sum;
  });
}

/// f(v) of all members of a list.
template <class F>
void for_each_member(std::uint32_t bits, F&& f) {
  for (; bits != 0; bits &= bits - 1) f(static_cast<std::size_t>(std::countr_zero(bits)));
}

number_round of_degrees(const neighbor_numbers& said) {
  return {said.values, [](vertex_id, std::uint32_t bits) { return std::vector<int128>{std::popcount(bits)}; },
          1, said.noise.budget};
}

/// x: what was asked about, user after user. degrees: what was added back, times the centre.
number_round of_sums(const std::vector<double>& x, const neighbor_numbers& said,
                     const std::vector<double>& degrees) {
  const std::size_t width = said.width;
  std::vector<std::int64_t> numbers(x.size());
  number_round round{said.values, {}, 0, said.noise.budget};
  for (std::size_t at = 0; at < x.size(); ++at) {
    const double centre = said.centres[at % width];
    numbers[at] = std::llround((x[at] - centre) / said.noise.unit);
    round.messages[at] = (said.values[at] - centre * degrees[at / width]) / said.noise.unit;
  }
  for (std::size_t u = 0; u < x.size() / width; ++u) {
    uint128 size = 0;
    for (std::size_t i = 0; i < width; ++i) size += static_cast<uint128>(std::abs(numbers[u * width + i]));
    round.sensitivity = std::max(round.sensitivity, size);
  }
  round.statistic = [=](vertex_id, std::uint32_t bits) {
    std::vector<int128> sums(width);
    for_each_member(bits, [&](std::size_t v) {
      for (std::size_t i = 0; i < width; ++i) sums[i] += numbers[v * width + i];
    });
    return sums;
  };
  return round;
}

/// The later end of an edge has it.
number_round of_edges(const std::vector<double>& x, const neighbor_numbers& said) {
  number_round round = of_sums(x, said, std::vector<double>(x.size() / said.width));
  round.statistic = [of_all = std::move(round.statistic)](vertex_id user, std::uint32_t bits) {
    return of_all(user, bits & ((1U << user) - 1));
  };
  return round;
}

number_round of_h_index(const std::vector<double>& x, const neighbor_numbers& said) {
  return {said.values,
          [=](vertex_id, std::uint32_t bits) {
            int128 h = 0;
            for (int k = 1; k <= std::popcount(bits); ++k) {
              int many = 0;
              for_each_member(bits, [&](std::size_t v) { many += x[v] >= k ? 1 : 0; });
              if (many >= k) h = k;
            }
            return std::vector<int128>{h};
          },
          1, said.noise.budget};
}

number_round of_groups(const std::vector<std::int64_t>& group_of, const neighbor_numbers& said) {
  return {said.values,
          [=, groups = said.width](vertex_id, std::uint32_t bits) {
            std::vector<int128> counts(groups);
            for_each_member(bits, [&](std::size_t v) { ++counts[static_cast<std::size_t>(group_of[v])]; });
            return counts;
          },
          1, said.noise.budget};
}

using ask_questions = std::function<std::vector<number_round>(neighbor_questions&)>;

subject neighbor_audit(std::string verb, relation r, const audit_options& options, const ask_questions& ask) {
  const std::vector<input_pair> pairs = pairs_under(r, false, 0);
  const auto play = [=](unsigned input, std::uint64_t run) {
    const input_pair& pair = pairs[run % pairs.size()];
    const transcript t = ask_about_neighbors(
        held_lists(pair[input]), options.total, release_key{coin_word(options.seed, input, run, 1)},
        private_coins(options.seed, input, run), [&](neighbor_questions& questions) {
          std::vector<number_round> rounds = ask(questions);
          return transcript{std::move(rounds), questions.close()};
        });
    observation seen{loss(t.run, r), log_ratio_of(t, {pair[0], pair[1]})};
    held_bits another = pair[input];
    const auto u = static_cast<vertex_id>(run % users);
    another[u] ^= 1U << ((u + 1 + run / users % (users - 1)) % users);
    seen.other_ratio = std::exp(log_ratio_of(t, {another, pair[input]}));
    return seen;
  };
  return {std::move(verb), name_of(std::nullopt), name_of(r), true, play};
}

}  // namespace

/// Around a centre, for which degrees are released; then of two columns, signs of what came.
subject audit_neighbor_sums(relation r, const audit_options& options) {
  const std::vector<double> x{0.0, 4.0, 1.0, 3.0,
                              2.5, 0.0, 1.0, 4.0};  // both ends of what changes at the end
  const epsilon quarter = share_of(options.total, 0.25), half = share_of(options.total, 0.5);
  return neighbor_audit("neighbor-sums", r, options, [=](neighbor_questions& ask) {
    const neighbor_numbers degrees = ask.degrees(quarter);
    const neighbor_numbers sums = ask.sums(1, x, quarter);
    std::vector<double> signs;
    for (const double sum : sums.values) {
      signs.push_back(sum > 10.0 ? 1.0 : -1.0);
      signs.push_back(sum > 5.0 ? -0.5 : 0.5);
    }
    const neighbor_numbers of_signs = ask.sums(2, signs, half);
    return std::vector{of_degrees(degrees), of_sums(x, sums, degrees.values),
                       of_sums(signs, of_signs, degrees.values)};
  });
}

/// Signs of what came are asked about again; an edge pays once in each.
subject audit_edge_sums(relation r, const audit_options& options) {
  const std::vector<double> x{0.0, 4.0, 1.0, -3.0, 2.5, 0.0, 1.0, 4.0};
  const epsilon half = share_of(options.total, 0.5);
  return neighbor_audit("edge-sums", r, options, [=](neighbor_questions& ask) {
    const neighbor_numbers sums = ask.sums_over_edges(1, x, half);
    std::vector<double> signs;
    for (const double sum : sums.values) {
      signs.push_back(1.0);  // what changes is worth the reach
      signs.push_back(sum > 5.0 ? -0.5 : 0.5);
    }
    const neighbor_numbers of_signs = ask.sums_over_edges(2, signs, half);
    return std::vector{of_edges(x, sums), of_edges(signs, of_signs)};
  });
}

subject audit_neighbor_h_index(relation r, const audit_options& options) {
  const std::vector<double> x{8.0, 8.0, 3.0, 8.0, 2.0, 8.0, 1.0, 8.0};
  const epsilon half = share_of(options.total, 0.5);
  return neighbor_audit("neighbor-h-index", r, options, [=](neighbor_questions& ask) {
    const neighbor_numbers first = ask.h_index(x, half);
    std::vector<double> again;
    for (const double h : first.values) again.push_back(h >= 2.0 ? 8.0 : 1.0);
    const neighbor_numbers second = ask.h_index(again, half);
    return std::vector{of_h_index(x, first), of_h_index(again, second)};
  });
}

subject audit_neighbor_groups(relation r, const audit_options& options) {
  const std::vector<std::int64_t> group{0, 1, 2, 0, 1, 2, 0, 1};
  const epsilon half = share_of(options.total, 0.5);
  return neighbor_audit("neighbor-groups", r, options, [=](neighbor_questions& ask) {
    const neighbor_numbers first = ask.groups(group, 3, half);
    std::vector<std::int64_t> likeliest;
    for (std::size_t u = 0; u < users; ++u) {
      const auto counts = first.values.begin() + static_cast<std::ptrdiff_t>(3 * u);
      likeliest.push_back(std::max_element(counts, counts + 3) - counts);
    }
    const neighbor_numbers second = ask.groups(likeliest, 3, half);
    return std::vector{of_groups(group, first), of_groups(likeliest, second)};
  });
}

}  // namespace edgeldp::audit
