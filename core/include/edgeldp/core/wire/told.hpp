// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "edgeldp/core/base/crypto.hpp"
#include "edgeldp/core/wire/release_layout.hpp"
#include "edgeldp/core/wire/vector_layout.hpp"

namespace edgeldp {

/// A digest of everything public that users were told in a run. Users who compare it know that the
/// collector told both the same: different orders would make both ends report an edge
/// (core/doc/privacy.md, "What users were told"; bytes: core/doc/format.md, "Digests").
///
/// Promise: the same numbers under the same names in the same order give the same digest on every
///     machine and thread count; others another one, as far as SHA-256 goes.
/// Memory: some hundred bytes, whatever is added.
/// Errors: io_error where SHA-256 is refused.
class told_digest {
 public:
  told_digest& add(std::string_view name, std::uint64_t number);
  told_digest& add(std::string_view name, std::span<const std::int64_t> numbers);
  told_digest& add(std::string_view name, std::string_view text);
  /// The same of a text of so many bytes that comes in parts: all of them have to follow at once.
  told_digest& begin(std::string_view name, std::uint64_t bytes);
  told_digest& part(std::span<const std::byte> bytes);

  /// 64 hexadecimal digits.
  std::string hex() const;

 private:
  void start(std::string_view name, char kind, std::uint64_t count);
  void append(std::uint64_t number);

  crypto::sha256 m_digest;
};

/// What precedes the edge round: all parameters, released degrees, released sizes. Order, chunks,
/// columns and places follow from them.
told_digest told(const release_layout& layout);

/// What precedes the entries round; catalog: the public names, as the file carries them.
told_digest told(const vector_layout& layout, std::string_view catalog);

}  // namespace edgeldp
