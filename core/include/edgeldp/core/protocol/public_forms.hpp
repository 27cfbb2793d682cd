// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "edgeldp/core/protocol/public_objects.hpp"
#include "edgeldp/core/wire/excerpts.hpp"
#include "edgeldp/core/wire/public_order.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/core/wire/vector_layout.hpp"
#include "edgeldp/core/wire/vector_release.hpp"

/// How the public objects of core/wire travel (core/doc/format.md, "Public objects"). Each says
/// what the ones before it did not: an order the released degrees, a layout the parameters and the
/// released sizes, a release the rows.
namespace edgeldp {

/// The parameters of a release as a decision of a session: all that its order does not say (users,
/// key and kind of order).
struct row_parameters {
  release_parameters parameters;

  void write(byte_string& out) const;
  /// Errors: format_error for bytes that write never makes; what the numbers mean is for
  ///     release_layout to check.
  static row_parameters read(std::span<const std::byte> in);
  /// All of them.
  release_parameters under(const public_order& order) const;
};

/// An order that is another one turned round says its name alone.
template <>
struct public_form<public_order> {
  static byte_string write(const public_order& order);
  static public_order hold(const public_order& order, const form_with_name& form, const public_objects&);
  static public_order read(std::span<const std::byte> in, const public_objects& before);
};

template <>
struct public_form<release_layout> {
  static byte_string write(const release_layout& layout);
  static release_layout hold(const release_layout& layout, const form_with_name& form,
                             const public_objects& before);
  static release_layout read(std::span<const std::byte> in, const public_objects& before);
  /// The same for who knows the name of the order.
  static byte_string write_under(std::string_view order, const release_layout& layout);
};

/// The parameters of a release of vectors as a decision of a session.
struct vector_row_parameters {
  vector_parameters parameters;

  void write(byte_string& out) const;
  /// Errors: as row_parameters::read.
  static vector_row_parameters read(std::span<const std::byte> in);
};

template <>
struct public_form<vector_layout> {
  static byte_string write(const vector_layout& layout);
  static vector_layout read(std::span<const std::byte> in, const public_objects& before);
};

template <>
struct public_form<release> {
  static byte_string write(const release& rows);
  static release hold(const release& rows, const form_with_name& form, const public_objects& before);
  static release read(std::span<const std::byte> in, const public_objects& before);
  /// The same for who knows the name of the layout, and has written the rows anyway.
  static byte_string write_under(std::string_view layout, const release& rows,
                                 std::span<const std::byte> row_bytes);
};

/// Excerpts, of the users that the reader knows, from the same bytes.
template <>
struct public_form<order_excerpt> {
  static order_excerpt read(const public_bytes& in, const public_objects& before);
};
template <>
struct public_form<layout_excerpt> {
  static layout_excerpt read(const public_bytes& in, const public_objects& before);
};
template <>
struct public_form<release_excerpt> {
  static release_excerpt read(const public_bytes& in, const public_objects& before);
};

/// Without the catalog, which is for readers of the file.
template <>
struct public_form<vector_release> {
  static byte_string write(const vector_release& rows);
  static vector_release read(std::span<const std::byte> in, const public_objects& before);
};

}  // namespace edgeldp
