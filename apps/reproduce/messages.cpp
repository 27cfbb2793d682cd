// SPDX-License-Identifier: MIT
#include "reproduce/messages.hpp"

#include <algorithm>
#include <cmath>

#include "bench/bench.hpp"
#include "bench/chunked_row.hpp"
#include "bench/rows.hpp"
#include "cli/progress.hpp"
#include "cli/protocol_arguments.hpp"
#include "edgeldp/core/codec/effort.hpp"
#include "edgeldp/core/error.hpp"
#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/core/random/permutation.hpp"
#include "edgeldp/core/wire/varint.hpp"

namespace edgeldp::cli {

namespace {

constexpr double alpha = 2.0, size_share = 0.1;

epsilon size_budget(double total, const chunk_choice& chunks) {
  return chunks.is_released ? epsilon::from_nats(size_share * total) : epsilon();
}

ppr_codec make_codec(double total, const chunk_choice& chunks, std::uint32_t alphabet, std::uint64_t seed) {
  const epsilon entries =
      epsilon::from_units(epsilon::from_nats(total).units() - size_budget(total, chunks).units());
  const epsilon mechanism = edgeldp::mechanism_epsilon(ppr_alpha(alpha), entries);
  return {key_of_run(seed, 0), randomized_response::for_budget(mechanism, alphabet), ppr_alpha(alpha)};
}

std::vector<row_entry> permuted(std::span<const row_entry> entries, const permutation& places) {
  std::vector<row_entry> moved(entries.begin(), entries.end());
  for (row_entry& e : moved) e.position = places(e.position);
  std::ranges::sort(moved, {}, &row_entry::position);
  return moved;
}

/// The message of a row: its size, if that is told, then the chunks' indices.
std::vector<std::byte> write_message(const vector_sender& sender, const row_shape& shape, std::int64_t size,
                                     std::span<const std::uint64_t> words) {
  std::vector<std::byte> bytes;
  if (sender.chunks().is_released) append_integer(bytes, size);
  ppr_codec::model model(sender.codec());
  range_encoder out;
  sender.codec().write(shape, words, out, model);
  const std::vector<std::byte> row = out.finish();
  bytes.insert(bytes.end(), row.begin(), row.end());
  return bytes;
}

/// Errors: internal_error unless the bytes say what was written.
void check_message(const vector_sender& sender, const row_shape& shape, std::int64_t size,
                   std::span<const std::uint64_t> words, std::span<const std::byte> bytes) {
  std::size_t position = 0;
  const bool has_size = sender.chunks().is_released;
  const int128 told = has_size ? read_integer(bytes, position, largest_released_number) : int128{size};
  ppr_codec::model model(sender.codec());
  range_decoder in(bytes.subspan(position));
  std::vector<std::uint64_t> received(words.size());
  sender.codec().read(shape, in, model, received);
  if (told != size || !std::ranges::equal(received, words))
    throw internal_error("a message is not read as it was written");
}

/// One user after another: encode(user, shape, entries at permuted places, words) fills the row, timed
/// together with permuting and writing.
template <class Encode>
std::vector<message_cost> send_all(const population& people, const vector_sender& sender, std::uint64_t seed,
                                   std::uint64_t repetitions, Encode&& encode) {
  const permutation places(sender.codec().row({}, {}).candidates().key(), people.length);
  progress bar("users", people.users.size());
  std::vector<message_cost> costs;
  for (std::size_t u = 0; u < people.users.size(); ++u) {
    const std::vector<row_entry>& entries = people.users[u];
    const auto user = static_cast<vertex_id>(u);
    message_cost cost{entries.size(), 0, 0.0, 0};
    std::vector<double> seconds;
    for (std::uint64_t i = 0; i < repetitions; ++i) {
      const double start = cpu_seconds();
      const std::int64_t size = sender.size_to_tell(entries.size(), user, seed);
      const row_shape shape = sender.shape_of(user, people.length, size);
      std::vector<std::uint64_t> words(sender.codec().word_count(shape));
      cost.cut = encode(shape, permuted(entries, places), words);
      const std::vector<std::byte> bytes = write_message(sender, shape, size, words);
      seconds.push_back(cpu_seconds() - start);
      if (i == 0) check_message(sender, shape, size, words, bytes);
      cost.bytes = bytes.size();
    }
    cost.seconds = median(std::move(seconds));
    costs.push_back(cost);
    bar.step();
  }
  return costs;
}

}  // namespace

vector_sender::vector_sender(double epsilon, const chunk_choice& chunks, std::uint32_t alphabet,
                             std::uint64_t seed)
    : m_chunks(chunks),
      m_size_budget(size_budget(epsilon, chunks)),
      m_codec(make_codec(epsilon, chunks, alphabet, seed)) {}

std::int64_t vector_sender::size_to_tell(std::uint64_t entries, vertex_id user, std::uint64_t seed) const {
  const auto size = static_cast<std::int64_t>(entries);
  if (!m_chunks.is_released) return size;
  return coins_of_run(seed, 0)(coin_purpose::size, user, [&](private_randomness& coins) {
    return size + static_cast<std::int64_t>(discrete_laplace(1, m_size_budget)(coins));
  });
}

row_shape vector_sender::shape_of(vertex_id user, std::uint64_t length, std::int64_t size) const {
  const double loss = mechanism_epsilon();
  const double load = m_chunks.beta ? 1.0 / (*m_chunks.beta * loss) : entries_per_chunk(m_chunks.level, loss);
  const auto told =
      static_cast<std::uint64_t>(std::clamp<std::int64_t>(size, 0, static_cast<std::int64_t>(length)));
  const chunk_floor floor = m_chunks.is_released ? chunk_floor_for(loss, m_size_budget) : chunk_floor{};
  return ppr_shape({user, length, 1, told, 0}, load, floor);
}

std::vector<message_cost> send_vectors(const population& people, const vector_sender& sender,
                                       std::uint64_t repetitions, std::uint64_t seed) {
  const coin_source source = coins_of_run(seed, 0);
  return send_all(
      people, sender, seed, repetitions,
      [&](const row_shape& shape, std::span<const row_entry> entries, std::span<std::uint64_t> words) {
        source(coin_purpose::edges, shape.user,
               [&](private_randomness& coins) { sender.codec().encode(shape, entries, coins, words); });
        return std::uint64_t{0};
      });
}

std::vector<message_cost> send_vectors_by_heap(const population& people, const vector_sender& sender,
                                               std::uint64_t most_visits, std::uint64_t seed) {
  const coin_source source = coins_of_run(seed, 0);
  return send_all(
      people, sender, seed, 1,
      [&](const row_shape& shape, std::vector<row_entry> entries, std::span<std::uint64_t> words) {
        const chunked_row row(sender.codec(), shape, std::move(entries));
        return source(coin_purpose::edges, shape.user, [&](private_randomness& coins) {
          return encode_by_heap(row, most_visits, coins, words).cut;
        });
      });
}

}  // namespace edgeldp::cli
