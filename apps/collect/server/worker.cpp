// SPDX-License-Identifier: MIT
#include "collect/server/worker.hpp"

#include <chrono>
#include <utility>

#include "collect/server/close_request.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp::collect {

namespace {

constexpr std::size_t most_a_commit = 1024, most_waiting = 16384, most_bytes_waiting = std::size_t{64} << 20;
/// Between looks at the clock, and between renewals of what is shown while messages come.
constexpr std::chrono::milliseconds at_rest(1000), while_busy(200);

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace

collection_worker::collection_worker(collection& of, describer describe, std::function<void()> ended)
    : m_of(of), m_describe(std::move(describe)), m_ended(std::move(ended)) {
  renew(true);
  m_thread = std::thread([this] { work(); });
}

collection_worker::~collection_worker() {
  try {
    finish();
  } catch (...) {  // whoever wants to know has called it before
  }
}

bool collection_worker::submit(std::vector<byte_string> messages, completion done) {
  std::size_t bytes = 0;
  for (const byte_string& message : messages) bytes += message.size();
  {
    const std::scoped_lock lock(m_mutex);
    if (m_is_finishing || m_has_ended || m_messages_waiting + messages.size() > most_waiting ||
        m_bytes_waiting + bytes > most_bytes_waiting)
      return false;
    m_messages_waiting += messages.size();
    m_bytes_waiting += bytes;
    m_waiting.push_back({std::move(messages), std::move(done)});
  }
  m_something.notify_one();
  return true;
}

bool collection_worker::submit(std::function<void(collection&)> act) {
  {
    const std::scoped_lock lock(m_mutex);
    if (m_is_finishing || m_has_ended) return false;
    m_waiting.push_back({{}, {}, std::move(act)});
  }
  m_something.notify_one();
  return true;
}

std::shared_ptr<const served_texts> collection_worker::served() const {
  const std::scoped_lock lock(m_mutex);
  return m_served;
}

bool collection_worker::is_over() const {
  const std::scoped_lock lock(m_mutex);
  return m_is_over;
}

std::uint64_t collection_worker::taken() const {
  const std::scoped_lock lock(m_mutex);
  return m_taken;
}

void collection_worker::finish() {
  {
    const std::scoped_lock lock(m_mutex);
    m_is_finishing = true;
  }
  m_something.notify_one();
  if (m_thread.joinable()) m_thread.join();
  if (m_failure) std::rethrow_exception(m_failure);
}

void collection_worker::work() {
  try {
    for (;;) {
      std::vector<parcel> some = wait_for_some();
      if (!some.empty()) take(some);
      close_if_asked(m_of, now());
      m_of.advance(now());
      renew(some.empty());
      const std::scoped_lock lock(m_mutex);
      if (m_is_finishing && m_waiting.empty()) return;
    }
  } catch (...) {
    end_with(std::current_exception());
  }
}

void collection_worker::end_with(std::exception_ptr why) {
  {
    const std::scoped_lock lock(m_mutex);
    m_failure = std::move(why);
    m_has_ended = true;
  }
  m_ended();
}

std::vector<collection_worker::parcel> collection_worker::wait_for_some() {
  std::vector<parcel> some;
  std::unique_lock lock(m_mutex);
  m_something.wait_for(lock, m_is_stale ? while_busy : at_rest,
                       [&] { return m_is_finishing || !m_waiting.empty(); });
  std::size_t messages = 0;
  while (!m_waiting.empty() &&
         (some.empty() || messages + m_waiting.front().messages.size() <= most_a_commit)) {
    some.push_back(std::move(m_waiting.front()));
    m_waiting.pop_front();
    messages += some.back().messages.size();
    for (const byte_string& message : some.back().messages) m_bytes_waiting -= message.size();
  }
  m_messages_waiting -= messages;
  return some;
}

void collection_worker::take(std::vector<parcel>& some) {
  std::vector<std::vector<reception>> receptions;
  std::uint64_t taken = 0;
  for (const parcel& p : some) {
    std::vector<reception>& of_parcel = receptions.emplace_back();
    for (const byte_string& message : p.messages) {
      of_parcel.push_back(receive(m_of, message));
      if (of_parcel.back().name == "taken") ++taken;
    }
  }
  m_of.commit();
  {
    const std::scoped_lock lock(m_mutex);
    m_taken += taken;
  }
  for (std::size_t i = 0; i < some.size(); ++i) {
    if (some[i].act)
      some[i].act(m_of);
    else
      some[i].done(std::move(receptions[i]));
  }
}

void collection_worker::renew(bool is_idle) {
  const auto due = m_of.due();
  m_is_stale = !is_idle && due == m_due && clock::now() - m_renewed < while_busy;
  if (m_is_stale) return;
  m_due = due;
  m_renewed = clock::now();
  auto texts = std::make_shared<const served_texts>(m_describe(m_of));
  const std::scoped_lock lock(m_mutex);
  m_served = std::move(texts);
  m_is_over = !due.has_value();
}

}  // namespace edgeldp::collect
