#!/usr/bin/env python3
"""Draws figure 3 of the jitter paper as SVG, from the CSV of `tactus_jitter_bench figure`.

Mean time until every process has the result, by number of processes: without redundant rounds, and for each number of
middle rounds with the number of final rounds that is best. Usage: jitter_figure.py jitter.csv jitter.svg
"""

import csv
import math
import sys

import svg_figure

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
        self.frame = svg_figure.Frame(left=62, right=150, legend_line=18)
        self.sizes = sorted({size for size, _ in points})
        self.low = math.floor(math.log10(min(time for _, time in points)))
        self.high = math.ceil(math.log10(max(time for _, time in points)))

    def x(self, size):
        return self.frame.x((size - self.sizes[0]) / (self.sizes[-1] - self.sizes[0]))

    def y(self, time):
        return self.frame.y((self.high - math.log10(time)) / (self.high - self.low))

    def axes(self):
        for exponent in range(self.low, self.high + 1):
            yield from self.frame.row(self.y(10**exponent), f"{10**exponent:g}")
        for size in self.sizes[::2]:
            yield from self.frame.column(self.x(size), f'2<tspan dy="-5" font-size="9">{size:.0f}</tspan>')
        yield from self.frame.titles("processes", "mean time, us")

    def curve(self, number, name, points):
        dashes = ' stroke-dasharray="4 3"' if name == "no noise" else ""
        pen = f'stroke="{COLOURS[number % len(COLOURS)]}" stroke-width="2"{dashes}'
        return self.frame.curve(number, name, [(self.x(size), self.y(time)) for size, time in points], pen)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    curves = read_curves(sys.argv[1])
    svg_figure.draw(sys.argv[2], Plot(curves), curves)


if __name__ == "__main__":
    main()
