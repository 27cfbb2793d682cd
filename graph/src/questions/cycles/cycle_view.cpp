// SPDX-License-Identifier: MIT
#include "questions/cycles/cycle_view.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/uniform/triangles.hpp"
#include "noisy/present_bits.hpp"
#include "questions/cycles/edge_response.hpp"

namespace edgeldp {

std::vector<double> peak_importance(const public_view& known) {
  std::vector<double> importance;
  for (const rank_moments& rank : known.by_rank()) importance.push_back(std::fmax(0.0, rank.two_stars));
  return importance;
}

namespace {

public_view told_by(const release& published) {
  const release_parameters& p = published.parameters();
  if (p.order != user_order::hubs_last) return knowledge_of(published);
  return {std::make_shared<const public_order>(published.layout().order()->turned_round()), p.degree};
}

noisy_matrix rows_turned_round(const noisy_matrix& m) {
  noisy_matrix turned(m.rows(), m.columns());
  for (std::uint64_t r = 0; r < m.rows(); ++r) ranges::copy(m.row(m.rows() - 1 - r), turned.row(r).begin());
  return turned;
}

/// A symmetric matrix, in the order in which cycles are counted.
noisy_matrix bits_as_counted(const release& published) {
  noisy_matrix bits = bits_among_present(published);
  if (published.parameters().order != user_order::hubs_last) return bits;
  return rows_turned_round(transposed(rows_turned_round(bits)));
}

}  // namespace

peak_view::peak_view(const release& published, unsigned length)
    : m_known(told_by(published)),
      m_law(published.law()),
      m_weights(bits_as_counted(published), m_law, peak_shares(peak_importance(m_known)), length) {}

std::shared_ptr<const peak_view> view_peaks(const public_objects& published, const public_ref<release>& rows,
                                            unsigned length) {
  const std::string what = "cycles of length " + std::to_string(length) + " on " + rows.name;
  return published.derive<peak_view>(what, [&] { return std::make_shared<const peak_view>(*rows, length); });
}

cycle_view::cycle_view(std::shared_ptr<const peak_view> told, const public_view& known)
    : m_told(std::move(told)),
      m_model(known.by_rank().all(), weights().shares(), weights().length()),
      m_limits(known, m_model, weights().length(), m_told->law()),
      m_seen(weights(), known, m_told->law()) {}

std::vector<std::uint64_t> cycle_view::in_units(std::span<const double> limits) const {
  constexpr double most = 0x1.0p62;
  std::vector<std::uint64_t> units;
  for (const double limit : limits)
    units.push_back(static_cast<std::uint64_t>(std::ceil(std::fmin(limit / unit(), most))));
  return units;
}

double cycle_view::response_variance(double cycles) const {
  const bit_law& law = m_told->law();
  if (!m_seen.are_seen() || weights().length() != 4) return m_model.response_variance(law, cycles);
  return edge_response(m_seen.lists(), rank(), weights().shares(), law) +
         m_model.product_variance(law, cycles);
}

}  // namespace edgeldp
