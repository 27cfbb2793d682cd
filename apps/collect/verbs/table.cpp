// SPDX-License-Identifier: MIT
#include "collect/verbs/collect_verbs.hpp"

namespace edgeldp::cli {

namespace {

using enum verb_group;

constexpr verb_row table[] = {
    {"collector", collect,
     "Ask real people: the operator's side\n"
     "A collector publishes a task, takes the messages of people's own programs, and publishes a result. "
     "It never sees a list of contacts.",
     "  edgeldp collector create votes --method triangles --people people.txt -e 1\n"
     "  edgeldp collector ingest votes inbox\n"
     "  edgeldp collector result votes\n",
     nullptr},
    {"collector create", collect,
     "Make the folder of a collection, and a token for each person\n"
     "What is asked, of whom and for which budget is fixed here, before anybody takes part.",
     "  edgeldp collector create votes --method triangles --people people.txt -e 1\n"
     "  edgeldp collector create survey --method homophily --people people.txt -e 2 --attribute "
     "party=left,right\n"
     "  edgeldp collector create shop --method butterflies --people people.txt --items items.txt -e 4\n",
     add_collector_create},
    {"collector ingest", collect,
     "Take the messages that lie in a folder, and go on\n"
     "Each file is one message. What is taken is kept before the file goes; what is refused goes to the "
     "folder `refused` below, with the reason, or to private/refused where that is no folder of yours alone.",
     "  edgeldp collector ingest votes inbox\n"
     "  edgeldp collector ingest votes inbox --json\n",
     add_collector_ingest},
    {"collector invite", collect,
     "A link for each person, and a card with a QR code\n"
     "Who opens the link takes part in a browser. Name and token stand behind #, which no server and no "
     "proxy "
     "sees.",
     "  edgeldp collector invite votes --page https://votes.example.org/take-part.html\n"
     "  edgeldp collector invite votes --page https://votes.example.org/take-part.html --person ann\n",
     add_collector_invite},
    {"collector serve", collect,
     "Take messages over HTTP, publish over HTTP, and go on until a signal comes\n"
     "What a client is told was taken is on the disk. A server in front of it speaks https. With --demo it "
     "makes a collection to play with.",
     "  edgeldp collector serve votes --listen 127.0.0.1:8080\n"
     "  edgeldp collector serve demo --demo --stay 15m\n",
     add_collector_serve},
    {"collector status", collect,
     "How far a collection is: numbers only\n"
     "It reads and changes nothing, also beside `collector serve`.",
     "  edgeldp collector status votes\n"
     "  edgeldp collector status votes --json\n",
     add_collector_status},
    {"collector close", collect,
     "Close the round that is open, before its time\n"
     "Whoever has not answered by then is left out of this round and of all later ones. A round that fewer "
     "than two have answered is closed with --yes alone. Where `collector serve` runs, it does it.",
     "  edgeldp collector close votes\n"
     "  edgeldp collector close votes --json\n",
     add_collector_close},
    {"collector result", collect, "The estimate, when all rounds are over",
     "  edgeldp collector result votes\n"
     "  edgeldp collector result votes --json\n",
     add_collector_result},
    {"collector record", collect,
     "What a collection does to people's privacy, for a data protection officer and for a public register\n"
     "It reads the files of the collection, before, during or after it, and asks nobody. What the operator "
     "alone knows is given by options, and nothing is made up.",
     "  edgeldp collector record votes\n"
     "  edgeldp collector record votes --curator 'Example University' --purpose 'A study of voting' --page "
     "record.html\n",
     add_collector_record},
    {"client", collect,
     "Take part: one person's side\n"
     "The list of contacts stays here. What leaves has random errors, and tells of any one contact what "
     "epsilon allows: who thought it 1% likely may think it at most 2.7% likely after messages of epsilon 1, "
     "6.9% at 2, 36% at 4; from 8 on nearly everything can be learned. `client join` and `client status` say "
     "it for the task.",
     "  edgeldp client join me.state --from votes/public --name ann --token-file token.txt --contacts "
     "contacts.txt\n"
     "  edgeldp client encode me.state --from votes/public --to inbox\n",
     nullptr},
    {"client join", collect,
     "Read a task, freeze the list of contacts, and make a key\n"
     "Nothing is sent yet, and nobody has to join. The names of all who are invited are public, joined or "
     "not; who asks, and what for, is the operator's to say. `client leave` ends it at any time: the round "
     "waits for you until its time is over, and what was sent stays with the operator until it is deleted "
     "there. The state file holds what must neither be lost nor copied: without it nobody takes part again "
     "in this name.",
     "  edgeldp client join me.state --from votes/public --name ann --token-file token.txt --contacts "
     "contacts.txt\n"
     "  edgeldp client join me.state --from votes/public --name ann --token-file token.txt --contacts "
     "contacts.txt "
     "--ceiling 0.5\n",
     add_client_join},
    {"client encode", collect,
     "Write the message that the collector waits for\n"
     "The same bytes each time it is asked for: nothing is drawn twice.",
     "  edgeldp client encode me.state --from votes/public --to inbox\n"
     "  edgeldp client encode me.state --from https://votes.example.org --to inbox\n",
     add_client_encode},
    {"client run", collect,
     "Answer all that the collector asks, until it is over\n"
     "It may be stopped and started again at any time: what was said is kept, and said again. It connects "
     "directly: http_proxy and its like are not used.",
     "  edgeldp client run me.state --from https://votes.example.org\n"
     "  edgeldp client run me.state --from http://127.0.0.1:8080 --wait-at-most 2h\n",
     add_client_run},
    {"client leave", collect,
     "Take no part any more, for good\n"
     "Nothing is sent. What the collection would still have cost is free again in your account.",
     "  edgeldp client leave me.state\n"
     "  edgeldp client leave me.state --json\n",
     add_client_leave},
    {"client account", collect,
     "What all collections of your list have cost, and what is set aside for those that go on\n"
     "Joining sets aside all that a task may cost, and its end gives back what was not sent. Losses add up: "
     "a "
     "collector of one year and one of the next may lay their messages side by side.",
     "  edgeldp client account\n"
     "  edgeldp client account ann.account --json\n",
     add_client_account},
    {"client status", collect, "What this person has said, and what it has cost",
     "  edgeldp client status me.state\n"
     "  edgeldp client status me.state --json\n",
     add_client_status},
};

}  // namespace

std::span<const verb_row> collect_verbs() {
  return table;
}

}  // namespace edgeldp::cli
