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

/// A folder that holds a copy of what was published. What is long is copied once more, since a
/// folder may change while it is read.
class folder_bulletin final : public bulletin {
 public:
  /// downloads: where such copies lie (download).
  explicit folder_bulletin(std::filesystem::path folder, std::filesystem::path downloads = {})
      : m_folder(std::move(folder)), m_downloads(std::move(downloads)) {}
  byte_string task() override;
  public_bytes directory() override;
  std::optional<byte_string> announcement(std::uint32_t index) override;
  public_bytes object(std::string_view name, std::uint64_t most) override;
  std::optional<byte_string> result() override;
  std::optional<byte_string> seal() override;

 private:
  held_bytes read(const std::string& name, std::uint64_t most) const;
  std::filesystem::path m_folder, m_downloads;
};

}  // namespace edgeldp::collect
