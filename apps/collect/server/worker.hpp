// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "collect/collector/collection.hpp"
#include "collect/collector/reception.hpp"

namespace edgeldp::collect {

/// What a collector shows of itself, renewed as it goes on.
struct served_texts {
  std::string status, page;
};

/// The thread that a collection belongs to. Messages that come meanwhile wait, are kept by one
/// write to the disk, and nobody is told what became of a message before that.
class collection_worker {
 public:
  using describer = std::function<served_texts(collection&)>;
  using completion = std::function<void(std::vector<reception>)>;

  /// ended: called once, when an error has ended the work; finish() throws it.
  collection_worker(collection& of, describer describe, std::function<void()> ended);
  ~collection_worker();
  collection_worker(const collection_worker&) = delete;
  collection_worker& operator=(const collection_worker&) = delete;

  /// done: called on the worker's thread with one reception a message, unless an error ends the
  /// work before. Returns false when too much waits already, or the work has ended.
  bool submit(std::vector<byte_string> messages, completion done);

  /// act: called once on the worker's thread, between messages, unless an error ends the work
  /// before; it throws what ends the work, and nothing else. Returns false as submit().
  bool submit(std::function<void(collection&)> act);

  std::shared_ptr<const served_texts> served() const;
  bool is_over() const;  ///< the collection, as of served()
  std::uint64_t taken() const;

  /// Takes what waits, and ends.
  /// Errors: whatever ended the work.
  void finish();

 private:
  using clock = std::chrono::steady_clock;
  struct parcel {
    std::vector<byte_string> messages;
    completion done;
    std::function<void(collection&)> act = {};  ///< in the place of messages
  };
  void work();
  void end_with(std::exception_ptr why);
  /// What waits, up to a number of messages; empty when nothing came for a while.
  std::vector<parcel> wait_for_some();
  void take(std::vector<parcel>& some);
  /// What is shown; not each time while messages come.
  void renew(bool is_idle);

  collection& m_of;
  describer m_describe;
  std::function<void()> m_ended;
  mutable std::mutex m_mutex;
  std::condition_variable m_something;
  std::deque<parcel> m_waiting;
  std::size_t m_messages_waiting = 0, m_bytes_waiting = 0;
  std::uint64_t m_taken = 0;
  bool m_is_finishing = false, m_has_ended = false, m_is_over = false;
  std::shared_ptr<const served_texts> m_served;
  std::exception_ptr m_failure;
  bool m_is_stale = false;  // this and the next two: of the thread alone
  std::optional<std::int64_t> m_due;
  clock::time_point m_renewed;
  std::thread m_thread;
};

}  // namespace edgeldp::collect
