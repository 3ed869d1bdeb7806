#!/usr/bin/env python3
"""Shows the result folders of `tactus explore` as a page does: times in percent of the ideal time.

Usage: explored.py table DIR [--only "DESIGN;..."] [--ratio DESIGN/DESIGN] [--regret]
       explored.py figure DIR OUT.svg [--only "DESIGN;..."]

table prints Markdown: a row per case, a column per design, in brackets the best value of a design's grid, * if that is
the first or the last of the grid. --ratio adds a column: percent of the one design's time in the other's. --regret shows
percent of the reference's time instead, for workloads that have no ideal.
figure draws a panel per machine: time over the disturbances, a curve per design.
"""

import argparse
import csv
import pathlib

import svg_figure

COLOURS = ["#888888", "#3264b4", "#2e8b57", "#c8641e", "#7d3c98", "#b03060"]
PANEL, LEGEND, HEIGHT, LABELS = 330, 160, 320, 30  # LABELS: room below, for names of disturbances
AXES = ("machine", "workload", "disturbance")


def rows_of(path):
    with open(path, newline="", encoding="utf-8") as table:
        return list(csv.DictReader(table))


class Cell:
    """A design in a case: percent of the ideal or the reference's time, half of its 95 % interval, the grid's best value."""

    def __init__(self, case, run, regret):
        row, figure = (case, "regret") if regret else (run, "ratio_to_ideal")
        self.percent = 100 * float(row[figure])
        self.half = 100 * float(row.get(figure + "_ci95") or 0)
        self.tuned = case["tuned"].partition("=")[2] + ("*" if case["at_grid_end"] == "true" else "")

    def __str__(self):
        half = f" +- {self.half:.1f}" if self.half >= 0.05 else ""
        return f"{self.percent:.1f}{half}" + (f" ({self.tuned})" if self.tuned else "")


class Exploration:
    """`cells`: by design and case (machine, workload, disturbance)."""

    def __init__(self, folder, regret=False):
        runs = {(r["design"], *(r[a] for a in AXES), r["tune"]): r for r in rows_of(folder / "runs.csv")}
        cases = rows_of(folder / "explore.csv")
        self.designs = list(dict.fromkeys(r["design"] for r in cases))
        self.cases = list(dict.fromkeys(tuple(r[a] for a in AXES) for r in cases))
        self.cells = {}
        for row in cases:
            case = tuple(row[a] for a in AXES)
            if row["exit_status"] == "0":
                self.cells[row["design"], case] = Cell(row, runs[(row["design"], *case, row["tuned"])], regret)

    def names(self, axis):
        """Of an axis, in the file's order."""
        return list(dict.fromkeys(case[axis] for case in self.cases))


def print_row(fields):
    print("| " + " | ".join(fields) + " |")


def print_table(study, ratio, only=None):
    axes = [axis for axis in range(len(AXES)) if len(study.names(axis)) > 1] or [0]
    designs = [design for design in study.designs if not only or design in only]
    head = [AXES[axis].replace("machine", "router") for axis in axes] + designs
    print_row(head + ([f"{ratio[0]}, % of {ratio[1]}"] if ratio else []))
    print_row(["---"] * (len(head) + bool(ratio)))
    factors = []
    for case in study.cases:
        fields = [case[axis] for axis in axes] + [str(study.cells.get((d, case), "-")) for d in designs]
        if ratio:
            fields.append("-")
            above, below = (study.cells.get((design, case)) for design in ratio)
            if above and below:
                factors.append(100 * above.percent / below.percent)
                fields[-1] = f"{factors[-1]:.1f}"
        print_row(fields)
    if factors:
        within = sum(factor <= 110 for factor in factors)
        print(f"\n{ratio[0]}: {min(factors):.1f} to {max(factors):.1f} % of {ratio[1]}; within 10 %: {within} of {len(factors)}")


class Panel:
    """One machine: disturbances across in the file's order, percent of the ideal time up."""

    def __init__(self, number, machine, study, most):
        self.frame = svg_figure.Frame(56, 20, 24, origin=number * PANEL, width=PANEL, height=HEIGHT, top=28)
        self.machine, self.study, self.most = machine, study, most

    def x(self, number):
        return self.frame.x((number + 0.5) / len(self.study.names(2)))

    def y(self, percent):
        return self.frame.y((self.most - percent) / (self.most - 100))

    def draw(self, designs):
        yield from self.frame.heading(self.machine)
        for percent in range(100, self.most + 1, 50):
            yield from self.frame.row(self.y(percent), str(percent))
        for number, name in enumerate(self.study.names(2)):
            yield from self.frame.column(self.x(number))
            x, y = self.x(number), self.frame.bottom + 12
            yield f'<text x="{x:.1f}" y="{y}" font-size="9" text-anchor="end" transform="rotate(-25 {x:.1f} {y})">{name}</text>'
        yield from self.frame.titles("", "time, % of ideal")
        for number, design in enumerate(designs):
            for points in self.lines(design):
                yield from self.frame.line(points, pen(number))
                yield from (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{COLOURS[number % len(COLOURS)]}"/>' for x, y in points)

    def lines(self, design):
        """Points of a design, in one list for each kind of disturbance, which is the first word of its name. The first
        disturbance is none, and goes with those after it."""
        lines = {}
        names = self.study.names(2)
        for place, disturbance in enumerate(names):
            kind = (names[1] if place == 0 < len(names) - 1 else disturbance).split()[0]
            for case in self.study.cases:
                if case[0] == self.machine and case[2] == disturbance and (design, case) in self.study.cells:
                    point = (self.x(place), self.y(self.study.cells[design, case].percent))
                    lines.setdefault(kind, []).append(point)
        return lines.values()


def pen(number):
    return f'stroke="{COLOURS[number % len(COLOURS)]}" stroke-width="2"'


def draw_figure(study, out, only):
    designs = [design for design in study.designs if not only or design in only]
    top = max(cell.percent for (design, _), cell in study.cells.items() if design in designs)
    most = 50 * (int(top) // 50 + 1)
    panels = [Panel(i, machine, study, most) for i, machine in enumerate(study.names(0))]
    lines = [line for panel in panels for line in panel.draw(designs)]
    for number, design in enumerate(designs):
        lines += panels[-1].frame.legend(number, design, pen(number))
    svg_figure.write(out, lines, len(panels) * PANEL + LEGEND, HEIGHT + LABELS)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    table = commands.add_parser("table")
    table.add_argument("--regret", action="store_true")
    table.add_argument("--ratio", type=lambda text: text.split("/"))
    figure = commands.add_parser("figure")
    for command in (table, figure):
        command.add_argument("folder", type=pathlib.Path)
        command.add_argument("--only", type=lambda text: text.split(";"))
    figure.add_argument("out", type=pathlib.Path)
    options = parser.parse_args()
    study = Exploration(options.folder, getattr(options, "regret", False))
    if options.command == "table":
        print_table(study, options.ratio, options.only)
    else:
        draw_figure(study, options.out, options.only)


if __name__ == "__main__":
    main()
