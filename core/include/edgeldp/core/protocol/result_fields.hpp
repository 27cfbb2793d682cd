// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

/// What the numbers of a result are called, in which units they are, and what they mean. The
/// program prints results under these names, and whatever else does should.
namespace edgeldp {

/// What every result names as its schema; the number changes when a field changes its meaning or
/// place.
inline constexpr std::string_view result_schema = "edgeldp/1";

struct result_field {
  /// A dot leads into an object, brackets into the objects of a list; * is a name of the input's.
  std::string_view name;
  /// "nats", "bytes", "estimate" (the unit of what is estimated), ...; empty for names and truth
  /// values.
  std::string_view unit;
  std::string_view meaning;  ///< a sentence
};

/// All fields of results of estimates and of files, in the order of their groups: what was asked,
/// the estimate, what it cost, how it was made, who was asked, exact numbers, files.
std::span<const result_field> result_fields();

/// The field that has this name, where * stands for any one name; null if there is none.
const result_field* find_result_field(std::string_view name);

}  // namespace edgeldp
