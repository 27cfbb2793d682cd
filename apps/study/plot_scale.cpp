// SPDX-License-Identifier: MIT
#include "study/plot_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace edgeldp::cli {

namespace {

/// Commas between thousands of a number in digits.
std::string grouped(std::string digits) {
  const std::size_t first = digits.starts_with('-') ? 1 : 0;
  std::size_t end = std::min(digits.find('.'), digits.size());
  while (end > first + 3) digits.insert(end -= 3, ",");
  return digits;
}

int decimals_of(double step) {
  // Steps are 1, 2, 2.5 or 5 times a power of ten, but for rounding.
  int decimals = 0;
  while (decimals < 12 && std::abs(step - std::round(step)) > 1e-6 * step) {
    step *= 10.0;
    ++decimals;
  }
  return decimals;
}

int exponent_of(double value) {
  return value == 0.0 ? 0 : static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9));
}

bool is_plain(double value, double limit) {
  return value == 0.0 || (std::abs(value) < limit && std::abs(value) >= 0.9999e-4);
}

}  // namespace

plot_scale::plot_scale(plot_axis axis, const std::vector<double>& values) : m_axis(axis) {
  std::vector<double> shown;
  for (const double v : values)
    if (shows(v)) shown.push_back(inner(v));
  if (shown.empty()) return;
  const auto [low, high] = std::ranges::minmax(shown);
  m_low = low;
  m_high = high;
  const double size = std::max(std::abs(low), std::abs(high));
  if (high - low <= std::max(1e-9 * size, 1e-300)) {  // one value: room on both sides
    const double room = m_axis.is_logarithmic ? 0.5 : size > 1e-300 ? size / 4.0 : 1.0;
    m_low -= room;
    m_high += room;
    return;
  }
  const double room = 0.04 * (high - low);
  const bool from_zero = !m_axis.is_logarithmic && low >= 0.0 && low < 0.4 * high;
  m_low = from_zero ? 0.0 : low - room;
  m_high = high + room;
}

bool plot_scale::shows(double value) const {
  constexpr double most = 1e300, least = 1e-300;  // differences and quotients are finite
  return std::abs(value) <= most && (!m_axis.is_logarithmic || value >= least);
}

double plot_scale::inner(double value) const {
  return m_axis.is_logarithmic ? std::log10(value) : value;
}

double plot_scale::place(double value) const {
  if (m_axis.is_logarithmic && value <= 0.0) return 0.0;
  return std::clamp((inner(value) - m_low) / (m_high - m_low), 0.0, 1.0);
}

/// Multiples of every step-th power of ten.
std::vector<tick> plot_scale::powers(const std::vector<int>& digits, int step) const {
  const double unit = m_axis.is_share ? 100.0 : 1.0;
  const int shift = m_axis.is_share ? 2 : 0;
  std::vector<tick> all;
  bool plain = true;
  for (int power = static_cast<int>(std::floor(m_low)); power <= static_cast<int>(std::floor(m_high));
       ++power) {
    if ((power + shift) % step != 0) continue;
    for (const int digit : digits) {
      const double at = digit * std::pow(10.0, power);
      if (!std::isnormal(at) || std::log10(at) < m_low || std::log10(at) > m_high) continue;
      plain = plain && is_plain(at * unit, 2e6);
      const std::string factor = digit == 1 ? "" : fmt::format("{}×", digit);
      all.push_back({at, {factor + "10", std::to_string(power + shift)}});
    }
  }
  for (tick& t : all) {
    if (plain)
      t.label = {grouped(fmt::format("{:.{}f}", t.at * unit, std::max(0, -exponent_of(t.at * unit))))};
    if (m_axis.is_share) t.label.unit = "%";
  }
  return all;
}

std::vector<tick> plot_scale::even_steps(double step) const {
  const double low = m_axis.is_logarithmic ? std::pow(10.0, m_low) : m_low;
  const double high = m_axis.is_logarithmic ? std::pow(10.0, m_high) : m_high;
  const double unit = m_axis.is_share ? 100.0 : 1.0;
  const double largest = unit * std::max(std::abs(low), std::abs(high));
  const bool plain = is_plain(largest, 1e7) || (largest >= 1.0 && unit * step < 1.0);
  const int exponent = plain ? 0 : exponent_of(largest);
  const double scale = unit / std::pow(10.0, exponent);
  const int decimals = decimals_of(step * scale);
  std::vector<tick> all;
  for (double i = std::ceil(low / step); i * step <= high && all.size() < 100; ++i) {
    tick_label label{grouped(fmt::format("{:.{}f}", i == 0.0 ? 0.0 : i * step * scale, decimals))};
    if (exponent != 0 && i != 0.0) {
      label.text += "×10";
      label.exponent = std::to_string(exponent);
    }
    if (m_axis.is_share) label.unit = "%";
    all.push_back({i * step, label});
  }
  return all;
}

std::vector<tick> plot_scale::named_values() const {
  std::vector<double> values = m_axis.values;
  std::ranges::sort(values);
  const auto repeated = std::ranges::unique(values);
  values.erase(repeated.begin(), repeated.end());
  std::vector<tick> all;
  for (const double at : values)
    if (shows(at) && inner(at) >= m_low && inner(at) <= m_high)
      all.push_back({at, {fmt::format("{:g}", at)}});
  return all;
}

std::vector<tick> plot_scale::ticks(const std::function<bool(const std::vector<tick>&)>& fits) const {
  if (const auto all = named_values(); !all.empty() && fits(all)) return all;
  if (m_axis.is_logarithmic) {
    const auto reach = static_cast<int>(std::ceil(m_high - m_low));
    if (const auto all = powers({1, 2, 5}, 1); all.size() >= 3 && reach <= 3 && fits(all)) return all;
    if (reach >= 2)
      for (const int step : {1, 2, 3, 5, 10, 20, 50, 100, 200})
        if (const auto all = powers({1}, step); all.size() >= 2 && fits(all)) return all;
  }
  const double range =
      m_axis.is_logarithmic ? std::pow(10.0, m_high) - std::pow(10.0, m_low) : m_high - m_low;
  const int first = exponent_of(range) - 1;
  for (int power = first; power <= first + 2; ++power)
    for (const double digit : {1.0, 2.0, 5.0}) {
      const double step = digit * std::pow(10.0, power);
      if (range / step > 9.0) continue;
      if (const auto all = even_steps(step); fits(all)) return all;
    }
  return {};
}

std::vector<double> plot_scale::minor_lines() const {
  std::vector<double> all;
  if (!m_axis.is_logarithmic || m_high - m_low > 6.0) return all;
  for (int power = static_cast<int>(std::floor(m_low)); power <= static_cast<int>(std::floor(m_high));
       ++power)
    for (int digit = 2; digit < 10; ++digit) {
      const double at = digit * std::pow(10.0, power);
      if (std::log10(at) >= m_low && std::log10(at) <= m_high) all.push_back(at);
    }
  return all;
}

}  // namespace edgeldp::cli
