#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""artifact.py page|check REPOSITORY: docs/artifact.md from docs/artifact.yml, or what is wrong with it.

check demands that the page is what the file says, that every claim's words stand on the page that it names, that files it names
are there, that every verb and option of its command is one of the kept help texts, and that every figure of the README's part
"Measured" has a claim.
"""
import re
import shlex
import sys
from pathlib import Path

import yaml

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[1] / "results")]
import verbs  # noqa: E402
from render import Results  # noqa: E402

HEAD = """# How to check our numbers

Each figure of the [README](../README.md)'s part "Measured", and the main ones of [measured](measured.md), [rivals](rivals.md) and
the [papers](papers/index.md), with the command that makes it. Commands need the whole program: `cmake --workflow --preset release`,
then `build/apps/edgeldp`. Public graphs and tables come with `edgeldp dataset fetch NAME`, which verifies them;
`--data FOLDER` means the folder with the public tables that [published experiments](../apps/reproduce/README.md) names. Minutes are
on the clock of 2 cores; where they were measured with this page it says "here", otherwise the page that had them before is named.

This page is made from [artifact.yml](artifact.yml) by `docs/site/artifact.py page .`; a test holds the two together.
"""
PLACES = {"README.md": "README", "docs/measured.md": "Measured", "docs/rivals.md": "Rivals"}


def claims(root):
    found, results = yaml.safe_load((root / "docs/artifact.yml").read_text(encoding="utf-8"))["claims"], Results(root)
    for claim in found:  # a figure of docs/results/results.json is named, as in its tables
        claim["says"] = re.sub(r"\{([a-z][\w-]+)( %)?\}", lambda m: results.figure(m[1], m[2], "docs/artifact.yml"), claim["says"])
    return found


def read(file):
    """A page without the marks around measured figures (docs/results/render.py)."""
    return re.sub(r"<!--(= [\w-]+( %)? |/)-->", "", file.read_text(encoding="utf-8"))


def cell(text):
    return str(text).replace("|", "\\|")


def page(root):
    out, last = [HEAD], None
    for claim in claims(root):
        if claim["page"] != last:
            last = claim["page"]
            title = PLACES.get(last) or (root / last).read_text(encoding="utf-8").split("\n")[0].lstrip("# ")
            link = "../README.md" if last == "README.md" else last.removeprefix("docs/")
            out += [f"## {title}", "", f"On [this page]({link}).", "",
                    "| claim | command, and what comes out | tolerance | minutes | MB | measured |", "|---|---|---|---:|---:|---|"]
        says = re.sub(r"[*`]", "", claim["says"]).strip("| ").replace("|", "/")
        minutes, megabytes = (claim[key] if claim[key] != "not measured" else "" for key in ("minutes", "megabytes"))
        out.append(f"| {cell(says)} | `{claim['command']}`<br>{cell(claim['expected'])} | {cell(claim['tolerance'])} | {minutes} | "
                   f"{megabytes} | {claim['measured']} |")
    text = "\n".join(out)
    return re.sub(r"(\|)\n(## )", r"\1\n\n\2", text) + "\n"


def check(root):
    errors = []
    kept = dict(verbs.kept(root))
    everywhere = kept[""]
    for claim in claims(root):
        what = f"{claim['page']}, \"{claim['says']}\""
        if claim["says"] not in " ".join(read(root / claim["page"]).split()):
            errors.append(f"{what}: does not stand there")
        for name in re.findall(r"[\w./-]+\.(?:txt|csv|md)\b(?!\.gz)", f"{claim['expected']} {claim['measured']}"):
            if "/" in name and not (root / name).is_file():
                errors.append(f"{what}: no file {name}")
        words = shlex.split(claim["command"])
        verb = " ".join(words[1:3]) if " ".join(words[1:3]) in kept else words[1]
        if words[0] != "edgeldp" or verb not in kept:
            errors.append(f"{what}: no verb in {claim['command']}")
            continue
        for option in (word for word in words if word.startswith("-")):
            if not re.search(rf"(?m)^  (-\w, )?{re.escape(option)}(?![\w-])", kept[verb] + everywhere):
                errors.append(f"{what}: edgeldp {verb} has no option {option}")
    measured = re.search(r"(?ms)^## Measured\n(.*?)^## ", read(root / "README.md"))
    for bullet in re.findall(r"(?ms)^- (.*?)(?=^- |^\S|\Z|\n\n)", measured[1] if measured else ""):
        if not any(claim["page"] == "README.md" and claim["says"] in " ".join(bullet.split()) for claim in claims(root)):
            errors.append(f"README.md, \"{bullet.strip()}\": no claim says how it is checked")
    if (root / "docs/artifact.md").read_text(encoding="utf-8") != page(root):
        errors.append("docs/artifact.md is not what artifact.yml says; docs/site/artifact.py page . >docs/artifact.md")
    return errors


if __name__ == "__main__":
    repository = Path(sys.argv[2])
    if sys.argv[1] == "page":
        sys.stdout.write(page(repository))
    else:
        found = check(repository)
        for line in found:
            print(f"artifact.py: {line}", file=sys.stderr)
        sys.exit(2 if found else 0)
