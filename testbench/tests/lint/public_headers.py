"""Public headers that differ from the last version have a note in CHANGELOG.md.

    python3 testbench/tests/lint/public_headers.py build/release              names those that lack one
    python3 testbench/tests/lint/public_headers.py build/release --release    a version is made: its headers are noted

docs/reference/public_headers.txt has the headers of the last version, each with a hash of its code without comments.
CMake leaves the list of those of today in the build folder (cmake/TactusInterface.cmake).
"""

import hashlib
import pathlib
import re
import sys

import source_tree

NOTED = "docs/reference/public_headers.txt"
CHANGELOG = "CHANGELOG.md"
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def fingerprint(code):
    """Equal for headers that differ in comments and line breaks only."""
    return hashlib.sha256(" ".join(COMMENT.sub(" ", code).split()).encode()).hexdigest()[:16]


def of_version(text):
    """The version, and the fingerprint of each header, of the text of NOTED."""
    first, *lines = text.splitlines()
    return first.split()[-1], dict(reversed(line.split()) for line in lines)


def section(changelog, title):
    """Text of a section of CHANGELOG.md; empty if there is none."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return found.group(1) if found else ""


def faults(noted, today, version, changelog):
    """What is wrong, one text each. `today`: the fingerprint of each header."""
    last, before = of_version(noted)
    if last != version:
        yield f"the version is {version}, but {NOTED} has the headers of {last}: run this script with --release"
        return
    notes = section(changelog, "Unreleased")
    for header in sorted(before.keys() | today.keys()):
        if before.get(header) == today.get(header) or f"`{header}`" in notes:
            continue
        change = "new" if header not in before else "gone" if header not in today else "changed"
        yield f"{header} is {change} since version {last}: the section Unreleased of {CHANGELOG} must say so, " \
              f"and name `{header}`"


def read(path):
    return (source_tree.ROOT / path).read_text(encoding="utf-8")


def main():
    build = pathlib.Path(sys.argv[1])
    version, *headers = (build / "package/public_headers.txt").read_text(encoding="utf-8").split()
    today = {header: fingerprint(read(header)) for header in headers}
    if "--release" in sys.argv:
        lines = [f"version {version}"] + [f"{hash_} {header}" for header, hash_ in sorted(today.items())]
        (source_tree.ROOT / NOTED).write_text("\n".join(lines) + "\n", encoding="utf-8")
        return
    found = list(faults(read(NOTED), today, version, read(CHANGELOG)))
    print("\n".join(found))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
