// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/rivals/triangles/method.hpp"
#include "support/user_by_user.hpp"

namespace edgeldp::test {

/// What users do who also agreed to be asked with too little noise.
inline std::vector<user_task> with_tasks(std::span<const user_task> tasks, std::span<const user_task> open) {
  std::vector<user_task> all(tasks.begin(), tasks.end());
  all.insert(all.end(), open.begin(), open.end());
  return all;
}

/// A social graph of more users than are measured.
inline constexpr std::uint64_t baseline_users = 90;
inline csr_graph baseline_graph() {
  return generate_affiliation(baseline_users, 900, 5);
}

/// expect_same_user_by_user of a published method that counts triangles; `tasks`: what its users
/// do.
template <class Method>
played play_baseline(const csr_graph& g, const Method& method, std::vector<simulated_task> simulated,
                     std::span<const user_task> tasks) {
  const played_method run = [&](session& s) {
    baseline_result r = estimate_triangles(s, method);
    return played{
        {r.triangles.value, r.triangles.standard_error, r.triangles.bias, r.communication.upload_bytes,
         r.communication.download_bytes, r.communication.largest_download_bytes},
        std::move(r.run)};
  };
  return expect_same_user_by_user(g, method.total, {42}, run, std::move(simulated), tasks);
}

}  // namespace edgeldp::test
