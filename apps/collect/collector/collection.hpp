// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "collect/collector/store.hpp"
#include "collect/task/files.hpp"
#include "collect/task/messages.hpp"
#include "collect/task/people.hpp"
#include "collect/task/problem.hpp"
#include "collect/task/task.hpp"
#include "edgeldp/core/protocol/population.hpp"

/// The operator's side of a collection, whatever carries the messages: it holds no list and no
/// private coin, and publishes all that it says.
namespace edgeldp::collect {

/// The folder of one task: `public` is for everybody to read, `private` for the operator alone.
struct collector_folder {
  std::filesystem::path home;
  std::filesystem::path open() const { return home / "public"; }
  std::filesystem::path closed() const { return home / "private"; }
};

/// How many contacts a person is expected to have, where nobody says otherwise.
inline constexpr double usual_average_degree = 20.0;

/// What a new collection is told; its key, its release key and its secrets are made.
struct new_collection {
  std::string title, method;
  epsilon total;
  std::uint32_t relationship_permille = study::usual_relationship;
  std::uint64_t max_download_bytes = 0;  ///< of a sample of rows; 0: all rows are read
  std::vector<std::string> people;
  std::vector<std::string> items;  ///< where lists are of items
  std::vector<task_attribute> attributes;
  std::vector<labelled_person> labels;                ///< public ones, where others are inferred from them
  std::uint64_t join_seconds = 0, round_seconds = 0;  ///< at most
  std::optional<std::uint64_t> answer_seconds;        ///< task_round; if not given, the usual ones
  std::uint32_t close_permille = 1000;
  double average_degree = usual_average_degree;
  std::string
      confirmed;  ///< why its operator was asked before it was made, and said yes; empty: was not asked
  bool is_simulated = false;
  std::optional<release_key> key;  ///< of public coins, in a simulated task; otherwise it is drawn
  task_series series{};            ///< where it is one of several dates
  byte_string cohort{};            ///< the object that task_series::cohort names
};

/// The next date of a series: what its task says, from the folder of an earlier one, which it is
/// behind.
struct earlier_date {
  task earlier;
  task_series next;
  byte_string cohort{};  ///< where changes are told: who joined the first date
  std::vector<std::string> people{}, items{};
  std::vector<labelled_person> labels{};
  double average_degree = usual_average_degree;
};
/// Errors: io_error for a folder that is none of a collection's; format_error for damaged files;
///     invalid_parameter for a date that nothing can follow yet: one that goes on, one of version 1
///     or simulated, and a first of changes that has failed.
earlier_date date_after(const collector_folder& folder, std::int64_t now);

/// Makes the folder of a collection.
/// Errors: io_error, also where something is there; invalid_parameter and format_error for what no
///     task can be (rounds_of, people_directory, write_labels), and invalid_parameter for a real
///     collection that infers labels, unless its operator was asked.
void create_collection(const collector_folder& folder, const new_collection& wanted, std::int64_t now);

/// A round that was announced, in numbers.
struct round_status {
  std::string round;
  std::uint64_t asked = 0, answered = 0;
  std::int64_t opened = 0, closes = 0;  ///< the latter at the latest, extensions included
  std::int64_t closed = 0;              ///< 0: it is open, or an earlier version closed it
};

/// One of the people of the directory, as the operator sees it: what somebody said is not here.
struct person_status {
  std::string_view name;  ///< of the directory, which outlives it
  bool has_joined = false;
  std::uint32_t asked = 0, answered = 0;  ///< rounds
  bool is_waited_for = false;             ///< by what is open: joining, or a round
};

/// How far a collection is. Everything here may be published.
struct collection_status {
  enum class stage { joining, asking, over, failed };
  stage at = stage::joining;
  std::string round;        ///< open, or joining
  std::uint32_t index = 0;  ///< of its announcement
  std::uint64_t asked = 0, answered = 0;
  std::int64_t opened = 0, closes = 0;  ///< as in round_status
  std::uint64_t people = 0, joined = 0;
  part_counts chosen{};  ///< of who joined, by what they spend
  std::int64_t created = 0;
  std::vector<round_status> rounds;  ///< all that were announced, the open one last
  std::uint64_t message_bytes = 0;   ///< of all reports that were taken
  std::map<std::string, std::uint64_t> refused;
  std::uint64_t equivocations = 0;
  std::string failure;
  std::string clock;  ///< why no round closes by the clock of this machine; empty: it is trusted
};

/// One task from its first message to its result.
///
/// It plays the method from the beginning whenever a round has closed: closed rounds and decisions
/// are answered from the store, the first round that is open ends the play. So a collector that
/// starts again, after whatever crash, is where it was, and the result is the library's own.
/// Promise: a clock that has leapt by more than the open round lasts (and an hour), since it was
///     last looked at, closes nothing: a round that it closed would never open again.
/// Promise: what take() took and commit() kept is never lost; an announcement, once published,
///     never changes; no round is open while its answers are read.
/// Threads: one at a time; one process.
class collection {
 public:
  /// Errors: io_error (in_use where another process plays it); format_error for damaged files.
  collection(collector_folder folder, std::int64_t now, store_options options = {});
  /// To look at beside whoever plays it: status() and what never changes; nothing is written.
  static collection opened_to_look(collector_folder folder, std::int64_t now);
  ~collection();

  /// Takes a message; nobody may be told so before commit().
  /// Errors: problem, when it is refused, which is counted.
  enum class verdict { taken, known_already };
  verdict take(std::span<const std::byte> message);

  void commit();

  /// Closes what is due, and asks what comes next. Everything taken before is kept. Nothing where
  /// the clock is doubted.
  /// Errors: io_error.
  void advance(std::int64_t now);
  /// Closes the round that is open, due or not, and goes on.
  /// Errors: invalid_parameter where it would end the collection, since fewer than two people have
  ///     joined; where fewer than two have answered, unless that is accepted; and where the clock
  ///     is doubted.
  enum class few_answers { refused, accepted };
  void close_round(std::int64_t now, few_answers if_few = few_answers::refused);
  /// Keeps what is open, joining or a round, open for so much longer. What was announced stays as
  /// it is: no program is told, those that come late answer as they would have before.
  /// Errors: invalid_parameter where nothing is open, where it would be open for longer than a
  ///     round may be, and where the clock is doubted.
  void extend(std::uint64_t seconds, std::int64_t now);
  /// The clock is right, however far it has leapt.
  void accept_clock(std::int64_t now);
  /// When advance() has something to do at the latest; nothing once all is over.
  std::optional<std::int64_t> due() const;

  collection_status status();
  /// When joining closes or closed at the latest, extensions included.
  std::int64_t joining_closes();
  /// As the collection was made with: what the answer will be good for is predicted by it.
  double average_degree();
  /// As new_collection has it.
  std::string confirmed();
  /// In the order of the directory. For the operator.
  /// Cost: O(people x rounds).
  std::vector<person_status> people();
  /// How much came when, for the operator (store::minutes).
  std::vector<store::counted_minute> minutes() { return m_store.minutes(); }
  const task& of_task() const noexcept { return m_task; }
  const std::string& id() const noexcept { return m_id; }
  const collector_folder& folder() const noexcept { return m_folder; }
  /// The token by which a person may join.
  byte_string token_for(std::string_view person) const;
  const people_directory& directory() const noexcept { return m_directory; }
  /// Who may join, by numbers in the directory: on a later date of changes those who joined the
  /// first, and else everybody.
  std::vector<std::uint32_t> invited() const;
  std::uint64_t longest_message() const noexcept;

 private:
  struct open_round;
  verdict take_registration(std::span<const std::byte> message);
  verdict take_report(std::span<const std::byte> message);
  void require_kept(const report& r, std::span<const std::byte> digest);
  bool is_due(std::int64_t now);
  bool is_clock_doubted(std::int64_t now) const;
  std::string clock_doubt(std::int64_t now) const;
  void keep_clock(std::int64_t now);
  void go_on_without_clock();
  bool is_round_open();
  std::uint64_t open_seconds() const;
  std::string open_name() const;
  std::int64_t announced_close() const;
  std::int64_t kept_time(const std::string& name);
  void require_answers();
  void finish_joining();
  void close_open_round();
  void play(std::int64_t now);
  void end(const std::string& name, std::string_view text);
  void publish(const std::string& name, std::span<const std::byte> bytes) const;
  void publish_again();
  void publish_result(std::span<const std::byte> kept);
  bool is_published(const std::string& name) const;
  public_entry publish_joined(const joined_people& joined);
  void learn_joined();
  joined_people who_joined();
  void open(const call& asked, const announcement& a);

  collector_folder m_folder;
  byte_string m_task_bytes;
  task m_task;
  std::string m_id;
  byte_string m_secrets;  ///< a signing key, and what tokens follow from
  signing_key m_key;
  std::shared_ptr<const mapped_file> m_names;
  people_directory m_directory;
  store m_store;
  std::int64_t m_created = 0;
  std::int64_t m_extended = 0;                 ///< when what is open closes, if that was put off; otherwise 0
  std::int64_t m_clock = 0, m_kept_clock = 0;  ///< when it was looked at last, and as the store knows it
  std::int64_t m_now = 0;                      ///< what it said then, believed or not
  bool m_only_looks = false;
  std::optional<joined_people> m_joined;
  public_entry m_joined_entry;  ///< as it was published; marks of keys are there, keys in the store
  /// What was announced: its name, and in numbers.
  struct announced {
    std::string name;
    round_status facts;
  };
  void note(std::span<const std::byte> announcement);
  std::vector<announced> m_announced;
  std::unique_ptr<open_round> m_open;
  bool m_is_over = false;
  std::string m_failure;
};

}  // namespace edgeldp::collect
