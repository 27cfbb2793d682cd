// SPDX-License-Identifier: MIT
#include "collect/server/inbox.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>

#include "collect/task/published.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp::collect {

namespace {

constexpr const char* refused_name = "refused";

/// Names come from others.
[[noreturn]] void fail_at(const std::filesystem::path& path) {
  const int why = errno;
  throw io_error(harmless_text(path.string(), 400) + ": " + std::strerror(why));
}

int open_folder(int in, const char* name) {
  return openat(in, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/// The folder `refused` in another one, made where it is missing; -1 where what is there is no
/// folder of this user's, or others may write to it.
int open_refused(int in) {
  constexpr mode_t others_write = S_IWGRP | S_IWOTH;
  if (in < 0) return -1;
  mkdirat(in, refused_name, S_IRWXU);
  const int folder = open_folder(in, refused_name);
  struct stat facts{};
  if (folder >= 0 && fstat(folder, &facts) == 0 && facts.st_uid == geteuid() &&
      (facts.st_mode & others_write) == 0)
    return folder;
  if (folder >= 0) close(folder);
  return -1;
}

struct closes_on_exit {
  int descriptor;
  ~closes_on_exit() {
    if (descriptor >= 0) close(descriptor);
  }
};

struct closes_listing {
  void operator()(DIR* d) const { closedir(d); }
};

}  // namespace

inbox::inbox(std::filesystem::path folder, std::filesystem::path spare)
    : m_path(std::move(folder)), m_spare(std::move(spare)), m_folder(open_folder(AT_FDCWD, m_path.c_str())) {
  if (m_folder >= 0) return;
  std::error_code ignored;
  if (std::filesystem::is_symlink(m_path, ignored))
    throw io_error(m_path.string() + ": is a link; name the folder itself");
  fail_at(m_path);
}

inbox::~inbox() {
  if (m_refused >= 0) close(m_refused);
  close(m_folder);
}

inbox::listing inbox::names(std::size_t most) const {
  const int again = open_folder(m_folder, ".");
  if (again < 0) fail_at(m_path);
  const std::unique_ptr<DIR, closes_listing> entries(fdopendir(again));
  if (!entries) {
    close(again);
    fail_at(m_path);
  }
  listing all;
  errno = 0;
  while (const dirent* entry = readdir(entries.get())) {
    struct stat facts{};
    if (entry->d_name[0] == '.' || std::string_view(entry->d_name) == refused_name ||
        fstatat(m_folder, entry->d_name, &facts, AT_SYMLINK_NOFOLLOW) != 0 || S_ISDIR(facts.st_mode))
      continue;
    all.has_more = all.names.size() == most;
    if (all.has_more) break;
    all.names.emplace_back(entry->d_name);
    errno = 0;
  }
  std::ranges::sort(all.names);
  return all;
}

byte_string inbox::read(const std::string& name, std::uint64_t most) const {
  const auto refuse_kind = [] {
    throw problem(problem_code::malformed, "a link, a pipe or a device: a message is a file");
  };
  const closes_on_exit file{
      openat(m_folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)};
  if (file.descriptor < 0 && (errno == ELOOP || errno == ENXIO)) refuse_kind();
  struct stat facts{};
  if (file.descriptor < 0 || fstat(file.descriptor, &facts) != 0) fail_at(m_path / name);
  if (!S_ISREG(facts.st_mode)) refuse_kind();
  byte_string bytes(std::min(static_cast<std::uint64_t>(facts.st_size), most) + 1);  // one more: it may grow
  std::size_t size = 0;
  while (size < bytes.size()) {
    const ssize_t got = ::read(file.descriptor, bytes.data() + size, bytes.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_at(m_path / name);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  if (size > most || static_cast<std::uint64_t>(facts.st_size) > most)
    throw problem(problem_code::too_large, "longer than any message");
  bytes.resize(size);
  return bytes;
}

void inbox::remove(const std::string& name) const {
  if (unlinkat(m_folder, name.c_str(), 0) != 0 && errno != ENOENT) fail_at(m_path / name);
}

void inbox::put_aside(const std::string& name, const problem& why) {
  if (m_refused < 0) m_refused = open_refused(m_folder);
  if (m_refused < 0) {
    const closes_on_exit spare{open_folder(AT_FDCWD, m_spare.c_str())};
    m_refused = open_refused(spare.descriptor);
    m_uses_spare = m_refused >= 0;
  }
  if (m_refused < 0)
    throw io_error(harmless_text((m_path / name).string(), 400) + ": cannot be put aside: '" + refused_name +
                   "' is no folder of yours alone, here and in " + m_spare.string());
  constexpr std::size_t longest = 200;  // a file's name has 255 bytes
  const std::string reason = name.substr(0, longest) + ".problem.json", text = problem_document(why) + "\n";
  unlinkat(m_refused, reason.c_str(), 0);
  const closes_on_exit file{openat(m_refused, reason.c_str(),
                                   O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR)};
  if (file.descriptor < 0 ||
      write(file.descriptor, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    fail_at(m_path / name);
  if (renameat(m_folder, name.c_str(), m_refused, name.c_str()) != 0) fail_at(m_path / name);
}

}  // namespace edgeldp::collect
