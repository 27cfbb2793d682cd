// SPDX-License-Identifier: MIT
#include "collect/server/public_files.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"

namespace edgeldp::collect {

namespace {

struct closes_descriptor {
  int descriptor;
  ~closes_descriptor() { close(descriptor); }
};

}  // namespace

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
