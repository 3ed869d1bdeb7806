"""What the tests share: the program that they start, the scenarios of the clone, and stand-ins for the program."""

import contextlib
import os
import pathlib
import stat
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
QUICKSTART = ROOT / "scenarios/quickstart/a2at_4x4.yaml"
LARGE = ROOT / "scenarios/nsim/a2at.yaml"
SKIPPED = 77  # CTest's SKIP_RETURN_CODE

sys.path.insert(0, str(ROOT / "python"))


def has(module):
    """Whether a package is there that only some tests need."""
    try:
        __import__(module)
    except ImportError:
        return False
    return True


class TemporaryFolders(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        kept = tempfile.TemporaryDirectory(prefix="tactus_python_")
        self.addCleanup(kept.cleanup)
        self.folder = pathlib.Path(kept.name).resolve()

    def script(self, text, name="program"):
        """An executable in place of the program."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path


@contextlib.contextmanager
def environment(**variables):
    """Variables of the environment, for a while; None takes one out."""
    before = {name: os.environ.get(name) for name in variables}
    try:
        for name, value in variables.items():
            os.environ.pop(name, None) if value is None else os.environ.update({name: str(value)})
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None) if value is None else os.environ.update({name: value})
