#!/usr/bin/env python3
"""Replays a time-independent trace by SimGrid and by Tactus' flow level, on the same torus.

Usage: beside_simgrid.py PATH_TO_TACTUS TRACE_FOLDER SHAPE [--flop-rate RATE]

TRACE_FOLDER has a file for each rank, and SHAPE, such as 8x4, as many nodes. Needs smpirun (Debian: libsimgrid-dev).
Prints a Markdown table of simulated seconds, of the whole trace and of its communication alone.
"""

import argparse
import json
import math
import pathlib
import re
import subprocess
import tempfile

from calibrate_nsim import print_table

PLATFORM = """<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <zone id="world" routing="Full">
    <cluster id="torus" topology="TORUS" topo_parameters="{sides}" prefix="host-" suffix="" radical="0-{last}"
             speed="{rate}f" bw="4GBps" lat="50ns" sharing_policy="SPLITDUPLEX" loopback_bw="100GBps" loopback_lat="0"/>
  </zone>
</platform>
"""
# A network without the factors that SimGrid has been fitted to clusters with, and Open MPI's collective methods.
SETTINGS = ["smpi/bw-factor:0:1", "smpi/lat-factor:0:1", "network/crosstraffic:0", "network/TCP-gamma:0",
            "smpi/coll-selector:ompi", "smpi/host-speed:{rate}f"]
# Methods of alltoallv: SimGrid's word and Tactus'.
METHODS = {"linear": "ompi_basic_linear", "pairwise": "pair"}


def write_trace(source, target, communication_only):
    """A copy whose actions are apart by single blanks, without which SimGrid 3.32 does not read some."""
    target.mkdir()
    files = sorted(source.iterdir(), key=lambda file: int(re.findall(r"\d+", file.name)[-1]))
    for file in files:
        lines = [" ".join(line.split()) for line in file.read_text().splitlines()]
        unwanted = ("comm_size", "compute") if communication_only else ("comm_size",)
        kept = [line for line in lines if line and line.split()[1] not in unwanted]
        (target / file.name).write_text("\n".join(kept) + "\n")
    return [str(target / file.name) for file in files]


def simgrid_seconds(options, folder, files, method):
    ranks = len(files)
    sides = options.shape.replace("x", ",")
    (folder / "platform.xml").write_text(PLATFORM.format(sides=sides, last=ranks - 1, rate=options.flop_rate))
    (folder / "hosts").write_text("".join(f"host-{rank}\n" for rank in range(ranks)))
    (folder / "files").write_text("\n".join(files) + "\n")
    command = ["smpirun", "-np", str(ranks), "-hostfile", str(folder / "hosts"), "-platform",
               str(folder / "platform.xml"), "-replay", str(folder / "files"), f"--cfg=smpi/alltoallv:{METHODS[method]}"]
    command += [f"--cfg={setting.format(rate=options.flop_rate)}" for setting in SETTINGS]
    output = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(re.search(r"Simulation time ([0-9.]+)", output.stdout + output.stderr).group(1))


def tactus_seconds(options, folder, trace, method):
    sides = [int(side) for side in options.shape.split("x")]
    (folder / "trace.yaml").write_text(
        f"network: {{shape: {sides}}}\nworkload: {{algorithm: schedule, schedule: {trace}, "
        f"flop_rate: {options.flop_rate}, collectives: [{{operation: alltoallv, method: {method}}}]}}\n")
    subprocess.run([options.tactus, "run", str(folder / "trace.yaml"), "--level", "flow", "--quiet", "--out",
                    str(folder / "out")], check=True, stdout=subprocess.DEVNULL)
    return json.loads((folder / "out" / "result.json").read_text())["simulated_seconds"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tactus")
    parser.add_argument("trace", type=pathlib.Path)
    parser.add_argument("shape")
    parser.add_argument("--flop-rate", default="1000000000.0")
    options = parser.parse_args()
    rows = []
    for communication_only in (False, True):
        for method in METHODS:
            with tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                files = write_trace(options.trace, folder / "trace", communication_only)
                if len(files) != math.prod(int(side) for side in options.shape.split("x")):
                    parser.error(f"{len(files)} ranks are not the nodes of {options.shape}")
                ours = tactus_seconds(options, folder, folder / "trace", method)
                theirs = simgrid_seconds(options, folder, files, method)
            what = "communication alone" if communication_only else "whole trace"
            rows.append([what, method, f"{theirs:.3f}", f"{ours:.3f}", f"{100 * (ours / theirs - 1):+.1f} %"])
    print_table(["replayed", "alltoallv", "SimGrid, s", "Tactus, s", "difference"], rows)


if __name__ == "__main__":
    main()
