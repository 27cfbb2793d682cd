// SPDX-License-Identifier: MIT
#include "results/codec_facts.hpp"

#include <algorithm>
#include <string>
#include <variant>

#include "edgeldp/core/codec/any/any_codec.hpp"

namespace edgeldp::results {

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

}  // namespace edgeldp::results
