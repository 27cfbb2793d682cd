// SPDX-License-Identifier: MIT
#include "io/spent_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <optional>
#include <sstream>
#include <system_error>

#include "edgeldp/core/base/error.hpp"
#include "io/text_file.hpp"

namespace edgeldp::cli {

namespace {

constexpr const char* heading =
    "# What counts have spent beside the release of each key: calls, units of 2^-32 nat of a user\n";

/// Holds other counts on the same release off.
class file_lock {
 public:
  explicit file_lock(const std::string& path) : m_descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (m_descriptor >= 0 && flock(m_descriptor, LOCK_EX) == 0) return;
    const int cause = errno;
    if (m_descriptor >= 0) close(m_descriptor);
    throw io_error("cannot lock " + path + ": " + std::generic_category().message(cause));
  }
  ~file_lock() { close(m_descriptor); }
  file_lock(const file_lock&) = delete;
  file_lock& operator=(const file_lock&) = delete;

 private:
  int m_descriptor;
};

}  // namespace

spent_file::spent_file(const std::string& release_path, const release_parameters& parameters)
    : m_release_path(release_path), m_path(release_path + ".spent"), m_parameters(parameters) {}

spent_file::entry spent_file::read() const {
  const std::optional<std::string> text = read_text(m_path);
  if (!text) return {};
  entry found;
  std::istringstream lines(*text);
  std::uint64_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.empty() || line.front() == '#') continue;
    char key[17] = {};
    unsigned long long calls = 0, units = 0;
    int end = 0;
    if (std::sscanf(line.c_str(), "%16[0-9a-f] %llu %llu%n", key, &calls, &units, &end) != 3 ||
        static_cast<std::size_t>(end) != line.size())
      throw invalid_parameter(fmt::format(
          "{}: line {} is no entry, so what was spent on the release is not known", m_path, number));
    if (key == hex(m_parameters.key.value)) found = {calls, units};
  }
  return found;
}

spending spent_file::so_far() const {
  spending spent;
  spent.add(spent_on(m_parameters));
  if (m_parameters.simulated) return spent;
  const entry counts = read();
  // Only one end of an edge counts with it.
  spent.add({counts.units, counts.units, counts.units, counts.calls});
  return spent;
}

void spent_file::enter_count(epsilon ceiling) const {
  if (m_parameters.simulated) return;
  const file_lock lock(m_release_path);
  entry counts = read();
  ++counts.calls;
  counts.units += m_parameters.count.units();
  const std::uint64_t total = spent_on(m_parameters).spent().units() + counts.units;
  if (total > ceiling.units())
    throw invalid_parameter(fmt::format(
        "{}: with this count a user has spent {:.9g} nats, of {:.9g}: it is number {} on this release "
        "({} keeps account). --epsilon sets another ceiling",
        m_release_path, static_cast<double>(total) / static_cast<double>(epsilon::units_per_nat),
        budget(ceiling), counts.calls, m_path));
  // Entries of other releases that were written under this name stay.
  std::string text = read_text(m_path).value_or(heading);
  if (!text.ends_with('\n')) text += '\n';
  write_text(m_path,
             text + fmt::format("{} {} {}\n", hex(m_parameters.key.value), counts.calls, counts.units));
}

}  // namespace edgeldp::cli
