// SPDX-License-Identifier: MIT
#include "wire/parameter_bytes.hpp"

#include <limits>
#include <type_traits>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/size_of.hpp"

namespace edgeldp::wire {

namespace {

constexpr std::uint64_t most_users = std::uint64_t{1} << 32;

/// Calls f for every integer of a codec, in the order of the bytes.
template <class Parameters, class F>
void for_each_integer(Parameters& p, F&& f) {
  f(p.flip_threshold);
  f(p.drop_threshold);
  f(p.field_order);
  f(p.kept_rate);
  f(p.alpha_milli);
  f(p.candidate_limit_log2);
  f(p.level);
  f(p.chunk_rate);
  f(p.chunk_floor_rate);
  f(p.size_slack);
  f(p.coding);
}

/// Rules are counted from 1.
template <class Rule>
Rule read_rule(canonical_reader& from, Rule last) {
  const std::uint64_t number = from.count(static_cast<std::uint64_t>(last));
  if (number == 0) throw format_error(0, "a rule of number 0");
  return static_cast<Rule>(number);
}

template <class Parameters>
void write_numbers_of(canonical_writer& to, const Parameters& p) {
  for_each_integer(p, [&](auto value) { to.number(static_cast<int128>(value)); });
  for (const epsilon* budget : budgets_of(p)) to.budget(*budget);
}

template <class Parameters>
void read_integers_of(canonical_reader& from, Parameters& p) {
  for_each_integer(p, [&]<class T>(T& value) {
    if constexpr (std::is_enum_v<T>)
      value = static_cast<T>(from.count(0xff));
    else
      value = static_cast<T>(from.count(std::numeric_limits<T>::max()));
  });
}

template <class Parameters>
void read_numbers_of(canonical_reader& from, Parameters& p) {
  read_integers_of(from, p);
  for (epsilon* budget : budgets_of(p)) *budget = from.budget();
}

void read_rows(canonical_reader& from, release_parameters& p) {
  p.codec = static_cast<codec_kind>(from.count(0xff));
  p.chunk_rule = read_rule(from, chunk_rule::true_degree);
  p.simulated = from.count(1) == 1;
  read_numbers_of(from, p);
}

}  // namespace

namespace {

void write_rows(canonical_writer& to, const release_parameters& p) {
  to.number(static_cast<int128>(p.codec))
      .number(static_cast<int128>(p.chunk_rule))
      .number(p.simulated ? 1 : 0);
  write_numbers_of(to, p);
}

}  // namespace

void write_classes(canonical_writer& to, std::span<const rank_class> later) {
  to.number(static_cast<int128>(later.size()));
  for (const rank_class& c : later) {
    to.number(c.first);
    for_each_integer(c.rows, [&](auto value) { to.number(static_cast<int128>(value)); });
    to.budget(c.size).budget(c.edges).budget(c.count);
  }
}

std::vector<rank_class> read_classes(canonical_reader& from, codec_kind codec, release_key key) {
  std::vector<rank_class> later(size_of(from.count(most_rank_classes)));
  for (rank_class& c : later) {
    c.first = static_cast<std::uint32_t>(from.count(~std::uint32_t{0}));
    c.rows.codec = codec;
    c.rows.key = key;
    read_integers_of(from, c.rows);
    c.size = from.budget();
    c.edges = from.budget();
    c.count = from.budget();
  }
  return later;
}

void write_row_parameters(canonical_writer& to, const release_parameters& p) {
  write_rows(to, p);
  write_classes(to, p.later);
}

release_parameters read_row_parameters(canonical_reader& from) {
  release_parameters p;
  read_rows(from, p);
  p.later = read_classes(from, p.codec, p.key);
  return p;
}

void write_parameters(canonical_writer& to, const release_parameters& p) {
  to.number(static_cast<int128>(p.key.value)).number(static_cast<int128>(p.users));
  to.number(static_cast<int128>(p.order));
  write_rows(to, p);
}

void read_parameters(canonical_reader& from, release_parameters& p) {
  p.key = {from.word()};
  p.users = from.count(most_users);
  p.order = read_rule(from, user_order::hubs_last);
  read_rows(from, p);
}

void write_parameters(canonical_writer& to, const vector_parameters& p) {
  to.number(static_cast<int128>(p.key.value)).number(static_cast<int128>(p.users));
  to.number(static_cast<int128>(p.length)).number(p.alphabet).number(static_cast<int128>(p.sizes));
  to.number(static_cast<int128>(p.codec)).number(p.simulated ? 1 : 0);
  write_numbers_of(to, p);
}

void read_parameters(canonical_reader& from, vector_parameters& p) {
  p.key = {from.word()};
  p.users = from.count(most_users);
  p.length = from.count(most_users);
  p.alphabet = static_cast<std::uint32_t>(from.count(256));
  p.sizes = read_rule(from, size_rule::true_size);
  p.codec = static_cast<codec_kind>(from.count(0xff));
  p.simulated = from.count(1) == 1;
  read_numbers_of(from, p);
}

}  // namespace edgeldp::wire
