// SPDX-License-Identifier: MIT
#pragma once

#include <boost/container_hash/hash.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/audit/evidence.hpp"
#include "edgeldp/channel/channel.hpp"
#include "edgeldp/channel/randomized_answers.hpp"
#include "edgeldp/core/random/private_randomness.hpp"
#include "edgeldp/rivals/arr/asymmetric_response_user.hpp"
#include "support/broken_mechanisms.hpp"

/// The twins of broken_mechanisms.hpp as subjects of an audit that knows nothing of their laws:
/// they are run on two neighbouring inputs, and their messages compared.
namespace edgeldp::test {

/// A message of a mechanism on input 0 or 1.
using draw_message = std::function<std::vector<std::uint64_t>(unsigned input, private_randomness& coins)>;

struct audited_twin {
  std::string name;
  double claim = 0.0;  ///< nats
  draw_message draw;
};

inline audit::subject subject_of(const audited_twin& twin, std::uint64_t seed) {
  return {"twin", twin.name, "neighbours", false, [twin, seed](unsigned input, std::uint64_t run) {
            simulation_randomness coins(seed + run, input, 0);
            const std::vector<std::uint64_t> message = twin.draw(input, coins);
            return audit::observation{twin.claim, 0.0, boost::hash_value(message), {}};
          }};
}

/// Messages of a law that was enumerated.
inline draw_message draw_from(const output_law<rational>& first, const output_law<rational>& second) {
  std::vector<std::vector<std::pair<double, std::vector<std::uint64_t>>>> sums(2);
  for (const auto* law : {&first, &second}) {
    auto& of_law = sums[law == &first ? 0 : 1];
    double sum = 0.0;
    for (const auto& [message, probability] : *law)
      of_law.emplace_back(sum += static_cast<double>(probability), message);
  }
  return [sums](unsigned input, private_randomness& coins) {
    const double u = uniform_open(coins) * sums[input].back().first;
    for (const auto& [sum, message] : sums[input])
      if (u < sum) return message;
    return sums[input].back().second;
  };
}

/// The two neighbouring rows of n positions whose laws differ most, by the first message that
/// tells.
template <class Law>
draw_message draw_worst(unsigned n, Law&& law_of) {
  std::optional<std::pair<output_law<rational>, output_law<rational>>> worst;
  std::optional<rational> largest = rational(0);
  for (std::uint32_t mask = 0; mask < (1U << n); ++mask) {
    for (unsigned x = 0; x < n; ++x) {
      if ((mask >> x) & 1) continue;
      std::pair laws(law_of(mask), law_of(mask | 1U << x));
      const auto ratio = largest_ratio(laws.first, laws.second);
      if (worst && largest && ratio && *ratio <= *largest) continue;
      if (worst && !largest) continue;
      largest = ratio;
      worst = std::move(laws);
    }
  }
  return draw_from(worst->first, worst->second);
}

inline draw_message draw_row(
    std::vector<row_entry> first, std::vector<row_entry> second,
    std::function<void(std::span<const row_entry>, private_randomness&, std::span<std::uint64_t>)> encode) {
  return [=](unsigned input, private_randomness& coins) {
    std::vector<std::uint64_t> words(1);
    encode(input == 0 ? first : second, coins, words);
    return words;
  };
}

/// A statistic and discrete Laplace noise.
inline draw_message draw_noisy(std::int64_t first, std::int64_t second, const discrete_laplace& noise) {
  return [=](unsigned input, private_randomness& coins) -> std::vector<std::uint64_t> {
    return {
        static_cast<std::uint64_t>((input == 0 ? first : second) + static_cast<std::int64_t>(noise(coins)))};
  };
}

inline draw_message draw_report(const channel& c, std::size_t first, std::size_t second) {
  return [=](unsigned input, private_randomness& coins) -> std::vector<std::uint64_t> {
    return {c.sample(input == 0 ? first : second, coins)};
  };
}

/// The truths of a channel at which it loses most.
inline draw_message draw_report(const channel& c) {
  const privacy_loss loss = c.loss();
  return draw_report(c, loss.likeliest, loss.unlikeliest);
}

namespace detail {

inline std::vector<audited_twin> twins_of_rows() {
  const epsilon one = epsilon::from_nats(1.0);
  const bitmap_codec bits(randomized_response::for_budget(one));
  const row_shape shape{0, 4, 1, 0};
  const auto offsets = randomized_response::for_budget(one, 3);
  const epsilon small = epsilon::from_nats(0.45);
  const asymmetric_response zeros_tell = broken::above_the_largest_mu(small);
  const group_response group(small, 3);
  return {
      {"last_bit_in_clear", 1.0,
       draw_row({}, {{3}},
                [=](auto entries, auto& coins, auto words) {
                  broken::last_bit_in_clear(bits, shape, entries, coins, words);
                })},
      {"zeros_in_clear", 1.0,
       draw_row({}, {{3}},
                [=](auto entries, auto& coins, auto words) {
                  broken::zeros_in_clear(bits, shape, entries, coins, words);
                })},
      {"true_offset_where_different", 1.0,
       draw_row({{0, 1}}, {{0, 2}},
                [=](auto entries, auto& coins, auto words) {
                  broken::true_offset_where_different(offsets, 1, entries, coins, words);
                })},
      {"above_the_largest_mu", 0.45,
       [=](unsigned input, private_randomness& coins) {
         std::vector<std::uint64_t> words(1);
         const std::vector<std::uint32_t> edges(input, 0);
         encode_asymmetric(zeros_tell, edges, 1, coins, words);
         return words;
       }},
      {"any_neighbor_in_group", 0.45,
       [=](unsigned input, private_randomness& coins) -> std::vector<std::uint64_t> {
         return {broken::any_neighbor_in_group(group, input, coins) ? 1U : 0U};
       }},
      {"place_by_true_count", 0.45,
       [=](unsigned input, private_randomness& coins) -> std::vector<std::uint64_t> {
         return {broken::place_by_true_count(group, input, coins) ? 1U : 0U};
       }},
  };
}

inline std::vector<audited_twin> twins_of_noise() {
  const epsilon one = epsilon::from_nats(1.0);
  const std::vector<row_entry> none, two = {{0, 2}};
  const bit_lattice lattice{3, 1};
  const auto reach = static_cast<std::uint64_t>(broken::star_reach_below_the_cap(5.0, 2));
  return {
      {"scale_one_step_short", 1.0, draw_noisy(0, 3, broken::scale_one_step_short(3, one))},
      {"sum_of_offsets", 1.0,
       draw_noisy(broken::sum_of_offsets(none), broken::sum_of_offsets(two), discrete_laplace(1, one))},
      {"sensitivity_of_zeros", 1.0,
       draw_noisy(0, 2, discrete_laplace(broken::sensitivity_of_zeros(lattice), one))},
      // Nobody, and a neighbour whose bit is 1.
      {"count_with_own_degree", 1.0,
       draw_noisy(broken::count_with_own_degree({8, 1}, 0, 0), broken::count_with_own_degree({8, 1}, 1, 0),
                  discrete_laplace(8, one))},
      {"count_around_another_centre", 1.0,
       draw_noisy(broken::count_around_another_centre(0, 0), broken::count_around_another_centre(1, 0),
                  discrete_laplace(1, one))},
      // Four neighbours and five: C(4, 2) and C(5, 2) stars.
      {"star_reach_below_the_cap", 1.0, draw_noisy(6, 10, discrete_laplace(reach, one))},
      // Two neighbours and three, under the noise of the claim of one limit a neighbour.
      {"limit_of_single_weights", 1.0,
       draw_noisy(broken::limit_of_single_weights(2, 9, 5), broken::limit_of_single_weights(3, 9, 5),
                  discrete_laplace(5, one))},
  };
}

/// Two equally likely point processes over four candidates, whose indices are drawn again until
/// they are 1 or 2: in one of them both lose to a candidate without the position that changes, in
/// the other to one with it.
inline audited_twin twin_that_redraws() {
  const auto rr = randomized_response::from_threshold(randomized_response::resolution / 4);
  const rational step = power(exact_ratio(rr), 2);
  const std::vector<std::uint32_t> candidates = {0x001, 0x01e, 0x3fe, 0xfff};
  const auto offset_at = [&](std::uint64_t k, std::uint32_t x) { return (candidates[k - 1] >> x) & 1; };
  std::vector<ppr_model<rational>> models;
  for (const auto& logarithms : {std::vector{0, 11, 12, 40}, std::vector{0, 1, 13, 14}}) {
    std::vector<rational> weights;
    for (const int steps : logarithms) weights.push_back(power(step, -steps));
    models.push_back({step, 12, {weights}});
  }
  const auto law = [&](std::uint32_t mask) {
    return broken::redraw_until_small(models, 2, entries_of(mask), offset_at);
  };
  return {"redraw_until_small", 4.0 * rr.loss_nats(), draw_from(law(0xffe), law(0xfff))};
}

inline std::vector<audited_twin> twins_of_ppr() {
  const auto rr = randomized_response::from_threshold(randomized_response::resolution / 8 * 3);
  const ppr_candidates candidates(public_randomness(release_key{3}), rr, 1);
  const rational step = power(exact_ratio(rr), 2);
  const ppr_model<rational> model{step, 4, {{1, rational(1, 4), rational(1, 9), rational(1, 16)}}};
  const auto offset_at = [=](std::uint64_t k, std::uint32_t x) { return candidates.offset(k, x); };
  const double claim = 4.0 * rr.loss_nats();
  return {
      {"chunks_by_true_degree", claim,
       draw_worst(4,
                  [&](std::uint32_t mask) {
                    return broken::chunks_by_true_degree(model, 4, entries_of(mask), offset_at);
                  })},
      {"symbol_for_empty_chunk", claim,
       draw_worst(4,
                  [&](std::uint32_t mask) {
                    return broken::symbol_for_empty_chunk(model, entries_of(mask), offset_at);
                  })},
  };
}

inline std::vector<audited_twin> twins_of_nullspace() {
  const nullspace_model crowded(4, 2, {{1, 0}, {0, 1}, {1, 1}}, rational(1, 3));
  const nullspace_model generic(3, 2, {{1, 1}, {1, 0}, {0, 1}}, rational(1, 2));
  const double ln2 = std::log(2.0), ln3 = std::log(3.0);
  return {
      {"redraw_zero_vector", ln3,
       draw_worst(3, [&](std::uint32_t mask) { return broken::redraw_zero_vector(crowded, mask); })},
      {"redraw_zero_vector_and_trivial_space", ln3,
       draw_worst(
           3,
           [&](std::uint32_t mask) { return broken::redraw_zero_vector_and_trivial_space(crowded, mask); })},
      {"redraw_everything_until_nonzero", ln3,
       draw_worst(
           3, [&](std::uint32_t mask) { return broken::redraw_everything_until_nonzero(crowded, mask); })},
      {"biased_elements", ln2,
       draw_worst(3, [&](std::uint32_t mask) { return broken::biased_elements(generic, 2, mask); })},
  };
}

inline std::vector<std::uint64_t> numbers(const std::vector<std::int64_t>& counts) {
  return {counts.begin(), counts.end()};
}

inline std::vector<audited_twin> twins_of_channels() {
  const epsilon one = epsilon::from_nats(1.0);
  block_plan plan;
  for (std::size_t label = 0; label < 7; ++label) {
    plan.inputs.push_back(std::to_string(label));
    plan.majority.push_back(label < 4);
    plan.nearby.push_back({label});
  }
  plan.outputs = plan.inputs;
  plan.favoured = {0, 1, 2};
  const Eigen::MatrixXd printed = broken::block_law_as_listed(plan, 1.0);
  const channel block = channel::from_probabilities(
      plan.inputs, plan.outputs, printed * printed.colwise().sum().cwiseInverse().asDiagonal());
  return {
      {"laplace_scale_as_printed", 1.0, draw_report(broken::laplace_scale_as_printed(one, 3))},
      {"laplace_of_one_step", 1.0, draw_report(broken::laplace_of_one_step(one, 3))},
      {"block_law_as_listed", 1.0, draw_report(block)},
      {"thresholds_around_the_mean", 1.0,
       [](unsigned input, private_randomness& coins) {
         const std::vector<unsigned> values = {input == 0 ? 1U : 3U, 1, 1};
         const std::vector<double> at = broken::thresholds_around_the_mean(values, 3);
         std::vector<std::uint64_t> reports;
         for (const unsigned v : values) {
           const double sign = (coins() & 1) != 0 ? 1.0 : -1.0;
           const double noisy = v - sign * 2.0 * std::log(uniform_open(coins));
           reports.push_back(static_cast<std::uint64_t>((noisy > at[0] ? 1 : 0) + (noisy > at[1] ? 1 : 0)));
         }
         return reports;
       }},
  };
}

inline std::vector<audited_twin> twins_of_counts() {
  const epsilon one = epsilon::from_nats(1.0), half = epsilon::from_nats(0.5);
  const channel answers = k_ary_channel(half, {"a", "b"});
  const attribute_reports reports{answers, {0, 0, 0, 1}};
  const std::vector<vertex_id> three = {0, 1, 2}, four = {0, 1, 2, 3};
  const discrete_laplace noise(1, one), of_two(2, one);
  const std::vector<std::vector<std::uint64_t>> labels = {{2, 1, 0}, {2, 0, 1}};
  return {
      {"count_alike_by_true_label", 0.5,
       [=](unsigned input, private_randomness& coins) {
         std::vector<std::uint64_t> sent = {answers.sample(input, coins)};
         for (const std::int64_t count : broken::count_alike_by_true_label(input, three, reports))
           sent.push_back(static_cast<std::uint64_t>(count + static_cast<std::int64_t>(noise(coins))));
         return sent;
       }},
      {"counts_of_present_labels", 1.0,
       [=](unsigned input, private_randomness& coins) {
         std::vector<std::uint64_t> sent;
         for (const std::int64_t count :
              broken::counts_of_present_labels(0, input == 0 ? three : four, reports))
           sent.push_back(static_cast<std::uint64_t>(count + static_cast<std::int64_t>(noise(coins))));
         return sent;
       }},
      {"noisy_counts_of_labels_that_occur", 1.0,
       [=](unsigned input, private_randomness& coins) {
         const auto noisy = [&](std::uint64_t count) {
           return std::vector<std::pair<std::uint64_t, double>>{
               {count + static_cast<std::uint64_t>(of_two(coins)), 1.0}};
         };
         return broken::noisy_counts_of_labels_that_occur<double>(labels[input], noisy).begin()->first;
       }},
      {"shares_of_noisy_counts", 1.0,
       [=](unsigned input, private_randomness& coins) {
         std::vector<std::uint64_t> noisy;  // numbered from -1
         for (const std::uint64_t count : labels[input])
           noisy.push_back(static_cast<std::uint64_t>(
               std::max<std::int64_t>(
                   -1, static_cast<std::int64_t>(count) + static_cast<std::int64_t>(of_two(coins))) +
               1));
         return broken::shares_of_noisy_counts(output_law<double>{{noisy, 1.0}}, labels[input])
             .begin()
             ->first;
       }},
  };
}

/// Rounds about public values: a neighbour more, whose two numbers are 1.
inline std::vector<audited_twin> twins_of_public_values() {
  const epsilon one = epsilon::from_nats(1.0), half = epsilon::from_nats(0.5);
  const std::vector<std::int64_t> of_neighbor{1, 1};
  const discrete_laplace noise = broken::noise_of_largest_number(of_neighbor, one);
  return {
      {"noise_of_largest_number", 1.0,
       [=](unsigned input, private_randomness& coins) {
         std::vector<std::uint64_t> sent;
         for (const std::int64_t x : of_neighbor)
           sent.push_back(
               static_cast<std::uint64_t>((input == 0 ? 0 : x) + static_cast<std::int64_t>(noise(coins))));
         return sent;
       }},
      // The second round is about numbers that no longer tell of this neighbour.
      {"same_noise_twice", 1.0,
       [=](unsigned input, private_randomness& coins) {
         return numbers(broken::same_noise_twice(input == 0 ? 0 : 1, 0, half, coins));
       }},
  };
}

}  // namespace detail

/// All but those whose fault is one unit in 2^40 of a threshold, which no number of runs shows
/// (their integers do), and offsets_inside_chunk, which errs and tells nothing.
inline std::vector<audited_twin> audited_twins() {
  std::vector<audited_twin> all;
  for (const auto& some : {detail::twins_of_rows(), detail::twins_of_noise(), detail::twins_of_ppr(),
                           detail::twins_of_nullspace(), detail::twins_of_channels(),
                           detail::twins_of_counts(), detail::twins_of_public_values()})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

}  // namespace edgeldp::test
