// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "edgeldp/core/codec/any/any_codec.hpp"

namespace edgeldp {

/// Errors that differ by no more than this factor are as good as equal where the smaller message is
/// chosen: a bitmap is 10 to 30 times the size of a null space, for 3% to 20% less error at budgets
/// around 1.
inline constexpr double error_tolerance = 1.25;

/// What may be said of codecs by hand; each reads its own.
struct codec_settings {
  double alpha = 2.0;
  unsigned level = default_level;
  std::optional<double> beta = std::nullopt;
};

class codec_spec;

/// A codec to be chosen by prediction. It answers what a spec answers: rows may be shaped, there
/// may be no chunks, budgets go as far as thresholds, laws are those of what codec_spec::settled
/// chooses.
struct automatic_codec {
  static constexpr std::string_view name = "auto";
  static constexpr bool is_shaped = true, has_chunks = false;
  static constexpr std::uint32_t largest_alphabet = ppr_spec::largest_alphabet;
  /// What serves where positions have more than two values.
  ppr_spec over_many_values;

  codec_spec settled(epsilon budget, double fullest, std::uint32_t alphabet) const;
  bit_law law(epsilon budget, std::uint32_t alphabet) const;
  bit_lattice lattice(epsilon budget) const;
  double largest_budget(double) const { return largest_threshold_budget; }
  double possible_budget() const { return largest_threshold_budget; }
  std::string fault_of_budget(epsilon) const { return {}; }
  bool serves(epsilon, double, double) const { return true; }
  bool plans_as(const automatic_codec&) const { return true; }
  codec_fields fields() const { return {}; }
  void fill(codec_parameters& p, epsilon budget, const row_numbers& numbers) const;
  friend bool operator==(const automatic_codec&, const automatic_codec&) = default;
};

/// Any codec before it has a budget, or the wish that one be chosen by prediction from public
/// numbers: `codec_spec c = ppr_spec{.alpha = ppr_alpha(1.5)};`
///
/// spec.hpp says what the parts mean.
class codec_spec {
 public:
  /// Automatic.
  codec_spec() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): as below.
  codec_spec(automatic_codec wish) : m_spec(wish) {}
  template <class S>
    requires(all_codecs::is_spec<S>)
  // NOLINTNEXTLINE(google-explicit-constructor): any of these is a codec_spec.
  codec_spec(S spec) : m_spec(std::move(spec)) {}
  /// With default settings.
  /// Errors: invalid_parameter where there is no such codec.
  explicit codec_spec(codec_kind kind);
  static codec_spec automatic(const ppr_spec& over_many_values = {});

  /// The codec of that name, or "auto".
  /// Errors: invalid_parameter for any other, or settings out of range, whose codec ever they are.
  static codec_spec parse(std::string_view name, const codec_settings& by_hand = {});
  /// The codecs' names, plain bitmaps last; parse knows "auto" besides.
  static std::vector<std::string> names();

  bool is_automatic() const noexcept { return std::holds_alternative<automatic_codec>(m_spec); }
  /// None while it is automatic.
  std::optional<codec_kind> kind() const;
  template <class S>
  const S* get_if() const noexcept {
    return std::get_if<S>(&m_spec);
  }
  template <class S>
  bool is() const noexcept {
    return std::holds_alternative<S>(m_spec);
  }
  /// "auto" while it is automatic.
  std::string_view name() const;

  /// This choice, or where it is automatic the one that the budget of the rows suggests: a null
  /// space while the standard error of its non-edges is within error_tolerance of a bitmap's, which
  /// is many times larger; beyond, from about 3.1 nats on, the bitmap. (ppr, at 1 / (2 alpha) of
  /// the budget, never comes near.) Over more than two values ppr, which alone is small there.
  /// fullest: the largest part of its positions that a row may hold (nullspace_spec::serves).
  codec_spec settled(epsilon budget, double fullest = 0.0, std::uint32_t alphabet = 2) const;

  bool is_shaped() const;
  bool has_chunks() const;
  std::uint32_t largest_alphabet() const;
  bit_law law(epsilon budget, std::uint32_t alphabet = 2) const;
  bit_lattice lattice(epsilon budget) const;
  double largest_budget(double entries = std::numeric_limits<double>::infinity()) const;
  double possible_budget() const;
  std::string fault_of_budget(epsilon budget) const;
  /// Errors: invalid_parameter where there is one.
  void require_possible(epsilon budget) const;
  bool serves(epsilon budget, double entries, double positions) const;
  bool plans_as(const codec_spec& other) const;
  codec_fields fields() const;
  /// Settles it first.
  void fill(codec_parameters& p, epsilon budget, const row_numbers& numbers) const;

  friend bool operator==(const codec_spec&, const codec_spec&) = default;

 private:
  template <class>
  struct with_automatic;
  template <class... S>
  struct with_automatic<std::variant<S...>> {
    using type = std::variant<automatic_codec, S...>;
  };
  typename with_automatic<all_codecs::any_spec>::type m_spec;
};

/// The codec of a release, for planning another like it.
codec_spec codec_of(const codec_parameters& p);

}  // namespace edgeldp
