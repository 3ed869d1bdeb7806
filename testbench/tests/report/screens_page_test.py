"""Every kind of page on narrow and broad screens, in dark colours and on paper.

    screens_page_test.py TACTUS [unittest's arguments]
"""

import sys
import unittest

import pages
import results

KINDS = {"run": ["plain"], "comparison": ["plain", "signed"], "sweep": ["sweep"], "exploration": ["explore"], "flow": ["flow"],
         "rails": ["rails"]}


def setUpModule():
    pages.begin(sys.modules[__name__].program)
    pages.make_run("plain", "attribution.enabled=true")
    pages.make_run("signed", "attribution.enabled=true", "router.tie_break=signed")
    pages.make_run("flow", "attribution.enabled=true", level="flow")
    pages.make_run("rails", scenario=results.ROOT / "scenarios/multirail/four_rails_one_far.yaml")
    scenario = str(results.QUICKSTART)
    (pages.folder() / "explore.yaml").write_text(f"explore:\n  title: Two\n  scenario: {scenario}\n  seeds: 2\n  designs:\n"
                                                 "    none: {}\n    gap: {set: {pacing.gap: 1}}\n")
    for command in (("explore", pages.folder() / "explore.yaml", "--out", pages.folder() / "explore"),
                    ("sweep", scenario, "--over", "n=3,4", "--over", "pacing.bias=0:2.5:0.5", "--over", "message_size=1KiB,2KiB",
                     "--level", "packet", "--quiet", "--out", pages.folder() / "sweep")):
        done = results.tactus(pages.program(), *command, "--jobs", "2")
        assert done.returncode == 0, done.stderr


def tearDownModule():
    pages.end()


class Screens(pages.PageCase):
    def tearDown(self):
        self.browser.show_as()

    def test_nothing_is_cut_at_three_widths(self):
        for kind, folders in KINDS.items():
            page = pages.report(*folders)
            for width in (360, 800, 1400):
                self.browser.show_as(width)
                self.browser.open(page)
                with self.subTest(kind=kind, width=width):
                    self.assert_nothing_is_cut()
                    self.assert_quiet(page)

    def test_texts_can_be_read_in_light_and_in_dark_colours(self):
        for kind, folders in KINDS.items():
            page = pages.report(*folders)
            self.browser.open(page)
            for dark in (False, True):
                self.browser.show_as(dark=dark)
                with self.subTest(kind=kind, dark=dark):
                    self.assert_texts_can_be_read()
                    self.assertEqual(self.browser.run("return document.documentElement.classList.contains('dark')"), dark)

    def test_the_picture_has_its_own_colours_in_the_dark(self):
        self.open("plain")
        arrays = results.Arrays(pages.folder() / "plain")
        pages.show("utilisation", 20)
        self.browser.show_as(dark=True)
        shown = pages.steps_of(arrays.measures["utilisation"], "utilisation")[0]
        for place in range(0, shown.shape[1], 5):
            self.assert_colour(place, pages.colour(pages.AMOUNT_DARK, shown[20, place]))

    def test_on_paper_there_are_no_controls_and_all_bars(self):
        self.open("plain")
        self.browser.show_as(paper=True)
        hidden = self.browser.run("""return Array.from(document.querySelectorAll("nav, .controls, .tools, #window"),
            (part) => part.getBoundingClientRect().height)""")
        self.assertTrue(hidden and not any(hidden), hidden)
        self.assertEqual(self.browser.run("return getComputedStyle(document.querySelector('.allbars')).overflowY"), "visible")

    def test_a_dark_page_is_printed_light(self):
        self.open("plain")
        self.browser.show_as(dark=True)
        self.browser.run("window.dispatchEvent(new Event('beforeprint'))")
        self.assertFalse(self.browser.run("return document.documentElement.classList.contains('dark')"))
        self.browser.run("window.dispatchEvent(new Event('afterprint'))")
        self.assertTrue(self.browser.run("return document.documentElement.classList.contains('dark')"))


if __name__ == "__main__":
    program = sys.argv.pop(1)
    unittest.main(verbosity=2)
