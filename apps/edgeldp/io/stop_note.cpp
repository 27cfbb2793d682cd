// SPDX-License-Identifier: MIT
#include "io/stop_note.hpp"

#include <mutex>
#include <utility>

namespace edgeldp::cli {

namespace {

struct note_list {
  std::mutex mutex;
  std::vector<const std::string*> texts;
};

note_list& notes() {
  static auto* const all = new note_list;  // never destroyed: a signal may come while the program ends
  return *all;
}

}  // namespace

stop_note::stop_note(std::string text) : m_text(std::move(text)) {
  const std::scoped_lock lock(notes().mutex);
  notes().texts.push_back(&m_text);
}

stop_note::~stop_note() {
  const std::scoped_lock lock(notes().mutex);
  std::erase(notes().texts, &m_text);
}

void stop_note::say(std::string text) {
  const std::scoped_lock lock(notes().mutex);
  m_text = std::move(text);
}

std::vector<std::string> stop_note::all() {
  const std::scoped_lock lock(notes().mutex);
  std::vector<std::string> all;
  for (const std::string* text : notes().texts)
    if (!text->empty()) all.push_back(*text);
  return all;
}

}  // namespace edgeldp::cli
