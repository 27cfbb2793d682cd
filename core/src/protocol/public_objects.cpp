// SPDX-License-Identifier: MIT
#include "edgeldp/core/protocol/public_objects.hpp"

#include <algorithm>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/told.hpp"

namespace edgeldp {

std::string name_of(std::span<const std::byte> form) {
  return name_in_parts(form.size()).part(form).hex();
}

std::string name_of_parts(const public_bytes& form) {
  constexpr std::uint64_t part_bytes = std::uint64_t{1} << 16;
  told_digest name = name_in_parts(form.size());
  for (std::uint64_t at = 0; at < form.size(); at += part_bytes)
    name.part(form.part(at, std::min(part_bytes, form.size() - at)).bytes);
  return name.hex();
}

told_digest name_in_parts(std::uint64_t bytes) {
  told_digest name;
  name.begin("object", bytes);
  return name;
}

std::string name_of_form(std::string_view name) {
  return std::string(name) + " form";
}

void public_objects::enter(std::string name, entry entered) {
  const std::lock_guard lock(m_mutex);
  const auto [at, is_new] = m_objects.emplace(name, std::move(entered));
  if (!is_new) throw internal_error("'" + name + "' is published twice");
  m_order.push_back(std::move(name));
}

void public_objects::receive(std::string_view name, public_bytes form) {
  const std::lock_guard lock(m_mutex);
  if (m_objects.contains(name)) return;
  if (name_of_parts(form) != name) throw format_error(0, "a public object is not what its name says");
  const std::uint64_t size = form.size();
  enter(std::string(name), {typeid(void), nullptr, size, [kept = std::move(form)] { return kept; }});
}

bool public_objects::has(std::string_view name) const {
  const std::lock_guard lock(m_mutex);
  return m_objects.contains(name);
}

public_objects::entry& public_objects::entry_of(std::string_view name) const {
  const auto at = m_objects.find(name);
  if (at == m_objects.end()) throw format_error(0, "'" + std::string(name) + "' was not published");
  return at->second;
}

public_bytes public_objects::form_of(std::string_view name) const {
  const std::lock_guard lock(m_mutex);
  return entry_of(name).form();
}

std::shared_ptr<const void> public_objects::find(std::string_view name, std::type_index type,
                                                 const reader& read) const {
  const std::lock_guard lock(m_mutex);
  entry& e = entry_of(name);
  if (!e.value) {
    e.value = read(e.form());
    e.type = type;
  }
  if (e.type != type) throw format_error(0, "'" + std::string(name) + "' is of another type");
  return e.value;
}

std::shared_ptr<const void> public_objects::find_derived(const std::string& what,
                                                         std::type_index type) const {
  const std::lock_guard lock(m_mutex);
  const auto at = m_derived.find(what);
  if (at == m_derived.end()) return nullptr;
  if (at->second.first != type) throw internal_error("'" + what + "' was derived as another type");
  return at->second.second;
}

std::shared_ptr<const void> public_objects::enter_derived(const std::string& what, std::type_index type,
                                                          std::shared_ptr<const void> made) const {
  const std::lock_guard lock(m_mutex);
  return m_derived.try_emplace(what, type, std::move(made)).first->second.second;
}

std::uint64_t public_objects::size() const noexcept {
  std::uint64_t sum = 0;
  for (const auto& [name, entered] : m_objects) sum += entered.size;
  return sum;
}

std::vector<public_objects::listed> public_objects::list() const {
  const std::lock_guard lock(m_mutex);
  std::vector<listed> all;
  all.reserve(m_order.size());
  for (const std::string& name : m_order) all.push_back({name, entry_of(name).size});
  return all;
}

void public_objects::for_each(
    const std::function<void(std::string_view name, std::span<const std::byte>)>& f) const {
  const std::lock_guard lock(m_mutex);
  for (const std::string& name : m_order) f(name, entry_of(name).form().whole().bytes);
}

}  // namespace edgeldp
