"""The result of a run."""

from __future__ import annotations

import difflib
import functools
import json
import os
import pathlib
import typing

from tactus import arrays, tables
from tactus.errors import TactusError

if typing.TYPE_CHECKING:
    import pandas

_REMEDIES = {
    "links": "level flow and a node alone have none",
    "vc_occupancy": "level flow and a node alone have none",
    "messages": "set trace.enabled to true and trace.max_messages above 0",
    "attribution": 'run it with sets={"attribution.enabled": True}',
    "attribution_windows": 'run it with sets={"attribution.enabled": True}',
    "rails": "only runs with network.kind rails have it",
    "limits": "only runs with network.kind rails have it",
    "copies": "only a node alone has it",
}


class Result:
    """The result of a run: its numbers as attributes, its tables as frames.

    `result.simulated_seconds` and `result["simulated_seconds"]` are the field of result.json; fields within fields are
    dicts, as in `result.packet_latency_ns["p95"]`. docs/reference/results.md has all fields with their units. Names of
    fields that are tables too, as `sequences`, give the frame as attribute and the field in brackets.

    Files are read when they are first asked for. A temporary folder lives as long as its result.
    """

    def __init__(self, folder: str | os.PathLike, summary: str = "", kept: object = None):
        """Opens the result in `folder`. Raises TactusError if there is none.

        summary: text of the program about the run. kept: lives as long as the result.
        """
        self.folder = pathlib.Path(folder)  #: folder of the result's files
        self.summary = summary  #: text that the program printed at the end; empty of an opened result
        self._kept = kept
        path = self.folder / "result.json"
        try:
            self._fields = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise TactusError(f"{self.folder} has no result.json: it is no result folder, or its run has not come to its "
                              "end") from None
        except ValueError as error:
            raise TactusError(f"{path} is no JSON: {error}") from None

    @classmethod
    def load(cls, folder: str | os.PathLike) -> "Result":
        """The result that an earlier run left in `folder`. Raises TactusError if there is none."""
        return cls(folder)

    def __getitem__(self, name: str) -> typing.Any:
        """A field of result.json. Raises KeyError with the nearest name."""
        try:
            return self._fields[name]
        except KeyError:
            raise KeyError(self._no_field(name)) from None

    def __contains__(self, name: object) -> bool:
        return name in self._fields

    def __getattr__(self, name: str) -> typing.Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._fields[name]
        except KeyError:
            raise AttributeError(self._no_field(name)) from None

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._fields})

    def __repr__(self) -> str:
        fields = self._fields
        return self.summary or (f"{fields.get('scenario')}, {fields.get('level')} level: "
                                f"{fields.get('simulated_seconds')} s simulated, in {self.folder}")

    def _no_field(self, name: str) -> str:
        near = difflib.get_close_matches(name, self._fields, 1)
        hint = f"; did you mean {near[0]}?" if near else f" (there are: {', '.join(self._fields)})"
        return f"this result has no field {name!r}{hint}"

    def as_dict(self) -> dict:
        """All fields of result.json."""
        return self._fields

    def rows(self, table: str) -> list[tables.Row]:
        """A table as a list of dicts, without pandas.

        table: links, vc_occupancy, messages, sequences, attribution, attribution_windows, rails, limits or copies.
        Columns are those of the frame. Raises TactusError if the run has no such table.
        """
        if table == "sequences":
            return [tables.flat(row) for row in self._sequence_rows()]
        if table.startswith("attribution"):
            return arrays.place_rows(self._file("attribution.h5", table), windows=table.endswith("_windows"))
        return tables.csv_rows(self._file(f"{table}.csv", table))

    def frame(self, table: str) -> "pandas.DataFrame":
        """A table as a frame; names as for `rows`. Raises MissingPackage without pandas, TactusError without the table."""
        if table == "sequences":
            return tables.rows_frame(self._sequence_rows(), "sequences")
        if table.startswith("attribution"):
            return tables.rows_frame(self.rows(table), table)
        return tables.csv_frame(self._file(f"{table}.csv", table))

    @functools.cached_property
    def links(self) -> "pandas.DataFrame":
        """links.csv: one row per sample window. `time_us` is its end; `plus_x_GBps` ... are throughputs in GB/s."""
        return self.frame("links")

    @functools.cached_property
    def vc_occupancy(self) -> "pandas.DataFrame":
        """vc_occupancy.csv: rows as of `links`; shares 0..1 of the routers' buffers that are in use, by port and VC."""
        return self.frame("vc_occupancy")

    @functools.cached_property
    def messages(self) -> "pandas.DataFrame":
        """messages.csv: one row per message. `source` and `destination` are ranks, `bytes` has no headers, times are us."""
        return self.frame("messages")

    @functools.cached_property
    def sequences(self) -> "pandas.DataFrame":
        """One row per sequence of a phased algorithm, with the fields of result.json; times are seconds."""
        return self.frame("sequences")

    @functools.cached_property
    def attribution(self) -> "pandas.DataFrame":
        """One row per output of a router: `node` as "(x,y)", `port`, `flits`, and the cycles that packets waited for it
        by `queue`, `output`, `input`, `credits` and with bubble flow control `bubble`. At level flow one row per link:
        `link`, `lost_ps`, `messages`, `used`. Needs h5py, and a run with attribution.enabled."""
        return self.frame("attribution")

    @functools.cached_property
    def attribution_windows(self) -> "pandas.DataFrame":
        """Sums of `attribution` for each window of time, which begins at `begin_s`: windows * outputs rows."""
        return self.frame("attribution_windows")

    def _sequence_rows(self) -> list[tables.Row]:
        if "sequences" not in self._fields:
            raise TactusError("sequences: the workload of this run has none")
        return self._fields["sequences"]

    def _file(self, name: str, table: str) -> pathlib.Path:
        if table not in _REMEDIES:
            near = difflib.get_close_matches(table, _REMEDIES, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise TactusError(f"no table {table!r} (there are: {', '.join([*_REMEDIES, 'sequences'])}){hint}")
        return tables.existing(self.folder / name, table, _REMEDIES[table])
