// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/protocol/roster.hpp"
#include "edgeldp/graph/questions/mixing/mixing.hpp"
#include "questions/mixing/degree_classes.hpp"
#include "questions/mixing/group_counts.hpp"

/// How degrees go together, from counts by class and sums of what classes leave.
/// Derivation: graph/src/questions/mixing/derivation.md#walks.
namespace edgeldp {

/// Answers of the round about what classes leave, in units of it.
struct rest_answers {
  std::vector<std::int64_t> sums;  ///< of each user asked
  roster asked;
  std::vector<bool> came;     ///< by user
  double noise = 0.0;         ///< variance of that of a sum, of who spends all
  relative_noise relative{};  ///< of others, beside it
};

/// All that was released.
struct degree_knowledge {
  const released_degrees& degrees;
  const degree_classes& classes;
  const group_answers& said;
  const group_matrix& matrix;
  const std::optional<rest_answers>& rests;  ///< none: classes leave nothing
};

degree_mixing mix_degrees(const degree_knowledge& known);

}  // namespace edgeldp
