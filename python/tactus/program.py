"""Finds the program, starts it, and listens to it."""

from __future__ import annotations

import codecs
import contextlib
import ctypes
import importlib.metadata
import json
import os
import pathlib
import pty
import shutil
import signal
import subprocess
import tempfile
import typing
import urllib.parse
import urllib.request

from tactus.errors import TactusNotFound

_LAUNCHER = "tactus"
_PR_SET_PDEATHSIG = 1
_prctl = getattr(ctypes.CDLL(None), "prctl", None)

Show = typing.Callable[[str], None]


class Done(typing.NamedTuple):
    """A program that has ended."""

    status: int    #: exit status; 128 + N if signal N ended it
    output: str    #: standard output
    messages: str  #: standard error without progress


def _clone_above(folder: pathlib.Path) -> pathlib.Path | None:
    """The launcher of the clone that `folder` is in."""
    for place in (folder, *folder.parents):
        if _is_launcher(place / _LAUNCHER):
            return place / _LAUNCHER
    return None


def _is_launcher(path: pathlib.Path) -> bool:
    return path.is_file() and (path.parent / "CMakePresets.json").is_file() and (path.parent / "hw").is_dir()


def _installed_from() -> pathlib.Path | None:
    """The folder that pip has installed this package from, as pip has noted it."""
    try:
        noted = importlib.metadata.distribution("tactus").read_text("direct_url.json")
        url = urllib.parse.urlparse(json.loads(noted or "{}").get("url", ""))
    except (importlib.metadata.PackageNotFoundError, ValueError):
        return None
    return pathlib.Path(urllib.request.url2pathname(url.path)) if url.scheme == "file" else None


def find_program(program: str | os.PathLike | None = None) -> list[str]:
    """The words that start the program.

    The first of these that exists: `program`; the environment variable TACTUS; the launcher of the clone that this
    package is in or was installed from; `tactus` in PATH; the launcher of the clone around the current folder. A
    launcher is told to install no Debian packages. Raises TactusNotFound.
    """
    for given, name in ((program, "program"), (os.environ.get("TACTUS"), "the environment variable TACTUS")):
        if given:
            found = shutil.which(os.fspath(given))
            if found is None:
                raise TactusNotFound(f"{name} is {os.fspath(given)!r}, which is no program: name the built program or the "
                                     "launcher ./tactus of a clone")
            return _words(pathlib.Path(found))
    here = pathlib.Path(__file__).resolve().parent
    for folder in (here, _installed_from()):
        launcher = _clone_above(folder) if folder else None
        if launcher:
            return _words(launcher)
    in_path = shutil.which(_LAUNCHER)
    if in_path:
        return _words(pathlib.Path(in_path))
    launcher = _clone_above(pathlib.Path.cwd())
    if launcher:
        return _words(launcher)
    raise TactusNotFound("there is no program tactus: not in PATH, and this package was not installed from a clone. Set "
                         "the environment variable TACTUS to the launcher ./tactus of a clone, or to the built program")


def _words(path: pathlib.Path) -> list[str]:
    path = path.absolute()
    return [str(path), "--no-install"] if _is_launcher(path.resolve()) else [str(path)]


class _Screen:
    """A program's standard error: whole lines are messages, a line that is written over is progress."""

    def __init__(self, show: Show | None):
        self._show = show
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._line = ""
        self.messages = ""

    def write(self, data: bytes) -> None:
        *whole, self._line = (self._line + self._decode(data)).split("\n")
        for line in whole:
            self.messages += self._visible(line) + "\n"
        shown = self._visible(self._line)
        if shown and self._show:
            self._show(shown)

    def close(self) -> None:
        self.messages += self._visible(self._line)
        self._line = ""

    @staticmethod
    def _visible(line: str) -> str:
        """The part that a terminal would show in the end; a terminal has made the line's end "\\r\\n"."""
        return line.rstrip("\r").rpartition("\r")[2].replace("\x1b[K", "").rstrip()


def _die_with_parent() -> None:
    """A run ends in good order if Python is killed, as if its terminal were closed."""
    if _prctl:
        _prctl(_PR_SET_PDEATHSIG, signal.SIGHUP)


@contextlib.contextmanager
def _error_channel(terminal: bool):
    """Two descriptors: one to read the program's standard error from, one for the program. The program shows its progress
    on a terminal only, so for progress the channel is one."""
    reading, writing = pty.openpty() if terminal else os.pipe()
    open_ones = {reading, writing}

    def close(descriptor: int) -> None:
        if descriptor in open_ones:
            open_ones.remove(descriptor)
            os.close(descriptor)

    try:
        yield reading, writing, close
    finally:
        close(reading)
        close(writing)


def _listen(reading: int, screen: _Screen) -> None:
    while True:
        try:
            data = os.read(reading, 65536)
        except OSError:  # a terminal that nobody writes to any more
            return
        if not data:
            return
        screen.write(data)


def execute(command: list[str], show: Show | None = None, cwd: str | os.PathLike | None = None) -> Done:
    """Runs `command` to its end. `show` gets each state of its progress as a line of text.

    KeyboardInterrupt and exceptions of `show` end the program first: by SIGINT, at which a run completes its records; a
    second KeyboardInterrupt kills it.
    """
    screen = _Screen(show)
    with tempfile.TemporaryFile() as output, _error_channel(show is not None) as (reading, writing, close):
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=writing, cwd=cwd,
                              start_new_session=True, preexec_fn=_die_with_parent) as process:
            close(writing)
            try:
                _listen(reading, screen)
                process.wait()
            except BaseException:
                _end(process, reading)
                raise
        screen.close()
        output.seek(0)
        said = output.read().decode(errors="replace")
    status = process.returncode if process.returncode >= 0 else 128 - process.returncode
    return Done(status, said, screen.messages)


def _end(process: subprocess.Popen, reading: int) -> None:
    """Its session is its own, so that no signal of a terminal reaches it besides this one."""
    try:
        os.killpg(process.pid, signal.SIGINT)
        _listen(reading, _Screen(None))
        process.wait()
    except ProcessLookupError:
        pass
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        raise
