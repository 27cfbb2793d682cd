// SPDX-License-Identifier: MIT
#include "collect/collector/methods.hpp"

#include <string_view>
#include <utility>
#include <vector>

#include "collect/task/published.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/belief/plausible_counts.hpp"
#include "edgeldp/graph/questions/cycles/cycles.hpp"
#include "edgeldp/graph/questions/degrees/degrees.hpp"
#include "edgeldp/graph/questions/homophily/homophily.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles.hpp"
#include "io/claims.hpp"

namespace edgeldp::collect {

namespace {

using cli::record;

/// What a method found, before it is written down.
struct found {
  record numbers = record::array();
  const run_record* run = nullptr;

  void add(const std::string& statistic, const estimate& e) {
    record number = {{"statistic", statistic}, {"estimate", e.value}, {"standard_error", e.standard_error}};
    cli::add_interval_fields(number, e, [](const estimate&) { return std::nullopt; });
    numbers.push_back(std::move(number));
  }

  /// influence: of ten liars, on the number.
  void add(const std::string& statistic, const estimate& e, double influence) {
    add(statistic, e);
    numbers.back()["influence_of_ten"] = influence;
  }
};

record written(const task& t, const found& f) {
  const run_record& run = *f.run;
  cli::spending most;
  most.add(cli::cost_of(run.spent));
  record r = {
      {"method", t.method},
      {"nodes", run.spent.users()},
      {"numbers", f.numbers},
      {"epsilon", cli::budget(t.total)},
      {"spent", most.fields()},
      {"rounds", record::array()},
      {"upload_bytes", static_cast<double>(run.upload_bytes) / static_cast<double>(run.spent.users())},
      {"download_bytes", run.download_bytes},
      {"told", run.told}};
  for (const presence& p : run.rounds)
    r["rounds"].push_back({{"round", p.round}, {"asked", p.asked}, {"answered", p.answered}});
  cli::add_guarantee(r, run.is_simulated, run.flaws);
  return r;
}

/// Of whom the estimate is, and how much of it stands for answers that never came.
template <class Result>
void add_losses(record& r, const Result& result) {
  r["present"] = result.present;
  r["lost_in_count"] = result.lost_in_count;
  r["predicted_share"] = result.predicted_share;
}

/// Publishes the release, and says which it is.
void publish_release(record& r, const release& rows, const task& t, const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / published::release;
  rows.save(path.string(), {{}, t.id()});
  r["release"] = name_of(read_file(path, UINT64_MAX).value());
}

/// What was cut, and what ten liars can do to the first number.
void add_lies(record& r, const plausibility& lies) {
  r["clamped"] = lies.clamped.size();
  r["clamped_honest"] = lies.touched;
  r["influence_of_ten"] = r["numbers"][0]["influence_of_ten"];
}

record play_triangles(const task& t, session& s, const std::filesystem::path& folder) {
  centred_options options;
  options.total = t.total;
  const centred_result result = estimate_centred_triangles(s, options);
  found f;
  f.add("triangles", result.triangles, result.lies.influence());
  f.run = &result.run;
  record r = written(t, f);
  publish_release(r, *result.published, t, folder);
  add_losses(r, result);
  add_lies(r, result.lies);
  return r;
}

record play_degrees(const task& t, session& s) {
  const degree_result result = release_all_degrees(s, t.total);
  found f;
  const degree_influence most = influence_of(result.degrees);
  f.add("edges", estimate_edges(result.degrees), most.edges);
  f.add("wedges", estimate_stars(result.degrees, 2), most.wedges);
  f.add("max degree", estimate_max_degree(result.degrees), most.max_degree);
  f.run = &result.run;
  record r = written(t, f);
  add_lies(r, result.lies);
  r["sorted_degrees"] = estimate_sorted_degrees(result.degrees);
  return r;
}

record play_cycles(const task& t, session& s, const std::filesystem::path& folder) {
  two_step options;
  options.total = t.total;
  const cycle_result result = estimate_cycles(s, 4, options);
  found f;
  f.add("cycles of length 4", result.cycles, result.lies.influence());
  f.run = &result.run;
  record r = written(t, f);
  publish_release(r, *result.published, t, folder);
  add_losses(r, result);
  add_lies(r, result.lies);
  return r;
}

record play_homophily(const task& t, session& s) {
  homophily_options options;
  options.total = t.total;
  options.method = homophily_method::counts;
  std::vector<channel::labels> values;
  for (const task_attribute& a : t.attributes) values.push_back(a.values);
  const homophily_result result = estimate_homophily(s, values, options);
  found f;
  for (std::size_t i = 0; i < t.attributes.size(); ++i) {
    const mixing_estimate& mixing = result.attributes[i];
    const std::string& name = t.attributes[i].name;
    const mixing_influence most = influence_of(result, i);
    f.add("edges within " + name, mixing.within().estimate, most.within);
    f.add("edges across " + name, mixing.across().estimate, most.across);
    if (const auto fraction = mixing.fraction_within()) f.add("fraction within " + name, fraction->estimate);
    if (const auto number = mixing.assortativity()) f.add("assortativity " + name, number->estimate);
  }
  f.run = &result.run;
  record r = written(t, f);
  add_lies(r, result.lies);
  return r;
}

}  // namespace

record play_method(const task& t, session& s, const std::filesystem::path& folder) {
  if (t.method == "triangles") return play_triangles(t, s, folder);
  if (t.method == "degrees") return play_degrees(t, s);
  if (t.method == "cycles-4") return play_cycles(t, s, folder);
  if (t.method == "homophily") return play_homophily(t, s);
  throw internal_error("a task of method '" + t.method + "' was read, and nobody plays it");
}

}  // namespace edgeldp::collect
