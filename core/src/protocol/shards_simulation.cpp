// SPDX-License-Identifier: MIT
#include "edgeldp/core/protocol/shards_simulation.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <optional>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/text_bytes.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/core/wire/varint.hpp"

namespace edgeldp {

namespace {

constexpr std::string_view a_call = "edgeldp shard call 1", a_batch = "edgeldp shard messages 1";

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

byte_string bytes_of(std::string_view text) {
  const auto bytes = text_bytes(text);
  return {bytes.begin(), bytes.end()};
}

void write_word(canonical_writer& to, std::uint64_t word) {
  to.number(static_cast<int128>(word >> 32)).number(static_cast<int128>(word & UINT32_MAX));
}

std::uint64_t read_word(canonical_reader& from) {
  const std::uint64_t high = from.count(UINT32_MAX);
  return high << 32 | from.count(UINT32_MAX);
}

/// Users whose work is added up before it is kept.
constexpr std::uint64_t in_block = 1024;

/// The finalizer of SplitMix64.
std::uint64_t mix(std::uint64_t word) {
  word += 0x9e3779b97f4a7c15U;
  word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9U;
  word = (word ^ word >> 27) * 0x94d049bb133111ebU;
  return word ^ word >> 31;
}

constexpr const char* other_graph =
    "the graph here is not the one that the run began with: every shard needs the same file";

}  // namespace

round_work::round_work(const shardable_users& users, const call& asked)
    : m_users(users), m_asked(asked), m_before((asked.who.size() + in_block - 1) / in_block + 1) {
  if (asked.who.users() != users.users()) throw invalid_parameter(other_graph);
  std::atomic<std::uint64_t> fingerprint = users.users();
  parallel_for(0, m_before.size() - 1, 16, [&](std::uint64_t first, std::uint64_t last) {
    const auto work = users.work_of(asked);
    std::uint64_t mixed = 0;
    for (std::uint64_t block = first; block < last; ++block) {
      const std::uint64_t end = std::min((block + 1) * in_block, asked.who.size());
      for (std::uint64_t number = block * in_block; number < end; ++number) {
        const std::uint64_t here = work(number);
        m_before[block + 1] += uint128{here} + 1;
        mixed += mix(number << 32 ^ here);
      }
    }
    fingerprint += mixed;
  });
  std::partial_sum(m_before.begin(), m_before.end(), m_before.begin());
  m_fingerprint = fingerprint;
}

/// The first number with so much work before it or more.
std::uint64_t round_work::number_at(uint128 work) const {
  const auto next = ranges::lower_bound(m_before, work);
  if (next == m_before.begin()) return 0;
  const auto block = static_cast<std::uint64_t>(next - m_before.begin()) - 1;
  const auto predicted = m_users.work_of(m_asked);
  std::uint64_t number = block * in_block;
  for (uint128 before = m_before[block]; before < work && number < m_asked.who.size(); ++number)
    before += uint128{predicted(number)} + 1;
  return number;
}

round_part round_work::part(const shard& which) const {
  if (which.index >= which.count)
    throw invalid_parameter("shard " + std::to_string(which.index + 1) + " of " +
                            std::to_string(which.count));
  const uint128 all = m_before.back();
  return {number_at(all * which.index / which.count), number_at(all * (which.index + 1) / which.count)};
}

std::uint64_t round_work::in(const round_part& part) const {
  const auto work = m_users.work_of(m_asked);
  std::uint64_t sum = 0;
  for (std::uint64_t number = part.first; number < part.last; ++number) sum += work(number);
  return sum;
}

void play_part(const shardable_users& users, const call& asked, const coin_source& coins,
               const round_part& part, message_sink& sink) {
  if (part.size() == 0) return;
  const roster who = asked.who.part(part.first, part.last);
  call mine{asked.index, asked.asks, asked.kind, asked.said, who, asked.published};
  mine.said_to = asked.said_to;
  users.play(mine, coins, sink);
}

shards_in_turn::shards_in_turn(const shardable_users& users, std::uint64_t shards)
    : m_users(users), m_shards(shards) {
  if (shards == 0) throw invalid_parameter("no shards to deal users to");
}

void shards_in_turn::answer(const call& asked, message_sink& sink) {
  const round_work work(m_users, asked);
  for (std::uint64_t index = 0; index < m_shards; ++index)
    play_part(m_users, asked, m_users.coins(), work.part({index, m_shards}), sink);
}

byte_string told_call::write(const round_work& work, std::string_view task) {
  const call& asked = work.asked();
  byte_string out;
  canonical_writer to(out);
  to.text(a_call).text(task).number(asked.index).text(asked.asks).text(asked.kind.name);
  to.number(static_cast<int128>(asked.kind.edges)).text(text_of(asked.said));
  write_roster(to, asked.who);
  const std::optional<std::uint64_t> key = work.users().coins().replayed_key();
  to.number(key ? 1 : 0);
  write_word(to, key.value_or(0));
  write_word(to, work.fingerprint());
  to.number(asked.said_to ? 1 : 0);
  for (std::uint64_t number = 0; asked.said_to && number < asked.who.size(); ++number)
    to.text(text_of(asked.said_to(number)));
  for (const public_objects::listed& object : asked.published.list())
    to.text(object.name).number(static_cast<int128>(object.size));
  return out;
}

namespace {

/// The run that a call is of; the reader is left behind it.
std::string read_task(canonical_reader& from) {
  if (from.text() != a_call) throw format_error(0, "no call of a round");
  return from.text();
}

}  // namespace

std::string told_call::task_in(std::span<const std::byte> in) {
  canonical_reader from(in);
  return read_task(from);
}

told_call::told_call(std::span<const std::byte> in, std::string_view task) {
  canonical_reader from(in);
  if (read_task(from) != task) throw format_error(0, "a call of another run");
  m_index = static_cast<std::uint32_t>(from.count(UINT32_MAX));
  m_asks = from.text();
  m_round = from.text();
  m_kind = {m_round, static_cast<edge_use>(from.count(static_cast<std::uint64_t>(edge_use::both_endpoints)))};
  m_said = bytes_of(from.text());
  m_who = read_roster(from, in.size());
  const bool is_replayed = from.count(1) == 1;
  const std::uint64_t key = read_word(from);
  if (is_replayed) m_coins = coin_source::simulated(key);
  m_fingerprint = read_word(from);
  if (from.count(1) == 1) {
    m_said_to.emplace();
    for (std::uint64_t number = 0; number < m_who.size(); ++number) m_said_to->add(from.text());
  }
  while (!from.is_at_end()) {
    std::string name = from.text();
    m_published.push_back({std::move(name), from.count(std::uint64_t{1} << 48)});
  }
}

call told_call::over(const public_objects& received) const {
  call asked{m_index, m_asks, m_kind, m_said, m_who, received};
  if (m_said_to) asked.said_to = [this](std::uint64_t number) { return m_said_to->of(number); };
  return asked;
}

void told_call::require_same(const round_work& work) const {
  if (work.fingerprint() != m_fingerprint) throw invalid_parameter(other_graph);
}

void told_call::personal_words::add(std::string_view text) {
  const auto bytes = text_bytes(text);
  m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
  m_end.push_back(m_bytes.size());
}

byte_string told_call::personal_words::of(std::uint64_t number) const {
  const std::uint64_t first = number == 0 ? 0 : m_end[number - 1];
  const auto mine = std::span(m_bytes).subspan(first, m_end[number] - first);
  return {mine.begin(), mine.end()};
}

message_batch::message_batch(const round_part& part)
    : m_part(part), m_at(part.size()), m_length(part.size()) {}

void message_batch::put(std::uint64_t number, std::span<const std::byte> message) {
  if (number < m_part.first || number >= m_part.last || message.size() >= UINT32_MAX)
    throw internal_error("a message that a batch has no room for");
  const std::lock_guard lock(m_mutex);
  if (m_length[number - m_part.first] != 0) throw internal_error("a user answered a round twice");
  m_at[number - m_part.first] = m_bytes.size();
  m_length[number - m_part.first] = static_cast<std::uint32_t>(message.size() + 1);
  m_bytes.insert(m_bytes.end(), message.begin(), message.end());
}

byte_string message_batch::write(std::string_view answered) const {
  byte_string out;
  out.reserve(m_bytes.size() + 2 * m_length.size() + 256);
  canonical_writer to(out);
  to.text(a_batch).text(answered);
  to.number(static_cast<int128>(m_part.first)).number(static_cast<int128>(m_part.last));
  for (const std::uint32_t length : m_length) append_integer(out, length);
  for (std::size_t i = 0; i < m_length.size(); ++i) {
    if (m_length[i] == 0) continue;
    const auto message = std::span(m_bytes).subspan(m_at[i], m_length[i] - 1U);
    out.insert(out.end(), message.begin(), message.end());
  }
  return out;
}

namespace {

/// What a batch says before its messages; the reader is left behind it.
round_part read_part(canonical_reader& from, std::string_view answered) {
  if (from.text() != a_batch) throw format_error(0, "no messages of a shard");
  if (from.text() != answered) throw format_error(0, "messages of another round or run");
  round_part part;
  part.first = from.count(std::uint64_t{1} << 32);
  part.last = from.count(std::uint64_t{1} << 32);
  if (part.first > part.last) throw format_error(0, "a part of a round that ends before it begins");
  return part;
}

}  // namespace

round_part message_batch::part_in(std::span<const std::byte> batch, std::string_view answered) {
  canonical_reader from(batch);
  return read_part(from, answered);
}

void message_batch::deliver(std::span<const std::byte> batch, std::string_view answered, message_sink& sink) {
  canonical_reader from(batch);
  const round_part part = read_part(from, answered);
  const std::span<const std::byte> rest = from.rest();
  if (part.size() > rest.size()) throw format_error(0, "a part of more users than it has messages");
  std::vector<std::uint64_t> end(part.size() + 1);  // of each message, first from 0
  std::vector<bool> came(part.size());
  std::size_t at = 0;
  for (std::uint64_t i = 0; i < part.size(); ++i) {
    const int128 said = read_integer(rest, at, UINT32_MAX);
    if (said < 0) throw format_error(at, "a message of negative length");
    const auto length = static_cast<std::uint64_t>(said);
    came[i] = length != 0;
    end[i + 1] = end[i] + (came[i] ? length - 1 : 0);
  }
  const std::span<const std::byte> messages = rest.subspan(at);
  if (messages.size() != end.back()) throw format_error(at, "messages are cut off, or bytes follow them");
  parallel_for(0, part.size(), 256, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i)
      if (came[i]) sink.put(part.first + i, messages.subspan(end[i], end[i + 1] - end[i]));
  });
}

byte_string play_shard(const shardable_users& users, std::span<const std::byte> told, std::string_view task,
                       const public_objects& received, const shard& which) {
  const told_call read(told, task);
  const call asked = read.over(received);
  return play_shard(read, round_work(users, asked), which, name_of(told));
}

byte_string play_shard(const told_call& read, const round_work& work, const shard& which,
                       std::string_view answered) {
  read.require_same(work);
  const round_part part = work.part(which);
  message_batch batch(part);
  play_part(work.users(), work.asked(), read.coins(), part, batch);
  return batch.write(answered);
}

placement_in_turn::placement_in_turn(std::uint64_t shards) : m_shards(shards) {
  if (shards == 0) throw invalid_parameter("no shards to deal users to");
}

std::unique_ptr<population> placement_in_turn::place(const shardable_users& users) {
  return std::make_unique<shards_in_turn>(users, m_shards);
}

namespace {
user_placement* placed_by = nullptr;
}

placement_scope::placement_scope(user_placement& placement) {
  if (placed_by != nullptr) throw internal_error("users are placed twice");
  placed_by = &placement;
}

placement_scope::~placement_scope() {
  placed_by = nullptr;
}

bool placement_scope::is_active() noexcept {
  return placed_by != nullptr;
}

std::unique_ptr<population> placement_scope::place(const shardable_users& users) {
  return placed_by == nullptr ? nullptr : placed_by->place(users);
}

}  // namespace edgeldp
