"""Gives the program some hundred broken inputs, and looks how it takes them.

    broken_inputs.py PROGRAM [--only TEXT] [--one-of N] [--cpu-seconds N]

Each is refused: with the exit status of wrong input, nothing on standard output, a message that names the place and is
short, no file made or changed, and within a few seconds of CPU, a bound against hanging. Answers 1 if one is not.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

import command_inputs
import scenario_inputs

MOST_WALL_SECONDS = 300  # a machine may be busy; it hangs only then
LONGEST_MESSAGE = 4000
LEAST_CASES = 500


def contents(folder):
    """What there is below a folder: names, and the sizes and times of plain files."""
    found = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        found[str(path.relative_to(folder))] = (status.st_mode, status.st_size, status.st_mtime_ns)
    return {name: what[:1] if pathlib.Path(folder / name).is_dir() else what for name, what in found.items()}


def ran(program, case, folder, cpu_seconds):
    """Exit status (minus a signal's number), output and errors. The system ends a program that computes for longer."""
    # The limit is set from here: Python copies all of itself for a function that the child is to call first.
    with subprocess.Popen([program, *case.arguments], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as process:
        with contextlib.suppress(ProcessLookupError):
            resource.prlimit(process.pid, resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 1))
        try:
            out, errors = process.communicate(timeout=MOST_WALL_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            return None, "", ""
    return process.returncode, out.decode(errors="replace"), errors.decode(errors="replace")


def complaints(case, status, out, errors, before, after):
    """What is wrong with how the case was taken."""
    if status is None:
        yield f"did not end in {MOST_WALL_SECONDS} s"
        return
    if status < 0:
        yield f"ended by signal {-status}"
    elif status != case.status:
        yield f"exit status {status}, not {case.status}"
    if out and case.status == 2:  # of what fails later there may be a beginning
        yield f"standard output: {out[:200]!r}"
    first = errors.splitlines()[0] if errors else ""
    faults = len(re.findall(r"^.*: error: ", errors, re.MULTILINE)) or int(errors.startswith("tactus: "))
    if faults == 0:
        yield f"no message of the known form: {errors[:200]!r}"
    elif faults > case.faults:
        yield f"{faults} faults are told, at most {case.faults} were expected: {first[:200]!r}"
    if case.place and not first.startswith(case.place) and not re.search(f"^{re.escape(case.place)}", errors, re.M):
        yield f"the place is not {case.place!r}: {first[:200]!r}"
    if case.says not in errors:
        yield f"does not say {case.says!r}: {errors[:300]!r}"
    if commands := sorted(set(re.findall(r"[^\n\t -~\u00a0-\U0010ffff]", errors))):
        yield f"commands a terminal: {commands[:4]}"
    if len(errors) > LONGEST_MESSAGE * max(1, min(case.faults, 25)):
        yield f"{len(errors)} characters of message"
    if before != after:
        yield f"files: {sorted(set(before.items()) ^ set(after.items()))[:4]}"


def tried(program, case, cpu_seconds):
    """The complaints about one case, tried in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="tactus_broken_") as name:
        folder = pathlib.Path(name)
        for file, text in case.files.items():
            (folder / file).write_bytes(text if isinstance(text, bytes) else text.encode())
        if case.prepare:
            case.prepare(folder)
        before = contents(folder)
        status, out, errors = ran(program, case, folder, cpu_seconds)
        return list(complaints(case, status, out, errors, before, contents(folder)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--only", default="", help="inputs whose name has this")
    parser.add_argument("--one-of", type=int, default=1, metavar="N", help="every Nth of them, for a slow program")
    parser.add_argument("--cpu-seconds", type=int, default=2, metavar="N", help="the bound, for a slow program")
    options = parser.parse_args()
    every = [*scenario_inputs.cases(), *command_inputs.cases()]
    cases = [case for case in every if options.only in case.name][:: options.one_of]
    program = str(options.program.resolve())
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda case: tried(program, case, options.cpu_seconds), cases))
    for case, wrong in zip(cases, found):
        for complaint in wrong:
            print(f"{case.name}: {complaint}")
    families = collections.Counter(re.split(r"[: ]", case.name)[0] for case in cases)
    cpu = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(", ".join(f"{count} {family}" for family, count in families.items()))
    print(f"{len(cases)} broken inputs, {sum(map(bool, found))} not taken as they should, "
          f"{cpu.ru_utime + cpu.ru_stime:.1f} s of CPU")
    if len(every) < LEAST_CASES:
        print(f"fewer than {LEAST_CASES}")
        return 1
    return int(any(found))


if __name__ == "__main__":
    sys.exit(main())
