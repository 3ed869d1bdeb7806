#!/usr/bin/env python3
"""The butterfly as messages on a torus against the recursion's prediction with the torus' own message time.

Runs scenarios/jitter/butterfly.yaml at packet level and prints the tables of docs/reproducing/jitter_torus.md, "On a
real torus"; with butterfly_noise.yaml those of "The torus under noise". The time of a message without contention is that of
a ping-pong between two nodes as far apart.
Usage: butterfly_torus.py TACTUS [rounds|copies|noise ...]      (default: all tables)
"""

import json
import math
import pathlib
import subprocess
import sys
import tempfile

SCENARIO = pathlib.Path(__file__).resolve().parents[2] / "scenarios" / "jitter" / "butterfly.yaml"
NOISE_SCENARIO = SCENARIO.parent / "butterfly_noise.yaml"
NOISES = [("10 ms", "100 us"), ("1 ms", "10 us"), ("100 us", "1 us")]
SIZES = {"8 B": 8, "1 KiB": 1024, "64 KiB": 65536}
SIDES = [8, 16, 32]
NANOSECONDS_PER_BYTE = 0.1  # of combining: memory bandwidth 10 GB/s
CLOCK_NS = 4
START_US = CLOCK_NS * 1e-3  # programs begin in cycle 1
SHAPES = [(0, 0), (1, 0), (2, 0), (0, 1), (0, 2), (1, 1), (2, 2), (1, 4), (4, 4)]

OTHER_WORKLOAD = """\
network: {{shape: [{side}, {side}]}}
processor: {{call_overhead: 0 ns}}
workload: {{{workload}, message_size: {size}}}
trace: {{enabled: false}}
"""


class Torus:
    """Runs of one program, each of them once."""

    def __init__(self, tactus, folder):
        self.tactus, self.folder, self.messages = tactus, pathlib.Path(folder), {}

    def run(self, scenario, **settings):
        command = [self.tactus, "run", str(scenario), "--level", "packet", "--quiet", "--out", str(self.folder / "out")]
        for key, value in settings.items():
            command += ["--set", f"{key}={value}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}\n{done.stderr}")
        with open(self.folder / "out" / "result.json", encoding="utf-8") as file:
            return json.load(file)

    def other(self, side, workload, size):
        path = self.folder / "other.yaml"
        path.write_text(OTHER_WORKLOAD.format(side=side, workload=workload, size=size), encoding="utf-8")
        return self.run(path)

    def message_us(self, hops, size):
        """From the doorbell to the completion, nothing else moving."""
        if (hops, size) not in self.messages:
            result = self.other(2 * SIDES[-1], f"algorithm: ping_pong, ping_pong_peer: [{hops}, 0], repetitions: 1", size)
            self.messages[hops, size] = (result["simulated_seconds"] * 1e6 - START_US) / 2  # to and fro
        return self.messages[hops, size]

    def round_us(self, side, bit, size):
        """Every rank exchanges with the one that differs in that bit, and all begin together."""
        result = self.other(side, f"algorithm: pwx, sequences: [{2**bit}]", size)
        return result["simulated_seconds"] * 1e6 - START_US

    def tuned(self, side, size, noise, *options):
        """The JSON of `tactus tune`."""
        positions = sorted({dimensions(side) // 3, dimensions(side) // 2})
        command = [self.tactus, "tune", str(NOISE_SCENARIO), "--json", "--out", str(self.folder / "tuned.yaml")]
        command += ["--set", f"n={side}", "--set", f"message_size={size}", "--set", f"noise_period={noise[0]}"]
        command += ["--set", f"noise_length={noise[1]}", "--set", f"workload.combine_time={combine_us(size) * 1e3:.0f} ns"]
        command += ["--positions", ",".join(map(str, positions)), "--final", "4", *options]
        with tempfile.TemporaryDirectory() as runs:
            done = subprocess.run([*command, "--runs", runs], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}\n{done.stderr}")
        return json.loads(done.stdout)[0]

    def butterfly(self, side, size, shape=(0, 0), **settings):
        middle, final = shape
        return self.run(SCENARIO, n=side, message_size=size, combine_time=f"{combine_us(size) * 1e3:.0f} ns",
                        middle_rounds=middle, final_rounds=final, **settings)


def combine_us(size):
    """Whole cycles."""
    return math.ceil(SIZES[size] * NANOSECONDS_PER_BYTE / CLOCK_NS) * CLOCK_NS * 1e-3


def dimensions(side):
    return 2 * (side.bit_length() - 1)


def hops_of(round_bit, side):
    distance = 2**round_bit if 2**round_bit < side else 2**round_bit // side
    return min(distance, side - distance)


def end_us(result, repetitions=1):
    """When the last rank has its result, per repetition."""
    return (result["sequences"][-1]["last_end_s"] * 1e6 - START_US) / repetitions


def rounds_table(torus):
    """Rounds along X alone, over the time of their message; then the whole: the recursion with the message time of an
    idle torus, the sum of the rounds alone, and the butterfly itself (over the recursion) with two arbiters."""
    bits = SIDES[-1].bit_length() - 1
    print("| nodes | size | " + " | ".join(f"2^{bit}" for bit in range(bits)) + " | recursion, us | rounds, us | butterfly, us | oldest first, us |")
    print("|" + "---|" * (6 + bits))
    for side in SIDES:
        for size in SIZES:
            alone = [torus.round_us(side, bit, size) for bit in range(dimensions(side))]
            idle = [torus.message_us(hops_of(bit, side), size) for bit in range(dimensions(side))]
            cells = [f"{a / i:.2f}" for a, i in zip(alone, idle)][: dimensions(side) // 2]
            cells += [""] * (bits - len(cells))
            combining = dimensions(side) * combine_us(size)
            recursion = sum(idle) + combining
            rounds = sum(alone) + combining
            real = [end_us(torus.butterfly(side, size, **{"router.arbiter": arbiter})) for arbiter in ("round_robin", "oldest_first")]
            cells += [f"{recursion:.2f}", f"{rounds:.2f}"] + [f"{us:.2f} ({us / recursion:.2f})" for us in real]
            print(f"| {side * side} | {size} | " + " | ".join(cells) + " |", flush=True)


def copies_table(torus):
    """Redundant rounds on a quiet machine, over the plain butterfly: the recursion says 1 everywhere."""
    repetitions = 4
    print("| nodes | size | " + " | ".join(f"M={m} L={l}" for m, l in SHAPES[1:]) + " |")
    print("|" + "---|" * (1 + len(SHAPES)))
    for side in SIDES:
        for size in SIZES:
            plain, cells = 0, []
            for shape in SHAPES:
                result = torus.butterfly(side, size, shape, repetitions=repetitions)
                time = end_us(result, repetitions)
                if shape == (0, 0):
                    plain = time
                    continue
                cells.append(f"{time / plain:.2f}")
            print(f"| {side * side} | {size} | " + " | ".join(cells) + " |", flush=True)


def rounds_cell(tuned):
    best = tuned["best"]
    position = best["middle_position"] if best["middle_rounds"] else "-"
    return f"{best['middle_rounds']}, {position}, {best['final_rounds']}"


def noise_table(torus):
    """What is best as messages, and by the recursion with the torus' message times."""
    print("| nodes | size | noise | quiet, us | plain, us | M, D, L | best, us | gain | at least, us | quiet cost | processor: M, D, L | gain | added: M, D, L | gain |")
    print("|" + "---|" * 14)
    for side in SIDES:
        for size in SIZES:
            for noise in NOISES:
                real = torus.tuned(side, size, noise, "--level", "packet")
                recursions = [torus.tuned(side, size, noise, "--noise-reading", reading) for reading in ("processor", "added")]
                plain, best = real["plain"], real["best"]
                cells = [f"{plain['quiet_s'] * 1e6:.2f}"]
                cells.append(f"{plain['mean_s'] * 1e6:.1f} ± {plain['confidence_s'] * 1e6:.1f}")
                cells += [rounds_cell(real), f"{best['mean_s'] * 1e6:.1f} ± {best['confidence_s'] * 1e6:.1f}"]
                cells += [f"{real['gain']:.2f}", f"{real['bound_s'] * 1e6:.1f}", f"{real['quiet_cost'] * 100:.1f} %"]
                for recursion in recursions:
                    cells += [rounds_cell(recursion), f"{recursion['gain']:.2f}"]
                print(f"| {side * side} | {size} | {noise[0]} / {noise[1]} | " + " | ".join(cells) + " |", flush=True)


TABLES = {"rounds": rounds_table, "copies": copies_table, "noise": noise_table}


def main():
    if len(sys.argv) < 2 or any(name not in TABLES for name in sys.argv[2:]):
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        torus = Torus(sys.argv[1], folder)
        for name in sys.argv[2:] or TABLES:
            TABLES[name](torus)
            print(flush=True)


if __name__ == "__main__":
    main()
