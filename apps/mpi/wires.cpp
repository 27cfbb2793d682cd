// SPDX-License-Identifier: MIT
#include "mpi/wires.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <utility>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp::mpi {

namespace {

constexpr std::size_t most_at_once = std::size_t{1} << 30;
constexpr int answers_tag = 1;

/// MPI's own waits turn at full speed, which takes the processors from ranks that still count where
/// there are more ranks than processors.
void wait_for(MPI_Request request) {
  using namespace std::chrono_literals;
  int is_done = 0;
  for (auto nap = 10us; MPI_Test(&request, &is_done, MPI_STATUS_IGNORE), is_done == 0;
       nap = std::min(2 * nap, 1000us))
    std::this_thread::sleep_for(nap);
}

/// Until all of some ranks are here.
void meet(MPI_Comm some) {
  MPI_Request met = MPI_REQUEST_NULL;
  MPI_Ibarrier(some, &met);
  wait_for(met);
}

/// A number of bytes from a rank.
std::uint64_t receive_size(int from) {
  std::uint64_t size = 0;
  MPI_Request come = MPI_REQUEST_NULL;
  MPI_Irecv(&size, 1, MPI_UINT64_T, from, answers_tag, MPI_COMM_WORLD, &come);
  wait_for(come);
  return size;
}

void send_size(int to, std::uint64_t size) {
  MPI_Send(&size, 1, MPI_UINT64_T, to, answers_tag, MPI_COMM_WORLD);
}

/// Calls f(part, count) for pieces of bytes that MPI can count.
template <class Byte, class F>
void in_pieces(std::span<Byte> bytes, F&& f) {
  for (std::size_t at = 0; at < bytes.size(); at += most_at_once) {
    const std::span<Byte> piece = bytes.subspan(at, std::min(most_at_once, bytes.size() - at));
    f(piece.data(), static_cast<int>(piece.size()));
  }
}

int ranks_in(MPI_Comm some) {
  int value = 0;
  MPI_Comm_size(some, &value);
  return value;
}

/// From the first of some ranks to the others of them.
void broadcast_over(MPI_Comm some, byte_string& bytes) {
  std::uint64_t size = bytes.size();
  MPI_Request said = MPI_REQUEST_NULL;
  MPI_Ibcast(&size, 1, MPI_UINT64_T, 0, some, &said);
  wait_for(said);
  bytes.resize(size);
  in_pieces(std::span(bytes), [&](std::byte* data, int count) { MPI_Bcast(data, count, MPI_BYTE, 0, some); });
}

/// Ranks that all run on one machine need no network: Open MPI looks for one first, which takes 0.2
/// of the 0.5 s of an empty job. What mpirun or the environment says stays.
void stay_on_this_machine() {
  const char* const here = std::getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  const char* const all = std::getenv("OMPI_COMM_WORLD_SIZE");
  if (here != nullptr && all != nullptr && std::string_view(here) == all) setenv("OMPI_MCA_pml", "ob1", 0);
}

}  // namespace

library::library(int& argc, char**& argv) {
  stay_on_this_machine();
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
}

library::~library() {
  MPI_Finalize();
}

int rank() {
  int value = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &value);
  return value;
}

int ranks() {
  return ranks_in(MPI_COMM_WORLD);
}

void broadcast(byte_string& bytes) {
  broadcast_over(MPI_COMM_WORLD, bytes);
}

machine::machine() {
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &m_ranks);
  if (!share_memory()) {
    MPI_Comm_free(&m_ranks);
    MPI_Comm_dup(MPI_COMM_SELF, &m_ranks);
  }
  MPI_Comm_split(MPI_COMM_WORLD, rank() == 0 ? 0 : MPI_UNDEFINED, 0, &m_firsts);
}

machine::~machine() {
  if (m_firsts != MPI_COMM_NULL) MPI_Comm_free(&m_firsts);
  MPI_Comm_free(&m_ranks);
}

int machine::rank() const {
  int value = 0;
  MPI_Comm_rank(m_ranks, &value);
  return value;
}

bool machine::share_memory() {
  if (ranks_in(m_ranks) == 1) return false;
  machine_memory::address where;
  if (rank() == 0) {
    m_memory = std::make_unique<machine_memory>();
    where = m_memory->where();
  }
  MPI_Bcast(&where, sizeof where, MPI_BYTE, 0, m_ranks);
  if (rank() != 0) m_memory = machine_memory::open(where);
  int all_have = m_memory != nullptr ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &all_have, 1, MPI_INT, MPI_MIN, m_ranks);
  if (all_have == 0) m_memory.reset();
  return all_have != 0;
}

held_bytes machine::broadcast(std::string_view name, held_bytes form) const {
  if (m_firsts != MPI_COMM_NULL && ranks_in(m_firsts) > 1) {
    byte_string bytes(form.bytes.begin(), form.bytes.end());
    broadcast_over(m_firsts, bytes);
    if (mpi::rank() != 0) form = held_here(std::move(bytes));
  }
  if (m_memory == nullptr) return form;
  const std::string held = name_of_form(name);
  if (rank() == 0) form = m_memory->hold(held, [&] { return form; });
  meet(m_ranks);
  if (rank() != 0)
    form = m_memory->hold(held, []() -> held_bytes { throw internal_error("a form that is not held"); });
  meet(m_ranks);
  return form;
}

void send(int to, std::span<const std::byte> bytes) {
  send_size(to, bytes.size());
  receive_size(to);  // once it is ready for them
  in_pieces(bytes, [&](const std::byte* data, int count) {
    MPI_Send(data, count, MPI_BYTE, to, answers_tag, MPI_COMM_WORLD);
  });
}

byte_string receive(int from) {
  byte_string bytes(receive_size(from));
  send_size(from, bytes.size());
  in_pieces(std::span(bytes), [&](std::byte* data, int count) {
    MPI_Recv(data, count, MPI_BYTE, from, answers_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  });
  return bytes;
}

std::vector<std::string> gather(const std::string& mine) {
  if (rank() != 0) {
    send(0, std::as_bytes(std::span(mine)));
    return {};
  }
  std::vector<std::string> all{mine};
  for (int from = 1; from < ranks(); ++from) {
    const byte_string text = receive(from);
    all.emplace_back(reinterpret_cast<const char*>(text.data()), text.size());
  }
  return all;
}

}  // namespace edgeldp::mpi
