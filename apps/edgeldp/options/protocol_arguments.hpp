// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/privacy/ledger.hpp"
#include "edgeldp/core/random/seeded_run.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles.hpp"
#include "edgeldp/graph/uniform/two_step.hpp"
#include "io/report.hpp"
#include "options/verb_options.hpp"
#include "results/codec_facts.hpp"

namespace edgeldp::cli {

using results::add_codec;
using results::add_codec_fields;
using results::codec_number;

/// The options that every private protocol shares, as typed.
struct protocol_arguments {
  std::vector<double> epsilons = {1.0};
  std::string codec = "auto", prefer = "balanced", order = "noisy-degree", preset, split,
              chunk_rule = "released", clip = "pairs", key;
  double alpha = 2.0;
  unsigned level = default_level;
  std::optional<double> beta;
  std::optional<std::int64_t> margin;
  std::optional<std::uint32_t> kappa_percent;
  std::optional<std::uint64_t> seed;
  tuning_limit limit;
  bool has_centred = false;  ///< whether the verb counts centred unless told otherwise
  bool plans_ends = false;   ///< whether its rows may stand at either end of edges, by plan
  double relationship = 1.02;

  void add_to(verb_options& verb);

  /// Only what concerns rows: --epsilon, --codec, its parameters, --seed.
  void add_rows_to(verb_options& verb);

  /// Where no rows are sent: --epsilon and --seed.
  void add_budget_to(verb_options& verb);

  /// True when the user typed the option of that name.
  bool typed(const std::string& name) const;

  /// Errors: invalid_parameter when one key would have to serve several releases.
  void require_key_for(std::uint64_t releases) const;

  /// Options of the library at one total budget.
  /// Errors: invalid_parameter.
  two_step options(double epsilon) const;

  /// Whether pairs are counted against a public closure, with budgets by rank: by --preset centred,
  /// or where the verb does so and nothing by hand stands against it.
  bool is_centred() const;

  /// Options of centred counts, as far as these of two steps go with them.
  centred_options centred(const two_step& options) const;

  /// --codec and its parameters.
  /// Errors: invalid_parameter.
  codec_spec codec_by_hand() const;

  /// --clip, --margin and --kappa, for counting on an existing release.
  bound_options clip_by_hand() const;

  /// Public key and private coins of run number `run`: derived from --seed, or fresh from the
  /// operating system.
  release_key key_of(std::uint64_t run) const;
  coin_source coins_of(std::uint64_t run) const;

 private:
  void add_codec_options(verb_options& verb);
  std::string codec_name() const;
  void apply_preset(two_step& options) const;
  const verb_options* m_verb = nullptr;
};

/// The settings of the compression paper's experiment, with chunks from released numbers: alpha 2,
/// beta 2, split 0.1, 0.72, 0.18, order id, cap noisy degree + 150.
two_step published_options(epsilon total);

/// Names as they are typed and printed.
const char* name_of(user_order order);
const char* name_of(chunk_rule rule);
const char* name_of(bound_kind kind);
const char* name_of(bound_anchor anchor);

/// The names of all codecs behind another choice, for --codec.
std::vector<std::string> codec_names(const std::string& first);

/// --relationship, as a multiple of --epsilon.
void add_relationship(verb_options& verb, double& relationship);

/// --max-upload and --max-error, in a section of help.
void add_limits(verb_options& verb, tuning_limit& limit, const char* in_section);

/// How a file of the users' ids begins: which release it belongs to.
inline constexpr std::string_view ids_mark = "# ids of release ";
std::string ids_heading(release_key key);

/// Says so on standard error when rows of a nullspace release are too dense for it.
void warn_if_crowded(const release_layout& layout);

/// What is wrong with a budget, or nothing: a sweep is refused before it prints anything.
std::string fault_of_budget(const option_value& given);

/// Says so on standard error when the rounds take less than the total.
void note_if_unspent(epsilon total, epsilon spent);
/// Likewise, of the rounds that a release is planned for.
void note_if_unspent(const release_parameters& p);

/// Absolute epsilons by round.
record split_record(const round_budgets& budgets);

/// Bytes of a release by section.
record sections_record(const release_sizes& sizes);

}  // namespace edgeldp::cli
