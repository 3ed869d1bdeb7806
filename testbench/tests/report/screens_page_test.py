"""Every kind of page on narrow and broad screens, in dark colours and on paper.

    screens_page_test.py TACTUS [unittest's arguments]
"""

import json
import re
import sys
import unittest

import pages
import results

KINDS = {"run": ["plain"], "comparison": ["plain", "signed"], "sweep": ["sweep"], "exploration": ["explore"], "flow": ["flow"],
         "rails": ["rails"], "copies": ["copies"], "jobs": ["jobs"]}


def setUpModule():
    pages.begin(sys.modules[__name__].program)
    pages.make_run("plain", "attribution.enabled=true")
    pages.make_run("signed", "attribution.enabled=true", "router.tie_break=signed")
    pages.make_run("flow", "attribution.enabled=true", level="flow")
    pages.make_run("rails", scenario=results.ROOT / "scenarios/multirail/four_rails_one_far.yaml")
    pages.make_run("copies", scenario=results.ROOT / "scenarios/manycore/datatypes.yaml", level="cycle")
    pages.make_run("jobs", "attribution.enabled=true", "classes=[{name: first, virtual_channels: 2}, {name: unused, virtual_channels: 2}]",
                   scenario=results.ROOT / "scenarios/quickstart/two_jobs.yaml")
    (pages.folder() / "explore.yaml").write_text(f"explore:\n  title: Two\n  scenario: {results.QUICKSTART}\n  seeds: 2\n"
                                                 "  designs:\n    none: {cost: {cells: 1}}\n    gap: {set: {pacing.gap: 1}}\n")
    done = results.tactus(pages.program(), "explore", pages.folder() / "explore.yaml", "--out", pages.folder() / "explore")
    assert done.returncode == 0, done.stderr
    (pages.folder() / "sweep").mkdir()
    rows = [[n, f"{size}KiB", bias, 1e-6 * n * size, 1e-7, 100 * n, 0] for n in (3, 4) for size in (1, 2, 64) for bias in range(3)
            for _ in range(2)]
    (pages.folder() / "sweep/sweep.csv").write_text(
        "n,message_size,router.arbiter,simulated_seconds,simulated_seconds_ci95,packet_latency_mean_ns,exit_status\n"
        + "".join(f"{n},{size},arbiter_{bias}{copy},{rest[0]},{rest[1]},{rest[2]},0\n" for copy, (n, size, bias, *rest) in enumerate(rows)))


def tearDownModule():
    pages.end()


class Screens(pages.PageCase):
    def tearDown(self):
        self.browser.show_as()

    def test_nothing_is_cut_at_three_widths_and_texts_can_be_read_in_light_and_dark_colours(self):
        for kind, folders in KINDS.items():
            page = pages.report(*folders)
            self.browser.show_as(360)
            self.browser.open(page)
            for width in (360, 800, 1400):
                self.browser.show_as(width)
                with self.subTest(kind=kind, width=width):
                    self.assert_nothing_is_cut()
                    self.assertTrue(self.browser.run("return document.documentElement.scrollWidth <= innerWidth"))
            for dark in (False, True):
                self.browser.show_as(dark=dark)
                with self.subTest(kind=kind, dark=dark):
                    self.assert_texts_can_be_read()
                    self.assertEqual(self.browser.run("return document.documentElement.classList.contains('dark')"), dark)
            self.browser.show_as()
            self.assert_quiet(page)

    def test_the_picture_has_its_own_colours_in_the_dark(self):
        self.open("plain")
        arrays = results.Arrays(pages.folder() / "plain")
        pages.show("utilisation", 20)
        self.browser.show_as(dark=True)
        shown = pages.steps_of(arrays.measures["utilisation"], "utilisation")[0]
        self.assert_colours([[{}, place, pages.colour(pages.AMOUNT_DARK, shown[20, place])] for place in range(0, shown.shape[1], 5)])

    def test_on_paper_there_are_no_controls_and_all_bars(self):
        self.open("plain")
        self.browser.show_as(paper=True)
        hidden = self.browser.run("""return Array.from(document.querySelectorAll("nav, .controls, .tools, #window"),
            (part) => part.getBoundingClientRect().height)""")
        self.assertTrue(hidden and not any(hidden), hidden)
        self.assertEqual(self.browser.run("return getComputedStyle(document.querySelector('.allbars')).overflowY"), "visible")

    def test_classes_of_messages_are_told_as_in_the_result(self):
        self.open("jobs")
        classes = json.loads((pages.folder() / "jobs/result.json").read_text())["classes"]
        rows = self.browser.run("""return Array.from(document.querySelectorAll("#classes tbody tr"),
            (row) => Array.from(row.children, (cell) => cell.textContent))""")
        self.assertEqual([row[0] for row in rows], ["first", "unused"])
        self.assertEqual([int(re.sub(r"\D", "", row[1])) for row in rows], [one["packets"] for one in classes])
        self.assertTrue(all("s" in text for text in rows[0][3:]), rows)
        self.assertEqual(rows[1][3:], ["–"] * 5)

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
