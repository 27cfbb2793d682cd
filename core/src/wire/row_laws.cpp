// SPDX-License-Identifier: MIT
#include "wire/row_laws.hpp"

#include <string>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp::wire {

namespace {

/// Shares of rounds that take place are positive, and add up to no more than the total.
void check_shares(const release_parameters& p, epsilon size, epsilon edges, epsilon count) {
  if (p.degree.is_zero() || edges.is_zero() || (p.chunk_rule == chunk_rule::released_size && size.is_zero()))
    throw invalid_parameter("a round of the release has budget 0");
  if (p.degree.units() + size.units() + edges.units() + count.units() > p.total.units())
    throw invalid_parameter("the rounds' budgets add up to more than the total");
}

/// The first class and the later ones, each with what its users pay.
void check_classes(const release_parameters& p) {
  if (p.later.size() >= most_rank_classes)
    throw invalid_parameter("rows of " + std::to_string(p.later.size() + 1) + " laws: at most " +
                            std::to_string(most_rank_classes));
  check_shares(p, p.size, p.edges, p.count);
  if (p.has_laws_by_position() && p.codec != codec_kind::bitmap)
    throw invalid_parameter("only rows of plain bits have laws by whom a bit is about");
  std::uint64_t first = 0;
  for (const rank_class& c : p.later) {
    if (c.first <= first || c.first >= p.users)
      throw invalid_parameter("classes of ranks must begin one after another, below the number of users");
    first = c.first;
    if (c.rows.codec != p.codec || c.rows.key != p.key)
      throw invalid_parameter("classes of ranks must share the release's codec and key");
    check_codec(c.rows);
    check_shares(p, c.size, c.edges, c.count);
  }
}

std::vector<any_codec> codecs_of(const release_parameters& p) {
  std::vector<any_codec> codecs{make_codec(p)};
  check_cost(p, codecs.front(), p.edges, "edge");
  for (const rank_class& c : p.later) {
    codecs.push_back(make_codec(c.rows));
    check_cost(c.rows, codecs.back(), c.edges, "edge");
  }
  return codecs;
}

void check(const release_parameters& p, std::uint64_t degrees, std::uint64_t sizes) {
  if (p.users == 0 || p.users > (std::uint64_t{1} << 32))
    throw invalid_parameter("users = " + std::to_string(p.users) + ": must lie in [1, 2^32]");
  if (degrees != p.users) throw invalid_parameter("a release needs one noisy degree a user");
  const bool needs_sizes = p.chunk_rule != chunk_rule::noisy_degree;
  if (needs_sizes ? sizes != p.users : sizes != 0 && sizes != p.users)
    throw invalid_parameter("a release needs one released size a user, or none without a size round");
  check_codec(p);
  if (p.chunk_rule == chunk_rule::true_degree) refuse_true_numbers(p.codec, "the true degree");
  check_classes(p);
}

}  // namespace

std::vector<any_codec> make_row_codecs(const release_parameters& p, std::span<const std::int64_t> degrees,
                                       std::span<const std::int64_t> sizes) {
  check_released_numbers("degree", degrees);
  check_released_numbers("size", sizes);
  return make_row_codecs(p, degrees.size(), sizes.size());
}

std::vector<any_codec> make_row_codecs(const release_parameters& p, std::uint64_t degrees,
                                       std::uint64_t sizes) {
  check(p, degrees, sizes);
  return codecs_of(p);
}

}  // namespace edgeldp::wire
