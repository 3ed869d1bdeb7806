"""The page of two runs in a browser.

    comparison_page_test.py TACTUS [unittest's arguments]
"""

import random
import sys
import unittest

import pages
import results


def setUpModule():
    pages.begin(sys.modules[__name__].program)
    pages.make_run("plain", "attribution.enabled=true")
    pages.make_run("signed", "attribution.enabled=true", "router.tie_break=signed")
    pages.make_run("odd", "attribution.enabled=true", "n=5")
    pages.make_run("bare", "router.tie_break=signed")
    pages.make_run("bubble", "attribution.enabled=true", "router.flow_control=bubble", "router.vc_buffer=4 KiB")


def tearDownModule():
    pages.end()


class ComparisonPage(pages.PageCase):
    def test_every_pixel_of_the_difference_is_its_datum(self):
        page = self.open("plain", "signed")
        a, b = (results.Arrays(pages.folder() / name) for name in ("plain", "signed"))
        self.assertEqual(a.cycles, b.cycles)
        dice, wanted = random.Random(5), []
        for name, of_a in a.measures.items():
            windows = max(a.windows, b.windows)
            first, second = pages.steps_of(of_a, name)[0], pages.steps_of(b.measures[name], name)[0]
            first, second = (pages.results.numpy.pad(values, ((0, windows - len(values)), (0, 0))) for values in (first, second))
            power = 1 if name == "utilisation" else 2
            largest = abs(second - first).max()
            for _ in range(10):
                window, place = dice.randrange(windows), dice.randrange(first.shape[1])
                value = second[window, place] - first[window, place]
                position = 0.5 + 0.5 * (1 if value > 0 else -1) * (abs(value) / largest) ** (1 / power)
                wanted.append([pages.window_of(name, window, "difference"), place, pages.colour(pages.DIFFERENCE, position)])
        self.assert_colours(wanted)
        self.assert_quiet(page)

    def test_figures_stand_beside_each_other_with_their_change(self):
        self.open("plain", "signed")
        tile = self.browser.text(".tile")
        self.assertIn("A 101.4 µs", tile)
        self.assertIn("B 54.81 µs", tile)
        self.assertIn("−46 % better", tile)
        colour = lambda selector: self.browser.run("return getComputedStyle(document.querySelector(arguments[0])).color", selector)
        self.assertEqual(colour(".tile em.better"), "rgb(20, 115, 75)")
        # Use of links is more, which is neither; and the other way round all is worse.
        self.assertIn("+85 %", self.browser.text(".tile:nth-child(3)"))
        self.assertEqual(self.browser.all(".tile:nth-child(3) .better, .tile:nth-child(3) .worse"), [])
        self.open("signed", "plain")
        self.assertIn("+85 % worse", self.browser.text(".tile"))
        self.assertEqual(len(self.browser.all(".better")), 0)
        self.assertEqual(colour(".tile em.worse"), "rgb(180, 35, 24)")

    def test_the_head_says_what_differs_and_the_legend_shows_dashes(self):
        self.open("plain", "signed")
        self.assertEqual(self.browser.text(".differs"), "B differs from A in router.tie_break positive → signed")
        styles = self.browser.run("""return Array.from(document.querySelectorAll("#curves .uplot:first-of-type .u-series"), (series) =>
            [series.textContent[0], series.querySelector(".u-marker")?.style.borderTopStyle])""")
        self.assertEqual({style for letter, style in styles if letter == "A"}, {"solid"})
        self.assertEqual({style for letter, style in styles if letter == "B"}, {"dashed"})

    def test_keys_that_differ_come_first(self):
        self.open("plain", "signed")
        self.assertEqual(self.browser.text("#configuration > table tbody"), "router.tie_break positive signed positive")

    def test_windows_of_different_length_become_equal(self):
        # Twice as long, so that its windows are longer.
        pages.make_run("long", "attribution.enabled=true", "message_size=256 KiB")
        long, plain = (results.Arrays(pages.folder() / name) for name in ("long", "plain"))
        self.assertGreater(long.cycles, plain.cycles)
        page = self.open("plain", "long")
        self.assertEqual(self.browser.run("return tactus.state.maps.map((map) => map.windows.cycles)"), [long.cycles] * 2)
        together = int(long.cycles / plain.cycles)
        means = plain.measures["utilisation"]
        means = results.numpy.pad(means, ((0, -len(means) % together), (0, 0))).reshape(-1, together, means.shape[1]).mean(axis=1)
        shown = pages.steps_of(means, "utilisation")[0]
        self.assert_colours([[pages.window_of("utilisation", 1, "0"), place, pages.colour(pages.AMOUNT, shown[1, place])]
                             for place in range(0, shown.shape[1], 7)])
        self.assert_quiet(page)

    def test_waits_for_bubbles_are_looked_at_beside_a_run_without(self):
        with results.h5py.File(pages.folder() / "bubble" / "attribution.h5") as file:
            waits = file["outputs/bubble"][:, 0, 0]  # of node 0, plus_x: the first link
        window = int(waits.argmax())
        self.assertGreater(waits[window], 0)
        for folders, of_bubble in ((("plain", "bubble"), 1), (("bubble", "plain"), 0)):
            page = self.open(*folders)
            for view in ("0", "1", "difference"):
                pages.browser().run("tactus.state.set(arguments[0])", pages.window_of("bubble", window, view))
                value = self.browser.run("return tactus.state.value(0)")
                shown = {"0": 1 - of_bubble, "1": of_bubble, "difference": 2 * of_bubble - 1}[view]
                self.assertEqual(value != 0, shown != 0)
                self.assertGreaterEqual(value * shown, 0)
            self.assertIn("No bubble", self.browser.text("#links"))
            self.assert_quiet(page)

    def test_runs_of_different_machines_say_what_cannot_be_compared(self):
        page = self.open("plain", "odd")
        self.assertIn("the networks are a 4x4 torus and a 5x5 torus", self.browser.text("#links"))
        self.assertEqual(len(self.browser.all("button[data-value=difference]")), 0)
        self.browser.find("button[data-value='1']").click()
        self.browser.settle()
        self.assertEqual(self.browser.run("return tactus.state.map.size"), [5, 5])
        self.assert_quiet(page)

    def test_a_run_without_attribution_beside_one_that_has_it(self):
        for folders in (("plain", "bare"), ("bare", "plain")):
            page = self.open(*folders)
            self.assertIn("Only runs that both have attribution.h5", self.browser.text("#links"))
            self.assertIn(f"{'AB'[folders.index('bare')]}: What packets waited for", self.browser.text("#missing"))
            self.assertEqual(len(self.browser.all("#attribution .bars:first-child .bar")), 1)
            self.assert_quiet(page)


if __name__ == "__main__":
    program = sys.argv.pop(1)
    unittest.main(verbosity=2)
