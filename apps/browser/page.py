#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One file of a page and all that it needs: page.py FOLDER MODULE.js OUT.html; MODULE.wasm lies beside the script.

FOLDER has index.html, style.css, page.js, worker.js and what else the worker is made of. The page's policy of content lets in exactly these by their digests:
no address, no form, no other script; what the page must ask for stands in index.html as data-connect.
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
    folder, module, out = map(pathlib.Path, sys.argv[1:])
    part = {name: (folder / name).read_text() for name in ("index.html", "style.css", "page.js", "worker.js")}
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
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src {digest(script)} 'wasm-unsafe-eval'",
            f"style-src {digest(part['style.css'])}",
            "worker-src blob:",
            f"connect-src {connect[1] if connect else chr(39) + 'none' + chr(39)}",
            "img-src data:",
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
