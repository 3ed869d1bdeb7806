#!/usr/bin/env python3
"""Draws figure 5 of the multirail paper as SVG, from the runs of `tactus validate multirail`.

Bandwidth of one rail by message size: near memory, sending from far memory, receiving into it, and both.
Usage: multirail_figure.py results/validate/multirail multirail.svg
"""

import csv
import math
import pathlib
import sys

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 56, 130, 16, 46
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


def size_text(exponent):
    unit = exponent // 10
    return f"{2 ** (exponent % 10)} {('B', 'KiB', 'MiB')[unit]}"


class Plot:
    """Places points with a logarithmic x and a linear y axis."""

    def __init__(self, sizes):
        self.first, self.last = (int(math.log2(size)) for size in (min(sizes), max(sizes)))

    def x(self, size):
        return LEFT + (WIDTH - LEFT - RIGHT) * (math.log2(size) - self.first) / (self.last - self.first)

    def y(self, rate):
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - rate / MOST)

    def axes(self):
        right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
        for tenths in range(0, 19, 2):
            y = self.y(tenths / 10)
            yield f'<path d="M{LEFT} {y:.1f}H{right}" stroke="#dddddd"/>'
            yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{tenths / 10:.1f}</text>'
        for exponent in range(self.first, self.last + 1):
            x = self.x(2**exponent)
            yield f'<path d="M{x:.1f} {TOP}V{bottom}" stroke="#eeeeee"/>'
            if (exponent - self.first) % 5 == 0:
                yield f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{size_text(exponent)}</text>'
        y = self.y(BOUND)
        yield f'<path d="M{LEFT} {y:.1f}H{right}" stroke="#7d3c98" stroke-dasharray="2 3"/>'
        yield f'<text x="{LEFT + 6}" y="{y - 4:.1f}" fill="#7d3c98">bound {BOUND:.2f} GB/s</text>'
        yield f'<text x="{(LEFT + right) / 2}" y="{HEIGHT - 8}" text-anchor="middle">message</text>'
        yield f'<text transform="translate(14 {(TOP + bottom) / 2}) rotate(-90)" text-anchor="middle">bandwidth, GB/s</text>'

    def curve(self, number, name, points):
        _, colour, width, dashes = CURVES[name]
        path = " ".join(f"{self.x(size):.1f},{self.y(rate):.1f}" for size, rate in points)
        pen = f'stroke="{colour}" stroke-width="{width}" stroke-dasharray="{dashes}"'
        yield f'<polyline points="{path}" fill="none" {pen}/>'
        y = TOP + 14 + 18 * number
        yield f'<path d="M{WIDTH - RIGHT + 10} {y - 4}h24" {pen}/>'
        yield f'<text x="{WIDTH - RIGHT + 40}" y="{y}">{name}</text>'


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    runs = pathlib.Path(sys.argv[1])
    curves = {name: read_points(runs / CURVES[name][0]) for name in CURVES}
    plot = Plot([size for points in curves.values() for size, _ in points])
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="12">']
    lines += [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>', *plot.axes()]
    for number, (name, points) in enumerate(curves.items()):
        lines += plot.curve(number, name, points)
    pathlib.Path(sys.argv[2]).write_text("\n".join([*lines, "</svg>"]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
