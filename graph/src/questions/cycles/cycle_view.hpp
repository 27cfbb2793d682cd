// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "edgeldp/core/protocol/public_objects.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/belief/public_view.hpp"
#include "questions/cycles/limits.hpp"
#include "questions/cycles/model.hpp"
#include "questions/cycles/peak_weights.hpp"
#include "questions/cycles/published_loads.hpp"

namespace edgeldp {

/// Everything public about cycles of one length once rows are published: weights, and what is
/// believed of them. A function of the release alone, the same for both sides.
class cycle_view {
 public:
  cycle_view(const release& published, const public_view& known, unsigned length);
  cycle_view(const cycle_view&) = delete;  // its parts refer to each other
  cycle_view& operator=(const cycle_view&) = delete;

  const cycle_model& model() const { return m_model; }
  const published_loads& seen() const { return m_seen; }
  const cycle_limits& limits() const { return m_limits; }
  const peak_weights& weights() const { return m_weights; }
  const bit_law& law() const { return m_law; }
  std::span<const std::uint32_t> rank() const { return m_order->ranks(); }
  double unit() const { return m_weights.unit(); }

  /// Limits as users are told them, rounded up to units.
  std::vector<std::uint64_t> in_units(std::span<const double> limits) const;

  /// Of the sum of all weights, if there are so many cycles.
  double response_variance(double cycles) const;

 private:
  std::shared_ptr<const public_order> m_order;
  bit_law m_law;
  peak_shares m_shares;
  cycle_model m_model;
  cycle_limits m_limits;
  peak_weights m_weights;
  published_loads m_seen;
};

/// The view of published rows, made once.
std::shared_ptr<const cycle_view> view_cycles(const public_objects& published,
                                              const public_ref<release>& rows, unsigned length);

/// About how many pairs each user counts, in public order.
std::vector<double> peak_importance(const public_view& known);

}  // namespace edgeldp
