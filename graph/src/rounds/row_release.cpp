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

/// The rows of everybody who is present.
row_answers ask_rows(session& s, const public_ref<release_layout>& layout, endpoint answers) {
  const release_parameters& p = layout->parameters();
  const row_round round{layout};
  if (!p.has_laws_by_position()) {
    const std::vector<charge> paid = charges_by_rank(p.edge_budgets(), layout->ranks(), s.present());
    return s.ask(round, std::span(paid), answers);
  }
  if (answers != endpoint::earlier)
    throw invalid_parameter("bits that cost by whom they are about are sent by the earlier ends of edges");
  const auto about = charges_by_rank(p.edge_budgets(), layout->ranks(), s.everybody());
  return s.ask_about(round, s.present(), std::span(about));
}

}  // namespace

row_release publish_rows(session& s, const public_ref<release_layout>& layout, endpoint answers) {
  row_round::answers rows = ask_rows(s, layout, answers);
  return publish_release(s, layout, std::make_shared<const release>(std::move(rows).publish()));
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
  // Whoever reads an order that is turned round needs the other one.
  if (p.order == user_order::hubs_last)
    s.publish(std::make_shared<const public_order>(layout.order()->turned_round()));
  s.publish(layout.order());
  const auto same = s.publish(published->shared_layout());
  return publish_release(s, same, std::move(published));
}

}  // namespace edgeldp
