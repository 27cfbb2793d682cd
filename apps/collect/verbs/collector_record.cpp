// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collect/collector/collection.hpp"
#include "collect/collector/methods.hpp"
#include "collect/plan/prediction.hpp"
#include "collect/task/published.hpp"
#include "collect/task/web_address.hpp"
#include "collect/verbs/absence_words.hpp"
#include "collect/verbs/collect_verbs.hpp"
#include "collect/verbs/collector_answers.hpp"
#include "collect/verbs/opened_collection.hpp"
#include "collect/verbs/published_result.hpp"
#include "collect/verbs/record_entry.hpp"
#include "collect/verbs/record_facts.hpp"
#include "collect/verbs/record_page.hpp"
#include "collect/verbs/record_words.hpp"
#include "collect/verbs/time_span.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/hexadecimal.hpp"
#include "edgeldp/core/base/version.hpp"
#include "io/claims.hpp"
#include "io/page.hpp"
#include "io/report.hpp"
#include "io/text_file.hpp"
#include "options/verb_options.hpp"
#include "study/svg_text.hpp"

namespace edgeldp::cli {

namespace {

struct record_arguments {
  std::string home, entry, page;
  operator_words by;
};

bool is_html(const std::string& path) {
  return path.ends_with(".html") || path.ends_with(".htm");
}

/// Errors: invalid_parameter for a text that says nothing.
std::string one_line(const std::string& typed, const char* option) {
  constexpr std::size_t longest = 4000;
  const std::string line = readable(collect::harmless_text(typed, longest));
  if (line.find_first_not_of(' ') == line.npos) throw invalid_parameter(fmt::format("{}: is empty", option));
  return line;
}

/// An address that stays one in a text of any kind.
/// Errors: invalid_parameter.
void require_source(const std::string& address) {
  constexpr std::string_view none = "<>\"\\`{}|^()[]";
  const bool is_plain = std::ranges::all_of(
      address, [&](char c) { return c > ' ' && c < '\x7f' && none.find(c) == none.npos; });
  if (!is_plain || !collect::is_web_address(address))
    throw invalid_parameter(fmt::format(
        "--source '{}': must be an address, as https://votes.example.org/about, without spaces and brackets",
        collect::harmless_text(address, 200)));
}

operator_words words_of(const record_arguments& a) {
  operator_words by = a.by;
  for (std::string& name : by.curators) name = one_line(name, "--curator");
  for (std::string& name : by.authors) name = one_line(name, "--author");
  for (const auto& [text, option] :
       {std::pair{&by.contact, "--contact"}, {&by.purpose, "--purpose"}, {&by.region, "--region"}})
    if (!text->empty()) *text = one_line(*text, option);
  if (!by.source.empty()) require_source(by.source);
  return by;
}

/// Errors: invalid_parameter, which names all that is missing for the files that are asked for.
void require_words(const record_arguments& a) {
  std::vector<std::string> missing;
  const auto need = [&](const char* option, bool is_given, bool is_for_page) {
    if (!is_given && (!a.entry.empty() || (is_for_page && !a.page.empty()))) missing.emplace_back(option);
  };
  need("--curator", !a.by.curators.empty(), true);
  need("--purpose", !a.by.purpose.empty(), true);
  need("--region", !a.by.region.empty(), false);
  need("--author", !a.by.authors.empty(), false);
  if (!missing.empty())
    throw invalid_parameter(fmt::format("{} {}: what the operator alone knows is missing; add {}",
                                        a.entry.empty() ? "--page" : "-o", a.entry.empty() ? a.page : a.entry,
                                        fmt::join(missing, ", ")));
  if (!a.page.empty() && !is_html(a.page) && !a.page.ends_with(".md"))
    throw invalid_parameter(fmt::format("--page {}: the name must end in .html or .md", a.page));
}

/// As it was when people were asked; nothing where nothing can be foreseen.
std::optional<collect::collection_prediction> expected_of(collect::collection& c) {
  try {
    return collect::predict_collection(c.of_task(), c.of_task().people, c.average_degree());
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

record_facts facts_of(const record_arguments& a) {
  collect::collection c = looked_at(a.home);
  record_facts f{.task = c.of_task(),
                 .id = c.id(),
                 .status = c.status(),
                 .result = {},
                 .expected = expected_of(c),
                 .confirmed = c.confirmed(),
                 .by = words_of(a),
                 .now = unix_now(),
                 .joining_closes = c.joining_closes()};
  if (const auto result = sealed_result(a.home, c)) f.result = *result;
  return f;
}

record or_null(const std::string& text) {
  return text.empty() ? record() : record(text);
}

record fields_of(const record_facts& f, const record_arguments& a) {
  record r = {{"task", f.id},
              {"title", f.task.title},
              {"method", f.task.method},
              {"epsilon", budget(f.task.total)},
              {"relationship_dp", f.most_of_relationship()},
              {"simulated", f.task.is_simulated},
              {"privacy_unit", unit_words(f)},
              {"stage", status_record(f.status, f.task, f.id).at("stage")},
              {"people", f.status.people},
              {"joined", f.status.joined},
              {"created", f.status.created},
              {"publication_date", publication_of(f).day},
              {"publication_expected", publication_of(f).is_expected},
              {"curators", f.by.curators},
              {"contact", or_null(f.by.contact)},
              {"purpose", or_null(f.by.purpose)},
              {"region", or_null(f.by.region)},
              {"sector", or_null(f.by.sector)},
              {"authors", f.by.authors},
              {"sources", or_null(f.by.source)},
              {"collector_key", to_hex(f.task.collector.bytes)},
              {"version", f.task.version},
              {"software", fmt::format("edgeldp {}", edgeldp::version)},
              {"rounds", record::array()},
              {"numbers", f.is_over() ? f.result.at("numbers") : record()},
              {"spent", f.is_over() ? f.result.at("spent") : record()},
              {"confirmed", or_null(f.confirmed)},
              {"of_whom", or_null(f.is_over() ? absence_words(f.result) : "")},
              {"entry", or_null(a.entry)},
              {"page", or_null(a.page)}};
  collect::add_series(r, f.task);
  for (const recorded_round& one : rounds_of(f))
    r["rounds"].push_back({{"round", one.name},
                           {"asked", one.asked},
                           {"answered", one.answered},
                           {"epsilon_at_most", one.most},
                           {"sends", one.law->sends},
                           {"mechanism", one.law->mechanism}});
  if (f.expected) add_predicted(r, *f.expected);
  return r;
}

/// For people, of files that were written.
std::string written_text(const record_facts& f, const record_arguments& a) {
  return page("Record written")
      .group("Of", {f.name() + "."})
      .group("Caution", {simulation_words(f), flaw_words(f)})
      .group("Entry",
             {a.entry.empty() ? ""
                              : fmt::format("{} is an entry for OpenDP's register of deployments, by "
                                            "its schema of commit 3e9c812. Who hosts a register "
                                            "decides what it takes: read it before you send it.",
                                            a.entry)})
      .group("Page", {a.page.empty() ? ""
                                     : fmt::format("{} is for people: it needs nothing from elsewhere. Read "
                                                   "what it says that it cannot know.",
                                                   a.page)})
      .group("Publication",
             {publication_of(f).is_expected
                  ? fmt::format("Expected by {}. Write the record again when the collection is over.",
                                publication_of(f).day)
                  : ""})
      .text();
}

void write_record(const record_arguments& a, output_style style) {
  require_words(a);
  const record_facts f = facts_of(a);
  const std::string entry =
      a.entry.empty() ? "" : register_entry(f).dump(2, ' ', false, record::error_handler_t::replace) + "\n";
  const bool is_printed = a.entry == "-";
  const file_to_come file(!a.page.empty() || (!entry.empty() && !is_printed));
  if (!a.page.empty()) {
    const document d = record_page(f);
    write_text(a.page, is_html(a.page) ? d.html() : d.markdown());
  }
  if (!entry.empty()) write_text(a.entry, entry);
  if (is_printed) return;
  if (style != output_style::text) return print_record(fields_of(f, a), style == output_style::json);
  write_stdout(a.entry.empty() && a.page.empty() ? record_text(f, screen::of_stdout()) : written_text(f, a));
}

}  // namespace

void add_collector_record(verb_options& verb, const common_arguments& common) {
  auto& a = acts_by<record_arguments>(verb, common, write_record);
  add_home(verb, a.home);
  verb.add_option("--curator", a.by.curators, "Who is responsible for the collection (may be repeated)")
      ->type_name("NAME");
  verb.add_option("--contact", a.by.contact, "Where people write to, as privacy@example.org")
      ->type_name("TEXT");
  verb.add_option("--purpose", a.by.purpose, "What the answer is for")->type_name("TEXT");
  verb.add_option("--region", a.by.region, "Which region it is about, or whose law applies")
      ->type_name("TEXT");
  verb.add_option("--sector", a.by.sector, "Which sector it is about, of those that the register knows")
      ->check(one_of({std::begin(register_sectors), std::end(register_sectors)}));
  verb.add_option("--tier", a.by.tier, "The tier of the entry, as the register means it; 3 if not given")
      ->check(between(1, 3));
  verb.add_option("--author", a.by.authors, "Who answers for this record (may be repeated)")
      ->type_name("NAME");
  verb.add_option("--source", a.by.source, "A page about the collection, as https://votes.example.org/about")
      ->type_name("ADDRESS");
  verb.add_option("-o,--output", a.entry,
                  "Where the entry for the register goes, as JSON (which is YAML); - prints it. It needs "
                  "--curator, --purpose, --region and --author")
      ->group(section::output)
      ->type_name(value::file);
  verb.add_option("--page", a.page,
                  "Where the page for people goes, HTML or Markdown by its name: .html or .md. It needs "
                  "--curator and --purpose")
      ->group(section::output)
      ->type_name(value::file);
}

}  // namespace edgeldp::cli
