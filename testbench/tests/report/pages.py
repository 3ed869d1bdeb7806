"""What tests of pages share: a browser, a folder of runs, and how values become colours."""

import pathlib
import shutil
import tempfile
import unittest

import results
from browser import Browser

AMOUNT = [(0, 237, 241, 246), (0.12, 251, 231, 178), (0.35, 249, 185, 75), (0.6, 234, 106, 60), (0.8, 183, 48, 79),
          (1, 92, 17, 84)]
AMOUNT_DARK = [(0, 38, 47, 63), (0.12, 74, 42, 92), (0.35, 150, 44, 96), (0.6, 217, 87, 67), (0.8, 247, 160, 68),
               (1, 252, 240, 164)]
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


def window_of(measure, window, view=None):
    """A state of the page."""
    return {"measure": measure, "window": int(window), **({"view": view} if view else {})}


def show(measure, window):
    browser().run("tactus.state.set(arguments[0])", window_of(measure, window))


class PageCase(unittest.TestCase):
    def setUp(self):
        self.browser = browser()

    def open(self, *names):
        page = report(*names)
        browser().open(page)
        return page

    def assert_colours(self, wanted):
        """`wanted` has [state, place, colour]: the place has this colour once the page looks at this state."""
        found = browser().pixels([[state, int(place)] for state, place, _ in wanted])
        for (state, place, expected), colour in zip(wanted, found):
            self.assertLessEqual(max(abs(a - b) for a, b in zip(colour, expected)), 1, f"{state} {place}: {colour}, not {expected}")

    def assert_nothing_is_cut(self):
        """Everything lies within the screen's width, or within a box that moves sideways."""
        wide = browser().run("""
            const held = (element) => element && (["auto", "scroll"].includes(getComputedStyle(element).overflowX) || held(element.parentElement));
            return Array.from(document.querySelectorAll("body *")).filter((element) => {
              const { right, width } = element.getBoundingClientRect();
              return width > 0 && right > innerWidth + 1 && !held(element.parentElement) && !element.closest(".u-over, .u-under");
            }).map((element) => `${element.tagName} ${element.className} ${element.textContent.slice(0, 40)}`)""")
        self.assertEqual(wide, [])

    def assert_texts_can_be_read(self, least=4.5):
        """Letters differ from what is behind them by the ratio that WCAG 2 asks for."""
        weak = browser().run("""
            const numbers = (text) => (text.match(/[\\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
            const bright = ([red, green, blue]) => [red, green, blue].map((part) => part / 255)
              .map((part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
              .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
            const ground = (element) => {
              if (!element) return [255, 255, 255];
              const colour = numbers(getComputedStyle(element).backgroundColor);
              return colour.length < 4 || colour[3] > 0.5 ? colour : ground(element.parentElement);
            };
            const own = (element) => Array.from(element.childNodes).some((node) => node.nodeType === 3 && node.textContent.trim());
            return Array.from(document.querySelectorAll("header *, nav *, main *, footer")).filter(own)
              .filter((element) => element.getBoundingClientRect().width > 0 && !["OPTION", "TITLE"].includes(element.tagName))
              .map((element) => {
                const style = getComputedStyle(element);
                const ink = numbers(element instanceof SVGElement ? style.fill : style.color);
                const [light, dark] = [bright(ink), bright(ground(element))].sort((a, b) => b - a);
                return [(light + 0.05) / (dark + 0.05), `${element.tagName}.${element.className.baseVal ?? element.className} ${element.textContent.slice(0, 30)}`];
              }).filter(([ratio]) => ratio < arguments[0])""", least)
        self.assertEqual(weak, [])

    def assert_quiet(self, page):
        """No word on the console, no request but for the page, nothing wider than the screen."""
        self.assertEqual(browser().messages(), [])
        self.assertEqual(browser().requests(), [page.as_uri()])
        self.assertTrue(browser().run("return document.documentElement.scrollWidth <= innerWidth"))
