// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/public_order.hpp"

#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/canonical.hpp"

namespace edgeldp {

public_order::public_order(user_order kind, release_key key, std::vector<std::int64_t> degrees)
    : m_kind(kind),
      m_key(key),
      m_degrees(std::move(degrees)),
      m_rank(rank_users(kind, key, m_degrees.size(), m_degrees)) {
  check_released_numbers("degree", m_degrees);
}

std::vector<std::byte> public_order::write(user_order kind, release_key key,
                                           std::span<const std::int64_t> degrees) {
  std::vector<std::byte> out;
  canonical_writer(out)
      .number(static_cast<int128>(kind))
      .number(static_cast<int128>(key.value))
      .numbers(degrees);
  return out;
}

public_order public_order::read(std::span<const std::byte> in) {
  canonical_reader from(in);
  const auto kind = static_cast<user_order>(from.count(static_cast<std::uint64_t>(user_order::noisy_degree)));
  if (kind < user_order::id) throw format_error(0, "unknown order");
  const release_key key{from.word()};
  std::vector<std::int64_t> degrees = from.numbers();
  from.end();
  try {
    return {kind, key, std::move(degrees)};
  } catch (const invalid_parameter& e) {
    throw format_error(0, std::string("an order that cannot be: ") + e.what());
  }
}

}  // namespace edgeldp
