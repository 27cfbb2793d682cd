// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"
#include "edgeldp/rivals/triangles/method.hpp"

namespace edgeldp {

/// What a server makes of public bytes for single readers, when it is asked for, and how long that
/// was.
/// Threads: safe to call concurrently, as far as what makes them is.
class personal_downloads {
 public:
  personal_downloads(std::uint64_t users, std::function<byte_string(vertex_id)> make);

  byte_string make(vertex_id reader);

  /// Mean and largest of some users, in parallel. Those of readers who were not asked, or by a
  /// collector that has died since, are made for it.
  baseline_communication measure(const std::vector<bool>& readers);

 private:
  std::function<byte_string(vertex_id)> m_make;
  std::vector<std::atomic<std::uint64_t>> m_bytes;  // more than any where not yet made
};

/// Of a method whose users all download the same bytes, so that each is measured.
baseline_communication shared_download(const session& s, std::uint64_t bytes);

/// Users, by number, at `count` places spread evenly over the public order; at most all.
std::vector<bool> spread_evenly(std::span<const std::uint32_t> rank, std::uint64_t count);

}  // namespace edgeldp
