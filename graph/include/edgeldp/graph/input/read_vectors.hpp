// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/graph/input/sparse_vectors.hpp"

namespace edgeldp {

/// What is public about vectors besides their numbers: names of users, items and values, and the
/// reference.
struct vector_catalog {
  std::vector<std::string> users, items;
  std::vector<std::string> values;      ///< of values 0 .. k - 1; "" is "no value" (not rated)
  std::vector<std::uint8_t> reference;  ///< value of each item; empty: 0 everywhere
};

/// The catalog as the text that a file of vectors carries (core/doc/format.md, "Catalog"), and
/// back.
/// Errors: format_error with the offset of the line, for text that is not a catalog of these
///     numbers.
std::string write_catalog(const vector_catalog& catalog);
vector_catalog parse_catalog(std::string_view text, std::uint64_t users, std::uint64_t items,
                             std::uint32_t values);

/// Public knowledge that a reader is given. What is absent is taken from the data themselves, which
/// makes it an assumption that it was public.
struct declared_catalog {
  std::optional<std::vector<std::string>> users;  ///< those without a line have the reference everywhere
  std::optional<std::vector<std::string>> items;
  std::optional<std::vector<std::string>> values;  ///< without "no value"
  /// Name of each item's reference value; empty: "no value" everywhere.
  std::vector<std::string> reference;
};

struct read_vectors_result {
  sparse_vectors data;
  vector_catalog catalog;
  bool users_are_derived = false, items_are_derived = false, values_are_derived = false;  ///< from the data
  std::uint64_t lines = 0, comments = 0;  ///< comments, empty lines and the header
  std::uint64_t repeats = 0;              ///< lines that repeat an earlier one, dropped
};

/// Reads "user,item,value" lines; further columns are ignored.
///
/// Format: commas, semicolons or tabs; fields may be quoted ("" is a quote); '#' comments; LF or
///     CRLF; gzip. A first line whose value is no number, while that of the second is, is a header;
///     so is one whose first field is "user", "users", "userId" or "username", in any case, with
///     '_', '-' or a space or without. Numbers are the same value however they are written (4,
///     4.0). Users, items and values that are not declared are numbered by size, or alphabetically
///     if one of them is no number: the order of the lines tells nothing. A line that gives the
///     reference value says nothing.
/// Input: path, or "-" for standard input.
/// Errors: io_error; bad_graph_input naming line and text: missing fields, users, items or values
///     that are not declared, a user's item with two values, more than 256 values (the reference
///     among them), no line at all.
read_vectors_result read_vectors(const std::string& path, const declared_catalog& declared = {});

/// The same from text in memory; `name` appears in messages.
read_vectors_result parse_vectors(std::string_view text, const std::string& name,
                                  const declared_catalog& declared = {});

/// Reads "item" or "item,reference value" lines, as above; a header's first field is "item",
/// "itemId" and so on.
/// Errors: as above; items named twice, a reference for some items only.
declared_catalog read_items(const std::string& path);
declared_catalog parse_items(std::string_view text, const std::string& name);

/// Reads one user a line, the same way; a header is "user", "userId" and so on.
std::vector<std::string> read_users(const std::string& path);

}  // namespace edgeldp
