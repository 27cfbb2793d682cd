// SPDX-License-Identifier: MIT
#include "options/verb_options.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string_view>
#include <system_error>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "options/nearest_word.hpp"

namespace edgeldp::cli {

std::string text_of(const option_value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* is = std::get_if<bool>(&value)) return *is ? "true" : "false";
  if (const auto* number = std::get_if<std::int64_t>(&value)) return fmt::to_string(*number);
  if (const auto* number = std::get_if<std::uint64_t>(&value)) return fmt::to_string(*number);
  std::string text = fmt::format("{}", std::get<double>(value));
  if (text.find_first_not_of("-0123456789") == text.npos) text += ".0";
  return text;
}

value_check one_of(std::vector<std::string> words) {
  const std::string described = fmt::format("{{{}}}", fmt::join(words, ","));
  const auto fault = [words = std::move(words)](const option_value& given) -> std::string {
    const std::string typed = text_of(given);
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

template <class T>
bool is_number(const option_value& given, T& number) {
  if (const auto* text = std::get_if<std::string>(&given)) return is_number(*text, number);
  if (const auto* fraction = std::get_if<double>(&given)) {
    if constexpr (std::is_floating_point_v<T>) number = *fraction;
    return std::is_floating_point_v<T>;
  }
  const auto take = [&number](auto whole) {
    number = static_cast<T>(whole);
    if constexpr (std::is_integral_v<T>) return std::in_range<T>(whole);
    return true;
  };
  if (const auto* whole = std::get_if<std::int64_t>(&given)) return take(*whole);
  if (const auto* whole = std::get_if<std::uint64_t>(&given)) return take(*whole);
  return false;
}

template bool is_number(const option_value&, double&);
template bool is_number(const option_value&, int&);
template bool is_number(const option_value&, unsigned&);
template bool is_number(const option_value&, std::int64_t&);
template bool is_number(const option_value&, std::uint64_t&);

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
  const auto fault = [](const option_value& given) -> std::string {
    double number = 0.0;
    return is_number(given, number) && number > 0.0 ? "" : no_such_number("a number above 0", text_of(given));
  };
  return {fault, ""};
}

namespace {

template <class T>
value_check check_of(const char* wanted) {
  const auto fault = [wanted](const option_value& given) -> std::string {
    T number{};
    const auto* text = std::get_if<std::string>(&given);
    const bool is_octal = std::is_integral_v<T> && text != nullptr && has_leading_zero(*text);
    return is_number(given, number) && !is_octal ? "" : no_such_number(wanted, text_of(given));
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

template <class T>
std::optional<value_check> check_of_kind() {
  if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, bool>)
    return std::nullopt;
  else if constexpr (std::is_floating_point_v<T>)
    return check_of<double>("a number");
  else if constexpr (std::is_signed_v<T>)
    return check_of<std::int64_t>("a whole number");
  else
    return check_of<std::uint64_t>("a whole number, 0 or above");
}

/// Gives back what is wrong.
template <class T>
std::string keep_one(T& kept, const option_value& given) {
  if constexpr (std::is_same_v<T, bool>) {
    const auto* is = std::get_if<bool>(&given);
    if (is == nullptr) return "takes no value but true and false";
    kept = *is;
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (std::holds_alternative<bool>(given)) return "must be a text, not " + text_of(given);
    kept = text_of(given);
  } else {
    if (std::string fault = check_of_kind<T>()->fault_of(given); !fault.empty()) return fault;
    if (!is_number(given, kept)) return text_of(given) + " is too large";
  }
  return "";
}

template <class T>
std::string keep_all(T& kept, const std::vector<option_value>& given) {
  if (given.size() != 1) return fmt::format("takes one value, not {}", given.size());
  typename element<T>::type one{};
  std::string fault = keep_one(one, given.front());
  if (fault.empty()) kept = std::move(one);
  return fault;
}

template <class T>
std::string keep_all(std::vector<T>& kept, const std::vector<option_value>& given) {
  std::vector<T> all(given.size());
  for (std::size_t i = 0; i < given.size(); ++i)
    if (std::string fault = keep_one(all[i], given[i]); !fault.empty()) return fault;
  kept = std::move(all);
  return "";
}

/// "-e,--epsilon": both.
std::vector<std::string> parts_of(const std::string& names) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= names.size();) {
    const std::size_t end = std::min(names.find(',', at), names.size());
    parts.push_back(names.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

}  // namespace

std::optional<value_check> number_check(const option_place& place) {
  return std::visit([]<class T>(T*) { return check_of_kind<typename element<T>::type>(); }, place);
}

verb_option* verb_option::group(const std::string& section) {
  m_is.section = section;
  return this;
}

verb_option* verb_option::type_name(const std::string& what) {
  m_is.type = what;
  return this;
}

verb_option* verb_option::required(bool is) {
  m_is.is_required = is;
  return this;
}

verb_option* verb_option::capture_default_str() {
  m_is.tells_default = true;
  return this;
}

verb_option* verb_option::check(value_check check) {
  m_is.checks.push_back(std::move(check));
  return this;
}

verb_option* verb_option::transform(std::string (*read)(std::string& typed)) {
  m_is.read = read;
  return this;
}

verb_option* verb_option::delimiter(char between) {
  m_is.delimiter = between;
  return this;
}

verb_option* verb_option::allow_extra_args(bool allow) {
  m_is.takes_further_words = allow;
  return this;
}

verb_option* verb_option::excludes(const std::string& other) {
  m_is.excluded.push_back(other);
  return this;
}

std::string verb_option::name() const {
  const std::vector<std::string> all = parts_of(m_is.names);
  const auto is_long = [](const std::string& name) { return name.starts_with("--"); };
  const auto first = std::ranges::find_if(all, is_long);
  return first != all.end() ? *first : all.front();
}

bool verb_option::is_called(const std::string& name) const {
  const auto is_so = [&name](const std::string& own) {
    return own == name || own.substr(std::min(own.find_first_not_of('-'), own.size())) == name;
  };
  return std::ranges::any_of(parts_of(m_is.names), is_so);
}

bool verb_option::is_against(const verb_option& other) const {
  const auto excludes = [](const verb_option& one, const verb_option& another) {
    return std::ranges::any_of(one.m_is.excluded,
                               [&another](const std::string& name) { return another.is_called(name); });
  };
  return excludes(*this, other) || excludes(other, *this);
}

std::vector<std::string> verb_option::typed() const {
  std::vector<std::string> texts;
  for (const option_value& value : m_given) texts.push_back(text_of(value));
  return texts;
}

std::string verb_option::keep_given() {
  if (m_given.empty()) return "";
  for (option_value& value : m_given) {
    if (auto* text = std::get_if<std::string>(&value); text != nullptr && m_is.read != nullptr)
      if (std::string fault = m_is.read(*text); !fault.empty()) return fault;
    for (const value_check& check : m_is.checks)
      if (std::string fault = check.fault_of(value); !fault.empty()) return fault;
  }
  return std::visit([this](auto* kept) { return keep_all(*kept, m_given); }, m_is.place);
}

const verb_option* verb_options::find(const std::string& name) const {
  const auto found =
      std::ranges::find_if(m_options, [&name](const verb_option& option) { return option.is_called(name); });
  return found == m_options.end() ? nullptr : &*found;
}

verb_option* verb_options::get_option(const std::string& name) {
  return &*std::ranges::find_if(m_options,
                                [&name](const verb_option& option) { return option.is_called(name); });
}

bool verb_options::has(const std::string& option) const {
  return find(option) != nullptr;
}

std::size_t verb_options::count(const std::string& option) const {
  return find(option)->given().size();
}

std::vector<std::string> verb_options::typed(const std::string& option) const {
  return find(option)->typed();
}

std::vector<verb_options::typed_option> verb_options::typed() const {
  std::vector<typed_option> all;
  for (const verb_option& option : m_options)
    if (!option.given().empty())
      all.push_back({option.name(), option.definition().type == value::file, !option.name().starts_with('-'),
                     option.typed()});
  return all;
}

void verb_options::require_settings() const {
  for (const verb_option& option : m_options) {
    if (option.definition().is_required && option.given().empty())
      throw invalid_parameter(option.name() + " is required");
    if (option.given().empty()) continue;
    for (const verb_option& other : m_options)
      if (!other.given().empty() && option.is_against(other))
        throw invalid_parameter(option.name() + " excludes " + other.name());
  }
}

void verb_options::call(std::vector<setting> settings) {
  for (setting& wanted : settings) {
    const std::string name = "--" + wanted.name;
    if (!has(wanted.name)) {
      std::vector<std::string> known;
      for (const verb_option& option : m_options) known.push_back(option.name());
      throw invalid_parameter(fmt::format("unknown option {}{}", name, hint_for_option(name, known)));
    }
    if (wanted.values.empty()) throw invalid_parameter(name + " needs a value");
    get_option(wanted.name)->give(std::move(wanted.values));
  }
  for (verb_option& option : m_options)
    if (const std::string fault = option.keep_given(); !fault.empty())
      throw invalid_parameter(option.name() + ": " + fault);
  require_settings();
  act();
}

void verb_options::act() const {
  require_other_files();
  m_action();
}

bool is_same_file(const std::string& one, const std::string& other) {
  std::error_code none;
  return std::filesystem::is_regular_file(one, none) && std::filesystem::equivalent(one, other, none);
}

void verb_options::require_other_files() const {
  const auto is_written = [](const verb_option& option) {
    return option.definition().section == section::output;
  };
  const auto is_file = [](const verb_option& option) { return option.definition().type == value::file; };
  for (const verb_option& to : m_options)
    for (const verb_option& from : m_options)
      if (is_file(to) && is_file(from) && is_written(to) && !is_written(from))
        for (const std::string& written : to.typed())
          for (const std::string& read : from.typed())
            if (is_same_file(written, read))
              throw invalid_parameter(fmt::format(
                  "{}: {} is a file that is read, and would be lost; name another one", to.name(), written));
}

}  // namespace edgeldp::cli
