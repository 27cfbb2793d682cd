# SPDX-License-Identifier: MIT
# %% [markdown]
# # Counting in a network that nobody may see
#
# A club would like to know how close its members are: how many friendships there are, how many
# triangles of friends, who has many friends. Nobody wants to hand in a list of friends. This
# tutorial shows how far one gets all the same, and what it costs.
#
# Every member adds random noise to its own list before anything leaves its machine. What is
# protected is each friendship: whoever reads all messages can hardly tell whether two given members
# know each other. This is called **edge local differential privacy**. Totals come out of the noise,
# with an error bar, because the noise of thousands of members averages out.
#
# You should know networkx, numpy and pandas a little. You need not have heard of differential
# privacy. A line `# prints:` shows what the code above it prints; a test compares all of them.
# `python3 tutorial.py FOLDER` runs everything and leaves the figures in the folder.

# %%
import sys
import tempfile
from pathlib import Path

import matplotlib
import networkx as nx
import numpy as np
import pandas as pd

import edgeldp

is_notebook = "ipykernel" in sys.modules
if not is_notebook:
    matplotlib.use("Agg")
folder = Path(sys.argv[1]) if len(sys.argv) > 1 and not is_notebook else None


def keep(ax, name):
    """Saves a figure if a folder was named."""
    if folder:
        folder.mkdir(exist_ok=True)
        ax.figure.savefig(folder / f"{name}.png", dpi=120)


# %% [markdown]
# ## A first answer, which is useless
#
# Zachary's karate club has 34 members, and networkx has brought it along. One line asks for its
# triangles. `nx.Graph(...)` around the edges drops their weights, which the package refuses: it
# counts friendships, not how strong they are. `simulate(1)` fixes the random coins, so that you see
# the numbers that are printed here; there is more on it below.

# %%
with edgeldp.simulate(1):
    karate = edgeldp.triangles(nx.Graph(nx.karate_club_graph().edges))
print(karate)
print(f"{karate.value:.0f} triangles, half of the interval is {karate['half_width']:.0f}")

# %% [markdown]
# The club has 45 triangles. The estimate looks close, and that is luck: its interval reaches more
# than ten times as far as the number itself. Five more runs show it.

# %%
with edgeldp.simulate(2):
    karate = edgeldp.triangles(nx.Graph(nx.karate_club_graph().edges), runs=5)
print([round(run.value) for run in karate.each])

# %% [markdown]
# No better method would help much. One friendship of a hub is in a dozen of the 45 triangles, and
# the answer must look nearly the same with that friendship and without it. Whoever could read 45
# from the answer could tell friendships from it too. **Small graphs do not work**, and the result
# says so: it is "lost in the noise".
#
# ## A graph that is large enough
#
# Noise grows more slowly than what is counted. So we take a club of 3000 members. The graph is made
# up; `friends` may as well be yours. `as_graph` turns a networkx graph, a frame of two columns, a
# pair of arrays, a sparse matrix or a file into a graph of the package.

# %%
made_up = edgeldp.generate.affiliation(3000, 40_000, seed=1)
friends = nx.relabel_nodes(made_up.to_networkx(), {i: f"m{i:04}" for i in range(3000)})
friends.name = "club"

club = edgeldp.as_graph(friends)
print(club)
print(f"members are called {club.labels[0]}, {club.labels[1]}, ...")
print(f"exactly {edgeldp.exact.triangles(club)} triangles")

# %% [markdown]
# The package plays all 3000 members here. Each of them sees its own list and nothing else, and sends
# what a member of a real club would send. That is why errors can be known before anybody is asked.
#
# ## What a result says

# %%
with edgeldp.simulate(1):
    result = edgeldp.triangles(club, epsilon=1.0)
print(result)

# %% [markdown]
# The estimate comes with an interval, which holds the truth in 95 of 100 runs. `standard_error` is
# how far noise alone moves the estimate. Half of the interval is more than 1.96 times that: the
# prediction is widened for safety, and some of a hub's triangles are cut off, which is allowed for.
# All of this follows from what members sent. No exact number went into it.

# %%
print(f"value {result.value:.0f}, standard error {result.standard_error:.0f}")
low, high = result.interval()
print(f"95% interval: {low:.0f} to {high:.0f}")
low, high = result.interval(0.5)
print(f"50% interval: {low:.0f} to {high:.0f}")
print(f"judgement: {result.judgement}")
print(result.describe("judgement"))

# %% [markdown]
# What did it cost? Every member had a **privacy budget**, called epsilon, of 1. `spent` says what of
# it is gone. A friendship stands in two lists, and both friends answer, so that the friendship itself
# may lose a little more than one member has spent. `traffic` says what a member sends, and what it
# reads: members count triangles in each other's noisy lists, so everybody downloads those.

# %%
print(result.spent)
print(f"sends {result.traffic['upload_bytes']:.0f} bytes, "
      f"reads {result.traffic['download_bytes'] / 1000:.0f} kB")

# %% [markdown]
# Only a simulation knows the truth. It stands apart, under the key `exact`, and is not private.
# `exact=False` leaves it out: that is the result as a real club could print it.

# %%
print(f"truth {result.truth:.0f}, off by {100 * result.error / result.truth:.1f}%")
with edgeldp.simulate(1):
    publishable = edgeldp.triangles(club, epsilon=1.0, exact=False)
print(publishable.truth, "exact" in publishable, publishable.value == result.value)
keep(result.plot(), "triangles")

# %% [markdown]
# ## Real privacy, and simulate(seed)
#
# Without `simulate` the coins come from the operating system. Nobody can draw them again, not even
# you: two calls give two answers. That is what protects the members.

# %%
first, second = edgeldp.triangles(club), edgeldp.triangles(club)
print(f"simulated: {first.simulated}, the same answer twice: {first.value == second.value}")

# %% [markdown]
# Within a `with edgeldp.simulate(seed)` block the coins are computed from the seed. Then an
# experiment can be repeated. Whoever knows the seed can also compute the noise and take it away, so
# nobody is protected, and everything that was made so says `simulated`. The calls within a block
# have different coins; the same block again has the same ones.

# %%
with edgeldp.simulate(7):
    first, second = edgeldp.triangles(club), edgeldp.triangles(club)
with edgeldp.simulate(7):
    again = edgeldp.triangles(club)
print(f"{first.value:.0f} {second.value:.0f} {again.value:.0f}, simulated: {again.simulated}")

# %% [markdown]
# ## What epsilon means
#
# Think of the question "do you know Bob?". Ann turns her answer over in some share of all cases,
# and says what comes out. At epsilon 1 she turns over 27 of 100 answers. What she says then fits
# "yes" at most e = 2.7 times as well as "no". A smaller epsilon is more private.

# %%
for epsilon in (0.1, 0.5, 1.0, 2.0, 4.0):
    turned = 1 / (1 + np.exp(epsilon))
    print(f"epsilon {epsilon}: turns over {100 * turned:.0f} of 100 answers, "
          f"odds change by a factor of at most {np.exp(epsilon):.1f}")

# %% [markdown]
# Privacy is paid for with error. `sweep` asks the same question at several budgets. With `runs=5`
# it plays each budget five times, so that you see the measured error beside the predicted one.

# %%
with edgeldp.simulate(3):
    sweep = edgeldp.sweep(edgeldp.triangles, club, [0.25, 0.5, 1.0, 2.0, 4.0], runs=5)
table = sweep.to_frame()[["epsilon", "estimate", "standard_error", "exact.rmse", "judgement"]]
print(table.to_string(index=False, float_format="{:.6g}".format))
keep(sweep.plot(), "sweep")

# %% [markdown]
# Here half the budget costs three times the error or more. At 0.25 there is no answer for a club of
# this size; at 4 the error is below 1%, and hardly anything is protected. Most people take 1, or
# ask more members.
#
# The predicted errors (`standard_error`) and the measured ones (`exact.rmse`) agree as well as five
# runs can tell. So you may plan with predictions.
#
# ## Several questions, one budget
#
# What members lose adds up over all questions that they ever answer. A `Ledger` holds the most that a
# member may spend. Each call enters its whole budget before any coin is drawn. A call for which too
# little is left is refused, and nothing is sent.

# %%
ledger = edgeldp.Ledger(2.0)
with edgeldp.simulate(4):
    print(edgeldp.triangles(club, epsilon=1.0, ledger=ledger))
    print(edgeldp.degrees(club, epsilon=0.25, ledger=ledger)["edges"])
    try:
        edgeldp.cycles(club, length=4, epsilon=1.0, ledger=ledger)
    except ValueError as refused:
        print(f"refused: {refused}")
print(ledger)
print(ledger.entries)

# %% [markdown]
# Edges cost little and are known well: each of them changes a total by 1 only. That is the rule of
# thumb for what is cheap. Ask how much one friendship can change the answer.
#
# ## The degree of every member
#
# `degrees` returns several numbers that come of one noisy list of degrees. Most are totals. One of
# them is about each member, and has numpy arrays in `users`.

# %%
with edgeldp.simulate(5):
    degrees = edgeldp.degrees(club, epsilon=1.0)
for statistic in ("edges", "mean_degree", "wedges", "max_degree"):
    print(degrees[statistic])

# %%
members = degrees["degrees"].users
for label, value, error in zip(members.labels[:3], members.values, members.standard_errors):
    print(f"{label}: {value:.0f} ± {error:.1f}")
off = members.values - edgeldp.exact.degrees(club)
print(f"predicted error {members.standard_errors.mean():.2f}, "
      f"measured {np.sqrt(np.mean(off**2)):.2f}")

# %% [markdown]
# A degree is off by one or two, whoever has it. That is nothing to a member with 500 friends, and
# much to one with 2. So the ranking is right at its top, and a matter of luck further down.

# %%
ranking = degrees["degrees"].to_frame().sort_values("estimate", ascending=False)
exact_degrees = dict(friends.degree)
ranking["exact"] = ranking["label"].map(exact_degrees)
print(ranking.head(4).to_string(index=False, float_format="{:.1f}".format))
for few in (20, 1000):
    top = set(ranking["label"].head(few))
    exact_top = set(sorted(exact_degrees, key=exact_degrees.get, reverse=True)[:few])
    print(f"top {few}: {len(top & exact_top)} are the exact ones")
keep(degrees["degrees"].plot(), "degrees")

# %% [markdown]
# ## A release that others read
#
# So far each question asked the members anew. A **release** asks once: the noisy list of every
# member goes into one file, which anybody may have. Reading it costs the members nothing more.

# %%
with edgeldp.simulate(6):
    release = edgeldp.release(club, epsilon=2.0)
print(release)

# %% [markdown]
# Members are numbers from 0 there, in the order of `club.labels`; `indices_of` finds them. A single
# noisy edge says little. Between strangers it is there with probability p0, which is not small, and
# between friends with probability p1, which is not 1.

# %%
u, v = club.indices_of(["m0000", "m0001"])
(p1,), (p0,) = release.chances(u, v)
print(f"noisy edge {release.bit(u, v)[0]}, p1 = {p1:.2f}, p0 = {p0:.2f}")
print(f"an estimate of this one edge: {release.estimates(u, v)[0]:.2f}")

# %% [markdown]
# An estimate of one edge is right on average, and useless by itself. A sum of a million of them is
# useful. Say that members up to m1499 joined before 2020, and that everybody may know this. How many
# friendships join old members with new ones? The errors of single pairs are independent, so their
# squares add up.

# %%
old, new = np.arange(1500), np.arange(1500, 3000)
u, v = (ends.ravel() for ends in np.meshgrid(old, new))
p1, p0 = release.chances(u, v)
between = release.estimates(u, v).sum()
error = np.sqrt(np.sum(p0 * (1 - p0) / (p1 - p0) ** 2))
exactly = nx.cut_size(friends, list(friends)[:1500])
print(f"{u.size} pairs: {between:.0f} ± {1.96 * error:.0f} friendships, exactly {exactly}")

# %% [markdown]
# `save` writes the file, and `Release.load` reads it elsewhere; the command line reads it too. Degrees
# are in it for free. A part of the budget was kept for one count: with it members count the triangles
# of the release. That asks them once more, so it can be done a single time.

# %%
with tempfile.TemporaryDirectory() as shelf:
    path = Path(shelf) / "club.eldp"
    release.save(path)
    read = edgeldp.Release.load(path)
    print(f"{path.stat().st_size / 1000:.0f} kB; {read}")
    print(f"the same rows: {np.array_equal(read.words, release.words)}")
    with edgeldp.simulate(7):
        print(edgeldp.triangles(club, release=read))
        print(edgeldp.degrees(club, release=read)["edges"])

# %% [markdown]
# ## Do friends vote alike?
#
# Members belong to one of two teams, and a member's team is as private as its friends. `homophily`
# estimates how many friendships stay within a team, and how many teams mix. One budget pays for both.
# `values` names all teams that there can be. Without it they would be taken from the private labels,
# and the result would not be private.

# %%
colours = np.array(["blue", "green"])
team = dict(zip(club.labels, colours[edgeldp.generate.labels(club, 2, homophily=0.95, seed=3)]))
with edgeldp.simulate(8):
    mixing = edgeldp.homophily(club, team, epsilon=2.0, values=["blue", "green"])
for statistic in ("edges", "within", "across", "fraction_within", "assortativity"):
    print(f"{mixing[statistic]!r} exactly {mixing[statistic].truth:.4g}")
keep(mixing.plot(), "homophily")

# %% [markdown]
# ## A survey with four columns
#
# Questions with a few answers need no graph. A **channel** says how likely each report is for each
# true answer. People draw their reports from it, and only reports leave their machines.
#
# Four questions share one budget of 2. A question with more answers gets more of it, since its truth
# hides among more lies. "brr" is for answers with an order: near lies are likelier than far ones.

# %%
random = np.random.default_rng(1)
n = 20_000
people = pd.DataFrame({
    "age": random.choice(["young", "middle", "old"], n, p=[0.5, 0.3, 0.2]),
    "sport": random.choice(["judo", "karate", "yoga", "golf"], n, p=[0.4, 0.3, 0.2, 0.1]),
    "rating": random.choice([1, 2, 3, 4, 5], n, p=[0.05, 0.1, 0.2, 0.4, 0.25]),
})
people["injured"] = np.where(random.random(n) < np.where(people["age"] == "old", 0.6, 0.2),
                             "yes", "no")
channels = {
    "age": edgeldp.channel("k-ary", 0.5, categories=["young", "middle", "old"]),
    "sport": edgeldp.channel("k-ary", 0.5, categories=["judo", "karate", "yoga", "golf"]),
    "rating": edgeldp.channel("brr", 0.6, size=5),
    "injured": edgeldp.channel("warner", 0.4, categories=["yes", "no"]),
}
ledger = edgeldp.Ledger(2.0)
with edgeldp.simulate(9):
    reports = edgeldp.survey(people, channels, ledger=ledger)
print(ledger)
print(people.head(3).to_string(index=False))
print(reports.head(3).to_string(index=False))

# %% [markdown]
# The reports are almost noise, one by one. Shares come out of 20 000 of them.

# %%
shares = channels["sport"].estimate(reports["sport"]).to_frame()
shares["exact"] = people[["sport"]].value_counts(normalize=True)
print(shares.to_string(float_format="{:.3f}".format))

# %% [markdown]
# `estimate_survey` takes several columns together, as a table of all combinations. Errors grow with
# every column that is crossed.

# %%
crossed = edgeldp.estimate_survey(reports, {k: channels[k] for k in ("age", "injured")}).to_frame()
crossed["exact"] = people[["age", "injured"]].value_counts(normalize=True)
print(crossed.to_string(float_format="{:.3f}".format))

# %% [markdown]
# ## Comparing methods
#
# Other people have counted triangles under the same kind of privacy. `compare` plays their methods
# beside ours on your graph. It needs the exact count, so it is for graphs that you may see.

# %%
with edgeldp.simulate(10):
    comparison = edgeldp.compare(club, runs=5, methods=[
        "sampled", "centred-nullspace", "local-two-rounds", "local-two-rounds-strongest",
        "arr-two", "arr-two-strongest", "ppr-published"])
print(comparison)
keep(comparison.plot(), "methods")

# %% [markdown]
# `error` is measured over five runs, and `predicted` is what the method says of itself. "strongest"
# is a published method as well tuned as we can. NO says that a method does not keep to the privacy
# that it claims. `best` picks a private method by its error among those with a small download.

# %%
for most in (10_000, 100_000):
    print(f"up to {most} bytes to read: {comparison.best(max_download=most)['method']}")

# %% [markdown]
# ## Clients and a collector
#
# Up to here one process played everybody. A `Client` is one member, with its number, its list and
# its own coins. A `Collector` asks and estimates, and never sees a list. Between them go messages of
# bytes, which you may send by whatever network you have. This client writes down what it sends.

# %%
class Talker(edgeldp.Client):
    sent = []

    def answer(self, call):
        message = super().answer(call)
        self.sent.append((self.user, call.round, len(message)))
        return message


with edgeldp.simulate(1):
    talkers = [Talker(i, club.nodes, club.indices[club.indptr[i]:club.indptr[i + 1]])
               for i in range(club.nodes)]
    collected = edgeldp.Collector(epsilon=1.0).triangles(talkers)
print(collected)
print(f"as when one process played everybody: {collected.value == result.value}")

# %%
messages = pd.DataFrame(Talker.sent, columns=["member", "round", "bytes"])
by_round = messages.groupby("round", sort=False)["bytes"].agg(["count", "mean", "max"])
print(by_round.to_string(float_format="{:.1f}".format))

# %% [markdown]
# The number is that of the section on results, to the last digit: the same coins, the same messages,
# and the same estimate. Without `simulate` every client draws its own coins, and the club is
# protected.
#
# ## Where to go on
#
# `docs/python.md` is the guide: a table of all functions, what graphs are accepted, errors, threads.
# `docs/glossary.md` explains words, and `result.describe(field)` fields. Each function has a docstring
# with its options: `help(edgeldp.triangles)`.
