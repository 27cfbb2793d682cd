// SPDX-License-Identifier: MIT
#include "mpi/mpi_users.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "mpi/wires.hpp"

namespace edgeldp::mpi {

namespace {

/// The name of a run without a folder: all its bytes stay within the job.
constexpr std::string_view run_of_job = "a job";

}  // namespace

std::string rank_work::text() const {
  return fmt::format(
      "{} list entries and bits, {} bytes sent, {} received, {} bytes of memory of its own, {} in all",
      predicted, sent, received, own_memory, peak_memory);
}

/// The users of a job as rank 0 meets them.
class ranks_population final : public population {
 public:
  /// folder: null without one.
  ranks_population(rank_state& state, const cli::run_folder* folder, const shardable_users& users,
                   std::uint64_t play)
      : m_here(state.here), m_work(state.work), m_folder(folder), m_users(users), m_play(play) {
    if (folder != nullptr) m_kept.emplace(*folder, users, play);
  }
  std::uint64_t users() const override { return m_users.users(); }
  bool is_simulated() const override { return m_users.is_simulated(); }
  void answer(const call& asked, message_sink& sink) override;
  byte_string decide(std::string_view name, const std::function<byte_string()>& make) override {
    return m_kept ? m_kept->decide(name, make) : make();
  }

 private:
  void publish(const public_objects& published);
  void take(const call& asked, const shard& from, std::span<const std::byte> batch, std::string_view answered,
            message_sink& sink);

  const machine& m_here;
  rank_work& m_work;
  const cli::run_folder* m_folder;
  const shardable_users& m_users;
  std::uint64_t m_play;
  std::optional<cli::folder_users> m_kept;
  std::set<std::string> m_published;
};

void ranks_population::answer(const call& asked, message_sink& sink) {
  if (m_kept) {
    try {
      return m_kept->answer(asked, sink);
    } catch (const cli::round_is_open&) {  // not kept: it is asked below
    }
  }
  const std::string_view task = m_folder != nullptr ? std::string_view(m_folder->task()) : run_of_job;
  const round_work work(m_users, asked);
  byte_string told = told_call::write(work, task);
  const std::string answered = name_of(told);
  broadcast(told);
  m_work.sent += told.size();
  if (m_folder == nullptr) told = byte_string();  // nobody reads it again
  publish(asked.published);
  const shard mine{0, static_cast<std::uint64_t>(ranks())};
  const round_part part = work.part(mine);
  m_work.predicted += work.in(part);
  if (m_folder != nullptr)
    take(asked, mine, play_shard({told, task}, work, mine, answered), answered, sink);
  else
    play_part(m_users, asked, m_users.coins(), part, sink);
  for (int from = 1; from < ranks(); ++from) {
    const byte_string batch = receive(from);
    m_work.received += batch.size();
    take(asked, {static_cast<std::uint64_t>(from), mine.count}, batch, answered, sink);
  }
}

void ranks_population::publish(const public_objects& published) {
  for (const public_objects::listed& object : published.list()) {
    if (!m_published.insert(object.name).second) continue;
    m_work.sent += object.size;
    m_here.broadcast(object.name, published.form_of(object.name).whole());
  }
}

void ranks_population::take(const call& asked, const shard& from, std::span<const std::byte> batch,
                            std::string_view answered, message_sink& sink) {
  if (m_folder != nullptr) m_folder->store(m_play, asked.index, from, batch);
  message_batch::deliver(batch, answered, sink);
}

std::unique_ptr<population> asking_ranks::place(const shardable_users& users) {
  if (!m_state.is_ready) {
    m_state.is_ready = true;
    const std::vector<std::string> faults = gather("");
    for (std::size_t i = 0; i < faults.size(); ++i)
      if (!faults[i].empty()) throw io_error(fmt::format("rank {}: {}", i, faults[i]));
  }
  return std::make_unique<ranks_population>(m_state, m_folder ? &*m_folder : nullptr, users, m_plays++);
}

std::unique_ptr<population> answering_rank::place(const shardable_users& users) {
  m_state.is_ready = true;
  gather("");
  while (true) {
    byte_string told;
    broadcast(told);
    if (told.empty()) throw has_ended{};
    answer(users, told);
  }
}

void answering_rank::answer(const shardable_users& users, std::span<const std::byte> told) {
  m_state.work.received += told.size();
  const std::string task(told_call::task_in(told));
  const told_call read(told, task);
  if (read.index() == 0) m_received.reset();
  if (!m_received) m_received = std::make_unique<public_objects>();
  for (const public_objects::listed& object : read.published()) {
    if (m_received->has(object.name)) continue;
    m_state.work.received += object.size;
    m_received->receive(object.name, m_state.here.broadcast(object.name, {}));
  }
  const shard mine{static_cast<std::uint64_t>(rank()), static_cast<std::uint64_t>(ranks())};
  const call asked = read.over(*m_received);
  const round_work work(users, asked);
  m_state.work.predicted += work.in(work.part(mine));
  const byte_string batch = play_shard(read, work, mine, name_of(told));
  m_state.work.sent += batch.size();
  send(0, batch);
}

void end_ranks(const rank_state& state) {
  if (!state.is_ready) gather("");
  byte_string nothing;
  broadcast(nothing);
}

void wait_for_end(const std::string& fault) {
  gather(fault);
  byte_string nothing;
  broadcast(nothing);
  if (!nothing.empty()) throw internal_error("a rank without users was asked");
}

}  // namespace edgeldp::mpi
