#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The playground, as the build makes it, in a headless Chromium: playground.py PROGRAM FOLDER [PICTURES].

PROGRAM is edgeldp, FOLDER where the pages lie. Under the same seeds the page must say what the program says, to the last
bit, of a network that it makes and of files; it must refuse what is too large or no list of edges, and ask nobody for
anything. PICTURES: a folder that gets pictures of it, wide and narrow.
"""

import gzip
import http.server
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import threading

from chromium import Browser

program, folder = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
compared = ("estimate", "standard_error", "told", "judgement", "upload_bytes", "download_bytes")


def run(*words):
    return subprocess.run([program, *map(str, words)], check=True, capture_output=True, text=True).stdout


def counted(graph, epsilon, seed, *options):
    return json.loads(run("triangles", graph, "-e", epsilon, "--seed", seed, "--json", *options))


def shown(page):
    """The run that the page shows, once it has ended."""
    page.until("!document.body.hasAttribute('aria-busy') && state.shown !== null")
    return page.value("state.shown")


def require_same(here, there, what):
    for key in compared:
        assert here[key] == there[key], f"{what}: {key} is {here[key]!r} on the page and {there[key]!r} by the program"
    # Predictions go by another C library's logarithms.
    for here_end, there_end in zip((*here["interval"], here["predicted_bias"]), (*there["interval"], there["predicted_bias"])):
        assert abs(here_end - there_end) <= 1e-9 * abs(there_end), f"{what}: {here_end!r} and {there_end!r}"
    print(f"{what}: {here['estimate']} and {here['told'][:16]}, as by the program")


def choose(page, epsilon_place, seed):
    page.value(f"at('epsilon').value = {epsilon_place}; state.seed = {seed}; state.shown = null; play()")


def try_network(page, name, path):
    require_same(shown(page), counted(path, 1, 1), f"{name}, epsilon 1")
    for place, epsilon, seed in ((-4, 0.5, 7), (8, 4, 8)):
        choose(page, place, seed)
        require_same(shown(page), counted(path, epsilon, seed), f"{name}, epsilon {epsilon}, seed {seed}")
    assert shown(page)["person"]["messages"], "a person that says nothing"


def open_file(page, path):
    page.value("state.shown = null")
    page.take_file("#file", path)


def said_of_network(page, beginning):
    return page.until(f"at('network').textContent.includes({json.dumps(beginning)}) && at('network').textContent")


class Listener(http.server.BaseHTTPRequestHandler):
    asked = []

    def do_GET(self):
        self.asked.append(self.path)
        self.send_response(200)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()

    def log_message(self, *_):
        pass


def require_silent(page):
    """Whatever a script on the page tried, nothing goes out."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Listener)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    there = f"http://127.0.0.1:{server.server_address[1]}/"
    tries = (
        f"fetch('{there}a').then(() => 'out', () => 'refused')",
        f"new Promise(r => {{ const i = new Image(); i.onload = () => r('out'); i.onerror = () => r('refused'); i.src = '{there}b'; }})",
        f"Promise.resolve(navigator.sendBeacon('{there}c', 'x') ? 'sent' : 'refused')",
    )
    for attempt in tries:
        page.value(attempt)
    page.value(f"new Promise(r => {{ const f = document.createElement('form'); f.action = '{there}d'; document.body.append(f); f.submit(); setTimeout(r, 300); }})")
    server.shutdown()
    assert not Listener.asked, f"the page asked for {Listener.asked}"
    print("nothing goes out: fetch, picture, beacon, form")


def main():
    with tempfile.TemporaryDirectory() as place, Browser() as browser:
        scratch = pathlib.Path(place)
        page = browser.page()
        page.open(f"file://{folder}/playground.html")
        page.size(1280)
        page.pictures(pictures, "playground-before")

        page.value("at('example').click()")
        run("dataset", "generate", "affiliation", "--nodes", 1000, "--edges", 20000, "--seed", 1, "-o", scratch / "example.txt")
        try_network(page, "example", scratch / "example.txt")
        choose(page, 0, 1)
        shown(page)
        page.value("draw_curve()", seconds=120)
        assert page.value("document.querySelectorAll('#chart circle').length") > 10
        page.pictures(pictures, "playground-example")

        random.seed(3)
        names = [f"person {i}" for i in range(400)]
        lines = {tuple(sorted(random.sample(names, 2))) for _ in range(3000)}
        text = "".join(f"{a},{b}\n" for a, b in sorted(lines))
        (scratch / "names.csv").write_text(text)
        (scratch / "names.csv.gz").write_bytes(gzip.compress(text.encode()))
        for file in ("names.csv", "names.csv.gz"):
            open_file(page, scratch / file)
            said_of_network(page, "Take them as names")
            page.value("document.querySelector('#network button').click()")
            page.until(f"state.name === {json.dumps(file)}")
            choose(page, 0, 1)
            require_same(shown(page), counted(scratch / file, 1, 1, "--names"), file)
            people = page.value("[...at('person').options].map(o => o.textContent)")
            assert sorted(people) == sorted({name for line in lines for name in line}), "people without their names"

        for name, content, beginning in (
            ("large.txt", "".join(f"{i} {i + 1}\n" for i in range(500_001)), "this graph has 500001 edges"),
            ("words.txt", "hello\nworld of words\n", "words.txt"),
            ("empty.txt", "", "empty.txt"),
        ):
            (scratch / name).write_text(content)
            open_file(page, scratch / name)
            print(f"{name}: {said_of_network(page, beginning)}")
            assert page.value("at('network').classList.contains('problem')"), name
        assert "Below stands names.csv.gz, as before" in page.value("at('network').textContent")

        # Another network ends the runs of this one.
        page.value("at('draw').click(); at('example').click()")
        page.until("!at('draw').disabled", 120)
        assert page.value("state.name === 'example.txt' && at('chart').childElementCount === 0"), "points of two networks in one picture"

        if graphs := os.environ.get("EDGELDP_DATASETS"):
            for name in ("wiki-Vote", "ca-GrQc"):
                file = next(pathlib.Path(graphs).rglob(f"{name}.txt*"))
                open_file(page, file)
                page.until(f"state.name === {json.dumps(file.name)}")
                choose(page, 0, 1)
                require_same(shown(page), counted(file, 1, 1), name)
        assert not page.said, page.said
        require_silent(page)


if __name__ == "__main__":
    main()
