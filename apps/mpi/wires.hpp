// SPDX-License-Identifier: MIT
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/protocol/public_objects.hpp"
#include "mpi/machine_memory.hpp"

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

/// The ranks of this machine, where they hold what is public together; where they cannot, or there
/// is no other, this one alone.
class machine {
 public:
  /// All ranks of the job together.
  machine();
  ~machine();
  machine(const machine&) = delete;
  machine& operator=(const machine&) = delete;

  /// Null where there is none to hold anything with.
  machine_memory* memory() const noexcept { return m_memory.get(); }

  /// Bytes of a public object from rank 0, which gives them, to all: once to each machine.
  held_bytes broadcast(std::string_view name, held_bytes form) const;

 private:
  int rank() const;
  bool share_memory();

  MPI_Comm m_ranks = MPI_COMM_NULL, m_firsts = MPI_COMM_NULL;  // of the machine; one of each machine
  std::unique_ptr<machine_memory> m_memory;
};

void send(int to, std::span<const std::byte> bytes);
byte_string receive(int from);

/// Texts of all ranks, at rank 0.
std::vector<std::string> gather(const std::string& mine);

}  // namespace edgeldp::mpi
