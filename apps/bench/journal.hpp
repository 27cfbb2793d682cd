// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "io/report.hpp"

namespace edgeldp::cli {

/// What a sweep has found so far, one JSON object a line, written as soon as it is known: a sweep
/// that was interrupted goes on where it stopped, and its file ends up the same but for times.
///
/// Lines: "record" is settings (the first line; with the journal's format and the program's version
/// and build, which settings of the caller must not be called), run, point or comparison; every
/// line names the settings it belongs to by their fingerprint and ends with the CRC-32 of the line
/// without it.
class journal {
 public:
  /// In memory only.
  journal() = default;

  /// Goes on with the file at `path`, or starts it (always, if `restart`). A last line that was cut
  /// off and comparisons, which are made anew, are dropped.
  /// Errors: io_error, also while another process writes the file; format_error for a file of
  ///     another kind, and for a line that is not as it was written; invalid_parameter for a file
  ///     of another program, and one that names the setting which differs.
  journal(const std::string& path, const record& of_the_caller, bool restart);

  /// The finished run of that name, if it is known.
  const record* find_run(const std::string& name) const;

  /// Adds a line of that kind unless a line with that name is there.
  /// Errors: io_error.
  void add(const char* kind, const std::string& name, const record& fields);

 private:
  void load(const std::string& text, const record& settings);
  void load_line(const std::string& line, std::uint64_t offset);
  void open();
  void write(const std::string& text);

  struct closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string m_path, m_fingerprint, m_kept;
  std::map<std::string, record> m_runs;
  std::set<std::string> m_names;  ///< of runs and points
  std::unique_ptr<std::FILE, closer> m_file;
};

}  // namespace edgeldp::cli
