#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One file of a page and all that it needs: page.py FOLDER MODULE.js OUT.html [COLLECTOR]; MODULE.wasm lies beside the
script. COLLECTOR: the address of the collector that the page speaks to, where it will be served in another place.

FOLDER has index.html, style.css, page.js, worker.js and what else the worker is made of; style.css beside it is that of all
pages. The page's policy of content lets in exactly these by their digests: no address, no form, no other script; what the page must ask for stands in index.html as data-connect.
"""

import base64
import hashlib
import json
import pathlib
import re
import sys


def digest(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def main():
    folder, module, out = map(pathlib.Path, sys.argv[1:4])
    collector = sys.argv[4].rstrip("/") + "/" if len(sys.argv) > 4 else ""
    part = {name: (folder / name).read_text() for name in ("index.html", "style.css", "page.js", "worker.js")}
    part["style.css"] = (folder.parent / "style.css").read_text() + part["style.css"]
    # The worker is a text in the page, from which the page makes a file that only it can name.
    others = sorted(file for file in folder.glob("*.js") if file.name not in part)
    wasm = base64.b64encode(module.with_suffix(".wasm").read_bytes()).decode()
    worker = "\n".join(
        (f'const wasmText = "{wasm}";', module.read_text(), *(file.read_text() for file in others), part["worker.js"])
    )
    # "</script>" within a text would end the script.
    script = "'use strict';\nconst workerText = " + json.dumps(worker).replace("</", "<\\/") + ";\n" + part["page.js"]
    page = part["index.html"]
    connect = re.search(r'<html[^>]* data-connect="([^"]*)"', page)
    reachable = connect[1] if connect else "'none'"
    if collector:
        if not connect or not re.fullmatch(r"https?://[\w.:\[\]/~%-]+", collector, re.ASCII):
            sys.exit(f"{collector}: a page that speaks to a collector, and its address as https://votes.example.org")
        page = page.replace("<html ", f'<html data-collector="{collector}" ')
        reachable += f" {collector}"
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src {digest(script)} 'wasm-unsafe-eval'",
            f"style-src {digest(part['style.css'])}",
            "worker-src blob:",
            f"connect-src {reachable}",
            "form-action 'none'",
            "base-uri 'none'",
        )
    )
    for mark, text in (
        ("<!-- policy -->", f'<meta http-equiv="Content-Security-Policy" content="{policy}">'),
        ("<!-- style -->", f"<style>{part['style.css']}</style>"),
        ("<!-- script -->", f"<script>{script}</script>"),
    ):
        if page.count(mark) != 1:
            sys.exit(f"{folder}/index.html: needs {mark} once")
        page = page.replace(mark, text)
    out.write_text(page)


if __name__ == "__main__":
    main()
