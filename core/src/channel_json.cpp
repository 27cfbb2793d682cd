// SPDX-License-Identifier: MIT
#include "edgeldp/core/channel/channel_json.hpp"

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "edgeldp/core/error.hpp"

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

/// Calls take(column, row, value) for a list of `columns` lists of `rows`.
template <class F>
void read_columns(const json& object, const char* key, std::size_t rows, std::size_t columns, F&& take) {
  const json& list = member(object, key);
  if (!list.is_array() || list.size() != columns)
    refuse(key, "must be a list of " + std::to_string(columns) + " columns, one an input");
  for (std::size_t x = 0; x < columns; ++x) {
    if (!list[x].is_array() || list[x].size() != rows)
      refuse(key, "must have " + std::to_string(rows) + " numbers in column " + std::to_string(x));
    for (std::size_t y = 0; y < rows; ++y) take(x, y, list[x][y]);
  }
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

channel channel_from_json(std::string_view text) {
  json object;
  try {
    object = json::parse(text);
  } catch (const json::parse_error& e) {
    throw format_error(e.byte, "a channel's JSON cannot be read: " + std::string(e.what()));
  } catch (const json::exception& e) {  // a number that no double holds
    throw invalid_parameter("a channel's JSON cannot be read: " + std::string(e.what()));
  }
  if (!object.is_object()) throw invalid_parameter("a channel's JSON must be an object");
  if (member(object, "edgeldp_channel") != 1)
    refuse("edgeldp_channel", "must be 1, the version of this format");
  channel::labels inputs = read_labels(object, "inputs"), outputs = read_labels(object, "outputs");
  if (object.contains("probabilities")) {
    if (object.contains("weights")) refuse("weights", "and \"probabilities\" cannot both be given");
    std::vector<double> p;  // grows with what is there, not with the product of two lists of names
    read_columns(object, "probabilities", outputs.size(), inputs.size(),
                 [&](std::size_t, std::size_t, const json& value) {
                   if (!value.is_number())
                     refuse("probabilities", std::string("has a value of type ") + value.type_name());
                   p.push_back(value.get<double>());
                 });
    const Eigen::Map<const Eigen::MatrixXd> matrix(p.data(), static_cast<Eigen::Index>(outputs.size()),
                                                   static_cast<Eigen::Index>(inputs.size()));
    return channel::from_probabilities(std::move(inputs), std::move(outputs), matrix);
  }
  if (member(object, "resolution_bits") != channel::resolution_bits) refuse("resolution_bits", "must be 62");
  std::vector<std::uint64_t> weights;
  read_columns(
      object, "weights", outputs.size(), inputs.size(), [&](std::size_t, std::size_t, const json& value) {
        if (!value.is_number_unsigned())
          refuse("weights",
                 std::string("has a value of type ") + value.type_name() + " that is no integer from 0");
        weights.push_back(value.get<std::uint64_t>());
      });
  return channel::from_weights(std::move(inputs), std::move(outputs), std::move(weights));
}

}  // namespace edgeldp
