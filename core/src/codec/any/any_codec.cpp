// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/any/any_codec.hpp"

#include <string>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

void refuse_kind(codec_kind kind) {
  std::string known;
  const auto last = static_cast<int>(std::variant_size_v<all_codecs::any_spec>);
  all_codecs::for_each([&]<class S>(std::type_identity<S>) {
    const int tag = static_cast<int>(S::kind);
    known += (tag == 1      ? ""
              : tag == last ? " or "
                            : ", ") +
             std::to_string(tag) + " (" + std::string(S::name) + ")";
  });
  throw invalid_parameter("codec = " + std::to_string(static_cast<int>(kind)) + ": must be " + known);
}

bool is_known(codec_kind kind) noexcept {
  bool found = false;
  all_codecs::for_each([&]<class S>(std::type_identity<S>) { found = found || kind == S::kind; });
  return found;
}

std::string_view name_of(codec_kind kind) {
  return visit_kind(kind, []<class S>(std::type_identity<S>) { return S::name; });
}

void any_codec::require_room(std::uint64_t words) const {
  visit([&]<class C>(const C&) {
    if constexpr (requires { C::require_room(words); }) C::require_room(words);
  });
}

void check_codec(const codec_parameters& p) {
  if (p.size_slack > (std::uint64_t{1} << 32))
    throw invalid_parameter("size_slack = " + std::to_string(p.size_slack) + ": must be at most 2^32");
  visit_kind(p.codec, [&]<class S>(std::type_identity<S>) {
    // Bitmaps carry numbers of ppr, for history.
    if constexpr (std::same_as<S, bitmap_spec>) ppr_spec::check_exponent(p);
    S::check(p);
  });
}

any_codec make_codec(const codec_parameters& p, std::uint32_t alphabet) {
  return visit_kind(p.codec,
                    [&]<class S>(std::type_identity<S>) -> any_codec { return S::make(p, alphabet); });
}

void check_cost(const codec_parameters& p, const any_codec& codec, epsilon budget, const char* round) {
  const double cost = codec.loss_nats();
  // Not is_surely_within: thresholds of the first versions were chosen without room for one
  // rounding.
  if (cost <= budget.nats() + (1.0 + budget.nats()) * 0x1.0p-50) return;
  visit_kind(p.codec, [&]<class S>(std::type_identity<S>) {
    throw invalid_parameter(std::string(S::threshold_name) + " " + std::to_string(std::get<0>(S::header(p))) +
                            " costs epsilon " + std::to_string(cost) + " an entry, more than the " + round +
                            " round's " + std::to_string(budget.nats()));
  });
}

bit_law difference_law(const any_codec& codec) noexcept {
  return codec.visit([](const auto& c) -> bit_law {
    if constexpr (requires { c.response().other_probability(); }) {
      const randomized_response& response = c.response();
      return {1.0 - response.other_probability(), 1.0 - response.same_probability()};
    } else {
      return c.law();
    }
  });
}

row_shape make_shape(const codec_parameters& p, vertex_id user, const row_knowledge& row) noexcept {
  return visit_kind(p.codec, [&]<class S>(std::type_identity<S>) { return S::shape(p, user, row); });
}

bool is_shaped(codec_kind kind) {
  return visit_kind(kind, []<class S>(std::type_identity<S>) { return S::is_shaped; });
}

void refuse_true_numbers(codec_kind kind, const char* what) {
  visit_kind(kind, [&]<class S>(std::type_identity<S>) {
    if (S::is_shaped && !S::has_chunks)
      throw invalid_parameter("columns of " + std::string(S::name) + " rows never follow " + what);
  });
}

encoding_work work_of(const codec_parameters& p) {
  return visit_kind(p.codec, [&]<class S>(std::type_identity<S>) { return S::work(p); });
}

codec_fields fields_of(const codec_parameters& p) {
  return visit_kind(p.codec, [&]<class S>(std::type_identity<S>) { return S::fields(p); });
}

}  // namespace edgeldp
