// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// One person's side of a collection as a function of bytes: what a collector published goes in,
/// what has to be kept and sent comes out. No network, no file, no clock and no thread is touched
/// here, so that whoever writes a client for a phone, a browser or another language brings these.
/// The same for C is in edgeldp/client/participant.h; what travels is in docs/protocol.md.
///
/// Example:
///     edgeldp::participant me = edgeldp::participant::join({.name = "ann", .token = token,
///                                                           .contacts = {"bob", "cem"},
///                                                           .has_account = true});
///     using enum edgeldp::participant::request;
///     auto asked = now();  // a registration, and what was made before a restart, count from here
///     for (auto next = me.next(); next != over && next != ended; next = me.next()) {
///       if (next == fetch) me.give(download(me.path(), me.most()));
///       if (next == keep) { write_to_disk(me.bytes()); me.kept(); }
///       if (next == account) me.give_account(locked().all_records(), std::time(nullptr));
///       if (next == enter) { locked().add_record(me.bytes()); me.kept(); }
///       if (next == answer) { asked = now(); me.answer(std::time(nullptr)); }
///       if (next == send) { sleep_to(asked + me.due(now() - asked)); me.said(post(me.bytes())); }
///       if (next == wait) { sleep_for(me.pause()); me.look(); }
///     }
namespace edgeldp {

/// Who joins, and what the person is willing to spend.
struct joining {
  std::string name;                   ///< as in the collector's directory of people
  std::string token;                  ///< 32 digits 0 to 9, a to f, as the operator gave it
  std::vector<std::string> contacts;  ///< or items: names, those that no directory has are left out
  std::vector<std::string> values{};  ///< of each attribute of the task, in its order
  double ceiling = 4.0;               ///< epsilon: a task that costs more is refused
  std::string task{};  ///< its digest, as the operator told it by another way; empty: whichever is there
  std::optional<std::uint64_t> seed{};  ///< replayed coins, for a simulated task: NOT private
  /// Whether a personal account pays, in which all collections of this list add up: `ceiling` then
  /// holds for all of them together, whenever they are.
  bool has_account = false;
  double ceiling_by_year = 0.0;  ///< the same for those of any 365 days; 0: none
  /// "whole", "half" or "quarter" of each of the task's budgets, where it lets people choose
  /// (task_facts): what the person spends at most. Everybody learns it, so it must not follow from
  /// the list: choose before the list is read.
  std::string at_most = "whole";
};

/// What all collections of a person's device have cost so far: what was spent, and what is set
/// aside for those that go on.
struct account_facts {
  std::uint64_t collections = 0;
  double epsilon = 0.0;               ///< for ever
  double epsilon_in_last_year = 0.0;  ///< of collections that were open in the last 365 days
  double relationship_epsilon = 0.0;  ///< of one contact, if its other end took part in the same
};

/// records: all that were kept, one behind another; now: seconds since 1970.
/// Errors: format_error for bytes that no participant made.
account_facts read_account(std::span<const std::byte> records, std::int64_t now);

/// What a task asks of a person, to be shown before the person joins.
struct task_facts {
  std::string id;  ///< its digest
  std::string title, method;
  double epsilon = 0.0;               ///< all rounds together cost no person more
  double relationship_epsilon = 0.0;  ///< one contact loses no more by both its ends together
  bool lets_choose = false;           ///< a person may spend a half or a quarter (joining::at_most)
  std::uint64_t people = 0;
  bool is_simulated = false;  ///< it protects nobody
  std::vector<std::string> attributes{};
};

/// Errors: format_error for bytes that are no task, or one that this version does not know.
task_facts read_task(std::span<const std::byte> task_json);

/// Promise: nothing is sent that would not be sent again from what was kept: bytes() of `keep` is
///     asked for before whatever follows from it. One announcement and one list have one answer.
///     Nobody spends more than the task's epsilon, nor more than its own ceiling. What is fetched,
///     when, and whether there is an answer at all depend on nobody's list.
/// Memory: what was published, as it travels, unless it lies elsewhere (give_held, give_parts):
///     then 64 kB of each, and a block of 1024 rows while they are read; of cycles all rows.
/// Threads: one at a time.
class participant {
 public:
  /// What it needs of whoever carries its bytes.
  enum class request {
    fetch,    ///< path() below the collector's address, of at most most() bytes: then give()
    keep,     ///< bytes() where they survive whatever crashes: then kept()
    answer,   ///< a round asks this person: then answer()
    send,     ///< bytes(), when due() says so and as often as it takes: then said()
    wait,     ///< nothing to say before the collector says more: look() after pause()
    over,     ///< the collection is over, or nobody asks this person any more
    ended,    ///< this person takes no part any more: why()
    account,  ///< take a lock that all programs of this person share, then give_account(): let it go
              ///< as soon as anything but account, enter, keep and answer is said
    enter     ///< bytes() as one more record of the account, never to be changed: then kept()
  };

  /// Takes part from now on. Nothing is said before next() was asked.
  /// Errors: invalid_parameter for a token that is none.
  static participant join(joining who);
  /// Goes on from what was kept.
  /// Errors: format_error for bytes that are damaged: nobody can go on from these.
  explicit participant(std::span<const std::byte> state);
  ~participant();
  participant(participant&&) noexcept;
  participant& operator=(participant&&) noexcept;

  /// The same until it was done.
  /// Errors: while it joins, format_error for a task that this version does not know, and
  ///     invalid_parameter for a person who is not in the directory, for values that are not the
  ///     attributes', for a ceiling below the task's epsilon and for another task than was named;
  ///     io_error for a directory that is not the task's: fetch it again.
  request next();

  /// Of `fetch`.
  const std::string& path() const noexcept;
  std::uint64_t most() const noexcept;
  /// What is there; nothing where the collector says that nothing is (404).
  void give(std::optional<std::span<const std::byte>> found);
  /// The same without a copy: for who has a disk, where what grows with the number of people is
  /// best left, and maps its file. The bytes stay as they are while `owner` lives.
  void give_held(std::span<const std::byte> found, std::shared_ptr<const void> owner);
  /// Copies the bytes from `at` on to `to`; whether it could.
  using part_reader = std::function<bool(std::uint64_t at, std::span<std::byte> to)>;
  /// The same of `size` bytes that lie elsewhere, for who can neither spare the memory nor map a
  /// file. `read` is called for whole parts of 64 kB, one behind another and several times, as long
  /// as it lives. Each part is held to its SHA-256 in the pass that verified the name of the whole:
  /// another one, or none, makes the look come to nothing (why), and all is fetched again.
  void give_parts(std::uint64_t size, part_reader read);

  /// Of `account`: all records that were kept, one behind another in any order, also those of other
  /// collections; none for a new account. now: seconds since 1970.
  void give_account(std::span<const std::byte> records, std::int64_t now);

  /// Of `enter` a record, of `keep` the whole state, secrets among it; of `send` the message.
  std::span<const std::byte> bytes() const noexcept;
  void kept() noexcept;

  /// Draws the moment of the answer, then makes it: the one step that reads the list. now: seconds
  /// since 1970, by which it is known how much time the round has left.
  void answer(std::int64_t now);
  /// When a message goes out, counted from the moment in which next() first said `answer`, or
  /// `send` where it did not say that. It follows from no list. made: when the answer was there and
  /// kept, counted so; a device that is slow sends it later, by equal steps.
  std::chrono::milliseconds due(std::chrono::milliseconds made) const;
  /// What the collector said of a message: nothing where it took it, or had it already (200), else
  /// the name of the problem, the last part of its type ("too-early").
  void said(std::string_view problem);

  /// How long to wait before the next look: of the task and a coin alone.
  std::chrono::milliseconds pause() const;
  void look();

  /// Takes no part any more, for good: nothing is said after it.
  void leave();

  /// Why it ended; while it waits, why the last look came to nothing (bytes that cannot be
  /// verified), if it did.
  const std::string& why() const noexcept;
  /// The round that is answered, "join" among them; empty where there is none.
  const std::string& round() const noexcept;
  /// Epsilon so far.
  double spent() const;

 private:
  participant();
  struct self;
  std::unique_ptr<self> m_self;
};

}  // namespace edgeldp
