"""The page of a sweep in a browser.

    sweep_page_test.py TACTUS [unittest's arguments]
"""

import csv
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
        return self.browser.run("""const {table, shown} = tactus;
            return Object.fromEntries(Array.from(table.curves(shown.across, shown.figure), ([label, points]) =>
              [label, points.map(({x, y, around, saturated}) => [x, y, around, saturated])]))""")

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
            self.assertIn([row[9], row[13], row[14], row[15] > 0.5], points)
        for name, first in (("round_robin", 0.6), ("oldest_first", 0.8)):
            self.assertEqual([x for x, _, _, saturated in curves[f"router.arbiter {name}"] if saturated][0], first)
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

    def test_other_figures_and_axes_are_chosen(self):
        table("choice", "n,bias,simulated_seconds,link_utilisation,exit_status\n",
              [[n, bias, n + bias, n / 10, 0] for n in (1, 2) for bias in (0, 1, 2)] + [[3, 0, "", "", 1]])
        page = self.open("choice")
        for selector, value in (("Figure", "link_utilisation"), ("over", "n")):
            self.browser.run("""const list = document.querySelector(`select[aria-label="${arguments[0]}"]`);
                list.value = arguments[1]; list.dispatchEvent(new Event("change"))""", selector, value)
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
            rates = [float(row["rails_bytes_per_second"]) for row in csv.DictReader(file)]
        self.assertEqual(self.points(), {"rails_bytes_per_second": [[65536, rates[0], 0, False], [1048576, rates[1], 0, False]]})
        self.assertEqual(self.browser.run("return tactus.table.label(tactus.shown.across)"), "rails.sizes (B)")
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
