// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "options/protocol_arguments.hpp"
#include "reproduce/learning/draws.hpp"
#include "reproduce/learning/grid_noise.hpp"
#include "reproduce/learning/images.hpp"
#include "reproduce/learning/quality.hpp"
#include "reproduce/learning/tables.hpp"
#include "reproduce/learning_experiments.hpp"

/// Zhang, Zhu, Chen, Xiong, section V D: gradient descent whose mean gradients a curator perturbs
/// number by number.
///
/// A record is in one batch of each epoch, by a public draw; its own gradient is scaled to an l1
/// norm of at most `record_norm`, and a batch's sum is divided by the public batch size. What is
/// protected is one record, present or absent. Two accounts are kept: "nats a number" is what the
/// paper seems to state, a budget for each number of each gradient; every other budget is what one
/// record spends in the whole training.
namespace edgeldp::cli {

namespace {

using namespace learning;

constexpr double train_share = 0.8;
constexpr unsigned epochs = 5;
constexpr Eigen::Index batch_size = 250;
constexpr Eigen::Index pool_side = 4;  // 7 x 7 inputs: noise grows with the number of weights
constexpr float record_norm = 6.0F;    // l1
constexpr double number_limit = 0.02;  // of a number of a mean gradient
constexpr std::size_t grid_points = 21;
constexpr std::size_t evaluation_steps = 4;
constexpr double record_move = record_norm / static_cast<double>(batch_size);  // l1, of a mean gradient

using gradient_noise_function = std::function<void(Eigen::VectorXf& mean, private_randomness& coins)>;

enum class account { none, number, record };

struct mechanism {
  std::string name;
  account budget_of;
  /// Noise for one step with this budget: of a number, or of a record.
  std::function<gradient_noise_function(double nats, std::size_t numbers)> noise;
  /// What one record spends in a step.
  std::function<double(double nats, std::size_t numbers)> spent;
};

grid grid_of(std::size_t points) {
  return {-number_limit, number_limit, points};
}

gradient_noise_function reports(const grid& g, channel c, bool rounds_at_random) {
  return [=](Eigen::VectorXf& mean, private_randomness& coins) {
    for (float& v : mean)
      v = static_cast<float>(g.value(c.sample(rounds_at_random ? g.around(v, coins) : g.nearest(v), coins)));
  };
}

gradient_noise_function laplace(double sensitivity, double nats, std::size_t numbers) {
  return [noise = lattice_noise(sensitivity, epsilon::from_nats(nats), numbers)](Eigen::VectorXf& mean,
                                                                                 private_randomness& coins) {
    for (float& v : mean) v = static_cast<float>(noise(v, coins));
  };
}

/// Laplace noise for a number clipped to the grid's interval, as if a record could move it from end
/// to end.
gradient_noise_function clipped_laplace(double nats) {
  return [noise = lattice_noise(2.0 * number_limit, epsilon::from_nats(nats))](Eigen::VectorXf& mean,
                                                                               private_randomness& coins) {
    for (float& v : mean)
      v = static_cast<float>(noise(std::clamp<double>(v, -number_limit, number_limit), coins));
  };
}

std::vector<mechanism> mechanisms() {
  const auto times_numbers = [](double nats, std::size_t numbers) {
    return nats * static_cast<double>(numbers);
  };
  const auto itself = [](double nats, std::size_t) { return nats; };
  const auto bipartite = [](double nats, std::size_t) {
    return reports(grid_of(grid_points), bipartite_on_grid(grid_of(grid_points), epsilon::from_nats(nats)),
                   false);
  };
  const auto rounded = [](std::size_t points) {
    return [points](double nats, std::size_t numbers) {
      const grid g = grid_of(points);
      return reports(g, bipartite_on_grid(g, rounded_budget(g, nats, record_move, numbers)), true);
    };
  };
  return {{"NP-SGD", account::none, {}, {}},
          {"BRR, a budget each number", account::number, bipartite, times_numbers},
          {"Laplace, a budget each number", account::number,
           [](double nats, std::size_t) { return clipped_laplace(nats); },
           [](double nats, std::size_t numbers) {  // each number may be rounded up by a part of the lattice
             return nats * (record_move / (2.0 * number_limit) + static_cast<double>(numbers) * 0x1p-20);
           }},
          {"BRR", account::record,
           [bipartite](double nats, std::size_t numbers) {
             return bipartite(nats / static_cast<double>(numbers), numbers);
           },
           itself},
          {"Laplace", account::record,
           [](double nats, std::size_t numbers) { return laplace(record_move, nats, numbers); }, itself},
          {"BRR, rounded at random", account::record, rounded(grid_points), itself},
          {"BRR on two points, rounded at random", account::record, rounded(2), itself}};
}

struct course {
  std::vector<double> accuracies;  ///< on the test images, every few steps
  double last() const { return accuracies.back(); }
  double at_quarter() const { return accuracies[accuracies.size() / 4]; }
  /// Deviation over the last quarter.
  double unrest() const { return spread_of(std::span(accuracies).last(accuracies.size() / 4)).deviation; }
};

class study {
 public:
  study(examples data, std::string source, const reproduce_arguments& a, notebook& notes)
      : m_data(std::move(data)),
        m_source(std::move(source)),
        m_arguments(a),
        m_notes(notes),
        m_runs(a.runs.value_or(10)) {
    const auto for_training = static_cast<Eigen::Index>(train_share * static_cast<double>(m_data.size()));
    if (for_training < batch_size)
      throw invalid_parameter(fmt::format("{} pictures leave {} for training, less than a batch of {}",
                                          m_data.size(), for_training, batch_size));
  }

  void run() {
    std::vector<learning_curve> last, unrest;
    for (const mechanism& m : mechanisms()) {
      last.push_back({m.name, {}});
      unrest.push_back({m.name, {}});
      for (const double nats : m.budget_of == account::none ? std::vector<double>{0.0} : budgets()) {
        const std::vector<course> courses = measure(m, nats);
        last.back().results.push_back(each(courses, &course::last));
        unrest.back().results.push_back(each(courses, &course::unrest));
      }
    }
    const auto compare = [&](const std::string& statement, const std::vector<learning_curve>& of,
                             std::size_t first, std::size_t second, better which, const record& paper) {
      compare_curves(m_notes, statement, m_source, {of[first], of[second], which}, paper);
    };
    compare("a budget each number: BRR ends above Laplace", last, 1, 2, better::larger, "most");
    compare("a budget each number: BRR is stabler", unrest, 1, 2, better::smaller, "all");
    compare("BRR ends above Laplace", last, 3, 4, better::larger, "most");
    compare("BRR, rounded at random, ends above Laplace", last, 5, 4, better::larger, nullptr);
    compare("... on two points", last, 6, 4, better::larger, nullptr);
    last.erase(last.begin());
    m_notes.add_figure(
        figure_of("SGD with noisy gradients (Zhang 2025, figure 7)", "accuracy at the end", budgets(), last));
  }

 private:
  std::vector<double> budgets() const {
    return m_arguments.epsilons.empty() ? std::vector<double>{0.5, 1, 2, 4, 8} : m_arguments.epsilons;
  }

  /// One training at a rate.
  course train_once(const mechanism& m, double nats, float rate, std::uint32_t run) const {
    const row_split split =
        split_rows(static_cast<std::uint32_t>(m_data.size()), train_share, m_arguments.seed, run);
    const examples train_part = m_data.subset(split.train), test_part = m_data.subset(split.test);
    network net(m_data.x.rows(), 0, m_data.classes, 0);
    const auto numbers = static_cast<std::size_t>(net.parameters().size());
    gradient_noise_function add_noise;
    if (m.noise) add_noise = m.noise(m.budget_of == account::record ? nats / epochs : nats, numbers);
    Eigen::VectorXf step = Eigen::VectorXf::Zero(net.parameters().size());
    course c;
    simulation_randomness coins(key_of_run(m_arguments.seed, run).value, gradient_noise, 0);
    std::size_t steps = 0;
    for (unsigned epoch = 0; epoch < epochs; ++epoch) {
      simulation_randomness public_coins(key_of_run(m_arguments.seed, run).value, order_of_epoch, epoch);
      const auto order = shuffled(static_cast<std::uint32_t>(train_part.size()), public_coins);
      for (std::size_t first = 0; first + batch_size <= order.size(); first += batch_size) {
        const examples batch = train_part.subset(std::span(order).subspan(first, batch_size));
        Eigen::VectorXf mean;
        if (add_noise) {
          mean = net.clipped_sum(batch, record_norm) / static_cast<float>(batch_size);
          add_noise(mean, coins);
        } else {
          net.loss(batch, mean);
        }
        step = 0.9F * step - rate * mean;
        net.parameters() += step;
        if (++steps % evaluation_steps == 0)
          c.accuracies.push_back(accuracy(net.scores(test_part.x), test_part.y));
      }
    }
    return c;
  }

  /// The rate that does best on splits of its own: tuning costs no budget here, for any mechanism.
  float best_rate(const mechanism& m, double nats) const {
    constexpr std::uint32_t first_other_run = 1U << 30;
    float best = 0.0F;
    double best_accuracy = -1.0;
    for (const float rate : {0.002F, 0.01F, 0.05F, 0.25F, 1.25F, 6.25F}) {
      const double found = train_once(m, nats, rate, first_other_run).last();
      if (found > best_accuracy) {
        best_accuracy = found;
        best = rate;
      }
    }
    return best;
  }

  std::vector<course> measure(const mechanism& m, double nats) {
    const float rate = best_rate(m, nats);
    std::vector<course> courses(m_runs);
    parallel_for(0, m_runs, 1, [&](std::uint64_t first, std::uint64_t past) {
      for (std::uint64_t run = first; run < past; ++run)
        courses[run] = train_once(m, nats, rate, static_cast<std::uint32_t>(run));
    });
    note(m, nats, rate, courses);
    return courses;
  }

  void note(const mechanism& m, double nats, float rate, std::span<const course> courses) {
    const auto numbers = static_cast<std::size_t>(m_data.classes * (m_data.x.rows() + 1));
    std::optional<double> total;
    if (m.budget_of == account::number) total = epochs * m.spent(nats, numbers);
    if (m.budget_of == account::record) total = nats;
    record more = {{"data", m_source},
                   {"runs", m_runs},
                   {"rate", rate},
                   {"rate_is_charged", false},
                   {"not_private_because", "the rate is the best of six on these records"},
                   {"model", "curator, one record present or absent"},
                   {"weights", numbers}};
    more["nats_a_number"] = m.budget_of == account::number ? record(nats) : record(nullptr);
    const auto say = [&](const char* measure_name, double (course::*part)() const) {
      const spread s = spread_of(each(courses, part));
      record with_deviation = more;
      with_deviation["deviation"] = s.deviation;
      m_notes.add({m.name, total, measure_name, nullptr, s.mean, false, std::move(with_deviation)});
    };
    say("accuracy at the end", &course::last);
    say("accuracy after a quarter", &course::at_quarter);
    say("deviation over the last quarter", &course::unrest);
    for (std::size_t run = 0; run < courses.size(); ++run)
      for (std::size_t i = 0; i < courses[run].accuracies.size(); ++i)
        m_notes.add_point({{"mechanism", m.name},
                           {"nats", nats},
                           {"run", run},
                           {"step", (i + 1) * evaluation_steps},
                           {"accuracy", courses[run].accuracies[i]}});
  }

  static std::vector<double> each(std::span<const course> courses, double (course::*part)() const) {
    std::vector<double> values;
    for (const course& c : courses) values.push_back((c.*part)());
    return values;
  }

  examples m_data;
  std::string m_source;
  const reproduce_arguments& m_arguments;
  notebook& m_notes;
  std::uint64_t m_runs;
};

}  // namespace

void run_noisy_gradients(const reproduce_arguments& a, notebook& notes) {
  const examples data = a.data.empty()
                            ? generate_digits(static_cast<std::uint32_t>(a.users.value_or(5000)), a.seed)
                            : read_digits(a.data);
  study(pooled(data, pool_side), a.data.empty() ? "generated" : "MNIST", a, notes).run();
}

}  // namespace edgeldp::cli
