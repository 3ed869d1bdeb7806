"""The lines of the RTL that tests have executed, file by file, those that they have not, and bins of functional coverage.

    python3 rtl_coverage.py FOLDER    of the models whose counts are in FOLDER/*.dat (rtl/twin/rtl_coverage.h)

A line counts if something begins on it that is executed or left out: statements of a block, each branch of an `if` or
`case`. It is covered if all of that has been executed, in any instance. Continuous assignments do not count. Bins are
the covers of rtl/cover.
"""

import collections
import pathlib
import subprocess
import sys

from rtl_bins import read_bins, report
from source_tree import ROOT

# At least so many lines of each of these have to be covered.
LEAST_PERCENT = 95
HELD = ("rtl/common", "rtl/router", "rtl/nic/pacer.sv")
# At least so many bins of each of these have to be hit.
LEAST_BINS = {"router_coverage": 95, "nic_coverage": 95}


def lines_by_file(folder):
    """File below ROOT -> {line: how often}, summed over all models."""
    merged = folder / "merged.info"
    data = sorted(str(path) for path in folder.glob("*.dat"))
    if not data:
        sys.exit(f"{folder}: no model has counted anything")
    subprocess.run(["verilator_coverage", "--write-info", str(merged), *data], check=True, stdout=subprocess.DEVNULL)
    counts = collections.defaultdict(dict)
    for record in merged.read_text(encoding="utf-8").splitlines():
        kind, _, value = record.partition(":")
        if kind == "SF":
            file = str(pathlib.Path(value).resolve().relative_to(ROOT))
        elif kind == "DA" and not file.startswith("rtl/cover/"):
            line, _, count = value.partition(",")
            counts[file][int(line)] = int(count)
    return counts


def percent(covered, total):
    return 100.0 * covered / total if total else 100.0


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    counts = lines_by_file(pathlib.Path(sys.argv[1]))
    for file, lines in sorted(counts.items()):
        missed = sorted(line for line, count in lines.items() if count == 0)
        left = ", ".join(map(str, missed))
        print(f"{file:<32} {len(lines):5} lines {percent(len(lines) - len(missed), len(lines)):6.1f} %  {left}".rstrip())
    status = 0
    for held in HELD:
        of = [count for file, lines in counts.items() if file.startswith(held) for count in lines.values()]
        share = percent(sum(1 for count in of if count), len(of))
        enough = bool(of) and share >= LEAST_PERCENT
        print(f"{held}: {share:.1f} % of {len(of)} lines, {'enough' if enough else f'less than {LEAST_PERCENT} %'}")
        if not enough:
            status = 1
    shares = report(read_bins(sys.argv[1]))
    for module, least in LEAST_BINS.items():
        if shares.get(module, 0) < least:
            print(f"{module}: less than {least} % of its bins are hit")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
