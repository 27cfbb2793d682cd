// SPDX-License-Identifier: MIT
#include "io/report.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <system_error>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/protocol/result_fields.hpp"

namespace edgeldp::cli {

namespace {

const auto process_start = std::chrono::steady_clock::now();

std::string as_text(const record& value) {
  if (value.is_null()) return "-";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) {
    const double x = value.get<double>();
    // Whole numbers are exact: none of their digits is noise.
    return x == std::trunc(x) && std::abs(x) < 1e15 ? fmt::format("{:.0f}", x) : fmt::format("{:.6g}", x);
  }
  if (value.is_object()) {
    std::string text;
    for (const auto& [key, part] : value.items())
      text += (text.empty() ? "" : ", ") + key + " " + as_text(part);
    return text;
  }
  if (!value.is_array()) return value.dump();
  std::string text;
  for (const record& item : value) text += (text.empty() ? "" : " .. ") + as_text(item);
  return text;
}

/// The keys that a table has no lines for: they are in that of `judgement`.
bool is_told_by_judgement(std::string_view key) {
  static constexpr std::array<std::string_view, 6> keys = {
      "confidence", "half_width", "inflation", "bias_bound", "at_most", "epsilon_that_would_do"};
  return std::ranges::find(keys, key) != keys.end();
}

/// One line for people.
std::string judgement_text(const record& r) {
  const record &said = r.at("judgement"), &half = r.at("half_width");
  if (said.is_null()) return "no estimate";
  if (said == "not_usable") {
    const record &most = r.at("at_most"), &enough = r.at("epsilon_that_would_do");
    std::string text = "not usable: ";
    text += most.is_null() ? "nothing is known" : fmt::format("at most {:.3g}", most.get<double>());
    return text + (enough.is_null() ? "; a larger epsilon errs less, and none is known that would do"
                                    : fmt::format("; epsilon {:g} would do", enough.get<double>()));
  }
  const double size = std::abs(r.at("estimate").get<double>());
  const double percent = size > 0.0 ? 100.0 * half.get<double>() / size : 0.0;
  const bool on_few = said == "weak" && percent <= 25.0;
  return fmt::format("{}: to within {:.2g}% (95%){}", said.get<std::string>(), percent,
                     on_few ? ", but one noisy number or an allowance may decide" : "");
}

/// A line for each object; of a long list for the first and the last.
void add_list(const record& list, const std::string& key,
              std::vector<std::pair<std::string, std::string>>& rows) {
  constexpr std::size_t longest = 4;
  if (list.size() <= longest) {
    for (const record& item : list) rows.emplace_back(key, as_text(item));
    return;
  }
  rows.emplace_back(key, as_text(list.front()));
  rows.emplace_back(key, fmt::format("... {} more; --json prints them", list.size() - 2));
  rows.emplace_back(key, as_text(list.back()));
}

void flatten(const record& r, const std::string& prefix,
             std::vector<std::pair<std::string, std::string>>& rows) {
  const bool is_judged = r.contains("judgement");
  for (const auto& [key, value] : r.items()) {
    if (value.is_object()) {
      flatten(value, prefix + key + ".", rows);
    } else if (value.is_array() && !value.empty() && value.front().is_object()) {
      add_list(value, prefix + key, rows);
    } else if (key == "judgement") {
      rows.emplace_back(prefix + key, judgement_text(r));
    } else if (!is_judged || !is_told_by_judgement(key)) {
      rows.emplace_back(prefix + key, as_text(value));
    }
  }
}

std::string csv_cell(const record& value) {
  if (value.is_null()) return "";
  if (!value.is_string()) return value.dump();
  const auto text = value.get<std::string>();
  // Whatever a reader of tables might take for a separator, and blanks that it would drop.
  const bool is_plain = text.find_first_of(",;\t\"\n\r") == std::string::npos;
  if (is_plain && !text.starts_with(' ') && !text.ends_with(' ')) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

}  // namespace

std::string to_csv(std::span<const record> rows) {
  std::string text;
  for (const record& row : rows) {
    std::string heading, line;
    for (const auto& [key, value] : row.items()) {
      const char* separator = &value == &row.front() ? "" : ",";
      heading += separator + csv_cell(key);
      line += separator + csv_cell(value);
    }
    if (text.empty()) text = heading + "\n";
    text += line + "\n";
  }
  return text;
}

double number_of(const record& r, const char* key) {
  const bool is_known = r.contains(key) && !r.at(key).is_null();
  return is_known ? r.at(key).get<double>() : std::numeric_limits<double>::quiet_NaN();
}

std::string text_of(const record& r, const char* key) {
  return r.contains(key) && !r.at(key).is_null() ? r.at(key).get<std::string>() : "";
}

std::string aligned(std::span<const std::vector<std::string>> rows) {
  std::vector<std::size_t> widths(rows.empty() ? 0 : rows[0].size());
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i)
      text += i == 0 ? fmt::format("{:<{}}", row[i], widths[i]) : fmt::format("  {:>{}}", row[i], widths[i]);
    text += "\n";
  }
  return text;
}

namespace {

thread_local captured_output* innermost = nullptr;

}  // namespace

captured_output::captured_output() : m_outer(std::exchange(innermost, this)) {}

captured_output::~captured_output() {
  innermost = m_outer;
}

captured_output* captured_output::here() noexcept {
  return innermost;
}

namespace {

int files_to_come = 0;

}  // namespace

file_to_come::file_to_come(bool is_asked_for) noexcept : m_is_asked_for(is_asked_for) {
  if (m_is_asked_for) ++files_to_come;
}

file_to_come::~file_to_come() {
  if (m_is_asked_for) --files_to_come;
}

void write_stdout(std::string_view text) {
  if (captured_output* kept = captured_output::here()) {
    kept->text += text;
    return;
  }
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return;
  if (errno == EPIPE) {  // the reader has seen enough
    if (files_to_come == 0) std::_Exit(0);
    std::clearerr(stdout);
    return;
  }
  throw io_error("cannot write to standard output: " + std::generic_category().message(errno));
}

void write_stderr(std::string_view text) {
  if (captured_output* kept = captured_output::here()) {
    kept->notes.emplace_back(text);
    return;
  }
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));  // unbuffered
}

void print_record(const record& r, bool json) {
  if (json) {
    record whole = r;
    if (!whole.contains("simulated")) whole["simulated"] = false;
    whole["schema"] = result_schema;
    if (captured_output* kept = captured_output::here()) {
      kept->results.push_back(std::move(whole));
      return;
    }
    // Names from files may be in any encoding; JSON is UTF-8.
    return write_stdout(whole.dump(-1, ' ', false, record::error_handler_t::replace) + "\n");
  }
  std::vector<std::pair<std::string, std::string>> rows;
  flatten(r, "", rows);
  std::size_t width = 0;
  for (const auto& [key, value] : rows) width = std::max(width, key.size());
  std::string text;
  for (const auto& [key, value] : rows) text += fmt::format("{:<{}}  {}\n", key, width, value);
  write_stdout(text + "\n");
}

double elapsed_seconds() {
  const captured_output* kept = captured_output::here();
  const auto start = kept == nullptr ? process_start : kept->start;
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::uint64_t peak_memory_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::string hex(std::uint64_t value) {
  return fmt::format("{:016x}", value);
}

}  // namespace edgeldp::cli
