// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/simd_target.hpp"

#include <hwy/detect_targets.h>
#include <hwy/targets.h>

#include <cstdint>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

namespace {

/// Calls f(target) for each usable target, best (lowest bit) first, until it returns true.
template <class F>
void find_target(F&& f) {
  for (std::int64_t left = hwy::SupportedTargets() & HWY_TARGETS; left != 0; left &= left - 1)
    if (f(left & -left)) return;
}

void choose_again() {
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace

std::vector<std::string> simd_targets() {
  std::vector<std::string> names;
  find_target([&](std::int64_t target) {
    names.emplace_back(hwy::TargetName(target));
    return false;
  });
  return names;
}

std::string simd_target() {
  std::string name = "SCALAR";
  find_target([&](std::int64_t target) {
    name = hwy::TargetName(target);
    return true;
  });
  return name;
}

forced_simd_target::forced_simd_target(const std::string& name) {
  std::int64_t wanted = 0;
  std::string known;
  find_target([&](std::int64_t target) {
    known += std::string(" ") + hwy::TargetName(target);
    if (name == hwy::TargetName(target)) wanted = target;
    return wanted != 0;
  });
  if (wanted == 0) throw invalid_parameter("vector target = " + name + ": this machine has" + known);
  hwy::SetSupportedTargetsForTest(wanted);
  choose_again();
}

forced_simd_target::~forced_simd_target() {
  hwy::SetSupportedTargetsForTest(0);
  choose_again();
}

}  // namespace edgeldp
