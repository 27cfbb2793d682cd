# SPDX-License-Identifier: MIT
"""Pages of the public headers: one a folder. Doxygen's XML says what is declared where; text and declarations are the
header's own, so that they read as they were written."""
import re
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from pathlib import PurePosixPath

LABEL = re.compile(r"^(Sources?|Definition|Promise|Requires|Cost|Errors|Shapes?|Threads|Memory|Guarantee|Privacy|Intervals?|"
                   r"Accuracy|Layout|Formats?|Input|Check|Derivations?|Departures|Losses|Proof): ")
LIBRARIES = ("core", "core/channel", "graph", "graph/rivals", "apps/collect/client", "apps/collect/collector")
SHOWN = {"function", "enum", "typedef", "variable"}


def room_of(header):
    inside = PurePosixPath(header.split("/include/edgeldp/")[1])
    return inside.parent.as_posix() if inside.parent.parts else "edgeldp"


def rooms(root):
    """header -> (page, anchor)"""
    found = {}
    for part in LIBRARIES:
        for file in sorted((root / part / "include").rglob("*.hpp")):
            name = file.relative_to(root).as_posix()
            found[name] = ("reference/cpp/" + room_of(name).replace("/", "-"), file.name.replace(".", ""))
    return found


def purposes(root):
    """room -> what the tables of the READMEs say that it holds"""
    found = {"edgeldp": "everything that questions about graphs need, by one include",
             "client": "one person's side of a real collection, as a function of bytes",
             "collector": "an operator's side of it, likewise"}
    for part, prefixes in (("core", ("core/", "channel/")), ("graph", ("graph/", "rivals/"))):
        prefix = prefixes[0]
        for line in (root / part / "README.md").read_text(encoding="utf-8").split("\n"):
            if re.match(r"\| room of (channel|rivals) ", line):
                prefix = prefixes[1]
            row = re.match(r"\| `([^`]+)`[^|]* \| (.*) \|$", line)
            if row:
                found[(prefix + row[1]).replace("channel/channel.hpp", "channel")] = row[2]
    return found


def declared(xml):
    """header -> [(line, kind, name)] of what stands in a namespace"""
    found = defaultdict(dict)

    def inside(path):
        return re.search(r"(core|core/channel|graph|graph/rivals|apps/collect/client|apps/collect/collector)/include/.*", path)[0]

    for file in xml.glob("*.xml"):
        if not file.name.startswith(("class", "struct", "concept", "namespace", "union")):
            continue
        compound = ElementTree.parse(file).getroot().find("compounddef")
        kind, name = compound.get("kind"), compound.findtext("compoundname")
        if "::detail" in name or name.startswith(("std", "boost", "fmt", "hwy")):
            continue
        if kind in ("class", "struct", "union", "concept"):
            where = compound.find("location")
            found[inside(where.get("file"))][int(where.get("line"))] = (kind, name)
        elif kind == "namespace":
            for member in compound.iter("memberdef"):
                where = member.find("location")
                if member.get("kind") in SHOWN:
                    file_name = where.get("declfile") or where.get("file")
                    line = int(where.get("declline") or where.get("line"))
                    found[inside(file_name)].setdefault(line, (member.get("kind"), name + "::" + member.findtext("name")))
    return {file: [(line, *entry) for line, entry in sorted(lines.items())] for file, lines in found.items()}


def escape(text):
    pieces = re.split(r"(`[^`]*`)", text)
    for i in range(0, len(pieces), 2):
        pieces[i] = re.sub(r"([\\*_<>|\[\]$#~])", r"\\\1", pieces[i])
    return "".join(pieces)


def prose(lines):
    """A comment as Markdown: labels in bold, one a paragraph; examples, indented text and columns as they are."""
    out, previous, is_example = [], "", False
    for line in lines:
        if line == "Example:":
            is_example = True
            out += ["", "**Example.**", "", "```cpp"]
            continue
        if is_example:
            if line.startswith("    "):
                out.append(line[4:])
                continue
            is_example = False
            out += ["```", ""]
        label = LABEL.match(line)
        if not line.strip():
            out.append("")
        elif label:
            out += ["", f"**{label[1]}.** {escape(line[label.end():])}"]
        elif re.match(r" *[-*] ", line):
            if not re.match(r" *[-*] |  ", previous):
                out.append("")
            out.append("- " + escape(line.strip()[2:]))
        elif line.startswith("    ") and previous and not previous.startswith(("    ", "`")) and (LABEL.match(previous) or out[-1:] != [""]):
            out.append(escape(line.strip()))
        elif line.startswith("  ") and out and out[-1].startswith("- "):
            out[-1] += " " + escape(line.strip())
        elif re.search(r"\S {2,}\S", line) or (line.startswith("  ") and not out[-1:] or (line.startswith("  ") and out[-1:] == [""])):
            if not (out and out[-1].startswith("    ")):
                out.append("")
            out.append("    " + line)
        else:
            if out and out[-1].startswith(("    ", "- ")):
                out.append("")
            out.append(escape(line.strip()))
        previous = line
    if is_example:
        out.append("```")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out)).strip("\n")


def comment_above(source, at):
    """The /// lines that end above line index `at`, without their marks."""
    start = at
    while start > 0 and re.match(r" *///(?!<)", source[start - 1]):
        start -= 1
    return [re.sub(r"^ */// ?", "", line) for line in source[start:at]]


def start_of(source, at):
    while at > 0 and not re.match(r" *(//|#|$)", source[at - 1]) and not re.search(r"[;{}]\s*(//.*)?$|^ *\w+:$", source[at - 1]):
        at -= 1
    return at


def statement(source, at):
    """A declaration from line index `at` to the ';' or body that ends it."""
    depth, out = 0, []
    for line in source[at:at + 60]:
        bare = re.sub(r"//.*|\"[^\"]*\"|'.'", lambda m: " " * len(m[0]), line)
        for i, c in enumerate(bare):
            depth += (c in "([") - (c in ")]")
            if depth == 0 and (c == ";" or (c == "{" and re.search(r"\)[\w\s:<>,&*\->()]*$", "".join(out) + bare[:i]))):
                out.append(line[:i].rstrip() + ";" if c == "{" else line[:i + 1] + ("  " + line[i + 1:].strip()).rstrip())
                return "\n".join(out).split("\n")
        out.append(line)
    return out


def body(source, at):
    """A class, enumeration or concept, without what is private."""
    depth, out, hidden, opened = 0, [], False, False
    for line in source[at:]:
        bare = re.sub(r"//.*|\"[^\"]*\"|'.'", "", line)
        access = re.match(r" (public|protected|private):", line)
        ends = opened and depth + bare.count("{") - bare.count("}") == 0
        if access and depth == 1:
            hidden = access[1] != "public"
        if not hidden or ends:
            out.append(line)
        depth += bare.count("{") - bare.count("}")
        opened = opened or "{" in bare
        if depth == 0 and bare.rstrip().endswith(";"):
            break
    while len(out) > 1 and not out[-2].strip():
        del out[-2]
    return out


def header_page(name, source, entries):
    out = [f"## {PurePosixPath(name).name}", "", "```cpp", f"#include <{name.split('/include/')[1]}>", "```", ""]
    opening = next((i for i, line in enumerate(source) if line.startswith("namespace")), None)
    if opening is not None:
        out += [prose(comment_above(source, opening)), ""]
    last, covered = None, -1
    for line, kind, full in entries:
        at = start_of(source, line - 1)
        if at <= covered:
            continue
        short = re.sub(r"^edgeldp::", "", full)
        if "<" in short:
            continue
        if short != last:
            out += [f"### {escape(short)}", ""]
        last = short
        text = comment_above(source, at)
        code = body(source, at) if kind in ("class", "struct", "union", "concept", "enum") else statement(source, at)
        covered = at + len(code) - 1
        indent = min((len(row) - len(row.lstrip()) for row in code if row.strip()), default=0)
        if text:
            out += [prose(text), ""]
        out += ["```cpp", *(row[indent:] for row in code), "```", ""]
    return out


def pages(root, xml):
    found, said = rooms(root), purposes(root)
    entries = declared(xml)
    by_page = defaultdict(list)
    for name, (page, _) in found.items():
        by_page[page].append(name)
    listing, names = [], []
    for page in sorted(by_page, key=lambda p: (p.split("/")[-1] != "edgeldp", not p.split("/")[-1].startswith("core"), p)):
        headers = by_page[page]
        room = room_of(headers[0])
        own = room.split("/")[-1] + ".hpp"
        headers.sort(key=lambda name: (not name.endswith("/" + own), name))
        # No part of the sidebar: it is built for each page anew, which would take longer than all else.
        out = ["---", "orphan: true", "---", "", f"# {room}", "", "[All headers](index.md), [all names](names.md)", ""]
        holds = said.get(room, said.get(room.rsplit("/", 1)[0]) if room.endswith("/methods") else None)
        if holds:
            out += [holds[0].upper() + holds[1:] + ".", ""]
        for name in headers:
            source = (root / name).read_text(encoding="utf-8").split("\n")
            inside = entries.get(name, [])
            out += header_page(name, source, inside)
            for _, kind, full in inside:
                short = full.removeprefix("edgeldp::")
                if "<" not in short and not short.startswith("operator") and "::operator" not in short:
                    names.append((short.lower(), short, kind, f"{page.split('/')[-1]}.md#{found[name][1]}", name.split("/include/")[1]))
        yield page, "\n".join(out)
        listing.append((room, page.split("/")[-1], holds or "", len(headers)))
    out = ["# C++ headers", "", "A page for each folder of headers, which answers one question. `#include <edgeldp/edgeldp.hpp>` has all that questions "
           "about graphs need. [Names](names.md) lists what is declared where; [core](../core.md) and [graph](../graph.md) say which folder may "
           "include which. Text and declarations are the headers' own.", "",
           "| folder | holds | headers |", "|---|---|---:|"]
    out += [f"| [{room}]({page}.md) | {holds} | {count} |" for room, page, holds, count in listing]
    out += ["", "```{toctree}", ":hidden:", "", "names", "```", ""]
    yield "reference/cpp/index", "\n".join(out)
    rows = sorted(set(names))
    out = ["# Names", "", "What the headers declare in the namespace `edgeldp`.", "", "| name | is a | header |", "|---|---|---|"]
    out += [f"| `{short}` | {kind.replace('typedef', 'type').replace('struct', 'class')} | [{header}]({link}) |" for _, short, kind, link, header in rows]
    yield "reference/cpp/names", "\n".join(out) + "\n"
