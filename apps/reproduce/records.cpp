// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>

#include "edgeldp/channel/records/records.hpp"
#include "edgeldp/core/base/error.hpp"
#include "reproduce/experiment.hpp"
#include "reproduce/record_figures.hpp"

/// [Feng 2020], budget allocation over the answers of a record: tables 2 and 3 by formula, figures
/// 3 and 4 by real messages. Its "NSE" is the squared error of all histograms together, in people,
/// over the number of people: the squared error for one person.
namespace edgeldp::cli {

namespace {

/// A bit has half of an answer's share under the unary encoding: the paper's epsilon_i is a bit's.
double paper_unit(answer_encoding e) {
  return e == answer_encoding::unary ? 0.5 : 1.0;
}

/// Errors: invalid_parameter when others are asked for.
void take_printed_budgets(const reproduce_arguments& a) {
  if (!a.epsilons.empty())
    throw invalid_parameter("--epsilon: the tables of [Feng 2020] have the printed budgets only");
}

// --- table 2

struct printed_allocation {
  const char* part;
  answer_encoding encoding;
  const record_shape& shape;
  std::array<std::array<double, 5>, 6> shares;  ///< at epsilon 1 .. 6
};

std::vector<printed_allocation> printed_table_2() {
  using enum answer_encoding;
  return {{"(a)",
           unary,
           small_record(),
           {{{0.0568, 0.0716, 0.0820, 0.0863, 0.2094},
             {0.1127, 0.1420, 0.1626, 0.1711, 0.4152},
             {0.1687, 0.2126, 0.2433, 0.2562, 0.6214},
             {0.2248, 0.2832, 0.3242, 0.3413, 0.8277},
             {0.2810, 0.3541, 0.4053, 0.4267, 1.0338},
             {0.3374, 0.4251, 0.4866, 0.5122, 1.2393}}}},
          {"(b)",
           unary,
           large_record(),
           {{{0.0412, 0.0438, 0.1281, 0.1410, 0.1519},
             {0.0818, 0.0869, 0.2541, 0.2797, 0.3013},
             {0.1224, 0.1301, 0.3803, 0.4186, 0.4509},
             {0.1631, 0.1733, 0.5067, 0.5576, 0.6007},
             {0.2038, 0.2166, 0.6331, 0.6968, 0.7505},
             {0.2446, 0.2599, 0.7597, 0.8360, 0.9003}}}},
          {"(c)",
           direct,
           small_record(),
           {{{0.0436, 0.0787, 0.1063, 0.1186, 0.6564},
             {0.0955, 0.1711, 0.2295, 0.2553, 1.2499},
             {0.1573, 0.2791, 0.3715, 0.4120, 1.7805},
             {0.2293, 0.4023, 0.5307, 0.5862, 2.2518},
             {0.3109, 0.5390, 0.7040, 0.7743, 2.6719},
             {0.4018, 0.6872, 0.8882, 0.9725, 3.0503}}}},
          {"(d)",
           direct,
           large_record(),
           {{{0.0266, 0.0304, 0.2644, 0.3173, 0.3649},
             {0.0562, 0.0643, 0.5317, 0.6309, 0.7182},
             {0.0899, 0.1026, 0.8037, 0.9424, 1.0618},
             {0.1284, 0.1464, 1.0793, 1.2507, 1.3953},
             {0.1726, 0.1967, 1.3571, 1.5548, 1.7188},
             {0.2235, 0.2543, 1.6355, 1.8541, 2.0326}}}}};
}

/// What the printed shares add up to, as a multiple of the budget.
double spent_by_paper(const printed_allocation& table, std::size_t row) {
  const auto& shares = table.shares[row];
  return std::accumulate(shares.begin(), shares.end(), 0.0) / paper_unit(table.encoding);
}

double error_of_paper(const printed_allocation& table, std::size_t row) {
  double sum = 0.0;
  for (std::size_t i = 0; i < 5; ++i)
    sum += histogram_error(table.encoding, table.shape.categories[i],
                           table.shares[row][i] / paper_unit(table.encoding));
  return sum;
}

void table_2(const reproduce_arguments& a, notebook& notes) {
  take_printed_budgets(a);
  for (const printed_allocation& table : printed_table_2()) {
    for (std::size_t row = 0; row < table.shares.size(); ++row) {
      const double nats = 1.0 + static_cast<double>(row), unit = paper_unit(table.encoding);
      const record_plan plan = optimal_plan(epsilon::from_nats(nats), table.shape.categories, table.encoding);
      const std::string mechanism = fmt::format("{} {}", paper_name(table.encoding), table.part);
      double sum = 0.0;
      for (std::size_t i = 0; i < 5; ++i) {
        const double printed = table.shares[row][i], ours = unit * plan.shares[i].nats();
        sum += ours;
        notes.add({mechanism,
                   nats,
                   fmt::format("share of {} categories", plan.categories[i]),
                   printed,
                   ours,
                   true,
                   {{"record", table.shape.name}}});
      }
      notes.add({mechanism,
                 nats,
                 fmt::format("sum of shares; limit {:g}", unit * nats),
                 unit * spent_by_paper(table, row),
                 sum,
                 true,
                 {{"overspend", spent_by_paper(table, row) / nats - 1.0}, {"record", table.shape.name}}});
      notes.add({mechanism,
                 nats,
                 "log10 squared error a person of these shares",
                 std::log10(error_of_paper(table, row)),
                 std::log10(plan.squared_error()),
                 true,
                 {{"record", table.shape.name}}});
    }
  }
}

// --- table 3

struct printed_errors {
  const char* mechanism;
  std::array<double, 11> log_errors;  ///< at epsilon 1, 1.5, .. 6
  record_plan (*plan)(epsilon);
};

record_plan plan_of(epsilon total, answer_encoding e, bool is_optimal) {
  return is_optimal ? optimal_plan(total, large_record().categories, e)
                    : even_plan(total, large_record().categories, e);
}

std::vector<printed_errors> printed_table_3() {
  using enum answer_encoding;
  return {{"BRR",
           {4.7857, 4.4330, 4.1825, 3.9879, 3.8285, 3.6935, 3.5761, 3.4723, 3.3791, 3.2944, 3.2168},
           [](epsilon e) { return plan_of(e, unary, false); }},
          {"OBRR",
           {4.5683, 4.2144, 3.9325, 3.7488, 3.5955, 3.4639, 3.3484, 3.2454, 3.1523, 3.0672, 2.9889},
           [](epsilon e) { return plan_of(e, unary, true); }},
          {"MRR",
           {6.4056, 6.0087, 5.7135, 5.4736, 5.2686, 5.0874, 4.9235, 4.7727, 4.6320, 4.4995, 4.3737},
           [](epsilon e) { return plan_of(e, direct, false); }},
          {"OMRR",
           {5.9710, 5.5472, 5.2254, 4.9578, 4.7310, 4.5274, 4.3408, 4.1675, 4.0048, 3.8507, 3.7041},
           [](epsilon e) { return plan_of(e, direct, true); }}};
}

/// The overspend of the shares that table 2 prints for this record at a whole budget; null between.
record overspend_of(const std::string& mechanism, double nats) {
  for (const printed_allocation& table : printed_table_2())
    if (mechanism == paper_name(table.encoding) && &table.shape == &large_record() &&
        nats == std::floor(nats))
      return spent_by_paper(table, static_cast<std::size_t>(nats) - 1) / nats - 1.0;
  return nullptr;
}

/// How much more than the budget this mechanism must spend to err as little as the paper prints.
double overspend_for(const printed_errors& row, double log_error, double nats) {
  double low = 0.5 * nats, high = 2.0 * nats;
  for (int step = 0; step < 40; ++step) {
    const double middle = 0.5 * (low + high);
    const double error = std::log10(row.plan(epsilon::from_nats(middle)).squared_error());
    (error > log_error ? low : high) = middle;
  }
  return low / nats - 1.0;
}

void table_3(const reproduce_arguments& a, notebook& notes) {
  take_printed_budgets(a);
  constexpr const char* measure = "log10 squared error a person";
  for (std::size_t i = 0; i < 11; ++i) {
    const double nats = 1.0 + 0.5 * static_cast<double>(i);
    const epsilon total = epsilon::from_nats(nats);
    for (const printed_errors& row : printed_table_3()) {
      const double ours = std::log10(row.plan(total).squared_error());
      notes.add({row.mechanism,
                 nats,
                 measure,
                 row.log_errors[i],
                 ours,
                 true,
                 {{"overspend_of_table_2", overspend_of(row.mechanism, nats)},
                  {"overspend_for_paper", overspend_for(row, row.log_errors[i], nats)}}});
    }
    for (const printed_errors& row : printed_table_3()) {
      const record printed = overspend_of(row.mechanism, nats);
      if (printed.is_null()) continue;
      notes.add({row.mechanism, nats, "overspend of table 2; that would explain table 3", printed,
                 overspend_for(row, row.log_errors[i], nats), true});
    }
    const auto& k = large_record().categories;
    notes.add({"an encoding for each answer", nats, measure, nullptr,
               std::log10(mixed_plan(total, k).squared_error()), true});
    notes.add({"one answer a person", nats, measure, nullptr,
               std::log10(sampled_plan(total, k).squared_error()), true});
  }
}

}  // namespace

std::vector<experiment> experiments_of_records() {
  return {{"records/figure-3",
           "histograms of records, each bit of one-hot answers randomized: optimal shares of the budget save "
           "a third "
           "to 40% of the error",
           run_record_figure_3},
          {"records/figure-4",
           "histograms of records, each answer randomized whole: optimal shares of the budget save 73% of "
           "the error",
           run_record_figure_4},
          {"records/table-2", "optimal shares of the budget for records of 5 answers", table_2},
          {"records/table-3",
           "error of even and optimal shares for answers of 5, 6, 150, 200 and 250 categories", table_3}};
}

}  // namespace edgeldp::cli
