// SPDX-License-Identifier: MIT
#include "reproduce/messages.hpp"

#include <algorithm>
#include <cmath>

#include "bench/bench.hpp"
#include "bench/chunked_row.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "io/progress.hpp"
#include "options/protocol_arguments.hpp"

namespace edgeldp::cli {

namespace {

/// The round `size`, and the layout that follows from it.
class planned_vectors {
 public:
  planned_vectors(const sparse_vectors& data, const vector_options& options, std::uint64_t seed)
      : m_data(data),
        m_budgets(plan_vector_budgets(options)),
        m_coins(coins_of_run(seed, 0)),
        m_layout(plan_vectors(options, m_budgets, {data.length(), data.alphabet()}, told_sizes(),
                              {data.users(), key_of_run(seed, 0), true}),
                 told_sizes()) {}

  const vector_layout& layout() const { return m_layout; }

  /// One user after another: encode(user, coins, words) fills the row, timed together with writing
  /// it.
  template <class Encode>
  sent_vectors send(std::uint64_t repetitions, Encode&& encode) const {
    sent_vectors sent{m_layout.codec().visit([](const auto& c) { return c.response().loss_nats(); }), {}};
    progress bar("users", m_data.users());
    for (std::uint64_t u = 0; u < m_data.users(); ++u) {
      sent.users.push_back(send_one(static_cast<vertex_id>(u), repetitions, encode));
      bar.step();
    }
    return sent;
  }

 private:
  std::vector<std::int64_t> told_sizes() const {
    if (!m_budgets.size.is_zero()) return release_vector_sizes(m_data, m_budgets.size, m_coins).values;
    std::vector<std::int64_t> sizes;
    for (std::uint64_t u = 0; u < m_data.users(); ++u)
      sizes.push_back(static_cast<std::int64_t>(m_data.row(u).size()));
    return sizes;
  }

  template <class Encode>
  message_cost send_one(vertex_id u, std::uint64_t repetitions, Encode&& encode) const {
    std::vector<std::uint64_t> words(m_layout.word_offset(u + std::uint64_t{1}) - m_layout.word_offset(u));
    std::vector<std::byte> message;
    std::vector<double> seconds;
    message_cost cost;
    for (std::uint64_t i = 0; i < repetitions; ++i) {
      const double start = cpu_seconds();
      m_coins(coin_purpose::edges, u, [&](private_randomness& coins) { cost.cut = encode(u, coins, words); });
      message = write_vector(m_layout, u, words);
      seconds.push_back(cpu_seconds() - start);
    }
    if (read_vector(m_layout, u, message) != words)
      throw internal_error("a message is not read as it was written");
    cost.entries = m_data.row(u).size();
    cost.bytes = message.size();
    if (!m_budgets.size.is_zero()) cost.bytes += integer_message(m_layout.sizes()[u]).size();
    cost.chunks = words.size();
    for (const std::uint64_t index : words) cost.log2_indices += std::log2(static_cast<double>(index));
    cost.seconds = median(std::move(seconds));
    return cost;
  }

  const sparse_vectors& m_data;
  vector_budgets m_budgets;
  coin_source m_coins;
  vector_layout m_layout;
};

std::vector<row_entry> permuted(const vector_layout& layout, std::span<const row_entry> entries) {
  std::vector<row_entry> moved(entries.begin(), entries.end());
  for (row_entry& e : moved) e.position = layout.position(e.position);
  std::ranges::sort(moved, {}, &row_entry::position);
  return moved;
}

}  // namespace

sent_vectors send_vectors(const sparse_vectors& data, const vector_options& options,
                          std::uint64_t repetitions, std::uint64_t seed) {
  const planned_vectors plan(data, options, seed);
  return plan.send(repetitions, [&](vertex_id u, private_randomness& coins, std::span<std::uint64_t> words) {
    encode_vector(plan.layout(), u, data.row(u), coins, words);
    return std::uint64_t{0};
  });
}

sent_vectors send_vectors_by_heap(const sparse_vectors& data, const vector_options& options,
                                  std::uint64_t most_visits, std::uint64_t seed) {
  const planned_vectors plan(data, options, seed);
  const ppr_codec codec(
      plan.layout().parameters().key,
      randomized_response::from_threshold(plan.layout().parameters().flip_threshold, data.alphabet()),
      ppr_alpha::from_milli(plan.layout().parameters().alpha_milli));
  return plan.send(1, [&](vertex_id u, private_randomness& coins, std::span<std::uint64_t> words) {
    const chunked_row row(codec, plan.layout().shape(u), permuted(plan.layout(), data.row(u)));
    return encode_by_heap(row, most_visits, coins, words).cut;
  });
}

}  // namespace edgeldp::cli
