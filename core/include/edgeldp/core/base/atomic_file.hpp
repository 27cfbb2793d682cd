// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace edgeldp {

/// A file that appears under its name whole or not at all, whoever else writes there, whenever the
/// process or the machine stops.
///
/// Bytes go to a file of an unpredictable name in the same folder, made anew (never through a link)
/// and with the permissions that the umask leaves. commit() brings them to the disk and renames;
/// without it they are removed. A link at `path` is replaced, not followed. Pipes, devices and
/// names of descriptors (/dev/stdout, /dev/fd, /proc) are written to as they are.
/// Threads: one object a thread; any number of writers of one name, of which the last to commit
///     stays.
class atomic_file {
 public:
  /// Errors: io_error with path and cause, here and below.
  explicit atomic_file(std::string path);
  ~atomic_file();
  atomic_file(const atomic_file&) = delete;
  atomic_file& operator=(const atomic_file&) = delete;

  void write(std::string_view bytes);
  void write(std::span<const std::byte> bytes) {
    write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }

  /// Where the bytes are until commit(), for programs that write them in our place.
  const std::string& temporary_path() const noexcept { return m_temporary; }

  /// Makes the file visible. Nothing may be written afterwards.
  void commit();
  /// The same under another name in its folder, which may follow from what was written.
  void commit_as(std::string path);

  /// Removes the files of all objects in this process that did not commit: for a program that is
  /// about to end by a signal, when destructors do not run. What they write afterwards is lost.
  static void remove_unfinished() noexcept;

  /// How many files this process has made visible.
  static std::uint64_t finished() noexcept;

 private:
  std::string m_path;
  bool m_in_place, m_is_committed = false;
  std::string m_temporary;
  int m_descriptor = -1;
};

/// Writes a whole file at once.
/// Errors: io_error.
void replace_file(const std::string& path, std::string_view bytes);
void replace_file(const std::string& path, std::span<const std::byte> bytes);

}  // namespace edgeldp
