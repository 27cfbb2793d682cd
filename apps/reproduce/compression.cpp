// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>

#include "edgeldp/core/codec/ppr/effort.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/input/read_graph.hpp"
#include "reproduce/common_items.hpp"
#include "reproduce/compression_study.hpp"
#include "reproduce/experiment.hpp"
#include "reproduce/fit.hpp"
#include "reproduce/messages.hpp"
#include "reproduce/populations.hpp"

/// Hillebrand, Suppakitpaisarn, Shibuya, ASIA CCS 2026, section 6 and appendix: upload and encoding
/// time of ppr on three kinds of vectors.
namespace edgeldp::cli {

namespace {

using namespace compression;

// --- data

population ratings(const reproduce_arguments& a) {
  const std::uint64_t users = a.users.value_or(paper_users);
  return a.data.empty() ? generate_ratings(users, a.seed) : read_ratings(a.data, users, a.seed);
}

population genomes(const reproduce_arguments& a) {
  const std::uint64_t users = a.users.value_or(paper_users);
  return a.data.empty() ? generate_genomes(users, a.seed) : read_genomes(a.data, users, a.seed);
}

population google_plus(const reproduce_arguments& a) {
  const std::uint64_t users = a.users.value_or(paper_users);
  if (!a.data.empty()) return lower_neighbors(read_graph(a.data).graph, a.data, users, a.seed);
  unsigned halvings = 0;  // of a graph that still has ten times as many users
  while (halvings < google_plus_max_halvings && (google_plus_vertices >> (halvings + 1)) > 100 * users)
    ++halvings;
  return lower_neighbors(generate_google_plus(halvings, a.seed), "generated google-plus", users, a.seed);
}

// --- figures 1, 5 and 9: size and time against the number of entries

/// What a figure says in numbers, for the paper's own line.
struct claims {
  std::string entry;  ///< what an entry is called
  record slope, size_spread, time_trend;
};

/// What the paper counts in place of a message: with l the mean of log2 K, l + log2(l + 1) + 2 bits
/// a chunk, reached by a prefix code for the law k^-(1 + 1/l).
double formula_bits(const series& line) {
  double chunks = 0.0, sum = 0.0;
  for (const message_cost& c : line.sent.users) {
    chunks += static_cast<double>(c.chunks);
    sum += c.log2_indices;
  }
  const double mean = sum / chunks;
  return chunks * (mean + std::log2(mean + 1.0) + 2.0);
}

void say_upload(study& s, const series& line, const claims& paper) {
  const linear_fit fit = fit_line(line.points(bits));
  const std::vector<double> all = line.values(bits);
  const double sum = std::accumulate(all.begin(), all.end(), 0.0),
               mean = sum / static_cast<double>(all.size());
  double off = 0.0;
  for (const double b : all) off = std::max(off, std::abs(b / mean - 1.0));
  s.say(line, "upload, bits a further " + paper.entry, paper.slope, fit.slope);
  s.say(line, "upload, bits where the line starts", nullptr, fit.intercept);
  s.say(line, "upload, R^2 of the line", nullptr, fit.r_squared);
  s.say(line, "upload, bits a " + paper.entry + ", all users", nullptr, sum / line.entries());
  s.say(line, "upload by the paper's formula, bits a " + paper.entry, paper.slope,
        formula_bits(line) / line.entries());
  s.say(line, "upload, largest relative distance from its mean", paper.size_spread, off);
}

void say_time(study& s, const series& line, const claims& paper) {
  const linear_fit fit = fit_line(line.points(milliseconds));
  const std::vector<double> all = line.values(milliseconds), per_entry = line.values(microseconds_an_entry);
  s.say(line, "time, us a further " + paper.entry, nullptr, 1e3 * fit.slope);
  s.say(line, "time, R^2 of the line", paper.time_trend, fit.r_squared);
  s.say(line, "time, us a " + paper.entry + ", median", nullptr, quantile(per_entry, 0.5));
  s.say(line, "time, us a " + paper.entry + ", p99.9 / median", "heavy tail",
        quantile(per_entry, 0.999) / quantile(per_entry, 0.5));
  s.say(line, "time, ms, median", nullptr, quantile(all, 0.5));
  s.say(line, "time, ms, p99.9", nullptr, quantile(all, 0.999));
  s.say(line, "time, ms, largest", nullptr, quantile(all, 1.0));
}

void say_both(study& s, const series& line, const claims& paper) {
  say_upload(s, line, paper);
  say_time(s, line, paper);
}

/// Positions as a list, and everything as a table.
void say_plain_sizes(study& s, const claims& paper) {
  const auto position_bits = static_cast<double>(std::bit_width(s.people().vectors.length() - 1));
  const auto value_bits = static_cast<double>(std::bit_width(s.people().vectors.alphabet() - 1U));
  s.say_plain("list of positions", "bits a " + paper.entry, position_bits);
  s.say_plain("list of positions and values", "bits a " + paper.entry,
              position_bits + (s.people().vectors.alphabet() > 2 ? value_bits : 0.0));
  s.say_plain("table of values", "bits", value_bits * static_cast<double>(s.people().vectors.length()));
}

void run_by_entries(study s, const claims& paper) {
  const claims none{paper.entry, nullptr, nullptr, nullptr};
  for (const double epsilon : s.epsilons()) {
    std::vector<series> lines = {s.measure(paper_line(epsilon))};
    say_both(s, lines[0], paper);
    std::vector<line> others = s.our_lines(epsilon);
    others.insert(others.begin(), {epsilon, default_level, paper_beta, false});
    for (const line& l : others) {
      lines.push_back(s.measure(l));
      say_both(s, lines.back(), none);
    }
    const series heap = s.measure_by_heap(paper_line(epsilon));
    say_time(s, heap, paper);
    std::uint64_t cut = 0;
    for (const message_cost& c : heap.sent.users) cut += c.cut;
    s.say(heap, fmt::format("chunks given up at {} candidates", most_heap_visits), nullptr, cut);
    const std::string title = fmt::format("{}, budget {:g}", s.people().source, epsilon);
    s.draw(title, paper.entry + "s", "upload, bits", lines, bits);
    s.draw(title, paper.entry + "s", "encoding, ms", lines, milliseconds);
  }
  say_plain_sizes(s, none);
}

void run_figure_1(const reproduce_arguments& a, notebook& notes) {
  run_by_entries({ratings(a), a, notes}, {"rating", 2.0, nullptr, nullptr});
}

void run_figure_5(const reproduce_arguments& a, notebook& notes) {
  run_by_entries({genomes(a), a, notes}, {"variant", nullptr, 0.1, "no clear trend"});
}

void run_figure_9(const reproduce_arguments& a, notebook& notes) {
  run_by_entries({google_plus(a), a, notes}, {"neighbour", "grows", nullptr, "grows"});
}

// --- figures 2, 3, 7 and 8: size and time as one parameter grows

/// Settings of one mechanism along a parameter, in its order.
struct sweep_of_lines {
  std::string parameter;
  std::vector<line> lines;
  bool has_published_sampler = false;
};

/// Does the figure grow, or fall, all the way? As a word, for the cell.
std::string trend_of(std::span<const double> values) {
  if (values.size() < 2) return "-";
  const auto rises = std::ranges::adjacent_find(values, std::greater_equal<>()) == values.end();
  const auto falls = std::ranges::adjacent_find(values, std::less_equal<>()) == values.end();
  return rises ? "grows" : falls ? "falls" : "neither";
}

double upload_slope(const series& s) {
  return fit_line(s.points(bits)).slope;
}
double median_time(const series& s) {
  return quantile(s.values(microseconds_an_entry), 0.5);
}
/// The standard deviation of the time an entry over its mean.
double time_spread(const series& s) {
  const std::vector<double> all = s.values(microseconds_an_entry);
  const auto n = static_cast<double>(all.size());
  const double mean = std::accumulate(all.begin(), all.end(), 0.0) / n;
  double square = 0.0;
  for (const double x : all) square += (x - mean) * (x - mean) / n;
  return std::sqrt(square) / mean;
}

/// A figure's measure, and what the paper says of it as the parameter grows.
struct claimed_trend {
  std::string measure;
  double (*value)(const series&);
  record paper;
};

void say_sweep(study& s, const std::string& parameter, std::span<const series> along,
               std::span<const claimed_trend> claims) {
  for (const claimed_trend& c : claims) {
    std::vector<double> values;
    values.reserve(along.size());
    for (const series& one : along) {
      values.push_back(c.value(one));
      s.say(one, c.measure, nullptr, values.back());
    }
    s.say(along.back(), c.measure + ", as " + parameter + " grows", c.paper, trend_of(values));
  }
}

void run_sweep(study& s, const sweep_of_lines& sweep, std::span<const claimed_trend> claims,
               double (*y)(const message_cost&), const std::string& y_label) {
  std::vector<series> ours, published;
  for (const line& l : sweep.lines) {
    ours.push_back(s.measure(l));
    if (sweep.has_published_sampler) published.push_back(s.measure_by_heap(l));
  }
  say_sweep(s, sweep.parameter, ours, claims);
  if (!published.empty()) say_sweep(s, sweep.parameter, published, claims);
  for (series& one : ours) one.name += fmt::format(", budget {:g}", one.how.epsilon);
  s.draw(s.people().source, "ratings", y_label, ours, y);
}

std::array<claimed_trend, 1> upload_grows() {
  return {{{"upload, bits a further rating", upload_slope, "grows"}}};
}

/// One sweep along the budget for the paper's rule and for each level.
void run_along_epsilon(study s, bool with_published, std::span<const claimed_trend> claims,
                       double (*y)(const message_cost&), const std::string& y_label) {
  const std::vector<double> epsilons = s.epsilons({0.5, 1.0, 2.0, 4.0});
  std::vector<sweep_of_lines> sweeps(1 + s.our_lines(1.0).size(), {"epsilon", {}, false});
  sweeps[0].has_published_sampler = with_published;
  for (const double epsilon : epsilons) {
    const std::vector<line> levels = s.our_lines(epsilon);
    sweeps[0].lines.push_back(paper_line(epsilon));
    for (std::size_t i = 0; i < levels.size(); ++i) sweeps[i + 1].lines.push_back(levels[i]);
  }
  for (const sweep_of_lines& sweep : sweeps) run_sweep(s, sweep, claims, y, y_label);
}

/// One sweep along beta a budget, and our levels beside it.
void run_along_beta(study s, bool with_published, std::span<const claimed_trend> claims,
                    double (*y)(const message_cost&), const std::string& y_label) {
  for (const double epsilon : s.epsilons()) {
    sweep_of_lines sweep{"beta", {}, with_published};
    for (const double beta : {0.5, 1.0, 2.0, 4.0, 8.0}) sweep.lines.push_back(paper_line(epsilon, beta));
    run_sweep(s, sweep, claims, y, y_label);
    std::vector<claimed_trend> unclaimed(claims.begin(), claims.end());
    for (claimed_trend& c : unclaimed) c.paper = nullptr;  // the paper has no levels
    run_sweep(s, {"level", s.our_lines(epsilon), false}, unclaimed, y, y_label);
  }
}

void run_figure_2(const reproduce_arguments& a, notebook& notes) {
  run_along_epsilon({ratings(a), a, notes}, false, upload_grows(), bits, "upload, bits");
}

void run_figure_3(const reproduce_arguments& a, notebook& notes) {
  const std::array<claimed_trend, 2> claims = {{{"time, us a rating, median", median_time, "grows"},
                                                {"time a rating, deviation / mean", time_spread, "falls"}}};
  run_along_epsilon({ratings(a), a, notes}, true, claims, milliseconds, "encoding, ms");
}

void run_figure_7(const reproduce_arguments& a, notebook& notes) {
  run_along_beta({ratings(a), a, notes}, false, upload_grows(), bits, "upload, bits");
}

void run_figure_8(const reproduce_arguments& a, notebook& notes) {
  const std::array<claimed_trend, 2> claims = {
      {{"time, us a rating, median", median_time, "falls, but from 2 to 4"},
       {"time a rating, deviation / mean", time_spread, "falls, but from 2 to 4"}}};
  run_along_beta({ratings(a), a, notes}, true, claims, milliseconds, "encoding, ms");
}

}  // namespace

std::vector<experiment> experiments_of_compression() {
  return {
      {"compression/figure-1",
       "MovieLens: upload grows linearly with the ratings, about 2 bits each and less than a plain list; "
       "time "
       "grows too, with a high variance that comes from the sampler",
       run_figure_1},
      {"compression/figure-2", "MovieLens: upload grows with epsilon", run_figure_2},
      {"compression/figure-3", "MovieLens: time grows with epsilon, its variance falls", run_figure_3},
      {"compression/figure-4",
       "MovieLens: common items of 1000 pairs, randomized response against its compressed form at the same "
       "budget: only slightly less accurate",
       run_common_items},
      {"compression/figure-5",
       "Genomes of 800 to 1100 variants in 890060 positions: upload within 10% of its mean, no clear trend "
       "of "
       "the time",
       run_figure_5},
      {"compression/figure-7", "MovieLens: upload grows with beta, the number of chunks over epsilon d",
       run_figure_7},
      {"compression/figure-8",
       "MovieLens: time and its variance fall as beta grows, but not from 2 to 4, hence 2 by default",
       run_figure_8},
      {"compression/figure-9",
       "Google+: upload and time grow with the number of lower-numbered neighbours, the time with more "
       "variance",
       run_figure_9},
  };
}

}  // namespace edgeldp::cli
