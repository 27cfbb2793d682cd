// SPDX-License-Identifier: MIT
#include "edgeldp/core/protocol/population.hpp"

#include <utility>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

void public_objects::enter(std::string name, entry entered) {
  const auto [at, is_new] = m_objects.emplace(std::move(name), std::move(entered));
  if (!is_new) throw internal_error("'" + at->first + "' is published twice");
}

std::shared_ptr<const void> public_objects::find(std::string_view name, std::type_index type) const {
  const auto at = m_objects.find(name);
  if (at == m_objects.end() || at->second.type != type)
    throw internal_error("'" + std::string(name) + "' was not published, or is of another type");
  return at->second.value;
}

std::uint64_t public_objects::size() const noexcept {
  std::uint64_t sum = 0;
  for (const auto& [name, entered] : m_objects) sum += entered.size;
  return sum;
}

void public_objects::for_each(const std::function<void(std::string_view name, const bytes&)>& f) const {
  for (const auto& [name, entered] : m_objects) f(name, entered.write());
}

bytes population::decide(std::string_view, const std::function<bytes()>& make) {
  return make();
}

}  // namespace edgeldp
