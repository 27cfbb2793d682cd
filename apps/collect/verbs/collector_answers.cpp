// SPDX-License-Identifier: MIT
#include "collect/verbs/collector_answers.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>
#include <vector>

#include "collect/collector/methods.hpp"
#include "collect/verbs/absence_words.hpp"
#include "collect/verbs/task_words.hpp"
#include "collect/verbs/time_span.hpp"
#include "io/claims.hpp"
#include "study/answer_parts.hpp"

namespace edgeldp::cli {

namespace {

using stage = collect::collection_status::stage;

const char* name_of(stage at) {
  switch (at) {
    case stage::joining:
      return "joining";
    case stage::asking:
      return "asking";
    case stage::over:
      return "over";
    case stage::failed:
      return "failed";
  }
  return "";
}

std::string where_text(const record& r) {
  const std::string at = text_of(r, "stage");
  if (at == "over") return "All rounds are over: `edgeldp collector result` shows what was found.";
  if (at == "asking" && !has(r, "round")) return "A round is closed, and the next is being prepared.";
  if (at == "failed") return fmt::format("It has failed: {}.", text_of(r, "failure"));
  const std::string waiting = fmt::format("{} of {} {}. It closes on {} at the latest.",
                                          grouped(number_of(r, "answered")), grouped(number_of(r, "asked")),
                                          at == "joining" ? "people have joined" : "users have answered",
                                          date_text(static_cast<std::int64_t>(number_of(r, "closes"))));
  return (at == "joining" ? "People join. " : fmt::format("Round '{}' is open. ", text_of(r, "round"))) +
         waiting;
}

std::string refused_text(const record& r) {
  std::string kinds;
  for (const auto& [name, count] : r.at("refused").items())
    kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", grouped(count.get<double>()), name);
  if (kinds.empty()) return "None.";
  const double twice = number_of(r, "equivocations");
  return kinds + "." +
         (twice > 0.0
              ? fmt::format(" {} said two things in one round; the first counts.", counted(twice, "user"))
              : "");
}

/// Which date it is, and what all of them cost who was in all.
std::string series_text(const record& r) {
  if (!has(r, "date")) return "";
  std::string text =
      fmt::format("Date {:.0f}. Who was in all has lost epsilon {:.4g} after it by plain addition",
                  number_of(r, "date"), number_of(r, "lost_by_addition"));
  if (has(r, "lost_by_unit"))
    text += fmt::format("; {:.4g} of one contact that changes at most {}", number_of(r, "lost_by_unit"),
                        counted(number_of(r, "most_changes"), "time"));
  return text + ".";
}

}  // namespace

record status_record(const collect::collection_status& s, const collect::task& t, const std::string& id) {
  record r = {{"task", id},
              {"title", t.title},
              {"method", t.method},
              {"epsilon", budget(t.total)},
              {"simulated", t.is_simulated},
              {"stage", name_of(s.at)},
              {"people", s.people},
              {"joined", s.joined},
              {"round", s.round.empty() ? record(nullptr) : record(s.round)},
              {"asked", s.asked},
              {"answered", s.answered},
              {"opened", s.opened == 0 ? record(nullptr) : record(s.opened)},
              {"closes", s.closes == 0 ? record(nullptr) : record(s.closes)},
              {"rounds", record::array()},
              {"message_bytes", s.message_bytes},
              {"refused", record::object()},
              {"equivocations", s.equivocations},
              {"failure", s.failure.empty() ? record(nullptr) : record(s.failure)},
              {"clock", s.clock.empty() ? record(nullptr) : record(s.clock)}};
  for (const auto& [name, count] : s.refused) r["refused"][name] = count;
  for (const collect::round_status& one : s.rounds)
    r["rounds"].push_back({{"round", one.round},
                           {"asked", one.asked},
                           {"answered", one.answered},
                           {"opened", one.opened},
                           {"closes", one.closes},
                           {"closed", one.closed == 0 ? record(nullptr) : record(one.closed)}});
  r["created"] = s.created;
  collect::add_series(r, t);
  if (t.lets_choose()) r["parts"] = results::counts_of(s.chosen);
  return r;
}

void add_predicted(record& r, const collect::collection_prediction& p) {
  r["average_degree"] = p.average_degree;
  r["predicted"] = record::array();
  for (const collect::predicted_number& n : p.numbers)
    r["predicted"].push_back({{"statistic", n.statistic},
                              {"share", optional_number(std::isfinite(n.share), n.share)},
                              {"judgement", key_of(n.good_for)}});
}

const char* key_of(judgement j) {
  return j == judgement::usable ? "usable" : j == judgement::weak ? "weak" : "not_usable";
}

std::string chosen_text(const record& r) {
  if (!r.contains("parts")) return {};
  part_counts chosen{};
  for (const chosen_part part : all_parts)
    chosen[static_cast<std::size_t>(part)] = r.at("parts").at(name_of(part)).get<std::uint64_t>();
  return sentence(chosen_words(chosen));
}

std::string status_text(const record& r, const screen& on) {
  return page(text_of(r, "title").empty() ? "Collection" : text_of(r, "title"), "", on)
      .group("Now", {where_text(r)})
      .group("Asked",
             {fmt::format("{}, epsilon {:g} in all.", text_of(r, "method"), number_of(r, "epsilon"))})
      .group("Series", {series_text(r)})
      .group("People", {fmt::format("{} of {} joined.", grouped(number_of(r, "joined")),
                                    grouped(number_of(r, "people"))),
                        chosen_text(r)})
      .group("Messages", {fmt::format("{} taken.", byte_count(number_of(r, "message_bytes")))})
      .group("Refused", {refused_text(r)})
      .group("Caution", {text_of(r, "clock").empty() ? "" : sentence(text_of(r, "clock"))})
      .text();
}

namespace {

std::string lies_text(const record& r) {
  if (!has(r, "influence_of_ten")) return "";
  std::string most;
  for (const record& n : r.at("numbers"))
    if (has(n, "influence_of_ten"))
      most += fmt::format("{}{} by {}", most.empty() ? "" : ", ", text_of(n, "statistic"),
                          significant(number_of(n, "influence_of_ten"), 2));
  if (most.empty()) most = "the estimate by " + significant(number_of(r, "influence_of_ten"), 2);
  return fmt::format(
      "Ten users who lie in what they count move {} at most. Numbers of {} were cut to what "
      "an honest user sends; of honest ones {:.1g} are expected among them.",
      most, counted(number_of(r, "clamped"), "user"), number_of(r, "clamped_honest"));
}

/// How many answered in each round. People may be asked in groups: they are of one round.
std::string answers_text(const record& result) {
  std::vector<std::pair<std::string, std::pair<double, double>>> rounds;
  for (const record& r : result.at("rounds")) {
    const std::string name = text_of(r, "round");
    if (rounds.empty() || rounds.back().first != name) rounds.push_back({name, {}});
    rounds.back().second.first += number_of(r, "answered");
    rounds.back().second.second += number_of(r, "asked");
  }
  std::string text;
  for (const auto& [name, numbers] : rounds)
    text += fmt::format("{}'{}': {} of {}", text.empty() ? "" : ", ", name, grouped(numbers.first),
                        grouped(numbers.second));
  return text + " who were asked.";
}

/// What became of the collection cannot be asked again: its people have spent their budget.
std::string lost_numbers_text(std::span<const named_result> numbers) {
  const std::string lost = lost_text(numbers);
  return lost.empty() ? "" : lost + ". Another collection needs a larger budget for it, or more people.";
}

}  // namespace

std::string result_text(const record& result, const std::string& title, const screen& on) {
  std::vector<named_result> numbers;
  std::vector<table_row> rows = {estimate_heading()};
  for (const record& n : result.at("numbers")) {
    numbers.push_back({text_of(n, "statistic"), n});
    rows.push_back(estimate_row(n, numbers.back().name));
  }
  const record& spent = result.at("spent");
  return page(title.empty() ? "Result" : title, turnout_words(result), on)
      .table(rows)
      .group("Caution", {absence_words(result), lost_numbers_text(numbers)})
      .group("Answers", {answers_text(result)})
      .group("Lies", {lies_text(result)})
      .group("Privacy", {flaw_text(result),
                         fmt::format("No user spent more than epsilon {:.4g}; a relationship lost "
                                     "{:.4g} at most, both of its ends taken together.",
                                     number_of(spent, "epsilon"), number_of(spent, "relationship_dp")),
                         chosen_text(result), coins_text(result)})
      .group("Graphs", {result.contains("synthesis")
                            ? "`edgeldp synthesize` makes graphs of made-up people from the published "
                              "result.json, as many as you like, and asks nobody."
                            : ""})
      .group("Cost", {fmt::format("A user sent {} on average beside names and signatures, and could read {}.",
                                  byte_count(number_of(result, "upload_bytes")),
                                  byte_count(number_of(result, "download_bytes")))})
      .text();
}

}  // namespace edgeldp::cli
