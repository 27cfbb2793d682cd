// SPDX-License-Identifier: MIT
#include "edgeldp/graph/rounds/vector_rounds.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/core/wire/canonical.hpp"

namespace edgeldp {

namespace {

constexpr round_kind size_of_vectors{rounds::size, edge_use::one_endpoint};
constexpr round_kind entries_of_vectors{rounds::entries, edge_use::one_endpoint};

void check(const vector_split& s) {
  for (const double share : {s.size, s.entries, s.count}) {
    if (!(share >= 0.0 && share <= 1.0))
      throw invalid_parameter("split " + std::to_string(share) + ": must lie in [0, 1]");
  }
  if (s.entries == 0.0) throw invalid_parameter("split entries = 0: must lie in (0, 1]");
  if (s.size + s.entries + s.count > 1.0 + 1e-9)
    throw invalid_parameter("split adds up to " + std::to_string(s.size + s.entries + s.count) +
                            ": must be at most 1");
}

size_rule rule_of(const vector_options& options, const vector_budgets& budgets) {
  return options.true_sizes       ? size_rule::true_size
         : budgets.size.is_zero() ? size_rule::public_bound
                                  : size_rule::released_size;
}

/// The part of its positions that a long list holds: of ten lists one is longer.
double fullest_row(std::span<const std::int64_t> sizes, std::uint64_t length) {
  if (sizes.empty()) return 0.0;
  std::vector<std::int64_t> sorted(sizes.begin(), sizes.end());
  const auto long_one = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() * 9 / 10);
  ranges::nth_element(sorted, long_one);
  return static_cast<double>(std::max<std::int64_t>(0, *long_one)) / static_cast<double>(length);
}

}  // namespace

vector_budgets plan_vector_budgets(const vector_options& options) {
  const bool needs_sizes = options.codec.is_shaped() && !options.true_sizes;
  if (options.true_sizes && !options.codec.has_chunks())
    throw invalid_parameter(
        "only ppr has chunks whose number could follow true sizes: not bitmap, not nullspace");
  if (!options.split) {
    const epsilon most = epsilon::from_nats(options.codec.largest_budget());
    if (!(options.size_share > 0.0) || !(options.size_share < 1.0))
      throw invalid_parameter("size share = " + std::to_string(options.size_share) + ": must lie in (0, 1)");
    const epsilon size = needs_sizes ? share_of(options.total, options.size_share) : epsilon();
    return {size, std::min(difference(options.total, size), most), epsilon()};
  }
  const vector_split& s = *options.split;
  check(s);
  if (needs_sizes != (s.size > 0.0))
    throw invalid_parameter(needs_sizes ? "split size = 0: rows of this codec are shaped by released sizes"
                                        : "split size is positive, but no sizes are released");
  const epsilon size = share_of(options.total, s.size);
  const epsilon entries = std::min(share_of(options.total, s.entries), difference(options.total, size));
  options.codec.require_possible(entries);
  return {size, entries,
          std::min(share_of(options.total, s.count), difference(difference(options.total, size), entries))};
}

void fill_codec(vector_parameters& p, const codec_spec& codec, std::span<const std::int64_t> sizes) {
  const bool has_true_sizes = p.sizes == size_rule::true_size;
  codec.fill(
      p, p.entries,
      {has_true_sizes ? std::nullopt : std::optional(p.size), sizes, released_number::size, p.alphabet});
}

vector_parameters plan_vectors(const vector_options& options, const vector_budgets& budgets,
                               const vector_shape& shape, std::span<const std::int64_t> sizes,
                               const vector_run& of) {
  vector_parameters p;
  p.key = of.key;
  p.users = of.users;
  p.length = shape.length;
  p.alphabet = shape.alphabet;
  p.sizes = rule_of(options, budgets);
  p.simulated = of.simulated;
  p.total = options.total;
  p.size = budgets.size;
  p.entries = budgets.entries;
  p.count = budgets.count;
  fill_codec(p, options.codec.settled(budgets.entries, fullest_row(sizes, shape.length), shape.alphabet),
             sizes);
  return p;
}

const round_kind& open_entry_count_round::kind() const noexcept {
  return size_of_vectors;
}

open_entry_count_round open_entry_count_round::read(std::span<const std::byte> in, const public_objects&) {
  canonical_reader(in).end();
  return {};
}

const round_kind& entry_round::kind() const noexcept {
  return entries_of_vectors;
}

void entry_round::write(byte_string& out) const {
  canonical_writer(out).text(layout.name);
}

entry_round entry_round::read(std::span<const std::byte> in, const public_objects& published) {
  canonical_reader from(in);
  const std::string layout = from.text();
  from.end();
  return {published.get<vector_layout>(layout)};
}

entry_round::answers entry_round::open(const roster& who) const {
  if (who.size() != layout->users())
    throw invalid_parameter("the round 'entries' asks " + std::to_string(who.size()) + " users for " +
                            std::to_string(layout->users()) + " vectors");
  return answers(layout);
}

entry_round::answers::answers(public_ref<vector_layout> layout)
    : m_layout(std::move(layout)), m_rows(*m_layout) {}

void entry_round::answers::accept(std::uint64_t number, std::span<const std::byte> message) {
  accept_words(number, read_vector(*m_layout, static_cast<vertex_id>(number), message));
}

void entry_round::answers::accept_words(std::uint64_t number, std::span<const std::uint64_t> row) {
  m_rows.put(*m_layout, static_cast<vertex_id>(number), row);
}

vector_release entry_round::answers::publish(std::string catalog) && {
  auto [words, absent] = std::move(m_rows).finish(*m_layout);
  return {*m_layout, std::move(words), std::move(catalog), std::move(absent)};
}

ledger ledger_of(const vector_parameters& p) {
  ledger spent(p.total);
  if (!p.size.is_zero()) spent.spend(rounds::size, p.size);
  spent.spend(rounds::entries, p.entries);
  return spent;
}

std::shared_ptr<const vector_release> ask_entries(
    session& s, const roster& who, std::vector<std::int64_t> sizes,
    const std::function<vector_parameters(std::span<const std::int64_t>)>& plan, std::string catalog) {
  const auto decided =
      s.decide<vector_row_parameters>("entries", [&] { return vector_row_parameters{plan(sizes)}; });
  const vector_parameters& p = decided.parameters;
  const auto layout = s.publish(std::make_shared<const vector_layout>(p, std::move(sizes)));
  entry_round::answers answers = s.ask(entry_round{layout}, {p.entries, who});
  return std::make_shared<const vector_release>(std::move(answers).publish(std::move(catalog)));
}

std::shared_ptr<const vector_release> ask_vectors(session& s, const vector_shape& shape,
                                                  const vector_options& options,
                                                  const vector_budgets& budgets, std::string catalog,
                                                  const std::function<void(released_values&)>& clean) {
  const roster all = s.everybody();
  released_values sizes;
  if (!budgets.size.is_zero()) sizes = s.ask(entry_count_round{budgets.size}, {budgets.size, all});
  if (clean) clean(sizes);
  if (options.true_sizes)
    sizes = s.disclose(open_entry_count_round{}, all, "vectors have chunks from true numbers of entries");
  const auto plan = [&](std::span<const std::int64_t> known) {
    return plan_vectors(options, budgets, shape, known, {all.size(), s.key(), s.is_simulated()});
  };
  return ask_entries(s, all, std::move(sizes.values), plan, std::move(catalog));
}

published_vectors publish_vectors(session& s, const vector_shape& shape, const vector_options& wanted,
                                  std::string catalog) {
  if (s.everybody().size() == 0) throw invalid_parameter("the data have no users");
  vector_options options = wanted;
  constexpr std::uint64_t short_list = 512;  // a bitmap of 64 bytes
  options.codec = wanted.codec.settled(wanted.total, shape.length <= short_list ? 1.0 : 0.0, shape.alphabet);
  auto published = ask_vectors(s, shape, options, plan_vector_budgets(options), std::move(catalog));
  return {std::move(published), s.close()};
}

}  // namespace edgeldp
