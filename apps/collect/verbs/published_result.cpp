// SPDX-License-Identifier: MIT
#include "collect/verbs/published_result.hpp"

#include <cstdint>
#include <string_view>

#include "collect/task/files.hpp"
#include "collect/task/messages.hpp"
#include "collect/task/published.hpp"
#include "edgeldp/core/base/error.hpp"
#include "io/text_file.hpp"

namespace edgeldp::cli {

namespace {

using collect::collection;

/// Errors: invalid_parameter where a published file is not what the collector signed.
void require_sealed(const std::string& home, const collection& c, std::string_view result) {
  if (c.of_task().version == collect::first_version) return;
  const auto bytes = collect::read_file(c.folder().open() / collect::published::seal, UINT16_MAX);
  collect::signed_part part;
  collect::result_seal seal;
  if (bytes) seal = collect::result_seal::read(*bytes, part);
  if (!bytes || !part.is_by(c.of_task().collector) || seal.task != c.id() ||
      seal.result != edgeldp::name_of(collect::bytes_of(result)))
    throw invalid_parameter(
        home +
        "/public: the result is not what this collector sealed: somebody has changed it; "
        "remove result.json and result.seal, and `edgeldp collector ingest` writes both again");
  const record said = record::parse(result);
  const auto release = collect::read_file(c.folder().open() / collect::published::release, UINT64_MAX);
  if (release && said.contains("release") && said["release"] != edgeldp::name_of(*release))
    throw invalid_parameter(
        home + "/public/release.edgeldp: not what the sealed result names: somebody has changed it");
}

}  // namespace

std::optional<record> sealed_result(const std::string& home, collection& c) {
  if (c.status().at == collect::collection_status::stage::failed) return std::nullopt;
  const auto text = read_text(home + "/public/" + std::string(collect::published::result));
  if (!text) return std::nullopt;
  require_sealed(home, c, *text);
  return record::parse(*text);
}

}  // namespace edgeldp::cli
