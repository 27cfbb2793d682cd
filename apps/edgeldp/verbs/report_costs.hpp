// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "study/document.hpp"
#include "verbs/report_page.hpp"

/// What a report says of prices: each number of it can be computed from others beside it.
namespace edgeldp::cli {

/// A price in nats, to hundredths; of one below 0.1 two digits.
std::string nats_text(double nats);

/// "Price: epsilon 1 of each person. ...": of one question.
std::string price_text(const record& r);

/// What a relationship loses by one question, as the page tells it.
double price_of_relationship(const record& r);

/// What all runs behind a page tell of a relationship, of a page that may be handed on; otherwise
/// empty.
std::string page_cost_text(const report_facts& f, std::span<const reported_results> all);

/// What somebody who thought it 1% likely that two people know each other may think after such a
/// loss.
std::string one_percent_becomes(double loss);

/// The section on prices, and how those of people, of relationships and of several questions belong
/// together.
void add_costs(document& d, const report_facts& f, std::span<const reported_results> all);

}  // namespace edgeldp::cli
