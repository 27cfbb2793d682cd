// SPDX-License-Identifier: MIT
// A program that compares: a published method, from the installed library of rivals.
#include <edgeldp/graph/generate/generators.hpp>
#include <edgeldp/rivals/triangles/local_two_rounds.hpp>
#include <edgeldp/rivals/triangles/method_simulation.hpp>
#include <iostream>

int main() {
  const edgeldp::csr_graph g = edgeldp::generate_affiliation(100, 400, 1);
  const auto total = edgeldp::epsilon::from_nats(4.0);
  const auto method = edgeldp::local_two_rounds::strongest(total);
  const auto result =
      edgeldp::estimate_triangles(g, method, edgeldp::release_key{1}, edgeldp::coin_source::simulated(1));
  std::cout << result.triangles.value << '\n';
  return result.run.spent.spent() <= total ? 0 : 1;
}
