# SPDX-License-Identifier: MIT
"""Pages of the verbs, from the help texts that tests/cli/help.sh holds equal to the program's."""
import re


def kept(root):
    """(verb, text of `edgeldp VERB --help-all` at 80 columns), in the order of the program's own list."""
    text = (root / "tests/golden/help/verbs.txt").read_text(encoding="utf-8")
    parts = re.split(r"^=== edgeldp (.*)\n", text, flags=re.M)[1:]
    return list(zip((name.strip() for name in parts[::2]), parts[1::2]))


def escape(text):
    """Plain text as Markdown; `...` stays code, and names of options become it."""
    pieces = re.split(r"(`[^`]*`)", text)
    for i in range(0, len(pieces), 2):
        pieces[i] = re.sub(r"([\\*_<>|\[\]$#~])", r"\\\1", pieces[i])
        pieces[i] = re.sub(r"(?<![\w-])(--[a-z][a-z-]*)", r"`\1`", pieces[i])
    return "".join(pieces)


def sections(text):
    """[(heading or None, [lines])]"""
    found = [(None, [])]
    for line in text.rstrip().split("\n"):
        if re.fullmatch(r"[A-Z][a-z]+", line):
            found.append((line, []))
        else:
            found[-1][1].append(line)
    return found


def entries(lines):
    """Rows of two columns: a name at column 2, its text from column 22 on, continued below."""
    rows, after = [], []
    for line in lines:
        if re.match(r"  \S", line):
            split = len(line) > 22 and line[21] == " " and line[22] != " "
            rows.append([line[2:22].strip(), line[22:]] if split else [line.strip(), ""])
        elif line.startswith(" ") and rows:
            rows[-1][1] = f"{rows[-1][1]} {line.strip()}".strip()
        elif line:
            after.append(line)
    return rows, after


def page(verb, text):
    # No part of the sidebar: it is built for each page anew, which would take longer than all else.
    out = ["---", "orphan: true", "---", "", f"# edgeldp {verb}" if verb else "# The program", "", "[All verbs](index.md)", ""]
    for heading, lines in sections(text):
        if heading is None:
            usage = [i for i, line in enumerate(lines) if line.startswith("Usage:")]
            first = usage[0] if usage else len(lines)
            out += [escape(" ".join(lines[:first]).strip()), ""]
            rest = lines[first:]
            used = [line for line in rest if line]
            if used:
                out += ["```text", *(line.replace("Usage: ", "") for line in used), "```", ""]
            continue
        rows, after = entries(lines)
        out += [f"## {heading}", ""]
        if heading == "Examples":
            # The highlighter knows no process substitution.
            out += ["```text" if any("<(" in line for line in lines) else "```sh", *(line[2:] for line in lines if line.startswith("  ")), "```", ""]
        else:
            out += ["| | |", "|---|---|", *(f"| `{name.replace('|', chr(92) + '|')}` | {escape(words)} |" for name, words in rows), ""]
        if after and not verb:
            out += [escape(" ".join(after)), ""]
    out += ["Options that every verb takes: [the program](program.md). Words of results: [fields](../results.md), [glossary](../../glossary.md)." if verb else ""]
    return "\n".join(out).rstrip() + "\n"


def pages(root):
    texts = kept(root)
    index = ["# Verbs", "", "What `edgeldp VERB --help-all` says, a page a verb. `edgeldp VERB --help` leaves the section *Expert* out.", "",
             "| verb | |", "|---|---|"]
    for verb, text in texts:
        name = verb.replace(" ", "-") or "program"
        first = text.split("\n")[0] if verb else "All verbs, and options that each of them takes"
        index.append(f"| [{'edgeldp ' + verb if verb else 'edgeldp'}]({name}.md) | {escape(first.rstrip('.'))} |")
        yield f"reference/verbs/{name}", page(verb, text)
    index.append("")
    yield "reference/verbs/index", "\n".join(index)


def answers(root):
    """A page of answers as people see them: those that tests/cli/answer.sh holds equal to the program's."""
    out = ["# Answers", "", "What commands print, at 80 columns, on the small graphs and tables that the tests use. `edgeldp explain WORD` says what a word of "
           "an answer means.", ""]
    folder = root / "tests/golden/people"
    for line in (folder / "commands.txt").read_text(encoding="utf-8").split("\n"):
        if line.strip() and not line.startswith("#"):
            name, command = line.split(maxsplit=1)
            screen = (folder / f"{name}-80.txt").read_text(encoding="utf-8").rstrip()
            out += [f"## {name}", "", "```sh", f"edgeldp {command}", "```", "", "```text", screen, "```", ""]
    yield "reference/answers", "\n".join(out)
