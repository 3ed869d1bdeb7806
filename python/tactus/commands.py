"""Commands of the program as functions."""

from __future__ import annotations

import collections.abc
import json
import os
import pathlib
import shutil
import tempfile
import typing
import warnings
import weakref

from tactus.comparison import Comparison
from tactus.errors import InputError, ProgramError, TactusWarning, Violation, faults_of
from tactus.program import Done, execute, find_program
from tactus.progress import Progress, shown
from tactus.result import Result
from tactus.scenario import Given, design_options, over_options, scenario_file, set_options
from tactus.sweep_table import Sweep

Path = typing.Union[str, "os.PathLike[str]"]
Scenario = typing.Union[str, "os.PathLike[str]", "collections.abc.Mapping[str, object]"]
Sets = typing.Optional["collections.abc.Mapping[str, object]"]
Paths = typing.Optional["collections.abc.Sequence[Path]"]

_INPUT_WRONG, _VIOLATION, _DOES_NOT_HOLD = 2, 3, 4
_WARNING = "tactus: warning: "
_HAS_TABLE = "; table in "


def run(scenario: Scenario, level: str | None = None, out: Path | None = None, threads: int | None = None,
        plugins: Paths = None, progress: Progress = None, *, sets: Sets = None, options: collections.abc.Sequence[str] = (),
        program: Path | None = None, **more: object) -> Result:
    """Simulates a scenario.

    scenario: path of a scenario file; or its keys as a dict; or its YAML text, which has more than one line. A scenario
        without a file has no folder: it names other files by absolute paths.
    level: "cycle", "packet" or "flow"; by default the program's.
    out: folder of the result; by default a temporary one, which lives as long as the result.
    threads: threads of the packet level.
    plugins: files of the key `plugins`, relative to the current folder.
    progress: None shows progress in a notebook and on a terminal; True always, False never. A function gets each line.
    sets: parameters and dotted keys with their values, as {"pacing.mode": "hops"} or {"pacing": {"mode": "hops"}}.
    options: further options of `tactus run`, as ["--waves"].
    program: program or launcher to start instead of the one that `find_program` finds.
    more: parameters and keys as keyword arguments; `__` stands for the dot: pacing__bias=1.25.

    Raises InputError (the scenario or an option is wrong, with all faults), Violation (deadlock, lost flit),
    ProgramError (any other failure), TactusNotFound. KeyboardInterrupt ends the program in good order.
    """
    folder, kept = _place(out)
    arguments = [*_common(level, threads, plugins, sets, more), "--out", str(folder), *options]
    try:
        done = _execute("run", scenario, arguments, program, progress, lambda done: done.status == 0)
    except Violation as violation:
        violation.keep(folder, kept)
        raise
    return Result(folder, done.output, kept)


def sweep(scenario: Scenario, over: collections.abc.Mapping[str, object] | None = None, level: str | None = None,
          out: Path | None = None, seeds: int | None = None, jobs: int | None = None, plugins: Paths = None,
          progress: Progress = None, *, designs: collections.abc.Mapping[str, Sets] | None = None, sets: Sets = None,
          options: collections.abc.Sequence[str] = (), program: Path | None = None, **more: object) -> Sweep:
    """Runs a scenario for every combination of the values in `over`; the last key varies fastest.

    over: for each parameter or dotted key a list of values, or a text as of `--over`: {"pacing.bias": "0:3:0.5"}.
    out: folder of the table and the runs. A second sweep into it runs only new points. By default a temporary folder,
        which lives as long as the sweep.
    designs: keys that go together, by the name of the design: {"plain": None, "paced": {"pacing.mode": "hops"}}. They
        are the first column, `design`.
    seeds: runs of each combination with as many seeds, 2 to 10,000. jobs: runs at the same time.

    The other arguments are those of `run`. A point that fails has its exit status and no figures in the table, and a
    TactusWarning tells of it; the others go on. Raises as `run` does, if the input is wrong or no point was run.
    """
    folder, kept = _place(out)
    arguments = [*_common(level, None, plugins, sets, more), "--out", str(folder), *design_options(designs or {}),
                 *over_options(over or {}), *options]
    for name, number in (("--seeds", seeds), ("--jobs", jobs)):
        if number is not None:
            arguments += [name, str(number)]
    # The worst status of its points is a sweep's own. It then says where the table is; an interrupted sweep does not.
    done = _execute("sweep", scenario, arguments, program, progress,
                    lambda done: done.status == 0 or (done.status < 128 and _HAS_TABLE in done.output))
    keys = [*(["design"] if designs else []), *(key.replace("__", ".") for key in over or {})]
    made = Sweep(folder, keys, done.messages, kept)
    if made.failed:
        warnings.warn(f"{len(made.failed)} of {len(made)} points failed:\n{done.messages}", TactusWarning, stacklevel=2)
    return made


def compare(scenario: Scenario, levels: collections.abc.Sequence[str] = ("cycle", "packet"), threads: int | None = None,
            plugins: Paths = None, *, sets: Sets = None, options: collections.abc.Sequence[str] = (),
            program: Path | None = None, **more: object) -> Comparison:
    """Runs a scenario at several levels at the same time, and compares each with the first.

    The arguments are those of `run`. Levels that must be equal and are not are no exception: `Comparison.equal` is then
    False, and `Comparison.check` raises DoesNotHold. Raises as `run` does.
    """
    text = levels if isinstance(levels, str) else ",".join(levels)
    arguments = ["--levels", text, *_common(None, threads, plugins, sets, more), "--json", *options]
    done = _execute("compare", scenario, arguments, program, False,
                    lambda done: done.status in (0, _VIOLATION, _DOES_NOT_HOLD) and done.output != "")
    fields = json.loads(done.output)
    if done.status == _VIOLATION:
        raise Violation(fields["violation"], done.status, ["tactus", "compare", *arguments])
    return Comparison(fields)


def _common(level: str | None, threads: int | None, plugins: Paths, sets: Sets,
            more: collections.abc.Mapping) -> list[str]:
    arguments = []
    if level is not None:
        arguments += ["--level", level]
    if threads is not None:
        arguments += ["--threads", str(threads)]
    if plugins is not None:
        # The program takes names of files as relative to the scenario.
        more = {**more, "plugins": [os.path.abspath(path) for path in plugins]}
    return arguments + set_options(sets, more)


class _TemporaryFolder:
    """A folder that goes with this object."""

    def __init__(self):
        self.path = tempfile.mkdtemp(prefix="tactus_")
        weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


def _place(out: Path | None) -> tuple[pathlib.Path, _TemporaryFolder | None]:
    """The result folder, and a temporary folder to be kept with it if the caller has named none."""
    if out is not None:
        return pathlib.Path(out), None
    kept = _TemporaryFolder()
    return pathlib.Path(kept.path), kept


def _execute(name: str, scenario: Scenario, arguments: list[str], program: Path | None, progress: Progress,
             is_answer: typing.Callable[[Done], bool]) -> Done:
    """Runs a command to its end. Raises the failure that its exit status means, unless `is_answer`, and warns of what the
    program warns of."""
    with scenario_file(scenario) as given, shown(progress) as show:
        command = [*find_program(program), name, given.path, *arguments]
        done = execute(command, show)
    for line in done.messages.splitlines():
        if line.startswith(_WARNING):
            warnings.warn(line[len(_WARNING):], TactusWarning, stacklevel=3)
    if not is_answer(done):
        raise _failure(done, command, given)
    return done


def _failure(done: Done, command: list[str], given: Given) -> ProgramError:
    text = done.messages.strip()
    if done.status == _INPUT_WRONG:
        return InputError(text, done.status, command, faults_of(text, given.names, given.keys))
    kind = Violation if done.status == _VIOLATION else ProgramError
    return kind(text, done.status, command)
