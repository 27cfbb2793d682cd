// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace edgeldp::cli {

/// A folder of our own below the system's folder for such, gone with the object.
/// Errors: io_error when it cannot be made.
class scratch_folder {
 public:
  scratch_folder();
  ~scratch_folder();
  scratch_folder(const scratch_folder&) = delete;
  scratch_folder& operator=(const scratch_folder&) = delete;
  /// Removes the folders of all objects, which a signal ends without their destructors.
  static void remove_all();
  std::string file(const std::string& name) const { return m_path + "/" + name; }

 private:
  std::string m_path;
};

}  // namespace edgeldp::cli
