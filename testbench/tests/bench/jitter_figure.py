#!/usr/bin/env python3
"""Draws figure 3 of the jitter paper as SVG, from the CSV of `tactus_jitter_bench figure`.

Mean time until every process has the result, by number of processes: without redundant rounds, and for each number of
middle rounds with the number of final rounds that is best. Usage: jitter_figure.py jitter.csv jitter.svg
"""

import csv
import math
import pathlib
import sys

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 62, 150, 16, 46
COLOURS = ["#888888", "#2e8b57", "#c8641e", "#3264b4", "#7d3c98"]


def read_curves(path):
    """Name of each curve, and its points (K, microseconds)."""
    with open(path, newline="", encoding="utf-8") as table:
        rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(table)]
    sizes = sorted({row["dimensions"] for row in rows})

    def least(size, middle, finals=lambda final_rounds: True):
        chosen = [r["mean_us"] for r in rows if r["dimensions"] == size and r["middle_rounds"] == middle and finals(r["final_rounds"])]
        return min(chosen)

    curves = {"no redundant rounds": [(size, least(size, 0, lambda final_rounds: final_rounds == 0)) for size in sizes]}
    for middle in sorted({row["middle_rounds"] for row in rows}):
        curves[f"M = {middle:.0f}, best L"] = [(size, least(size, middle)) for size in sizes]
    curves["no noise"] = [(size, min(r["quiet_us"] for r in rows if r["dimensions"] == size)) for size in sizes]
    return curves


class Plot:
    """Places points with a linear x and a logarithmic y axis."""

    def __init__(self, curves):
        points = [point for curve in curves.values() for point in curve]
        self.sizes = sorted({size for size, _ in points})
        self.low = math.floor(math.log10(min(time for _, time in points)))
        self.high = math.ceil(math.log10(max(time for _, time in points)))

    def x(self, size):
        return LEFT + (WIDTH - LEFT - RIGHT) * (size - self.sizes[0]) / (self.sizes[-1] - self.sizes[0])

    def y(self, time):
        return TOP + (HEIGHT - TOP - BOTTOM) * (self.high - math.log10(time)) / (self.high - self.low)

    def axes(self):
        right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
        for exponent in range(self.low, self.high + 1):
            y = self.y(10**exponent)
            yield f'<path d="M{LEFT} {y:.1f}H{right}" stroke="#dddddd"/>'
            yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{10**exponent:g}</text>'
        for size in self.sizes[::2]:
            x = self.x(size)
            yield f'<path d="M{x:.1f} {TOP}V{bottom}" stroke="#eeeeee"/>'
            yield f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">2<tspan dy="-5" font-size="9">{size:.0f}</tspan></text>'
        yield f'<text x="{(LEFT + right) / 2}" y="{HEIGHT - 8}" text-anchor="middle">processes</text>'
        yield f'<text transform="translate(14 {(TOP + bottom) / 2}) rotate(-90)" text-anchor="middle">mean time, us</text>'

    def curve(self, number, name, points):
        colour = COLOURS[number % len(COLOURS)]
        path = " ".join(f"{self.x(size):.1f},{self.y(time):.1f}" for size, time in points)
        dashes = ' stroke-dasharray="4 3"' if name == "no noise" else ""
        yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>'
        y = TOP + 14 + 18 * number
        yield f'<path d="M{WIDTH - RIGHT + 10} {y - 4}h18" stroke="{colour}" stroke-width="2"{dashes}/>'
        yield f'<text x="{WIDTH - RIGHT + 32}" y="{y}">{name}</text>'


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    curves = read_curves(sys.argv[1])
    plot = Plot(curves)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="12">']
    lines += [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>', *plot.axes()]
    for number, (name, points) in enumerate(curves.items()):
        lines += plot.curve(number, name, points)
    pathlib.Path(sys.argv[2]).write_text("\n".join([*lines, "</svg>"]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
