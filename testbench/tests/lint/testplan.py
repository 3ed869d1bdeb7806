"""The testplan: which tests hold which statement of the contract, which register field and which scenario key.

A statement is a list item, a table row or a paragraph of a contract page that begins with its name in bold, as in
`**SEND-3** ...`. One that names a paragraph before a table or a list stands for all of that. A test claims what it
would find broken by tags: `[SEND-3]`, `[reg:PACE_CTRL.mode]`, `[key:router.arbiter]`. `[reg:*]` and `[key:*]` mark
tests that go over all of them; they are listed, and hold none by itself.

    python3 testbench/tests/lint/testplan.py            writes docs/testplan.md
    python3 testbench/tests/lint/testplan.py --check    says what is wrong or out of date
"""

import argparse
import collections
import pathlib
import re
import sys

import rtl_stages

PAGE = "docs/testplan.md"
GUIDE = "docs/programmers_guide.md"
REGISTERS = "docs/registers.md"  # made from rtl/regs/nic.rdl
KEY_PAGES = "docs/reference/keys_*.md"
TESTS = "testbench/tests"
REGENERATE = "write it anew: python3 testbench/tests/lint/testplan.py"

# The contract pages, with the first parts of the names that their statements have.
CONTRACT = {
    "docs/timing.md": ("CLOCK", "SEND", "RECEIVE", "SERVER", "ROUTER", "FLIT", "LINK", "TOTAL"),
    GUIDE: ("BUS", "COUNT", "MATCH", "DROP", "PACE", "WINDOW"),
    "docs/reference/pins.md": ("PIN",),
    "docs/reference/parts.md": ("PART",),
    "docs/reference/packet_format.md": ("PACKET",),
    "docs/reference/nic.md": ("NIC",),
    "docs/reference/pacer.md": ("PACER",),
    "docs/reference/injection_control.md": ("CONTROL",),
    "docs/reference/memory.md": ("MEMORY", "PORT", "ADDRESS"),
    "docs/reference/tlm.md": ("TLM",),
    "docs/reference/vc_router.md": ("VCR",),
    "docs/reference/arbiters.md": ("ARBITER",),
    "docs/reference/routing.md": ("ROUTE",),
    "docs/reference/classes.md": ("CLASS",),
    "docs/reference/graphs.md": ("GRAPH",),
    "docs/reference/wire.md": ("WIRE",),
    "docs/reference/rtl_nic.md": ("AXI",),
    "docs/reference/rtl_node.md": ("IP",),
    "docs/reference/clock_domain.md": ("DOMAIN",),
    "docs/reference/node.md": ("NODE",),
    "docs/reference/torus.md": ("TORUS",),
    "docs/reference/packet_level.md": ("EQUAL",),
    "docs/reference/rank_processor.md": ("RANK",),
    "docs/reference/noise.md": ("NOISE",),
    "docs/reference/algorithms.md": ("ALGORITHM", "REPLAY"),
    "docs/reference/phase_schedule.md": ("PHASE",),
    "docs/reference/operations.md": ("OPERATION",),
    "docs/reference/jobs.md": ("JOB",),
    "docs/reference/collectives.md": ("COLLECTIVE",),
    "docs/reference/message_file.md": ("FILE",),
    "docs/reference/import.md": ("IMPORT",),
    "docs/reference/open_loop.md": ("OPEN",),
    "docs/reference/island.md": ("ISLAND",),
    "docs/reference/flow_level.md": ("FLUID",),
    "docs/reference/flow_network.md": ("FLOW",),
    "docs/reference/maxmin_solver.md": ("SOLVER",),
    "docs/reference/flow_topologies.md": ("TOPOLOGY",),
    "docs/reference/butterfly.md": ("BUTTERFLY",),
    "docs/reference/copies.md": ("LAYOUT", "CACHE", "QUANTUM", "COPY", "DDT", "APP", "LONE", "CORE", "ADVICE"),
    "docs/reference/results.md": ("RESULT", "TRACE", "MSG"),
    "docs/reference/waves.md": ("WAVE",),
    "docs/reference/plugins.md": ("PLUGIN",),
    "docs/reference/attribution.md": ("ATTRIBUTION",),
    "docs/reference/explain.md": ("EXPLAIN",),
    "docs/reference/check_part.md": ("CHECK",),
}
# Statements about something that is yet to be built: no test can hold them before.
PLANNED = "*(twin)*"

NAME = r"[A-Z]+-[1-9][0-9]*"
NAMED = re.compile(rf"\*\*({NAME})\*\*\s*")
HEADING = re.compile(r"^#+ ")
ITEM = re.compile(r"^(?:-|\d+\.) ")
FIELD = re.compile(r"`([a-z][a-z0-9_]*)` \[[0-9:]+\]")
STRING = r'"(?:[^"\\]|\\.)*"'
STRINGS = rf"(?:{STRING}\s*)+"
TEST_CASE = re.compile(rf"\bTEST_CASE(?:_METHOD\(\s*\w+\s*,|\()\s*({STRINGS})(?:,\s*({STRINGS}))?\)")
TAG = re.compile(r"\[([^\]]*)\]")

Statement = collections.namedtuple("Statement", "name page text planned")
Test = collections.namedtuple("Test", "file name tags")


class Faults(list):
    def add(self, place, what):
        self.append(f"{place}: {what}")


def read(root, path):
    file = root / path
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def blocks(text):
    """The blocks of a page, each with the number of its first line: headings, paragraphs, list items, table rows."""
    result = []
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
            result.append(("gap", number, ""))
        elif fenced:
            continue
        elif not line.strip():
            result.append(("gap", number, ""))
        elif HEADING.match(line):
            result.append(("heading", number, line))
        elif line.lstrip().startswith("|"):
            result.append(("row", number, line.strip()))
        elif ITEM.match(line):
            result.append(("item", number, ITEM.sub("", line)))
        elif result and result[-1][0] in ("item", "paragraph"):
            kind, first, before = result[-1]
            result[-1] = (kind, first, f"{before} {line.strip()}")
        else:
            result.append(("paragraph", number, line.strip()))
    return without_table_heads(result)


def without_table_heads(parts):
    heads = {i - 1 for i, (kind, _, text) in enumerate(parts) if kind == "row" and set(text) <= set("|-: ")}
    return [part for i, part in enumerate(parts) if i not in heads and i - 1 not in heads]


def statements_of(page, prefixes, text, faults):
    """The named statements of a page.

    In a section that names one, all items have a name, and so do the rows of a table, or none of its rows and what
    stands before it.
    """
    found = []
    sections = [[]]
    for block in blocks(text):
        if block[0] == "heading":
            sections.append([])
        sections[-1].append(block)
    for section in sections:
        named, nameless, table = [], [], []
        covered = False
        for kind, number, content in [*section, ("gap", 0, "")]:
            if kind == "row":
                table.append((number, content))
            elif table:
                of_table = [statement_of(page, row.strip("|").strip()) for _, row in table]
                named += filter(None, of_table)
                if any(of_table) or not covered:
                    nameless += [place for place, statement in zip(table, of_table) if not statement]
                table = []
            if kind in ("item", "paragraph") and not content.startswith("<!--"):
                statement = statement_of(page, content)
                covered = bool(statement)
                if statement:
                    named.append(statement)
                elif kind == "item":
                    nameless.append((number, content))
        for number, content in nameless if named else ():
            faults.add(f"{page}:{number}", f"has no name, unlike others of its section: {content[:60].strip()}")
        found += named
    for statement in found:
        if statement.name.rsplit("-", 1)[0] not in prefixes:
            faults.add(page, f"{statement.name}: names on this page begin with {', '.join(prefixes)}")
    return found


def statement_of(page, text):
    match = NAMED.match(text)
    return Statement(match.group(1), page, plain(text[match.end():]), PLANNED in text) if match else None


def plain(text, most=110):
    """Text for a cell of the testplan."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text.replace(PLANNED, "")).replace(" | ", " - ").strip()
    text = text.replace("|", "-")
    if len(text) <= most:
        return text
    cut = text[:most].rsplit(" ", 1)[0].rstrip(" ,;:")
    return cut + ("`" if cut.count("`") % 2 else "") + " ..."


def all_statements(root, faults):
    found = []
    for page, prefixes in CONTRACT.items():
        text = read(root, page)
        if not text:
            continue
        of_page = statements_of(page, prefixes, text, faults)
        if not of_page:
            faults.add(page, "a contract page without a named statement")
        found += of_page
    for path in sorted((root / "docs").rglob("*.md")):
        page = path.relative_to(root).as_posix()
        named = [NAMED.match(text) for _, _, text in blocks(read(root, page)) if page not in (*CONTRACT, PAGE)]
        for match in filter(None, named):
            faults.add(page, f"has a statement, {match.group(1)}, and is not in CONTRACT")
    for name, count in collections.Counter(statement.name for statement in found).items():
        if count > 1:
            faults.add(next(s.page for s in found if s.name == name), f"{name} names {count} statements")
    return found


def register_fields(root):
    """Names of all register fields of the register page, `REGISTER.field`, or `REGISTER` if it has no parts."""
    fields = []
    register = None
    for kind, _, text in blocks(read(root, REGISTERS)):
        cells = [cell.strip() for cell in text.strip("|").split("|")]
        if kind == "paragraph":
            capitals = re.findall(r"`([A-Z][A-Z_]+)`", text)
            register = capitals[0] if capitals else None
        elif kind == "row" and re.fullmatch(r"0x[0-9A-F]{3}", cells[0]):
            name = cells[1].strip("`")
            fields += [f"{name}.{field}" for field in FIELD.findall(cells[3])] or [name]
        elif kind == "row" and register and cells[0].isdigit():
            fields.append(f"{register}.{cells[2].strip('`')}")
    described = {field for field in fields if "." in field}
    fields = [field for field in fields if not any(each.startswith(field + ".") for each in described)]
    return list(dict.fromkeys(fields))


def scenario_keys(root):
    """The page of each key, by the key."""
    found = {}
    for page in sorted(root.glob(KEY_PAGES)):
        path = page.relative_to(root).as_posix()
        tables = re.search(r"<!-- keys: begin.*?<!-- keys: end", read(root, path), re.DOTALL)
        keys = re.findall(r"^\| `([a-z0-9_.]+)` \|", tables.group(0), re.MULTILINE) if tables else []
        found.update(dict.fromkeys(keys, path))
    return found


def tests_of(root):
    found = []
    for path in sorted((root / TESTS).rglob("*.cpp")):
        for match in TEST_CASE.finditer(path.read_text(encoding="utf-8")):
            name, tags = (joined(part) for part in match.groups())
            found.append(Test(path.relative_to(root).as_posix(), name, TAG.findall(tags)))
    return found


def joined(strings):
    """The text of C string literals that follow each other."""
    return "".join(re.sub(r"\\(.)", r"\1", literal[1:-1]) for literal in re.findall(STRING, strings or ""))


class Plan:
    """Everything that has to be held, and by which tests it is."""

    def __init__(self, root):
        self.faults = Faults()
        self.statements = all_statements(root, self.faults)
        self.fields = register_fields(root)
        self.keys = scenario_keys(root)
        self.holders = collections.defaultdict(list)
        self.tests = tests_of(root)
        self.stages = rtl_stages.section(root, self.tests, self.faults)
        known = {statement.name for statement in self.statements}
        known |= {f"reg:{field}" for field in self.fields} | {f"key:{key}" for key in self.keys}
        known |= {"reg:*", "key:*"}
        for test in self.tests:
            for tag in test.tags:
                if tag in known:
                    self.holders[tag].append(test)
                elif tag.startswith(("reg:", "key:")) or re.fullmatch(NAME, tag):
                    self.faults.add(test.file, f"tag [{tag}] of \"{test.name}\" names nothing")
        for statement in self.statements:
            if not statement.planned and statement.name not in self.holders:
                self.faults.add(statement.page, f"no test holds {statement.name}: {statement.text}")
        for kind, pages in (("reg", dict.fromkeys(self.fields, REGISTERS)), ("key", self.keys)):
            for name, page in pages.items():
                if f"{kind}:{name}" not in self.holders:
                    self.faults.add(page, f"no test holds {name}: tag one with [{kind}:{name}]")

    def page(self):
        held = sum(not statement.planned for statement in self.statements)
        lines = [
            "# Testplan", "",
            "<!-- made by testbench/tests/lint/testplan.py from the tags of the tests; do not edit -->", "",
            "What the contract says, and the tests that fail if it is not so. Statements have the names that stand",
            "before them in the pages. `build/release/bin/<file> \"[SEND-3]\"` runs the tests of one file that hold",
            "SEND-3; the [house rules](../CONTRIBUTING.md#testplan) say how to tag one.", "",
            f"{held} statements, {len(self.fields)} register fields, {len(self.keys)} scenario keys."]
        for page in CONTRACT:
            rows = [statement for statement in self.statements if statement.page == page]
            if not rows:
                continue
            link = page[len("docs/"):]
            lines += ["", f"## {pathlib.Path(page).stem}", "", f"Statements of [{link}]({link}).", "",
                      "| name | says | held by |", "|---|---|---|"]
            for row in rows:
                holders = self.cell(row.name) or ("its twin, when there is one" if row.planned else "")
                lines.append(f"| {row.name} | {row.text} | {holders} |")
        lines += self.table("Registers", "registers.md", "field", "reg", self.fields)
        lines += self.table("Scenario keys", "reference/scenario_file.md", "key", "key", self.keys)
        return "\n".join([*lines, *self.stages]) + "\n"

    def table(self, title, link, head, kind, names):
        lines = ["", f"## {title}", "", f"Of [{link}]({link})."]
        if f"{kind}:*" in self.holders:
            lines += ["", f"Tests of all of them: {self.cell(f'{kind}:*')}."]
        lines += ["", f"| {head} | held by |", "|---|---|"]
        return lines + [f"| `{name}` | {self.cell(f'{kind}:{name}')} |" for name in names]

    def cell(self, tag):
        by_file = collections.defaultdict(list)
        for test in self.holders.get(tag, ()):
            by_file[test.file].append(test.name.replace("|", "-"))
        return "; ".join(f"[{pathlib.Path(file).stem}](../{file}): {', '.join(f'*{name}*' for name in names)}"
                         for file, names in by_file.items())


def main():
    parser = argparse.ArgumentParser(description="Writes docs/testplan.md, or checks it.")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[3])
    options = parser.parse_args()
    plan = Plan(options.root)
    if not options.check:
        (options.root / PAGE).write_text(plan.page(), encoding="utf-8")
    elif read(options.root, PAGE) != plan.page():
        plan.faults.add(PAGE, f"is out of date; {REGENERATE}")
    print("\n".join(plan.faults))
    return 1 if plan.faults else 0


if __name__ == "__main__":
    sys.exit(main())
