// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edgeldp/core/protocol/population.hpp"
#include "edgeldp/core/random/coin_source.hpp"

/// Simulated users dealt to shards: a round is cut into parts, which are played one after another,
/// or by other processes, and whose messages are gathered. Coins are drawn by user and messages are
/// read in any order, so every number of shards gives the same bits.
namespace edgeldp {

/// What the answer of each number costs, in list entries read and bits tested: a prediction.
using work_by_number = std::function<std::uint64_t(std::uint64_t number)>;

/// Users who can play a part of a round.
class shardable_users : public population {
 public:
  virtual const coin_source& coins() const noexcept = 0;

  /// Answers a call with these coins.
  virtual void play(const call& asked, const coin_source& coins, message_sink& sink) const = 0;

  /// By which users are dealt to shards.
  virtual work_by_number work_of(const call& asked) const = 0;
};

/// Shard `index`, from 0, of `count`.
struct shard {
  std::uint64_t index = 0, count = 1;
};

/// Numbers first .. last - 1 of a round.
struct round_part {
  std::uint64_t first = 0, last = 0;
  std::uint64_t size() const noexcept { return last - first; }
  friend bool operator==(const round_part&, const round_part&) = default;
};

/// What the answers of a round cost, by which they are dealt to shards.
/// Cost: one prediction for each user asked, in parallel; 16 bytes for each 1024 of them.
class round_work {
 public:
  /// Both outlive it.
  /// Errors: invalid_parameter for a call to other users.
  round_work(const shardable_users& users, const call& asked);

  const shardable_users& users() const noexcept { return m_users; }
  const call& asked() const noexcept { return m_asked; }

  /// The part that a shard plays: parts of all shards cover the round, in their order, and cost
  /// about the same. May be empty.
  /// Cost: predictions for at most 2048 users.
  /// Errors: invalid_parameter for a shard that is none.
  round_part part(const shard& which) const;

  /// List entries read and bits tested by a part.
  std::uint64_t in(const round_part& part) const;

  /// Tells the data of users apart by what their answers cost; no defence against anybody.
  std::uint64_t fingerprint() const noexcept { return m_fingerprint; }

 private:
  std::uint64_t number_at(uint128 work) const;

  const shardable_users& m_users;
  const call& m_asked;
  std::vector<uint128> m_before;  ///< work of all blocks before one, with one for each user
  std::uint64_t m_fingerprint = 0;
};

/// Answers for one part of a round, under the numbers of the whole.
void play_part(const shardable_users& users, const call& asked, const coin_source& coins,
               const round_part& part, message_sink& sink);

/// The same users, shard after shard: what answers take while they are made shrinks with the number
/// of shards.
class shards_in_turn final : public population {
 public:
  /// The users outlive it.
  /// Errors: invalid_parameter for 0 shards.
  shards_in_turn(const shardable_users& users, std::uint64_t shards);

  std::uint64_t users() const override { return m_users.users(); }
  bool is_simulated() const override { return m_users.is_simulated(); }
  void answer(const call& asked, message_sink& sink) override;

 private:
  const shardable_users& m_users;
  std::uint64_t m_shards;
};

/// A call as it travels to who plays parts of it. Bytes that were published travel apart, by name.
class told_call {
 public:
  /// task: the name of the run whose round it is.
  static byte_string write(const round_work& work, std::string_view task);

  /// The run that such bytes are of.
  /// Errors: format_error for other bytes.
  static std::string task_in(std::span<const std::byte> in);

  /// Errors: format_error for bytes that write never makes, or of another run.
  told_call(std::span<const std::byte> in, std::string_view task);
  told_call(const told_call&) = delete;
  told_call& operator=(const told_call&) = delete;

  /// What has been published so far, in its order.
  const std::vector<public_objects::listed>& published() const noexcept { return m_published; }
  const coin_source& coins() const noexcept { return m_coins; }
  std::uint32_t index() const noexcept { return m_index; }
  std::string_view round() const noexcept { return m_round; }
  std::uint64_t asked_users() const noexcept { return m_who.size(); }

  /// The call, over what was received. Both outlive it.
  call over(const public_objects& received) const;

  /// work: of this call, as predicted here.
  /// Errors: invalid_parameter unless the users here have the data of those for whom it was
  ///     written.
  void require_same(const round_work& work) const;

 private:
  /// What each user alone is told.
  class personal_words {
   public:
    void add(std::string_view text);
    byte_string of(std::uint64_t number) const;

   private:
    byte_string m_bytes;
    std::vector<std::uint64_t> m_end;
  };

  std::uint32_t m_index = 0;
  std::string m_asks, m_round;
  round_kind m_kind;
  byte_string m_said;
  roster m_who = roster::everybody(0);
  std::uint64_t m_fingerprint = 0;  ///< of the users' data
  std::optional<personal_words> m_said_to;
  std::vector<public_objects::listed> m_published;
  coin_source m_coins;
};

/// The messages of one part of a round, on their way from a shard to who gathers them.
/// Memory: 12 bytes a user beside the messages.
class message_batch final : public message_sink {
 public:
  explicit message_batch(const round_part& part);

  void put(std::uint64_t number, std::span<const std::byte> message) override;
  bool put_words(std::uint64_t, std::span<const std::uint64_t>, std::uint64_t) override { return false; }

  std::uint64_t message_bytes() const noexcept { return m_bytes.size(); }

  /// Bytes in the order of numbers, the same whatever the order of messages. answered: the name of
  /// the call.
  byte_string write(std::string_view answered) const;

  /// Whose messages such bytes hold.
  /// Errors: format_error for bytes that write never makes or the answers to another call.
  static round_part part_in(std::span<const std::byte> batch, std::string_view answered);

  /// Hands them over.
  /// Errors: as above, before anything is handed over; what the sink throws.
  static void deliver(std::span<const std::byte> batch, std::string_view answered, message_sink& sink);

 private:
  round_part m_part;
  std::mutex m_mutex;
  std::vector<std::uint64_t> m_at;
  std::vector<std::uint32_t> m_length;  ///< + 1; 0: nothing came
  byte_string m_bytes;
};

/// What a shard answers to a call, as bytes of a message_batch. users: all, here; received: what
/// was published.
/// Errors: format_error and invalid_parameter as told_call, with nothing drawn.
byte_string play_shard(const shardable_users& users, std::span<const std::byte> told, std::string_view task,
                       const public_objects& received, const shard& which);
/// The same for a call that has been read. work: of it, here; answered: its name.
byte_string play_shard(const told_call& read, const round_work& work, const shard& which,
                       std::string_view answered);

/// Where the users of simulated runs are played.
class user_placement {
 public:
  virtual ~user_placement() = default;
  /// The users as a run meets them; null: as they are. They outlive it.
  virtual std::unique_ptr<population> place(const shardable_users& users) = 0;
};

/// In this process, in turn.
class placement_in_turn final : public user_placement {
 public:
  /// Errors: invalid_parameter for 0 shards.
  explicit placement_in_turn(std::uint64_t shards);
  std::unique_ptr<population> place(const shardable_users& users) override;

 private:
  std::uint64_t m_shards;
};

/// While alive, runs over simulated users meet them by way of a placement (process-wide, as
/// thread_limit is). It changes no result.
/// Requires: the placement outlives it; one at a time.
class placement_scope {
 public:
  explicit placement_scope(user_placement& placement);
  ~placement_scope();
  placement_scope(const placement_scope&) = delete;
  placement_scope& operator=(const placement_scope&) = delete;

  /// Whether one lives.
  static bool is_active() noexcept;
  /// What place() of the placement here gives; null without one.
  static std::unique_ptr<population> place(const shardable_users& users);
};

}  // namespace edgeldp
