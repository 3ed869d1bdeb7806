#!/usr/bin/env python3
"""Compares methods of collective operations on tori, over sizes, routers and ways of pacing.

Usage: compare_collectives.py PATH_TO_TACTUS --out DIR [--stages methods,pacing,routers,hot,alltoall] [--shapes 4x4x4,...]
                              [--sizes SIZE,...] [--router NAME] [--jobs N]

Every run is one line of DIR/runs.csv and is not made again; after a change of the model use another folder. Prints the
Markdown tables of docs/studies/collectives.md.
"""

import argparse
import pathlib

from calibrate_nsim import print_table
from routers import ROUTERS, SCENARIOS, bias, control
from staged_study import StagedStudy, run_stages

ALLREDUCE = SCENARIOS / "quickstart" / "allreduce.yaml"
METHODS = ["ring", "recursive_doubling", "rabenseifner", "bucket", "double_binary_tree", "reduce_broadcast"]
SHAPES = ["4x4x4", "6x6x6", "16x16"]
SIZES = ["1 KiB", "32 KiB", "1 MiB"]
FEW_ROUTERS = ["first come, port", "injection first, queue", "round robin, FIFO", "like the paper's"]
PACINGS = {
    "none": {},
    "bias 0": bias("0"),
    "bias 1.25": bias("1.25"),
    "injection limit": control("injection_limit"),
    "receiver credits": control("receiver_credits"),
    "delay window": control("delay_window"),
}
# Where a destination is as far either way, the sign of the difference of the coordinates decides.
MACHINE = {"router.tie_break": "signed", "attribution.enabled": "true"}


def worst_output(result, _folder):
    """The output at which packets have waited most: part of the time in which it sent, node and port."""
    outputs = result["attribution"]["worst_outputs"]
    if not outputs:
        return ""
    worst = outputs[0]
    cycles = result["simulated_seconds"] / 4e-9
    node = ",".join(map(str, worst["node"]))
    return f"{100 * worst['flits'] / cycles:.0f} % at ({node}) {worst['port']}"


FIGURES = {
    "seconds": lambda result, _folder: repr(result["simulated_seconds"]),
    "links": lambda result, _folder: repr(result["link_utilisation"]),
    "worst": worst_output,
}


class Study(StagedStudy):
    figures = FIGURES

    def run(self, shape, size, method, pacing="none", router=None, algorithm="allreduce"):
        settings = {"network.shape": f"[{shape.replace('x', ', ')}]", "workload.message_size": size,
                    "workload.algorithm": algorithm, "workload.method": method}
        return ALLREDUCE, MACHINE | ROUTERS[router or self.options.router] | settings | PACINGS[pacing]

    def microseconds(self, run):
        return 1e6 * self.runs.figure("seconds", *run)


def time_text(value):
    return f"{value:.1f}" if value < 1000 else f"{value:.0f}"


def bold_least(values, text):
    best = min(value for value in values if value == value)
    return [f"**{text(value)}**" if value == best else text(value) for value in values]


def stage_methods(study):
    """Every method by shape and size, without pacing."""
    options = study.options
    study.make([study.run(s, b, m) for s in options.shapes for b in options.sizes for m in METHODS])
    print("## Allreduce, microseconds\n")
    rows = []
    for shape in options.shapes:
        for size in options.sizes:
            times = [study.microseconds(study.run(shape, size, m)) for m in METHODS]
            rows.append([shape, size, *bold_least(times, time_text)])
    print_table(["shape", "size", *(f"`{m}`" for m in METHODS)], rows)


def stage_pacing(study):
    """What pacing changes of each method's time."""
    options = study.options
    study.make([study.run(s, b, m, p) for s in options.shapes for b in options.sizes for m in METHODS for p in PACINGS])
    for size in options.sizes:
        print(f"## Allreduce of {size}, percent of the time without pacing\n")
        rows = []
        for shape in options.shapes:
            for pacing in [name for name in PACINGS if name != "none"]:
                cells = []
                for method in METHODS:
                    paced, free = (study.microseconds(study.run(shape, size, method, p)) for p in (pacing, "none"))
                    cells.append(f"{100 * paced / free:.0f}")
                rows.append([shape, pacing, *cells])
        print_table(["shape", "pacing", *(f"`{m}`" for m in METHODS)], rows)


def stage_routers(study):
    """The largest size on other routers: without pacing, and with the best of the ways of pacing."""
    options = study.options
    size = options.sizes[-1]
    study.make([study.run(s, size, m, p, r) for s in options.shapes for m in METHODS for p in PACINGS
                for r in FEW_ROUTERS])
    print(f"## Allreduce of {size} by router, microseconds without pacing, and the best way of pacing\n")
    rows = []
    for shape in options.shapes:
        for router in FEW_ROUTERS:
            cells = []
            for method in METHODS:
                times = {p: study.microseconds(study.run(shape, size, method, p, router)) for p in PACINGS}
                best = min(times, key=times.get)
                cells.append(f"{time_text(times['none'])}, {best} {100 * times[best] / times['none']:.0f} %"
                             if best != "none" else time_text(times["none"]))
            rows.append([shape, router, *cells])
    print_table(["shape", "router", *(f"`{m}`" for m in METHODS)], rows)


def stage_hot(study):
    """Where packets wait: the output with the most waiting, and the mean use of all links."""
    options = study.options
    size = options.sizes[-1]
    study.make([study.run(s, size, m) for s in options.shapes for m in METHODS])
    print(f"## Allreduce of {size}: output at which packets waited most, and its use; mean use of links\n")
    rows = []
    for method in METHODS:
        cells = []
        for shape in options.shapes:
            row = study.runs.run(*study.run(shape, size, method))
            cells.append(f"{row['worst']}; {100 * float(row['links']):.0f} %")
        rows.append([f"`{method}`", *cells])
    print_table(["method", *options.shapes], rows)


ALLTOALL = ["linear", "linear_shift", "pairwise", "bruck", "phased"]


def stage_alltoall(study):
    """Methods of all-to-all on square tori, the phases of AAPC among them, and A2AT."""
    print("## All-to-all, microseconds\n")
    rows = []
    for shape in ("8x8", "16x16"):
        for size in ("256 B", "2 KiB", "16 KiB"):
            runs = [study.run(shape, size, m, algorithm="alltoall") for m in ALLTOALL]
            scenario, settings = study.run(shape, size, "automatic", algorithm="a2at")
            del settings["workload.method"]
            runs.append((SCENARIOS / "quickstart" / "a2at_4x4.yaml", settings))
            study.make(runs)
            rows.append([shape, size, *bold_least([study.microseconds(run) for run in runs], time_text)])
    print_table(["shape", "size", *(f"`{m}`" for m in ALLTOALL), "a2at"], rows)


STAGES = {
    "methods": stage_methods,
    "pacing": stage_pacing,
    "routers": stage_routers,
    "hot": stage_hot,
    "alltoall": stage_alltoall,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tactus")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--stages", default=",".join(STAGES))
    parser.add_argument("--shapes", type=lambda text: text.split(","), default=SHAPES)
    parser.add_argument("--sizes", type=lambda text: text.split(","), default=SIZES)
    parser.add_argument("--router", choices=FEW_ROUTERS, default="first come, port")
    parser.add_argument("--jobs", type=int, default=1)
    run_stages(parser, Study, STAGES)


if __name__ == "__main__":
    main()
