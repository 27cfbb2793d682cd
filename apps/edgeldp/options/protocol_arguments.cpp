// SPDX-License-Identifier: MIT
#include "options/protocol_arguments.hpp"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <sstream>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/codec/nullspace/columns.hpp"
#include "edgeldp/core/random/public_randomness.hpp"
#include "edgeldp/core/wire/release_layout.hpp"
#include "io/claims.hpp"
#include "io/report.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

double parse_fraction(const std::string& text, const std::string& whole) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    throw invalid_parameter("--split " + whole + ": '" + text + "' is not a number");
  return value;
}

/// "degree=0.1,edges=0.72,count=0.18" in any order, or three or four bare numbers:
/// degree[,size],edges,count.
budget_split parse_split(const std::string& text) {
  budget_split split;
  const std::map<std::string, double budget_split::*> fields = {{"degree", &budget_split::degree},
                                                                {"size", &budget_split::size},
                                                                {"edges", &budget_split::edges},
                                                                {"count", &budget_split::count}};
  std::vector<double> bare;
  std::stringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    const std::size_t equals = part.find('=');
    if (equals == std::string::npos) {
      bare.push_back(parse_fraction(part, text));
      continue;
    }
    const auto field = fields.find(part.substr(0, equals));
    if (field == fields.end())
      throw invalid_parameter("--split " + text + ": no round '" + part.substr(0, equals) +
                              "' (degree, size, edges, count)");
    if (split.*(field->second) != 0.0 || !bare.empty())
      throw invalid_parameter("--split " + text + ": a round named twice, or names mixed with bare numbers");
    split.*(field->second) = parse_fraction(part.substr(equals + 1), text);
  }
  if (!bare.empty() && text.find('=') != std::string::npos)
    throw invalid_parameter("--split " + text + ": a round named twice, or names mixed with bare numbers");
  if (bare.size() == 3) return {bare[0], 0.0, bare[1], bare[2]};
  if (bare.size() == 4) return {bare[0], bare[1], bare[2], bare[3]};
  if (!bare.empty())
    throw invalid_parameter("--split " + text + ": three or four bare numbers, or name=fraction pairs");
  return split;
}

std::uint64_t parse_key(const std::string& text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc() || end != text.data() + text.size())
    throw invalid_parameter("--key " + text + ": must be 1 to 16 hexadecimal digits");
  return value;
}

/// Word `which` of run `run`: the release key and the key of the simulated coins must differ and be
/// as good as independent.
std::uint64_t derive(std::uint64_t seed, std::uint64_t run, std::uint32_t which) {
  const philox_block b = philox4x32_10(
      seed, {static_cast<std::uint32_t>(run), static_cast<std::uint32_t>(run >> 32), which, 0x65646765});
  return b[0] | (std::uint64_t{b[1]} << 32);
}

}  // namespace

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

std::vector<std::string> codec_names(const std::string& first) {
  std::vector<std::string> names = codec_spec::names();
  names.insert(names.begin(), first);
  return names;
}

record codec_number(const codec_fields& fields, std::string_view name) {
  const auto at = std::ranges::find(fields, name, &codec_field::name);
  if (at == fields.end()) return nullptr;
  return std::visit([](auto value) { return record(value); }, at->value);
}

void add_codec(record& r, std::string_view name, const codec_fields& fields, bool by_beta) {
  r["codec"] = name;
  r["alpha"] = codec_number(fields, "alpha");
  r["level"] = by_beta ? record(nullptr) : codec_number(fields, "level");
}

void add_codec(record& r, const codec_parameters& p, bool by_beta) {
  add_codec(r, name_of(p.codec), fields_of(p), by_beta);
}

void add_codec(record& r, const codec_spec& codec) {
  add_codec(r, codec.name(), codec.fields());
}

void add_codec_fields(record& r, const codec_parameters& p, std::optional<double> beta) {
  add_codec(r, p, beta.has_value());
  if (beta && !codec_number(fields_of(p), "level").is_null()) r["beta"] = *beta;
  for (const codec_field& field : fields_of(p))
    if (!r.contains(field.name)) r[std::string(field.name)] = codec_number({field}, field.name);
}

const char* name_of(user_order order) {
  switch (order) {
    case user_order::id:
      return "id";
    case user_order::random:
      return "random";
    case user_order::noisy_degree:
      break;
  }
  return "noisy-degree";
}

const char* name_of(chunk_rule rule) {
  switch (rule) {
    case chunk_rule::released_size:
      return "released-size";
    case chunk_rule::true_degree:
      return "true-degree";
    case chunk_rule::noisy_degree:
      break;
  }
  return "noisy-degree";
}

const char* name_of(bound_kind kind) {
  return kind == bound_kind::pairs ? "pairs" : "neighbors";
}

const char* name_of(bound_anchor anchor) {
  return anchor == bound_anchor::size ? "size" : "degree";
}

std::string fault_of_budget(const option_value& given) {
  if (text_of(given).empty()) return "no budget is given";
  double nats = 0.0;
  if (!is_number(given, nats)) return "";  // numbers have a message of their own
  try {
    epsilon::from_nats(nats);
  } catch (const invalid_parameter& e) {
    return e.what() + std::string(nats == 0.0 ? " (a decimal comma is a point: 0.5, not 0,5)" : "");
  }
  return "";
}

void note_if_unspent(epsilon total, epsilon spent) {
  const double left = total.nats() - spent.nats();
  if (left > 1e-6 * total.nats())
    write_stderr(fmt::format(
        "edgeldp: note: {:.4g} of {:.4g} nats are not spent: the split leaves them, the codec has "
        "no use for them, or nobody was asked to count\n",
        left, total.nats()));
}

void note_if_unspent(const release_parameters& p) {
  note_if_unspent(p.total,
                  epsilon::from_units(p.degree.units() + p.size.units() + p.edges.units() + p.count.units()));
}

record split_record(const round_budgets& budgets) {
  return {{"degree", budget(budgets.degree)},
          {"size", budget(budgets.size)},
          {"edges", budget(budgets.edges)},
          {"count", budget(budgets.count)}};
}

record sections_record(const release_sizes& sizes) {
  return {{"header", sizes.header},
          {"degrees", sizes.degrees},
          {"sizes", sizes.sizes},
          {"ids", sizes.ids},
          {"edges", sizes.edges}};
}

bool protocol_arguments::typed(const std::string& name) const {
  return m_verb->count(name) > 0;
}

void protocol_arguments::require_key_for(std::uint64_t releases) const {
  if (releases > 1 && !key.empty())
    throw invalid_parameter("--key serves one release: leave it out with several runs or epsilons");
}

std::string ids_heading(release_key key) {
  return std::string(ids_mark) + hex(key.value) + "\n";
}

void warn_if_crowded(const release_layout& layout) {
  const double crowded = crowded_share(layout.parameters().coding);
  if (layout.largest_kept_share() > crowded)
    write_stderr(fmt::format(
        "edgeldp: warning: a row keeps about {:.0f}% of all positions; null spaces are biased beyond "
        "{:.0f}%, "
        "use --codec bitmap\n",
        100.0 * layout.largest_kept_share(), 100.0 * crowded));
}

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
          "What auto looks at first: error (and of errors within a quarter of the least, at bytes), or "
          "bytes (which is ppr)")
      ->group(section::expert)
      ->check(one_of({"error", "bytes"}))
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

two_step published_options(epsilon total) {
  two_step options;
  options.total = total;
  options.codec = ppr_spec{.beta = 2.0};
  options.split = budget_split{0.1, 0.0, 0.72, 0.18};
  options.order = user_order::id;
  options.clip = {bound_kind::neighbors, 150, {}};
  return options;
}

void protocol_arguments::apply_preset(two_step& options) const {
  if (preset != "published") return;
  const two_step published = published_options(options.total);
  const auto* ppr = options.codec.get_if<ppr_spec>();
  if (ppr != nullptr && !beta && !typed("--level"))
    options.codec = ppr_spec{ppr->alpha, ppr->level, published.codec.get_if<ppr_spec>()->beta};
  if (split.empty()) {
    options.split = published.split;
    options.split->edges =
        std::min(options.split->edges, options.codec.possible_budget() / options.total.nats());
  }
  if (!typed("--order")) options.order = published.order;
  if (!margin) options.clip.margin = published.clip.margin;
  if (!typed("--clip")) options.clip.kind = published.clip.kind;
}

namespace {

/// What centred counts plan by rank, all together.
constexpr std::array planned_by_rank = {"--split", "--order",      "--clip",       "--margin",
                                        "--kappa", "--chunk-rule", "--max-upload", "--max-error"};

void require_planned(const protocol_arguments& a) {
  if (!a.has_centred)
    throw invalid_parameter("--preset centred is for triangles and clustering; here leave it out");
  for (const char* name : planned_by_rank)
    if (a.typed(name))
      throw invalid_parameter(std::string(name) +
                              " does not go with --preset centred, which plans it by rank");
}

void refuse_idle_kappa(const bound_options& clip) {
  if (clip.kappa_percent && clip.kind == bound_kind::neighbors)
    throw invalid_parameter("--kappa is an option of --clip pairs, not of neighbors");
}

}  // namespace

bool protocol_arguments::is_centred() const {
  if (!preset.empty()) return preset == "centred";
  return has_centred &&
         std::ranges::none_of(planned_by_rank, [this](const char* name) { return typed(name); });
}

std::string protocol_arguments::codec_name() const {
  const std::string ppr(ppr_spec::name);
  if (codec != "auto") return codec;
  if (prefer == "bytes") return ppr;
  // Who types an option of ppr means ppr.
  bool of_ppr = preset == "published" || chunk_rule == "true-degree";
  for (const std::string_view option : ppr_spec::options) of_ppr |= typed("--" + std::string(option));
  return of_ppr && !typed("--codec") ? ppr : codec;
}

codec_spec protocol_arguments::codec_by_hand() const {
  const codec_spec choice = codec_spec::parse(codec_name(), {alpha, level, beta});
  if (typed("--prefer") && codec != "auto")
    throw invalid_parameter("--prefer is for --codec auto, not for " + codec);
  if (beta && typed("--level"))
    throw invalid_parameter("--beta and --level both say how long chunks are: give one");
  for (const std::string_view option : ppr_spec::options)
    if (const std::string name = "--" + std::string(option); typed(name) && !choice.is<ppr_spec>())
      throw invalid_parameter(name + " is an option of ppr, not of " + codec);
  return choice;
}

two_step protocol_arguments::options(double epsilon_nats) const {
  if (is_centred()) require_planned(*this);
  two_step options;
  options.total = epsilon::from_nats(epsilon_nats);
  options.codec = codec_by_hand();
  if (!options.codec.is_automatic()) {
    for (const char* name : {"--max-upload", "--max-error"})
      if (typed(name)) throw invalid_parameter(std::string(name) + " is a limit for --codec auto");
  } else if (chunk_rule == "true-degree") {
    throw invalid_parameter("--chunk-rule true-degree needs --codec ppr");
  }
  options.limit = limit;
  options.order = order == "id"       ? user_order::id
                  : order == "random" ? user_order::random
                                      : user_order::noisy_degree;
  if (!split.empty()) options.split = parse_split(split);
  options.true_degree_chunks = chunk_rule == "true-degree";
  options.clip = clip_by_hand();
  apply_preset(options);
  refuse_idle_kappa({options.clip.kind, {}, kappa_percent});
  return options;
}

bound_options protocol_arguments::clip_by_hand() const {
  const bound_options by_hand{clip == "neighbors" ? bound_kind::neighbors : bound_kind::pairs, margin,
                              kappa_percent};
  refuse_idle_kappa(by_hand);
  return by_hand;
}

release_key key_of_run(std::optional<std::uint64_t> seed, std::uint64_t run) {
  if (seed) return {derive(*seed, run, 0)};
  system_randomness coins;
  return {coins()};
}

coin_source coins_of_run(std::optional<std::uint64_t> seed, std::uint64_t run) {
  return seed ? coin_source::simulated(derive(*seed, run, 1)) : coin_source();
}

release_key protocol_arguments::key_of(std::uint64_t run) const {
  return key.empty() ? key_of_run(seed, run) : release_key{parse_key(key)};
}

coin_source protocol_arguments::coins_of(std::uint64_t run) const {
  return coins_of_run(seed, run);
}

}  // namespace edgeldp::cli
