// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "io/page.hpp"
#include "io/report.hpp"
#include "options/shared_options.hpp"
#include "verbs/vectors_file.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

struct decode_arguments {
  std::string file;
  std::vector<std::string> users, items;
};

std::string quoted(const std::string& field) {
  if (field.find_first_of(",;\t\"#") == std::string::npos && !field.starts_with(' ') && !field.ends_with(' '))
    return field;
  std::string text = "\"";
  for (const char c : field) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + "\"";
}

/// All of them when none is named.
template <class Place>
std::vector<std::uint32_t> places(const std::vector<std::string>& names, std::uint64_t all, Place&& place) {
  std::vector<std::uint32_t> chosen(names.empty() ? all : 0);
  std::iota(chosen.begin(), chosen.end(), 0U);
  for (const std::string& name : names) chosen.push_back(place(name));
  return chosen;
}

/// The output is a table for programs, on terminals too; a person who reads it is told what it is.
void explain_on_terminals(const decode_arguments& a, const vector_release& r) {
  if (isatty(STDOUT_FILENO) == 0 || isatty(STDERR_FILENO) == 0) return;
  const bit_law law = r.difference_law();
  write_stderr(paragraph(
      "",
      fmt::format("edgeldp: these values are noisy: where a user has one, one is shown with {}; where it has "
                  "none, with {}. Only many of them together tell something: `edgeldp vectors stats "
                  "{}` estimates.",
                  percent(law.p1), percent(law.p0), as_typed(a.file)),
      screen::of_stdout()));
}

void decode(const decode_arguments& a) {
  const named_release file(a.file);
  const vector_layout& layout = file.published.layout();
  const auto users = places(a.users, layout.users(), [&](const auto& name) { return file.user(name); });
  const auto items = places(a.items, layout.length(), [&](const auto& name) { return file.item(name); });
  std::vector<std::uint32_t> positions;
  for (const std::uint32_t item : items) positions.push_back(layout.position(item));
  std::vector<std::uint8_t> offsets(layout.length());
  write_stdout("user,item,value," + maker_of_values + "\n");
  const std::string maker = "," + made_with(file.published) + "\n";
  for (const std::uint32_t user : users) {
    file.published.decode_offsets(user, offsets);
    const std::string name = quoted(file.catalog.users[user]);
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const std::uint8_t offset = offsets[positions[i]];
      if (offset != 0)
        text += name + "," + quoted(file.catalog.items[items[i]]) + "," +
                quoted(file.value(items[i], offset)) + maker;
    }
    write_stdout(text);
  }
  explain_on_terminals(a, file.published);
}

}  // namespace

void add_vectors_decode(verb_options& verb, const common_arguments& /*common*/) {
  auto a = std::make_shared<decode_arguments>();
  add_vectors_file(verb, a->file);
  verb.add_option("--user", a->users, "Only these users");
  verb.add_option("--item", a->items, "Only these items");
  verb.callback([a] { decode(*a); });
}

}  // namespace edgeldp::cli
