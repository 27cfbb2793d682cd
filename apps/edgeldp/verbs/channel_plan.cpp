// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edgeldp/channel/records/records.hpp"
#include "io/claims.hpp"
#include "io/page.hpp"
#include "io/report.hpp"
#include "options/shared_options.hpp"
#include "study/answer_parts.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

struct plan_arguments {
  std::vector<std::uint32_t> sizes;
  double epsilon = 1.0;
};

/// Bytes of a message, on average over people.
double mean_bytes(const record_plan& plan) {
  constexpr vertex_id people = 1000;
  const record_format format(plan);
  if (!plan.is_sampled()) return static_cast<double>(format.message_bytes(0));
  double sum = 0.0;
  for (vertex_id person = 0; person < people; ++person)
    sum += static_cast<double>(format.message_bytes(person));
  return sum / people;
}

record describe(const std::string& name, const record_plan& plan, double least) {
  record answers = record::array();
  for (std::size_t i = 0; i < plan.categories.size(); ++i)
    answers.push_back({{"categories", plan.categories[i]},
                       {"encoding", plan.encodings[i] == answer_encoding::unary ? "unary" : "direct"},
                       {"epsilon", budget(plan.shares[i])},
                       {"chance", plan.is_sampled() ? plan.chances[i] : 1.0}});
  record r = {{"plan", name},
              {"epsilon", budget(plan.total)},
              {"squared_error", plan.squared_error()},
              {"relative_to_best", plan.squared_error() / least}};
  // With sampling the error is an upper bound, which comparisons must know.
  if (plan.is_sampled()) r["bound"] = true;
  r["upload_bytes"] = mean_bytes(plan);
  add_guarantee(r, false, {});
  r["answers"] = std::move(answers);
  return r;
}

struct named_plan {
  std::string name;
  record_plan plan;
};

std::vector<named_plan> all_plans(const plan_arguments& a) {
  const epsilon total = epsilon::from_nats(a.epsilon);
  return {{"even shares, unary (BRR)", even_plan(total, a.sizes, answer_encoding::unary)},
          {"even shares, direct (MRR)", even_plan(total, a.sizes, answer_encoding::direct)},
          {"optimal shares, unary (OBRR)", optimal_plan(total, a.sizes, answer_encoding::unary)},
          {"optimal shares, direct (OMRR)", optimal_plan(total, a.sizes, answer_encoding::direct)},
          {"optimal shares, mixed", mixed_plan(total, a.sizes)},
          {"one answer a person", sampled_plan(total, a.sizes)}};
}

// ---- as an answer

/// For the error of a typical proportion in a table.
constexpr double people = 1000.0;

/// Root mean square over all categories of all answers.
double error_of_a_share(const record_plan& plan) {
  const double categories = std::accumulate(plan.categories.begin(), plan.categories.end(), 0.0);
  return std::sqrt(plan.squared_error() / people / categories);
}

std::string times_text(double times) {
  return times < 1.005 ? "the fewest" : fmt::format("{} times", significant(times, 3));
}

/// Of each answer its share of the budget, or its chance.
std::string shares_text(const record_plan& plan) {
  constexpr std::size_t most_named = 8;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < std::min(plan.categories.size(), most_named); ++i)
    parts.push_back(plan.is_sampled() ? percent(plan.chances[i])
                                      : fmt::format("{:.3g}", budget(plan.shares[i])));
  if (plan.categories.size() > most_named) parts.emplace_back("...");
  return fmt::format("{}", fmt::join(parts, ", "));
}

table_row row_of(const named_plan& p, double times) {
  const double error = error_of_a_share(p.plan);
  return {{p.name, tint::strong},
          {(p.plan.is_sampled() ? "at most " : "") + rounded_to_error(error, error)},
          {times_text(times), times < 1.005 ? tint::good : tint::plain},
          {byte_count(mean_bytes(p.plan))}};
}

std::string best_text(const named_plan& best, const named_plan& next, double total) {
  const record_plan& p = best.plan;
  std::string said =
      p.is_sampled()
          ? fmt::format(
                "{}: public randomness picks the one answer that a person gives, with chances {}, and "
                "that answer spends all of epsilon {:g}.",
                best.name, shares_text(p), total)
          : fmt::format("{}: every person gives all answers, which spend {} of epsilon {:g}.", best.name,
                        shares_text(p), total);
  said[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(said[0])));
  const double ahead = next.plan.squared_error() / p.squared_error();
  return said + (ahead < 1.005
                     ? fmt::format(" '{}' is as good.", next.name)
                     : fmt::format(" The next best, '{}', needs {} times as many people for the same "
                                   "error.",
                                   next.name, significant(ahead, 3)));
}

std::string plans_text(const plan_arguments& a, std::vector<named_plan> plans) {
  std::ranges::sort(plans, {}, [](const named_plan& p) {
    return std::pair(p.plan.squared_error(), std::string_view(p.name));
  });
  const screen on = screen::of_stdout();
  std::vector<table_row> rows = {{{"way"}, {"error"}, {"people"}, {"sends"}}};
  for (const named_plan& p : plans)
    rows.push_back(row_of(p, p.plan.squared_error() / plans.front().plan.squared_error()));
  const std::string title = fmt::format("{} answers of {} categories, epsilon {:g}: ways to share the budget",
                                        a.sizes.size(), fmt::join(a.sizes, ", "), a.epsilon);
  return paragraph("", title, on) + "\n" + table_text(rows, on) + "\n" +
         paragraph("Best", best_text(plans[0], plans[1], a.epsilon), on) +
         paragraph(
             "Error",
             fmt::format("Of the share of people in one category, typical over all categories of all "
                         "answers, from {} people; 'at most' is a bound, which answers of many rare "
                         "categories reach. The column `people` is how many the same error takes, against "
                         "the best way.",
                         grouped(people)),
             on) +
         paragraph("Privacy",
                   fmt::format("A person spends epsilon {:g} in all, whichever way: all its answers together "
                               "change the odds between any two records by a factor of at most {}.",
                               a.epsilon, odds_text(a.epsilon)),
                   on) +
         paragraph("Method",
                   "Unary: an answer is a bit for each category, all randomized. Direct: an answer is one "
                   "category, by k-ary randomized response. Mixed: each answer in its better way.",
                   on) +
         paragraph(
             "Next",
             fmt::format("`edgeldp channel plan --sizes {} --epsilon {:g} --json` tells every way's shares "
                         "and encodings; another --epsilon may make another way the best.",
                         fmt::join(a.sizes, ","), a.epsilon),
             on);
}

void plan(const plan_arguments& a, output_style style) {
  std::vector<named_plan> plans = all_plans(a);
  const double least = best_plan(epsilon::from_nats(a.epsilon), a.sizes).squared_error();
  // All before the first is printed: an error leaves no half of the list behind.
  std::vector<record> records;
  for (const auto& [name, found] : plans) records.push_back(describe(name, found, least));
  if (style == output_style::text) return write_stdout(plans_text(a, std::move(plans)));
  for (const record& r : records) print_record(r, style == output_style::json);
}

}  // namespace

void add_channel_plan(verb_options& verb, const common_arguments& common) {
  plan_arguments& a = acts_by(verb, common, plan);
  verb.add_option("--sizes", a.sizes, "Numbers of categories of the answers, separated by commas")
      ->delimiter(',')
      ->required();
  add_epsilon(verb, a.epsilon, "Total budget of a person");
}

}  // namespace edgeldp::cli
