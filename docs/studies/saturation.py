#!/usr/bin/env python3
"""Accepted throughput of every arbiter, input queue and dateline variant under uniform overload.

Prints the Markdown table of docs/fidelity.md. Usage: saturation.py PATH_TO_TACTUS [SCENARIO]
"""

import concurrent.futures
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

ARBITERS = ["round_robin", "matrix", "oldest_first", "first_come", "injection_first", "through_first"]
QUEUES = ["fifo", "per_output"]
DATELINES = ["crossing", "entry"]


def accepted(tactus, scenario, arbiter, queue, dateline):
    """Flits per node and cycle accepted when 0.95 are offered."""
    settings = {
        "load": 0.95,
        "router.arbiter": arbiter,
        "router.input_queue": queue,
        "router.dateline": dateline,
        "trace.enabled": "false",
    }
    with tempfile.TemporaryDirectory() as folder:
        # Equal to the cycle level, and faster.
        command = [tactus, "run", scenario, "--level", "packet", "--quiet", "--out", folder]
        for key, value in settings.items():
            command += ["--set", f"{key}={value}"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        result = json.loads(pathlib.Path(folder, "result.json").read_text())
    return result["open_loop"]["accepted"]


def main():
    tactus = sys.argv[1]
    default = pathlib.Path(__file__).parents[2] / "scenarios" / "openloop" / "uniform.yaml"
    scenario = sys.argv[2] if len(sys.argv) > 2 else str(default)
    combinations = list(itertools.product(ARBITERS, QUEUES, DATELINES))
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        rates = dict(zip(combinations, pool.map(lambda c: accepted(tactus, scenario, *c), combinations)))
    columns = list(itertools.product(QUEUES, DATELINES))
    print("| arbiter | " + " | ".join(f"{q}, {d}" for q, d in columns) + " |")
    print("|---|" + "---|" * len(columns))
    for arbiter in ARBITERS:
        print(f"| {arbiter} | " + " | ".join(f"{rates[(arbiter, q, d)]:.3f}" for q, d in columns) + " |")


if __name__ == "__main__":
    main()
