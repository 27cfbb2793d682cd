// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "edgeldp/core/base/atomic_file.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "io/download.hpp"
#include "io/page.hpp"
#include "io/report.hpp"
#include "options/graph_argument.hpp"
#include "options/verb_options.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

// --- list
// -------------------------------------------------------------------------------------------------------------------

record count_or_null(const std::string& text) {
  return text == "-" ? record(nullptr) : record(std::stoull(text));
}

record describe(const manifest_entry& e) {
  return {{"name", e.name},
          {"file", e.file},
          {"url", e.url},
          {"nodes", count_or_null(e.nodes)},
          {"edges", count_or_null(e.edges)},
          {"triangles", count_or_null(e.triangles)},
          {"licence", e.licence},
          {"text_sha256", e.text_sha256 == "-" ? record(nullptr) : record(e.text_sha256)}};
}

void print_list(std::span<const manifest_entry> entries) {
  std::vector<table_row> rows = {{{"name"}, {"users"}, {"edges"}, {"triangles"}}};
  const auto count = [](const std::string& text) { return text == "-" ? text : grouped(std::stod(text)); };
  std::string files;
  for (const manifest_entry& e : entries) {
    rows.push_back({{e.name, tint::strong}, {count(e.nodes)}, {count(e.edges)}, {count(e.triangles)}});
    if (e.file != e.name + ".txt.gz")
      files += fmt::format("{}{} ({})", files.empty() ? "" : ", ", e.name, e.file);
  }
  page p(counted(static_cast<double>(entries.size()), "public graph") +
         " that `edgeldp dataset fetch` knows");
  p.table(rows);
  p.group("Files", {"A file is called NAME.txt.gz, but for " + files + "."});
  p.group("Source",
          {"None of them is part of the program; each is downloaded from where its publishers keep it, "
           "and verified. -v tells addresses and licences, --json every field."});
  p.group("Next", {"`edgeldp dataset fetch " + entries.front().name + "` downloads one; `edgeldp info " +
                   entries.front().file + "` then says what is in it."});
  write_stdout(p.text());
}

struct no_arguments {};

void run_list(const no_arguments&, output_style style) {
  const std::vector<manifest_entry> entries = read_manifest();
  if (style == output_style::text) return print_list(entries);
  for (const manifest_entry& e : entries) print_record(describe(e), style == output_style::json);
}

// --- fetch
// ------------------------------------------------------------------------------------------------------------------

/// Lower case, without the endings of text files.
std::string plain_name(std::string name) {
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const char* ending : {".gz", ".txt", ".ungraph"})
    if (name.ends_with(ending)) name.resize(name.size() - std::char_traits<char>::length(ending));
  return name;
}

/// Makes the name of a file that of its graph; leaves other words to the check behind it.
std::string to_graph_name(std::string& typed) {
  const std::vector<manifest_entry> entries = read_manifest();
  const auto it = std::ranges::find_if(entries, [wanted = plain_name(typed)](const manifest_entry& e) {
    return plain_name(e.name) == wanted || plain_name(e.file) == wanted;
  });
  if (it != entries.end()) typed = it->name;
  return "";
}

manifest_entry find_entry(const std::string& name) {
  const std::vector<manifest_entry> entries = read_manifest();
  return *std::ranges::find(entries, name, &manifest_entry::name);  // the parser refuses any other
}

void require_count(const manifest_entry& e, const char* what, const std::string& expected,
                   std::uint64_t found) {
  if (expected != "-" && std::stoull(expected) != found)
    throw bad_graph_input(fmt::format("{}: {} {}, the manifest says {}", e.name, found, what, expected));
}

/// The digest of the text where the manifest has one; otherwise the graph's own counts.
void verify(const manifest_entry& e, const std::string& path) {
  if (e.text_sha256 != "-") {
    const std::string found = text_sha256(path);
    if (found != e.text_sha256)
      throw bad_graph_input(
          fmt::format("{}: text has SHA-256 {}, the manifest says {}", e.name, found, e.text_sha256));
    return;
  }
  const read_graph_result input = read_graph(path);
  require_count(e, "nodes", e.nodes, input.graph.vertex_count());
  require_count(e, "edges", e.edges, input.graph.edge_count());
  require_count(e, "triangles", e.triangles, exact::count_triangles(input.graph));
}

struct fetch_arguments {
  std::string name, directory = ".", from;
};

record fetch(const fetch_arguments& a) {
  namespace fs = std::filesystem;
  const manifest_entry e = find_entry(a.name);
  const fs::path target = fs::path(a.directory) / e.file;
  try {
    fs::create_directories(a.directory);
    atomic_file file(target.string());  // what fails is not kept
    if (a.from.empty()) {
      download(e.url, file.temporary_path());
    } else {
      fs::copy_file(a.from, file.temporary_path(), fs::copy_options::overwrite_existing);
    }
    verify(e, file.temporary_path());
    file.commit();
  } catch (const fs::filesystem_error& failure) {
    throw io_error(failure.what());
  }
  return {{"name", e.name},
          {"file", target.string()},
          {"bytes", fs::file_size(target)},
          {"verified_by", e.text_sha256 != "-" ? "sha256" : "counts"}};
}

void run_fetch(const fetch_arguments& a, output_style style) {
  const record r = fetch(a);
  if (style != output_style::text) return print_record(r, style == output_style::json);
  const std::string file = text_of(r, "file");
  page p(fmt::format("{}: written to {}, {}", a.name, file, byte_count(number_of(r, "bytes"))));
  p.group("Check", {text_of(r, "verified_by") == "sha256"
                        ? "Its text has the SHA-256 that this program knows of it."
                        : "It has the users, edges and triangles that its publishers name."});
  p.group("Licence", {find_entry(a.name).licence + "."});
  p.group("Next",
          {fmt::format("`edgeldp info {0}` says what is in it, `edgeldp triangles {0}` counts triangles. "
                       "-v and --json tell every field.",
                       as_typed(file))});
  write_stdout(p.text());
}

}  // namespace

void add_dataset_list(verb_options& verb, const common_arguments& common) {
  acts_by(verb, common, run_list);
}

void add_dataset_fetch(verb_options& verb, const common_arguments& common) {
  fetch_arguments& a = acts_by(verb, common, run_fetch);
  std::vector<std::string> names;
  for (const manifest_entry& e : read_manifest()) names.push_back(e.name);
  verb.add_option("name", a.name,
                  "Which graph, by its name or that of its file: ego-Facebook, facebook_combined.txt.gz")
      ->required()
      ->transform(to_graph_name)
      ->check(one_of(names));
  verb.add_option("--dir", a.directory, "Where to put it")->type_name(value::folder)->capture_default_str();
  verb.add_option("--from", a.from, "Take this file instead of downloading, verify it and put it in place")
      ->type_name(value::file);
}

}  // namespace edgeldp::cli
