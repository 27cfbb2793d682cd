// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "collect/client/http_bulletin.hpp"
#include "options/option_kinds.hpp"

namespace edgeldp::cli {

/// --from and --ca: where a client reads what the collector published.
struct source_arguments {
  std::string from;
  collect::http_client_options connection;
};

inline void add_source(CLI::App& verb, source_arguments& source) {
  verb.add_option("--from", source.from,
                  "What the collector published: a folder, or an address (http://... or https://...)")
      ->required()
      ->type_name(value::folder);
  verb.add_option("--ca", source.connection.certificates,
                  "Certificates of the authorities to trust over https; the system's if not given")
      ->group(section::expert)
      ->type_name(value::file);
}

}  // namespace edgeldp::cli
