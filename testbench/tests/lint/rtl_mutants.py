"""Writes docs/reference/rtl_mutants.md: every fault that tests and proofs plant in the RTL, and what finds it.

    python3 testbench/tests/lint/rtl_mutants.py            writes the page
    python3 testbench/tests/lint/rtl_mutants.py --check    ends with 1 if the page differs, or if a fault has no finder

Faults are read where the tests read them: *_faults.cmake and proofs.cmake. What each is, is said in the table of the
test that looks for it; what finds it, there or in docs/reference/check_part.md, which the test compares.
"""

import collections
import pathlib
import re
import sys

import source_tree

ROOT = source_tree.ROOT
PAGE = ROOT / "docs/reference/rtl_mutants.md"
UNIT = "testbench/tests/unit/"
PROOFS = "testbench/tests/formal/proofs.cmake"
# Title, list of faults, test with their texts; what finds all of them if neither the test nor check_part.md says it.
SETS = (
    ("Router", "rtl/twin/router_faults.cmake", "rtl/twin/rtl_router_fault_test.cpp", None),
    ("NIC", "rtl/nic/nic_faults.cmake", "rtl/nic/rtl_nic_fault_test.cpp", None),
    ("Around the NIC, on AXI", "rtl/axi/axi_faults.cmake", "rtl/axi/nic_axi_test.cpp",
     "traffic of two nodes, or a checker"),
    ("Pacer alone", "parts/pacer_faults.cmake", "parts/part_fault_test.cpp", None),
    ("Arbiter alone", "parts/arbiter_faults.cmake", "parts/part_fault_test.cpp", None),
)
HEAD = """# Faults planted in the RTL

Every fault that a test or a proof plants in a copy of the RTL, by module, and what finds it. The
script `testbench/tests/lint/rtl_mutants.py` makes this page from the files that the tests read. A
bench and a seed are those of the command [check-part](check_part.md).
"""


class Misfit(Exception):
    """The files that list faults, texts and finders do not fit each other."""


def planted(text):
    """Modules that each number of a list of faults changes, by number."""
    modules = collections.OrderedDict()
    for number, file in re.findall(r"^fault\((\d+) (\w+)\.sv ", text, re.M):
        known = modules.setdefault(int(number), [])
        if file not in known:
            known.append(file)
    return modules


def told(text):
    """What the table of a test says of each number, and the finder if it says one."""
    rows = re.findall(r'^ +\{(\d+), "([^"]*)"(?:, "([^"]*)")?\},$', text, re.M)
    return {int(number): (what, finder) for number, what, finder in rows}


def harmless(text):
    """Numbers that a test plants to see that nothing is found."""
    return {int(number) for number in re.findall(r"  constexpr int k\w+ = (\d+);", text)}


def finders(text):
    """What finds a fault, by part and text, in the tables of check_part.md."""
    tables = re.findall(r"<!-- faults: (\w+) -->\n(.*?)<!-- end -->", text, re.S)
    return {part: dict(re.findall(r"^\| (.+?) \| (.+?) \|$", rows, re.M)) for part, rows in tables}


def proved(text):
    """Module, what is wrong, and the proof of each fault of a proof."""
    rows = re.findall(r'^fault\((\w+) "(.+?) (?:is|are) found"\s+\w+/(\w+)\.sv\s', text, re.M)
    if len(rows) != len(re.findall(r"^fault\(", text, re.M)):
        raise Misfit(f"{PROOFS}: a fault is not read")
    return [(module, what, f"proof `{proof}_formal`") for proof, what, module in rows]


def rows_of(faults, test, page, of_all, name):
    """Number, modules, text and finder of each fault of a set."""
    texts = told(test)
    rows = []
    for number, modules in faults.items():
        if number not in texts:
            if number in harmless(test):
                continue
            raise Misfit(f"{name}: no test says what fault {number} is")
        what, finder = texts[number]
        finder = f"`{finder}`" if finder else of_all or page.get(what)
        if not finder or finder == "not found":
            raise Misfit(f"{name}: nothing is said to find fault {number}, {what}")
        rows.append((str(number), ", ".join(f"`{module}`" for module in modules), what, finder))
    return rows


def table(head, rows):
    """A table in Markdown."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def page():
    """The text of the page."""
    check_part = finders((ROOT / "docs/reference/check_part.md").read_text())
    sets = []
    for title, faults, test, of_all in SETS:
        listed = planted((ROOT / UNIT / faults).read_text())
        sets.append((title, test, rows_of(listed, (ROOT / UNIT / test).read_text(),
                                     check_part.get(faults.split("/")[-1].split("_")[0], {}), of_all, faults)))
    proofs = [(str(number), f"`{module}`", what, proof)
              for number, (module, what, proof) in enumerate(proved((ROOT / PROOFS).read_text()), 1)]
    sets.append(("Proofs", None, proofs))
    counts = collections.Counter()
    for _, _, rows in sets:
        counts.update(module for row in rows for module in row[1].split(", "))
    total = sum(len(rows) for _, _, rows in sets)
    text = HEAD + f"\n**{total} faults, 0 survivors.** A fault that changes two modules counts in each.\n\n"
    text += table(("module", "faults"), [(module, str(count)) for module, count in sorted(counts.items())])
    for title, test, rows in sets:
        source = f"[{pathlib.Path(test).stem}](../../{UNIT}{test})" if test else f"[proofs.cmake](../../{PROOFS})"
        text += f"\n## {title}\n\n{len(rows)} faults:\n{source}.\n\n"
        text += table(("number", "module", "what is wrong", "found by"), rows)
    return text


def main():
    try:
        text = page()
    except Misfit as misfit:
        print(misfit)
        return 1
    if sys.argv[1:] == ["--check"]:
        if PAGE.exists() and PAGE.read_text() == text:
            return 0
        print(f"{PAGE.relative_to(ROOT)} differs: python3 testbench/tests/lint/rtl_mutants.py")
        return 1
    PAGE.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
