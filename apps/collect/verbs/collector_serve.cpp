// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "collect/collector/collection.hpp"
#include "collect/server/admin.hpp"
#include "collect/server/http_server.hpp"
#include "collect/task/files.hpp"
#include "collect/task/published.hpp"
#include "collect/verbs/admin_answers.hpp"
#include "collect/verbs/collect_verbs.hpp"
#include "collect/verbs/collector_answers.hpp"
#include "collect/verbs/collector_page.hpp"
#include "collect/verbs/demo_people.hpp"
#include "collect/verbs/expected_width.hpp"
#include "collect/verbs/time_span.hpp"
#include "edgeldp/core/base/crypto.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/hexadecimal.hpp"
#include "edgeldp/core/protocol/result_fields.hpp"
#include "io/claims.hpp"
#include "io/page.hpp"
#include "io/scratch_folder.hpp"
#include "io/stop_handler.hpp"
#include "io/text_file.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

struct serve_arguments {
  std::string home, listen = "127.0.0.1:8080", stay;
  std::string take_part;
  std::vector<std::string> page_origins;
  std::size_t most_connections = 2000;
  std::optional<std::uint64_t> admin;
  bool is_demo = false, accepts_clock = false;
};

/// As it was published; null before the end.
record result_of(const collect::collection& c) {
  if (!c.due())
    if (const auto text = read_text((c.folder().open() / collect::published::result).string()))
      if (record found = record::parse(*text); found.contains("numbers")) return found;
  return nullptr;
}

/// What everybody may look at.
record public_status(collect::collection& c, const expected_width& width, const std::string& page_digest) {
  record status = status_record(c.status(), c.of_task(), c.id());
  if (const auto before = width.before()) add_predicted(status, *before);
  if (!page_digest.empty()) status["take_part_sha256"] = page_digest;
  return status;
}

collect::served_texts described(collect::collection& c, const expected_width& width,
                                const std::string& page_digest) {
  record status = public_status(c, width, page_digest);
  collect::served_texts texts{{}, collector_page(c.of_task(), status, result_of(c), unix_now())};
  status["schema"] = result_schema;
  texts.status = status.dump() + "\n";
  return texts;
}

/// Names of people are UTF-8, or nearly.
std::string json_of(const record& r) {
  return r.dump(-1, ' ', false, record::error_handler_t::replace);
}

collect::admin_desk desk_of(expected_width& width) {
  return {admin_page, admin_script, admin_style,
          [&width](collect::collection& c) {
            return json_of(admin_state(c, public_status(c, width, ""), result_of(c), width, unix_now()));
          },
          [](collect::collection& c) { return json_of(admin_people(c)); }};
}

/// The token stands behind '#', which no browser sends anywhere.
void tell_desk(const collect::http_server& server) {
  const auto port = server.admin_port();
  if (!port) return;
  write_stderr(
      fmt::format("edgeldp: the operator's desk: http://127.0.0.1:{}/#{}\n"
                  "edgeldp: whoever has this line can close and extend rounds, and sees who takes part; it "
                  "is not said again\n",
                  *port, server.admin_token()));
}

/// page_digest: of the page by which browsers take part; empty without one.
void tell_start(const std::string& home, const collect::http_server& server, const std::string& page_digest,
                bool is_demo, output_style style) {
  const std::string address = "http://" + server.address().text();
  if (style == output_style::json) {
    record r = {{"address", address}, {"folder", home}};
    if (const auto port = server.admin_port()) r["admin"] = fmt::format("http://127.0.0.1:{}", *port);
    if (!page_digest.empty()) r["take_part_sha256"] = page_digest;
    r["simulated"] = false;
    r["schema"] = result_schema;
    return write_stdout(r.dump() + "\n");
  }
  std::string text =
      fmt::format("Serving {} on {}; Ctrl-C ends it, and the same command goes on.\n", home, address);
  if (!page_digest.empty())
    text += fmt::format(
        "Browsers take part at {}{}, a page whose SHA-256 is\n  {}\nTell people this number by another way, "
        "too: the page shows its own.\n",
        address, collect::take_part_path, page_digest);
  if (is_demo)
    text += fmt::format("To play all of its people:\n  edgeldp client run --demo {} --from {}\n",
                        as_typed(home), address);
  write_stdout(text);
}

/// As browsers write it in what they send.
/// Errors: invalid_parameter for what is no origin, or one where no browser takes part.
std::string origin_of(const std::string& text) {
  if (!collect::is_web_address(text) || !collect::parse_web_address(text).path.empty())
    throw invalid_parameter(
        fmt::format("--page-origin {}: scheme and host alone, as https://pages.example.org", text));
  const collect::web_address place = collect::parse_web_address(text);
  if (!place.is_secure && !collect::is_of_this_machine(place.at.host))
    throw invalid_parameter(fmt::format("--page-origin {}: browsers take part over https alone", text));
  return place.origin();
}

/// Errors: invalid_parameter where there is none; io_error; format_error for what is too long.
byte_string read_page(const std::string& path) {
  constexpr std::uint64_t longest = std::uint64_t{64} << 20;
  auto page = collect::read_file(path, longest);
  if (!page || page->empty()) throw invalid_parameter("--take-part " + path + ": there is no such page");
  return *std::move(page);
}

std::string sha256_of(std::span<const std::byte> bytes) {
  crypto::sha256 digest;
  digest.add(bytes);
  return to_hex(digest.value());
}

void serve(const serve_arguments& a, output_style style) {
  if (a.home.empty() && !a.is_demo) throw invalid_parameter("name the folder of a collection, or add --demo");
  collect::http_options options{collect::parse_host_and_port(a.listen), a.most_connections};
  if (!a.take_part.empty()) options.take_part_page = read_page(a.take_part);
  const std::string page_digest = options.take_part_page.empty() ? "" : sha256_of(options.take_part_page);
  for (const std::string& origin : a.page_origins) options.page_origins.push_back(origin_of(origin));
  if (a.admin) options.admin_port = static_cast<std::uint16_t>(*a.admin);
  std::optional<std::chrono::seconds> stay;
  if (!a.stay.empty()) stay = std::chrono::seconds(seconds_of(a.stay, "--stay"));
  std::optional<scratch_folder> scratch;
  if (a.home.empty()) scratch.emplace();
  const std::string home = scratch ? scratch->file("demo") : a.home;
  if (a.is_demo && !std::filesystem::exists(home + "/public/task.json")) create_demo({home}, unix_now());

  collect::collection served({home}, unix_now());
  if (a.accepts_clock) served.accept_clock(unix_now());
  if (const std::string doubt = served.status().clock; !doubt.empty())
    write_stderr(fmt::format("edgeldp: caution: {}\n", doubt));
  expected_width width(served.of_task(), served.average_degree());
  collect::http_server server(
      served, [&](collect::collection& c) { return described(c, width, page_digest); }, options,
      desk_of(width));
  if (!collect::is_of_this_machine(server.address().host))
    write_stderr(
        "edgeldp: caution: other machines can connect to this address, over plain HTTP: whoever carries the "
        "bytes reads "
        "tokens, and can keep everybody else away; docs/collect.md shows a server with TLS for in front\n");
  tell_desk(server);
  tell_start(home, server, page_digest, a.is_demo, style);
  {
    const stop_handler stop([&] { server.stop(); });
    server.run(stay);
  }
  write_stderr(fmt::format("edgeldp: stopped serving: {} taken here, all of it kept\n",
                           counted(static_cast<double>(server.taken()), "message")));
}

}  // namespace

void add_collector_serve(verb_options& verb, const common_arguments& common) {
  auto& a = acts_by<serve_arguments>(verb, common, serve);
  verb.add_option("home", a.home, "The folder of the collection; with --demo it is made where it is missing")
      ->type_name(value::folder);
  verb.add_option("--listen", a.listen, "Address and port; port 0 takes one that is free")
      ->capture_default_str();
  verb.add_option("--admin", a.admin,
                  "A page for the operator at this port, for this machine alone: who is invited, joined and "
                  "waited for, rounds to close or extend; 0 takes a port that is free")
      ->check(between(std::uint64_t{0}, std::uint64_t{65535}));
  verb.add_option(
      "--stay", a.stay,
      "End so long after the collection is over (90s, 15m, 12h or 7d); without it, when a signal comes");
  verb.add_option("--take-part", a.take_part,
                  "The page by which browsers take part (take_part.html), handed out as /take-part.html")
      ->type_name(value::file);
  verb.add_option("--page-origin", a.page_origins,
                  "Where else such a page may be served, as https://pages.example.org (may be repeated)")
      ->type_name("ORIGIN");
  verb.add_option("--max-connections", a.most_connections,
                  "Connections at a time; others are told to come later")
      ->check(between(std::size_t{1}, std::size_t{100000}))
      ->capture_default_str();
  verb.add_flag(
          "--accept-clock", a.accepts_clock,
          "The clock of this machine is right, although it has leapt since the collection was last played")
      ->group(section::expert);
  verb.add_flag("--demo", a.is_demo, "A collection of a hundred people who do not exist, to play with");
}

}  // namespace edgeldp::cli
