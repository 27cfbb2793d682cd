// SPDX-License-Identifier: MIT
#include "verbs/vectors_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/release_file.hpp"
#include "edgeldp/core/wire/told.hpp"
#include "edgeldp/graph/rounds/vector_rounds_simulation.hpp"
#include "io/claims.hpp"
#include "io/release_file.hpp"
#include "io/table_file.hpp"
#include "options/channel_argument.hpp"
#include "options/protocol_arguments.hpp"
#include "study/answer_parts.hpp"

namespace edgeldp::cli {

namespace {

/// Numbers for names, where a file has none; value 0 is "no value". Nothing in such a file
/// justifies its length.
/// Errors: format_error beyond 2^24 items.
vector_catalog numbered(const vector_layout& layout) {
  constexpr std::size_t length_at = 96;  // in the header
  if (layout.length() > std::uint64_t{1} << 24)
    throw format_error(length_at, "more than 2^24 items, and no catalog that names them");
  const auto count = [](std::uint64_t n) {
    std::vector<std::string> names(n);
    for (std::uint64_t i = 0; i < n; ++i) names[i] = std::to_string(i);
    return names;
  };
  vector_catalog catalog{count(layout.users()), count(layout.length()), count(layout.alphabet()), {}};
  catalog.values[0].clear();
  return catalog;
}

std::uint32_t place_of(const char* what, const std::vector<std::string>& names, const std::string& name) {
  const auto at = std::ranges::find(names, name);
  if (at == names.end()) throw invalid_parameter(std::string(what) + " \"" + name + "\" is not in the file");
  return static_cast<std::uint32_t>(at - names.begin());
}

const char* name_of_rule(size_rule rule) {
  return rule == size_rule::released_size  ? "released-size"
         : rule == size_rule::public_bound ? "public-bound"
                                           : "true-size";
}

/// "values 1, 2, 3", or how many where that is a long list.
std::string values_text(std::span<const std::string> values) {
  constexpr std::size_t most_named = 6;
  if (!values.empty() && values.front().empty()) values = values.subspan(1);  // "no value"
  if (values.size() > most_named)
    return fmt::format("{} values", grouped(static_cast<double>(values.size())));
  return fmt::format("{} {}", values.size() == 1 ? "value" : "values", fmt::join(values, ", "));
}

}  // namespace

named_release::named_release(const std::string& path)
    : published(reading_vectors(path, [&] { return vector_release_reader(path).load(); })),
      catalog(published.catalog().empty()
                  ? numbered(published.layout())
                  : parse_catalog(published.catalog(), published.layout().users(),
                                  published.layout().length(), published.layout().alphabet())) {}

std::uint32_t named_release::user(const std::string& name) const {
  return place_of("user", catalog.users, name);
}

std::uint32_t named_release::item(const std::string& name) const {
  return place_of("item", catalog.items, name);
}

record describe_parameters(const vector_release& r) {
  const vector_parameters& p = r.parameters();
  spending spent;
  spent.add(cost_of(ledger_of(p)));
  const bit_law law = r.difference_law();
  record out = {
      {"epsilon", budget(p.total)},
      {"edge_ldp", budget(ledger_of(p).edge_ldp())},
      {"spent", spent.fields()},
      {"split", {{"size", budget(p.size)}, {"entries", budget(p.entries)}, {"count", budget(p.count)}}}};
  add_codec(out, p);
  out.update(
      {{"size_rule", name_of_rule(p.sizes)}, {"alphabet", p.alphabet}, {"p1", law.p1}, {"p0", law.p0}});
  return out;
}

std::string made_with(const vector_release& r) {
  constexpr std::size_t digits = 12;
  const vector_parameters& p = r.parameters();
  return report_maker{std::string(name_of(p.codec)), fmt::format("{}", budget(p.total)),
                      told(r.layout(), r.catalog()).hex().substr(0, digits)}
      .text();
}

void require_true_values(const std::string& path, const std::string& ours) {
  std::error_code fault;
  if (!std::filesystem::is_regular_file(path, fault)) return;  // a pipe is read once
  std::vector<std::string> known;
  try {
    known = columns_of_table(path);
  } catch (const bad_graph_input&) {  // whoever reads it says why
    return;
  }
  if (std::ranges::count(known, maker_of_values) != 1) return;
  const std::string_view wanted = maker_of_values;
  read_table(path, std::span(&wanted, 1), [&](std::span<const std::string_view> values) {
    const std::optional<report_maker> by = report_maker::find(values.front());
    if (!by) return;  // a column of other things that happens to be called so
    throw invalid_parameter(fmt::format(
        "these values are noisy already, by {} of epsilon {} (column '{}'): give the data as they were, {}",
        by->mechanism, by->epsilon, maker_of_values, ours));
  });
}

estimate estimate_entries(const value_counts& noisy, const bit_law& law) {
  std::uint64_t ones = 0;
  for (std::uint64_t item = 0; item < noisy.length(); ++item) ones += noisy.differing(item);
  return estimate_ones(ones, noisy.users() * noisy.length(), law);
}

std::string contents_text(std::uint64_t users, const vector_catalog& catalog, const record& parameters) {
  return fmt::format("{}, {}, {}, epsilon {:g}", counted(static_cast<double>(users), "user"),
                     counted(static_cast<double>(catalog.items.size()), "item"), values_text(catalog.values),
                     number_of(parameters, "epsilon"));
}

std::string vectors_privacy_text(const record& r) {
  const record& split = r.at("split");
  const double total = number_of(r, "epsilon"), spent = number_of(r.at("spent"), "edge_ldp");
  std::string said = flaw_text(r);
  if (!said.empty()) said += " ";
  said += fmt::format(
      "Every user randomizes its own values before anything leaves it, and spends epsilon {:.4g}{} in all",
      spent, spent < 0.999 * total ? fmt::format(" of {:g}", total) : "");
  if (number_of(split, "size") > 0.0)
    said += fmt::format(": {:.3g} on how many values it has, {:.3g} on the values", number_of(split, "size"),
                        number_of(split, "entries"));
  return said +
         fmt::format(
             ". What it sends changes the odds between any two values that it may have at one item by a "
             "factor of at most {} (epsilon {:.4g}); where its values at h items are in question, by h times "
             "that epsilon. {}",
             odds_text(number_of(r, "edge_ldp")), number_of(r, "edge_ldp"), coins_text(r));
}

std::string vectors_method_text(const record& r, bool has_reference) {
  const std::string kept = percent(number_of(r, "p1")), made = percent(number_of(r, "p0"));
  return sentence("users send " + codec_text(r, "values")) +
         (has_reference
              ? fmt::format(" Where a user's value differs from the reference, the file shows one that "
                            "differs with {}; "
                            "where it does not, with {}.",
                            kept, made)
              : fmt::format(
                    " Where a user has a value, the file shows one with {}; where it has none, with {}.",
                    kept, made));
}

}  // namespace edgeldp::cli
