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
PROGRAM = re.compile(r"tactus_test\((\w+)(.*?)\)", re.DOTALL)
SOURCE = re.compile(r"[^\s;]+\.cpp")
GLOB = re.compile(r"file\(GLOB (\w+) CONFIGURE_DEPENDS (.*?)\)", re.DOTALL)
CASE = re.compile(r'TEST_CASE\(\s*"((?:[^"\\]|\\.)*)"')


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
    program, _, case = test.partition(": ")
    return program, case


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


def cases(root):
    """Names of the cases of every test program."""
    of_program = {}
    for path in (root / "testbench/tests").rglob("CMakeLists.txt"):
        text = path.read_text(encoding="utf-8")
        globs = GLOB.findall(text)
        for program, rest in PROGRAM.findall(text):
            sources = [path.parent / name for name in SOURCE.findall(rest) if "$" not in name]
            for variable, patterns in globs:
                if f"${{{variable}}}" in rest:
                    sources += [file for pattern in patterns.split() for file in path.parent.glob(pattern)]
            texts = (source.read_text(encoding="utf-8") for source in sources if source.is_file())
            of_program[program] = [name for text in texts for name in CASE.findall(text)]
    return of_program


def complaints(faults, root=ROOT, fewest=FEWEST):
    """What is wrong with the table, a line each."""
    known = cases(root)
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
            if not any(name.startswith(case) for program, case in [split(test)] for name in known.get(program, [])):
                yield f"{fault.title}: no test begins with '{test}'"
    if len(faults) < fewest:
        yield f"{len(faults)} faults, fewer than {fewest}"
