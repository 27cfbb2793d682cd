// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "edgeldp/core/protocol/shards_simulation.hpp"
#include "mpi/wires.hpp"
#include "shards/run_folder.hpp"

/// Users dealt to the ranks of an MPI job. Rank 0 is the collector and plays the first shard; the
/// others load the same graph, and see of the collector what it publishes and asks: bytes.
namespace edgeldp::mpi {

/// What a rank did.
struct rank_work {
  std::uint64_t predicted = 0;  ///< list entries and bits tested, over all rounds
  std::uint64_t sent = 0, received = 0;
  std::uint64_t own_memory = 0, peak_memory = 0;  ///< most bytes: of its own; with what others have too
  std::string text() const;
};

/// A rank and how far it has come.
struct rank_state {
  const machine& here;
  bool is_ready = false;  ///< it has users, and has told rank 0 so
  rank_work work{};
};

/// Rank 0: its runs ask all ranks.
class asking_ranks final : public user_placement {
 public:
  /// folder: of --rounds-in; closed rounds are answered from there, and new ones kept there.
  asking_ranks(rank_state& state, std::optional<cli::run_folder> folder)
      : m_state(state), m_folder(std::move(folder)) {}
  /// Errors: io_error when another rank cannot take part, with its reason.
  std::unique_ptr<population> place(const shardable_users& users) override;

 private:
  rank_state& m_state;
  std::optional<cli::run_folder> m_folder;
  std::uint64_t m_plays = 0;
};

/// Another rank: answers its shard of each round until rank 0 ends.
class answering_rank final : public user_placement {
 public:
  struct has_ended {};

  explicit answering_rank(rank_state& state) : m_state(state) {}
  /// Errors: has_ended.
  std::unique_ptr<population> place(const shardable_users& users) override;

 private:
  void answer(const shardable_users& users, std::span<const std::byte> told);

  rank_state& m_state;
  std::unique_ptr<public_objects> m_received;
};

/// At the end of rank 0: the others end too.
void end_ranks(const rank_state& state);
/// At the end of another rank that had no users: fault says why, or is empty.
void wait_for_end(const std::string& fault);

}  // namespace edgeldp::mpi
