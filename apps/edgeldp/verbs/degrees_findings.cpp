// SPDX-License-Identifier: MIT
#include "verbs/degrees_findings.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/release_file.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/questions/clustering/clustering_simulation.hpp"
#include "edgeldp/graph/questions/degrees/degrees_simulation.hpp"
#include "edgeldp/graph/questions/triangles/at_users_simulation.hpp"
#include "edgeldp/rivals/stars/local_stars_simulation.hpp"
#include "io/spent_file.hpp"
#include "study/counting_runs.hpp"

namespace edgeldp::cli::degrees {

void outcome::add_sequence(std::string statistic, const sequence_estimate& s,
                           const std::vector<double>& biases, const std::vector<std::uint64_t>& truth) {
  const auto users = static_cast<double>(s.values.size());
  double sum = 0.0, squares = 0.0, off = 0.0;
  errors_of_users errors;
  for (std::size_t u = 0; u < s.values.size(); ++u) {
    sum += s.values[u];
    if (!s.standard_errors.empty()) squares += s.standard_errors[u] * s.standard_errors[u];
    off += biases.empty() ? 0.0 : biases[u];
    if (truth.empty()) continue;
    const double error = s.values[u] - static_cast<double>(truth[u]);
    errors.squared += error * error;
    errors.absolute += std::abs(error);
  }
  found_number n{std::move(statistic), {{{sum / users, std::sqrt(squares / users), off / users}}}};
  n.kind = number_kind::over_users;
  n.has_error = !s.standard_errors.empty();
  if (!truth.empty()) {
    n.truth = static_cast<double>(std::accumulate(truth.begin(), truth.end(), std::uint64_t{0})) / users;
    n.of_users = {errors.squared / users, errors.absolute / users};
  }
  sequences.push_back(std::move(n));
}

namespace {

void add_what_was_sent(const context& c, std::shared_ptr<const release> published, const std::string& method,
                       findings& f) {
  f.keys["method"] = method;
  f.add_rows(std::move(published), c.arguments.protocol.beta.has_value());
  f.keys["order"] = f.published ? record(name_of(f.published->parameters().order)) : record(nullptr);
  f.flaws = flaws_of_chunks(!f.published || f.published->parameters().is_private());
}

/// The keys of a run, and its file, before there are numbers.
findings start(const context& c, const ledger& paid, findings&& f, std::shared_ptr<const release> published,
               const std::string& method) {
  for (const ledger::entry& e : paid.entries()) f.keys["split"][e.round] = budget(e.spent);
  add_what_was_sent(c, std::move(published), method, f);
  return std::move(f);
}

findings start(const context& c, const run_record& run, const edgeldp::communication& communication,
               std::shared_ptr<const release> published, const std::string& method) {
  return start(c, run.spent.of(run.spent.who_paid_most()), {{}, cost_of(run.spent), communication, run.told},
               std::move(published), method);
}

/// The same where budgets follow the rank.
findings start(const context& c, const centred_result& r, const std::string& method) {
  findings f{{}, cost_of(r.run.spent), r.communication, r.run.told};
  add_split_by_rank(f, r);
  add_what_was_sent(c, r.published, method, f);
  add_centred(f, r);
  return f;
}

/// Every user's number, as a file if one was asked for.
void add_users(const context& c, const std::string& path, const std::string& statistic,
               const sequence_estimate& s, findings& f) {
  if (captured_output::here() != nullptr) f.users.push_back({statistic, s.values, s.standard_errors});
  if (path.empty()) return;
  std::string text = "label\testimate\tstandard_error\n";
  for (std::size_t u = 0; u < s.values.size(); ++u)
    text += fmt::format("{}\t{:.6g}\t{:.6g}\n", c.input.id_text(static_cast<vertex_id>(u)), s.values[u],
                        s.standard_errors[u]);
  f.files.emplace_back(path, std::move(text));
}

void add_sorted(const std::string& path, const std::vector<double>& degrees, findings& f) {
  if (captured_output::here() != nullptr) f.users.push_back({"sorted_degrees", degrees, {}});
  if (path.empty()) return;
  std::string text = "rank\testimate\n";
  for (std::size_t i = 0; i < degrees.size(); ++i) text += fmt::format("{}\t{:.6g}\n", i + 1, degrees[i]);
  f.files.emplace_back(path, std::move(text));
}

std::string star_name(unsigned k) {
  return k == 1 ? "edge_ends" : k == 2 ? "wedges" : fmt::format("{}-stars", k);
}

// --- one round

/// Root mean squared errors that other methods would have at the same total, as far as one can say
/// now.
record alternatives_of(const released_degrees& released, unsigned k) {
  record r;
  const std::vector<double> degrees = estimate_sorted_degrees(released);
  const auto add = [&](const char* name, const local_stars& method) {
    try {
      const edgeldp::estimate e = predict_stars(degrees, method);
      r[name] = std::hypot(e.standard_error, e.bias);
    } catch (const invalid_parameter&) {
      r[name] = nullptr;  // its integers would not fit
    }
  };
  add("local-lap", local_stars::published(released.budget, k));
  add("own-caps", local_stars::strongest(released.budget, k));
  return r;
}

/// For numbers of k-stars from degrees that get the same share of any total.
budget_search search_for_stars(const released_degrees& released, unsigned k, epsilon total) {
  return [released, k, total](const edgeldp::estimate&) {
    return least_usable_epsilon(total.nats(), [&](double other) {
      const double budget = other * released.budget.nats() / total.nats();
      return predict_relative_half_width(released, k, epsilon::from_nats(budget));
    });
  };
}

void add_degree_statistics(const context& c, const released_degrees& released, epsilon total, bool compare,
                           outcome& o) {
  for (const unsigned k : c.arguments.stars) {
    o.add_number(star_name(k), estimate_stars(released, k), c.truth.stars(k),
                 search_for_stars(released, k, total));
    if (compare) o.found.numbers.back().keys["predicted_rmse_of"] = alternatives_of(released, k);
  }
  // The noise on the largest of noisy numbers is in proportion to 1 / budget.
  o.add_number(
      "max_degree", estimate_max_degree(released), c.truth.max(), [total](const edgeldp::estimate& e) {
        return least_usable_epsilon(
            total.nats(), [&](double other) { return relative_half_width(e) * total.nats() / other; });
      });
}

/// The number of edges and the mean degree, which is twice that over the number of users.
void add_edges(const context& c, const edgeldp::estimate& edges, const budget_search& search, outcome& o) {
  const double factor = 2.0 / static_cast<double>(c.input.graph.vertex_count());
  const std::optional<double> truth = c.truth.edges();
  o.add_number("edges", edges, truth, search);
  o.add_number("mean_degree", scaled(edges, factor), truth ? std::optional(factor * *truth) : std::nullopt,
               search);
}

/// The error before and after what is known of the noise is used.
void add_sorted_degrees(const context& c, const released_degrees& released, outcome& o) {
  std::vector<std::uint64_t> truth = c.truth.degrees();
  std::ranges::sort(truth);
  std::vector<double> sorted(released.values.begin(), released.values.end());
  std::ranges::sort(sorted);
  const std::vector<double> estimated = estimate_sorted_degrees(released);
  o.add_sequence("released_degrees_sorted", {std::move(sorted), {}}, {}, truth);
  o.add_sequence("sorted_degrees", {estimated, {}}, {}, truth);
  add_sorted(c.arguments.sorted_file, estimated, o.found);
}

outcome run_one_round(const context& c, epsilon total, const coin_source& coins) {
  const degree_result r = release_all_degrees(c.input.graph, total, coins);
  outcome o{start(c, r.run, r.communication, nullptr, "one-round")};
  add_edges(c, estimate_edges(r.degrees), search_for_stars(r.degrees, 1, total), o);
  add_degree_statistics(c, r.degrees, total, true, o);
  const sequence_estimate degrees = estimate_degree_sequence(r.degrees);
  o.add_sequence("degrees", degrees, {}, c.truth.degrees());
  add_users(c, c.arguments.degree_file, "degrees", degrees, o.found);
  add_sorted_degrees(c, r.degrees, o);
  return o;
}

outcome run_local_stars(const context& c, epsilon total, const coin_source& coins) {
  const std::string& method = c.arguments.method;
  const unsigned k = c.arguments.stars.front();
  const stars_result r = estimate_stars(
      c.input.graph,
      method == "local-lap" ? local_stars::published(total, k) : local_stars::strongest(total, k), coins);
  outcome o{start(c, r.run, r.communication, nullptr, method)};
  o.add_number(star_name(k), r.stars, c.truth.stars(k));
  return o;
}

// --- with triangles

/// Both counts and their ratio. triangles_at: predicted relative half-width at another total.
template <class Result>
void add_clustering(const context& c, const clustering_of<Result>& r, double total,
                    const std::function<double(double)>& triangles_at, outcome& o) {
  const released_degrees degrees = degrees_of(*r.run.published);
  const double share = degrees.budget.nats() / total;
  const auto wedges_at = [degrees, share](double other) {
    return predict_relative_half_width(degrees, 2, epsilon::from_nats(other * share));
  };
  o.add_number("triangles", r.run.triangles, c.truth.triangles(),
               [=](const edgeldp::estimate&) { return least_usable_epsilon(total, triangles_at); });
  o.add_number("wedges", r.wedges, c.truth.stars(2),
               [=](const edgeldp::estimate&) { return least_usable_epsilon(total, wedges_at); });
  o.add_number("clustering", r.clustering, c.truth.clustering(), [=](const edgeldp::estimate&) {
    return least_usable_epsilon(
        total, [&](double other) { return std::hypot(triangles_at(other), wedges_at(other)); });
  });
}

outcome run_clustering(const context& c, const two_step& options, release_key key, const coin_source& coins) {
  const clustering_result r = estimate_clustering(c.input.graph, options, key, coins);
  outcome o{start(c, r.run.run, r.run.communication, r.run.published, "clustering")};
  add_clustering(
      c, r, options.total.nats(),
      [published = r.run.published, closure = r.run.closure, options](double total) {
        return predict_relative_half_width(*published, closure, options, total);
      },
      o);
  return o;
}

outcome run_clustering(const context& c, const centred_options& options, release_key key,
                       const coin_source& coins) {
  const centred_clustering_result r = estimate_clustering(c.input.graph, options, key, coins);
  outcome o{start(c, r.run, "clustering")};
  add_clustering(
      c, r, options.total.nats(),
      [published = r.run.published, closure = r.run.closure, options](double total) {
        return predict_centred_half_width(*published, closure, options, total);
      },
      o);
  return o;
}

outcome run_triangle_sequence(const context& c, const two_step& options, release_key key,
                              const coin_source& coins) {
  triangle_sequence_options wanted;
  wanted.total = options.total;
  wanted.codec = options.codec;
  wanted.order = options.order;
  const triangle_sequence_result r = estimate_triangle_sequence(c.input.graph, wanted, key, coins);
  outcome o{start(c, r.run, r.communication, r.published, "triangle-sequence")};
  o.add_number("triangles", r.triangles, c.truth.triangles());
  o.add_sequence("triangles_at_users", r.at_users, r.biases, c.truth.at_users());
  add_users(c, c.arguments.triangle_file, "triangles_at_users", r.at_users, o.found);
  return o;
}

/// Adds triangles, from all noisy bits.
void add_noisy_triangles(const context& c, const noisy_matrix& noisy, outcome& o) {
  const noisy_triangles found = count_noisy_triangles(*c.published, noisy);
  o.add_number("triangles", found.triangles, c.truth.triangles());
  if (c.arguments.clustering)
    o.add_number("clustering", ratio_of(found.triangles, estimate_stars(degrees_of(*c.published), 2)),
                 c.truth.clustering());
  o.add_sequence("triangles_at_users", found.at_users, {}, c.truth.at_users());
  add_users(c, c.arguments.triangle_file, "triangles_at_users", found.at_users, o.found);
}

outcome read_release(const context& c) {
  const release& published = *c.published;
  if (published.layout().users() != c.input.graph.vertex_count())
    throw invalid_parameter(fmt::format("the graph has {} vertices, the release {}",
                                        c.input.graph.vertex_count(), published.layout().users()));
  const release_sizes sizes = sizes_of(published);
  edgeldp::communication read;
  read.download_bytes = static_cast<double>(sizes.total());
  read.edge_section_bytes = static_cast<double>(sizes.edges);
  const ledger paid = spent_on(published.parameters());
  outcome o{
      start(c, paid, {{}, cost_of(paid), read, told(published.layout()).hex()}, c.published, "release")};
  o.found.spent_so_far = spent_file(c.arguments.release_path, published.parameters()).so_far();
  o.found.is_rest_reserved = true;
  const noisy_matrix noisy = materialize(published);
  const combined_degrees degrees = combine_degrees(published, noisy);
  const released_degrees released = degrees_of(published);
  const epsilon total = published.parameters().total;
  add_edges(c, degrees.edges, search_for_stars(released, 1, total), o);
  add_degree_statistics(c, released, total, false, o);
  o.add_sequence("degrees", degrees.degrees, {}, c.truth.degrees());
  add_users(c, c.arguments.degree_file, "degrees", degrees.degrees, o.found);
  if (c.arguments.wants_triangles()) add_noisy_triangles(c, noisy, o);
  add_sorted(c.arguments.sorted_file, estimate_sorted_degrees(released), o.found);
  return o;
}

}  // namespace

outcome play_once(const context& c, const play& p) {
  const degrees_arguments& a = c.arguments;
  if (c.published) return read_release(c);
  if (!a.wants_triangles())
    return a.method == "one-round" ? run_one_round(c, p.total(), p.coins())
                                   : run_local_stars(c, p.total(), p.coins());
  two_step options = a.protocol.options(p.nats);
  if (!a.clustering) return run_triangle_sequence(c, options, p.key(), p.coins());
  options.degree_share = clustering_degree_share;
  if (!a.protocol.is_centred()) return run_clustering(c, options, p.key(), p.coins());
  return run_clustering(c, a.protocol.centred(options), p.key(), p.coins());
}

}  // namespace edgeldp::cli::degrees
