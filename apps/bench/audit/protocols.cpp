// SPDX-License-Identifier: MIT
#include "bench/audit/protocols.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <utility>

#include "bench/audit/held_lists.hpp"
#include "bench/audit/likelihood.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/codec/ppr/ppr.hpp"
#include "edgeldp/core/random/permutation.hpp"
#include "edgeldp/core/random/public_randomness.hpp"
#include "edgeldp/graph/input/sparse_vectors.hpp"
#include "edgeldp/graph/questions/butterflies/butterflies_simulation.hpp"
#include "edgeldp/graph/questions/common_neighbors/common_neighbors_simulation.hpp"
#include "edgeldp/graph/questions/cycles/cycles_simulation.hpp"
#include "edgeldp/graph/questions/degrees/degrees_simulation.hpp"
#include "edgeldp/graph/questions/homophily/homophily_simulation.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"
#include "edgeldp/graph/rounds/vector_rounds_simulation.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"

namespace edgeldp::audit {

namespace {

constexpr std::uint32_t users = 8;
/// The user whose input changes, and the neighbour, or item, at which it does.
constexpr vertex_id changed = 7, other = 1;

enum class relation { edge, relationship, attribute, user, position, swap };

const char* name_of(relation r) {
  constexpr const char* names[] = {"edge", "relationship", "attribute", "user", "position", "swap"};
  return names[static_cast<std::size_t>(r)];
}

/// None: of a verb that sends no rows.
using row_codec = std::optional<codec_spec>;

std::string name_of(const row_codec& codec) {
  return codec ? std::string(codec->name()) : "none";
}

bool is_ppr(const row_codec& codec) {
  return codec && codec->is<ppr_spec>();
}

/// Of the user, or the edge, that lost most.
double loss(const run_record& run, relation r) {
  const account& spent = run.spent;
  if (r == relation::edge) return spent.edge_ldp().nats();
  if (r == relation::relationship) return spent.relationship_dp().nats();
  if (r == relation::swap) return 2.0 * spent.spent().nats();
  if (r == relation::attribute) return spent.of(spent.who_paid_most()).spent(rounds::attributes).nats();
  return spent.spent().nats();
}

/// Everybody's bits on two neighbouring inputs.
using input_pair = std::array<held_bits, 2>;

/// Six users who all know each other, a seventh who knows them, the last of them, who has these
/// neighbours, and strangers who know nobody.
held_bits hubs_and(std::uint32_t of_last, std::uint32_t strangers) {
  held_bits bits(users + strangers);
  for (vertex_id u = 0; u < users; ++u)
    for (vertex_id v = 0; v < u; ++v)
      if (u == changed ? (of_last >> v & 1) != 0 : true) {
        bits[u] |= 1U << v;
        bits[v] |= 1U << u;
      }
  return bits;
}

/// The last user has one neighbour, none, or all, and one more or less of them; both ends know it,
/// or it alone. `only_first`: one pair, so that few cells occur.
std::vector<input_pair> pairs_under(relation r, bool only_first, std::uint32_t strangers) {
  std::vector<input_pair> pairs;
  for (const std::uint32_t of_last : {0x01U, 0x00U, 0x7fU}) {
    if (only_first && !pairs.empty()) break;
    input_pair pair{hubs_and(of_last, strangers), hubs_and(of_last, strangers)};
    if (r != relation::attribute) pair[1][changed] ^= 1U << other;
    if (r == relation::relationship) pair[1][other] ^= 1U << changed;
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

/// Word `which` of the public and private coins of one run on one input.
std::uint64_t coin_word(std::uint64_t seed, unsigned input, std::uint64_t run, std::uint32_t which) {
  const philox_block b =
      philox4x32_10(seed, {static_cast<std::uint32_t>(run), static_cast<std::uint32_t>(run >> 32),
                           2 * which + input, 0x61756474});
  return b[0] | (std::uint64_t{b[1]} << 32);
}

coin_source private_coins(std::uint64_t seed, unsigned input, std::uint64_t run) {
  return coin_source::simulated(coin_word(seed, input, run, 0));
}

/// ppr loses most when a candidate that fits comes after many that do not: the public key, of a few
/// thousand, under which the most first candidates of the last user have a 0 where its input
/// changes.
release_key telling_key(const randomized_response& response) {
  release_key best{1};
  std::uint64_t longest = 0;
  for (std::uint64_t key = 1; key <= 4096; ++key) {
    const std::uint32_t position = permutation(release_key{key}, users).table()[other];
    const ppr_candidates candidates(public_randomness(release_key{key}), response, changed);
    std::uint64_t zeros = 0;
    while (zeros < 64 && candidates.offset(zeros + 1, position) == 0) ++zeros;
    if (zeros > longest) {
      longest = zeros;
      best = release_key{key};
    }
  }
  return best;
}

/// What the last user's ppr row says about one position: how large its index is, and the
/// candidate's value there.
template <class Layout>
std::uint64_t ppr_cell(const Layout& layout, std::span<const std::uint64_t> words, std::uint32_t position) {
  const ppr_row row = layout.codec().visit([&](const auto& codec) -> ppr_row {
    if constexpr (std::is_same_v<std::decay_t<decltype(codec)>, ppr_codec>)
      return codec.row(layout.shape(changed), words);
    else
      throw internal_error("cells are for ppr rows");
  });
  const std::uint64_t k = row.index_at(position);
  const std::uint64_t size = k <= 16 ? k : 12 + static_cast<std::uint64_t>(std::bit_width(k));
  return 1 + (row.chunk_size() * 128 + size) * 16 + row.offset(position);
}

/// The same of a graph's rows. Released degrees decide who owns a pair; where the other end does,
/// the last user's row says nothing of it: cell 0.
std::uint64_t ppr_cell(const release& published) {
  const release_layout& layout = published.layout();
  if (layout.owner(changed, other) != changed) return 0;
  return ppr_cell(layout, published.words(changed), layout.position(other));
}

/// How a protocol is played and judged. Transcript: what everybody may see of one run.
template <class Transcript>
struct protocol {
  std::function<Transcript(const graph_view& g, release_key key, const coin_source& coins)> play;
  std::function<double(const Transcript&, const held_bits& first, const held_bits& second)> log_ratio;
  std::function<const release*(const Transcript&)> published = [](const Transcript&) { return nullptr; };
  std::uint32_t strangers = 0;  ///< users who know nobody, beside the eight
};

/// A graph protocol on neighbouring inputs. `fixed_key`: of ppr, whose cells are those of one
/// public key.
template <class Transcript>
subject graph_audit(std::string verb, const row_codec& codec, relation r, const audit_options& options,
                    const protocol<Transcript>& p, std::optional<release_key> fixed_key) {
  const bool has_cells = is_ppr(codec);
  const std::vector<input_pair> pairs = pairs_under(r, has_cells, p.strangers);
  const auto play = [=, seed = options.seed](unsigned input, std::uint64_t run) {
    const input_pair& pair = pairs[run % pairs.size()];
    const release_key key = fixed_key.value_or(release_key{coin_word(seed, input, run, 1)});
    const Transcript t = p.play(held_lists(pair[input]), key, private_coins(seed, input, run));
    observation seen{loss(t.run, r), p.log_ratio(t, pair[0], pair[1])};
    if (has_cells) {
      seen.cell = ppr_cell(*p.published(t));
    } else {
      held_bits another = pair[input];
      const std::uint32_t all = users + p.strangers;
      const auto u = static_cast<vertex_id>(run % all);
      another[u] ^= 1U << ((u + 1 + run / all % (all - 1)) % all);
      seen.other_ratio = std::exp(p.log_ratio(t, another, pair[input]));
    }
    return seen;
  };
  return {std::move(verb), name_of(codec), name_of(r), !has_cells, play};
}

/// Degrees, sizes and rows; of ppr the first two.
double release_log_ratio(const release& published, const held_bits& first, const held_bits& second) {
  const std::vector<std::uint32_t> places =
      public_places(published.parameters(), published.layout().degrees());
  const double numbers = number_log_ratio(published, places, first, second);
  return is_ppr(codec_of(published.parameters())) ? numbers
                                                  : numbers + row_log_ratio(published, places, first, second);
}

two_step row_options(const codec_spec& codec, const audit_options& options) {
  two_step o;
  o.total = options.total;
  o.codec = codec;
  // One order for all runs of ppr, so that the last user owns what changes.
  if (is_ppr(codec)) o.order = user_order::id;
  if (options.planned) return o;
  o.split = budget_split{0.1, 0.1, 0.4, 0.4};
  o.clip = {bound_kind::pairs, 2, 1};
  return o;
}

/// The key for ppr rows that cost so much.
std::optional<release_key> key_for(const codec_spec& codec, epsilon budget, std::uint32_t alphabet = 2) {
  const auto* ppr = codec.get_if<ppr_spec>();
  return ppr != nullptr ? std::optional(telling_key(ppr->response(budget, alphabet))) : std::nullopt;
}

/// The key for ppr rows that get this share of the total.
std::optional<release_key> key_for(const two_step& o, double share) {
  return key_for(o.codec, epsilon::from_nats(share * o.total.nats()));
}

// --- the verbs
// ----------------------------------------------------------------------------------------------

subject audit_degrees(relation r, const audit_options& options) {
  protocol<degree_result> p;
  p.play = [total = options.total](const graph_view& g, release_key, const coin_source& coins) {
    return release_all_degrees(g, total, coins);
  };
  p.log_ratio = [](const degree_result& t, const held_bits& first, const held_bits& second) {
    double sum = 0.0;
    for (vertex_id u = 0; u < users; ++u)
      sum += laplace_log_ratio(t.degrees.values[u], std::popcount(first[u]), std::popcount(second[u]), 1,
                               t.degrees.budget);
    return sum;
  };
  return graph_audit("degrees", std::nullopt, r, options, p, std::nullopt);
}

struct released_rows {
  published_graph graph;
  run_record run;
};

subject audit_release(const codec_spec& codec, relation r, const audit_options& options) {
  const two_step o = row_options(codec, options);
  protocol<released_rows> p;
  p.play = [o](const graph_view& g, release_key key, const coin_source& coins) {
    return simulate_run(g, {}, o.total, key, coins, [&](session& s) {
      published_graph graph = publish_graph(s, o);
      return released_rows{std::move(graph), s.close()};
    });
  };
  p.log_ratio = [](const released_rows& t, const held_bits& first, const held_bits& second) {
    return release_log_ratio(*t.graph.published, first, second);
  };
  p.published = [](const released_rows& t) { return t.graph.published.get(); };
  return graph_audit("release", codec, r, options, p, key_for(o, 0.4));
}

subject audit_triangles(const codec_spec& codec, relation r, const audit_options& options) {
  const two_step o = row_options(codec, options);
  protocol<triangle_result> p;
  p.play = [o](const graph_view& g, release_key key, const coin_source& coins) {
    return estimate_triangles(g, o, key, coins);
  };
  p.log_ratio = [](const triangle_result& t, const held_bits& first, const held_bits& second) {
    const release_layout& layout = t.published->layout();
    const std::vector<std::uint32_t> places = public_places(layout.parameters(), layout.degrees());
    return release_log_ratio(*t.published, first, second) +
           triangle_count_log_ratio(*t.published, places, make_bounds(layout, t.plan.cap), t.messages,
                                    layout.parameters().count, first, second);
  };
  p.published = [](const triangle_result& t) { return t.published.get(); };
  return graph_audit("triangles", codec, r, options, p, key_for(o, 0.4));
}

/// Rows of two rank classes; budgets and limits are always planned.
subject audit_centred_triangles(const codec_spec& codec, relation r, const audit_options& options) {
  const centred_options o{options.total, codec};
  protocol<centred_result> p;
  p.strangers = 12;  // the first class has 16 users
  p.play = [o](const graph_view& g, release_key key, const coin_source& coins) {
    return estimate_centred_triangles(g, o, key, coins);
  };
  p.log_ratio = [](const centred_result& t, const held_bits& first, const held_bits& second) {
    const release_layout& layout = t.published->layout();
    const std::vector<std::uint32_t> places = public_places(layout.parameters(), layout.degrees());
    return release_log_ratio(*t.published, first, second) +
           centred_count_log_ratio(*t.published, places, t, first, second);
  };
  p.published = [](const centred_result& t) { return t.published.get(); };
  return graph_audit("centred-triangles", codec, r, options, p, std::nullopt);
}

/// Roles are other ones in every run: the last user owns a row, counts, or says its degree alone.
subject audit_sampled_triangles(relation r, const audit_options& options) {
  const sampled_options o{options.total, 2000.0};
  protocol<sampled_result> p;
  p.strangers = 12;
  p.play = [o](const graph_view& g, release_key key, const coin_source& coins) {
    return estimate_sampled_triangles(g, o, key, coins);
  };
  p.log_ratio = sampled_log_ratio;
  return graph_audit("sampled-triangles", std::nullopt, r, options, p, std::nullopt);
}

/// Of length 4: those of length 3 are triangles.
subject audit_cycles(const codec_spec& codec, relation r, const audit_options& options) {
  two_step o = row_options(codec, options);
  o.clip = {};  // limits by hand are the triangles'
  protocol<cycle_result> p;
  p.play = [o](const graph_view& g, release_key key, const coin_source& coins) {
    return estimate_cycles(g, 4, o, key, coins);
  };
  p.log_ratio = [](const cycle_result& t, const held_bits& first, const held_bits& second) {
    const release_layout& layout = t.published->layout();
    const std::vector<std::uint32_t> places = public_places(layout.parameters(), layout.degrees());
    double sum = release_log_ratio(*t.published, first, second);
    if (!t.budgets.pilot.is_zero())
      sum +=
          cycle_count_log_ratio(*t.published, places, t.unit, t.pilot_counts, t.budgets.pilot, first, second);
    return sum +
           cycle_count_log_ratio(*t.published, places, t.unit, t.counts, t.budgets.count, first, second);
  };
  p.published = [](const cycle_result& t) { return t.published.get(); };
  return graph_audit("cycles", codec, r, options, p, key_for(o, 0.4));
}

subject audit_common_neighbors(const codec_spec& codec, relation r, const audit_options& options) {
  common_options o;
  o.total = options.total;
  o.codec = codec;
  if (!options.planned) o.variant = common_variant::basic;
  // Both ends of what changes are asked about, in different pairs.
  const std::vector<user_pair> pairs = {{changed, 0}, {other, 2}};
  protocol<common_result> p;
  p.play = [=](const graph_view& g, release_key key, const coin_source& coins) {
    return estimate_common_neighbors(g, pairs, o, key, coins);
  };
  p.log_ratio = [=](const common_result& t, const held_bits& first, const held_bits& second) {
    double sum = release_log_ratio(*t.published, first, second);
    const double unit = t.published->layout().codec().lattice().divisor(t.law);
    const auto add = [&](vertex_id u, vertex_id w, double count) {
      sum += common_count_log_ratio(*t.published, u, w, static_cast<int128>(std::nearbyint(count * unit)),
                                    t.budgets.count, first, second);
    };
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      add(pairs[i].first, pairs[i].second, t.counts[i].first);
      add(pairs[i].second, pairs[i].first, t.counts[i].second);
    }
    return sum;
  };
  p.published = [](const common_result& t) { return t.published.get(); };
  two_step rows;
  rows.codec = o.codec;
  rows.total = o.total;
  return graph_audit("common-neighbors", codec, r, options, p, key_for(rows, 0.475));
}

/// Two groups of users, and the last one in the first group, or in the second.
user_attribute groups(std::uint32_t of_last) {
  user_attribute attribute{"group", {"a", "b"}, {}};
  for (vertex_id u = 0; u < users; ++u) attribute.of.push_back(u == changed ? of_last : u % 2);
  return attribute;
}

/// An attributed graph is more than a graph: the attribute of the last user may change too.
subject audit_homophily(const row_codec& codec, relation r, const audit_options& options) {
  homophily_options o;
  o.total = options.total;
  o.method = codec ? homophily_method::edges : homophily_method::counts;
  if (codec) o.codec = *codec;
  if (!options.planned) o.attribute_share = 0.4;
  const bool is_changed = r == relation::attribute || r == relation::user;
  const bool has_cells = is_ppr(codec);
  const std::vector<input_pair> pairs = pairs_under(r, has_cells, 0);
  std::optional<release_key> fixed_key;
  if (has_cells) {
    const std::vector<channel::labels> values = {groups(0).values};
    fixed_key = key_for(*codec, plan_homophily(o, users, values).edges);
  }
  const auto play = [=, seed = options.seed](unsigned input, std::uint64_t run) {
    const input_pair& pair = pairs[run % pairs.size()];
    const std::array<std::uint32_t, 2> value = {0, is_changed ? 1U : 0U};
    const std::vector<user_attribute> attributes = {groups(value[input])};
    const homophily_result t = estimate_homophily(
        held_lists(pair[input]), attributes, o,
        fixed_key.value_or(release_key{coin_word(seed, input, run, 1)}), private_coins(seed, input, run));
    const channel& law = t.reports[0].law;
    const std::uint32_t report = t.reports[0].of[changed];
    const auto log_ratio = [&](const held_bits& first, const held_bits& second) {
      return t.published ? release_log_ratio(*t.published, first, second)
                         : neighbor_count_log_ratio(t.reports, t.counts, t.plan.count, first, second);
    };
    observation seen{loss(t.run, r), log_ratio(pair[0], pair[1]) +
                                         std::log(static_cast<double>(law.weight(report, value[0]))) -
                                         std::log(static_cast<double>(law.weight(report, value[1])))};
    if (has_cells) {
      seen.cell = ppr_cell(*t.published);
      return seen;
    }
    held_bits another = pair[input];
    const auto u = static_cast<vertex_id>(run % users);
    another[u] ^= 1U << ((u + 1 + run / users % (users - 1)) % users);
    seen.other_ratio = std::exp(log_ratio(another, pair[input]));
    return seen;
  };
  return {"homophily", name_of(codec), name_of(r), !has_cells, play};
}

sparse_vectors as_vectors(const held_values& values, std::uint32_t alphabet) {
  std::vector<std::vector<row_entry>> rows;
  for (const std::vector<std::uint32_t>& of_user : values) {
    rows.emplace_back();
    for (std::uint32_t item = 0; item < of_user.size(); ++item)
      if (of_user[item] != 0) rows.back().push_back({item, of_user[item]});
  }
  return {values[0].size(), alphabet, rows};
}

/// How a verb over vectors is played and judged. log_ratio: what users said after their rows.
template <class Result>
struct vector_protocol {
  std::string_view verb;
  std::uint32_t alphabet = 2;
  std::optional<release_key> key;  ///< of ppr
  std::function<Result(const sparse_vectors&, release_key, const coin_source&)> play;
  std::function<double(const Result&, const held_values&, const held_values&)> log_ratio;
  std::function<std::shared_ptr<const vector_release>(const Result&)> published;
};

/// One position of one user's vector changes: an item more, and in a swap another one less.
template <class Result>
subject vector_audit(const vector_protocol<Result>& p, const codec_spec& codec, const audit_options& options,
                     relation r = relation::position) {
  const bool has_cells = is_ppr(codec);
  const std::uint32_t largest = p.alphabet - 1;
  held_values first(users, std::vector<std::uint32_t>(users));
  for (vertex_id u = 0; u < users; ++u)
    for (std::uint32_t item = 0; item < users; ++item) first[u][item] = (u + item) % 3 == 0 ? largest : 0;
  held_values second = first;
  second[changed][other] = largest - first[changed][other];
  if (r == relation::swap) second[changed][other + 1] = 0;
  const std::array<held_values, 2> pair = {first, second};
  const auto play = [=, seed = options.seed](unsigned input, std::uint64_t run) {
    const Result t =
        p.play(as_vectors(pair[input], p.alphabet),
               p.key.value_or(release_key{coin_word(seed, input, run, 1)}), private_coins(seed, input, run));
    const std::shared_ptr<const vector_release> published = p.published(t);
    const vector_layout& layout = published->layout();
    const auto log_ratio = [&](const held_values& a, const held_values& b) {
      const double said = size_log_ratio(*published, a, b) + p.log_ratio(t, a, b);
      return has_cells ? said : said + entry_log_ratio(*published, a, b);
    };
    observation seen{loss(t.run, r), log_ratio(pair[0], pair[1])};
    if (has_cells) {
      seen.cell = ppr_cell(layout, published->words(changed), layout.position(other));
    } else {
      held_values another = pair[input];
      std::uint32_t& value = another[run % users][run / users % users];
      value = largest - value;
      seen.other_ratio = std::exp(log_ratio(another, pair[input]));
    }
    return seen;
  };
  return {std::string(p.verb), name_of(codec), name_of(r), !has_cells, play};
}

/// Ternary values, binary ones where the codec has no others.
subject audit_vectors(const codec_spec& codec, const audit_options& options) {
  vector_options o;
  o.total = options.total;
  o.codec = codec;
  vector_protocol<published_vectors> p{"vectors", std::min(codec.largest_alphabet(), 3U), {}, {}, {}, {}};
  p.key = key_for(codec, plan_vector_budgets(o).entries, p.alphabet);
  p.play = [o](const sparse_vectors& data, release_key key, const coin_source& coins) {
    return publish_vectors(data, o, key, coins);
  };
  p.log_ratio = [](const published_vectors&, const held_values&, const held_values&) { return 0.0; };
  p.published = [](const published_vectors& t) { return t.published; };
  return vector_audit(p, codec, options);
}

subject audit_butterflies(const codec_spec& codec, const audit_options& options) {
  butterfly_options o{options.total, {}};
  o.codec = codec;
  vector_protocol<butterfly_result> p{"butterflies", 2, {}, {}, {}, {}};
  p.key = key_for(codec, plan_butterfly_budgets(o).entries);
  p.play = [o](const sparse_vectors& data, release_key key, const coin_source& coins) {
    auto all = simulated_butterfly_users(data, coins);
    account paid(o.total, all.users());
    session s(all, paid, key);
    return estimate_butterflies(s, {data.length(), data.alphabet()}, o);
  };
  p.log_ratio = [](const butterfly_result& t, const held_values& a, const held_values& b) {
    return item_pair_log_ratio(*t.published, t.unit, t.pilot_counts, t.budgets.pilot, a, b) +
           item_pair_log_ratio(*t.published, t.unit, t.counts, t.budgets.count, a, b);
  };
  p.published = [](const butterfly_result& t) { return t.published; };
  return vector_audit(p, codec, options);
}

/// Pairs of a layer whose degrees are public, so that all inputs have the same: counts are centred.
subject audit_public_degrees(const codec_spec& codec, const audit_options& options) {
  common_options o;
  o.total = options.total;
  o.codec = codec;
  o.variant = common_variant::public_degrees;
  const std::vector<user_pair> pairs = {{0, 1}, {2, 3}, {4, 5}, {6, changed}};
  vector_protocol<common_result> p{"public-degrees", 2, {}, {}, {}, {}};
  p.play = [=](const sparse_vectors& data, release_key key, const coin_source& coins) {
    auto all = simulated_layer_users(data, coins);
    account paid(o.total, all.users());
    session s(all, paid, key);
    return estimate_common_neighbors(s, {data.length(), data.alphabet()}, pairs, o);
  };
  p.log_ratio = [=](const common_result& t, const held_values& a, const held_values& b) {
    double sum = 0.0;
    const auto add = [&](vertex_id u, vertex_id w, double count) {
      const double added_back = (1.0 - 2.0 * t.law.p0) * static_cast<double>(t.rows->layout().sizes()[u]);
      const double message = 2.0 * (t.law.p1 - t.law.p0) * count - added_back;
      sum += centred_common_log_ratio(*t.rows, u, w, static_cast<int128>(std::nearbyint(message)),
                                      t.budgets.count, a, b);
    };
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      add(pairs[i].first, pairs[i].second, t.counts[i].first);
      add(pairs[i].second, pairs[i].first, t.counts[i].second);
    }
    return sum;
  };
  p.published = [](const common_result& t) { return t.rows; };
  return vector_audit(p, codec, options, relation::swap);
}

constexpr std::string_view verbs[] = {
    "degrees",          "release",   "triangles", "centred-triangles", "sampled-triangles", "cycles",
    "common-neighbors", "homophily", "vectors",   "butterflies",       "public-degrees"};

}  // namespace

std::span<const std::string_view> audited_verbs() {
  return verbs;
}

std::vector<subject> audits_of(std::string_view verb, const row_codec& codec, const audit_options& options) {
  std::vector<subject> audits;
  const auto for_codecs = [&](auto&& add) {
    std::vector<std::string> names = codec_spec::names();
    std::ranges::sort(names);
    for (const std::string& name : names)
      if (!codec || codec->name() == name) add(codec_spec::parse(name));
  };
  const auto both_relations = [&](auto&& audit) {
    return [&, audit](const codec_spec& each) {
      for (const relation r : {relation::edge, relation::relationship})
        audits.push_back(audit(each, r, options));
    };
  };
  if (verb == "sampled-triangles") {
    if (!codec)
      for (const relation r : {relation::edge, relation::relationship})
        audits.push_back(audit_sampled_triangles(r, options));
  } else if (verb == "degrees") {
    if (!codec)
      for (const relation r : {relation::edge, relation::relationship})
        audits.push_back(audit_degrees(r, options));
  } else if (verb == "release") {
    for_codecs(both_relations(audit_release));
  } else if (verb == "triangles") {
    for_codecs(both_relations(audit_triangles));
  } else if (verb == "centred-triangles") {
    // A chosen key has its ppr cells at a place that no noisy order keeps.
    for_codecs([&](const codec_spec& each) {
      if (!is_ppr(each)) both_relations(audit_centred_triangles)(each);
    });
  } else if (verb == "cycles") {
    for_codecs(both_relations(audit_cycles));
  } else if (verb == "common-neighbors") {
    for_codecs(both_relations(audit_common_neighbors));
  } else if (verb == "homophily") {
    const auto relations = {relation::edge, relation::relationship, relation::attribute, relation::user};
    if (!codec)
      for (const relation r : relations) audits.push_back(audit_homophily(std::nullopt, r, options));
    // Reports of attributes have a law that is known; what is not is in the rows.
    for_codecs([&](const codec_spec& each) {
      for (const relation r : relations)
        if (!is_ppr(each) || r == relation::edge || r == relation::relationship)
          audits.push_back(audit_homophily(each, r, options));
    });
  } else if (verb == "vectors") {
    for_codecs([&](const codec_spec& each) { audits.push_back(audit_vectors(each, options)); });
  } else if (verb == "butterflies") {
    for_codecs([&](const codec_spec& each) { audits.push_back(audit_butterflies(each, options)); });
  } else if (verb == "public-degrees") {
    // Cells of ppr tell of one position.
    for_codecs([&](const codec_spec& each) {
      if (!is_ppr(each)) audits.push_back(audit_public_degrees(each, options));
    });
  } else {
    throw invalid_parameter("verb '" + std::string(verb) + "': cannot be audited");
  }
  if (audits.empty())
    throw invalid_parameter("--codec " + name_of(codec) + ": '" + std::string(verb) +
                            "' has no audit of that codec");
  return audits;
}

}  // namespace edgeldp::audit
