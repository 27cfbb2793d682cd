# SPDX-License-Identifier: MIT
"""test_run.py EDGELDP SOURCE_DIR: tests/peers/run.py beside programs that err as they are told (fakes.py), and the tables that are
kept of the real ones.
"""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import fakes
import programs
import run
import tables

EDGELDP, SOURCE = (pathlib.Path(name).resolve() for name in sys.argv[1:3])
SCRIPT = pathlib.Path(__file__).with_name("run.py")


class Script(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        # Twenty users, each knows the next three: 60 triangles. Ids have gaps, one line is a loop, one comes twice.
        self.graph = self.folder / "ring.txt"
        self.graph.write_text("# a ring\n7 7\n" + "".join(f"{10 * a} {10 * ((a + step) % 20)}\n" for a in range(20) for step in (1, 2, 3))
                              + "10 0\n", "ascii")

    def play(self, *options: str, expected: int = 0) -> list[tables.Line]:
        file = self.folder / "peers.csv"
        ended = subprocess.run([sys.executable, SCRIPT, self.folder / "peers", EDGELDP, self.graph, "--runs", "4", "--seconds", "0",
                                "--turns", "1", "--epsilon", "2", "-o", file, *options], capture_output=True, text=True, check=False)
        self.assertEqual(ended.returncode, expected, ended.stderr)
        return tables.read(file) if expected != 2 else []

    def row(self, lines: list[tables.Line], program: str) -> tables.Line:
        return next(line for line in lines if line["program"] == program)

    def test_reads_each_programs_answers(self) -> None:
        peers = self.folder / "peers"
        fakes.write(peers / "TriangleLDP/cpp/TriangleCounting", fakes.BY_FILE, error=0.25, runs=6, wrong="")
        fakes.write(peers / "LDPGraphStatistics/cpp/EvalLossLocal", fakes.BY_FILE, error=0.5, runs=5, wrong="")
        fakes.write(peers / "Triangle4CycleShuffle/cpp/SubgraphShuffle", fakes.BY_FILE, error=0.75, runs=5, wrong="")
        fakes.write(peers / "ldp-triangle/counting", fakes.PRINTED, error=0.125)
        fakes.write(peers / "dpgraph/dpgraph", fakes.CONFIGURED, error=2.0)
        lines = self.play()
        self.assertEqual({line["status"] for line in lines}, {""})
        self.assertEqual({(line["users"], line["edges"], line["truth"]) for line in lines}, {("20", "60", "60")})
        errors = {line["program"]: float(line["rmse"]) for line in lines if line["program"] != "edgeldp"}
        self.assertEqual(errors, {"TriangleLDP": 0.25, "LDPGraphStatistics": 0.5, "Triangle4CycleShuffle": 0.75, "ldp-triangle": 0.125,
                                  "dpgraph": 2.0})
        self.assertTrue(all(float(line["seconds"]) > 0 and float(line["megabytes"]) > 1 for line in lines))
        # A user's 2: what dpgraph is told is of a relationship, of which a user pays seven eighths.
        self.assertEqual(float(self.row(lines, "dpgraph")["told"]), 2.286)
        self.assertEqual(self.row(lines, "dpgraph")["sent_bytes"], "1000")
        self.assertEqual(float(self.row(lines, "ldp-triangle")["relationship_pays"]), 3.2)
        ours = self.row(lines, "edgeldp")
        self.assertEqual((ours["user_pays"], float(ours["relationship_pays"]), ours["runs"]), ("2", 2.04, "4"))
        self.assertIn("| **edgeldp**, default |", tables.markdown(lines))

    def test_epsilon_can_be_of_a_relationship(self) -> None:
        fakes.write(self.folder / "peers/ldp-triangle/counting", fakes.PRINTED)
        lines = self.play("--unit", "relationship")
        theirs, ours = self.row(lines, "ldp-triangle"), self.row(lines, "edgeldp")
        self.assertEqual((float(theirs["told"]), float(theirs["relationship_pays"]), float(theirs["user_pays"])), (1.25, 2.0, 1.25))
        self.assertAlmostEqual(float(ours["relationship_pays"]), 2.0, 3)
        self.assertAlmostEqual(float(ours["user_pays"]), 2 / 1.02, 3)

    def test_says_why_there_is_no_figure(self) -> None:
        peers = self.folder / "peers"
        fakes.write(peers / "TriangleLDP/cpp/TriangleCounting", fakes.BY_FILE, runs=6, wrong="+ 8")
        fakes.write(peers / "LDPGraphStatistics/cpp/EvalLossLocal", fakes.FAILING)
        fakes.write(peers / "ldp-triangle/counting", "\nprint('Triangle Count = many')\n")
        fakes.write(peers / "dpgraph/dpgraph", "\n")
        lines = self.play(expected=1)
        said = {program: self.row(lines, program)["status"] for program in
                ("TriangleLDP", "LDPGraphStatistics", "Triangle4CycleShuffle", "ldp-triangle", "dpgraph", "edgeldp")}
        self.assertEqual(said, {"TriangleLDP": "counts 68 triangles in place of 60",
                                "LDPGraphStatistics": "ended with 1: no memory for a matrix", "Triangle4CycleShuffle": "not there",
                                "ldp-triangle": "no answer: 'many' is no number",
                                "dpgraph": "no answer: no 'Triangle Count Approx: '", "edgeldp": ""})

    def test_lines_of_other_graphs_are_kept(self) -> None:
        fakes.write(self.folder / "peers/ldp-triangle/counting", fakes.PRINTED)
        first = self.play("--only", "ldp-triangle")
        again = self.play("--only", "ldp-triangle", "--unit", "relationship")
        self.assertEqual(again[:len(first)], first)
        self.assertEqual({line["unit"] for line in again[len(first):]}, {"relationship"})
        self.assertEqual(len(self.play("--only", "ldp-triangle")), len(again))

    def test_refuses_a_folder_without_programs_and_a_file_that_is_no_graph(self) -> None:
        self.play(expected=2)
        fakes.write(self.folder / "peers/ldp-triangle/counting", fakes.PRINTED)
        self.graph.write_text("0 1\n1 two\n", "ascii")
        self.play(expected=2)

    def test_ends_what_does_not_end(self) -> None:
        with self.assertRaisesRegex(run.Failed, "did not end in 0.05 s"):
            run.process(["/bin/sh", "-c", "sleep 60 & sleep 60"], self.folder, 0.05)
        with self.assertRaisesRegex(run.Failed, "did not end in 1 s"):
            run.process(["/bin/sh", "-c", "while :; do :; done"], self.folder, 1)
        with self.assertRaisesRegex(run.Failed, "cannot be run: No such file"):
            run.process([str(self.folder / "nobody")], self.folder, 5)


class Kept(unittest.TestCase):
    def test_intervals_are_those_of_chi_square(self) -> None:
        for runs, low, high in ((20, 34.1696, 9.5908), (200, 241.0579, 162.7280)):
            interval = tables.rmse_interval(1.0, runs)
            self.assertAlmostEqual(interval[0], (runs / low) ** 0.5, 2)
            self.assertAlmostEqual(interval[1], (runs / high) ** 0.5, 2)

    def test_pages_show_what_was_measured(self) -> None:
        content = json.loads((SOURCE / "docs/results/results.json").read_text("utf-8"))["tables"]
        lines = tables.read(SOURCE / "docs/results/peers.csv")
        made = tables.kept(lines)
        self.assertEqual({name: content.get(name) for name in made}, made)
        known = {(setting.program, setting.name) for setting in (*programs.OURS, *programs.THEIRS)}
        self.assertEqual({(line["program"], line["setting"]) for line in lines} - known, set())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
