// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace edgeldp::cli {

/// One line of datasets/manifest.tsv; "-" means unknown.
struct manifest_entry {
  std::string name, url, file, text_sha256, licence, nodes, edges, triangles;
};

/// The manifest that was built in.
std::vector<manifest_entry> read_manifest();

/// Downloads url to path with curl or wget, whichever is there.
/// Errors: io_error saying why and what to do by hand.
void download(const std::string& url, const std::string& path);

/// SHA-256 of a file's text, decompressed if it is gzip.
/// Errors: io_error.
std::string text_sha256(const std::string& path);

}  // namespace edgeldp::cli
