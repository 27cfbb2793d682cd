// SPDX-License-Identifier: MIT
#include <string>

#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

constexpr verb_row table[] = {
    {"info", "Exact, non-private facts of a graph, and what was cleaned away",
     "  edgeldp info wiki-Vote.txt.gz\n"
     "  zcat wiki-Vote.txt.gz | edgeldp info -\n"
     "  edgeldp info users-items.txt --bipartite\n"
     "  edgeldp info names.txt --names                               users with names\n",
     add_info},
    {"triangles",
     "Estimate the number of triangles by the two-step protocol; --runs repeats and reports the error",
     "  edgeldp triangles                                            the embedded graph\n"
     "  edgeldp triangles wiki-Vote.txt.gz --epsilon 0.5,1,2 --runs 20\n"
     "  edgeldp triangles wiki-Vote.txt.gz --codec nullspace --json\n",
     add_triangles},
    {"common-neighbors",
     "Estimate how many neighbours pairs of users have in common, or how similar their lists are",
     "  edgeldp common-neighbors wiki-Vote.txt.gz --sample 100\n"
     "  edgeldp common-neighbors users-items.txt --bipartite --method double-source --sample 100\n",
     add_common_neighbors},
    {"degrees",
     "Estimate degrees, edges, wedges and stars in one round; clustering and triangles at every user",
     "  edgeldp degrees wiki-Vote.txt.gz --stars 2,3 --degrees degrees.tsv\n"
     "  edgeldp degrees wiki-Vote.txt.gz --clustering --codec nullspace\n"
     "  edgeldp degrees friends.txt --release friends.eldp           from what was published\n",
     add_degrees},
    {"cycles", "Estimate the number of cycles of length 3, 4 or 5 by the two-step protocol; --runs repeats",
     "  edgeldp cycles wiki-Vote.txt.gz --length 4 --codec nullspace\n"
     "  edgeldp cycles wiki-Vote.txt.gz --length 5 --epsilon 4\n",
     add_cycles},
    {"butterflies",
     "Estimate the number of butterflies of a bipartite graph: two users who have the same two items",
     "  edgeldp butterflies users-items.txt\n"
     "  edgeldp butterflies users-items.txt --layer right --epsilon 2,4 --runs 10\n",
     add_butterflies},
    {"homophily", "Estimate edges within and across the labels of users, labels and edges both private",
     "  edgeldp homophily friends.txt --labels party.csv --values instructor,officers\n"
     "  edgeldp homophily --generate-labels 3 --matrix               made-up labels\n",
     add_homophily},
    {"release", "Randomize and compress every user's row into one release file",
     "  edgeldp release friends.txt -o friends.eldp --with-ids\n"
     "  edgeldp inspect friends.eldp\n",
     add_release},
    {"inspect", "Show what a release file says of itself, and check it", "  edgeldp inspect friends.eldp\n",
     add_inspect},
    {"query", "Read single noisy edges from a release file",
     "  edgeldp query friends.eldp 1 34\n"
     "  edgeldp query friends.eldp --pairs pairs.txt --json\n",
     add_query},
    {"tune",
     "Predict error, bytes and time of a triangle count for every codec, alpha, level and split, and print "
     "those that nothing beats. Not private: for a public graph, or a made-up one like yours",
     "  edgeldp tune wiki-Vote.txt.gz --epsilon 1\n"
     "  edgeldp tune --nodes 5000 --average-degree 20                before there is a graph\n",
     add_tune},
    {"explain", "What the fields of a result mean, and in which units they are",
     "  edgeldp explain half_width judgement\n"
     "  edgeldp explain\n",
     add_explain},
    {"vectors", "Sparse data with several values: ratings, variants of genomes",
     "  edgeldp vectors encode ratings.csv -o ratings.eldv --items items.txt --values 1,2,3,4,5\n"
     "  edgeldp vectors stats ratings.eldv\n",
     nullptr},
    {"vectors encode", "Randomize and compress every user's values (lines: user,item,value) into one file",
     "  edgeldp vectors encode ratings.csv -o ratings.eldv --items items.txt --values 1,2,3,4,5\n",
     add_vectors_encode},
    {"vectors decode", "Print the noisy values that differ from the reference, as CSV",
     "  edgeldp vectors decode ratings.eldv\n", add_vectors_decode},
    {"vectors stats",
     "Estimate frequencies of items, histograms and means of values, common items of two users",
     "  edgeldp vectors stats ratings.eldv\n", add_vectors_stats},
    {"channel", "Randomized answers: a channel's matrix and loss, reports of a column, estimates from them",
     "  edgeldp channel sample survey.csv --column age --categories young,middle,old >reports.csv\n"
     "  edgeldp channel estimate reports.csv --column age --categories young,middle,old\n",
     nullptr},
    {"channel show", "Print the matrix Pr[report | truth], or write it to a file",
     "  edgeldp channel show --categories young,middle,old --epsilon 1 --out answers.json\n",
     add_channel_show},
    {"channel loss", "Print the exact privacy loss, where it is reached, and utility",
     "  edgeldp channel loss --mechanism laplace --size 6 --epsilon 1\n"
     "  edgeldp channel loss --channel answers.json\n",
     add_channel_loss},
    {"channel sample", "Replace a column of true answers by reports",
     "  edgeldp channel sample survey.csv --column age --categories young,middle,old >reports.csv\n",
     add_channel_sample},
    {"channel estimate", "Estimate proportions, entropy and, of two columns, their dependence from reports",
     "  edgeldp channel estimate reports.csv --column age --categories young,middle,old\n",
     add_channel_estimate},
    {"channel plan",
     "Ways to share a budget among the answers of a record, and the squared error of each: of all "
     "histograms together, for one person",
     "  edgeldp channel plan --sizes 2,3,5 --epsilon 1\n", add_channel_plan},
    {"dataset", "Public and generated graphs: list, fetch, generate",
     "  edgeldp dataset list\n"
     "  edgeldp dataset generate affiliation --nodes 500 --edges 4000 -o made.txt\n",
     nullptr},
    {"dataset list", "The graphs that fetch knows", "  edgeldp dataset list\n", add_dataset_list},
    {"dataset fetch", "Download a graph and verify it", "  edgeldp dataset fetch wiki-Vote\n",
     add_dataset_fetch},
    {"dataset generate", "Write a seeded random graph as an edge list",
     "  edgeldp dataset generate affiliation --nodes 500 --edges 4000 -o made.txt\n", add_dataset_generate},
};

}  // namespace

std::span<const verb_row> own_verbs() {
  return table;
}

void add_verbs(CLI::App& program, std::span<const verb_row> verbs, const common_arguments& common) {
  for (const verb_row& row : verbs) {
    const std::size_t blank = row.name.find(' ');
    CLI::App& parent =
        blank == row.name.npos ? program : *program.get_subcommand(std::string(row.name.substr(0, blank)));
    CLI::App& added = *parent.add_subcommand(std::string(row.name.substr(blank + 1)), std::string(row.help));
    added.footer("Examples:\n" + std::string(row.examples));
    if (row.add == nullptr)
      added.require_subcommand(1);
    else
      row.add(added, common);
  }
}

}  // namespace edgeldp::cli
