#!/usr/bin/env python3
"""Instructions for each hop of a packet or flit over a link, counted by Valgrind, beside those that are on record.

Usage: instructions.py PATH_TO_TACTUS COMPILER [--record]. COMPILER: "GNU 12"; the program is a release build with
link-time optimisation. Prints a Markdown table. Counts do not depend on the machine's load. Exit status 1 if a case
takes more than `MORE` times what instructions.json has for the compiler, 77 if it has nothing for it; --record writes
what was counted.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

MORE = 1.03
SKIPPED = 77  # of ctest
ROOT = pathlib.Path(__file__).resolve().parents[3]
RECORD = pathlib.Path(__file__).with_name("instructions.json")

#: Case: arguments of `tactus run`, and the hops that are counted.
CASES = {
    "packet level, torus of 5x5": (
        ["quickstart/a2at_4x4.yaml", "--level", "packet", "--set", "network.shape=[5,5]"], "packet_hops"),
    "packet level, torus of 5x5, the paper's router": (
        ["nsim/a2at.yaml", "--level", "packet", "--set", "n=5", "--set", "message_size=64 KiB"], "packet_hops"),
    "packet level, torus of 5x5, the paper's router, attribution": (
        ["nsim/a2at.yaml", "--level", "packet", "--set", "n=5", "--set", "message_size=64 KiB",
         "--set", "attribution.enabled=true"], "packet_hops"),
    "packet level, fat tree of 16 hosts": (
        ["graphs/fat_tree.yaml", "--level", "packet", "--set", "p=2", "--set", "workload.message_size=64 KiB"], "packet_hops"),
    "cycle level, torus of 4x4": (
        ["quickstart/a2at_4x4.yaml", "--set", "workload.message_size=4 KiB"], "flit_hops"),
}  # fmt: skip


def count(tactus, arguments, hops):
    """Instructions per hop of one run."""
    scenario, *settings = arguments
    with tempfile.TemporaryDirectory() as folder:
        run = [tactus, "run", ROOT / "scenarios" / scenario, *settings, "--set", "trace.enabled=false", "--json"]
        tool = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out"]
        done = subprocess.run([*tool, *run, "--out", f"{folder}/results"], capture_output=True, text=True, check=True)
        instructions = int(re.search(r"Collected : (\d+)", done.stderr).group(1))
    return instructions / json.loads(done.stdout)[hops]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tactus")
    parser.add_argument("compiler")
    parser.add_argument("--record", action="store_true", help="put what was counted on record")
    given = parser.parse_args()
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    known = record.get(given.compiler)
    if known is None and not given.record:
        print(f"nothing is on record for {given.compiler}")
        return SKIPPED
    print("| case | instructions per hop | on record | ratio |\n|---|---|---|---|")
    counted = {}
    worse = False
    for case, (arguments, hops) in CASES.items():
        counted[case] = round(count(given.tactus, arguments, hops), 1)
        before = (known or {}).get(case, counted[case])
        worse = worse or counted[case] > MORE * before
        print(f"| {case} | {counted[case]:,} | {before:,} | {counted[case] / before:.3f} |", flush=True)
    if given.record:
        record[given.compiler] = counted
        RECORD.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
        return 0
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
