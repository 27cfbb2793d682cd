// SPDX-License-Identifier: MIT
#include <string>

#include "study/questions/rows.hpp"
#include "verbs/question.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

using enum verb_group;

constexpr verb_row table[] = {
    {"demo", look,
     "Two minutes: what this is about, on an embedded graph\n"
     "Counts the triangles of an embedded graph of 2000 users in four ways, and says of each what it is and "
     "what to make of it.",
     "  edgeldp demo\n"
     "  edgeldp demo --epsilon 4 --seed 1\n",
     add_demo},
    {"info", look,
     "Exact facts of a graph file, and what was cleaned away\n"
     "Not private: for the eyes of whoever may see the graph.",
     "  edgeldp info wiki-Vote.txt.gz\n"
     "  zcat wiki-Vote.txt.gz | edgeldp info -\n"
     "  edgeldp info users-items.txt --bipartite\n",
     add_info},
    {"convert", look,
     "Write a graph as a file that opens at once\n"
     "An .ecsr file is mapped, not read, and shared by all who have it open; large edge lists are sorted on "
     "the disk. Not private: it is the graph.",
     "  edgeldp convert wiki-Vote.txt.gz -o wiki-Vote.ecsr\n"
     "  edgeldp convert friends.txt --nodes 1-40 -o friends.ecsr\n"
     "  edgeldp convert friends.ecsr -o friends.sg                   for the GAP benchmark suite\n",
     add_convert},
    {"triangles", count,
     "Estimate how many triangles a graph has\n"
     "Users publish noisy rows, then report noisy counts of triangles with them.",
     "  edgeldp triangles                              an embedded graph of 2000 users\n"
     "  edgeldp triangles wiki-Vote.txt.gz --epsilon 0.5,1,2 --runs 20\n"
     "  edgeldp triangles wiki-Vote.txt.gz --codec nullspace --json\n"
     "  edgeldp triangles friends.txt --release friends.eldp\n",
     add_triangles},
    {"cycles", count,
     "Estimate how many cycles of length 3, 4 or 5 there are\n"
     "As `triangles` does: noisy rows, then noisy counts of cycles with them.",
     "  edgeldp cycles wiki-Vote.txt.gz --length 4 --codec nullspace\n"
     "  edgeldp cycles wiki-Vote.txt.gz --length 5 --epsilon 4\n",
     add_cycles},
    {"degrees", count,
     "Estimate degrees, edges, wedges and stars; clustering\n"
     "One round in which every user sends a noisy degree; clustering and triangles at every user take a "
     "second.",
     "  edgeldp degrees wiki-Vote.txt.gz --stars 2,3 --degrees degrees.tsv\n"
     "  edgeldp degrees wiki-Vote.txt.gz --clustering --codec nullspace\n"
     "  edgeldp degrees friends.txt --release friends.eldp           from what was published\n",
     add_degrees},
    {"cores", count,
     "Estimate how deep in the network users sit\n"
     "Core numbers: the largest k such that a user is among people who each know k others of them. A few "
     "rounds of few numbers each, without rows; the largest of all, the degeneracy, and the densest set of "
     "users.",
     "  edgeldp cores wiki-Vote.txt.gz\n"
     "  edgeldp cores wiki-Vote.txt.gz --epsilon 0.5,1,2 --runs 10\n",
     add_question<study::cores>, &study::cores},
    {"centrality", count,
     "Estimate who is central in the network\n"
     "Katz's centrality and that of the eigenvector, from walks of up to three steps: a ranking of all "
     "users, "
     "and how much of the top 1% it finds. A round of one number each for a step, without rows.",
     "  edgeldp centrality wiki-Vote.txt.gz\n"
     "  edgeldp centrality wiki-Vote.txt.gz --epsilon 2 --values scores.tsv\n",
     add_question<study::centrality>, &study::centrality},
    {"communities", count,
     "Find groups of users who know each other\n"
     "Groups whose members know each other more often than chance has it, from noisy counts of contacts by "
     "group. The groups are published, then measured: modularity, and edges within and between them.",
     "  edgeldp communities wiki-Vote.txt.gz\n"
     "  edgeldp communities wiki-Vote.txt.gz --plot groups.svg\n"
     "  edgeldp communities wiki-Vote.txt.gz --epsilon 2 --values groups.tsv\n",
     add_question<study::communities>, &study::communities},
    {"labels", count,
     "Infer labels of users from public ones of others\n"
     "The likeliest label of everybody who has none, with its chance: contacts are often alike. This is "
     "inference about people from what others made public; edge-LDP bounds what each contact adds to it, and "
     "does not forbid it. Real people are asked by `edgeldp collector create --method labels`, with --yes.",
     "  edgeldp labels friends.txt --labels party.csv --public-share 0.5 --values inferred.tsv\n"
     "  edgeldp labels friends.txt --labels party.csv --public-share 0.2 --epsilon 1,2,4\n",
     add_question<study::labels>},
    {"common-neighbors", count,
     "Estimate how many neighbours two users share\n"
     "Of pairs of users: how many neighbours both have, or how similar their lists are.",
     "  edgeldp common-neighbors wiki-Vote.txt.gz --sample 100\n"
     "  edgeldp common-neighbors wiki-Vote.txt.gz --pairs pairs.txt --measure jaccard --each\n"
     "  edgeldp common-neighbors users-items.txt --bipartite --method double-source --sample 100\n",
     add_common_neighbors},
    {"butterflies", count,
     "Estimate how often two users share two items\n"
     "Butterflies of a bipartite graph: two users who have the same two items.",
     "  edgeldp butterflies users-items.txt\n"
     "  edgeldp butterflies users-items.txt --layer right --epsilon 2,4 --runs 10\n",
     add_question<study::butterflies>, &study::butterflies},
    {"homophily", count,
     "Estimate edges within and across groups of users\n"
     "Groups are labels of users. Labels and edges are both private; groups that are public cost nothing, by "
     "`mixing`.",
     "  edgeldp homophily friends.txt --labels party.csv --values instructor,officers\n"
     "  edgeldp homophily --generate-labels 3 --matrix               made-up labels\n",
     add_homophily},
    {"mixing", count,
     "Estimate who mixes with whom, by public groups\n"
     "Edges within and between groups that are public, from a file; or by classes of released degree, and "
     "then also how degrees go together: degrees of contacts, walks and paths of 3 edges. No rows are sent.",
     "  edgeldp mixing wiki-Vote.txt.gz\n"
     "  edgeldp mixing friends.txt --groups party.csv --matrix\n"
     "  edgeldp mixing wiki-Vote.txt.gz --directed\n",
     add_question<study::mixing>, &study::mixing},
    {"reciprocity", count,
     "Estimate how many arcs of a directed graph come back\n"
     "An arc is in the list of the user whom it leaves. Users publish noisy rows, then count with them how "
     "often those whom they name also name them. Where rows say enough, also who is named how often: "
     "in-degrees and PageRank.",
     "  edgeldp reciprocity wiki-Vote.txt.gz\n"
     "  edgeldp reciprocity wiki-Vote.txt.gz --epsilon 2,4 --runs 10\n",
     add_question<study::reciprocity>, &study::reciprocity},
    {"compare", compare,
     "Measure ours and published methods: error, bytes, privacy\n"
     "Triangle counts of each method on your graphs, several runs each: how far off it was, how far it "
     "said it would be, what users send and read, and whether it is as private as it claims. --of cores "
     "compares core numbers of all users.",
     "  edgeldp compare wiki-Vote.txt.gz                 a minute on two cores\n"
     "  edgeldp compare friends.txt wiki-Vote.txt.gz -e 0.5,1,2 --runs 2 --plot errors.svg\n"
     "  edgeldp compare friends.txt --methods ours,arr --max-download 5000\n"
     "  edgeldp compare wiki-Vote.txt.gz --of cores -e 0.5,1,2\n",
     add_compare},
    {"compare-graphs", compare,
     "Compare a synthetic graph with the true one, exactly\n"
     "The fifteen queries of the benchmark PGB, of both graphs, and its errors: edges, triangles, degrees, "
     "distances, clustering, communities, assortativity, centrality. Not private: it reads both graphs in "
     "the "
     "clear. A synthetic graph may be published, the true one may not.",
     "  edgeldp compare-graphs friends.txt made.txt\n"
     "  edgeldp compare-graphs friends.txt made.txt --nodes 1-40 --json\n"
     "  edgeldp compare-graphs friends.txt made.txt --plot both.svg\n"
     "  edgeldp compare-graphs wiki-Vote.txt.gz made.txt --sources 1024\n",
     add_compare_graphs},
    {"report", compare,
     "Write a page that explains numbers to anybody\n"
     "One file, for a browser or for paper: whether each question is worth asking, what it costs in privacy, "
     "estimates with their intervals as pictures, errors at other budgets. Each question is played in a run "
     "of its own.",
     "  edgeldp report friends.txt -o report.html\n"
     "  edgeldp report friends.txt --questions degrees,clustering -e 2 --no-exact -o report.html\n"
     "  edgeldp report friends.txt --markdown -o report.md\n",
     add_report},
    {"synthesize", compare,
     "Make a synthetic graph that anybody may have\n"
     "Users release degrees, sums of their contacts' degrees, triangles, and groups where these can be "
     "seen; the graph has these numbers, as nearly as they are known, and other users. Making it costs no "
     "privacy beyond the release. In the place of a graph the result of a collection for `synthesis` may "
     "stand: nobody is asked again.",
     "  edgeldp synthesize friends.txt -o made.txt\n"
     "  edgeldp synthesize wiki-Vote.txt.gz --epsilon 2 --graphs 3 -o made.txt\n"
     "  edgeldp synthesize wiki-Vote.txt.gz -e 2 --method ldpgen -o theirs.txt\n",
     add_synthesize},
    {"tune", compare,
     "Predict which settings give the least error and bytes\n"
     "Error, bytes and time of a triangle count for every codec, alpha, level and split; prints those that "
     "nothing beats. Not private: for a public graph, or a made-up one like yours.",
     "  edgeldp tune wiki-Vote.txt.gz --epsilon 1\n"
     "  edgeldp tune --nodes 5000 --average-degree 20                before there is a graph\n",
     add_tune},
    {"simulate", compare,
     "What becomes of an answer when users misbehave\n"
     "Not private: for a public graph.",
     "  edgeldp simulate attack friends.txt\n"
     "  edgeldp simulate attack wiki-Vote.txt.gz --liars 1%\n",
     nullptr},
    {"simulate attack", compare,
     "Measure what users who lie can do to a triangle count\n"
     "Some users send what moves the estimate most, or things at random: how far it moves with and without "
     "limits on what the collector believes, how far it can move at most, and who is found out.",
     "  edgeldp simulate attack friends.txt --liars 1,10%\n"
     "  edgeldp simulate attack wiki-Vote.txt.gz --runs 10         two minutes on two cores\n",
     add_simulate_attack},
    {"release", publish,
     "Write all users' noisy, compressed rows into one file\n"
     "Anybody may have the file; `triangles`, `cycles` and `degrees` count on it with --release.",
     "  edgeldp release friends.txt -o friends.eldp --with-ids\n"
     "  edgeldp release friends.txt -o better.eldp --epsilon 2 --json\n",
     add_release},
    {"inspect", publish, "Check a release file, and show what it says of itself",
     "  edgeldp inspect friends.eldp\n"
     "  edgeldp inspect friends.eldp --fast --json\n",
     add_inspect},
    {"query", publish, "Read single noisy edges from a release file",
     "  edgeldp query friends.eldp 1 34\n"
     "  edgeldp query friends.eldp --numbers 0 1\n"
     "  edgeldp query friends.eldp --pairs pairs.txt --json\n",
     add_query},
    {"explain", other, "What a word means, or a field of a result",
     "  edgeldp explain epsilon noisy edge\n"
     "  edgeldp explain half_width judgement\n"
     "  edgeldp explain                                  a list of the words\n",
     add_explain},
    {"vectors", other,
     "Lists with values, such as ratings: publish and count\n"
     "Sparse data with several values: ratings, variants of genomes.",
     "  edgeldp vectors encode ratings.csv -o ratings.eldv --items items.txt --values 1,2,3,4,5\n"
     "  edgeldp vectors stats ratings.eldv\n",
     nullptr},
    {"vectors encode", other,
     "Write all users' noisy values into one file\n"
     "Lines of the data: user,item,value.",
     "  edgeldp vectors encode ratings.csv -o ratings.eldv --items items.txt --values 1,2,3,4,5\n"
     "  edgeldp vectors encode ratings.csv -o ratings.eldv --items items.txt --values 1,2,3,4,5 --epsilon "
     "4\n",
     add_vectors_encode},
    {"vectors decode", other, "Print the noisy values that differ from the reference",
     "  edgeldp vectors decode ratings.eldv\n"
     "  edgeldp vectors decode ratings.eldv --item i3\n",
     add_vectors_decode},
    {"vectors stats", other, "Estimate frequencies, histograms, means, common items",
     "  edgeldp vectors stats ratings.eldv\n"
     "  edgeldp vectors stats ratings.eldv --item i3 --common u1 u2\n",
     add_vectors_stats},
    {"channel", other,
     "Randomized answers to a question of a survey\n"
     "A channel says how likely each report is for each true answer: its matrix and loss, reports of a "
     "column, estimates from them.",
     "  edgeldp channel sample survey.csv --column age --categories young,middle,old >reports.csv\n"
     "  edgeldp channel estimate reports.csv --column age --categories young,middle,old\n",
     nullptr},
    {"channel show", other, "Print the matrix Pr[report | truth], or write it to a file",
     "  edgeldp channel show --size 4 --epsilon 2\n"
     "  edgeldp channel show --categories young,middle,old --epsilon 1 --out answers.json\n",
     add_channel_show},
    {"channel loss", other, "Print the exact privacy loss and the utility of a channel",
     "  edgeldp channel loss --mechanism laplace --size 6 --epsilon 1\n"
     "  edgeldp channel loss --channel answers.json\n",
     add_channel_loss},
    {"channel sample", other,
     "Replace a column of true answers by reports\n"
     "With --seed, which protects nobody, a further column 'simulated' says so.",
     "  edgeldp channel sample survey.csv --column age --categories young,middle,old >reports.csv\n"
     "  edgeldp channel sample survey.csv --column age --channel answers.json >reports.csv\n",
     add_channel_sample},
    {"channel estimate", other,
     "Estimate proportions and entropy from reports\n"
     "Of two columns also how they depend on each other.",
     "  edgeldp channel estimate reports.csv --column age --categories young,middle,old\n"
     "  edgeldp channel estimate reports.csv --column age --channel answers.json --method likelihood\n",
     add_channel_estimate},
    {"channel plan", other,
     "Compare ways to share a budget among several answers\n"
     "The squared error of each way: of all histograms together, for one person.",
     "  edgeldp channel plan --sizes 2,3,5\n"
     "  edgeldp channel plan --sizes 2,3,5 --epsilon 4 --json\n",
     add_channel_plan},
    {"dataset", other, "Public and generated graphs: list, fetch, generate",
     "  edgeldp dataset list\n"
     "  edgeldp dataset generate affiliation --nodes 500 --edges 4000 -o made.txt\n",
     nullptr},
    {"dataset list", other, "The graphs that fetch knows",
     "  edgeldp dataset list\n"
     "  edgeldp dataset list --json\n",
     add_dataset_list},
    {"dataset fetch", other, "Download a graph and verify it",
     "  edgeldp dataset fetch wiki-Vote\n"
     "  edgeldp dataset fetch wiki-Vote --dir graphs\n",
     add_dataset_fetch},
    {"dataset generate", other, "Write a seeded random graph as an edge list",
     "  edgeldp dataset generate affiliation --nodes 500 --edges 4000 -o made.txt\n"
     "  edgeldp dataset generate rmat --nodes 1000 --edges 8000 --seed 2 -o - | edgeldp info -\n",
     add_dataset_generate},
    {"round", other,
     "Play one shard of a run's open round\n"
     "Processes, or machines that see one folder, share the users of a run: a command with --rounds-in asks "
     "a round, every shard of the users answers it, `merge` goes on. The result is that of the command "
     "alone.",
     "  edgeldp round run\n"
     "  edgeldp round run --shard 2/3\n",
     add_round},
    {"merge", other,
     "Ask the next round of a run, or answer\n"
     "When all shards have answered the open round (`edgeldp round`).",
     "  edgeldp merge run\n"
     "  edgeldp merge run --json\n",
     add_merge},
    {"completion", other,
     "Print a script that completes verbs and options in a shell\n"
     "Packages install these scripts where the shells look for them; otherwise they can be sourced.",
     "  source <(edgeldp completion bash)\n"
     "  edgeldp completion fish >edgeldp.fish              into ~/.config/fish/completions\n"
     "  edgeldp completion zsh >_edgeldp                   into a folder of zsh's $fpath\n",
     add_completion},
    {"man-pages", hidden, "Write the manual: one page for the program and one a verb",
     "  edgeldp man-pages man1 --date 2026-01-31\n"
     "  edgeldp man-pages . --date 2026-01-31 && man ./edgeldp-triangles.1\n",
     add_man_pages},
};

constexpr verb_row for_programs[] = {
    {"verb-facts", hidden, "What help says of a verb, for another program of ours",
     "  edgeldp verb-facts info\n", add_verb_facts},
};

}  // namespace

std::span<const verb_row> own_verbs() {
  return table;
}

std::span<const verb_row> hidden_verbs() {
  return for_programs;
}

}  // namespace edgeldp::cli
