// SPDX-License-Identifier: MIT
#include "edgeldp/collector/collector.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <utility>

#include "collect/collector/collection.hpp"
#include "collect/collector/public_path.hpp"
#include "collect/collector/reception.hpp"
#include "collect/plan/prediction.hpp"
#include "collect/task/files.hpp"
#include "collect/task/labels.hpp"
#include "collect/task/published.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/hexadecimal.hpp"
#include "results/record.hpp"

namespace edgeldp {

namespace {

std::uint64_t seconds_in(std::chrono::seconds time, const char* what) {
  if (time.count() < 0) throw invalid_parameter(std::string(what) + ": must not be negative");
  return static_cast<std::uint64_t>(time.count());
}

/// Of a share, in thousandths.
std::uint32_t permille(double share, double most, const char* what) {
  if (!(share > 0.0 && share <= most))
    throw invalid_parameter(std::string(what) + ": must be above 0, and " + std::to_string(most) +
                            " at most");
  return static_cast<std::uint32_t>(std::lround(1000.0 * share));
}

std::uint32_t relationship_permille(const collection_plan& plan) {
  return permille(plan.relationship, 2.0, "relationship");
}

std::vector<collect::task_attribute> attributes_of(const collection_plan& plan) {
  std::vector<collect::task_attribute> all;
  for (const collected_attribute& a : plan.attributes) all.push_back({a.name, a.values});
  return all;
}

std::vector<collect::labelled_person> labels_of(const collection_plan& plan) {
  std::vector<collect::labelled_person> all;
  for (const collected_label& l : plan.labels) all.push_back({l.person, l.label});
  return all;
}

collect::new_collection wanted_by(const collection_plan& plan) {
  collect::new_collection wanted;
  wanted.title = plan.title;
  wanted.method = plan.method;
  wanted.total = epsilon::from_nats(plan.epsilon);
  wanted.relationship_permille = relationship_permille(plan);
  wanted.max_download_bytes = plan.max_download.value_or(0);
  wanted.people = plan.people;
  wanted.items = plan.items;
  wanted.attributes = attributes_of(plan);
  wanted.labels = labels_of(plan);
  if (plan.infers_on_purpose)
    wanted.confirmed = "labels are inferred of people who gave none (infers_on_purpose)";
  wanted.join_seconds = seconds_in(plan.join_time, "join_time");
  wanted.round_seconds = seconds_in(plan.round_time, "round_time");
  if (plan.answer_within) wanted.answer_seconds = seconds_in(*plan.answer_within, "answer_within");
  wanted.close_permille = permille(plan.close_share, 1.0, "close_share");
  wanted.average_degree = plan.average_degree;
  wanted.is_simulated = plan.seed.has_value();
  if (plan.seed) wanted.key = release_key{*plan.seed};
  return wanted;
}

std::string_view word_of(judgement j) {
  return j == judgement::usable ? "usable" : j == judgement::weak ? "weak" : "not_usable";
}

std::vector<expected_number> numbers_of(const collect::collection_prediction& predicted) {
  std::vector<expected_number> all;
  for (const collect::predicted_number& n : predicted.numbers)
    all.push_back({n.statistic, n.share, word_of(n.good_for)});
  return all;
}

collector_stage stage_of(collect::collection_status::stage at) {
  switch (at) {
    case collect::collection_status::stage::joining:
      return collector_stage::joining;
    case collect::collection_status::stage::asking:
      return collector_stage::asking;
    case collect::collection_status::stage::over:
      return collector_stage::over;
    case collect::collection_status::stage::failed:
      break;
  }
  return collector_stage::failed;
}

}  // namespace

std::vector<expected_number> expected_width(const collection_plan& plan) {
  collect::task asked;
  asked.method = plan.method;
  asked.total = epsilon::from_nats(plan.epsilon);
  asked.relationship_permille = relationship_permille(plan);
  asked.max_download_bytes = plan.max_download.value_or(0);
  asked.items = plan.items.size();
  asked.attributes = attributes_of(plan);
  asked.people = plan.people.size();
  if (!plan.labels.empty()) asked.labels = collect::write_labels(labels_of(plan), plan.people).said;
  return numbers_of(collect::predict_collection(asked, plan.people.size(), plan.average_degree));
}

struct collector::self {
  self(const std::filesystem::path& folder, std::int64_t now) : of({folder}, now) {}
  reply answer(std::span<const std::byte> message) {
    collect::reception r = collect::receive(of, message);
    return {r.http_status, std::move(r.document), r.http_status == 200 ? std::string_view() : r.name};
  }
  collect::collection of;
};

void collector::create(const std::filesystem::path& folder, const collection_plan& plan, std::int64_t now) {
  collect::create_collection({folder}, wanted_by(plan), now);
}

collector::collector(const std::filesystem::path& folder, std::int64_t now)
    : m_self(std::make_unique<self>(folder, now)) {}
collector::~collector() = default;
collector::collector(collector&&) noexcept = default;
collector& collector::operator=(collector&&) noexcept = default;

const std::string& collector::id() const noexcept {
  return m_self->of.id();
}

std::string collector::token_of(std::string_view person) const {
  return to_hex(m_self->of.token_for(person));
}

collector::reply collector::take(std::span<const std::byte> message) {
  reply said = m_self->answer(message);
  m_self->of.commit();
  return said;
}

std::vector<collector::reply> collector::take(std::span<const std::vector<std::byte>> messages) {
  std::vector<reply> said;
  for (const std::vector<std::byte>& message : messages) said.push_back(m_self->answer(message));
  m_self->of.commit();
  return said;
}

std::uint64_t collector::longest_message() const noexcept {
  return m_self->of.longest_message();
}

std::optional<collector::file> collector::published(std::string_view path) const {
  const auto known = collect::public_path_of("/" + std::string(path));
  if (!known) return std::nullopt;
  auto bytes = collect::read_file(m_self->of.folder().open() / known->file, UINT64_MAX);
  if (!bytes) return std::nullopt;
  return file{*std::move(bytes), known->content_type, known->is_immutable};
}

void collector::advance(std::int64_t now) {
  m_self->of.advance(now);
}

std::optional<std::int64_t> collector::due() const {
  return m_self->of.due();
}

void collector::accept_clock(std::int64_t now) {
  m_self->of.accept_clock(now);
}

void collector::close_round(std::int64_t now) {
  m_self->of.close_round(now);
}

void collector::extend_round(std::chrono::seconds by, std::int64_t now) {
  m_self->of.extend(seconds_in(by, "by"), now);
}

collector_state collector::state() {
  const collect::collection_status s = m_self->of.status();
  collector_state all{stage_of(s.at), s.people, s.joined, {}, s.failure, s.clock, s.chosen[1], s.chosen[2]};
  const bool is_joining = all.at == collector_stage::joining, is_asking = all.at == collector_stage::asking;
  all.rounds.push_back({std::string(collect::join_round), s.people, s.joined, s.created,
                        m_self->of.joining_closes(), is_joining});
  for (const collect::round_status& r : s.rounds)
    all.rounds.push_back({r.round, r.asked, r.answered, r.opened, r.closes, false});
  if (is_asking && !s.round.empty()) all.rounds.back().is_open = true;
  return all;
}

std::vector<collector_person> collector::people() {
  std::vector<collector_person> all;
  for (const collect::person_status& p : m_self->of.people())
    all.push_back({std::string(p.name), p.has_joined, p.asked, p.answered, p.is_waited_for});
  return all;
}

std::vector<collector_minute> collector::history() {
  constexpr std::int64_t seconds = 60;
  std::vector<collector_minute> all;
  for (const collect::store::counted_minute& m : m_self->of.minutes())
    all.push_back({m.round, m.minute * seconds, m.count});
  return all;
}

std::vector<expected_number> collector::expected_before() {
  const collect::task& t = m_self->of.of_task();
  return numbers_of(collect::predict_collection(t, t.people, m_self->of.average_degree()));
}

std::vector<expected_number> collector::expected_now() {
  const part_counts joined = m_self->of.status().chosen;
  const collect::task& t = m_self->of.of_task();
  const auto predicted = collect::predict_of_those(t, joined, m_self->of.average_degree());
  return predicted ? numbers_of(*predicted) : std::vector<expected_number>();
}

std::optional<std::string> collector::result() const {
  if (m_self->of.status().at != collect::collection_status::stage::over) return std::nullopt;
  const auto bytes = collect::read_file(m_self->of.folder().open() / collect::published::result, UINT64_MAX);
  if (!bytes) return std::nullopt;
  return std::string(collect::text_of(*bytes));
}

std::vector<found_number> collector::numbers() const {
  std::vector<found_number> all;
  if (m_self->of.status().at != collect::collection_status::stage::over) return all;
  std::ifstream text(m_self->of.folder().open() / collect::published::result);
  if (!text) return all;
  const auto known = [](const results::record& value) {
    return value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN();
  };
  // Lists of all people are left where they are.
  const auto is_wanted = [](int depth, results::record::parse_event_t event, const results::record& value) {
    return depth != 1 || event != results::record::parse_event_t::key || value == "numbers";
  };
  const results::record said = results::record::parse(text, is_wanted);
  for (const results::record& n : said.at("numbers"))
    all.push_back({n.at("statistic").get<std::string>(), known(n.at("estimate")), known(n.at("interval")[0]),
                   known(n.at("interval")[1])});
  return all;
}

}  // namespace edgeldp
