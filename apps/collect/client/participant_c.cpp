// SPDX-License-Identifier: MIT
#include "edgeldp/client/participant.h"

#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "edgeldp/client/participant.hpp"

/// No exception leaves, and what is wrong is said by next().
struct edgeldp_participant {
  std::optional<edgeldp::participant> is;  ///< nothing: why says what was wrong from the beginning
  std::string why;

  void keep(const std::exception& e) noexcept {
    try {
      why = e.what();
    } catch (const std::bad_alloc&) {  // then it is wrong without a word
    }
  }
};

namespace {

using edgeldp::joining;
using edgeldp::participant;
using std::chrono::milliseconds;

template <class F>
edgeldp_participant* made_by(F&& make) noexcept {
  auto* const me = new (std::nothrow) edgeldp_participant;
  if (me == nullptr) return nullptr;
  try {
    me->is.emplace(make());
  } catch (const std::exception& e) {
    me->keep(e);
  }
  return me;
}

/// f(me), or `otherwise` where there is no participant or f throws.
template <class Me, class R, class F>
R with(Me* me, R otherwise, F&& f) noexcept {
  if (me == nullptr || !me->is) return otherwise;
  try {
    return f(*me->is);
  } catch (const std::exception&) {
    return otherwise;
  }
}

std::string text(const char* given) {
  return given == nullptr ? std::string() : std::string(given);
}

std::vector<std::string> texts(const char* const* given, std::size_t count) {
  std::vector<std::string> all;
  for (std::size_t i = 0; given != nullptr && i < count; ++i) all.push_back(text(given[i]));
  return all;
}

std::span<const std::byte> span_of(const void* bytes, std::size_t size) {
  return {static_cast<const std::byte*>(bytes), bytes == nullptr ? 0 : size};
}

const double usual_ceiling = joining{}.ceiling;
constexpr double largest_ceiling = 64.0;  // a budget has no more

}  // namespace

edgeldp_participant* edgeldp_join(const edgeldp_joining* who) {
  if (who == nullptr) return nullptr;
  return made_by([&] {
    joining j{.name = text(who->name),
              .token = text(who->token),
              .contacts = texts(who->contacts, who->contact_count),
              .values = texts(who->values, who->value_count),
              .ceiling = who->ceiling != 0.0           ? who->ceiling
                         : who->ceiling_by_year != 0.0 ? largest_ceiling
                                                       : usual_ceiling,
              .task = text(who->task),
              .has_account = who->has_account != 0,
              .ceiling_by_year = who->ceiling_by_year};
    if (who->seed != nullptr) j.seed = *who->seed;
    if (who->at_most != nullptr) j.at_most = who->at_most;
    return participant::join(std::move(j));
  });
}

edgeldp_participant* edgeldp_open(const void* state, size_t size) {
  return made_by([&] { return participant(span_of(state, size)); });
}

void edgeldp_close(edgeldp_participant* me) {
  delete me;
}

int edgeldp_next(edgeldp_participant* me) {
  if (me == nullptr || !me->is) return EDGELDP_ERROR;
  try {
    return static_cast<int>(me->is->next());
  } catch (const std::exception& e) {
    me->keep(e);
    return EDGELDP_ERROR;
  }
}

const char* edgeldp_path(const edgeldp_participant* me, uint64_t* most) {
  if (most != nullptr) *most = with(me, uint64_t{0}, [](const participant& p) { return p.most(); });
  return with(me, static_cast<const char*>(nullptr), [](const participant& p) { return p.path().c_str(); });
}

void edgeldp_give(edgeldp_participant* me, const void* bytes, size_t size, int found) {
  with(me, 0, [&](participant& p) {
    std::optional<std::span<const std::byte>> there;
    if (found != 0) there = span_of(bytes, size);
    p.give(there);
    return 0;
  });
}

void edgeldp_give_held(edgeldp_participant* me, const void* bytes, size_t size,
                       void (*release)(void* context), void* context) {
  if (me == nullptr || !me->is) return release(context);
  with(me, 0, [&](participant& p) {
    const auto give_back = [release, context](const void*) { release(context); };
    p.give_held(span_of(bytes, size), std::shared_ptr<const void>(context, give_back));
    return 0;
  });
}

void edgeldp_give_parts(edgeldp_participant* me, uint64_t size,
                        int (*read)(void* context, uint64_t at, void* to, size_t size),
                        void (*release)(void* context), void* context) {
  if (me == nullptr || !me->is) return release(context);
  with(me, 0, [&](participant& p) {
    const std::shared_ptr<void> held(context, release);
    p.give_parts(size, [read, held](std::uint64_t at, std::span<std::byte> to) {
      return read(held.get(), at, to.data(), to.size()) == 0;
    });
    return 0;
  });
}

const void* edgeldp_bytes(const edgeldp_participant* me, size_t* size) {
  const auto bytes = with(me, std::span<const std::byte>(), [](const participant& p) { return p.bytes(); });
  if (size != nullptr) *size = bytes.size();
  return bytes.data();
}

void edgeldp_kept(edgeldp_participant* me) {
  with(me, 0, [](participant& p) {
    p.kept();
    return 0;
  });
}

int edgeldp_give_account(edgeldp_participant* me, const void* records, size_t size, int64_t now) {
  if (me == nullptr || !me->is) return -1;
  try {
    me->is->give_account(span_of(records, size), now);
    return 0;
  } catch (const std::exception& e) {
    me->keep(e);
    return -1;
  }
}

int edgeldp_leave(edgeldp_participant* me) {
  return with(me, -1, [](participant& p) {
    p.leave();
    return 0;
  });
}

void edgeldp_answer(edgeldp_participant* me, int64_t now) {
  with(me, 0, [&](participant& p) {
    p.answer(now);
    return 0;
  });
}

int64_t edgeldp_due(const edgeldp_participant* me, int64_t made) {
  return with(me, int64_t{0},
              [&](const participant& p) { return int64_t{p.due(milliseconds(made)).count()}; });
}

void edgeldp_said(edgeldp_participant* me, const char* problem) {
  with(me, 0, [&](participant& p) {
    p.said(text(problem));
    return 0;
  });
}

int64_t edgeldp_pause(const edgeldp_participant* me) {
  return with(me, int64_t{0}, [](const participant& p) { return int64_t{p.pause().count()}; });
}

void edgeldp_look(edgeldp_participant* me) {
  with(me, 0, [](participant& p) {
    p.look();
    return 0;
  });
}

const char* edgeldp_why(const edgeldp_participant* me) {
  if (me == nullptr) return "there is no participant";
  if (!me->why.empty() || !me->is) return me->why.c_str();
  return me->is->why().c_str();
}

const char* edgeldp_round(const edgeldp_participant* me) {
  return with(me, "", [](const participant& p) { return p.round().c_str(); });
}

double edgeldp_spent(const edgeldp_participant* me) {
  return with(me, 0.0, [](const participant& p) { return p.spent(); });
}

int edgeldp_task_costs(const void* task_json, size_t size, double* person, double* relationship) {
  try {
    const edgeldp::task_facts facts = edgeldp::read_task(span_of(task_json, size));
    if (person != nullptr) *person = facts.epsilon;
    if (relationship != nullptr) *relationship = facts.relationship_epsilon;
    return 0;
  } catch (const std::exception&) {
    return -1;
  }
}

int edgeldp_task_lets_choose(const void* task_json, size_t size) {
  try {
    return edgeldp::read_task(span_of(task_json, size)).lets_choose ? 1 : 0;
  } catch (const std::exception&) {
    return -1;
  }
}

int64_t edgeldp_account_costs(const void* records, size_t size, int64_t now, double* ever, double* last_year,
                              double* relationship) {
  try {
    const edgeldp::account_facts facts = edgeldp::read_account(span_of(records, size), now);
    if (ever != nullptr) *ever = facts.epsilon;
    if (last_year != nullptr) *last_year = facts.epsilon_in_last_year;
    if (relationship != nullptr) *relationship = facts.relationship_epsilon;
    return static_cast<int64_t>(facts.collections);
  } catch (const std::exception&) {
    return -1;
  }
}
