// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/nullspace/spec.hpp"

#include <string>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

namespace {

void require_binary(std::uint32_t alphabet) {
  if (alphabet != 2)
    throw invalid_parameter("alphabet = " + std::to_string(alphabet) +
                            ": nullspace rows are binary, use ppr or bitmap for more than 2 values");
}

}  // namespace

bit_law nullspace_spec::law(epsilon budget, std::uint32_t alphabet) const {
  require_binary(alphabet);
  return nullspace_response::for_budget(budget).law();
}

bit_lattice nullspace_spec::lattice(epsilon budget) const {
  return nullspace_response::for_budget(budget).lattice();
}

bool nullspace_spec::serves(epsilon budget, double entries, double positions) const {
  const double keep = 1.0 - nullspace_response::for_budget(budget).drop_probability();
  return keep * entries <= worthwhile_share * positions;
}

void nullspace_spec::fill(codec_parameters& p, epsilon budget, const row_numbers& numbers) const {
  require_binary(numbers.alphabet);
  if (!numbers.released_at)
    throw invalid_parameter("columns of nullspace rows follow released or public numbers");
  // Around public numbers there is no noise: as good as none at the largest budget.
  const epsilon noise =
      numbers.released_at->is_zero() ? epsilon::from_nats(epsilon::largest) : *numbers.released_at;
  const auto response = nullspace_response::for_budget(budget);
  const column_plan columns = plan_columns(1.0 - response.drop_probability(), noise, numbers.released);
  p.codec = kind;
  p.drop_threshold = response.drop_threshold();
  p.field_order = response.field_order();
  p.kept_rate = columns.kept_rate;
  p.size_slack = columns.size_slack;
  p.coding = columns.coding;
  p.alpha_milli = p.candidate_limit_log2 = p.level = 0;
}

void nullspace_spec::check(const codec_parameters& p) {
  if (p.flip_threshold != 0 || p.alpha_milli != 0 || p.candidate_limit_log2 != 0 || p.level != 0 ||
      p.chunk_rate != 0 || p.chunk_floor_rate != 0)
    throw invalid_parameter(
        "flip threshold, alpha, candidate limit, level and chunk rates do not belong to nullspace");
  if (p.coding > row_coding::compact) throw invalid_parameter("an unknown coding of null spaces");
  if (p.kept_rate < 1 || p.kept_rate > (std::uint64_t{1} << 32))
    throw invalid_parameter("kept_rate = " + std::to_string(p.kept_rate) + ": must lie in [1, 2^32]");
}

nullspace_codec nullspace_spec::make(const codec_parameters& p, std::uint32_t alphabet) {
  require_binary(alphabet);
  return nullspace_codec(p.key, nullspace_response::from_threshold(p.drop_threshold, p.field_order));
}

row_shape nullspace_spec::shape(const codec_parameters& p, vertex_id user,
                                const row_knowledge& row) noexcept {
  const column_plan plan{p.kept_rate, p.size_slack, p.coding};
  return {user, row.length, 1, row.expected, columns_under(plan, row.released, row.largest, row.length)};
}

}  // namespace edgeldp
