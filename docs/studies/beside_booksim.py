#!/usr/bin/env python3
"""Draws latency against offered load of a tree and a dragonfly, here and in BookSim2.

Usage: beside_booksim.py PATH_TO_BOOKSIM PATH_TO_TACTUS PICTURE.svg. BookSim2 is built from its public sources. Prints a
Markdown table: for each network and routing the latency of a packet in the idle network, and the largest load of those
that are tried at which packets wait for less than `MOST` cycles in the mean. Curves are of the waiting: the mean
latency without the one in the idle network, since pipelines differ.
"""

import csv
import pathlib
import re
import subprocess
import sys
import tempfile

import svg_figure

LOADS = [0.02, 0.1, 0.2, 0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9]  # the first is idle
MOST = 200  # cycles, at the top of a panel
WIDTH, HEIGHT = 500, 340  # of a panel
CLOCK_NS = 4.0

#: What the machines have in common: packets of 8 flits, a switch held per packet, one source at each host.
BOOKSIM = """
use_noc_latency = 0; hold_switch_for_packet = 1; packet_size = 8; vc_buf_size = {buffer}; num_vcs = {vcs};
vc_allocator = separable_input_first; sw_allocator = separable_input_first;
traffic = uniform; injection_rate_uses_flits = 1; injection_rate = {load};
sim_type = latency; warmup_periods = 3; sample_period = 10000; max_samples = 10; latency_thres = 2000.0;
"""
TACTUS = """
name: beside
router: {{virtual_channels: {vcs}, vc_buffer: {buffer} B, input_transfers: port, routing: up_down}}
nic: {{mtu: 128 B}}
trace: {{enabled: false}}
workload:
  {{algorithm: uniform, load: 0.1, packet_size: 128 B, engines: 1, warmup: 10000 cycles, measure: 20000 cycles, drain: 10000 cycles}}
"""


def tree():
    """The 4-ary tree of three levels and 64 hosts, all links one cycle long."""
    return "network: {kind: graph, graph: k_ary_n_tree, arity: 4, levels: 3}\nlink: {switch_delay: 0 ns, cable_delay: 4 ns}\n", None


def dragonfly():
    """That of BookSim2: nine groups of four switches, two hosts at each; links within a group take 10 cycles, between
    groups 100."""
    hosts, switches, groups = 72, 4, 9
    cables = [(host, hosts + host // 2) for host in range(hosts)]
    between = []
    for group in range(groups):
        first = hosts + switches * group
        cables += [(first + a, first + b) for a in range(switches) for b in range(a + 1, switches)]
        for way in range(groups - 1):
            other = (group + way + 1) % groups
            if group < other:
                between.append((first + way // 2, hosts + switches * other + (groups - 2 - way) // 2))
    text = (
        "network: {kind: graph, graph: file, file: cables.txt}\nlink:\n  switch_delay: 0 ns\n  cable_delay: 40 ns\n"
        f"  overrides: [{{cables: {[list(cable) for cable in between]}, cable_delay: 400 ns}}]\n"
    )
    def name(node):
        return f"host {node}" if node < hosts else f"switch {node - hosts}"

    return text, "".join(f"{name(a)} {name(b)}\n" for a, b in cables + between)


#: Network: title, the one here, the one there, flits of a buffer, and by routing: VCs here or there, and its pen.
NETWORKS = [
    (
        "4-ary 3-tree, 64 hosts",
        tree,
        "topology = fattree; k = 4; n = 3;",
        64,
        {"up_down": (2, "#3264b4"), "fault_tolerant": (2, "#c8641e")},
        {"nca": (2, "#3264b4"), "anca": (2, "#c8641e")},
    ),
    (
        "dragonfly, 72 hosts",
        dragonfly,
        "topology = dragonflynew; k = 2; n = 1;",
        512,
        {"minimal": (3, "#3264b4"), "ugal": (6, "#c8641e")},
        {"min": (3, "#3264b4"), "ugal": (3, "#c8641e")},
    ),
]


def curve_here(program, network, routing, vcs, flits):
    """(load, mean latency in cycles) of the loads that the network carries."""
    text, cables = network()
    with tempfile.TemporaryDirectory() as folder:
        scenario = pathlib.Path(folder, "beside.yaml")
        scenario.write_text(TACTUS.format(vcs=vcs, buffer=16 * flits) + text, encoding="utf-8")
        if cables:
            pathlib.Path(folder, "cables.txt").write_text(cables, encoding="utf-8")
        loads = ",".join(map(str, LOADS))
        command = [program, "sweep", str(scenario), "--level", "packet", "--quiet", "--set", f"router.routing={routing}"]
        subprocess.run([*command, "--over", f"workload.load={loads}", "--out", folder], check=True, stdout=subprocess.DEVNULL)
        with open(pathlib.Path(folder, "sweep.csv"), newline="", encoding="utf-8") as table:
            rows = list(csv.DictReader(table))
    return [
        (float(row["workload.load"]), float(row["open_loop_latency_mean_ns"]) / CLOCK_NS)
        for row in rows
        if row["saturated"] == "false"
    ]


def curve_there(program, network, routing, vcs, flits):
    """The same of BookSim2."""
    points = []
    for load in LOADS:
        with tempfile.NamedTemporaryFile("w", suffix=".cfg") as config:
            config.write(BOOKSIM.format(load=load, vcs=vcs, buffer=flits) + f"{network} routing_function = {routing};\n")
            config.flush()
            done = subprocess.run([program, config.name], capture_output=True, text=True, check=False)
        found = re.search(r"^Packet latency average = ([\d.]+) \(1 samples\)", done.stdout, re.MULTILINE)
        if not found:
            break
        points.append((load, float(found.group(1))))
    return points


def waiting(points):
    """The curve without the latency in the idle network, up to `MOST`."""
    idle = points[0][1]
    return [(load, cycles - idle) for load, cycles in points if cycles - idle < MOST]


def panel(number, title, curves):
    """`curves`: name, points and pen of each."""
    frame = svg_figure.Frame(left=50, right=150, legend_line=24, origin=number * WIDTH, width=WIDTH, height=HEIGHT, top=30)
    yield from frame.load_curves(title, MOST, 50, "offered load, flits per host and cycle", "mean waiting, cycles")
    for place, (name, points, pen) in enumerate(curves):
        yield from frame.curve(place, name, frame.load_places(points, MOST), pen)


def main():
    booksim, tactus, picture = sys.argv[1:]
    lines = []
    print("| network | program and routing | idle, cycles | largest load |\n|---|---|---|---|")
    for number, (title, here, there, flits, routings_here, routings_there) in enumerate(NETWORKS):
        curves = []
        for program, run, network, routings, dashes in (
            ("here", lambda *of: curve_here(tactus, *of), here, routings_here, ""),
            ("BookSim2", lambda *of: curve_there(booksim, *of), there, routings_there, ' stroke-dasharray="6 4"'),
        ):
            for routing, (vcs, colour) in routings.items():
                points = run(network, routing, vcs, flits)
                curve = waiting(points)
                name = f"{routing}, {program}"
                curves.append((name, curve, f'stroke="{colour}" stroke-width="2"{dashes}'))
                print(f"| {title} | {name} | {points[0][1]:.1f} | {curve[-1][0]:g} |", flush=True)
        lines += panel(number, title, curves)
    svg_figure.write(picture, lines, len(NETWORKS) * WIDTH, HEIGHT)


if __name__ == "__main__":
    main()
