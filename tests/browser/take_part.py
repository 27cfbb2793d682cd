#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A browser takes part, by the page as the build makes it: take_part.py PROGRAM FOLDER [PICTURES].

Whole collections over the loopback, of native clients and of Chromium's, which the collector invites and to which it hands out
the page. A server stands in front of it, as the documents have it, and may be away.
"""

import http.client
import http.server
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import time

from chromium import Browser

program, folder = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None


def run(*words, code=0):
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True)
    assert done.returncode == code, f"{words}: {done.returncode}: {done.stderr}"
    return done.stdout


class Front(http.server.BaseHTTPRequestHandler):
    """What a server in front of the collector does."""

    protocol_version = "HTTP/1.1"
    behind, seen, is_down = 0, [], False

    def do_GET(self):
        self.seen.append(self.path)
        self.pass_on(None)

    def do_OPTIONS(self):
        self.pass_on(None)

    def do_POST(self):
        self.seen.append(self.path)
        self.pass_on(self.rfile.read(int(self.headers["Content-Length"])))

    def pass_on(self, body):
        if Front.is_down:
            return self.connection.shutdown(socket.SHUT_RDWR)
        to = http.client.HTTPConnection("127.0.0.1", Front.behind)
        to.request(self.command, self.path, body, {name: value for name, value in self.headers.items() if name != "Connection"})
        answer = to.getresponse()
        body = answer.read()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
        self.heard(answer.status)

    def heard(self, status):
        """What the collector said of this."""

    def log_message(self, *_):
        pass


class Collection:
    """A collector, and the front before it."""

    def __init__(self, scratch, people, *options, served=()):
        self.home, self.people = scratch / "home", people
        (scratch / "people.txt").write_text("".join(f"{name}\n" for name in people))
        run("collector", "create", self.home, "--people", scratch / "people.txt", "--epsilon", 4, "--yes", "--title", "Who knows whom",
            "--answer-within", "1s", "--join-time", "20m", "--round-time", "20m", *options)  # fmt: skip
        self.tokens = dict(line.split("\t")[:2] for line in (self.home / "private" / "tokens.tsv").read_text().splitlines())
        self.server = subprocess.Popen([program, "collector", "serve", self.home, "--listen", "127.0.0.1:0", "--json", "--take-part", folder / "take_part.html", *served],
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)  # fmt: skip
        self.said = json.loads(self.server.stdout.readline())
        Front.behind = int(self.said["address"].rsplit(":", 1)[1])
        self.front = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Front)
        threading.Thread(target=self.front.serve_forever, daemon=True).start()
        self.clients = []

    def address(self, host="localhost"):
        return f"http://{host}:{self.front.server_address[1]}"

    def invitation(self, name, host="localhost"):
        return self.invite(name, f"http://localhost:{self.front.server_address[1]}/take-part.html").replace("//localhost", f"//{host}")

    def invite(self, name, page):
        """The link that the operator sends."""
        return run("collector", "invite", self.home, "--page", page, "--person", name, "--links", "-").rstrip("\n").split("\t")[1]

    def contacts_of(self, name):
        """Everybody knows the next three and the three before."""
        i = self.people.index(name)
        return [self.people[(i + step) % len(self.people)] for step in (-3, -2, -1, 1, 2, 3)]

    def native(self, scratch, name):
        (scratch / f"{name}.txt").write_text("\n".join(self.contacts_of(name)))
        run("client", "join", scratch / f"{name}.state", "--from", self.address("127.0.0.1"), "--name", name, "--account", scratch / f"{name}.account", "--token", self.tokens[name],
            "--contacts", scratch / f"{name}.txt")  # fmt: skip
        self.clients.append(subprocess.Popen([program, "client", "run", scratch / f"{name}.state", "--from", self.address("127.0.0.1"),
                                              "--wait-at-most", "5m"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))  # fmt: skip

    def result(self):
        for client in self.clients:
            assert client.wait(120) == 0, "a native client failed"
        return json.loads(run("collector", "result", self.home, "--json"))

    def close(self):
        self.front.shutdown()
        for process in (*self.clients, self.server):
            process.kill()


def join(page, collection, name):
    page.open(collection.invitation(name))
    page.until("!document.getElementById('join').hidden")
    assert "#" not in page.value("location.href"), "the token stays in the address"
    page.value(f"at('contacts').value = {json.dumps(chr(10).join(collection.contacts_of(name)))}; at('start').click()")


def has_said(page, round_name):
    page.until(f"[...document.querySelectorAll('#rounds tr')].some(r => r.textContent.includes('{round_name}'))", 120)


def ends_well(page):
    page.until("at('going-title').textContent === 'Thank you'", 180)


def killed_and_came_back(scratch):
    """Native people and one in a browser that loses power, in two tabs, whose state a native client opens."""
    people = [f"person-{i}" for i in range(8)]
    collection = Collection(scratch, people, "--method", "triangles")
    profile = scratch / "profile"
    try:
        for name in people[1:]:
            collection.native(scratch, name)
        with Browser(profile) as browser:
            page = browser.page()
            page.size(1280)
            page.open(collection.invitation(people[0]))
            page.until("!document.getElementById('join').hidden")
            page.pictures(pictures, "take-part-before")
            join(page, collection, people[0])
            has_said(page, "degree")
            page.pictures(pictures, "take-part-during")
            second = browser.page()
            second.open(collection.invitation(people[0]))
            second.until("at('refusal').textContent.includes('Another tab')")
            browser.kill()
        with Browser(profile) as browser:
            page = browser.page()
            page.open(f"{collection.address()}/take-part.html")
            ends_well(page)
            assert page.value("at('stop').offsetParent === null"), "what is over can still be stopped"
            page.pictures(pictures, "take-part-after")
            state = page.value(
                "new Promise(done => { const o = indexedDB.open('edgeldp', 2); o.onsuccess = () => { const g = "
                "o.result.transaction('states').objectStore('states').get(collector); g.onsuccess = () => done([...g.result]); }; })")  # fmt: skip
            assert not page.said, page.said
        result = collection.result()
        assert result["present"] == 8 and all(r["answered"] == r["asked"] for r in result["rounds"]), result["rounds"]
        (scratch / "browser.state").write_bytes(bytes(state))
        status = json.loads(run("client", "status", scratch / "browser.state", "--json"))
        assert 2 < status["spent_so_far"] <= 4 and len(status["rounds"]) >= 4, status
        assert not [path for path in Front.seen if collection.tokens[people[0]] in path], "a server saw the token"
        print(f"killed and came back: {result['present']} of 8 present, {status['spent_so_far']:.4g} spent")
    finally:
        collection.close()


class Elsewhere(http.server.BaseHTTPRequestHandler):
    """A third place that serves the page, made for the collector's address."""

    pages = {}

    def do_GET(self):
        page = self.pages.get(self.path)
        self.send_response(200 if page else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(page or b"")

    def log_message(self, *_):
        pass


def from_a_third_place(scratch):
    """Pages of another origin take part where the operator lets them, and nobody sees their tokens; cards can be read."""
    people = [f"Zoë {i} & co" for i in range(6)]
    place = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
    threading.Thread(target=place.serve_forever, daemon=True).start()
    other = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
    threading.Thread(target=other.serve_forever, daemon=True).start()
    origin, foreign = (f"http://localhost:{server.server_address[1]}" for server in (place, other))
    collection = Collection(scratch, people, "--method", "degrees", served=("--page-origin", origin))
    try:
        page_of = pathlib.Path(__file__).resolve().parents[2] / "apps/browser"
        subprocess.run([sys.executable, page_of / "page.py", page_of / "take_part", folder / "edgeldp_client_module.js",
                        scratch / "page.html", collection.address()], check=True)  # fmt: skip
        Elsewhere.pages = {"/take-part.html": (scratch / "page.html").read_bytes()}
        with Browser() as browser:
            refused = browser.page(browser.context())
            refused.open(f"{foreign}/take-part.html")
            refused.until("at('purpose').textContent.includes('trying again')")
            print("another origin:", refused.value("at('purpose').textContent"))
            refused.close()
            pages = [browser.page(browser.context()) for _ in people]
            for page, name in zip(pages, people):
                page.open(collection.invite(name, f"{origin}/take-part.html"))
                page.until("!document.getElementById('join').hidden")
                page.value(f"at('contacts').value = {json.dumps(chr(10).join(collection.contacts_of(name)))}; at('start').click()")
            for page in pages:
                ends_well(page)
            assert collection.result()["nodes"] == len(people)
            card = browser.page()
            run("collector", "invite", collection.home, "--page", f"{origin}/take-part.html", "-o", scratch / "cards.html")
            card.open(f"file://{scratch}/cards.html")
            card.pictures(pictures, "cards")
            card.size(700)
            card.picture(scratch / "cards.png")
            read = subprocess.run(["zbarimg", "--quiet", "--raw", scratch / "cards.png"], check=True, capture_output=True, text=True)
            links = dict(line.split("\t") for line in (collection.home / "private" / "links.tsv").read_text().splitlines())
            assert sorted(read.stdout.split()) == sorted(links.values()), read.stdout
        print(f"a third place: {len(people)} took part, {len(links)} cards read")
    finally:
        collection.close()
        place.shutdown()
        other.shutdown()


def lost_or_refused(scratch):
    """What a page refuses, and what an evicted state means."""
    people = [f"person-{i}" for i in range(7)]
    collection = Collection(scratch, people, "--method", "degrees")
    try:
        with Browser() as browser:
            page = browser.page(browser.context())
            join(page, collection, people[0])
            has_said(page, "join")
            again = browser.page(browser.context())
            join(again, collection, people[0])
            again.until("at('going-title').textContent.includes('any more')", 60)
            print("lost state:", again.value("at('now').textContent"))

            full = browser.page(browser.context())
            full.open(collection.invitation(people[1]))
            full.until("!document.getElementById('join').hidden")
            full.send("Storage.overrideQuotaForOrigin", origin=collection.address(), quotaSize=10)
            before = len([p for p in Front.seen if p == "/messages"])
            full.value(f"at('contacts').value = '{people[2]}'; at('start').click()")
            full.until("!at('refusal').hidden")
            print("full store:", full.value("at('refusal').textContent"))
            assert len([p for p in Front.seen if p == "/messages"]) == before, "something was sent that is kept nowhere"

            wrong = browser.page(browser.context())
            wrong.open(f"{collection.address()}/take-part.html")
            wrong.until("!document.getElementById('join').hidden")
            wrong.value(f"at('name').value = 'nobody'; at('token').value = '{'0' * 32}'; at('contacts').value = 'x'; at('start').click()")
            wrong.until("!at('refusal').hidden || at('going-title').textContent.includes('any more')")
            print("nobody:", wrong.value("at('refusal').textContent + at('now').textContent"))

            stopped = browser.page(browser.context())
            join(stopped, collection, people[3])
            has_said(stopped, "join")
            stopped.value("window.confirm = () => true; at('stop').click()")
            stopped.until("at('now').textContent.includes('removed')")
        with Browser(host="collector.example") as browser:
            page = browser.page()
            page.open(collection.invitation(people[4], "collector.example"))
            page.until("!at('refusal').hidden")
            print("no https:", page.value("at('refusal').textContent"))
    finally:
        collection.close()


def many_contexts(scratch, count=50):
    """Contexts with storage of their own, a collector that is away for a while."""
    people = [f"person-{i}" for i in range(count)]
    collection = Collection(scratch, people, "--method", "degrees")
    try:
        with Browser() as browser:
            pages = [browser.page(browser.context()) for _ in people]
            for page, name in zip(pages, people):
                join(page, collection, name)
            Front.is_down = True
            time.sleep(2)
            Front.is_down = False
            for page in pages:
                ends_well(page)
        result = collection.result()
        assert result["nodes"] == count, result
        print(f"{count} contexts: edges {result['numbers'][0]['estimate']:.1f}, {3 * count} in truth")
    finally:
        collection.close()


# Behind the page's worker: where downloads lie, and what the module takes once it has a message.
watching = """
const plain_give = Participant.prototype.give, plain_send = Part.prototype.send;
Participant.prototype.give = function (found) {
  if (found?.size) say({ kept: [found.constructor.name, found.size] });
  return plain_give.call(this, found);
};
Part.prototype.send = async function () {
  say({ memory: (await library).HEAPU8.length });
  return plain_send.call(this);
};
"""
no_files = "navigator.storage.getDirectory = () => Promise.reject(new Error('no files'));"
files_here = """(async () => {
  const names = [];
  for await (const [name, folder] of (await navigator.storage.getDirectory()).entries())
    for await (const file of folder.keys()) names.push([name, file]);
  return names;
})()"""


def much_to_download(scratch):
    """A directory that is larger than the module's memory lies in a file of the browser's, or with the browser where there are
    none, and is gone afterwards, also where a browser was killed meanwhile."""
    people = [f"{i:06} {'of a long name' * 13}" for i in range(60000)]
    collection = Collection(scratch, people, "--method", "degrees")
    size = (collection.home / "public" / "people.txt").stat().st_size
    try:
        with Browser() as browser:
            for name, kind, before in ((people[0], "KeptFile", ""), (people[1], "LentParts", no_files)):
                page = browser.page(browser.context())
                page.open(collection.invitation(name))
                page.until("!document.getElementById('join').hidden")
                page.value(f"""worker.terminate();
                    window.kept = []; heard.kept = (kept) => {{ if (kept !== true) window.kept.push(kept); }}; heard.memory = (bytes) => {{ window.memory = bytes; }};
                    worker = new Worker(URL.createObjectURL(new Blob([{json.dumps(before)} + workerText + {json.dumps(watching)}], {{ type: "text/javascript" }})));
                    worker.onmessage = ({{ data }}) => {{ for (const [what, about] of Object.entries(data)) heard[what]?.(about); }};
                    at('contacts').value = {json.dumps(chr(10).join(collection.contacts_of(name)))}; at('start').click()""")
                has_said(page, "join")
                kept, memory = page.value("window.kept"), page.value("window.memory")
                assert [kind, size] in kept and memory < 8 << 20 < size, (kept, memory)
                print(f"{kind}: a directory of {size / 1e6:.1f} MB is read in {memory / 1e6:.1f} MB of memory")
                while left := page.value(files_here):
                    assert kind == "KeptFile", left
                    time.sleep(0.2)
                if kind == "KeptFile":
                    came_back_to_files(page, collection)
                assert not page.said, page.said
    finally:
        collection.close()


def came_back_to_files(page, collection):
    """What a browser leaves that is killed goes when its page is opened again."""
    page.value("""(async () => {
        for await (const [name, folder] of (await navigator.storage.getDirectory()).entries()) await folder.getFileHandle('left', { create: true });
    })()""")
    assert page.value(files_here), "nothing was left"
    page.open(f"{collection.address()}/take-part.html")
    page.until("!document.getElementById('going').hidden")
    while page.value(files_here):
        time.sleep(0.2)


def main():
    for case in (killed_and_came_back, from_a_third_place, lost_or_refused, many_contexts, much_to_download):
        with tempfile.TemporaryDirectory() as scratch:
            Front.seen.clear()
            case(pathlib.Path(scratch))


if __name__ == "__main__":
    main()
