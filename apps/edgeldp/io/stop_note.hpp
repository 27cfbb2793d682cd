// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace edgeldp::cli {

/// What stays of the work under way if a signal ends the program now: said then on standard error.
class stop_note {
 public:
  explicit stop_note(std::string text = {});
  ~stop_note();
  stop_note(const stop_note&) = delete;
  stop_note& operator=(const stop_note&) = delete;

  void say(std::string text);

  /// Those of all notes alive that are not empty, the oldest first.
  static std::vector<std::string> all();

 private:
  std::string m_text;
};

}  // namespace edgeldp::cli
