"""What others wrote is in the tree as its package has it, in the version that its page names.

third_party_test.py LIBFST: the library that libfst's files were built into.
"""

import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
UPLOT = ROOT / "testbench/app/report/third_party/uplot"
FST = ROOT / "testbench/app/results/third_party/libfst"
VERILATOR = pathlib.Path("/usr/share/verilator/include/gtkwave")


def text_of(folder, name):
    return (folder / name).read_text(encoding="utf-8")


class ThirdParty(unittest.TestCase):
    def test_there_are_no_others(self):
        found = {path for path in ROOT.rglob("third_party/*") if "build" not in path.relative_to(ROOT).parts}
        self.assertEqual(found, {UPLOT, FST})

    def test_files_are_those_of_the_package(self):
        for folder in (UPLOT, FST):
            done = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=folder, capture_output=True,
                                  text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_every_file_has_a_checksum(self):
        for folder in (UPLOT, FST):
            listed = {line.split()[1] for line in text_of(folder, "SHA256SUMS").splitlines()}
            self.assertIn("LICENSE", listed)
            self.assertEqual(listed | {"README.md", "SHA256SUMS"}, {path.name for path in folder.iterdir()})

    def test_the_page_names_the_version_of_uplot(self):
        version = re.match(r"/\*! https://github.com/leeoniya/uPlot \(v([\d.]+)\) \*/", text_of(UPLOT, "uPlot.iife.min.js"))
        self.assertTrue(text_of(UPLOT, "README.md").startswith(f"# uPlot {version[1]}\n"))

    def test_the_page_names_the_version_of_lz4(self):
        version = re.findall(r"#define LZ4_VERSION_(?:MAJOR|MINOR|RELEASE) +(\d+)", text_of(FST, "lz4.h"))
        self.assertIn(f"`lz4` {'.'.join(version)} ", " ".join(text_of(FST, "README.md").split()))

    def test_libfst_is_that_of_the_verilator_that_its_page_names(self):
        page = re.match(r"# libfst of Verilator ([\d.]+)\n", text_of(FST, "README.md"))
        try:
            said = subprocess.run(["verilator", "--version"], capture_output=True, text=True, check=True).stdout
        except (OSError, subprocess.CalledProcessError) as error:
            self.skipTest(f"no Verilator: {error}")
        if f"Verilator {page[1]} " not in said or not VERILATOR.is_dir():
            self.skipTest(f"another Verilator is installed: {said.strip()}")
        for path in [*FST.glob("*.c"), *FST.glob("*.h")]:
            self.assertEqual(path.read_bytes(), (VERILATOR / path.name).read_bytes(), path.name)

    def test_no_function_of_libfst_has_a_name_that_another_copy_of_it_has(self):
        said = subprocess.run(["nm", "--extern-only", "--defined-only", LIBFST], capture_output=True, text=True, check=True)
        names = [line.split()[2] for line in said.stdout.splitlines() if len(line.split()) == 3]
        self.assertIn("tactus_fstWriterCreate", names)
        self.assertEqual([name for name in names if not name.startswith(("tactus_", "__"))], [])


if __name__ == "__main__":
    LIBFST = sys.argv.pop(1)
    unittest.main(verbosity=2)
