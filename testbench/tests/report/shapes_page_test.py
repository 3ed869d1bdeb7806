"""Pages of rings, rows, tori and meshes of one, three and four dimensions: slices, and no link that is not there.

    shapes_page_test.py TACTUS [unittest's arguments]
"""

import random
import sys
import unittest

import pages
import results
from browser import Keys

SMALL = ("attribution.enabled=true", "message_size=2 KiB", "waves.nodes=all")
# What the head says of the network, and the settings of its run.
RUNS = {
    "ring": ("ring of 9", "network.shape=[9]", "nic.count=3"),
    "row": ("row of 6", "network.shape=[6]", "network.wrap=[false]"),
    "torus": ("4x3x5 torus", "network.shape=[4, 3, 5]", "nic.count=5"),
    "mesh": ("3x4x2 mesh", "network.shape=[3, 4, 2]", "network.wrap=[false, false, false]"),
    "half": ("3x3x3 torus, mesh in y and z", "network.shape=[3, 3, 3]", "network.wrap=[true, false, false]", "nic.count=1"),
    "four": ("3x2x3x2 torus", "network.shape=[3, 2, 3, 2]", "nic.count=8"),
}


def setUpModule():
    pages.begin(sys.modules[__name__].program)
    for name, (_, *settings) in RUNS.items():
        pages.make_run(name, *SMALL, *settings)


def tearDownModule():
    pages.end()


def overlap(a, b):
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


class ShapePages(pages.PageCase):
    def test_every_shape(self):
        """Each page is opened once, and held to all that is said of pages below."""
        for name, (head, *_) in RUNS.items():
            page = self.open(name)
            arrays = results.Arrays(pages.folder() / name)
            self.assertIn(head, [chip.text for chip in self.browser.all(".chip")])
            for check in (self.every_pixel_is_its_datum, self.what_is_there_is_drawn_once_and_in_the_picture,
                          self.slices_are_grids_of_their_own_with_names, self.links_stand_at_their_sender,
                          self.curves_are_means_over_the_links_of_a_direction):
                with self.subTest(shape=name, check=check.__name__):
                    check(arrays)
            self.assert_quiet(page)

    def test_links_that_the_configuration_names(self):
        """Both directions of a cable that is dead, slow or down for a while say so, and no other link does."""
        pages.make_run("named", *SMALL, "router.routing=up_down", "faults.cables=[[[0, 0], [1, 0]]]",
                       "link.overrides=[{cables: [[[2, 2], [2, 3]]], bandwidth: 1 GB/s}]",
                       "faults.outages=[{cables: [[[3, 1], [0, 1]]], from: 1 us, until: 5 us}]")
        page = self.open("named")
        network = results.Arrays(pages.folder() / "named").network
        numbers = {tuple(network.coordinate(node)): node for node in range(network.nodes)}
        expected = {}
        for ends, text in ((((0, 0), (1, 0)), "carries nothing (faults.cables)"),
                           (((2, 2), (2, 3)), "unlike the other links (link.overrides)"),
                           (((3, 1), (0, 1)), "carries nothing for a while (faults.outages)")):
            for near, far in (ends, reversed(ends)):
                for place, (node, port) in enumerate(network.links):
                    if node == numbers[near] and network.neighbour(node, port) == numbers[far]:
                        expected[place] = text
        self.assertEqual(len(expected), 6)
        self.assertEqual({place: text for place, text in self.browser.run("return [...tactus.state.map.named]")}, expected)
        for place, text in expected.items():
            self.point(place, "mousemove")
            self.assertIn(text, self.browser.run("return document.querySelector('.note').textContent"))
        self.assert_quiet(page)

    def test_links_of_dead_routers(self):
        """All links of a dead router say so, in both directions, and no other link does."""
        scenario = pages.folder() / "dead_routers.yaml"
        scenario.write_text("network: {shape: [4, 4]}\nfaults: {routers: [[1, 2], [0, 0]], "
                            "outages: [{routers: [[2, 3], [3, 1]], from: 1 us, until: 2 us}]}\n"
                            "router: {routing: up_down}\nattribution: {enabled: true}\n"
                            "workload: {algorithm: uniform, warmup: 100 cycles, measure: 900 cycles}\n")
        pages.make_run("dead_routers", scenario=scenario)
        page = self.open("dead_routers")
        network = results.Arrays(pages.folder() / "dead_routers").network
        dead = {node for node in range(network.nodes) if tuple(network.coordinate(node)) in ((1, 2), (0, 0))}
        while_down = {node for node in range(network.nodes) if tuple(network.coordinate(node)) in ((2, 3), (3, 1))}
        texts = ((while_down, "carries nothing for a while (faults.outages)"), (dead, "carries nothing (faults.routers)"))
        expected = {place: text for nodes, text in texts for place, (node, port) in enumerate(network.links)
                    if nodes & {node, network.neighbour(node, port)}}
        self.assertEqual(len(expected), 32)
        self.assertEqual({place: text for place, text in self.browser.run("return [...tactus.state.map.named]")}, expected)
        self.assert_quiet(page)

    def rectangles(self, arrays):
        return self.browser.run("return Array.from({length: arguments[0]}, (_, place) => tactus.rectanglesOf(place))",
                                arrays.links + arrays.network.nodes)

    def texts(self):
        """What is written in the picture, with its place."""
        return self.browser.run("""const texts = []; const type = CanvasRenderingContext2D.prototype; const write = type.fillText;
            type.fillText = function(text, x, y) { const {a, d, e, f} = this.getTransform(); texts.push([text, a * x + e, d * y + f]);
              write.call(this, text, x, y); };
            tactus.state.set({}); type.fillText = write; return texts""")

    def point(self, place, kind):
        """An event of the mouse in the middle of a place."""
        left, top, width, height = self.browser.run("return tactus.rectanglesOf(arguments[0])[0]", place)
        self.browser.run("""const c = document.getElementById("torus"); const b = c.getBoundingClientRect();
            const k = c.clientWidth / c.width;
            c.dispatchEvent(new MouseEvent(arguments[2], {clientX: b.left + arguments[0] * k, clientY: b.top + arguments[1] * k}))""",
                left + width / 2, top + height / 2, kind)

    def every_pixel_is_its_datum(self, arrays):
        dice, wanted = random.Random(3), []
        for name, values in arrays.measures.items():
            shown, largest, power = pages.steps_of(values, name)
            for _ in range(8):
                window = dice.randrange(arrays.windows)
                busy = [place for place in range(values.shape[1]) if values[window, place] > 0]
                place = dice.choice(busy) if busy and dice.random() < 0.6 else dice.randrange(values.shape[1])
                position = (shown[window, place] / max(largest, 1e-30)) ** (1 / power)
                wanted.append([pages.window_of(name, window), place, pages.colour(pages.AMOUNT, position)])
        self.assert_colours(wanted)

    def what_is_there_is_drawn_once_and_in_the_picture(self, arrays):
        network, drawn = arrays.network, self.rectangles(arrays)
        counts = self.browser.run("return [tactus.state.map.links.from.length, tactus.state.map.nodes.length]")
        self.assertEqual(counts, [len(network.links), network.nodes])
        for (node, port), rectangles in zip(network.links, drawn):
            at, end = network.coordinate(node)[port // 2], (network.size[port // 2] - 1) * (1 - port % 2)
            # Only rings have links at the ends of their rows; within a slice these have a second lane.
            self.assertTrue(at != end or network.wrap[port // 2])
            self.assertEqual(len(rectangles), 2 if at == end and port < 4 else 1)
        every = [rectangle for rectangles in drawn for rectangle in rectangles]
        width, height = self.browser.run("const c = document.getElementById('torus'); return [c.width, c.height]")
        for index, one in enumerate(every):
            self.assertTrue(one[2] >= 1 and one[3] >= 1)
            self.assertTrue(0 <= one[0] and one[0] + one[2] <= width and 0 <= one[1] and one[1] + one[3] <= height, one)
            self.assertFalse(any(overlap(one, other) for other in every[:index]))

    def slices_are_grids_of_their_own_with_names(self, arrays):
        network, drawn = arrays.network, self.rectangles(arrays)
        nodes = [drawn[arrays.links + node][0] for node in range(network.nodes)]
        columns = network.size[0]
        pitch = nodes[1][0] - nodes[0][0]
        slices = {}
        for node, rectangle in enumerate(nodes):
            at = network.coordinate(node)
            slices.setdefault(tuple(at[2:]), []).append((at, rectangle))
        corners = {}
        for depth, members in slices.items():
            left, top = members[0][1][:2]
            corners[depth] = (left, top)
            for at, rectangle in members:
                self.assertEqual(rectangle[:2], [left + at[0] * pitch, top - (at + [0])[1] * pitch])
        self.assertEqual(len(set(corners.values())), len(slices))
        if len(network.size) < 3:
            self.assertFalse([text for text, _, _ in self.texts() if "=" in text])
            return
        names = {text: (x, y) for text, x, y in self.texts() if "=" in text}
        self.assertEqual(set(names), {" ".join(f"{'zw'[d]}={at}" for d, at in enumerate(depth)) for depth in slices})
        for depth, (left, bottom) in corners.items():
            x, y = names[" ".join(f"{'zw'[d]}={at}" for d, at in enumerate(depth))]
            top = min(rectangle[1] for _, rectangle in slices[depth])
            self.assertLess(abs(x - left), 1)
            self.assertTrue(top - 1.5 * pitch - 20 < y < top, (y, top))
        if len(network.size) == 4:  # z to the right, w down
            for (z, w), (left, bottom) in corners.items():
                self.assertEqual(left, corners[(z, 0)][0])
                self.assertEqual(bottom, corners[(0, w)][1])

    def links_stand_at_their_sender(self, arrays):
        network, drawn = arrays.network, self.rectangles(arrays)
        pitch = drawn[arrays.links + 1][0][0] - drawn[arrays.links][0][0]
        middle = lambda rectangle: (rectangle[0] + rectangle[2] / 2, rectangle[1] + rectangle[3] / 2)
        for (node, port), rectangles in zip(network.links, drawn):
            left, top = (a - b for a, b in zip(middle(rectangles[0]), middle(drawn[arrays.links + node][0])))
            if port < 4:
                along, aside = (left, top) if port < 2 else (-top, left)
                self.assertAlmostEqual(along * (1 - 2 * (port % 2)), pitch / 2, delta=2)
                self.assertTrue(1 <= abs(aside) < pitch / 4)
            else:  # to another slice: a block at the upper right, + above -, z to the left of w
                self.assertTrue(0 < left < pitch and 0 < -top < pitch, (left, top))
                self.assertEqual(-top > pitch / 2, port % 2 == 0)
                if len(network.size) == 4:
                    self.assertEqual(left > pitch / 2, port >= 6)

    def test_mouse_keys_and_slider_on_three_dimensions(self):
        self.open("torus")
        arrays = results.Arrays(pages.folder() / "torus")
        place = arrays.network.links.index((4, 4))  # (0, 1, 0) plus_z
        last = arrays.windows
        self.browser.press(Keys.HOME, Keys.ARROW_RIGHT)
        self.assertIn(f"window 2 of {last}", self.browser.text("#window-text"))
        self.browser.press(Keys.END)
        self.assertIn(f"window {last} of {last}", self.browser.text("#window-text"))
        self.browser.run("const s = document.getElementById('window'); s.value = 4; s.dispatchEvent(new Event('input'))")
        self.assertIn("window 5 of", self.browser.text("#window-text"))
        self.point(place, "mousemove")
        note = self.browser.text(".note")
        self.assertIn("(0,1,0) plus_z", note)
        shown = float(note.split("utilisation")[1].split()[0])
        self.assertAlmostEqual(shown, arrays.measures["utilisation"][4, place], delta=0.004)
        self.point(place, "click")
        self.assertEqual(self.browser.run("return tactus.state.place"), place)
        self.assertIn("(0,1,0) plus_z", self.browser.text("#links .chart h3"))
        # The worst output of the run is found in the picture.
        output = results.json.loads((pages.folder() / "torus/result.json").read_text())["attribution"]["worst_outputs"][0]
        self.assertEqual(len(output["node"]), 3)
        self.browser.find("#outputs button").click()
        self.assertIn(f"({','.join(map(str, output['node']))})", self.browser.text("#links .chart h3"))

    def curves_are_means_over_the_links_of_a_direction(self, arrays):
        network = arrays.network
        curves = self.browser.run("return JSON.parse(document.getElementById('data').textContent).runs[0].curves")
        for name, measure in (("throughput", "utilisation"), ("occupancy", "occupancy")):
            self.assertEqual([series["name"] for series in curves[name]["series"]],
                             [network.name(port) for port in range(network.directions)])
            for port, series in enumerate(curves[name]["series"]):
                places = [place for place, (_, side) in enumerate(network.links) if side == port]
                expected = arrays.measures[measure][:, places].mean(axis=1)
                self.assertLess(abs(expected - series["values"]).max(), 1e-5 * max(1, expected.max()))

    def test_a_torus_and_a_mesh_of_one_size_are_not_subtracted(self):
        pages.make_run("closed", *SMALL, "network.shape=[3, 4, 2]")
        page = self.open("closed", "mesh")
        self.assertIn("the networks are a 3x4x2 torus and a 3x4x2 mesh", self.browser.text("#links"))
        self.browser.find("button[data-value='1']").click()
        self.browser.settle()
        self.assertEqual(len(self.browser.run("return Array.from(tactus.state.map.links.from)")),
                         len(results.Arrays(pages.folder() / "mesh").network.links))
        self.assert_quiet(page)


if __name__ == "__main__":
    program = sys.argv.pop(1)
    unittest.main(verbosity=2)
