// SPDX-License-Identifier: MIT
#include "bench/bench.hpp"

#include <time.h>

#include "edgeldp/core/random/public_randomness.hpp"

namespace edgeldp::cli {

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

philox_time measure_philox(unsigned repetitions) {
  constexpr std::uint32_t blocks = 100'000;
  const public_randomness random(release_key{0x5eed});
  philox_time time;
  time.dependent_ns = best_ns(repetitions, blocks, [&] {
    philox_block b{};
    for (std::uint32_t i = 0; i < blocks; ++i) b = philox4x32_10(random.key().value, b);
    observe(b[0]);
  });
  time.stream_ns = best_ns(repetitions, blocks, [&] {
    std::uint32_t sum = 0;
    for (std::uint32_t i = 0; i < blocks; ++i) {
      const philox_block b = random.block(stream_tag::ppr, i, 1, 2);
      sum += b[0] ^ b[1] ^ b[2] ^ b[3];
    }
    observe(sum);
  });
  return time;
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void add_reference(record& r, const philox_time& philox) {
  r["philox_dependent_ns"] = philox.dependent_ns;
  r["philox_stream_ns"] = philox.stream_ns;
}

void add_bench(CLI::App& program, const common_arguments& common) {
  CLI::App* bench = program.add_subcommand(
      "bench", "Measure codecs and protocol on this machine, each figure beside its reference");
  bench->require_subcommand(1);
  bench->fallthrough();
  add_bench_codec(*bench, common);
  add_bench_coverage(*bench, common);
  add_bench_decode(*bench, common);
  add_bench_download_cost(*bench, common);
  add_bench_encode(*bench, common);
  add_bench_pairs(*bench, common);
  add_bench_scale(*bench, common);
}

}  // namespace edgeldp::cli
