// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "results/record.hpp"

/// What results say of the codec of their rows.
namespace edgeldp::results {

/// The keys codec, alpha, level; the last two null where a codec has none, level also where beta
/// was given.
void add_codec(record& r, std::string_view name, const codec_fields& fields, bool by_beta = false);
void add_codec(record& r, const codec_parameters& p, bool by_beta = false);
void add_codec(record& r, const codec_spec& codec);
/// The same, then beta where that was given, and whatever else the codec says of itself.
void add_codec_fields(record& r, const codec_parameters& p, std::optional<double> beta = {});
/// One of these numbers, or null.
record codec_number(const codec_fields& fields, std::string_view name);

}  // namespace edgeldp::results
