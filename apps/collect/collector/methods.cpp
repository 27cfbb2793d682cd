// SPDX-License-Identifier: MIT
#include "collect/collector/methods.hpp"

#include <span>
#include <utility>

#include "collect/task/files.hpp"
#include "collect/task/published.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "results/costs.hpp"
#include "study/questions/question.hpp"

namespace edgeldp::collect {

namespace {

using results::record;

record written(const study::number& n) {
  record r = {{"statistic", n.statistic},
              {"estimate", results::optional_number(n.is_known, n.value.value)},
              {"standard_error", n.value.standard_error}};
  results::add_interval_fields(r, n.value, [](const estimate&) { return std::nullopt; });
  if (n.influence_of_ten) r["influence_of_ten"] = *n.influence_of_ten;
  return r;
}

record written(const task& t, const study::answer& a) {
  const run_record& run = a.run;
  results::spending most;
  most.add(results::cost_of(run.spent));
  record r = {
      {"edgeldp_result", 1},
      {"task", t.id()},
      {"method", t.method},
      {"nodes", run.spent.users()},
      {"numbers", record::array()},
      {"epsilon", results::budget(t.total)},
      {"spent", most.fields()},
      {"rounds", record::array()},
      {"upload_bytes", static_cast<double>(run.upload_bytes) / static_cast<double>(run.spent.users())},
      {"download_bytes", run.download_bytes},
      {"told", run.told}};
  for (const study::number& n : a.numbers) r["numbers"].push_back(written(n));
  for (const presence& p : run.rounds)
    r["rounds"].push_back({{"round", p.round}, {"asked", p.asked}, {"answered", p.answered}});
  results::add_guarantee(r, run.is_simulated, run.flaws);
  return r;
}

/// Publishes the release, and says which it is.
void publish_release(record& r, const release& rows, const task& t, const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / published::release;
  rows.save(path.string(), {{}, t.id()});
  r["release"] = name_of_file(path);
}

/// A value two places further right: no text in JSON holds the end of a line.
std::string indented(const std::string& text) {
  std::string moved;
  for (const char c : text) {
    moved += c;
    if (c == '\n') moved += "  ";
  }
  return moved;
}

void add(record& r, const study::account_of_losses& losses) {
  r["present"] = losses.present;
  r["lost_in_count"] = losses.lost_in_count;
  r["predicted_share"] = losses.predicted_share;
}

/// What was cut, and what ten liars can do to the first number.
void add(record& r, const study::account_of_lies& lies) {
  r["clamped"] = lies.clamped;
  r["clamped_honest"] = lies.clamped_honest;
  r["influence_of_ten"] = r["numbers"][0]["influence_of_ten"];
}

/// Of a series that tells changes; else it is none.
study::later_date later_date_of(const task& t) {
  if (!t.asks_changes()) return {};
  return {t.series.budgets,
          t.series.date,
          t.series.cohort_people,
          {.share = t.series.turnover_permille / 1000.0}};
}

}  // namespace

void add_series(record& r, const task& t) {
  if (t.series == task_series()) return;
  r["series"] = t.is_later_date() ? t.series.first : t.id();
  r["date"] = t.series.date;
  r["lost_by_addition"] = t.lost_by_addition().nats();
  if (!t.tells_changes()) return;
  r["lost_by_unit"] = t.lost_by_unit().nats();
  r["most_changes"] = t.series.budgets.most_changes;
  r["assumed_turnover"] = t.series.turnover_permille / 1000.0;
}

void result_document::write(const std::function<void(std::string_view)>& take) const {
  std::string part;
  const auto add = [&](std::string_view text) {
    part += text;
    if (part.size() < part_bytes) return;
    take(part);
    part.clear();
  };
  const auto add_list = [&](std::span<const double> values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      add(i == 0 ? "[\n    " : ",\n    ");
      add(record(values[i]).dump());
    }
    add("\n  ]");
  };
  const char* before = "{\n  ";
  for (const auto& [name, value] : fields.items()) {
    add(std::exchange(before, ",\n  "));
    add(record(name).dump() + ": ");
    const auto list = ranges::find(lists, name, &std::pair<std::string, std::vector<double>>::first);
    if (list != lists.end() && !list->second.empty())
      add_list(list->second);
    else
      add(indented(value.dump(2)));
  }
  take(part + "\n}\n");
}

result_document play_method(const task& t, session& s, const std::filesystem::path& folder,
                            const public_groups* labels) {
  const study::question* asked = study::find_question(t.method);
  if (asked == nullptr)
    throw internal_error("a task of method '" + t.method + "' was read, and nobody plays it");
  study::answer found = asked->play(s, {.total = t.total_of_rounds(),
                                        .attributes = t.attributes,
                                        .shape = {.length = t.items},
                                        .groups = labels,
                                        .relationship = t.relationship_in_totals(),
                                        .download_bytes = static_cast<double>(t.max_download_bytes),
                                        .later = later_date_of(t)});
  result_document result{written(t, found), {}};
  record& r = result.fields;
  add_series(r, t);
  if (t.lets_choose()) r["parts"] = results::counts_of(s.chosen().counts(s.everybody()));
  if (t.asks_changes())  // what the limit leaves out
    for (std::size_t i = 0; i < found.numbers.size(); ++i)
      r["numbers"][i]["predicted_bias"] = found.numbers[i].value.bias;
  if (found.published) publish_release(r, *found.published, t, folder);
  if (found.losses) add(r, *found.losses);
  if (found.lies) add(r, *found.lies);
  for (auto& [name, values] : found.lists) {
    r[name] = record::array();
    result.lists.emplace_back(name, std::move(values));
  }
  for (const study::numbers_of_users& numbers : found.of_users) r["of_users"][numbers.name] = numbers.values;
  r.update(found.facts);
  return result;
}

}  // namespace edgeldp::collect
