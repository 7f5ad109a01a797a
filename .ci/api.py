"""Prints the public declarations of symbol graphs, one a line, sorted: usage api.py VERSION GRAPH..."""

import json
import sys

# Every type gets these from the compiler or its other conformances, so they are not listed.
IMPLIED = {"Swift.SendableMetatype", "Swift.Copyable", "Swift.Escapable", "Swift.BitwiseCopyable"}


def declaration(symbol):
    text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
    return " ".join(text.split())


def main(version, paths):
    print(f"# The public API, one declaration a line. {version}; written by .ci/api")
    lines = {}
    names = {}
    conformances = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            graph = json.load(file)
        for symbol in graph["symbols"]:
            names[symbol["identifier"]["precise"]] = ".".join(symbol["pathComponents"])
            # Each declaration of an overloaded name has a line.
            lines[symbol["identifier"]["precise"]] = (".".join(symbol["pathComponents"]), declaration(symbol))
        for relation in graph["relationships"]:
            if relation["kind"] not in ("conformsTo", "inheritsFrom"):
                continue
            target = relation.get("targetFallback") or names.get(relation["target"], relation["target"])
            if target not in IMPLIED:
                conformances.setdefault(relation["source"], set()).add(target)
    printed = []
    for precise, (path, text) in lines.items():
        bases = ", ".join(sorted(base.split(".")[-1] if base.startswith("Swift.") else base for base in conformances.get(precise, ())))
        printed.append(f"{path}  {text}" + (f": {bases}" if bases else ""))
    for line in sorted(set(printed)):
        print(line)


main(sys.argv[1], sys.argv[2:])
