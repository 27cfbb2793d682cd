// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include "edgeldp/graph/questions/triangles/centred/centred_triangles.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"
#include "study/study.hpp"

/// What verbs share that count a pattern by the two-step protocol: all of it, or the count alone on
/// a release file.
namespace edgeldp::cli {

struct counting_arguments : study_arguments {
  std::string release_path;

  void add_to(verb_options& verb);
};

/// What is counted and how.
struct counting {
  std::function<count_type(const csr_graph&)> truth;
  std::function<findings(const csr_graph&, const two_step&, const play&)> estimate;
  std::function<findings(const csr_graph&, std::shared_ptr<const release>, const play&)> estimate_on;
  answer_words words;
};

/// Counts at every budget and prints what comes.
/// Errors: those of the library; invalid_parameter for options that do not go with --release.
void run_counting(const counting_arguments& arguments, const counting& what, study_results& to);

/// Rounds and their budgets.
using round_shares = std::initializer_list<std::pair<const char*, epsilon>>;

/// Adds the keys split (means over runs), codec, alpha, level, beta, field, order, chunk_rule, and
/// what follows from the release.
void add_two_step(findings& f, round_shares split, std::shared_ptr<const release> published,
                  const codec_spec& codec);

/// Adds the key split where budgets follow the rank: means over users and runs.
void add_split_by_rank(findings& f, const centred_result& r);

/// Adds the keys rows_at, budgets_by_rank and groups.
void add_centred(findings& f, const centred_result& r);

/// What a run of centred counts gives.
findings counted_centred(const centred_result& r, const centred_options& options);

/// What the results of all these estimators hold under the same names.
template <class Result>
findings counted(const Result& r, const estimate& value, round_shares split, const two_step& options) {
  findings f{{{"", {{value, 0.0, {}}}}}, cost_of(r.run.spent), r.communication, r.run.told};
  f.numbers[0].values[0].variances = {r.error.response_variance, r.error.laplace_variance,
                                      r.error.clip_variance};
  f.numbers[0].parts_of_error = {"randomized_response", "laplace", "clipping"};
  f.flaws = flaws_of_chunks(r.is_private);
  add_two_step(f, split, r.published, options.codec);
  return f;
}

}  // namespace edgeldp::cli
