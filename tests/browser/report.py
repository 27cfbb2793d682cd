#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reports on screens and on paper: report.py PROGRAM [PICTURES].

A good, a weak and a hopeless rehearsal; nothing scrolls sideways, verdicts and prices come first, and no sheet of paper cuts a
table off.
"""

import base64
import pathlib
import re
import subprocess
import sys
import tempfile

from chromium import Browser

program = sys.argv[1]
pictures = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
friends = pathlib.Path(__file__).resolve().parents[2] / "datasets" / "examples" / "friends.txt"
everything = "triangles,degrees,clustering,cycles,cores,centrality,mixing"

STICKS_OUT = """[...document.querySelectorAll('main *:not(svg *)')]
  .filter(e => e.clientWidth > 0 && (e.scrollWidth > e.clientWidth + 1 || e.getBoundingClientRect().right > innerWidth + 1))
  .map(e => `${e.tagName} ${e.className} ${e.textContent.slice(0, 60)}`)"""
LABELS_OUTSIDE = """[...document.querySelectorAll('svg.estimate text')]
  .filter(t => { const b = t.getBBox(); return b.x < -1 || b.x + b.width > 401 })
  .map(t => t.textContent)"""
BOTTOM = "document.querySelector('.judged').getBoundingClientRect().bottom"


def run(*words):
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True)
    assert done.returncode == 0, f"{words}: {done.returncode}: {done.stderr}"


def looks_right(page, name):
    page.pictures(pictures, name)
    for width in (1280, 390, 320):
        page.size(width)
        assert not (found := page.value(STICKS_OUT)), f"{name}, {width} wide: {found}"
        assert not (found := page.value(LABELS_OUTSIDE)), f"{name}, {width} wide: labels {found}"
        assert width < 390 or page.value(BOTTOM) < 900, f"{name}, {width} wide: the first verdict is not on the first screen"


def prints(page, name):
    # A sheet of A4 without its margins.
    page.send("Emulation.setEmulatedMedia", media="print")
    page.size(673)
    assert not (found := page.value(STICKS_OUT)), f"{name} on paper: {found}"
    page.send("Emulation.setEmulatedMedia", media="")
    printed = base64.b64decode(page.send("Page.printToPDF", preferCSSPageSize=True, paperWidth=8.27, paperHeight=11.69)["data"])
    if pictures:
        (pictures / f"{name}.pdf").write_bytes(printed)
    sheets = len(re.findall(rb"/Type\s*/Page\b", printed))
    assert 2 <= sheets <= 20, f"{name}: {sheets} sheets"
    return sheets


with tempfile.TemporaryDirectory() as folder, Browser() as browser:
    scratch = pathlib.Path(folder)
    made = scratch / "a-graph-of-many-people-with-a-name-that-is-longer-than-a-narrow-screen.txt"
    run("dataset", "generate", "affiliation", "--nodes", 3000, "--edges", 60000, "--seed", 1, "-o", made)
    reports = {
        "report-usable": (made, "-e", 2),
        "report-weak": (made, "-e", 0.3, "--questions", everything, "--epsilons", "0.1,0.25,0.5,1,2,4,8,16"),
        "report-hopeless": (friends, "--nodes", "1-34", "--questions", everything),
        "report-dear": (made, "-e", 16, "--no-exact", "--runs", 2),
    }
    for name, words in reports.items():
        run("report", *words, "--seed", 1, "-o", scratch / f"{name}.html")
        page = browser.page()
        page.open((scratch / f"{name}.html").as_uri())
        looks_right(page, name)
        print(f"{name}: {prints(page, name)} sheets of paper")
        assert not page.said, page.said
        page.close()
