// SPDX-License-Identifier: MIT
#include "options/protocol_arguments.hpp"

#include "options/shared_options.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

/// "ppr (smallest messages of all), nullspace, bitmap (plain randomized response)".
std::string codecs_in_words() {
  std::string text;
  for (const std::string& name : codec_spec::names()) {
    text += (text.empty() ? "" : ", ") + name;
    all_codecs::for_each([&]<class S>(std::type_identity<S>) {
      if (name == S::name && !S::about.empty()) text += " (" + std::string(S::about) + ")";
    });
  }
  return text;
}

}  // namespace

void add_limits(verb_options& verb, tuning_limit& limit, const char* in_section) {
  verb.add_option("--max-upload", limit.upload_bytes,
                  "At most so many bytes sent by a user (mean, predicted)")
      ->group(in_section)
      ->check(above_zero());
  verb.add_option("--max-error", limit.relative_error,
                  "Relative error that suffices (predicted): the fewest bytes win then")
      ->group(in_section)
      ->check(above_zero());
}

void protocol_arguments::add_rows_to(verb_options& verb) {
  add_codec_options(verb);
}

void add_relationship(verb_options& verb, double& relationship) {
  verb.add_option(
          "--relationship", relationship,
          "What a relationship may lose, in epsilons: 2 as in papers whose two ends both spend it, with half "
          "the error; 1.02 to protect it")
      ->group(section::common)
      ->check(between(1.02, 2.0))
      ->capture_default_str();
}

void protocol_arguments::add_budget_to(verb_options& verb) {
  m_verb = &verb;
  add_epsilons(verb, epsilons);
  add_simulation_seed(verb, seed);
}

void protocol_arguments::add_codec_options(verb_options& verb) {
  m_verb = &verb;
  add_epsilons(verb, epsilons);
  verb.add_option("--codec", codec,
                  "How rows are sent: auto (chosen from public numbers), " + codecs_in_words())
      ->group(section::common)
      ->check(one_of(codec_names("auto")))
      ->capture_default_str();
  verb.add_option(
          "--prefer", prefer,
          "What auto looks at: balanced (small rows while their error is near the least), error (the least "
          "error, whatever there is to read), or bytes (which is ppr)")
      ->group(section::expert)
      ->check(one_of({"balanced", "error", "bytes"}))
      ->capture_default_str();
  add_ppr_options(verb, alpha, level, beta);
  add_simulation_seed(verb, seed);
}

void protocol_arguments::add_to(verb_options& verb) {
  add_codec_options(verb);
  add_limits(verb, limit, section::expert);
  verb.add_option("--order", order,
                  "Public order of the users: noisy-degree (hubs first), id (as in the file), random")
      ->group(section::expert)
      ->check(one_of({"noisy-degree", "id", "random"}))
      ->capture_default_str();
  verb.add_option("--split", split,
                  "Shares of the budget by hand, e.g. degree=0.1,edges=0.72,count=0.18 or 0.1,0.72,0.18 "
                  "(size may be added); "
                  "otherwise chosen by predicted error")
      ->group(section::expert);
  verb.add_option("--margin", margin,
                  "Caps are the released size (without a size round: the noisy degree) plus this; otherwise "
                  "chosen by predicted error")
      ->group(section::expert)
      ->check(between(-largest_released_number, largest_released_number, "a whole number"));
  verb.add_option("--clip", clip,
                  "What a cap cuts: pairs (accepted greedily, few enough a neighbour) or neighbors (a random "
                  "subset, as published)")
      ->group(section::expert)
      ->check(one_of({"pairs", "neighbors"}))
      ->capture_default_str();
  verb.add_option(
          "--kappa", kappa_percent,
          "With --clip pairs: noisy edges that one neighbour may have among the others, in percent of "
          "the cap; otherwise chosen by predicted error")
      ->group(section::expert)
      ->check(between(1, 100));
  verb.add_option("--chunk-rule", chunk_rule,
                  "Number of chunks from released numbers, or from the true degree as published (NOT "
                  "private; for reproduction)")
      ->group(section::expert)
      ->check(one_of({"released", "true-degree"}))
      ->capture_default_str();
  verb.add_option(
          "--preset", preset,
          "centred (triangles, whose default it is unless --split, --order, --clip and their like say "
          "otherwise): budgets follow the rank, and pairs count by what they differ from a public closure; "
          "uniform: everybody divides its budget alike; published: the settings of the compression paper "
          "(alpha 2, beta 2, split 0.1,0.72,0.18, order id, lists clipped at noisy degree + 150), of which "
          "options given by hand win")
      ->group(section::expert)
      ->check(one_of({"uniform", "centred", "published"}));
  verb.add_option("--key", key, "Public key of the release, hexadecimal (fresh and printed otherwise)")
      ->group(section::expert);
}

}  // namespace edgeldp::cli
