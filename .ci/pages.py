"""Writes the Swift blocks of a page, pasted in order, as one source file: imports and declarations at the top, statements in
one function. Each block of statements is a scope within that of the block before it, so that it sees and may shadow its
names. A member of a target, such as `static let catchChain`, is pasted into a target.
Usage: pages.py PAGE PRELUDE, where PRELUDE has the functions and values of the reader's app"""
import re
import sys

DECLARATION = re.compile(r"(@\w+(\(.*\))? )*((public|private|internal|nonisolated|final|indirect) )*"
                         r"(struct|enum|class|actor|protocol|extension|func|typealias) ")
MEMBER = re.compile(r"(static (let|var)|var \w+: [^=]+ \{)")
ATTRIBUTE = re.compile(r"@\w+(\(.*\))?")
DOCUMENTS = "Sources/Talyn/Talyn.docc/"
IMPORT = re.compile(r"((internal|public) )?import ")
STARTED = re.compile(r"samples? (of this page )?uses? [^.:]*?of (<doc:GettingStarted>|\*Getting started\*)")
HERE = re.compile(r"<doc:(\w+)> declares `GitHub` and `User`")


def blocks(text):
    found = re.findall(r"^```swift\n(.*?)^```$", text, re.M | re.S)
    return [block for block in found if "import PackageDescription" not in block]


def chunks(block):
    """The statements and declarations of a block: each begins without indentation."""
    parts = []
    for line in block.split("\n"):
        if line and not re.match(r"[\s}).\]]", line) and not (parts and ATTRIBUTE.fullmatch(parts[-1][-1])):
            parts.append([])
        if parts:
            parts[-1].append(line)
    return ["\n".join(part) for part in parts]


def begin(chunk):
    """The first line that is no comment and no attribute."""
    for line in chunk.split("\n"):
        if line.strip() and not line.startswith("//") and not ATTRIBUTE.fullmatch(line):
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
    elsewhere = [DOCUMENTS + "GettingStarted.md"] if STARTED.search(" ".join(text.split())) else []
    elsewhere += [re.sub(r"\w+\.md$", name + ".md", page) for name in HERE.findall(text)]
    for other in elsewhere:
        first = blocks(open(other).read().replace("\n```\n```swift\n", "\n\n"))[0]
        declarations += [chunk for chunk in chunks(first) if DECLARATION.match(chunk)]
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
