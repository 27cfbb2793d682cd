// SPDX-License-Identifier: MIT
#include "collect/verbs/expected_width.hpp"

#include <exception>
#include <utility>

namespace edgeldp::cli {

namespace {

using foreseen = std::optional<collect::collection_prediction>;

/// A page does without where nothing can be foreseen: a server must not end for it.
foreseen of_those(const collect::task& t, const part_counts& joined, double average_degree) {
  try {
    return collect::predict_of_those(t, joined, average_degree);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace

expected_width::expected_width(collect::task of, double average_degree)
    : m_task(std::move(of)),
      m_average_degree(average_degree),
      m_thread([this](const std::stop_token& ends) { work(ends); }) {}

void expected_width::work(const std::stop_token& ends) {
  foreseen before = of_those(m_task, {m_task.people, 0, 0}, m_average_degree);
  std::unique_lock lock(m_mutex);
  m_before = std::move(before);
  while (m_asked.wait(lock, ends, [this] { return m_wanted != m_known; })) {
    const part_counts joined = m_wanted;
    lock.unlock();
    foreseen now = of_those(m_task, joined, m_average_degree);
    lock.lock();
    m_now = std::move(now);
    m_known = joined;
  }
}

foreseen expected_width::before() const {
  const std::scoped_lock lock(m_mutex);
  return m_before;
}

foreseen expected_width::of(const part_counts& joined) {
  const std::scoped_lock lock(m_mutex);
  if (joined[0] + joined[1] + joined[2] < 2) return std::nullopt;
  if (joined != m_known) {
    m_wanted = joined;
    m_asked.notify_one();
  }
  return m_now;
}

}  // namespace edgeldp::cli
