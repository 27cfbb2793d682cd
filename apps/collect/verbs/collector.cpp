// SPDX-License-Identifier: MIT
#include <fmt/ranges.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "collect/collector/collection.hpp"
#include "collect/collector/store.hpp"
#include "collect/server/close_request.hpp"
#include "collect/verbs/absence_words.hpp"
#include "collect/verbs/collect_verbs.hpp"
#include "collect/verbs/collector_answers.hpp"
#include "collect/verbs/opened_collection.hpp"
#include "collect/verbs/published_result.hpp"
#include "collect/verbs/time_span.hpp"
#include "edgeldp/core/base/error.hpp"
#include "io/page.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

using collect::collection;

struct home_argument {
  std::string home;
};

void show_status(const home_argument& a, output_style style) {
  collection c = looked_at(a.home);
  print_status(c, style);
}

struct close_arguments {
  std::string home;
  bool accepts_clock = false, is_confirmed = false;
};

/// By whoever plays the collection: `serve`, or another command that will soon be done. Returns
/// false where that one has ended, and this command can do it.
bool close_by_another(const close_arguments& a) {
  constexpr std::chrono::milliseconds look(100);
  constexpr int most_looks = 600;
  const collect::collector_folder folder = folder_at(a.home);
  collect::ask_to_close(folder, collect::open_round_name(looked_at(a.home).status()), a.is_confirmed);
  for (int looks = 0; looks < most_looks; ++looks) {
    std::this_thread::sleep_for(look);
    if (const auto why = collect::answer_to_request(folder)) {
      if (!why->empty()) throw invalid_parameter(a.home + ": " + *why);
      return true;
    }
    if (collect::store::is_free(folder.closed())) {
      collect::withdraw_request(folder);
      return false;
    }
  }
  collect::withdraw_request(folder);
  throw io_error(a.home + ": the process that plays this collection does not answer; nothing was closed");
}

void close_now(const close_arguments& a, output_style style) {
  for (bool is_closed = false; !is_closed;) {
    try {
      collection c = open_collection(a.home);
      if (a.accepts_clock) go_on_by_clock(c);
      c.close_round(unix_now(),
                    a.is_confirmed ? collection::few_answers::accepted : collection::few_answers::refused);
      return print_status(c, style);
    } catch (const collect::in_use&) {
      is_closed = close_by_another(a);
    }
  }
  collection c = looked_at(a.home);
  print_status(c, style);
}

void show_result(const home_argument& a, output_style style) {
  collection c = looked_at(a.home);
  const collect::collection_status s = c.status();
  if (s.at == collect::collection_status::stage::failed)
    throw invalid_parameter(a.home + ": the collection has failed: " + s.failure);
  const auto result = sealed_result(a.home, c);
  if (!result)
    throw invalid_parameter(a.home +
                            ": there is no result yet; `edgeldp collector status` says how far it is");
  if (style == output_style::text)
    return write_stdout(result_text(*result, c.of_task().title, screen::of_stdout()));
  record told = *result;
  const std::string of_whom = absence_words(told);
  told["of_whom"] = of_whom.empty() ? record() : record(of_whom);
  print_record(told, style == output_style::json);
}

}  // namespace

void add_collector_status(verb_options& verb, const common_arguments& common) {
  add_home(verb, acts_by<home_argument>(verb, common, show_status).home);
}

void add_collector_close(verb_options& verb, const common_arguments& common) {
  auto& a = acts_by<close_arguments>(verb, common, close_now);
  add_home(verb, a.home);
  verb.add_flag("--yes", a.is_confirmed,
                "Close it though fewer than two have answered, which ends the collection for good");
  add_accept_clock(verb, a.accepts_clock);
}

void add_collector_result(verb_options& verb, const common_arguments& common) {
  add_home(verb, acts_by<home_argument>(verb, common, show_result).home);
}

}  // namespace edgeldp::cli
