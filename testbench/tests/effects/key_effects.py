#!/usr/bin/env python3
"""Finds keys that a scenario accepts and that change nothing.

Runs every base scenario of bases.py once as it is and once for each key and each other value of it, and compares the
files that the runs leave. A key of which every value was refused is fine. A key of which a value was accepted and
changed no file is listed: the arbiter changes nothing where no two packets meet. It fails if the key changed nothing in
any base of the same kind of machine and workload either, unless exceptions.py says why it need not.

  key_effects.py build/release/bin/tactus                     all of it, some minutes
  key_effects.py build/release/bin/tactus --bases uniform     one base
  key_effects.py build/release/bin/tactus --keys 'pacing.*'   some keys
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import json
import pathlib
import subprocess
import sys
import tempfile

import bases
import exceptions
import values

SCHEMA = pathlib.Path(__file__).resolve().parents[3] / "scenarios" / "schema.json"


def schema_keys():
    """Every key that has a value, by its dotted path."""
    keys = {}
    for name, spec in json.loads(SCHEMA.read_text())["properties"].items():
        if name == "parameters":
            continue
        if spec.get("type") != "object" or "properties" not in spec:
            keys[name] = spec
            continue
        for inner, inner_spec in spec["properties"].items():
            keys[f"{name}.{inner}"] = inner_spec
    return keys


class Program:
    """Runs scenarios in a folder of its own each, and tells what they left behind."""

    def __init__(self, path, folder):
        self.path = path
        self.folder = folder

    def run(self, base, name, settings=()):
        """The exit status, what was said, and the files of the run."""
        out = self.folder / name
        command = [self.path, "run", str(self.folder / f"{base.name}.yaml"), "--level", base.level, "--quiet",
                   "--out", str(out), *base.options]
        for setting in settings:
            command += ["--set", setting]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        files = {file.name: file.read_bytes() for file in out.iterdir()} if out.is_dir() else {}
        for file in out.iterdir() if out.is_dir() else ():
            file.unlink()
        return done.returncode, done.stderr, files


def outcome(files):
    """What of a run's files a key can change: not what the run cost, nor how the scenario was written."""
    kept = dict(files)
    result = json.loads(kept.pop("result.json"))
    for name in ("host", "configuration", "parameters", "scenario", "versions"):
        result.pop(name, None)
    return kept, result


class Hunt:
    def __init__(self, program, patterns):
        self.program = program
        self.patterns = patterns
        self.idle = collections.defaultdict(list)  # kind and key: bases in which it was accepted and changed nothing
        self.effective = set()  # kind and key
        self.runs = 0

    def look_at(self, base):
        """Every key on this base."""
        (self.program.folder / f"{base.name}.yaml").write_text(base.text)
        for name, text in base.files.items():
            (self.program.folder / name).write_text(text)
        status, said, files = self.program.run(base, base.name)
        if status != 0:
            sys.exit(f"base {base.name} does not run: {said}")
        before = outcome(files)
        shown = json.loads(files["result.json"])["configuration"]
        for key, spec in schema_keys().items():
            if any(fnmatch.fnmatch(key, pattern) for pattern in self.patterns):
                self.try_key(base, key, values.others(key, spec, shown.get(key)), before)

    def try_key(self, base, key, candidates, before):
        accepted = []
        for number, value in enumerate(candidates):
            self.runs += 1
            status, said, files = self.program.run(base, f"{base.name}-{key}-{number}", [f"{key}={value}"])
            if status == 2:
                continue
            if status != 0 or outcome(files) != before:
                self.effective.add((base.kind, key))  # if only to end the run
                return
            accepted.append(value)
        if accepted and not exceptions.reason(key, base):
            self.idle[base.kind, key].append(base.name)
            print(f"accepted and without effect: {base.name}: {key} = {', '.join(accepted)}", flush=True)

    def suspects(self):
        """Keys that changed nothing in any base of a kind that accepted them."""
        return [f"{kind}: {key} ({', '.join(names)})" for (kind, key), names in sorted(self.idle.items())
                if (kind, key) not in self.effective]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--bases", default="*", help="pattern of their names")
    parser.add_argument("--keys", default=["*"], nargs="+", help="patterns of keys")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    chosen = [base for base in bases.all_bases() if fnmatch.fnmatch(base.name, options.bases)]
    if not chosen:
        sys.exit(f"no base is called {options.bases}")
    with tempfile.TemporaryDirectory() as folder:
        hunt = Hunt(Program(str(pathlib.Path(options.program).resolve()), pathlib.Path(folder)), options.keys)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            list(pool.map(hunt.look_at, chosen))
    suspects = hunt.suspects()
    for suspect in suspects:
        print(f"never has an effect: {suspect}")
    print(f"{len(chosen)} bases, {hunt.runs} runs, {len(suspects)} keys without effect")
    return 1 if suspects else 0


if __name__ == "__main__":
    sys.exit(main())
