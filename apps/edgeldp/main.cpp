// SPDX-License-Identifier: MIT
#include "command.hpp"

int main(int argc, char** argv) {
  return edgeldp::cli::carry_out_edgeldp(argc, argv);
}
