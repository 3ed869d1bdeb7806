#!/usr/bin/env python3
"""Draws one picture of each family of DDTBench patterns as SVG: size against bandwidth, protocols as curves.

Reads what `tactus validate pvas` has left in its folder. Usage: pvas_figure.py results/validate/pvas docs/images
"""

import csv
import math
import pathlib
import sys

PANEL_WIDTH, PANEL_HEIGHT, LEFT, TOP, BOTTOM, KEY = 300, 230, 52, 26, 40, 150
FAMILIES = {
    "wrf": ["WRF_x_vec", "WRF_x_sa", "WRF_y_vec", "WRF_y_sa"],
    "grid": ["MILC_su3_zd", "NAS_LU_x", "NAS_LU_y"],
    "mg": ["NAS_MG_x", "NAS_MG_y", "NAS_MG_z"],
    "particles": ["LAMMPS_full", "LAMMPS_atomic"],
    "mesh": ["SPECFEM3D_oc", "SPECFEM3D_cm"],
    "transpose": ["FFT", "SPECFEM3D_mt"],
}
# Name, folder with the pattern in it, colour.
CURVES = [
    ("PVAS", "pvas/pattern={}", "#c8641e"),
    ("SM, 4 KiB", "sm_rendezvous/pattern={},buffer=4%20KiB", "#9fc5e8"),
    ("SM, 32 KiB", "sm_rendezvous/pattern={},buffer=32%20KiB", "#3264b4"),
    ("eager", "sm_eager/pattern={}", "#888888"),
]


def read_curve(folder):
    """Points (bytes, GB/s), by size."""
    with open(folder / "copies.csv", newline="", encoding="utf-8") as table:
        return sorted({(int(row["bytes"]), int(row["bytes"]) / float(row["time_ns"])) for row in csv.DictReader(table)})


class Panel:
    """One pattern, both axes logarithmic."""

    def __init__(self, column, pattern, curves):
        points = [point for curve in curves for point in curve]
        self.left, self.pattern, self.curves = column * PANEL_WIDTH + LEFT, pattern, curves
        self.x_range = [math.log10(pick(size for size, _ in points)) for pick in (min, max)]
        self.y_range = [math.floor(math.log10(min(rate for _, rate in points))), math.ceil(math.log10(max(rate for _, rate in points)))]

    def x(self, size):
        low, high = self.x_range
        return self.left + (PANEL_WIDTH - LEFT - 16) * (math.log10(size) - low) / max(high - low, 0.1)

    def y(self, rate):
        low, high = self.y_range
        return TOP + (PANEL_HEIGHT - TOP - BOTTOM) * (high - math.log10(rate)) / (high - low)

    def draw(self):
        right, bottom = self.left + PANEL_WIDTH - LEFT - 16, PANEL_HEIGHT - BOTTOM
        yield f'<text x="{(self.left + right) / 2}" y="16" text-anchor="middle">{self.pattern}</text>'
        for exponent in range(self.y_range[0], self.y_range[1] + 1):
            y = self.y(10**exponent)
            yield f'<path d="M{self.left} {y:.1f}H{right}" stroke="#dddddd"/>'
            yield f'<text x="{self.left - 5}" y="{y + 4:.1f}" text-anchor="end">{10**exponent:g}</text>'
        for size in {self.curves[0][0][0], self.curves[0][-1][0]}:
            yield f'<text x="{self.x(size):.1f}" y="{bottom + 16}" text-anchor="middle">{size}</text>'
        for (_, _, colour), points in zip(CURVES, self.curves):
            path = " ".join(f"{self.x(size):.1f},{self.y(rate):.1f}" for size, rate in points)
            yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
            yield from (f'<circle cx="{self.x(size):.1f}" cy="{self.y(rate):.1f}" r="2.5" fill="{colour}"/>' for size, rate in points)


def picture(runs, patterns):
    panels = [Panel(i, name, [read_curve(runs / folder.format(name)) for _, folder, _ in CURVES]) for i, name in enumerate(patterns)]
    width = len(patterns) * PANEL_WIDTH + KEY
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{PANEL_HEIGHT}" font-family="sans-serif" font-size="12">']
    lines.append(f'<rect width="{width}" height="{PANEL_HEIGHT}" fill="white"/>')
    for panel in panels:
        lines += panel.draw()
    for number, (name, _, colour) in enumerate(CURVES):
        y = TOP + 14 + 18 * number
        lines.append(f'<path d="M{width - KEY + 10} {y - 4}h18" stroke="{colour}" stroke-width="2"/>')
        lines.append(f'<text x="{width - KEY + 34}" y="{y}">{name}</text>')
    lines.append(f'<text x="{width - KEY + 10}" y="{PANEL_HEIGHT - 24}">GB/s by bytes</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    runs, images = map(pathlib.Path, sys.argv[1:])
    for family, patterns in FAMILIES.items():
        (images / f"pvas_{family}.svg").write_text(picture(runs, patterns), encoding="utf-8")


if __name__ == "__main__":
    main()
