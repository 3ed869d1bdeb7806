"""The picture of the network in a browser: the whole run beside its windows, names, keys and zoom at every size.

    picture_page_test.py TACTUS [unittest's arguments]
"""

import random
import sys
import unittest

import pages
import results
from browser import Keys


def setUpModule():
    pages.begin(sys.modules[__name__].program)
    pages.make_run("plain", "attribution.enabled=true")
    pages.make_run("signed", "attribution.enabled=true", "router.tie_break=signed")
    results.made_up(pages.folder() / "big", pages.folder() / "plain", 64, 3)
    pages.make_run("cube", "attribution.enabled=true", "n=16", "nics=1", "load=0.02", "workload.warmup=100 cycles",
                   "workload.measure=300 cycles", scenario=results.ROOT / "scenarios/pods/cube_uniform.yaml")


def tearDownModule():
    pages.end()


class PicturePage(pages.PageCase):
    def show(self, name):
        page = self.open(name)
        return page, results.Arrays(pages.folder() / name)

    def press(self, *keys):
        canvas = self.browser.find("#torus")
        for key in keys:
            canvas.send_keys(key)
        self.browser.settle()

    def names(self):
        """Texts in the picture, with their places in the canvas."""
        return self.browser.run("""const texts = []; const type = CanvasRenderingContext2D.prototype; const write = type.fillText;
            type.fillText = function(text, x, y) { const {e, f} = this.getTransform(); texts.push([text, x + e, y + f]); };
            tactus.picture.draw(); type.fillText = write; return texts""")

    def means(self, arrays):
        """Means over the cycles of the run, place by place."""
        clock = float(arrays.result["configuration"]["clock"].split()[0]) * 1e-9
        cycles = arrays.result["simulated_seconds"] / clock
        return {name: values.sum(axis=0) * arrays.cycles / cycles for name, values in arrays.measures.items()}

    def test_the_page_opens_on_the_whole_run_and_every_pixel_is_its_mean(self):
        page, arrays = self.show("plain")
        self.assertIn("whole run", self.browser.text("#window-text"))
        # Packets wait most in queues here; where they hardly wait, the page opens on the use of links.
        self.assertEqual(self.browser.run("return [tactus.state.span, tactus.state.measure]"), ["run", "queue"])
        self.assertEqual(self.browser.find("button[data-value=queue]").get_attribute("aria-pressed"), "true")
        dice, wanted = random.Random(5), []
        for name, means in self.means(arrays).items():
            power = 1 if name == "utilisation" else 2
            steps = (255 * (means / means.max()) ** (1 / power) + 0.5).astype(int)
            shown = means.max() * (steps / 255) ** power
            for place in dice.sample(range(len(means)), 12):
                position = (shown[place] / (1 if power == 1 else shown.max())) ** (1 / power)
                wanted.append([{"measure": name, "span": "run"}, place, pages.colour(pages.AMOUNT, position)])
        self.assert_colours(wanted)
        # The hottest links by name, as the run's own list of outputs has their use.
        self.browser.run("tactus.state.set({measure: 'utilisation'})")
        worst = arrays.result["attribution"]["worst_outputs"][0]
        place = arrays.network.links.index((worst["node"][1] * 4 + worst["node"][0], 0))
        cycles = arrays.result["simulated_seconds"] / 4e-9
        self.assertAlmostEqual(self.browser.run("return tactus.state.value(arguments[0])", place), worst["flits"] / cycles, delta=0.002)
        self.assert_quiet(page)

    def test_a_window_is_chosen_beside_the_whole_run(self):
        self.show("plain")
        self.browser.press(Keys.ARROW_RIGHT)
        self.assertEqual(self.browser.run("return tactus.state.span"), "window")
        self.assertEqual(self.browser.find("button[data-value=window]").get_attribute("aria-pressed"), "true")
        self.browser.find("button[data-value=run]").click()
        self.assertIn("whole run", self.browser.text("#window-text"))
        self.assertIn("Most in the run", self.browser.text("aside"))

    def test_the_difference_of_whole_runs_is_that_of_their_means(self):
        page = self.open("plain", "signed")
        a, b = (self.means(results.Arrays(pages.folder() / name))["output"] for name in ("plain", "signed"))
        self.browser.run("tactus.state.set({measure: 'output', view: 'difference', span: 'run'})")
        for place in range(0, len(a), 7):
            shown = self.browser.run("return tactus.state.value(arguments[0])", place)
            self.assertAlmostEqual(shown, b[place] - a[place], delta=0.01 * max(a.max(), b.max()))
        # The largest difference of the whole runs has the colour at the end of the scale.
        largest = max(range(len(a)), key=lambda place: abs(b[place] - a[place]))
        end = 1 if b[largest] > a[largest] else 0
        self.assert_colours([[{}, largest, pages.colour(pages.DIFFERENCE, end)]])
        self.assert_quiet(page)

    def test_keys_go_through_nodes_and_links_and_the_note_follows(self):
        page, arrays = self.show("plain")
        self.browser.run("tactus.state.set({place: tactus.state.map.links.from.length})")
        window = self.browser.run("return tactus.state.window")
        self.press(Keys.ARROW_RIGHT, Keys.ARROW_UP)
        self.assertIn("NICs of (1, 1)", self.browser.text(".note"))
        self.press(Keys.SPACE, Keys.SPACE, Keys.SPACE)
        note = self.browser.text(".note")
        self.assertIn("(1,1) plus_y", note)
        self.assertIn("mean over the whole run", note)
        place = arrays.network.links.index((5, 2))
        self.assertEqual(self.browser.run("return tactus.state.place"), place)
        self.assertAlmostEqual(float(note.split("utilisation")[1].split()[0]), self.means(arrays)["utilisation"][place], delta=0.003)
        self.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
        self.assertIn("NICs of (3, 1)", self.browser.text(".note"))  # round the ring
        self.assertEqual(self.browser.run("return tactus.state.window"), window)
        self.press(Keys.ESCAPE)
        self.assertEqual(self.browser.text(".note"), "")
        self.assert_quiet(page)

    def find(self, words):
        field = self.browser.find(".tools input")
        field.clear()
        field.send_keys(words, Keys.ENTER)
        self.browser.settle()
        return field.get_attribute("aria-invalid")

    def test_64x64_has_names_notes_and_zoom(self):
        page, arrays = self.show("big")
        columns = [text for text, _, y in self.names() if text.isdigit() and y > self.browser.run("return tactus.picture.view[1]")]
        self.assertGreater(len(columns), 20)
        self.assertEqual(self.find("61,3 -y"), "false")
        place = arrays.network.links.index((3 * 64 + 61, 3))
        self.assertEqual(self.browser.run("return tactus.state.place"), place)
        self.assertIn("(61,3) minus_y", self.browser.text(".note"))
        self.assertEqual(self.find("64,3"), "true")
        # A mouse that misses a thin lane by some pixels still means it.
        left, top, width, height = self.browser.run("return tactus.rectanglesOf(arguments[0])[0]", place)
        self.browser.run("""const c = document.getElementById("torus"); const b = c.getBoundingClientRect();
            c.dispatchEvent(new MouseEvent("mousemove", {clientX: b.left + arguments[0], clientY: b.top + arguments[1]}))""",
                         left + width + 1, top + height / 2)
        self.assertIn("(61,3) minus_y", self.browser.text(".note"))
        fit = self.browser.run("return tactus.picture.geometry.pitch")
        self.press("+", "+", "+", "+")
        self.find("61,3 -y")
        self.assertGreater(self.browser.run("return tactus.picture.geometry.pitch"), 4 * fit)
        left, top, width, height = self.browser.run("return tactus.rectanglesOf(arguments[0])[0]", place)
        across, up = self.browser.run("const c = document.getElementById('torus'); return [c.width, c.height]")
        self.assertTrue(0 <= left and left + width <= across and 0 <= top and top + height <= up)
        self.assertIn("61,3", [text for text, _, _ in self.names()])
        value = pages.steps_of(arrays.measures["utilisation"], "utilisation")[0][1, place]
        self.assert_colours([[pages.window_of("utilisation", 1), place, pages.colour(pages.AMOUNT, value)]])
        # A drag moves the picture, and marks nothing; the wheel with Ctrl keeps what is under the mouse.
        self.browser.run("""const c = document.getElementById("torus"); const b = c.getBoundingClientRect();
            for (const [type, x, y] of [["pointerdown", 300, 300], ["pointermove", 330, 310], ["click", 330, 310]]) {
              c.dispatchEvent(new PointerEvent(type, {clientX: b.left + x, clientY: b.top + y, buttons: 1}));
            }""")
        moved = self.browser.run("return tactus.rectanglesOf(arguments[0])[0]", place)
        self.assertEqual([round(a - b) for a, b in zip(moved[:2], (left, top))], [30, 10])
        self.assertEqual(self.browser.run("return tactus.state.place"), place)
        self.browser.run("""const c = document.getElementById("torus"); const b = c.getBoundingClientRect();
            c.dispatchEvent(new WheelEvent("wheel", {ctrlKey: true, deltaY: -1, clientX: b.left + arguments[0], clientY: b.top + arguments[1],
              cancelable: true}))""", *moved[:2])
        after = self.browser.run("return [tactus.rectanglesOf(arguments[0])[0], tactus.picture.geometry.pitch]", place)
        self.assertGreater(after[1], 4 * fit)
        self.assertLess(max(abs(a - b) for a, b in zip(after[0][:2], moved[:2])), 12)
        self.press("0")
        self.assertEqual(self.browser.run("return tactus.picture.geometry.pitch"), fit)
        self.assert_quiet(page)

    def test_16x16x16_shows_its_grids_with_names_and_finds_a_link(self):
        page, arrays = self.show("cube")
        self.assertEqual(self.browser.run("return [tactus.state.span, tactus.state.measure]"), ["run", "utilisation"])
        self.assertGreaterEqual(self.browser.run("return tactus.picture.geometry.pitch"), 14)
        self.assertEqual({text for text, _, _ in self.names() if "=" in text}, {f"z={z}" for z in range(16)})
        self.assertEqual(self.find("3,4,5 +z"), "false")
        self.assertEqual(self.browser.run("return tactus.state.place"), arrays.network.links.index((3 + 16 * 4 + 256 * 5, 4)))
        self.press(Keys.PAGE_DOWN)
        self.assertIn("NICs of (3, 4, 6)", self.browser.text(".note"))
        self.assert_quiet(page)


if __name__ == "__main__":
    program = sys.argv.pop(1)
    unittest.main(verbosity=2)
