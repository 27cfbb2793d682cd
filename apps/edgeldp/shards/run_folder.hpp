// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/protocol/shards_simulation.hpp"

/// A run whose rounds are played by several processes: a folder of files that they share.
///
///     run.json                    the command of the run; its digest names the run
///     0.1.call                    call 1 of play 0, as it was told
///     0.1.2-of-3.messages         what shard 2 of 3 answered
///     0.decided.NAME              what the collector decided
///     objects/DIGEST              what was published
///
/// Files appear whole or not at all, and those of calls and messages end with their digest. All of
/// it is for whoever may see the graph: coins are replayed, so it protects nobody.
namespace edgeldp::cli {

/// Thrown out of a method when a round waits for shards.
struct round_is_open {
  std::string folder, round;
  std::uint64_t play = 0, index = 0, users = 0;
  std::vector<std::uint64_t> missing;  ///< shards from 1, of `shards`
  std::uint64_t shards = 0;            ///< 0: none was played
};

class run_folder {
 public:
  /// Begins a run, or goes on with the one that is there.
  /// Errors: invalid_parameter when the folder holds the run of another command; io_error.
  run_folder(std::filesystem::path folder, std::vector<std::string> words);
  /// Errors: invalid_parameter where there is no run.
  explicit run_folder(std::filesystem::path folder);

  std::string path() const { return m_folder.string(); }
  const std::vector<std::string>& words() const noexcept { return m_words; }
  /// The run's name.
  const std::string& task() const noexcept { return m_task; }

  /// Tells a call, unless that has been done.
  /// Errors: invalid_parameter when something else was told before.
  void tell(std::uint64_t play, const call& asked, std::span<const std::byte> told) const;

  /// The call that was told last, its play, and what was published until then.
  struct open_call {
    std::uint64_t play = 0;
    byte_string told;
    std::uint64_t index = 0;
    std::string round;
    std::uint64_t users = 0;
    std::unique_ptr<public_objects> published;
  };
  /// Nothing before the first.
  std::optional<open_call> last_call() const;

  /// Keeps what a shard answered; returns the bytes of its file.
  std::uint64_t store(std::uint64_t play, std::uint64_t index, const shard& by,
                      std::span<const std::byte> batch) const;

  /// Hands the messages of all shards over.
  /// Errors: round_is_open, with nothing handed over, when shards are missing; format_error for a
  ///     damaged file, which names it.
  void deliver(std::uint64_t play, const call& asked, std::span<const std::byte> told,
               message_sink& sink) const;

  std::optional<byte_string> decided(std::uint64_t play, std::string_view name) const;
  void decide(std::uint64_t play, std::string_view name, std::span<const std::byte> what) const;

 private:
  std::filesystem::path m_folder;
  std::vector<std::string> m_words;
  std::string m_task;
};

/// The users of such a run as its collector meets them: closed rounds are answered from the folder,
/// and so are decisions. A round that was never told is told, and open.
class folder_users final : public population {
 public:
  folder_users(const run_folder& folder, const shardable_users& users, std::uint64_t play)
      : m_folder(folder), m_users(users), m_play(play) {}
  std::uint64_t users() const override { return m_users.users(); }
  bool is_simulated() const override { return m_users.is_simulated(); }
  /// Errors: round_is_open.
  void answer(const call& asked, message_sink& sink) override;
  byte_string decide(std::string_view name, const std::function<byte_string()>& make) override;

 private:
  const run_folder& m_folder;
  const shardable_users& m_users;
  std::uint64_t m_play;
};

}  // namespace edgeldp::cli
