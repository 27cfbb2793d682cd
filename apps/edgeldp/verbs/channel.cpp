// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "edgeldp/channel/channel_json.hpp"
#include "edgeldp/channel/debiasing.hpp"
#include "edgeldp/channel/estimation/derived_statistics.hpp"
#include "edgeldp/channel/estimation/maximum_likelihood.hpp"
#include "edgeldp/channel/estimation/proportions.hpp"
#include "edgeldp/core/base/error.hpp"
#include "io/claims.hpp"
#include "io/progress.hpp"
#include "io/report.hpp"
#include "io/table_file.hpp"
#include "io/text_file.hpp"
#include "options/channel_argument.hpp"
#include "options/option_kinds.hpp"
#include "options/protocol_arguments.hpp"
#include "options/shared_options.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

record nats_or_null(const privacy_loss& loss) {
  return optional_number(loss.is_pure(), loss.nats);
}

record budget_of(const named_channel& c) {
  return c.budget ? record(budget(*c.budget)) : record(nullptr);
}

/// Why a channel gives truths away.
std::vector<std::string> flaws_of(bool is_pure) {
  if (is_pure) return {};
  return {"some reports are possible under some truths only"};
}

// ---- show ----

struct show_arguments {
  channel_argument channel;
  std::string out;
};

std::string matrix_text(const channel& c) {
  std::vector<std::vector<std::string>> rows = {{"report \\ truth"}};
  rows[0].insert(rows[0].end(), c.inputs().begin(), c.inputs().end());
  for (std::size_t y = 0; y < c.output_count(); ++y) {
    rows.push_back({c.outputs()[y]});
    for (std::size_t x = 0; x < c.input_count(); ++x)
      rows.back().push_back(fmt::format(
          "{:.6g}", c.probabilities()(static_cast<Eigen::Index>(y), static_cast<Eigen::Index>(x))));
  }
  return aligned(rows);
}

std::string text_of(const channel& c) {
  const progress bar("text", 1);
  return channel_to_json(c);
}

void show(const show_arguments& a, bool json) {
  const named_channel named = a.channel.load();
  const std::string text = text_of(named.law);
  if (!a.out.empty()) return write_text(a.out, text + "\n");
  if (!json) return write_stdout(matrix_text(named.law));
  record r = record::parse(text);
  r["mechanism"] = named.name;
  r["epsilon"] = budget_of(named);
  r["loss"] = nats_or_null(named.law.loss());
  add_guarantee(r, false, flaws_of(named.law.loss().is_pure()));
  print_record(r, true);
}

// ---- loss ----

/// Largest over smallest singular value; none when truths are not told apart, or for so many that
/// the decomposition takes longer than a question should.
record condition_of(const channel& c) {
  constexpr std::size_t most_decomposed = 1024;
  if (c.input_count() > most_decomposed) return nullptr;
  try {
    return debiasing_of(c).condition_number;
  } catch (const invalid_parameter&) {
    return nullptr;
  }
}

void loss(const channel_argument& a, bool json) {
  const named_channel named = a.load();
  const channel& c = named.law;
  const privacy_loss worst = c.loss();
  record r = {
      {"channel", named.name},
      {"inputs", c.input_count()},
      {"outputs", c.output_count()},
      {"epsilon", budget_of(named)},
      {"loss", nats_or_null(worst)},
      {"unused", named.budget ? record(budget(*named.budget) - worst.nats) : record(nullptr)},
      {"worst_report", worst.nats > 0.0 ? record(c.outputs()[worst.output]) : record(nullptr)},
      {"likeliest_truth", worst.nats > 0.0 ? record(c.inputs()[worst.likeliest]) : record(nullptr)},
      {"unlikeliest_truth", worst.nats > 0.0 ? record(c.inputs()[worst.unlikeliest]) : record(nullptr)},
      {"condition_number", condition_of(c)},
      {"truth_probability_mean", nullptr},
      {"truth_probability_least", nullptr}};
  if (c.inputs() == c.outputs()) {
    const auto k = static_cast<Eigen::Index>(c.input_count());
    const Eigen::VectorXd q = expected_utility(c, Eigen::MatrixXd::Identity(k, k));
    r["truth_probability_mean"] = q.mean();
    r["truth_probability_least"] = q.minCoeff();
  }
  add_guarantee(r, false, flaws_of(worst.is_pure()));
  print_record(r, json);
}

// ---- sample ----

struct sample_arguments {
  channel_argument channel;
  std::string table, column;
  bool no_heading = false, keep = false;
  std::optional<std::uint64_t> seed;

  table_heading heading() const { return no_heading ? table_heading::absent : table_heading::present; }
};

/// Positions of labels, looked up once a line.
class label_index {
 public:
  explicit label_index(const channel::labels& names) {
    for (std::size_t i = 0; i < names.size(); ++i) m_places.emplace(names[i], i);
  }
  std::optional<std::size_t> find(std::string_view label) const {
    const auto found = m_places.find(label);
    return found == m_places.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::unordered_map<std::string_view, std::size_t> m_places;
};

/// A column of reports that `sample --seed` adds and `estimate` passes on.
const std::string simulated_column = "simulated";

/// The columns that are printed, and which of them is randomized.
struct sample_columns {
  std::vector<std::string> names;
  std::size_t randomized = 0;

  explicit sample_columns(const sample_arguments& a) : names{a.column} {
    if (!a.keep) return;
    if (a.table == "-") throw invalid_parameter("--keep reads the table twice: name a file, not '-'");
    names = columns_of_table(a.table, a.heading());
    for (std::size_t i = 0; i < names.size(); ++i)
      if (std::ranges::count(names, names[i]) > 1)
        throw invalid_parameter(fmt::format("--keep: '{}' names two columns", names[i]));
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i] == a.column) randomized = i;
  }
};

/// Says on standard error what the output does not protect.
void warn_of_truths(const sample_arguments& a, const sample_columns& columns, const channel& law) {
  if (a.seed) write_stderr("edgeldp: simulated: true; the coins come from --seed and protect nothing\n");
  if (!law.loss().is_pure())
    write_stderr("edgeldp: private: false; the channel's loss is infinite, some reports give truths away\n");
  std::vector<std::string> kept = columns.names;
  kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(columns.randomized));
  if (!kept.empty()) write_stderr(fmt::format("edgeldp: --keep: not protected: {}\n", fmt::join(kept, ", ")));
}

void sample(const sample_arguments& a, bool json) {
  const named_channel named = a.channel.load();
  const sample_columns columns(a);
  std::vector<std::string_view> asked(columns.names.begin(), columns.names.end());
  asked[columns.randomized] = a.column;  // which read_table refuses if the table has no such column
  const label_index inputs(named.law.inputs());
  const coin_source coins = coins_of_run(a.seed, 0);
  std::vector<record> reports;
  read_table(
      a.table, asked,
      [&](std::span<const std::string_view> values) {
        const std::string_view truth = values[columns.randomized];
        const std::optional<std::size_t> input = inputs.find(truth);
        if (!input)  // without the value: an error message may be published, a true answer not
          throw invalid_parameter(
              fmt::format("the answer is none of the channel's {} categories", named.law.input_count()));
        const std::size_t x = *input;
        const std::size_t y = coins(coin_purpose::answers, static_cast<vertex_id>(reports.size()),
                                    [&](private_randomness& source) { return named.law.sample(x, source); });
        record row;
        for (std::size_t i = 0; i < values.size(); ++i)
          row[columns.names[i]] = i == columns.randomized ? named.law.outputs()[y] : std::string(values[i]);
        if (a.seed && !a.no_heading) row[simulated_column] = true;
        reports.push_back(std::move(row));
      },
      a.heading());
  warn_of_truths(a, columns, named.law);
  if (!json) {
    const std::string text = to_csv(reports);
    return write_stdout(a.no_heading ? std::string_view(text).substr(text.find('\n') + 1) : text);
  }
  for (record& row : reports) {
    add_guarantee(row, a.seed.has_value(), flaws_of(named.law.loss().is_pure()));
    print_record(row, true);
  }
}

// ---- estimate ----

struct estimate_arguments {
  channel_argument channel;
  std::string table, method = "unbiased", people = "sampled";
  std::vector<std::string> columns;
  bool no_heading = false, simulated = false;

  sampling_model model() const { return people == "fixed" ? sampling_model::fixed : sampling_model::sampled; }
};

/// What was reported, and through what.
struct reported {
  std::vector<named_channel> named;
  std::vector<channel> channels;
  std::vector<std::uint64_t> counts;  ///< of joint reports
  std::uint64_t reports = 0;
  record condition;           ///< number of the joint channel; null as condition_of
  bool is_simulated = false;  ///< some report says so
};

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

reported read_reports(const estimate_arguments& a) {
  for (std::size_t i = 0; i < a.columns.size(); ++i)
    if (std::count(a.columns.begin(), a.columns.begin() + static_cast<std::ptrdiff_t>(i), a.columns[i]) > 0)
      throw invalid_parameter(
          fmt::format("--column '{}' is given twice: one report is not two", a.columns[i]));
  reported r{a.channel.load_for(a.columns.size()), {}, {}, 0, nullptr, a.simulated};
  for (const named_channel& c : r.named) r.channels.push_back(c.law);
  r.condition = joint_condition(r.channels);
  const joint_domain domain(r.channels);
  r.counts.resize(domain.output_cells);
  std::vector<label_index> outputs;
  for (const channel& c : r.channels) outputs.emplace_back(c.outputs());
  read_table(
      a.table,
      [&](const std::vector<std::string>& known) {
        std::vector<std::string> wanted = a.columns;
        if (std::ranges::count(known, simulated_column) == 1) wanted.push_back(simulated_column);
        return wanted;
      },
      [&](std::span<const std::string_view> values) {
        r.is_simulated |= values.size() > a.columns.size() && values.back() == "true";
        std::size_t cell = 0;
        for (std::size_t i = 0; i < a.columns.size(); ++i) {
          const std::optional<std::size_t> output = outputs[i].find(values[i]);
          cell = cell * domain.outputs[i] + (output ? *output : r.channels[i].output_index(values[i]));
        }
        ++r.counts[cell];
        ++r.reports;
      },
      a.no_heading ? table_heading::absent : table_heading::present);
  return r;
}

/// Labels of a joint cell, the last attribute fastest.
std::vector<std::string> labels_of(const reported& r, std::size_t cell) {
  std::vector<std::string> names(r.channels.size());
  for (std::size_t i = names.size(); i-- > 0; cell /= r.channels[i].input_count())
    names[i] = r.channels[i].inputs()[cell % r.channels[i].input_count()];
  return names;
}

/// One statistic, with the keys of every estimator's results. What a report costs adds up over the
/// columns.
struct result {
  std::string statistic;
  std::optional<double> value, standard_error;
  std::optional<std::pair<double, double>> interval;
  record more = record::object();
};

record describe(const estimate_arguments& a, const reported& r, const result& s) {
  double total = 0.0;
  for (const channel& c : r.channels) total += c.loss().nats;
  const auto number = [](const std::optional<double>& x) {
    return optional_number(x.has_value(), x.value_or(0));
  };
  record out = {{"graph", a.table},
                {"nodes", r.reports},
                {"statistic", s.statistic},
                {"estimate", number(s.value)},
                {"standard_error", number(s.standard_error)}};
  if (s.interval) {
    out["low"] = s.interval->first;
    out["high"] = s.interval->second;
  }
  out.update(s.more);
  const bool pure = std::isfinite(total);
  out["epsilon"] = optional_number(pure, total);
  for (std::size_t i = 0; i < r.named.size(); ++i)
    out["split"][a.columns[i]] = nats_or_null(r.channels[i].loss());
  for (const char* key : {"codec", "alpha", "level", "upload_bytes", "download_bytes", "bits_per_edge"})
    out[key] = nullptr;
  add_cost(out, elapsed_seconds());
  out["condition_number"] = r.condition;
  out["runs"] = 1;
  add_guarantee(out, r.is_simulated, flaws_of(pure));
  return out;
}

record category_record(const estimate_arguments& a, const std::vector<std::string>& labels) {
  record category = record::object();
  for (std::size_t i = 0; i < labels.size(); ++i) category[a.columns[i]] = labels[i];
  return category;
}

/// What is printed of the proportions; errors only where the channels tell all truths apart.
struct proportions {
  Eigen::VectorXd values;
  std::optional<Eigen::VectorXd> errors;
  proportion_intervals ends;

  /// A cell's estimate, error, low and high end.
  std::vector<std::optional<double>> of(Eigen::Index cell) const {
    if (!errors) return {values[cell], std::nullopt, std::nullopt, std::nullopt};
    return {values[cell], (*errors)[cell], ends.low[cell], ends.high[cell]};
  }
};

/// A line a cell as a table, an object a cell as JSON.
void print_proportions(const estimate_arguments& a, const reported& r, const proportions& p, bool json) {
  std::vector<std::vector<std::string>> rows = {a.columns};
  for (const char* name : {"estimate", "standard_error", "low", "high"}) rows[0].emplace_back(name);
  for (Eigen::Index cell = 0; cell < p.values.size(); ++cell) {
    std::vector<std::string> labels = labels_of(r, static_cast<std::size_t>(cell));
    const std::vector<std::optional<double>> numbers = p.of(cell);
    if (json) {
      const auto interval = numbers[2] ? std::optional(std::pair(*numbers[2], *numbers[3])) : std::nullopt;
      print_record(
          describe(
              a, r,
              {"proportion", numbers[0], numbers[1], interval, {{"category", category_record(a, labels)}}}),
          true);
      continue;
    }
    for (const std::optional<double>& x : numbers) labels.push_back(x ? fmt::format("{:.6g}", *x) : "-");
    rows.push_back(std::move(labels));
  }
  if (!json) write_stdout(aligned(rows) + "\n");
}

void print_derived(const estimate_arguments& a, const reported& r, const std::string& name,
                   const derived_estimate& d, bool json) {
  record more = {{"predicted_bias", d.bias},
                 {"corrected", d.corrected()},
                 {"error_parts",
                  {{"first_order", std::sqrt(d.first_order)}, {"second_order", std::sqrt(d.second_order)}}},
                 {"interior", d.is_interior}};
  const double reach = 1.959963984540054 * d.standard_error;
  print_record(describe(a, r,
                        {name, d.value, d.standard_error, std::pair(d.value - reach, d.value + reach),
                         std::move(more)}),
               json);
}

void estimate_unbiased(const estimate_arguments& a, const reported& r, bool json) {
  const proportion_estimate e(r.channels, r.counts);
  print_proportions(a, r, {e.values(), e.standard_errors(a.model()), e.intervals(a.model())}, json);
  if (e.cells() > most_derived_cells) {
    // Otherwise the records below have it.
    if (!json) print_record({{"condition_number", r.condition}}, false);
    return;
  }
  print_derived(a, r, "entropy_bits", estimate_entropy(e, a.model()), json);
  if (r.channels.size() != 2) return;
  print_derived(a, r, "chi_square", estimate_chi_square(e, a.model()), json);
  print_derived(a, r, "mutual_information_bits", estimate_mutual_information(e, a.model()), json);
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

void estimate_likelihood(const estimate_arguments& a, const reported& r, bool json) {
  const likelihood_estimate m = maximize_likelihood(r.channels, r.counts);
  print_proportions(a, r, with_errors(a, r, m), json);
  record more = {{"gap", m.gap}, {"iterations", m.iterations}, {"converged", m.has_converged}};
  print_record(
      describe(a, r, {"log_likelihood", m.log_likelihood, std::nullopt, std::nullopt, std::move(more)}),
      json);
  if (!m.has_converged)
    write_stderr(fmt::format("edgeldp: warning: {} steps leave up to {:.2g} nat of log-likelihood\n",
                             m.iterations, m.gap));
}

void estimate(const estimate_arguments& a, bool json) {
  const reported r = read_reports(a);
  (a.method == "likelihood" ? estimate_likelihood : estimate_unbiased)(a, r, json);
}

}  // namespace

void add_channel_show(CLI::App& verb, const common_arguments& common) {
  show_arguments& a = acts_by(verb, common, show);
  a.channel.add_to(verb);
  verb.add_option("-o,--out", a.out, "Write the channel as JSON, exactly, for --channel")
      ->group(section::output)
      ->type_name(value::file);
}

void add_channel_loss(CLI::App& verb, const common_arguments& common) {
  channel_argument& a = acts_by(verb, common, loss);
  a.add_to(verb);
}

void add_channel_sample(CLI::App& verb, const common_arguments& common) {
  sample_arguments& a = acts_by(verb, common, sample);
  a.channel.add_to(verb);
  verb.add_option("table", a.table, "CSV file, '-' for standard input")->required()->type_name(value::file);
  verb.add_option("--column", a.column, "The column, by name (by number from 1 with --no-heading)")
      ->required();
  add_no_heading(verb, a.no_heading);
  verb.add_flag("--keep", a.keep, "Print the other columns too, as they are: they are not protected")
      ->group(section::output);
  add_simulation_seed(verb, a.seed);
}

void add_channel_estimate(CLI::App& verb, const common_arguments& common) {
  estimate_arguments& a = acts_by(verb, common, estimate);
  a.channel.add_to(verb);
  verb.add_option("table", a.table, "CSV file of reports, '-' for standard input")
      ->required()
      ->type_name(value::file);
  verb.add_option("--column", a.columns, "A column of reports; several make a joint table")
      ->required()
      ->allow_extra_args(false);
  add_no_heading(verb, a.no_heading);
  verb.add_option(
          "--method", a.method,
          "unbiased, or likelihood: never negative, biased near the borders; its errors and intervals are "
          "those of the unbiased estimate, cut to [0, 1]")
      ->check(one_of({"unbiased", "likelihood"}))
      ->capture_default_str();
  verb.add_option("--population", a.people,
                  "sampled: errors about the law that people are drawn from; fixed: about the people asked")
      ->check(one_of({"sampled", "fixed"}))
      ->capture_default_str();
  verb.add_flag(
      "--simulated", a.simulated,
      "The reports are simulated: say so in every result, as a column 'simulated' of the table does");
}

}  // namespace edgeldp::cli
