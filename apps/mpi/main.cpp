// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <fmt/format.h>
#include <malloc.h>
#include <mpi.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "command.hpp"
#include "edgeldp/core/base/error.hpp"
#include "io/claims.hpp"
#include "mpi/mpi_users.hpp"
#include "mpi/wires.hpp"

/// The program over MPI: `mpirun -np 8 edgeldp-mpi triangles graph.ecsr`. Every rank reads the
/// command and the graph; rank 0 carries it out.
namespace {

using namespace edgeldp;

/// What this rank prints while it lives is kept: one of many must not say what rank 0 says.
class quiet_rank {
 public:
  quiet_rank() : m_kept(memfd_create("edgeldp", MFD_CLOEXEC)), m_error(dup(STDERR_FILENO)) {
    if (m_kept < 0 || m_error < 0) throw io_error("cannot keep what a rank prints");
    const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(null, STDOUT_FILENO);
    close(null);
    dup2(m_kept, STDERR_FILENO);
  }
  ~quiet_rank() {
    dup2(m_error, STDERR_FILENO);
    close(m_error);
    close(m_kept);
  }
  quiet_rank(const quiet_rank&) = delete;
  quiet_rank& operator=(const quiet_rank&) = delete;

  std::string text() const {
    std::string kept(static_cast<std::size_t>(lseek(m_kept, 0, SEEK_END)), '\0');
    const auto length = pread(m_kept, kept.data(), kept.size(), 0);
    kept.resize(static_cast<std::size_t>(std::max<ssize_t>(0, length)));
    return kept;
  }

 private:
  int m_kept, m_error;
};

bool is_quiet(std::span<char*> words) {
  return std::ranges::any_of(words, [](std::string_view word) { return word == "-q" || word == "--quiet"; });
}

/// A job of which some ranks still wait for others ends at once.
int abort_job(int code) {
  std::fflush(nullptr);
  MPI_Abort(MPI_COMM_WORLD, code);
  return code;
}

int collect(int argc, char** argv, mpi::rank_state& state) {
  const int code =
      cli::carry_out_command(cli::own_verbs(), argc, argv, [&](std::optional<cli::run_folder> folder) {
        return std::make_unique<mpi::asking_ranks>(state, std::move(folder));
      });
  if (code != 0 && state.is_ready) return abort_job(code);
  mpi::end_ranks(state);
  return code;
}

int answer(int argc, char** argv, mpi::rank_state& state) {
  int code = 0;
  std::string said;
  {
    const quiet_rank quiet;
    try {
      code = cli::carry_out_command(cli::own_verbs(), argc, argv, [&](const std::optional<cli::run_folder>&) {
        return std::make_unique<mpi::answering_rank>(state);
      });
    } catch (const mpi::answering_rank::has_ended&) {
      return 0;
    }
    said = code == 0 ? "" : quiet.text();
  }
  if (state.is_ready) {
    fmt::print(stderr, "rank {}: {}", mpi::rank(), said);
    return abort_job(code);
  }
  mpi::wait_for_end(said);
  return 0;  // what is wrong with the command, rank 0 says
}

/// What large tables took goes back to the machine once they are gone. Otherwise glibc keeps as
/// much as twice the largest one: 6 bytes a user of rank 0, for 3% of a rank's time.
void return_large_tables() {
#ifdef __GLIBC__
  constexpr int large = 1 << 17;  // bytes
  mallopt(M_MMAP_THRESHOLD, large);
  mallopt(M_TRIM_THRESHOLD, large);
#endif
}

/// Samples the memory that this process shares with no other.
class own_memory {
 public:
  own_memory()
      : m_sampler([this](const std::stop_token& stop) {
          constexpr auto between = std::chrono::milliseconds(20);
          for (; !stop.stop_requested(); std::this_thread::sleep_for(between)) sample();
        }) {}

  /// Most bytes so far.
  std::uint64_t most() const noexcept { return m_most; }

 private:
  void sample() {
    std::uint64_t size = 0, resident = 0, shared = 0;  // pages
    if (!(std::ifstream("/proc/self/statm") >> size >> resident >> shared)) return;
    static const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    m_most = std::max<std::uint64_t>(m_most, (resident - std::min(resident, shared)) * page);
  }

  std::atomic<std::uint64_t> m_most = 0;
  std::jthread m_sampler;
};

/// What each rank did, behind the result.
void print_work(const mpi::rank_state& state, const own_memory& memory, bool is_told) {
  mpi::rank_work work = state.work;
  work.own_memory = memory.most();
  work.peak_memory = cli::peak_memory_bytes();
  const std::vector<std::string> all = mpi::gather(state.is_ready ? work.text() : "");
  if (!state.is_ready || !is_told) return;
  for (std::size_t i = 0; i < all.size(); ++i) fmt::print(stderr, "rank {}: {}\n", i, all[i]);
  if (const mpi::machine_memory* const held = state.here.memory())
    fmt::print(stderr, "held once by the ranks of a machine: {} bytes\n", held->most_held());
}

}  // namespace

int main(int argc, char** argv) {
  return_large_tables();
  const mpi::library library(argc, argv);
  const own_memory memory;
  const mpi::machine here;
  std::optional<public_memory_scope> held_together;
  if (here.memory() != nullptr) held_together.emplace(*here.memory());
  mpi::rank_state state{here};
  const int code = mpi::rank() == 0 ? collect(argc, argv, state) : answer(argc, argv, state);
  print_work(state, memory, mpi::rank() == 0 && !is_quiet({argv, static_cast<std::size_t>(argc)}));
  return code;
}
