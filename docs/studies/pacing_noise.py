#!/usr/bin/env python3
"""How far from ideal A2AT ends under each way of pacing while the operating system disturbs the processors.

Prints the Markdown table of docs/reproducing/pacing_under_noise.md: of several seeds the median, and least to most.
Every run is a point of a `tactus sweep`, so that a study that was interrupted goes on where it stopped: leave RESULTS as
it is. Usage:

  pacing_noise.py TACTUS RESULTS [--router NAME] [--message-size SIZE] [--seeds N] [--jobs N] [--pacings NAME...]

Defaults: the router of the nsim scenarios, 1 MiB, 5 seeds, 1 run at a time, all pacings. --json FILE writes all times.
"""

import argparse
import csv
import json
import pathlib
import re
import statistics
import subprocess

SCENARIOS = pathlib.Path(__file__).parents[2] / "scenarios"
SCENARIO = SCENARIOS / "jitter" / "a2at_noise.yaml"

ROUTERS = {
    "injection_first": {},
    "through_first": {"router.arbiter": "through_first"},
    "oldest_first": {"router.arbiter": "oldest_first"},
    "oldest_first_port": {"router.arbiter": "oldest_first", "router.input_transfers": "port"},
}

NOISES = {
    "none": {"noise.kind": "none"},
    "10 ms / 100 us": {"noise_period": "10 ms", "noise_length": "100 us"},
    "1 ms / 10 us": {"noise_period": "1 ms", "noise_length": "10 us"},
    "100 us / 1 us": {"noise_period": "100 us", "noise_length": "1 us"},
    "1 ms / 25 us": {"noise_period": "1 ms", "noise_length": "25 us"},
    "1 ms / 10 us, Poisson": {
        "noise.kind": "poisson",
        "noise_period": "1 ms",
        "noise_length": "10 us",
        "noise.distribution": "exponential",
    },
}


# What `tactus tune scenarios/jitter/a2at_noise.yaml --set noise.kind=none` finds, and with it the same under
# --imbalance '3 us' and workload.sequence_barrier.
TUNED = "[0, -0.125" + 18 * ", 0" + "]"


def pacings():
    return {
        "none": {},
        "bias 0.5": {"pacing.bias": "0.5"},
        "bias 1.25": {"pacing.bias": "1.25"},
        "tuned per sequence": {"pacing.sequence_bias": TUNED},
        "retuned, barriers": {
            "pacing.sequence_bias": TUNED,
            "workload.sequence_barrier": "true",
        },
        "window 2, bias 0": {"pacing.window": "2", "pacing.bias": "0"},
        "window 3, bias 0.25": {"pacing.window": "3", "pacing.bias": "0.25"},
        "window 2, bias 0, barriers": {
            "pacing.window": "2",
            "pacing.bias": "0",
            "workload.sequence_barrier": "true",
        },
    }


def sweep(arguments, pacing, settings, noise):
    """The results of one way of pacing under one noise, by seed."""
    key = f"{arguments.message_size}-{arguments.router}-{pacing}-{noise}"
    folder = arguments.results / re.sub(r"[^a-z0-9.]+", "_", key.lower())
    seeds = 1 if noise == "none" else arguments.seeds  # nothing else is random
    command = [arguments.tactus, "sweep", str(SCENARIO), "--level", "packet", "--quiet", "--out", str(folder)]
    command += ["--jobs", str(arguments.jobs), "--over", f"seed=1:{seeds}:1"]
    chosen = {"message_size": arguments.message_size, **ROUTERS[arguments.router], **settings, **NOISES[noise]}
    for name, value in chosen.items():
        command += ["--set", f"{name}={value}"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with open(folder / "sweep.csv", newline="", encoding="utf-8") as table:
        return list(csv.DictReader(table))


def cell(rows):
    """Percent of the ideal time: median, and least to most if they differ."""
    ratios = [100 * float(row["ratio_to_ideal"]) for row in rows]
    median, least, most = (f"{value:.1f}" for value in (statistics.median(ratios), min(ratios), max(ratios)))
    return median if least == most else f"{median} ({least} to {most})"


def print_row(cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tactus")
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--router", choices=list(ROUTERS), default="injection_first")
    parser.add_argument("--message-size", default="1 MiB")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--pacings", nargs="*", choices=list(pacings()))
    parser.add_argument("--json", type=pathlib.Path)
    arguments = parser.parse_args()

    print_row(["pacing", *NOISES])
    print("|---|" + "---|" * len(NOISES), flush=True)
    times = {}
    for pacing, settings in pacings().items():
        if arguments.pacings and pacing not in arguments.pacings:
            continue
        rows = {noise: sweep(arguments, pacing, settings, noise) for noise in NOISES}
        print_row([pacing, *(cell(results) for results in rows.values())])
        times[pacing] = {noise: [float(row["simulated_seconds"]) for row in results] for noise, results in rows.items()}
    if arguments.json:
        arguments.json.write_text(json.dumps(times, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
