// SPDX-License-Identifier: MIT
#include "io/consent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/page.hpp"

namespace edgeldp::cli {

namespace {

constexpr double prior = 0.01;

}  // namespace

double largest_belief(double before, double loss) {
  // By odds against, which do not overflow.
  return 1.0 / (1.0 + (1.0 - before) / before * std::exp(-loss));
}

std::string likelihood_text(double probability) {
  constexpr double plain = 0.995;
  constexpr int most_digits = 9;
  if (probability < plain) return percent(probability);
  const double rest = 100.0 * (1.0 - probability);
  const int digits = rest > 0.0 ? static_cast<int>(std::ceil(-std::log10(rest) - 1e-9)) : most_digits + 1;
  return digits > most_digits ? fmt::format("{:.9f}%", 100.0 - std::pow(10.0, -most_digits))
                              : fmt::format("{:.{}f}%", 100.0 - rest, std::max(digits, 1));
}

std::string factor_text(double loss) {
  constexpr double readable = 1e15;
  const double factor = std::exp(loss);
  return factor < readable ? significant(factor, 3) : fmt::format("e^{:.3g}", loss);
}

std::string belief_text(double loss) {
  return fmt::format("who thought it {} likely before may think it at most {} likely after",
                     likelihood_text(prior), likelihood_text(largest_belief(prior, loss)));
}

std::string extent_text(double loss) {
  if (loss >= loss_of_nearly_everything) return "Nearly everything can be learned about it.";
  return loss >= loss_of_a_lot ? "A lot can be learned about it." : "";
}

namespace {

/// The sentence, and how much that is.
std::string with_extent(std::string sentence, double loss) {
  const std::string extent = extent_text(loss);
  return extent.empty() ? sentence : sentence + " " + extent;
}

}  // namespace

std::string contact_text(double relationship) {
  return with_extent(
      fmt::format("All messages of all people together change the odds that two given people know each other "
                  "by a factor of at most {} (epsilon {:.4g}, both of them taken together): {}.",
                  factor_text(relationship), relationship, belief_text(relationship)),
      relationship);
}

std::string own_messages_text(double own, std::string_view what) {
  return with_extent(
      fmt::format("All messages of one person change the odds that any one {} is on its list by a "
                  "factor of at most {} (epsilon {:.4g}): {}.",
                  what, factor_text(own), own, belief_text(own)),
      own);
}

std::string attributes_text(double loss) {
  return with_extent(
      fmt::format("All messages of one person change the odds between any two values of its attributes by a "
                  "factor of at most {} (epsilon {:.4g}): {}.",
                  factor_text(loss), loss, belief_text(loss)),
      loss);
}

std::string ten_contacts_text(double loss) {
  constexpr double ten = 10.0;
  return with_extent(
      fmt::format("Ten contacts together, whether all of them exist or none, lose ten times as much: epsilon "
                  "{:.4g}, a factor of at most {}; {}.",
                  ten * loss, factor_text(ten * loss), belief_text(ten * loss)),
      ten * loss);
}

}  // namespace edgeldp::cli
