// SPDX-License-Identifier: MIT
#include "collect/carriers/folder_bulletin.hpp"

#include "collect/task/files.hpp"
#include "collect/task/published.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp::collect {

byte_string folder_bulletin::read(const std::string& name, std::uint64_t most) const {
  auto bytes = read_file(m_folder / name, most);
  if (!bytes) throw io_error("cannot open " + (m_folder / name).string() + ": No such file or directory");
  return *std::move(bytes);
}

byte_string folder_bulletin::task() {
  return read(std::string(published::task), longest_task);
}

byte_string folder_bulletin::directory() {
  return read(std::string(published::directory), longest_file());
}

std::optional<byte_string> folder_bulletin::announcement(std::uint32_t index) {
  return read_file(m_folder / published::announcement(index), longest_file());
}

byte_string folder_bulletin::object(std::string_view name, std::uint64_t most) {
  return read(published::object(name), most);
}

std::optional<byte_string> folder_bulletin::result() {
  return read_file(m_folder / published::result, longest_file());
}

std::optional<byte_string> folder_bulletin::seal() {
  return read_file(m_folder / published::seal, longest_seal);
}

}  // namespace edgeldp::collect
