"""Tables of a result folder, as plain rows and as pandas frames."""

from __future__ import annotations

import csv
import importlib
import pathlib
import typing

from tactus.errors import MissingPackage, TactusError

if typing.TYPE_CHECKING:
    import pandas

Row = typing.Dict[str, object]

# Columns whose values may look like numbers and are none, or have holes between whole numbers.
_COLUMN_TYPES = {"label": str, "sequence": "Int64"}


def require(name: str, wanted: str, otherwise: str = "") -> typing.Any:
    """The module `name`, which `wanted` needs. Raises MissingPackage."""
    try:
        return importlib.import_module(name)
    except ImportError:
        remedy = f"install it by `pip install {name}`, or from Debian as python3-{name}"
        more = f"; {otherwise}" if otherwise else ""
        raise MissingPackage(f"{wanted} needs the package {name}: {remedy}{more}", name=name) from None


def existing(path: pathlib.Path, wanted: str, remedy: str) -> pathlib.Path:
    """`path`, or TactusError: the run wrote no such file."""
    if not path.is_file():
        raise TactusError(f"{wanted}: the run has written no {path.name}; {remedy}")
    return path


def csv_rows(path: pathlib.Path) -> list[Row]:
    """One dict per row of a CSV file; numbers are int or float, true and false are bool, an empty field is None."""
    with open(path, newline="", encoding="utf-8") as file:
        return [{name: text if name == "label" and text else value(text) for name, text in row.items()}
                for row in csv.DictReader(file)]


def csv_frame(path: pathlib.Path) -> "pandas.DataFrame":
    """A CSV file as a frame with the columns of the file; an empty field is missing."""
    pandas = require("pandas", path.name, "rows() gives plain rows")
    with open(path, newline="", encoding="utf-8") as file:
        names = next(csv.reader(file), [])
    types = {name: kind for name, kind in _COLUMN_TYPES.items() if name in names}
    return pandas.read_csv(path, dtype=types, keep_default_na=False, na_values=[""])


def value(text: str) -> object:
    """A field of a CSV file as its value."""
    words = {"": None, "true": True, "false": False}
    if text in words:
        return words[text]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def rows_frame(rows: list[Row], wanted: str) -> "pandas.DataFrame":
    """Rows as a frame; nested fields get dotted names, as `parts.queue`."""
    return require("pandas", wanted, "rows() gives plain rows").json_normalize(rows)


def flat(row: Row, prefix: str = "") -> Row:
    """A row whose nested fields have dotted names."""
    result: Row = {}
    for name, item in row.items():
        if isinstance(item, dict):
            result.update(flat(item, f"{prefix}{name}."))
        else:
            result[prefix + name] = item
    return result
