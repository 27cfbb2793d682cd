#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The client that browsers load says what the native one says: messages.py PROGRAM FOLDER PARTICIPANT.js [PEOPLE].

Whole collections of every method that is offered, with native clients. Before every round each person's state and all that
was published are handed to both clients: messages and states must be equal, byte for byte, signatures among them. So must
those be that follow from states of earlier versions (tests/golden). Of what the module reads it holds a part of 64 kB at most.
"""

import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

program, folder, participant = sys.argv[1:4]
people = int(sys.argv[4]) if len(sys.argv) > 4 else 12
friends = 8  # of a person, in the mean
if people <= friends:
    print(f"messages.py: PEOPLE is {people}; {friends + 1} or more, since each has {friends} contacts in the mean", file=sys.stderr)
    sys.exit(2)
here = pathlib.Path(__file__).resolve().parent


def run(*words):
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True)
    assert done.returncode == 0, f"{words}: {done.stderr}"
    return done.stdout


class Other:
    """The module in Node.js, for as many answers as are asked for."""

    def __init__(self):
        self.process = subprocess.Popen(
            ["node", here / "answer.js", f"{folder}/edgeldp_client_module.js", participant],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def answer(self, published, kept, message, **who):
        job = {"published": str(published), "kept": str(kept), "message": str(message), **who}
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()
        self.said = json.loads(self.process.stdout.readline())
        assert self.said["largest"] <= 65536, f"a part of {self.said['largest']} bytes is copied"
        return self.said["did"]

    def close(self):
        assert self.said["largest"] > 0, "no download is read"
        self.process.stdin.close()
        assert self.process.wait() == 0


def say_both(state, published, other, to, what):
    """Lets both clients say what there is: the program below to / program, the module in to / module."""
    before = to / "state"
    to.mkdir(exist_ok=True)
    before.write_bytes(state.read_bytes())
    did = other.answer(published, to / "kept", to / f"module-{state.name}", state=str(before))
    run("client", "encode", state, "--from", published, "--to", to / "program")
    assert (to / "kept").read_bytes() == state.read_bytes(), f"{what}: other states ({did})"


def require_same(to, what):
    """How many messages both said."""
    said = {file.read_bytes() for file in (to / "program").iterdir()} if (to / "program").exists() else set()
    own = {file.read_bytes() for file in to.glob("module-*")}
    assert own == said, f"{what}: {len(own)} messages, {len(said)} by the program, {len(own & said)} equal"
    return len(own)


def friends_of(count):
    random.seed(5)
    contacts = [set() for _ in range(count)]
    while sum(map(len, contacts)) < friends * count:
        a, b = random.sample(range(count), 2)
        contacts[a].add(b)
        contacts[b].add(a)
    return contacts


def collection(method, other, scratch):
    """Plays one; how many messages and states were compared."""
    home, states = scratch / "home", scratch / "states"
    states.mkdir(parents=True)
    names = [f"person {i}" for i in range(people)]
    (scratch / "people.txt").write_text("".join(f"{name}\n" for name in names))
    attributes = ["--attribute", "group=red,green,blue"] if method == "homophily" else []
    (scratch / "labels.tsv").write_text("".join(f"{name}\t{('red', 'blue')[i % 2]}\n" for i, name in enumerate(names[:6])))
    labels = ["--labels", scratch / "labels.tsv"] if method == "labels" else []
    run("collector", "create", home, "--method", method, "--people", scratch / "people.txt", "--epsilon", 4, "--yes",
        "--join-time", "1d", "--round-time", "1d", *attributes, *labels)  # fmt: skip
    tokens = dict(line.split("\t")[:2] for line in (home / "private" / "tokens.tsv").read_text().splitlines())
    contacts = friends_of(people)
    for i, name in enumerate(names):
        (scratch / "contacts.txt").write_text("".join(f"{names[j]}\n" for j in contacts[i]))
        values = ["--value", ("red", "green", "blue")[i % 3]] if attributes else []
        run("client", "join", states / str(i), "--from", home / "public", "--name", name, "--account", scratch / "accounts" / name, "--token", tokens[name], "--contacts",
            scratch / "contacts.txt", "--ceiling", 8, *values)  # fmt: skip
    messages = compared = turn = 0
    while not (home / "public" / "result.json").exists():
        turn += 1
        to = scratch / f"turn{turn}"
        for i in range(people):
            say_both(states / str(i), home / "public", other, to, f"{method}, turn {turn}")
            compared += 1
        messages += require_same(to, f"{method}, turn {turn}")
        run("collector", "ingest", home, to / "program")
        assert turn < 40, "it never ends"
    print(f"{method}: {messages} messages and {compared} states are equal")
    return messages


def kept_by_earlier(version, other, scratch):
    """Collections as an earlier version left them, with their last round open."""
    shutil.copytree(here.parent / "golden" / version, scratch)
    states = sorted((scratch / "states").glob("*.state"))
    for state in states:
        say_both(state, scratch / "home" / "public", other, scratch / "said", version)
    messages = require_same(scratch / "said", version)
    assert messages > 0, f"{version}: nobody is asked"
    print(f"{version}: {messages} messages and {len(states)} states are equal")


def much_to_read(scratch):
    """Somebody joins by a directory that is larger than the memory that the module has then."""
    scratch.mkdir()
    names = [f"{i:06} {'of a long name' * 13}" for i in range(60000)]
    (scratch / "people.txt").write_text("".join(f"{name}\n" for name in names))
    run("collector", "create", scratch / "home", "--method", "degrees", "--people", scratch / "people.txt", "--epsilon", 1, "--yes")
    with open(scratch / "home" / "private" / "tokens.tsv") as tokens:
        name, token = next(tokens).rstrip("\n").split("\t")[:2]
    other = Other()
    did = other.answer(scratch / "home" / "public", scratch / "kept", scratch / "message",
                       who={"name": name, "token": token, "contacts": names[-3:], "values": [], "ceiling": 4})  # fmt: skip
    assert did == "said join", did
    directory, memory = (scratch / "home" / "public" / "people.txt").stat().st_size, other.said["memory"]
    assert memory < 8 << 20 < directory, f"{memory} bytes of memory for a directory of {directory}"
    print(f"a directory of {directory / 1e6:.1f} MB is read in {memory / 1e6:.1f} MB of memory")
    other.close()


def main():
    other = Other()
    with tempfile.TemporaryDirectory() as scratch:
        for method in ("degrees", "triangles", "cycles-4", "homophily", "cores", "mixing", "centrality", "communities", "labels", "synthesis"):
            collection(method, other, pathlib.Path(scratch) / method)
        for version in ("collect-v1", "collect-v2", "collect-v2-sample", "collect-v2-items", "collect-v3"):
            kept_by_earlier(version, other, pathlib.Path(scratch) / version)
        much_to_read(pathlib.Path(scratch) / "much")
    other.close()


if __name__ == "__main__":
    main()
