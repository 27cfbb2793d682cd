// SPDX-License-Identifier: MIT
#include "collect/verbs/opened_collection.hpp"

#include <cmath>
#include <string>

#include "collect/collector/collection.hpp"
#include "collect/verbs/collector_answers.hpp"
#include "collect/verbs/time_span.hpp"
#include "io/page.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

using collect::collection;

collect::collector_folder folder_at(const std::string& home) {
  return {home};
}

collection open_collection(const std::string& home) {
  return {folder_at(home), unix_now()};
}

void go_on_by_clock(collection& c) {
  c.accept_clock(unix_now());
  c.advance(unix_now());
}

collection looked_at(const std::string& home) {
  return collection::opened_to_look(folder_at(home), unix_now());
}

void print_status(collection& c, output_style style) {
  const record r = status_record(c.status(), c.of_task(), c.id());
  if (style == output_style::text)
    write_stdout(status_text(r, screen::of_stdout()));
  else
    print_record(r, style == output_style::json);
}

void add_accept_clock(verb_options& verb, bool& accepts) {
  verb.add_flag(
          "--accept-clock", accepts,
          "The clock of this machine is right, although it has leapt since the collection was last played")
      ->group(section::expert);
}

void add_home(verb_options& verb, std::string& home) {
  verb.add_option("home", home, "The folder of the collection")->required()->type_name(value::folder);
}

}  // namespace edgeldp::cli
