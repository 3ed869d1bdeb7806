#!/usr/bin/env python3
"""Holds the pages to what the program says: runs the commands of documented.toml and compares.

Usage: documented.py PATH_TO_TACTUS [--fix] [--slow] [--only TEXT] [--from DIR]

--fix writes what the program says into the pages. --slow also runs what takes minutes or hours. --only TEXT: entries
whose page or command has the text. --from DIR keeps the folders of the validations in DIR, where a second call finds
them. Exit status 1 if a page says something else.
"""

import argparse
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[3]
TABLE = pathlib.Path(__file__).with_name("documented.toml")
PLACE = re.compile(r"{[^}]*}")
SESSION = re.compile(r"^```\n(\$ .*?)^```$", re.MULTILINE | re.DOTALL)
WITHOUT_TRACE = " --set trace.enabled=false"  # which takes half of the time of a small run, and nobody looks at
NUMBER = r"-?[0-9][0-9.,]*"


def figures(result):
    """Names that `says` can use, of one run's result.json."""
    seconds = result["simulated_seconds"]
    named = {"s": seconds, "ms": seconds * 1e3, "us": seconds * 1e6, "used": result["link_utilisation"] * 1e2}
    if "ratio_to_ideal" in result:
        named["percent"] = result["ratio_to_ideal"] * 1e2
        named["times"] = result["ratio_to_ideal"]
    if "open_loop" in result:
        named["accepted"] = result["open_loop"]["accepted"]
    return named


class Program:
    """Runs of the program, each made once."""

    def __init__(self, program, folder, kept):
        self.program, self.folder, self.kept = program, folder, kept
        self.runs, self.validations = {}, {}

    def call(self, arguments):
        """Standard output; exit status 4 says that something does not hold, which is a result too."""
        command = [self.program] + [str(ROOT / a) if a.startswith("scenarios/") else a for a in arguments]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 4):
            sys.exit(f"{shlex.join(arguments)}: exit status {done.returncode}\n{done.stderr}")
        return done.stdout

    def run(self, command):
        """Standard output and result.json of a run."""
        if command not in self.runs:
            arguments = shlex.split(command)
            said = self.call(arguments)
            out = self.folder / "results" / pathlib.Path(arguments[1]).stem
            self.runs[command] = said, json.loads((out / "result.json").read_text())
        return self.runs[command]

    def session(self, name):
        """A folder as the clone's root is to a reader, for the commands of one page."""
        folder = self.folder / "sessions" / re.sub(r"\W", "_", name)
        folder.mkdir(parents=True)
        (folder / "tactus").symlink_to(self.program)
        (folder / "scenarios").symlink_to(ROOT / "scenarios")
        (folder / "docs").symlink_to(ROOT / "docs")
        return folder

    def claims(self, paper, full):
        """What `validate` says of a paper, an object per claim."""
        command = f"validate {paper} --json" + (" --full" if full else "")
        if command not in self.validations:
            self.validations[command] = json.loads(self.call(command.split() + ["--out", str(self.kept)]))
        return self.validations[command]


def measured(claims, text):
    """What was measured of the claim that has this text, or begins so."""
    found = [claim["measured"] for claim in claims if claim["claim"] == text]
    found = found or [claim["measured"] for claim in claims if claim["claim"].startswith(text)]
    if len(found) != 1:
        sys.exit(f"{len(found)} claims begin with {text!r}")
    return found[0]


def parts(template):
    """Pairs of whether a part of `template` is a place for a number, and the part."""
    at = 0
    for place in PLACE.finditer(template):
        yield False, template[at : place.start()]
        yield True, place.group()
        at = place.end()
    yield False, template[at:]


def replay(text, folder):
    """What a block of commands, each behind a `$ `, and their output says if the commands are given in `folder`."""
    said = []
    for line in text.splitlines():
        if line.startswith("$ "):
            command = ["bash", "-o", "pipefail", "-c", line[2:]]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
            if done.returncode not in (0, 4):
                sys.exit(f"{line}\nexit status {done.returncode}\n{done.stderr}")
            said += [line, *done.stdout.rstrip("\n").splitlines()]
    return "\n".join(said) + "\n"


class Page:
    """A page, and what is wrong with it."""

    def __init__(self, name):
        self.file = ROOT / name
        self.text = self.file.read_text(encoding="utf-8")
        self.name = name
        self.faults = []

    def line_of(self, position):
        return self.text.count("\n", 0, position) + 1

    def replace(self, found, with_this):
        """What stands at `found` has to be `with_this`, whatever its line breaks."""
        if found.group().split() == with_this.split():
            return
        self.faults.append(f"{self.name}:{self.line_of(found.start())}: says\n{found.group()}\nand not\n{with_this}")
        self.text = self.text[: found.start()] + with_this + self.text[found.end() :]

    def must_say(self, template, named):
        """`template` with its places filled occurs in the page, wherever its lines are broken."""
        pattern = "".join(
            f"({NUMBER})" if place else re.sub(r"(\\ )+", r"\\s+", re.escape(part)) for place, part in parts(template)
        )
        found = re.search(pattern, self.text)
        if found is None:
            self.faults.append(f"{self.name}: nothing like\n{template}")
            return
        text = found.group()
        numbers = [part.format(**named) for place, part in parts(template) if place]
        for i, number in reversed(list(enumerate(numbers, start=1))):
            begin, end = (at - found.start() for at in found.span(i))
            text = text[:begin] + number + text[end:]
        self.replace(found, text)

    def must_show(self, output):
        """The page has `output` in a block of code whose first line begins with the same word."""
        first = re.escape(output.split(maxsplit=1)[0])
        found = re.search(rf"(?<=```\n){first}[^`]*(?=\n```)", self.text)
        if found is None:
            self.faults.append(f"{self.name}: no block of code begins with {output.splitlines()[0]!r}")
            return
        self.replace(found, output.rstrip("\n"))

    def must_replay(self, folder):
        """Every block of code that begins with `$ ` is what its commands say, given one after the other in `folder`."""
        found = list(SESSION.finditer(self.text))
        if not found:
            self.faults.append(f"{self.name}: no block of code begins with a command")
        said = [replay(block.group(1), folder) for block in found]
        for block, now in reversed(list(zip(found, said))):
            if block.group(1) != now:
                at = self.line_of(block.start())
                self.faults.append(f"{self.name}:{at}: says\n{block.group(1)}and not\n{now}")
                self.text = self.text[: block.start(1)] + now + self.text[block.end(1) :]

    def must_tell(self, paper, claims):
        """The page has the table of claims between its two marks."""
        found = re.search(rf"(?<=<!-- claims of {paper} -->\n\n).*?(?=\n\n<!-- end of claims -->)", self.text, re.S)
        if found is None:
            self.faults.append(f"{self.name}: no place for the claims of {paper}")
            return
        self.replace(found, claims_table(claims))


def claims_table(claims):
    verdicts = {True: "holds", False: "does not hold", None: "not run"}
    lines = ["| source | claim | paper | measured | |", "|---|---|---|---|---|"]
    for claim in claims:
        verdict = verdicts[claim["holds"]] + (", fitted" if claim["fitted"] else "")
        cells = [claim["source"], claim["claim"], claim["expected_text"], claim["measured_text"], verdict]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tactus", type=pathlib.Path)
    parser.add_argument("--fix", action="store_true")
    parser.add_argument("--slow", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--from", dest="kept", type=pathlib.Path)
    options = parser.parse_args()
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    pages = {}

    def wanted(entry):
        if entry.get("slow", False) and not options.slow:
            return False
        return any(options.only in str(entry.get(key, "")) for key in ("page", "run", "paper"))

    def page(entry):
        return pages.setdefault(entry["page"], Page(entry["page"]))

    with tempfile.TemporaryDirectory() as folder:
        kept = (options.kept or pathlib.Path(folder, "validate")).resolve()
        program = Program(options.tactus.resolve(), pathlib.Path(folder), kept)
        for entry in filter(wanted, table.get("figure", [])):
            page(entry).must_say(entry["says"], figures(program.run(entry["run"] + WITHOUT_TRACE)[1]))
        for entry in filter(wanted, table.get("measured", [])):
            claims = program.claims(entry["paper"], entry.get("full", False))
            page(entry).must_say(entry["says"], {"measured": measured(claims, entry["claim"])})
        for entry in filter(wanted, table.get("output", [])):
            page(entry).must_show(program.run(entry["run"])[0])
        for entry in filter(wanted, table.get("session", [])):
            page(entry).must_replay(program.session(entry["page"]))
        for entry in filter(wanted, table.get("claims", [])):
            page(entry).must_tell(entry["paper"], program.claims(entry["paper"], entry.get("full", False)))
    for each in pages.values():
        print("\n".join(each.faults), end="\n" if each.faults else "")
        if options.fix and each.faults:
            each.file.write_text(each.text, encoding="utf-8")
    faults = sum(len(each.faults) for each in pages.values())
    print(f"{len(pages)} pages, {faults} differences" + (", written" if options.fix and faults else ""))
    sys.exit(1 if faults and not options.fix else 0)


if __name__ == "__main__":
    main()
