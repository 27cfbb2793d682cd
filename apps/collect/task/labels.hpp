// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "collect/task/task.hpp"
#include "edgeldp/core/base/public_memory.hpp"

/// Public labels of some people of a task: a file that everybody may read before anybody takes
/// part, and whose name the task has. Of each person with a label a line, in the order of the
/// directory: its number there, its name, its label, with tabs between.
namespace edgeldp::collect {

/// The most bytes that the labels of so many people take.
inline std::uint64_t longest_labels(std::uint64_t people) noexcept {
  return (std::uint64_t{1} << 20) + 512 * people;
}

/// Whether a label can be one: up to 200 bytes, all printable; and not what says that there is
/// none.
bool is_label(std::string_view label) noexcept;

/// What a file of labels and its task say of the labels.
struct written_labels {
  task_labels said;
  byte_string file;
};
/// Errors: invalid_parameter for people who are not in the directory or come twice, and for labels
///     that are none, fewer than two different ones, more than most_labels, or labels of everybody.
written_labels write_labels(std::vector<labelled_person> known, std::vector<std::string> people);

/// A line of such a file.
struct label_line {
  std::uint32_t person = 0;  ///< in the directory
  std::uint32_t label = 0;   ///< in task_labels::names
  std::string name;          ///< of the person
};
/// In the order of the directory.
/// Errors: format_error, with the line, for bytes that write_labels never makes for such a task.
std::vector<label_line> read_labels(const public_bytes& file, const task& t);

/// Holds the names in such lines to the directory of people.
/// Errors: format_error for a name that is not the one of its person.
void require_names(const std::vector<label_line>& known, const public_bytes& directory);

}  // namespace edgeldp::collect
