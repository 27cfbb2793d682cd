// SPDX-License-Identifier: MIT
#include "edgeldp/graph/uniform/release_plan.hpp"

#include <optional>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"

namespace edgeldp {

namespace {

void require_share(const char* name, double x, bool may_be_zero) {
  if (!(x >= 0.0 && x <= 1.0) || (x == 0.0 && !may_be_zero)) {
    throw invalid_parameter(std::string("split ") + name + " = " + std::to_string(x) + ": must lie in " +
                            (may_be_zero ? "[0, 1]" : "(0, 1]"));
  }
}

void require_shares(const budget_split& s) {
  require_share("degree", s.degree, false);
  require_share("size", s.size, true);
  require_share("edges", s.edges, false);
  require_share("count", s.count, false);
}

void require_whole(double sum) {
  if (sum > 1.0 + 1e-9)
    throw invalid_parameter("split adds up to " + std::to_string(sum) + ": must be at most 1");
}

}  // namespace

void check(const budget_split& s) {
  require_shares(s);
  require_whole(s.degree + s.size + s.edges + s.count);
}

void check(const row_division& division) {
  const budget_split& s = division.shares;
  if (division.rows != endpoint::earlier) return check(s);
  require_shares(s);
  require_share("length", division.length, true);
  require_whole(s.degree + s.size + s.count);
  require_whole(s.degree + division.length + s.edges);
}

epsilon plan_degree_round(const two_step& options) {
  if (options.split) {
    check(*options.split);
    options.codec.require_possible(share_of(options.total, options.split->edges));
  }
  const double share = options.split ? options.split->degree : options.degree_share;
  if (!(share > 0.0) || !(share < 1.0))
    throw invalid_parameter("degree share = " + std::to_string(share) + ": must lie in (0, 1)");
  return share_of(options.total, share);
}

release_parameters plan_release(const two_step& options, const public_view& known,
                                const round_budgets& budgets, release_key key, bool simulated) {
  if (options.true_degree_chunks && !options.codec.has_chunks())
    throw invalid_parameter(
        "only ppr has chunks whose number could follow the true degree: not bitmap, not nullspace");
  release_parameters p;
  p.users = known.degrees().size();
  p.key = key;
  row_numbers numbers{known.anchor_budget(), known.degrees(), released_number::degree};
  if (known.has_sizes()) numbers = {known.anchor_budget(), known.sizes(), released_number::size};
  if (options.true_degree_chunks) numbers.released_at.reset();
  options.codec.fill(p, budgets.edges, numbers);
  p.order = options.order;
  p.chunk_rule = options.true_degree_chunks ? chunk_rule::true_degree
                 : budgets.size.is_zero()   ? chunk_rule::noisy_degree
                                            : chunk_rule::released_size;
  p.simulated = simulated;
  p.total = options.total;
  p.degree = budgets.degree;
  p.size = budgets.size;
  p.edges = budgets.edges;
  p.count = budgets.count;
  return p;
}

}  // namespace edgeldp
