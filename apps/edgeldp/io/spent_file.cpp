// SPDX-License-Identifier: MIT
#include "io/spent_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>

#include "edgeldp/core/base/error.hpp"
#include "io/file_digest.hpp"
#include "io/text_file.hpp"

namespace edgeldp::cli {

namespace {

constexpr const char* heading =
    "# What counts have spent beside each release (its SHA-256): calls, units of 2^-32 nat of a user\n";

/// Where the file is that a symbolic link leads to; any other name as it is.
std::string real_path(const std::string& path) {
  std::error_code fault;
  if (!std::filesystem::is_symlink(path, fault)) return path;
  const std::filesystem::path real = std::filesystem::canonical(path, fault);
  return fault ? path : real.string();
}

/// Errors: invalid_parameter for a file with several names.
void require_one_name(const std::string& path) {
  std::error_code fault;
  const std::uintmax_t names = std::filesystem::hard_link_count(path, fault);
  if (fault || names <= 1) return;
  throw invalid_parameter(fmt::format(
      "{}: the file has {} names (hard links), and counts under one would not know of counts under another: "
      "keep one of them and remove the others (`find . -samefile {}` shows them), or link with `ln -s`",
      path, names, path));
}

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
    : m_named_path(release_path),
      m_release_path(real_path(release_path)),
      m_path(m_release_path + ".spent"),
      m_parameters(parameters) {}

const std::string& spent_file::digest() const {
  if (m_digest.empty()) m_digest = file_sha256(m_release_path);
  return m_digest;
}

spent_file::entry spent_file::read(const std::string& path) const {
  const std::optional<std::string> text = read_text(path);
  if (!text) return {};
  // Earlier versions named releases by their keys.
  constexpr std::size_t digits_of_key = 16, digits_of_digest = 64;
  entry by_key, found;
  std::istringstream lines(*text);
  std::uint64_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.empty() || line.front() == '#') continue;
    char name[digits_of_digest + 1] = {};
    unsigned long long calls = 0, units = 0;
    int end = 0;
    const bool is_entry =
        std::sscanf(line.c_str(), "%64[0-9a-f] %llu %llu%n", name, &calls, &units, &end) == 3 &&
        static_cast<std::size_t>(end) == line.size();
    const std::string_view of = name;
    if (!is_entry || (of.size() != digits_of_key && of.size() != digits_of_digest))
      throw invalid_parameter(fmt::format(
          "{}: line {} is no entry, so what was spent on the release is not known", path, number));
    if (of.size() == digits_of_key) {
      if (of == hex(m_parameters.key.value)) by_key = {calls, units};
    } else if (of == digest()) {
      found = {calls, units};
    }
  }
  return found.units < by_key.units ? by_key : found;
}

spent_file::entry spent_file::counts() const {
  entry all = read(m_path);
  if (m_named_path == m_release_path) return all;
  const std::string beside_link = m_named_path + ".spent";
  if (real_path(beside_link) == real_path(m_path)) return all;
  const entry more = read(beside_link);
  return {all.calls + more.calls, all.units + more.units};
}

spending spent_file::so_far() const {
  spending spent;
  spent.add(cost_of(spent_on(m_parameters)));
  if (m_parameters.simulated) return spent;
  const entry counts = this->counts();
  // Only one end of an edge counts with it.
  spent.add(spending(counts.units, counts.units, counts.units, counts.calls));
  return spent;
}

void spent_file::enter_count(epsilon ceiling) const {
  if (m_parameters.simulated) return;
  require_one_name(m_release_path);
  const file_lock lock(m_release_path);
  const entry before = counts();
  const std::uint64_t total =
      spent_on(m_parameters).spent().units() + before.units + m_parameters.count.units();
  if (total > ceiling.units())
    throw invalid_parameter(fmt::format(
        "{}: with this count a user has spent {:.9g} nats, of {:.9g}: it is number {} on this release "
        "({} keeps account). --epsilon sets another ceiling",
        m_named_path, static_cast<double>(total) / static_cast<double>(epsilon::units_per_nat),
        budget(ceiling), before.calls + 1, m_path));
  // Entries of other releases that were written under this name stay.
  std::string text = read_text(m_path).value_or(heading);
  if (!text.ends_with('\n')) text += '\n';
  const entry here = read(m_path);
  write_text(m_path, text + fmt::format("{} {} {}\n", digest(), here.calls + 1,
                                        here.units + m_parameters.count.units()));
}

}  // namespace edgeldp::cli
