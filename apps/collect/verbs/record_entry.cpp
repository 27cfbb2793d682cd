// SPDX-License-Identifier: MIT
#include "collect/verbs/record_entry.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "collect/verbs/record_words.hpp"
#include "edgeldp/core/base/hexadecimal.hpp"
#include "io/claims.hpp"
#include "study/document.hpp"

namespace edgeldp::cli {

namespace {

/// Sentences as one text: a paragraph each, empty ones left out.
std::string paragraphs(const std::vector<std::string>& all, std::string_view before = "") {
  std::string text;
  for (const std::string& one : all)
    if (!one.empty()) text += (text.empty() ? "" : "\n\n") + std::string(before) + plain_markdown(one);
  return text;
}

std::string listed(const std::vector<std::string>& all) {
  return paragraphs(all, "- ");
}

record texts(const std::vector<std::string>& all) {
  record list = record::array();
  for (const std::string& one : all) list.push_back(plain_markdown(one));
  return list;
}

/// As the register makes addresses: small letters and digits; a hyphen for each underscore and each
/// run of others. Letters beyond ASCII stay as they are.
std::string cleaned(std::string_view words) {
  std::string clean;
  bool was_other = false;
  for (const char c : words) {
    const bool is_upper = c >= 'A' && c <= 'Z';
    const bool is_word = is_upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
                         static_cast<unsigned char>(c) >= 0x80;
    if (is_word)
      clean += c == '_' ? '-' : is_upper ? static_cast<char>(c - 'A' + 'a') : c;
    else if (!was_other)
      clean += '-';
    was_other = !is_word;
  }
  return clean;
}

std::string slug_of(const record& basic) {
  std::string curators;
  for (const record& name : basic.at("data_curators"))
    curators += (curators.empty() ? "" : "-") + name.get<std::string>();
  constexpr std::size_t year = 4;
  return cleaned(basic.at("name").get<std::string>()) + "-" + cleaned(curators) + "-" +
         basic.at("publication_date").get<std::string>().substr(0, year);
}

constexpr std::uint64_t usual_tier = 3;

record basic_of(const record_facts& f) {
  record basic = {{"name", plain_markdown(f.name())},
                  {"data_curators", texts(f.by.curators)},
                  {"description", paragraphs({simulation_words(f), flaw_words(f), description_words(f)})},
                  {"intended_use", plain_markdown(f.by.purpose)},
                  {"data_product_type", "Summary statistics"},
                  {"data_product_region", plain_markdown(f.by.region)},
                  {"publication_date", publication_of(f).day}};
  if (!f.by.sector.empty()) basic["data_product_sector"] = f.by.sector;
  return basic;
}

record deployment_model_of(const record_facts& f) {
  return {{"model_name", "Local"},
          {"model_name_details", paragraphs({local_words(f)})},
          {"actors", listed(actor_words(f))},
          {"release_type", "One release"},
          {"release_type_details", paragraphs({release_words(f)})},
          {"data_source_type", "Static"},
          {"data_source_type_details", paragraphs({static_words(f)})},
          {"access_type", "Non-interactive"},
          {"access_type_details", paragraphs({access_words()})}};
}

std::string mechanisms_of(const record_facts& f) {
  return listed(mechanism_words(f)) + "\n\n" + paragraphs(security_words(f)) + "\n\n" +
         paragraphs({software_words(f)});
}

std::string notes_of(const record_facts& f) {
  std::vector<std::string> all = {stage_words(f)};
  if (publication_of(f).is_expected)
    all.emplace_back(
        "The date of publication lies ahead: it is the latest day that the task's times allow for.");
  if (!f.by.contact.empty()) all.push_back("Whom to write to: " + whom_to_write(f.by) + ".");
  if (!f.by.tier)
    all.push_back(fmt::format(
        "Tier {} stands here since the schema wants one and nobody has chosen it: it is no judgement.",
        usual_tier));
  all.push_back("Assumptions:");
  const std::string assumed = listed(assumption_words(f));
  return paragraphs(all) + "\n\n" + assumed + "\n\n" +
         paragraphs({fmt::format(
             "Task: {}. Key of the collector (Ed25519): {}. Schema of this entry: commit 3e9c812.", f.id,
             to_hex(f.task.collector.bytes))});
}

}  // namespace

record register_entry(const record_facts& f) {
  const record basic = basic_of(f);
  record administrative = {{"notes", notes_of(f)}, {"registry_authors", texts(f.by.authors)}};
  // An address is none any more once it is escaped; source_fault() sees to it that it is harmless.
  if (!f.by.source.empty()) administrative["sources"] = f.by.source;
  return {{"url_slug", slug_of(basic)},
          {"status", "Draft"},
          {"tier", f.by.tier.value_or(usual_tier)},
          {"deployment",
           {{"basic", basic},
            {"dp_variant",
             {{"variant_name", "Pure DP"},
              {"data_domain", paragraphs({domain_words(f)})},
              {"unprotected_quantities", listed(unprotected_words(f))}}},
            {"privacy_loss",
             {{"privacy_unit", plain_markdown(unit_words(f))},
              {"privacy_unit_details", paragraphs({neighbours_words(f)})},
              {"privacy_parameters", {{"epsilon", budget(f.task.total)}}},
              {"privacy_parameters_details", paragraphs({parameters_words(f)})}}},
            {"deployment_model", deployment_model_of(f)},
            {"accounting",
             {{"post_processing", paragraphs({post_processing_words()})},
              {"composition", paragraphs(composition_words(f))}}},
            {"implementation",
             {{"preprocessing_and_hyperparameter_tuning", paragraphs({preparation_words(f)})},
              {"mechanisms", mechanisms_of(f)},
              {"justification", paragraphs({reasons_words(f)})}}},
            {"administrative", administrative}}}};
}

}  // namespace edgeldp::cli
