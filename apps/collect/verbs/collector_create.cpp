// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <iostream>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "collect/collector/collection.hpp"
#include "collect/collector/methods.hpp"
#include "collect/plan/prediction.hpp"
#include "collect/task/files.hpp"
#include "collect/task/labels.hpp"
#include "collect/task/published.hpp"
#include "collect/verbs/collect_verbs.hpp"
#include "collect/verbs/collector_answers.hpp"
#include "collect/verbs/name_lines.hpp"
#include "collect/verbs/opened_collection.hpp"
#include "collect/verbs/series_arguments.hpp"
#include "collect/verbs/task_words.hpp"
#include "collect/verbs/time_span.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/hexadecimal.hpp"
#include "edgeldp/core/base/plain_words.hpp"
#include "io/claims.hpp"
#include "io/consent.hpp"
#include "io/page.hpp"
#include "options/protocol_arguments.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

using collect::collection;

struct create_arguments {
  std::string home, method = "triangles", people, items, labels, title, tokens, join_time = "7d",
                    round_time = "1d", answer_within;
  std::vector<std::string> attributes;
  double epsilon = 1.0, close_share = 1.0, average_degree = 20.0, relationship = 1.02;
  std::optional<double> most_download;
  bool is_simulated = false, is_confirmed = false, is_dry_run = false;
  std::optional<std::uint64_t> seed;
  series_arguments series;
};

collect::task_attribute attribute_of(const std::string& text) {
  const std::size_t equals = text.find('=');
  collect::task_attribute a{text.substr(0, equals), {}};
  if (equals != text.npos) {
    std::istringstream values(text.substr(equals + 1));
    for (std::string value; std::getline(values, value, ',');) a.values.push_back(value);
  }
  if (a.name.empty() || a.values.size() < 2)
    throw invalid_parameter(
        fmt::format("--attribute {}: a name and its values, as in party=left,right", text));
  return a;
}

/// Names and tokens of all who may take part, a line each.
std::string token_lines(const collection& c) {
  std::string lines;
  const collect::people_directory& people = c.directory();
  for (const std::uint32_t person : c.invited())
    lines += fmt::format("{}\t{}\n", people.name(person), to_hex(c.token_for(people.name(person))));
  return lines;
}

/// So many, and the first of them as they were read: a file with other columns or a heading shows.
std::string people_text(const collect::people_directory& people) {
  return fmt::format("{}, in the order of their names: '{}', '{}'{}",
                     counted(static_cast<double>(people.size()), "name"), people.name(0), people.name(1),
                     people.size() > 2 ? ", and so on." : ".");
}

collect::new_collection wanted_by(const create_arguments& a) {
  collect::new_collection wanted;
  wanted.title = a.title;
  wanted.method = a.method;
  wanted.total = epsilon::from_nats(a.epsilon);
  wanted.relationship_permille = static_cast<std::uint32_t>(std::lround(1000.0 * a.relationship));
  if (a.most_download) wanted.max_download_bytes = static_cast<std::uint64_t>(std::llround(*a.most_download));
  if (a.people.empty() && !a.series.is_again())
    throw invalid_parameter(
        "who may take part: add --people FILE, or --again FOLDER to ask the people of an earlier date");
  if (!a.people.empty()) wanted.people = people_lines(a.people);
  if (!a.items.empty()) wanted.items = item_lines(a.items);
  for (const std::string& text : a.attributes) wanted.attributes.push_back(attribute_of(text));
  wanted.join_seconds = seconds_of(a.join_time, "--join-time");
  wanted.round_seconds = seconds_of(a.round_time, "--round-time");
  if (!a.answer_within.empty()) wanted.answer_seconds = seconds_of(a.answer_within, "--answer-within");
  wanted.close_permille = static_cast<std::uint32_t>(std::lround(1000.0 * a.close_share));
  wanted.average_degree = a.average_degree;
  wanted.is_simulated = a.is_simulated;
  if (a.seed) {
    if (!a.is_simulated) throw invalid_parameter("--seed is for simulated tasks: add --simulated");
    wanted.key = release_key{*a.seed};
  }
  if (a.series.is_again())
    continue_series(a.series, wanted);
  else
    begin_series(a.series, wanted);
  if (!a.labels.empty()) wanted.labels = label_lines(a.labels, wanted.people);
  return wanted;
}

/// Errors: invalid_parameter for items that the method does not have, or that are too many.
void require_items(const create_arguments& a, const collect::new_collection& wanted,
                   const study::offer& method) {
  if (!method.has_items() && !wanted.items.empty())
    throw invalid_parameter(fmt::format("--items is not for --method {}", wanted.method));
  if (!method.has_items()) return;
  if (wanted.items.empty())
    throw invalid_parameter(
        fmt::format("--method {} needs the items that people may have: add --items FILE", wanted.method));
  const std::size_t items = wanted.items.size();
  if (items > method.most_items)
    throw invalid_parameter(fmt::format("{}: {} items; --method {} is for {} at most", a.items, items,
                                        wanted.method, method.most_items));
}

/// Errors: invalid_parameter for labels that the method does not have, that can be none, and where
///     it has none.
void require_labels(const create_arguments& a, const collect::new_collection& wanted,
                    const study::offer& method) {
  if (!method.has_labels && !wanted.labels.empty())
    throw invalid_parameter(fmt::format("--labels is not for --method {}", wanted.method));
  if (method.has_labels && wanted.labels.empty())
    throw invalid_parameter(
        fmt::format("--method {} needs the public labels of some people: add --labels FILE", wanted.method));
  if (wanted.labels.empty()) return;
  try {
    collect::write_labels(wanted.labels, wanted.people);
  } catch (const invalid_parameter& e) {
    throw invalid_parameter(fmt::format("{}: {}", a.labels.empty() ? a.series.again : a.labels, e.what()));
  }
}

/// What cannot become a collection is refused in the operator's words, before time goes into
/// predictions; what is left to refuse, create_collection does.
/// Errors: invalid_parameter; io_error where something is there.
void require_possible(const create_arguments& a, const collect::new_collection& wanted) {
  std::error_code ignored;
  if (std::filesystem::exists(a.home, ignored) && !std::filesystem::is_empty(a.home, ignored))
    throw io_error(a.home + ": is there already, and not empty");
  const study::offer& method = collect::offer_for(wanted.method);
  if (method.has_attributes && wanted.attributes.empty())
    throw invalid_parameter(
        fmt::format("--method {0} needs an attribute: add --attribute party=left,right", wanted.method));
  if (!method.has_attributes && !wanted.attributes.empty())
    throw invalid_parameter(fmt::format("--attribute is not for --method {}", wanted.method));
  require_items(a, wanted, method);
  require_labels(a, wanted, method);
  if (a.most_download && method.rounds_for_sample.empty())
    throw invalid_parameter(fmt::format("--max-download is not for --method {}", wanted.method));
  if (method.rounds_at({wanted.relationship_permille, wanted.max_download_bytes}).empty())
    throw invalid_parameter(
        a.most_download ? "--relationship does not go with --max-download, which plans a sample of rows"
                        : fmt::format("--relationship is not for --method {}", wanted.method));
  const std::size_t people = wanted.people.size();
  if (method.most_people > 0 && people > method.most_people)
    throw invalid_parameter(fmt::format("{}: {} people; --method {} is for {} at most", a.people, people,
                                        wanted.method, method.most_people));
}

/// What is known of a collection before it is made.
struct foresight {
  collect::collection_prediction predicted;
  std::optional<collect::enough_epsilon> enough;  ///< where the number would be lost
  collect::task task;                             ///< what is asked for which price, and no more
};

foresight foresee(const collect::new_collection& wanted, double average_degree) {
  foresight f;
  f.task.method = wanted.method;
  f.task.total = wanted.total;
  f.task.version = collect::version_for(wanted.method, wanted.series.budgets.is_used());
  f.task.relationship_permille = wanted.relationship_permille;
  f.task.max_download_bytes = wanted.max_download_bytes;
  f.task.attributes = wanted.attributes;
  f.task.items = wanted.items.size();
  f.task.people = wanted.people.size();
  if (!wanted.labels.empty()) f.task.labels = collect::write_labels(wanted.labels, wanted.people).said;
  f.task.series = wanted.series;
  f.task.rounds = collect::rounds_of(wanted.method, f.task.total_of_rounds(), f.task.variant());
  const std::uint64_t people = f.task.asks_changes() ? f.task.series.cohort_people : wanted.people.size();
  f.predicted = collect::predict_collection(f.task, people, average_degree);
  if (!f.predicted.is_usable()) f.enough = collect::epsilon_that_would_do(f.task, people, average_degree);
  return f;
}

std::string predicted_words(const foresight& f) {
  const collect::collection_prediction& p = f.predicted;
  std::string said = fmt::format(
      "On a made-up network of {} with {:.3g} {} each (--average-degree), 95% intervals reach so far to "
      "either side: ",
      counted(static_cast<double>(p.people), "person", "people"), p.average_degree,
      f.task.has_items() ? "items" : "contacts");
  for (std::size_t i = 0; i < p.numbers.size(); ++i) {
    const collect::predicted_number& n = p.numbers[i];
    said +=
        fmt::format("{}{}, {} of the number, {}", i == 0 ? "" : "; ", n.statistic,
                    std::isfinite(n.share) ? percent(n.share) : "more than all", words(key_of(n.good_for)));
  }
  said += ".";
  if (f.task.has_labels())
    said += fmt::format(
        " There a person has the label of one of its contacts with a chance of {}, and a random one "
        "otherwise: "
        "where labels follow contacts less, less is right.",
        percent(collect::assumed_homophily));
  if (p.is_usable()) return said;
  return said + (f.enough
                     ? fmt::format(" Epsilon {:g} is predicted to give {}.", f.enough->nats,
                                   percent(f.enough->share))
                     : fmt::format(" No epsilon up to 16 is known to do for so few people with so few {}.",
                                   f.task.has_items() ? "items" : "contacts"));
}

/// Why an operator is asked before a collection is made; empty where there is no reason.
std::string doubts(const foresight& f) {
  std::string said;
  if (f.task.total > epsilon::from_nats(loss_of_a_lot) && !f.task.asks_changes())
    said = fmt::format("epsilon {:g} is above {:g}", budget(f.task.total), loss_of_a_lot);
  if (!f.predicted.is_usable())
    said += fmt::format("{}the answer is predicted not to be usable", said.empty() ? "" : ", and ");
  if (f.task.has_labels())
    said += fmt::format("{}it infers a label of people who gave none, from what others made public",
                        said.empty() ? "" : ", and ");
  return said;
}

std::string foresight_text(const foresight& f, const std::string& title) {
  return page(title)
      .group("Predicted", {predicted_words(f)})
      .group("Privacy",
             {contact_words(f.task), own_words(f.task), of_each_words(f.task), choosing_words(f.task)})
      .group("Series", {series_words(f.task), lost_in_series_words(f.task)})
      .text();
}

/// Asks whoever sits at a terminal; elsewhere it must have been said beforehand. Returns why, and
/// how it was answered; nothing where there was no reason to ask.
/// Errors: invalid_parameter where the answer is no.
std::string confirm(const foresight& f, bool is_confirmed) {
  const std::string why = doubts(f);
  if (why.empty()) return "";
  if (is_confirmed) return why + " (confirmed by --yes)";
  write_stderr(foresight_text(f, "This collection needs a second look"));
  if (isatty(STDIN_FILENO) == 0 || isatty(STDERR_FILENO) == 0)
    throw invalid_parameter(fmt::format("{}: nothing was made; --yes makes it all the same", why));
  write_stderr(fmt::format("Since {}: make it all the same? [y/N] ", why));
  std::string answer;
  std::getline(std::cin, answer);
  if (answer != "y" && answer != "Y" && answer != "yes") throw invalid_parameter("nothing was made");
  return why + " (confirmed at a terminal)";
}

record foresight_record(const foresight& f) {
  record r = {{"relationship_dp", f.task.most_of_relationship().nats()}};
  add_predicted(r, f.predicted);
  collect::add_series(r, f.task);
  return r;
}

/// With --dry-run.
void print_foresight(const foresight& f, const collect::new_collection& wanted, output_style style) {
  if (style == output_style::text)
    return write_stdout(foresight_text(f, "Nothing was made: this is what would be"));
  record r = {{"title", wanted.title},
              {"method", wanted.method},
              {"epsilon", budget(wanted.total)},
              {"people", wanted.people.size()}};
  r.update(foresight_record(f));
  print_record(r, style == output_style::json);
}

/// Empty of tasks without labels.
std::string published_labels_words(const collect::task& t, const std::string& home) {
  if (!t.has_labels()) return {};
  return fmt::format("{}/public/{} says who has which public label, with names.", home,
                     collect::published::object(t.labels.file));
}

void print_made(const create_arguments& a, collection& made, const std::string& tokens, const foresight& f,
                output_style style) {
  if (style != output_style::text) {
    record r = status_record(made.status(), made.of_task(), made.id());
    r.update(foresight_record(f));
    return print_record(r, style == output_style::json);
  }
  write_stdout(
      page("Collection made")
          .group("People", {people_text(made.directory())})
          .group("Publish", {fmt::format("{}/public is for everybody to read.", a.home),
                             published_labels_words(made.of_task(), a.home)})
          .group("Keep", {fmt::format("{}/private is for you alone; a copy of it is enough to go on "
                                      "after a disk has failed.",
                                      a.home)})
          .group("Hand out", {fmt::format("{} has a token for each person, who joins with it once.", tokens)})
          .group("Predicted", {predicted_words(f)})
          .group("Privacy",
                 {contact_words(f.task), own_words(f.task), of_each_words(f.task), choosing_words(f.task)})
          .group("Series", {series_words(f.task), lost_in_series_words(f.task)})
          .group("Task", {made.id() + "."})
          .text());
}

void create(const create_arguments& a, output_style style) {
  collect::new_collection wanted = wanted_by(a);
  require_possible(a, wanted);
  const foresight f = foresee(wanted, a.average_degree);
  if (a.is_dry_run) return print_foresight(f, wanted, style);
  if (!a.is_simulated) wanted.confirmed = confirm(f, a.is_confirmed);
  try {
    collect::create_collection(folder_at(a.home), wanted, unix_now());
  } catch (const format_error& e) {
    throw invalid_parameter((a.items.empty() ? a.people : a.people + " or " + a.items) + ": " +
                            plain_words(e.what()));
  }
  collection made = open_collection(a.home);
  const std::string tokens = a.tokens.empty() ? a.home + "/private/tokens.tsv" : a.tokens;
  if (tokens == "-")
    write_stdout(token_lines(made));
  else
    collect::write_private(tokens, collect::bytes_of(token_lines(made)));
  print_made(a, made, tokens, f, style);
}

}  // namespace

void add_collector_create(verb_options& verb, const common_arguments& common) {
  auto& a = acts_by<create_arguments>(verb, common, create);
  add_home(verb, a.home);
  std::vector<std::string> methods;
  for (const study::offer& o : study::offers())
    if (o.is_open()) methods.emplace_back(o.question);
  verb.add_option("--method", a.method, fmt::format("What is estimated: {}", fmt::join(methods, ", ")))
      ->capture_default_str();
  verb.add_option("--people", a.people,
                  "A file with the name of a person a line: who may take part; needed without --again")
      ->type_name(value::file);
  verb.add_option("--items", a.items,
                  "A file with the name of an item a line: what people may have (butterflies)")
      ->type_name(value::file);
  verb.add_option(
          "--labels", a.labels,
          "A file with a person's name and its public label a line, with a tab between: of some of the "
          "people, from which the label of the others is inferred (labels). It is published, so name "
          "those only who have made theirs public")
      ->type_name(value::file);
  add_epsilon(verb, a.epsilon, "Privacy budget of each person, for all rounds together");
  add_relationship(verb, a.relationship);
  verb.add_option(
          "--max-download", a.most_download,
          "People's programs read a public sample of rows of about so many bytes, not all of them: less "
          "to download, more error (triangles)")
      ->check(between(1.0, static_cast<double>(study::most_download_bytes)));
  verb.add_option(
          "--average-degree", a.average_degree,
          "Contacts of a person, or items, as you expect them: what the answer will be good for is predicted "
          "with it")
      ->check(above_zero())
      ->capture_default_str();
  verb.add_flag("--yes", a.is_confirmed,
                "Make it without being asked, though epsilon is above 4, the answer is predicted not to be "
                "usable, or labels of people are inferred who gave none");
  verb.add_flag("--dry-run", a.is_dry_run, "Say what the answer would be good for, and make nothing");
  verb.add_option("--title", a.title, "What the collection is about, for people to read");
  add_series(verb, a.series);
  verb.add_option("--attribute", a.attributes,
                  "An attribute of people and its values, as party=left,right (homophily; may be repeated)");
  verb.add_option("--join-time", a.join_time, "How long people may join: 90s, 15m, 12h or 7d")
      ->capture_default_str();
  verb.add_option("--round-time", a.round_time, "How long each round is open")->capture_default_str();
  verb.add_option(
      "--answer-within", a.answer_within,
      "People's programs answer at a random moment within this time of hearing of a round, so that "
      "when they answer tells nothing of a list; a tenth of --round-time if not given");
  verb.add_option("--close-share", a.close_share,
                  "A round closes before its time once this share of those asked have answered")
      ->check(between(0.001, 1.0))
      ->capture_default_str();
  verb.add_option("--tokens", a.tokens, "Where the tokens go; private/tokens.tsv in the folder if not given")
      ->group(section::output)
      ->type_name(value::file);
  verb.add_flag("--simulated", a.is_simulated, "For clients with replayed coins, and no others: NOT private")
      ->group(section::expert);
  verb.add_option("--seed", a.seed, "Of a simulated task's public coins")->group(section::expert);
}

}  // namespace edgeldp::cli
