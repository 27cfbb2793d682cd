// SPDX-License-Identifier: MIT
#include "cycles/cycle_view.hpp"

#include <cmath>
#include <string>

#include "cycles/edge_response.hpp"
#include "edgeldp/core/random/public_randomness.hpp"
#include "edgeldp/graph/noisy/noisy_matrix.hpp"
#include "edgeldp/graph/triangles/triangles.hpp"

namespace edgeldp {

namespace {

/// Bits as they would be if users without a row had no neighbours: those of their own rows are
/// noise, and noise of the same law, from public coins, takes the place of what others' rows say of
/// them.
noisy_matrix bits_among_present(const release& published) {
  noisy_matrix bits = materialize(published);
  const public_randomness random(published.parameters().key);
  const auto threshold = static_cast<std::uint64_t>(std::llround(std::ldexp(published.law().p0, 40)));
  for (const vertex_id user : published.absent()) {
    const std::uint64_t place = published.layout().rank(user);
    const auto set = [&](std::uint64_t row, std::uint64_t column, bool bit) {
      std::uint64_t& word = bits.row(row)[column / 64];
      const std::uint64_t mask = std::uint64_t{1} << (column % 64);
      word = bit ? word | mask : word & ~mask;
    };
    for (std::uint64_t later = place + 1; later < bits.rows(); ++later) {
      const philox_block coin =
          random.block(stream_tag::absent_row, static_cast<std::uint32_t>(later), 1, user);
      const bool bit = (coin[0] | (std::uint64_t{coin[1]} & 0xff) << 32) < threshold;
      set(place, later, bit);
      set(later, place, bit);
    }
  }
  return bits;
}

}  // namespace

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
