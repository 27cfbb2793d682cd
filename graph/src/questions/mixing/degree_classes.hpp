// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "edgeldp/graph/questions/degrees/degrees.hpp"

/// Classes of users by released degree, and what they leave of it.
/// Derivation: graph/src/questions/mixing/derivation.md#the-plan.
namespace edgeldp {

/// A user's released degree is its class's centre + unit x its rest, to half a unit: exactly, but
/// where a released degree is beyond 2^20 from its centre.
struct degree_classes {
  std::vector<std::int64_t> of;     ///< class of each user; -1 of who released none
  std::vector<double> centres;      ///< by class: the mean released degree, whole; 0 of empty ones
  std::vector<std::int64_t> rests;  ///< one a user; 0 of who released none
  std::int64_t unit = 1;
  std::vector<std::string> names;  ///< "3 to 17"

  std::size_t size() const noexcept { return centres.size(); }
  double rest(std::size_t user) const noexcept { return static_cast<double>(unit * rests[user]); }
};

/// Those with the same released degree are in the same class; some classes may be empty.
degree_classes classes_of(const released_degrees& released, std::size_t classes);

}  // namespace edgeldp
