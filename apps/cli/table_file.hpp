// SPDX-License-Identifier: MIT
#pragma once

#include <boost/iostreams/filtering_stream.hpp>
#include <cstdint>
#include <fstream>
#include <functional>
#include <istream>
#include <span>
#include <string>
#include <string_view>

namespace edgeldp::cli {

/// A file's bytes, unzipped where they are gzip. Reading a damaged file throws boost::iostreams::gzip_error.
class unzipped_file {
 public:
  /// Errors: io_error.
  explicit unzipped_file(const std::string& path);
  std::istream& stream() { return m_unzipped; }

 private:
  std::ifstream m_file;
  boost::iostreams::filtering_istream m_unzipped;
};

/// Calls f(values of the named columns, in that order) for each line below the heading of a table whose
/// values are separated by tabs or, without tabs, commas; other columns are skipped. Errors: io_error;
/// bad_graph_input that names the line: no such column, fewer values than the heading has, damaged gzip. What
/// f throws as invalid_parameter becomes such an error too.
void read_table(const std::string& path, std::span<const std::string_view> columns,
                const std::function<void(std::span<const std::string_view>)>& f);

/// A number that takes the whole text. Errors: invalid_parameter.
double number_from(std::string_view text);

}  // namespace edgeldp::cli
