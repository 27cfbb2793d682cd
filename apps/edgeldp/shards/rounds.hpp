// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/report.hpp"
#include "shards/run_folder.hpp"

/// Commands whose rounds are played apart: the collector's side, and a shard's.
namespace edgeldp::cli {

/// Runs of this process meet their users by way of a folder.
class collector_placement final : public user_placement {
 public:
  explicit collector_placement(run_folder folder) : m_folder(std::move(folder)) {}
  std::unique_ptr<population> place(const shardable_users& users) override {
    return std::make_unique<folder_users>(m_folder, users, m_plays++);
  }

 private:
  run_folder m_folder;
  std::uint64_t m_plays = 0;
};

/// The words of a command without options of the program itself, which change no result.
std::vector<std::string> words_of_run(std::span<char*> words);

/// The answer of a command that ends because a round waits for shards.
void print_open_round(const round_is_open& open, output_style style);

}  // namespace edgeldp::cli
