"""House rules that a script can see: file length, nothing left open, no dead links and no long lines in pages.

    python3 testbench/tests/lint/check_tree.py length|open-ends|links|wrap
    python3 testbench/tests/lint/check_tree.py wrap --fix     wraps the prose of the pages at 100 columns
"""

import re
import sys

import prose
import source_tree

CODE = (*source_tree.CPP_SUFFIXES, ".sv", ".svh", ".py")
TEXT = (*CODE, ".md", ".yaml", ".cmake", "CMakeLists.txt")
MAX_LINES = 400
# In halves, so that this file does not find itself.
LEFT_OPEN = re.compile(r"\b(TO" r"DO|FIX" r"ME|X" r"XX)\b")
MARKDOWN_LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+\s+(.*?)\s*$", re.MULTILINE)
MENTIONED_PAGE = re.compile(r"\bdocs/[\w/-]+\.md\b")


def read(path):
    return (source_tree.ROOT / path).read_text(encoding="utf-8")


def anchors(path):
    """Names that the headings of a page can be linked by, as on GitHub."""
    headings = HEADING.findall(FENCED.sub("", read(path)))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def long_files():
    for path in source_tree.files(*CODE):
        lines = read(path).count("\n")
        if lines > MAX_LINES:
            yield f"{path}: {lines} lines, more than {MAX_LINES}: is there a part with a name of its own inside?"


def open_ends():
    for path in source_tree.files(*TEXT):
        for number, line in enumerate(read(path).splitlines(), 1):
            if LEFT_OPEN.search(line):
                yield f"{path}:{number}: left open: {line.strip()}"


def dead_links():
    for path in source_tree.files(".md"):
        for link in MARKDOWN_LINK.findall(FENCED.sub("", read(path))):
            if re.match(r"[a-z]+:", link):
                continue
            name, _, anchor = link.partition("#")
            target = (source_tree.ROOT / path.parent / name).resolve() if name else source_tree.ROOT / path
            if not target.exists():
                yield f"{path}: dead link {link}"
            elif anchor and target.suffix == ".md" and anchor not in anchors(target):
                yield f"{path}: no heading #{anchor} in {name or path}"
    for path in source_tree.files(*TEXT):
        for page in sorted(set(MENTIONED_PAGE.findall(read(path)))):
            if not (source_tree.ROOT / page).is_file():
                yield f"{path}: mentions {page}, which does not exist"


def pages():
    return (path for path in source_tree.files(".md") if not prose.is_generated(read(path)))


def long_prose():
    for path in pages():
        for number in prose.wrapped(read(path))[1]:
            yield f"{path}:{number}: prose of more than {prose.WIDTH} columns; check_tree.py wrap --fix"


def wrap():
    for path in pages():
        (source_tree.ROOT / path).write_text(prose.wrapped(read(path))[0], encoding="utf-8")


CHECKS = {"length": long_files, "open-ends": open_ends, "links": dead_links, "wrap": long_prose}


def main():
    if sys.argv[1:] == ["wrap", "--fix"]:
        wrap()
        return 0
    if len(sys.argv) != 2 or sys.argv[1] not in CHECKS:
        sys.exit(f"usage: check_tree.py {'|'.join(CHECKS)} | wrap --fix")
    faults = list(CHECKS[sys.argv[1]]())
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
