# SPDX-License-Identifier: MIT
"""Take part: python3 client.py [--seed N] [--part P] ADDRESS NAME TOKEN CONTACTS STATE [VALUE...].

--seed: coins that are replayed, for a simulated task. --part: spend 1 / 2^P of each budget.
"""

from __future__ import annotations

import json
import os
import random
import secrets
import sys
import time
from pathlib import Path
from typing import Any

import coins
from answers import Person, plan, read_values, roles_in
from crypto import hmac_sha256, public_key, sign
from http_side import Collector, Folders, Stopped
from public import Objects
from task import Announcement, Task, read_announcement, read_joined, read_labels, read_seal, read_task
from wire import Malformed, Reader, integer, integers, name_of, text


SAID = ("degree", "size", "length", "number of columns", "number of entries")


class Ended(RuntimeError):
    """The client must end, and never answers again."""


class Client:
    """One person's side of a collection; its state is on the disk before a byte goes out."""

    def __init__(
        self, collector: Collector | Folders, state: Path, seed: int | None = None
    ) -> None:
        self.collector = collector
        self.path = state
        self.seed = seed
        self.state: dict[str, Any] = {}
        self.objects: dict[str, bytes] = {}
        if state.exists():
            self.state = json.loads(state.read_text())
        raw = self.collector.need("/task.json", 1 << 20)
        self.task: Task = read_task(raw)
        if self.state and self.state["task"] != self.task.id:
            raise Ended("the state is of another task")
        self.moment: float | None = None

    def keep(self) -> None:
        """Write the state, and have it on the disk before this returns."""
        new = self.path.with_name(self.path.name + ".new")
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(self.state, file)
            file.flush()
            os.fsync(file.fileno())
        new.replace(self.path)
        folder = os.open(self.path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)

    def people(self) -> list[str]:
        """Fetch the directory."""
        raw = self.collector.need("/people.txt", (1 << 20) + 256 * self.task.people)
        names = raw.decode().split("\n")
        if name_of(raw) != self.task.values["directory"] or names.pop() != "":
            raise Ended("the directory is another than the task says")
        return names

    def labels(self) -> dict[int, tuple[str, int]]:
        """Fetch who has which public label, where the task has labels."""
        said: Any = self.task.values.get("public_labels")
        if said is None:
            return {}
        raw = self.collector.need("/objects/" + said["file"], (1 << 20) + 512 * said["people"])
        return read_labels(raw, said)

    def check_labels(self, a: Announcement) -> None:
        """End where a count of contacts by label is about other labels than the task's."""
        said: Any = self.task.values.get("public_labels")
        if said is None:
            return
        r = Reader(a.said)
        r.budget()
        values = read_values(Objects(self.objects, self.task.key), r.name())
        groups, labels = r.count(), self.labels()
        joined = read_joined(self.objects[a.joined], self.task.version)
        if groups != len(said["names"]) or len(values) != len(joined):
            raise Malformed("it asks about other labels")
        for (person, *_), (value, *_) in zip(joined, values, strict=True):
            own = labels.get(person, (None, None))[1]
            is_label = 0 <= value < groups
            allowed = not is_label if a.number == 0 else is_label and own is None
            if value != own and not allowed:
                raise Malformed("it gives somebody another label than the public one")

    def lines_of_lists(self) -> list[str]:
        """Fetch the directory of what is on lists."""
        if not self.task.items:
            return self.people()
        name = str(self.task.values["item_directory"])
        raw = self.collector.need("/objects/" + name, (1 << 20) + 256 * self.task.items)
        names = raw.decode().split("\n")
        if name_of(raw) != name or names.pop() != "" or len(names) != self.task.items:
            raise Ended("the directory of items is another than the task says")
        return names

    def join(
        self, name: str, token: str, contacts: list[str], values: list[str], part: int = 0
    ) -> None:
        """Freeze the part, the list and the values, make a key, and register."""
        if part not in (0, 1, 2) or part and self.task.version < 3:
            raise Ended("nobody can choose this part here")
        if not self.state:
            people = {n: p for p, n in enumerate(self.people())}
            if any(people.get(n) != p for p, (n, _) in self.labels().items()):
                raise Ended("the public labels are of other people than the directory has")
            lines = {n: p for p, n in enumerate(self.lines_of_lists())}
            own = "" if self.task.items else name
            persons = sorted({lines[c] for c in contacts if c in lines and c != own})
            attributes: Any = self.task.values["attributes"]
            chosen = [a["values"].index(v) for a, v in zip(attributes, values, strict=True)]
            self.state = {
                "task": self.task.id, "name": name, "person": people[name], "token": token,
                "key": secrets.token_hex(32), "secret": secrets.token_hex(32),
                "persons": persons, "values": chosen, "heard": [], "said": {}, "order": None,
                "rows": None, "longest": 0,
                "frozen": name_of(integers(persons) + integers(chosen)), "ended": None,
                "registered": False, "part": part,
            }
            self.keep()
        if self.state["registered"]:
            return
        key = bytes.fromhex(self.state["key"])
        parts = text(self.task.id) + text(self.state["name"])
        public = text(public_key(key))
        proof = hmac_sha256(
            bytes.fromhex(self.state["token"]), text("edgeldp join 2") + parts + public
        )
        body = text(f"edgeldp registration {self.task.version}") + parts + text(proof) + public
        body += integer(int(self.task.simulated))
        if self.task.version >= 3:
            body += integer(self.state["part"])
        self.collector.post(body + sign(key, body))
        self.state["registered"] = True
        self.keep()

    def end(self, why: str) -> None:
        """Wipe the secret of the coins, and keep why the client ended."""
        self.state["secret"] = None
        self.state["ended"] = why
        self.keep()

    def fetch(self, a: Announcement) -> bool:
        """Fetch all objects that an announcement names."""
        for name, size in a.sizes.items():
            if name not in self.objects:
                raw = self.collector.get("/objects/" + name, size)
                if raw is None or len(raw) != size or name_of(raw) != name:
                    return False
                self.objects[name] = raw
        return True

    def who(self, a: Announcement) -> Person | None:
        """Say who joined; None says that this client is not among them."""
        joined = read_joined(self.objects[a.joined], self.task.version)
        users = {person: user for user, (person, *_) in enumerate(joined)}
        if len(users) != a.users:
            raise Ended("another number of users joined than is said")
        own = users.get(self.state["person"])
        if own is None:
            return None
        mark = name_of(public_key(bytes.fromhex(self.state["key"])))[:32]
        if joined[own][1].hex() != mark:
            raise Ended("somebody else joined in this name")
        if joined[own][2] != self.state["part"]:
            raise Ended("the list says that this person chose another part")
        contacts = [users[p] for p in self.state["persons"] if p in users]
        if self.task.items:
            contacts = self.state["persons"]
        paid: dict[str, int] = {}
        left_out = False
        for h in self.state["heard"]:
            if h["answer"]:
                paid[h["round"]] = paid.get(h["round"], 0) + h["price"]
            elif h["round"] not in ("pilot", "count"):
                left_out = True
        return Person(
            own, a.users, contacts, self.state["values"], self.state["said"], paid,
            self.state["order"], self.state["rows"], self.state["longest"], left_out,
            self.state["part"],
        )

    def account(self, paid: dict[str, int], name: str, price: int) -> None:
        """Refuse a price that costs more than the round or the total may."""
        if self.task.halves and name in paid:
            raise Ended("a count was answered before")
        new = paid | {name: paid.get(name, 0) + price}
        rounds = self.task.rounds
        sums = {end: 0 for end in (None, "later", "earlier")}
        for what, units in new.items():
            sums[rounds[what].end] += units
        whole = sums[None] + max(sums["later"], sums["earlier"])
        part = self.state["part"]
        if new[name] > rounds[name].most >> part or whole > self.task.total >> part:
            raise Ended("a price is more than the task allows")

    def check(self, a: Announcement, number: int) -> None:
        """End where an announcement is one that no client may answer."""
        heard = self.state["heard"]
        before = heard[-1]["name"] if heard else self.task.id
        if (a.task, a.version) != (self.task.id, self.task.version):
            raise Ended("an announcement is of another task or version")
        if (a.number, a.before) != (number, before):
            raise Ended("an announcement is of another place")
        if heard and heard[0]["joined"] != a.joined:
            raise Ended("other people joined than before")
        known = self.task.rounds.get(a.round)
        if known is None or a.round == "join" or a.ends != known.ends or a.asks not in known.asks:
            raise Ended("the task has no such round")
        if self.task.halves and a.round != "count" and a.round in [h["round"] for h in heard]:
            raise Ended("a round is announced a second time")
        try:
            roles = roles_in(a)
        except Malformed as error:
            raise Ended(f"roles cannot be read: {error}") from error
        if roles is not None and self.state.setdefault("roles", list(roles)) != list(roles):
            raise Ended("people are given other roles than before")
        if a.closes < a.opened + known.seconds:
            raise Ended("a round closes before the time that the task gives for it")

    def skip(self, a: Announcement) -> None:
        """Keep an announcement without an answer."""
        self.state["heard"].append(self.entry(a))
        self.keep()

    @staticmethod
    def entry(a: Announcement) -> dict[str, Any]:
        """Give what is kept of an announcement that has no answer."""
        return {
            "name": a.name, "round": a.round, "joined": a.joined, "price": 0, "answer": None,
            "sent": True, "raw": a.raw.hex(),
        }

    def hear(self, a: Announcement) -> bool:
        """Keep an announcement and the answer to it; False says that it must be heard later."""
        entry = self.entry(a)
        if not self.fetch(a):
            return False
        me = self.who(a)
        if me is None:
            self.end("not among those who joined")
            return True
        self.moment = None
        if a.asked is None or me.user in a.asked:
            try:
                made = plan(a, me, self.task, Objects(self.objects, self.task.key))
                self.check_labels(a)
                self.account(me.paid, a.round, made.price)
            except (Malformed, ValueError, IndexError) as error:
                raise Ended(str(error)) from error
            now = time.time()
            left = 0.9 * (a.closes - now)
            within = self.task.rounds[a.round].answer_seconds
            span = max(1.0, min(within, left) if left > 0 else within)
            self.moment = now + made.seconds + random.random() * span
            body, number = made.make(self.words(a, made.purpose, me.user))
            report = text(f"edgeldp report {self.task.version}") + text(self.task.id) + integer(a.number)
            report += text(a.name) + integer(me.user) + text(body)
            signature = sign(bytes.fromhex(self.state["key"]), report)
            entry |= {"price": made.price, "answer": (report + signature).hex(), "sent": False}
            if number is not None and a.asks in SAID:
                self.state["said"][a.asks] = [number, made.price]
            if self.state["order"] is None:
                self.state["order"] = made.order
            self.state["rows"] = made.rows or self.state["rows"]
            self.state["longest"] = max(made.longest, self.state["longest"])
            while self.moment < time.time():
                self.moment += span
        self.state["heard"].append(entry)
        self.keep()
        return True

    def words(self, a: Announcement, purpose: int, user: int) -> Any:
        """Give the coins of an answer."""
        if self.task.simulated:
            if self.seed is None:
                raise Ended("a simulated task needs a seed")
            return coins.simulated_words(self.seed, purpose, user)
        key = coins.coin_key(bytes.fromhex(self.state["secret"]), a.name, self.state["frozen"])
        return coins.private_words(key, purpose)

    def announcement(self, number: int) -> Announcement | None:
        """Fetch an announcement, or None where there is none that the collector signed."""
        raw = self.collector.get(f"/announcements/{number}", (1 << 20) + 256 * self.task.people)
        if raw is None:
            return None
        try:
            return read_announcement(raw, self.task.collector)
        except (Malformed, ValueError):
            return None

    def look(self) -> bool:
        """Look once; True says that the client is done."""
        heard = self.state["heard"]
        if heard:
            last = self.announcement(len(heard) - 1)
            if last is None:
                return False
            if last.name != heard[-1]["name"] and last.task == self.task.id:
                self.state["contradiction"] = last.raw.hex()
                raise Ended("the collector has contradicted itself")
        seal = self.collector.get("/result.seal", 65536)
        if seal is not None:
            try:
                last = read_seal(seal, self.task)
            except (Malformed, ValueError):
                return False
            if last in [self.task.id, *(h["name"] for h in heard)][:-1]:
                raise Ended("the collection ends without a round that was announced")
            self.end("the collection is over")
            return True
        news: list[Announcement] = []
        while (a := self.announcement(len(heard) + len(news))) is not None:
            news.append(a)
        for i, a in enumerate(news):
            self.check(a, len(heard))
            is_last = i == len(news) - 1
            if not is_last:
                self.skip(a)
            elif not self.hear(a):
                return False
            if self.state["ended"]:
                return True
        return False

    def wait(self) -> None:
        """Wait until the next look, and send an answer whose moment comes meanwhile."""
        heard = self.state["heard"]
        name = heard[-1]["round"] if heard else list(self.task.rounds)[-1]
        pause = max(0.25, min(60.0, self.task.rounds[name].answer_seconds / 4))
        until = time.time() + random.uniform(0.5, 1.5) * pause
        if heard and not heard[-1]["sent"]:
            moment = self.moment or time.time() + random.random()
            if moment <= until:
                time.sleep(max(0.0, moment - time.time()))
                if self.collector.post(bytes.fromhex(heard[-1]["answer"])):
                    heard[-1]["sent"] = True
                    self.keep()
            else:
                self.moment = moment
        time.sleep(max(0.0, until - time.time()))

    def run(self) -> str:
        """Answer all that is asked, and say why it is over."""
        while not self.state["ended"]:
            try:
                if self.look():
                    break
            except (Ended, Stopped) as error:
                self.end(str(error))
                break
            self.wait()
        return str(self.state["ended"])


def main() -> int:
    """Take part as the command line says."""
    words, seed, part = sys.argv[1:], None, 0
    if words[:1] == ["--seed"]:
        seed, words = int(words[1]), words[2:]
    if words[:1] == ["--part"]:
        part, words = int(words[1]), words[2:]
    if len(words) < 5:
        print(__doc__, file=sys.stderr)
        return 2
    address, name, token, contacts, state = words[:5]
    client = Client(Collector(address), Path(state), seed)
    client.join(name, token, Path(contacts).read_text().split("\n"), words[5:], part)
    why = client.run()
    print(why)
    return 0 if why in ("the collection is over", "not among those who joined") else 1


if __name__ == "__main__":
    sys.exit(main())
