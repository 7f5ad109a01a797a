"""Two steps of .ci/check-apple.

prepare.py modules PLATFORM RESOURCES TRIPLE ARCH FOLDER   copies the toolchain's modules, patched for the platform
prepare.py plan PLATFORM TESTS FOLDER [NAME…] <DUMP        writes what to compile, in order: the package as JSON is read
"""

import json
import os
import sys
from pathlib import Path

# By platform: the target's system and suffix, the folder of its modules, versions older than any deployment target (one of
# them gives a target of the right length), and the version for modules that are built from their interfaces.
PLATFORMS = {
    "macos": ("macosx", "", "macosx", ("10.15", "10.15.0"), "10.15"),
    "ios": ("ios", "-simulator", "iphonesimulator", ("09", "9.0", "09.0", "9.0.0"), "13.0"),
    "tvos": ("tvos", "-simulator", "appletvsimulator", ("09", "9.0", "09.0", "9.0.0"), "13.0"),
}
# Absent on Apple platforms, or of no use here.
LEFT_OUT = {"FoundationNetworking", "FoundationXML", "Cxx", "CxxStdlib", "Distributed", "_Differentiation"}


def patched_modules(platform, resources, triple, arch, folder):
    system, suffix, directory, versions, version = PLATFORMS[platform]
    # A module holds its target as plain text; one of the same length moves nothing.
    targets = (f"{arch}-{vendor}-{system}{old}{suffix}" for vendor in ("apple", "") for old in versions)
    target = next((target for target in targets if len(target) == len(triple)), None)
    if target is None:
        sys.exit(f"no target for {platform} is as long as {triple}")
    resources, folder = Path(resources), Path(folder)
    folder.mkdir(parents=True)
    for shared in resources.iterdir():
        if shared.name != "linux":
            (folder / shared.name).symlink_to(shared)
    for module in (resources / "linux").glob("*.swiftmodule"):
        if module.stem in LEFT_OUT:
            continue
        place = folder / directory / module.name
        place.mkdir(parents=True)
        key = f"{arch}-apple-{'macos' if platform == 'macos' else system}{suffix}"
        binary = module / f"{triple}.swiftmodule" if module.is_dir() else module
        if binary.exists():
            (place / f"{key}.swiftmodule").write_bytes(binary.read_bytes().replace(triple.encode(), target.encode()))
        else:  # Such as Testing, which the compiler builds from its interface.
            text = (module / f"{triple}.swiftinterface").read_text()
            (place / f"{key}.swiftinterface").write_text(text.replace(triple, f"{arch}-apple-{system}{version}{suffix}"))


def flags(target, platform, language):
    """Swift settings as frontend flags. One that this does not know ends the run rather than being left out."""
    for setting in target["settings"]:
        condition = setting.get("condition") or {}
        named = condition.get("platformNames") or [platform]
        if setting["tool"] != "swift" or platform not in named or condition.get("config", "debug") != "debug":
            continue
        (kind, value), = setting["kind"].items()
        value = value["_0"] if isinstance(value, dict) and "_0" in value else value
        if kind == "enableUpcomingFeature":
            yield from ("-enable-upcoming-feature", value)
        elif kind == "enableExperimentalFeature":
            yield from ("-enable-experimental-feature", value)
        elif kind == "define":
            yield from ("-D", value)
        elif kind == "swiftLanguageMode":
            language = value
        elif kind == "defaultIsolation":
            yield from ("-default-isolation", value)
        elif kind == "strictMemorySafety":
            yield "-strict-memory-safety"
        else:
            sys.exit(f"Package.swift: {target['name']}: unknown setting {kind}")
    yield from ("-swift-version", language)


def plan(platform, tests, folder, names):
    package = json.load(sys.stdin)
    version = next((entry["version"] for entry in package["platforms"] if entry["platformName"] == platform), None)
    if version is None:
        sys.exit(f"Package.swift names no {platform}")
    language = (package["swiftLanguageVersions"] or [package["toolsVersion"]["_version"].split(".")[0]])[-1]
    targets = {}
    for target in package["targets"]:
        place = target.get("path") or f"{'Tests' if target['type'] == 'test' else 'Sources'}/{target['name']}"
        files = sorted(str(file) for file in Path(place).rglob("*.swift"))
        left_out = tuple(f"{place}/{name}" for name in target.get("exclude", []))
        files = [file for file in files if not file.startswith(left_out)] if left_out else files
        if target["type"] in ("regular", "executable", "test") and files:
            targets[target["name"]] = target | {"place": place, "files": files}
    unknown = [name for name in names if name not in targets]
    if unknown:
        sys.exit(f"Package.swift has no Swift module {' '.join(unknown)}")
    wanted = names or [
        name for name, target in targets.items()
        if (tests == "yes" if target["type"] == "test" else target["place"].startswith("Sources/"))]
    order = []

    def visit(name):
        if name in targets and name not in order:
            for dependency in targets[name]["dependencies"]:
                (kind, value), = dependency.items()
                visit(value[0])
            order.append(name)

    for name in wanted:
        visit(name)
    Path(folder).mkdir(exist_ok=True)
    for name in order:
        target = targets[name]
        arguments = ["-module-name", name.replace("-", "_"), *flags(target, platform, language), *target["files"]]
        if not any(file.endswith("/main.swift") for file in target["files"]):
            arguments.append("-parse-as-library")
        if any("import XCTest" in Path(file).read_text() for file in target["files"]):
            arguments += ["-import-module", "AppleXCTest"]
        if target.get("resources"):  # As SwiftPM writes it.
            accessor = Path(folder, f"{name}.resources.swift").resolve()
            accessor.write_text("import AppleFoundation\nextension Bundle { static var module: Bundle { .main } }\n")
            arguments.append(str(accessor))
        Path(folder, f"{name}.arguments").write_text("\n".join(arguments) + "\n")
    Path(folder, "version").write_text(version)
    Path(folder, "order").write_text("".join(f"{name} {targets[name]['type']}\n" for name in order))


if sys.argv[1] == "modules":
    patched_modules(*sys.argv[2:])
else:
    plan(*sys.argv[2:5], sys.argv[5:])
