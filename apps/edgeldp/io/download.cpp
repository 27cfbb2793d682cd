// SPDX-License-Identifier: MIT
#include "io/download.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <boost/iostreams/filter/gzip.hpp>
#include <cstdint>
#include <sstream>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "io/file_digest.hpp"
#include "io/run_program.hpp"
#include "io/table_file.hpp"
#include "manifest_text.hpp"

namespace edgeldp::cli {

std::vector<manifest_entry> read_manifest() {
  std::vector<manifest_entry> entries;
  std::istringstream in(manifest_text);
  bool header_seen = false;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    manifest_entry e;
    std::istringstream fields(line);
    for (std::string manifest_entry::* field :
         {&manifest_entry::name, &manifest_entry::url, &manifest_entry::file, &manifest_entry::text_sha256,
          &manifest_entry::licence, &manifest_entry::nodes, &manifest_entry::edges,
          &manifest_entry::triangles}) {
      std::getline(fields, e.*field, '\t');
    }
    if (header_seen) entries.push_back(e);
    header_seen = true;
  }
  return entries;
}

namespace {

/// Several times the largest graph that we know.
constexpr std::uint64_t most_bytes = std::uint64_t{4} << 30;

/// While it lives, neither this process nor one that it starts makes a longer file: a server need
/// not say how much it sends.
class file_size_limit {
 public:
  explicit file_size_limit(std::uint64_t bytes) {
    getrlimit(RLIMIT_FSIZE, &m_before);
    const rlimit lower = {std::min<rlim_t>(bytes, m_before.rlim_cur), m_before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &lower);
  }
  ~file_size_limit() { setrlimit(RLIMIT_FSIZE, &m_before); }
  file_size_limit(const file_size_limit&) = delete;
  file_size_limit& operator=(const file_size_limit&) = delete;

 private:
  rlimit m_before{};
};

}  // namespace

void download(const std::string& url, const std::string& path) {
  const file_size_limit limit(most_bytes);
  int status = run_program({"curl", "--fail", "--location", "--proto", "=https", "--proto-redir", "=https",
                            "--max-filesize", std::to_string(most_bytes), "--silent", "--show-error",
                            "--connect-timeout", "20", "--output", path, url});
  // wget cannot confine redirections to https.
  if (status == -1)
    status =
        run_program({"wget", "--quiet", "--max-redirect=0", "--timeout=20", "--tries=2", "-O", path, url});
  if (status == 0) return;
  throw io_error(fmt::format(
      "cannot download {} ({}). Without a network: fetch that address elsewhere, bring the file here, and "
      "run "
      "`edgeldp dataset fetch NAME --from FILE`, which verifies it",
      url, status == -1 ? "neither curl nor wget is installed" : fmt::format("status {}", status)));
}

std::string text_sha256(const std::string& path) {
  unzipped_file file(path);
  try {
    return stream_sha256(file.stream());
  } catch (const boost::iostreams::gzip_error&) {
    throw bad_graph_input(path + ": damaged gzip stream");
  }
}

}  // namespace edgeldp::cli
