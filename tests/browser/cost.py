#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What taking part costs a browser: cost.py PROGRAM FOLDER GRAPH [METHOD [EPSILON]].

A collection of all people of an edge list, with coins of their own: one in Chromium, all others played by one native program.
The one in the browser has the dearest part: the most contacts who have more contacts than itself, whom rows and counts are
about. By hand; nothing is judged. For each round: seconds from when its announcement was read to when the answer was kept, so
without the moment that a coin chooses; of these what the library took; bytes that were fetched, and memory of the module and
of the page's process. Sizes of modules and pages first.
"""

import gzip
import http.server
import json
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

from chromium import Browser
from take_part import Front, folder, program, run

graph = pathlib.Path(sys.argv[3])
method = sys.argv[4] if len(sys.argv) > 4 else "triangles"
epsilon = sys.argv[5] if len(sys.argv) > 5 else "1"

# Behind the page's worker: what each step of a part took.
watching = """
const watched = { library: 0, fetched: 0, last: 0, since: null };
for (const name of ["next", "give", "answer", "bytes"]) {
  const plain = Participant.prototype[name];
  Participant.prototype[name] = function (...about) {
    const begin = performance.now();
    try { return plain.apply(this, about); } finally { watched.library += performance.now() - begin; }
  };
}
const plain_do = Part.prototype.do;
Part.prototype.do = async function (asked) {
  const path = asked === "fetch" ? this.me.path() : "";
  const done = await plain_do.call(this, asked);
  if (/^announcements/.test(path) && watched.last > 0) Object.assign(watched, { library: 0, fetched: 0, since: performance.now() });
  if (asked === "keep" && watched.since !== null && this.me.next() === "send")
    say({ cost: { round: this.me.round(), seconds: (performance.now() - watched.since) / 1000, library: watched.library / 1000,
                  fetched: watched.fetched, sent: this.me.bytes().length, heap: (await library).HEAPU8.length } });
  return done;
};
const plain_fetched = fetched;
fetched = async (...about) => {
  const bytes = await plain_fetched(...about);
  watched.fetched += watched.last = bytes?.length ?? bytes?.size ?? 0;
  return bytes;
};
"""


def contacts_in(path):
    lines = (gzip.open(path, "rt") if path.suffix == ".gz" else open(path)).read().splitlines()
    people = {}
    for line in lines:
        if line and line[0] not in "#%":
            a, b = line.split()[:2]
            if a != b:
                people.setdefault(a, set()).add(b)
                people.setdefault(b, set()).add(a)
    return people


def sizes():
    for name in ("edgeldp_client_module.wasm", "edgeldp_playground.wasm", "take_part.html", "playground.html"):
        raw = (folder / name).read_bytes()
        print(f"{name}: {len(raw)} bytes, {len(gzip.compress(raw, 9))} by gzip -9")


class Collection:
    """A collector before a front, and a program that plays everybody but one."""

    def __init__(self, scratch, contacts):
        self.home = scratch / "home"
        self.one = max(contacts, key=lambda p: (sum(len(contacts[q]) > len(contacts[p]) for q in contacts[p]), p))
        (scratch / "people.txt").write_text("".join(f"{p}\n" for p in contacts))
        run("collector", "create", self.home, "--people", scratch / "people.txt", "--method", method, "--epsilon", epsilon, "--yes",
            "--answer-within", "2s", "--join-time", "1d", "--round-time", "1d")  # fmt: skip
        self.tokens = dict(line.split("\t")[:2] for line in (self.home / "private" / "tokens.tsv").read_text().splitlines())
        others = scratch / "demo"
        others.mkdir()
        (others / "tokens.tsv").write_text("".join(f"{p}\t{t}\n" for p, t in self.tokens.items() if p != self.one))
        (others / "friends.tsv").write_text("".join(f"{a}\t{b}\n" for a in contacts for b in contacts[a] if a < b and self.one not in (a, b)))
        self.server = subprocess.Popen([program, "collector", "serve", self.home, "--listen", "127.0.0.1:0", "--json", "--take-part", folder / "take_part.html"],
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)  # fmt: skip
        address = json.loads(self.server.stdout.readline())["address"]
        Front.behind = int(address.rsplit(":", 1)[1])
        self.front = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Front)
        threading.Thread(target=self.front.serve_forever, daemon=True).start()
        self.others = subprocess.Popen([program, "client", "run", "--demo", others, "--from", address], stdout=subprocess.DEVNULL)

    def close(self):
        self.front.shutdown()
        self.others.kill()
        self.server.kill()


def renderer_peak(browser):
    """Of the largest process that shows pages, in bytes."""
    most = 0
    for process in browser.send("SystemInfo.getProcessInfo")["processInfo"]:
        if process["type"] == "renderer":
            status = pathlib.Path(f"/proc/{process['id']}/status").read_text()
            most = max(most, 1024 * int(status.split("VmHWM:")[1].split()[0]))
    return most


def play(scratch):
    contacts = contacts_in(graph)
    begin = time.monotonic()
    collection = Collection(scratch, contacts)
    print(f"{method}, epsilon {epsilon}: {len(contacts)} people, the one in the browser has {len(contacts[collection.one])} contacts", flush=True)
    try:
        with Browser() as browser:
            page = browser.page()
            page.open(f"http://localhost:{collection.front.server_address[1]}/take-part.html")
            page.until("!at('join').hidden")
            print(f"an empty page's process: {renderer_peak(browser) >> 20} MB")
            page.value(f"""worker.terminate();
                window.costs = []; heard.cost = (cost) => window.costs.push(cost);
                worker = new Worker(URL.createObjectURL(new Blob([workerText + {json.dumps(watching)}], {{ type: "text/javascript" }})));
                worker.onmessage = ({{ data }}) => {{ for (const [what, about] of Object.entries(data)) heard[what]?.(about); }};""")
            who = {"name": collection.one, "token": collection.tokens[collection.one], "contacts": sorted(contacts[collection.one]), "values": []}
            page.value(f"wish('join', {{ who: {{ ...{json.dumps(who)}, ceiling: shown_cost }} }})")
            said = 0
            while not page.value("at('going-title').textContent === 'Thank you'"):
                for cost in page.value(f"window.costs.slice({said})"):
                    said += 1
                    print(f"{cost['round']}: {cost['seconds']:.3f} s, of these {cost['library']:.3f} in the library; {cost['fetched']} bytes fetched, "
                          f"{cost['sent']} said; module {cost['heap'] / 1e6:.1f} MB, process {renderer_peak(browser) >> 20} MB", flush=True)  # fmt: skip
                assert collection.others.poll() in (None, 0), "the native program failed"
                assert page.value("at('refusal').hidden"), page.value("at('refusal').textContent")
                time.sleep(0.2)
        print(f"the whole collection: {time.monotonic() - begin:.0f} s")
    finally:
        collection.close()


if __name__ == "__main__":
    sizes()
    memory = pathlib.Path("/dev/shm")  # 7114 states are synced in each round
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as scratch:
        play(pathlib.Path(scratch))
