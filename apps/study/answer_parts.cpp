// SPDX-License-Identifier: MIT
#include "study/answer_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace edgeldp::cli {

bool has(const record& r, const char* key) {
  return r.contains(key) && !r.at(key).is_null();
}

std::string sentence(std::string words) {
  if (!words.empty() && words.front() >= 'a' && words.front() <= 'z')
    words.front() = static_cast<char>(words.front() - 'a' + 'A');
  return words + ".";
}

// --- the table

namespace {

cell judgement_cell(const record& r) {
  const std::string said = text_of(r, "judgement");
  if (said.empty()) return {"", tint::plain};
  if (said == "not_usable") return {"not usable", tint::bad};
  const double share = number_of(r, "half_width") / std::abs(number_of(r, "estimate"));
  const bool is_weak = said == "weak";
  return {fmt::format("{}, to {}", said, percent(share)), is_weak ? tint::doubtful : tint::good};
}

std::string interval_text(const record& r) {
  if (!has(r, "interval")) return "";
  const record &low = r.at("interval")[0], &high = r.at("interval")[1];
  const double error = number_of(r, "half_width");
  const auto end = [&](const record& x, const char* open) {
    return x.is_null() ? std::string(open) : rounded_to_error(x.get<double>(), error);
  };
  return low.is_null() && high.is_null() ? "unbounded" : end(low, "any") + " to " + end(high, "any");
}

std::string error_text(const record& r) {
  const double error = number_of(r, "standard_error");
  if (has(r, "interval") && !std::isfinite(error)) return "unbounded";
  return std::isfinite(error) ? rounded_to_error(error, error) : "";
}

/// Two digits where the error is unbounded: more would look like knowledge.
std::string value_text(const record& r) {
  const double value = number_of(r, "estimate"), error = number_of(r, "standard_error");
  const bool is_unbounded = has(r, "interval") && !std::isfinite(error);
  return is_unbounded && std::abs(value) < 1e15 ? rounded_to_error(value, std::abs(value))
                                                : rounded_to_error(value, error);
}

}  // namespace

table_row estimate_row(const record& r, std::string name) {
  if (!has(r, "estimate")) return {{std::move(name), tint::strong}, {"none"}, {}, {}, {}};
  return {{std::move(name), tint::strong},
          {value_text(r), tint::strong},
          {error_text(r)},
          {interval_text(r)},
          judgement_cell(r)};
}

table_row estimate_heading(const std::string& first) {
  return {{first}, {"estimate"}, {"error"}, {"95% interval"}, {"judgement"}};
}

std::string estimates_text(std::span<const named_result> results, const screen& on,
                           const std::string& first) {
  std::vector<table_row> rows = {estimate_heading(first)};
  for (const named_result& r : results) rows.push_back(estimate_row(r.fields, r.name));
  return table_text(rows, on);
}

// --- sentences

std::string lost_text(std::span<const named_result> results) {
  constexpr std::size_t most_named = 8;
  std::vector<std::string> lost;
  for (const auto& [name, r] : results) {
    if (text_of(r, "judgement") != "not_usable") continue;
    lost.push_back(name);
    if (has(r, "at_most"))
      lost.back() += fmt::format(" (at most {})",
                                 rounded_to_error(number_of(r, "at_most"), number_of(r, "at_most") / 10.0));
  }
  if (lost.size() > most_named) {
    std::string rest = fmt::format("{} more", lost.size() - most_named + 1);
    lost.resize(most_named - 1);
    lost.push_back(std::move(rest));
  }
  return lost.empty() ? "" : fmt::format("Lost in the noise: {}", fmt::join(lost, ", "));
}

std::string caution_text(std::span<const named_result> results) {
  std::map<double, std::vector<named_result>> by_need;  // by the budget that would do
  for (const named_result& r : results) {
    const bool is_known = has(r.fields, "epsilon_that_would_do");
    by_need[is_known ? number_of(r.fields, "epsilon_that_would_do") : std::numeric_limits<double>::infinity()]
        .push_back(r);
  }
  std::string all;
  for (const auto& [enough, some] : by_need)
    if (const std::string lost = lost_text(some); !lost.empty())
      all += fmt::format("{}{}; {}.", all.empty() ? "" : " ", lost,
                         std::isfinite(enough)
                             ? fmt::format("epsilon {:g} would do, as far as this noise tells", enough)
                             : "a larger epsilon errs less, and none is known that would do");
  return all;
}

std::string flaw_text(const record& r) {
  return has(r, "not_private_because") ? "NOT PRIVATE: " + sentence(text_of(r, "not_private_because")) : "";
}

std::string odds_text(double loss) {
  return loss < 13.0 ? significant(std::exp(loss), 3) : fmt::format("e^{:.3g}", loss);
}

std::string coins_text(const record& r) {
  const bool is_simulated = r.contains("simulated") && r.at("simulated").get<bool>();
  return is_simulated ? "Coins come from --seed: a simulation, which protects nobody."
                      : "Coins come from the operating system.";
}

std::string here_text(const record& cost, const std::string& whom) {
  return fmt::format(" Here, for all {}: {}, {} of memory.", whom, duration(number_of(cost, "seconds")),
                     byte_count(number_of(cost, "peak_memory_bytes")));
}

std::string codec_text(const record& r, const std::string& rows) {
  const std::string codec = text_of(r, "codec");
  if (codec == "nullspace")
    return fmt::format("noisy {} as short vectors{} (codec nullspace)", rows,
                       has(r, "field") ? fmt::format(" over {} elements", r.at("field").get<int>()) : "");
  if (codec == "ppr")
    return fmt::format("noisy {} as the numbers that they have in a public list (codec ppr{})", rows,
                       has(r, "alpha") ? fmt::format(", alpha {:g}", number_of(r, "alpha")) : "");
  if (codec == "bitmap")
    return fmt::format("noisy {} as plain randomized response, a bit a {} (codec bitmap)", rows,
                       rows == "rows" ? "pair" : "value");
  return codec;
}

// --- exact values

namespace {

std::string off_text(const record& r) {
  const record& exact = r.at("exact");
  const double truth = number_of(exact, "truth"), estimate = number_of(r, "estimate");
  if (number_of(r, "runs") > 1.0)
    return has(exact, "relative_error") ? percent(number_of(exact, "relative_error")) + " (root mean square)"
                                        : "";
  if (!std::isfinite(truth) || !std::isfinite(estimate)) return "";
  constexpr double rounding = 1e-12;
  if (std::abs(estimate - truth) <= rounding * std::abs(truth)) return "nothing";
  if (truth == 0.0) return rounded_to_error(estimate - truth, number_of(r, "standard_error"));
  return (estimate < truth ? "-" : "+") + percent((estimate - truth) / truth);
}

}  // namespace

std::string simulation_text(std::span<const named_result> results, const std::string& why, const screen& on) {
  const auto is_known = [](const record& r) { return has(r, "exact") && has(r.at("exact"), "truth"); };
  std::vector<table_row> rows = {{{""}, {"exact"}, {"estimate is off by"}}};
  for (const auto& [name, r] : results)
    if (is_known(r))
      rows.push_back({{name}, {significant(number_of(r.at("exact"), "truth"))}, {off_text(r)}});
  return rows.size() == 1 ? "" : paragraph("Simulation", why, on) + table_text(rows, on);
}

}  // namespace edgeldp::cli
