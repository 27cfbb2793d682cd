// SPDX-License-Identifier: MIT
#include "collect/carriers/folder_bulletin.hpp"

#include "collect/carriers/download.hpp"
#include "collect/task/files.hpp"
#include "collect/task/published.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp::collect {

held_bytes folder_bulletin::read(const std::string& name, std::uint64_t most) const {
  download copy(m_downloads);
  if (!read_in_parts(m_folder / name, most, [&](auto part) { copy.add(part); }))
    throw io_error("cannot open " + (m_folder / name).string() + ": No such file or directory");
  return std::move(copy).hold();
}

byte_string folder_bulletin::task() {
  const held_bytes task = read(std::string(published::task), longest_task);
  return {task.bytes.begin(), task.bytes.end()};
}

public_bytes folder_bulletin::directory() {
  return read(std::string(published::directory), longest_file());
}

std::optional<byte_string> folder_bulletin::announcement(std::uint32_t index) {
  return read_file(m_folder / published::announcement(index), longest_file());
}

public_bytes folder_bulletin::object(std::string_view name, std::uint64_t most) {
  return read(published::object(name), most);
}

std::optional<byte_string> folder_bulletin::result() {
  return read_file(m_folder / published::result, longest_file());
}

std::optional<byte_string> folder_bulletin::seal() {
  return read_file(m_folder / published::seal, longest_seal);
}

}  // namespace edgeldp::collect
