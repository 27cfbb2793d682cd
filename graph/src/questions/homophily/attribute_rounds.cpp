// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/homophily/attribute_rounds.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "edgeldp/channel/channel_json.hpp"
#include "edgeldp/channel/report_message.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/core/wire/canonical.hpp"

namespace edgeldp {

namespace {

constexpr round_kind kind_of_reports{rounds::attributes, edge_use::none};

void write_channels(canonical_writer& to, std::span<const channel> channels) {
  to.number(static_cast<int128>(channels.size()));
  for (const channel& c : channels) to.text(channel_to_json(c));
}

std::vector<channel> read_channels(canonical_reader& from) {
  constexpr std::uint64_t most_attributes = 1024;
  std::vector<channel> channels;
  for (std::uint64_t left = from.count(most_attributes); left > 0; --left) {
    channels.push_back(channel_from_own_json(from.text()));
    if (channels.back().output_count() < 2) throw format_error(0, "a channel with one output says nothing");
  }
  return channels;
}

std::vector<channel> channels_of(const public_reports& reports) {
  std::vector<channel> channels;
  channels.reserve(reports.attributes.size());
  for (const attribute_reports& a : reports.attributes) channels.push_back(a.law);
  return channels;
}

std::uint64_t bytes_of_reports(std::span<const channel> channels, std::uint64_t users) {
  std::uint64_t bits = 0;
  for (const channel& c : channels) bits += report_bits(c);
  return (users * bits + 7) / 8;
}

/// Who sent none, after the reports: nothing where everybody did.
void write_absent(canonical_writer& to, const public_reports& reports) {
  std::vector<vertex_id> absent;
  for (std::uint64_t u = 0; u < reports.users(); ++u)
    if (!reports.has(static_cast<vertex_id>(u))) absent.push_back(static_cast<vertex_id>(u));
  if (absent.empty()) return;
  to.number(static_cast<int128>(absent.size()));
  for (const vertex_id u : absent) to.number(u);
}

/// reports: user after user, zeros of those who are named.
/// Errors: format_error for bytes that write_absent never makes.
void take_absent(std::span<const std::byte> in, std::size_t attributes, std::span<std::uint32_t> reports) {
  canonical_reader from(in);
  const std::uint64_t users = reports.size() / attributes;
  std::uint64_t next = 0;  // the least that may be named
  std::uint64_t left = from.count(users);
  if (left == 0) throw format_error(0, "a list of absent users without any");
  for (; left > 0; --left) {
    const std::uint64_t user = from.count(users - 1);
    if (user < next) throw format_error(0, "absent users who are not in increasing order");
    next = user + 1;
    for (std::uint32_t& report : reports.subspan(user * attributes, attributes)) {
      if (report != 0) throw format_error(0, "a report of user " + std::to_string(user) + ", who is absent");
      report = no_report;
    }
  }
  from.end();
}

/// Attribute after attribute from user after user.
public_reports by_attribute(std::vector<channel> channels, std::span<const std::uint32_t> reports) {
  const std::size_t many = channels.size(), users = reports.size() / many;
  public_reports all;
  for (std::size_t a = 0; a < many; ++a) {
    std::vector<std::uint32_t> of(users);
    for (std::size_t u = 0; u < users; ++u) of[u] = reports[u * many + a];
    all.attributes.push_back({std::move(channels[a]), std::move(of)});
  }
  return all;
}

}  // namespace

std::vector<std::int64_t> count_by_report(std::span<const vertex_id> neighbors,
                                          std::span<const attribute_reports> reports) {
  std::vector<std::int64_t> counts;
  for (const attribute_reports& a : reports) {
    const std::size_t begin = counts.size();
    counts.resize(begin + a.law.output_count());
    for (const vertex_id v : neighbors)
      if (a.of[v] != no_report) ++counts[begin + a.of[v]];
  }
  return counts;
}

std::uint64_t public_reports::width() const noexcept {
  std::uint64_t width = 0;
  for (const attribute_reports& a : attributes) width += a.law.output_count();
  return width;
}

byte_string public_reports::packed() const {
  std::vector<std::uint32_t> by_user;
  by_user.reserve(users() * attributes.size());
  for (std::uint64_t u = 0; u < users(); ++u)
    for (const attribute_reports& a : attributes) by_user.push_back(a.of[u] == no_report ? 0 : a.of[u]);
  return write_reports(channels_of(*this), by_user);
}

byte_string public_form<public_reports>::write(const public_reports& reports) {
  byte_string out;
  canonical_writer to(out);
  const std::vector<channel> channels = channels_of(reports);
  write_channels(to, channels);
  to.number(static_cast<int128>(reports.users()));
  const byte_string message = reports.packed();
  out.insert(out.end(), message.begin(), message.end());
  write_absent(to, reports);
  return out;
}

public_reports public_form<public_reports>::read(std::span<const std::byte> in, const public_objects&) {
  canonical_reader from(in);
  std::vector<channel> channels = read_channels(from);
  if (channels.empty()) throw format_error(0, "reports of no attribute");
  const std::uint64_t users = from.count(std::uint64_t{1} << 32);
  const std::span<const std::byte> rest = from.rest();
  const std::size_t packed = std::min<std::size_t>(rest.size(), bytes_of_reports(channels, users));
  std::vector<std::uint32_t> reports = read_reports(channels, users, rest.first(packed));
  if (packed < rest.size()) take_absent(rest.subspan(packed), channels.size(), reports);
  return by_attribute(std::move(channels), reports);
}

const round_kind& report_round::kind() const noexcept {
  return kind_of_reports;
}

void report_round::write(byte_string& out) const {
  canonical_writer to(out);
  to.budget(budget);
  write_channels(to, channels);
}

report_round report_round::read(std::span<const std::byte> in, const public_objects&) {
  canonical_reader from(in);
  report_round round;
  round.budget = from.budget();
  round.channels = read_channels(from);
  from.end();
  return round;
}

report_round::answers report_round::open(const roster& who) const {
  return {channels, std::vector<std::uint32_t>(who.size() * channels.size(), no_report)};
}

void report_round::answers::accept(std::uint64_t number, std::span<const std::byte> message) {
  ranges::copy(read_reports(channels, 1, message),
               reports.begin() + static_cast<std::ptrdiff_t>(number * channels.size()));
}

public_reports report_round::answers::publish() && {
  return by_attribute(std::move(channels), reports);
}

neighbor_count_round counts_of(released_vectors answers, const public_reports& reports, epsilon budget) {
  const double noise = discrete_laplace(reports.attributes.size(), budget).variance();
  return {answers.width, noise, std::move(answers.values)};
}

}  // namespace edgeldp
