// SPDX-License-Identifier: MIT
// A question of one's own: the ages of people's contacts, from public ages and private lists.
#include <edgeldp/graph/rounds/neighbor_questions_simulation.hpp>
#include <iostream>
#include <vector>

int main() {
  // [shown]

  const edgeldp::vertex_id people = 480;  // 40 circles of 12 friends; ages rise from circle to circle
  const auto friends = [](edgeldp::vertex_id v) {
    std::vector<edgeldp::vertex_id> list;
    for (edgeldp::vertex_id w = v / 12 * 12; w < (v / 12 + 1) * 12; ++w)
      if (w != v) list.push_back(w);
    return list;
  };
  std::vector<double> age;  // everybody may read them: that is this program's word
  for (edgeldp::vertex_id v = 0; v < people; ++v) age.push_back(20.0 + v / 12);

  const auto e = [](double nats) { return edgeldp::epsilon::from_nats(nats); };
  ask_about_neighbors(edgeldp::graph_view(people, friends), e(1.0), edgeldp::release_key{1},
                      edgeldp::coin_source::simulated(1), [&](edgeldp::neighbor_questions& ask) {
                        const auto degrees = ask.degrees(e(0.3));
                        const auto ages = ask.sums(1, age, e(0.7));  // around a centre that is planned
                        std::cout << "contacts: " << total_of(degrees) << '\n'
                                  << "years of contacts: " << total_of(ages) << '\n'
                                  << ask.close().declared_public.size() << " vector declared public\n";
                      });
  // [end]
}
