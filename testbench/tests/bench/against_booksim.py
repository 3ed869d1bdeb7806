#!/usr/bin/env python3
"""Rates of the cycle and the packet level beside those of BookSim2, measured in turns in one run.

Usage: against_booksim.py PATH_TO_BOOKSIM PATH_TO_TACTUS_BENCH [--repetitions N]

Prints the Markdown table of docs/fidelity.md. BookSim2 is built from its public sources with its own Makefile, for
which flex and bison are needed. Each repetition runs every case of both programs once; medians are shown, and the
spread of the ratios of each repetition. Hops are those through links: ejection is none. What BookSim2 drains after its
last sample is counted as if it had gone on at the rate that it measured, which is to its advantage.
"""

import argparse
import json
import pathlib
import re
import resource
import statistics
import subprocess
import tempfile

from processor import machine

PACKET = 128  # flits of a packet, but for the short ones

#: What the machines have in common: 8x8 torus, dimension order, two VCs of 512 flits, a switch held per packet.
BOOKSIM = """
topology = torus; k = 8; n = 2; routing_function = dim_order; use_noc_latency = 0;
num_vcs = 2; vc_buf_size = 512; hold_switch_for_packet = 1;
vc_allocator = separable_input_first; sw_allocator = separable_input_first;
traffic = uniform; injection_rate_uses_flits = 1;
sim_type = throughput; warmup_periods = 1; max_samples = 3; sample_period = 10000;
"""

#: Case of BookSim2: load in flits per node and cycle, flits of a packet.
LOADS = {"load_0.3": (0.3, PACKET), "saturated": (0.95, PACKET), "short_packets": (0.25, 8)}

#: Row of the table: case here, case there, and what is counted.
ROWS = [
    ("cycle level, 8x8 uniform, load 0.3", "load_0.3", "load_0.3", "flit_hops"),
    ("cycle level, 8x8 uniform, saturated", "saturated", "saturated", "flit_hops"),
    ("cycle level, 8x8 uniform, load 0.25, packets of 8 flits", "short_packets", "short_packets", "flit_hops"),
    ("packet level, 9x9 A2AT of 1 MiB, no pacing", "packet_a2at_1mib", "saturated", "packet_hops"),
]
#: Row of the second table: case, the case that it is held against, and by which clock.
SCALES = [
    ("packet level, 32x32 against 9x9, per packet-hop", "packet_32x32", "packet_a2at_1mib", "user_cpu_s"),
    ("packet level, 64x64 against 9x9, per packet-hop", "packet_64x64", "packet_a2at_1mib", "user_cpu_s"),
    ("packet level, 32x32, two threads against one, wall clock", "packet_32x32_2_threads", "packet_32x32", "wall_s"),
    ("packet level, 64x64, two threads against one, wall clock", "packet_64x64_2_threads", "packet_64x64", "wall_s"),
]


def user_cpu(command):
    """What `command` prints, and the seconds of user CPU time that it takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    return done, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def figure(text, name):
    """The last figure of that name that BookSim2 prints."""
    return float(re.findall(name + r"\s*(?:=|is)\s*([0-9.]+)", text)[-1])


def booksim(program, folder, load, flits):
    """Rates of one run, per second of user CPU time."""
    file = pathlib.Path(folder, "booksim.config")
    file.write_text(BOOKSIM + f"injection_rate = {load}; packet_size = {flits};\n")
    done, seconds = user_cpu([program, str(file)])  # its exit status says nothing
    hops = figure(done.stdout, "Hops average") - 1
    flits_moved = figure(done.stdout, "Time taken") * 64 * figure(done.stdout, "Accepted flit rate average") * hops
    return {"flit_hops": flits_moved / seconds, "packet_hops": flits_moved / flits / seconds}


def tactus(program, case):
    """Figures of one run of `case`."""
    done, _ = user_cpu([program, case, "--repetitions", "1", "--json"])
    done.check_returncode()
    return json.loads(done.stdout)


def measured(options):
    """For each repetition the figures of each case there and here."""
    ours = sorted({row[1] for row in ROWS} | {name for row in SCALES for name in row[1:3]})
    for _ in range(options.repetitions):
        with tempfile.TemporaryDirectory() as folder:
            there = {name: booksim(options.booksim, folder, *load) for name, load in LOADS.items()}
        yield there, {name: tactus(options.tactus_bench, name) for name in ours}


def middle(values):
    """Median, and from where to where the values go."""
    return statistics.median(values), f"{min(values):.2f} to {max(values):.2f}"


def report(repetitions):
    """Both tables."""
    print(f"Machine: {machine()}. {len(repetitions)} repetitions.\n")
    print("| case | BookSim2, k hops/s | here, k hops/s | ratio | from, to |\n|---|---|---|---|---|")
    for what, ours, theirs, unit in ROWS:
        there = [repetition[0][theirs][unit] for repetition in repetitions]
        here = [repetition[1][ours][unit] / repetition[1][ours]["user_cpu_s"] for repetition in repetitions]
        ratio, spread = middle([b / a for a, b in zip(there, here)])
        print(f"| {what} | {middle(there)[0] / 1e3:.4g} | {middle(here)[0] / 1e3:.4g} | {ratio:.1f} | {spread} |")
    print("\n| case | ratio | from, to |\n|---|---|---|")
    for what, case, against, clock in SCALES:

        def rate(repetition, name):
            return repetition[1][name]["packet_hops"] / repetition[1][name][clock]

        ratio, spread = middle([rate(one, case) / rate(one, against) for one in repetitions])
        print(f"| {what} | {ratio:.2f} | {spread} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("booksim")
    parser.add_argument("tactus_bench")
    parser.add_argument("--repetitions", type=int, default=5)
    options = parser.parse_args()
    report(list(measured(options)))


if __name__ == "__main__":
    main()
