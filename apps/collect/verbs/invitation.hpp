// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "collect/task/task.hpp"

/// Invitations: a link by which one person takes part in a browser, and the same as a picture that
/// a telephone reads.
namespace edgeldp::cli {

struct invitation {
  std::string name;  ///< of the person
  std::string link;
};

/// The page's address with name and token (its hexadecimal digits) behind '#', which no browser
/// sends to any server.
std::string invitation_link(std::string_view page, std::string_view name, std::string_view token);

/// A text as a QR code (ISO/IEC 18004, error correction M), as a drawing for a page.
/// Errors: invalid_parameter for a text that is longer than any such code.
std::string qr_drawing(const std::string& text);

/// A page to print and to cut: a card for each person.
std::string invitations_page(const collect::task& t, std::span<const invitation> all);

}  // namespace edgeldp::cli
