// SPDX-License-Identifier: MIT
#include "edgeldp/core/protocol/public_forms.hpp"

#include <array>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/core/wire/release_file.hpp"

namespace edgeldp {

namespace {

/// Calls f for every integer of the parameters that the order does not say, in the order of the
/// bytes.
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
}

template <class Parameters>
auto budgets_of(Parameters& p) {
  return std::array{&p.total, &p.degree, &p.size, &p.edges, &p.count};
}

/// Rules are counted from 1.
template <class Rule>
Rule read_rule(canonical_reader& from, Rule last) {
  const std::uint64_t number = from.count(static_cast<std::uint64_t>(last));
  if (number == 0) throw format_error(0, "a rule of number 0");
  return static_cast<Rule>(number);
}

row_parameters read_parameters(canonical_reader& from) {
  row_parameters read;
  release_parameters& p = read.parameters;
  p.codec = static_cast<codec_kind>(from.count(0xff));
  p.chunk_rule = read_rule(from, chunk_rule::true_degree);
  p.simulated = from.count(1) == 1;
  for_each_integer(p, [&](auto& value) {
    using integer = std::remove_reference_t<decltype(value)>;
    value = static_cast<integer>(from.count(std::numeric_limits<integer>::max()));
  });
  for (epsilon* budget : budgets_of(p)) *budget = from.budget();
  return read;
}

vector_row_parameters read_vector_parameters(canonical_reader& from) {
  vector_row_parameters read;
  vector_parameters& p = read.parameters;
  p.key = {from.word()};
  p.users = from.count(std::uint64_t{1} << 32);
  p.length = from.count(std::uint64_t{1} << 32);
  p.alphabet = static_cast<std::uint32_t>(from.count(256));
  p.sizes = read_rule(from, size_rule::true_size);
  p.codec = static_cast<codec_kind>(from.count(0xff));
  p.simulated = from.count(1) == 1;
  for_each_integer(p, [&](auto& value) {
    using integer = std::remove_reference_t<decltype(value)>;
    value = static_cast<integer>(from.count(std::numeric_limits<integer>::max()));
  });
  for (epsilon* budget : {&p.total, &p.size, &p.entries, &p.count}) *budget = from.budget();
  return read;
}

std::string name_of_order(const release_layout& layout) {
  const release_parameters& p = layout.parameters();
  return name_of(public_order::write(p.order, p.key, layout.degrees()));
}

}  // namespace

void row_parameters::write(byte_string& out) const {
  const release_parameters& p = parameters;
  canonical_writer to(out);
  to.number(static_cast<int128>(p.codec))
      .number(static_cast<int128>(p.chunk_rule))
      .number(p.simulated ? 1 : 0);
  for_each_integer(p, [&](auto value) { to.number(static_cast<int128>(value)); });
  for (const epsilon* budget : budgets_of(p)) to.budget(*budget);
}

row_parameters row_parameters::read(std::span<const std::byte> in) {
  canonical_reader from(in);
  const row_parameters read = read_parameters(from);
  from.end();
  return read;
}

release_parameters row_parameters::under(const public_order& order) const {
  release_parameters p = parameters;
  p.users = order.users();
  p.key = order.key();
  p.order = order.kind();
  return p;
}

byte_string public_form<release_layout>::write_under(std::string_view order, const release_layout& layout) {
  byte_string out;
  canonical_writer(out).text(order);
  row_parameters{layout.parameters()}.write(out);
  canonical_writer(out).numbers(layout.sizes());
  return out;
}

byte_string public_form<release_layout>::write(const release_layout& layout) {
  return write_under(name_of_order(layout), layout);
}

release_layout public_form<release_layout>::read(std::span<const std::byte> in,
                                                 const public_objects& before) {
  canonical_reader from(in);
  const public_ref<public_order> order = before.get<public_order>(from.text());
  const release_parameters p = read_parameters(from).under(*order);
  std::vector<std::int64_t> sizes = from.numbers();
  from.end();
  try {
    return {p, order->degrees(), std::move(sizes)};
  } catch (const invalid_parameter& e) {
    throw format_error(0, std::string("parameters are out of range: ") + e.what());
  }
}

void vector_row_parameters::write(byte_string& out) const {
  const vector_parameters& p = parameters;
  canonical_writer to(out);
  to.number(static_cast<int128>(p.key.value)).number(static_cast<int128>(p.users));
  to.number(static_cast<int128>(p.length)).number(p.alphabet).number(static_cast<int128>(p.sizes));
  to.number(static_cast<int128>(p.codec)).number(p.simulated ? 1 : 0);
  for_each_integer(p, [&](auto value) { to.number(static_cast<int128>(value)); });
  for (const epsilon* budget : {&p.total, &p.size, &p.entries, &p.count}) to.budget(*budget);
}

vector_row_parameters vector_row_parameters::read(std::span<const std::byte> in) {
  canonical_reader from(in);
  const vector_row_parameters read = read_vector_parameters(from);
  from.end();
  return read;
}

byte_string public_form<vector_layout>::write(const vector_layout& layout) {
  byte_string out;
  vector_row_parameters{layout.parameters()}.write(out);
  canonical_writer(out).numbers(layout.sizes());
  return out;
}

vector_layout public_form<vector_layout>::read(std::span<const std::byte> in, const public_objects&) {
  canonical_reader from(in);
  const vector_row_parameters p = read_vector_parameters(from);
  std::vector<std::int64_t> sizes = from.numbers();
  from.end();
  // Where nothing else says how many users there are, a few bytes must not ask for much memory.
  constexpr std::uint64_t most_without_sizes = std::uint64_t{1} << 24;
  if (sizes.empty() && p.parameters.users > most_without_sizes)
    throw format_error(0, "a layout of more than 2^24 users without sizes");
  try {
    return {p.parameters, std::move(sizes)};
  } catch (const invalid_parameter& e) {
    throw format_error(0, std::string("parameters are out of range: ") + e.what());
  }
}

byte_string public_form<release>::write_under(std::string_view layout, std::span<const std::byte> file,
                                              const release_sizes& sizes) {
  byte_string out;
  canonical_writer(out).text(layout);
  const auto section = file.subspan(sizes.header + sizes.degrees + sizes.sizes);
  out.insert(out.end(), section.begin(), section.end());
  return out;
}

byte_string public_form<release>::write(const release& rows) {
  release_sizes sizes;
  const byte_string file = rows.serialize(&sizes);
  return write_under(name_of(public_form<release_layout>::write(rows.layout())), file, sizes);
}

byte_string public_form<vector_release>::write(const vector_release& rows) {
  if (!rows.catalog().empty()) return write({rows.layout(), rows.all_words()});  // it moves what fills up
  vector_release_sizes sizes;
  const byte_string file = rows.serialize(&sizes);
  byte_string out;
  canonical_writer(out).text(name_of(public_form<vector_layout>::write(rows.layout())));
  const auto section = std::span(file).subspan(sizes.header + sizes.sizes + sizes.catalog);
  out.insert(out.end(), section.begin(), section.end());
  return out;
}

vector_release public_form<vector_release>::read(std::span<const std::byte> in,
                                                 const public_objects& before) {
  canonical_reader from(in);
  const public_ref<vector_layout> layout = before.get<vector_layout>(from.text());
  const byte_string file = file_around_rows(*layout, from.rest());
  return vector_release_reader(file).load();
}

release public_form<release>::read(std::span<const std::byte> in, const public_objects& before) {
  canonical_reader from(in);
  const public_ref<release_layout> layout = before.get<release_layout>(from.text());
  const byte_string file = file_around_rows(*layout, from.rest());
  return release_reader(file).load();
}

}  // namespace edgeldp
