"""Planted faults: what faults/*.toml say, and what is wrong with that.

A fault is a slip that somebody could make: `replace` stands where `find` stood in `file`, and one of `tests` has to
fail. `observable` is what it falsifies, of the level that the table is named after. A test is the name of its program
and the beginning of its case: "results_test: Sampler".
"""

import dataclasses
import pathlib
import re
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[3]
TABLES = pathlib.Path(__file__).resolve().parent / "faults"
FEWEST = 60
TEST = re.compile(r"(\w+): .*")
PROGRAM = re.compile(r"tactus_test\((\w+)")


@dataclasses.dataclass(frozen=True)
class Fault:
    level: str
    name: str
    observable: str
    file: str
    find: str
    replace: str
    tests: list

    @property
    def title(self):
        return f"{self.level}/{self.name}"


def split(test):
    """Program, and beginning of the case."""
    return test.split(": ", 1)


def read(tables=TABLES):
    """All faults, those of one file together: what is compiled for one of them is there for the next."""
    faults = []
    for table in sorted(tables.glob("*.toml")):
        entries = tomllib.loads(table.read_text(encoding="utf-8"))["fault"]
        faults += [Fault(level=table.stem, **entry) for entry in entries]
    return sorted(faults, key=lambda fault: fault.file)


def occurrences(fault, root):
    file = root / fault.file
    return file.read_text(encoding="utf-8").count(fault.find) if file.is_file() else 0


def programs(root):
    """Names of all test programs."""
    lists = (root / "testbench/tests").rglob("CMakeLists.txt")
    return {name for path in lists for name in PROGRAM.findall(path.read_text(encoding="utf-8"))}


def complaints(faults, root=ROOT, fewest=FEWEST):
    """What is wrong with the table, a line each."""
    known = programs(root)
    seen = set()
    for fault in faults:
        if fault.title in seen:
            yield f"{fault.title}: there are two of this name"
        seen.add(fault.title)
        count = occurrences(fault, root)
        if count != 1:
            yield f"{fault.title}: what is to be found is {count} times in {fault.file}, not once"
        if fault.find == fault.replace:
            yield f"{fault.title}: changes nothing"
        if not fault.tests:
            yield f"{fault.title}: asks no test"
        for test in fault.tests:
            if not TEST.fullmatch(test) or split(test)[0] not in known:
                yield f"{fault.title}: '{test}' does not begin with the name of a test program and a colon"
    if len(faults) < fewest:
        yield f"{len(faults)} faults, fewer than {fewest}"
