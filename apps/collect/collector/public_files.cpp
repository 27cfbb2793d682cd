// SPDX-License-Identifier: MIT
#include "collect/collector/public_files.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "collect/task/published.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"

namespace edgeldp::collect {

namespace {

constexpr std::string_view json = "application/json", text = "text/plain; charset=utf-8",
                           octets = "application/octet-stream";

/// A number as it is written without leading zeros.
bool is_index(std::string_view digits) {
  constexpr std::size_t longest = 9;
  return !digits.empty() && digits.size() <= longest &&
         digits.find_first_not_of("0123456789") == digits.npos && (digits == "0" || digits.front() != '0');
}

struct closes_descriptor {
  int descriptor;
  ~closes_descriptor() { close(descriptor); }
};

}  // namespace

std::optional<public_path> public_path_of(std::string_view target) {
  constexpr std::string_view announcements = "/announcements/", objects = "/objects/";
  if (!target.starts_with('/')) return std::nullopt;
  const std::string_view file = target.substr(1);
  if (file == published::task) return public_path{std::string(file), json, true};
  if (file == published::directory) return public_path{std::string(file), text, true};
  if (file == published::result) return public_path{std::string(file), json, false};
  if (file == published::seal) return public_path{std::string(file), octets, true};
  if (file == published::release) return public_path{std::string(file), octets, false};
  if (target.starts_with(announcements) && is_index(target.substr(announcements.size())))
    return public_path{std::string(file), octets, true};
  if (target.starts_with(objects) && is_digest(target.substr(objects.size())))
    return public_path{std::string(file), octets, true};
  return std::nullopt;
}

public_file::public_file(int descriptor, std::uint64_t size) : m_size(size) {
  if (m_size > 0) {
    void* const at = mmap(nullptr, m_size, PROT_READ, MAP_SHARED, descriptor, 0);
    if (at == MAP_FAILED)
      throw io_error(std::string("a published file cannot be mapped: ") + std::strerror(errno));
    m_data = static_cast<const char*>(at);
  }
  m_etag = '"' + name_of(std::as_bytes(this->bytes())) + '"';
}

public_file::public_file(byte_string bytes)
    : m_copy(std::move(bytes)),
      m_data(reinterpret_cast<const char*>(m_copy.data())),
      m_size(m_copy.size()),
      m_etag('"' + name_of(m_copy) + '"') {}

public_file::~public_file() {
  if (m_copy.empty() && m_size > 0) munmap(const_cast<char*>(m_data), m_size);
}

std::shared_ptr<const public_file> public_files::open(const public_path& path) {
  const std::filesystem::path where = m_folder / path.file;
  const int descriptor = ::open(where.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0) {
    if (errno == ENOENT) return nullptr;
    throw io_error(where.string() + ": " + std::strerror(errno));
  }
  const closes_descriptor closes{descriptor};
  struct stat facts{};
  if (fstat(descriptor, &facts) != 0 || !S_ISREG(facts.st_mode))
    throw io_error(where.string() + ": is no file");
  opened& known = m_opened[path.file];
  const auto size = static_cast<std::uint64_t>(facts.st_size);
  const std::int64_t changed = std::int64_t{facts.st_mtim.tv_sec} * 1000000000 + facts.st_mtim.tv_nsec;
  if (!known.file || known.inode != facts.st_ino || known.size != size || known.changed != changed)
    known = {facts.st_ino, size, changed, std::make_shared<const public_file>(descriptor, size)};
  return known.file;
}

}  // namespace edgeldp::collect
