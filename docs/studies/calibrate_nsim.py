#!/usr/bin/env python3
"""Searches what the nsim paper does not state - arbiter, queues, crossbar, dateline, NIC - for the setting that
comes closest to all of its published numbers.

Usage: calibrate_nsim.py PATH_TO_TACTUS --out DIR [--stages quick,rules,secondary,curve,full,pairs,hold] [--settings NAME ...]

Every run is one line of DIR/runs.csv and is not made again; after a change of the model use another folder.
Prints the Markdown tables of docs/reproducing/calibration.md.
"""

import argparse
import csv
import itertools
import math
import pathlib
import statistics

from known_runs import KnownRuns

SCENARIO = pathlib.Path(__file__).parents[2] / "scenarios" / "nsim" / "a2at.yaml"

# What the paper reports, in ms (barrier: us).
PAPER = {
    "9x9": 84.0,
    "9x9 bias 1.25": 30.7,
    "8x8": 71.3,
    "8x8 bias 1.25": 42.7,
    "tuned": 25.8,
    "tuned + barrier": 92.6,
    "retuned, 3 us": 32.8,
    "barrier, us": 11.5,
}
QUICK = ["9x9", "9x9 bias 1.25", "8x8", "8x8 bias 1.25"]
SEQUENCES_9X9 = 20

def plateau(_result, folder):
    """What a sequence runs at once it has begun and before it ends, GB/s."""
    with pathlib.Path(folder, "links.csv").open(newline="") as links:
        rates = [float(line["average_GBps"]) for line in csv.DictReader(links)]
    middle = rates[len(rates) // 4 : max(len(rates) * 3 // 4, len(rates) // 4 + 1)]
    return f"{statistics.median(middle):.4f}"


def sequence_times(result, _folder):
    """Of each sequence index:start:first end:last end, in us."""
    return " ".join(
        f"{s['index']}:{s['start_s'] * 1e6:.3f}:{s['first_end_s'] * 1e6:.3f}:{s['last_end_s'] * 1e6:.3f}"
        for s in result.get("sequences", [])
    )


FIGURES = {
    "seconds": lambda result, _folder: repr(result["simulated_seconds"]),
    "link_utilisation": lambda result, _folder: repr(result["link_utilisation"]),
    "plateau_gbps": plateau,
    "sequences": sequence_times,
}


class Runs:
    """Runs of A2AT, kept in DIR/runs.csv."""

    def __init__(self, tactus, folder):
        self.known = KnownRuns(tactus, folder / "runs.csv", FIGURES)

    def run(self, settings, level="packet"):
        return self.known.run(SCENARIO, settings, level)

    def milliseconds(self, settings, level="packet"):
        row = self.run(settings, level)
        return float(row["seconds"]) * 1e3 if row["exit_status"] == "0" else math.nan


def router(arbiter, queue, transfers, dateline="crossing", nomination="any", turnaround=0, call_end="0 ns"):
    return {
        "router.arbiter": arbiter,
        "router.input_queue": queue,
        "router.input_transfers": transfers,
        "router.input_nomination": nomination,
        "router.turnaround": f"{turnaround} cycles",
        "processor.return_overhead": call_end,
        "router.dateline": dateline,
    }


def quick_numbers(runs, machine, size="1 MiB", level="packet"):
    """The four numbers that one run each gives."""
    numbers = {}
    for name in QUICK:
        settings = dict(machine, n=name[0], message_size=size)
        if "bias" in name:
            settings["pacing.bias"] = "1.25"
        numbers[name] = runs.milliseconds(settings, level)
    return numbers


def errors(numbers):
    return {name: value / PAPER[name] - 1 for name, value in numbers.items()}


def worst(numbers):
    return max(abs(e) if e == e else math.inf for e in errors(numbers).values())


def rms(numbers):
    return math.sqrt(statistics.fmean(e * e for e in errors(numbers).values()))


def print_table(columns, rows):
    print("| " + " | ".join(columns) + " |")
    print("|" + "---|" * len(columns))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print(flush=True)


def print_scores(title, table):
    """One line per machine: every number with its relative error, best by the worst error first."""
    print(f"## {title}\n")
    names = list(next(iter(table.values())))
    rows = [["paper"] + [f"{PAPER[name]:g}" for name in names] + ["", ""]]
    for machine, numbers in sorted(table.items(), key=lambda item: (worst(item[1]), rms(item[1]))):
        cells = [f"{numbers[name]:.1f} ({errors(numbers)[name]:+.0%})" for name in names]
        rows.append([machine] + cells + [f"{worst(numbers):.0%}", f"{rms(numbers):.0%}"])
    print_table(["setting"] + names + ["worst", "rms"], rows)


def all_routers():
    """Every combination of the router's discrete axes that differs in its behaviour."""
    arbiters = ["injection_first_come", "injection_first", "first_come", "round_robin", "matrix", "oldest_first"]
    arbiters.append("through_first")
    # With FIFOs `queue` is the same as `vc`; nomination is for ports that send one packet at a time.
    inputs = [(queue, "port", "oldest") for queue in ("fifo", "per_output")]
    inputs += [("per_output", t, "any") for t in ("queue", "vc", "port")] + [("fifo", t, "any") for t in ("vc", "port")]
    for dateline, arbiter, (queue, transfers, nomination) in itertools.product(["crossing", "entry"], arbiters, inputs):
        name = f"{arbiter}, {queue}, {transfers}, {dateline}" + (", nominated" if nomination == "oldest" else "")
        yield name, router(arbiter, queue, transfers, dateline, nomination)


PAPER_LIKE = router("injection_first_come", "fifo", "port", nomination="oldest", turnaround=4, call_end="200 ns")

# The closest of each kind, for the stages that take long.
SHORT_LIST = {
    "paper-like": PAPER_LIKE,
    "injection first": router("injection_first", "per_output", "queue"),
    "round robin": router("round_robin", "per_output", "queue"),
    "first come": router("first_come", "per_output", "vc"),
    "injection first, vc": router("injection_first", "per_output", "vc"),
    "injection first, fifo": router("injection_first", "fifo", "vc"),
    "oldest first, fifo": router("oldest_first", "fifo", "port"),
    "oldest first": router("oldest_first", "per_output", "queue"),
    "oldest first, vc": router("oldest_first", "per_output", "vc"),
    "round robin, fifo": router("round_robin", "fifo", "vc"),
}

# The paper-like router, with one of its rules left out or replaced.
RULES = {
    "all rules": {},
    "every packet is offered (input_nomination any)": {"router.input_nomination": "any"},
    "NICs first, then round robin (injection_first)": {"router.arbiter": "injection_first"},
    "first come, NICs alike (first_come)": {"router.arbiter": "first_come"},
    "round robin": {"router.arbiter": "round_robin"},
    "per-output queues": {"router.input_queue": "per_output"},
    "dateline entry": {"router.dateline": "entry"},
    "outputs that do not rest (turnaround 0)": {"router.turnaround": "0 cycles"},
    "outputs that rest 2 cycles": {"router.turnaround": "2 cycles"},
    "outputs that rest 6 cycles": {"router.turnaround": "6 cycles"},
    "calls without an end": {"processor.return_overhead": "0 ns"},
}

# Changes to a machine that Table 1 leaves room for, or that show how much hangs on it.
VARIANTS = {
    "dateline entry": {"router.dateline": "entry"},
    "tie break signed": {"router.tie_break": "signed"},
    "DMA 4 GB/s": {"nic.dma_rate": "4 GB/s"},
    "DMA 8 GB/s": {"nic.dma_rate": "8 GB/s"},
    "memory 14 GB/s": {"memory.bandwidth": "14 GB/s"},
    "memory 8 GB/s": {"memory.bandwidth": "8 GB/s"},
    "memory 32 GB/s": {"memory.bandwidth": "32 GB/s"},
    "memory latency 100 ns": {"memory.latency": "100 ns"},
    "packet buffers 1": {"nic.packet_buffers": "1"},
    "packet buffers 4": {"nic.packet_buffers": "4"},
    "receive buffer 2 KiB": {"nic.receive_buffer": "2 KiB"},
    "receive buffer 64 KiB": {"nic.receive_buffer": "64 KiB"},
    "call overhead 0": {"processor.call_overhead": "0 ns"},
    "call overhead 400 ns": {"processor.call_overhead": "400 ns"},
}


def steps(first, last, step):
    """Biases as text, both ends included."""
    return [f"{first + i * step:g}" for i in range(round((last - first) / step) + 1)]


def one_sequence(machine, sequence, bias, imbalance=None):
    settings = dict(machine, n="9", message_size="1 MiB", sequences=f"[{sequence}]")
    settings["pacing.bias"] = bias
    if imbalance:
        settings["workload.imbalance"] = imbalance
    return settings


def best_bias(runs, machine, sequence, imbalance=None):
    """Bias of -3..3 in steps of 1/8 with which the sequence alone takes the least time: coarse, then fine around the
    best. `tactus tune` tries all; for one machine that is affordable, for all of a search it is not."""

    def time(bias):
        return runs.milliseconds(one_sequence(machine, sequence, bias, imbalance)), abs(float(bias))

    # Below 0 the links are asked for more than they carry, and little changes.
    coarse = min(["-3", "-1.5", *steps(-0.5, 3, 0.5)], key=time)
    low, high = max(float(coarse) - 0.5, -3), min(float(coarse) + 0.5, 3)
    return min(steps(low, high, 0.125), key=time)


def tune(runs, machine, imbalance=None):
    return [best_bias(runs, machine, sequence, imbalance) for sequence in range(1, SEQUENCES_9X9 + 1)]


def alone(runs, machine, biases, imbalance=None):
    """Milliseconds that the sequences take one by one, in all."""
    trials = enumerate(biases, start=1)
    return sum(runs.milliseconds(one_sequence(machine, number, bias, imbalance)) for number, bias in trials)


def slow_sequences(runs, machine, biases):
    """Sequences that stay clearly below 4 GB/s alone, with their plateau in GB/s."""
    slow = {}
    for number, bias in enumerate(biases, start=1):
        plateau = float(runs.run(one_sequence(machine, number, bias))["plateau_gbps"])
        if plateau < 3.8:
            slow[number] = plateau
    return slow


def whole(machine, biases, **more):
    settings = dict(machine, n="9", message_size="1 MiB", **more)
    settings["pacing.sequence_bias"] = "[" + ", ".join(biases) + "]"
    return settings


def full_numbers(runs, machine):
    """All numbers of the paper, and what else was found on the way."""
    numbers = quick_numbers(runs, machine)
    tuned = tune(runs, machine)
    retuned = tune(runs, machine, "3 us")
    barrier = {"workload.sequence_barrier": "true"}
    numbers["tuned"] = runs.milliseconds(whole(machine, tuned))
    numbers["tuned + barrier"] = runs.milliseconds(whole(machine, tuned, **barrier))
    numbers["retuned, 3 us"] = runs.milliseconds(whole(machine, retuned, **barrier))
    idle = dict(machine, n="9", **{"workload.algorithm": "barrier"})
    numbers["barrier, us"] = runs.milliseconds(idle) * 1e3
    found = {
        "tuned": tuned,
        "retuned": retuned,
        "slow": slow_sequences(runs, machine, tuned),
        "tuned, sum alone": alone(runs, machine, tuned),
        "tuned, sum alone at 3 us": alone(runs, machine, tuned, "3 us"),
        "retuned, sum alone at 3 us": alone(runs, machine, retuned, "3 us"),
    }
    return numbers, found


def stage_quick(runs, _names):
    print_scores("Router axes", {name: quick_numbers(runs, machine) for name, machine in all_routers()})


def stage_rules(runs, _names):
    """What each rule of the paper-like router is worth."""
    machine = PAPER_LIKE
    print_scores("Rules", {name: quick_numbers(runs, {**machine, **change}) for name, change in RULES.items()})


def stage_secondary(runs, names):
    """How much hangs on each secondary axis: 256 KiB, because only the change matters."""
    for name in names:
        print(f"## Secondary axes, 256 KiB, time in ms and change: {name}\n")
        plain = quick_numbers(runs, SHORT_LIST[name], "256 KiB")
        rows = [["as it is"] + [f"{plain[number]:.2f}" for number in QUICK]]
        for what, more in VARIANTS.items():
            changed = quick_numbers(runs, {**SHORT_LIST[name], **more}, "256 KiB")
            rows.append([what] + [f"{changed[n]:.2f} ({changed[n] / plain[n] - 1:+.0%})" for n in QUICK])
        print_table(["variant"] + QUICK, rows)


def stage_curve(runs, names):
    """Utilisation over the bias, 0 to 6."""
    biases = steps(0, 3, 0.125) + steps(3.5, 6, 0.5)
    for size in ("8", "9", "10"):
        print(f"## Link utilisation over bias, {size}x{size}\n")
        rows = []
        for bias in biases:
            points = [
                runs.run(dict(SHORT_LIST[name], n=size, message_size="1 MiB", **{"pacing.bias": bias}))
                for name in names
            ]
            rows.append([bias] + [f"{float(p['link_utilisation']):.3f} ({float(p['seconds']) * 1e3:.1f} ms)" for p in points])
        print_table(["bias"] + list(names), rows)


def stage_full(runs, names):
    table, found = {}, {}
    for name in names:
        table[name], found[name] = full_numbers(runs, SHORT_LIST[name])
        print_scores("All numbers", table)
    for name in names:
        print(f"{name}:")
        for what, value in found[name].items():
            text = " ".join(value) if isinstance(value, list) else value
            print(f"- {what}: {text:.1f} ms" if isinstance(value, float) else f"- {what}: {text}")
        print(flush=True)


def stage_pairs(runs, names):
    """What a sequence does to the next one: both together with the biases that are best alone."""
    for name in names:
        print(f"## Pairs of sequences, tuned alone: {name}\n")
        machine = SHORT_LIST[name]
        tuned = tune(runs, machine)
        rows = []
        for number in range(1, SEQUENCES_9X9):
            pair = runs.run(whole(machine, tuned, sequences=f"[{number}, {number + 1}]"))
            (_, _, first_end, last_end), (_, _, _, end) = (
                [float(field) for field in sequence.split(":")] for sequence in pair["sequences"].split()
            )
            by_itself = runs.milliseconds(one_sequence(machine, number + 1, tuned[number])) * 1e3
            rows.append([f"{number}, {number + 1}", f"{last_end - first_end:.2f}", f"{(end - last_end) / by_itself:.2f}"])
        print_table(["pair", "first one ends, us apart", "second one, of its time alone"], rows)


def stage_hold(runs, names):
    """The switch held per packet and per flit, at the cycle level; messages of 64 KiB."""
    print("## Switch hold, 64 KiB, ms\n")
    rows = []
    for name in names:
        for hold, level in (("packet", "packet"), ("flit", "cycle")):
            machine = {**SHORT_LIST[name], "router.switch_hold": hold}
            numbers = quick_numbers(runs, machine, "64 KiB", level)
            rows.append([name, hold] + [f"{value:.2f}" for value in numbers.values()])
    print_table(["setting", "held per"] + QUICK, rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tactus")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--stages", default="quick,rules,secondary,curve,full,pairs,hold")
    parser.add_argument("--settings", nargs="+", choices=SHORT_LIST, default=list(SHORT_LIST), metavar="NAME")
    options = parser.parse_args()
    runs = Runs(options.tactus, options.out)
    stages = {
        "quick": stage_quick,
        "rules": stage_rules,
        "secondary": stage_secondary,
        "curve": stage_curve,
        "full": stage_full,
        "pairs": stage_pairs,
        "hold": stage_hold,
    }
    for stage in options.stages.split(","):
        stages[stage](runs, options.settings)


if __name__ == "__main__":
    main()
