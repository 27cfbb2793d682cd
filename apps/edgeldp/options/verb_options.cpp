// SPDX-License-Identifier: MIT
#include "options/verb_options.hpp"

#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>

#include "options/nearest_word.hpp"

namespace edgeldp::cli {

value_check one_of(std::vector<std::string> words) {
  const std::string described = fmt::format("{{{}}}", fmt::join(words, ","));
  const auto fault = [words = std::move(words)](const std::string& typed) -> std::string {
    if (std::ranges::find(words, typed) != words.end()) return "";
    return fmt::format("unknown value '{}'{}", typed, nearest_or_all(typed, words));
  };
  return {fault, described};
}

template <class T>
bool is_number(const std::string& typed, T& number) {
  if (typed.empty() || std::isspace(static_cast<unsigned char>(typed.front())) != 0) return false;
  if (std::is_unsigned_v<T> && typed.front() == '-') return false;
  errno = 0;
  char* end = nullptr;
  if constexpr (std::is_floating_point_v<T>) {
    number = std::strtod(typed.c_str(), &end);
  } else if constexpr (std::is_signed_v<T>) {
    const long long read = std::strtoll(typed.c_str(), &end, 10);
    if (read < std::numeric_limits<T>::min() || read > std::numeric_limits<T>::max()) return false;
    number = static_cast<T>(read);
  } else {
    const unsigned long long read = std::strtoull(typed.c_str(), &end, 10);
    if (read > std::numeric_limits<T>::max()) return false;
    number = static_cast<T>(read);
  }
  return errno == 0 && end == typed.c_str() + typed.size();
}

template bool is_number(const std::string&, double&);
template bool is_number(const std::string&, int&);
template bool is_number(const std::string&, unsigned&);
template bool is_number(const std::string&, std::int64_t&);
template bool is_number(const std::string&, std::uint64_t&);

namespace {

/// 010: the parser takes it for 8.
bool has_leading_zero(const std::string& typed) {
  const std::size_t first = typed.find_first_not_of("+-");
  return first != typed.npos && typed[first] == '0' && first + 1 < typed.size() &&
         std::isdigit(static_cast<unsigned char>(typed[first + 1])) != 0;
}

}  // namespace

std::string no_such_number(const std::string& wanted, const std::string& typed) {
  std::string hint;
  double number = 0.0;
  std::string with_point = typed;
  std::ranges::replace(with_point, ',', '.');
  if (typed.find(',') != typed.npos && is_number(with_point, number))
    hint = wanted.starts_with("a whole") ? " (no comma between digits)"
                                         : fmt::format(" (a decimal comma is a point: {})", with_point);
  else if (is_number(typed, number) && number == std::trunc(number) && std::abs(number) < 1e15 &&
           (has_leading_zero(typed) || typed.find_first_of("eE.") != typed.npos))
    hint = fmt::format(" (write {:.0f})", number);
  return fmt::format("must be {}, not '{}'{}", wanted, typed, hint);
}

value_check above_zero() {
  const auto fault = [](const std::string& typed) -> std::string {
    double number = 0.0;
    return is_number(typed, number) && number > 0.0 ? "" : no_such_number("a number above 0", typed);
  };
  return {fault, ""};
}

namespace {

template <class T>
value_check check_of(const char* wanted) {
  const auto fault = [wanted](const std::string& typed) -> std::string {
    T number{};
    const bool is_good = is_number(typed, number) && (!std::is_integral_v<T> || !has_leading_zero(typed));
    return is_good ? "" : no_such_number(wanted, typed);
  };
  return {fault, ""};
}

template <class T>
struct element {
  using type = T;
};
template <class T>
struct element<std::vector<T>> : element<T> {};
template <class T>
struct element<std::optional<T>> : element<T> {};

/// Numbers refuse what is none, in words that say what is wanted.
template <class T>
void check_number(verb_option& option) {
  using number = typename element<T>::type;
  if constexpr (std::is_floating_point_v<number>)
    option.check(check_of<double>("a number"));
  else if constexpr (std::is_signed_v<number>)
    option.check(check_of<std::int64_t>("a whole number"));
  else if constexpr (std::is_unsigned_v<number>)
    option.check(check_of<std::uint64_t>("a whole number, 0 or above"));
}

}  // namespace

verb_option* verb_option::group(const std::string& section) {
  m_option->group(section);
  return this;
}

verb_option* verb_option::type_name(const std::string& what) {
  m_option->type_name(what);
  return this;
}

verb_option* verb_option::required(bool is) {
  m_option->required(is);
  return this;
}

verb_option* verb_option::capture_default_str() {
  m_option->capture_default_str();
  return this;
}

verb_option* verb_option::check(const value_check& check) {
  m_option->check(CLI::Validator(
      [fault_of = check.fault_of](const std::string& typed) { return fault_of(typed); }, check.limits));
  return this;
}

verb_option* verb_option::transform(std::string (*read)(std::string& typed)) {
  m_option->transform(CLI::Validator(read, ""));
  return this;
}

verb_option* verb_option::delimiter(char between) {
  m_option->delimiter(between);
  return this;
}

verb_option* verb_option::allow_extra_args(bool allow) {
  m_option->allow_extra_args(allow);
  return this;
}

verb_option* verb_option::excludes(const verb_option* other) {
  m_option->excludes(other->m_option);
  return this;
}

verb_option* verb_option::excludes(const std::string& other) {
  m_option->excludes(other);
  return this;
}

std::string verb_option::name() const {
  return m_option->get_name();
}

std::vector<std::string> verb_option::typed() const {
  return m_option->results();
}

template <class T>
verb_option* verb_options::add_option(const std::string& names, T& value, const std::string& about) {
  verb_option& added = m_options.emplace_back(*m_verb->add_option(names, value, about));
  m_last_checks.emplace_back([&added] { check_number<T>(added); });
  return &added;
}

template verb_option* verb_options::add_option(const std::string&, std::string&, const std::string&);
template verb_option* verb_options::add_option(const std::string&, double&, const std::string&);
template verb_option* verb_options::add_option(const std::string&, int&, const std::string&);
template verb_option* verb_options::add_option(const std::string&, unsigned&, const std::string&);
template verb_option* verb_options::add_option(const std::string&, std::int64_t&, const std::string&);
template verb_option* verb_options::add_option(const std::string&, std::uint64_t&, const std::string&);
template verb_option* verb_options::add_option(const std::string&, std::optional<double>&,
                                               const std::string&);
template verb_option* verb_options::add_option(const std::string&, std::optional<unsigned>&,
                                               const std::string&);
template verb_option* verb_options::add_option(const std::string&, std::optional<std::int64_t>&,
                                               const std::string&);
template verb_option* verb_options::add_option(const std::string&, std::optional<std::uint64_t>&,
                                               const std::string&);
template verb_option* verb_options::add_option(const std::string&, std::vector<std::string>&,
                                               const std::string&);
template verb_option* verb_options::add_option(const std::string&, std::vector<double>&, const std::string&);
template verb_option* verb_options::add_option(const std::string&, std::vector<unsigned>&,
                                               const std::string&);
template verb_option* verb_options::add_option(const std::string&, std::vector<std::uint64_t>&,
                                               const std::string&);

verb_option* verb_options::add_flag(const std::string& names, bool& value, const std::string& about) {
  return &m_options.emplace_back(*m_verb->add_flag(names, value, about));
}

verb_option* verb_options::get_option(const std::string& name) {
  return &m_options.emplace_back(*m_verb->get_option(name));
}

void verb_options::callback(std::function<void()> action) {
  m_verb->callback(std::move(action));
}

void verb_options::parse_complete_callback(std::function<void()> look) {
  m_verb->parse_complete_callback(std::move(look));
}

bool verb_options::has(const std::string& option) const {
  return m_verb->get_option_no_throw(option) != nullptr;
}

std::size_t verb_options::count(const std::string& option) const {
  return m_verb->count(option);
}

std::vector<std::string> verb_options::typed(const std::string& option) const {
  return m_verb->get_option(option)->results();
}

std::vector<verb_options::typed_option> verb_options::typed() const {
  std::vector<typed_option> all;
  for (const CLI::Option* option : static_cast<const CLI::App*>(m_verb)->get_options())
    if (option->count() > 0)
      all.push_back({option->get_name(), option->get_type_name().starts_with(value::file),
                     option->get_positional(), option->results()});
  return all;
}

void verb_options::complete() {
  for (const auto& check : m_last_checks) check();
  m_last_checks.clear();
}

}  // namespace edgeldp::cli
