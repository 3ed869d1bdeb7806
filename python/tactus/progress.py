"""Shows the program's own progress: below a notebook's cell, or on a terminal."""

from __future__ import annotations

import contextlib
import sys
import typing

Progress = typing.Union[bool, typing.Callable[[str], None], None]


def _in_notebook() -> bool:
    """Whether a kernel executes this, and not a terminal."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return shell is not None and hasattr(shell, "kernel")


class _NotebookLine:
    """A line below the cell, replaced by the next one; empty at the end."""

    def __init__(self):
        self._handle = None

    def __call__(self, text: str) -> None:
        from IPython.display import display  # in a kernel it is there

        data = {"text/plain": text}
        if self._handle is None:
            self._handle = display(data, raw=True, display_id=True)
        else:
            self._handle.update(data, raw=True)

    def close(self) -> None:
        if self._handle is not None:
            self._handle.update({"text/plain": ""}, raw=True)


class _TerminalLine:
    """A line of standard error, replaced by the next one; gone at the end."""

    def __init__(self):
        self._shown = False

    def __call__(self, text: str) -> None:
        self._shown = True
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


@contextlib.contextmanager
def shown(progress: Progress):
    """What takes lines of progress, or None if nobody looks.

    progress: None shows them in a notebook and on a terminal; True shows them always, False never. A function gets each
    line as text, and shows it by itself.
    """
    if callable(progress):
        yield progress
    elif progress is False or (progress is None and not _in_notebook() and not sys.stderr.isatty()):
        yield None
    else:
        line = _NotebookLine() if _in_notebook() else _TerminalLine()
        try:
            yield line
        finally:
            line.close()
