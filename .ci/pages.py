"""Writes the Swift blocks of a page, pasted in order, as one source file: imports and declarations at the top, statements in
one function. Each block of statements is a scope within that of the block before it, so that it sees and may shadow its
names. A member of a target, such as `static let catchChain`, is pasted into a target.
Usage: pages.py PAGE PRELUDE, where PRELUDE has the functions and values of the reader's app"""
import re
import sys

DECLARATION = re.compile(r"(@\w+(\(.*\))? )*((public|private|internal|nonisolated|final|indirect) )*"
                         r"(struct|enum|class|actor|protocol|extension|func|typealias) ")
MEMBER = re.compile(r"(static (let|var)|var \w+: [^=]+ \{)")
IMPORT = re.compile(r"((internal|public) )?import ")
STARTED = re.compile(r"The samples of this page use `GitHub`( and `User`)? of <doc:GettingStarted>\.")


def blocks(text):
    found = re.findall(r"^```swift\n(.*?)^```$", text, re.M | re.S)
    return [block for block in found if "import PackageDescription" not in block]


def chunks(block):
    """The statements and declarations of a block: each begins without indentation."""
    parts = []
    for line in block.split("\n"):
        if line and not re.match(r"[\s}).\]]", line):
            parts.append([])
        if parts:
            parts[-1].append(line)
    return ["\n".join(part) for part in parts]


def begin(chunk):
    """The first line that is no comment and no attribute."""
    for line in chunk.split("\n"):
        if line.strip() and not line.startswith("//"):
            return line
    return ""


def main(page, prelude):
    text = open(page).read()
    prelude = open(prelude).read()
    imports, declarations, scopes = [], [], []
    named = set(re.findall(r"\w+", "".join(blocks(text))))
    for name in re.findall(r"(?:struct|enum|class|actor|protocol|typealias) (\w+)", prelude):
        if name in named:
            sys.exit(f"{page} uses the type {name}, so it must declare it")
    for line in prelude.split("\n"):
        (imports if IMPORT.match(line) else declarations).append(line)
    if STARTED.search(text):
        started = open(re.sub(r"\w+\.md$", "GettingStarted.md", page)).read()
        declarations += [chunk for chunk in chunks(blocks(started)[0]) if DECLARATION.match(chunk)]
    members = 0
    for block in blocks(text):
        scope, comment = [], ""
        for chunk in chunks(block):
            if not begin(chunk):
                comment = chunk + "\n"
                continue
            first = begin(chunk)
            if IMPORT.match(first):
                imports.append(chunk)
            elif DECLARATION.match(first):
                declarations.append(comment + chunk)
            elif MEMBER.match(first):
                members += 1
                declarations.append(f"enum Pasted{members}: RoutedTarget {{\ncase call\n{chunk}\n"
                                    'var baseURL: URL { URL(string: "https://a.example")! }\n'
                                    'var route: Route { .get("a") }\n}')
            else:
                scope.append(chunk)
            comment = ""
        if scope:
            scopes.append("\n".join(scope))
    print("\n".join(dict.fromkeys(imports)))
    print("\n".join(declarations))
    print("func pasted() async throws {")
    for scope in scopes:
        print("do {\n" + scope)
    print("}" * (len(scopes) + 1))


main(*sys.argv[1:])
