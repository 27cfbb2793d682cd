// SPDX-License-Identifier: MIT
#include "collect/verbs/invitation.hpp"

#include <fmt/format.h>
#include <cstdint>
#include <qrcodegen/qrcodegen.hpp>
#include <vector>

#include "collect/verbs/task_words.hpp"
#include "edgeldp/core/base/error.hpp"
#include "study/svg_text.hpp"

namespace edgeldp::cli {

namespace {

/// What stands in an address as it is (RFC 3986).
bool is_unreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
         c == '_' || c == '~';
}

std::string percent_encoded(std::string_view text) {
  std::string made;
  for (const char c : text)
    made += is_unreserved(c) ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return made;
}

constexpr std::string_view style = R"(
body{margin:0;color:#000;background:#fff;font:11pt/1.4 system-ui,sans-serif}
article{display:flex;gap:1rem;align-items:flex-start;padding:1rem;border-bottom:1px dashed #888;break-inside:avoid}
article svg{width:5.5cm;flex:none}
h2{font-size:13pt;margin:0 0 .3rem}
p{margin:.3rem 0}
.link{font:8pt/1.3 ui-monospace,monospace;overflow-wrap:anywhere}
@media screen{body{max-width:46rem;margin:auto}}
@media(max-width:30rem){article{flex-wrap:wrap}}
)";

std::string card_of(const collect::task& t, const std::string& title, const invitation& i) {
  std::string words;
  for (const std::string& text :
       {fmt::format("{} is asked, to estimate {}. Your list of {} stays on your device; your answers have "
                    "random errors.",
                    i.name, collect::offer_for(t.method).estimates, t.has_items() ? "items" : "contacts"),
        of_each_words(t), contact_words(t),
        std::string("Open this link, or take a picture of the code. It is for you alone: whoever has it can "
                    "take part in your name, once.")})
    if (!text.empty()) words += "<p>" + escaped(text) + "</p>\n";
  return fmt::format(
      "<article>{}<div><h2>{}</h2>\n<p><strong>{}</strong></p>\n{}<p class=\"link\">{}</p></div></article>\n",
      qr_drawing(i.link), escaped(i.name), escaped(title), words, escaped(i.link));
}

}  // namespace

std::string invitation_link(std::string_view page, std::string_view name, std::string_view token) {
  return fmt::format("{}#name={}&token={}", page, percent_encoded(name), token);
}

std::string qr_drawing(const std::string& text) {
  using qrcodegen::QrCode;
  constexpr int margin = 4;  // modules of white, which readers need
  const auto code = [&] {
    try {
      return QrCode::encodeBinary(std::vector<std::uint8_t>(text.begin(), text.end()), QrCode::Ecc::MEDIUM);
    } catch (const qrcodegen::data_too_long&) {
      throw invalid_parameter("a link of more bytes than a QR code has room for");
    }
  }();
  const int width = code.getSize();
  std::string path;
  for (int y = 0; y < width; ++y)
    for (int x = 0; x < width;) {
      const auto is_dark = [&](int at) { return code.getModule(at, y); };
      int end = x;
      while (end < width && is_dark(end) == is_dark(x)) ++end;
      if (is_dark(x)) path += fmt::format("M{} {}h{}v1h-{}z", x + margin, y + margin, end - x, end - x);
      x = end;
    }
  return fmt::format(
      "<svg viewBox=\"0 0 {0} {0}\" shape-rendering=\"crispEdges\" role=\"img\" aria-label=\"The link as a "
      "QR "
      "code\"><rect width=\"{0}\" height=\"{0}\" fill=\"#fff\"/><path d=\"{1}\"/></svg>",
      width + 2 * margin, path);
}

std::string invitations_page(const collect::task& t, std::span<const invitation> all) {
  const std::string title = t.title.empty() ? "Take part in a count" : t.title;
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\">\n<meta http-equiv=\"Content-Security-Policy\" "
      "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<meta name=\"referrer\" "
      "content=\"no-referrer\">\n<title>Invitations: {}</title>\n<style>{}</style>\n</head>\n<body>\n",
      escaped(title), style);
  for (const invitation& i : all) page += card_of(t, title, i);
  return page + "</body>\n</html>\n";
}

}  // namespace edgeldp::cli
