# SPDX-License-Identifier: MIT
"""Try the second client of the protocol: python3 test_protocol.py PATH_OF_EDGELDP [WORD...].

It checks the vectors of the page, the bytes of the native client for the same coins, whole
collections in which half of the people run each of the two, and that the library reads rows of
this client as the law of their codec says. Words choose among them.
"""

from __future__ import annotations

import json
import math
import random
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import coins
from answers import Person, plan
from client import Client
from http_side import Collector, Folders
from public import Objects
from task import CHOOSING, read_announcement, read_joined, read_task
from vectors import check_vectors
from wire import Malformed, Reader, integers, name_of, text

PEOPLE = 12
SEED = 7
LOST = {"size": (3,), "edges": (3, 8), "entries": (3, 8), "pilot": (3, 8), "count": (3, 8)}
KINDS = ("whole", "secret bytes", "simulated bytes")
ATTRIBUTE = ["left", "right", "none"]
PURPOSES = {
    "degrees": [], "triangles": [], "triangles relationship": ["--relationship", "2"],
    "cycles-4": [], "cycles-4 relationship": ["--relationship", "2"],
    "homophily": ["--attribute", "party=" + ",".join(ATTRIBUTE)],
    "mixing": [], "cores": [], "centrality": [], "communities": [], "synthesis": [],
    "labels": ["--labels", "labels.tsv"],
    "triangles sample": ["--max-download", "500"],
    "butterflies": ["--items", "people.txt"],  # items that are called like people
}


PARTS = ["whole", "half", "quarter"]


class Graph:
    """People who do not exist, and whom they know."""

    def __init__(self, folder: Path, people: int, chance: float) -> None:
        rng = random.Random(11)
        self.names = [f"p{i:03}" for i in range(people)]
        self.contacts: list[set[int]] = [set() for _ in self.names]
        for a in range(people):
            for b in range(a):
                if rng.random() < chance:
                    self.contacts[a].add(b)
                    self.contacts[b].add(a)
        self.values = [rng.choice(ATTRIBUTE) for _ in self.names]
        (folder / "people.txt").write_text("".join(n + "\n" for n in self.names))
        lines = [f"{n}\t{ATTRIBUTE[p % 2]}\n" for p, n in enumerate(self.names) if p % 3 == 0]
        (folder / "labels.tsv").write_text("".join(lines))
        for p, name in enumerate(self.names):
            lines = [self.names[c] + "\n" for c in sorted(self.contacts[p])]
            (folder / name).write_text("".join(lines))


class Collection:
    """A collection in a folder of its own."""

    def __init__(
        self, edgeldp: str, folder: Path, name: str, people: int, chance: float,
        simulated: bool = False, epsilon: str = "4",
    ) -> None:
        self.edgeldp, self.folder, self.name = edgeldp, folder, name
        self.secrets: dict[int, tuple[bytes, str]] = {}
        folder.mkdir()
        self.people = people
        self.graph = Graph(folder, people, chance)
        more = ["--simulated", "--seed", "5"] if simulated else []
        self.run(
            "collector", "create", "home", "--method", name.split()[0], "--people", "people.txt",
            "-e", epsilon, "--yes", "--join-time", "40s", "--round-time", "30s", "--answer-within",
            "1s", *PURPOSES[name], *more,
        )
        lines = (folder / "home/private/tokens.tsv").read_text().splitlines()
        self.tokens = dict(line.split("\t") for line in lines)

    def run(self, *words: str, check: bool = True) -> str:
        """Run the native program in the folder."""
        done = subprocess.run(
            [self.edgeldp, *words], cwd=self.folder, capture_output=True, text=True, check=False
        )
        if check and done.returncode:
            raise AssertionError(f"{words}: {done.stdout} {done.stderr}")
        return done.stdout

    def values(self, p: int) -> list[str]:
        """Give the person's values of the task's attributes."""
        return [self.graph.values[p]] if self.name == "homophily" else []

    def part(self, p: int) -> int:
        """Give the part of each budget that the person chooses."""
        return p % 3 if self.name in CHOOSING else 0

    def native_join(self, p: int, source: str, *more: str) -> None:
        """Let the native client make the state of a person."""
        name, values = self.graph.names[p], [f"--value={v}" for v in self.values(p)]
        self.run(
            "client", "join", name + ".state", "--from", source, "--name", name, "--account", name + ".account", "--token",
            self.tokens[name], "--contacts", name, "--allow-empty", "--at-most",
            PARTS[self.part(p)], *values, *more,
        )

    def result(self) -> str:
        """Give the result, which must be none that failed."""
        raw = (self.folder / "home/public/result.json").read_text()
        if '"failure"' in raw:
            raise AssertionError(raw)
        return raw


def whole_collection(edgeldp: str, folder: Path, name: str) -> str:
    """Run a collection over HTTP of which each client plays half of the people."""
    c = Collection(edgeldp, folder, name, PEOPLE, 0.4)
    serving = subprocess.Popen(
        [edgeldp, "collector", "serve", "home", "--listen", "127.0.0.1:0", "--stay", "3s"],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )
    said: list[str] = []
    assert serving.stdout
    address = ""
    while not address:
        line = serving.stdout.readline()
        if not line:
            raise AssertionError("the collector does not serve: " + "".join(said))
        said.append(line)
        address = next((w.rstrip(".,;") for w in line.split() if w.startswith("http://")), "")
    threading.Thread(target=serving.stdout.read, daemon=True).start()
    ended: list[str] = []

    def ours(p: int) -> None:
        person = c.graph.names[p]
        client = Client(Collector(address), folder / (person + ".json"))
        contacts = (folder / person).read_text().split("\n")
        client.join(person, c.tokens[person], contacts, c.values(p), c.part(p))
        ended.append(client.run())

    natives = []
    threads = [threading.Thread(target=ours, args=(p,)) for p in range(0, PEOPLE, 2)]
    for thread in threads:
        thread.start()
    try:
        for p in range(1, PEOPLE, 2):
            c.native_join(p, address)
            natives.append(subprocess.Popen(
                [edgeldp, "client", "run", c.graph.names[p] + ".state", "--from", address,
                 "--wait-at-most", "60s"],
                cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            ))
        for thread in threads:
            thread.join()
        for native in natives:
            _, errors = native.communicate()
            if native.returncode:
                raise AssertionError(f"a native client failed: {errors}")
    finally:
        serving.terminate()
        serving.wait()
    if set(ended) != {"the collection is over"} or len(ended) != len(threads):
        raise AssertionError(f"clients ended so: {ended}")
    return f"{len(c.result())} bytes of result"


def same_bytes(edgeldp: str, folder: Path, name: str, simulated: bool) -> str:
    """Compare all bodies of native clients with ours, for the same coins.

    They are simulated, or come from the secret in the native client's state. Two people are lost
    on the way, one before the sizes and one before the rows.
    """
    c = Collection(edgeldp, folder, name, 16, 0.3, simulated)
    public = folder / "home/public"
    task = read_task((public / "task.json").read_bytes())
    for p in range(c.people):
        c.native_join(p, "home/public", *(["--seed", str(SEED)] if simulated else []))
        if not simulated:
            c.secrets[p] = native_secret(c, p)
    people: dict[int, Person] = {}
    compared: dict[str, list[int]] = {}
    for step in range(60):
        inbox = folder / f"inbox{step}"
        inbox.mkdir()
        announced = sorted((public / "announcements").glob("*"), key=lambda f: int(f.name))
        last = read_announcement(announced[-1].read_bytes(), task.collector) if announced else None
        lost = LOST.get(last.round, ()) if last else ()
        for p, person in enumerate(c.graph.names):
            if p not in lost:
                c.run("client", "encode", person + ".state", "--from", "home/public", "--to",
                      inbox.name)
        for file in sorted(inbox.iterdir()):
            compare(file.read_bytes(), c, task, people, compared)
        c.run("collector", "ingest", "home", inbox.name, check=False)
        is_open = len(list((public / "announcements").glob("*"))) == len(announced)
        if lost and is_open and not (public / "result.json").exists():
            c.run("collector", "close", "home", check=False)
        if (public / "result.json").exists():
            break
    c.result()
    wrong = {k: f"{v[1]} of {v[0]}" for k, v in compared.items() if v[1]}
    if wrong or not compared:
        raise AssertionError(f"other bodies than the native client's: {wrong} of {compared}")
    return ", ".join(f"{k}: {v[0]}" for k, v in compared.items())


def native_secret(c: Collection, p: int) -> tuple[bytes, str]:
    """Give the secret of a native client's coins, and its frozen digest.

    A state that has just been made has the secret three parts behind frozen.
    """
    values = [ATTRIBUTE.index(v) for v in c.values(p)]
    frozen = name_of(integers(sorted(c.graph.contacts[p])) + integers(values))
    state = (c.folder / (c.graph.names[p] + ".state")).read_bytes()
    r = Reader(state[state.index(text(frozen)) + len(text(frozen)) :])
    for _ in range(3):
        r.integer()
    secret = r.text()
    if len(secret) != 32:
        raise AssertionError("the state has its secret elsewhere")
    return secret, frozen


def compare(
    raw: bytes, c: Collection, task: object, people: dict[int, Person],
    compared: dict[str, list[int]],
) -> None:
    """Make the body of a native client's report again."""
    r = Reader(raw[:-64])
    if r.text() != f"edgeldp report {task.version}".encode():  # type: ignore
        return
    r.name()
    number = r.count()
    r.name()
    user, body = r.count(), r.text()
    public = c.folder / "home/public"
    a = read_announcement(
        (public / f"announcements/{number}").read_bytes(), task.collector  # type: ignore
    )
    objects = {n: (public / "objects" / n).read_bytes() for n in a.sizes}
    joined = read_joined(objects[a.joined], task.version)  # type: ignore
    users = {p: u for u, (p, *_) in enumerate(joined)}
    if user not in people:
        p = next(p for p, u in users.items() if u == user)
        values = [ATTRIBUTE.index(v) for v in c.values(p)]
        contacts = [users[q] for q in c.graph.contacts[p] if q in users]
        if task.items:  # type: ignore
            contacts = sorted(c.graph.contacts[p])
        people[user] = Person(user, len(users), contacts, values, part=joined[user][2])
    me = people[user]
    rows = ("columns", "entries")
    is_left_out = task.simulated and a.asks in rows  # type: ignore
    tally = [0, 0] if is_left_out else compared.setdefault(f"{a.round}/{a.asks}", [0, 0])
    tally[0] += 1
    try:
        made = plan(a, me, task, Objects(objects, task.key))  # type: ignore
        words = coins.simulated_words(SEED, made.purpose, user)
        if not task.simulated:  # type: ignore
            secret, frozen = c.secrets[next(p for p, u in users.items() if u == user)]
            key = coins.coin_key(secret, a.name, frozen)
            words = coins.private_words(key, made.purpose)
        again, value = made.make(words)
    except (Malformed, ValueError) as error:
        raise AssertionError(f"{a.round}/{a.asks} of user {user}: {error!r}") from error
    me.paid[a.round] = me.paid.get(a.round, 0) + made.price
    me.order, me.rows = me.order or made.order, made.rows or me.rows
    me.longest = max(me.longest, made.longest)
    if value is not None:
        me.said[a.asks] = [value, made.price]
    if a.asks.endswith("weights") or a.asks == "pairs of items":
        # Sums of doubles: the page allows that a weight differs by its last digit.
        one, two = (Reader(x).integer(-(2**126), 2**126) for x in (again, body))
        far = abs(one - two)
        if far <= len(me.contacts) ** 2:
            again = body
    if again != body:
        tally[1] += 1
        if "-v" in sys.argv:
            print(c.name, a.round, a.asks, user, body.hex(), again.hex())


def law_of_rows(edgeldp: str, folder: Path, epsilon: str) -> str:
    """Let this client alone play a collection, and read all noisy edges with the library.

    Each of the two sums is normal within 5.3 deviations but for once in 10^7 runs.
    """
    c = Collection(edgeldp, folder, "triangles", 120, 0.15, epsilon=epsilon)
    for step in range(60):
        inbox = Folders(folder / "home/public", folder / f"inbox{step}")
        for p, person in enumerate(c.graph.names):
            client = Client(inbox, folder / (person + ".json"))
            if step == 0:
                contacts = (folder / person).read_text().split("\n")
                client.join(person, c.tokens[person], contacts, [])
                continue
            before = len(client.state["heard"])
            client.look()
            for entry in client.state["heard"][before:]:
                if entry["answer"]:
                    inbox.post(bytes.fromhex(entry["answer"]))
        c.run("collector", "ingest", "home", inbox.messages.name, check=False)
        if (folder / "home/public/result.json").exists():
            break
    c.result()
    pairs = [(u, v) for u in range(c.people) for v in range(u)]
    (folder / "pairs").write_text("".join(f"{u}\t{v}\n" for u, v in pairs))
    out = c.run("query", "home/public/release.edgeldp", "--numbers", "--pairs", "pairs", "--json")
    laws = {}
    far = {}
    for present in (False, True):
        law = "p1" if present else "p0"
        rows = [json.loads(line) for line in out.splitlines()]
        rows = [r for r in rows if (r["v"] in c.graph.contacts[r["u"]]) == present]
        spread = math.sqrt(sum(r[law] * (1 - r[law]) for r in rows))
        far[law] = sum(r["noisy_edge"] - r[law] for r in rows) / spread
        laws[law] = f"{rows[0][law]:.3f} of {len(rows)}"
    if any(abs(z) > 5.3 for z in far.values()) or len(out.splitlines()) != len(pairs):
        raise AssertionError(f"bits of {laws} are {far} deviations away")
    return ", ".join(f"{law} {laws[law]}: {z:+.1f}" for law, z in far.items())


def main() -> int:
    """Run all tests, or those whose names contain a word of the command line."""
    edgeldp = str(Path(sys.argv[1]).resolve())
    words = [w for w in sys.argv[2:] if w != "-v"]
    start, failed = time.time(), 0
    tests = [("vectors", None)]
    tests += [(f"{kind} {m}", m) for m in PURPOSES for kind in KINDS]
    tests += [(f"law of rows at {e}", e) for e in ("0.5", "8")]
    chosen = [t for t in tests if not words or any(w in t[0] for w in words)]

    def one(kind: str, method: str | None, folder: Path) -> str:
        if method is None:
            return check_vectors()
        home = folder / kind.replace(" ", "-")
        if kind.startswith("law"):
            return law_of_rows(edgeldp, home, method)
        if "bytes" in kind:
            return same_bytes(edgeldp, home, method, kind.startswith("simulated"))
        return whole_collection(edgeldp, home, method)

    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(5) as pool:
        jobs = [(k, pool.submit(one, k, m, Path(name))) for k, m in chosen]
        for kind, job in jobs:
            try:
                print(f"ok    {kind}: {job.result()}", flush=True)
            except Exception as error:  # noqa: BLE001 - every failure is reported, then counted
                failed += 1
                print(f"WRONG {kind}: {error!r}", flush=True)
    print(f"{len(chosen) - failed} of {len(chosen)} tests passed in {time.time() - start:.1f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
