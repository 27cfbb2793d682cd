// SPDX-License-Identifier: MIT
#include "collect/task/labels.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "collect/task/messages.hpp"
#include "collect/task/people.hpp"
#include "collect/task/published.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp::collect {

namespace {

std::string in_quotes(std::string_view text) {
  return "'" + harmless_text(text, longest_name) + "'";
}

[[noreturn]] void fail(std::uint64_t line, const std::string& why) {
  throw format_error(0, "line " + std::to_string(line) + " of the public labels: " + why);
}

/// Cuts what stands in front of the next tab off a line.
std::string_view cut_field(std::string_view& line, std::uint64_t number) {
  const std::size_t tab = line.find('\t');
  if (tab == line.npos) fail(number, "not a person's number, name and label with tabs between");
  const std::string_view field = line.substr(0, tab);
  line.remove_prefix(tab + 1);
  return field;
}

std::uint32_t person_in(std::string_view digits, std::uint64_t people, std::uint64_t line) {
  std::uint32_t person = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), person);
  const bool is_whole = error == std::errc() && end == digits.data() + digits.size();
  if (!is_whole || person >= people || std::to_string(person) != digits)
    fail(line, in_quotes(digits) + " is no number of a person");
  return person;
}

label_line read_line(std::string_view text, std::uint64_t number, const task& t) {
  label_line line;
  line.person = person_in(cut_field(text, number), t.people, number);
  line.name = cut_field(text, number);
  const auto label = ranges::find(t.labels.names, text);
  if (label == t.labels.names.end()) fail(number, in_quotes(text) + " is no label of the task");
  line.label = static_cast<std::uint32_t>(label - t.labels.names.begin());
  return line;
}

/// Labels of people in increasing order of their names.
void require_labels(const std::vector<labelled_person>& known, const std::vector<std::string>& people) {
  for (std::size_t i = 0; i < known.size(); ++i) {
    const std::string& name = known[i].name;
    if (i > 0 && name == known[i - 1].name)
      throw invalid_parameter(in_quotes(name) + " has two public labels");
    if (!ranges::binary_search(people, name))
      throw invalid_parameter(in_quotes(name) +
                              " has a public label and is not among the people of the collection: labels are "
                              "published of who is asked, and of nobody else");
    if (!is_label(known[i].label))
      throw invalid_parameter("the public label of " + in_quotes(name) + ", " + in_quotes(known[i].label) +
                              ", must be 1 to 200 bytes without control characters, and not '" +
                              std::string(study::no_label) + "'");
  }
  if (known.size() == people.size())
    throw invalid_parameter("everybody has a public label: nothing is left to infer");
}

}  // namespace

bool is_label(std::string_view label) noexcept {
  return !label.empty() && label.size() <= longest_name && label != study::no_label && is_printable(label);
}

written_labels write_labels(std::vector<labelled_person> known, std::vector<std::string> people) {
  ranges::sort(known, {}, &labelled_person::name);
  ranges::sort(people);
  require_labels(known, people);
  written_labels out;
  std::vector<std::string>& names = out.said.names;
  std::string text;
  for (const labelled_person& one : known) {
    names.push_back(one.label);
    const auto person = ranges::lower_bound(people, one.name) - people.begin();
    text += std::to_string(person) + '\t' + one.name + '\t' + one.label + '\n';
  }
  ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  if (names.size() < 2 || names.size() > task_labels::most)
    throw invalid_parameter("there must be from 2 to " + std::to_string(task_labels::most) +
                            " different public labels; there " +
                            (names.size() == 1 ? "is 1" : "are " + std::to_string(names.size())));
  out.file = bytes_of(text);
  out.said.people = known.size();
  out.said.file = name_of(out.file);
  return out;
}

std::vector<label_line> read_labels(const public_bytes& file, const task& t) {
  const held_bytes whole = file.whole();
  std::string_view text = text_of(whole.bytes);
  std::vector<label_line> known;
  while (!text.empty()) {
    const std::uint64_t number = known.size() + 1;
    const std::size_t end = text.find('\n');
    if (end == text.npos) fail(number, "the line has no end");
    label_line line = read_line(text.substr(0, end), number, t);
    if (!known.empty() && line.person <= known.back().person)
      fail(number, "people are not in the order of the directory");
    known.push_back(std::move(line));
    text.remove_prefix(end + 1);
  }
  if (known.size() != t.labels.people)
    throw format_error(0, "the public labels are of another number of people than the task says");
  return known;
}

void require_names(const std::vector<label_line>& known, const public_bytes& directory) {
  std::vector<std::string> names;
  for (const label_line& line : known) names.push_back(line.name);
  const names_in_directory found = find_names(directory, names);
  for (std::size_t i = 0; i < known.size(); ++i) {
    const auto person = found.known.find(names[i]);
    if (person == found.known.end() || person->second != known[i].person)
      fail(i + 1, in_quotes(names[i]) + " is not the person of that number in the directory");
  }
}

}  // namespace edgeldp::collect
