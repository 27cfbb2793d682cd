// SPDX-License-Identifier: MIT
#include "bench/bench.hpp"

#include <time.h>

#include "edgeldp/core/random/public_randomness.hpp"

namespace edgeldp::cli {

record post_times(std::vector<double> milliseconds, double seconds) {
  std::ranges::sort(milliseconds);
  const auto quantile = [&](double q) {
    return milliseconds[static_cast<std::size_t>(q * static_cast<double>(milliseconds.size() - 1))];
  };
  return {{"posts", milliseconds.size()},
          {"posts_per_second", static_cast<double>(milliseconds.size()) / seconds},
          {"post_ms_median", quantile(0.5)},
          {"post_ms_p99", quantile(0.99)},
          {"post_ms_most", milliseconds.back()},
          {"sending_seconds", seconds}};
}

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

std::span<const verb_row> bench_verbs() {
  using enum verb_group;
  static constexpr verb_row table[] = {
      {"bench", other, "Measure codecs and protocols on this machine",
       "  edgeldp bench codec\n"
       "  edgeldp bench coverage --verb degrees --runs 4\n",
       nullptr},
      {"bench codec", other,
       "Size of a row's real message, and the law of decoded bits\n"
       "Beside theory and a bitmap.",
       "  edgeldp bench codec\n"
       "  edgeldp bench codec --epsilon 2 --json\n",
       add_bench_codec},
      {"bench collect", other,
       "A whole collection over the loopback: rate, delays, memory, bytes\n"
       "Every user of a graph is a client of a collector in a process of its own; what is published they "
       "read "
       "through one copy, as from a mirror near them. The estimate must be the library's, bit for bit.",
       "  edgeldp bench collect --connections 4\n"
       "  edgeldp bench collect wiki-Vote.txt.gz --method cores --epsilon 1 --json\n",
       add_bench_collect},
      {"bench count", other,
       "Processor time of the round `count` of centred counts\n"
       "Nanoseconds a counted pair, by the length of lists: with limits as they are planned, and where none "
       "binds.",
       "  edgeldp bench count --lengths 10,100\n"
       "  edgeldp bench count --lengths 100 --laws 1 --repetitions 5\n",
       add_bench_count},
      {"bench coverage", other,
       "Do intervals hold the truth, and judgements?\n"
       "Repeated runs of verbs, a row a number.",
       "  edgeldp bench coverage --verb degrees --runs 4\n"
       "  edgeldp bench coverage wiki-Vote.txt.gz --epsilon 1,4 --codec nullspace --runs 20\n",
       add_bench_coverage},
      {"bench decode", other,
       "Time to read a row: bit by bit, in batches and whole\n"
       "Beside Philox blocks; the fastest of several repetitions.",
       "  edgeldp bench decode\n"
       "  edgeldp bench decode --target all\n",
       add_bench_decode},
      {"bench download-cost", other,
       "Error of triangle counts against what a user downloads\n"
       "Sweeps the knobs of our codecs and of published methods, compares them, draws the figure. Not "
       "private: for a public graph.",
       "  edgeldp bench download-cost wiki-Vote.txt.gz --mechanisms ppr,arr-one --out sweep\n"
       "  edgeldp bench download-cost --preset figure-6 --out f6 --plot f6.svg\n",
       add_bench_download_cost},
      {"bench encode", other,
       "Time and bit tests to encode a row\n"
       "ppr by level beside the published heap sampler on the same chunks (chunks cut make its figures too "
       "small); nullspace by budget (0.3 to 3; --epsilon is for ppr). Time on the clock, and of the "
       "processor: the `cpu` figures do not see what else the machine does.",
       "  edgeldp bench encode\n"
       "  edgeldp bench encode --entries 100 --length 100000\n",
       add_bench_encode},
      {"bench pairs", other,
       "Common-neighbour estimates of random pairs from decoded rows\n"
       "Nanoseconds a pair.",
       "  edgeldp bench pairs\n"
       "  edgeldp bench pairs --users 500 --json\n",
       add_bench_pairs},
      {"bench load", other,
       "So many people at a served collector: requests a second, delays, memory\n"
       "Registrations and reports of `degrees` over the loopback, by clients on the same machine. With "
       "--kill the "
       "collector dies in the middle of each round, and nothing that it took may be lost.",
       "  edgeldp bench load --people 10000\n"
       "  edgeldp bench load --people 100000 --kill --json\n",
       add_bench_load},
      {"bench people", other,
       "A collection of so many people through the library, without HTTP\n"
       "Seconds of each round, and what the collector takes of memory and disk. People keep nothing while "
       "they "
       "wait: key, list and coins of each follow from its number. The question is `degrees`.",
       "  edgeldp bench people --people 10000\n"
       "  edgeldp bench people --people 1000000 --json\n",
       add_bench_people},
      {"bench scale", other,
       "The whole protocol on a doubling series of graphs\n"
       "Up to the size of SNAP's ego-Gplus, stage by stage; last how far (largest / smallest - 1) processor "
       "time an edge and a wedge vary.",
       "  edgeldp bench scale --halvings-from 4\n"
       "  edgeldp bench scale --halvings-from 6 --halvings-to 5 --codec bitmap\n",
       add_bench_scale},
      {"bench stages", other,
       "Processor time of each stage of each question\n"
       "Nanoseconds an edge of a made-up graph: what comes before the first round, every round, what the "
       "collector does between them, exact numbers, and reading; medians of runs in turns, beside a Philox "
       "block, a line of memory and a popcount.",
       "  edgeldp bench stages --verb triangles,cores\n"
       "  edgeldp bench stages --users 50000 --edges 1000000 --verb triangles --json\n",
       add_bench_stages},
      {"bench synthesis", other,
       "Synthetic graphs beside those of a published method\n"
       "Errors of the fifteen queries of PGB, means over runs: of `synthesize`, of its generator told the "
       "truth, and of LDPGen as published and with answers that are not cut at 0; on how many of them ours "
       "is nearer to the "
       "truth. Not private: for a public graph.",
       "  edgeldp bench synthesis --runs 2\n"
       "  edgeldp bench synthesis ca-GrQc.txt.gz --epsilon 1,2,4 --runs 8 --json\n",
       add_bench_synthesis},
      {"audit", other,
       "Try whether a protocol tells more than it claims\n"
       "Runs it many times on two neighbouring inputs of 8 users and compares what its whole transcript "
       "tells with the privacy it claims; exit code 4 when it tells more.",
       "  edgeldp audit triangles --epsilon 2\n"
       "  edgeldp audit common-neighbors --codec bitmap --json\n",
       add_audit},
  };
  return table;
}

}  // namespace edgeldp::cli
