// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collect/collector/collection.hpp"
#include "collect/server/inbox.hpp"
#include "collect/task/published.hpp"
#include "collect/verbs/collect_verbs.hpp"
#include "collect/verbs/opened_collection.hpp"
#include "collect/verbs/time_span.hpp"
#include "edgeldp/core/base/error.hpp"
#include "io/page.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

using collect::collection;

struct ingest_arguments {
  std::string home, inbox;
  bool accepts_clock = false;
};

/// Takes so many files at once: they are kept by one write to the disk.
constexpr std::size_t files_a_commit = 256;
constexpr std::size_t files_at_a_time = 200000;
/// Lines on single files; whoever fills an inbox shall not fill the terminal too.
constexpr std::uint64_t most_lines = 20;

/// What became of the files of an inbox.
struct ingested {
  std::uint64_t taken = 0, known = 0, refused = 0, left = 0, lines = 0;

  void tell(const std::string& name, std::string_view what) {
    if (++lines <= most_lines)
      write_stderr(fmt::format("edgeldp: {}: {}\n", collect::harmless_text(name, most_lines * 10), what));
  }
};

struct refused_file {
  std::string name;
  collect::problem why;
};

/// Nothing where a file cannot be read, which stops nothing.
std::optional<byte_string> read_one(const collect::inbox& from, const std::string& name, std::uint64_t most,
                                    ingested& all) {
  try {
    return from.read(name, most);
  } catch (const io_error& e) {
    all.tell(name, fmt::format("left where it is: {}", e.what()));
    ++all.left;
    return std::nullopt;
  }
}

/// What was taken is kept before anything else is done; what cannot be read, or not be put aside,
/// stops nothing.
void take_some(collection& c, collect::inbox& from, std::span<const std::string> names, ingested& all) {
  std::vector<std::string> done;
  std::vector<refused_file> refused;
  for (const std::string& name : names) {
    try {
      const std::optional<byte_string> message = read_one(from, name, c.longest_message(), all);
      if (!message) continue;
      ++(c.take(*message) == collection::verdict::taken ? all.taken : all.known);
      done.push_back(name);
    } catch (const collect::problem& p) {
      refused.push_back({name, p});
    }
  }
  c.commit();
  const auto try_to = [&all](const std::string& name, const auto& act) {
    try {
      act();
    } catch (const io_error& e) {
      all.tell(name, fmt::format("stays in the inbox: {}", e.what()));
      ++all.left;
    }
  };
  for (const refused_file& r : refused) {
    all.tell(r.name, fmt::format("refused: {}", r.why.what()));
    ++all.refused;
    try_to(r.name, [&] { from.put_aside(r.name, r.why); });
  }
  for (const std::string& name : done) try_to(name, [&] { from.remove(name); });
}

void tell_clock(collection& c) {
  if (const std::string doubt = c.status().clock; !doubt.empty())
    write_stderr(fmt::format("edgeldp: caution: {}\n", doubt));
}

void ingest(const ingest_arguments& a, output_style style) {
  collection c = open_collection(a.home);
  if (a.accepts_clock) go_on_by_clock(c);
  collect::inbox from(a.inbox, folder_at(a.home).closed());
  const collect::inbox::listing files = from.names(files_at_a_time);
  ingested all;
  for (std::size_t first = 0; first < files.names.size(); first += files_a_commit)
    take_some(c, from,
              std::span(files.names).subspan(first, std::min(files_a_commit, files.names.size() - first)),
              all);
  if (all.lines > most_lines) write_stderr(fmt::format("edgeldp: and {} more\n", all.lines - most_lines));
  if (from.uses_spare())
    write_stderr(
        fmt::format("edgeldp: caution: {0}/refused is no folder of yours alone; what was refused is in "
                    "{1}/private/refused\n",
                    a.inbox, a.home));
  if (files.has_more) write_stderr("edgeldp: more files wait in the inbox: the same command takes them\n");
  c.advance(unix_now());
  tell_clock(c);
  if (style == output_style::text)
    write_stdout(fmt::format(
        "{} taken, {} known already, {} refused.{}\n\n", counted(static_cast<double>(all.taken), "message"),
        all.known, all.refused,
        all.left > 0 ? fmt::format(" {} left in the inbox.", counted(static_cast<double>(all.left), "file"))
                     : ""));
  print_status(c, style);
}

}  // namespace

void add_collector_ingest(verb_options& verb, const common_arguments& common) {
  auto& a = acts_by<ingest_arguments>(verb, common, ingest);
  add_home(verb, a.home);
  verb.add_option("inbox", a.inbox, "The folder of messages, a file each")
      ->required()
      ->type_name(value::folder);
  add_accept_clock(verb, a.accepts_clock);
}

}  // namespace edgeldp::cli
