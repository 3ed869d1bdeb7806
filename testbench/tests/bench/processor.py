"""The machine that a benchmark runs on."""

import pathlib
import platform
import re


def machine():
    """The processor by its name, where there is one."""
    try:
        found = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    except OSError:
        found = None
    return found.group(1) if found else platform.processor()
