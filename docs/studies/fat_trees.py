#!/usr/bin/env python3
"""How far flows are off from packets on fat trees of several sizes, as the table of fat_trees.md.

Usage: fat_trees.py PROGRAM [LARGEST_P]
"""

import json
import statistics
import subprocess
import sys

SCENARIO = "scenarios/graphs/flows.yaml"
ARITIES = [3, 4, 5, 6, 8, 10, 12]
SEEDS = range(1, 6)
ROWS = [("ordered", "maxmin", [1]), ("random", "maxmin", SEEDS), ("random", "mfs_n", SEEDS)]


def compared(program, arity, placement, solver, seed):
    sets = [f"p={arity}", f"placement={placement}", f"solver={solver}", f"seed={seed}"]
    options = [word for each in sets for word in ("--set", each)]
    run = subprocess.run([program, "compare", SCENARIO, "--levels", "packet,flow", "--json", *options],
                         check=True, capture_output=True, text=True)
    return json.loads(run.stdout)


def spread(values):
    """The mean, and the least and the most of several."""
    mean = f"{statistics.mean(values):.1f}"
    return mean if len(values) == 1 else f"{mean} ({min(values):.1f} to {max(values):.1f})"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    largest = int(sys.argv[2]) if len(sys.argv) > 2 else ARITIES[-1]
    print("| hosts | ranks | solver | whole time off by, % | message's time off by, p50, % | p90, % |")
    print("|---|---|---|---|---|---|")
    for placement, solver, seeds in ROWS:
        for arity in [each for each in ARITIES if each <= largest]:
            runs = [compared(sys.argv[1], arity, placement, solver, seed) for seed in seeds]
            figures = (lambda run: run["relative_time_error"],
                       lambda run: run["completion_error"]["relative"]["p50"],
                       lambda run: run["completion_error"]["relative"]["p90"])
            cells = [spread([100 * figure(run) for run in runs]) for figure in figures]
            print(f"| {2 * arity ** 3} | {placement} | {solver} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
