// SPDX-License-Identifier: MIT
#include "results/record.hpp"

#include <cmath>

template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace edgeldp::results {

namespace {

record finite(double x) {
  return std::isfinite(x) ? record(x) : record(nullptr);
}

const char* name_of(judgement j) {
  return j == judgement::usable ? "usable" : j == judgement::weak ? "weak" : "not_usable";
}

}  // namespace

void add_interval_fields(record& r, const edgeldp::estimate& e, const budget_search& budget_that_would_do) {
  const judgement said = judge(e);
  const bool is_unusable = said == judgement::not_usable;
  const std::optional<double> enough = is_unusable ? budget_that_would_do(e) : std::nullopt;
  r["interval"] = {finite(e.low()), finite(e.high())};
  r["confidence"] = 0.95;
  r["half_width"] = finite(e.half_width());
  r["inflation"] = e.inflation;
  r["bias_bound"] = finite(e.bias_bound);
  r["judgement"] = name_of(said);
  const bool tells = std::isfinite(e.standard_error) && std::isfinite(e.high());
  r["at_most"] = is_unusable && tells ? record(e.high()) : record(nullptr);
  r["epsilon_that_would_do"] = enough ? record(*enough) : record(nullptr);
}

void add_missing_interval(record& r) {
  for (const char* key : {"interval", "confidence", "half_width", "inflation", "bias_bound", "judgement",
                          "at_most", "epsilon_that_would_do"})
    r[key] = nullptr;
}

}  // namespace edgeldp::results
