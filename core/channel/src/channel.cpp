// SPDX-License-Identifier: MIT
#include "edgeldp/channel/channel.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

namespace {

/// How far a column of probabilities may be from 1: tables in files have rounded numbers.
constexpr double sum_tolerance = 1e-9;

void check_labels(const channel::labels& domain, const char* which) {
  if (domain.empty()) throw invalid_parameter(std::string(which) + " of a channel: none given");
  std::unordered_set<std::string_view> seen;
  for (const std::string& label : domain) {
    if (label.empty()) throw invalid_parameter(std::string(which) + " of a channel: an empty label");
    if (!seen.insert(label).second)
      throw invalid_parameter(std::string(which) + " of a channel: \"" + label + "\" occurs twice");
  }
}

void check_size(const channel::labels& inputs, const channel::labels& outputs) {
  if (inputs.empty() || outputs.size() > channel::most_entries / inputs.size())
    throw invalid_parameter("a channel of " + std::to_string(inputs.size()) + " inputs and " +
                            std::to_string(outputs.size()) + " outputs; the product must be 1 to 2^26");
}

/// Integers that add up to the resolution: rounded up, which raises no loss and keeps what is
/// possible so; the largest entry takes the rest. Requires entries >= 0 with a sum near 1.
void round_column(const Eigen::VectorXd& p, std::uint64_t* weights) {
  const double scale = std::ldexp(1.0 / p.sum(), channel::resolution_bits);
  Eigen::Index largest = 0;
  p.maxCoeff(&largest);
  std::uint64_t others = 0;
  for (Eigen::Index i = 0; i < p.size(); ++i) {
    if (i == largest) continue;
    weights[i] =
        p[i] > 0.0 ? std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(p[i] * scale))) : 0;
    others += weights[i];
  }
  if (others >= channel::resolution) throw invalid_parameter("a channel's column has too many tiny entries");
  weights[largest] = channel::resolution - others;
}

std::size_t index_in(const channel::labels& domain, std::string_view label, const char* which) {
  const auto found = ranges::find(domain, label);
  if (found != domain.end()) return static_cast<std::size_t>(found - domain.begin());
  std::string known;
  for (std::size_t i = 0; i < std::min<std::size_t>(domain.size(), 20); ++i)
    known += (i == 0 ? "" : ", ") + domain[i];
  if (domain.size() > 20) known += ", ...";
  throw invalid_parameter(std::string(which) + " \"" + std::string(label) +
                          "\" is not of the channel: " + known);
}

}  // namespace

channel::channel(labels inputs, labels outputs, std::vector<std::uint64_t> weights)
    : m_inputs(std::move(inputs)), m_outputs(std::move(outputs)), m_sums(std::move(weights)) {
  const std::size_t rows = m_outputs.size();
  m_probabilities.resize(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(m_inputs.size()));
  for (std::size_t i = 0; i < m_sums.size(); ++i)
    m_probabilities.data()[i] =
        std::ldexp(static_cast<double>(m_sums[i]), -static_cast<int>(resolution_bits));
  for (auto column = m_sums.begin(); column != m_sums.end(); column += static_cast<std::ptrdiff_t>(rows))
    std::partial_sum(column, column + static_cast<std::ptrdiff_t>(rows), column);
}

channel channel::from_probabilities(labels inputs, labels outputs, const Eigen::MatrixXd& p) {
  check_labels(inputs, "inputs");
  check_labels(outputs, "outputs");
  check_size(inputs, outputs);
  if (static_cast<std::size_t>(p.rows()) != outputs.size() ||
      static_cast<std::size_t>(p.cols()) != inputs.size())
    throw invalid_parameter("a channel's matrix of " + std::to_string(p.rows()) + " x " +
                            std::to_string(p.cols()) + "; " + std::to_string(outputs.size()) + " outputs x " +
                            std::to_string(inputs.size()) + " inputs expected");
  std::vector<std::uint64_t> weights(outputs.size() * inputs.size());
  for (std::size_t x = 0; x < inputs.size(); ++x) {
    const Eigen::VectorXd column = p.col(static_cast<Eigen::Index>(x));
    if (!column.allFinite() || column.minCoeff() < 0.0 || std::abs(column.sum() - 1.0) > sum_tolerance)
      throw invalid_parameter("a channel's probabilities under input \"" + inputs[x] +
                              "\" must be at least 0 and add up to 1, not " + std::to_string(column.sum()));
    round_column(column, weights.data() + x * outputs.size());
  }
  return {std::move(inputs), std::move(outputs), std::move(weights)};
}

channel channel::from_weights(labels inputs, labels outputs, std::vector<std::uint64_t> weights) {
  check_labels(inputs, "inputs");
  check_labels(outputs, "outputs");
  check_size(inputs, outputs);
  if (weights.size() != inputs.size() * outputs.size())
    throw invalid_parameter("a channel's weights: " + std::to_string(weights.size()) + " of them; " +
                            std::to_string(inputs.size() * outputs.size()) + " expected");
  for (std::size_t x = 0; x < inputs.size(); ++x) {
    std::uint64_t rest = resolution;
    for (std::size_t y = 0; y < outputs.size(); ++y) {
      const std::uint64_t w = weights[x * outputs.size() + y];
      if (w > rest) throw invalid_parameter("a channel's weights under \"" + inputs[x] + "\" exceed 2^62");
      rest -= w;
    }
    if (rest != 0)
      throw invalid_parameter("a channel's weights under \"" + inputs[x] + "\" miss 2^62 by " +
                              std::to_string(rest));
  }
  return {std::move(inputs), std::move(outputs), std::move(weights)};
}

privacy_loss channel::loss() const {
  struct extremes {
    std::uint64_t high, low;
    std::size_t likeliest, unlikeliest;
  };
  // Column by column, as the weights lie in memory: 0.019 s at 4096 x 4096, row by row 0.105.
  std::vector<extremes> rows(output_count());
  for (std::size_t y = 0; y < rows.size(); ++y) rows[y] = {weight(y, 0), weight(y, 0), 0, 0};
  for (std::size_t x = 1; x < input_count(); ++x) {
    for (std::size_t y = 0; y < rows.size(); ++y) {
      const std::uint64_t w = weight(y, x);
      if (w > rows[y].high) rows[y].high = w, rows[y].likeliest = x;
      if (w < rows[y].low) rows[y].low = w, rows[y].unlikeliest = x;
    }
  }
  privacy_loss worst;
  for (std::size_t y = 0; y < rows.size(); ++y) {
    const extremes& r = rows[y];
    if (r.high == r.low) continue;
    // log1p keeps the digits of a small loss.
    const double nats = r.low == 0
                            ? std::numeric_limits<double>::infinity()
                            : std::log1p(static_cast<double>(r.high - r.low) / static_cast<double>(r.low));
    if (nats > worst.nats) worst = {nats, y, r.likeliest, r.unlikeliest};
  }
  return worst;
}

std::size_t channel::sample(std::size_t input, private_randomness& coins) const noexcept {
  const std::uint64_t* column = m_sums.data() + input * output_count();
  const std::uint64_t u = coins() >> (64 - resolution_bits);
  return static_cast<std::size_t>(std::upper_bound(column, column + output_count(), u) - column);
}

std::size_t channel::input_index(std::string_view label) const {
  return index_in(m_inputs, label, "input");
}

std::size_t channel::output_index(std::string_view label) const {
  return index_in(m_outputs, label, "output");
}

epsilon loss_of(std::span<const channel> channels) {
  std::uint64_t units = 0;
  for (const channel& c : channels) {
    const privacy_loss loss = c.loss();
    if (!(loss.nats <= epsilon::largest))
      throw invalid_parameter("privacy loss of a channel = " + std::to_string(loss.nats) +
                              ": must be at most " + std::to_string(epsilon::largest));
    units += static_cast<std::uint64_t>(std::ceil(loss.nats * static_cast<double>(epsilon::units_per_nat)));
  }
  return epsilon::from_units(units);
}

bool is_within(std::span<const channel> channels, epsilon budget) {
  try {
    return loss_of(channels) <= budget;
  } catch (const invalid_parameter&) {
    return false;
  }
}

channel::labels numbered_labels(std::size_t count, std::int64_t first) {
  channel::labels names;
  names.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    names.push_back(std::to_string(first + static_cast<std::int64_t>(i)));
  return names;
}

channel channel_within(epsilon budget, channel::labels inputs, channel::labels outputs,
                       const channel_law& law) {
  check_size(inputs, outputs);  // before a law fills a matrix of that size
  const double nats = budget.nats();
  // An entry of e.g. 1 / (exp(e) + k - 1) is off by a few 2^-53 of itself, and by 2^-62 / entry as
  // an integer; loss() by less than 2^-51 (1 + loss), so that what is believed is below the budget
  // by as much.
  const double rounding = 0x1p-51 * (1.0 + nats);
  for (double off = 2.0 * rounding;; off *= 4.0) {
    const double target = std::max(0.0, nats - off);
    channel c = channel::from_probabilities(inputs, outputs, law(target));
    const double loss = c.loss().nats;
    if (loss == 0.0 || loss + rounding <= nats) return c;
    if (target == 0.0)
      throw invalid_parameter("no channel of this family loses at most " + std::to_string(nats) + " nat");
  }
}

channel relabel_outputs(const channel& c, channel::labels outputs, std::span<const std::size_t> target) {
  if (target.size() != c.output_count())
    throw invalid_parameter("relabelling " + std::to_string(target.size()) +
                            " outputs of a channel that has " + std::to_string(c.output_count()));
  check_size(c.inputs(), outputs);
  std::vector<std::uint64_t> weights(c.input_count() * outputs.size());
  for (std::size_t y = 0; y < target.size(); ++y) {
    if (target[y] >= outputs.size())
      throw invalid_parameter("relabelling output " + std::to_string(y) + " as number " +
                              std::to_string(target[y]) + " of " + std::to_string(outputs.size()));
    for (std::size_t x = 0; x < c.input_count(); ++x)
      weights[x * outputs.size() + target[y]] += c.weight(y, x);
  }
  return channel::from_weights(c.inputs(), std::move(outputs), std::move(weights));
}

channel relabel_inputs(const channel& c, channel::labels inputs, std::span<const std::size_t> source) {
  if (source.size() != inputs.size())
    throw invalid_parameter("relabelling " + std::to_string(source.size()) + " of " +
                            std::to_string(inputs.size()) + " inputs of a channel");
  check_size(inputs, c.outputs());
  std::vector<std::uint64_t> weights;
  weights.reserve(inputs.size() * c.output_count());
  for (std::size_t x = 0; x < inputs.size(); ++x) {
    if (source[x] >= c.input_count())
      throw invalid_parameter("\"" + inputs[x] + "\" is to be treated as input " + std::to_string(source[x]) +
                              ", counted from 0, of a channel that has " + std::to_string(c.input_count()));
    for (std::size_t y = 0; y < c.output_count(); ++y) weights.push_back(c.weight(y, source[x]));
  }
  return channel::from_weights(std::move(inputs), c.outputs(), std::move(weights));
}

channel compose(const channel& first, const channel& second) {
  if (first.outputs() != second.inputs())
    throw invalid_parameter("composing channels: the outputs of the first are not the inputs of the second");
  return channel::from_probabilities(first.inputs(), second.outputs(),
                                     second.probabilities() * first.probabilities());
}

Eigen::VectorXd expected_utility(const channel& c, const Eigen::MatrixXd& utility) {
  if (utility.rows() != c.probabilities().rows() || utility.cols() != c.probabilities().cols())
    throw invalid_parameter("a utility of " + std::to_string(utility.rows()) + " x " +
                            std::to_string(utility.cols()) + "; outputs x inputs are " +
                            std::to_string(c.output_count()) + " x " + std::to_string(c.input_count()));
  return c.probabilities().cwiseProduct(utility).colwise().sum().transpose();
}

}  // namespace edgeldp
