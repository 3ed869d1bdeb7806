#!/usr/bin/env python3
"""Rates of the packet level beside those of htsim, measured in turns in one run.

Usage: against_htsim.py PATH_TO_HTSIM [PATH_TO_TACTUS] [--repetitions N] [--quick]

PATH_TO_HTSIM is the folder sim/datacenter of the public sources of htsim, where their own Makefiles have built htsim_roce
and htsim_ndp. Prints the Markdown tables of docs/studies/beside_htsim.md. Both programs send the same permutation of 128
hosts on the same fat tree, in packets of 2 KiB. Each repetition runs every case of both once; medians are shown, and the
spread of the ratios of each repetition. Counted are data packets that are delivered, times the links of their ways:
neither acknowledgements nor what is sent again. Exit status 1 if a program does not do what is asked of it.
"""

import argparse
import json
import pathlib
import random
import re
import resource
import statistics
import struct
import subprocess
import sys
import tempfile

from processor import machine

ROOT = pathlib.Path(__file__).resolve().parents[3]
HOSTS, AT_SWITCH, IN_POD = 128, 4, 16  # of a fat tree of three levels and switches of 8 ports
PACKET, HEADER, ACK = 2048, 32, 64  # bytes; htsim adds a header of the length of its acknowledgements to each packet
LINK = 100_000  # Mbit/s, in htsim

#: Record of a log of htsim: time, kind, queue, event, and three numbers; kind and event of what a queue has taken so far.
RECORD = struct.Struct("<dIIIddd")
QUEUE_RECORD, CUM_TRAFFIC = 4, 400

#: Program of htsim: its own arguments. All packets of a flow of RoCE go one way, those of NDP go by all ways in turn.
THERE = {
    "htsim_roce": ["-queue_type", "lossless_input", "-q", "1000", "-strat", "ecmp_host", "-paths", "128"],
    "htsim_ndp": ["-queue_type", "composite", "-q", "8", "-cwnd", "23", "-strat", "perm"],
}
TREE = ["graphs/fat_tree.yaml", "--set", "p=4"]
TORUS = ["nsim/a2at.yaml", "--set", "network.shape=[16,8]"]
REPLAY = ["--set", "workload.algorithm=replay"]
#: Case here: arguments of `tactus run`, and whether it sends the permutation that htsim does.
HERE = {
    "fat tree, the same permutation": (TREE + REPLAY, True),
    "16x8 torus, the same permutation, the paper's router": (TORUS + REPLAY, True),
    "9x9 torus, A2AT, the paper's router, unpaced": (["nsim/a2at.yaml"], False),
    "9x9 torus, A2AT, the paper's router, bias 1.25": (["nsim/a2at.yaml", "--set", "pacing.bias=1.25"], False),
}


class Unexpected(Exception):
    """A program that is not what it is taken for."""


def permutation(seed=1):
    """Destination of each host; no host sends to itself."""
    draw = random.Random(seed)
    to = list(range(HOSTS))
    while any(host == other for host, other in enumerate(to)):
        draw.shuffle(to)
    return to


def links(source, destination):
    """Links of a shortest way: hosts at one switch, in one pod, or in two. All shortest ways are alike long."""
    for together, length in ((AT_SWITCH, 2), (IN_POD, 4)):
        if source // together == destination // together:
            return length
    return 6


def connection_matrix(to, packets):
    """The permutation as htsim reads it."""
    lines = [f"{host}->{other} start 0 size {packets * PACKET}" for host, other in enumerate(to)]
    return "\n".join([f"Nodes {HOSTS}", f"Connections {HOSTS}", *lines, ""])


def message_file(to, packets):
    """The permutation as Tactus reads it: as many packets, which have their headers in them."""
    return "".join(f"{host} {other} 0 {packets * (PACKET - HEADER)} B\n" for host, other in enumerate(to))


def finished(program, text, packets):
    """Checks that all flows of a run of htsim have ended as they should. Answers how often packets were sent again."""
    ended = re.findall(r"Flow \S+ .*finished at \S+ total bytes (\d+)", text)
    again = re.findall(r"^New: \d+ Rtx: (\d+)", text, re.MULTILINE)
    if len(again) != 1:
        raise Unexpected(f"{program} does not tell at its end how many packets were sent again; it printed:\n{text[-600:]}")
    if len(ended) != HOSTS:
        raise Unexpected(f"{program} ended after {len(ended)} of {HOSTS} flows")
    short = [sent for sent in ended if int(sent) != packets * PACKET]
    if short:
        raise Unexpected(f"{program} ended a flow after {short[0]} B of {packets * PACKET} B")
    if "LOSSLESS not working" in text:
        raise Unexpected(f"{program} has queues that are too short to be lossless")
    return int(again[0])


def bytes_into_queues(log):
    """Bytes that came into all queues, from the log of a run of htsim with `-log tor_upqueue`."""
    text, mark, records = log.partition(b"# TRACE\n")
    if not mark or len(records) % RECORD.size != 0:
        raise Unexpected(f"the log of htsim is none, or has records of another length: it begins with {text[:80]!r}")
    last = {}
    for _, kind, queue, event, seconds, _, _ in RECORD.iter_unpack(records):
        if (kind, event) == (QUEUE_RECORD, CUM_TRAFFIC):
            last[queue] = seconds
    return round(sum(last.values()) * LINK * 1e6 / 8)


def user_cpu(command, folder):
    """What `command` prints in `folder`, and the seconds of user CPU time that it takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    try:
        done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True)
    except OSError as error:
        raise Unexpected(f"{command[0]} cannot be run: {error.strerror}") from error
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    if done.returncode != 0:
        raise Unexpected(f"{command[0]} ended with {done.returncode}: {(done.stderr or done.stdout).strip()[-600:]}")
    return done.stdout, seconds


def results_of(text, tactus):
    """What Tactus printed, as a dictionary."""
    try:
        result = json.loads(text)
        return {name: result[name] for name in ("packets_delivered", "packet_hops")}
    except (ValueError, TypeError, KeyError):
        raise Unexpected(f"{tactus} printed no results of a run: {text[:200]!r}") from None


class Bench:
    """The programs, and what they are asked for."""

    def __init__(self, htsim, tactus, folder, quick):
        self.htsim, self.tactus = pathlib.Path(htsim).resolve(), pathlib.Path(tactus).resolve()
        self.folder = pathlib.Path(folder)  # where htsim writes, too
        self.packets = 128 if quick else 2048  # of each host
        self.a2at = "32 KiB" if quick else "1 MiB"
        to = permutation()
        self.hops = self.packets * sum(links(*pair) for pair in enumerate(to))
        (self.folder / "permutation.cm").write_text(connection_matrix(to, self.packets))
        (self.folder / "permutation.txt").write_text(message_file(to, self.packets))
        self.sent_again = {}

    def there(self, program, log=()):
        """Packet-hops of a run of htsim for each second of user CPU time."""
        text, seconds = user_cpu([
            self.htsim / program, "-nodes", HOSTS, "-conns", HOSTS, "-tm", self.folder / "permutation.cm",
            "-mtu", PACKET, "-linkspeed", LINK, "-end", 10 * self.packets, "-o", self.folder / "log", *THERE[program], *log,
        ], self.folder)  # fmt: skip
        self.sent_again.setdefault(program, []).append(finished(program, text, self.packets))
        return self.hops / seconds

    def check_hops(self):
        """Holds the hops against htsim's own counters: each packet and its acknowledgement go into a queue for each link."""
        self.there("htsim_roce", ["-log", "tor_upqueue"])
        if self.sent_again["htsim_roce"][0] > 0:
            raise Unexpected("htsim_roce lost packets without loss in its network")
        counted = bytes_into_queues((self.folder / "log").read_bytes())
        expected = self.hops * (PACKET + ACK + ACK)
        if counted != expected:
            raise Unexpected(f"the queues of htsim_roce took {counted} B, and {expected} B are expected")

    def here(self, case):
        """Packet-hops of a run of Tactus for each second of user CPU time."""
        (scenario, *settings), same = HERE[case]
        what = f"workload.messages={self.folder / 'permutation.txt'}" if same else f"message_size={self.a2at}"
        command = [self.tactus, "run", ROOT / "scenarios" / scenario, "--level", "packet", *settings, "--set", what]
        command += ["--set", "trace.enabled=false", "--json", "--out", self.folder / "out"]
        text, seconds = user_cpu(command, self.folder)
        result = results_of(text, self.tactus)
        if same and result["packets_delivered"] != HOSTS * self.packets:
            raise Unexpected(f"{case}: {result['packets_delivered']} packets, and {HOSTS * self.packets} are expected")
        if "fat tree" in case and result["packet_hops"] != self.hops:
            raise Unexpected(f"{case}: {result['packet_hops']} packet-hops, and {self.hops} are expected")
        return result["packet_hops"] / seconds

    def measured(self, repetitions):
        """For each repetition the rate of each program of htsim, and of each case here."""
        self.check_hops()
        for _ in range(repetitions):
            yield {program: self.there(program) for program in THERE} | {case: self.here(case) for case in HERE}


def ratios(rates, case, against):
    """Median of the ratios of each repetition, and from where to where they go."""
    values = [each[case] / each[against] for each in rates]
    return f"{statistics.median(values):.2f} ({min(values):.2f} to {max(values):.2f})"


def report(rates):
    """Table of all cases."""
    lines = ["| case | k packet-hops/s | against RoCE | against NDP |", "|---|---|---|---|"]
    for case in [*THERE, *HERE]:
        middle = statistics.median(each[case] for each in rates) / 1e3
        columns = [ratios(rates, case, program) if case != program else "1" for program in THERE]
        lines.append(f"| {case} | {middle:,.0f} | {' | '.join(columns)} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("htsim")
    parser.add_argument("tactus", nargs="?", default=ROOT / "build/release/bin/tactus")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="a sixteenth of the packets")
    given = parser.parse_args()
    if given.repetitions < 1:
        parser.error("--repetitions: at least 1")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(given.htsim, given.tactus, folder, given.quick)
        try:
            rates = list(bench.measured(given.repetitions))
        except Unexpected as error:
            print(f"against_htsim.py: {error}", file=sys.stderr)
            return 1
    again = ", ".join(f"{program} {statistics.median(counts):,.0f}" for program, counts in bench.sent_again.items())
    print(f"Machine: {machine()}. {given.repetitions} repetitions. {bench.hops:,} packet-hops of the permutation.")
    print(f"Packets sent again, median: {again}.\n\n{report(rates)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
