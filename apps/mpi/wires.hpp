// SPDX-License-Identifier: MIT
#pragma once

#include <mpi.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "edgeldp/core/protocol/public_objects.hpp"

/// Bytes between the ranks of a job, of any length: MPI counts in int.
namespace edgeldp::mpi {

/// MPI from here to its end; a fault within MPI ends the job, as is its default.
class library {
 public:
  library(int& argc, char**& argv);
  ~library();
  library(const library&) = delete;
  library& operator=(const library&) = delete;
};

int rank();
int ranks();

/// From rank 0 to all others, who give what they had before and get its bytes.
void broadcast(byte_string& bytes);

void send(int to, std::span<const std::byte> bytes);
byte_string receive(int from);

/// Texts of all ranks, at rank 0.
std::vector<std::string> gather(const std::string& mine);

}  // namespace edgeldp::mpi
