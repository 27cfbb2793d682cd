// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "collect/carriers/account_folder.hpp"
#include "collect/carriers/state_file.hpp"
#include "collect/client/client.hpp"

namespace edgeldp::cli {

/// A client that goes on from its file, and the account that pays for it, if one does.
class opened_client {
 public:
  /// Errors: as state_file and client.
  explicit opened_client(const std::string& state)
      : m_kept(std::make_unique<collect::state_file>(state, collect::state_file::opening::existing)) {
    const std::string account = collect::client_state::read(m_kept->load()).account;
    if (!account.empty()) m_account = std::make_unique<collect::account_folder>(account);
    m_person = std::make_unique<collect::client>(*m_kept, m_account.get());
  }

  collect::client& operator*() const noexcept { return *m_person; }
  collect::client* operator->() const noexcept { return m_person.get(); }

 private:
  std::unique_ptr<collect::state_file> m_kept;
  std::unique_ptr<collect::account_folder> m_account;
  std::unique_ptr<collect::client> m_person;
};

}  // namespace edgeldp::cli
