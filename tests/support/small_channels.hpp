// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "edgeldp/channel/channel.hpp"
#include "edgeldp/channel/randomized_answers.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"

namespace edgeldp::test {

/// Randomized response over k numbered labels.
inline channel k_ary(std::size_t k, double nats) {
  return k_ary_channel(epsilon::from_nats(nats), numbered_labels(k));
}

/// Labels 0 .. 3 of some users, with label 3 rare.
inline std::vector<std::size_t> labels_with_one_rare(std::size_t users) {
  std::vector<std::size_t> labels;
  for (std::size_t u = 0; u < users; ++u) labels.push_back(u % 20 == 0 ? 3 : u % 3);
  return labels;
}

}  // namespace edgeldp::test
