#!/usr/bin/env python3
"""Draws one picture of each family of DDTBench patterns as SVG: size against bandwidth, protocols as curves.

Reads what `tactus validate pvas` has left in its folder. Usage: pvas_figure.py results/validate/pvas docs/images
"""

import csv
import math
import pathlib
import sys

import svg_figure

PANEL, HEIGHT, LEGEND = 300, 260, 110
FAMILIES = {
    "wrf": ["WRF_x_vec", "WRF_x_sa", "WRF_y_vec", "WRF_y_sa"],
    "grid": ["MILC_su3_zd", "NAS_LU_x", "NAS_LU_y"],
    "mg": ["NAS_MG_x", "NAS_MG_y", "NAS_MG_z"],
    "particles": ["LAMMPS_full", "LAMMPS_atomic"],
    "mesh": ["SPECFEM3D_oc", "SPECFEM3D_cm"],
    "transpose": ["FFT", "SPECFEM3D_mt"],
}
# Name, folder with the pattern in it, pen.
CURVES = [
    ("PVAS", "pvas/pattern={}", 'stroke="#c8641e" stroke-width="3"'),
    ("SM, 4 KiB", "sm_rendezvous/pattern={},copy.buffer_size=4%20KiB", 'stroke="#9fc5e8" stroke-width="2"'),
    ("SM, 32 KiB", "sm_rendezvous/pattern={},copy.buffer_size=32%20KiB", 'stroke="#3264b4" stroke-width="2"'),
    ("eager", "sm_eager/pattern={}", 'stroke="#606060" stroke-width="2" stroke-dasharray="4 3"'),
]


def read_curve(folder):
    """Points (bytes, GB/s), by size."""
    with open(folder / "copies.csv", newline="", encoding="utf-8") as table:
        return sorted({(int(row["bytes"]), int(row["bytes"]) / float(row["time_ns"])) for row in csv.DictReader(table)})


class Panel:
    """One pattern, both axes logarithmic."""

    def __init__(self, column, pattern, curves):
        points = [point for curve in curves for point in curve]
        self.frame = svg_figure.Frame(56, 16, 18, origin=column * PANEL, width=PANEL, height=HEIGHT, top=28)
        self.pattern, self.curves = pattern, curves
        self.sizes = sorted({size for size, _ in points})
        self.low = math.floor(math.log10(min(rate for _, rate in points)))
        self.high = math.ceil(math.log10(max(rate for _, rate in points)))

    def x(self, size):
        low, high = math.log10(self.sizes[0]), math.log10(self.sizes[-1])
        return self.frame.x((math.log10(size) - low) / max(high - low, 0.1))

    def y(self, rate):
        return self.frame.y((self.high - math.log10(rate)) / (self.high - self.low))

    def draw(self):
        yield from self.frame.heading(self.pattern)
        for exponent in range(self.low, self.high + 1):
            yield from self.frame.row(self.y(10**exponent), f"{10**exponent:g}")
        for size in self.sizes:
            ends = size in (self.sizes[0], self.sizes[-1])
            yield from self.frame.column(self.x(size), svg_figure.size_text(size) if ends else None)
        yield from self.frame.titles("message", "GB/s")
        for (_, _, pen), points in zip(CURVES, self.curves):
            yield from self.frame.line([(self.x(size), self.y(rate)) for size, rate in points], pen)


def draw(path, runs, patterns):
    panels = [Panel(i, name, [read_curve(runs / folder.format(name)) for _, folder, _ in CURVES]) for i, name in enumerate(patterns)]
    lines = [line for panel in panels for line in panel.draw()]
    for number, (name, _, pen) in enumerate(CURVES):
        lines += panels[-1].frame.legend(number, name, pen)
    svg_figure.write(path, lines, len(panels) * PANEL + LEGEND, HEIGHT)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    runs, images = map(pathlib.Path, sys.argv[1:])
    for family, patterns in FAMILIES.items():
        draw(images / f"pvas_{family}.svg", runs, patterns)


if __name__ == "__main__":
    main()
