// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <utility>
#include <variant>

#include "edgeldp/core/codec/bitmap/bitmap.hpp"
#include "edgeldp/core/codec/nullspace/nullspace.hpp"
#include "edgeldp/core/codec/ppr/ppr.hpp"

namespace edgeldp {

/// Codec tags as stored in files; never renumber.
enum class codec_kind : std::uint8_t { bitmap = 1, ppr = 2, nullspace = 3 };

/// One of the codecs. Visit once a row, never once a bit.
class any_codec {
 public:
  using variant_type = std::variant<bitmap_codec, ppr_codec, nullspace_codec>;

  /// One of the three, itself: what only derives from one would be cut to it. How to add a codec:
  /// CONTRIBUTING.md.
  template <Codec C>
    requires(std::same_as<C, bitmap_codec> || std::same_as<C, ppr_codec> || std::same_as<C, nullspace_codec>)
  // NOLINTNEXTLINE(google-explicit-constructor): any of these is an any_codec.
  any_codec(C codec) : m_codec(std::move(codec)) {}

  template <class F>
  decltype(auto) visit(F&& f) const {
    return std::visit(std::forward<F>(f), m_codec);
  }

  codec_kind kind() const noexcept { return static_cast<codec_kind>(m_codec.index() + 1); }

  /// Rows of ppr and nullspace live on permuted positions, so that chunks and window starts get
  /// equal loads; bitmaps on plain ones.
  bool is_permuted() const noexcept { return kind() != codec_kind::bitmap; }

  bit_law law() const noexcept {
    return visit([](const auto& codec) { return codec.law(); });
  }
  bit_lattice lattice() const noexcept {
    return visit([](const auto& codec) { return codec.lattice(); });
  }
  /// What one changed entry of a row costs.
  double loss_nats() const noexcept {
    return visit([](const auto& codec) { return codec.loss_nats(); });
  }
  std::uint64_t word_count(const row_shape& shape) const noexcept {
    return visit([&](const auto& codec) { return codec.word_count(shape); });
  }

 private:
  variant_type m_codec;
};

}  // namespace edgeldp
