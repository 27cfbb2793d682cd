// SPDX-License-Identifier: MIT
#include "edgeldp/core/base/simd_target.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <iterator>

#include "base/kernel_choice.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

namespace {

struct named_target {
  std::int64_t bit;
  const char* name;
};

/// Best first, as their bits are ordered.
constexpr named_target known_targets[] = {
#if HWY_ARCH_X86
    {HWY_AVX3_DL, "AVX3_DL"}, {HWY_AVX3, "AVX3"},     {HWY_AVX2, "AVX2"},
    {HWY_SSE4, "SSE4"},       {HWY_SSSE3, "SSSE3"},
#elif HWY_ARCH_ARM
    {HWY_NEON, "NEON"},
#endif
    {HWY_EMU128, "EMU128"},   {HWY_SCALAR, "SCALAR"},
};

/// What other processors are compiled for.
constexpr const char* unnamed = "STATIC";

#if HWY_ARCH_X86
/// What HWY_AVX3_DL is compiled for beyond HWY_AVX3: among others it counts the bits of a word at
/// once, where HWY_AVX3 takes ten operations. Highway compiles it for AVX-VNNI as well, as its own
/// choice does not ask either: nothing here adds products of bytes, which that is for.
bool has_ice_lake_vectors() noexcept {
  return __builtin_cpu_supports("avx512vpopcntdq") != 0 && __builtin_cpu_supports("avx512bitalg") != 0 &&
         __builtin_cpu_supports("avx512vbmi") != 0 && __builtin_cpu_supports("avx512vbmi2") != 0 &&
         __builtin_cpu_supports("avx512vnni") != 0 && __builtin_cpu_supports("vpclmulqdq") != 0 &&
         __builtin_cpu_supports("vaes") != 0;
}
#endif

/// What the processor has of the targets that kernels may be compiled for.
std::int64_t targets_here() noexcept {
  std::int64_t targets = HWY_STATIC_TARGET | HWY_EMU128 | HWY_SCALAR;
#if HWY_ARCH_X86
  const bool has_aes = __builtin_cpu_supports("aes") != 0 && __builtin_cpu_supports("pclmul") != 0;
  if (__builtin_cpu_supports("ssse3") != 0) targets |= HWY_SSSE3;
  if (has_aes && __builtin_cpu_supports("sse4.2") != 0) targets |= HWY_SSE4;
  if (has_aes && __builtin_cpu_supports("x86-64-v3") != 0) targets |= HWY_AVX2;
  const bool has_avx3 = has_aes && __builtin_cpu_supports("x86-64-v4") != 0;
  if (has_avx3) targets |= HWY_AVX3;
  if (has_avx3 && has_ice_lake_vectors()) targets |= HWY_AVX3_DL;
#endif
  return targets & HWY_TARGETS;
}

/// The version's place is the number of its bit, counted from the first that tables have.
std::size_t place_of(std::int64_t target) noexcept {
  constexpr int first_bit = HWY_HIGHEST_TARGET_BIT + 1 - HWY_MAX_DYNAMIC_TARGETS;
  const int bit = std::countr_zero(static_cast<std::uint64_t>(target));
  return static_cast<std::size_t>(std::min(bit - first_bit, HWY_MAX_DYNAMIC_TARGETS));
}

std::int64_t best_of(std::int64_t targets) noexcept {
  return targets & -targets;
}

/// Forced, or 0.
std::atomic<std::int64_t> forced_target = 0;
/// Plus 1; 0 until somebody asks.
std::atomic<std::size_t> chosen_place = 0;

void choose_again() noexcept {
  const std::int64_t forced = forced_target;
  chosen_place = place_of(forced != 0 ? forced : best_of(targets_here())) + 1;
}

}  // namespace

std::size_t chosen_kernel() noexcept {
  if (chosen_place.load(std::memory_order_relaxed) == 0) choose_again();
  return chosen_place.load(std::memory_order_relaxed) - 1;
}

std::vector<std::string> simd_targets() {
  std::vector<std::string> names;
  for (const auto& [bit, name] : known_targets)
    if ((targets_here() & bit) != 0) names.emplace_back(name);
  if (names.empty()) names.emplace_back(unnamed);
  return names;
}

std::string simd_target() {
  const std::int64_t forced = forced_target, used = forced != 0 ? forced : best_of(targets_here());
  const auto* const known = ranges::find(known_targets, used, &named_target::bit);
  return known != std::end(known_targets) ? known->name : unnamed;
}

forced_simd_target::forced_simd_target(const std::string& name) {
  std::string known;
  for (const auto& [bit, its_name] : known_targets) {
    if ((targets_here() & bit) == 0) continue;
    known += std::string(" ") + its_name;
    if (name == its_name) forced_target = bit;
  }
  if (name == unnamed && known.empty()) forced_target = HWY_STATIC_TARGET;
  if (forced_target == 0) throw invalid_parameter("vector target = " + name + ": this machine has" + known);
  choose_again();
}

forced_simd_target::~forced_simd_target() {
  forced_target = 0;
  choose_again();
}

}  // namespace edgeldp
