"""The page of a sweep in a browser.

    sweep_page_test.py TACTUS [unittest's arguments]
"""

import csv
import random
import sys
import unittest

import pages
import results

SEEDS = """router.arbiter,workload.load,seeds,simulated_seconds,simulated_seconds_ci95,link_utilisation,link_utilisation_ci95,\
packet_latency_mean_ns,packet_latency_mean_ns_ci95,offered,offered_ci95,accepted,accepted_ci95,open_loop_latency_mean_ns,\
open_loop_latency_mean_ns_ci95,saturated,steady,exit_status
"""


def table(folder, names, rows):
    (pages.folder() / folder).mkdir()
    text = names + "".join(",".join(map(str, row)) + "\n" for row in rows)
    (pages.folder() / folder / "sweep.csv").write_text(text)


def setUpModule():
    pages.begin(sys.modules[__name__].program)


def tearDownModule():
    pages.end()


class SweepPage(pages.PageCase):
    def points(self):
        """All curves as the table has them: [x, y, half of the interval, saturated] of each point, y in the table's unit."""
        return self.browser.run("""const {table, shown} = tactus; const {factor} = table.unit(shown.figure);
            const back = (value) => Number((value / factor).toPrecision(12));
            return Object.fromEntries(Array.from(table.curves(shown.across, shown.figure), ([label, points]) =>
              [label, points.map(({x, y, around, saturated}) => [x, back(y), back(around), saturated])]))""")

    def choose(self, label, value):
        self.browser.run("""const list = document.querySelector(`select[aria-label="${arguments[0]}"]`);
            list.value = arguments[1]; list.dispatchEvent(new Event("change"))""", label, value)
        self.browser.settle()

    def test_latency_over_load_with_seeds(self):
        rows = []
        for arbiter, last in (("round_robin", 0.6), ("oldest_first", 0.8)):
            for load in (0.2, 0.4, 0.6, 0.8):
                accepted = min(load, last - 0.05) if load >= last else load
                latency = 300 / (1.05 - load)
                rows.append([arbiter, load, 5, 1e-3, 0, load / 2, 0, latency / 2, 1, load, 0.001, accepted, 0.002, latency,
                             latency / 20, 0.8 if load >= last else 0.2, 1, 0])
        table("seeds", SEEDS, rows)
        page = self.open("seeds")
        self.assertEqual(self.browser.text("#curves h2"), "Latency against load")
        curves = self.points()
        self.assertEqual(sorted(curves), ["router.arbiter oldest_first", "router.arbiter round_robin"])
        for row in rows:
            points = curves[f"router.arbiter {row[0]}"]
            expected = [row[9], float(f"{row[13]:.12g}"), float(f"{row[14]:.12g}"), row[15] > 0.5]
            self.assertIn(expected, points)
        for name, first in (("round_robin", 0.6), ("oldest_first", 0.8)):
            self.assertEqual([x for x, _, _, saturated in curves[f"router.arbiter {name}"] if saturated][0], first)
        # A band for each of both curves, and the interval in the table.
        self.assertEqual(self.browser.run("""return tactus.plot().bands.length"""), 2)
        self.assertIn("± ", self.browser.text("#points tbody"))
        self.assert_quiet(page)

    def test_a_sweep_of_the_program(self):
        done = results.tactus(pages.program(), "sweep", results.ROOT / "scenarios/nsim/a2at.yaml", "--quiet", "--out",
                              pages.folder() / "bias", "--set", "message_size=4KiB", "--over", "n=3,4", "--over",
                              "pacing.bias=0:2:1", "--jobs", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        page = self.open("bias")
        curves = self.points()
        with open(pages.folder() / "bias/sweep.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 6)
        self.assertEqual(curves, {f"n {n}": [[float(row["pacing.bias"]), float(row["simulated_seconds"]), 0, False]
                                             for row in rows if row["n"] == n] for n in ("3", "4")})
        self.assert_quiet(page)

    def test_which_points_are_new_stands_in_the_table_and_is_no_figure(self):
        table("continued", "n,simulated_seconds,link_utilisation,exit_status,new\n",
              [[1, 1, 0.1, 0, "no"], [2, 2, 0.2, 0, "yes"]])
        page = self.open("continued")
        self.assertEqual(self.browser.run("return tactus.table.figureNames"), ["simulated_seconds", "link_utilisation"])
        self.assertEqual([cell.text for cell in self.browser.all("#points td:last-child")], ["no", "yes"])
        self.assert_quiet(page)

    def test_other_figures_and_axes_are_chosen(self):
        table("choice", "n,bias,simulated_seconds,link_utilisation,exit_status\n",
              [[n, bias, n + bias, n / 10, 0] for n in (1, 2) for bias in (0, 1, 2)] + [[3, 0, "", "", 1]])
        page = self.open("choice")
        for selector, value in (("Figure", "link_utilisation"), ("over", "n")):
            self.choose(selector, value)
        self.assertEqual(sorted(self.points()), ["bias 0", "bias 1", "bias 2"])
        self.assertEqual(self.points()["bias 1"], [[1, 0.1, 0, False], [2, 0.2, 0, False]])
        self.assertEqual(len(self.browser.all("tr.failed")), 1)
        self.assertIn("1 failed", self.browser.text("#head"))
        self.browser.find("button[data-value=log]").click()
        self.assert_quiet(page)

    def test_without_open_loop_columns_of_latency_the_packets_stand_in(self):
        # As sweeps wrote them before, without `saturated`.
        table("older", "load,simulated_seconds,packet_latency_mean_ns,offered,accepted,exit_status\n",
              [[load, 1, 100 + load, load, min(load, 0.5), 0] for load in (0.25, 0.5, 0.75)])
        page = self.open("older")
        self.assertEqual([(x, saturated) for x, _, _, saturated in self.points()["packet_latency_mean_ns"]],
                         [(0.25, False), (0.5, False), (0.75, True)])
        self.assert_quiet(page)

    def test_axes_of_sizes_are_numbers_and_rails_show_their_bandwidth(self):
        done = results.tactus(pages.program(), "sweep", results.ROOT / "scenarios/multirail/one_rail_near.yaml", "--quiet",
                              "--out", pages.folder() / "rails", "--over", "rails.sizes=[64 KiB],[1 MiB]", "--jobs", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        page = self.open("rails")
        with open(pages.folder() / "rails/sweep.csv", newline="") as file:
            rates = [float(format(float(row["rails_bytes_per_second"]), ".12g")) for row in csv.DictReader(file)]
        self.assertEqual(self.points(), {"rails_bytes_per_second": [[65536, rates[0], 0, False], [1048576, rates[1], 0, False]]})
        self.assertEqual(self.browser.run("return tactus.table.unit(tactus.shown.across).unit"), "B")
        self.assert_quiet(page)

    def axis_texts(self):
        """What is written in the picture of the curves."""
        return self.browser.run("""const texts = []; const type = CanvasRenderingContext2D.prototype; const write = type.fillText;
            type.fillText = function(text) { texts.push(text); write.apply(this, arguments); };
            const list = document.querySelector('select[aria-label="Figure"]'); list.dispatchEvent(new Event("change"));
            return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
              type.fillText = write; done(texts); })))""")

    def test_sizes_and_times_with_units_are_axes_whose_ticks_have_units(self):
        sizes = ("64 B", "1 KiB", "16KiB", "256 KiB", "4 MiB")
        table("units", "message_size,workload.imbalance,simulated_seconds,rails_bytes_per_second,exit_status\n",
              [[size, late, 2e-6 * (at + 1), 1e9 * (at + 1), 0] for at, size in enumerate(sizes) for late in ("5 us", "10us")])
        page = self.open("units")
        self.choose("over", "message_size")
        self.assertEqual([x for x, _, _, _ in self.points()["workload.imbalance 5 us"]], [64, 2**10, 2**14, 2**18, 2**22])
        texts = self.axis_texts()
        self.assertTrue({"64 B", "1 KiB", "1 MiB"} <= set(texts) or {"64 B", "4 KiB", "256 KiB"} <= set(texts), texts)
        self.assertTrue({"1 GB/s", "5 GB/s"} <= set(texts), texts)
        self.choose("over", "workload.imbalance")
        self.choose("Figure", "simulated_seconds")
        texts = self.axis_texts()
        self.assertTrue({"5 µs", "10 µs", "0"} <= set(texts), texts)
        self.assert_quiet(page)

    def test_ticks_of_an_axis_have_one_notation(self):
        table("ticks", "a,simulated_seconds\n", [[1, 1]])
        self.open("ticks")
        for values, unit, wide, texts in (
                ([0, 5e5, 1e6, 1.5e6], "", False, ["0", "0.5e6", "1e6", "1.5e6"]),
                ([0, 250, 500, 999999], "", False, ["0", "250", "500", "999,999"]),
                ([1e-4, 1e-2, 1, 100], "", True, ["100e-6", "10e-3", "1", "100"]),
                ([1, None, 100], "", True, ["1", "", "100"]),
                ([0, 2e-7, 4e-7], "", False, ["0", "200e-9", "400e-9"]),
                ([0, 2e-6, 1e-5], "s", False, ["0", "2 µs", "10 µs"]),
                ([2**9, 2**19], "B", False, ["0.5 KiB", "512 KiB"]),
                ([2**9, 2**19], "B", True, ["512 B", "512 KiB"])):
            self.assertEqual(self.browser.run("return tactus.tickTexts(...arguments)", values, unit, wide), texts)

    def test_more_than_ten_curves_have_a_filter_and_a_table(self):
        arbiters, sizes, biases = ("matrix", "oldest", "robin"), (3, 4, 5, 6, 7), (0, 1, 2)
        table("many", "arbiter,n,bias,simulated_seconds,exit_status\n",
              [[arbiter, n, bias, 1e-6 * (n + bias + len(arbiter)), 0] for arbiter in arbiters for n in sizes for bias in biases])
        page = self.open("many")
        drawn = lambda: self.browser.run("return Array.from(tactus.choice.drawn.keys())")
        rows = lambda: self.browser.run("return Array.from(document.querySelectorAll('.curves tbody tr'), (row) => row.textContent)")
        self.assertEqual((len(drawn()), len(rows())), (10, 15))
        self.assertIn("10 of 15 curves", self.browser.text(".curves caption"))
        self.assertEqual(rows()[0], "matrix39 µs011 µs2")
        self.choose("arbiter", "robin")
        self.assertEqual(drawn(), [f"arbiter robin, n {n}" for n in sizes])
        self.assertEqual(len(rows()), 5)
        self.browser.find("tr[data-curve='arbiter robin, n 4'] input").click()
        self.assertEqual(drawn(), [f"arbiter robin, n {n}" for n in (3, 5, 6, 7)])
        self.choose("arbiter", "")
        self.assertEqual(len(drawn()), 10)
        self.assert_quiet(page)

    def circles(self):
        return self.browser.run("""return Array.from(document.querySelectorAll("#pareto circle"), (circle) => [circle.dataset.design,
            Number(circle.dataset.x), Number(circle.dataset.y), circle.classList.contains("on"), circle.getAttribute("style"),
            Number(circle.getAttribute("r"))])""")

    def test_points_stand_against_each_other_with_names_and_their_front(self):
        dice = random.Random(11)
        rows = [[f"d{at}", 5, dice.randrange(1, 9) * 1e-6, 1e-7, dice.randrange(1, 9) / 10, 0.01, dice.randrange(100), at % 2, 0]
                for at in range(24)]
        table("pareto", "design,seeds,simulated_seconds,simulated_seconds_ci95,accepted,accepted_ci95,messages_delivered,cost,exit_status\n",
              rows)
        page = self.open("pareto")
        self.choose("x", "simulated_seconds")
        self.choose("y", "accepted")
        expected = {}
        for one in rows:
            expected[one[0]] = not any(other[2] <= one[2] and other[4] >= one[4] and (other[2], other[4]) != (one[2], one[4])
                                       for other in rows)
        circles = self.circles()
        self.assertEqual({name: on for name, _, _, on, _, _ in circles}, expected)
        self.assertEqual({(name, x, y) for name, x, y, _, _, _ in circles}, {(row[0], row[2], row[4]) for row in rows})
        self.assertEqual(len(self.browser.all("#pareto .whisker")), 48)
        written = {text.text for text in self.browser.all("#pareto svg text")}
        self.assertTrue({name for name, on in expected.items() if on} <= written, written)
        # The other direction has another front.
        self.browser.run("tactus.scatter.set({xSense: 1, ySense: -1})")
        self.browser.settle()
        self.assertNotEqual({name: on for name, _, _, on, _, _ in self.circles()}, expected)
        self.choose("Colour", "cost")
        self.choose("Dot size", "messages_delivered")
        self.browser.settle()
        circles = self.circles()
        self.assertEqual(len({style for _, _, _, _, style, _ in circles}), 2)
        largest = max(rows, key=lambda row: row[6])[0]
        self.assertEqual(max(circles, key=lambda circle: circle[5])[0], largest)
        # By keyboard: a point says what it is.
        self.browser.run("document.querySelector('#pareto circle').focus()")
        self.assertIn("d0: ", self.browser.text(".told"))
        self.assert_quiet(page)

    def test_axes_of_words_alone_leave_the_table(self):
        table("words", "router.arbiter,simulated_seconds,exit_status\n", [["matrix", 1, 0], ["round_robin", 2, 0]])
        page = self.open("words")
        self.assertIn("No axis has numbers", self.browser.text("#curves"))
        self.assertEqual(len(self.browser.all("#points tbody tr")), 2)
        self.assert_quiet(page)


if __name__ == "__main__":
    program = sys.argv.pop(1)
    unittest.main(verbosity=2)
