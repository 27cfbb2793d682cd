# SPDX-License-Identifier: MIT
"""report_page.py PAGE RESULTS: whether a report says nothing impossible, and nothing that does not add up.

RESULTS: the results of its questions, as --json prints them. What is read is what a reader sees: texts, tables, figures.
"""
import html.parser
import json
import math
import re
import sys


class Reader(html.parser.HTMLParser):
    """Parts of the page by heading: texts, tables as rows, figures as (classes within, labels)."""

    def __init__(self):
        super().__init__()
        self.parts, self.order, self.open, self.text = {}, [], [], ""
        self.begin("beginning")

    def begin(self, name):
        self.order.append(name)
        self.part = self.parts[name] = {"texts": [], "tables": [], "figures": [], "names": []}

    def handle_starttag(self, tag, attributes):
        about = dict(attributes)
        if tag == "meta":
            return
        self.open.append(tag)
        self.text = ""
        if tag == "table":
            self.part["tables"].append([])
        elif tag == "tr":
            self.part["tables"][-1].append([])
        elif tag == "svg" and about.get("class") == "estimate":
            self.part["figures"].append((set(), [], self.part["names"][-1]))
        elif "svg" in self.open and self.part["figures"] and "class" in about:
            self.part["figures"][-1][0].add(about["class"])

    def handle_endtag(self, tag):
        text = self.text.replace("\u00a0", " ")
        if tag == "h2":
            self.begin(text)
        elif tag == "h3":
            self.part["names"].append(text)
        elif tag in ("td", "th"):
            self.part["tables"][-1][-1].append(text)
        elif tag == "text" and self.part["figures"]:
            self.part["figures"][-1][1].append(text)
        elif tag in ("p", "li"):
            self.part["texts"].append(text)
        self.text = ""
        self.open.pop()

    def handle_data(self, data):
        self.text += data


page = Reader()
page.feed(open(sys.argv[1], encoding="utf-8").read())
results = [json.loads(line) for line in open(sys.argv[2], encoding="utf-8")]
parts = page.parts
faults = []


def check(holds, what):
    if not holds:
        faults.append(what)


def number(text):
    return float(text.replace(" ", "").rstrip("*"))


# What matters comes first, and how it was made last.
wanted = ["beginning", "Is it worth asking?", "The numbers", "What it costs in privacy"]
check(page.order[:4] == wanted and page.order[-1].startswith("Appendix"), f"the order {page.order}")
before = [part for name, part in parts.items() if not name.startswith("Appendix")]
for what in ("edgeldp report", "SHA-256"):
    check(not any(what in text for part in before for text in part["texts"]), f"{what} before the appendix")

# Nothing is impossible, but in the appendix, and as the difference from an exact number.
for name, part in parts.items():
    if name.startswith(("Appendix", "What only this rehearsal")):
        continue
    told = [text.split(" Exact:")[0] for text in part["texts"]] + [cell for table in part["tables"] for row in table if "assortativity" not in row[0] for cell in row]
    told += [label for _, labels, of in part["figures"] if "assortativity" not in of for label in labels]
    for text in told:
        check(not re.search(r"(?<![\w)])-\d", text), f"{name}: a negative number in '{text}'")
rows = {row[0]: row for row in parts["The numbers"]["tables"][0][1:]}
check(len(rows) == len(results), f"{len(rows)} numbers of {len(results)}")
for name, row in rows.items():
    if name.startswith(("clustering", "fraction", "recall")) and " to " in row[2]:
        low, high = map(number, row[2].split(" to "))
        check(0 <= low <= high <= 1, f"{name}: a share from {low} to {high}")
cut = [name for name, row in rows.items() if "*" in row[2]]
check(bool(cut) == any("Cut here" in text for text in parts["The numbers"]["texts"]), "marks without a word, or a word without marks")

# What came out stands in the appendix as it came out.
appendix = next(part for name, part in parts.items() if name.startswith("Appendix"))
kept = {row[0]: row for table in appendix["tables"] if table[0][0] == "number" for row in table[1:]}
for r, name in zip(results, rows):
    if " to " not in kept[name][3]:
        check(None in r["interval"], f"{name}: {kept[name]} in the appendix")
        continue
    low, high = map(number, kept[name][3].split(" to "))
    room = 0.06 * (r["interval"][1] - r["interval"][0])
    check(abs(low - r["interval"][0]) <= room and abs(high - r["interval"][1]) <= room, f"{name}: {kept[name]} in the appendix")

# What is lost has no estimate, in tables and in figures.
figures = {name: (classes, labels) for classes, labels, name in parts["The numbers as pictures"]["figures"]}
for r, (name, row) in zip(results, rows.items()):
    is_lost = row[3] == "not usable"
    check(is_lost or r["judgement"] != "not_usable", f"{name}: told as {row[3]}")
    check((name in figures) == (None not in r["interval"]), f"{name}: drawn, and not")
    classes, labels = figures.get(name, ({"lost"}, ["not usable"]))
    check(("lost" in classes) == is_lost and ("dot" in classes) != is_lost and ("bar" in classes) != is_lost, f"{name}: drawn as {classes}")
    check((row[1] == "not to be quoted") == is_lost and ("not usable" in labels) == is_lost, f"{name}: {row}, {labels}")

# Prices add up: one person is both and one, a relationship twice both and one, all together the sum.
prices = [[float(cell) for cell in row[1:5]] for row in parts["What it costs in privacy"]["tables"][0][1:]]
rounding = 3e-6
for person, both, one, relationship in prices:
    check(abs(person - both - one) < rounding and abs(relationship - 2 * both - one) < rounding, f"{person}, {both}, {one}, {relationship}")
if len(prices) > 1:
    for column in zip(*prices):
        check(abs(sum(column[:-1]) - column[-1]) < rounding * len(column), f"{column} does not add up")
costs = " ".join(parts["What it costs in privacy"]["texts"])
loss, factor, becomes = re.search(r"odds by at most e\^([0-9.]+) = ([0-9. ]+)\. 1% likely .* to 99, or ([0-9.]+)%", costs).groups()
check(float(loss) == prices[-1][3] and abs(number(factor) / math.exp(float(loss)) - 1) < 0.01, f"e^{loss} = {factor}")
check(abs(float(becomes) - 100 * number(factor) / (99 + number(factor))) < 0.6, f"1% becomes {becomes}%")
for sum_of in re.findall(r": ([0-9.]+(?: \+ (?:\d+ × )?[0-9.]+)+) = ([0-9.]+)(?= |$)", "  ".join(parts["What it costs in privacy"]["texts"])):
    value = sum(math.prod(map(float, term.split(" × "))) for term in sum_of[0].split(" + "))
    check(abs(value - float(sum_of[1])) < 1e-4, f"{sum_of[0]} is not {sum_of[1]}")
for text, (person, _, _, relationship) in zip((t for t in parts["Is it worth asking?"]["texts"] if t.startswith("Price")), prices):
    check(f"epsilon {person:g} of" in text and f"at most {relationship:g}," in text, f"'{text}' beside {person}, {relationship}")

# Of a question with one number: weak is the order of magnitude as far as half of it.
texts = parts["Is it worth asking?"]["texts"]
verdicts = [before for before, text in zip(texts, texts[1:]) if text.startswith("Price")]
check(len(verdicts) == len(parts["Is it worth asking?"]["names"]), f"verdicts {verdicts}")
for name, verdict in zip(parts["Is it worth asking?"]["names"], verdicts):
    weak = re.match(r"weak, within ([0-9. ]+)%", rows.get(name.split(":")[0], [""] * 4)[3])
    if weak:
        check(("order of magnitude" in verdict) == (number(weak[1]) <= 50), f"{name}: {verdict}, {weak[0]}")

# Each number in a legend has something that is drawn.
drawings = re.split(r'(?=<g class="(?:curve|legend)")', open(sys.argv[1], encoding="utf-8").read())
for drawing in drawings:
    named = re.match(r'<g class="curve" data-name="(?!thin: )([^"]+)"', drawing)
    check(not named or 'class="point"' in drawing, f"the legend has {named and named[1]}, which is not drawn")

for fault in faults:
    print(f"{sys.argv[1]}: {fault}")
sys.exit(bool(faults))
