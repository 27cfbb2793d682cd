// SPDX-License-Identifier: MIT
#include "help/verb_facts_record.hpp"

namespace edgeldp::cli {

namespace {

record record_of(const option_facts& o) {
  return {{"names", o.names},
          {"value", o.value},
          {"about", o.about},
          {"choices", o.choices},
          {"is_required", o.is_required},
          {"takes_file", o.takes_file},
          {"takes_folder", o.takes_folder},
          {"repeats", o.repeats}};
}

option_facts option_of(const record& r) {
  return {r.at("names"),       r.at("value"),      r.at("about"),        r.at("choices"),
          r.at("is_required"), r.at("takes_file"), r.at("takes_folder"), r.at("repeats")};
}

}  // namespace

record record_of(const verb_facts& verb) {
  record r = {{"path", verb.path},       {"group", verb.group},       {"summary", verb.summary},
              {"details", verb.details}, {"examples", verb.examples}, {"sections", record::array()},
              {"below", record::array()}};
  for (const option_section& s : verb.sections) {
    record& section = r["sections"].emplace_back(record{{"title", s.title}, {"options", record::array()}});
    for (const option_facts& o : s.options) section["options"].push_back(record_of(o));
  }
  for (const verb_facts& below : verb.below) r["below"].push_back(record_of(below));
  return r;
}

verb_facts facts_of(const record& r) {
  verb_facts verb{r.at("path"), r.at("group"), r.at("summary"), r.at("details"), r.at("examples"), {}, {}};
  for (const record& s : r.at("sections")) {
    option_section& section = verb.sections.emplace_back(option_section{s.at("title"), {}});
    for (const record& o : s.at("options")) section.options.push_back(option_of(o));
  }
  for (const record& below : r.at("below")) verb.below.push_back(facts_of(below));
  return verb;
}

}  // namespace edgeldp::cli
