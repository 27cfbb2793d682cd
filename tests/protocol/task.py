# SPDX-License-Identifier: MIT
"""The task, the announcements and the seal, as a client must read them."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field

from crypto import verify
from wire import Malformed, Reader, name_of

Row = tuple[str, int, float, str | None, tuple[str, ...]]
# Of each method: the name of a round, ends, share of the total (0 is 1 less the degree's share),
# which end answers, and what the round may ask.
PAIRS: tuple[Row, ...] = (
    ("degree", 2, 0.02, None, ("degree",)),
    ("size", 1, 0, None, ("size",)),
    ("edges", 1, 0, None, ("row",)),
)
HALVES: tuple[Row, ...] = (
    ("degree", 2, 0.02, None, ("degree",)),
    ("size", 1, 0, "later", ("size",)),
    ("length", 1, 0, "earlier", ("length",)),
    ("edges", 1, 0, "earlier", ("row",)),
)
METHODS: dict[str, tuple[Row, ...]] = {
    "degrees": (("degree", 2, 1, None, ("degree",)),),
    "triangles": (*PAIRS, ("count", 1, 0, None, ("centred pairs",))),
    "cycles-4": (
        *PAIRS, ("pilot", 1, 0, None, ("weights",)), ("count", 1, 0, None, ("weights",))
    ),
    "homophily": (
        ("attributes", 0, 1, None, ("reports",)), ("count", 2, 1, None, ("neighbors by report",))
    ),
    "mixing": (
        ("degree", 2, 0.2, None, ("degree",)),
        ("count", 2, 0, None, ("neighbor groups", "neighbor sums")),
    ),
    "cores": (
        ("degree", 2, 0.1, None, ("degree",)),
        ("count", 2, 0, None, ("h-index", "neighbor groups")),
    ),
    "communities": (
        ("degree", 2, 0.05, None, ("degree",)), ("count", 2, 0, None, ("neighbor groups",))
    ),
    "labels": (("count", 2, 1, None, ("neighbor groups",)),),
    "synthesis": (
        ("degree", 2, 0.2, None, ("degree",)), ("edges", 1, 0, None, ("row",)),
        ("count", 2, 0, None, ("pairs", "neighbor groups", "neighbor sums")),
    ),
    "centrality": (
        ("degree", 2, 0.3, None, ("degree",)), ("count", 2, 0, None, ("neighbor sums",))
    ),
    "butterflies": (
        ("size", 1, 0.1, None, ("number of entries",)), ("entries", 1, 0, None, ("entries",)),
        ("pilot", 1, 0, None, ("pairs of items",)), ("count", 1, 0, None, ("pairs of items",)),
    ),
    "triangles, sample": (
        ("degree", 2, 0.1, None, ("degree",)), ("size", 1, 0, None, ("number of columns",)),
        ("edges", 1, 0, None, ("columns",)), ("count", 1, 0, None, ("pairs in a sample of rows",)),
    ),
    "triangles, halves": (*HALVES, ("count", 1, 0, "later", ("forward pairs",))),
    "cycles-4, halves": (
        *HALVES,
        ("pilot", 1, 0, "later", ("forward weights",)),
        ("count", 1, 0, "later", ("forward weights",)),
    ),
}
CHOOSING = {"degrees", "mixing", "cores"}  # methods of which new tasks let people spend a part of each budget
KEYS = {
    "attributes", "close_permille", "collector_key", "directory", "edgeldp_task", "epsilon_units",
    "method", "order", "people", "release_key", "rounds", "simulated", "title",
}


@dataclass
class Round:
    """A round of a task."""

    name: str
    ends: int
    most: int
    end: str | None
    asks: tuple[str, ...]
    seconds: int
    answer_seconds: int


@dataclass
class Task:
    """What is fixed before anybody takes part."""

    id: str
    version: int
    values: dict[str, object]
    rounds: dict[str, Round]
    total: int
    people: int
    simulated: bool
    collector: bytes
    key: int
    relationship: int | None
    items: int = 0

    @property
    def halves(self) -> bool:
        """Say whether the two ends of an edge are paid apart."""
        return any(r.end for r in self.rounds.values())


def require_labels(labels: dict[str, object], people: int) -> None:
    """Refuse public labels that no task has."""
    names = labels["names"]
    if set(labels) != {"file", "names", "people"} or not 2 <= len(names) <= 64:
        raise Malformed("the public labels have other keys, or too few or too many names")
    if names != sorted(set(names), key=str.encode) or "(none)" in names:
        raise Malformed("the names of labels are in no order, or one says that there is none")
    if any(not 1 <= len(n.encode()) <= 200 or min(n) < " " or "\x7f" in n for n in names):
        raise Malformed("no label is called so")
    if not len(names) <= labels["people"] < people:
        raise Malformed("the public labels are of too few or too many people")


def read_labels(raw: bytes, labels: dict[str, object]) -> dict[int, tuple[str, int]]:
    """Read who has which public label: of each person its name and the number of its label."""
    if name_of(raw) != labels["file"] or raw[-1:] != b"\n":
        raise Malformed("the public labels are others than the task says")
    lines = [line.split("\t") for line in raw.decode().split("\n")[:-1]]
    known = {int(p): (name, labels["names"].index(label)) for p, name, label in lines}
    if [str(p) for p in sorted(known)] != [p for p, *_ in lines] or len(lines) != labels["people"]:
        raise Malformed("the public labels are in no order, or of another number of people")
    return known


def read_task(raw: bytes) -> Task:
    """Read a task, and refuse all that a client must refuse."""
    try:
        v = json.loads(raw)
        again = json.dumps(v, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        if again.encode() != raw:
            raise Malformed("the task is not in canonical form")
        more = {"butterflies": {"items", "item_directory"}, "labels": {"public_labels"}}.get(v["method"], set())
        choice = {"relationship_permille", "max_download_bytes"} & set(v)
        if set(v) != KEYS | more | choice or len(choice) > 1 or v["edgeldp_task"] not in (2, 3):
            raise Malformed("the task has other keys, or another version")
        if v["edgeldp_task"] == 3 and v["method"] not in CHOOSING:
            raise Malformed("nobody can choose what to spend in this method")
        permille, download = v.get("relationship_permille"), v.get("max_download_bytes")
        if download is not None and not 1 <= download <= 1 << 40:
            raise Malformed("nobody may read so much")
        if "public_labels" in more:
            require_labels(v["public_labels"], v["people"])
        if "items" in more and not (1 <= v["items"] <= 10000 and v["people"] <= 10000):
            raise Malformed("there are too many items or people")
        variant = "" if permille is None else ", halves"
        method = v["method"] + (", sample" if download is not None else variant)
        total, rows = v["epsilon_units"], METHODS[method]
        if not (2 <= v["people"] <= 2**32 - 2 and 1 <= total <= 64 << 32):
            raise Malformed("a number of the task is outside its interval")
        if permille is not None and not 1021 <= permille <= 2000:
            raise Malformed("no relationship may lose so much")
        if (v["method"] == "homophily") != bool(v["attributes"]):
            raise Malformed("attributes and method do not fit")
        rounds = {"join": Round("join", 0, 0, None, (), v["rounds"][0]["seconds"], 0)}
        first = math.floor(total * rows[0][2])
        expected = [{"edge_ends": 0, "most_epsilon_units": 0, "name": "join"}]
        for i, (name, ends, share, end, asks) in enumerate(rows):
            most = total - first if share == 0 else first if i == 0 else total
            seen = v["rounds"][i + 1]
            expected.append({"edge_ends": ends, "most_epsilon_units": most, "name": name})
            if end:
                expected[-1]["answering_end"] = end
            rounds[name] = Round(
                name, ends, most, end, asks, seen["seconds"], seen["answer_seconds"]
            )
        for want, seen in zip(expected, v["rounds"], strict=True):
            want |= {"seconds": seen["seconds"], "answer_seconds": seen["answer_seconds"]}
            if want != seen or not 0 <= seen["answer_seconds"] < seen["seconds"]:
                raise Malformed("a round is none of the method")
        return Task(
            name_of(raw), v["edgeldp_task"], v, rounds, total, v["people"], v["simulated"],
            bytes.fromhex(v["collector_key"]), int(v["release_key"], 16), permille,
            v.get("items", 0),
        )
    except (KeyError, IndexError, TypeError) as error:
        raise Malformed("the task lacks something") from error


@dataclass
class Announcement:
    """What the collector asks, once."""

    name: str
    version: int
    raw: bytes
    task: str
    number: int
    before: str
    joined: str
    asks: str
    round: str
    ends: int
    said: bytes
    users: int
    asked: list[int] | None
    objects: dict[str, int]
    told: list[bytes]
    opened: int
    closes: int
    sizes: dict[str, int] = field(default_factory=dict)

    def told_to(self, user: int) -> bytes:
        """Give what this user is told."""
        place = user if self.asked is None else self.asked.index(user)
        return self.told[place] if self.told else b""


def signed_part(raw: bytes, key: bytes) -> bytes:
    """Give what the collector has signed."""
    if len(raw) < 64 or not verify(key, raw[:-64], raw[-64:]):
        raise Malformed("the collector has not signed this")
    return raw[:-64]


def read_announcement(raw: bytes, key: bytes) -> Announcement:
    """Read a signed announcement."""
    r = Reader(signed_part(raw, key))
    kind = r.text()
    if kind not in (b"edgeldp announcement 2", b"edgeldp announcement 3"):
        raise Malformed("this is no announcement")
    task, number, before = r.name(), r.count(), r.name()
    joined, joined_size = r.name(), r.count()
    asks, name, ends, said = r.word(), r.word(), r.integer(0, 2), r.text()
    users, asked = r.count(), None
    count = users
    if r.flag():
        asked, last, count = [], 0, r.integer(0, users)
        for _ in range(count):
            last += r.integer()
            asked.append(last)
        if len(set(asked)) < count or any(not 0 <= u < users for u in asked):
            raise Malformed("a user is asked twice, or is not there")
    objects = {}
    for _ in range(r.count()):
        object_name = r.name()
        objects[object_name] = r.count()
    told = [r.text() for _ in range(r.integer(0, count))]
    if told and len(told) != count:
        raise Malformed("not all are told something")
    opened, closes = r.integer(), r.integer()
    r.end()
    return Announcement(
        name_of(raw), int(kind[-1:]), raw, task, number, before, joined, asks, name, ends, said, users, asked,
        objects, told, opened, closes, objects | {joined: joined_size},
    )


def read_seal(raw: bytes, task: Task) -> str:
    """Read a seal, and give the name of the last announcement."""
    r = Reader(signed_part(raw, task.collector))
    if r.text() != b"edgeldp result 2" or r.name() != task.id:
        raise Malformed("this is no seal of the task")
    last = r.name()
    r.name()
    r.end()
    return last


def read_joined(raw: bytes, version: int) -> list[tuple[int, bytes, int]]:
    """Read who joined: of each user its person, its mark and the part of budgets that it chose."""
    r = Reader(raw)
    persons, last = [], -1
    for _ in range(r.count()):
        step = r.integer(1)
        last += step
        persons.append(last)
    marks = [r.text() for _ in persons]
    parts = [r.integer(0, 2) if version >= 3 else 0 for _ in persons]
    r.end()
    if any(len(mark) != 16 for mark in marks):
        raise Malformed("a mark has another length")
    return list(zip(persons, marks, parts, strict=True))
