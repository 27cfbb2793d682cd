// SPDX-License-Identifier: MIT
#include "edgeldp/graph/rounds/row_release.hpp"

#include <span>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/release_file.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"

namespace edgeldp {

namespace {

row_release publish_release(session& s, const public_ref<release_layout>& layout,
                            std::shared_ptr<const release> rows) {
  release_sizes sizes;
  byte_string form;
  {
    const byte_string coded = write_rows(*rows);
    sizes = sizes_of(*rows, coded.size());
    form = public_form<release>::write_under(layout.name, *rows, coded);
  }
  return {s.publish(std::move(rows), std::move(form)), sizes};
}

}  // namespace

row_release publish_rows(session& s, const public_ref<release_layout>& layout) {
  const std::vector<charge> paid =
      charges_by_rank(layout->parameters().edge_budgets(), layout->ranks(), s.present());
  row_round::answers answers = s.ask(row_round{layout}, std::span(paid));
  return publish_release(s, layout, std::make_shared<const release>(std::move(answers).publish()));
}

row_release publish_again(session& s, std::shared_ptr<const release> published) {
  const release_layout& layout = published->layout();
  const release_parameters& p = layout.parameters();
  if (s.everybody().size() != layout.users()) {
    throw invalid_parameter("the graph has " + std::to_string(s.everybody().size()) +
                            " vertices, the release " + std::to_string(layout.users()));
  }
  if (s.is_simulated() && !p.simulated)
    throw invalid_parameter("simulated coins against a release that is not marked simulated");
  s.publish(layout.order());
  const auto same = s.publish(published->shared_layout());
  return publish_release(s, same, std::move(published));
}

}  // namespace edgeldp
