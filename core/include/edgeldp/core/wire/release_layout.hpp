// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "edgeldp/core/base/prefetch.hpp"
#include "edgeldp/core/base/shared_numbers.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/codec/any/any_codec.hpp"
#include "edgeldp/core/privacy/rank_budgets.hpp"
#include "edgeldp/core/random/permutation.hpp"
#include "edgeldp/core/wire/public_order.hpp"

namespace edgeldp {

/// Where the number of chunks of a ppr row, or of columns of a nullspace row, comes from. Tags are
/// stored; never renumber.
enum class chunk_rule : std::uint8_t {
  released_size = 1,  ///< the released number of preceding neighbours (size round)
  noisy_degree = 2,   ///< the released degrees: d_i times the share of all degrees that precedes i
  true_degree = 3,    ///< the papers' rule, NOT private: kept for reproduction only
};

/// Users of consecutive ranks whose rows have one law and who pay alike; they end where the next
/// class begins. Under user_order::hubs_last it is the bits about these users that have one law, in
/// everybody's row, and cost alike: the row stands at the earlier end of an edge then, and so each
/// edge has the price of its later end.
struct rank_class {
  std::uint32_t first = 0;  ///< rank of its first user
  codec_parameters rows;    ///< of the release's codec and key
  epsilon size, edges, count;
  friend bool operator==(const rank_class&, const rank_class&) = default;
};

/// Rows of more laws than that would be no classes any more.
inline constexpr std::size_t most_rank_classes = 256;

/// Everything about a release that is fixed before the edge round: integers wherever they carry
/// privacy. Where rows have several laws, numbers of the codec, size, edges and count are those of
/// the first users.
struct release_parameters : codec_parameters {
  std::uint64_t users = 0;
  user_order order = user_order::noisy_degree;
  edgeldp::chunk_rule chunk_rule = edgeldp::chunk_rule::noisy_degree;
  bool simulated = false;  ///< private coins came from a seed
  epsilon total, degree, size, edges,
      count;                      ///< shares of the budget; count is what is left for later rounds
  std::vector<rank_class> later;  ///< classes after the first, by rank; none where all rows have one law

  /// Of a round, by rank.
  rank_budgets size_budgets() const;
  rank_budgets edge_budgets() const;
  rank_budgets count_budgets() const;

  /// Whether the law of a bit follows from whom it is about, not from whose row it is in.
  bool has_laws_by_position() const noexcept { return order == user_order::hubs_last && !later.empty(); }

  /// False for the true-degree rule, whose number of chunks depends on private data.
  bool is_private() const noexcept { return chunk_rule != edgeldp::chunk_rule::true_degree; }
  friend bool operator==(const release_parameters&, const release_parameters&) = default;
};

/// The public half of a release: who reports which edge, at which position, in how many chunks or
/// columns. Client and collector build the same layout from the same released numbers; all
/// arithmetic is on integers.
///
/// Shapes: degrees: n noisy degrees. sizes: n released numbers of preceding neighbours, or empty
///     without a size round (with chunk_rule::true_degree: the true ones).
/// Memory: 12 bytes a user; 8 more for sizes, or 4 for what degrees say of them; the order has 12
///     to 16. Copies share them.
/// Threads: const access is safe concurrently.
/// Errors: invalid_parameter for parameters that do not fit together, naming them.
class release_layout {
 public:
  release_layout(const release_parameters& parameters, std::vector<std::int64_t> degrees,
                 std::vector<std::int64_t> sizes);
  /// Under an order that others hold too. name: under which its numbers are held
  /// (shared_numbers::held).
  /// Errors: also for an order of another kind or key.
  release_layout(const release_parameters& parameters, std::shared_ptr<const public_order> order,
                 shared_numbers<std::int64_t> sizes, std::string_view name = {});

  /// The same under the same order, its numbers held under a name (shared_numbers::held).
  /// Errors: as public_memory::hold.
  release_layout held_as(std::shared_ptr<const public_order> order, std::string_view name) const;

  const release_parameters& parameters() const noexcept { return m_parameters; }
  /// Of user u's row.
  const any_codec& codec(vertex_id u) const noexcept { return m_codecs[class_of(u)]; }
  /// Of all rows.
  /// Errors: invalid_parameter where they have several laws: for readers that know one only.
  const any_codec& codec() const;

  /// Laws of rows, by rank: codecs of one kind.
  std::span<const any_codec> codecs() const noexcept { return m_codecs; }
  /// Which of them user u's row has.
  std::size_t class_of(vertex_id u) const noexcept;
  bool has_one_law() const noexcept { return m_codecs.size() == 1; }
  /// Which of them the bit about a user has in another's row.
  std::size_t class_of_bit(vertex_id owner, vertex_id about) const noexcept {
    return class_of(m_parameters.has_laws_by_position() ? about : owner);
  }
  /// Of the bit of the pair {u, v}, in the row of whoever reports it.
  bit_law law(vertex_id u, vertex_id v) const noexcept {
    const vertex_id reports = owner(u, v);
    return m_codecs[class_of_bit(reports, reports == u ? v : u)].law();
  }
  const std::shared_ptr<const public_order>& order() const noexcept { return m_order; }
  std::span<const std::int64_t> degrees() const noexcept { return m_order->degrees(); }
  std::span<const std::int64_t> sizes() const noexcept { return m_sizes; }
  std::uint64_t users() const noexcept { return m_parameters.users; }

  /// Place in the public order, 0 first. User u reports its edges to users of lower rank.
  std::uint32_t rank(vertex_id user) const noexcept { return m_rank[user]; }
  std::span<const std::uint32_t> ranks() const noexcept { return m_rank; }
  /// Cost: as public_order::user_at.
  vertex_id user_at(std::uint32_t rank) const { return m_order->user_at(rank); }

  /// Where user v's bit sits in everybody's row: the permuted place, or the rank for plain bitmaps.
  std::uint32_t position(vertex_id v) const noexcept { return m_places[v].position; }

  /// The endpoint that reports the edge u v.
  vertex_id owner(vertex_id u, vertex_id v) const noexcept { return m_rank[u] > m_rank[v] ? u : v; }

  /// The public number of preceding neighbours user u is planned for (no guarantee: noise can hide
  /// more).
  std::uint64_t expected_size(vertex_id u) const noexcept { return expected_size(u, released_number(u)); }

  /// A public number of preceding neighbours that is rarely exceeded: min(rank, released size or
  /// degree + size_slack).
  std::uint64_t possible_size(vertex_id u) const noexcept;

  /// The released number that shapes user u's row: its size, or its degree under
  /// chunk_rule::noisy_degree.
  std::int64_t released_number(vertex_id u) const noexcept {
    const std::int32_t held = m_places[u].released;
    return held != elsewhere ? held : told_number(u);
  }

  row_shape shape(vertex_id u) const noexcept { return shape(u, class_of(u)); }
  /// The same, for whoever knows which law the row has.
  row_shape shape(vertex_id u, std::size_t row_class) const noexcept {
    return shape(u, row_class, released_number(u));
  }

  /// Asks for what position(u), shape(u) and word_offset(u) read: tables of all users are in no
  /// cache.
  [[gnu::always_inline]] void prefetch_place(vertex_id u) const noexcept {
    prefetch_from(&m_rank[u]);
    prefetch_from(&m_places[u]);
    prefetch_from(&m_first_word[u / users_per_base]);
    if (m_parameters.chunk_rule == edgeldp::chunk_rule::noisy_degree) prefetch_from(&m_expected[u]);
  }

  /// nullspace: the largest share of all positions that a row is expected to keep; 0 for other
  /// codecs. Beyond crowded_share bits lean towards 1.
  double largest_kept_share() const noexcept;

  /// Words [word_offset(u), word_offset(u + 1)) of the flat array belong to user u. u = users() is
  /// allowed.
  std::uint64_t word_offset(std::uint64_t u) const noexcept {
    return m_first_word[size_of(u / users_per_base)] + m_places[size_of(u)].beyond;
  }

 private:
  /// Offsets are counted from every 64th user's: those of a bitmap then always fit 32 bits.
  static constexpr std::uint64_t users_per_base = 64;
  /// What it takes to find a row and a bit in it, side by side: in tables of their own each cost a
  /// line of memory that no cache holds. To get a neighbour's row takes 87 to 97 in place of 142 ns
  /// of a processor with 10 million users.
  struct place {
    std::uint32_t position;
    std::uint32_t beyond;   // words of the row begin so many after the base's
    std::int32_t released;  // the released number, or `elsewhere`
  };
  /// Released numbers that 32 bits do not hold stay where they came from.
  static constexpr std::int32_t elsewhere = std::numeric_limits<std::int32_t>::min();

  /// The released number as the order or the size round has it.
  std::int64_t told_number(vertex_id u) const noexcept;
  std::uint64_t expected_size(vertex_id u, std::int64_t released) const noexcept {
    return m_parameters.chunk_rule == chunk_rule::noisy_degree ? m_expected[u]
                                                               : clamp_released(released, m_rank[u]);
  }
  row_knowledge knowledge_of_row(vertex_id u, std::int64_t released) const noexcept;
  row_shape shape(vertex_id u, std::size_t row_class, std::int64_t released) const noexcept;
  shared_numbers<place> make_places() const;
  /// Of users with one base, the first of whom is `first`.
  void fill_places(const permutation& permuted, std::uint64_t first, std::span<place> places) const;
  std::vector<std::uint64_t> make_first_words() const;

  release_parameters m_parameters;
  std::shared_ptr<const public_order> m_order;
  shared_numbers<std::int64_t> m_sizes;
  std::vector<any_codec> m_codecs;
  std::span<const std::uint32_t> m_rank;     // of what copies share
  shared_numbers<std::uint32_t> m_expected;  // none where sizes say it
  shared_numbers<place> m_places;            // and one for the end
  shared_numbers<std::uint64_t> m_first_word;
};

/// Predicted numbers of preceding neighbours from degrees alone: d_u * (sum of degrees that precede
/// u) / (sum of all), the mean of a random graph with these degrees; at most rank(u). Integers, so
/// that everybody computes the same.
std::vector<std::uint32_t> predict_sizes(std::span<const std::uint32_t> rank,
                                         std::span<const std::int64_t> degrees);

}  // namespace edgeldp
