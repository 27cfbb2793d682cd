// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include "collect/carriers/http_bulletin.hpp"
#include "collect/task/web_address.hpp"
#include "edgeldp/core/base/error.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

/// --from and --ca: where a client reads what the collector published.
struct source_arguments {
  std::string from;
  collect::http_client_options connection;
  bool is_plain_allowed = false;

  /// What is downloaded lies in this folder while it is needed.
  collect::http_client_options connection_with(std::filesystem::path downloads) const {
    collect::http_client_options with = connection;
    with.downloads = std::move(downloads);
    return with;
  }
  /// The same in the folder of a state, which is on a disk.
  collect::http_client_options connection_beside(const std::string& state) const {
    return connection_with(std::filesystem::absolute(state).parent_path());
  }

  /// Errors: invalid_parameter for plain http beyond this machine, where everybody on the way reads
  ///     and changes what is said.
  void require_safe() const {
    if (!collect::is_web_address(from) || is_plain_allowed) return;
    const collect::web_address address = collect::parse_web_address(from);
    if (!address.is_secure && !collect::is_of_this_machine(address.at.host))
      throw invalid_parameter(
          "--from " + from +
          ": plain http beyond this machine lets everybody on the way read and change what is "
          "said; use the collector's https:// address, or add --plain-http");
  }
};

enum class source_kind { folder_or_address, address };

inline void add_source(verb_options& verb, source_arguments& source, source_kind kind) {
  const bool may_be_folder = kind == source_kind::folder_or_address;
  verb.add_option("--from", source.from,
                  may_be_folder
                      ? "What the collector published: a folder, or an address (http://... or https://...)"
                      : "The address of `collector serve`: http://... or https://...; for a folder there is "
                        "`client encode`")
      ->required()
      ->type_name(may_be_folder ? value::folder : "ADDRESS");
  verb.add_option("--ca", source.connection.certificates,
                  "Certificates of the authorities to trust over https; the system's if not given")
      ->group(section::expert)
      ->type_name(value::file);
  verb.add_flag(
          "--plain-http", source.is_plain_allowed,
          "Speak http without TLS to another machine, where everybody on the way can read and change it")
      ->group(section::expert);
}

}  // namespace edgeldp::cli
