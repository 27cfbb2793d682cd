#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The operator's desk and the public page in a browser: desk.py PROGRAM [PICTURES].

A collection of twelve people with awkward names over the loopback, whose operator waits for one of them, keeps joining open,
closes it, closes a round, and reads the result; and a page of somebody else's that tries the same.
"""

import http.client
import http.server
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

from chromium import Browser

program = sys.argv[1]
pictures = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
people = sorted([f"person {i:02}" for i in range(9)] + ["Zoë O'Hara", '<img src=x onerror="document.title=1">', "x" * 180])


def run(*words):
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True)
    assert done.returncode == 0, f"{words}: {done.returncode}: {done.stderr}"
    return done.stdout


class Collection:
    def __init__(self, scratch):
        self.scratch, self.home, self.clients = scratch, scratch / "home", []
        (scratch / "people.txt").write_text("".join(f"{name}\n" for name in people))
        run("collector", "create", self.home, "--people", scratch / "people.txt", "--method", "triangles", "--epsilon", 4, "--yes", "--title",
            "Who plays with whom? <b>&", "--answer-within", "1s", "--join-time", "2h", "--round-time", "1h", "--average-degree", 6)  # fmt: skip
        lines = (self.home / "private" / "tokens.tsv").read_text().splitlines()
        self.tokens = dict(line.split("\t")[:2] for line in lines)
        self.start()

    def start(self):
        self.server = subprocess.Popen([program, "collector", "serve", self.home, "--listen", "127.0.0.1:0", "--admin", "0", "--json"],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # fmt: skip
        first = self.server.stderr.readline()
        self.desk, self.token = re.search(r"(http://127\.0\.0\.1:\d+)/#([0-9a-f]{32})$", first).groups()
        said = json.loads(self.server.stdout.readline())
        assert said["admin"] == self.desk and self.token not in json.dumps(said), said
        self.public = said["address"]

    def join(self, name):
        i = len(self.clients)
        (self.scratch / f"{i}.txt").write_text("\n".join(people))
        run("client", "join", self.scratch / f"{i}.state", "--from", self.public, "--name", name, "--account", self.scratch / f"{i}.account", "--token", self.tokens[name], "--contacts",
            self.scratch / f"{i}.txt")  # fmt: skip
        self.clients.append(subprocess.Popen([program, "client", "run", self.scratch / f"{i}.state", "--from", self.public],
                                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))  # fmt: skip

    def close(self):
        for process in (*self.clients, self.server):
            process.kill()
            process.wait()


def picture(page, name):
    for width in (1280, 390):
        page.size(width)
        page.value("new Promise(done => setTimeout(done, 200))")
        if pictures:
            page.picture(pictures / f"{name}-{width}.png")
        wide = page.value("document.documentElement.scrollWidth")
        assert wide <= width, f"{name}: the page is {wide} wide on a screen of {width}"


def shows(page, text, seconds=30):
    page.until(f"document.body.innerText.includes({json.dumps(text)})", seconds)


def names_shown(page):
    return page.value("[...document.querySelectorAll('#people tr')].map(r => r.firstChild.textContent)")


def the_operator_goes_through(collection, browser):
    page = browser.page()
    page.size(1280)
    page.open(f"{collection.desk}/")
    page.until("!at('enter').hidden")
    page.value(f"at('token').value = '{'0' * 32}'; document.querySelector('#enter button').click()")
    page.until("!at('problem').hidden")
    assert "token" in page.value("at('problem').textContent")
    page.value(f"at('token').value = '{collection.token}'; document.querySelector('#enter button').click()")
    page.until("!at('desk').hidden")
    assert page.value("at('problem').hidden"), "a fault that is over is still told"
    page.close()

    page = browser.page()
    page.size(1280)
    page.open(f"{collection.desk}/#{collection.token}")
    page.until("!at('desk').hidden")
    assert page.value("location.href") == f"{collection.desk}/", "the token stays in the address"
    assert page.value("history.length") <= 2 and page.value("localStorage.length + sessionStorage.length") == 0
    shows(page, "0 of 12 people have joined")
    for name in people[:-1]:
        collection.join(name)
    shows(page, "11 of 12 people have joined")
    page.value("at('which').value = 'waited'; at('which').dispatchEvent(new Event('change'))")
    assert names_shown(page) == [people[-1]], names_shown(page)
    page.value("at('which').value = 'all'; at('which').dispatchEvent(new Event('change'))")
    assert names_shown(page) == people, "names are shown as they are"
    page.value("at('search').value = 'zoë'; at('search').dispatchEvent(new Event('input'))")
    assert names_shown(page) == ["Zoë O'Hara"]
    page.value("at('search').value = ''; at('search').dispatchEvent(new Event('input'))")
    page.until("at('width').textContent.includes('%') && at('history').querySelectorAll('path').length")
    picture(page, "desk-joining")

    before = json.loads(get(collection.public, "/status.json"))["closes"]
    page.value("at('by').value = 3; at('unit').value = '3600'; at('extend').click()")
    page.until("!at('extend').disabled")
    page.until(f"state.status.closes === {before + 3 * 3600}")
    page.value("window.confirm = () => false; at('close').click()")
    assert json.loads(get(collection.public, "/status.json"))["stage"] == "joining", "closed without being asked"
    page.value("window.confirm = () => true; at('close').click()")
    shows(page, "Round '")
    public = browser.page()
    public.open(f"{collection.public}/")
    shows(public, "History")
    picture(public, "public-asking")
    shows(page, "All rounds are over", 120)
    page.until("at('width').textContent.includes('from')")
    picture(page, "desk-over")
    assert page.value("at('open').hidden"), "what is over can still be closed"
    assert not [line for line in page.said if "401" not in line], page.said
    public.open(f"{collection.public}/")
    shows(public, "All rounds are over")
    picture(public, "public-over")
    html = get(collection.public, "/") + get(collection.public, "/status.json")
    assert not [name for name in people if name in html], "the public page names somebody"
    print("the operator went through:", page.value("at('width').innerText").replace("\t", " "))


def a_restart_has_another_token(collection, browser):
    page = browser.page()
    page.open(f"{collection.desk}/#{collection.token}")
    page.until("!at('desk').hidden")
    old = collection.token
    collection.server.terminate()
    collection.server.wait(20)
    page.value("look()")
    page.until("at('problem').textContent.includes('does not answer')")
    collection.start()
    assert collection.token != old
    fresh = browser.page()
    fresh.open(f"{collection.desk}/#{old}")
    fresh.until("!at('problem').hidden")
    assert fresh.value("at('desk').hidden")
    print("another start, another token")


def get(address, path):
    to = http.client.HTTPConnection(address.removeprefix("http://"))
    to.request("GET", path)
    return to.getresponse().read().decode()


class Elsewhere(http.server.BaseHTTPRequestHandler):
    """A page of somebody else's."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!DOCTYPE html><title>elsewhere</title>")

    def log_message(self, *_):
        pass


def another_page_gets_nothing(collection):
    """With the token in its hands, and by a name that points to this machine."""
    elsewhere = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
    threading.Thread(target=elsewhere.serve_forever, daemon=True).start()
    port = collection.desk.rsplit(":", 1)[1]
    attack = """(async () => {
      const tried = [];
      for (const about of [{}, {headers: {Authorization: 'Bearer %s'}}, {method: 'POST', mode: 'no-cors', body: '{"round":"join 0"}'}])
        for (const path of ['/', '/state.json', '/close'])
          tried.push(await fetch('%s' + path, about).then(a => a.type === 'opaque' ? 'opaque' : a.status, () => 'failed'));
      return tried;
    })()"""
    try:
        with Browser(host="rebound.example") as browser:
            page = browser.page()
            page.open(f"http://127.0.0.1:{elsewhere.server_address[1]}/")
            tried = page.value(attack % (collection.token, collection.desk))
            assert set(tried) <= {"failed", "opaque"}, tried
            # The same origin as the browser has it, and another machine's name: what a rebound name looks like.
            page.open(f"http://rebound.example:{port}/")
            shows(page, "403")
            tried = page.value(attack % (collection.token, f"http://rebound.example:{port}"))
            assert set(tried) == {403}, tried
            framed = browser.page()
            framed.open(f"http://127.0.0.1:{elsewhere.server_address[1]}/")
            framed.value(f"const f = document.createElement('iframe'); f.src = '{collection.desk}/'; document.body.append(f); "
                         "new Promise(done => f.onload = done)")  # fmt: skip
            assert framed.value("(() => { try { return document.querySelector('iframe').contentDocument; } catch { return null; } })()") is None
        print("another page gets nothing")
    finally:
        elsewhere.shutdown()


def main():
    with tempfile.TemporaryDirectory() as scratch:
        collection = Collection(pathlib.Path(scratch))
        try:
            another_page_gets_nothing(collection)
            assert json.loads(get(collection.public, "/status.json"))["stage"] == "joining"
            with Browser() as browser:
                the_operator_goes_through(collection, browser)
                a_restart_has_another_token(collection, browser)
        finally:
            collection.close()


if __name__ == "__main__":
    main()
