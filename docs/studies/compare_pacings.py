#!/usr/bin/env python3
"""Compares ways of pacing, those of real machines among them, over routers, sizes, buffers, workloads and seeds.

Usage: compare_pacings.py PATH_TO_TACTUS --out DIR [--stages bias,policies,workloads,buffers,sizes,seeds,figure]
                          [--routers NAME ...] [--sizes N,N] [--message-size SIZE] [--seeds N] [--jobs N]

Every run is one line of DIR/runs.csv and is not made again; after a change of the model use another folder. Prints the
Markdown tables of docs/studies/pacing_compared.md, and draws its figure as DIR/pacing_compared.svg.
"""

import concurrent.futures
import itertools
import math
import pathlib
import statistics

import svg_figure
from calibrate_nsim import print_table, router
from confidence import interval
from staged_study import StagedStudy, run_stages, study_parser

SCENARIOS = pathlib.Path(__file__).parents[2] / "scenarios"
A2AT = SCENARIOS / "nsim" / "a2at.yaml"

ARBITERS = ["injection_first", "first_come", "round_robin", "matrix", "oldest_first", "through_first"]
# The router that is most like that of the nsim paper, but for its rest between packets (router.turnaround) and the end
# of its calls: docs/reproducing/calibration.md.
PAPER_LIKE = router("injection_first_come", "fifo", "port") | {"router.input_nomination": "oldest"}
ROUTERS = {
    **{f"{a}, {t}".replace("_", " "): router(a, "per_output", t) for a in ARBITERS for t in ("queue", "vc", "port")},
    "round robin, FIFO": router("round_robin", "fifo", "vc"),
    "injection first, FIFO": router("injection_first", "fifo", "vc"),
    "like the paper's": PAPER_LIKE,
}
# One of each kind, for what would take too long on all.
FEW_ROUTERS = ["injection first, queue", "first come, port", "round robin, FIFO"]

BIASES = ["0", "0.25", "0.5", "0.75", "1", "1.25", "1.5", "2", "3"]


def bias(value):
    return {"pacing.bias": value}


def control(kind, **settings):
    return {"pacing.control": kind} | {f"pacing.{key}": value for key, value in settings.items()}


POLICIES = {
    "none": {},
    "bias 1.25": bias("1.25"),
    "window 3, bias 0.25": bias("0.25") | {"pacing.window": "3"},
    "window 1, bias 0.375": bias("0.375") | {"pacing.window": "1"},
    "injection limit": control("injection_limit"),
    "receiver credits": control("receiver_credits"),
    "pieces": control("pieces"),
    "delay window": control("delay_window"),
    "fixed gap 3": {"pacing.gap": "3"},
}
FEW_POLICIES = ["none", "bias 1.25", "window 3, bias 0.25", "window 1, bias 0.375"]


class Study(StagedStudy):
    """Runs of A2AT and other workloads on named routers under named policies, times in seconds."""

    def __init__(self, options):
        super().__init__(options)
        self.routers = options.routers

    def a2at(self, router_name, pacing, n, size=None, more=None):
        settings = ROUTERS[router_name] | pacing | {"n": n, "message_size": size or self.options.message_size}
        return A2AT, settings | (more or {})

    def seconds(self, run):
        return self.runs.figure("seconds", *run)

    def sweep(self, router_name, n):
        """Ratio to the ideal without pacing and by uniform bias, from the least one on. It ends where the gaps alone
        take longer than the best so far: no larger bias can be better."""
        ratios = {"none": self.ratio(self.a2at(router_name, {}, n))}
        for value in BIASES:
            if least_ratio(n, float(value)) > min(ratios.values()):
                break
            ratios[value] = self.ratio(self.a2at(router_name, bias(value), n))
        return ratios

    def best(self, router_name, n):
        """The least of these ratios, and the bias that has it."""
        return min((ratio, name) for name, ratio in self.sweep(router_name, n).items())


def a2at_hops(n):
    """The most hops of a message, by sequence: docs/reference/algorithms.md."""
    for i in range(1, (n - 1) // 2 + 1):
        yield from (i, 2 * i)
        for j in range(1, i):
            yield from (i + j, i + j)
    if n % 2 == 0:
        yield from range(n // 2 + 1, n + 1)


def least_ratio(n, uniform_bias):
    """Of the time that the gaps of A2AT take by themselves to the ideal."""
    packets = sum(max(1.0, hops + uniform_bias) for hops in a2at_hops(n))
    return packets / (n / 2 * (n // 2) * ((n + 1) // 2))


def percent(value, digits=1):
    return f"{100 * value:.{digits}f}" if value == value else "-"


def stage_bias(study):
    """What a uniform bias can do for each router: what the policies are held to."""
    for n in study.options.sizes:
        with concurrent.futures.ThreadPoolExecutor(max_workers=study.options.jobs) as pool:
            sweeps = dict(zip(study.routers, pool.map(lambda name: study.sweep(name, n), study.routers)))
        print(f"## A2AT {n}x{n}, percent of the ideal time by uniform bias\n")
        rows = []
        for name, ratios in sweeps.items():
            best = min(ratios.values())
            cells = [percent(ratios.get(value, math.nan)) for value in ("none", *BIASES)]
            rows.append([name, *(f"**{cell}**" if cell == percent(best) else cell for cell in cells)])
        print_table(["router", "none", *BIASES], rows)


def over_best(study, name, pacing, n):
    """How much longer than with the router's best bias, as a factor."""
    return study.ratio(study.a2at(name, pacing, n)) / study.best(name, n)[0]


def stage_policies(study):
    """Every policy on every router against the best bias of that router."""
    sizes = study.options.sizes
    study.make([study.a2at(name, pacing, n) for n in sizes for pacing in POLICIES.values() for name in study.routers])
    for n in sizes:
        print(f"## A2AT {n}x{n}, time in percent of that with the router's best bias\n")
        rows = []
        for name in study.routers:
            ratio, best = study.best(name, n)
            factors = [over_best(study, name, pacing, n) for pacing in POLICIES.values()]
            rows.append([name, best, percent(ratio), *map(percent, factors)])
        columns = [[over_best(study, name, pacing, n) for name in study.routers] for pacing in POLICIES.values()]
        rows.append(["worst", "", "", *(percent(max(column)) for column in columns)])
        rows.append(["within 10 %", "", "", *(str(sum(factor <= 1.1 for factor in column)) for column in columns)])
        print_table(["router", "best bias", "% of ideal", *POLICIES], rows)


class Workload:
    """Something else than A2AT: what it runs, and the figure that tells how fast, least best."""

    def __init__(self, scenario, settings, slowness, paired=False):
        self.scenario = scenario
        self.settings = settings
        self.slowness = slowness
        self.paired = paired  # its sends may be held by a window

    def run(self, router_name, pacing):
        idle = set() if self.paired else {"pacing.window"}
        if self.slowness == "accepted":  # one packet per message: no gap is between two of them
            idle |= {"pacing.mode", "pacing.gap", "pacing.bias"}
            if pacing.get("pacing.control") in ("receiver_credits", "pieces"):
                idle |= {key for key in pacing if key.startswith("pacing.")}
        kept = {key: value for key, value in pacing.items() if key not in idle}
        return self.scenario, ROUTERS[router_name] | kept | self.settings


def closed_loop(algorithm, **more):
    settings = {"n": 8, "message_size": "64 KiB", "workload.algorithm": algorithm}
    more = {key.replace("_", ".", 1): value for key, value in more.items()}
    return Workload(A2AT, settings | more, "seconds", paired=algorithm in ("pwx", "ring"))


def open_loop(scenario, load):
    return Workload(SCENARIOS / "openloop" / scenario, {"load": load}, "accepted")


WORKLOADS = {
    "pwx": closed_loop("pwx"),
    "ring": closed_loop("ring"),
    "permutations": closed_loop("permutation", workload_repetitions=20),
    "uniform": open_loop("uniform.yaml", "0.3"),
    "hot spot": open_loop("hot_spot.yaml", "0.3"),
}


def slowdown(study, workload, name, pacing):
    """Time in that without pacing, or for open-loop traffic the inverse of what is accepted, as a factor."""
    figure = [study.runs.figure(workload.slowness, *workload.run(name, p)) for p in (pacing, {})]
    return figure[0] / figure[1] if workload.slowness == "seconds" else figure[1] / figure[0]


def stage_workloads(study):
    """What each policy costs where nobody asked for pacing."""
    runs = [w.run(name, p) for w in WORKLOADS.values() for name in FEW_ROUTERS for p in POLICIES.values()]
    study.make(runs)
    print("## Other workloads, 8x8, percent of the time without pacing: worst and mean of the routers\n")
    rows = []
    for policy, pacing in POLICIES.items():
        cells = []
        for workload in WORKLOADS.values():
            factors = [slowdown(study, workload, name, pacing) for name in FEW_ROUTERS]
            cells.append(f"{percent(max(factors))} ({percent(statistics.fmean(factors))})")
        rows.append([policy, *cells])
    print_table(["policy", *WORKLOADS], rows)


def stage_variants(study, title, variants, policies):
    """A table for each router: a policy per row, a variant (n, size, more settings) per column."""
    study.make([study.a2at(r, POLICIES[p], *v) for r in FEW_ROUTERS for p in policies for v in variants.values()])
    print(f"## {title}, percent of the ideal time\n")
    rows = []
    for name in FEW_ROUTERS:
        for policy in policies:
            cells = [percent(study.ratio(study.a2at(name, POLICIES[policy], *variant))) for variant in variants.values()]
            rows.append([name, policy, *cells])
    print_table(["router", "policy", *variants], rows)


def stage_buffers(study):
    size = study.options.message_size
    for n in study.options.sizes:
        variants = {f"{kib} KiB": (n, size, {"router.vc_buffer": f"{kib} KiB"}) for kib in (4, 8, 16)}
        stage_variants(study, f"Router buffers, A2AT {n}x{n}", variants, FEW_POLICIES)


def stage_sizes(study):
    variants = {f"{n}x{n}": (n, study.options.message_size, None) for n in (8, 9, 12, 16)}
    stage_variants(study, "Sizes, A2AT", variants, FEW_POLICIES)


DISTURBANCES = {
    "imbalance": {"workload.imbalance": "3 us"},
    "noise": {"noise.kind": "poisson", "noise.period": "100 us", "noise.length": "1 us"},
}


def stage_seeds(study):
    """Means over seeds with their 95 % intervals."""
    seeds = range(1, study.options.seeds + 1)
    for n, (what, more) in itertools.product(study.options.sizes, DISTURBANCES.items()):
        runs = {
            (router_name, policy): [
                study.a2at(router_name, POLICIES[policy], n, more=more | {"seed": seed}) for seed in seeds
            ]
            for policy in FEW_POLICIES
            for router_name in FEW_ROUTERS
        }
        study.make(itertools.chain.from_iterable(runs.values()))
        print(f"## {what.capitalize()}, A2AT {n}x{n}, {len(seeds)} seeds, percent of the ideal time\n")
        rows = []
        for policy in FEW_POLICIES:
            means = [interval([study.ratio(run) for run in runs[router_name, policy]]) for router_name in FEW_ROUTERS]
            rows.append([policy, *(f"{percent(mean)} +- {percent(half)}" for mean, half in means)])
        print_table(["policy", *FEW_ROUTERS], rows)


COLOURS = ["#888888", "#2e8b57", "#c8641e", "#3264b4", "#7d3c98", "#b03060", "#5f9ea0", "#8b6914"]


class EdgePlot:
    """Percent of the ideal time (y) by uniform bias (x)."""

    LEAST, MOST = 1.0, 3.0

    def __init__(self):
        self.frame = svg_figure.Frame(left=62, right=180, legend_line=18)
        self.biases = [float(value) for value in BIASES]

    def place(self, point):
        value, ratio = point
        height = (self.MOST - min(ratio, self.MOST)) / (self.MOST - self.LEAST)
        return self.frame.x(value / self.biases[-1]), self.frame.y(height)

    def axes(self):
        for ratio in (1, 1.5, 2, 2.5, 3):
            yield from self.frame.row(self.place((0, ratio))[1], f"{100 * ratio:g}")
        for value in (0, 0.5, 1, 1.5, 2, 3):
            yield from self.frame.column(self.place((value, 1))[0], f"{value:g}")
        yield from self.frame.titles("bias, packets", "time, % of ideal")

    def curve(self, number, name, points):
        """The curve that has no router is dashed."""
        dashes = "" if name in ROUTERS else ' stroke-dasharray="4 3"'
        pen = f'stroke="{COLOURS[number % len(COLOURS)]}" stroke-width="2"{dashes}'
        return self.frame.curve(number, name, [self.place(point) for point in points], pen)


def stage_figure(study):
    """Where the edge of each router is, on the first of the sizes."""
    n = study.options.sizes[0]
    curves = {"the gaps alone": [(float(value), least_ratio(n, float(value))) for value in BIASES]}
    for name in study.routers:
        ratios = study.sweep(name, n)
        curves[name] = [(float(value), ratios[value]) for value in BIASES if value in ratios]
    svg_figure.draw(study.options.out / "pacing_compared.svg", EdgePlot(), curves)


STAGES = {
    "bias": stage_bias,
    "policies": stage_policies,
    "workloads": stage_workloads,
    "buffers": stage_buffers,
    "sizes": stage_sizes,
    "seeds": stage_seeds,
    "figure": stage_figure,
}


def main():
    parser = study_parser(__doc__, STAGES, message_size="256 KiB", seeds=5)
    parser.add_argument("--routers", nargs="+", choices=ROUTERS, default=list(ROUTERS), metavar="NAME")
    parser.add_argument("--sizes", type=lambda text: [int(n) for n in text.split(",")], default=[9, 8])
    run_stages(parser, Study, STAGES)


if __name__ == "__main__":
    main()
