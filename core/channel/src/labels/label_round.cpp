// SPDX-License-Identifier: MIT
#include "edgeldp/channel/labels/label_round.hpp"

#include <string>
#include <utility>

#include "edgeldp/channel/channel_json.hpp"
#include "edgeldp/channel/report_message.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "labels/prior_shares.hpp"

namespace edgeldp {

namespace {

constexpr round_kind round_of_reports{"report", edge_use::none};

block_plan read_blocks(canonical_reader& from, const channel::labels& labels) {
  block_plan plan = plan_rr(labels);
  for (std::size_t y = 0; y < labels.size(); ++y) plan.majority[y] = from.count(1) == 1;
  for (std::uint64_t left = from.count(labels.size()); left > 0; --left)
    plan.favoured.push_back(from.count(labels.size() - 1));
  return plan;
}

}  // namespace

const round_kind& label_round::kind() const noexcept {
  return is_prior ? round_of_priors : round_of_reports;
}

void label_round::write(byte_string& out) const {
  canonical_writer(out).number(is_prior ? 1 : 0).budget(budget).text(channel_to_json(law));
}

label_round label_round::read(std::span<const std::byte> in, const public_objects&) {
  canonical_reader from(in);
  const bool is_prior = from.count(1) == 1;
  const epsilon budget = from.budget();
  channel law = channel_from_own_json(from.text());
  from.end();
  if (law.output_count() < 2) throw format_error(0, "a channel with one output says nothing");
  if (!is_within({&law, 1}, budget)) throw format_error(0, "the channel tells more than the round costs");
  return {is_prior, budget, std::move(law)};
}

label_round::answers label_round::open(const roster& who) const {
  return {law, std::vector<std::uint32_t>(who.size(), answers::absent)};
}

void label_round::answers::accept(std::uint64_t number, std::span<const std::byte> message) {
  reports[number] = read_reports({&law, 1}, 1, message).front();
}

std::vector<std::uint64_t> label_round::answers::counts() const {
  std::vector<std::uint64_t> counts(law.output_count());
  for (const std::uint32_t report : reports)
    if (report != absent) ++counts[report];
  return counts;
}

void label_plan::write(byte_string& out) const {
  canonical_writer to(out);
  to.text(channel_to_json(mechanism));
  for (const bool is_majority : blocks.majority) to.number(is_majority ? 1 : 0);
  to.number(static_cast<int128>(blocks.favoured.size()));
  for (const std::size_t output : blocks.favoured) to.number(static_cast<int128>(output));
}

label_plan label_plan::read(std::span<const std::byte> in) {
  canonical_reader from(in);
  channel mechanism = channel_from_own_json(from.text());
  block_plan blocks = read_blocks(from, mechanism.inputs());
  from.end();
  if (mechanism.outputs() != mechanism.inputs()) throw format_error(0, "a plan that reports other labels");
  try {
    sizes_of(blocks);
  } catch (const invalid_parameter& e) {
    throw format_error(0, e.what());
  }
  return {std::move(blocks), std::move(mechanism)};
}

}  // namespace edgeldp
