// SPDX-License-Identifier: MIT
#include "verbs/channel_reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>

#include "edgeldp/core/base/error.hpp"
#include "io/table_file.hpp"
#include "verbs/channel_facts.hpp"

namespace edgeldp::cli {

namespace {

/// The inverse of a joint channel is the product of the columns' inverses.
record joint_condition(const std::vector<channel>& channels) {
  double product = 1.0;
  for (const channel& c : channels) {
    const record one = condition_of(c);
    if (one.is_null()) return nullptr;
    product *= one.get<double>();
  }
  return product;
}

findings_of_reports find_unbiased(const estimate_arguments& a, const reported& r) {
  const proportion_estimate e(r.channels, r.counts);
  findings_of_reports f{{e.values(), e.standard_errors(a.model()), e.intervals(a.model())}, {}, {}};
  if (e.cells() > most_derived_cells) return f;
  f.derived.emplace_back("entropy_bits", estimate_entropy(e, a.model()));
  if (r.channels.size() != 2) return f;
  f.derived.emplace_back("chi_square", estimate_chi_square(e, a.model()));
  f.derived.emplace_back("mutual_information_bits", estimate_mutual_information(e, a.model()));
  return f;
}

/// Intervals of the unbiased estimate, cut to what is possible and stretched to the likeliest
/// proportions, which are nearer to the truth than that estimate wherever they differ much.
proportions with_errors(const estimate_arguments& a, const reported& r, const likelihood_estimate& m) {
  if (r.condition.is_null() || r.reports < 2) return {m.values, std::nullopt, {}};
  const proportion_estimate e(r.channels, r.counts);
  proportion_intervals ends = e.intervals(a.model());
  ends.low = ends.low.cwiseMax(0.0).cwiseMin(m.values);
  ends.high = ends.high.cwiseMin(1.0).cwiseMax(m.values);
  return {m.values, e.standard_errors(a.model()), std::move(ends)};
}

findings_of_reports find_likelihood(const estimate_arguments& a, const reported& r) {
  const likelihood_estimate m = maximize_likelihood(r.channels, r.counts);
  if (!m.has_converged)
    write_stderr(fmt::format("edgeldp: warning: {} steps leave up to {:.2g} nat of log-likelihood\n",
                             m.iterations, m.gap));
  return {with_errors(a, r, m), {}, m};
}

}  // namespace

namespace {

/// A table as it is read: channels are known once its first line says what made the reports.
class table_of_reports {
 public:
  table_of_reports(const estimate_arguments& a, reported& into) : m_arguments(a), m_into(into) {}

  /// The columns to read: of reports, then what made them where the table says it, then whether
  /// they are simulated.
  std::vector<std::string> columns_among(const std::vector<std::string>& known) {
    std::vector<std::string> wanted = m_arguments.columns;
    for (const std::string& column : m_arguments.columns) {
      const bool has_maker = std::ranges::count(known, maker_column(column)) == 1;
      m_maker_at.push_back(has_maker ? wanted.size() : 0);
      if (has_maker) wanted.push_back(maker_column(column));
    }
    m_has_mark = std::ranges::count(known, simulated_column) == 1;
    if (m_has_mark) wanted.push_back(simulated_column);
    return wanted;
  }

  void add(std::span<const std::string_view> values) {
    if (m_made_by.empty()) {
      for (const std::size_t at : m_maker_at) m_made_by.emplace_back(at == 0 ? "" : values[at]);
      learn_channels();
    }
    for (std::size_t i = 0; i < m_maker_at.size(); ++i)
      if (m_maker_at[i] > 0 && values[m_maker_at[i]] != m_made_by[i])
        throw invalid_parameter(fmt::format("'{}': a report that was made with {}, below others with {}",
                                            m_arguments.columns[i], values[m_maker_at[i]], m_made_by[i]));
    m_into.is_simulated |= m_has_mark && values.back() == "true";
    std::size_t cell = 0;
    for (std::size_t i = 0; i < m_arguments.columns.size(); ++i) {
      const std::optional<std::size_t> output = m_outputs[i].find(values[i]);
      cell = cell * m_sizes[i] + (output ? *output : m_into.channels[i].output_index(values[i]));
    }
    ++m_into.counts[cell];
    ++m_into.reports;
  }

  /// A table without reports has channels too.
  void finish() {
    if (!m_made_by.empty()) return;
    m_made_by.resize(m_arguments.columns.size());
    learn_channels();
  }

 private:
  void learn_channels() {
    std::vector<std::optional<report_maker>> makers;
    for (const std::string& text : m_made_by)
      makers.push_back(text.empty() ? std::nullopt : std::optional(report_maker::read(text)));
    m_into.named = m_arguments.channel.load_for(m_arguments.columns, makers);
    for (const named_channel& c : m_into.named) m_into.channels.push_back(c.law);
    m_into.condition = joint_condition(m_into.channels);
    const joint_domain domain(m_into.channels);
    m_sizes.assign(domain.outputs.begin(), domain.outputs.end());
    m_into.counts.resize(domain.output_cells);
    for (const channel& c : m_into.channels) m_outputs.emplace_back(c.outputs());
  }

  const estimate_arguments& m_arguments;
  reported& m_into;
  std::vector<std::size_t> m_maker_at;  ///< by column: place among the values; 0 for none
  std::vector<std::string> m_made_by;   ///< by column, of the first report; empty where nothing says it
  bool m_has_mark = false;
  std::vector<std::size_t> m_sizes;
  std::vector<label_index> m_outputs;
};

}  // namespace

reported read_reports(const estimate_arguments& a) {
  for (std::size_t i = 0; i < a.columns.size(); ++i)
    if (std::count(a.columns.begin(), a.columns.begin() + static_cast<std::ptrdiff_t>(i), a.columns[i]) > 0)
      throw invalid_parameter(
          fmt::format("--column '{}' is given twice: one report is not two", a.columns[i]));
  reported r;
  r.is_simulated = a.simulated;
  table_of_reports table(a, r);
  read_table(
      a.table, [&](const std::vector<std::string>& known) { return table.columns_among(known); },
      [&](std::span<const std::string_view> values) { table.add(values); },
      a.no_heading ? table_heading::absent : table_heading::present);
  table.finish();
  return r;
}

std::vector<std::string> labels_of(const reported& r, std::size_t cell) {
  std::vector<std::string> names(r.channels.size());
  for (std::size_t i = names.size(); i-- > 0; cell /= r.channels[i].input_count())
    names[i] = r.channels[i].inputs()[cell % r.channels[i].input_count()];
  return names;
}

double total_loss(const reported& r) {
  double total = 0.0;
  for (const channel& c : r.channels) total += c.loss().nats;
  return total;
}

findings_of_reports find_in_reports(const estimate_arguments& a, const reported& r) {
  return a.method == "likelihood" ? find_likelihood(a, r) : find_unbiased(a, r);
}

}  // namespace edgeldp::cli
