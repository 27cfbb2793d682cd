// SPDX-License-Identifier: MIT
#include "edgeldp/channel/channel_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

namespace {

using json = nlohmann::json;

[[noreturn]] void refuse(const std::string& key, const std::string& why) {
  throw invalid_parameter("a channel's JSON: \"" + key + "\" " + why);
}

const json& member(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) refuse(key, "is missing");
  return *found;
}

channel::labels read_labels(const json& object, const char* key) {
  const json& list = member(object, key);
  if (!list.is_array()) refuse(key, "must be a list of strings");
  channel::labels names;
  for (const json& name : list) {
    if (!name.is_string())
      refuse(key, std::string("must be a list of strings; one is of type ") + name.type_name());
    names.push_back(name.get<std::string>());
  }
  return names;
}

bool is_of(const json& value, double) {
  return value.is_number();
}
bool is_of(const json& value, std::uint64_t) {
  return value.is_number_unsigned();
}

/// A list of lists of `rows` numbers, one an input, as one: it grows with what is there, not with
/// the product of two lists of names.
template <class Number>
std::vector<Number> read_columns(const json& object, const char* key, std::size_t rows,
                                 const channel::labels& inputs) {
  const json& list = member(object, key);
  if (!list.is_array() || list.size() != inputs.size())
    refuse(key, "must be a list of " + std::to_string(inputs.size()) + " columns, one an input");
  std::vector<Number> numbers;
  for (std::size_t x = 0; x < inputs.size(); ++x) {
    const std::string where = " under input \"" + inputs[x] + "\"";
    if (!list[x].is_array() || list[x].size() != rows)
      refuse(key, "must have " + std::to_string(rows) + " numbers, one an output," + where);
    for (const json& value : list[x]) {
      if (!is_of(value, Number()))
        refuse(key, std::string("has a value of type ") + value.type_name() + where +
                        (std::is_integral_v<Number> ? ": an integer from 0 is expected"
                                                    : ": a number is expected"));
      numbers.push_back(value.get<Number>());
    }
  }
  return numbers;
}

}  // namespace

std::string channel_to_json(const channel& c) {
  json columns = json::array();
  for (std::size_t x = 0; x < c.input_count(); ++x) {
    json column = json::array();
    for (std::size_t y = 0; y < c.output_count(); ++y) column.push_back(c.weight(y, x));
    columns.push_back(std::move(column));
  }
  nlohmann::ordered_json object = {{"edgeldp_channel", 1},
                                   {"inputs", c.inputs()},
                                   {"outputs", c.outputs()},
                                   {"resolution_bits", channel::resolution_bits},
                                   {"weights", std::move(columns)}};
  try {
    return object.dump();
  } catch (const json::type_error&) {
    throw invalid_parameter("a channel's label is not UTF-8");
  }
}

namespace {

/// "line 3, column 7", both from 1, of a byte counted from 1.
std::string place_in(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte == 0 ? 0 : byte - 1, text.size()));
  const auto lines = ranges::count(before, '\n');
  const std::size_t start = before.rfind('\n') + 1;  // 0 where there is none
  return "line " + std::to_string(lines + 1) + ", column " + std::to_string(before.size() - start + 1);
}

}  // namespace

channel channel_from_json(std::string_view text) {
  json object;
  try {
    object = json::parse(text);
  } catch (const json::parse_error& e) {
    throw format_error(
        0, place_in(text, e.byte) + ": this is not the JSON of a channel, as `channel show --out` writes it");
  } catch (const json::exception& e) {  // a number that no double holds
    throw invalid_parameter("a channel's JSON cannot be read: " + std::string(e.what()));
  }
  if (!object.is_object()) throw invalid_parameter("a channel's JSON must be an object");
  if (member(object, "edgeldp_channel") != 1)
    refuse("edgeldp_channel", "must be 1, the version of this format");
  channel::labels inputs = read_labels(object, "inputs"), outputs = read_labels(object, "outputs");
  if (object.contains("probabilities")) {
    if (object.contains("weights")) refuse("weights", "and \"probabilities\" cannot both be given");
    const auto p = read_columns<double>(object, "probabilities", outputs.size(), inputs);
    const Eigen::Map<const Eigen::MatrixXd> matrix(p.data(), static_cast<Eigen::Index>(outputs.size()),
                                                   static_cast<Eigen::Index>(inputs.size()));
    return channel::from_probabilities(std::move(inputs), std::move(outputs), matrix);
  }
  if (member(object, "resolution_bits") != channel::resolution_bits) refuse("resolution_bits", "must be 62");
  auto weights = read_columns<std::uint64_t>(object, "weights", outputs.size(), inputs);
  return channel::from_weights(std::move(inputs), std::move(outputs), std::move(weights));
}

channel channel_from_own_json(std::string_view text) {
  try {
    channel c = channel_from_json(text);
    if (channel_to_json(c) != text) throw invalid_parameter("it is not in its own form");
    return c;
  } catch (const invalid_parameter& e) {
    throw format_error(0, std::string("a channel that is none: ") + e.what());
  }
}

}  // namespace edgeldp
