// SPDX-License-Identifier: MIT
#include "edgeldp/graph/vectors/vector_rounds_user.hpp"

#include <array>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "edgeldp/graph/protocol/noisy_number_user.hpp"

namespace edgeldp {

namespace {

/// Costs the layout's entries per unit of Hamming distance.
byte_string answer_entries(const user_call& asked, const own_vector& me, const user_coins& coins) {
  const entry_round round = entry_round::read(asked.said, asked.published);
  const vector_layout& layout = *round.layout;
  if (asked.number >= layout.users() || layout.length() != me.shape.length ||
      layout.alphabet() != me.shape.alphabet)
    throw format_error(0, "the layout is of other vectors");
  const std::vector<std::uint64_t> row = own_row(layout, asked.number, me, coins);
  return write_vector(layout, static_cast<vertex_id>(asked.number), row);
}

}  // namespace

byte_string answer(const entry_count_round& round, const own_vector& me, const user_coins& coins) {
  const auto size = static_cast<std::int64_t>(me.entries.size());
  return coins(coin_purpose::size,
               [&](private_randomness& source) { return noisy_number(size, 1, round.budget, source); });
}

byte_string answer(const open_entry_count_round&, const own_vector& me, const user_coins&) {
  return integer_message(static_cast<std::int64_t>(me.entries.size()));
}

std::vector<std::uint64_t> own_row(const vector_layout& layout, std::uint64_t number, const own_vector& me,
                                   const user_coins& coins) {
  std::vector<std::uint64_t> row(layout.word_offset(number + 1) - layout.word_offset(number));
  coins(coin_purpose::edges, [&](private_randomness& source) {
    encode_vector(layout, static_cast<vertex_id>(number), me.entries, source, row);
  });
  return row;
}

std::span<const user_task_for<own_vector>> vector_tasks() {
  static constexpr std::array tasks{task_of<entry_count_round, own_vector>(),
                                    user_task_for<own_vector>{entry_round::asks, answer_entries}};
  return tasks;
}

std::span<const user_task_for<own_vector>> open_vector_tasks() {
  static constexpr std::array tasks{task_of<open_entry_count_round, own_vector>()};
  return tasks;
}

}  // namespace edgeldp
