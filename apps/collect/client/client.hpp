// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collect/client/bulletin.hpp"
#include "collect/client/personal_account.hpp"
#include "collect/client/planned_question.hpp"
#include "collect/client/state.hpp"
#include "collect/task/labels.hpp"
#include "collect/task/messages.hpp"
#include "collect/task/people.hpp"
#include "collect/task/task.hpp"
#include "edgeldp/core/privacy/paid_sum.hpp"
#include "edgeldp/core/random/coin_source.hpp"

/// One person's side of a collection, whatever carries its messages.
namespace edgeldp::collect {

/// What a person says when it joins. All but `contacts` and `values` is said before the list is
/// read, and follows from nothing in it.
struct joining_person {
  std::string name;
  byte_string token;
  /// Names of people, or of items where the task has a directory of these; those that it does not
  /// have are left out.
  std::vector<std::string> contacts;
  std::vector<std::string> values;              ///< one for each attribute of the task
  epsilon ceiling;                              ///< no more than this, whatever the task says
  std::optional<std::uint64_t> simulation_key;  ///< replayed coins: for simulated tasks
  /// Where the carrier of the state keeps the personal account, which then pays: `ceiling` holds
  /// for all of its collections together. Empty: the task stands alone.
  std::string account{};
  epsilon ceiling_by_year{};  ///< of all collections of the account in any 365 days; zero: none
  /// A state of which nothing was said, whose place this one takes: its task and the key of its
  /// client. What it set aside is given back in the same moment.
  std::optional<std::pair<std::string, std::string>> replaces{};
  /// Of each budget, what it spends: the task's whole, or a part, where the task lets people
  /// choose. Everybody learns it.
  chosen_part part = chosen_part::whole;
};

/// What to do next.
struct next_step {
  enum class kind {
    send,     ///< the message, as often as it takes: it is the same each time
    prepare,  ///< a round asks this client: choose the moment of the answer, then call prepare()
    wait,     ///< nothing to say before the collector announces more
    over,     ///< the task is over, or nobody asks this client any more
    ended,    ///< this client takes no part any more; `why`
  };
  kind what = kind::wait;
  byte_string message{};
  std::string round{};  ///< that it answers
  std::string why{};
  /// Of prepare: a device that is not slow is ready after so long, and the answer is to be on its
  /// way within so long after that. Both follow from public numbers.
  std::chrono::milliseconds ready{}, within{};
  std::int64_t closes = 0;  ///< the round, in seconds since 1970 by the collector's clock
};

/// Promise: one announcement and one list have one answer: it is kept (state_keeper) before it is
///     handed out, and an old state makes the same bytes again, since all coins follow from a
///     secret of the state, the announcement's name and the list. The account never exceeds the
///     ceiling. What the collector says must continue what it said before, be signed, ask what the
///     task says, of this very key, and cost what the task announces at most; where it does not,
///     the client ends. Whether it answers or ends, and what it reads of others, depends on no list
///     (core/doc/privacy.md, "Collections").
/// Memory: of triangles and degrees, what concerns its own contacts, and a block of rows while they
///     are read (excerpts.hpp), however many people there are; what was published stays where the
///     bulletin has it. Of homophily, a number a user and attribute; of cycles and butterflies all
///     rows.
/// Threads: one at a time.
class client {
 public:
  /// Takes part from now on: what a person says here is frozen. Nothing is sent.
  /// Errors: format_error for a task that this version does not know; invalid_parameter for a
  ///     person who is not in the directory, values that are not the attributes', a part where all
  ///     spend the same, a ceiling below what is spent at most, or coins of the wrong kind; with an
  ///     account also where it must not spend so much more, and then nothing was kept.
  static client join(state_keeper& kept, bulletin& published, const joining_person& who,
                     account_keeper* account = nullptr);

  /// Goes on from what was kept.
  /// Errors: format_error for a state that is damaged: the client must not take part again.
  /// account: that which the state names, if it names one.
  explicit client(state_keeper& kept, account_keeper* account = nullptr);
  ~client();
  client(client&&) noexcept;
  client& operator=(client&&) = delete;

  /// Reads what is new, as everybody does, and says what to do: everything that is downloaded is
  /// downloaded here, and the list is not read.
  /// Errors: io_error of the bulletin and the keeper: nothing was said, and it may be tried again.
  next_step look(bulletin& published);
  /// Makes and keeps the answer that look() wants: the only thing that reads the list.
  /// Requires: look() said prepare, and nothing was called since.
  /// Errors: io_error of the keeper.
  next_step prepare();
  /// Both, for whoever sends by other ways and at other times.
  next_step next(bulletin& published);
  /// Takes no part any more, for good; what was not spent is free again in the account.
  next_step leave();

  /// Both announcements of the collector that contradict each other, as it signed them; nothing
  /// where there are none.
  std::optional<std::pair<byte_string, byte_string>> evidence() const;

  /// Between two looks: of the task and a coin in [0, 1) alone.
  std::chrono::milliseconds pause(double coin) const;

  const task& of_task() const noexcept { return m_task; }
  const client_state& state() const noexcept { return m_state; }
  /// By which its account knows it.
  std::string key_name() const;
  epsilon spent() const;
  /// What all rounds together cost this person at most.
  epsilon total() const { return part_of(m_task.total, m_state.part); }
  /// The most that one of its contacts may lose, by both its ends together.
  epsilon most_of_relationship() const { return m_task.most_of_relationship(m_state.part); }

 private:
  /// A state that is kept before anything else happens.
  client(state_keeper& kept, client_state state, account_keeper* account);

  struct question;
  account_record record_of(account_record::kind what, epsilon cost, const personal_account& all) const;
  /// What pays for this client: its own line, and on a later date of changes that of its series.
  const account_line* line_of(const personal_account& all) const;
  /// What sets the task's cost aside, unless that is so; nothing where it is.
  /// Errors: invalid_parameter beyond a limit, and where the account has ended this collection.
  byte_string reservation(const personal_account& all) const;
  /// Beside it, since an account that was lost or rolled back knows it again then, the price of an
  /// answer.
  /// Errors: also format_error for what no other copy of this state would have answered.
  byte_string payment(const question& q, const personal_account& all) const;
  /// Errors: those of the keeper, after which nothing has ended: an account can be repaired.
  std::string refused_by_account(const std::function<byte_string(const personal_account&)>& decide) const;
  /// Gives back what is not spent: of a series that tells changes only where the person leaves.
  enum class end_of { collection, series };
  void settle(end_of what = end_of::collection);
  struct series_answer;
  /// The answer to a round of a series that tells changes, and the record that it was told.
  /// Errors: as payment; also format_error where another answer was told of this date, or one of a
  ///     later date.
  series_answer tell(const question& q, const user_call& asked, const personal_account& all) const;
  series_telling first_telling(const question& q, const user_call& asked) const;
  series_telling next_telling(const question& q, const user_call& asked, const series_telling& before) const;

  void save(client_state state);
  next_step end(const std::string& why, byte_string contradiction = {});
  /// Errors: contradiction.
  bool is_signed(std::span<const std::byte> bytes) const;
  announcement check(std::span<const std::byte> bytes, std::uint32_t index) const;
  void require_same(bulletin& published) const;
  bool is_over(bulletin& published);
  void require_heard_last(const result_seal& seal) const;
  void hear(bulletin& published, byte_string bytes, announcement a, bool is_latest);
  void learn(bulletin& published, const announcement& a);
  std::optional<std::uint64_t> number_of_mine(const announcement& a) const;
  /// Holds a round to the task; prepare() will answer it.
  /// Errors: format_error.
  void ask(question q);
  void keep(const question& q, byte_string answer);
  next_step ready();
  bool is_done() const noexcept { return m_state.is_over || !m_state.ended.empty(); }
  next_step done();
  said_numbers said_so_far() const;
  struct paid_round;
  /// All but the announcement of this number; of other copies of this state, as far as its line in
  /// the account knows them (null: none).
  std::vector<paid_round> paid_rounds(const account_line* mine, std::uint32_t but) const;
  /// What all rounds cost together with this one.
  /// Errors: format_error where that is more than the task says.
  epsilon spent_with(const question& q, std::span<const paid_round> before) const;
  template <class F>
  decltype(auto) with_task(const announcement& a, std::span<const vertex_id> neighbors, F&& f) const;

  state_keeper& m_kept;
  account_keeper* m_account;
  bool m_is_settled = false;
  client_state m_state;
  task m_task;
  std::string m_id;
  signing_key m_key;
  /// Who joined, as far as it concerns this client: it keeps nothing of others.
  struct company {
    std::uint64_t users = 0;
    std::optional<vertex_id> me;
    std::vector<vertex_id> neighbors;  ///< contacts who joined, or items, increasing
    std::vector<vertex_id> people{};   ///< the same contacts, by their numbers in the directory
    /// Of all users, where the task has public labels; as many as it has labels: none.
    std::vector<std::uint32_t> labels{};
  };
  /// Errors: contradiction where somebody joined as this person by another key; format_error.
  company company_in(const public_bytes& joined) const;
  std::optional<company> m_company;
  std::vector<label_line> m_labels;      ///< public ones, of whoever could join; none before the first round
  std::unique_ptr<question> m_question;  ///< to be answered by prepare()
  std::unique_ptr<public_objects> m_published;
};

}  // namespace edgeldp::collect
