// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "collect/verbs/record_facts.hpp"

/// What the record of a collection says, in sentences, whatever form it takes. Words about privacy
/// are made from the task's numbers, as people who take part read them (io/consent.hpp).
namespace edgeldp::cli {

/// Why nothing here protects anybody; empty otherwise.
std::string simulation_words(const record_facts& f);
std::string flaw_words(const record_facts& f);

// Of the page's first screen.
std::string asking_words(const record_facts& f);
std::string purpose_words(const record_facts& f);
std::string staying_words(const record_facts& f);
/// What a program sends: when its person joins, and then round by round.
std::vector<std::string> sent_words(const record_facts& f);
std::vector<std::string> learned_words(const record_facts& f);
std::vector<std::string> unprotected_words(const record_facts& f);
std::vector<std::string> kept_words(const record_facts& f);
std::string whom_to_write(const operator_words& by);
/// What the program cannot know, and whoever judges the collection must ask its curator.
std::vector<std::string> unknown_words(const record_facts& f);

/// How far the collection is.
std::string stage_words(const record_facts& f);
/// What the answer is expected to be good for; empty where that is unknown.
std::string expected_words(const record_facts& f);
/// Why the operator had to confirm that the collection should be made; empty where it had not.
std::string confirmed_words(const record_facts& f);
/// Whether nothing is asked any more.
bool is_past(const record_facts& f);
/// Of a result: what was spent, who answered, what lies could do.
std::vector<std::string> outcome_words(const record_facts& f);

// Of the appendix and the register.
std::string unit_words(const record_facts& f);
std::string neighbours_words(const record_facts& f);
std::string parameters_words(const record_facts& f);
std::string domain_words(const record_facts& f);
std::string local_words(const record_facts& f);
/// Who sees what, and is trusted with what: a sentence or two for each.
std::vector<std::string> actor_words(const record_facts& f);
std::string release_words(const record_facts& f);
std::string static_words(const record_facts& f);
std::string access_words();
std::vector<std::string> composition_words(const record_facts& f);
std::string post_processing_words();
std::string preparation_words(const record_facts& f);
/// Rounds with their laws.
std::vector<std::string> mechanism_words(const record_facts& f);
std::vector<std::string> security_words(const record_facts& f);
std::string reasons_words(const record_facts& f);
std::vector<std::string> assumption_words(const record_facts& f);
std::string software_words(const record_facts& f);
std::string description_words(const record_facts& f);

}  // namespace edgeldp::cli
