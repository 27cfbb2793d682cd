// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collect/client/bulletin.hpp"
#include "collect/task/labels.hpp"
#include "collect/task/messages.hpp"
#include "edgeldp/core/base/error.hpp"

/// What a client takes for the word of its collector.
namespace edgeldp::collect {

/// The collector said something that does not go with what it said before, or with the task.
class contradiction : public std::runtime_error {
 public:
  explicit contradiction(const std::string& why, byte_string signed_by_it = {})
      : std::runtime_error(why), m_bytes(std::move(signed_by_it)) {}
  /// A second announcement under one number; empty where it is another contradiction.
  const byte_string& bytes() const noexcept { return m_bytes; }

 private:
  byte_string m_bytes;
};

/// Bytes that nobody signed may have been damaged on their way: they are no word of the collector.
io_error unreadable(const std::string& what);

/// Errors: io_error unless these are the bytes of that name.
public_bytes verified(public_bytes file, std::string_view name, const std::string& what);

/// Errors: io_error unless the bytes come as they were announced; more of them are no word of the
///     collector either.
public_bytes fetched(bulletin& published, const public_entry& e, const std::string& what);

/// The public labels of a task that has some.
/// Errors: as above; format_error for bytes of that name that are no labels of the task.
std::vector<label_line> fetched_labels(bulletin& published, const task& t);

/// What stands in the place of an announcement.
/// Errors: io_error for more bytes than any announcement has, which nobody signed.
std::optional<byte_string> announced(bulletin& published, std::uint32_t index);

}  // namespace edgeldp::collect
