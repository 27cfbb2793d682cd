// SPDX-License-Identifier: MIT
#include <boost/unordered/unordered_flat_map.hpp>
#include <cctype>
#include <cstdint>

#include "input/named_edges.hpp"

namespace edgeldp {

namespace {

/// Letters from U+00C0 to U+017F without their accents.
constexpr std::string_view plain_letters =
    "aaaaaaaceeeeiiiidnooooo*ouuuuytsaaaaaaaceeeeiiiidnooooo/ouuuuyty"
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkklllllll"
    "lllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
static_assert(plain_letters.size() == 0x180 - 0xc0);

struct code_point {
  std::uint32_t code;
  std::size_t bytes;
};

/// The character that a text begins with; a byte that is no UTF-8 is one of Latin-1.
code_point first_of(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
  };
  const std::size_t length = byte(0) < 0xc2 ? 1 : byte(0) < 0xe0 ? 2 : byte(0) < 0xf0 ? 3 : 4;
  if (length == 1 || length > text.size()) return {byte(0), 1};
  std::uint32_t code = byte(0) & (0xffU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {byte(0), 1};
    code = code << 6 | (byte(i) & 0x3f);
  }
  return {code, length};
}

/// Of what nobody sees: blanks and accents that stand behind their letter.
bool is_unseen(std::uint32_t code) {
  return code <= ' ' || code == 0xa0 || code == 0xad || (code >= 0x300 && code < 0x370) ||
         (code >= 0x2000 && code <= 0x200f) || code == 0x202f || code == 0x2060 || code == 0x3000 ||
         code == 0xfeff;
}

/// Equal for names that look alike.
std::string plain_form(std::string_view name) {
  std::string plain;
  while (!name.empty()) {
    const code_point next = first_of(name);
    if (next.code >= 0xc0 && next.code < 0x180)
      plain += plain_letters[next.code - 0xc0];
    else if (next.code < 0x80 && !is_unseen(next.code))
      plain += static_cast<char>(std::tolower(static_cast<int>(next.code)));
    else if (!is_unseen(next.code))
      plain += name.substr(0, next.bytes);
    name.remove_prefix(next.bytes);
  }
  return plain;
}

}  // namespace

std::string caution_on_likeness(std::span<const std::string> names) {
  boost::unordered_flat_map<std::string, const std::string*> known;
  const std::string *one = nullptr, *other = nullptr;
  std::uint64_t alike = 0;
  for (const std::string& name : names) {
    const auto [at, is_new] = known.try_emplace(plain_form(name), &name);
    if (is_new) continue;
    if (alike++ == 0) {
      one = at->second;
      other = &name;
    }
  }
  if (alike == 0) return "";
  return '"' + printable(*one) + "\" and \"" + printable(*other) +
         "\" are two users, and differ in case, blanks, accents or encoding alone" +
         (alike == 1 ? "" : ", as " + std::to_string(alike) + " pairs do") +
         ": if they are one, write them alike";
}

}  // namespace edgeldp
