// SPDX-License-Identifier: MIT
#include "verbs/graph_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <fstream>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "io/harmless.hpp"
#include "io/text_file.hpp"
#include "study/answer_parts.hpp"

namespace edgeldp::cli {

namespace {

/// A collection has settled what users are asked, and by which coins.
void refuse_settled_options(const graph_argument& file, const verb_options& verb) {
  for (const char* option : {"--epsilon", "--seed", "--method", "--users", "--nodes", "--names", "--format"})
    if (verb.has(option) && verb.count(option) > 0)
      throw invalid_parameter(fmt::format(
          "{}: {} is the result of a collection, whose people have been asked already", option, file.name()));
}

/// Results say what they are in their first field; no format of graphs begins like that.
bool is_result(const std::string& path) {
  std::array<char, 64> read{};
  std::ifstream file(path, std::ios::binary);
  file.read(read.data(), read.size());
  std::string_view text(read.data(), static_cast<std::size_t>(file.gcount()));
  if (!text.starts_with('{')) return false;
  text.remove_prefix(1);
  text.remove_prefix(std::min(text.find_first_not_of(" \r\n\t"), text.size()));
  return text.starts_with("\"edgeldp_result\"");
}

record result_in(const graph_argument& file) {
  record result = record::parse(text_of(file.path), nullptr, false);
  if (!result.is_object()) throw format_error(0, file.name() + ": damaged: this is no JSON");
  if (has(result, "failure"))
    throw invalid_parameter(file.name() +
                            ": the collection has failed: " + harmless(text_of(result, "failure")));
  if (text_of(result, "method") != "synthesis")
    throw invalid_parameter(
        fmt::format("{}: the result of a collection for '{}'; graphs are made of one for 'synthesis'",
                    file.name(), harmless(text_of(result, "method"))));
  return result;
}

/// Errors: an exception of JSON where one is missing.
void require_keys(const record& r, std::initializer_list<const char*> keys) {
  for (const char* key : keys) static_cast<void>(r.at(key));
}
/// The same where one is no number.
void require_numbers(const record& r, std::initializer_list<const char*> keys) {
  for (const char* key : keys) static_cast<void>(r.at(key).get<double>());
}

graph_source source_in(const record& result, const std::string& name) {
  graph_source source{.facts = {{"graph", name}, {"nodes", result.at("nodes")}, {"method", "ours"}},
                      .kept = results::read_wanted(result.at("synthesis")),
                      .is_simulated = result.at("simulated").get<bool>()};
  for (const char* key : {"task", "epsilon", "spent", "split"}) source.facts[key] = result.at(key);
  require_numbers(source.facts, {"nodes", "epsilon"});
  require_numbers(source.facts["spent"], {"epsilon", "relationship_dp"});
  require_numbers(source.facts["split"], {"groups"});
  static constexpr std::array<std::pair<const char*, const char*>, 5> statistics = {
      {{"edges", "edges"},
       {"wedges", "wedges"},
       {"max degree", "max_degree"},
       {"triangles", "triangles"},
       {"degree assortativity", "assortativity"}}};
  for (const auto& [named, statistic] : statistics)
    for (const record& number : result.at("numbers"))
      if (number.at("statistic") == named && has(number, "estimate")) {
        require_numbers(number, {"estimate"});
        require_keys(number, {"standard_error", "interval", "half_width", "bias_bound", "judgement"});
        source.released.emplace_back(statistic, number);
        break;
      }
  return source;
}

}  // namespace

std::optional<graph_source> collected_source(const graph_argument& file, const verb_options& verb) {
  const bool is_file = !file.path.empty() && file.path != "-" && file.given == nullptr;
  if (!is_file || !is_result(file.path)) return std::nullopt;
  refuse_settled_options(file, verb);
  const record result = result_in(file);
  try {
    return source_in(result, file.name());
  } catch (const nlohmann::json::exception&) {
    throw format_error(0, file.name() + ": damaged: fields of a result are missing, or not what they were");
  } catch (const format_error& e) {
    throw format_error(0, file.name() + ": damaged: " + e.what());
  }
}

}  // namespace edgeldp::cli
