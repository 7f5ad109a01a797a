"""What the checks of the sources share."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
problems = []


def swift(pattern):
    """The paths of Swift files, sorted, by a pattern from the root."""
    return [path for path in sorted(ROOT.glob(pattern)) if ".build" not in path.parts]


def name(path):
    """The path of a file from the root."""
    return str(path.relative_to(ROOT))


def code(path):
    """The text of a file without comments and the content of string literals, with all its lines."""
    return re.sub(
        r'//[^\n]*|/\*.*?\*/|(#*)""".*?"""\1|(#+)".*?"\2|"(?:\\.|[^"\\\n])*"',
        lambda match: ("" if match[0][0] == "/" else '""') + "\n" * match[0].count("\n"),
        path.read_text(encoding="utf-8"), flags=re.S)


def finish(summary):
    """Prints the problems and ends with 1, or prints the summary."""
    print(*(problems or [summary]), sep="\n")
    sys.exit(1 if problems else 0)
