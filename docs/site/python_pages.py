# SPDX-License-Identifier: MIT
"""Pages of the Python package: a group of what it exports a page, rendered from docstrings by Sphinx (autodoc). The compiled part
need not be there: conf.py puts a stand-in in its place, and what is exported straight from it stands in its stub."""
import ast

# Page -> title, what it is about, and the names on it. A name that is exported and stands on no page is an error.
GROUPS = {
    "questions": ("Questions", "Each function plays all users of a graph, and returns what a collector would get.",
                  ("triangles", "cycles", "degrees", "stars", "clustering", "triangles_at_users", "common_neighbors", "butterflies",
                   "homophily", "mixing", "communities", "labels", "synthesize", "ask")),
    "comparisons": ("Comparisons and predictions", "Several budgets, several methods, and what they would cost.",
                    ("sweep", "compare", "compare_graphs", "download_cost", "tune", "report")),
    "settings": ("Settings for experts", "Values that several calls take; each is checked when it is made.",
                 ("Rows", "PairSettings", "GroupSettings", "MadeUp")),
    "graphs": ("Graphs", "What a question is asked about.",
               ("as_graph", "as_directed", "as_bipartite", "Graph", "DirectedGraph", "BipartiteGraph")),
    "generate": ("Made-up graphs", "", ("generate",)),
    "exact": ("Exact counts", "", ("exact",)),
    "results": ("Results", "What comes back, with its interval, its cost and what it protects.",
                ("Result", "Results", "Sweep", "Comparison", "GraphComparison", "Mixing", "Communities",
                 "Labels", "SyntheticGraph", "UserNumbers")),
    "releases": ("Releases", "Noisy rows of all users, as a file that anybody may read.",
                 ("release", "Release", "vectors", "VectorRelease")),
    "surveys": ("Surveys", "Randomized answers to a question with categories.",
                ("channel", "Channel", "survey", "estimate_survey", "Proportions")),
    "participants": ("Users one by one", "A collector, and people who answer it with messages of bytes.",
                     ("Collector", "Client", "NeighborNumbers")),
    "session": ("Coins, budgets, threads", "What holds for several calls.",
                ("simulate", "Ledger", "progress", "set_threads", "threads")),
}
NOT_SHOWN = {"__version__"}


def exported(root):
    """The package's __all__."""
    tree = ast.parse((root / "apps/python/edgeldp/__init__.py").read_text(encoding="utf-8"))
    return next(ast.literal_eval(node.value) for node in tree.body
                if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__")


def compiled(root):
    """Functions of the compiled part, as its stub declares them: name -> (signature, docstring)"""
    tree = ast.parse((root / "apps/python/edgeldp/_edgeldp.pyi").read_text(encoding="utf-8"))
    return {node.name: (f"{node.name}({ast.unparse(node.args)})" + (f" -> {ast.unparse(node.returns)}" if node.returns else ""),
                        ast.get_docstring(node) or "")
            for node in tree.body if isinstance(node, ast.FunctionDef)}


def first_line(node):
    return (ast.get_docstring(node) or "").split("\n")[0].rstrip(".")


def summaries(root):
    """What the package's docstrings say first: name -> line"""
    found = {}
    package = root / "apps/python/edgeldp"
    for file in [package / "_edgeldp.pyi", *sorted(package.rglob("*.py"))]:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        if file.parent == package and not file.name.startswith("_"):  # a module that is exported whole
            found[file.stem] = first_line(tree)
            continue
        for node in tree.body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                found[node.name] = first_line(node)
    return found


def directive(root, name, stubs):
    if name in stubs:
        signature, text = stubs[name]
        return ["```{py:function} " + signature, ":module: edgeldp", "", text, "```"]
    if (root / f"apps/python/edgeldp/{name}.py").exists():
        return ["```{eval-rst}", f".. automodule:: edgeldp.{name}", "   :members:", "```"]
    if name[0].isupper():
        return ["```{eval-rst}", f".. autoclass:: edgeldp.{name}", "   :members:", "   :inherited-members: tuple, list", "```"]
    return ["```{eval-rst}", f".. autofunction:: edgeldp.{name}", "```"]


def pages(root):
    stubs, said = compiled(root), summaries(root)
    names = set(exported(root)) - NOT_SHOWN
    placed = [name for _, _, members in GROUPS.values() for name in members]
    if len(placed) != len(set(placed)) or set(placed) != names:
        raise ValueError(f"python_pages.py: names on no page or on several: {sorted(set(placed) ^ names) or 'several'}")
    index = ["# Python functions", "", "What `import edgeldp` has, by what it is for. The [guide](../python.md) shows how it goes together; "
             "these pages are the docstrings, which `help(edgeldp.triangles)` prints too.", ""]
    for page, (title, about, members) in GROUPS.items():
        out = ["---", "orphan: true", "---", "", f"# {title}", "", "[All of the package](index.md)", "", about, ""]
        for name in members:
            out += [*directive(root, name, stubs), ""]
        yield f"reference/python_api/{page}", "\n".join(out)
        index += [f"## {title}", "", *([about, ""] if about else []), "| | |", "|---|---|"]
        for name in members:
            place = f"{{py:obj}}`{name} <edgeldp.{name}>`" if len(members) > 1 else f"[`{name}`]({page}.md)"
            index.append(f"| {place} | {said[name]} |")
        index.append("")
    yield "reference/python_api/index", "\n".join(index)
