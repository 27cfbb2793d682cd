# SPDX-License-Identifier: MIT
"""What a round asks: its price, how long an answer may take, and the answer."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import coins
from coder import Encoder
from counts import accept, accept_pairs, cycle_weights, item_weights, pair_weights, role_of, sample_weights
from public import HUBS_LAST, Layout, Objects, Order, Release, VectorLayout, read_values
from rows import BITMAP, draw_bitmap, draw_bitmap_together, draw_null_space
from task import Announcement, Task
from wire import Malformed, Reader, integer, of_rank

Make = Callable[[Iterator[int]], tuple[bytes, int | None]]


@dataclass
class Person:
    """What a client knows of itself: its user, its list, its values, and what it said before.

    Of degrees, sizes and lengths `said` has the number that was sent and its budget, and under
    `paid` the price of each answer so far by the name of its round. It pays 1 / 2^part of the
    budget that is announced for all.
    """

    user: int
    users: int
    contacts: list[int]
    values: list[int]
    said: dict[str, list[int]] = field(default_factory=dict)
    paid: dict[str, int] = field(default_factory=dict)
    order: str | None = None
    rows: str | None = None
    longest: int = 0
    left_out: bool = False
    part: int = 0


@dataclass
class Plan:
    """An answer that can be made: `make` gives the body, and the number where it is one.

    Of half a list `order` and `rows` name the order and the layout, and `longest` is what a length
    takes of whoever pays most for it.
    """

    price: int
    purpose: int
    seconds: float
    make: Make
    order: str | None = None
    rows: str | None = None
    longest: int = 0


def tail(units: int) -> int:
    """Give m of a budget: noise is larger only once in 10^9."""
    a, m = math.exp(-units / 2**32), 0
    while a ** (m + 1) > 1e-9 * (1 + a):
        m += 1
    return m


def stands(value: int, budget: int, most: int, released: int) -> bool:
    """Say whether a number that was sent stands as it was, but for clamping."""
    m = tail(budget)
    return released in (value, max(-m, min(most + m, value)))


def check_order(order: Order, me: Person) -> None:
    """Refuse an order in which the own degree is another than was said."""
    if len(order.rank) != me.users:
        raise Malformed("an order is of another number of users")
    if "degree" not in me.said:
        raise Malformed("the own degree was never said")
    value, budget = me.said["degree"]
    if not stands(value, budget, me.users - 1, order.degrees[me.user]):
        raise Malformed("the own degree is not what was said")


def check_layout(layout: Layout, me: Person, task: Task) -> None:
    """Refuse a layout in which the own size or length is another than was said."""
    check_order(layout.order, me)
    if layout.rule == 1 and len(layout.sizes) != me.users:
        raise Malformed("a layout has sizes of another number of users")
    if layout.simulated != task.simulated:
        raise Malformed("a layout is simulated where the task is not, or the reverse")
    if task.halves and (not layout.hubs_last or me.order != layout.order.by_degree.name):
        raise Malformed("rows are not the first order turned round")
    what = "length" if layout.hubs_last else "size"
    if layout.rule == 1:
        if what not in me.said:
            raise Malformed(f"the own {what} was never said")
        value, budget = me.said[what]
        rank = layout.order.rank[me.user]
        degree = layout.order.degrees[me.user] + tail(me.said["degree"][1])
        if not stands(value, budget, max(0, min(rank, degree)), layout.sizes[me.user]):
            raise Malformed("the own size is not what was said")


def preceding(order: Order, me: Person) -> list[int]:
    """Give the users of the list that precede the user, by rank."""
    own = order.rank[me.user]
    return [order.at[r] for r in sorted(order.rank[v] for v in me.contacts) if r < own]


def count_members(order: Order, me: Person, forward: bool) -> list[int]:
    """Give the members of a count, by rank in the order of the rows."""
    if not forward:
        return preceding(order, me)
    own = order.rank[me.user]
    return [order.at[r] for r in sorted(order.rank[v] for v in me.contacts) if r > own]


def one_number(value: Callable[[], int], sensitivity: int, budget: int) -> Make:
    """Make the answer that is one noisy number."""

    def make(words: Iterator[int]) -> tuple[bytes, int | None]:
        number = value() + coins.noise(words, sensitivity, budget)
        return integer(number), number

    return make


def numbers(value: Callable[[], list[int]], sensitivity: int, budget: int) -> Make:
    """Make the answer of several noisy numbers."""

    def make(words: Iterator[int]) -> tuple[bytes, int | None]:
        drawn = [v + coins.noise(words, sensitivity, budget) for v in value()]
        return b"".join(map(integer, drawn)), None

    return make


def usual_seconds(me: Person) -> float:
    """Give the time to read what everybody is told."""
    return 0.01 + 5e-6 * me.users


def most_members(me: Person, what: str, rank: int) -> int:
    """Give how many contacts there may be behind a number that was said."""
    if what not in me.said:
        raise Malformed(f"the own {what} was never said")
    value, budget = me.said[what]
    return max(0, min(rank, value + tail(budget)))


def plan_size(r: Reader, a: Announcement, me: Person, task: Task, objects: Objects) -> Plan:
    """Plan a size or a length."""
    steps, order = r.steps(), objects.order(r.name())
    check_order(order, me)
    if order.kind == HUBS_LAST or task.halves and me.order not in (None, order.name):
        raise Malformed("a size is asked by another order")
    price = of_rank(steps, order.rank[me.user])
    own, ranks = order.rank[me.user], [order.rank[v] for v in me.contacts]
    length = a.asks == "length"
    count = sum((x > own) == length for x in ranks)
    purpose = coins.LENGTH if length else coins.SIZE
    make = one_number(lambda: count, 1, price)
    longest = max(budget for _, budget in steps) if length else 0
    return Plan(price, purpose, usual_seconds(me), make, order.name, longest=longest)


def plan_row(r: Reader, me: Person, task: Task, objects: Objects) -> Plan:
    """Plan a row."""
    layout = objects.layout(r.name())
    check_layout(layout, me, task)
    order = layout.order
    own = layout.of_rank(order.rank[me.user])
    mixed = layout.hubs_last and len(layout.classes) > 1
    price = max(c.edges for c in layout.classes) if mixed else own.edges
    members, rank = preceding(order, me), order.rank[me.user]

    def make(words: Iterator[int]) -> tuple[bytes, int | None]:
        coder = Encoder()
        if layout.codec == BITMAP:
            marked = {order.rank[v] for v in members}
            true = [int(x in marked) for x in range(rank)]
            flips = [layout.flip(rank, x) for x in range(rank)]
            if task.simulated:
                cuts = [c.first for c in layout.classes] if mixed else []
                row = draw_bitmap_together(words, true, flips, cuts)
            else:
                row = draw_bitmap(words, true, flips)
        else:
            positions = [layout.position(v) for v in members]
            _, drop, q = own.numbers[:3]
            width = layout.columns(me.user)
            row = draw_null_space(words, layout.key, me.user, width, q, drop, positions)
        layout.code(coder, me.user, row)
        return coder.finish(), None

    what = "degree" if layout.rule == 2 else "length" if layout.hubs_last else "size"
    entries = most_members(me, what, rank)
    seconds = usual_seconds(me) + 1e-5 * (entries + me.users / 64)
    return Plan(price, coins.ROW, seconds, make, order.by_degree.name, layout.name)


def check_relationship(me: Person, layout: Layout, price: int, task: Task) -> None:
    """Refuse a count by which an edge would lose more than the task says."""
    if task.relationship is None:
        return
    if me.left_out or layout.name != me.rows or "size" not in me.said:
        raise Malformed("a count is on what this client was not asked")
    edges = layout.of_rank(layout.order.rank[me.user]).edges
    lost = 2 * me.paid["degree"] + me.paid["size"] + me.paid.get("pilot", 0) + price
    if lost + me.longest + edges > task.total * task.relationship // 1000:
        raise Malformed("a relationship loses more than the task says")


def plan_count(r: Reader, a: Announcement, me: Person, task: Task, objects: Objects) -> Plan:
    """Plan a count of triangles or of cycles."""
    forward, cycles = a.asks.startswith("forward"), a.asks.endswith("weights")
    told = Reader(a.told_to(me.user)) if a.asks != "centred pairs" else None
    limits: list[tuple[int, int, int]] = []
    theta = 0
    if cycles:
        pilot, steps = r.flag(), [(0, r.budget())]
        if r.integer() != 4 or pilot != (a.round == "pilot"):
            raise Malformed("weights of another length, or a pilot that is none")
    else:
        pilot, steps, theta = False, r.steps(), r.integer(0, 1 << 20)
        if not forward:
            limits = [(r.count(), r.integer(0, 1 << 40), r.integer()) for _ in range(r.count())]
    release = objects.release(r.name())
    layout = release.layout
    check_layout(layout, me, task)
    if layout.hubs_last != forward:
        raise Malformed("a count is asked of another order")
    rank = layout.order.rank[me.user]
    price = of_rank(steps, layout.order.by_degree.rank[me.user])
    if told is not None:
        limit = told.integer(0, 1 << 62)
        told.end()
    else:
        _, each, margin = [x for x in limits if x[0] <= rank][-1]
        s = min(rank, layout.sizes[me.user] + margin)
        limit = 0 if s < 2 else min(1 << 62, each * (s - 1))
    check_relationship(me, layout, price, task)
    what = "degree" if layout.rule == 2 and not forward else "size"
    s = most_members(me, what, layout.order.by_degree.rank[me.user])
    seconds = usual_seconds(me) + s * s / 2 * (2e-7 + (me.users / 64 * 1e-8 if cycles else 0))
    if cycles:
        seconds += usual_seconds(me) + 1e-5 * me.users**2 / 64

    def make(words: Iterator[int]) -> tuple[bytes, int | None]:
        members = count_members(layout.order, me, forward)
        if cycles:
            members = [v for v in members if v not in release.absent]
            members.sort(key=lambda v: layout.order.by_degree.rank[v])
            weigh = cycle_weights(release, me.user, forward)
        else:
            weigh = pair_weights(release, theta)
        total = accept(members, weigh, limit)
        return integer(total + coins.noise(words, limit, price)), None

    return Plan(price, coins.PILOT if pilot else coins.COUNT, seconds, make,
                layout.order.by_degree.name)


def plan_pairs(r: Reader, me: Person, task: Task, objects: Objects) -> Plan:
    """Plan a count of noisy edges among the pairs of all neighbours."""
    price = r.budget()
    if r.integer() != 2:
        raise Malformed("pairs are counted by another rule")
    limits = [(r.integer(), r.integer(0, 2**64 - 1), r.integer(0, 2**64 - 1)) for _ in range(r.count())]
    degrees = [degree for degree, _, _ in limits]
    if any(a >= b for a, b in zip(degrees, degrees[1:])):
        raise Malformed("limits by degree are not in increasing order")
    release = objects.release(r.name())
    layout = release.layout
    check_layout(layout, me, task)
    own = {degree: (ones, zeros) for degree, ones, zeros in limits}
    if layout.order.degrees[me.user] not in own or len(layout.classes) > 1:
        raise Malformed("there are no limits for the own degree, or rows of several laws")
    ones, zeros = own[layout.order.degrees[me.user]]
    if layout.codec == BITMAP:
        scale, offset = 1 << 40, layout.flip(0, 0)
    else:
        scale, offset = layout.classes[0].numbers[2], 1
    sensitivity = max((scale - offset) * ones, offset * zeros)
    if sensitivity == 0:
        raise Malformed("a count is asked of whom it cannot concern")
    s = most_members(me, "degree", me.users - 1)

    def make(words: Iterator[int]) -> tuple[bytes, int | None]:
        ranks = sorted(layout.order.rank[v] for v in me.contacts if v not in release.absent)
        members = [layout.order.at[x] for x in ranks]
        zero, one = accept_pairs(members, release.bit, (zeros, ones))
        statistic = (scale - offset) * one - offset * zero
        return integer(statistic + coins.noise(words, sensitivity, price)), None

    return Plan(price, coins.COUNT, usual_seconds(me) + s * s / 2 * 2e-7, make)


def read_roles(r: Reader, key: int | None = None) -> tuple[int, int]:
    """Read roles: the key, and the chance of a candidate."""
    roles = r.integer(0, 2**64 - 1), r.integer(1, 1 << 31)
    if key is not None and roles[0] != key:
        raise Malformed("roles have another key than the task")
    return roles


def roles_in(a: Announcement) -> tuple[int, int] | None:
    """Give the roles that an announcement gives, or None."""
    if a.asks not in ("number of columns", "columns", "pairs in a sample of rows"):
        return None
    r = Reader(a.said)
    if a.asks != "columns":
        r.budget()
    return read_roles(r)


def check_vectors(layout: VectorLayout, length: int, users: int, task: Task) -> None:
    """Refuse rows over others, or of others, than there are."""
    if (layout.length, layout.users) != (length, users) or layout.simulated != task.simulated:
        raise Malformed("rows are of others than there are, or over others")


def plan_vector(number: int, layout: VectorLayout, entries: list[int], seconds: float) -> Plan:
    """Plan a row over all users, or over items."""

    def make(words: Iterator[int]) -> tuple[bytes, int | None]:
        coder = Encoder()
        layout.code(coder, number, layout.draw(words, number, entries))
        return coder.finish(), None

    return Plan(layout.entries, coins.ROW, seconds, make)


def plan_sample(r: Reader, a: Announcement, me: Person, task: Task, objects: Objects) -> Plan:
    """Plan what a role says where a sample of rows is read."""
    price = r.budget() if a.asks != "columns" else 0
    key, candidates = read_roles(r, task.key)
    roles = [role_of(key, candidates, u) for u in range(me.users)]
    wanted = "counter" if a.asks.startswith("pairs") else "candidate"
    if roles[me.user] != wanted:
        raise Malformed("this is asked of another role")
    if "degree" not in me.said:
        raise Malformed("the own degree was never said")
    mine = [v for v in me.contacts if roles[v] == "column"]
    columns = roles.count("column")
    if a.asks == "number of columns":
        return Plan(price, coins.SIZE, usual_seconds(me), one_number(lambda: len(mine), 1, price))
    if a.asks == "columns":
        layout = objects.vector_layout(r.name())
        asked = a.asked if a.asked is not None else list(range(me.users))
        check_vectors(layout, me.users, len(asked), task)
        number = asked.index(me.user)
        s = most_members(me, "number of columns", columns)
        value, budget = me.said["number of columns"]
        degree, paid = me.said["degree"]
        m = tail(paid)
        most = min(columns, max(-m, min(me.users - 1 + m, degree)) + m)
        if not stands(value, budget, max(0, most), layout.sizes[number]):
            raise Malformed("the own number of columns is not what was said")
        seconds = usual_seconds(me) + 1e-5 * (s + me.users / 64)
        return plan_vector(number, layout, mine, seconds)
    rows, owners, user = objects.vectors(r.name()), {}, -1
    for number in range(r.count()):
        user += r.integer(1)
        owners[user] = (number, r.integer(0, 255))
        if roles[user] != "candidate":
            raise Malformed("an owner of a row is no candidate")
    check_vectors(rows.layout, me.users, len(owners), task)
    told = Reader(a.told_to(me.user))
    limit = told.integer(0, 1 << 62)
    told.end()
    s = most_members(me, "degree", columns + len(owners))

    def make(words: Iterator[int]) -> tuple[bytes, int | None]:
        known = {u: x for u, x in owners.items() if u in me.contacts and x[0] not in rows.absent}
        total = accept(sorted(mine) + sorted(known), sample_weights(rows, candidates, known), limit)
        return integer(total + coins.noise(words, limit, price)), None

    return Plan(price, coins.COUNT, usual_seconds(me) + s * s / 2 * 2e-7, make)


def plan_items(r: Reader, a: Announcement, me: Person, task: Task, objects: Objects) -> Plan:
    """Plan what is asked about a list of items."""
    if a.asks == "number of entries":
        price, length = r.budget(), len(me.contacts)
        make = one_number(lambda: length, 1, price)
        return Plan(price, coins.SIZE, usual_seconds(me), make)
    if a.asks == "entries":
        layout = objects.vector_layout(r.name())
    else:
        pilot, price = r.flag(), r.budget()
        rows = objects.vectors(r.name())
        layout = rows.layout
        if pilot != (a.round == "pilot"):
            raise Malformed("a pilot is called a count, or the reverse")
    check_vectors(layout, task.items, me.users, task)
    s = task.items
    if "number of entries" in me.said:
        s = most_members(me, "number of entries", task.items)
        value, budget = me.said["number of entries"]
        if not stands(value, budget, task.items, layout.sizes[me.user]):
            raise Malformed("the own number of entries is not what was said")
    if a.asks == "entries":
        if a.asked is not None and a.asked.index(me.user) != me.user:
            raise Malformed("rows are numbered otherwise than users")
        seconds = usual_seconds(me) + 1e-5 * (s + task.items / 64)
        return plan_vector(me.user, layout, me.contacts, seconds)
    told = Reader(a.told_to(me.user))
    limit = told.integer(0, 1 << 62)
    told.end()
    seconds = 2 * usual_seconds(me) + s * s / 2 * (2e-7 + me.users / 64 * 1e-8)
    seconds += 1e-5 * me.users / 64 * task.items

    def count(words: Iterator[int]) -> tuple[bytes, int | None]:
        members = sorted(layout.position(i) for i in me.contacts)
        total = accept(members, item_weights(rows, me.user), limit)
        return integer(total + coins.noise(words, limit, price)), None

    return Plan(price, coins.PILOT if pilot else coins.COUNT, seconds, count)


def plan_values(r: Reader, a: Announcement, me: Person, objects: Objects) -> Plan:
    """Plan groups or sums of neighbours' values, or the h-index."""
    price, values = r.budget() >> me.part, read_values(objects, r.name())
    groups = r.integer(1, 64) if a.asks == "neighbor groups" else 0
    step = r.integer(0, (1 << 24) - 1)
    if len(values) != me.users or len(values[0]) != 1:
        raise Malformed("values are of other users, or several a user")
    own = [values[v] for v in me.contacts]
    if a.asks == "neighbor sums":
        most = max(sum(map(abs, row)) for row in values)
        make = numbers(lambda: [sum(x[0] for x in own)], most, price)
    elif a.asks == "neighbor groups":
        make = numbers(lambda: [sum(x[0] == g for x in own) for g in range(groups)], 1, price)
    else:
        ranked = sorted((x[0] for x in own), reverse=True)
        make = one_number(lambda: sum(x >= i for i, x in enumerate(ranked, 1)), 1, price)
    seconds = usual_seconds(me) + 1e-5 * max(1, groups)
    return Plan(price, coins.COUNT + 256 * step, seconds, make)


def read_channels(r: Reader) -> list[list[list[int]]]:
    """Read channels: of each, weights of outputs by input."""
    channels = []
    for _ in range(r.integer(1, 1024)):
        v = json.loads(r.text())
        if any(sum(row) != 1 << 62 or len(row) != len(v["outputs"]) for row in v["weights"]):
            raise Malformed("this is no channel")
        channels.append(v["weights"])
    return channels


def plan_reports(r: Reader, me: Person) -> Plan:
    """Plan the reports of attributes."""
    price, channels = r.budget(), read_channels(r)
    cost = 0
    for weights in channels:
        columns = list(zip(*weights))
        cost += math.ceil(2**32 * max(math.log(max(c) / min(c)) for c in columns))
    if cost > price or len(channels) != len(me.values):
        raise Malformed("channels cost more than is said, or are of other attributes")

    def make(words: Iterator[int]) -> tuple[bytes, int | None]:
        bits = at = 0
        for weights, value in zip(channels, me.values, strict=True):
            word, y, upto = next(words) >> 2, 0, weights[value][0]
            while upto <= word:
                y += 1
                upto += weights[value][y]
            bits |= y << at
            at += (len(weights[value]) - 1).bit_length()
        return bits.to_bytes(-(-at // 8), "little"), None

    return Plan(price, coins.REPORTS, usual_seconds(me), make)


def plan_by_report(r: Reader, me: Person, objects: Objects) -> Plan:
    """Plan how many of the list reported each output."""
    price, o = r.budget(), objects.reader(r.name())
    outputs = [len(weights[0]) for weights in read_channels(o)]
    widths = [(count - 1).bit_length() for count in outputs]
    if o.count() != me.users:
        raise Malformed("reports are of another number of users")
    packed = int.from_bytes(o.take(-(-sum(widths) * me.users // 8)), "little")
    silent = set(o.integers()) if o.at < len(o.raw) else set()
    o.end()
    counts = []
    for c, count in enumerate(outputs):
        tally = [0] * count
        for v in set(me.contacts) - silent:
            at = v * sum(widths) + sum(widths[:c])
            tally[packed >> at & (1 << widths[c]) - 1] += 1
        counts += tally
    make = numbers(lambda: counts, len(outputs), price)
    return Plan(price, coins.COUNT, usual_seconds(me), make)


def plan(a: Announcement, me: Person, task: Task, objects: Objects) -> Plan:
    """Plan the answer to an announcement; Malformed says that a client must end."""
    r = Reader(a.said)
    if a.asks == "degree":
        price, degree = r.budget() >> me.part, len(me.contacts)
        make = one_number(lambda: degree, 1, price)
        made = Plan(price, coins.DEGREE, usual_seconds(me), make)
    elif a.asks in ("size", "length"):
        made = plan_size(r, a, me, task, objects)
    elif a.asks == "row":
        made = plan_row(r, me, task, objects)
    elif a.asks == "pairs":
        made = plan_pairs(r, me, task, objects)
    elif a.asks in ("centred pairs", "forward pairs", "weights", "forward weights"):
        made = plan_count(r, a, me, task, objects)
    elif a.asks in ("number of columns", "columns", "pairs in a sample of rows"):
        made = plan_sample(r, a, me, task, objects)
    elif a.asks in ("number of entries", "entries", "pairs of items"):
        made = plan_items(r, a, me, task, objects)
    elif a.asks == "reports":
        made = plan_reports(r, me)
    elif a.asks == "neighbors by report":
        made = plan_by_report(r, me, objects)
    else:
        made = plan_values(r, a, me, objects)
    r.end()
    if made.price < 1:
        raise Malformed("an answer has no price")
    if made.seconds > task.rounds[a.round].seconds / 2:
        raise Malformed("an answer may take longer than half of the round")
    return made
