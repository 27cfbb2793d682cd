// SPDX-License-Identifier: MIT
#include "triangles/downloads.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "edgeldp/core/base/parallel.hpp"

namespace edgeldp {

namespace {
constexpr std::uint64_t not_made = ~std::uint64_t{0};
}  // namespace

baseline_communication shared_download(const session& s, std::uint64_t bytes) {
  const std::uint64_t users = s.everybody().size();
  const double upload = static_cast<double>(s.upload_bytes()) / static_cast<double>(users);
  return {upload, static_cast<double>(bytes), static_cast<double>(bytes), users};
}

personal_downloads::personal_downloads(std::uint64_t users, std::function<byte_string(vertex_id)> make)
    : m_make(std::move(make)), m_bytes(users) {
  for (std::atomic<std::uint64_t>& bytes : m_bytes) bytes = not_made;
}

byte_string personal_downloads::make(vertex_id reader) {
  byte_string download = m_make(reader);
  m_bytes[reader] = download.size();
  return download;
}

baseline_communication personal_downloads::measure(const std::vector<bool>& readers) {
  std::vector<vertex_id> measured;
  for (vertex_id u = 0; u < readers.size(); ++u)
    if (readers[u]) measured.push_back(u);
  parallel_for(0, measured.size(), 1, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i)
      if (m_bytes[measured[i]] == not_made) make(measured[i]);
  });
  std::uint64_t sum = 0, largest = 0;
  for (const vertex_id u : measured) {
    sum += m_bytes[u];
    largest = std::max<std::uint64_t>(largest, m_bytes[u]);
  }
  const auto count = static_cast<double>(std::max<std::size_t>(1, measured.size()));
  return {0.0, static_cast<double>(sum) / count, static_cast<double>(largest), measured.size()};
}

std::vector<bool> spread_evenly(std::span<const std::uint32_t> rank, std::uint64_t count) {
  const std::uint64_t users = rank.size(), chosen = std::min(count, users);
  std::vector<bool> at(users), readers(users);
  for (std::uint64_t i = 0; i < chosen; ++i) at[(2 * i + 1) * users / (2 * chosen)] = true;
  for (std::uint64_t u = 0; u < users; ++u) readers[u] = at[rank[u]];
  return readers;
}

}  // namespace edgeldp
