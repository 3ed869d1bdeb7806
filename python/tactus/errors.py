"""Failures of the program as exceptions, each with its place and its remedy."""

from __future__ import annotations

import dataclasses
import pathlib
import re

# "scenarios/x.yaml:12:5: error: ..." or, of a file that could not be read, "x.yaml: error: ...".
_FAULT = re.compile(r"(?P<file>.*?)(?::(?P<line>\d+):(?P<column>\d+))?: error: (?P<message>.*)")
_UNKNOWN = re.compile(r"unknown key '([^']+)'")
_KEY = re.compile(r"([a-z_][a-z0-9_]*(?:\.[a-z0-9_]+(?:\[\d+\])?)*)(?=:| has no effect| is )")
_REPORT = re.compile(r"/tactus(?:/[a-z0-9_]+)+")


class TactusError(Exception):
    """Base of all exceptions of this package."""


class TactusWarning(UserWarning):
    """Warning of the program about a run that came to its end."""


class TactusNotFound(TactusError, FileNotFoundError):
    """There is no program to start; the text says where it was looked for, and what to set."""


class MissingPackage(TactusError, ImportError):
    """A frame was asked for and its package is not installed; the text names the package and the way around it."""


@dataclasses.dataclass(frozen=True)
class Fault:
    """One mistake in a scenario or an option."""

    file: str      #: path; "--set key=value" for an option; "scenario" for a scenario given as text or dict
    line: int      #: from 1; of an option its position among its like; 0 if the file could not be read
    column: int    #: from 1, in bytes; 0 if the file could not be read
    key: str       #: dotted key, or "" if the mistake is none of a key
    message: str   #: the mistake, and a value that would be right
    source: str = ""  #: text of the line

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        text = f"{place}: {self.message}"
        return f"{text}\n    {self.source}\n    {' ' * (self.column - 1)}^" if self.source else text


class ProgramError(TactusError):
    """The program ended with a status that is not 0: `status`, its `command`, and the `text` that it said."""

    def __init__(self, text: str, status: int, command: list[str]):
        super().__init__(text or f"{command[0]} ended with status {status} and said nothing")
        self.text = text
        self.status = status
        self.command = command


class InputError(ProgramError, ValueError):
    """The scenario or an option is wrong (exit status 2). `faults` lists all mistakes; it is empty if the program
    refused the command line as a whole."""

    def __init__(self, text: str, status: int, command: list[str], faults: list[Fault]):
        shown = "\n".join(map(str, faults)) if faults else text
        super().__init__(shown, status, command)
        self.text = text
        self.faults = faults


class Violation(ProgramError):
    """The model found a violation (exit status 3): a deadlock, a lost flit, a broken protocol.

    `report` is the report's id, such as "/tactus/fabric/deadlock", or "". `folder` has everything that the run
    recorded up to then; it is None after `compare`. A temporary folder lives as long as this exception.
    """

    def __init__(self, text: str, status: int, command: list[str]):
        super().__init__(text, status, command)
        found = _REPORT.search(text)
        self.report = found.group() if found else ""
        self.folder: pathlib.Path | None = None
        self._kept: object = None

    def keep(self, folder: pathlib.Path, kept: object) -> None:
        """Names the folder of the records, and keeps it if it is a temporary one."""
        self.folder, self._kept = folder, kept


class DoesNotHold(TactusError):
    """Two levels that must be equal are not; raised by `Comparison.check` alone."""


def faults_of(text: str, names: dict[str, str] | None = None, keys: dict[int, str] | None = None) -> list[Fault]:
    """The faults that the program has listed in `text`. `names` replaces paths of files; `keys` has the dotted key of
    each line of a scenario that was given as a dict."""
    faults: list[Fault] = []
    lines = text.splitlines()
    for number, line in enumerate(lines):
        found = _FAULT.fullmatch(line) if not line.startswith("    ") else None
        if not found:
            continue
        message = found["message"]
        at = int(found["line"] or 0)
        renamed = found["file"] in (names or {})
        named = _UNKNOWN.match(message) or _KEY.match(message)
        key = named.group(1) if named else ""
        if renamed and at in (keys or {}):
            key = keys[at]
        follows = lines[number + 1] if number + 1 < len(lines) else ""
        source = follows[4:] if follows.startswith("    ") else ""
        faults.append(Fault((names or {}).get(found["file"], found["file"]), at, int(found["column"] or 0), key,
                            message, source))
    return faults
