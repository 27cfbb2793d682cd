#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""links.py FOLDER: every local link and anchor of the pages in FOLDER leads somewhere, and nothing is fetched from elsewhere."""
import os
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {("img", "src"), ("script", "src"), ("link", "href"), ("source", "src")}


class Page(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.links, self.anchors, self.fetched = [], set(), []

    def handle_starttag(self, tag, attributes):
        for key, value in attributes:
            if key in ("id", "name") and value:
                self.anchors.add(value)
            elif key in ("href", "src") and value:
                if not urlsplit(value).scheme and not value.startswith("//"):
                    self.links.append(value)
                elif (tag, key) in LOADED and not value.startswith("data:"):
                    self.fetched.append(value)


def main():
    folder = Path(sys.argv[1]).resolve()
    pages = {}
    for file in folder.rglob("*.html"):
        page = Page()
        page.feed(file.read_text(encoding="utf-8"))
        pages[file] = page
    errors, count = [], 0
    for file, page in sorted(pages.items()):
        name = file.relative_to(folder)
        errors += [f"{name} fetches {link}" for link in page.fetched]
        for link in page.links:
            parts = urlsplit(link)
            target = file if not parts.path else Path(os.path.normpath(file.parent / unquote(parts.path)))
            count += 1
            if target.is_dir():
                target = target / "index.html"
            if not target.exists():
                errors.append(f"{name}: {link} leads nowhere")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
                errors.append(f"{name}: {link} has no such place")
    for error in sorted(set(errors)):
        print(f"links.py: {error}", file=sys.stderr)
    print(f"links.py: {len(pages)} pages, {count} links", file=sys.stderr)
    return 2 if errors or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
