"""Pages of graphs: trees by levels, groups on a circle, other graphs in rows, with a lane for each direction of a cable.

    graph_page_test.py TACTUS [unittest's arguments]
"""

import json
import random
import sys
import unittest

import h5py
import pages
import results
from browser import Keys

SCENARIO = """name: graph
network: {kind: graph, %s}
router: {virtual_channels: 4, routing: minimal}
workload: {algorithm: ring, message_size: 2 KiB}
attribution: {enabled: true, critical_path: true}
trace: {enabled: true}
"""
GRAPHS = {
    "tree": ("graph: k_ary_n_tree, arity: 2, levels: 3", "k ary n tree: 8 hosts, 12 switches"),
    "dragonfly": ("graph: dragonfly, switches: 2, global_links: 1, hosts: 2", "dragonfly: 12 hosts, 6 switches"),
    "grid": ("graph: hyperx, sizes: [3, 2], hosts: 1", "hyperx: 6 hosts, 6 switches"),
    "mesh": ("graph: full_mesh, switches: 5, hosts: 2", "full mesh: 10 hosts, 5 switches"),
    "file": ("graph: file, file: cables.txt", "file: 3 hosts, 2 switches"),
}


class Cables:
    """Cables as attribution.h5 tells them, and values of links by their nodes."""

    def __init__(self, folder):
        self.result = json.loads((folder / "result.json").read_text())
        self.hosts = self.result["graph"]["hosts"]
        with h5py.File(folder / "attribution.h5") as file:
            neighbours = file["outputs/neighbours"][:]
            cycles = float(file["windows/length_cycles"][0])
            flits = file["outputs/flits"][:].sum(axis=3) / cycles
        self.links = [(node, port, int(to)) for node, row in enumerate(neighbours) for port, to in enumerate(row) if to >= 0]
        self.used = {(node, to): flits[:, node, port] for node, port, to in self.links}

    def name(self, node):
        return f"host {node}" if node < self.hosts else f"switch {node - self.hosts}"


def setUpModule():
    pages.begin(sys.modules[__name__].program)
    (pages.folder() / "cables.txt").write_text("host 0 switch 0\nhost 1 switch 0\nhost 2 switch 1\nswitch 0 switch 1\n")
    for name, (graph, _) in GRAPHS.items():
        scenario = pages.folder() / f"{name}.yaml"
        scenario.write_text(SCENARIO % graph)
        pages.make_run(name, scenario=scenario)


def tearDownModule():
    pages.end()


class GraphPage(pages.PageCase):
    def show(self, name):
        page = self.open(name)
        return page, Cables(pages.folder() / name)

    def geometry(self):
        return self.browser.run("""const {points, lines, heights} = tactus.picture.geometry;
            const {links, nodes} = tactus.state.map;
            return {points, lines, heights, from: [...links.from], to: [...links.to]}""")

    def test_dead_switches_and_cables_are_named(self):
        """Links of a dead switch and of a dead cable say so in both directions, and no other link does."""
        pages.make_run("dead", "router.routing=up_down", "faults.switches=[12]", "faults.cables=[[11, 14]]",
                       scenario=pages.folder() / "tree.yaml")
        page, cables = self.show("dead")
        expected = {(node, to): "carries nothing (faults.switches)" for node, _, to in cables.links if 12 in (node, to)}
        expected.update({(node, to): "carries nothing (faults.cables)" for node, _, to in cables.links if {node, to} == {11, 14}})
        self.assertGreater(len(expected), 4)
        named = self.browser.run("""const {links, named} = tactus.state.map;
            return [...named].map(([place, text]) => [links.from[place], links.to[place], text])""")
        self.assertEqual({(node, to): text for node, to, text in named}, expected)
        self.assert_quiet(page)

    def test_links_of_what_breaks_are_named(self):
        pages.make_run("breaks", "router.routing=fault_tolerant", "router.virtual_channels=2",
                       "faults.breaks=[{switches: [12], at: 2 us}, {cables: [[11, 14]], at: 3 us}]",
                       scenario=pages.folder() / "tree.yaml")
        page, cables = self.show("breaks")
        expected = {(node, to) for node, _, to in cables.links if 12 in (node, to) or {node, to} == {11, 14}}
        self.assertGreater(len(expected), 4)
        named = self.browser.run("""const {links, named} = tactus.state.map;
            return [...named].map(([place, text]) => [links.from[place], links.to[place], text])""")
        self.assertEqual({(node, to, text) for node, to, text in named},
                         {(node, to, "carries nothing from a time on (faults.breaks)") for node, to in expected})
        self.assert_quiet(page)

    def test_every_graph_shows_its_cables_and_says_what_it_is(self):
        for name, (_, head) in GRAPHS.items():
            with self.subTest(graph=name):
                page, cables = self.show(name)
                self.assertIn(head, [chip.text for chip in self.browser.all(".chip")])
                shown = self.geometry()
                self.assertEqual(list(zip(shown["from"], shown["to"])), [(node, to) for node, _, to in cables.links])
                self.assertEqual(len(set(map(tuple, shown["points"]))), len(shown["points"]))
                self.lanes_are_at_the_right_of_their_way(shown)
                self.every_lane_has_its_colour(cables)
                self.assert_quiet(page)

    def lanes_are_at_the_right_of_their_way(self, shown):
        for line, start, end in zip(shown["lines"], shown["from"], shown["to"]):
            (x0, y0), (x1, y1) = shown["points"][start], shown["points"][end]
            across, down = x1 - x0, y1 - y0
            # Of the first point: where it lies beside its sender, seen in the direction of the line.
            along = (line[1][0] - line[0][0], line[1][1] - line[0][1])
            beside = (line[0][0] - x0, line[0][1] - y0)
            self.assertGreater(along[0] * beside[1] - along[1] * beside[0], 0)
            self.assertLess(abs(line[-1][0] - x1) + abs(line[-1][1] - y1), 12)
            self.assertGreater(abs(across) + abs(down), 0)

    def every_lane_has_its_colour(self, cables):
        """Pixels on a line, near its receiver, where no other line is above it."""
        self.browser.run("tactus.state.set({measure: 'utilisation', window: 0, place: tactus.state.map.links.from.length})")
        values = self.browser.run("return Array.from(tactus.state.map.links.from, (_, place) => tactus.state.value(place))")
        for (node, _, to), value in zip(cables.links, values):
            self.assertAlmostEqual(value, cables.used[node, to][0], delta=1 / 255)
        colours = self.browser.run("""
            const { geometry, canvas } = tactus.picture; const [left, top] = tactus.picture.origin;
            const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            return geometry.lines.map((line) => {
              const [a, b] = line.slice(-2);
              const [x, y] = [0, 1].map((axis) => a[axis] + (line.length === 2 ? 0.8 : 0.5) * (b[axis] - a[axis]));
              return Array.from(data.slice(4 * (Math.floor(y + top) * canvas.width + Math.floor(x + left))).slice(0, 3));
            })""")
        near = sum(max(abs(a - b) for a, b in zip(colour, pages.colour(pages.AMOUNT, value))) <= 25
                   for colour, value in zip(colours, values))
        self.assertGreater(near, 0.6 * len(values))  # others are crossed by lines there

    def test_trees_have_levels_and_groups_a_circle(self):
        self.show("tree")
        tree = self.geometry()
        self.assertEqual(tree["heights"], [0] * 8 + [1] * 4 + [2] * 4 + [3] * 4)
        rows = [{round(y) for (_, y), height in zip(tree["points"], tree["heights"]) if height == level} for level in range(4)]
        self.assertEqual([len(row) for row in rows], [1] * 4)
        self.assertEqual(sorted(rows, key=min, reverse=True), rows)  # hosts at the bottom
        _, cables = self.show("dragonfly")
        circle = self.geometry()
        centre = [sum(point[axis] for point in circle["points"][cables.hosts:]) / 6 for axis in (0, 1)]
        far = [((x - centre[0]) ** 2 + (y - centre[1]) ** 2) ** 0.5 for x, y in circle["points"]]
        self.assertLess(max(far[cables.hosts:]), min(far[:cables.hosts]))

    def test_the_note_names_both_nodes_and_the_use_of_a_link(self):
        page, cables = self.show("dragonfly")
        for place in random.Random(3).sample(range(len(cables.links)), 8):
            node, _, to = cables.links[place]
            self.browser.run("tactus.input.go(arguments[0])", place)
            title = self.browser.run("return document.querySelector('.note b').textContent")
            self.assertRegex(title, rf"^{cables.name(node)} to {cables.name(to)}: [\d.]+ %$")
        self.assert_quiet(page)

    def test_keys_and_words_find_nodes_and_links(self):
        page, cables = self.show("tree")
        canvas = self.browser.find("#torus")
        self.browser.run("tactus.state.set({place: tactus.state.map.links.from.length})")
        place = lambda: self.browser.run("return tactus.state.place")
        for keys, node in (((Keys.ARROW_RIGHT,), 1), ((Keys.ARROW_LEFT, Keys.ARROW_LEFT), 7), ((Keys.ARROW_UP,), 11),
                           ((Keys.ARROW_UP,), 15), ((Keys.ARROW_DOWN,), 11)):
            for key in keys:
                canvas.send_keys(key)
            self.assertEqual(place(), len(cables.links) + node)
        canvas.send_keys(Keys.SPACE)
        self.assertEqual(cables.links[place()][0], 11)
        for words, expected in (("host 3", len(cables.links) + 3), ("switch 2", len(cables.links) + 10), ("19", len(cables.links) + 19),
                                ("host 8", None), ("switch 12", None), ("host 0 to switch 3", None)):
            self.assertEqual(self.browser.run("return tactus.input.placeOf(arguments[0])", words), expected, words)
        node, _, to = cables.links[17]
        self.assertEqual(self.browser.run("return tactus.input.placeOf(arguments[0])", f"{cables.name(node)} to {cables.name(to)}"), 17)
        self.assert_quiet(page)

    def test_outputs_paths_and_lives_name_neighbours_and_mark_their_links(self):
        page, cables = self.show("dragonfly")
        worst = cables.result["attribution"]["worst_outputs"][0]
        name = f"{cables.name(worst['node'][0])} {worst['port']}"
        self.assertIn(name, self.browser.text("#outputs"))
        marked = self.browser.run("return tactus.input.title(tactus.state.place)").split(":")[0]
        self.assertTrue(marked == name or worst["port"].startswith("nic_"), marked)
        for part in ("#outputs", "#critical-path"):
            self.assertNotRegex(self.browser.text(part), r"\(\d+\)|port_\d")
        self.browser.run("""[...document.querySelectorAll("#lives form > button")]
            .find(({textContent}) => textContent === "Slowest packet").click()""")
        self.browser.settle()
        self.assertRegex(self.browser.text("#lives"), r"link to switch \d+")
        self.assert_quiet(page)

    def test_it_is_dark_prints_and_fits_narrow_screens(self):
        for mode in ({"dark": True}, {"paper": True}, {"width": 380}):
            page, _ = self.show("dragonfly")
            self.browser.show_as(**mode)
            self.assert_nothing_is_cut()
            self.assert_quiet(page)
        self.browser.show_as()


if __name__ == "__main__":
    program = sys.argv.pop(1)
    unittest.main(verbosity=2)
