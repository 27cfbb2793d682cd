// SPDX-License-Identifier: MIT
#include "edgeldp/graph/rounds/vector_rounds_user.hpp"

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/varint.hpp"

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

epsilon price_of_entries(const user_call& asked, const own_vector&) {
  return entry_round::read(asked.said, asked.published).layout->parameters().entries;
}

}  // namespace

uint128 sensitivity(const entry_count&, const own_vector&, std::uint64_t) {
  return 1;
}

int128 statistic(const entry_count&, const own_vector& me, const count_call&) {
  return static_cast<int128>(me.entries.size());
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

user_task_for<own_vector> entry_task() {
  return {entry_round::asks, answer_entries, price_of_entries};
}

}  // namespace edgeldp
