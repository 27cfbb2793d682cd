// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/channel/estimation/derived_statistics.hpp"
#include "edgeldp/channel/mechanisms/laplace_channels.hpp"
#include "edgeldp/channel/randomized_answers.hpp"
#include "edgeldp/graph/errors/run_errors.hpp"
#include "options/protocol_arguments.hpp"
#include "reproduce/attribute_tables.hpp"
#include "reproduce/experiment.hpp"

/// Wang, Wu, Hu, EDBT/ICDT workshops 2016, sections 6.2 and 6.3: proportions, entropy and
/// chi-square of categories, by randomized response or by Laplace noise.
namespace edgeldp::cli {

namespace {

struct mechanism {
  const char* name;
  channel (*make)(epsilon, channel::labels);
};
constexpr std::array mechanisms = {mechanism{"RR", k_ary_channel}, mechanism{"LM", laplace_channel},
                                   mechanism{"LM at RR's loss", calibrated_laplace_channel}};

/// Counts of joint reports when everybody reports each attribute once.
std::vector<std::uint64_t> report(const attribute_table& t, std::span<const channel> channels,
                                  private_randomness& coins) {
  std::vector<std::uint64_t> counts(t.people.size());
  for (std::size_t cell = 0; cell < t.people.size(); ++cell) {
    const std::size_t second = channels.size() == 2 ? t.categories[1].size() : 1;
    for (std::uint64_t person = 0; person < t.people[cell]; ++person) {
      std::size_t seen = channels[0].sample(cell / second, coins);
      if (channels.size() == 2) seen = seen * second + channels[1].sample(cell % second, coins);
      ++counts[seen];
    }
  }
  return counts;
}

/// A number that is drawn against epsilon: what a run gives, what is true, and what theory says of
/// its error.
struct study {
  std::string what, figure_title;
  double truth;
  double (*of_run)(const proportion_estimate&, const Eigen::VectorXd& truth);
  derived_estimate (*predict)(const proportion_estimate&, sampling_model);  ///< none for proportions
  double without_data = 0.0;                                                ///< what one would say unasked
};

double squared_error(const proportion_estimate& e, const Eigen::VectorXd& truth) {
  return (e.values() - truth).squaredNorm() / static_cast<double>(truth.size());
}
double entropy_of(const proportion_estimate& e, const Eigen::VectorXd&) {
  return entropy_bits(nearest_proportions(e.values()));
}
double chi_square_of(const proportion_estimate& e, const Eigen::VectorXd&) {
  return chi_square(as_table(nearest_proportions(e.values()), e), e.reports());
}

class experiment_on_table {
 public:
  experiment_on_table(attribute_table table, const reproduce_arguments& a, notebook& notes)
      : m_table(std::move(table)), m_truth(m_table.proportions()), m_arguments(a), m_notes(notes) {}

  const Eigen::VectorXd& truth() const { return m_truth; }
  double size() const { return static_cast<double>(m_table.size()); }

  std::vector<double> budgets() const {
    return m_arguments.epsilons.empty() ? std::vector<double>{0.5, 1.0, 2.0, 3.0, 5.0, 7.0, 10.0}
                                        : m_arguments.epsilons;
  }

  void say_table(const std::string& statistic, double value) const {
    const auto say = [&](const std::string& measure, const record& paper, const record& ours) {
      m_notes.add({"the table", std::nullopt, measure, paper, ours, false, more({})});
    };
    say("people", m_arguments.data.empty() ? record(paper_people) : record(nullptr), m_table.size());
    for (std::size_t i = 0; i < m_table.attributes.size(); ++i)
      say("categories of " + m_table.attributes[i],
          m_arguments.data.empty() ? record(i == 0 ? 6 : 3) : record(nullptr), m_table.categories[i].size());
    if (!statistic.empty()) say(statistic, nullptr, value);
  }

  /// Root mean squared errors of one mechanism, a budget each; mean squared ones for proportions.
  std::vector<double> measure(const mechanism& m, const study& s) {
    std::vector<double> errors;
    for (const double nats : budgets())
      errors.push_back(s.predict ? measure_derived(m, s, nats) : measure_proportions(m, s, nats));
    return errors;
  }

  /// What the paper says of two curves, at the budgets that count.
  template <class Counts>
  void compare(const std::string& statement, std::span<const double> low, std::span<const double> high,
               Counts&& counts) const {
    std::size_t holds = 0, all = 0;
    for (std::size_t i = 0; i < low.size(); ++i) {
      if (!counts(i)) continue;
      ++all;
      holds += low[i] < high[i] ? 1U : 0U;
    }
    m_notes.add({statement, std::nullopt, "budgets at which it holds", "all",
                 fmt::format("{} of {}", holds, all), false, more({})});
  }
  void compare(const std::string& statement, std::span<const double> low,
               std::span<const double> high) const {
    compare(statement, low, high, [](std::size_t) { return true; });
  }

  void say_without_data(const study& s) const {
    m_notes.add({fmt::format("no data: always {:.4g}", s.without_data), std::nullopt,
                 "root mean squared error", nullptr, std::abs(s.without_data - s.truth), true, more({})});
  }

  void say_ratios(const std::string& name, const record& paper, std::span<const double> low,
                  std::span<const double> high) const {
    for (std::size_t i = 0; i < low.size(); ++i)
      m_notes.add({name, budgets()[i], "error over RR's", paper, high[i] / low[i], true, more({})});
  }

  void draw(const study& s, std::span<const std::vector<double>> errors) const {
    figure f{s.figure_title, "epsilon", s.predict ? "root mean squared error" : "mean squared error"};
    f.logarithmic();
    for (std::size_t i = 0; i < mechanisms.size(); ++i) {
      plot_curve curve{mechanisms[i].name, {}, plot_curve::look::line, static_cast<unsigned>(i)};
      for (std::size_t b = 0; b < errors[i].size(); ++b)
        if (errors[i][b] > 0.0) curve.points.push_back({budgets()[b], errors[i][b]});
      f.curves.push_back(std::move(curve));
    }
    m_notes.add_figure(std::move(f));
  }

 private:
  record more(record other) const {
    record r = {{"data", m_table.source}};
    if (!other.is_null()) r.update(other);
    return r;
  }

  /// A channel for each attribute; several share the budget equally.
  std::vector<channel> channels_of(const mechanism& m, double nats) const {
    const epsilon each = epsilon::from_units(epsilon::from_nats(nats).units() / m_table.categories.size());
    std::vector<channel> all;
    for (const channel::labels& c : m_table.categories) all.push_back(m.make(each, c));
    return all;
  }

  /// Calls f(estimate) for each run.
  template <class F>
  void simulate(std::span<const channel> channels, F&& f) const {
    const std::uint64_t runs = m_arguments.runs.value_or(m_table.size() > 1000 ? 200 : 2000);
    for (std::uint64_t run = 0; run < runs; ++run)
      coins_of_run(m_arguments.seed, run)(coin_purpose::answers, 0, [&](private_randomness& coins) {
        f(run, proportion_estimate(channels, report(m_table, channels, coins)));
      });
  }

  void say(const mechanism& m, double nats, const std::string& measure, const record& ours,
           const record& other = {}) const {
    m_notes.add({m.name, nats, measure, nullptr, ours, true, more(other)});
  }

  /// Each run's error is a number of its own: the mean over categories.
  double measure_proportions(const mechanism& m, const study& s, double nats) {
    const std::vector<channel> channels = channels_of(m, nats);
    const auto expected = proportion_estimate::expected(channels, m_truth, size());
    const double predicted = expected.variances(sampling_model::fixed).mean();
    run_errors errors(0.0);
    simulate(channels, [&](std::uint64_t run, const proportion_estimate& e) {
      const double error = s.of_run(e, m_truth);
      m_notes.add_point({{"mechanism", m.name}, {"epsilon", nats}, {"run", run}, {"value", error}});
      errors.add(error);
    });
    const double measured = errors.mean();
    say(m, nats, s.what + ", measured", measured,
        {{"runs", errors.runs()},
         {"standard_error", errors.spread() / std::sqrt(static_cast<double>(errors.runs()))}});
    say(m, nats, s.what + ", predicted for these people", predicted);
    say(m, nats, s.what + ", predicted for a sample (eq. 18)",
        expected.variances(sampling_model::sampled).mean());
    say(m, nats, "measured over predicted less 1, %", 100.0 * (measured / predicted - 1.0));
    say(m, nats, "condition number", expected.condition_number(), {{"loss", channels[0].loss().nats}});
    return measured;
  }

  double measure_derived(const mechanism& m, const study& s, double nats) {
    const std::vector<channel> channels = channels_of(m, nats);
    const derived_estimate d =
        s.predict(proportion_estimate::expected(channels, m_truth, size()), sampling_model::fixed);
    run_errors errors(s.truth);
    std::uint64_t inside = 0;
    simulate(channels, [&](std::uint64_t run, const proportion_estimate& e) {
      const double value = s.of_run(e, m_truth);
      m_notes.add_point({{"mechanism", m.name}, {"epsilon", nats}, {"run", run}, {"value", value}});
      errors.add(value);
      inside += e.values().minCoeff() > 0.0 ? 1U : 0U;
    });
    say(m, nats, s.what + ", mean of the estimates", errors.mean(),
        {{"runs", errors.runs()}, {"truth", s.truth}});
    say(m, nats, "root mean squared error", errors.rmse());
    say(m, nats, "standard deviation, measured", errors.spread());
    say(m, nats, "standard deviation, predicted (delta)", d.standard_error,
        {{"linear", std::sqrt(d.first_order)}, {"quadratic", std::sqrt(d.second_order)}});
    say(m, nats, "measured over predicted less 1, %", 100.0 * (errors.spread() / d.standard_error - 1.0));
    say(m, nats, "bias, measured", errors.mean() - s.truth);
    say(m, nats, "bias, predicted", d.bias);
    say(m, nats, "runs with all proportions positive, %",
        100.0 * static_cast<double>(inside) / static_cast<double>(errors.runs()));
    return errors.rmse();
  }

  attribute_table m_table;
  Eigen::VectorXd m_truth;
  const reproduce_arguments& m_arguments;
  notebook& m_notes;
};

/// Errors of every mechanism, and what the paper says of RR and LM.
void run_study(experiment_on_table& x, const study& s) {
  std::vector<std::vector<double>> errors;
  for (const mechanism& m : mechanisms) errors.push_back(x.measure(m, s));
  const bool proportions = s.predict == nullptr;
  const record paper = proportions ? record("100 to 1000") : record("above 1");
  x.say_ratios("LM", paper, errors[0], errors[1]);
  x.say_ratios("LM at RR's loss", nullptr, errors[0], errors[2]);
  x.compare("RR closer than LM", errors[0], errors[1]);
  x.compare("RR closer than LM at RR's loss", errors[0], errors[2]);
  if (proportions) {
    std::vector<double> hundred, thousand;
    for (const double e : errors[0]) hundred.push_back(100.0 * e);
    for (const double e : errors[0]) thousand.push_back(1000.0 * e);
    x.compare("LM's error at least two orders above RR's", hundred, errors[1]);
    x.compare("... and at most three", errors[1], thousand);
  } else {
    x.say_without_data(s);
    const double blind = std::abs(s.without_data - s.truth);
    x.compare("RR closer than LM, where RR beats no data", errors[0], errors[1],
              [&](std::size_t i) { return errors[0][i] < blind; });
  }
  x.draw(s, errors);
}

attribute_table one_attribute(const reproduce_arguments& a) {
  return a.data.empty() ? generate_cholesterol(a.seed, false) : read_adult(a.data, {&education, 1});
}

void figure_2(const reproduce_arguments& a, notebook& notes) {
  experiment_on_table x(one_attribute(a), a, notes);
  x.say_table("", 0.0);
  run_study(x, {"squared error", "Proportions (Wang 2016, figure 2)", 0.0, squared_error, nullptr});
}

void figure_3(const reproduce_arguments& a, notebook& notes) {
  experiment_on_table x(one_attribute(a), a, notes);
  const double truth = entropy_bits(x.truth());
  x.say_table("entropy, bits", truth);
  run_study(x, {"entropy, bits", "Entropy (Wang 2016, figure 3)", truth, entropy_of, estimate_entropy,
                std::log2(static_cast<double>(x.truth().size()))});
}

void figure_4(const reproduce_arguments& a, notebook& notes) {
  constexpr std::array columns = {marital_status, occupation};
  attribute_table table = a.data.empty() ? generate_cholesterol(a.seed, true) : read_adult(a.data, columns);
  const auto down = static_cast<Eigen::Index>(table.categories[0].size()),
             across = static_cast<Eigen::Index>(table.categories[1].size());
  experiment_on_table x(std::move(table), a, notes);
  const double truth = chi_square(x.truth().reshaped(across, down).transpose(), x.size());
  x.say_table("chi-square", truth);
  run_study(x, {"chi-square", "Chi-square (Wang 2016, figure 4)", truth, chi_square_of, estimate_chi_square});
}

}  // namespace

std::vector<experiment> experiments_of_randomized_response_tables() {
  return {{"randomized-response/figure-2",
           "proportions: the error of randomized response is two to three orders below that of Laplace noise",
           figure_2},
          {"randomized-response/figure-3",
           "entropy: randomized response is closer to the truth than Laplace noise", figure_3},
          {"randomized-response/figure-4",
           "chi-square of two attributes, which share the budget: randomized response is closer to the truth",
           figure_4}};
}

}  // namespace edgeldp::cli
