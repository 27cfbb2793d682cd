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

/// What users weigh their pairs by: a function of the rows alone, the same for both sides. Ranks
/// are those of the order in which cycles are counted, hubs first, at whichever ends of edges the
/// rows stand.
class peak_view {
 public:
  peak_view(const release& published, unsigned length);

  /// What the rows tell of lists: where they stand at the earlier ends no sizes.
  const public_view& known() const { return m_known; }
  const bit_law& law() const { return m_law; }
  const peak_weights& weights() const { return m_weights; }
  std::span<const std::uint32_t> rank() const { return m_known.rank(); }
  double unit() const { return m_weights.unit(); }

 private:
  public_view m_known;
  bit_law m_law;
  peak_weights m_weights;
};

/// The view of published rows, made once.
std::shared_ptr<const peak_view> view_peaks(const public_objects& published, const public_ref<release>& rows,
                                            unsigned length);

/// What the collector believes of cycles of one length besides, from all released numbers.
class cycle_view {
 public:
  /// known: of the same order, with the sizes.
  cycle_view(std::shared_ptr<const peak_view> told, const public_view& known);
  cycle_view(const cycle_view&) = delete;  // its parts refer to each other
  cycle_view& operator=(const cycle_view&) = delete;

  const cycle_model& model() const { return m_model; }
  const published_loads& seen() const { return m_seen; }
  const cycle_limits& limits() const { return m_limits; }
  const peak_weights& weights() const { return m_told->weights(); }
  std::span<const std::uint32_t> rank() const { return m_told->rank(); }
  double unit() const { return m_told->unit(); }

  /// Limits as users are told them, rounded up to units.
  std::vector<std::uint64_t> in_units(std::span<const double> limits) const;

  /// Of the sum of all weights, if there are so many cycles.
  double response_variance(double cycles) const;

 private:
  std::shared_ptr<const peak_view> m_told;
  cycle_model m_model;
  cycle_limits m_limits;
  published_loads m_seen;
};

/// About how many pairs each user counts, in public order.
std::vector<double> peak_importance(const public_view& known);

}  // namespace edgeldp
