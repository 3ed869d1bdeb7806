"""Scenarios and values as the program takes them: files and words of the command line."""

from __future__ import annotations

import collections.abc
import contextlib
import json
import os
import pathlib
import tempfile
import typing

_NAME = "scenario"  # of one that has no file


class Given(typing.NamedTuple):
    """A scenario in a file."""

    path: str
    names: dict[str, str]  #: what faults call the file instead of its path
    keys: dict[int, str]   #: by line: the dotted keys of a scenario that was a dict


@contextlib.contextmanager
def scenario_file(scenario: str | os.PathLike | collections.abc.Mapping):
    """The file of a scenario: a path, a dict of its keys, or its YAML text, which has at least one line's end."""
    keys: dict[int, str] = {}
    if isinstance(scenario, collections.abc.Mapping):
        text = _yaml_text(scenario, keys)
    elif isinstance(scenario, str) and "\n" in scenario:
        text = scenario
    else:
        path = os.fspath(scenario)
        yield Given(path, {}, {})
        return
    with tempfile.TemporaryDirectory(prefix="tactus_") as folder:
        file = pathlib.Path(folder, f"{_NAME}.yaml")
        file.write_text(text, encoding="utf-8")
        yield Given(str(file), {str(file): _NAME}, keys)


def _yaml_text(scenario: collections.abc.Mapping, keys: dict[int, str]) -> str:
    """One key a line, so that the line of a fault is its key; `keys` gets them."""
    lines: list[str] = []

    def put(mapping: collections.abc.Mapping, path: str, depth: int) -> None:
        for key, value in mapping.items():
            name = f"{path}{key}"
            start = f"{'  ' * depth}{_word(str(key))}:"
            nested = isinstance(value, collections.abc.Mapping) and value
            lines.append(start if nested else f"{start} {_flow(value)}")
            keys[len(lines)] = name
            if nested:
                put(value, f"{name}.", depth + 1)

    put(scenario, "", 0)
    return "\n".join(lines) + "\n"


def _word(text: str) -> str:
    return text if text.replace("_", "").replace(".", "").isalnum() else json.dumps(text, ensure_ascii=False)


def _flow(value: object) -> str:
    """A value in YAML's flow style, which JSON is; None is the word `none`."""
    value = plain(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, collections.abc.Mapping):
        return "{" + ", ".join(f"{_flow(str(key))}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple, range)):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return "none" if value is None else json.dumps(value)


def plain(value: object) -> object:
    """A path as text, and a number or an array of numpy as Python's own."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (str, bytes)) or not hasattr(value, "tolist"):
        return value
    return value.tolist()


def value_text(value: object) -> str:
    """What stands behind `--set key=`: text as it is, everything else in flow style."""
    value = plain(value)
    return value if isinstance(value, str) else _flow(value)


def set_options(sets: collections.abc.Mapping | None, more: collections.abc.Mapping) -> list[str]:
    """The --set options of `sets` and of keyword arguments, in which `__` stands for the dot of a key. A dict as a value
    sets the keys below."""
    options: list[str] = []

    def put(path: str, value: object) -> None:
        if isinstance(value, collections.abc.Mapping):
            for key, item in value.items():
                put(f"{path}.{key}", item)
        else:
            options.extend(["--set", f"{path}={value_text(value)}"])

    for key, value in (sets or {}).items():
        put(str(key), value)
    for key, value in more.items():
        put(key.replace("__", "."), value)
    return options


def over_options(over: collections.abc.Mapping) -> list[str]:
    """The --over options of a sweep. A text is taken as it stands, as "0:3:0.5"; all else is a list of values."""
    options: list[str] = []
    for key, values in over.items():
        values = plain(values)
        text = values if isinstance(values, str) else ",".join(map(_swept, values))
        options.extend(["--over", f"{str(key).replace('__', '.')}={text}"])
    return options


def design_options(designs: collections.abc.Mapping) -> list[str]:
    """The --design options of a sweep: by name the parameters and dotted keys that go together, or None for the scenario
    as it is."""
    options: list[str] = []
    for name, sets in designs.items():
        keys = [f"{str(key).replace('__', '.')}={_swept(value)}" for key, value in (sets or {}).items()]
        options.extend(["--design", f"{name}:{','.join(keys)}" if keys else str(name)])
    return options


def _swept(value: object) -> str:
    """A value of a sweep; quoted if its commas or colons would part it."""
    text = value_text(value)
    parts = isinstance(plain(value), str) and any(c in text for c in ",:") and text[:1] not in "[{\"'"
    return json.dumps(text, ensure_ascii=False) if parts else text
