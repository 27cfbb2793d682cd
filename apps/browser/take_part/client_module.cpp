// SPDX-License-Identifier: MIT
#include <emscripten/emscripten.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/client/participant.h"

/// Of what the page keeps under this number (participant.js): a part, to this module's memory.
EM_JS(int, part_of_download, (int number, double at, void* to, int size), {
  try {
    return Module["downloads"].get(number).read(at, HEAPU8.subarray(to, to + size)) == size ? 0 : -1;
  } catch (e) {
    return -1;
  }
});
EM_JS(void, release_download, (int number), {
  Module["downloads"].get(number).close();
  Module["downloads"].delete(number);
});

/// The functions of participant.h are what a page calls, but for those that take structures or
/// functions.
namespace {

/// The number of a download in the place of a pointer.
int number_of(void* context) {
  return static_cast<int>(reinterpret_cast<std::intptr_t>(context));
}

/// The lines of a text, as C has them.
class c_lines {
 public:
  explicit c_lines(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      m_lines.emplace_back(text.substr(0, end));
      text.remove_prefix(end == text.npos ? text.size() : end + 1);
    }
    for (const std::string& line : m_lines) m_pointers.push_back(line.empty() ? nullptr : line.c_str());
  }
  c_lines(const c_lines&) = delete;
  c_lines& operator=(const c_lines&) = delete;

  const char* const* data() const { return m_pointers.data(); }
  std::size_t size() const { return m_pointers.size(); }

 private:
  std::vector<std::string> m_lines;
  std::vector<const char*> m_pointers;
};

}  // namespace

extern "C" {

/// edgeldp_join of names and values in lines: an empty line is an attribute without a value. seed:
/// nothing unless has_seed. at_most: empty for all.
edgeldp_participant* page_join(const char* name, const char* token, const char* contacts, const char* values,
                               double ceiling, const char* task, int has_seed, std::uint64_t seed,
                               int has_account, double ceiling_by_year, const char* at_most) {
  const c_lines people(contacts), given(values);
  const edgeldp_joining who = {.name = name,
                               .token = token,
                               .contacts = people.data(),
                               .contact_count = people.size(),
                               .values = given.data(),
                               .value_count = given.size(),
                               .ceiling = ceiling,
                               .task = task,
                               .seed = has_seed != 0 ? &seed : nullptr,
                               .has_account = has_account,
                               .ceiling_by_year = ceiling_by_year,
                               .at_most = *at_most == '\0' ? nullptr : at_most};
  return edgeldp_join(&who);
}

/// edgeldp_give_parts of so many bytes that the page keeps under a number.
void page_give_download(edgeldp_participant* me, double size, int number) {
  edgeldp_give_parts(
      me, static_cast<std::uint64_t>(size),
      [](void* context, std::uint64_t at, void* to, std::size_t bytes) {
        return part_of_download(number_of(context), static_cast<double>(at), to, static_cast<int>(bytes));
      },
      [](void* context) { release_download(number_of(context)); },
      reinterpret_cast<void*>(static_cast<std::intptr_t>(number)));
}
}
