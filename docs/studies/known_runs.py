"""Runs of tactus that are made once: each is a line of a CSV file, and is not made again."""

import concurrent.futures
import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import threading


def key_of(settings):
    """The settings as one text, the same whatever their order."""
    return "; ".join(f"{key}={value}" for key, value in sorted(settings.items()))


class KnownRuns:
    """`figures` are the columns that a run gives: each a function of its result.json, as read, and of its folder. A line
    knows its scenario, level and settings, not the program: after a change of the model use another file."""

    RUN = ["scenario", "level", "settings"]

    def __init__(self, tactus, file, figures):
        self.tactus = tactus
        self.file = pathlib.Path(file)
        self.figures = figures
        self.fields = [*self.RUN, "exit_status", *figures]
        self.known = {}
        self.lock = threading.Lock()
        self.file.parent.mkdir(parents=True, exist_ok=True)
        if self.file.exists():
            with self.file.open(newline="") as table:
                for row in csv.DictReader(table):
                    # A line that was cut short has fields missing.
                    if None not in row.values():
                        self.known[tuple(row[field] for field in self.RUN)] = row
        else:
            self._append(self.fields)

    def _append(self, values):
        with self.file.open("a", newline="") as table:
            csv.writer(table).writerow(values)

    def run(self, scenario, settings, level="packet"):
        """The row of one run; a run that failed has its exit status and no figures."""
        key = (pathlib.Path(scenario).stem, level, key_of(settings))
        if key not in self.known:
            row = dict(zip(self.RUN, key)) | self._make(scenario, settings, level)
            with self.lock:
                self._append([row[field] for field in self.fields])
                self.known[key] = row
        return self.known[key]

    def make(self, runs, jobs):
        """Makes those of `runs`, (scenario, settings) each, that are not known, `jobs` at a time."""
        with concurrent.futures.ThreadPoolExecutor(max_workers=jobs) as pool:
            list(pool.map(lambda run: self.run(*run), runs))

    def figure(self, name, scenario, settings, level="packet"):
        """One figure of a run as a number; not a number if the run failed or does not have it."""
        text = self.run(scenario, settings, level)[name]
        return float(text) if text else math.nan

    def _make(self, scenario, settings, level):
        with tempfile.TemporaryDirectory() as folder:
            command = [self.tactus, "run", str(scenario), "--level", level, "--quiet", "--out", folder]
            for key, value in settings.items():
                command += ["--set", f"{key}={value}"]
            done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            if done.returncode != 0:
                print(f"{key_of(settings)}: exit status {done.returncode}\n{done.stderr}", file=sys.stderr)
                return {"exit_status": str(done.returncode)} | dict.fromkeys(self.figures, "")
            result = json.loads(pathlib.Path(folder, "result.json").read_text())
            return {"exit_status": "0"} | {name: figure(result, folder) for name, figure in self.figures.items()}
