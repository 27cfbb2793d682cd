// SPDX-License-Identifier: MIT
#include "edgeldp/core/channel/report_message.hpp"

#include <bit>
#include <string>

#include "edgeldp/core/error.hpp"

namespace edgeldp {

namespace {

std::uint64_t bits_a_user(std::span<const channel> channels) {
  std::uint64_t bits = 0;
  for (const channel& c : channels) bits += report_bits(c);
  return bits;
}

}  // namespace

unsigned report_bits(const channel& c) {
  return static_cast<unsigned>(std::bit_width(c.output_count() - 1));
}

std::vector<std::byte> write_reports(std::span<const channel> channels,
                                     std::span<const std::uint32_t> reports) {
  if (channels.empty() || reports.size() % channels.size() != 0)
    throw invalid_parameter(std::to_string(reports.size()) + " reports of " +
                            std::to_string(channels.size()) + " channels: must be a multiple");
  const std::uint64_t bits = reports.size() / channels.size() * bits_a_user(channels);
  std::vector<std::byte> message((bits + 7) / 8);
  std::uint64_t at = 0;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const channel& c = channels[i % channels.size()];
    if (reports[i] >= c.output_count())
      throw invalid_parameter("report = " + std::to_string(reports[i]) + ": must be below " +
                              std::to_string(c.output_count()));
    for (unsigned bit = 0; bit < report_bits(c); ++bit, ++at)
      message[at / 8] |= static_cast<std::byte>(((reports[i] >> bit) & 1U) << (at % 8));
  }
  return message;
}

std::vector<std::uint32_t> read_reports(std::span<const channel> channels, std::uint64_t users,
                                        std::span<const std::byte> message) {
  // Compared as a quotient: users times bits could overflow.
  const std::uint64_t bits = bits_a_user(channels), available = 8 * std::uint64_t{message.size()};
  if ((bits > 0 && users > available / bits) || message.size() != (users * bits + 7) / 8)
    throw format_error(message.size(), "reports of " + std::to_string(users) + " users take " +
                                           std::to_string(bits) + " bits each");
  std::vector<std::uint32_t> reports;
  if (bits == 0) return reports.assign(users * channels.size(), 0), reports;
  reports.reserve(users * channels.size());
  std::uint64_t at = 0;
  const auto take = [&] {
    const unsigned bit = (std::to_integer<unsigned>(message[at / 8]) >> (at % 8)) & 1U;
    ++at;
    return bit;
  };
  for (std::uint64_t user = 0; user < users; ++user) {
    for (const channel& c : channels) {
      std::uint32_t report = 0;
      const std::uint64_t first = at / 8;
      for (unsigned bit = 0; bit < report_bits(c); ++bit) report |= take() << bit;
      if (report >= c.output_count())
        throw format_error(first, "report " + std::to_string(report) + " of a channel with " +
                                      std::to_string(c.output_count()) + " outputs");
      reports.push_back(report);
    }
  }
  while (at < available)
    if (take() != 0) throw format_error(message.size() - 1, "unused bits must be zero");
  return reports;
}

}  // namespace edgeldp
