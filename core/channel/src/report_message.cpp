// SPDX-License-Identifier: MIT
#include "edgeldp/channel/report_message.hpp"

#include <bit>
#include <string>

#include "bit_packing.hpp"
#include "edgeldp/core/base/error.hpp"

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
  bit_writer message;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const channel& c = channels[i % channels.size()];
    if (reports[i] >= c.output_count())
      throw invalid_parameter("report = " + std::to_string(reports[i]) + ": must be below " +
                              std::to_string(c.output_count()));
    message.put(reports[i], report_bits(c));
  }
  return message.take();
}

std::vector<std::uint32_t> read_reports(std::span<const channel> channels, std::uint64_t users,
                                        std::span<const std::byte> message) {
  // Compared as a quotient: users times bits could overflow.
  const std::uint64_t bits = bits_a_user(channels);
  if (bits == 0) throw invalid_parameter("reports of channels with one output each say nothing");
  if (users > 8 * std::uint64_t{message.size()} / bits || message.size() != (users * bits + 7) / 8)
    throw format_error(message.size(), "reports of " + std::to_string(users) + " users take " +
                                           std::to_string(bits) + " bits each");
  std::vector<std::uint32_t> reports;
  reports.reserve(users * channels.size());
  bit_reader bytes(message);
  for (std::uint64_t user = 0; user < users; ++user) {
    for (const channel& c : channels) {
      const std::size_t at = bytes.byte();
      const std::uint32_t report = bytes.get(report_bits(c));
      if (report >= c.output_count())
        throw format_error(at, "report " + std::to_string(report) + " of a channel with " +
                                   std::to_string(c.output_count()) + " outputs");
      reports.push_back(report);
    }
  }
  if (bytes.left() > 0 && bytes.get(bytes.left()) != 0)
    throw format_error(message.size() - 1, "unused bits must be zero");
  return reports;
}

}  // namespace edgeldp
