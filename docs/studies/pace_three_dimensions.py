#!/usr/bin/env python3
"""Compares ways of pacing all-to-all on tori of three dimensions, over routers, with ranks in step and not.

Usage: pace_three_dimensions.py PATH_TO_TACTUS --out DIR [--stages bias,policies,imbalance,ties,figure]
                                [--shapes 4x4x4,...] [--message-size SIZE] [--seeds N] [--jobs N]

Every run is one line of DIR/runs.csv and is not made again; after a change of the model use another folder. Prints the
Markdown tables of docs/studies/pacing_in_three_dimensions.md, and draws its figure as
DIR/pacing_in_three_dimensions.svg.
"""

import svg_figure
from calibrate_nsim import print_table
from compare_pacings import A2AT, BIASES, COLOURS, POLICIES, ROUTERS, EdgePlot, bias, percent
from confidence import interval
from staged_study import StagedStudy, run_stages, study_parser

SHAPES = ["4x4x4", "5x5x5", "9x9x3", "8x8x8"]
# One of each kind, and that of the paper.
FEW_ROUTERS = ["injection first, queue", "first come, port", "round robin, FIFO", "like the paper's"]
FEW_POLICIES = ["none", "bias 1.25", "window 1, bias 0.375"]
# Where half of a side is as far either way, all of that is sent by both ways; sides that are odd do not care.
SIGNED = {"router.tie_break": "signed"}


class Study(StagedStudy):
    def run(self, shape, router_name, pacing, more=None):
        settings = {"network.shape": f"[{shape.replace('x', ', ')}]", "message_size": self.options.message_size,
                    "memory.bandwidth": "16 GB/s"}  # less than the six NICs could send
        return A2AT, ROUTERS[router_name] | settings | pacing | (SIGNED if more is None else more)

    def sweep(self, shape, router_name):
        """Ratio to the ideal without pacing and by uniform bias."""
        pacings = {"none": {}} | {value: bias(value) for value in BIASES}
        return {name: self.ratio(self.run(shape, router_name, pacing)) for name, pacing in pacings.items()}


def bold_least(ratios):
    best = min(ratios)
    return [f"**{percent(ratio)}**" if ratio == best else percent(ratio) for ratio in ratios]


def stage_bias(study):
    """What a uniform bias does for each router."""
    pacings = [{}, *map(bias, BIASES)]
    study.make([study.run(s, r, p) for s in study.options.shapes for r in FEW_ROUTERS for p in pacings])
    for shape in study.options.shapes:
        print(f"## {shape}, percent of the ideal time by uniform bias\n")
        rows = [[name, *bold_least(study.sweep(shape, name).values())] for name in FEW_ROUTERS]
        print_table(["router", "none", *BIASES], rows)


def stage_policies(study):
    """Every policy of the comparison in two dimensions."""
    study.make([study.run(s, r, p) for s in study.options.shapes for r in FEW_ROUTERS for p in POLICIES.values()])
    for shape in study.options.shapes:
        print(f"## {shape}, percent of the ideal time by policy\n")
        rows = []
        for name in FEW_ROUTERS:
            rows.append([name, *bold_least([study.ratio(study.run(shape, name, p)) for p in POLICIES.values()])])
        print_table(["router", *POLICIES], rows)


def stage_imbalance(study):
    """Ranks that begin up to 3 us late: means over seeds with their 95 % intervals."""
    seeds = range(1, study.options.seeds + 1)

    def runs(shape, name, policy):
        late = {"workload.imbalance": "3 us"}
        return [study.run(shape, name, POLICIES[policy], SIGNED | late | {"seed": seed}) for seed in seeds]

    print(f"## Ranks up to 3 us late, {len(seeds)} seeds, percent of the ideal time\n")
    rows = []
    for shape in study.options.shapes:
        for policy in FEW_POLICIES:
            all_runs = [runs(shape, name, policy) for name in FEW_ROUTERS]
            study.make([run for some in all_runs for run in some])
            means = [interval([study.ratio(run) for run in some]) for some in all_runs]
            rows.append([shape, policy, *(f"{percent(mean)} +- {percent(half)}" for mean, half in means)])
    print_table(["shape", "policy", *FEW_ROUTERS], rows)


def stage_ties(study):
    """What it costs to send all that goes half way round by the positive way."""
    print("## Tie break, percent of the ideal time\n")
    rows = []
    for shape in study.options.shapes:
        for policy in ("none", "bias 1.25"):
            for tie_break in ("positive", "signed"):
                more = {"router.tie_break": tie_break}
                all_runs = [study.run(shape, name, POLICIES[policy], more) for name in FEW_ROUTERS]
                study.make(all_runs)
                rows.append([shape, policy, tie_break, *(percent(study.ratio(run)) for run in all_runs)])
    print_table(["shape", "policy", "tie break", *FEW_ROUTERS], rows)


class ShapePlot(EdgePlot):
    def curve(self, number, name, points):
        pen = f'stroke="{COLOURS[number % len(COLOURS)]}" stroke-width="2"'
        return self.frame.curve(number, name, [self.place(point) for point in points], pen)


def stage_figure(study):
    """By bias, on the router that is most like a real one of the four."""
    curves = {}
    for shape in study.options.shapes:
        ratios = study.sweep(shape, study.options.figure_router)
        curves[shape] = [(float(value), ratios[value]) for value in BIASES]
    svg_figure.draw(study.options.out / "pacing_in_three_dimensions.svg", ShapePlot(), curves)


STAGES = {
    "bias": stage_bias,
    "policies": stage_policies,
    "imbalance": stage_imbalance,
    "ties": stage_ties,
    "figure": stage_figure,
}


def main():
    parser = study_parser(__doc__, STAGES, message_size="32 KiB", seeds=3)
    parser.add_argument("--shapes", type=lambda text: text.split(","), default=SHAPES)
    parser.add_argument("--figure-router", choices=FEW_ROUTERS, default="first come, port")
    run_stages(parser, Study, STAGES)


if __name__ == "__main__":
    main()
