"""Plants the faults of faults/*.toml one by one in a copy of the sources, and tells which of them no test sees.

    python3 testbench/tests/mutation/plant_faults.py [--only REGEX] [--folder DIR] [--jobs N]
    python3 testbench/tests/mutation/plant_faults.py --list      what there is, and which tests are asked
    python3 testbench/tests/mutation/plant_faults.py --check     whether the table fits the sources, in a second

Ends with 0 if a test killed every fault, with 1 if not, and with 2 if nothing can be found out: the table does not fit
the sources, or a test fails without a fault.
"""

import argparse
import collections
import pathlib
import re
import sys
import time

import fault_table
from planted_tree import NothingToFindOut, PlantedTree

SHORTEST_LIMIT_S = 60
LONGER_THAN_WITHOUT = 10  # a test that a fault has hung takes so many times as long
SURVIVED = "SURVIVED"


def outcome(tree, fault, seconds):
    """What became of a fault; a text that begins with "killed by" if a test has seen it."""
    if fault_table.occurrences(fault, tree.root) != 1:
        return "find not found"
    with tree.planted(fault):
        for test in fault.tests:
            if tree.build(fault_table.split(test)[0]):
                return "does not build"
            limit_s = max(SHORTEST_LIMIT_S, LONGER_THAN_WITHOUT * seconds[test])
            if failed := tree.first_failure(test, limit_s):
                return f"killed by {failed}"
    return SURVIVED


def plant(tree, faults):
    """(fault, what became of it) of each, telling them as they come."""
    tree.copy_sources()
    tree.configure()
    tests = list(dict.fromkeys(test for fault in faults for test in fault.tests))
    seconds = {}
    for number, test in enumerate(tests, 1):
        seconds[test] = tree.seconds_without_faults(test)
        print(f"without faults {number}/{len(tests)}: {seconds[test]:.1f} s: {test}", flush=True)
    results = []
    for number, fault in enumerate(faults, 1):
        begin = time.monotonic()
        results.append((fault, outcome(tree, fault, seconds)))
        print(f"{number}/{len(faults)}: {fault.title}: {results[-1][1]} ({time.monotonic() - begin:.0f} s)", flush=True)
    return results


def table(results):
    """Of every level, how many faults there are, how many were killed, and the others by name."""
    of_level = collections.defaultdict(list)
    for fault, text in results:
        of_level[fault.level].append((fault, text))
    yield f"{'level':<10} {'faults':>6} {'killed':>6}"
    for level, list_of_level in sorted(of_level.items()):
        killed = sum(text.startswith("killed") for _, text in list_of_level)
        yield f"{level:<10} {len(list_of_level):>6} {killed:>6}"
    for fault, text in results:
        if not text.startswith("killed"):
            yield f"{text}: {fault.title}: {fault.observable}; asked: {', '.join(fault.tests)}"


def parsed_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", metavar="REGEX", default="", help="faults whose LEVEL/NAME it is found in")
    parser.add_argument("--folder", type=pathlib.Path, default=fault_table.ROOT / "build/planted",
                        help="where the copy lies, and stays for the next time")
    parser.add_argument("--jobs", type=int, default=2, help="for builds and tests")
    parser.add_argument("--list", action="store_true", help="say what there is, and plant nothing")
    parser.add_argument("--check", action="store_true", help="say what is wrong with the table, and plant nothing")
    return parser.parse_args()


def main():
    arguments = parsed_arguments()
    faults = fault_table.read()
    if complaints := list(fault_table.complaints(faults)):
        print("\n".join(complaints))
        return 2
    if arguments.check:
        return 0
    faults = [fault for fault in faults if re.search(arguments.only, fault.title)]
    if arguments.list:
        for fault in faults:
            print(f"{fault.title}: {fault.observable}; {fault.file}; asks {', '.join(fault.tests)}")
        return 0
    try:
        results = plant(PlantedTree(arguments.folder.resolve(), arguments.jobs), faults)
    except NothingToFindOut as problem:
        print(problem)
        return 2
    print("\n" + "\n".join(table(results)))
    return 0 if all(text.startswith("killed") for _, text in results) else 1


if __name__ == "__main__":
    sys.exit(main())
