// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "edgeldp/core/wire/vector_release.hpp"
#include "edgeldp/graph/input/read_vectors.hpp"
#include "edgeldp/graph/questions/vectors/sparse_vectors.hpp"
#include "io/page.hpp"
#include "io/report.hpp"

/// Files of vectors, as the verbs below `vectors` read them and speak of them.
namespace edgeldp::cli {

/// A file and its names.
struct named_release {
  /// Errors: io_error; bad_graph_input for a file that holds no vectors.
  explicit named_release(const std::string& path);

  /// Errors: invalid_parameter for a name that is not in the file.
  std::uint32_t user(const std::string& name) const;
  std::uint32_t item(const std::string& name) const;
  std::uint32_t reference(std::uint32_t item) const {
    return catalog.reference.empty() ? 0 : catalog.reference[item];
  }
  /// Name of the value that an offset stands for at an item.
  const std::string& value(std::uint32_t item, std::uint32_t offset) const {
    return catalog.values[(reference(item) + offset) % published.layout().alphabet()];
  }

  vector_release published;
  vector_catalog catalog;
};

/// Budgets, codec and law.
record describe_parameters(const vector_release& r);

/// The column beside noisy values that says what made them, as beside reports (report_maker).
inline const std::string maker_of_values = "value_channel";
/// What stands in it.
std::string made_with(const vector_release& r);
/// Data are given before noise, not behind it. ours: what would be done with them.
/// Errors: bad_graph_input for a table of noisy values, which tells what made them, and ours.
void require_true_values(const std::string& path, const std::string& ours);

/// How many values differ from the reference, by the noisy ones.
estimate estimate_entries(const value_counts& noisy, const bit_law& law);

/// "30 users, 8 items, values 1, 2, 3, epsilon 1".
std::string contents_text(std::uint64_t users, const vector_catalog& catalog, const record& parameters);
/// Who spends what on a file of vectors, which odds it changes and whose coins were drawn.
std::string vectors_privacy_text(const record& r);
/// How its values were randomized, and what that does to one of them.
std::string vectors_method_text(const record& r, bool has_reference);

}  // namespace edgeldp::cli
