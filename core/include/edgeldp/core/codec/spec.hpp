// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "edgeldp/core/codec/codec.hpp"
#include "edgeldp/core/codec/codec_parameters.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"

/// A codec before it has a budget: what planners, readers of files and programs ask of it. One spec
/// a codec, in the codec's folder; codec/any knows all of them.
namespace edgeldp {

/// What is public when the numbers of rows are chosen.
struct row_numbers {
  /// The budget of the noise on `released`: zero for public numbers, none for private ones without
  /// noise (NOT private, for reproduction).
  std::optional<epsilon> released_at;
  std::span<const std::int64_t> released;  ///< the numbers that shape rows
  released_number number = released_number::size;
  std::uint32_t alphabet = 2;
};

/// The largest edge budget, in nats, that thresholds of 40 bits express well.
inline constexpr double largest_threshold_budget = 24.9;

/// A number that a codec says of itself in results.
struct codec_field {
  std::string_view name;
  std::variant<std::uint32_t, double> value;
};
using codec_fields = std::vector<codec_field>;

/// Rough steps of work to encode a row: so many, and so many more a position and an entry.
struct encoding_work {
  double row = 0.0, position = 0.0, entry = 0.0;
  double of(std::uint64_t positions, double entries) const noexcept {
    return row + position * static_cast<double>(positions) + entry * entries;
  }
};

/// What a codec is before it has a budget, and what its public numbers mean.
///
///   kind, name, about    tag in files; as typed and printed; a few words for its users, or none
///   is_shaped            rows follow released numbers, so that these are needed
///   has_chunks           rows are cut into chunks, which cost less when sizes are known
///   largest_alphabet     values that a position may have
///   words_per_byte       words that a byte of a file may ask for
///   threshold_name       of the first number of a header, which costs the budget
///   law, lattice         of decoded bits at a budget; law over more than two values: that a value
///                        stays, and that it becomes one given other
///   largest_budget       the largest budget of any plan, in nats, for rows of so many entries
///   possible_budget      the largest budget, in nats, that the codec makes use of
///   fault_of_budget      what is wrong with a budget, naming a codec that serves, where more than
///                        that is refused; or nothing
///   serves               whether it is worth while at a budget, for rows of at most so many
///                        entries among so many positions
///   fill                 sets the numbers of rows, or throws invalid_parameter
///   of                   the spec behind numbers, for planning rows like them
///   plans_as             whether plans for both have the same budgets
///   fields               what it says of itself before it has numbers, and with them
///   check                throws invalid_parameter when numbers do not fit together; those of other
///                        codecs are zero, so that equal releases have equal headers
///   make, shape          the codec with these numbers, and the shape of one row
///                        (core/doc/format.md, "Rows")
///   work                 of encoding rows, for the size of samples only
///   header               its two words and its half word in the header of a file
template <class S>
concept CodecSpec =
    std::equality_comparable<S> && requires(const S& s, codec_parameters& p, const codec_parameters& filled,
                                            epsilon budget, const row_numbers& numbers) {
      requires Codec<typename S::codec_type>;
      { S::kind } -> std::convertible_to<codec_kind>;
      { S::name } -> std::convertible_to<std::string_view>;
      { S::about } -> std::convertible_to<std::string_view>;
      { S::threshold_name } -> std::convertible_to<std::string_view>;
      { S::is_shaped } -> std::convertible_to<bool>;
      { S::has_chunks } -> std::convertible_to<bool>;
      { S::largest_alphabet } -> std::convertible_to<std::uint32_t>;
      { S::words_per_byte } -> std::convertible_to<std::uint64_t>;
      { s.law(budget, std::uint32_t{2}) } -> std::same_as<bit_law>;
      { s.lattice(budget) } -> std::same_as<bit_lattice>;
      { s.largest_budget(1.0) } -> std::same_as<double>;
      { s.possible_budget() } -> std::same_as<double>;
      { s.fault_of_budget(budget) } -> std::same_as<std::string>;
      { s.serves(budget, 1.0, 1.0) } -> std::same_as<bool>;
      s.fill(p, budget, numbers);
      { S::of(filled) } -> std::same_as<S>;
      { s.plans_as(s) } -> std::same_as<bool>;
      { s.fields() } -> std::same_as<codec_fields>;
      { S::fields(filled) } -> std::same_as<codec_fields>;
      S::check(filled);
      { S::make(filled, std::uint32_t{2}) } -> std::same_as<typename S::codec_type>;
      { S::shape(filled, vertex_id{}, row_knowledge{}) } -> std::same_as<row_shape>;
      { S::work(filled) } -> std::same_as<encoding_work>;
      { S::header(p) } -> std::same_as<std::tuple<std::uint64_t&, std::uint64_t&, std::uint32_t&>>;
    };

}  // namespace edgeldp
