// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/channel/records/records.hpp"
#include "io/claims.hpp"
#include "io/report.hpp"
#include "options/shared_options.hpp"
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

void plan(const plan_arguments& a, bool json) {
  const epsilon total = epsilon::from_nats(a.epsilon);
  const std::vector<std::pair<std::string, record_plan>> plans = {
      {"even shares, unary (BRR)", even_plan(total, a.sizes, answer_encoding::unary)},
      {"even shares, direct (MRR)", even_plan(total, a.sizes, answer_encoding::direct)},
      {"optimal shares, unary (OBRR)", optimal_plan(total, a.sizes, answer_encoding::unary)},
      {"optimal shares, direct (OMRR)", optimal_plan(total, a.sizes, answer_encoding::direct)},
      {"optimal shares, mixed", mixed_plan(total, a.sizes)},
      {"one answer a person", sampled_plan(total, a.sizes)}};
  const double least = best_plan(total, a.sizes).squared_error();
  // All before the first is printed: an error leaves no half of the list behind.
  std::vector<record> records;
  for (const auto& [name, found] : plans) records.push_back(describe(name, found, least));
  for (const record& r : records) print_record(r, json);
}

}  // namespace

void add_channel_plan(CLI::App& verb, const common_arguments& common) {
  plan_arguments& a = acts_by(verb, common, plan);
  verb.add_option("--sizes", a.sizes, "Numbers of categories of the answers, separated by commas")
      ->delimiter(',')
      ->required();
  add_epsilon(verb, a.epsilon, "Total budget of a person");
}

}  // namespace edgeldp::cli
