"""What tests of pages share: a browser, a folder of runs, and how values become colours."""

import pathlib
import shutil
import tempfile
import unittest

import results
from browser import Browser

AMOUNT = [(0, 237, 241, 246), (0.12, 251, 231, 178), (0.35, 249, 185, 75), (0.6, 234, 106, 60), (0.8, 183, 48, 79),
          (1, 92, 17, 84)]
DIFFERENCE = [(0, 24, 78, 145), (0.25, 103, 154, 210), (0.5, 240, 242, 245), (0.75, 226, 128, 106), (1, 158, 24, 48)]

_shared = {}


def begin(tactus):
    _shared.update(program=tactus, browser=Browser(), folder=pathlib.Path(tempfile.mkdtemp(prefix="tactus_report_")))


def end():
    browser().close()
    shutil.rmtree(folder())


def program():
    return _shared["program"]


def browser():
    return _shared["browser"]


def folder():
    return _shared["folder"]


def make_run(name, *settings, **more):
    return results.run(program(), folder() / name, *settings, **more)


def report(*names):
    """The page of these folders."""
    page = folder() / "page.html"
    done = results.tactus(program(), "report", *(folder() / name for name in names), "-o", page)
    assert done.returncode == 0, done.stderr
    return page


def colour(stops, position):
    at = min(1, max(0, position))
    low, high = next(pair for pair in zip(stops, stops[1:]) if pair[1][0] >= at)
    share = (at - low[0]) / (high[0] - low[0])
    return tuple(low[i] + share * (high[i] - low[i]) for i in (1, 2, 3))


def steps_of(values, name, levels=255):
    """Values as the page has them, the largest and the power: one of 255 steps, linear for utilisation, else of the
    square root."""
    largest, power = (1, 1) if name == "utilisation" else (values.max(), 2)
    steps = (levels * (values / max(largest, 1e-30)) ** (1 / power) + 0.5).astype(int)
    return largest * (steps / levels) ** power, largest, power


def show(measure, window, view=None):
    browser().run("tactus.state.set({measure: arguments[0], window: arguments[1]})", measure, window)
    if view:
        browser().run("tactus.state.set({view: arguments[0]})", view)


class PageCase(unittest.TestCase):
    def setUp(self):
        self.browser = browser()

    def open(self, *names):
        page = report(*names)
        browser().open(page)
        return page

    def assert_colour(self, place, expected):
        found = browser().pixel(place)
        self.assertLessEqual(max(abs(a - b) for a, b in zip(found, expected)), 1, f"{place}: {found}, not {expected}")

    def assert_quiet(self, page):
        """No word on the console, no request but for the page, nothing wider than the screen."""
        self.assertEqual(browser().messages(), [])
        self.assertEqual(browser().requests(), [page.as_uri()])
        self.assertTrue(browser().run("return document.documentElement.scrollWidth <= innerWidth"))
