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
#include <vector>

namespace edgeldp::cli {

/// A file's bytes ("-": standard input), unzipped where they are gzip. Reading a damaged file
/// throws boost::iostreams::gzip_error.
class unzipped_file {
 public:
  /// Errors: io_error.
  explicit unzipped_file(const std::string& path);
  std::istream& stream() { return m_unzipped; }

 private:
  std::ifstream m_file;
  boost::iostreams::filtering_istream m_unzipped;
};

/// Whether the first line of a table names its columns. Without names they are called 1, 2, ...
enum class table_heading { present, absent };

/// The names of a table's columns.
/// Errors: as read_table.
std::vector<std::string> columns_of_table(const std::string& path,
                                          table_heading heading = table_heading::present);

/// Calls f(values of the named columns, in that order) for each line of a table. Values are
/// separated by tabs, semicolons or commas, whichever the first line has (in this order); blanks
/// around a value do not count; a value in double quotes may hold separators, and a quote written
/// twice; blank lines are skipped, but refused between the values of a table of one column, where
/// one may stand for a missing value. A value ends with its line. A UTF-8 byte order mark in front
/// is dropped. "-" is standard input; gzip is unzipped.
/// Errors: io_error; bad_graph_input that names the line: no such column, not as many values as the
///     first line has, an open quote, damaged gzip. What f throws as invalid_parameter becomes such
///     an error too.
void read_table(const std::string& path, std::span<const std::string_view> columns,
                const std::function<void(std::span<const std::string_view>)>& f,
                table_heading heading = table_heading::present);

/// Names of wanted columns, from the names of all.
using column_chooser = std::function<std::vector<std::string>(const std::vector<std::string>&)>;

/// Likewise, with columns that depend on which there are: in one pass, as standard input allows no
/// other. What `choose` throws as invalid_parameter becomes bad_graph_input that names the first
/// line.
void read_table(const std::string& path, const column_chooser& choose,
                const std::function<void(std::span<const std::string_view>)>& f,
                table_heading heading = table_heading::present);

/// A number that takes the whole text.
/// Errors: invalid_parameter.
double number_from(std::string_view text);

}  // namespace edgeldp::cli
