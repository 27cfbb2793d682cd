// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collect/task/task.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "results/record.hpp"

namespace edgeldp {
struct public_groups;
}

namespace edgeldp::collect {

/// What everybody reads at the end, under the names that results have.
struct result_document {
  results::record fields;  ///< where a list belongs, an empty one stands
  /// Numbers of all people, by the name of their field: a record of them would take twice as much
  /// memory, its text as much again.
  std::vector<std::pair<std::string, std::vector<double>>> lists;

  /// Its text, part after part: what fields would be as JSON with the lists in it, indented by two.
  void write(const std::function<void(std::string_view)>& take) const;
};

/// Plays the method of a task over a session. labels: public ones of its users, where the task has
/// some. A release that comes out of it is saved as `release.edgeldp` in the folder.
/// Errors: what the method throws.
result_document play_method(const task& t, session& s, const std::filesystem::path& folder,
                            const public_groups* labels = nullptr);

/// Of a task that is one of several dates: which, and what a person has lost after it who was in
/// all, by plain addition and by the unit of the series. Nothing of others.
void add_series(results::record& r, const task& t);

}  // namespace edgeldp::collect
