// SPDX-License-Identifier: MIT
#include "collect/client/planned_question.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <variant>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/graph/belief/plausible_counts.hpp"
#include "edgeldp/graph/questions/butterflies/item_pair_round.hpp"
#include "edgeldp/graph/questions/cycles/weight_round.hpp"
#include "edgeldp/graph/questions/degrees/degree_changes.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_round.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_rounds.hpp"
#include "edgeldp/graph/rounds/pair_round.hpp"
#include "edgeldp/graph/rounds/public_values.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"
#include "edgeldp/graph/rounds/vector_rounds.hpp"

namespace edgeldp::collect {

namespace {

using std::chrono::milliseconds;

[[noreturn]] void fail(const std::string& why) {
  throw format_error(0, why);
}

/// Seconds: generous for a phone of some years ago (a desktop takes a tenth). Per user to read what
/// is published; per entry of a row to encode; per pair of neighbours to look up, and for each word
/// of a row that a pair is compared by.
constexpr double at_least = 0.01, per_user = 5e-6, per_entry = 1e-5, per_pair = 2e-7, per_word = 1e-8;

milliseconds whole(double seconds) {
  constexpr double most = 1e9;  // thirty years, which no round has
  return milliseconds(static_cast<std::int64_t>(std::ceil(1000.0 * std::min(seconds, most))));
}

/// To read what all users are told, to encode a row of so many entries.
milliseconds time_for(std::uint64_t users, double entries = 0.0) {
  return whole(at_least + per_user * static_cast<double>(users) + per_entry * entries);
}

/// To weigh the pairs of the longest list; words: that each pair takes.
milliseconds time_for_pairs(std::uint64_t users, double members, double words) {
  const double pairs = 0.5 * members * members;
  return time_for(users) + whole(pairs * (per_pair + words * per_word));
}

double words_of(std::uint64_t users) {
  return static_cast<double>(users) / 64.0;
}

/// The order of a whole object and of an excerpt.
struct seen_order {
  user_order kind;
  release_key key;
  std::uint32_t rank;
  std::int64_t degree;
};
seen_order order_for(const public_order& o, vertex_id me) {
  return {o.kind(), o.key(), o.rank(me), o.degrees()[me]};
}
seen_order order_for(const order_excerpt& o, vertex_id me) {
  return {o.kind(), o.key(), o.rank(me), o.degree(me)};
}
seen_order order_for(const release_layout& l, vertex_id me) {
  return order_for(*l.order(), me);
}
seen_order order_for(const layout_excerpt& l, vertex_id me) {
  return {l.parameters().order, l.parameters().key, l.rank(me), l.degree(me)};
}

/// What a client said, or what a collector that cuts implausible numbers makes of it.
void require_said(const std::optional<said_numbers::number>& said, std::int64_t largest,
                  std::int64_t announced, const char* what) {
  if (!said) fail(std::string("it uses a ") + what + " of mine that I never sent");
  if (announced == said->value) return;
  const plausible_number range(0, std::max<std::int64_t>(largest, 0), 1, said->budget);
  if (announced != range.clamp(said->value))
    fail(std::string("it uses another ") + what + " than the one that I sent");
}

/// The order of an object whose form begins with the name of what it stands under.
std::string name_under(const public_objects& published, const std::string& name) {
  return canonical_reader(published.form_of(name)).text();
}

/// The order that rows are the other way round of.
std::string order_behind(const public_objects& published, const std::string& layout) {
  canonical_reader from(published.form_of(name_under(published, layout)));
  if (from.count(0xff) != static_cast<std::uint64_t>(user_order::hubs_last))
    fail("it has rows at the later ends of edges, which the task has at the earlier ones");
  return from.text();
}

/// Requires: an order of all users who joined, this one among them.
void require_order(const task& t, const seen_order& o, user_order kind, std::uint64_t users,
                   const said_numbers& said) {
  if (o.kind != kind || o.key.value != t.key.value) fail("it uses another order or key than the task's");
  require_said(said.degree, static_cast<std::int64_t>(users) - 1, o.degree, "degree");
}

/// How many there are at most, however many a client said.
double most_said(std::uint32_t others, const said_numbers::number& said) {
  return static_cast<double>(most_members(others, said.value, said.budget));
}

/// A released number of one half of my list, of so many others: no more than my degree.
void require_half(const std::optional<said_numbers::number>& said, std::uint32_t others, std::int64_t degree,
                  const said_numbers& all, std::int64_t announced, const char* what) {
  const auto largest = std::clamp<int128>(degree + plausible_noise(1, all.degree->budget).margin(), 0,
                                          static_cast<int128>(others));
  require_said(said, static_cast<std::int64_t>(largest), announced, what);
}

/// Returns: how many entries the row of mine has at most.
template <class Layout>
double require_rows(const task& t, const public_ref<Layout>& layout, const public_objects& published,
                    vertex_id me, std::uint64_t users, const said_numbers& said) {
  const Layout& rows = *layout;
  const release_parameters& p = rows.parameters();
  if (rows.users() != users || me >= users) fail("it has rows of other users than joined");
  const seen_order o = order_for(rows, me);
  require_order(t, o, t.has_halves() ? user_order::hubs_last : user_order::noisy_degree, users, said);
  if (t.has_halves() && (said.order.empty() || order_behind(published, layout.name) != said.order))
    fail("its rows are not in the order, turned round, that I answered in");
  // The work of ppr grows with e to the budget for each neighbour unless its parameters are good.
  if (p.codec != codec_kind::nullspace && p.codec != codec_kind::bitmap)
    fail("it asks for rows by a codec that no collection uses");
  if (p.key.value != t.key.value || !p.is_private())
    fail("it asks for rows that do not follow the task's key");
  if (p.chunk_rule == chunk_rule::noisy_degree) return most_said(o.rank, *said.degree);
  const auto& half = t.has_halves() ? said.length : said.size;
  require_half(half, o.rank, o.degree, said, rows.released_number(me), t.has_halves() ? "length" : "size");
  return most_said(o.rank, *half);
}

/// A count on rows at the earlier ends: what an edge whose later end I am loses by all rounds of
/// both its ends, this one included. Each was announced once (client::check), so that the other end
/// paid what I was told: of its degree what mine took, of its length and its row what the rounds
/// say in which I answered. budget(rank) is what the count takes of the user there. Returns: how
/// many members my list has at most.
template <class Layout, class Budget>
double require_relationship(const task& t, const public_ref<Layout>& layout, vertex_id me,
                            const said_numbers& said, Budget&& budget) {
  if (!said.size) fail("it counts the pairs of a list whose size I never said");
  if (said.was_left_out) fail("it counts on what others were asked, and I was not");
  if (layout.name != said.rows) fail("it counts on other rows than those that I sent one of");
  const Layout& rows = *layout;
  const auto rank = static_cast<std::uint32_t>(rows.users() - 1) - rows.rank(me);
  const std::uint64_t of_row =
      rows.parameters().edge_budgets().at(rows.rank(me)).units() + said.longest_length.units();
  const std::uint64_t all = 2 * said.degree->budget.units() + said.size->budget.units() + said.pilot.units() +
                            budget(rank).units() + of_row;
  if (all > t.most_of_relationship().units()) fail("a relationship would lose more than the task says");
  return most_said(rank, *said.size);
}

/// A round of an order, by which it is asked.
template <class Round>
milliseconds require_ordered(const task& t, const user_call& asked, vertex_id me, std::uint64_t users,
                             const said_numbers& said) {
  const auto round = Round::read(asked.said, asked.published);
  if (round.what.order->users() != users || me >= users) fail("it orders other users than joined");
  require_order(t, order_for(*round.what.order, me), user_order::noisy_degree, users, said);
  if (!said.order.empty() && round.what.order.name != said.order)
    fail("it uses another order than the one that I answered in");
  return time_for(users);
}

/// Rounds of an order, of rows and of pairs, as this client reads what is published.
template <class Order, class Layout, class Rows>
milliseconds require_round(study::round_work work, const task& t, const user_call& asked, vertex_id me,
                           std::uint64_t users, const said_numbers& said) {
  if (work == study::round_work::order)
    return asked.asks == length_round::asks
               ? require_ordered<length_round_on<Order>>(t, asked, me, users, said)
               : require_ordered<size_round_on<Order>>(t, asked, me, users, said);
  if (work == study::round_work::row) {
    const auto round = row_round_on<Layout>::read(asked.said, asked.published);
    const double entries = require_rows(t, round.layout, asked.published, me, users, said);
    return time_for(users, entries + words_of(users));
  }
  if (!t.has_halves()) {
    const auto round = centred_round_on<Rows>::read(asked.said, asked.published);
    const public_ref<Layout> layout =
        asked.published.template get<Layout>(name_under(asked.published, round.what.rows.name));
    return time_for_pairs(users, require_rows(t, layout, asked.published, me, users, said), 0.0);
  }
  const auto round = forward_round_on<Rows>::read(asked.said, asked.published);
  const public_ref<Layout> layout =
      asked.published.template get<Layout>(name_under(asked.published, round.what.rows.name));
  require_rows(t, layout, asked.published, me, users, said);
  const double members =
      require_relationship(t, layout, me, said, [&](std::uint32_t rank) { return round.budget.at(rank); });
  return time_for_pairs(users, members, 0.0);
}

/// Pairs of all neighbours, whose limits follow from released degrees.
milliseconds require_limited_pairs(const task& t, const user_call& asked, vertex_id me, std::uint64_t users,
                                   const said_numbers& said) {
  const auto round = pair_round::read(asked.said, asked.published);
  if (!std::holds_alternative<limits_by_degree>(round.what.rule))
    fail("it counts pairs by another rule than the method's");
  const public_ref<release_layout> layout =
      asked.published.get<release_layout>(name_under(asked.published, round.what.rows.name));
  require_rows(t, layout, asked.published, me, users, said);
  return time_for_pairs(users, most_said(static_cast<std::uint32_t>(users - 1), *said.degree), 0.0);
}

template <class Round>
milliseconds require_weights(const task& t, const announcement& a, const user_call& asked, vertex_id me,
                             std::uint64_t users, const said_numbers& said) {
  const auto round = Round::read(asked.said, asked.published);
  if (round.what.length != 4 || round.is_pilot != (a.round == rounds::pilot))
    fail("it asks for other weights than the task says");
  const public_ref<release_layout> layout =
      asked.published.get<release_layout>(name_under(asked.published, round.what.rows.name));
  double members = require_rows(t, layout, asked.published, me, users, said);
  if (t.has_halves())
    members = require_relationship(t, layout, me, said, [&](std::uint32_t) { return round.budget; });
  return time_for_pairs(users, members, words_of(users)) +
         time_for(users, words_of(users) * static_cast<double>(users));
}

/// My released degree, as a collector has it that cuts implausible numbers.
std::int64_t cut_degree(const said_numbers::number& said, std::uint64_t users) {
  const plausible_number range(0, static_cast<int128>(users) - 1, 1, said.budget);
  return static_cast<std::int64_t>(range.clamp(said.value));
}

/// Which edges are mine to tell follows from my role alone, which is public.
void require_role(const task& t, const sample_roles& roles, vertex_id me, sample_role role) {
  if (roles.key.value != t.key.value) fail("it gives roles that do not follow the task's key");
  if (roles.of(me) != role) fail("it asks me for what people of another role say");
}

std::uint32_t columns_of(const sample_roles& roles, std::uint64_t users) {
  std::uint32_t columns = 0;
  for (std::uint64_t u = 0; u < users; ++u)
    columns += roles.of(static_cast<vertex_id>(u)) == sample_role::column ? 1 : 0;
  return columns;
}

/// Rows over all users, where they are a sample, or over all items.
void require_vectors(const task& t, const vector_layout& rows, std::uint64_t length) {
  const vector_parameters& p = rows.parameters();
  if (rows.length() != length || rows.alphabet() != 2) fail("it has rows over other people or items");
  if (p.codec != codec_kind::nullspace && p.codec != codec_kind::bitmap)
    fail("it asks for rows by a codec that no collection uses");
  if (p.key.value != t.key.value || p.sizes != size_rule::released_size)
    fail("it asks for rows that do not follow the task's key");
}

milliseconds require_sampled_row(const task& t, const announcement& a, const user_call& asked, vertex_id me,
                                 const said_numbers& said) {
  const std::uint64_t users = a.who.users();
  const auto round = column_row_round::read(asked.said, asked.published);
  require_role(t, round.roles, me, sample_role::candidate);
  const vector_layout& rows = *round.layout;
  require_vectors(t, rows, users);
  if (rows.users() != a.who.size()) fail("it has rows of others than it asks");
  const std::uint32_t columns = columns_of(round.roles, users);
  require_half(said.size, columns, cut_degree(*said.degree, users), said, rows.sizes()[size_of(asked.number)],
               "number of columns");
  return time_for(users, most_said(columns, *said.size) + words_of(users));
}

milliseconds require_sampled_pairs(const task& t, const user_call& asked, vertex_id me, std::uint64_t users,
                                   const said_numbers& said) {
  const auto round = sampled_count_round::read(asked.said, asked.published);
  require_role(t, round.what.roles, me, sample_role::counter);
  require_vectors(t, round.what.rows->layout(), users);
  const std::uint64_t others = columns_of(round.what.roles, users) + round.what.owners.size();
  return time_for_pairs(users, most_said(static_cast<std::uint32_t>(others), *said.degree), 0.0);
}

/// What users of each role say where a sample of rows is read.
milliseconds require_sampled(const task& t, const announcement& a, const user_call& asked, vertex_id me,
                             const said_numbers& said) {
  const std::uint64_t users = a.who.users();
  if (!said.degree) fail("it goes by a degree of mine that I never sent");
  if (asked.asks == column_row_round::asks) return require_sampled_row(t, a, asked, me, said);
  if (asked.asks == sampled_count_round::asks) return require_sampled_pairs(t, asked, me, users, said);
  const auto round = column_count_round::read(asked.said, asked.published);
  require_role(t, round.what.roles, me, sample_role::candidate);
  return time_for(users);
}

/// Rows over items of everybody. Returns: how many items my list has at most.
double require_item_rows(const task& t, const vector_layout& rows, vertex_id me, std::uint64_t users,
                         const said_numbers& said) {
  require_vectors(t, rows, t.items);
  if (rows.users() != users || me >= users) fail("it has rows of other users than joined");
  const auto items = static_cast<std::uint32_t>(t.items);
  if (!said.size) return items;  // who was late in the round of sizes is asked for its row all the same
  require_said(said.size, items, rows.sizes()[me], "number of items");
  return most_said(items, *said.size);
}

milliseconds require_items(const task& t, const announcement& a, const user_call& asked, vertex_id me,
                           const said_numbers& said) {
  const std::uint64_t users = a.who.users();
  if (asked.asks == entry_round::asks) {
    const auto round = entry_round::read(asked.said, asked.published);
    if (asked.number != me) fail("it numbers rows otherwise than people");
    const double entries = require_item_rows(t, *round.layout, me, users, said);
    return time_for(users, entries + words_of(t.items));
  }
  const auto round = item_pair_round::read(asked.said, asked.published);
  if (round.is_pilot != (a.round == rounds::pilot)) fail("it asks for other weights than the task says");
  const double members = require_item_rows(t, round.what.rows->layout(), me, users, said);
  return time_for_pairs(users, members, words_of(users)) +
         time_for(users, words_of(users) * static_cast<double>(t.items));
}

/// What a later date asks must be what the first one said, to which a person goes back.
void require_series_date(const task& t, const user_call& asked) {
  const auto round = degree_change_round::read(asked.said, asked.published);
  if (round.budgets != t.series.budgets || round.date != t.series.date)
    fail("it asks for a change under other budgets, another limit or of another date than the task's");
}

/// Sums of several numbers take as many steps a neighbour, so that time would follow from the list.
milliseconds require_values(const user_call& asked, std::uint64_t users) {
  constexpr std::uint64_t most_groups = 64;  // of no method are there more
  std::uint64_t numbers = 1;
  if (asked.asks == sum_round::asks && sum_round::read(asked.said, asked.published).what.values->width() != 1)
    fail("it asks for sums of several numbers of each contact");
  if (asked.asks == group_round::asks) numbers = group_round::read(asked.said, asked.published).what.groups;
  if (numbers > most_groups) fail("it asks about more groups than any method has");
  return time_for(users, static_cast<double>(numbers));
}

/// The round of the task's method that an announcement is.
const study::offered_round& planned_round(const task& t, const announcement& a) {
  const std::span<const study::offered_round> rounds = offer_for(t.method).rounds_at(t.variant());
  const auto round = ranges::find_if(
      rounds, [&](const study::offered_round& r) { return r.name == a.round && r.asks == a.asks; });
  if (round == rounds.end()) fail("'" + a.asks + "' is not what the task says that this round asks");
  return *round;
}

}  // namespace

std::optional<sample_roles> roles_in(const announcement& a) {
  const bool is_row = a.asks == column_row_round::asks;
  if (!is_row && a.asks != column_count_round::asks && a.asks != sampled_count_round::asks)
    return std::nullopt;
  canonical_reader from(a.said);
  if (!is_row) from.budget();
  return sample_roles::read(from);
}

milliseconds require_planned(const task& t, const announcement& a, const user_call& asked, vertex_id me,
                             const said_numbers& said) {
  const study::round_work work = planned_round(t, a).work;
  const std::uint64_t users = a.who.users();
  if (asked.asks == degree_change_round::asks) require_series_date(t, asked);
  if (work == study::round_work::list) return time_for(users);
  if (work == study::round_work::values) return require_values(asked, users);
  if (work == study::round_work::sample) return require_sampled(t, a, asked, me, said);
  if (work == study::round_work::items) return require_items(t, a, asked, me, said);
  if (work == study::round_work::weights)
    return t.has_halves() ? require_weights<forward_weight_round>(t, a, asked, me, users, said)
                          : require_weights<weight_round>(t, a, asked, me, users, said);
  if (asked.asks == counted_pairs::asks) return require_limited_pairs(t, asked, me, users, said);
  if (offer_for(t.method).users == study::user_side::excerpts)
    return require_round<order_excerpt, layout_excerpt, release_excerpt>(work, t, asked, me, users, said);
  return require_round<public_order, release_layout, release>(work, t, asked, me, users, said);
}

void require_labels(const task& t, const announcement& a, const user_call& asked,
                    std::span<const std::uint32_t> known) {
  const neighbor_groups what = group_round::read(asked.said, asked.published).what;
  const std::uint64_t labels = t.labels.names.size();
  if (what.groups != labels || what.values->users() != known.size())
    fail("it asks about other labels than the task's");
  const bool is_first = a.index == 0;
  for (std::uint64_t user = 0; user < known.size(); ++user) {
    const std::int64_t said = what.values->of(user).front();
    const bool is_label = said >= 0 && said < static_cast<std::int64_t>(labels),
               is_public = known[user] < labels;
    const bool is_own = is_public && said == known[user];
    if (is_own || (is_first ? !is_label : is_label && !is_public)) continue;
    fail("it gives somebody another label than the public one");
  }
}

}  // namespace edgeldp::collect
