// SPDX-License-Identifier: MIT
#include "edgeldp/graph/synthesis/release_for_synthesis.hpp"

#include <optional>
#include <span>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "questions/communities/communities_in_session.hpp"
#include "questions/mixing/contact_degrees_in_session.hpp"
#include "questions/mixing/mixing_rounds.hpp"
#include "questions/triangles/sequence_in_session.hpp"

namespace edgeldp {

namespace {

/// Whether groups are asked for.
struct groups_decision {
  bool are_asked = false;

  void write(byte_string& out) const { canonical_writer(out).number(are_asked ? 1 : 0); }
  static groups_decision read(std::span<const std::byte> in) {
    canonical_reader from(in);
    const groups_decision decided{from.count(1) == 1};
    from.end();
    return decided;
  }
};

}  // namespace

synthesis_release release_for_synthesis(session& s, epsilon total) {
  if (s.everybody().size() == 0) throw bad_graph_input("the graph has no vertices");
  const epsilon of_degrees = share_of(total, synthesis_degree_share),
                of_contacts = share_of(total, synthesis_contact_share);
  mixing_rounds played(s);
  released_degrees degrees = played.degrees(of_degrees);

  const communities_options wanted{share_of(total, synthesis_group_share)};
  const communities_plan plan = plan_communities_by_known_degrees(wanted);
  const auto groups = s.decide<groups_decision>(
      "groups", [&] { return groups_decision{are_groups_worth_asking(degrees, plan)}; });
  const epsilon of_groups = groups.are_asked ? wanted.total : epsilon();

  const epsilon of_triangles = difference(difference(difference(total, of_degrees), of_contacts), of_groups);
  triangle_sequence_options counting;
  counting.total = total;
  asked_triangles asked = ask_triangle_sequence(s, degrees, of_triangles, counting, played.check());
  std::optional<found_communities> found;
  if (groups.are_asked) found = search_communities(s, played, degrees, plan, wanted.most);
  contact_degrees contacts = ask_contact_degrees(s, played, degrees, of_contacts);

  const edgeldp::communication sent{
      static_cast<double>(s.upload_bytes()) / static_cast<double>(s.everybody().size()),
      static_cast<double>(s.published().size()), static_cast<double>(asked.rows.sizes.edges)};
  return {{std::move(degrees), std::move(contacts), std::move(found), std::move(asked.counted)},
          of_degrees,
          of_contacts,
          of_groups,
          of_triangles,
          s.key(),
          sent,
          s.close(),
          played.lies()};
}

}  // namespace edgeldp
