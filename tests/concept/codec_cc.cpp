// SPDX-License-Identifier: MIT
// What models Codec and Row, and what does not.
#include "edgeldp/core/codec/codec.hpp"

#include <type_traits>

#include "edgeldp/core/codec/any/any_codec.hpp"
#include "edgeldp/core/codec/bitmap/bitmap.hpp"
#include "edgeldp/core/codec/ppr/ppr.hpp"

namespace {

static_assert(edgeldp::Codec<edgeldp::bitmap_codec>);
static_assert(edgeldp::Codec<edgeldp::ppr_codec>);
static_assert(!edgeldp::Codec<edgeldp::row_shape>);

struct derived_codec : edgeldp::bitmap_codec {};
static_assert(edgeldp::Codec<derived_codec>);
static_assert(!std::is_constructible_v<edgeldp::any_codec, derived_codec>, "it would be cut to a bitmap");
static_assert(std::is_constructible_v<edgeldp::any_codec, edgeldp::bitmap_codec>);

struct throwing_row {
  bool bit(std::uint32_t position) const;
  std::uint32_t offset(std::uint32_t position) const noexcept;
  std::uint64_t count_ones(std::span<const std::uint32_t> positions) const noexcept;
  void select_bits(std::span<const std::uint32_t> positions,
                   std::span<std::uint64_t> selected) const noexcept;
  void decode_bits(std::span<std::uint64_t> bits) const noexcept;
};
static_assert(!edgeldp::Row<throwing_row>, "decoding may not throw");

}  // namespace
