// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace edgeldp {

/// Lends objects to loop bodies: as many exist as bodies ran at once. Who borrows one leaves it as
/// the next expects it.
template <class T>
class object_pool {
 public:
  explicit object_pool(std::function<std::unique_ptr<T>()> make) : m_make(std::move(make)) {}

  std::unique_ptr<T> take() {
    {
      const std::lock_guard lock(m_mutex);
      if (!m_free.empty()) {
        auto taken = std::move(m_free.back());
        m_free.pop_back();
        return taken;
      }
    }
    return m_make();
  }

  void give_back(std::unique_ptr<T> taken) {
    const std::lock_guard lock(m_mutex);
    m_free.push_back(std::move(taken));
  }

 private:
  std::function<std::unique_ptr<T>()> m_make;
  std::mutex m_mutex;
  std::vector<std::unique_ptr<T>> m_free;
};

}  // namespace edgeldp
