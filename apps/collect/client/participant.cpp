// SPDX-License-Identifier: MIT
#include "edgeldp/client/participant.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "collect/client/answer_moments.hpp"
#include "collect/client/client.hpp"
#include "collect/task/parts.hpp"
#include "collect/task/published.hpp"
#include "collect/task/signature.hpp"
#include "edgeldp/core/base/crypto.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/random/private_randomness.hpp"

namespace edgeldp {

namespace {

using collect::client;
using collect::next_step;
using std::chrono::milliseconds;
namespace published = collect::published;

/// Thrown through a client, which has done nothing by then and does the same again.
struct needed {
  std::string path;
  std::uint64_t most = 0;
};

/// What was downloaded can be read no more, or is not what it was.
class lost_download : public io_error {
 public:
  lost_download() : io_error("what was downloaded cannot be read as it was; try again") {}
};

/// What a carrier keeps, of which the part that was read last is here. Whoever verifies a download
/// reads all parts of it, and they stay what they were then.
class carried_bytes final : public byte_source {
 public:
  carried_bytes(std::uint64_t size, participant::part_reader read) : m_size(size), m_read(std::move(read)) {}

  std::uint64_t size() const noexcept override { return m_size; }
  void read(std::uint64_t at, std::span<std::byte> to) const override {
    while (!to.empty()) {
      const auto part = part_with(at).subspan(size_of(at % collect::part_bytes));
      const std::size_t count = std::min(part.size(), to.size());
      std::copy_n(part.begin(), count, to.begin());
      to = to.subspan(count);
      at += count;
    }
  }

 private:
  std::span<const std::byte> part_with(std::uint64_t at) const {
    const std::uint64_t number = at / collect::part_bytes, begin = number * collect::part_bytes;
    if (m_number == number) return m_part;
    m_number.reset();
    m_part.resize(size_of(std::min<std::uint64_t>(collect::part_bytes, m_size - begin)));
    if (!m_read(begin, m_part)) throw lost_download();
    crypto::sha256 digest;
    digest.add(m_part);
    const crypto::digest value = digest.value();
    if (m_digests.try_emplace(number, value).first->second != value) throw lost_download();
    m_number = number;
    return m_part;
  }

  std::uint64_t m_size;
  participant::part_reader m_read;
  mutable std::optional<std::uint64_t> m_number;  ///< of the part that is here
  mutable byte_string m_part;
  mutable std::map<std::uint64_t, crypto::digest> m_digests;  ///< of all that were here
};

/// What was given for one look.
class given_bulletin final : public collect::bulletin {
 public:
  byte_string task() override { return copied(required(std::string(published::task), longest_task)); }
  public_bytes directory() override { return required(std::string(published::directory), longest_file()); }
  std::optional<byte_string> announcement(std::uint32_t index) override {
    return copied(found(published::announcement(index), longest_file()));
  }
  public_bytes object(std::string_view name, std::uint64_t most) override {
    const std::string path = published::object(name);
    public_bytes bytes = required(path, most);
    m_given.erase(path);  // whoever asked keeps them
    return bytes;
  }
  std::optional<byte_string> result() override {
    return copied(found(std::string(published::result), longest_file()));
  }
  std::optional<byte_string> seal() override {
    return copied(found(std::string(published::seal), longest_seal));
  }

  void give(const std::string& path, std::optional<public_bytes> bytes) {
    m_given.insert_or_assign(path, std::move(bytes));
  }
  void forget() { m_given.clear(); }

 private:
  std::optional<public_bytes> found(const std::string& path, std::uint64_t most) const {
    const auto at = m_given.find(path);
    if (at == m_given.end()) throw needed{path, most};
    if (at->second && at->second->size() > most) throw format_error(most, path + " is longer than announced");
    return at->second;
  }
  public_bytes required(const std::string& path, std::uint64_t most) const {
    auto bytes = found(path, most);
    if (!bytes) throw io_error("there is no " + path + "; is this a collector?");
    return *std::move(bytes);
  }

  static byte_string copied(const public_bytes& given) {
    const held_bytes all = given.whole();
    return {all.bytes.begin(), all.bytes.end()};
  }
  static std::optional<byte_string> copied(const std::optional<public_bytes>& given) {
    return given ? std::optional(copied(*given)) : std::nullopt;
  }

  std::map<std::string, std::optional<public_bytes>> m_given;
};

/// Thrown through a client as `needed` is.
struct account_needed {};

/// The personal account, of which the carrier gives all records and keeps what is added.
class given_account final : public collect::account_keeper {
 public:
  byte_string begin() override {
    if (!m_records) throw account_needed();
    return *m_records;
  }
  void end(const byte_string& record) override {
    m_records->insert(m_records->end(), record.begin(), record.end());
    added.insert(added.end(), record.begin(), record.end());
  }
  std::int64_t now() override { return m_now; }

  void give(std::span<const std::byte> records, std::int64_t now) {
    m_records.emplace(records.begin(), records.end());
    m_now = now;
  }
  void forget() noexcept { m_records.reset(); }
  bool is_given() const noexcept { return m_records.has_value(); }

  byte_string added;  ///< and not kept yet

 private:
  std::optional<byte_string> m_records;
  std::int64_t m_now = 0;
};

/// The state, until whoever carries it has kept it.
class carried_state final : public collect::state_keeper {
 public:
  byte_string load() override { return bytes; }
  void save(const byte_string& saved) override {
    bytes = saved;
    is_new = true;
  }
  byte_string bytes;
  bool is_new = false;
};

bool is_late(std::string_view problem) {
  return problem == "round-closed" || problem == "not-asked";
}

/// The place of an account that travels with the state.
constexpr const char* carried = "carried";

double coin() {
  system_randomness coins;
  return uniform_open(coins);
}

collect::joining_person person_of(const joining& who) {
  constexpr std::size_t digits = 32;
  const auto token = collect::from_hex(who.token);
  if (!token || who.token.size() != digits)
    throw invalid_parameter("the token: 32 digits 0 to 9 and a to f, as the operator gave it");
  collect::joining_person person{
      who.name, *token, who.contacts, who.values, epsilon::from_nats(who.ceiling, "ceiling"), who.seed};
  person.part = collect::part_named(who.at_most);
  if (who.has_account) person.account = carried;
  if (who.ceiling_by_year != 0.0)
    person.ceiling_by_year = epsilon::from_nats(who.ceiling_by_year, "ceiling by the year");
  return person;
}

}  // namespace

task_facts read_task(std::span<const std::byte> task_json) {
  const collect::task t = collect::task::read(task_json);
  task_facts facts{t.id(),          t.title,  t.method,      t.total.nats(), t.most_of_relationship().nats(),
                   t.lets_choose(), t.people, t.is_simulated};
  for (const collect::task_attribute& a : t.attributes) facts.attributes.push_back(a.name);
  return facts;
}

account_facts read_account(std::span<const std::byte> records, std::int64_t now) {
  const collect::personal_account all(records);
  return {all.lines().size(), all.lifetime().nats(), all.in_year_before(all.not_before(now)).nats(),
          all.relationship().nats()};
}

struct participant::self {
  enum class phase { joins, looks, is_asked, speaks, rests, is_over, has_ended };

  void join() {
    try {
      if (!task.empty() && name_of(given.task()) != task)
        throw invalid_parameter("the collector's task is " + name_of(given.task()) +
                                ", not the one that was named: do not take part");
      person.emplace(client::join(kept, given, *who, who->account.empty() ? nullptr : &account));
    } catch (const io_error&) {
      given.forget();
      throw;
    }
    who.reset();
    at = phase::looks;
  }

  bool waits_for_disk() const { return kept.is_new || !account.added.empty(); }
  bool has_account() const { return person && !person->state().account.empty(); }

  /// step(person), or that it came to nothing.
  template <class F>
  void attempt(F&& step) {
    try {
      why.clear();
      follow(step(*person));
    } catch (const lost_download& e) {
      person.emplace(kept, has_account() ? &account : nullptr);  // it kept what could be read then
      rest(e);
    } catch (const io_error& e) {
      rest(e);
    }
  }
  void look() {
    attempt([&](client& me) { return me.look(given); });
  }
  void rest(const io_error& e) {
    why = e.what();
    at = phase::rests;
  }

  void follow(next_step step) {
    switch (step.what) {
      case next_step::kind::send:
        at = step.message == delivered ? phase::rests : phase::speaks;
        message = std::move(step.message);
        round = std::move(step.round);
        if (!moments && at == phase::speaks) draw_early(round);
        break;
      case next_step::kind::prepare:
        asked = std::move(step);
        round = asked.round;
        at = phase::is_asked;
        break;
      case next_step::kind::wait:
        at = phase::rests;
        break;
      case next_step::kind::over:
        at = phase::is_over;
        break;
      case next_step::kind::ended:
        end(step.why);
    }
  }

  void end(std::string reason) {
    why = std::move(reason);
    at = phase::has_ended;
  }

  void give(std::optional<public_bytes> found) {
    if (!missing) return;
    given.give(missing->path, std::move(found));
    missing.reset();
  }

  /// Joining tells nothing of a list. Another message was made before this object.
  void draw_early(std::string_view name) {
    using collect::answer_moments;
    const milliseconds span = name == collect::join_round ? milliseconds(0) : answer_moments::shortest;
    moments.emplace(answer_moments::clock::time_point(), milliseconds(0), span, coin());
  }

  phase at = phase::looks;
  bool wants_account = false, leaves = false;
  std::optional<collect::joining_person> who;
  std::string task;
  carried_state kept;
  given_account account;
  given_bulletin given;
  std::optional<client> person;
  std::optional<needed> missing;
  next_step asked;
  std::optional<collect::answer_moments> moments;
  byte_string message, delivered;
  std::string round, why;
};

participant::participant() : m_self(std::make_unique<self>()) {}
participant::~participant() = default;
participant::participant(participant&&) noexcept = default;
participant& participant::operator=(participant&&) noexcept = default;

participant participant::join(joining who) {
  participant p;
  p.m_self->at = self::phase::joins;
  p.m_self->who = person_of(who);
  p.m_self->task = std::move(who.task);
  return p;
}

participant::participant(std::span<const std::byte> state) : participant() {
  m_self->kept.bytes.assign(state.begin(), state.end());
  const collect::client_state read = collect::client_state::read(state);
  m_self->person.emplace(m_self->kept, read.account.empty() ? nullptr : &m_self->account);
}

participant::request participant::next() {
  self& s = *m_self;
  using enum self::phase;
  while (s.at == joins || s.at == looks) {
    if (s.missing) return request::fetch;
    if (s.wants_account) return request::account;
    try {
      if (s.at == joins)
        s.join();
      else if (s.leaves)
        s.follow(s.person->leave());
      else
        s.look();
    } catch (needed& what) {
      s.missing = std::move(what);
    } catch (const account_needed&) {
      s.wants_account = true;
    }
  }
  if (s.at == is_asked && s.has_account() && !s.account.is_given()) {
    s.wants_account = true;
    return request::account;
  }
  if (!s.account.added.empty()) return request::enter;
  if (s.kept.is_new) return request::keep;
  switch (s.at) {
    case is_asked:
      return request::answer;
    case speaks:
      return request::send;
    case is_over:
      return request::over;
    case has_ended:
      return request::ended;
    default:
      return request::wait;
  }
}

const std::string& participant::path() const noexcept {
  static const std::string none;
  return m_self->missing ? m_self->missing->path : none;
}

std::uint64_t participant::most() const noexcept {
  return m_self->missing ? m_self->missing->most : 0;
}

void participant::give(std::optional<std::span<const std::byte>> found) {
  std::optional<public_bytes> bytes;
  if (found && m_self->missing) bytes = held_here({found->begin(), found->end()});
  m_self->give(std::move(bytes));
}

void participant::give_held(std::span<const std::byte> found, std::shared_ptr<const void> owner) {
  m_self->give(held_bytes{std::move(owner), found});
}

void participant::give_parts(std::uint64_t size, part_reader read) {
  m_self->give(public_bytes(std::make_shared<const carried_bytes>(size, std::move(read))));
}

void participant::give_account(std::span<const std::byte> records, std::int64_t now) {
  if (!m_self->wants_account) return;
  collect::personal_account{records};  // refuses what is damaged
  m_self->account.give(records, now);
  m_self->wants_account = false;
}

std::span<const std::byte> participant::bytes() const noexcept {
  if (!m_self->account.added.empty()) return m_self->account.added;
  return m_self->kept.is_new ? m_self->kept.bytes : m_self->message;
}

void participant::kept() noexcept {
  if (!m_self->account.added.empty())
    m_self->account.added.clear();
  else
    m_self->kept.is_new = false;
}

void participant::answer(std::int64_t now) {
  self& s = *m_self;
  if (s.at != self::phase::is_asked || s.waits_for_disk()) return;
  if (s.has_account() && !s.account.is_given()) return;
  using collect::answer_moments;
  constexpr std::int64_t years = std::int64_t{100} * 365 * 24 * 3600;  // whatever was announced
  const milliseconds left(1000 *
                          std::clamp(s.asked.closes - std::clamp(now, -years, 50 * years), -years, years));
  const bool is_first = s.person->of_task().version == collect::first_version;
  s.moments.emplace(answer_moments::clock::time_point(), s.asked.ready,
                    answer_moments::span(is_first ? milliseconds(0) : s.asked.within, left), coin());
  s.attempt([](client& me) { return me.prepare(); });
}

std::chrono::milliseconds participant::due(std::chrono::milliseconds made) const {
  using collect::answer_moments;
  if (!m_self->moments) return milliseconds(0);
  const auto at = m_self->moments->at_or_after(answer_moments::clock::time_point(made));
  return std::chrono::duration_cast<milliseconds>(at.time_since_epoch());
}

void participant::said(std::string_view problem) {
  self& s = *m_self;
  if (s.at != self::phase::speaks || s.waits_for_disk()) return;
  s.moments.reset();
  s.at = self::phase::rests;
  if (problem == "too-early") return;
  if (problem.empty() || is_late(problem))
    s.delivered = s.message;
  else
    s.end("the answer to '" + s.round + "' is refused: " + collect::harmless_text(problem, 100));
}

std::chrono::milliseconds participant::pause() const {
  return m_self->person ? m_self->person->pause(coin()) : milliseconds(0);
}

void participant::look() {
  if (m_self->at != self::phase::rests) return;
  m_self->given.forget();
  m_self->account.forget();
  m_self->at = self::phase::looks;
}

void participant::leave() {
  self& s = *m_self;
  if (!s.person) throw invalid_parameter("nobody can leave who has not joined yet");
  s.leaves = true;
  s.missing.reset();
  s.account.forget();
  s.at = self::phase::looks;
}

const std::string& participant::why() const noexcept {
  return m_self->why;
}

const std::string& participant::round() const noexcept {
  return m_self->round;
}

double participant::spent() const {
  return m_self->person ? m_self->person->spent().nats() : 0.0;
}

}  // namespace edgeldp
