#!/usr/bin/env python3
"""Draws figure 5 of the multirail paper as SVG, from the runs of `tactus validate multirail`.

Bandwidth of one rail by message size: near memory, sending from far memory, receiving into it, and both.
Usage: multirail_figure.py results/validate/multirail multirail.svg
"""

import csv
import math
import pathlib
import sys

import svg_figure

MOST = 1.8  # GB/s
BOUND = 2.0 * 128 / 152
CURVES = {
    "near": ("one_rail_near", "#2e8b57", 5, ""),
    "send far": ("one_rail_send_far", "#101010", 1.5, "3 4"),
    "receive far": ("one_rail_receive_far", "#c8641e", 5, ""),
    "both far": ("one_rail_far", "#101010", 1.5, "8 4"),
}


def read_points(folder):
    """Sizes in bytes, and GB/s."""
    with open(folder / "rails.csv", newline="", encoding="utf-8") as table:
        return [(int(row["size_bytes"]), float(row["bandwidth_GBps"])) for row in csv.DictReader(table)]


class Plot:
    """Places points with a logarithmic x and a linear y axis."""

    def __init__(self, sizes):
        self.frame = svg_figure.Frame(left=56, right=130, legend_line=24)
        self.first, self.last = (int(math.log2(size)) for size in (min(sizes), max(sizes)))

    def x(self, size):
        return self.frame.x((math.log2(size) - self.first) / (self.last - self.first))

    def y(self, rate):
        return self.frame.y(1 - rate / MOST)

    def axes(self):
        for tenths in range(0, 19, 2):
            yield from self.frame.row(self.y(tenths / 10), f"{tenths / 10:.1f}")
        for exponent in range(self.first, self.last + 1):
            named = (exponent - self.first) % 5 == 0
            yield from self.frame.column(self.x(2**exponent), svg_figure.size_text(2**exponent) if named else None)
        y = self.y(BOUND)
        yield f'<path d="M{self.frame.left} {y:.1f}H{self.frame.right}" stroke="#7d3c98" stroke-dasharray="2 3"/>'
        yield f'<text x="{self.frame.left + 6}" y="{y - 4:.1f}" fill="#7d3c98">bound {BOUND:.2f} GB/s</text>'
        yield from self.frame.titles("message", "bandwidth, GB/s")

    def curve(self, number, name, points):
        _, colour, width, dashes = CURVES[name]
        pen = f'stroke="{colour}" stroke-width="{width}" stroke-dasharray="{dashes}"'
        return self.frame.curve(number, name, [(self.x(size), self.y(rate)) for size, rate in points], pen)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    runs = pathlib.Path(sys.argv[1])
    curves = {name: read_points(runs / CURVES[name][0]) for name in CURVES}
    svg_figure.draw(sys.argv[2], Plot([size for points in curves.values() for size, _ in points]), curves)


if __name__ == "__main__":
    main()
