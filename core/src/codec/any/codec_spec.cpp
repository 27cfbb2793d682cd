// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/any/codec_spec.hpp"

#include <algorithm>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

codec_spec automatic_codec::settled(epsilon wanted, double fullest, std::uint32_t alphabet) const {
  if (alphabet != 2) return over_many_values;
  const epsilon budget = std::min(wanted, epsilon::from_nats(possible_budget()));
  constexpr bitmap_spec bitmap;
  constexpr nullspace_spec small;
  const double tolerated = error_tolerance * error_tolerance * bitmap.law(budget).non_edge_variance();
  if (small.serves(budget, fullest, 1.0) && small.law(budget).non_edge_variance() <= tolerated) return small;
  return bitmap;
}

bit_law automatic_codec::law(epsilon budget, std::uint32_t alphabet) const {
  return settled(budget, 0.0, alphabet).law(budget, alphabet);
}

bit_lattice automatic_codec::lattice(epsilon budget) const {
  return settled(budget, 0.0, 2).lattice(budget);
}

void automatic_codec::fill(codec_parameters& p, epsilon budget, const row_numbers& numbers) const {
  const auto largest = static_cast<double>(numbers.released.empty() ? 0 : ranges::max(numbers.released));
  const double fullest = largest / std::max(1.0, static_cast<double>(numbers.released.size()));
  settled(budget, fullest, numbers.alphabet).fill(p, budget, numbers);
}

codec_spec::codec_spec(codec_kind kind)
    : codec_spec(visit_kind(kind, []<class S>(std::type_identity<S>) -> codec_spec { return S{}; })) {}

codec_spec codec_spec::automatic(const ppr_spec& over_many_values) {
  return automatic_codec{over_many_values};
}

codec_spec codec_spec::parse(std::string_view name, const codec_settings& by_hand) {
  const ppr_spec ppr{ppr_alpha(by_hand.alpha), by_hand.level, by_hand.beta};
  test_budget(ppr.level);  // refuses a level outside 1 .. 9
  if (name == ppr_spec::name) return ppr;
  if (name == automatic_codec::name) return automatic(ppr);
  std::optional<codec_spec> found;
  all_codecs::for_each([&]<class S>(std::type_identity<S>) {
    if (name == S::name) found = S{};
  });
  if (found) return *found;
  std::string known;
  for (const std::string& one : names()) known += (known.empty() ? "" : ", ") + one;
  throw invalid_parameter("codec '" + std::string(name) + "': must be " + known + " or auto");
}

std::vector<std::string> codec_spec::names() {
  std::vector<std::string> all;
  all_codecs::for_each([&]<class S>(std::type_identity<S>) { all.emplace_back(S::name); });
  std::rotate(all.begin(), all.begin() + 1, all.end());
  return all;
}

std::optional<codec_kind> codec_spec::kind() const {
  if (is_automatic()) return std::nullopt;
  return static_cast<codec_kind>(m_spec.index());
}

std::string_view codec_spec::name() const {
  return std::visit([]<class S>(const S&) { return S::name; }, m_spec);
}

codec_spec codec_spec::settled(epsilon budget, double fullest, std::uint32_t alphabet) const {
  const auto* wish = get_if<automatic_codec>();
  return wish != nullptr ? wish->settled(budget, fullest, alphabet) : *this;
}

bool codec_spec::is_shaped() const {
  return std::visit([]<class S>(const S&) { return S::is_shaped; }, m_spec);
}

bool codec_spec::has_chunks() const {
  return std::visit([]<class S>(const S&) { return S::has_chunks; }, m_spec);
}

std::uint32_t codec_spec::largest_alphabet() const {
  return std::visit([]<class S>(const S&) { return S::largest_alphabet; }, m_spec);
}

bit_law codec_spec::law(epsilon budget, std::uint32_t alphabet) const {
  return std::visit([&](const auto& s) { return s.law(budget, alphabet); }, m_spec);
}

bit_lattice codec_spec::lattice(epsilon budget) const {
  return std::visit([&](const auto& s) { return s.lattice(budget); }, m_spec);
}

double codec_spec::largest_budget(double entries) const {
  return std::visit([&](const auto& s) { return s.largest_budget(entries); }, m_spec);
}

double codec_spec::possible_budget() const {
  return std::visit([](const auto& s) { return s.possible_budget(); }, m_spec);
}

std::string codec_spec::fault_of_budget(epsilon budget) const {
  return std::visit([&](const auto& s) { return s.fault_of_budget(budget); }, m_spec);
}

void codec_spec::require_possible(epsilon budget) const {
  if (const std::string fault = fault_of_budget(budget); !fault.empty()) throw invalid_parameter(fault);
}

bool codec_spec::serves(epsilon budget, double entries, double positions) const {
  return std::visit([&](const auto& s) { return s.serves(budget, entries, positions); }, m_spec);
}

bool codec_spec::plans_as(const codec_spec& other) const {
  return std::visit(
      [&]<class S>(const S& s) {
        const S* same = other.get_if<S>();
        return same != nullptr && s.plans_as(*same);
      },
      m_spec);
}

codec_fields codec_spec::fields() const {
  return std::visit([](const auto& s) { return s.fields(); }, m_spec);
}

void codec_spec::fill(codec_parameters& p, epsilon budget, const row_numbers& numbers) const {
  std::visit([&](const auto& s) { s.fill(p, budget, numbers); }, m_spec);
}

codec_spec codec_of(const codec_parameters& p) {
  return visit_kind(p.codec, [&]<class S>(std::type_identity<S>) -> codec_spec { return S::of(p); });
}

}  // namespace edgeldp
