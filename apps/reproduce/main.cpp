// SPDX-License-Identifier: MIT
#include "command.hpp"
#include "reproduce/reproduce.hpp"

int main(int argc, char** argv) {
  return edgeldp::cli::carry_out_command(edgeldp::cli::reproduce_verbs(), argc, argv);
}
