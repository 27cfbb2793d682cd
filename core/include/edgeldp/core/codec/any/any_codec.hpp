// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "edgeldp/core/codec/bitmap/spec.hpp"
#include "edgeldp/core/codec/nullspace/spec.hpp"
#include "edgeldp/core/codec/ppr/spec.hpp"

namespace edgeldp {

/// The codecs that there are, as types, in the order of their tags. How to add one:
/// CONTRIBUTING.md.
template <CodecSpec... Spec>
struct codec_list {
  using any_spec = std::variant<Spec...>;
  using any_codec = std::variant<typename Spec::codec_type...>;
  template <class T>
  static constexpr bool is_codec = (std::same_as<T, typename Spec::codec_type> || ...);
  template <class T>
  static constexpr bool is_spec = (std::same_as<T, Spec> || ...);

  /// Calls f(S) for every spec, given as std::type_identity<S>.
  template <class F>
  static constexpr void for_each(F&& f) {
    (f(std::type_identity<Spec>{}), ...);
  }
};
using all_codecs = codec_list<bitmap_spec, ppr_spec, nullspace_spec>;

/// Errors: always, invalid_parameter: no such codec.
[[noreturn]] void refuse_kind(codec_kind kind);

/// What f(std::type_identity<S>{}) returns for the spec S of a kind.
/// Errors: invalid_parameter where there is none.
template <std::size_t I = 0, class F>
decltype(auto) visit_kind(codec_kind kind, F&& f) {
  using specs = all_codecs::any_spec;
  using spec = std::variant_alternative_t<I, specs>;
  static_assert(static_cast<std::size_t>(spec::kind) == I + 1);
  if (kind != spec::kind) {
    if constexpr (I + 1 < std::variant_size_v<specs>)
      return visit_kind<I + 1>(kind, std::forward<F>(f));
    else
      refuse_kind(kind);
  }
  return f(std::type_identity<spec>{});
}

/// True for the tags of codecs.
bool is_known(codec_kind kind) noexcept;

/// As typed and printed.
/// Errors: invalid_parameter where there is no such codec.
std::string_view name_of(codec_kind kind);

/// One of the codecs. Visit once a row, never once a bit.
class any_codec {
 public:
  using variant_type = all_codecs::any_codec;

  /// One of the codecs, itself: what only derives from one would be cut to it.
  template <Codec C>
    requires(all_codecs::is_codec<C>)
  // NOLINTNEXTLINE(google-explicit-constructor): any of these is an any_codec.
  any_codec(C codec) : m_codec(std::move(codec)) {}

  template <class F>
  decltype(auto) visit(F&& f) const {
    return std::visit(std::forward<F>(f), m_codec);
  }

  /// The codec itself.
  /// Requires: it is a C.
  template <Codec C>
  const C& as() const noexcept {
    return *std::get_if<C>(&m_codec);
  }

  codec_kind kind() const noexcept { return static_cast<codec_kind>(m_codec.index() + 1); }
  bool is_permuted() const noexcept {
    return visit([]<class C>(const C&) { return C::is_permuted; });
  }
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
  row_read_cost read_cost() const noexcept {
    return visit([]<class C>(const C&) { return C::read_cost; });
  }
  /// Errors: invalid_parameter where the codec refuses rows of so many words in all.
  void require_room(std::uint64_t words) const;

 private:
  variant_type m_codec;
};

/// Errors: invalid_parameter, naming them, when fields do not fit together. Fields of codecs that
///     are not in use are zero, so that equal releases have equal headers (but alpha, candidate
///     limit and level of a bitmap, for history).
void check_codec(const codec_parameters& p);

/// Errors: invalid_parameter for thresholds, fields or codecs that do not exist; for an alphabet
///     that the codec has not.
any_codec make_codec(const codec_parameters& p, std::uint32_t alphabet = 2);

/// Errors: invalid_parameter when a changed entry costs more than the budget of the round that
///     `round` names.
void check_cost(const codec_parameters& p, const any_codec& codec, epsilon budget, const char* round);

/// The law of "the decoded value differs from the reference": p1 where the true value does, p0
/// where it does not. For k = 2 this is codec.law(); in general p1 = 1 - T / 2^40, p0 = (k - 1) T /
/// 2^40.
bit_law difference_law(const any_codec& codec) noexcept;

/// Chunks and columns of a row (core/doc/format.md, "Rows").
/// Requires: the kind of a codec.
row_shape make_shape(const codec_parameters& p, vertex_id user, const row_knowledge& row) noexcept;

/// Rows follow released numbers, so that these are needed.
/// Errors: invalid_parameter where there is no such codec.
bool is_shaped(codec_kind kind);

/// Errors: invalid_parameter for rows that follow numbers and whose shape would tell too much of
///     true ones; `what` names these.
void refuse_true_numbers(codec_kind kind, const char* what);

/// Of encoding rows, for the size of samples only.
encoding_work work_of(const codec_parameters& p);

/// What a codec says of itself in results once it has numbers.
codec_fields fields_of(const codec_parameters& p);

}  // namespace edgeldp
