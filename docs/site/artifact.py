# SPDX-License-Identifier: MIT
def page(root):
    return (root / "docs/artifact.md").read_text(encoding="utf-8")
