# SPDX-License-Identifier: MIT
# %% [markdown]
# # Counting in a network that nobody may see
#
# A club would like to know how close its members are: how many friendships there are, how many
# triangles of friends, how many friends a member has. Nobody wants to hand in a list of friends.
# This tutorial shows how far one gets all the same, and what it costs.
#
# Every member adds random noise to its own list before anything leaves its machine. What is
# protected is each friendship: all messages together tell no more than you allow about whether two
# given members know each other. This is called **edge local differential privacy**. The noise of
# thousands of members averages out, and totals remain, each with an error bar.
#
# You should know networkx, numpy and pandas a little. You need not have heard of differential
# privacy. A line `# prints:` shows what the code above it prints. `python3 tutorial.py FOLDER` runs
# everything and leaves the figures in the folder.

# %%
import sys
import tempfile
from pathlib import Path

import matplotlib
import networkx as nx
import numpy as np
import pandas as pd

folder = None
if "ipykernel" not in sys.modules:  # a script, not a notebook
    matplotlib.use("Agg")
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None

import edgeldp  # noqa: E402


def keep(ax, name):
    """Saves a figure if a folder was named."""
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        ax.figure.savefig(folder / f"{name}.png", dpi=120)


# %% [markdown]
# ## A first answer, which is useless
#
# Zachary's karate club has 34 members, and networkx has it at hand. One line asks for its
# triangles. (`nx.Graph(...)` around the edges drops their weights, since edges have none here.
# `simulate(1)` fixes the random coins, so that you get the numbers that are printed here; more of
# it below.)

# %%
with edgeldp.simulate(1):
    karate = edgeldp.triangles(nx.Graph(nx.karate_club_graph().edges), epsilon=1.0)
print(karate)
# prints: triangles: lost in the noise; with 95% confidence the truth is at most 710. Epsilon 27
#         would do, as far as this noise tells. Each user has spent a privacy budget of epsilon 1.
#         Simulated: random coins were replayed from a seed, so this protects nobody.
print(f"{karate.value:.0f} ± {karate['half_width']:.0f} (95%), exactly {karate.truth:.0f}")
# prints: 65 ± 644 (95%), exactly 45

# %% [markdown]
# The estimate looks close, and that is luck: its interval reaches more than ten times as far as the
# truth. Five more runs show it.

# %%
with edgeldp.simulate(2):
    karate = edgeldp.triangles(nx.Graph(nx.karate_club_graph().edges), epsilon=1.0, runs=5)
print([round(run.value) for run in karate.each])
# prints: [-42, -37, -10, 73, -159]

# %% [markdown]
# A negative number of triangles is no mistake. Noise goes both ways, and cutting it at 0 would make
# means wrong.
#
# Could a cleverer method do it? Hardly. Two members of this club share 10 friends. Their friendship
# alone is in 10 of the 45 triangles, and the answer must look nearly the same with it and without
# it. So **small graphs do not work**, and the result says so: it is "lost in the noise". It also
# names a budget that would do, as far as this noise tells. At 27 nothing would be protected.
#
# ## A graph that is large enough
#
# Noise grows more slowly than what is counted. So take a club of 3000 members. Its graph is made up
# here, and `friends` may as well be a networkx graph of your own. `as_graph` also takes a frame of
# two columns, a pair of arrays, a sparse matrix, or the name of a file.

# %%
made_up = edgeldp.generate.affiliation(3000, 40_000, seed=1)
friends = nx.relabel_nodes(made_up.to_networkx(), {i: f"m{i:04}" for i in range(3000)})

club = edgeldp.as_graph(friends, name="club")
print(club)
# prints: <edgeldp.Graph 'club': 3000 nodes, 36912 edges>
print(f"members are called {club.labels[0]}, {club.labels[1]} and so on")
# prints: members are called m0000, m0001 and so on
print(f"exactly {edgeldp.exact.triangles(club)} triangles")
# prints: exactly 276450 triangles

# %% [markdown]
# The package plays all 3000 members. Each of them sees its own list and nothing else, and sends
# what a member of a real club would send. That is why errors can be known before anybody is asked.
#
# ## What a result says

# %%
with edgeldp.simulate(1):
    result = edgeldp.triangles(club, epsilon=1.0)
print(result)
# prints: triangles: about 261 000; with 95% confidence the truth lies between 233 000 and
#         289 000. Each user has spent a privacy budget of epsilon 1. Simulated: random coins were
#         replayed from a seed, so this protects nobody.

# %% [markdown]
# The estimate comes with an interval, which holds the truth in 95 of 100 runs or more. The
# `standard_error` is how far noise alone moves the estimate. Half of the interval is more than 1.96
# times that: the prediction is widened for safety, and members with very many friends may leave out
# some of their triangles, for which something is allowed. All of this follows from what members
# sent. No exact number went into it.

# %%
print(f"value {result.value:.0f}, standard error {result.standard_error:.0f}")
# prints: value 260978, standard error 10902
low, high = result.interval()
print(f"95% interval: {low:.0f} to {high:.0f}")
# prints: 95% interval: 232640 to 289316
low, high = result.interval(0.5)
print(f"50% interval: {low:.0f} to {high:.0f}")
# prints: 50% interval: 249458 to 272499
print(f"judgement: {result.judgement}")
# prints: judgement: usable
print(result.describe("judgement"))
# prints: usable: half_width is at most a quarter of the estimate; weak: at most all of it, or one
#         noisy number or an allowance decides; otherwise not_usable.

# %% [markdown]
# What did it cost? Every member had 1 to spend. This allowance is called a **privacy budget**, and
# its size epsilon; what it means is shown below. `spent` says what is gone. A friendship stands in
# two lists, and both friends answer, so the friendship may lose a little more than a member has
# spent: that is `relationship_dp`. `traffic` says what a member sends and what it reads. Members
# count triangles in the noisy lists of all, so everybody downloads those.

# %%
print(result.spent)
# prints: {'epsilon': 1.0, 'edge_ldp': 1.0, 'relationship_dp': 1.02}
print(f"sends {result.traffic['upload_bytes']:.0f} bytes, "
      f"reads {result.traffic['download_bytes'] / 1000:.0f} kB")
# prints: sends 194 bytes, reads 569 kB

# %% [markdown]
# Only a simulation knows the truth. It stands apart, under the key `exact`, and is not private.
# With `exact=False` nothing is counted exactly: that is the result as a real club would have it.

# %%
print(f"truth {result.truth:.0f}, off by {100 * result['exact']['relative_error']:.1f}%")
# prints: truth 276450, off by 5.6%
with edgeldp.simulate(1):
    publishable = edgeldp.triangles(club, epsilon=1.0, exact=False)
print(publishable.truth, "exact" in publishable, publishable.value == result.value)
# prints: None False True
keep(result.plot(), "triangles")

# %% [markdown]
# ## Real privacy, and simulate(seed)
#
# Without `simulate` the coins come from the operating system. Nobody can draw them again, not even
# you, and two calls give two answers. That is what protects the members.

# %%
first, second = edgeldp.triangles(club), edgeldp.triangles(club)
print(f"simulated: {first.simulated}, the same answer twice: {first.value == second.value}")
# prints: simulated: False, the same answer twice: False

# %% [markdown]
# Within a `with edgeldp.simulate(seed)` block the coins are computed from the seed. An experiment
# can then be repeated. But whoever knows the seed can compute the noise and take it away, so nobody
# is protected, and the result says `simulated`. Calls within a block have different coins. The same
# block again has the same ones.

# %%
with edgeldp.simulate(7):
    first, second = edgeldp.triangles(club), edgeldp.triangles(club)
with edgeldp.simulate(7):
    again = edgeldp.triangles(club)
print(f"{first.value:.0f} {second.value:.0f} {again.value:.0f}, simulated: {again.simulated}")
# prints: 251274 268571 251274, simulated: True

# %% [markdown]
# ## What epsilon means
#
# "Do you know Bob?" Ann tosses a coin, turns her answer over if it falls so, and says what comes
# out. Let it fall so in 27 of 100 cases. What she says then changes the odds that she knows Bob by
# a factor of e = 2.7, whatever she says. That is epsilon 1. A smaller epsilon is more private.

# %%
for epsilon in (0.1, 0.5, 1.0, 2.0, 4.0):
    turned = 1 / (1 + np.exp(epsilon))
    print(f"epsilon {epsilon}: turns over {100 * turned:.0f} of 100 answers, "
          f"odds change by a factor of {np.exp(epsilon):.1f}")
# prints: epsilon 0.1: turns over 48 of 100 answers, odds change by a factor of 1.1
# prints: epsilon 0.5: turns over 38 of 100 answers, odds change by a factor of 1.6
# prints: epsilon 1.0: turns over 27 of 100 answers, odds change by a factor of 2.7
# prints: epsilon 2.0: turns over 12 of 100 answers, odds change by a factor of 7.4
# prints: epsilon 4.0: turns over 2 of 100 answers, odds change by a factor of 54.6

# %% [markdown]
# Privacy is paid for with error. `sweep` asks the same question at several budgets. With `runs=5`
# it plays each budget five times, so that a measured error stands beside the predicted one.

# %%
with edgeldp.simulate(3):
    sweep = edgeldp.sweep(edgeldp.triangles, club, [0.25, 0.5, 1.0, 2.0, 4.0], runs=5)
table = sweep.to_frame()[["epsilon", "estimate", "standard_error", "exact.rmse", "judgement"]]
print(table.to_string(index=False, float_format="{:.6g}".format))
# prints:  epsilon  estimate  standard_error  exact.rmse  judgement
# prints:     0.25    253589          171163      102717 not_usable
# prints:      0.5    289944         36716.5     19769.4       weak
# prints:        1    274327         10905.3     6289.18     usable
# prints:        2    278333         4386.76     4582.91     usable
# prints:        4    276848          1769.6     833.903     usable
keep(sweep.plot(), "sweep")

# %% [markdown]
# Half the budget costs two and a half to four times the error here. At 0.25 a club of this size
# gets no answer. At 4 the error is below 1%, and hardly anything is protected. Many take 1. With
# more members you can take less.
#
# Predicted errors (`standard_error`) and measured ones (`exact.rmse`) agree within a factor of
# about 2, which is what five runs can tell.
#
# ## Several questions, one budget
#
# What a member loses adds up over all questions that it ever answers. A `Ledger` holds the most
# that a member may spend. A call enters its whole budget before any coin is drawn. If too little is
# left, the call is refused, and nothing is sent.

# %%
ledger = edgeldp.Ledger(2.0)
with edgeldp.simulate(4):
    print(edgeldp.triangles(club, epsilon=1.0, ledger=ledger))
    print(edgeldp.degrees(club, epsilon=0.25, ledger=ledger)["edges"])
    try:
        edgeldp.cycles(club, length=4, epsilon=1.0, ledger=ledger)
    except ValueError as refused:
        print(f"refused: {refused}")
# prints: triangles: about 265 000; with 95% confidence the truth lies between 238 000 and
#         292 000. Each user has spent a privacy budget of epsilon 1. Simulated: random coins were
#         replayed from a seed, so this protects nobody.
# prints: edges: about 36 840; with 95% confidence the truth lies between 36 500 and 37 190. Each
#         user has spent a privacy budget of epsilon 0.25. Simulated: random coins were replayed
#         from a seed, so this protects nobody.
# prints: refused: round 'cycles' asks for epsilon 1.000000, only 0.750000 of 2.000000 remains
print(ledger)
# prints: <edgeldp.Ledger: 1.25 of 2 spent, 0.75 left>
print(ledger.entries)
# prints: [('triangles', 1.0), ('degrees', 0.25)]

# %% [markdown]
# The number of friendships is known to 1% for a quarter of the budget. A friendship changes that
# number by 1, and the number of triangles by as many friends as the two share. This is how you tell
# cheap questions from dear ones: ask how far one friendship can move the answer.
#
# ## The degree of every member
#
# `degrees` makes several numbers of one round of noisy degrees.

# %%
with edgeldp.simulate(5):
    degrees = edgeldp.degrees(club, epsilon=1.0)
print(degrees)
# prints: edges: 36 895 ± 84 (95%), epsilon 1, simulated
# prints: mean degree: 24.597 ± 0.056 (95%), epsilon 1, simulated
# prints: wedges: 3 684 900 ± 8300 (95%), epsilon 1, simulated
# prints: max degree: 824.0 ± 3.1 (95%), epsilon 1, simulated
# prints: degrees: 24.60 on average over users, each with an error of 1.4, epsilon 1, simulated
# prints: released degrees sorted: 24.60 on average over users, epsilon 1, simulated
# prints: sorted degrees: 24.64 on average over users, epsilon 1, simulated

# %% [markdown]
# The one called "degrees" is about every single member. Its `users` has numpy arrays: labels,
# values and standard errors.

# %%
members = degrees["degrees"].users
for label, value, error in zip(members.labels[:3], members.values, members.standard_errors):
    print(f"{label}: {value:.0f}, error {error:.1f}")
# prints: m0000: 5, error 1.4
# prints: m0001: 8, error 1.4
# prints: m0002: 95, error 1.4
exact_degrees = edgeldp.exact.degrees(club)
off = members.values - exact_degrees
print(f"predicted error {members.standard_errors.mean():.2f}, "
      f"measured {np.sqrt(np.mean(off**2)):.2f}")
# prints: predicted error 1.36, measured 1.37
keep(degrees["degrees"].plot(), "degrees")

# %% [markdown]
# A degree is off by one or two, whoever has it. That is nothing to a member with 500 friends, so
# hubs are found. It is much to a member with one.

# %%
top = set(members.labels[np.argsort(-members.values, kind="stable")[:20]])
exact_top = set(members.labels[np.argsort(-exact_degrees.astype(float), kind="stable")[:20]])
print(f"of the 20 largest degrees {len(top & exact_top)} are found")
# prints: of the 20 largest degrees 19 are found
lonely = members.values <= 1
print(f"of {lonely.sum()} members who seem to have one friend at most, "
      f"{(exact_degrees[lonely] <= 1).sum()} have")
# prints: of 154 members who seem to have one friend at most, 39 have

# %% [markdown]
# How many such members are there? Noise spreads degrees, so there seem to be too many of them. The
# numbers called "sorted_degrees" are corrected for that. They are nobody's: they say how degrees
# are distributed, not who has which.

# %%
for most in (1, 3, 10):
    print(f"at most {most}: {(members.values <= most).sum()} noisy, "
          f"{(degrees['sorted_degrees'].users.values <= most).sum()} sorted, "
          f"{(exact_degrees <= most).sum()} exactly")
# prints: at most 1: 154 noisy, 79 sorted, 55 exactly
# prints: at most 3: 533 noisy, 565 sorted, 530 exactly
# prints: at most 10: 1466 noisy, 1466 sorted, 1478 exactly

# %% [markdown]
# ## A release that others read
#
# So far each question asked the members anew. A **release** asks once. The noisy lists of all
# members go into one file, which anybody may have, and reading it costs the members nothing.

# %%
with edgeldp.simulate(6):
    release = edgeldp.release(club, epsilon=2.0)
print(release)
# prints: <edgeldp.Release of 3000 users: nullspace, epsilon 2, of which 1.477 are spent,
#         simulated>

# %% [markdown]
# Members are numbers in it, from 0, in the order of `club.labels`. `indices_of` finds them. A
# single noisy edge says little: friends have one with probability p1, which is not 1, and strangers
# with probability p0, which is not 0.

# %%
pairs = pd.DataFrame({"one": ["m0002"] * 4, "other": ["m0009", "m0121", "m0003", "m0004"]})
u, v = club.indices_of(pairs["one"]), club.indices_of(pairs["other"])
pairs["noisy_edge"] = release.bit(u, v)
pairs["p1"], pairs["p0"] = release.chances(u, v)
pairs["estimate"] = release.estimates(u, v)
pairs["friends"] = [friends.has_edge(*pair) for pair in zip(pairs["one"], pairs["other"])]
print(pairs.to_string(index=False, float_format="{:.2f}".format))
# prints:   one other  noisy_edge   p1   p0  estimate  friends
# prints: m0002 m0009        True 0.76 0.25      1.48     True
# prints: m0002 m0121       False 0.76 0.25     -0.49     True
# prints: m0002 m0003       False 0.76 0.25     -0.49    False
# prints: m0002 m0004        True 0.76 0.25      1.48    False

# %% [markdown]
# The estimate of a pair is right on average, (bit - p0) / (p1 - p0), and useless by itself. A sum
# over a million pairs is useful. Say that members up to m1499 joined before 2020, and that this is
# no secret. How many friendships join old members with new ones? Errors of pairs are independent,
# so their squares add up.

# %%
old, new = np.arange(1500), np.arange(1500, 3000)
u, v = (ends.ravel() for ends in np.meshgrid(old, new))
p1, p0 = release.chances(u, v)
between = release.estimates(u, v).sum()
error = np.sqrt(np.sum(p0 * (1 - p0) / (p1 - p0) ** 2))
exactly = nx.cut_size(friends, club.labels[:1500])
print(f"{u.size} pairs: {between:.0f} ± {1.96 * error:.0f} (95%) friendships, exactly {exactly}")
# prints: 2250000 pairs: 16158 ± 2516 (95%) friendships, exactly 18550

# %% [markdown]
# `save` writes the file, and `Release.load` reads it elsewhere. The command line reads it too.
# Degrees are in it, with more noise than if you had asked for them alone. For triangles the members
# are asked once more: they count those of the release. A part of the budget was kept for it, which
# is enough for one such count.

# %%
with tempfile.TemporaryDirectory() as shelf:
    path = Path(shelf) / "club.eldp"
    release.save(path)
    print(f"{path.stat().st_size / 1000:.0f} kB")
    read = edgeldp.Release.load(path)
    print(f"the same rows: {np.array_equal(read.words, release.words)}")
    with edgeldp.simulate(7):
        print(edgeldp.degrees(club, release=read)["edges"])
        print(edgeldp.triangles(club, release=read))
# prints: 29 kB
# prints: the same rows: True
# prints: edges: about 36 940; with 95% confidence the truth lies between 36 410 and 37 470. Each
#         user has spent a privacy budget of epsilon 1.477. Simulated: random coins were replayed
#         from a seed, so this protects nobody.
# prints: triangles: about 276 000; with 95% confidence the truth lies between 262 000 and
#         291 000. Each user has spent a privacy budget of epsilon 2. Simulated: random coins were
#         replayed from a seed, so this protects nobody.

# %% [markdown]
# ## Are friends in the same team?
#
# Every member is in one of two teams, and its team is as private as its friends. `homophily`
# estimates how many friendships stay within a team. One budget pays for both. `values` names all
# teams that there can be. Without it the names would be taken from the private labels, and the
# result would say that it is not private.

# %%
colours = np.array(["blue", "green"])
team = dict(zip(club.labels, colours[edgeldp.generate.labels(club, 2, homophily=0.95, seed=3)]))
with edgeldp.simulate(8):
    mixing = edgeldp.homophily(club, team, epsilon=2.0, values=["blue", "green"])
table = mixing.to_frame()[["statistic", "estimate", "low", "high", "exact.truth"]]
print(table.head(5).to_string(index=False, float_format="{:.5g}".format))
# prints:       statistic  estimate      low    high  exact.truth
# prints:           edges     36985    36678   37292        36912
# prints:          within     21780    20655   22905        22234
# prints:          across     15205    14080   16330        14678
# prints: fraction_within   0.58889  0.55873 0.61904      0.60235
# prints:   assortativity   0.13582 0.087932 0.18371      0.13681
print(mixing["assortativity"])
# prints: assortativity: about 0.136; with 95% confidence the truth lies between 0.088 and 0.184.
#         Weak: the interval reaches 35% of the estimate to either side, so it gives little more
#         than the order of magnitude. Each user has spent a privacy budget of epsilon 2.
#         Simulated: random coins were replayed from a seed, so this protects nobody.
keep(mixing.plot(), "homophily")

# %% [markdown]
# ## A survey with four columns
#
# Questions with a few answers need no graph. A **channel** says how likely each report is for each
# true answer. A person draws its reports from channels, and only reports leave its machine.
#
# Four questions share a budget of 2. The more answers a question has, the more it needs.

# %%
rng = np.random.default_rng(1)
n = 100_000
people = pd.DataFrame({
    "age": rng.choice(["young", "middle", "old"], n, p=[0.5, 0.3, 0.2]),
    "sport": rng.choice(["judo", "karate", "yoga", "golf"], n, p=[0.4, 0.3, 0.2, 0.1]),
    "rating": rng.choice([1, 2, 3, 4, 5], n, p=[0.05, 0.1, 0.2, 0.4, 0.25]),
})
is_injured = rng.random(n) < np.where(people["age"] == "old", 0.6, 0.2)
people["injured"] = np.where(is_injured, "yes", "no")

sports = ["judo", "karate", "yoga", "golf"]
channels = {
    "age": edgeldp.channel("k-ary", 0.45, categories=["young", "middle", "old"]),
    "sport": edgeldp.channel("k-ary", 0.55, categories=sports),
    "rating": edgeldp.channel("k-ary", 0.65, categories=[1, 2, 3, 4, 5]),
    "injured": edgeldp.channel("k-ary", 0.35, categories=["yes", "no"]),
}
ledger = edgeldp.Ledger(2.0)
with edgeldp.simulate(9):
    reports = edgeldp.survey(people, channels, ledger=ledger)
print(f"spent {ledger.spent:.2f}")
# prints: spent 2.00
print(people.head(3).to_string(index=False))
# prints:    age  sport  rating injured
# prints: middle   judo       4      no
# prints:    old karate       4      no
# prints:  young karate       3      no
print(reports[list(channels)].head(3).to_string(index=False))
# prints:    age  sport  rating injured
# prints: middle   golf       2      no
# prints: middle   golf       5      no
# prints: middle karate       1     yes
print(reports["age_channel"].iloc[0])  # beside each column stands what made it
# prints: k-ary epsilon 0.45 law dd62166da4c2

# %% [markdown]
# One by one the reports are almost noise. Shares come out of 100 000 of them.

# %%
shares = channels["sport"].estimate(reports["sport"]).to_frame()
shares["exact"] = people["sport"].value_counts(normalize=True)
print(shares.to_string(float_format="{:.3f}".format, index_names=False))
# prints:         share  standard_error   low  high  exact
# prints: judo    0.398           0.009 0.380 0.416  0.401
# prints: karate  0.308           0.009 0.290 0.325  0.300
# prints: yoga    0.210           0.009 0.193 0.227  0.200
# prints: golf    0.084           0.009 0.068 0.101  0.099

# %% [markdown]
# `estimate_survey` takes several columns together, as a table of all combinations. Errors grow with
# each column that is crossed.

# %%
crossed = edgeldp.estimate_survey(reports, {k: channels[k] for k in ("age", "injured")}).to_frame()
crossed["exact"] = people[["age", "injured"]].value_counts(normalize=True)
print(crossed.reset_index().to_string(index=False, float_format="{:.3f}".format))
# prints:    age injured  share  standard_error    low  high  exact
# prints:  young     yes  0.067           0.028  0.012 0.122  0.100
# prints:  young      no  0.429           0.029  0.373 0.485  0.401
# prints: middle     yes  0.062           0.027  0.010 0.116  0.060
# prints: middle      no  0.253           0.028  0.199 0.308  0.239
# prints:    old     yes  0.144           0.027  0.092 0.197  0.120
# prints:    old      no  0.045           0.027 -0.008 0.099  0.081

# %% [markdown]
# Do you need combinations at all? If not, there is a better way. Draw one question for each person,
# in public, and spend the whole budget on it. A quarter of the people then tells more than all did.

# %%
asked = rng.choice(list(channels), n)
alone = edgeldp.channel("k-ary", 2.0, categories=sports)
with edgeldp.simulate(10):
    shares = alone.estimate(alone.sample(people.loc[asked == "sport", "sport"])).to_frame()
shares["exact"] = people["sport"].value_counts(normalize=True)
print(shares.to_string(float_format="{:.3f}".format, index_names=False))
# prints:         share  standard_error   low  high  exact
# prints: judo    0.403           0.005 0.394 0.413  0.401
# prints: karate  0.306           0.005 0.297 0.315  0.300
# prints: yoga    0.195           0.004 0.187 0.203  0.200
# prints: golf    0.096           0.004 0.088 0.103  0.099

# %% [markdown]
# ## Comparing methods
#
# Others have counted triangles under the same kind of privacy. `compare` plays their methods beside
# ours, on a graph that you may see: it counts exactly.

# %%
with edgeldp.simulate(11):
    comparison = edgeldp.compare(club, runs=5, methods=[
        "sampled", "centred-nullspace", "local-two-rounds", "local-two-rounds-strongest",
        "arr-two", "arr-two-strongest", "ppr-published"])
print(comparison)
# prints: method                      epsilon  error  predicted  sends      reads    private
# prints: centred-nullspace           1        3.7%   4.6%       11 bytes   20.3 kB  yes
# prints: sampled                     1        4.8%   4.4%       4.9 bytes  8.69 kB  yes
# prints: arr-two-strongest           1        6.3%   14%        189 bytes  25.2 kB  yes
# prints: local-two-rounds-strongest  1        6.6%   6.0%       197 bytes  568 kB   yes
# prints: arr-two                     1        62%    86%        888 bytes  269 kB   NO
# prints: ppr-published               1        235%   305%       11 bytes   9.21 kB  yes
# prints: local-two-rounds            1        288%   232%       197 bytes  565 kB   yes
keep(comparison.plot(), "methods")

# %% [markdown]
# The column `error` is measured over five runs, and `predicted` is what the method says of itself.
# A name with "strongest" is a published method, tuned as well as we could. NO says that a method
# does not keep to the privacy that it claims. `best` finds the private method with the least error,
# of those with which nobody has much to read.

# %%
for most in (10_000, 100_000):
    print(f"up to {most} bytes to read: {comparison.best(max_download=most)['method']}")
# prints: up to 10000 bytes to read: sampled
# prints: up to 100000 bytes to read: centred-nullspace

# %% [markdown]
# ## Clients and a collector
#
# So far one process played everybody. A `Client` is one member: its number, its list and its own
# coins. A `Collector` asks, and estimates from the answers. It never sees a list, only messages of
# bytes. A subclass of `Client` may look at questions and answers. This one writes down how much it
# sends.

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
# prints: triangles: about 261 000; with 95% confidence the truth lies between 233 000 and
#         289 000. Each user has spent a privacy budget of epsilon 1. Simulated: random coins were
#         replayed from a seed, so this protects nobody.
print(f"the number from above, to the last digit: {collected.value == result.value}")
# prints: the number from above, to the last digit: True

# %%
messages = pd.DataFrame(Talker.sent, columns=["member", "round", "bytes"])
by_round = messages.groupby("round", sort=False)["bytes"].agg(["count", "mean", "max"])
print(by_round.to_string(float_format="{:.1f}".format, index_names=False))
# prints:         count  mean  max
# prints: degree   3000   1.3    2
# prints: size     3000   1.0    2
# prints: edges    3000 187.7  375
# prints: count    2889   4.2    5

# %% [markdown]
# The same coins made the same messages, and those the same estimate. Without `simulate` every
# client draws its own coins, and the members are protected.
#
# ## Where to go on
#
# `docs/python.md` is the guide: a table of all functions, which graphs are accepted, errors,
# threads. `docs/glossary.md` explains words, and `result.describe(field)` the fields of a result.
# Every function has a docstring: `help(edgeldp.triangles)`.
