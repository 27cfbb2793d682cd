// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/vector_layout.hpp"

#include <numeric>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/size_of.hpp"

namespace edgeldp {

namespace {

void check_dimension(const char* what, std::uint64_t x) {
  if (x == 0 || x > (std::uint64_t{1} << 32))
    throw invalid_parameter(std::string(what) + " = " + std::to_string(x) + ": must lie in [1, 2^32]");
}

void check_shares(const vector_parameters& p) {
  if (p.entries.is_zero()) throw invalid_parameter("the round 'entries' has budget 0");
  if ((p.sizes == size_rule::released_size) == p.size.is_zero())
    throw invalid_parameter("budget of the round 'size' = " + std::to_string(p.size.nats()) +
                            (p.size.is_zero() ? ": sizes are released, so it must be positive"
                                              : ": no sizes are released, so it must be 0"));
  if (p.size.units() + p.entries.units() + p.count.units() > p.total.units())
    throw invalid_parameter("the rounds' budgets add up to more than the total");
}

void check(const vector_parameters& p, std::span<const std::int64_t> sizes) {
  check_dimension("users", p.users);
  check_dimension("length", p.length);
  if (p.sizes < size_rule::released_size || p.sizes > size_rule::true_size)
    throw invalid_parameter("size rule = " + std::to_string(static_cast<int>(p.sizes)) +
                            ": must be 1 (released), 2 (public bound) or 3 (true)");
  const bool may_be_absent = !is_shaped(p.codec) && p.sizes == size_rule::public_bound;
  if (sizes.size() != p.users && !(may_be_absent && sizes.empty()))
    throw invalid_parameter(
        "a release of vectors needs one size a user, or none for bitmaps under a public bound");
  check_released_numbers("size", sizes);
  check_codec(p);
  if (p.sizes == size_rule::true_size) refuse_true_numbers(p.codec, "true sizes");
  check_shares(p);
}

}  // namespace

vector_layout::vector_layout(const vector_parameters& parameters, shared_numbers<std::int64_t> sizes,
                             std::string_view name)
    : m_parameters(parameters),
      m_sizes(std::move(sizes)),
      m_codec((check(parameters, m_sizes), make_codec(parameters, parameters.alphabet))) {
  check_cost(m_parameters, m_codec, m_parameters.entries, "entry");
  if (m_codec.is_permuted()) m_permutation.emplace(m_parameters.key, length());
  m_word_offset =
      shared_numbers<std::uint64_t>::held(name, "word offsets", [&] { return make_word_offsets(); });
}

std::vector<std::uint64_t> vector_layout::make_word_offsets() const {
  std::vector<std::uint64_t> offset(size_of(users() + 1));
  for (std::uint64_t u = 0; u < users(); ++u)
    offset[size_of(u + 1)] = offset[size_of(u)] + m_codec.word_count(shape(static_cast<vertex_id>(u)));
  return offset;
}

std::vector<std::uint32_t> vector_layout::positions() const {
  if (m_permutation) return m_permutation->table();
  std::vector<std::uint32_t> identity(size_of(length()));
  std::iota(identity.begin(), identity.end(), 0U);
  return identity;
}

row_shape vector_layout::shape(vertex_id u) const noexcept {
  const std::int64_t size = m_sizes.empty() ? 0 : m_sizes[u];
  return make_shape(m_parameters, u, {length(), length(), clamp_released(size, length()), size});
}

}  // namespace edgeldp
