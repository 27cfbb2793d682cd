// SPDX-License-Identifier: MIT
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include "edgeldp/core/base/error.hpp"
#include "help/man_page.hpp"
#include "io/text_file.hpp"
#include "options/verb_options.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

struct man_arguments {
  std::string folder, date;
};

void write_pages(const verb_facts& program, const man_arguments& a) {
  const std::filesystem::path folder(a.folder);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw io_error("cannot make the folder " + a.folder + ": " + error.message());
  for (const man_page& page : man_pages(program, a.date))
    write_text((folder / page.name).string(), page.text);
}

}  // namespace

void add_man_pages(verb_options& verb, const common_arguments& common) {
  auto a = std::make_shared<man_arguments>();
  verb.add_option("folder", a->folder, "Where to write the pages")->required()->type_name(value::folder);
  verb.add_option("--date", a->date, "Date that the pages bear, as 2026-01-31")->required();
  verb.callback([a, &common] { write_pages(common.program(), *a); });
}

}  // namespace edgeldp::cli
