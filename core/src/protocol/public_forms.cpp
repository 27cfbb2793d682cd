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

byte_string form_of_order(user_order kind, release_key key, std::span<const std::int64_t> degrees) {
  if (kind != user_order::hubs_last) return public_order::write(kind, key, degrees);
  byte_string out;
  canonical_writer(out)
      .number(static_cast<int128>(kind))
      .text(name_of(public_order::write(reverse_of(kind), key, degrees)));
  return out;
}

std::string name_of_order(const release_layout& layout) {
  const release_parameters& p = layout.parameters();
  return name_of(form_of_order(p.order, p.key, layout.degrees()));
}

/// name: under which its numbers are held.
public_order read_order(std::span<const std::byte> in, const public_objects& before,
                        std::string_view name = {}) {
  canonical_reader from(in);
  if (from.count(0xff) != static_cast<std::uint64_t>(user_order::hubs_last))
    return public_order::read(in, name);
  const std::string of = from.text();
  from.end();
  const public_order turned = public_order::read(before.form_of(of).whole().bytes);
  if (turned.kind() != reverse_of(user_order::hubs_last))
    throw format_error(0, "an order is turned round that does not follow degrees");
  return {user_order::hubs_last, turned.key(), turned.degrees(), name};
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

namespace {

template <class Order>
release_parameters under_order(release_parameters p, const Order& order) {
  p.users = order.users();
  p.key = order.key();
  p.order = order.kind();
  for (rank_class& c : p.later) c.rows.key = p.key;
  return p;
}

}  // namespace

release_parameters row_parameters::under(const public_order& order) const {
  return under_order(parameters, order);
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

namespace {

/// What the bytes of a layout say.
struct told_layout {
  std::string order;
  row_parameters rows;
  shared_numbers<std::int64_t> sizes;

  explicit told_layout(std::span<const std::byte> in, std::string_view name = {}) {
    canonical_reader from(in);
    order = from.text();
    rows.parameters = wire::read_row_parameters(from);
    sizes = shared_numbers<std::int64_t>::held(name, "sizes", [&] {
      std::vector<std::int64_t> read = from.numbers();
      from.end();
      return read;
    });
  }
};

/// The name under which what such bytes say is held; empty where nothing is.
std::string name_to_hold(std::span<const std::byte> form) {
  return public_memory_scope::active() == nullptr ? std::string() : name_of(form);
}

/// What make() gives.
/// Errors: format_error where it refuses the parameters.
template <class F>
auto made_of_bytes(F&& make) {
  try {
    return std::forward<F>(make)();
  } catch (const invalid_parameter& e) {
    throw format_error(0, std::string("parameters are out of range: ") + e.what());
  }
}

}  // namespace

byte_string public_form<public_order>::write(const public_order& order) {
  return form_of_order(order.kind(), order.key(), order.degrees());
}

public_order public_form<public_order>::read(std::span<const std::byte> in, const public_objects& before) {
  return read_order(in, before, name_to_hold(in));
}

public_order public_form<public_order>::hold(const public_order& order, const form_with_name& form,
                                             const public_objects&) {
  return order.held_as(form.name);
}

release_layout public_form<release_layout>::hold(const release_layout& layout, const form_with_name& form,
                                                 const public_objects& before) {
  return layout.held_as(before.get<public_order>(canonical_reader(form.bytes).text()).object, form.name);
}

release public_form<release>::hold(const release& rows, const form_with_name& form,
                                   const public_objects& before) {
  return rows.held_as(before.get<release_layout>(canonical_reader(form.bytes).text()).object, form.name);
}

release_layout public_form<release_layout>::read(std::span<const std::byte> in,
                                                 const public_objects& before) {
  const std::string name = name_to_hold(in);
  const told_layout told(in, name);
  const public_ref<public_order> order = before.get<public_order>(told.order);
  return made_of_bytes(
      [&] { return release_layout(told.rows.under(*order), order.object, told.sizes, name); });
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
  const std::string name = name_to_hold(in);
  auto sizes = shared_numbers<std::int64_t>::held(name, "sizes", [&] {
    std::vector<std::int64_t> read = from.numbers();
    from.end();
    return read;
  });
  // Where nothing else says how many users there are, a few bytes must not ask for much memory.
  constexpr std::uint64_t most_without_sizes = std::uint64_t{1} << 24;
  if (sizes.empty() && p.users > most_without_sizes)
    throw format_error(0, "a layout of more than 2^24 users without sizes");
  return made_of_bytes([&] { return vector_layout(p, std::move(sizes), name); });
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
  return read_rows(*layout, from.rest(), std::move(absent), name_to_hold(in));
}

release public_form<release>::read(std::span<const std::byte> in, const public_objects& before) {
  canonical_reader from(in);
  const public_ref<release_layout> layout = before.get<release_layout>(from.text());
  std::vector<vertex_id> absent = read_absent(from, layout->users());
  return read_rows(layout.object, from.rest(), std::move(absent), name_to_hold(in));
}

namespace {

known_users known_in(const public_objects& before) {
  return known_users({before.known().begin(), before.known().end()}, before.known_of());
}

/// The order that read_order reads, of whose users each passes by.
passing_order read_passing(const public_bytes& form, const public_objects& before) {
  canonical_reader from(form);
  auto kind = static_cast<user_order>(from.count(static_cast<std::uint64_t>(user_order::hubs_last)));
  if (kind == user_order::hubs_last) {
    const std::string of = from.text();
    from.end();
    from = canonical_reader(before.form_of(of));
    if (from.count(0xff) != static_cast<std::uint64_t>(reverse_of(kind)))
      throw format_error(0, "an order is turned round that does not follow degrees");
  }
  if (kind < user_order::id) throw format_error(0, "unknown order");
  const release_key key{from.word()};
  return {kind, key, passing_numbers(from.public_rest())};
}

/// All that a layout says, for as long as an excerpt is made.
struct whole_layout {
  canonical_reader from;
  passing_order order;
  release_parameters rows;
  passing_numbers sizes;
  layout_excerpt excerpt;

  whole_layout(const public_bytes& in, const public_objects& before)
      : from(in),
        order(read_passing(before.form_of(from.text()), before)),
        rows(wire::read_row_parameters(from)),
        sizes(from.public_rest()),
        excerpt(made_of_bytes(
            [&] { return layout_excerpt(under_order(rows, order), order, sizes, known_in(before)); })) {}
};

}  // namespace

order_excerpt public_form<order_excerpt>::read(const public_bytes& in, const public_objects& before) {
  return {read_passing(in, before), known_in(before)};
}

layout_excerpt public_form<layout_excerpt>::read(const public_bytes& in, const public_objects& before) {
  return whole_layout(in, before).excerpt;
}

release_excerpt public_form<release_excerpt>::read(const public_bytes& in, const public_objects& before) {
  canonical_reader from(in);
  const whole_layout all(before.form_of(from.text()), before);
  const std::vector<vertex_id> absent = read_absent(from, all.order.users());
  return {all.excerpt, all.order, all.sizes, from.public_rest(), absent};
}

}  // namespace edgeldp
