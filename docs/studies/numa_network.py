#!/usr/bin/env python3
"""What a NUMA node costs a network: A2AT on 8 x 8 nodes by placement of buffers and by pacing, as a table.

Usage: numa_network.py PROGRAM [--set ...], options as those of `tactus run`
"""

import json
import subprocess
import sys
import tempfile

SCENARIO = "scenarios/multirail/a2at_numa.yaml"
PLACEMENTS = {
    "plain node": ["node.kind=plain"],
    "all near": ["buffers=near"],
    "all in memory 0, four NICs": ["buffers=[0,0,0,0]"],
    "all in memory 0, nearest NICs": ["buffers=[0,0,0,0]", "node.engine_nics=nearest"],
    "all far": ["buffers=far"],
}
BIASES = [None, 1.25, 2.5, 5, 7.5]


def milliseconds(program, options):
    with tempfile.TemporaryDirectory() as folder:
        sets = [word for option in options for word in ("--set", option)]
        subprocess.run([program, "run", SCENARIO, "--level", "packet", "--quiet", "--out", folder, *sets], check=True,
                       stdout=subprocess.DEVNULL)
        with open(f"{folder}/result.json", encoding="utf-8") as file:
            result = json.load(file)
    return result["simulated_seconds"] * 1e3, result["ideal_seconds"] * 1e3


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    more = [option for option in sys.argv[2:] if option != "--set"]
    heads = ["unpaced", *(f"bias {bias:g}" for bias in BIASES[1:])]
    print("| placement | " + " | ".join(heads) + " | best, of ideal |")
    print("|---" * (len(heads) + 2) + "|")
    for name, options in PLACEMENTS.items():
        times = []
        for bias in BIASES:
            paced = [] if bias is None else [f"pacing.bias={bias}"]
            time, ideal = milliseconds(sys.argv[1], [*options, *more, *paced])
            times.append(time)
        cells = " | ".join(f"{time:.2f}" for time in times)
        print(f"| {name} | {cells} | {min(times) / ideal:.2f} |", flush=True)


if __name__ == "__main__":
    main()
