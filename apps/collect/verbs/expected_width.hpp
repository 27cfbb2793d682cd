// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <thread>

#include "collect/plan/prediction.hpp"
#include "collect/task/task.hpp"

namespace edgeldp::cli {

/// What the answer of a collection will be good for, worked out on a thread of its own: that may
/// take seconds, in which a server has others to answer.
class expected_width {
 public:
  /// Begins with all who were invited.
  expected_width(collect::task of, double average_degree);

  /// Of all who were invited; nothing while it is being worked out.
  std::optional<collect::collection_prediction> before() const;
  /// Of those who have joined, so many by what they spend, or of those for whom it was worked out
  /// last. Asks for the others. Nothing for fewer than two, and while there is none.
  std::optional<collect::collection_prediction> of(const part_counts& joined);

 private:
  void work(const std::stop_token& ends);
  collect::task m_task;
  double m_average_degree;
  mutable std::mutex m_mutex;
  std::condition_variable_any m_asked;
  part_counts m_wanted{}, m_known{};
  std::optional<collect::collection_prediction> m_before, m_now;
  std::jthread m_thread;  ///< last: it ends before the others do
};

}  // namespace edgeldp::cli
