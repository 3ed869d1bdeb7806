#!/usr/bin/env python3
"""What a torus delivers before, while and after a cable is out, as a table: uniform traffic, and A2AT, on 8x8.

Usage: faults.py PROGRAM [--seeds N] [--scenarios FOLDER]
"""

import argparse
import concurrent.futures
import csv
import itertools
import json
import math
import os
import pathlib
import statistics
import subprocess
import tempfile
import typing

NODES = 64
LINK_GBPS = 4
# Microseconds: before, during, just after and later. A cable is out from 100 to 200.
WINDOWS = [(20, 100), (100, 200), (200, 300), (300, 400)]
OUTAGE = "[{cables: [[[3, 3], [4, 3]]], from: 100 us, until: 200 us}]"
T95 = {2: 12.706, 3: 4.303, 4: 3.182, 5: 2.776, 6: 2.571, 7: 2.447, 8: 2.365, 9: 2.306, 10: 2.262}  # by seeds
ROUTINGS = ["dimension_order", "o1turn", "minimal_adaptive"]


def accepted(folder):
    """GB/s of data that arrive at a node, by window."""
    with open(folder / "messages.csv", newline="", encoding="utf-8") as table:
        arrivals = [(float(row["completed_us"]), int(row["bytes"])) for row in csv.DictReader(table) if row["completed_us"]]
    return [sum(size for time, size in arrivals if begin <= time < end) / NODES / (end - begin) / 1e3 for begin, end in WINDOWS]


def used(folder):
    """Percent of what links can carry, by window; each row of links.csv is about the time since the one before."""
    with open(folder / "links.csv", newline="", encoding="utf-8") as table:
        rows = [(float(row["time_us"]), float(row["average_GBps"])) for row in csv.DictReader(table)]
    return [100 * statistics.mean(rate for time, rate in rows if begin < time <= end) / LINK_GBPS for begin, end in WINDOWS]


class Traffic(typing.NamedTuple):
    name: str
    unit: str
    scenario: str
    settings: list
    measure: typing.Callable
    form: str


TRAFFIC = [
    Traffic("uniform", "GB/s of a node", "openloop/cable_out.yaml", ["trace.enabled=true"], accepted, ".3f"),
    Traffic("a2at", "% of the links", "quickstart/a2at_4x4.yaml", [
        "n=8", "message_size=32 KiB", "workload.imbalance=3 us", "router.tie_break=signed", "router.virtual_channels=4",
        "trace.enabled=false", "run.sample_interval=20 us"], used, ".1f"),
]


class Run:
    """Throughput in each window, and the time of the whole run."""

    def __init__(self, program, traffic, scenario, settings):
        with tempfile.TemporaryDirectory() as folder:
            words = [word for setting in [*traffic.settings, *settings] for word in ("--set", setting)]
            subprocess.run([program, "run", str(scenario), "--level", "packet", "--quiet", "--out", folder, *words],
                           check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            result = json.loads(pathlib.Path(folder, "result.json").read_text(encoding="utf-8"))
            self.windows = traffic.measure(pathlib.Path(folder))
        self.time_us = result["simulated_seconds"] * 1e6


def with_interval(values, form):
    half = T95[len(values)] * statistics.stdev(values) / math.sqrt(len(values))
    return f"{statistics.mean(values):{form}} +- {half:{form}}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--scenarios", type=pathlib.Path, default=pathlib.Path("scenarios"))
    options = parser.parse_args()
    rows = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for traffic, routing, outage in itertools.product(TRAFFIC, ROUTINGS, ("none", OUTAGE)):
            settings = [f"router.routing={routing}", f"faults.outages={outage}"]
            rows[traffic.name, routing, outage] = traffic, [
                pool.submit(Run, options.program, traffic, options.scenarios / traffic.scenario, [*settings, f"seed={seed}"])
                for seed in range(1, options.seeds + 1)]
    print("| traffic | routing | cable | before | during | after | later | all of it, us |")
    print("|---|---|---|---|---|---|---|---|")
    for (name, routing, outage), (traffic, futures) in rows.items():
        runs = [future.result() for future in futures]
        cells = [with_interval([run.windows[window] for run in runs], traffic.form) for window in range(len(WINDOWS))]
        cells.append(with_interval([run.time_us for run in runs], ".0f"))
        print(f"| {name}, {traffic.unit} | {routing} | {'whole' if outage == 'none' else 'out'} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
