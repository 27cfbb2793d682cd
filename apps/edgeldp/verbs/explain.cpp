// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/protocol/result_fields.hpp"
#include "help/glossary.hpp"
#include "help/help_text.hpp"
#include "io/consent.hpp"
#include "io/report.hpp"
#include "options/nearest_word.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

struct explain_arguments {
  std::vector<std::string> words;
  bool fields_alone = false, as_page = false;
};

/// What is known under a word: terms of the glossary, and fields of results.
struct meanings {
  std::vector<glossary_entry> terms;
  std::vector<result_field> fields;
  std::vector<double> budgets;  ///< numbers behind the word epsilon, or alone

  bool empty() const { return terms.empty() && fields.empty() && budgets.empty(); }
  void add(const meanings& more) {
    terms.insert(terms.end(), more.terms.begin(), more.terms.end());
    fields.insert(fields.end(), more.fields.begin(), more.fields.end());
    budgets.insert(budgets.end(), more.budgets.begin(), more.budgets.end());
  }
};

std::string_view last_part(std::string_view name) {
  return name.substr(name.rfind('.') + 1);
}

/// Fields by their whole name, or the last part of it.
std::vector<result_field> fields_named(const std::string& word) {
  const std::string plain = plain_word(word);
  std::vector<result_field> found;
  for (const result_field& f : result_fields())
    if (plain_word(f.name) == plain || plain_word(last_part(f.name)) == plain) found.push_back(f);
  if (found.empty())
    if (const result_field* f = find_result_field(word)) found.push_back(*f);
  return found;
}

std::vector<glossary_entry> terms_named(const std::string& word) {
  std::vector<glossary_entry> found;
  for (const glossary_entry& e : glossary())
    for (const std::string& known : e.words)
      if (plain_word(known) == plain_word(word)) found.push_back(e);
  return found;
}

/// A number, or epsilon and a number: 0.5, epsilon 0.5, epsilon=0.5.
/// Errors: invalid_parameter for a number that no budget can be.
std::optional<double> budget_named(const std::string& word) {
  constexpr std::string_view name = "epsilon";
  std::string_view digits = word;
  if (digits.starts_with(name)) digits.remove_prefix(name.size());
  while (digits.starts_with(' ') || digits.starts_with('=')) digits.remove_prefix(1);
  double nats = 0.0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), nats);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return epsilon::from_nats(nats).nats();
}

/// Of a word that is not known as it stands: of its singular.
meanings meanings_of(const std::string& word, bool fields_alone) {
  if (const std::optional<double> nats = budget_named(word)) return {{}, {}, {*nats}};
  meanings found{fields_alone ? std::vector<glossary_entry>() : terms_named(word), fields_named(word), {}};
  constexpr std::string_view strongest = "-strongest";  // of any method that is named without it
  if (found.empty() && word.ends_with(strongest)) {
    found = meanings_of(word.substr(0, word.size() - strongest.size()), fields_alone);
    if (!found.empty()) found.add(meanings_of("strongest", fields_alone));
  }
  if (found.empty() && word.size() > 3 && word.ends_with('s'))
    return meanings_of(word.substr(0, word.size() - 1), fields_alone);
  return found;
}

[[noreturn]] void refuse(const std::string& word, const std::string& phrase) {
  std::vector<std::string> known;
  for (const glossary_entry& e : glossary())
    for (const std::string& term : e.words) known.push_back(plain_word(term));
  for (const result_field& f : result_fields()) known.emplace_back(last_part(f.name));
  std::string hint;
  for (const std::string& typed : {phrase, plain_word(phrase), word})
    if (hint.empty()) hint = did_you_mean(typed, known);
  throw invalid_parameter(fmt::format("there is no explanation of '{}'{}", word,
                                      hint.empty() ? "; `edgeldp explain` lists the words" : hint));
}

/// Neighbours among the arguments are one term where there is such a term: noisy edge.
meanings meanings_of_all(std::span<const std::string> words, bool fields_alone) {
  meanings all;
  while (!words.empty()) {
    const auto phrase = [&](std::size_t length) {
      return fmt::format("{}", fmt::join(words.first(length), " "));
    };
    std::size_t length = words.size();
    meanings found = meanings_of(phrase(length), fields_alone);
    while (found.empty() && --length > 0) found = meanings_of(phrase(length), fields_alone);
    if (found.empty()) refuse(words.front(), phrase(words.size()));
    all.add(found);
    words = words.subspan(length);
  }
  return all;
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

/// What a budget means for a person who spends it.
std::string budget_text(double nats) {
  return fmt::format(
      "{} What a relationship loses by both of its ends lies between this, where one end reports it, and "
      "epsilon "
      "{:.4g}, where both report all of it, as in `degrees`: a factor of at most {}, and 1% becomes at most "
      "{}. {}",
      own_messages_text(nats), 2.0 * nats, factor_text(2.0 * nats),
      likelihood_text(largest_belief(0.01, 2.0 * nats)), ten_contacts_text(nats));
}

void print_json(const meanings& all) {
  for (const glossary_entry& e : all.terms)
    print_record(
        {{"name", fmt::format("{}", fmt::join(e.words, ", "))}, {"unit", ""}, {"meaning", e.meaning}}, true);
  for (const result_field& f : all.fields)
    print_record({{"name", f.name}, {"unit", f.unit}, {"meaning", f.meaning}}, true);
  for (const double nats : all.budgets)
    print_record(
        {{"name", fmt::format("epsilon {:g}", nats)}, {"unit", "nats"}, {"meaning", budget_text(nats)}},
        true);
}

/// A word, and what it means below.
std::string explained(const std::string& heading, std::string_view meaning) {
  return heading + "\n  " + wrapped(meaning, text_width(), 2);
}

std::string meanings_text(const meanings& all) {
  std::string text;
  for (const glossary_entry& e : all.terms)
    text += explained(fmt::format("{}", fmt::join(e.words, ", ")), e.meaning);
  for (const result_field& f : all.fields)
    text +=
        explained(fmt::format("{}{}", f.name, f.unit.empty() ? "" : fmt::format(" [{}]", f.unit)), f.meaning);
  for (const double nats : all.budgets)
    text += explained(fmt::format("epsilon {:g}", nats), budget_text(nats));
  return text;
}

/// Terms by group, without what they mean.
std::string list_of_words() {
  std::string text =
      wrapped("`edgeldp explain WORD` explains these words, and every field of a result:", text_width(), 0);
  std::string group, words;
  const auto end_group = [&] {
    if (!words.empty()) text += "\n" + group + "\n  " + wrapped(words, text_width(), 2);
    words.clear();
  };
  for (const glossary_entry& e : glossary()) {
    if (e.group != group) end_group();
    group = e.group;
    for (const std::string& word : e.words) words += (words.empty() ? "" : ", ") + word;
  }
  end_group();
  return text + "\n" +
         wrapped(fmt::format("`edgeldp explain --fields` has the {} fields of results with their units.",
                             result_fields().size()),
                 text_width(), 0);
}

void run_explain(const explain_arguments& a, bool json) {
  const bool is_of_all_fields = a.words.empty() && (a.fields_alone || a.as_page);
  meanings all = meanings_of_all(a.words, a.fields_alone || a.as_page);
  if (is_of_all_fields) all.fields.assign(result_fields().begin(), result_fields().end());
  if (a.as_page) return write_stdout(as_page(all.fields));
  if (!all.empty()) return json ? print_json(all) : write_stdout(meanings_text(all));
  if (!json) return write_stdout(list_of_words());
  all.terms.assign(glossary().begin(), glossary().end());
  print_json(all);
}

}  // namespace

void add_explain(verb_options& verb, const common_arguments& common) {
  explain_arguments& a = acts_by(verb, common, run_explain);
  verb.add_option(
      "words", a.words,
      "Words, fields of results, or epsilon and a number, which says what it means; none: a list of "
      "the words");
  verb.add_flag("--fields", a.fields_alone, "Fields of results alone; without words: all of them");
  verb.add_flag("--page", a.as_page, "Fields as a page with a table (Markdown)");
}

}  // namespace edgeldp::cli
