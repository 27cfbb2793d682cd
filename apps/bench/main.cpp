// SPDX-License-Identifier: MIT
#include "bench/bench.hpp"
#include "command.hpp"

int main(int argc, char** argv) {
  return edgeldp::cli::carry_out_command(edgeldp::cli::bench_verbs(), argc, argv);
}
