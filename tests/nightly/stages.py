# SPDX-License-Identifier: MIT
"""Whether a stage of a question has become slow: `edgeldp-bench stages` beside figures that were kept.

    python3 tests/nightly/stages.py build/apps/edgeldp-bench          exit 1 for what is too slow
    python3 tests/nightly/stages.py build/apps/edgeldp-bench --keep   keeps today's figures

Times are medians of seven runs in turns, in units of a Philox block that was measured beside them, since
processors differ. A stage is too slow if it takes 1.3 times what was kept, and does so again at once; one that
takes little beside its question is not looked at.
"""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys

KEPT = pathlib.Path(__file__).with_name("stages.json")
TOO_SLOW = 1.3
SMALL_SHARE = 0.03
"""Of a question's time: below it the clock is seen more than the stage."""


def measured(program: str, questions: list[str], least_share: float = SMALL_SHARE) -> dict[str, dict[str, float]]:
    """Philox blocks an edge, by question and stage."""
    chosen = ["--verb", ",".join(questions)] if questions else []
    said = subprocess.run(
        [program, "bench", "stages", "--repetitions", "7", "--threads", "1", "--seed", "1", "--json", *chosen],
        capture_output=True, text=True, check=True).stdout
    figures: dict[str, dict[str, float]] = {}
    for line in said.splitlines():
        record = json.loads(line)
        stages = record["stages_ns_per_edge"]
        least = least_share * sum(stages.values())
        figures[record["question"]] = {stage: round(time / record["philox_dependent_ns"], 2)
                                       for stage, time in stages.items() if time >= least}
    return figures


def too_slow(now: dict[str, dict[str, float]], kept: dict[str, dict[str, float]]) -> dict[tuple[str, str], float]:
    return {(question, stage): time / kept[question][stage]
            for question, stages in now.items() for stage, time in stages.items()
            if kept.get(question, {}).get(stage, float("inf")) * TOO_SLOW < time}


def main() -> int:
    program = sys.argv[1]
    if sys.argv[2:] == ["--keep"]:
        KEPT.write_text(json.dumps(measured(program, [], 0.0), indent=1, sort_keys=True) + "\n", "utf-8")
        return 0
    kept = json.loads(KEPT.read_text("utf-8"))
    now = measured(program, [])
    for question, stages in now.items():
        print(f"{question:20}", *(f"{stage} {time:g} ({kept.get(question, {}).get(stage, '-')})"
                                  for stage, time in stages.items()), sep="  ")
    unknown = sorted((q, stage) for q, stages in now.items() for stage in stages if stage not in kept.get(q, {}))
    for question, stage in unknown:
        print(f"{question}, {stage}: nothing was kept of it; --keep does", file=sys.stderr)
    slow = too_slow(now, kept)
    again = sorted({question for question, _ in slow} - {"text"})
    twice = too_slow(measured(program, again), kept).keys() & slow.keys() if slow else set()
    for question, stage in sorted(twice):
        print(f"{question}, {stage}: {slow[question, stage]:.2f} times what was kept, and again", file=sys.stderr)
    return 1 if twice or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
