// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/protocol/result_fields.hpp"
#include "io/report.hpp"
#include "options/usage.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

struct explain_arguments {
  std::vector<std::string> words;
  bool as_page = false;
};

std::string_view last_part(std::string_view name) {
  return name.substr(name.rfind('.') + 1);
}

/// By their whole name, or the last part of it.
std::vector<result_field> fields_named(const std::string& word) {
  std::vector<result_field> found;
  for (const result_field& f : result_fields())
    if (f.name == word || last_part(f.name) == word) found.push_back(f);
  if (found.empty())
    if (const result_field* f = find_result_field(word)) found.push_back(*f);
  if (!found.empty()) return found;
  std::vector<std::string> known;
  for (const result_field& f : result_fields()) known.emplace_back(last_part(f.name));
  throw invalid_parameter(
      fmt::format("no field of a result is called '{}'{}", word, did_you_mean(word, known)));
}

std::string as_page(std::span<const result_field> fields) {
  std::string page =
      "# What a result says\n\n"
      "Fields of results with `--json`; tables name them the same way, where a dot leads into an object, "
      "`[]` into the objects of a\n"
      "list and `*` stands for a name of the input's. The unit \"estimate\" is that of what is estimated: "
      "triangles, users, edges. A field is\n"
      "`null` where there is no such number. `edgeldp explain WORD` prints the line of a field; this page is "
      "what `edgeldp explain --page` prints,\n"
      "and the library holds the same list (`edgeldp/core/protocol/result_fields.hpp`).\n\n"
      "| field | unit | meaning |\n|---|---|---|\n";
  for (const result_field& f : fields) page += fmt::format("| `{}` | {} | {} |\n", f.name, f.unit, f.meaning);
  return page;
}

void run_explain(const explain_arguments& a, bool json) {
  std::vector<result_field> fields;
  if (a.words.empty()) fields.assign(result_fields().begin(), result_fields().end());
  for (const std::string& word : a.words) {
    const std::vector<result_field> found = fields_named(word);
    fields.insert(fields.end(), found.begin(), found.end());
  }
  if (a.as_page) return write_stdout(as_page(fields));
  for (const result_field& f : fields) {
    if (json)
      print_record({{"name", f.name}, {"unit", f.unit}, {"meaning", f.meaning}}, true);
    else
      write_stdout(
          fmt::format("{}{}\n  {}\n", f.name, f.unit.empty() ? "" : fmt::format(" [{}]", f.unit), f.meaning));
  }
}

}  // namespace

void add_explain(CLI::App& verb, const common_arguments& common) {
  explain_arguments& a = acts_by(verb, common, run_explain);
  verb.add_option("words", a.words, "Fields of results; none: all of them");
  verb.add_flag("--page", a.as_page, "As a page with a table (Markdown)");
}

}  // namespace edgeldp::cli
