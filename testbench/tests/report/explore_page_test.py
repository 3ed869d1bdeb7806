"""The page of an exploration in a browser.

    explore_page_test.py TACTUS [unittest's arguments]
"""

import csv
import json
import math
import sys
import unittest

import pages
import results

FILE = f"""explore:
  title: Three <designs>
  scenario: {results.QUICKSTART}
  seeds: 2
  set: {{trace.enabled: false}}
  designs:
    none: {{cost: {{cells: 1000}}}}
    bias: {{tune: {{pacing.bias: [0, 1]}}, cost: {{cells: 1200, flip_flops: 45}}}}
    gap: {{set: {{pacing.gap: 2}}, cost: {{cells: 1300}}}}
    credits: {{set: {{pacing.control: receiver_credits}}}}
    phases: {{set: {{pacing.mode: phase}}, cost: {{cells: 1100}}, where_it_fits: true}}
  workloads: {{a2at: {{}}, ring: {{workload.algorithm: ring}}}}
  disturbances: {{in step: {{}}, late: {{workload.imbalance: 3 us}}}}
"""


def setUpModule():
    pages.begin(sys.modules[__name__].program)
    (pages.folder() / "three.yaml").write_text(FILE)
    done = results.tactus(pages.program(), "explore", pages.folder() / "three.yaml", "--out", pages.folder() / "three", "--jobs", "2")
    assert done.returncode == 0, done.stderr
    setUpModule.said = done.stdout


def tearDownModule():
    pages.end()


def rows(name):
    with open(pages.folder() / "three" / name, newline="") as file:
        return list(csv.DictReader(file))


class ExplorePage(pages.PageCase):
    def setUp(self):
        super().setUp()
        self.page = self.open("three")

    def numbers(self, selector, name):
        return self.browser.run("return Array.from(document.querySelectorAll(arguments[0]), (e) => Number(e.dataset[arguments[1]]))",
                                selector, name)

    def test_the_sentence_and_its_command_head_the_page(self):
        told = json.loads((pages.folder() / "three/explore.json").read_text())
        self.assertEqual(self.browser.text(".sentence"), told["sentence"])
        self.assertIn(told["sentence"], setUpModule.said)
        self.assertEqual(self.browser.text(".command"), told["command"])
        self.assertEqual(self.browser.text("h1"), "Three <designs>")
        self.assert_quiet(self.page)

    def test_the_front_has_the_designs_that_none_beats_and_names_those_without_a_cost(self):
        whole = [row for row in rows("designs.csv") if row["cells"] and row["regret_columns"] == "4"]
        self.assertEqual({row["design"] for row in whole}, {"none", "bias", "gap"})
        for number, figure in enumerate(("regret_geometric_mean", "regret_worst")):
            points = {row["design"]: (float(row["cells"]), float(row[figure])) for row in whole}
            front = {name for name, (cost, regret) in points.items()
                     if not any(c <= cost and r <= regret and (c, r) != (cost, regret) for c, r in points.values())}
            shown = self.browser.run("""return Array.from(document.querySelectorAll("svg.front")[arguments[0]].querySelectorAll("circle.on"),
                (circle) => circle.dataset.design)""", number)
            self.assertEqual(set(shown), front)
        self.assertIn("credits (no RTL of control receiver_credits)", self.browser.text("#front"))

    def test_the_matrix_has_every_case_with_its_regret_and_says_what_was_refused(self):
        expected = [float(row["regret"]) for row in rows("explore.csv") if row["regret"]]
        self.assertEqual(len(expected), 18)
        shown = self.numbers("#matrix td[data-regret]", "regret")
        self.assertEqual(sorted(shown), sorted(expected))
        self.assertEqual(len(self.browser.all("#matrix td.refused")), 2)

    def test_the_table_of_designs_has_the_registers_written_for_a_message(self):
        names = [cell.text for cell in self.browser.all("#designs-table th")]
        shown = [cell.text for cell in self.browser.all("#designs-table td")]
        place = names.index("pacing writes")
        for number, row in enumerate(rows("designs.csv")):
            writes = shown[number * len(names) + place:][:2]
            expected = [row["pacing_writes_per_message"], row["writes_per_message"]]
            self.assertEqual([float(text) for text in writes], [float(f"{float(text):.4g}") for text in expected])

    def test_intervals_of_regret_stand_at_their_points(self):
        known = [row for row in rows("designs.csv") if row["cells"]]
        wide = sum(float(row[f"{figure}_ci95"] or 0) > 0 for row in known
                   for figure in ("regret_geometric_mean", "regret_worst") if row[figure])
        self.browser.settle()
        self.assertEqual(len(self.browser.all("#front .whisker")), wide)
        self.assertGreater(wide, 0)

    def test_any_two_figures_of_designs_stand_against_each_other(self):
        self.browser.run("tactus.scatter.set({x: 'regret_geometric_mean', y: 'regret_worst'})")
        self.browser.settle()
        found = [(row["design"], float(row["regret_geometric_mean"]), float(row["regret_worst"])) for row in rows("designs.csv")
                 if row["regret_geometric_mean"]]
        shown = self.browser.run("""return Array.from(document.querySelectorAll("#pareto circle"), (circle) => [circle.dataset.design,
            Number(circle.dataset.x), Number(circle.dataset.y), circle.classList.contains("on")])""")
        self.assertEqual([tuple(one[:3]) for one in shown], found)
        front = {name for name, mean, worst in found
                 if not any(a <= mean and b <= worst and (a, b) != (mean, worst) for _, a, b in found)}
        self.assertEqual({name for name, _, _, on in shown if on}, front)

    def test_degradation_is_the_geometric_mean_over_the_first_disturbance(self):
        time = {(row["design"], row["workload"], row["disturbance"]): float(row["simulated_seconds"])
                for row in rows("explore.csv") if row["simulated_seconds"]}
        expected = []
        for design in ("none", "bias", "gap", "credits", "phases"):
            for disturbance in ("in step", "late"):
                ratios = [time[design, w, disturbance] / time[design, w, "in step"] for w in ("a2at", "ring")
                          if (design, w, "in step") in time]
                expected.append(math.prod(ratios) ** (1 / len(ratios)))
        shown = self.numbers("#degradation td[data-ratio]", "ratio")
        self.assertEqual(len(shown), len(expected))
        for a, b in zip(shown, expected):
            self.assertAlmostEqual(a, b, places=9)


if __name__ == "__main__":
    program = sys.argv.pop(1)
    unittest.main(verbosity=2)
