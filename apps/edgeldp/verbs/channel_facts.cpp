// SPDX-License-Identifier: MIT
#include "verbs/channel_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "edgeldp/channel/debiasing.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "io/claims.hpp"
#include "io/page.hpp"
#include "study/answer_parts.hpp"

namespace edgeldp::cli {

record nats_or_null(const privacy_loss& loss) {
  return optional_number(loss.is_pure(), loss.nats);
}

record budget_of(const named_channel& c) {
  return c.budget ? record(budget(*c.budget)) : record(nullptr);
}

std::vector<std::string> flaws_of(bool is_pure) {
  if (is_pure) return {};
  return {"some reports are possible under some truths only"};
}

namespace {

std::optional<debiasing> debiasing_if_any(const channel& c, std::size_t most_inputs) {
  if (c.input_count() > most_inputs) return std::nullopt;
  try {
    return debiasing_of(c);
  } catch (const invalid_parameter&) {
    return std::nullopt;
  }
}

}  // namespace

record condition_of(const channel& c) {
  const auto d = debiasing_if_any(c, most_decomposed);
  return d ? record(d->condition_number) : record(nullptr);
}

std::optional<double> reports_needed(const channel& c, double share) {
  constexpr std::size_t most_inputs = 128;
  const auto d = debiasing_if_any(c, most_inputs);
  if (!d || c.input_count() < 2) return std::nullopt;
  const auto k = static_cast<Eigen::Index>(c.input_count());
  const Eigen::MatrixXd squares = d->weights.cwiseAbs2();
  double worst = 0.0;  // variance of one report's say on an answer
  for (Eigen::Index v = 0; v < k; ++v) {
    Eigen::VectorXd truths = Eigen::VectorXd::Constant(k, (1.0 - share) / static_cast<double>(k - 1));
    truths[v] = share;
    worst = std::max(worst, squares.row(v).dot(c.probabilities() * truths) - share * share);
  }
  const double error = usable_at_most * share / 1.959963984540054;
  return worst / (error * error);
}

std::string reports_needed_text(const channel& c) {
  const auto needed = reports_needed(c, 0.1);
  if (!needed) return "";
  return fmt::format(
      "An answer that one person in ten gives is told to within a quarter from about {} "
      "reports on.",
      rounded_to_error(*needed, *needed));
}

std::string channel_title(const named_channel& c) {
  std::string title = "Channel " + c.name;
  if (c.budget) title += fmt::format(", epsilon {:g}", budget(*c.budget));
  title += fmt::format(": {} answers", grouped(static_cast<double>(c.law.input_count())));
  if (c.law.inputs() != c.law.outputs())
    title += fmt::format(", {} reports", grouped(static_cast<double>(c.law.output_count())));
  return title;
}

std::string channel_odds_text(const channel& c) {
  const privacy_loss loss = c.loss();
  if (!loss.is_pure())
    return fmt::format(
        "NOT PRIVATE: some reports are possible under some truths only. Report '{}' comes from people who "
        "answer '{}', and never from those who answer '{}'.",
        c.outputs()[loss.output], c.inputs()[loss.likeliest], c.inputs()[loss.unlikeliest]);
  if (loss.nats == 0.0) return "A report tells nothing: it follows the same law whatever the truth is.";
  return fmt::format(
      "A report changes the odds between any two true answers by a factor of at most {} (epsilon {:.4g}).",
      odds_text(loss.nats), loss.nats);
}

std::string chance_text(double p) {
  const double rest = 1.0 - p;
  if (p < 0.99 || rest <= 0.0) return percent(p);
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(rest))) - 1, 1, 12);
  return fmt::format("{:.{}f}%", 100.0 * p, decimals);
}

}  // namespace edgeldp::cli
