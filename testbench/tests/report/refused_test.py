"""`tactus report` refuses what is no result with one clear message, and leaves nothing behind.

    refused_test.py TACTUS [unittest's arguments]
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

QUICKSTART = pathlib.Path(__file__).resolve().parents[3] / "scenarios/quickstart/a2at_4x4.yaml"
program = ""


class Refused(unittest.TestCase):
    def setUp(self):
        self.kept = tempfile.TemporaryDirectory(prefix="tactus_refused_")
        self.addCleanup(self.kept.cleanup)
        self.folder = pathlib.Path(self.kept.name)

    def report(self, *arguments):
        return subprocess.run([program, "report", *map(str, arguments)], capture_output=True, text=True, check=False)

    def make_run(self, name="run", *settings):
        options = [part for setting in ("attribution.enabled=true", *settings) for part in ("--set", setting)]
        subprocess.run([program, "run", QUICKSTART, "--level", "packet", "--quiet", "--out", self.folder / name, *options],
                       check=True)
        return self.folder / name

    def assert_refused(self, done, says, status=2):
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertIn(says, done.stderr)
        self.assertEqual(done.stderr.count("tactus: "), 1, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual([path for path in self.folder.rglob("*") if "html" in path.name], [])

    def test_no_folder(self):
        self.assert_refused(self.report(self.folder / "no"), "no: there is no such folder")

    def test_a_file(self):
        (self.folder / "file").write_text("")
        self.assert_refused(self.report(self.folder / "file"), "is no folder")

    def test_a_folder_without_results(self):
        self.assert_refused(self.report(self.folder), "neither result.json nor sweep.csv")

    def test_half_a_result(self):
        (self.folder / "result.json").write_text('{"scenario": "a",\n  "level": ')
        self.assert_refused(self.report(self.folder), "result.json: line 2, column ")

    def test_json_that_is_no_result(self):
        for text in ("[]", "{}", '{"scenario": 1, "configuration": {}}', '{"scenario": "a"}'):
            (self.folder / "result.json").write_text(text)
            self.assert_refused(self.report(self.folder), "result.json: is not the result of a run")

    def test_broken_arrays(self):
        run = self.make_run()
        arrays = run / "attribution.h5"
        whole = arrays.read_bytes()
        for broken in (b"", b"no HDF5", whole[:len(whole) // 2]):
            arrays.write_bytes(broken)
            self.assert_refused(self.report(run), "attribution.h5: is no HDF5 file, or not a whole one")

    def test_arrays_of_another_torus(self):
        run, other = self.make_run(), self.make_run("other", "n=5")
        (run / "attribution.h5").write_bytes((other / "attribution.h5").read_bytes())
        self.assert_refused(self.report(run), "is not of the network")

    def test_a_table_with_a_word_for_a_number(self):
        run = self.make_run()
        (run / "attribution.h5").unlink()
        (run / "links.csv").write_text("time_us,average_GBps\n10,1\n20,much\n")
        self.assert_refused(self.report(run), "links.csv: row 2 below the names, average_GBps: 'much' is no number")
        (run / "links.csv").write_text("time_us,average_GBps\n10\n")
        self.assert_refused(self.report(run), "links.csv: row 1 below the names has 1 fields and not 2")

    def test_a_table_that_is_of_no_sweep(self):
        (self.folder / "sweep.csv").write_text("a,b\n1,2\n")
        self.assert_refused(self.report(self.folder), "sweep.csv: is not the table of a sweep")
        (self.folder / "sweep.csv").write_text("")
        self.assert_refused(self.report(self.folder), "sweep.csv: is empty")

    def test_a_sweep_beside_a_run(self):
        run = self.make_run()
        (self.folder / "sweep").mkdir()
        (self.folder / "sweep/sweep.csv").write_text("n,simulated_seconds\n1,2\n")
        self.assert_refused(self.report(run, self.folder / "sweep"), "only runs are put side by side")

    def test_a_page_that_cannot_be_written(self):
        run = self.make_run()
        (self.folder / "file").write_text("")
        self.assert_refused(self.report(run, "-o", self.folder / "file/a.html"), "file", status=1)

    def test_a_page_in_the_place_of_a_result(self):
        run = self.make_run()
        self.assert_refused(self.report(run, "-o", run / "result.json"), "the name of a page ends in .html")

    def test_the_next_run_takes_the_page_with_it(self):
        run = self.make_run()
        self.assertEqual(self.report(run).stdout, f"{run}/report.html\n")
        self.assertTrue((run / "report.html").exists())
        self.make_run()
        self.assertFalse((run / "report.html").exists())


if __name__ == "__main__":
    program = sys.argv.pop(1)
    unittest.main(verbosity=2)
