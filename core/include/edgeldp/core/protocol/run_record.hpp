// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/protocol/account.hpp"

namespace edgeldp {

/// Who answered a round.
struct presence {
  std::string round;
  std::uint64_t asked = 0, answered = 0;
  std::vector<vertex_id> absent{};  ///< asked, and no answer came: in increasing order
};

/// What every run of a protocol tells beside its estimate. All of it is public.
struct run_record {
  account spent;                     ///< what the run took, of whom; empty before its end
  std::uint64_t upload_bytes = 0;    ///< of all messages of all users
  std::uint64_t download_bytes = 0;  ///< of what was published for users to read, once
  std::vector<presence> rounds;
  /// A digest of the key, of all that was announced to whom at which price, decided and published,
  /// in its order: users who compare it know that they were told the same.
  std::string told;
  /// Why the run is not private; empty where it is, as the account says.
  std::vector<std::string> flaws;
  bool is_simulated = false;
  /// What was taken as public on somebody's word, as the account says.
  std::vector<std::string> declared_public{};
};

}  // namespace edgeldp
