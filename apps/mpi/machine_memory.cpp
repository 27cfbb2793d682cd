// SPDX-License-Identifier: MIT
#include "mpi/machine_memory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <map>
#include <mutex>
#include <random>
#include <span>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/huge_pages.hpp"
#include "edgeldp/core/base/run_watch.hpp"

namespace edgeldp::mpi {

namespace {

/// 4096 bytes on x86-64; up to 65536 elsewhere.
const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));

constexpr std::uint64_t rounded_up(std::uint64_t size, std::uint64_t unit) {
  return (size + unit - 1) / unit * unit;
}

[[noreturn]] void fail(const char* what) {
  throw io_error(fmt::format("memory of the machine: {}: {}", what, std::strerror(errno)));
}

/// What holds a huge page begins where one does, in the file and in every process.
std::uint64_t alignment_of(std::uint64_t size) {
  return size < huge_page ? page : huge_page;
}

/// Memory of a file from `at` on, a multiple of alignment_of(size).
std::byte* map_aligned(int file, std::uint64_t at, std::uint64_t size, int protection) {
  const std::uint64_t alignment = alignment_of(size), pages = rounded_up(size, page);
  const std::uint64_t reserved = pages + alignment;
  void* const place = mmap(nullptr, reserved, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place == MAP_FAILED) fail("cannot be mapped");
  auto* const begin = static_cast<std::byte*>(place);
  const std::uint64_t before = -reinterpret_cast<std::uintptr_t>(place) % alignment;
  std::byte* const aligned = begin + before;
  if (mmap(aligned, size, protection, MAP_SHARED | MAP_FIXED, file, static_cast<off_t>(at)) == MAP_FAILED) {
    munmap(begin, reserved);
    fail("cannot be mapped");
  }
  if (before != 0) munmap(begin, before);
  munmap(aligned + pages, alignment - before);
  return aligned;
}

}  // namespace

/// The file as this process has it.
class machine_memory::shared_file {
 public:
  struct entry {
    std::array<char, 112> name;  // ends with 0; empty: a free place
    std::uint64_t at, size, holders;
  };

  /// What all processes see at the beginning of the file. Zeros are an empty one.
  struct directory {
    std::uint64_t token, held, most_held;
    std::uint64_t end;  // of what was ever put there: places are not used again, their memory is given back
    std::array<entry, 1024> entries;
  };

  static std::uint64_t directory_size() { return rounded_up(sizeof(directory), page); }

  explicit shared_file(int file) : m_file(file) {
    void* const mapped = mmap(nullptr, directory_size(), PROT_READ | PROT_WRITE, MAP_SHARED, m_file, 0);
    if (mapped == MAP_FAILED) {
      close(m_file);
      fail("cannot be mapped");
    }
    m_directory = static_cast<directory*>(mapped);
  }
  ~shared_file() {
    munmap(m_directory, directory_size());
    close(m_file);
  }
  shared_file(const shared_file&) = delete;
  shared_file& operator=(const shared_file&) = delete;

  /// While alive, no other process changes the directory. Nests within a thread. A process that
  /// ends unlocks.
  class exclusive {
   public:
    explicit exclusive(shared_file& of) : m_of(of), m_lock(of.m_mutex) {
      while (m_of.m_depth == 0 && !set_lock(F_WRLCK))
        if (errno != EINTR) fail("cannot be locked");
      ++m_of.m_depth;
    }
    ~exclusive() {
      if (--m_of.m_depth == 0) set_lock(F_UNLCK);
    }
    exclusive(const exclusive&) = delete;
    exclusive& operator=(const exclusive&) = delete;

   private:
    bool set_lock(short kind) const {
      struct flock all{};
      all.l_type = kind;
      all.l_whence = SEEK_SET;
      return fcntl(m_of.m_file, F_OFD_SETLKW, &all) == 0;
    }
    shared_file& m_of;
    std::lock_guard<std::recursive_mutex> m_lock;
  };

  int file() const noexcept { return m_file; }
  directory& shared() noexcept { return *m_directory; }

  entry* find(std::string_view name) {
    const auto at = std::ranges::find(m_directory->entries, name,
                                      [](const entry& e) { return std::string_view(e.name.data()); });
    return at == m_directory->entries.end() ? nullptr : &*at;
  }

  /// Requires: exclusive, as for the two below.
  entry& put(std::string_view name, std::span<const std::byte> bytes);
  void* make_room(std::uint64_t size);
  void leave_room(void* mapped);
  void* map(const entry& e) const;
  void leave(entry& e, void* mapped);

 private:
  /// Bytes that this process has been given to write; held, once others may read them.
  struct room {
    std::uint64_t at, size;
    bool is_held;
  };

  std::uint64_t take(std::uint64_t size);
  void give_back(std::uint64_t at, std::uint64_t size);
  std::uint64_t place_of(std::span<const std::byte> bytes);

  std::map<const void*, room> m_rooms;
  int m_file;
  directory* m_directory;
  std::recursive_mutex m_mutex;
  int m_depth = 0;
};

machine_memory::shared_file::entry& machine_memory::shared_file::put(std::string_view name,
                                                                     std::span<const std::byte> bytes) {
  entry* const free = find("");
  if (free == nullptr || name.empty() || name.size() >= free->name.size())
    throw internal_error("no place in the memory of the machine for '" + std::string(name) + "'");
  const std::uint64_t at = place_of(bytes);
  free->name = {};
  std::ranges::copy(name, free->name.begin());
  free->at = at;
  free->size = bytes.size();
  free->holders = 0;
  return *free;
}

/// A place for so many bytes, from now on held. They are reserved here, where it can be said that
/// there is no room: later a write to a mapping would end the process.
std::uint64_t machine_memory::shared_file::take(std::uint64_t size) {
  directory& d = *m_directory;
  const std::uint64_t at = rounded_up(std::max(d.end, directory_size()), alignment_of(size));
  if (size != 0 && fallocate(m_file, 0, static_cast<off_t>(at), static_cast<off_t>(size)) != 0)
    fail("has no room");
  d.end = at + rounded_up(size, page);
  d.held += size;
  d.most_held = std::max(d.most_held, d.held);
  return at;
}

void machine_memory::shared_file::give_back(std::uint64_t at, std::uint64_t size) {
  if (size != 0)
    fallocate(m_file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(at),
              static_cast<off_t>(rounded_up(size, page)));
  m_directory->held -= size;
}

/// Where such bytes are: in their room, or written now.
std::uint64_t machine_memory::shared_file::place_of(std::span<const std::byte> bytes) {
  const auto own = m_rooms.find(bytes.data());
  if (own != m_rooms.end() && own->second.size == bytes.size() && !own->second.is_held) {
    own->second.is_held = true;
    return own->second.at;
  }
  const std::uint64_t at = take(bytes.size());
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t written =
        pwrite(m_file, bytes.data() + done, bytes.size() - done, static_cast<off_t>(at + done));
    if (written < 0 && errno != EINTR) {
      give_back(at, bytes.size());
      fail("cannot be written");
    }
    if (written > 0) done += static_cast<std::size_t>(written);
  }
  return at;
}

void* machine_memory::shared_file::make_room(std::uint64_t size) {
  const std::uint64_t at = take(size);
  try {
    void* const mapped = map_aligned(m_file, at, size, PROT_READ | PROT_WRITE);
    m_rooms[mapped] = {at, size, false};
    return mapped;
  } catch (...) {
    give_back(at, size);
    throw;
  }
}

void machine_memory::shared_file::leave_room(void* mapped) {
  const auto own = m_rooms.find(mapped);
  munmap(mapped, own->second.size);
  if (!own->second.is_held) give_back(own->second.at, own->second.size);
  m_rooms.erase(own);
}

void* machine_memory::shared_file::map(const entry& e) const {
  return e.size == 0 ? nullptr : map_aligned(m_file, e.at, e.size, PROT_READ);
}

void machine_memory::shared_file::leave(entry& e, void* mapped) {
  if (mapped != nullptr) munmap(mapped, e.size);
  const exclusive here(*this);
  if (--e.holders != 0) return;
  give_back(e.at, e.size);
  e = {};
}

machine_memory::machine_memory() {
  const int file = memfd_create("edgeldp public", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, static_cast<off_t>(shared_file::directory_size())) != 0)
    fail("cannot be made");
  m_file = std::make_shared<shared_file>(file);
  std::random_device source;
  m_file->shared().token = std::uint64_t{source()} << 32 | source();
}

machine_memory::machine_memory(std::shared_ptr<shared_file> file) : m_file(std::move(file)) {}
machine_memory::~machine_memory() = default;

std::unique_ptr<machine_memory> machine_memory::open(const address& where) {
  const std::string path = fmt::format("/proc/{}/fd/{}", where.process, where.file);
  const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return nullptr;
  if (lseek(file, 0, SEEK_END) < static_cast<off_t>(shared_file::directory_size())) {
    close(file);
    return nullptr;
  }
  auto opened = std::make_shared<shared_file>(file);
  if (opened->shared().token != where.token) return nullptr;  // a process of another container
  return std::unique_ptr<machine_memory>(new machine_memory(std::move(opened)));
}

machine_memory::address machine_memory::where() const {
  return {getpid(), m_file->file(), m_file->shared().token};
}

std::uint64_t machine_memory::most_held() const {
  return m_file->shared().most_held;
}

held_bytes machine_memory::hold(std::string_view name, const std::function<held_bytes()>& make) {
  check_stop();
  const shared_file::exclusive here(*m_file);
  shared_file::entry* held = m_file->find(name);
  const bool is_new = held == nullptr;
  if (is_new) held = &m_file->put(name, make().bytes);
  void* const mapped = m_file->map(*held);
  ++held->holders;
  const std::shared_ptr<const void> owner(
      mapped, [file = m_file, held, mapped](const void*) { file->leave(*held, mapped); });
  const std::span bytes(static_cast<const std::byte*>(mapped), held->size);
  if (is_new) move_to_huge_pages(bytes);
  return {owner, bytes};
}

public_room machine_memory::room(std::uint64_t size) {
  if (size == 0) return {};
  const shared_file::exclusive here(*m_file);
  void* const mapped = m_file->make_room(size);
  const std::shared_ptr<void> owner(mapped, [file = m_file](void* made) {
    const shared_file::exclusive alone(*file);
    file->leave_room(made);
  });
  return {owner, {static_cast<std::byte*>(mapped), size}};
}

}  // namespace edgeldp::mpi
