"""What others wrote is in the tree as its package has it, in the version that its page names."""

import pathlib
import re
import subprocess
import unittest

UPLOT = pathlib.Path(__file__).resolve().parents[2] / "app/report/third_party/uplot"


class ThirdParty(unittest.TestCase):
    def test_files_are_those_of_the_package(self):
        done = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=UPLOT, capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_every_file_has_a_checksum(self):
        listed = {line.split()[1] for line in (UPLOT / "SHA256SUMS").read_text().splitlines()}
        self.assertEqual(listed | {"README.md", "SHA256SUMS"}, {path.name for path in UPLOT.iterdir()})

    def test_the_page_names_the_version(self):
        version = re.match(r"/\*! https://github.com/leeoniya/uPlot \(v([\d.]+)\) \*/", (UPLOT / "uPlot.iife.min.js").read_text())
        self.assertTrue((UPLOT / "README.md").read_text().startswith(f"# uPlot {version[1]}\n"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
