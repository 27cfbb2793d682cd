// SPDX-License-Identifier: MIT
// A collection of six in one process: an operator's collector, and of each person a participant.
// Bytes go to and fro between them as they would over a network.
#include <cstdint>
#include <cstdio>
#include <edgeldp/client/participant.hpp>
#include <edgeldp/collector/collector.hpp>
#include <filesystem>
#include <string>
#include <vector>

// [shown]
/// Does what a person's side asks for, as long as there is something to do.
void go_on(edgeldp::participant& me, edgeldp::collector& collector, std::int64_t now) {
  using enum edgeldp::participant::request;
  for (;;) switch (me.next()) {
      case fetch:
        if (const auto file = collector.published(me.path()))
          me.give(file->bytes);
        else
          me.give(std::nullopt);
        break;
      case keep:  // a real program writes me.bytes() to its disk before a byte goes out
        me.kept();
        break;
      case answer:
        me.answer(now);
        break;
      case send:  // ... and sends at me.due(), which tells nothing of its list
        me.said(collector.take(me.bytes()).problem);
        break;
      case wait:
        me.look();
        return;
      case account:  // none of them has one: who has hands it over, and keeps what `enter` says
      case enter:
      case over:
      case ended:
        return;
    }
}

int main() {
  const std::vector<std::string> people = {"ann", "bob", "cem", "dee", "eva", "fay"};
  const std::filesystem::path folder = "collection_of_six.folder";
  std::filesystem::remove_all(folder);
  std::int64_t now = 1767225600;  // a clock of our own; a server's is std::time(nullptr)
  // Seeds replay coins, so that this prints the same each time: without them it would be private.
  edgeldp::collector::create(
      folder,
      {.title = "Who plays with whom", .epsilon = 4.0, .people = people, .average_degree = 5.0, .seed = 1},
      now);
  edgeldp::collector collector(folder, now);
  for (const edgeldp::expected_number& n : collector.expected_before())
    std::printf("expected: %s to within %.0f%%, %s\n", n.statistic.c_str(), 100.0 * n.share,
                std::string(n.judgement).c_str());

  std::vector<edgeldp::participant> all;
  for (const std::string& name : people)  // everybody knows everybody
    all.push_back(edgeldp::participant::join(
        {.name = name, .token = collector.token_of(name), .contacts = people, .seed = 7}));
  while (collector.due()) {
    for (edgeldp::participant& me : all) go_on(me, collector, now);
    collector.advance(++now);
  }

  for (const edgeldp::collector_round& r : collector.state().rounds)
    std::printf("%s: %d of %d\n", r.name.c_str(), static_cast<int>(r.answered), static_cast<int>(r.asked));
  for (const edgeldp::found_number& n : collector.numbers())
    std::printf("%s: %.1f, from %.1f to %.1f\n", n.statistic.c_str(), n.estimate, n.low, n.high);
  std::filesystem::remove_all(folder);
}
// [end]
