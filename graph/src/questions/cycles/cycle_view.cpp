// SPDX-License-Identifier: MIT
#include "questions/cycles/cycle_view.hpp"

#include <cmath>
#include <string>

#include "edgeldp/graph/uniform/triangles.hpp"
#include "noisy/present_bits.hpp"
#include "questions/cycles/edge_response.hpp"

namespace edgeldp {

std::vector<double> peak_importance(const public_view& known) {
  std::vector<double> importance;
  for (const rank_moments& rank : known.by_rank()) importance.push_back(std::fmax(0.0, rank.two_stars));
  return importance;
}

cycle_view::cycle_view(const release& published, const public_view& known, unsigned length)
    : m_order(known.order()),
      m_law(published.law()),
      m_shares(peak_importance(known)),
      m_model(known.by_rank().all(), m_shares, length),
      m_limits(published.layout(), known, m_model, length, m_law),
      m_weights(bits_among_present(published), m_law, m_shares, length),
      m_seen(m_weights, known, m_law) {}

std::vector<std::uint64_t> cycle_view::in_units(std::span<const double> limits) const {
  constexpr double most = 0x1.0p62;
  std::vector<std::uint64_t> units;
  for (const double limit : limits)
    units.push_back(static_cast<std::uint64_t>(std::ceil(std::fmin(limit / unit(), most))));
  return units;
}

double cycle_view::response_variance(double cycles) const {
  if (!m_seen.are_seen() || m_weights.length() != 4) return m_model.response_variance(m_law, cycles);
  return edge_response(m_seen.lists(), rank(), m_shares, m_law) + m_model.product_variance(m_law, cycles);
}

std::shared_ptr<const cycle_view> view_cycles(const public_objects& published,
                                              const public_ref<release>& rows, unsigned length) {
  const std::string what = "cycles of length " + std::to_string(length) + " on " + rows.name;
  return published.derive<cycle_view>(
      what, [&] { return std::make_shared<const cycle_view>(*rows, knowledge_of(*rows), length); });
}

}  // namespace edgeldp
