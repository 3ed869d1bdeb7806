"""Tests of faults.py with a program that writes files by hand."""

import contextlib
import io
import os
import pathlib
import sys
import tempfile
import unittest
import unittest.mock

import faults

# A whole cable delivers 64 KB in every window of uniform traffic, and more with the seed; with one that is out, nothing
# arrives meanwhile. Links of the exchange are half used.
PROGRAM = f"""#!{sys.executable}
import pathlib, sys
folder = pathlib.Path(sys.argv[sys.argv.index("--out") + 1])
settings = dict(text.split("=", 1) for text in sys.argv if "=" in text)
seed, whole = int(settings["seed"]), settings["faults.outages"] == "none"
(folder / "result.json").write_text('{{"simulated_seconds": %g}}' % (4e-4 if whole else 5e-4))
times = [30, 110, 290, 300] if whole else [30, 290, 290, 300]
rows = "".join(f"{{time}},{{64000 * seed}}\\n" for time in times)
(folder / "messages.csv").write_text("completed_us,bytes\\n" + rows + ",5\\n")
rates = [0] + [2] * 19
(folder / "links.csv").write_text("time_us,average_GBps\\n" + "".join(f"{{20 * (i + 1)}},{{rate}}\\n" for i, rate in enumerate(rates)))
"""


class Faults(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.program = pathlib.Path(folder.name) / "program"
        self.program.write_text(PROGRAM)
        os.chmod(self.program, 0o755)

    def test_each_window_has_what_arrives_in_it_and_the_interval_of_the_seeds(self):
        out = io.StringIO()
        arguments = ["faults.py", str(self.program), "--seeds", "2"]
        with contextlib.redirect_stdout(out), unittest.mock.patch.object(sys, "argv", arguments):
            with unittest.mock.patch.object(faults, "ROUTINGS", ["dimension_order"]):
                faults.main()
        rows = out.getvalue().splitlines()[2:]
        # 64 KB and 128 KB for 64 nodes in 80 us or 100 us; half of their difference times 12.706.
        wide, narrow = "0.019 +- 0.079", "0.015 +- 0.064"
        of = "| uniform, GB/s of a node | dimension_order"
        self.assertEqual(rows[0], f"{of} | whole | {wide} | {narrow} | {narrow} | {narrow} | 400 +- 0 |")
        self.assertEqual(rows[1], f"{of} | out | {wide} | 0.000 +- 0.000 | 0.030 +- 0.127 | {narrow} | 500 +- 0 |")
        self.assertEqual(rows[2], "| a2at, % of the links | dimension_order | whole" + 4 * " | 50.0 +- 0.0" + " | 400 +- 0 |")


if __name__ == "__main__":
    unittest.main()
