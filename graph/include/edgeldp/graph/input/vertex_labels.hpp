// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace edgeldp {

/// The numbers by which a file calls its vertices.
///
/// Memory: none where they are numbers in a row, or lie in a file that is mapped; otherwise 8 bytes
///     a vertex. Copies share them.
class vertex_labels {
 public:
  /// Of no vertex.
  vertex_labels() = default;
  // Implicit: a vector is what most callers have made.
  vertex_labels(std::vector<std::uint64_t> listed) : m_size(listed.size()) {
    const auto kept = std::make_shared<const std::vector<std::uint64_t>>(std::move(listed));
    m_listed = *kept;
    m_owner = kept;
  }

  /// first, first + 1, ...
  static vertex_labels in_a_row(std::uint64_t vertices, std::uint64_t first = 0) {
    vertex_labels all;
    all.m_size = vertices;
    all.m_first = first;
    return all;
  }
  /// Numbers that `owner` keeps.
  static vertex_labels over(std::span<const std::uint64_t> listed, std::shared_ptr<const void> owner) {
    vertex_labels all;
    all.m_size = listed.size();
    all.m_listed = listed;
    all.m_owner = std::move(owner);
    return all;
  }

  std::uint64_t size() const noexcept { return m_size; }
  std::uint64_t operator[](std::uint64_t v) const noexcept {
    return m_listed.empty() ? m_first + v : m_listed[v];
  }

  /// All of them, in memory of the caller's own.
  std::vector<std::uint64_t> listed() const {
    if (!m_listed.empty()) return {m_listed.begin(), m_listed.end()};
    std::vector<std::uint64_t> all(m_size);
    std::iota(all.begin(), all.end(), m_first);
    return all;
  }

  friend bool operator==(const vertex_labels& a, const vertex_labels& b) {
    if (a.size() != b.size()) return false;
    for (std::uint64_t v = 0; v < a.size(); ++v)
      if (a[v] != b[v]) return false;
    return true;
  }

 private:
  std::uint64_t m_size = 0, m_first = 0;
  std::span<const std::uint64_t> m_listed;  // none of numbers in a row
  std::shared_ptr<const void> m_owner;
};

}  // namespace edgeldp
