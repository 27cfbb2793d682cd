// SPDX-License-Identifier: MIT
// A release: everybody's noisy row in one file, and how a reader takes the noise out of a sum.
#include <cstdio>
#include <edgeldp/core/wire/release_file.hpp>
#include <edgeldp/graph/uniform/triangles_simulation.hpp>
#include <iostream>
#include <vector>

int main() {
  std::vector<std::vector<edgeldp::vertex_id>> lists(480);
  for (edgeldp::vertex_id a = 0; a < 480; ++a)
    for (edgeldp::vertex_id b = a / 12 * 12; b < (a / 12 + 1) * 12; ++b)
      if (a != b) lists[a].push_back(b);
  const edgeldp::graph_view friends(480, [&](edgeldp::vertex_id v) -> const auto& { return lists[v]; });
  // [shown]
  edgeldp::two_step options;
  options.total = edgeldp::epsilon::from_nats(4.0);
  const auto coins = edgeldp::coin_source::simulated(1);
  publish_graph(friends, options, edgeldp::release_key{2026}, coins).published->save("friends.eldp");

  // Anybody, anywhere: the file is all that is needed, and reading it costs nobody anything.
  const edgeldp::release noisy = edgeldp::release_reader("friends.eldp").load();
  std::cout << "0 and 1, noisy: " << noisy.edge(0, 1) << '\n';  // one bit says little
  double among = 0.0;                                           // edges among the first 120, which are 660
  for (edgeldp::vertex_id u = 0; u < 120; ++u)
    for (edgeldp::vertex_id v = 0; v < u; ++v) {
      const edgeldp::bit_law law = noisy.law(u, v);
      among += (double(noisy.edge(u, v)) - law.p0) / (law.p1 - law.p0);
    }
  std::printf("edges among the first 120: about %.0f\n", among);
  // [end]
}
