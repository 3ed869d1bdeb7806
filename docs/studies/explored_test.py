"""Tests of explored.py on folders by hand."""

import contextlib
import io
import pathlib
import tempfile
import unittest
import xml.etree.ElementTree

import explored

CASES = """design,machine,workload,disturbance,tuned,at_grid_end,regret,regret_ci95,exit_status
none,matrix,as it is,in step,,false,1,0,0
none,matrix,as it is,late,,false,,,3
bias,matrix,as it is,in step,pacing.bias=1,true,0.5,0.01,0
bias,matrix,as it is,late,pacing.bias=0.5,false,0.6,0,0
"""
RUNS = """design,machine,workload,disturbance,tune,ratio_to_ideal,ratio_to_ideal_ci95
none,matrix,as it is,in step,,3,0.1
bias,matrix,as it is,in step,pacing.bias=0.5,2,0
bias,matrix,as it is,in step,pacing.bias=1,1.5,0
bias,matrix,as it is,late,pacing.bias=0.5,1.75,0
bias,matrix,as it is,late,pacing.bias=1,1.8,0
"""


class Explored(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "explore.csv").write_text(CASES)
        (self.folder / "runs.csv").write_text(RUNS)

    def table(self, ratio=None, only=None, regret=False):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            explored.print_table(explored.Exploration(self.folder, regret), ratio, only)
        return out.getvalue().splitlines()

    def test_a_cell_has_the_best_value_of_its_grid_and_says_if_that_is_at_an_end(self):
        self.assertEqual(self.table(), ["| disturbance | none | bias |", "| --- | --- | --- |",
                                        "| in step | 300.0 +- 10.0 | 150.0 (1*) |", "| late | - | 175.0 (0.5) |"])

    def test_a_ratio_is_of_the_cases_that_both_designs_have(self):
        table = self.table(["bias", "none"])
        self.assertEqual(table[2].split(" | ")[-1], "50.0 |")
        self.assertEqual(table[3].split(" | ")[-1], "- |")
        self.assertEqual(table[-1], "bias: 50.0 to 50.0 % of none; within 10 %: 1 of 1")

    def test_a_table_has_the_designs_that_are_asked_for(self):
        self.assertEqual(self.table(only=["bias"])[2], "| in step | 150.0 (1*) |")

    def test_regret_stands_in_the_place_of_the_ideal(self):
        self.assertEqual(self.table(regret=True)[2], "| in step | 100.0 | 50.0 +- 1.0 (1*) |")

    def test_a_figure_has_a_curve_for_each_design_and_points_where_there_are_figures(self):
        path = self.folder / "out.svg"
        explored.draw_figure(explored.Exploration(self.folder), path, ["bias"])
        svg = xml.etree.ElementTree.parse(path).getroot()
        name = "{http://www.w3.org/2000/svg}"
        self.assertEqual(len(svg.findall(name + "polyline")), 1)  # "in step" is the first point of "late"
        points = [(float(circle.get("cx")), float(circle.get("cy"))) for circle in svg.findall(name + "circle")]
        self.assertEqual(len(points), 2)
        self.assertLess(points[0][0], points[1][0])
        self.assertGreater(points[0][1], points[1][1])  # the later one takes longer, which is further up


    def test_a_curve_ends_where_another_kind_of_disturbance_begins(self):
        for file in ("explore.csv", "runs.csv"):
            path = self.folder / file
            more = [line.replace("late", "noise") for line in path.read_text().splitlines() if line.startswith("bias") and "late" in line]
            path.write_text(path.read_text() + "\n".join(more) + "\n")
        path = self.folder / "out.svg"
        explored.draw_figure(explored.Exploration(self.folder), path, ["bias"])
        lines = xml.etree.ElementTree.parse(path).getroot().findall("{http://www.w3.org/2000/svg}polyline")
        self.assertEqual([len(line.get("points").split()) for line in lines], [2, 1])


if __name__ == "__main__":
    unittest.main()
