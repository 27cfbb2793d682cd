// SPDX-License-Identifier: MIT
// A method of one's own beside a published one and ours: the same graph, budget and kind of error.
#include <edgeldp/graph/errors/run_errors.hpp>
#include <edgeldp/graph/generate/generators.hpp>
#include <edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp>
#include <edgeldp/graph/questions/triangles/exact.hpp>
#include <edgeldp/rivals/triangles/local_two_rounds.hpp>
#include <edgeldp/rivals/triangles/method_simulation.hpp>
#include <iomanip>
#include <iostream>

// [shown]
namespace mine {

/// Settings are a value; `total` is what a user may spend.
struct halves {
  edgeldp::epsilon total;
};

/// All rounds, over a session: it asks the users, carries their messages and keeps their account.
edgeldp::baseline_result estimate_triangles(edgeldp::session& s, const halves& method) {
  edgeldp::two_step options;
  options.total = method.total;
  options.codec = edgeldp::nullspace_spec{};
  options.split = edgeldp::budget_split{0.1, 0.0, 0.45, 0.45};  // degrees, sizes, rows, counts
  const edgeldp::published_graph rows = publish_graph(s, options);
  const auto count = count_triangles(s, rows, {rows.plan.budgets.count, rows.plan.cap});

  const auto users = static_cast<double>(s.everybody().size());
  const auto read = static_cast<double>(rows.sizes.total());
  return {.triangles = count.triangles,
          .error = count.error,
          .communication = {static_cast<double>(s.upload_bytes()) / users, read, read, s.everybody().size()},
          .is_private = true,
          .caveat = {},
          .run = s.close()};
}

}  // namespace mine
static_assert(edgeldp::ProtocolBaseline<mine::halves>);
// [end]

namespace {

/// Root of the mean square error of ten runs, as a share of the exact number.
template <class Play>
double error_of(const edgeldp::csr_graph& g, Play play) {
  const auto truth = static_cast<double>(edgeldp::exact::count_triangles(g));
  edgeldp::run_errors errors(truth);
  for (std::uint64_t run = 0; run < 10; ++run)
    errors.add(play(edgeldp::release_key{run}, edgeldp::coin_source::simulated(run)).triangles.value);
  return errors.rmse() / truth;
}

}  // namespace

int main() {
  const edgeldp::csr_graph g = edgeldp::generate_affiliation(1000, 20000, 1);
  const auto total = edgeldp::epsilon::from_nats(2.0);
  const auto of_rival = [&](const auto& method) {
    return error_of(g,
                    [&](auto key, const auto& coins) { return estimate_triangles(g, method, key, coins); });
  };
  std::cout << std::fixed << std::setprecision(3);
  std::cout << "mine: " << of_rival(mine::halves{total}) << '\n'
            << "local two rounds: " << of_rival(edgeldp::local_two_rounds::strongest(total)) << '\n';
  std::cout << "edgeldp: " << error_of(g, [&](auto key, const auto& coins) {
    return estimate_centred_triangles(g, {total, edgeldp::nullspace_spec{}}, key, coins);
  }) << '\n';
}
