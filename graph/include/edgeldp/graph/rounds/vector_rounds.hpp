// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/core/privacy/ledger.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/core/wire/gathered_rows.hpp"
#include "edgeldp/core/wire/vector_release.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"

/// The rounds of sparse k-ary vectors: `size` (how many positions differ from the reference;
/// bitmaps need none), then `entries` (the randomized vector). The users' side:
/// vector_rounds_user.hpp. Unit of privacy: Hamming distance 1; core/doc/privacy.md, "Vectors".
namespace edgeldp {

/// Shares of the total, in (0, 1]; size and count may be 0. Their sum is at most 1.
struct vector_split {
  double size = 0.0, entries = 0.0, count = 0.0;
};

struct vector_options {
  epsilon total = epsilon::from_nats(1.0);
  /// Automatic: codec_spec::settled at the total.
  codec_spec codec = ppr_spec{};
  /// By hand; otherwise size_share for sizes (none for bitmaps) and the rest for entries.
  std::optional<vector_split> split;
  /// Share of `size`: a constant, since nothing has been released when it is fixed. Sizes only
  /// shape messages.
  double size_share = 0.05;
  /// The paper's rule, sizes as they are: NOT private; for reproduction.
  bool true_sizes = false;
};

/// Budgets of the rounds. size is zero without a size round.
struct vector_budgets {
  epsilon size, entries, count;
};

/// Step 1, before any data. Without a split, entries get what sizes leave, at most
/// codec.largest_budget().
/// Errors: invalid_parameter for shares that do not fit the codec or each other.
vector_budgets plan_vector_budgets(const vector_options& options);

/// Positions and values of the vectors, which are public.
struct vector_shape {
  std::uint64_t length = 0;
  std::uint32_t alphabet = 2;
};

/// Whose vectors, and in which run.
struct vector_run {
  std::uint64_t users = 0;
  release_key key{};
  bool simulated = false;
};

/// Step 2, after the round `size` (sizes: what it released; true ones under true_sizes; empty for
/// bitmaps): the header of the release, codec parameters included.
/// Errors: invalid_parameter for options that do not fit; nullspace is binary.
vector_parameters plan_vectors(const vector_options& options, const vector_budgets& budgets,
                               const vector_shape& shape, std::span<const std::int64_t> sizes,
                               const vector_run& of);

/// codec_spec::fill for p.entries, p.alphabet and p.sizes, which are set. Chunks of ppr follow
/// chunk_floor_for: nobody's expected work exceeds its level because noise hid entries.
void fill_codec(vector_parameters& p, const codec_spec& codec, std::span<const std::int64_t> sizes);

/// The number of a user's entries: round `size`. One bit of sensitivity.
struct entry_count {
  static constexpr std::string_view asks = "number of entries";
  static constexpr round_kind round{rounds::size, edge_use::one_endpoint};
  using answers = released_values;

  void write(canonical_writer&) const {}
  static entry_count read(canonical_reader&, const public_objects&) { return {}; }
};
using entry_count_round = count_round<entry_count>;

/// The same number as it is: NOT private. A question of its own, so that only users who agreed to
/// be asked it answer.
struct open_entry_count_round {
  static constexpr std::string_view asks = "open number of entries";
  using answers = released_values;

  const round_kind& kind() const noexcept;
  void write(byte_string&) const {}
  static open_entry_count_round read(std::span<const std::byte> in, const public_objects&);
  answers open(const roster& who) const { return {std::vector<std::int64_t>(size_of(who.size()))}; }
};

/// Round `entries`: the randomized vector. Number i of the roster is user i of the layout.
struct entry_round {
  static constexpr std::string_view asks = "entries";
  public_ref<vector_layout> layout;

  /// The rows of all users, as they come.
  class answers {
   public:
    explicit answers(public_ref<vector_layout> layout);
    /// Errors: format_error for bytes that no user's vector has.
    void accept(std::uint64_t number, std::span<const std::byte> message);
    void accept_words(std::uint64_t number, std::span<const std::uint64_t> row);
    /// `catalog`: see vector_release.
    vector_release publish(std::string catalog) &&;

   private:
    public_ref<vector_layout> m_layout;
    gathered_rows<vector_layout> m_rows;
  };

  const round_kind& kind() const noexcept;
  void write(byte_string& out) const;
  static entry_round read(std::span<const std::byte> in, const public_objects& published);
  /// Errors: invalid_parameter for a roster of another size, or rows that are too long.
  answers open(const roster& who) const;
};

/// The rounds that a release's header says were paid for; its count is for rounds still to come.
ledger ledger_of(const vector_parameters& p);

struct published_vectors {
  std::shared_ptr<const vector_release> published;
  run_record run;
};

/// Round `entries` of some users. sizes: what is known of their numbers of entries, one a user
/// asked; plan(sizes): the header, as the session decides it.
/// Errors: invalid_parameter for rows that are too long; what plan throws.
std::shared_ptr<const vector_release> ask_entries(
    session& s, const roster& who, std::vector<std::int64_t> sizes,
    const std::function<vector_parameters(std::span<const std::int64_t>)>& plan, std::string catalog = {});

/// Both rounds at budgets that are fixed, for questions that go on with the rows: the round `size`
/// where it has a budget. An automatic codec is chosen once sizes are known: bitmaps where lists
/// are crowded (codec_spec::settled). clean: what is done to the numbers of the round `size` before
/// anything follows from them.
/// Errors: as plan_vectors; invalid_parameter for rows that are too long.
std::shared_ptr<const vector_release> ask_vectors(session& s, const vector_shape& shape,
                                                  const vector_options& options,
                                                  const vector_budgets& budgets, std::string catalog = {},
                                                  const std::function<void(released_values&)>& clean = {});

/// Both rounds. The session's key is the public release key.
/// Errors: as the steps above; invalid_parameter without users.
published_vectors publish_vectors(session& s, const vector_shape& shape, const vector_options& options,
                                  std::string catalog = {});

}  // namespace edgeldp
