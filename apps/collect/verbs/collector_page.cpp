// SPDX-License-Identifier: MIT
#include "collect/verbs/collector_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "collect/verbs/absence_words.hpp"
#include "collect/verbs/collector_answers.hpp"
#include "collect/verbs/task_words.hpp"
#include "collect/verbs/time_span.hpp"
#include "io/page.hpp"
#include "study/answer_parts.hpp"
#include "study/interval_figure.hpp"
#include "study/svg_text.hpp"
#include "study/web_page.hpp"

namespace edgeldp::cli {

namespace {

/// What a round asks, for people.
std::string_view about_round(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> all[] = {
      {"join", "people join"},
      {"degree", "how many contacts, with noise"},
      {"size", "how long a noisy list will be, with noise"},
      {"edges", "a list with random errors"},
      {"pilot", "a first small count, with noise"},
      {"count", "a count, with noise"},
      {"attributes", "values, randomized"}};
  const auto found = std::ranges::find(all, name, &std::pair<std::string_view, std::string_view>::first);
  return found == std::ranges::end(all) ? "an answer with noise" : found->second;
}

std::string what_is_counted(const collect::task& t) {
  return estimated_words(t);
}

/// "3 h 20 min".
std::string left_text(std::int64_t seconds) {
  constexpr std::int64_t minute = 60, hour = 3600, day = 86400;
  if (seconds <= 0) return "no time";
  if (seconds < 2 * minute) return counted(static_cast<double>(seconds), "second");
  if (seconds < 2 * hour) return fmt::format("{} min", seconds / minute);
  if (seconds < 2 * day) return fmt::format("{} h {} min", seconds / hour, seconds % hour / minute);
  return fmt::format("{} days {} h", seconds / day, seconds % day / hour);
}

std::string purpose_text(const collect::task& t) {
  std::string text = paragraph_of(
      fmt::format("People are asked, so that {} among them can be estimated; each one's own list of {} stays "
                  "with that person.",
                  what_is_counted(t), t.has_items() ? "items" : "contacts"));
  if (const std::string_view about = about_question(t.method); !about.empty())
    text += paragraph_of(std::string(about));
  if (const std::string of_each = of_each_words(t); !of_each.empty()) text += paragraph_of(of_each);
  if (t.has_labels())
    text += fmt::format("<p><a href=\"{}\">Who has which public label</a>.</p>\n",
                        collect::published::object(t.labels.file));
  text += paragraph_of(
      "Everything that is sent has random errors. How much it may tell is bounded, whoever reads it, the "
      "collector too, and whatever else a reader knows:");
  text += paragraph_of(contact_words(t));
  text += paragraph_of(own_words(t));
  if (const std::string series = series_words(t); !series.empty()) text += paragraph_of(series);
  if (t.lets_choose()) text += paragraph_of(choosing_words(t));
  if (t.is_simulated)
    text += paragraph_of("A simulation: coins are replayed from a seed, and nothing is private.", "warn");
  return text;
}

std::string now_text(const record& s, std::int64_t now) {
  const std::string stage = text_of(s, "stage");
  if (stage == "over") return paragraph_of("All rounds are over; the result stands below.", "now");
  if (stage == "failed")
    return paragraph_of("The collection has failed: " + text_of(s, "failure") + ".", "now");
  const auto closes = static_cast<std::int64_t>(number_of(s, "closes"));
  const double answered = number_of(s, "answered"), asked = number_of(s, "asked");
  const std::string what =
      stage == "joining" ? fmt::format("{} of {} people have joined.", grouped(answered), grouped(asked))
                         : fmt::format("Round '{}': {} of {} have answered.", text_of(s, "round"),
                                       grouped(answered), grouped(asked));
  return paragraph_of(fmt::format("{} It closes in {}, on {}, or before that once enough have answered.",
                                  what, left_text(closes - now), date_text(closes)),
                      "now") +
         fmt::format(
             "<progress max=\"{:.0f}\" value=\"{:.0f}\" aria-label=\"{} of {} have answered\"></progress>\n",
             asked, answered, grouped(answered), grouped(asked));
}

struct round_row {
  std::string asked = "", answered = "";
  bool is_open = false;
};

/// What is known of a round of the task: of one that asks several groups of people, of all of them
/// together.
round_row row_of(const std::string& name, const record& status) {
  if (name == "join")
    return {grouped(number_of(status, "people")), grouped(number_of(status, "joined")),
            text_of(status, "stage") == "joining"};
  double asked = 0.0, answered = 0.0;
  for (const record& r : status.at("rounds"))
    if (text_of(r, "round") == name) {
      asked += number_of(r, "asked");
      answered += number_of(r, "answered");
    }
  if (asked == 0.0) return {};
  return {grouped(asked), grouped(answered),
          text_of(status, "round") == name && text_of(status, "stage") == "asking"};
}

std::string rounds_table(const collect::task& t, const record& status) {
  std::string table =
      "<table>\n<thead><tr><th scope=\"col\">Round</th><th scope=\"col\">Asked</th><th "
      "scope=\"col\">Answered</th>"
      "<th scope=\"col\">Epsilon, at most</th></tr></thead>\n<tbody>\n";
  for (const collect::task_round& r : t.rounds) {
    const round_row row = row_of(r.name, status);
    table += fmt::format(
        "<tr><td{}>{}<br><span class=\"soft\">{}</span></td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
        row.is_open ? " class=\"open\"" : "", escaped(r.name), escaped(std::string(about_round(r.name))),
        row.asked, row.answered, r.most.is_zero() ? "0" : fmt::format("{:.4g}", r.most.nats()));
  }
  return table + "</tbody>\n</table>\n";
}

/// When rounds were open, and how many answered each of them. Nothing finer: a count by the hour
/// would keep, for whoever comes years later, when the few who answer at night did, and with the
/// list of who joined, who that was. When a round closed is no news, since it is when the next one
/// was announced.
std::string history_table(const record& status) {
  std::string table =
      "<table class=\"history\">\n<thead><tr><th scope=\"col\">Round</th><th scope=\"col\">Opened, "
      "UTC</th><th "
      "scope=\"col\">Closed"
      "</th><th scope=\"col\">Answered</th></tr></thead>\n<tbody>\n";
  const auto time_of = [](const record& of, const char* key) -> std::string {
    if (!has(of, key)) return "";
    constexpr std::size_t day = 10, minutes = 5;
    const std::string when = date_text(static_cast<std::int64_t>(number_of(of, key)));
    return fmt::format("<span class=\"when\">{}</span> {}", when.substr(0, day),
                       when.substr(day + 1, minutes));
  };
  const auto add = [&](const std::string& round, const std::string& opened, const std::string& closed,
                       const std::string& answered) {
    table += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", escaped(round), opened,
                         closed, answered);
  };
  const record& rounds = status.at("rounds");
  const bool is_joining = text_of(status, "stage") == "joining";
  add("join", time_of(status, "created"), rounds.empty() ? "" : time_of(rounds[0], "opened"),
      is_joining ? "" : grouped(number_of(status, "joined")));
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    const record& r = rounds[i];
    const bool is_open =
        i + 1 == rounds.size() && text_of(status, "stage") == "asking" && has(status, "round");
    const std::string closed = has(r, "closed")        ? time_of(r, "closed")
                               : i + 1 < rounds.size() ? time_of(rounds[i + 1], "opened")
                                                       : "";
    add(text_of(r, "round"), time_of(r, "opened"), closed, is_open ? "" : grouped(number_of(r, "answered")));
  }
  return table + "</tbody>\n</table>\n";
}

/// Before anybody is asked.
std::string expected_section(const record& status) {
  if (!has(status, "predicted")) return "";
  std::string all;
  for (const record& n : status.at("predicted"))
    all += fmt::format("{}{}, {} of the number ({})", all.empty() ? "" : "; ", text_of(n, "statistic"),
                       has(n, "share") ? percent(number_of(n, "share")) : "more than all",
                       words(text_of(n, "judgement")));
  return heading_of("Expected beforehand") +
         paragraph_of(fmt::format("If all {} people take part, and each has {:.3g} contacts among them, 95% "
                                  "intervals are expected "
                                  "to reach so far to either side: {}. This was worked out on a made-up "
                                  "network; fewer people{} "
                                  "make it wider.",
                                  grouped(number_of(status, "people")), number_of(status, "average_degree"),
                                  all, status.contains("parts") ? ", and people who spend less," : ""));
}

/// What whoever is invited should know first.
std::string before_taking_part(const collect::task& t, const record& status) {
  const std::string stage = text_of(status, "stage");
  if (stage == "over" || stage == "failed") return "";
  return heading_of("Before you take part") +
         paragraph_of(fmt::format("Who asks: this page knows {}, and no more. Ask whoever invited you who is "
                                  "responsible, and what the answer is for.",
                                  t.title.empty() ? "no title" : "the title above")) +
         paragraph_of(
             "Taking part is up to you: for whoever does not join nothing is sent. The names of all who are "
             "invited "
             "are public, though, and so is who has joined and who answered which round.") +
         paragraph_of(
             "You may leave at any time: stop your program, and `edgeldp client leave me.state` gives back "
             "what was "
             "not spent. The round waits for you until its time is over. What was sent stays.") +
         paragraph_of(
             "Your messages are kept under your name until the operator deletes them; no date is set here. "
             "What is "
             "published may be copied by anybody, and cannot be taken back.");
}

std::string how_to_take_part(const record& status) {
  const std::string stage = text_of(status, "stage");
  if (stage == "over" || stage == "failed") return "";
  std::string text = heading_of("How to take part");
  if (stage == "asking")
    return text + paragraph_of(
                      "Nobody can join any more. Who has joined: leave your program running until the end, "
                      "or run it "
                      "once in each round; whoever misses a round is left out of the later ones.");
  if (status.contains("take_part_sha256"))
    text += fmt::format(
        "<p>Whoever is invited may open the link of the invitation, or <a href=\"take-part.html\">take part "
        "in "
        "this browser</a>. Whoever serves that page is trusted with the list of whoever uses it; its SHA-256 "
        "is <code>{}</code>. A program of one's own needs no such trust:</p>\n",
        escaped(text_of(status, "take_part_sha256")));
  text += paragraph_of(
      "Whoever is invited has got a token of 32 digits and letters from the operator. Write it into a file, "
      "the "
      "names of your contacts into another one, a name a line, and put the address of this page in the place "
      "of "
      "ADDRESS:");
  text +=
      "<pre>edgeldp client join me.state --from ADDRESS --name NAME --token-file token.txt --contacts "
      "contacts.txt\n"
      "edgeldp client run me.state --from ADDRESS</pre>\n";
  return text + paragraph_of(
                    fmt::format("Your list stays in me.state, which you must keep: it cannot be made again. "
                                "To be sure that this is the collection you were told of, ask the operator "
                                "by another way for its task, and add --task {}.",
                                text_of(status, "task")));
}

/// Of a number that is lost in the noise neither an estimate nor a lower end is told, as in a
/// report.
std::string lost_number_text(const record& n, const record& interval) {
  const double high = interval[1].get<double>(), most = has(n, "at_most") ? number_of(n, "at_most") : high;
  const std::string said = most < 10.0 ? significant(most, 3) : grouped(std::round(most));
  drawn_interval drawn{text_of(n, "statistic"), "not usable", "", "at most " + said};
  drawn.low = std::max(0.0, interval[0].get<double>());
  drawn.high = std::max(drawn.low, most);
  drawn.is_lost = true;
  return paragraph_of(fmt::format(
             "Lost in the noise, and not usable: all that can be said is that it is at most {}.", said)) +
         interval_figure(drawn);
}

std::string number_text(const record& n) {
  const std::string name = text_of(n, "statistic");
  const double estimate = number_of(n, "estimate");
  const record interval = n.contains("interval") ? n.at("interval") : record();
  const bool has_interval =
      interval.is_array() && interval.size() == 2 && interval[0].is_number() && interval[1].is_number();
  std::string text = "<h3>" + escaped(name) + "</h3>\n";
  const bool is_lost = text_of(n, "judgement") == "not_usable";
  if (!has_interval)
    return text + paragraph_of(is_lost ? "Lost in the noise, and not usable."
                                       : fmt::format("About {}.", significant(estimate)));
  if (is_lost) return text + lost_number_text(n, interval);
  if (std::abs(estimate) < 10.0)
    return text + paragraph_of(fmt::format("About {}. With a confidence of {} it lies between {} and {}.",
                                           significant(estimate, 3), percent(number_of(n, "confidence")),
                                           significant(interval[0].get<double>(), 3),
                                           significant(interval[1].get<double>(), 3)));
  const double low = interval[0].get<double>(), high = interval[1].get<double>();
  const std::string said = rounded_to_error(estimate, number_of(n, "standard_error"));
  text += paragraph_of(fmt::format("About {}. With a confidence of {} it lies between {} and {}.", said,
                                   percent(number_of(n, "confidence")), grouped(std::round(low)),
                                   grouped(std::round(high))));
  return text + interval_figure(
                    {name, said, grouped(std::round(low)), grouped(std::round(high)), low, estimate, high});
}

std::string result_section(const record& result) {
  if (!result.is_object()) return "";
  std::string text = heading_of("Result");
  if (const auto flaws = result.find("not_private_because"); flaws != result.end() && flaws->is_string())
    text += paragraph_of("Not private: " + flaws->get<std::string>(), "warn");
  if (const std::string of_whom = absence_words(result); !of_whom.empty())
    text += paragraph_of("Caution: " + of_whom, "warn");
  for (const record& n : result.at("numbers")) text += number_text(n);
  const record& spent = result.at("spent");
  return text + paragraph_of(fmt::format(
                    "Nobody spent more than epsilon {:.4g}; a relationship lost {:.4g} at most, both "
                    "of its ends taken together.",
                    number_of(spent, "epsilon"), number_of(spent, "relationship_dp")));
}

std::string traffic_section(const record& status, const record& result) {
  std::string text =
      heading_of("Traffic") + paragraph_of(fmt::format("{} of answers taken so far.",
                                                       byte_count(number_of(status, "message_bytes"))));
  if (result.is_object())
    text += paragraph_of(fmt::format(
        "Of that a person's answers take {} on average, the rest says whose they are. Everybody can read {}.",
        byte_count(number_of(result, "upload_bytes")), byte_count(number_of(result, "download_bytes"))));
  return text;
}

}  // namespace

std::string collector_page(const collect::task& t, const record& status, const record& result,
                           std::int64_t now) {
  const std::string title = t.title.empty() ? "Collection: " + what_is_counted(t) : t.title;
  const bool is_running = text_of(status, "stage") == "joining" || text_of(status, "stage") == "asking";
  std::string page = page_opening(title, is_running ? "<meta http-equiv=\"refresh\" content=\"10\">\n" : "");
  page += "<h1>" + escaped(title) + "</h1>\n" + now_text(status, now) + result_section(result);
  page += before_taking_part(t, status) + how_to_take_part(status);
  page += heading_of("What is asked, and how much it may tell") + purpose_text(t);
  if (const std::string chosen = chosen_text(status); !chosen.empty()) page += paragraph_of(chosen);
  page += expected_section(status);
  page += heading_of("Rounds") + rounds_table(t, status) +
          paragraph_of(
              fmt::format("All rounds together cost a person epsilon {:.4g} at most: what one takes is gone "
                          "for the others.",
                          number_of(status, "epsilon")),
              "soft");
  page += heading_of("History") + history_table(status);
  page += traffic_section(status, result);
  page += paragraph_of("Task " + text_of(status, "task"), "soft");
  return page + page_end();
}

}  // namespace edgeldp::cli
