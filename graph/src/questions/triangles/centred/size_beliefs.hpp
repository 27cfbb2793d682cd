// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "edgeldp/core/base/number_counts.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/graph/errors/error_model.hpp"

namespace edgeldp {

/// What is believed of the lists of users who released these sizes: true sizes from the posterior
/// of all of them, in classes of 40%, each with the released sizes that noise makes of it, in seven
/// cells. Their weights add up to the number of users. No list can be longer than `most`.
std::vector<size_class> size_beliefs(const number_counts& released, epsilon budget, std::uint64_t most);

/// The same of users whose sizes are taken to be these, numbers of users by size, if they were
/// released at this budget.
std::vector<size_class> beliefs_with_noise(const std::map<std::int64_t, double>& sizes, epsilon budget);

}  // namespace edgeldp
