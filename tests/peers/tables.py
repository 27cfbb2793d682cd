# SPDX-License-Identifier: MIT
"""What tests/peers/run.py measured: a file with a line a setting, graph and budget, and the tables that are made of it."""

from __future__ import annotations

import csv
import json
import math
import pathlib
import re
import statistics
from collections.abc import Iterable

from programs import OURS, THEIRS

COLUMNS = ("graph", "users", "edges", "truth", "unit", "epsilon", "program", "setting", "commit", "private", "told", "user_pays",
           "relationship_pays", "runs", "rmse", "rmse_low", "rmse_high", "bias", "sent_bytes", "read_bytes_least", "read_bytes_most",
           "turns", "seconds", "seconds_least", "seconds_most", "wall", "megabytes", "status")
Line = dict[str, str]
SUMMARY = ("wiki-Vote", "1")


def rmse_interval(rmse: float, runs: int) -> tuple[float, float]:
    """95% interval of the error behind that of `runs` normal errors; the quantiles of chi square by Wilson and Hilferty, which are
    right to a thousandth from twenty runs on."""
    def quantile(chance: float) -> float:
        spread = 2 / (9 * runs)
        return runs * (1 - spread + statistics.NormalDist().inv_cdf(chance) * math.sqrt(spread)) ** 3
    return rmse * math.sqrt(runs / quantile(0.975)), rmse * math.sqrt(runs / max(quantile(0.025), 1e-9))


def texts(row: dict[str, object]) -> Line:
    """As the file has it: numbers with four digits, what there is not as nothing."""
    said = {name: f"{value:.4g}" if isinstance(value, float) else str(value) for name, value in row.items()}
    return {name: said.get(name, "") for name in COLUMNS}


def write(file: pathlib.Path, rows: Iterable[Line]) -> None:
    """Lines of other graphs, budgets and units that the file has stay in it."""
    def place(line: Line) -> tuple[str, ...]:
        return line["graph"], line["unit"], line["epsilon"]
    rows = list(rows)
    new = {place(row) for row in rows}
    kept_lines = [line for line in read(file) if place(line) not in new] if file.exists() else []
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows([*kept_lines, *rows])


def read(file: pathlib.Path) -> list[Line]:
    with file.open(encoding="utf-8", newline="") as lines:
        reader = csv.DictReader(lines)
        if tuple(reader.fieldnames or ()) != COLUMNS:
            raise SystemExit(f"{file}: line 1 has other columns than {','.join(COLUMNS)}")
        return list(reader)


def digits(value: float, count: int) -> str:
    """Rounded to so many digits, without an exponent."""
    value = float(f"{value:.{count - 1}e}")
    places = count - 1 - math.floor(math.log10(abs(value))) if value else 0
    return f"{value:.{max(places, 0)}f}" if places >= 0 else f"{round(value, places):.0f}"


def size(text: str) -> str:
    value = float(text)
    for unit, factor in (("MB", 1e6), ("kB", 1e3)):
        if value >= factor:
            return f"{digits(value / factor, 2)} {unit}"
    return f"{digits(value, 2)} B"


def error_cell(line: Line) -> str:
    if not line["rmse"]:
        return line["status"]
    return f"{digits(float(line['rmse']), 2)} ({digits(float(line['rmse_low']), 2)} to {digits(float(line['rmse_high']), 2)})"


def seconds_cell(line: Line) -> str:
    if not line["seconds"]:
        return line["status"]
    return f"{digits(float(line['seconds']), 2)} ({digits(float(line['seconds_least']), 2)} to {digits(float(line['seconds_most']), 2)})"


def settings_of(lines: list[Line]) -> list[tuple[str, str]]:
    return list(dict.fromkeys((line["program"], line["setting"]) for line in lines))


def named(program: str, setting: str) -> str:
    return f"**{program}**, {setting}" if program == "edgeldp" else f"{program}, {setting}"


def across(lines: list[Line]) -> list[tuple[str, str]]:
    """Pairs of graph and budget, in the order of the file."""
    return list(dict.fromkeys((line["graph"], line["epsilon"]) for line in lines))


def at(lines: list[Line], program: str, setting: str, place: tuple[str, str]) -> Line | None:
    return next((line for line in lines if (line["program"], line["setting"]) == (program, setting)
                 and (line["graph"], line["epsilon"]) == place), None)


def of_unit(lines: list[Line], unit: str) -> list[Line]:
    return [line for line in lines if line["unit"] == unit]


def error_table(lines: list[Line], unit: str) -> tuple[list[str], list[list[str]]]:
    """Errors over the truth, a column a graph and budget, and what is private."""
    lines = of_unit(lines, unit)
    places = across(lines)
    rows = []
    for program, setting in settings_of(lines):
        found = [at(lines, program, setting, place) for place in places]
        private = next(line["private"] for line in found if line)
        rows.append([named(program, setting), *(error_cell(line) if line else "" for line in found), private])
    return ["program", *(f"{graph}, {epsilon}" for graph, epsilon in places), "private as claimed"], rows


def pays_table(lines: list[Line]) -> tuple[list[str], list[list[str]]]:
    """What a user and a relationship pay where a program is told 1, and bytes, by the first graph and budget."""
    lines = of_unit(lines, "user")
    rows = []
    for program, setting in settings_of(lines):
        line = next(line for line in lines if (line["program"], line["setting"]) == (program, setting))
        if not line["rmse"]:
            continue
        told = float(line["told"])
        least, most = line["read_bytes_least"], line["read_bytes_most"]
        read = "" if not most else size(most) if least == most else f"{size(least)} to {size(most)}"
        rows.append([named(program, setting), line["commit"], digits(float(line["user_pays"]) / told, 3),
                     digits(float(line["relationship_pays"]) / told, 3), size(line["sent_bytes"]) if line["sent_bytes"] else "", read])
    return ["program", "commit", "a user pays", "a relationship pays", "a user sends", "a user reads"], rows


def seconds_table(lines: list[Line]) -> tuple[list[str], list[list[str]]]:
    """Processor seconds; most memory; below, ours over the fastest of the others."""
    lines = [line for line in of_unit(lines, "user") if line["seconds"] or line["status"]]
    places = across(lines)
    rows = []
    for program, setting in settings_of(lines):
        found = [at(lines, program, setting, place) for place in places]
        most = max((float(line["megabytes"]) for line in found if line and line["megabytes"]), default=0.0)
        rows.append([named(program, setting), *(seconds_cell(line) if line else "" for line in found), digits(most, 2) if most else ""])
    ratios = []
    for place in places:
        here = [line for line in lines if (line["graph"], line["epsilon"]) == place and line["seconds"]]
        ours = [line for line in here if (line["program"], line["setting"]) == ("edgeldp", "default")]
        others = [float(line["seconds"]) for line in here if line["program"] != "edgeldp"]
        ratios.append(digits(float(ours[0]["seconds"]) / min(others), 2) if ours and others else "")
    rows.append(["default over the fastest of the others", *ratios, ""])
    return ["program", *(f"{graph}, {epsilon}" for graph, epsilon in places), "most memory, MB"], rows


def summary_table(lines: list[Line]) -> tuple[list[str], list[list[str]]]:
    """A line a program, at the one place that other pages speak of."""
    typed = {(setting.program, setting.name): setting.typed for setting in (*OURS, *THEIRS)}
    rows = []
    for line in of_unit(lines, "user"):
        if (line["graph"], line["epsilon"]) == SUMMARY and line["rmse"]:
            private = "yes" if line["private"] == "yes" else "no" if line["private"].startswith("no") else "in part"
            rows.append([named(line["program"], line["setting"]), line["commit"], f"`{typed[line['program'], line['setting']]}`",
                         error_cell(line), digits(float(line["seconds"]), 2) if line["seconds"] else "", private])
    return ["program", "commit", "command", "error", "seconds", "private as claimed"], rows


def every_table(lines: list[Line]) -> dict[str, tuple[list[str], list[list[str]]]]:
    """By the names that docs/results/results.json has for them."""
    found = {f"peers-errors-{unit}": error_table(lines, unit) for unit in ("user", "relationship") if of_unit(lines, unit)}
    if summary_table(lines)[1]:
        found["peers"] = summary_table(lines)
    if of_unit(lines, "user"):
        found["peers-units"] = pays_table(lines)
        found["peers-seconds"] = seconds_table(lines)
    return found


def markdown(lines: list[Line]) -> str:
    pages = []
    for name, (heading, rows) in every_table(lines).items():
        pages.append("\n".join([f"{name}:", "", *("| " + " | ".join(row) + " |" for row in [heading, ["---"] * len(heading), *rows])]))
    return "\n\n".join(pages)


MEASURED = {
    "peers": "relative error of the triangle count at the same epsilon of a user (95% interval), and processor seconds of a process "
             "with one count",
    "peers-errors-user": "root of the mean squared error over the truth, with its 95% interval, at the same epsilon of a user",
    "peers-errors-relationship": "the same at the same epsilon of a relationship",
    "peers-units": "what a user and a relationship pay over the epsilon that a program is told, and bytes where it says them",
    "peers-seconds": "processor seconds of a process with one count, median (least to most), one thread; other programs ran beside",
}


Table = dict[str, object]


def kept(lines: list[Line]) -> dict[str, Table]:
    """The tables as docs/results/results.json has them."""
    def told(name: str, unit: str) -> str:
        values = list(dict.fromkeys(line[name] for line in of_unit(lines, unit) if line[name]))
        numbers = sorted(map(float, values)) if name in ("runs", "turns") else []
        if numbers:
            return f"{numbers[0]:g} to {numbers[-1]:g}" if numbers[0] < numbers[-1] else f"{numbers[0]:g}"
        return ", ".join(values)

    made: dict[str, Table] = {}
    for name, (heading, rows) in every_table(lines).items():
        unit = "relationship" if name.endswith("relationship") else "user"
        ours = next((line["commit"] for line in lines if line["program"] == "edgeldp"), "not known")
        graph, epsilon = "the column", "the column"
        if name == "peers":
            graph, epsilon = SUMMARY
        elif name == "peers-units":
            graph, epsilon = across(of_unit(lines, "user"))[0]
        made[name] = {
            "measured": MEASURED[name], "graph": graph, "epsilon": epsilon, "runs": told("turns" if name == "peers-seconds" else "runs", unit),
            "seed": "1, where a program takes one", "command": f"python3 tests/peers/run.py PEERS build/apps/edgeldp GRAPH... --unit {unit} "
            "-o docs/results/peers.csv", "commit": ours, "columns": heading, "right": [], "rows": rows}
    return made


def as_text(name: str, table: Table) -> str:
    """As results.json is laid out: a line a fact, a line a row."""
    def said(value: object) -> str:
        return json.dumps(value, ensure_ascii=False)
    facts = [f" {said(fact)}: {said(value)}" for fact, value in table.items() if fact != "rows"]
    rows = ",\n".join(f"  {said(row)}" for row in table["rows"])  # type: ignore[attr-defined]
    return f"{said(name)}: {{\n" + ",\n".join([*facts, f' "rows": [\n{rows}\n ]']) + "\n}"


def keep(file: pathlib.Path, results: pathlib.Path) -> None:
    """Writes the tables of `file` into results.json."""
    text = results.read_text("utf-8")
    for name, table in kept(read(file)).items():
        old = re.search(rf'(?ms)^"{name}": {{\n.*?^}}', text)
        new = as_text(name, table)
        if old:
            text = text[:old.start()] + new + text[old.end():]
        else:
            text = text.removesuffix("\n}\n}\n") + ",\n" + new + "\n}\n}\n"
    json.loads(text)
    results.write_text(text, "utf-8")
