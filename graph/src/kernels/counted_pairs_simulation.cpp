// SPDX-License-Identifier: MIT
#include "kernels/counted_pairs_simulation.hpp"

#include "kernels/pair_acceptance.hpp"
#include "kernels/pairs_by_list_simulation.hpp"
#include "kernels/pairs_by_row_simulation.hpp"

namespace edgeldp {

namespace {

template <class Policy>
std::vector<typename Policy::result> accept_all(const counting_users& counting, const Policy& policy,
                                                const pair_reading& reading) {
  const pair_order order =
      reading.order ? *reading.order
                    : choose_order(counting.published.layout(), counting.users.size(), counting.side);
  if (order == pair_order::by_row) return pairs_by_row(counting, policy, reading).run();
  return pairs_by_list(counting, policy).run();
}

}  // namespace

std::vector<pair_counts> accept_pairs(const counting_users& counting, std::span<const user_bound> bounds,
                                      const pair_reading& reading) {
  return accept_all(counting, pair_acceptance(bounds), reading);
}

std::vector<int128> accept_weights_of_pairs(const counting_users& counting,
                                            std::span<const std::uint64_t> limits,
                                            std::span<const bit_weights> weights, std::int64_t of_absent,
                                            const pair_reading& reading) {
  return accept_all(counting, weight_acceptance(counting.published, limits, weights, of_absent), reading);
}

}  // namespace edgeldp
