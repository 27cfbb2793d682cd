// SPDX-License-Identifier: MIT
#include "study/tally.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace edgeldp::cli {

namespace {

/// E |bias + noise| for normal noise.
double mean_absolute(const edgeldp::estimate& e) {
  const double s = e.standard_error, b = std::abs(e.bias);
  if (!(s > 0.0)) return b;
  return s * std::sqrt(2.0 / std::numbers::pi) * std::exp(-0.5 * b * b / (s * s)) +
         b * std::erf(b / (s * std::sqrt(2.0)));
}

}  // namespace

void estimate_means::add(const edgeldp::estimate& e) {
  m_sum.value += e.value;
  m_sum.standard_error += e.standard_error;
  m_sum.bias += e.bias;
  m_sum.bias_bound += e.bias_bound;
  m_sum.inflation += e.inflation;
  m_on_few += e.rests_on_few ? 1.0 : 0.0;
  m_count += 1.0;
}

edgeldp::estimate estimate_means::mean() const {
  return {m_sum.value / m_count, m_sum.standard_error / m_count, m_sum.bias / m_count,
          m_sum.bias_bound / m_count,
          // Starts at 1, which is no summand.
          (m_sum.inflation - 1.0) / m_count, 2.0 * m_on_few > m_count};
}

tally::tally(const found_number& first)
    : m_what(first), m_all(0.0), m_errors(first.truth.is_null() ? 0.0 : first.truth.get<double>()) {
  m_what.values = {};
}

void tally::add(const found_number& n) {
  // Where what was released decides what is true, errors are from the truth of their run.
  const double from = m_what.truth.is_null() ? 0.0 : m_what.truth.get<double>();
  const double moved = n.truth.is_null() ? 0.0 : n.truth.get<double>() - from;
  for (const found_value& v : n.values) {
    m_all.add(is_over_pairs() ? v.value.value - v.truth : v.value.value);
    if (!n.truth.is_null()) {
      m_errors.add(v.value.value - moved);
      m_moves += moved;
    }
    m_value.add(v.value);
    for (std::size_t i = 0; i < v.variances.size(); ++i) m_variances[i] += v.variances[i];
    if (!is_over_pairs()) continue;
    m_truth += v.truth;
    m_squared_error += v.value.standard_error * v.value.standard_error;
    m_absolute_error += mean_absolute(v.value);
  }
  if (!n.of_users) return;
  if (!m_of_users) m_of_users.emplace();
  m_of_users->squared += n.of_users->squared;
  m_of_users->absolute += n.of_users->absolute;
}

void tally::add_estimate(record& r, std::uint64_t runs, const budget_search& of_the_run) const {
  if (!m_what.statistic.empty()) r["statistic"] = m_what.statistic;
  if (!is_known(runs)) {
    for (const char* key : {"estimate", "standard_error", "predicted_bias", "measured_spread"})
      r[key] = nullptr;
    return add_missing_interval(r);
  }
  edgeldp::estimate mean = m_value.mean();
  if (is_over_pairs()) mean.standard_error = std::sqrt(this->mean(m_squared_error));
  r["estimate"] = mean.value;
  r["standard_error"] = optional_number(m_what.has_error, mean.standard_error);
  r["predicted_bias"] = optional_number(m_what.has_error, mean.bias);
  if (is_over_pairs())
    r["predicted_absolute_error"] = this->mean(m_absolute_error);
  else
    r["measured_spread"] =
        optional_number(m_all.runs() > 1, (m_errors.runs() == m_all.runs() ? m_errors : m_all).spread());
  if (m_what.kind == number_kind::over_users) return add_missing_interval(r);
  add_interval_fields(r, mean, m_what.budget_that_would_do ? m_what.budget_that_would_do : of_the_run);
}

void tally::fill_error_parts(record& r, std::uint64_t runs) const {
  if (!r.contains("error_parts") || !is_known(runs)) return;
  for (std::size_t i = 0; i < m_what.parts_of_error.size(); ++i)
    r["error_parts"][m_what.parts_of_error[i]] = std::sqrt(mean(m_variances[i]));
}

record tally::mean_truth() const {
  if (is_over_pairs()) return mean(m_truth);
  if (m_moves == 0.0) return m_what.truth;
  const double from = m_what.truth.is_null() ? 0.0 : m_what.truth.get<double>();
  return from + m_moves / static_cast<double>(m_errors.runs());
}

record tally::exact(std::uint64_t edges, std::uint64_t runs) const {
  const run_errors& errors = is_over_pairs() ? m_all : m_errors;
  const double rmse = m_of_users          ? std::sqrt(mean(m_of_users->squared))
                      : errors.runs() > 0 ? errors.rmse()
                                          : 0.0;
  record facts = exact_facts(edges, mean_truth(), rmse);
  if (!is_known(runs) || (!m_of_users && errors.runs() == 0))
    facts["rmse"] = facts["relative_error"] = nullptr;
  else if (m_what.kind == number_kind::single && errors.runs() > 1 && !facts.at("rmse").is_null()) {
    const auto [low, high] = rmse_interval(rmse, errors.runs());
    facts["rmse_low"] = low;
    facts["rmse_high"] = high;
  }
  if (m_of_users) facts["mean_absolute_error"] = mean(m_of_users->absolute);
  if (is_over_pairs()) facts["mean_absolute_error"] = m_all.mean_absolute();
  return facts;
}

}  // namespace edgeldp::cli
