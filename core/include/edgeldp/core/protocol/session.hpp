// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/protocol/account.hpp"
#include "edgeldp/core/protocol/population.hpp"
#include "edgeldp/core/protocol/roster.hpp"
#include "edgeldp/core/protocol/run_record.hpp"
#include "edgeldp/core/random/public_randomness.hpp"
#include "edgeldp/core/wire/told.hpp"

namespace edgeldp {

/// A round before it is asked. `asks` names what users do, `kind` the round: two rounds of a run
/// may ask the same. `write` makes the announcement; `open` what will hold the answers; `accept`
/// reads one message into it, or throws format_error and leaves it alone: thread-safe, and the same
/// whatever the order of messages. A round whose rows may come as words has answers with
/// accept_words(number, words); one whose messages can be judged without their sender has answers
/// with a static check(message), which refuses what accept does.
template <class R>
concept Round = requires(const R& round, byte_string& out, const roster& who, typename R::answers& answers,
                         std::uint64_t number, std::span<const std::byte> message) {
  { R::asks } -> std::convertible_to<std::string_view>;
  { round.kind() } -> std::convertible_to<const round_kind&>;
  round.write(out);
  { round.open(who) } -> std::same_as<typename R::answers>;
  answers.accept(number, message);
};

/// What a collector decided from public numbers: canonical bytes, and what they mean.
template <class T>
concept Decision = requires(const T& decided, byte_string& out, std::span<const std::byte> in) {
  decided.write(out);
  { T::read(in) } -> std::same_as<T>;
};

/// One run of a protocol as its collector lives it. It pays first and asks then, counts every byte
/// and how many answered, notes what was said: nobody can be asked unpaid or uncounted.
///
/// A method is a function over a session: it asks rounds, decides between them, and concludes. It
/// sees no graph and no coin, and is the only run of its session.
/// Promise: with the same answers and decisions, the same run; so a collector that starts again
///     from stored ones comes to the same result.
class session {
 public:
  /// Both outlive the session.
  /// Errors: invalid_parameter when the account is of another number of users.
  session(population& users, account& paid_from, release_key key)
      : session(users, paid_from, key, paid_from.entries().size()) {}

  /// Goes on with a run that was interrupted: the account's entries from `first` on are its own, in
  /// its order, and are not paid again.
  /// Errors: as above; later invalid_parameter when the run pays for something else than it had.
  session(population& users, account& paid_from, release_key key, std::size_t first);

  session(const session&) = delete;
  session& operator=(const session&) = delete;

  /// Errors: invalid_parameter for what users cannot pay, before anything is said; format_error for
  ///     a message that is none.
  template <Round R>
  typename R::answers ask(const R& round, const charge& paid) {
    pay(round.kind(), std::span(&paid, 1), endpoint::unknown);
    return collect(round, paid.who, std::span(&paid, 1));
  }

  /// The same where users pay by their rank in the order of this session, of one half of their
  /// lists: `answers` is the endpoint that has an edge in its input, the later one its preceding
  /// neighbours (account::spend). Everybody who pays is asked, in the order of asked_by. `unknown`:
  /// users pay different prices for a round of their whole lists.
  /// Errors: as above, with nothing said.
  template <Round R>
  typename R::answers ask(const R& round, std::span<const charge> paid, endpoint answers = endpoint::later) {
    const roster who = asked_by(paid);
    pay(round.kind(), paid, answers);
    return collect(round, who, paid, answers);
  }

  /// The same where earlier endpoints answer and pay for each bit by whom it is about
  /// (account::spend_about): `who` is asked.
  template <Round R>
  typename R::answers ask_about(const R& round, const roster& who, std::span<const charge> about) {
    const charge paid{dearest(about), who};
    pay_about(round.kind(), paid, about);
    return collect(round, who, about, endpoint::earlier);
  }

  /// The same where the answers tell more than `paid` says: the record tells why the run is not
  /// private, and so does the account.
  template <Round R>
  typename R::answers ask_flawed(const R& round, const charge& paid, const std::string& reason) {
    pay(round.kind(), std::span(&paid, 1), endpoint::unknown);
    m_paid_from.tell_openly(reason);
    return collect(round, paid.who, std::span(&paid, 1));
  }

  /// Without noise: the record tells why the run is not private, and so does the account.
  /// Errors: invalid_parameter for a roster of other users, before anything is said; format_error
  ///     for a message that is none.
  template <Round R>
  typename R::answers disclose(const R& round, const roster& who, const std::string& reason) {
    require_users(round.kind(), who);
    m_paid_from.tell_openly(reason);
    const charge unpaid{epsilon(), who};
    return collect(round, who, std::span(&unpaid, 1));
  }

  /// What f() decides, by way of its bytes: where the run is played again, what was decided then.
  /// Errors: internal_error for a name that was decided before.
  template <Decision T, class F>
  T decide(std::string_view name, F&& f) {
    take_name(name);
    const byte_string decided = m_population.decide(name, [&] {
      byte_string out;
      f().write(out);
      return out;
    });
    note(name, decided);
    return T::read(decided);
  }

  /// Publishes an object: later announcements refer to it.
  /// Errors: internal_error for what was published before.
  template <class T>
  public_ref<T> publish(std::shared_ptr<const T> object) {
    byte_string form = public_form<T>::write(*object);
    return publish(std::move(object), std::move(form));
  }

  /// The same for who has made its form anyway.
  template <class T>
  public_ref<T> publish(std::shared_ptr<const T> object, byte_string form) {
    public_ref<T> published = m_published.add(std::move(object), std::move(form));
    m_told.add("published", published.name);
    return published;
  }

  /// What has been published; what follows from it is made once for both sides (derive).
  const public_objects& published() const noexcept { return m_published; }

  epsilon remaining(const roster& who) const { return m_paid_from.remaining(who); }
  roster everybody() const { return roster::everybody(m_population.users()); }
  /// Which part of each budget every user spends: a method whose users may choose charges by it
  /// (charges_by_part).
  const chosen_parts& chosen() const { return m_population.chosen(); }
  /// Who answered every round that it was asked. Who was lost once is not asked again: a method
  /// whose users may be lost asks these. Everybody in a simulation.
  /// Cost: O(users) once somebody is lost.
  roster present() const;
  /// Who answered the round before.
  /// Requires: a round was asked.
  const presence& latest() const { return m_record.rounds.back(); }
  release_key key() const noexcept { return m_key; }
  bool is_simulated() const { return m_record.is_simulated; }

  /// Of all messages so far.
  std::uint64_t upload_bytes() const noexcept { return m_record.upload_bytes; }

  /// What the run tells beside its estimate. Ends it: nothing may be asked afterwards.
  run_record close();

 private:
  /// Reads messages into answers; refuses numbers that were not asked and second answers.
  class counting_sink : public message_sink {
   public:
    explicit counting_sink(std::uint64_t asked) : m_seen(size_of(asked / seen_bits + 1)), m_asked(asked) {}
    void put(std::uint64_t number, std::span<const std::byte> message) final;
    bool put_words(std::uint64_t number, std::span<const std::uint64_t> words,
                   std::uint64_t message_bytes) final;
    std::uint64_t asked() const noexcept { return m_asked; }
    std::uint64_t answered() const noexcept { return m_answered; }
    std::uint64_t bytes_taken() const noexcept { return m_bytes; }
    bool has(std::uint64_t number) const noexcept {
      return (m_seen[size_of(number / seen_bits)] & bit_of(number)) != 0;
    }

   protected:
    virtual void read(std::uint64_t number, std::span<const std::byte> message) = 0;
    virtual bool takes_words() const noexcept = 0;
    virtual void read_words(std::uint64_t number, std::span<const std::uint64_t> words) = 0;

   private:
    /// Reads by f() unless the number has been read; what f() refuses has not come.
    template <class F>
    void enter(std::uint64_t number, std::uint64_t message_bytes, F&& f);
    static constexpr std::uint64_t seen_bits = 64;
    static constexpr std::uint64_t bit_of(std::uint64_t number) {
      return std::uint64_t{1} << number % seen_bits;
    }
    std::vector<std::atomic<std::uint64_t>> m_seen;
    std::uint64_t m_asked;
    std::atomic<std::uint64_t> m_answered = 0, m_bytes = 0;
  };

  template <class Answers>
  class reading_sink final : public counting_sink {
   public:
    reading_sink(Answers& into, std::uint64_t asked) : counting_sink(asked), m_into(into) {}

   private:
    void read(std::uint64_t number, std::span<const std::byte> message) override {
      m_into.accept(number, message);
    }
    static constexpr bool has_words =
        requires(Answers& into, std::span<const std::uint64_t> words) { into.accept_words(0, words); };
    bool takes_words() const noexcept override { return has_words; }
    void read_words(std::uint64_t number, std::span<const std::uint64_t> words) override {
      if constexpr (has_words) m_into.accept_words(number, words);
    }
    Answers& m_into;
  };

  /// Refuses what accept would refuse.
  template <Round R>
  static message_check check_of(const R& round, const roster& who) {
    using answers = typename R::answers;
    if constexpr (requires(std::span<const std::byte> message) { answers::check(message); }) {
      return [](std::uint64_t, std::span<const std::byte> message) { answers::check(message); };
    } else {
      return
          [scratch = std::make_shared<answers>(round.open(who))](
              std::uint64_t number, std::span<const std::byte> message) { scratch->accept(number, message); };
    }
  }

  template <Round R>
  typename R::answers collect(const R& round, const roster& who, std::span<const charge> paid,
                              endpoint answered_by = endpoint::unknown) {
    byte_string said;
    round.write(said);
    note_round(R::asks, round.kind(), paid, answered_by);
    note(round.kind().name, said);
    typename R::answers answers = round.open(who);
    reading_sink<typename R::answers> sink(answers, who.size());
    call asked{m_calls++, R::asks, round.kind(), said, who, m_published};
    asked.open_check = [&] { return check_of(round, who); };
    if constexpr (requires { round.said_to(std::uint64_t{}); })
      asked.said_to = [&](std::uint64_t number) { return round.said_to(number); };
    try {
      m_population.answer(asked, sink);
    } catch (...) {
      finish(round.kind(), who, sink);  // what came has been sent
      throw;
    }
    finish(round.kind(), who, sink);
    return answers;
  }

  void pay(const round_kind& kind, std::span<const charge> paid, endpoint answers);
  void pay_about(const round_kind& kind, const charge& paid, std::span<const charge> about);
  /// Whether the run goes on and has paid for this; what else it has paid for is refused.
  bool is_paid(const account::entry& expected, std::size_t at) const;
  std::uint64_t order_of_run() const noexcept { return m_first + 1; }  // of this run alone
  static epsilon dearest(std::span<const charge> about);
  void require_users(const round_kind& kind, const roster& who) const;
  void note_round(std::string_view asks, const round_kind& kind, std::span<const charge> paid,
                  endpoint answered_by);
  void note(std::string_view name, std::span<const std::byte> what);
  void take_name(std::string_view name);
  void finish(const round_kind& kind, const roster& who, const counting_sink& sink);

  population& m_population;
  account& m_paid_from;
  release_key m_key;
  run_record m_record;
  public_objects m_published;
  told_digest m_told;
  std::set<std::string, std::less<>> m_decided;
  std::vector<bool> m_lost;  ///< by user; empty: nobody
  std::size_t m_first;       ///< entry of the account that the run begins with
  std::size_t m_next;        ///< entry of the account that the next round is, or will be
  std::uint32_t m_calls = 0;
};

}  // namespace edgeldp
