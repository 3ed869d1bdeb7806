"""Sums of attribution.h5 by place: outputs of routers, or links of the flow level."""

from __future__ import annotations

import pathlib

from tactus.errors import TactusError
from tactus.tables import Row, require

_WAITS = ("queue", "output", "input", "credits")
_BUBBLE = "bubble"  # of machines with bubble flow control


def place_rows(path: pathlib.Path, windows: bool) -> list[Row]:
    """One row per output of a router, or per link at level flow; with `windows` one per window of time and place.

    Outputs: `node` as "(x,y)", `port`, `flits`, and the cycles that packets waited for the output, by `queue`, `output`,
    `input`, `credits` and with bubble flow control `bubble`. Links: `link`, and `lost_ps`, picoseconds that messages lost
    to each other. Without windows links have also `messages`, which lost time there, and `used`, the share 0..1 of the
    bandwidth.
    """
    h5py = require("h5py", "the table attribution")
    with h5py.File(path) as file:
        try:
            columns = _link_columns(file, windows) if "links" in file else _output_columns(file, windows)
            begins = file["windows/begin_s"][:]
        except KeyError as error:
            raise TactusError(f"{path} lacks an array, as files of earlier versions do: run the scenario again "
                              f"({error.args[0]})") from None
    if windows:
        times = len(next(iter(columns.values()))) // len(begins)
        columns = {"begin_s": begins.repeat(times), **columns}
    lists = [column if isinstance(column, list) else column.tolist() for column in columns.values()]
    return [dict(zip(columns, values)) for values in zip(*lists)]


def _texts(data) -> list[str]:
    return [text.decode() for text in data[:]]


def _output_columns(file, windows: bool) -> dict:
    nodes, ports = _texts(file["nodes/names"]), _texts(file["outputs/ports"])
    times = len(file["windows/begin_s"]) if windows else 1
    columns = {"node": [node for node in nodes for _ in ports] * times, "port": ports * (len(nodes) * times)}
    for name in ("flits", *_WAITS, *([_BUBBLE] if f"outputs/{_BUBBLE}" in file else [])):
        counts = file[f"outputs/{name}"][:].astype("u8")
        if counts.ndim == 4:
            counts = counts.sum(axis=3)
        columns[name] = (counts if windows else counts.sum(axis=0)).reshape(-1)
    return columns


def _link_columns(file, windows: bool) -> dict:
    names = _texts(file["links/names"])
    lost = file["links/lost_ps"][:]
    if windows:
        return {"link": names * len(lost), "lost_ps": lost.reshape(-1)}
    return {"link": names, "lost_ps": lost.sum(axis=0), "messages": file["links/messages"][:],
            "used": file["links/used"][:]}
