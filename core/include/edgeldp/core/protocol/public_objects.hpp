// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <typeindex>
#include <utility>
#include <vector>

#include "edgeldp/core/base/public_memory.hpp"
#include "edgeldp/core/base/types.hpp"

/// What the collector has published in a run, for later announcements to refer to: orders, layouts,
/// releases.
namespace edgeldp {

using byte_string = std::vector<std::byte>;

class public_objects;
class told_digest;

/// The bytes of a public object and their name.
struct form_with_name {
  std::span<const std::byte> bytes;
  std::string_view name;
};

/// How a type travels; specialised for each type that is published (public_forms.hpp).
///     static bytes write(const T&);
///     static T read(std::span<const std::byte>, const public_objects& published_before);
/// or, where they are read part after part, and may lie elsewhere,
///     static T read(const public_bytes&, const public_objects& published_before);
///     static T hold(const T&, const form_with_name&, const public_objects& published_before);
/// hold is there if numbers of T can be held (shared_numbers.hpp): it holds those that an object
/// has under the names that read would hold them under, and gives the object that has them.
///
/// Errors: of read, format_error for bytes that write never makes; of hold, as public_memory::hold.
template <class T>
struct public_form;

/// A public object and its name, the SHA-256 of its bytes: what announcements carry is the name.
template <class T>
struct public_ref {
  std::string name;
  std::shared_ptr<const T> object;

  const T& operator*() const noexcept { return *object; }
  const T* operator->() const noexcept { return object.get(); }
};

/// The name of bytes: their SHA-256 in hexadecimal digits.
std::string name_of(std::span<const std::byte> form);
/// The same of bytes wherever they lie.
std::string name_of_parts(const public_bytes& form);
/// The digest behind it of so many bytes, which come in parts (told_digest::part): its hex().
told_digest name_in_parts(std::uint64_t bytes);
/// Under which the bytes of an object of this name are held (public_memory::hold).
std::string name_of_form(std::string_view name);

/// In the collector's process both sides read the same objects; elsewhere their bytes travel, and
/// are read when they are first asked for. Who knows a few users only may read excerpts
/// (excerpts.hpp) in the place of whole objects.
/// Threads: const access is safe concurrently.
class public_objects {
 public:
  public_objects() = default;
  /// `known`: the users that excerpts keep; `of`: of so many in all, or 0 where that is not known.
  explicit public_objects(std::vector<vertex_id> known, std::uint64_t of = 0)
      : m_known(std::move(known)), m_known_of(of) {}

  /// What is published; `form` is public_form<T>::write of it, already made. Where the processes of
  /// this machine hold what is public together, they hold its bytes, and one that has held numbers
  /// stands for the object.
  /// Errors: internal_error for what was published before.
  template <class T>
  public_ref<T> add(std::shared_ptr<const T> object, byte_string form) {
    std::string name = name_of(form);
    const std::uint64_t size = form.size();
    std::function<public_bytes()> make_form;
    if (public_memory* const memory = public_memory_scope::active()) {
      if constexpr (requires { &public_form<T>::hold; })
        object = std::make_shared<const T>(public_form<T>::hold(*object, {form, name}, *this));
      held_bytes held = memory->hold(name_of_form(name), [&] { return held_here(std::move(form)); });
      make_form = [held = std::move(held)] { return held; };
    } else {
      make_form = [value = object.get()] { return held_here(public_form<T>::write(*value)); };
    }
    enter(name, {typeid(T), object, size, std::move(make_form)});
    return {std::move(name), std::move(object)};
  }

  /// What came from elsewhere under this name.
  /// Errors: format_error for bytes of another name; nothing happens for a name that is known.
  void receive(std::string_view name, public_bytes form);
  void receive(std::string_view name, byte_string form) { receive(name, held_here(std::move(form))); }
  /// Whether an object of this name is here.
  bool has(std::string_view name) const;

  /// Errors: format_error for a name that nobody published, another type or malformed bytes.
  template <class T>
  public_ref<T> get(std::string_view name) const {
    const std::shared_ptr<const void> value =
        find(name, typeid(T), [this](const public_bytes& form) -> std::shared_ptr<const void> {
          if constexpr (requires { public_form<T>::read(form, *this); })
            return std::make_shared<const T>(public_form<T>::read(form, *this));
          else
            return std::make_shared<const T>(public_form<T>::read(form.whole().bytes, *this));
        });
    return {std::string(name), std::static_pointer_cast<const T>(value)};
  }

  /// What follows from public bytes, as make() gives a pointer to it: made once for all who ask
  /// here. `what` says which function of which objects it is.
  /// Errors: internal_error when something else was made under this name.
  template <class T, class F>
  std::shared_ptr<const T> derive(const std::string& what, F&& make) const {
    std::shared_ptr<const void> known = find_derived(what, typeid(T));
    if (!known) known = enter_derived(what, typeid(T), std::shared_ptr<const T>(std::forward<F>(make)()));
    return std::static_pointer_cast<const T>(known);
  }

  /// The bytes of an object, whatever it was read as.
  /// Errors: format_error for a name that nobody published.
  public_bytes form_of(std::string_view name) const;

  std::span<const vertex_id> known() const noexcept { return m_known; }
  std::uint64_t known_of() const noexcept { return m_known_of; }

  /// Bytes of all objects together: what a user downloads.
  std::uint64_t size() const noexcept;

  struct listed {
    std::string name;
    std::uint64_t size = 0;  ///< of its bytes
  };
  /// All objects, in the order of publication.
  std::vector<listed> list() const;
  /// Calls f(name, bytes) for each.
  /// Cost: bytes of what was published here are made again.
  void for_each(const std::function<void(std::string_view name, std::span<const std::byte>)>& f) const;

 private:
  struct entry {
    std::type_index type;
    std::shared_ptr<const void> value;  ///< empty until bytes from elsewhere are read
    std::uint64_t size;
    std::function<public_bytes()> form;
  };
  using reader = std::function<std::shared_ptr<const void>(const public_bytes&)>;
  void enter(std::string name, entry entered);
  std::shared_ptr<const void> find(std::string_view name, std::type_index type, const reader& read) const;

  std::shared_ptr<const void> find_derived(const std::string& what, std::type_index type) const;
  std::shared_ptr<const void> enter_derived(const std::string& what, std::type_index type,
                                            std::shared_ptr<const void> made) const;

  entry& entry_of(std::string_view name) const;

  std::vector<vertex_id> m_known;
  std::uint64_t m_known_of = 0;
  mutable std::recursive_mutex m_mutex;  // reading one object may ask for another
  mutable std::map<std::string, entry, std::less<>> m_objects;
  std::vector<std::string> m_order;
  mutable std::map<std::string, std::pair<std::type_index, std::shared_ptr<const void>>, std::less<>>
      m_derived;
};

}  // namespace edgeldp
