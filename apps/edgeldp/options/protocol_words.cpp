// SPDX-License-Identifier: MIT
#include "options/protocol_arguments.hpp"

#include "edgeldp/core/random/public_randomness.hpp"
#include "edgeldp/core/wire/release_layout.hpp"
#include "io/claims.hpp"
#include "io/report.hpp"

namespace edgeldp::cli {

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
    case user_order::hubs_last:
      return "hubs-last";
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

std::string ids_heading(release_key key) {
  return std::string(ids_mark) + hex(key.value) + "\n";
}

}  // namespace edgeldp::cli
