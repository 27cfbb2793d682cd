// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The operator's side of a collection as functions of bytes: what people's programs say goes in,
/// what everybody may read comes out, and all that it has to remember lies in one folder. No
/// network, no clock and no thread is touched here, so that whoever has a server already brings
/// these. People's side is edgeldp/client/participant.hpp; what travels is in docs/protocol.md, and
/// who may do what in docs/collect.md.
///
/// Example:
///     using edgeldp::collector;
///     collector::create("votes", {.title = "Who votes for whom", .people = names}, now());
///     collector c("votes", now());
///     for (const std::string& name : names) hand_out(name, c.token_of(name));
///     // of a server: POST /messages and GET; once a second or so:
///     const auto said = c.take(body);                  // said.status, said.body
///     if (const auto file = c.published(path)) send(file->bytes, file->type);
///     c.advance(now());
///     if (c.state().at == edgeldp::collector_stage::over) print(c.numbers());
///
/// Errors: io_error for files that cannot be read or written, format_error for damaged ones.
namespace edgeldp {

/// An attribute of people, and the values that it may have.
struct collected_attribute {
  std::string name;
  std::vector<std::string> values;
};

/// A person whose label everybody may know.
struct collected_label {
  std::string person, label;
};

/// What a new collection asks, and of whom.
struct collection_plan {
  std::string title;                 ///< for people: what it is about
  std::string method = "triangles";  ///< a question that collections offer (docs/collect.md)
  double epsilon = 1.0;              ///< no person pays more in all rounds together
  double relationship = 1.02;        ///< epsilons that one contact may lose by both its ends
  std::vector<std::string> people;   ///< names, each once
  std::vector<std::string> items{};  ///< where lists are of items (butterflies): names, each once
  /// Bytes that a person reads at most, of triangles on a sample of rows; if not given, all rows.
  std::optional<std::uint64_t> max_download{};
  std::vector<collected_attribute> attributes{};
  /// Public labels of some people, where those of the others are inferred from them (labels): 2 to
  /// 64 different ones. They are published with the names.
  std::vector<collected_label> labels{};
  /// That labels of people who gave none are inferred on purpose, which edge-LDP bounds by what
  /// each contact tells and does not forbid. A real collection for labels is refused without it.
  bool infers_on_purpose = false;
  std::chrono::seconds join_time = std::chrono::hours(7 * 24);
  std::chrono::seconds round_time = std::chrono::hours(24);
  std::optional<std::chrono::seconds> answer_within{};  ///< of hearing of a round; a tenth of its time
  double close_share = 1.0;             ///< a round closes once so many of those asked have answered
  double average_degree = 20.0;         ///< contacts of a person, as they are expected
  std::optional<std::uint64_t> seed{};  ///< for clients with replayed coins: NOT private
};

/// How wide an interval is expected to be.
struct expected_number {
  std::string statistic;
  double share = 0.0;          ///< half of the 95% interval over the number; may be infinite
  std::string_view judgement;  ///< "usable", "weak" or "not_usable"
};

/// What the answer will be good for, on a made-up network of as many people with average_degree
/// contacts each: nothing private is used. Of the numbers that the method gives, its own first.
/// Requires: two people at least.
/// Errors: invalid_parameter for a method that is not offered.
/// Cost: seconds for 200 000 people, the most that are made up.
std::vector<expected_number> expected_width(const collection_plan& plan);

enum class collector_stage { joining, asking, over, failed };

/// A round that was announced, or joining. Times are in seconds since 1970.
struct collector_round {
  std::string name;  ///< "join", "degree", ...
  std::uint64_t asked = 0, answered = 0;
  std::int64_t opened = 0;
  std::int64_t closes = 0;  ///< at the latest, extensions included
  bool is_open = false;
};

/// A number that was found, once all is over.
struct found_number {
  std::string statistic;
  double estimate = 0.0;         ///< not a number where nothing is known
  double low = 0.0, high = 0.0;  ///< of the 95% interval
};

/// How far a collection is. Everything here may be published.
struct collector_state {
  collector_stage at = collector_stage::joining;
  std::uint64_t people = 0, joined = 0;
  std::vector<collector_round> rounds;  ///< joining first, the one that is open last
  std::string failure;
  std::string clock;  ///< why no round closes by the clock; empty: it is trusted
  /// Of those who joined, how many chose to spend a half and a quarter of each budget.
  std::uint64_t spend_half = 0, spend_quarter = 0;
};

/// One of those who were invited, for the operator alone. What somebody said is not here.
struct collector_person {
  std::string name;
  bool has_joined = false;
  std::uint32_t asked = 0, answered = 0;  ///< rounds
  bool is_waited_for = false;             ///< by what is open: joining, or a round
};

/// How many messages came in one minute, for the operator alone.
struct collector_minute {
  std::optional<std::uint32_t> round;  ///< none: joining
  std::int64_t begins = 0;             ///< seconds since 1970
  std::uint64_t messages = 0;
};

/// Promise: what take() answered with 200 is never lost, and an announcement, once published, never
///     changes, whatever crashes. No round is open while its answers are read. The result is the
///     library's own, bit for bit.
/// Threads: one at a time, and one process for each folder.
class collector {
 public:
  /// Makes the folder: `public` below it is for everybody to read, `private` for the operator
  /// alone.
  /// Errors: io_error where something is there; invalid_parameter and format_error for what no
  ///     collection can be, and for labels that are not inferred on purpose.
  static void create(const std::filesystem::path& folder, const collection_plan& plan, std::int64_t now);

  /// Goes on from where it was. now: seconds since 1970, here and below.
  explicit collector(const std::filesystem::path& folder, std::int64_t now);
  ~collector();
  collector(collector&&) noexcept;
  collector& operator=(collector&&) noexcept;

  /// The digest of the task, by which people know it.
  const std::string& id() const noexcept;
  /// By which a person joins, 32 digits: for that person, by a way that is trusted.
  std::string token_of(std::string_view person) const;

  /// What whoever sent a message is told: a status of HTTP and a document in JSON.
  struct reply {
    int status = 200;
    std::string body;
    std::string_view problem;  ///< its name, as a participant is told it; empty where it was taken
  };
  /// Takes a message, whatever is in it: it is on the disk once this returns.
  reply take(std::span<const std::byte> message);
  /// Takes many by one write to the disk.
  std::vector<reply> take(std::span<const std::vector<std::byte>> messages);
  /// No message of this task has more bytes.
  std::uint64_t longest_message() const noexcept;

  /// What everybody may read at a path, as a participant names it ("task.json", "announcements/0").
  struct file {
    std::vector<std::byte> bytes;
    std::string_view type;      ///< of its content
    bool is_immutable = false;  ///< what is there never changes
  };
  /// Nothing where nothing is published there, or not yet.
  std::optional<file> published(std::string_view path) const;

  /// Closes what is due, and asks what comes next: to be called every second or so, and after
  /// messages were taken. A clock that has leapt by more than the open round lasts closes nothing.
  void advance(std::int64_t now);
  /// When advance() has something to do at the latest; nothing once all is over.
  std::optional<std::int64_t> due() const;
  /// The clock is right, however far it has leapt.
  void accept_clock(std::int64_t now);

  /// Closes what is open, joining or a round, before its time.
  /// Errors: invalid_parameter where fewer than two people have joined, or have answered, and where
  ///     the clock is doubted.
  void close_round(std::int64_t now);
  /// Keeps it open for so much longer. What was announced stays as it is.
  /// Errors: invalid_parameter where nothing is open, for more than ten years in all, and where the
  ///     clock is doubted.
  void extend_round(std::chrono::seconds by, std::int64_t now);

  collector_state state();
  /// In the order of their names.
  /// Cost: O(people x rounds).
  std::vector<collector_person> people();
  std::vector<collector_minute> history();

  /// As expected_width(), of those who were invited.
  std::vector<expected_number> expected_before();
  /// Of those who have joined, as if they were a random part of those who were invited: contacts of
  /// each are fewer by the same share. Nothing while fewer than two have.
  std::vector<expected_number> expected_now();

  /// The result as JSON, as everybody reads it (docs/results.md); nothing before the end.
  std::optional<std::string> result() const;
  /// Its numbers; none before the end.
  std::vector<found_number> numbers() const;

 private:
  struct self;
  std::unique_ptr<self> m_self;
};

}  // namespace edgeldp
