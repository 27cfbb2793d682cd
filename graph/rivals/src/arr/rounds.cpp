// SPDX-License-Identifier: MIT
#include "arr/rounds.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/rounding.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "triangles/packed_words.hpp"

namespace edgeldp {

namespace {

constexpr round_kind rows_kind{rounds::edges, edge_use::one_endpoint};
constexpr round_kind counts_kind{rounds::count, edge_use::one_endpoint};
constexpr std::uint64_t largest_cap = std::uint64_t{1} << 49;  // a released number and a margin

arr_plan read_numbers(canonical_reader& from) {
  const auto variant = static_cast<arr_variant>(from.count(2));
  const auto rule = static_cast<pair_clip::rule>(from.count(1));
  const epsilon edges = from.budget(), count = from.budget();
  constexpr std::uint64_t resolution = asymmetric_response::resolution;
  const std::uint64_t edge = from.count(resolution - 1), stranger = from.count(resolution - 1);
  if (stranger == 0 || stranger >= edge) throw format_error(0, "thresholds out of order");
  arr_plan plan{variant, rule, edges, count, asymmetric_response::from_thresholds(edge, stranger),
                0,       {},   0,     {},    {}};
  if (!is_surely_within(plan.response.loss_nats(), edges.nats()))
    throw format_error(0, "thresholds that cost more than is paid");
  plan.offset = from.count(resolution - 1);
  plan.gaps.shift = static_cast<unsigned>(from.count(16));
  plan.gaps.stop = static_cast<std::uint32_t>(from.count(1023));
  if (plan.gaps.stop == 0) throw format_error(0, "gaps that never end");
  plan.margin = from.number();
  for (const std::int64_t cap : from.numbers()) {
    if (cap < 0 || static_cast<std::uint64_t>(cap) > largest_cap) throw format_error(0, "a cap out of range");
    plan.caps.push_back(static_cast<std::uint64_t>(cap));
  }
  for (std::size_t u = 0; u < plan.caps.size(); ++u) {
    const uint128 whole = uint128{from.count(largest_cap)} * resolution;
    plan.kappa.push_back(whole + (rule == pair_clip::rule::greedy ? 0 : from.count(resolution - 1)));
  }
  return plan;
}

}  // namespace

uint128 arr_plan::sensitivity(vertex_id user) const {
  if (rule == pair_clip::rule::first_member) return kappa[user];
  const auto whole = static_cast<std::uint64_t>(kappa[user] / asymmetric_response::resolution);
  return greedy_sensitivity(caps[user], whole, offset);
}

void arr_plan::write(byte_string& out) const {
  canonical_writer to(out);
  to.number(static_cast<int128>(variant)).number(static_cast<int128>(rule)).budget(edges).budget(count);
  to.number(static_cast<int128>(response.edge_threshold()));
  to.number(static_cast<int128>(response.stranger_threshold())).number(static_cast<int128>(offset));
  to.number(gaps.shift).number(gaps.stop).number(margin);
  to.number(static_cast<int128>(caps.size()));
  for (const std::uint64_t cap : caps) to.number(static_cast<int128>(cap));
  for (const uint128 k : kappa) {
    to.number(static_cast<int128>(k / asymmetric_response::resolution));
    if (rule == pair_clip::rule::first_member)
      to.number(static_cast<int128>(k % asymmetric_response::resolution));
  }
}

arr_plan arr_plan::read(std::span<const std::byte> in) {
  canonical_reader from(in);
  arr_plan plan = read_numbers(from);
  from.end();
  return plan;
}

byte_string public_form<arr_layout>::write(const arr_layout& layout) {
  byte_string out;
  canonical_writer(out).text(layout.order.name);
  layout.plan.write(out);
  return out;
}

arr_layout public_form<arr_layout>::read(std::span<const std::byte> in, const public_objects& before) {
  canonical_reader from(in);
  public_ref<public_order> order = before.get<public_order>(from.text());
  arr_plan plan = read_numbers(from);
  from.end();
  if (order->users() == 0 || plan.caps.size() != order->users())
    throw format_error(0, "a plan of other users than its order");
  return {std::move(order), std::move(plan)};
}

byte_string public_form<arr_rows>::write(const arr_rows& rows) {
  byte_string out;
  canonical_writer(out).text(rows.layout.name);
  append_words(out, rows.noisy.words());
  return out;
}

arr_rows public_form<arr_rows>::read(std::span<const std::byte> in, const public_objects& before) {
  canonical_reader from(in);
  public_ref<arr_layout> layout = before.get<arr_layout>(from.text());
  std::span<const std::byte> bytes = from.rest();
  if (bytes.size() != 8 * noisy_triangle::words_of(layout->users()))
    throw format_error(in.size() - bytes.size(), "rows of another length");
  noisy_triangle noisy(layout->users());
  for (std::uint32_t k = 0; k < noisy.users(); ++k) {
    take_words(bytes, noisy.row(k));
    if (k % 64 != 0 && noisy.row(k).back() >> (k % 64) != 0)
      throw format_error(in.size() - bytes.size(), "a noisy edge outside its row");
  }
  return {std::move(layout), std::move(noisy)};
}

const round_kind& arr_row_round::kind() const noexcept {
  return rows_kind;
}

void arr_row_round::write(byte_string& out) const {
  canonical_writer(out).text(layout.name);
}

arr_row_round arr_row_round::read(std::span<const std::byte> in, const public_objects& published) {
  canonical_reader from(in);
  const std::string name = from.text();
  from.end();
  return {published.get<arr_layout>(name)};
}

arr_row_round::answers::answers(public_ref<arr_layout> layout)
    : m_layout(std::move(layout)), m_format(m_layout->format()), m_noisy(m_layout->users()) {}

void arr_row_round::answers::accept(std::uint64_t number, std::span<const std::byte> message) {
  const std::uint32_t place = m_layout->order->rank(static_cast<vertex_id>(number));
  std::vector<std::uint64_t> row(m_noisy.row(place).size());
  m_format.read_row(message, place, row);
  accept_words(number, row);
}

void arr_row_round::answers::accept_words(std::uint64_t number, std::span<const std::uint64_t> row) {
  std::ranges::copy(row, m_noisy.row(m_layout->order->rank(static_cast<vertex_id>(number))).begin());
}

arr_rows arr_row_round::answers::finish() && {
  return {std::move(m_layout), std::move(m_noisy)};
}

const round_kind& arr_count_round::kind() const noexcept {
  return counts_kind;
}

void arr_count_round::write(byte_string& out) const {
  canonical_writer(out).text(layout.name).text(rows);
}

byte_string arr_count_round::said_to(std::uint64_t number) const {
  const vertex_id reader = who.user(number);
  const std::uint32_t place = layout->order->rank(reader);
  byte_string own;
  if (layout->plan.variant != arr_variant::full)
    own = layout->format().write_row(all->noisy.row(place), place);
  byte_string out;
  canonical_writer(out).text({reinterpret_cast<const char*>(own.data()), own.size()});
  const byte_string edges = downloads->make(reader);
  out.insert(out.end(), edges.begin(), edges.end());
  return out;
}

arr_count_round arr_count_round::read(std::span<const std::byte> in, const public_objects& published) {
  canonical_reader from(in);
  const std::string layout = from.text(), rows = from.text();
  from.end();
  return {published.get<arr_layout>(layout), rows};
}

byte_string noisy_edges_for(const arr_rows& rows, vertex_id reader) {
  const arr_layout& layout = *rows.layout;
  return layout.format().write_download(rows.noisy, layout.plan.variant, layout.order->rank(reader));
}

std::vector<bool> measured_users(const arr_layout& layout) {
  // Uploads tell n^2 / 2 places, a download n^2 / 6 times p0 for each own edge on average.
  const double as_uploads = 3.0 / std::pow(layout.plan.response.law().p0, own_edges(layout.plan.variant));
  const auto wanted = static_cast<std::uint64_t>(std::clamp(as_uploads, 4.0, 64.0));
  return spread_evenly(layout.order->ranks(), wanted);
}

}  // namespace edgeldp
