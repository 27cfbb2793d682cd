// SPDX-License-Identifier: MIT
#include "edgeldp/graph/noisy/access_plan.hpp"

namespace edgeldp {

row_access_cost access_cost(const any_codec& codec) noexcept {
  return {codec.read_cost(), 0.55};
}

row_access choose_access(const row_access_cost& cost, std::uint64_t length, std::uint64_t tests) noexcept {
  const auto many = static_cast<double>(tests);
  const double decoded = cost.position * static_cast<double>(length) + cost.lookup * many;
  return decoded < cost.test * many ? row_access::decoded : row_access::on_demand;
}

row_access choose_access(const release& published, vertex_id owner, std::uint64_t tests) noexcept {
  return choose_access(access_cost(published.layout().codec(owner)), published.layout().shape(owner).length,
                       tests);
}

}  // namespace edgeldp
