// SPDX-License-Identifier: MIT
#include "edgeldp/graph/uniform/plan.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/graph/uniform/release_plan.hpp"
#include "edgeldp/graph/uniform/setting_search.hpp"
#include "errors/noise_variance.hpp"
#include "uniform/tuning.hpp"

namespace edgeldp {

void triangle_plan::write(byte_string& out) const {
  canonical_writer to(out);
  for (const epsilon& share : {budgets.degree, budgets.size, budgets.edges, budgets.count}) to.budget(share);
  cap.write(to);
  for (const double part :
       {predicted.response_variance, predicted.laplace_variance, predicted.clip_variance, predicted.bias})
    to.real(part);
}

triangle_plan triangle_plan::read(std::span<const std::byte> in) {
  canonical_reader from(in);
  triangle_plan plan;
  for (epsilon* share : {&plan.budgets.degree, &plan.budgets.size, &plan.budgets.edges, &plan.budgets.count})
    *share = from.budget();
  plan.cap = bound_rule::read(from);
  error_parts& error = plan.predicted;
  for (double* part : {&error.response_variance, &error.laplace_variance, &error.clip_variance, &error.bias})
    *part = from.real();
  from.end();
  return plan;
}

epsilon plan_size_round(const two_step& options, const public_view& known, epsilon degree) {
  if (options.true_degree_chunks && options.split && options.split->size > 0.0)
    throw invalid_parameter(
        "chunks from the true degree leave no place for a size round: set split size to 0");
  if (options.split) return share_of(options.total, options.split->size);
  if (options.true_degree_chunks) return epsilon();
  // Sizes of users with one degree vary by 1 to 70 times what is binomial on wiki-Vote, facebook,
  // Enron and AstroPh: too much for limits on pairs, which are therefore never taken from degrees
  // by choice.
  const double rest = difference(options.total, degree).nats();
  size_search search(known, options.clip, options.codec);
  for (int i = 0; i == 0 || size_search::step(i) <= rest; ++i) search.climb();
  // Where much went to degrees forecasts of sizes do not hold.
  if (options.clip.kind == bound_kind::neighbors || degree.nats() < uniform_tuning::much_for_degrees * rest)
    return search.size();
  return std::max(search.size(),
                  std::min(degree, epsilon::from_nats(uniform_tuning::usual_size_share * rest)));
}

bound_rule choose_bound(const public_view& known, const bound_options& by_hand, const bit_law& law,
                        epsilon count, double closure) {
  setting_table table(known, by_hand, {}, law, false, closure);
  return best_setting(table, count.nats()).value().rule;
}

error_parts predict_error(const public_view& known, const bound_rule& rule, const bit_law& law, epsilon count,
                          double closure) {
  if (rule.kind == bound_kind::neighbors)
    return predict_triangle_error(known.terms(rule), law, count, closure);
  return predict_acceptance_error(known.unclipped_terms(), known.beliefs(), rule, law, count, closure);
}

triangle_plan plan_triangles(const two_step& options, const public_view& known, epsilon degree,
                             epsilon size) {
  triangle_plan plan;
  plan.budgets.degree = degree;
  plan.budgets.size = size;
  const std::uint64_t spent = degree.units() + size.units();
  if (spent >= options.total.units())
    throw invalid_parameter("nothing is left for the rounds 'edges' and 'count'");
  const epsilon rest = epsilon::from_units(options.total.units() - spent);

  if (options.split) {
    // By hand too: what all rows together could not encode in seconds stays unspent.
    const double most =
        std::min(options.codec.possible_budget(), options.codec.largest_budget(std::max(1.0, known.edges())));
    plan.budgets.edges = std::min(share_of(options.total, options.split->edges), epsilon::from_nats(most));
    plan.budgets.count =
        std::min(share_of(options.total, options.split->count), difference(rest, plan.budgets.edges));
    if (plan.budgets.edges.is_zero() || plan.budgets.count.is_zero())
      throw invalid_parameter("split leaves less than 2^-32 nat for the rounds 'edges' or 'count'");
    const bit_law law = options.codec.law(plan.budgets.edges);
    plan.cap = choose_bound(known, options.clip, law, plan.budgets.count, assumed_closure);
    plan.predicted = predict_error(known, plan.cap, law, plan.budgets.count, assumed_closure);
    return plan;
  }
  setting_table table(known, options.clip, options.codec, std::nullopt, false, assumed_closure);
  const auto chosen = best_setting(table, rest.nats());
  if (!chosen)
    throw invalid_parameter("the codec expresses no budget of the round 'edges' below " +
                            std::to_string(rest.nats()));
  plan.budgets.edges = chosen->edges;
  plan.budgets.count = difference(rest, chosen->edges);
  plan.cap = chosen->rule;
  plan.predicted = chosen->with(plan.budgets.count.nats());
  return plan;
}

error_parts predict_total(const two_step& options, const public_view& known, double closure) {
  const epsilon rest = difference(options.total, plan_degree_round(options));
  setting_table table(known, options.clip, options.codec, std::nullopt, true, assumed_closure);
  const auto chosen = best_setting(table, rest.nats());
  if (!chosen) throw invalid_parameter("nothing is left for the rounds 'edges' and 'count'");
  const epsilon count = epsilon::from_units(rest.units() - chosen->size.units() - chosen->edges.units());
  const list_forecast lists(known, options.clip.kind, chosen->size);
  return lists.error(chosen->rule, options.codec.law(chosen->edges), count, closure);
}

double drawn_noise_variance(const release_layout& layout, const bound_rule& cap, epsilon count) {
  const double divisor = layout.codec().lattice().divisor(layout.codec().law());
  return noise_variance(make_bounds(layout, cap), count) / (divisor * divisor);
}

error_parts predict_count_error(const release_layout& layout, const public_view& known, const bound_rule& cap,
                                epsilon count, double closure) {
  error_parts error = predict_error(known, cap, layout.codec().law(), count, closure);
  error.laplace_variance = drawn_noise_variance(layout, cap, count);
  return error;
}

}  // namespace edgeldp
