// SPDX-License-Identifier: MIT
#include "collect/verbs/collect_verbs.hpp"
#include "command.hpp"

int main(int argc, char** argv) {
  return edgeldp::cli::carry_out_command(edgeldp::cli::collect_verbs(), argc, argv);
}
