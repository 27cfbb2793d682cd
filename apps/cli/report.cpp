// SPDX-License-Identifier: MIT
#include "cli/report.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <system_error>
#include <utility>
#include <vector>

#include "edgeldp/core/error.hpp"

template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace edgeldp::cli {

namespace {

const auto process_start = std::chrono::steady_clock::now();

std::string as_text(const record& value) {
  if (value.is_null()) return "-";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return fmt::format("{:.6g}", value.get<double>());
  if (!value.is_array()) return value.dump();
  std::string text;
  for (const record& item : value) text += (text.empty() ? "" : " .. ") + as_text(item);
  return text;
}

void flatten(const record& r, const std::string& prefix,
             std::vector<std::pair<std::string, std::string>>& rows) {
  for (const auto& [key, value] : r.items()) {
    if (value.is_object()) {
      flatten(value, prefix + key + ".", rows);
    } else {
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

void write_stdout(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return;
  if (errno == EPIPE) std::_Exit(0);  // the reader has seen enough
  throw io_error("cannot write to standard output: " + std::generic_category().message(errno));
}

void add_error_fields(record& r, const std::string& statistic, std::optional<double> truth,
                      const edgeldp::estimate& mean, bool has_error, const run_errors& errors, double rmse) {
  r["statistic"] = statistic;
  r["truth"] = truth ? record(*truth) : record(nullptr);
  r["estimate"] = mean.value;
  r["standard_error"] = optional_number(has_error, mean.standard_error);
  r["predicted_bias"] = optional_number(has_error, mean.bias);
  r["rmse"] = optional_number(truth.has_value(), rmse);
  const double size = std::abs(truth.value_or(0.0));
  r["relative_error"] = optional_number(size > 0.0, rmse / size);
  r["measured_spread"] = optional_number(errors.runs() > 1, errors.spread());
}

void print_record(const record& r, bool json) {
  // Names from files may be in any encoding; JSON is UTF-8.
  if (json) return write_stdout(r.dump(-1, ' ', false, record::error_handler_t::replace) + "\n");
  std::vector<std::pair<std::string, std::string>> rows;
  flatten(r, "", rows);
  std::size_t width = 0;
  for (const auto& [key, value] : rows) width = std::max(width, key.size());
  std::string text;
  for (const auto& [key, value] : rows) text += fmt::format("{:<{}}  {}\n", key, width, value);
  write_stdout(text + "\n");
}

double elapsed_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - process_start).count();
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
