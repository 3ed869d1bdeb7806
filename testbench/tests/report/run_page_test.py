"""The page of `tactus report` in a browser: it shows what the results hold, asks for nothing, and obeys the keys.

    run_page_test.py TACTUS [unittest's arguments]
"""

import random
import shutil
import sys
import unittest

import pages
import results
from browser import Keys

BIG_PAGE = 6_000_000
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def setUpModule():
    pages.begin(sys.modules[__name__].program)
    pages.make_run("plain", "attribution.enabled=true")
    pages.make_run("bare")


def tearDownModule():
    pages.end()


class RunPage(pages.PageCase):
    @classmethod
    def setUpClass(cls):
        pages.browser().open(pages.report("plain"))
        cls.arrays = results.Arrays(pages.folder() / "plain")

    def test_every_pixel_is_its_datum(self):
        dice, wanted = random.Random(3), []
        for name, values in self.arrays.measures.items():
            shown, largest, power = pages.steps_of(values, name)
            for _ in range(12):
                window = dice.randrange(self.arrays.windows)
                # Half of them where something happened.
                busy = [place for place in range(values.shape[1]) if values[window, place] > 0]
                place = dice.choice(busy) if busy and dice.random() < 0.5 else dice.randrange(values.shape[1])
                wanted.append([pages.window_of(name, window), place,
                               pages.colour(pages.AMOUNT, (shown[window, place] / largest) ** (1 / power))])
        self.assert_colours(wanted)

    def test_the_distribution_of_latencies_is_that_of_the_result(self):
        latency = self.arrays.result["packet_latency_ns"]
        up_to, shares = self.browser.run("return tactus.distributionColumns(arguments[0])", latency["distribution"])
        self.assertEqual(up_to, latency["distribution"]["up_to"])
        self.assertEqual(sum(latency["distribution"]["count"]), self.arrays.result["packets_delivered"])
        self.assertEqual(shares[-1], 1)
        median = next(at for at, share in zip(up_to, shares) if share >= 0.5)
        self.assertTrue(0.85 * median <= latency["p50"] <= median)
        ink = self.browser.run("""
          const canvas = document.querySelector("#latency .distribution canvas");
          const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
          let dark = 0;
          for (let i = 0; i < pixels.length; i += 4) {
            dark += pixels[i] === 0x33 && pixels[i + 1] === 0x41 && pixels[i + 2] === 0x55 && pixels[i + 3] === 255;
          }
          return dark;""")
        self.assertGreater(ink, 100)

    def test_links_stand_beside_their_nodes_and_go_round_at_the_edges(self):
        def middles(place):
            return [(left + width / 2, top + height / 2)
                    for left, top, width, height in self.browser.run("return tactus.rectanglesOf(arguments[0])", place)]
        def node(x, y):
            return middles(64 + 4 * y + x)[0]
        pitch = node(1, 0)[0] - node(0, 0)[0]
        self.assertGreater(pitch, 20)
        self.assertAlmostEqual(node(0, 1)[1], node(0, 0)[1] - pitch)  # y grows upwards
        for at in range(16):
            for port, (x, y) in enumerate(STEPS):
                drawn = middles(4 * at + port)
                wraps = not (0 <= at % 4 + x < 4 and 0 <= at // 4 + y < 4)
                self.assertEqual(len(drawn), 2 if wraps else 1)
                ends = [node(at % 4, at // 4), node((at % 4 + x) % 4, (at // 4 + y) % 4)]
                for (left, top), (from_x, from_y), sign in zip(drawn, ends, (1, -1)):
                    # Half a step from the node, a little aside: opposite links have lanes of their own.
                    along = ((left - from_x) * x - (top - from_y) * y) * sign
                    aside = abs((left - from_x) * y) + abs((top - from_y) * x)
                    self.assertAlmostEqual(along, pitch / 2, delta=2)
                    self.assertTrue(1 <= aside < pitch / 4, aside)
        every = [tuple(middle) for place in range(80) for middle in middles(place)]
        self.assertEqual(len(set(every)), len(every))

    def test_curves_are_means_of_the_arrays(self):
        text = pages.report("plain").read_text()
        data = results.json.loads(text.split('id="data">')[1].split("</script>")[0])
        curves = data["runs"][0]["curves"]
        for name, measure in (("throughput", "utilisation"), ("occupancy", "occupancy")):
            for port, series in enumerate(curves[name]["series"]):
                self.assertEqual(series["name"], self.arrays.network.name(port))
                expected = self.arrays.measures[measure][:, port:self.arrays.links:4].mean(axis=1)
                self.assertLess(abs(expected - series["values"]).max(), 1e-5 * max(1, expected.max()))
        for series in curves["waiting"]["series"]:
            expected = self.arrays.measures[series["name"]].sum(axis=1)
            self.assertLess(abs(expected - series["values"]).max(), 1e-5 * max(1, expected.max()))

    def test_keys_and_slider_move_the_window(self):
        last = self.arrays.windows
        self.browser.press(Keys.HOME)
        self.assertIn(f"window 1 of {last}", self.browser.text("#window-text"))
        self.browser.press(Keys.ARROW_LEFT)
        self.assertIn("window 1 of", self.browser.text("#window-text"))
        self.browser.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        self.assertIn("window 3 of", self.browser.text("#window-text"))
        self.browser.press(Keys.SHIFT + Keys.ARROW_RIGHT)
        self.assertIn("window 13 of", self.browser.text("#window-text"))
        self.browser.press(Keys.END)
        self.assertIn(f"window {last} of {last}", self.browser.text("#window-text"))
        slider = self.browser.find("#window")
        slider.send_keys(Keys.ARROW_LEFT)
        self.assertIn(f"window {last - 1} of", self.browser.text("#window-text"))
        self.assertEqual(slider.get_attribute("value"), str(last - 2))
        self.browser.run("const s = document.getElementById('window'); s.value = 4; s.dispatchEvent(new Event('input'))")
        self.assertIn("window 5 of", self.browser.text("#window-text"))

    def test_a_window_names_the_sequences_that_are_under_way(self):
        # The third begins at 16.28 us, and the fourth at 59.8 us while it goes on until 90.2 us. Windows of 1.024 us.
        for window, text in ((0, "sequence 1"), (10, "sequence 2"), (30, "sequence 3"), (70, "sequences 3 to 4"),
                             (95, "sequence 4")):
            pages.show("utilisation", window)
            self.assertEqual(self.browser.text("#window-text i"), text)

    def test_a_measure_is_chosen_by_its_button(self):
        self.browser.find("button[data-value=queue]").click()
        self.assertEqual(self.browser.run("return tactus.state.measure"), "queue")
        self.assertIn("behind another", self.browser.text(".meaning"))

    def test_bars_hold_what_result_json_says(self):
        widths = self.browser.run("""return Array.from(document.querySelectorAll("#attribution .bars:first-child .pieces i"),
            (piece) => [piece.dataset.part, piece.getBoundingClientRect().width])""")
        parts = results.json.loads((pages.folder() / "plain/result.json").read_text())["attribution"]["parts"]
        self.assertEqual({name for name, _ in widths}, {name for name, cycles in parts.items() if cycles > 0})
        whole = sum(width for _, width in widths)
        for name, width in widths:
            self.assertAlmostEqual(width / whole, parts[name] / sum(parts.values()), delta=0.002)
        self.assertEqual(len(self.browser.all("#attribution .bars")), 5)  # the run and its four sequences

    def life(self, kind, number):
        """Types the number of a packet or message; answers the paragraph and the rows of its life."""
        self.browser.find(f"#lives button[data-value={kind}]").click()
        field = self.browser.find("#lives form input")
        field.clear()
        field.send_keys(str(number), Keys.ENTER)
        self.browser.settle()
        self.browser.settle()
        rows = self.browser.run("""return Array.from(document.querySelectorAll("#lives tbody tr"),
            (row) => [...Array.from(row.cells, (cell) => cell.textContent), Number(row.dataset.waited)])""")
        return self.browser.text("#lives .found"), rows

    def test_a_number_of_a_packet_or_a_message_shows_its_life(self):
        events = results.json.loads((pages.folder() / "plain/trace.json").read_text())["traceEvents"]
        nodes = {event["pid"]: event["args"]["name"] for event in events if event["name"] == "process_name"}
        tracks = {(event["pid"], event["tid"]): event["args"]["name"] for event in events if event["name"] == "thread_name"}
        slices = {}
        for event in events:
            if event.get("cat") == "packet":
                slices.setdefault(event["args"]["packet"], []).append(event)
        for packet in slices.values():
            packet.sort(key=lambda event: event["ts"])
        least = {}
        kind = lambda event: "".join(part for part in tracks[event["pid"], event["tid"]].replace("plus_", "").replace("minus_", "")
                                     if not part.isdigit())
        for packet in slices.values():
            for before, after in zip(packet, packet[1:]):
                pair = kind(before), kind(after)
                least[pair] = min(least.get(pair, 1e9), after["ts"] - before["ts"])
        slowest = self.arrays.result["slowest_packet"]
        for number in (slowest, next(iter(slices))):
            life = slices[number]
            text, rows = self.life("packet", number)
            self.assertIn(f"Packet {number}, packet {life[0]['args']['index']} of message {life[0]['args']['message']}", text)
            self.assertEqual([(f"node {row[0]}", row[1]) for row in rows],
                             [(nodes[event["pid"]], tracks[event["pid"], event["tid"]]) for event in life])
            waits = [0] + [after["ts"] - before["ts"] - least[kind(before), kind(after)] for before, after in zip(life, life[1:])]
            for row, wait in zip(rows, waits):
                self.assertAlmostEqual(row[-1], 1e-6 * wait, delta=1e-12)
            # Whoever waited says what packets at that output waited for.
            self.assertTrue(all(bool(row[4]) == (wait > 1e-9) for row, wait in zip(rows, waits)), rows)
        self.assertIn(f"{self.arrays.result['packet_latency_ns']['max'] / 1000:.4g} µs", self.life("packet", slowest)[0])
        message = slices[slowest][0]["args"]["message"]
        text, rows = self.life("message", message)
        self.assertIn(f"Message {message} of 16,384 bytes", text)
        self.assertEqual({int(row[0]) for row in rows}, {number for number, life in slices.items() if life[0]["args"]["message"] == message})
        self.assertIn("There is no message 999999 here. The trace has 240 messages.", self.life("message", 999999)[0])
        # The marked output of a step is that of the picture.
        self.life("packet", slowest)
        self.browser.find("#lives tbody tr:nth-child(2) button").click()
        self.assertIn("(0,0) plus_x", self.browser.text("#links .chart h3"))

    def test_own_keys_come_first(self):
        first = self.browser.run("""return Array.from(document.querySelectorAll("#configuration > table tbody tr"),
            (row) => row.cells[0].textContent)""")
        self.assertIn("attribution.enabled", first)
        self.assertNotIn("router.tie_break", first)

    def test_a_click_on_a_link_marks_it(self):
        place = 4 * 5 + 2  # node (1, 1), plus_y
        left, top, width, height = self.browser.run("return tactus.rectanglesOf(arguments[0])[0]", place)
        self.browser.run("""const c = document.getElementById("torus"); const b = c.getBoundingClientRect();
            const k = c.clientWidth / c.width;
            c.dispatchEvent(new MouseEvent("click", {clientX: b.left + arguments[0] * k, clientY: b.top + arguments[1] * k}))""",
                    left + width / 2, top + height / 2)
        self.assertEqual(self.browser.run("return tactus.state.place"), place)
        self.assertIn("(1,1) plus_y", self.browser.text("#links .chart h3"))


class Pages(pages.PageCase):
    def test_a_page_says_nothing_and_asks_for_nothing(self):
        page = self.open("plain")
        self.browser.press(Keys.ARROW_RIGHT, Keys.END)
        for button in self.browser.all("#links .chooser button"):
            button.click()
        self.assert_quiet(page)

    def test_without_attribution_the_page_says_which_key_gives_it(self):
        page = self.open("bare")
        self.assertIn("attribution.enabled=true", self.browser.text("#missing"))
        self.assertEqual(self.browser.all("#links, #attribution"), [])
        self.assertEqual(len(self.browser.all("#curves canvas")), 2)
        self.assert_quiet(page)

    def test_runs_without_packets_on_a_torus_have_a_page(self):
        scenarios = results.ROOT / "scenarios"
        of_flows = "What messages' time was spent on"
        for scenario, level, network, missing in (
                ("mfs/fat_tree.yaml", "flow", "fat tree", of_flows), ("quickstart/messages.yaml", "flow", "4x4 torus", of_flows)):
            pages.make_run("other", scenario=scenarios / scenario, level=level)
            page = self.open("other")
            self.assertIn(missing, self.browser.text("#missing"))
            self.assertIn(network, self.browser.text("#head"))
            self.assertEqual("torus" in self.browser.text(".run"), "torus" in network)
            self.assert_quiet(page)

    def test_rails_have_their_bandwidth_over_size_and_what_the_slowest_waited_for(self):
        pages.make_run("rails", scenario=results.ROOT / "scenarios/multirail/four_rails_one_far.yaml")
        page = self.open("rails")
        self.assertEqual(self.browser.all("#missing"), [])
        rails = results.json.loads((pages.folder() / "rails/result.json").read_text())["rails"]
        columns = self.browser.run("const {columns} = tactus.railCurves(); return Array.from(columns, (column) => Array.from(column))")
        self.assertEqual(columns[0], [one["size_bytes"] for one in rails["sizes"]])
        self.assertEqual(columns[1], [one["bytes_per_second"] for one in rails["sizes"]])
        self.assertEqual(columns[5], [one["rail_bytes_per_second"][3] or None for one in rails["sizes"]])
        best = max(one["bytes_per_second"] for one in rails["sizes"])
        self.assertIn(f"{best / 1e9:.4g} GB/s", self.browser.text(".tiles"))
        for one in rails["sizes"][-6:]:
            shown = self.browser.run("""return Array.from(document.querySelectorAll(`#limits [data-size="${arguments[0]}"] i`),
                (piece) => [piece.dataset.resource, parseFloat(piece.style.width) / 100])""", one["size_bytes"])
            expected = {limit["resource"]: limit["share"] for limit in one["limits"]}
            self.assertAlmostEqual(sum(share for _, share in shown), sum(expected.values()), 3)
            for resource, share in shown:
                self.assertAlmostEqual(share, expected.get(resource, share), 4)
        largest = max(rails["sizes"][-1]["limits"], key=lambda limit: limit["share"])
        self.assertIn(largest["resource"], self.browser.text(".tiles"))
        self.assert_quiet(page)

    def test_copies_of_a_lone_node_say_where_accesses_were_answered(self):
        pages.make_run("copies", scenario=results.ROOT / "scenarios/manycore/datatypes.yaml", level="cycle")
        page = self.open("copies")
        case = results.json.loads((pages.folder() / "copies/result.json").read_text())["copies"]["cases"][0]
        shown = dict(self.browser.run("""return Array.from(document.querySelectorAll("#copies .pieces i"),
            (piece) => [piece.dataset.source, parseFloat(piece.style.width)])"""))
        answered = {key: case[key] for key in ("l1_hits", "l2_hits", "other_core", "memory") if case[key]}
        self.assertEqual(set(shown), set(answered))
        for source, width in shown.items():
            self.assertAlmostEqual(width, 100 * answered[source] / sum(answered.values()), 3)
        self.assertEqual(self.browser.all("#missing"), [])
        self.assert_quiet(page)
        # Programs of cores have no bytes.
        file = pages.folder() / "copies/result.json"
        result = results.json.loads(file.read_text())
        del result["copies"]["cases"][0]["bytes"]
        file.write_text(results.json.dumps(result))
        page = self.open("copies")
        self.assertEqual([cell.text for cell in self.browser.all("#copies td")][1:4:2], ["–", "–"])
        self.assert_quiet(page)

    def test_a_critical_path_is_shown_where_there_is_one(self):
        self.assertEqual(self.browser.all("#critical-path"), [])
        shutil.copytree(pages.folder() / "plain", pages.folder() / "path", dirs_exist_ok=True)
        file = pages.folder() / "path/result.json"
        result = results.json.loads(file.read_text())
        result["critical_path"] = {"cycles": 100, "steps": 3, "parts": {"queue": 75, "link": 25},
                                   "most": [{"part": "queue", "node": [1, 2], "port": "plus_x", "cycles": 75},
                                            {"part": "link", "node": [0, 0], "port": None, "cycles": 25}]}
        file.write_text(results.json.dumps(result))
        page = self.open("path")
        self.assertIn("(1,2) plus_x 300 ns 75 %", " ".join(self.browser.text("#critical-path table").split()))
        self.assert_quiet(page)

    def test_a_run_of_numa_nodes_has_stages_in_place_of_their_parts(self):
        pages.make_run("numa", "attribution.enabled=true", "attribution.critical_path=true", "node.kind=numa",
                       "node.memory=far", "message_size=4 KiB")
        page = self.open("numa")
        widths = dict(self.browser.run("""return Array.from(
            document.querySelectorAll("#attribution .bars:first-child .pieces i"),
            (piece) => [piece.dataset.part, parseFloat(piece.style.width)])"""))
        result = results.json.loads((pages.folder() / "numa/result.json").read_text())
        stages = result["attribution"]["stages"]
        of_parts = {f"{part}.{stage}": cycles for part, list in stages.items() for stage, cycles in list.items() if cycles}
        others = {part for part, cycles in result["attribution"]["parts"].items() if cycles and part not in stages}
        self.assertEqual(set(widths), set(of_parts) | others)
        for name, cycles in of_parts.items():
            self.assertAlmostEqual(widths[name] / widths["write.ht"], cycles / stages["write"]["ht"], 3)
        self.assertIn("write: no HT buffers", self.browser.text("#attribution .parts"))
        self.assertIn("write: no HT buffers", self.browser.text("#critical-path tbody"))
        self.assert_quiet(page)

    def test_a_run_at_flow_level_shows_what_messages_lost_where_and_when(self):
        pages.make_run("flows", "attribution.enabled=true", "attribution.critical_path=true", level="flow")
        page = self.open("flows")
        result = results.json.loads((pages.folder() / "flows/result.json").read_text())
        flows, path = result["flow_attribution"], result["flow_critical_path"]
        self.assertEqual(self.browser.all("#missing, #links, #outputs"), [])
        widths = self.browser.run("""return Array.from(document.querySelectorAll("#attribution .bars:first-child .pieces i"),
            (piece) => [piece.dataset.part, parseFloat(piece.style.width)])""")
        for part, width in widths:
            self.assertAlmostEqual(width / dict(widths)["transfer"], flows["parts"][part] / flows["parts"]["transfer"], 3)
        self.assertEqual({part for part, _ in widths}, {part for part, time in flows["parts"].items() if time})
        self.assertEqual(len(self.browser.all("#attribution .bars")), 5)  # the run and its four sequences
        rows = [" ".join(text.split()) for text in self.browser.text("#lost-links tbody").splitlines()]
        worst = flows["worst_links"]
        self.assertEqual(len(rows), len(worst))
        for row, link in zip(rows, worst):
            self.assertTrue(row.startswith(link["link"]), row)
            self.assertIn(f"{link['lost_ps'] / flows['parts']['shared']:.2%}"[:3], row)
        self.assertIn(path["most"][0]["link"], self.browser.text("#critical-path tbody"))
        self.assertEqual(len(self.browser.all("#curves canvas")), 1)
        self.assertIn("all links", self.browser.text("#curves"))
        self.assert_quiet(page)

    def test_of_many_sequences_those_that_took_most_are_shown(self):
        shutil.copytree(pages.folder() / "plain", pages.folder() / "many", dirs_exist_ok=True)
        file = pages.folder() / "many/result.json"
        result = results.json.loads(file.read_text())
        one = result["attribution"]["sequences"][0]
        result["attribution"]["sequences"] = [{**one, "index": index, "latency_cycles": 1000 + index % 7 * 200 + index}
                                              for index in range(1, 2001)]
        file.write_text(results.json.dumps(result))
        page = self.open("many")
        shown = [int(text.split()[1]) for text in self.browser.run(
            "return Array.from(document.querySelectorAll('#attribution .bars > span'), (label) => label.textContent)")[1:]]
        most = sorted(range(1, 2001), key=lambda index: -(index % 7 * 200 + index))[:100]
        self.assertEqual(shown, sorted(most))
        self.assert_quiet(page)

    def test_64x64_with_200_windows_stays_small(self):
        results.made_up(pages.folder() / "big", pages.folder() / "plain", 64, 200)
        page = pages.report("big")
        self.assertLess(page.stat().st_size, BIG_PAGE)
        seconds = self.browser.open(page)
        self.browser.press(Keys.END)
        self.assertIn("window 200 of 200", self.browser.text("#window-text"))
        self.assert_quiet(page)
        print(f"64x64, 200 windows: {page.stat().st_size / 1e6:.1f} MB, drawn after {seconds:.1f} s")


if __name__ == "__main__":
    program = sys.argv.pop(1)
    unittest.main(verbosity=2)
