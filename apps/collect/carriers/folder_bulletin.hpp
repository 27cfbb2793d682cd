// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "collect/client/bulletin.hpp"

namespace edgeldp::collect {

/// A folder that holds a copy of what was published.
class folder_bulletin final : public bulletin {
 public:
  explicit folder_bulletin(std::filesystem::path folder) : m_folder(std::move(folder)) {}
  byte_string task() override;
  byte_string directory() override;
  std::optional<byte_string> announcement(std::uint32_t index) override;
  byte_string object(std::string_view name, std::uint64_t most) override;
  std::optional<byte_string> result() override;
  std::optional<byte_string> seal() override;

 private:
  byte_string read(const std::string& name, std::uint64_t most) const;
  std::filesystem::path m_folder;
};

}  // namespace edgeldp::collect
