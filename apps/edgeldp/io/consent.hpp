// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

/// What a privacy loss means, in words that are made from the number: people decide by them whether
/// they take part. No sentence here promises more than the bound that was handed in, in nats.
namespace edgeldp::cli {

/// From here on an observer may learn a lot about a contact, and nearly everything.
inline constexpr double loss_of_a_lot = 4.0, loss_of_nearly_everything = 8.0;

/// The most that somebody may believe afterwards who held something for likely with probability
/// `prior`: p e^x / (1 - p + p e^x).
/// Requires: prior in (0, 1), loss >= 0.
double largest_belief(double prior, double loss);

/// A probability as a percentage that is never rounded to certainty: "2.7%", "97%", "99.999%".
std::string likelihood_text(double probability);

/// By which factor odds change at most: "2.72", "2 980", "8 890 000", "e^40".
std::string factor_text(double loss);

/// "who thought it 1% likely before may think it at most 2.7% likely after".
std::string belief_text(double loss);

/// "A lot can be learned about it." and the like; empty below loss_of_a_lot, where the numbers say
/// it all.
std::string extent_text(double loss);

/// Of a contact: what all messages of all people together tell about two people. relationship: what
/// it loses by both of its ends.
std::string contact_text(double relationship);

/// Of the messages of one person alone. own: what the person spends.
std::string own_messages_text(double own, std::string_view what = "contact");

/// Of a person's own values of public attributes, all of them together.
std::string attributes_text(double loss);

/// Of ten contacts at once, each of which loses so much.
std::string ten_contacts_text(double loss);

}  // namespace edgeldp::cli
