// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/belief/implausible_rows.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"
#include "edgeldp/graph/questions/triangles/centred/lying_users_simulation.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "io/claims.hpp"
#include "io/progress.hpp"
#include "io/stop_note.hpp"
#include "options/graph_argument.hpp"
#include "options/protocol_arguments.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"
#include "study/study.hpp"
#include "verbs/simulate_attack_page.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

struct attack_arguments {
  graph_argument graph;
  double epsilon = 1.0, relationship = 1.02;
  std::vector<std::string> liars = {"0.1%", "1%"};
  std::uint64_t runs = 3, seed = 1;
};

/// "100" or "1%".
struct liar_number {
  double value = 0.0;
  bool is_percent = false;

  /// At least one of so many users.
  std::uint64_t among(std::uint64_t users) const {
    const double liars = is_percent ? value / 100.0 * static_cast<double>(users) : value;
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(liars)));
  }
};

std::optional<liar_number> read_liars(std::string_view typed) {
  liar_number number;
  number.is_percent = typed.ends_with('%');
  if (number.is_percent) typed.remove_suffix(1);
  const auto [end, error] = std::from_chars(typed.data(), typed.data() + typed.size(), number.value);
  if (error != std::errc() || end != typed.data() + typed.size() || !(number.value > 0.0)) return {};
  constexpr double most_users = 0x1.0p32, whole = 100.0;
  const bool fits = number.is_percent
                        ? number.value <= whole
                        : number.value <= most_users && number.value == std::trunc(number.value);
  return fits ? std::optional(number) : std::nullopt;
}

std::string fault_of_liars(const option_value& given) {
  const std::string typed = text_of(given);
  return read_liars(typed) ? ""
                           : fmt::format(
                                 "'{}': must be a number of users, such as 10, or a part of them, "
                                 "such as 1%",
                                 typed);
}

struct strategy {
  const char* name;
  lie what;
  const char* direction;
};

constexpr strategy strategies[] = {
    {"random-values", lie::random_values, "none"},
    {"random-nodes", lie::random_nodes, "none"},
    {"front", lie::front, "up"},
    {"front", lie::front, "down"},
    {"late", lie::late, "up"},
    {"late", lie::late, "down"},
};

struct lied_rounds {
  const char* name;
  lies_in rounds;
};

constexpr lied_rounds all_lied_rounds[] = {
    {"counts", lies_in::counts}, {"rows", lies_in::rows}, {"all", lies_in::all}};

/// How many of the users named are among the liars; both in increasing order.
double number_in_both(std::span<const vertex_id> named, std::span<const vertex_id> liars) {
  std::vector<vertex_id> both;
  std::ranges::set_intersection(named, liars, std::back_inserter(both));
  return static_cast<double>(both.size());
}

/// Sums over runs under one attack.
struct attack_sums {
  double clamped = 0.0, unclamped = 0.0, influence = 0.0;
  double rows_of_liars = 0.0, rows_of_others = 0.0, rows_expected = 0.0;
  double limits_of_liars = 0.0, limits_of_others = 0.0, limits_expected = 0.0;

  void add(const centred_result& r, std::span<const vertex_id> liars) {
    clamped += r.triangles.value;
    influence += r.lies.influence(liars.size());
    const implausible_row_list rows = implausible_rows(*r.published, entries_of_rows(r));
    const double rows_named = number_in_both(rows.users, liars),
                 limits_named = number_in_both(r.lies.clamped, liars);
    rows_of_liars += rows_named;
    rows_of_others += static_cast<double>(rows.users.size()) - rows_named;
    rows_expected += rows.expected;
    limits_of_liars += limits_named;
    limits_of_others += static_cast<double>(r.lies.clamped.size()) - limits_named;
    limits_expected += r.lies.touched;
  }
};

/// One attack by so many users, and where they lie.
struct attack_setting {
  std::uint64_t liars;
  const strategy* how;
  const lied_rounds* where;
  attack_sums sums{};

  attack what() const { return {how->what, where->rounds, std::string_view(how->direction) != "down"}; }
};

class attack_study {
 public:
  attack_study(const attack_arguments& a, const read_graph_result& input)
      : m_arguments(a), m_input(input), m_truth(static_cast<double>(count())) {
    std::set<std::uint64_t> numbers;
    for (const std::string& typed : a.liars) numbers.insert(read_liars(typed)->among(users()));
    static_cast<void>(choose_liars(users(), *numbers.rbegin(), 0));  // refuses too many
    for (const std::uint64_t liars : numbers)
      for (const strategy& how : strategies)
        for (const lied_rounds& where : all_lied_rounds)
          if (how.what != lie::front || where.rounds != lies_in::counts)  // there both are one
            m_settings.push_back({liars, &how, &where});
  }

  void play() {
    progress bar("runs", m_arguments.runs * (1 + m_settings.size()));
    for (std::uint64_t run = 0; run < m_arguments.runs; ++run) {
      const centred_result honest =
          estimate_centred_triangles(m_input.graph, options(true), key(run), coins(run));
      m_honest += honest.triangles.value;
      m_error += honest.triangles.standard_error;
      bar.step();
      for (attack_setting& setting : m_settings) {
        play(setting, run);
        bar.step();
      }
    }
  }

  std::vector<record> results(double seconds) const {
    std::vector<record> all;
    for (const attack_setting& setting : m_settings) {
      all.push_back(describe(setting));
      add_cost(all.back()["exact"], seconds);
    }
    return all;
  }

 private:
  std::uint64_t users() const { return m_input.graph.vertex_count(); }

  count_type count() const {
    const progress line("exact count");
    return exact::count_triangles(m_input.graph);
  }

  centred_options options(bool is_clamped) const {
    centred_options o;
    o.total = epsilon::from_nats(m_arguments.epsilon);
    o.is_clamped = is_clamped;
    o.relationship = m_arguments.relationship;
    return o;
  }
  release_key key(std::uint64_t run) const { return key_of_run(m_arguments.seed, run); }
  coin_source coins(std::uint64_t run) const { return coins_of_run(m_arguments.seed, run); }

  void play(attack_setting& setting, std::uint64_t run) const {
    const std::uint64_t seed = ~key(run).value;
    const csr_graph& g = m_input.graph;
    const std::vector<vertex_id> liars = choose_liars(users(), setting.liars, seed);
    const auto attacked = [&](bool is_clamped) {
      return estimate_centred_triangles_attacked(g, options(is_clamped), key(run), coins(run),
                                                 {setting.what(), liars, seed});
    };
    setting.sums.add(attacked(true), liars);
    setting.sums.unclamped += attacked(false).triangles.value;
  }

  double mean(double sum) const { return sum / static_cast<double>(m_arguments.runs); }

  /// How far estimates are from the exact number on average.
  record shift(double sum) const {
    const double by = mean(sum) - m_truth, error = mean(m_error);
    return {{"triangles", by},
            {"relative", optional_number(m_truth > 0.0, by / m_truth)},
            {"in_errors", optional_number(error > 0.0, by / error)}};
  }

  record describe(const attack_setting& setting) const {
    const attack_sums& s = setting.sums;
    record r = facts_of(m_arguments.graph.name(), m_input);
    r["epsilon"] = m_arguments.epsilon;
    r["attack"] = setting.how->name;
    r["direction"] = setting.how->direction;
    r["lies_in"] = setting.where->name;
    r["liars"] = setting.liars;
    r["runs"] = m_arguments.runs;
    r["standard_error"] = mean(m_error);
    r["influence"] = mean(s.influence);
    r["named"] = {
        {"by_rows", mean(s.rows_of_liars)},          {"by_limits", mean(s.limits_of_liars)},
        {"honest_by_rows", mean(s.rows_of_others)},  {"honest_by_limits", mean(s.limits_of_others)},
        {"expected_by_rows", mean(s.rows_expected)}, {"expected_by_limits", mean(s.limits_expected)}};
    add_guarantee(r, true, {});
    r["exact"] = {{"edges", m_input.graph.edge_count()},
                  {"truth", m_truth},
                  {"shift_of_honest", shift(m_honest)},
                  {"shift", shift(s.clamped)},
                  {"shift_without_limits", shift(s.unclamped)}};
    return r;
  }

  const attack_arguments& m_arguments;
  const read_graph_result& m_input;
  double m_truth, m_honest = 0.0, m_error = 0.0;
  std::vector<attack_setting> m_settings;
};

void run_attack(const attack_arguments& a, output_style style) {
  const double start = elapsed_seconds();
  const read_graph_result input = a.graph.load();
  if (input.graph.vertex_count() == 0) throw bad_graph_input("the graph has no vertices");
  const stop_note note("no attack was played to its end");
  attack_study study(a, input);
  study.play();
  const std::vector<record> results = study.results(elapsed_seconds() - start);
  if (style == output_style::text)
    return write_stdout(attack_text(results, a.graph.reading(true), screen::of_stdout()));
  for (const record& r : results) {
    print_record(r, style == output_style::json);
    if (style == output_style::fields) write_stdout("\n");
  }
}

}  // namespace

void add_simulate_attack(verb_options& verb, const common_arguments& common) {
  attack_arguments& a = acts_by(verb, common, run_attack);
  a.graph.add_file_to(verb);
  add_epsilon(verb, a.epsilon);
  add_relationship(verb, a.relationship);
  verb.add_option(
          "--liars", a.liars,
          "How many users lie: a number such as 10, or a part such as 1%; several are played one by one")
      ->group(section::common)
      ->type_name("N")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(fault_of_liars)
      ->capture_default_str();
  add_repeats(verb, a.runs, "every attack").capture_default_str();
  add_seed(verb, a.seed, "coins, and of who lies");
}

}  // namespace edgeldp::cli
