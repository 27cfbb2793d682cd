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
#include "io/report.hpp"
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

}  // namespace

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

bool protocol_arguments::typed(const std::string& name) const {
  return m_verb->count(name) > 0;
}

void protocol_arguments::require_key_for(std::uint64_t releases) const {
  if (releases > 1 && !key.empty())
    throw invalid_parameter("--key serves one release: leave it out with several runs or epsilons");
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

centred_options protocol_arguments::centred(const two_step& options) const {
  centred_options of{options.total, options.codec, options.degree_share};
  if (prefer == "error") of.prefer = codec_preference::error;
  of.relationship = relationship;
  return of;
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
  two_step options;
  if (is_centred())
    require_planned(*this);
  else if (plans_ends)
    options.relationship = relationship;
  else if (relationship > 1.02)
    throw invalid_parameter(
        "--relationship is for triangles, clustering and cycles whose budgets are planned: leave out what "
        "else is set by hand");
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

release_key protocol_arguments::key_of(std::uint64_t run) const {
  return key.empty() ? key_of_run(seed, run) : release_key{parse_key(key)};
}

coin_source protocol_arguments::coins_of(std::uint64_t run) const {
  return coins_of_run(seed, run);
}

}  // namespace edgeldp::cli
