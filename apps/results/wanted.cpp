// SPDX-License-Identifier: MIT
#include "results/wanted.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp::results {

namespace {

[[noreturn]] void fail(const std::string& key, const char* why) {
  throw format_error(0, fmt::format("'synthesis': '{}' {}", key, why));
}

const record& at(const record& from, const std::string& key) {
  const auto found = from.find(key);
  if (found == from.end()) fail(key, "is missing");
  return *found;
}

double read_number(const record& value, const std::string& key) {
  if (!value.is_number()) fail(key, "must be a number");
  return value.get<double>();
}

template <class T>
T read_count(const record& value, const std::string& key) {
  if (!value.is_number_unsigned()) fail(key, "must be a whole number, not below 0");
  const auto count = value.get<std::uint64_t>();
  if (count > std::numeric_limits<T>::max()) fail(key, "is too large");
  return static_cast<T>(count);
}

const record& list(const record& from, const std::string& key) {
  const record& values = at(from, key);
  if (!values.is_array()) fail(key, "must be a list");
  return values;
}

template <class T>
std::vector<T> read_counts(const record& from, const std::string& key) {
  std::vector<T> all;
  for (const record& value : list(from, key)) all.push_back(read_count<T>(value, key));
  return all;
}

std::vector<double> read_numbers(const record& from, const std::string& key) {
  std::vector<double> all;
  for (const record& value : list(from, key)) all.push_back(read_number(value, key));
  return all;
}

/// Null where nothing is known.
record known_error(double error) {
  return std::isfinite(error) ? record(error) : record();
}
double read_error(const record& from, const std::string& key) {
  const record& value = at(from, key);
  return value.is_null() ? nothing_known : read_number(value, key);
}

release_key read_key(const record& from) {
  const record& digits = at(from, "key");
  if (!digits.is_string()) fail("key", "must be 16 digits 0 to 9, a to f");
  const auto text = digits.get<std::string>();
  release_key key{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), key.value, 16);
  if (text.size() != 16 || error != std::errc() || end != text.data() + text.size())
    fail("key", "must be 16 digits 0 to 9, a to f");
  return key;
}

}  // namespace

record written(const kept_wanted& kept) {
  const wanted_graph& wanted = kept.wanted;
  record r = {{"key", fmt::format("{:016x}", kept.key.value)},
              {"degrees", wanted.degrees},
              {"group_count", wanted.group_count},
              {"group_of", wanted.group_of},
              {"ends", wanted.ends},
              {"ends_errors", wanted.ends_errors},
              {"triangles", wanted.triangles},
              {"triangles_error", wanted.triangles_error},
              {"walks", wanted.walks},
              {"walks_error", known_error(wanted.walks_error)},
              {"classes", record::array()}};
  for (const wanted_class& c : wanted.classes)
    r["classes"].push_back({{"from_degree", c.from},
                            {"triangles", c.triangles},
                            {"contact_degrees", c.contact_degrees},
                            {"contact_degrees_error", known_error(c.contact_degrees_error)}});
  return r;
}

kept_wanted read_wanted(const record& from) {
  if (!from.is_object()) throw format_error(0, "'synthesis' must be an object");
  kept_wanted kept{{}, read_key(from)};
  wanted_graph& wanted = kept.wanted;
  wanted.degrees = read_counts<std::uint64_t>(from, "degrees");
  wanted.group_count = read_count<std::size_t>(at(from, "group_count"), "group_count");
  wanted.group_of = read_counts<std::uint32_t>(from, "group_of");
  wanted.ends = read_numbers(from, "ends");
  wanted.ends_errors = read_numbers(from, "ends_errors");
  wanted.triangles = read_number(at(from, "triangles"), "triangles");
  wanted.triangles_error = read_number(at(from, "triangles_error"), "triangles_error");
  wanted.walks = read_number(at(from, "walks"), "walks");
  wanted.walks_error = read_error(from, "walks_error");
  for (const record& c : list(from, "classes")) {
    if (!c.is_object()) fail("classes", "must be a list of objects");
    wanted.classes.push_back({read_count<std::uint64_t>(at(c, "from_degree"), "from_degree"),
                              read_number(at(c, "triangles"), "triangles"),
                              read_number(at(c, "contact_degrees"), "contact_degrees"),
                              read_error(c, "contact_degrees_error")});
  }
  return kept;
}

}  // namespace edgeldp::results
