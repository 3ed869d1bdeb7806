"""The table of a sweep."""

from __future__ import annotations

import csv
import functools
import os
import pathlib
import string
import typing

from tactus import tables
from tactus.errors import TactusError
from tactus.result import Result

if typing.TYPE_CHECKING:
    import pandas

# As the program names the folder of a point.
_PLAIN = set(string.ascii_letters + string.digits + "._+-,[]")
_LONGEST = 200


class Sweep:
    """A sweep: one row per combination of values, in the order of their product."""

    def __init__(self, folder: str | os.PathLike, keys: list[str],
                 messages: str = "", kept: object = None):
        self.folder = pathlib.Path(folder)  #: folder of sweep.csv and of one folder per run
        self.keys = keys  #: the keys that were varied
        self.messages = messages  #: text of the program about points that failed
        self._kept = kept
        self._path = tables.existing(self.folder / "sweep.csv", "sweep", "no point of it has come to its end")

    @functools.cached_property
    def table(self) -> "pandas.DataFrame":
        """sweep.csv: a column for each key that was varied, then the figures of the runs, then `exit_status`, then `new`
        ("yes" or "no") if some points were there before; without columns that are empty everywhere.
        docs/reference/sweep.md has the columns. Raises MissingPackage without pandas."""
        return tables.csv_frame(self._path).dropna(axis="columns", how="all")

    def rows(self) -> list[tables.Row]:
        """The table as a list of dicts, without pandas."""
        return tables.csv_rows(self._path)

    @property
    def failed(self) -> list[tables.Row]:
        """Rows of the points that did not come to their end; `exit_status` says why."""
        return [row for row in self.rows() if row["exit_status"] != 0]

    def result(self, row: int, seed: int | None = None) -> Result:
        """The result of the run behind a row of the table, counted from 0; of a sweep with several seeds, of that seed.
        Raises TactusError if that run has none."""
        with open(self._path, newline="", encoding="utf-8") as file:
            texts = list(csv.DictReader(file))[row]
        name = ",".join(f"{key}={_escaped(texts[key])}" for key in self.keys)
        if seed is not None:
            name += f"{',' if name else ''}seed={seed}"
        if len(name) <= _LONGEST:
            return Result(self.folder / name, kept=self)
        found = [path for path in self.folder.iterdir() if path.name.startswith(f"{name[:_LONGEST]}~")]
        if len(found) != 1:
            raise TactusError(f"{len(found)} folders in {self.folder} begin with {name[:_LONGEST]}: open one by Result.load")
        return Result(found[0], kept=self)

    def __len__(self) -> int:
        return len(self.rows())

    def __repr__(self) -> str:
        return f"{len(self)} combinations of {', '.join(self.keys) or 'seeds'}, in {self.folder}"


def _escaped(text: str) -> str:
    return "".join(c if c in _PLAIN else "".join(f"%{byte:02X}" for byte in c.encode()) for c in text)
