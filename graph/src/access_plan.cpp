// SPDX-License-Identifier: MIT
#include "edgeldp/graph/noisy/access_plan.hpp"

namespace edgeldp {

row_access_cost access_cost(const any_codec& codec) noexcept {
  switch (codec.kind()) {
    case codec_kind::bitmap:
      return {1.0, 0.03, 1.0};
    case codec_kind::nullspace:
      return {6.0, 0.5, 1.0};
    case codec_kind::ppr:
      break;
  }
  return {3.6, 0.3, 1.0};
}

row_access choose_access(const row_access_cost& cost, std::uint64_t length, std::uint64_t tests) noexcept {
  const auto many = static_cast<double>(tests);
  const double decoded = cost.position * static_cast<double>(length) + cost.lookup * many;
  return decoded < cost.test * many ? row_access::decoded : row_access::on_demand;
}

}  // namespace edgeldp
