// SPDX-License-Identifier: MIT
#include "edgeldp/graph/protocol/codec_spec.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/codec/nullspace/columns.hpp"

namespace edgeldp {

codec_spec codec_spec::settled(epsilon wanted, double fullest) const {
  if (kind) return *this;
  const epsilon edges = std::min(wanted, epsilon::from_nats(possible_edges()));
  codec_spec choice = *this;
  choice.kind = codec_kind::nullspace;
  const double small = choice.law(edges).non_edge_variance();
  const double kept = 1.0 - nullspace_response::for_budget(edges).drop_probability();
  choice.kind = codec_kind::bitmap;
  if (kept * fullest <= crowded_share &&
      small <= error_tolerance * error_tolerance * choice.law(edges).non_edge_variance())
    choice.kind = codec_kind::nullspace;
  return choice;
}

double codec_spec::largest_edges(double entries) const {
  if (kind != codec_kind::ppr) return 24.9;
  constexpr double affordable = 0x1.0p24;  // candidates of a run, about 5 s of a processor
  double low = 2.0, high = largest_mechanism_loss;
  const auto serves = [&](double loss) {
    return entries * candidates_per_entry(chunk_entries(loss), loss) <= affordable;
  };
  for (int i = 0; i < 20 && high - low > 1e-3; ++i) {
    const double middle = 0.5 * (low + high);
    (serves(middle) ? low : high) = middle;
  }
  return 2.0 * alpha.value() * low;
}

double codec_spec::possible_edges() const {
  return kind == codec_kind::ppr ? 2.0 * alpha.value() * largest_mechanism_loss : 24.9;
}

void codec_spec::require_possible(epsilon edges) const {
  if (kind != codec_kind::ppr || edges.nats() <= possible_edges()) return;
  throw invalid_parameter("edge budget = " + std::to_string(edges.nats()) + ": beyond " +
                          std::to_string(possible_edges()) + " nats an entry costs ppr at alpha " +
                          std::to_string(alpha.value()) +
                          " more than 2^14 candidates; --codec nullspace serves at every budget");
}

bit_law codec_spec::law(epsilon edges) const {
  if (!kind) return settled(edges).law(edges);
  return kind == codec_kind::nullspace ? nullspace_response::for_budget(edges).law() : response(edges).law();
}

bit_lattice codec_spec::lattice(epsilon edges) const {
  if (!kind) return settled(edges).lattice(edges);
  return kind == codec_kind::nullspace ? nullspace_response::for_budget(edges).lattice()
                                       : response(edges).lattice();
}

randomized_response codec_spec::response(epsilon edges, std::uint32_t alphabet) const {
  return randomized_response::for_budget(kind == codec_kind::ppr ? mechanism_epsilon(alpha, edges) : edges,
                                         alphabet);
}

double codec_spec::chunk_entries(double mechanism_loss) const {
  if (!beta) return entries_per_chunk(level, mechanism_loss);
  if (!(*beta > 0.0) || !(*beta <= 1000.0))
    throw invalid_parameter("beta = " + std::to_string(*beta) + ": must lie in (0, 1000]");
  return std::min(1.0 / (*beta * mechanism_loss), entries_per_chunk(largest_level, mechanism_loss));
}

void codec_spec::fill(codec_parameters& p, epsilon budget, std::optional<epsilon> released_at,
                      std::span<const std::int64_t> released, released_number number,
                      std::uint32_t alphabet) const {
  require_possible(budget);
  const auto largest = static_cast<double>(released.empty() ? 0 : std::ranges::max(released));
  const codec_spec codec = settled(budget, largest / std::max(1.0, static_cast<double>(released.size())));
  p.codec = *codec.kind;
  if (p.codec == codec_kind::nullspace) {
    if (!released_at) throw invalid_parameter("columns of nullspace rows follow released or public numbers");
    // Around public numbers there is no noise: as good as none at the largest budget.
    const epsilon noise = released_at->is_zero() ? epsilon::from_nats(epsilon::largest) : *released_at;
    const auto response = nullspace_response::for_budget(budget);
    const column_plan columns = plan_columns(1.0 - response.drop_probability(), noise, released);
    p.drop_threshold = response.drop_threshold();
    p.field_order = response.field_order();
    p.kept_rate = columns.kept_rate;
    p.size_slack = columns.size_slack;
    p.alpha_milli = p.candidate_limit_log2 = p.level = 0;
    return;
  }
  const randomized_response response = codec.response(budget, alphabet);
  p.flip_threshold = response.threshold();
  p.alpha_milli = codec.alpha.milli();
  p.candidate_limit_log2 = ppr_codec::default_candidate_limit_log2(codec.alpha);
  p.level = codec.level;
  if (p.codec == codec_kind::bitmap) return;
  const double loss = response.loss_nats(), load = codec.chunk_entries(loss);
  p.chunk_rate = chunk_rate_for(load);
  if (!released_at || released_at->is_zero()) return;  // nothing is hidden
  const chunk_floor floor = chunk_floor_for(loss, load, *released_at, number);
  p.chunk_floor_rate = floor.rate;
  p.size_slack = floor.slack;
}

codec_spec codec_of(const codec_parameters& p) {
  codec_spec codec;
  codec.kind = p.codec;
  if (p.codec == codec_kind::ppr) {
    codec.alpha = ppr_alpha(p.alpha_milli / 1000.0);
    codec.level = p.level;
  }
  return codec;
}

void codec_spec::write(canonical_writer& to) const {
  to.number(kind ? static_cast<int128>(*kind) + 1 : 0).number(alpha.milli()).number(level);
  to.number(beta ? 1 : 0);
  if (beta) to.real(*beta);
}

codec_spec codec_spec::read(canonical_reader& from) {
  codec_spec codec;
  if (const std::uint64_t kind = from.count(0x100); kind != 0) codec.kind = static_cast<codec_kind>(kind - 1);
  const auto milli = static_cast<std::uint32_t>(from.count(ppr_alpha::largest_milli));
  if (milli < ppr_alpha::smallest_milli) throw format_error(0, "an alpha below 1.3");
  codec.alpha = ppr_alpha::from_milli(milli);
  codec.level = static_cast<unsigned>(from.count(0xff));
  if (from.count(1) == 1) codec.beta = from.real();
  return codec;
}

}  // namespace edgeldp
