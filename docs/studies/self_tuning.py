#!/usr/bin/env python3
"""How far from ideal A2AT ends under each way of pacing, by size of torus, imbalance and router.

Prints the Markdown tables of docs/reproducing/self_tuning.md. Every run is a point of a `tactus sweep`, so that a study
that was interrupted goes on where it stopped: leave RESULTS as it is. Usage:

  self_tuning.py TACTUS RESULTS sizes        every pacing, 8x8 to 13x13, with and without imbalance
  self_tuning.py TACTUS RESULTS target       9x9 and 8x8 alone
  self_tuning.py TACTUS RESULTS vector       9x9 with the bias for each sequence that --sequence-bias gives
  self_tuning.py TACTUS RESULTS tie_break    even sizes, both ways of breaking ties

--sequence-bias LIST (as `tactus tune` writes it, [1, 0.5, ...]), --message-size SIZE (default 1 MiB), --jobs N (runs at the same time, default 1), --routers and --pacings (some only, by
their names in the tables).
"""

import argparse
import csv
import pathlib
import re
import subprocess

SCENARIO = pathlib.Path(__file__).parents[2] / "scenarios" / "nsim" / "a2at.yaml"
IMBALANCES = {"together": "0 us", "3 us": "3 us"}

ROUTERS = {
    "injection first, queue": ("injection_first", "per_output", "queue"),
    "through first, queue": ("through_first", "per_output", "queue"),
    "oldest first, queue": ("oldest_first", "per_output", "queue"),
    "oldest first, port": ("oldest_first", "per_output", "port"),
    "round robin, FIFO": ("round_robin", "fifo", "vc"),
}

PACINGS = {
    "none": {},
    "bias 0": {"pacing.bias": "0"},
    "bias 0.5": {"pacing.bias": "0.5"},
    "bias 1.25": {"pacing.bias": "1.25"},
    "window 1": {"pacing.window": "1"},
    "window 2": {"pacing.window": "2"},
    "window 3": {"pacing.window": "3"},
    "window 4": {"pacing.window": "4"},
    "window 2, bias 0": {"pacing.window": "2", "pacing.bias": "0"},
    "window 3, bias 0": {"pacing.window": "3", "pacing.bias": "0"},
    "window 3, bias 0.25": {"pacing.window": "3", "pacing.bias": "0.25"},
}
TIE_BREAK_PACINGS = ["none", "bias 1.25", "window 2", "window 2, bias 0"]
SIZES = {"sizes": ["8", "9", "10", "11", "13"], "target": ["9", "8"], "vector": ["9"], "tie_break": ["8", "10", "12", "14"]}


class Study:
    """Runs sweeps below one folder with the same program and message size."""

    def __init__(self, arguments):
        self.arguments = arguments

    def sweep(self, router, pacing, over):
        """The rows of a sweep of A2AT over the values of each key of `over`."""
        arbiter, queue, transfers = ROUTERS[router]
        settings = {
            "message_size": self.arguments.message_size,
            "router.arbiter": arbiter,
            "router.input_queue": queue,
            "router.input_transfers": transfers,
            "router.input_nomination": "any",
            "router.turnaround": "0 cycles",
            "processor.return_overhead": "0 ns",
            **PACINGS[pacing],
        }
        name = "-".join(re.sub(r"[^a-z0-9.]+", "_", part.lower()) for part in (self.arguments.message_size, router, pacing))
        folder = self.arguments.results / name
        command = [self.arguments.tactus, "sweep", str(SCENARIO), "--level", "packet", "--quiet", "--out", str(folder)]
        command += ["--jobs", str(self.arguments.jobs)]
        for key, value in settings.items():
            command += ["--set", f"{key}={value}"]
        for key, values in over.items():
            command += ["--over", f"{key}={','.join(values)}"]
        subprocess.run(command, check=True)
        with open(folder / "sweep.csv", newline="", encoding="utf-8") as table:
            return list(csv.DictReader(table))

    def pacings(self, names):
        return [name for name in names if self.arguments.pacings in (None, []) or name in self.arguments.pacings]

    def routers(self):
        return [name for name in ROUTERS if self.arguments.routers in (None, []) or name in self.arguments.routers]


def cell(row):
    """Simulated time, and its ratio to the ideal."""
    return f"{1e3 * float(row['simulated_seconds']):.2f} ms, {100 * float(row['ratio_to_ideal']):.1f} %"


def print_row(cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def print_heads(first, heads):
    print_row([first, *heads])
    print("|---|" + "---|" * len(heads), flush=True)


def print_sizes(study, sizes):
    """A table for each router and imbalance: a row for each pacing, a column for each size."""
    for router in study.routers():
        rows = {pacing: [] for pacing in study.pacings(PACINGS)}
        for pacing, results in rows.items():
            results += study.sweep(router, pacing, {"n": sizes, "workload.imbalance": IMBALANCES.values()})
        for name, imbalance in IMBALANCES.items():
            print(f"\n**{router}; ranks begin {'together' if name == 'together' else 'up to 3 us apart'}**\n")
            print_heads("pacing", [f"{n}x{n}" for n in sizes])
            for pacing, results in rows.items():
                print_row([pacing, *(cell(row) for row in results if row["workload.imbalance"] == imbalance)])


def print_tie_breaks(study, sizes):
    """A table for each router: a row for each pacing and tie break, a column for each size; ranks begin apart."""
    ties = ["positive", "signed"]
    for router in study.routers():
        print(f"\n**{router}; ranks begin up to 3 us apart**\n")
        print_heads("pacing, tie break", [f"{n}x{n}" for n in sizes])
        for pacing in study.pacings(TIE_BREAK_PACINGS):
            over = {"n": sizes, "router.tie_break": ties, "workload.imbalance": [IMBALANCES["3 us"]]}
            results = study.sweep(router, pacing, over)
            for tie in ties:
                print_row([f"{pacing}, {tie}", *(cell(row) for row in results if row["router.tie_break"] == tie)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tactus")
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("table", choices=list(SIZES))
    parser.add_argument("--sequence-bias")
    parser.add_argument("--message-size", default="1 MiB")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--routers", nargs="*", choices=list(ROUTERS))
    parser.add_argument("--pacings", nargs="*", choices=list(PACINGS))
    arguments = parser.parse_args()
    if (arguments.table == "vector") != (arguments.sequence_bias is not None):
        parser.error("--sequence-bias and the table `vector` go together")
    if arguments.sequence_bias is not None:
        PACINGS.clear()
        PACINGS["bias for each sequence"] = {"pacing.sequence_bias": arguments.sequence_bias}
    print_table = print_tie_breaks if arguments.table == "tie_break" else print_sizes
    print_table(Study(arguments), SIZES[arguments.table])


if __name__ == "__main__":
    main()
