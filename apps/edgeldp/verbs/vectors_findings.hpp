// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/questions/vectors/exact.hpp"
#include "edgeldp/graph/questions/vectors/sparse_vectors.hpp"
#include "study/answer_parts.hpp"
#include "verbs/vectors_file.hpp"

/// What `vectors stats` finds in a file: of all users and items, of an item, a user, a pair of
/// users.
namespace edgeldp::cli::vectors {

struct stats_arguments {
  std::string file, truth;
  std::size_t top = 10;
  std::vector<std::string> items, users, common;
};

/// Everything that goes into the records of `stats`.
struct context {
  explicit context(const stats_arguments& a)
      : path(a.file), file(a.file), noisy(count_noisy_values(file.published)) {
    if (a.truth.empty()) return;
    declared_catalog declared;
    declared.users = file.catalog.users;  // those without a line have no entry
    declared.items = file.catalog.items;
    declared.values = file.catalog.values;
    if (declared.values->front().empty()) declared.values->erase(declared.values->begin());
    for (std::uint32_t item = 0; !file.catalog.reference.empty() && item < file.catalog.items.size(); ++item)
      declared.reference.push_back(file.value(item, 0));
    require_true_values(a.truth, "which --truth compares with");
    const read_vectors_result input = read_vectors(a.truth, declared);
    if (input.data.alphabet() != noisy.alphabet())
      throw invalid_parameter("the file's names of values do not fit its alphabet");
    data = input.data;
    exact = exact::count_values(*data);
  }

  std::string path;
  named_release file;
  value_counts noisy;
  std::optional<sparse_vectors> data;
  std::optional<value_counts> exact;

  const any_codec& codec() const { return file.published.layout().codec(); }
};

/// For counts of users or of entries whose relative standard error falls as that of one noisy bit.
budget_search search_for_counts(const context& c);

/// What one question gives: a result, what it is called in an answer for people, and the numbers
/// within it that such an answer has lines for.
struct finding {
  record result;
  std::string name;
  std::string of;  ///< of whom the numbers within are; empty: of all users and items
  std::vector<named_result> within = {};

  void add_line(const context& c, const std::string& what, const estimate& e, std::optional<double> truth) {
    record line = {{"estimate", e.value}, {"standard_error", e.standard_error}};
    add_interval_fields(line, e, search_for_counts(c));
    if (truth) line["exact"]["truth"] = *truth;
    within.push_back({of.empty() ? what : of + ": " + what, std::move(line)});
  }
};

/// All users and items.
finding overview(const context& c);
/// The most frequent items, by their estimates.
void add_top(const context& c, std::size_t top, std::vector<finding>& all);
finding about_item(const context& c, const std::string& name);
/// Offsets are values where the reference is the same everywhere; otherwise there is no histogram.
finding about_user(const context& c, const std::string& name);
finding about_pair(const context& c, const std::string& first, const std::string& second);

}  // namespace edgeldp::cli::vectors
