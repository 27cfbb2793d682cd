#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Native programs, the second client of the protocol and browsers in one collection: mixed.py PROGRAM FOLDER LIBRARY_RESULT [EACH].

30 people by each of the three, or EACH. In each round, joining among them, one of each is killed and leaves for good, and one of each
is killed and comes back. The result must be, bit for bit, what the library computes from the messages that were taken
(LIBRARY_RESULT, tests/browser/library_result.cpp); where the test hands out everybody's coins also what the library gives
for the graph of those who joined, when those who left are silent from there on, and every message must be the library's.
"""

import hashlib
import http.server
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import time

from chromium import Browser
from take_part import Front, folder, program, run

protocol = pathlib.Path(__file__).resolve().parent.parent / "protocol"
sys.path.append(str(protocol))
from task import read_announcement, read_joined, read_task  # noqa: E402
from wire import Reader  # noqa: E402

library_result = sys.argv[3]
each, coins = int(sys.argv[4]) if len(sys.argv) > 4 else 30, 11


class Recorder(Front):
    """Keeps what the collector took."""

    taken = {}

    def do_POST(self):
        self.body = self.rfile.read(int(self.headers["Content-Length"]))
        self.pass_on(self.body)

    def heard(self, status):
        if self.command == "POST" and status == 200:
            self.taken[hashlib.sha256(self.body).hexdigest()] = self.body


class Server(http.server.ThreadingHTTPServer):
    """Clients that are killed end their connections anywhere."""

    request_queue_size = 128

    def handle_error(self, *about):
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(*about)


class Process:
    """A person by a program: command() is what begins and what goes on."""

    def __init__(self, command):
        self.command = command
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def how(self):
        return f"{self.command} ended with {self.process.poll()}"

    def require_end(self):
        _, errors = self.process.communicate(timeout=180)
        assert self.process.returncode == 0, f"{self.command}: {errors}"


class Tab:
    """A person in a browser with storage of its own."""

    def __init__(self, browser, address, who):
        self.browser, self.address, self.who = browser, address, who
        self.context = browser.context()
        self.start()

    def start(self):
        self.page = self.browser.page(self.context)
        self.page.send("Page.navigate", url=f"{self.address}/take-part.html")
        self.has_begun = False

    def begin(self):
        """Takes part, unless what was kept goes on by itself."""
        if self.has_begun:
            return
        self.page.until("document.readyState === 'complete' && typeof at === 'function' && (!at('join').hidden || !at('going').hidden || !at('refusal').hidden)", 180)
        assert self.page.value("at('refusal').hidden"), self.page.value("at('refusal').textContent")
        if self.page.value("at('going').hidden"):
            self.page.value(f"wish('join', {{ who: {{ ...{json.dumps(self.who)}, ceiling: shown_cost }} }})")
        self.has_begun = True

    def kill(self):
        self.page.close()

    def how(self):
        return self.page.value("document.body.innerText")

    def require_end(self):
        self.page.until("at('going-title').textContent === 'Thank you'", 180)
        assert not self.page.said, self.page.said


class Mixed:
    """One collection."""

    def __init__(self, scratch, browser, method, seed):
        self.scratch, self.browser, self.method, self.seed = scratch, browser, method, seed
        self.chance = random.Random(f"{method} {seed}")
        self.home, self.names = scratch / "home", [f"person-{i:02}" for i in range(3 * each)]
        self.edges = [(a, b) for a in range(3 * each) for b in range(a) if self.chance.random() < 11 / (3 * each)]
        (scratch / "people.txt").write_text("".join(f"{name}\n" for name in self.names))
        (scratch / "graph").write_text("".join(f"{a} {b}\n" for a, b in self.edges))
        run("collector", "create", self.home, "--people", scratch / "people.txt", "--method", method, "--epsilon", 4, "--yes",
            "--answer-within", "2s", "--join-time", "10m", "--round-time", "10m", *(["--simulated", "--seed", 5] if seed else []))  # fmt: skip
        self.task = read_task((self.home / "public" / "task.json").read_bytes())
        self.tokens = dict(line.split("\t")[:2] for line in (self.home / "private" / "tokens.tsv").read_text().splitlines())
        self.server = subprocess.Popen([program, "collector", "serve", self.home, "--listen", "127.0.0.1:0", "--json", "--take-part", folder / "take_part.html"],
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)  # fmt: skip
        Recorder.taken = {}
        Front.behind = int(json.loads(self.server.stdout.readline())["address"].rsplit(":", 1)[1])
        self.front = Server(("127.0.0.1", 0), Recorder)
        threading.Thread(target=self.front.serve_forever, daemon=True).start()
        self.people, self.left = {}, set()

    def contacts_of(self, person):
        return [self.names[a + b - person] for a, b in self.edges if person in (a, b)]

    def start(self, person):
        """Native programs, Python's, browsers, in turn."""
        name, port = self.names[person], self.front.server_address[1]
        address, token, contacts = f"http://127.0.0.1:{port}", self.tokens[name], self.contacts_of(person)
        listed = self.scratch / f"{name}.txt"
        listed.write_text("\n".join(contacts))
        seed = ["--seed", str(self.seed)] if self.seed else []
        if person % 3 == 0:
            state = self.scratch / f"{name}.state"
            run("client", "join", state, "--from", self.home / "public", "--name", name, "--account", self.scratch / f"{name}.account", "--token", token, "--contacts", listed, "--allow-empty", *seed)
            return Process([program, "client", "run", state, "--from", address, "--wait-at-most", "10m"])
        if person % 3 == 1:
            return Process([sys.executable, protocol / "client.py", *seed, address, name, token, listed, self.scratch / f"{name}.json"])
        who = {"name": name, "token": token, "contacts": contacts, "values": [], **({"seed": str(self.seed)} if self.seed else {})}
        return Tab(self.browser, f"http://localhost:{port}", who)

    def chosen(self):
        """One of each kind that is still there."""
        return [self.chance.choice([p for p in self.people if p % 3 == kind and p not in self.left]) for kind in range(3)]

    def kill_some(self):
        """At any moment of a round."""
        leave = self.chosen()
        self.left.update(leave)
        come_back = self.chosen()
        for person in self.chance.sample(leave + come_back, 6):
            time.sleep(self.chance.uniform(0, 0.4))
            self.people[person].kill()
        for person in come_back:
            self.people[person].start()
        for person in self.people.keys() - self.left:
            if person % 3 == 2:
                self.people[person].begin()

    def said(self):
        """Names of who registered, and pairs of a round and a user."""
        names, reports = set(), set()
        for message in list(Recorder.taken.values()):
            r = Reader(message[:-64])
            kind = r.text()
            r.name()
            if kind.startswith(b"edgeldp registration "):
                names.add(r.text().decode())
            else:
                assert kind.startswith(b"edgeldp report "), kind
                number = r.count()
                r.name()
                reports.add((number, r.count()))
        return names, reports

    def public(self, name):
        file = self.home / "public" / name
        return file.read_bytes() if file.exists() else None

    def await_nobody(self, what, missing, seconds=180):
        """Until nobody of those who stay is missing any more."""
        end = time.monotonic() + seconds
        while people := missing():
            about = "\n".join(self.people[p].how() for p in people) if time.monotonic() > end else ""
            assert time.monotonic() < end, f"{self.method}: {what} never came of {people}\n{about}"
            time.sleep(0.05)

    def close(self, is_whole):
        """A round that somebody is missing in."""
        if not is_whole:
            run("collector", "close", self.home)

    def join(self):
        for person in range(3 * each):
            self.people[person] = self.start(person)
        self.kill_some()
        stay = self.people.keys() - self.left
        self.await_nobody("a registration", lambda: {p for p in stay if self.names[p] not in self.said()[0]})
        self.close(len(self.said()[0]) == len(self.names))

    def play_round(self, number):
        """False: there was none."""
        end = time.monotonic() + 60
        while not (self.public(f"announcements/{number}") or self.public("result.json")):
            assert time.monotonic() < end, f"{self.method}: round {number} never came"
            time.sleep(0.05)
        raw = self.public(f"announcements/{number}")
        if raw is None:
            return False
        a = read_announcement(raw, self.task.collector)
        user_of = {person: user for user, (person, *_) in enumerate(read_joined(self.public(f"objects/{a.joined}"), self.task.version))}
        asked = set(range(a.users) if a.asked is None else a.asked)
        self.kill_some()
        stay = {p for p in self.people.keys() - self.left if user_of.get(p) in asked}

        def answered():
            return {user for at, user in self.said()[1] if at == number}

        self.await_nobody(f"an answer to {a.round}", lambda: {p for p in stay if user_of[p] not in answered()})
        time.sleep(0.3)  # what somebody who left sent last may be under way
        self.close(asked <= answered())
        self.rounds.append(f"{a.round} {len(answered())}/{len(asked)}")
        return True

    def play(self):
        self.rounds = []
        self.join()
        number = 0
        while self.play_round(number):
            number += 1
        for person in self.people.keys() - self.left:
            self.people[person].require_end()
        result = self.public("result.json")
        assert "failure" not in json.loads(result), result
        return result

    def end(self):
        self.front.shutdown()
        for person in self.people.keys() - self.left:
            self.people[person].kill()
        self.server.terminate()
        self.server.wait()

    def of_library(self):
        """What the library gives, and what is to be said of it."""
        messages = self.scratch / "messages"
        messages.mkdir()
        for name, message in Recorder.taken.items():
            (messages / name).write_bytes(message)
        seed = [str(self.seed)] if self.seed else []
        done = subprocess.run([library_result, self.home, messages, self.scratch / "graph", *seed], capture_output=True)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout, done.stderr.decode().strip()


def collection(scratch, browser, method, seed):
    scratch.mkdir()
    begin = time.monotonic()
    c = Mixed(scratch, browser, method, seed)
    try:
        result = c.play()
    finally:
        c.end()
    expected, about = c.of_library()
    assert result == expected, f"{method}: the collection says\n{result.decode()}\nand the library\n{expected.decode()}"
    print(f"{method}, {'coins that are known' if seed else 'coins of each'}: {', '.join(c.rounds)}; {len(c.left)} of {3 * each} left; "
          f"{len(result)} bytes of result are the library's ({about}); {time.monotonic() - begin:.0f} s", flush=True)  # fmt: skip


def main():
    with tempfile.TemporaryDirectory() as scratch, Browser() as browser:
        for method in ("degrees", "triangles"):
            for seed in (None, coins):
                collection(pathlib.Path(scratch) / f"{method}-{seed}", browser, method, seed)


if __name__ == "__main__":
    main()
