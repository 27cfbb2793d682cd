// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "edgeldp/core/wire/release_layout.hpp"
#include "edgeldp/core/wire/vector_layout.hpp"

struct evp_md_ctx_st;  // of OpenSSL

namespace edgeldp {

/// A digest of everything public that users were told in a run. Users who compare it know that the
/// collector told both the same: different orders would make both ends report an edge
/// (core/doc/privacy.md, "What users were told"; bytes: core/doc/format.md, "Digests").
///
/// Promise: the same numbers under the same names in the same order give the same digest on every
///     machine and thread count; others another one, as far as SHA-256 goes.
/// Memory: some hundred bytes, whatever is added.
/// Errors: io_error where OpenSSL refuses.
class told_digest {
 public:
  told_digest();
  told_digest(const told_digest& other);
  told_digest& operator=(const told_digest& other);
  told_digest(told_digest&&) noexcept = default;
  told_digest& operator=(told_digest&&) noexcept = default;
  ~told_digest() = default;

  told_digest& add(std::string_view name, std::uint64_t number);
  told_digest& add(std::string_view name, std::span<const std::int64_t> numbers);
  told_digest& add(std::string_view name, std::string_view text);

  /// 64 hexadecimal digits.
  std::string hex() const;
  /// As if these bytes had been added as the text `name`.
  std::string hex_with(std::string_view name, std::span<const std::byte> text) const;

 private:
  struct context_deleter {
    void operator()(evp_md_ctx_st* context) const noexcept;
  };
  using context = std::unique_ptr<evp_md_ctx_st, context_deleter>;

  void start(std::string_view name, char kind, std::uint64_t count);
  void append(std::uint64_t number);
  void append(std::span<const std::byte> bytes);

  context m_context;
};

/// What precedes the edge round: all parameters, released degrees, released sizes. Order, chunks,
/// columns and places follow from them.
told_digest told(const release_layout& layout);

/// What precedes the entries round; catalog: the public names, as the file carries them.
told_digest told(const vector_layout& layout, std::string_view catalog);

}  // namespace edgeldp
