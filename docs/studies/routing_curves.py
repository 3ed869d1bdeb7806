#!/usr/bin/env python3
"""Draws latency against offered load, for each routing under each pattern.

Usage: routing_curves.py PATH_TO_TACTUS PICTURE.svg [SHAPE]. SHAPE: [8,8] without it. Four virtual channels. A curve
ends where its network is saturated.
"""

import csv
import pathlib
import subprocess
import sys
import tempfile

import svg_figure

ROUTINGS = ["dimension_order", "o1turn", "valiant", "romm", "minimal_adaptive", "ugal"]
PATTERNS = ["uniform", "transpose", "tornado", "bit_complement", "hot_spot"]
COLOURS = ["#888888", "#2e8b57", "#c8641e", "#3264b4", "#7d3c98", "#b03060"]
LOADS = [0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9]
SETTINGS = [
    "router.virtual_channels=4",
    "workload.warmup=4000 cycles",
    "workload.measure=6000 cycles",
    "workload.drain=20000 cycles",
]
CLOCK_NS = 4.0  # of the scenarios
MOST = 2000  # cycles, at the top of a panel
WIDTH, HEIGHT = 360, 300  # of a panel


def sweep(tactus, pattern, shape):
    """Rows of the table: one for each load and routing."""
    scenario = pathlib.Path(__file__).parents[2] / "scenarios" / "openloop" / f"{pattern}.yaml"
    middle = [int(size) // 2 for size in shape.strip("[]").split(",")]
    of_pattern = [f"workload.hot_spot={middle}"] if pattern == "hot_spot" else []
    with tempfile.TemporaryDirectory() as folder:
        command = [tactus, "sweep", str(scenario), "--level", "packet", "--quiet", "--out", folder]
        for setting in [f"network.shape={shape}", *SETTINGS, *of_pattern]:
            command += ["--set", setting]
        command += ["--over", "load=" + ",".join(map(str, LOADS)), "--over", "router.routing=" + ",".join(ROUTINGS)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with open(pathlib.Path(folder, "sweep.csv"), newline="", encoding="utf-8") as table:
            return list(csv.DictReader(table))


def curves_of(rows):
    """By routing, (load, cycles) of the loads up to the first one that is too much."""
    curves = {}
    for routing in ROUTINGS:
        points = []
        for row in sorted((r for r in rows if r["router.routing"] == routing), key=lambda r: float(r["load"])):
            cycles = float(row["open_loop_latency_mean_ns"] or "inf") / CLOCK_NS
            if row["saturated"] == "true" or cycles > MOST:
                break
            points.append((float(row["load"]), cycles))
        curves[routing] = points
    return curves


def panel(number, title, curves):
    """One of the pattern `title`, in its place among three in a row."""
    line = number // 3
    frame = svg_figure.Frame(
        left=50, right=12, legend_line=0, origin=number % 3 * WIDTH, width=WIDTH, height=(line + 1) * HEIGHT, top=line * HEIGHT + 30
    )
    yield from frame.load_curves(title, MOST, 500, "offered load, flits per node and cycle", "mean latency, cycles")
    for routing, points in curves.items():
        yield from frame.line(frame.load_places(points, MOST), pen_of(routing))


def pen_of(routing):
    return f'stroke="{COLOURS[ROUTINGS.index(routing)]}" stroke-width="2"'


def legend(number):
    frame = svg_figure.Frame(left=20, right=WIDTH - 30, legend_line=24, origin=number % 3 * WIDTH, width=WIDTH, top=number // 3 * HEIGHT + 60)
    for place, routing in enumerate(ROUTINGS):
        yield from frame.legend(place, routing, pen_of(routing))


def main():
    tactus, picture = sys.argv[1:3]
    shape = sys.argv[3] if len(sys.argv) > 3 else "[8,8]"
    lines = []
    for number, pattern in enumerate(PATTERNS):
        lines += panel(number, pattern.replace("_", " "), curves_of(sweep(tactus, pattern, shape)))
    lines += legend(len(PATTERNS))
    svg_figure.write(picture, lines, 3 * WIDTH, 2 * HEIGHT)


if __name__ == "__main__":
    main()
