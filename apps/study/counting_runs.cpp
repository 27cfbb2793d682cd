// SPDX-License-Identifier: MIT
#include "study/counting_runs.hpp"

#include <fmt/format.h>

#include <optional>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/protocol/shards_simulation.hpp"
#include "edgeldp/core/wire/release_file.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "io/page.hpp"
#include "io/progress.hpp"
#include "io/release_file.hpp"
#include "io/spent_file.hpp"
#include "io/stop_note.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

/// What users spend by rank; `split` is its mean.
record budgets_by_rank(const centred_budgets& paid) {
  record all = record::array();
  for (const rank_budgets::step& step : paid.size.steps())
    all.push_back({{"first_rank", step.first},
                   {"size", budget(step.budget, shares_of_a_run)},
                   {"edges", budget(paid.edges.at(step.first), shares_of_a_run)},
                   {"count", budget(paid.count.at(step.first), shares_of_a_run)}});
  return all;
}

epsilon mean_of(const rank_budgets& price, std::uint64_t users) {
  double sum = 0.0;
  const auto steps = price.steps();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::uint64_t end = i + 1 < steps.size() ? steps[i + 1].first : users;
    sum += steps[i].budget.nats() * static_cast<double>(end - steps[i].first);
  }
  return epsilon::from_nats(sum / static_cast<double>(users));
}

/// The release of --release, for this graph.
std::shared_ptr<const release> load_release(const counting_arguments& a, const csr_graph& g) {
  for (const char* name :
       {"--codec", "--alpha", "--level", "--beta", "--order", "--split", "--chunk-rule", "--preset", "--key"})
    if (a.protocol.typed(name))
      throw invalid_parameter(std::string(name) + " is fixed by the release file of --release");
  if (a.runs > 1)
    throw invalid_parameter("--release counts once: its budget for counting must not be spent again");
  a.protocol.clip_by_hand();  // refuses what does not go together, before anything is entered as spent
  if (a.protocol.epsilons.size() > 1) throw invalid_parameter("--epsilon: a release has one ceiling");
  auto published = reading_release(
      a.release_path, [&] { return std::make_shared<const release>(release_reader(a.release_path).load()); });
  static_cast<void>(published->layout().codec());  // refuses rows of several laws, before anything is entered
  if (const std::uint64_t users = published->layout().users(); users != g.vertex_count())
    throw invalid_parameter(
        fmt::format("{} is of {} users, the graph {} has {}: name the graph whose users it is of",
                    a.release_path, users, a.graph.name(), g.vertex_count()));
  return published;
}

/// Before coins are drawn; returns what was spent before. The ceiling is the release's own total
/// unless --epsilon was typed.
spending enter_count(const counting_arguments& a, const release_parameters& p) {
  const spent_file account(a.release_path, p);
  const spending so_far = account.so_far();
  // The library refuses replayed coins for a release that is none.
  if (!a.protocol.seed)
    account.enter_count(a.protocol.typed("--epsilon") ? epsilon::from_nats(a.protocol.epsilons.front())
                                                      : p.total);
  return so_far;
}

/// The least error may be that of bitmaps, whose size follows from the number of users alone.
void note_what_bitmaps_take(const counting_arguments& a, std::uint64_t users) {
  if (a.protocol.prefer != "error" || a.protocol.codec != "auto" || !a.protocol.is_centred()) return;
  const double all = static_cast<double>(users) * static_cast<double>(users) / 16.0;
  write_stderr(fmt::format(
      "edgeldp: note: --prefer error may take bitmaps: a user then sends up to {} and reads up to {}, and so "
      "much memory is needed here\n",
      byte_count(static_cast<double>(users) / 8.0), byte_count(all)));
}

}  // namespace

void add_two_step(findings& f, round_shares split, std::shared_ptr<const release> published,
                  const codec_spec& codec) {
  f.add_mean_split(split);
  const auto* ppr = codec.get_if<ppr_spec>();
  const std::optional<double> beta = ppr != nullptr ? ppr->beta : std::nullopt;
  f.add_rows(std::move(published), beta.has_value());
  const release_parameters& p = f.published->parameters();
  add_codec_fields(f.keys, p, beta);
  f.keys["order"] = name_of(p.order);
  f.keys["chunk_rule"] = name_of(p.chunk_rule);
}

void add_split_by_rank(findings& f, const centred_result& r) {
  const centred_budgets& paid = r.budgets;
  const std::uint64_t users = r.order->users();
  const epsilon size = mean_of(paid.size, users), edges = mean_of(paid.edges, users),
                count = mean_of(paid.count, users);
  if (r.rows == endpoint::later)
    f.add_mean_split({{"degree", paid.degree}, {"size", size}, {"edges", edges}, {"count", count}});
  else
    f.add_mean_split({{"degree", paid.degree},
                      {"size", size},
                      {"length", paid.length},
                      {"edges", edges},
                      {"count", count}});
}

void add_centred(findings& f, const centred_result& r) {
  f.keys["rows_at"] = r.rows == endpoint::later ? "later" : "earlier";
  f.keys["budgets_by_rank"] = budgets_by_rank(r.budgets);
  record& groups = f.keys["groups"] = record::array();
  for (const centred_group& g : r.groups)
    groups.push_back({{"share", g.share},
                      {"theta", static_cast<double>(g.rule.theta) / weight_units},
                      {"users", g.users},
                      {"speakers", g.speakers}});
}

findings counted_centred(const centred_result& r, const centred_options& options) {
  findings f{{{"", {{r.triangles, 0.0, {}}}}}, cost_of(r.run.spent), r.communication, r.run.told};
  f.numbers[0].values[0].variances = {r.error.response_variance, r.error.laplace_variance,
                                      r.error.clip_variance};
  f.numbers[0].parts_of_error = {"randomized_response", "laplace", "sizes"};
  f.flaws = flaws_of_chunks(r.is_private);
  add_split_by_rank(f, r);
  add_two_step(f, {}, r.published, options.codec);
  f.keys["cap"] = nullptr;  // limits are by rank and group
  add_centred(f, r);
  f.add_mean("/closure", r.closure);
  f.add_mean("/law_floor", r.law_floor);
  f.budget_that_would_do = [published = r.published, closure = r.closure, options](const estimate&) {
    return least_usable_epsilon(options.total.nats(), [&](double total) {
      return predict_centred_half_width(*published, closure, options, total);
    });
  };
  return f;
}

void counting_arguments::add_to(verb_options& verb) {
  graph.add_several_to(verb);
  protocol.add_to(verb);
  add_runs_to(verb);
  verb.add_option("--release", release_path,
                  "Count on this release. FILE.spent keeps account of what it reserved: more, or more than "
                  "--epsilon, "
                  "is refused")
      ->type_name(value::file);
}

void run_counting(const counting_arguments& a, const counting& what, study_results& to) {
  const read_graph_result input = a.graph.load();
  const csr_graph& g = input.graph;
  note_what_bitmaps_take(a, g.vertex_count());
  std::shared_ptr<const release> published;
  spending before;
  if (!a.release_path.empty()) {
    published = load_release(a, g);
    before = enter_count(a, published->parameters());
  }
  stop_note note;
  if (published && !a.protocol.seed)
    note.say("what the count costs is spent: " + a.release_path + ".spent says so");
  std::optional<record> truth;
  const auto known_truth = [&]() -> const record& {
    if (truth) return *truth;
    if (a.no_exact) return truth.emplace(nullptr);
    const progress line("exact count");
    return truth.emplace(what.truth(g));
  };
  // Where shards play, the first play may end the command.
  if (!placement_scope::is_active()) known_truth();
  run({a, facts_of(a.graph.name(), input), g.edge_count(), !a.no_exact,
       [&](const play& p) {
         findings f =
             published ? what.estimate_on(g, published, p) : what.estimate(g, a.protocol.options(p.nats), p);
         if (published) {
           f.spent_so_far = before;
           f.spent_so_far->add(f.cost);
           f.cost = cost_beside(cost_of(spent_on(published->parameters())), f.cost);
         }
         f.numbers.front().truth = known_truth();
         f.keys["error_parts"] = nullptr;  // behind the verb's own
         return f;
       },
       1, record::object(), false, what.words},
      to);
}

}  // namespace edgeldp::cli
