// SPDX-License-Identifier: MIT
#include "edgeldp/core/protocol/public_forms.hpp"

#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "wire/parameter_bytes.hpp"

namespace edgeldp {

namespace {

std::string name_of_order(const release_layout& layout) {
  const release_parameters& p = layout.parameters();
  return name_of(public_order::write(p.order, p.key, layout.degrees()));
}

}  // namespace

void row_parameters::write(byte_string& out) const {
  canonical_writer to(out);
  wire::write_row_parameters(to, parameters);
}

row_parameters row_parameters::read(std::span<const std::byte> in) {
  canonical_reader from(in);
  const row_parameters read{wire::read_row_parameters(from)};
  from.end();
  return read;
}

release_parameters row_parameters::under(const public_order& order) const {
  release_parameters p = parameters;
  p.users = order.users();
  p.key = order.key();
  p.order = order.kind();
  for (rank_class& c : p.later) c.rows.key = p.key;
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
  const release_parameters p = row_parameters{wire::read_row_parameters(from)}.under(*order);
  std::vector<std::int64_t> sizes = from.numbers();
  from.end();
  try {
    return {p, order->degrees(), std::move(sizes)};
  } catch (const invalid_parameter& e) {
    throw format_error(0, std::string("parameters are out of range: ") + e.what());
  }
}

void vector_row_parameters::write(byte_string& out) const {
  canonical_writer to(out);
  wire::write_parameters(to, parameters);
}

vector_row_parameters vector_row_parameters::read(std::span<const std::byte> in) {
  canonical_reader from(in);
  vector_row_parameters read;
  wire::read_parameters(from, read.parameters);
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
  vector_parameters p;
  wire::read_parameters(from, p);
  std::vector<std::int64_t> sizes = from.numbers();
  from.end();
  // Where nothing else says how many users there are, a few bytes must not ask for much memory.
  constexpr std::uint64_t most_without_sizes = std::uint64_t{1} << 24;
  if (sizes.empty() && p.users > most_without_sizes)
    throw format_error(0, "a layout of more than 2^24 users without sizes");
  try {
    return {p, std::move(sizes)};
  } catch (const invalid_parameter& e) {
    throw format_error(0, std::string("parameters are out of range: ") + e.what());
  }
}

namespace {

/// Who sent no row, and the rows.
template <class Release>
void append_rows(byte_string& out, const Release& rows, std::span<const std::byte> row_bytes) {
  const std::vector<std::int64_t> absent(rows.absent().begin(), rows.absent().end());
  canonical_writer(out).numbers(absent);
  out.insert(out.end(), row_bytes.begin(), row_bytes.end());
}

std::vector<vertex_id> read_absent(canonical_reader& from, std::uint64_t users) {
  std::vector<vertex_id> absent;
  for (const std::int64_t u : from.numbers()) {
    if (u < 0 || static_cast<std::uint64_t>(u) >= users) throw format_error(0, "an absent user is none");
    absent.push_back(static_cast<vertex_id>(u));
  }
  return absent;
}

}  // namespace

byte_string public_form<release>::write_under(std::string_view layout, const release& rows,
                                              std::span<const std::byte> row_bytes) {
  byte_string out;
  canonical_writer(out).text(layout);
  append_rows(out, rows, row_bytes);
  return out;
}

byte_string public_form<release>::write(const release& rows) {
  return write_under(name_of(public_form<release_layout>::write(rows.layout())), rows, write_rows(rows));
}

byte_string public_form<vector_release>::write(const vector_release& rows) {
  byte_string out;
  canonical_writer(out).text(name_of(public_form<vector_layout>::write(rows.layout())));
  append_rows(out, rows, write_rows(rows));
  return out;
}

vector_release public_form<vector_release>::read(std::span<const std::byte> in,
                                                 const public_objects& before) {
  canonical_reader from(in);
  const public_ref<vector_layout> layout = before.get<vector_layout>(from.text());
  std::vector<vertex_id> absent = read_absent(from, layout->users());
  return read_rows(*layout, from.rest(), std::move(absent));
}

release public_form<release>::read(std::span<const std::byte> in, const public_objects& before) {
  canonical_reader from(in);
  const public_ref<release_layout> layout = before.get<release_layout>(from.text());
  std::vector<vertex_id> absent = read_absent(from, layout->users());
  return read_rows(*layout, from.rest(), std::move(absent));
}

}  // namespace edgeldp
