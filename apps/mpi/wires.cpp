// SPDX-License-Identifier: MIT
#include "mpi/wires.hpp"

#include <algorithm>

namespace edgeldp::mpi {

namespace {

constexpr std::size_t most_at_once = std::size_t{1} << 30;
constexpr int answers_tag = 1;

/// Calls f(part, count) for pieces of bytes that MPI can count.
template <class Byte, class F>
void in_pieces(std::span<Byte> bytes, F&& f) {
  for (std::size_t at = 0; at < bytes.size(); at += most_at_once) {
    const std::span<Byte> piece = bytes.subspan(at, std::min(most_at_once, bytes.size() - at));
    f(piece.data(), static_cast<int>(piece.size()));
  }
}

}  // namespace

library::library(int& argc, char**& argv) {
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
  int value = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &value);
  return value;
}

void broadcast(byte_string& bytes) {
  std::uint64_t size = bytes.size();
  MPI_Bcast(&size, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  bytes.resize(size);
  in_pieces(std::span(bytes),
            [](std::byte* data, int count) { MPI_Bcast(data, count, MPI_BYTE, 0, MPI_COMM_WORLD); });
}

void send(int to, std::span<const std::byte> bytes) {
  const std::uint64_t size = bytes.size();
  MPI_Send(&size, 1, MPI_UINT64_T, to, answers_tag, MPI_COMM_WORLD);
  in_pieces(bytes, [&](const std::byte* data, int count) {
    MPI_Send(data, count, MPI_BYTE, to, answers_tag, MPI_COMM_WORLD);
  });
}

byte_string receive(int from) {
  std::uint64_t size = 0;
  MPI_Recv(&size, 1, MPI_UINT64_T, from, answers_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  byte_string bytes(size);
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
