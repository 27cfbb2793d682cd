// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "results/record.hpp"

/// Results on stdout: one JSON object a line, or an aligned table of the same keys.
namespace edgeldp::cli {

using results::add_interval_fields;
using results::add_missing_interval;
using results::budget_search;
using results::optional_number;
using results::record;

/// How results look: sentences and tables for people, a table of all fields, or JSON.
enum class output_style { text, fields, json };

/// Prints one result. As a table: key and value a line, nested objects as key.subkey, nulls as "-".
/// As JSON: with "simulated" (false where it does not say) and "schema" besides. Keys are those of
/// result_fields().
void print_record(const record& r, bool json);

/// What a key holds; where it is missing or null, no number or no text.
double number_of(const record& r, const char* key);
std::string text_of(const record& r, const char* key);

/// Cells in columns that are as wide as they must be: the first aligned left, the others right.
/// Rows may be shorter than the first.
std::string aligned(std::span<const std::vector<std::string>> rows);

/// Flat records of the same keys as comma-separated values under a heading; nulls are empty.
std::string to_csv(std::span<const record> rows);

/// Numbers of every user, as far as there are such.
struct user_numbers {
  std::string statistic;
  std::vector<double> values, standard_errors;  ///< the latter empty where none are known
};

/// While it lives, what its thread would print is kept here instead: for callers that are no
/// terminal. Nested ones hide each other.
class captured_output {
 public:
  captured_output();
  ~captured_output();
  captured_output(const captured_output&) = delete;
  captured_output& operator=(const captured_output&) = delete;

  /// The one of this thread, or null.
  static captured_output* here() noexcept;

  std::vector<record> results;  ///< that would be printed as JSON
  std::string text;             ///< whatever else goes to stdout
  std::vector<std::string> notes;
  std::vector<user_numbers> users;
  const std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();

 private:
  captured_output* m_outer;
};

/// Writes text to stdout.
/// Errors: io_error; a reader that has closed the pipe ends the program with success, once no
///     file_to_come is left.
void write_stdout(std::string_view text);

/// While one lives, a file is still to be written: who closes the pipe has seen enough of the text,
/// but loses no file.
/// Threads: one at a time.
class file_to_come {
 public:
  explicit file_to_come(bool is_asked_for = true) noexcept;
  ~file_to_come();
  file_to_come(const file_to_come&) = delete;
  file_to_come& operator=(const file_to_come&) = delete;

 private:
  bool m_is_asked_for;
};

/// Writes text to stderr; where that is closed or full there is nobody to tell.
void write_stderr(std::string_view text);

/// Seconds since the program started, or since this thread's output is captured; and the largest
/// resident memory so far.
double elapsed_seconds();
std::uint64_t peak_memory_bytes();

/// 64-bit keys as 16 hexadecimal digits.
std::string hex(std::uint64_t value);

}  // namespace edgeldp::cli
