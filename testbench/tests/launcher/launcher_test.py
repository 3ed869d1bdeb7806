"""Tests of the launcher: when it wants packages, and when it runs what is built. Tools are stood in for by scripts."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

LAUNCHER = pathlib.Path(__file__).parents[3] / "tactus"
SOURCES = ["CMakeLists.txt", "CMakePresets.json", "cmake/a", "hw/a", "rtl/a", "tlm_models/a", "testbench/app/a",
           "testbench/parts/a"]


class Launcher(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tactus_launcher_"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.root = self.folder / "clone"
        self.calls = self.folder / "calls"
        for name in SOURCES:
            self.write(name, "")
        shutil.copy(LAUNCHER, self.root / "tactus")
        self.tools = self.folder / "tools"
        self.tools.mkdir()
        self.tool("apt-get", "")
        self.tool("apt-cache", "")
        self.tool("dpkg-query", "")
        self.tool("cmake", "exit 1")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def tool(self, name, does):
        path = self.tools / name
        path.write_text(f'#!/bin/sh\necho "{name} $*" >> {self.calls}\n{does}\n')
        path.chmod(0o755)

    def built(self, program="tactus"):
        """A program that was built after its sources were written."""
        self.write("build/release/CMakeCache.txt", f"CMAKE_HOME_DIRECTORY:INTERNAL={self.root}\n")
        self.write(f"build/release/bin/{program}", '#!/bin/sh\necho "ran $*"\n').chmod(0o755)
        stamp = self.write(f"build/release/.built.{program}", "")
        later = os.stat(stamp).st_mtime + 10
        os.utime(stamp, (later, later))
        return later

    def run_launcher(self, *arguments, **settings):
        environment = {**os.environ, "PATH": f"{self.tools}:{os.environ['PATH']}", "TACTUS_WERROR": "", **settings}
        done = subprocess.run([str(self.root / "tactus"), *arguments], capture_output=True, text=True, check=False,
                              env=environment, stdin=subprocess.DEVNULL)
        called = self.calls.read_text() if self.calls.exists() else ""
        return done, called

    def test_check_part_is_run_by_the_program_with_rtl(self):
        self.built("tactus_rtl")
        done, _ = self.run_launcher("check-part", "pacer", "my_rtl")
        self.assertEqual((done.returncode, done.stdout), (0, "ran check-part pacer my_rtl\n"))

    def test_a_fresh_program_is_run_without_a_look_at_packages_or_a_file_written(self):
        self.built()
        before = sorted(self.root.rglob("*"))
        done, called = self.run_launcher("run", "a.yaml")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "ran run a.yaml\n", ""))
        self.assertEqual(called, "")
        self.assertEqual(sorted(self.root.rglob("*")), before)

    def test_area_wants_yosys_and_runs_the_plain_program(self):
        self.built()
        done, called = self.run_launcher("area", "rtl.yaml")
        self.assertIn("yosys", called)
        self.assertEqual(done.stdout, "ran area rtl.yaml\n")

    def test_explore_wants_yosys(self):
        self.built()
        done, called = self.run_launcher("explore", "a.yaml")
        self.assertIn("yosys", called)
        self.assertEqual(done.stdout, "ran explore a.yaml\n")

    def test_a_changed_source_makes_it_build(self):
        for name in SOURCES:
            with self.subTest(name):
                later = self.built() + 10
                os.utime(self.root / name, (later, later))
                done, called = self.run_launcher("--no-install", "run", "a.yaml")
                self.assertIn("dpkg-query", called)
                self.assertNotEqual(done.returncode, 0)
                os.utime(self.root / name, (0, 0))

    def test_a_build_folder_of_another_place_is_not_fresh(self):
        self.built()
        self.write("build/release/CMakeCache.txt", "CMAKE_HOME_DIRECTORY:INTERNAL=/somewhere/else\n")
        self.assertIn("dpkg-query", self.run_launcher("--no-install", "list")[1])

    def test_it_configures_once_for_each_setting_of_warnings(self):
        self.tool("dpkg-query", 'shift 2; for name; do echo "installed $name"; done')
        self.tool("cmake", f"mkdir -p {self.root}/build/release/bin; touch {self.root}/build/release/build.ninja")
        counts = []
        for setting in ("", "", "ON", "ON", ""):
            self.run_launcher("list", TACTUS_WERROR=setting)
            counts.append(self.calls.read_text().count("cmake --preset release"))
        self.assertEqual(counts, [1, 1, 2, 2, 3])

    def test_a_package_with_triggers_left_is_installed(self):
        self.tool("dpkg-query", 'shift 2; for name; do echo "triggers-pending $name"; done')
        done, called = self.run_launcher("list")
        self.assertIn("cmake", called)
        self.assertNotIn("apt-get", called)
        self.assertIn("configuring failed", done.stderr)

    def test_a_package_that_is_half_there_is_missing(self):
        self.tool("dpkg-query", 'shift 2; for name; do echo "half-configured $name"; done')
        done, _ = self.run_launcher("--no-install", "list")
        self.assertEqual(done.returncode, 1)
        self.assertIn("missing Debian packages", done.stderr)

    def test_a_package_of_tests_that_the_system_does_not_have_is_left_out(self):
        self.tool("apt-cache", 'shift; for name; do [ "$name" = chromium ] || echo "$name | 1 | http://somewhere"; done')
        done, called = self.run_launcher("test")
        self.assertIn("this system has no package chromium (a browser for it); tests that need it are skipped", done.stderr)
        installed = [line for line in called.splitlines() if line.startswith("apt-get") and " install " in line]
        self.assertEqual(len(installed), 1, called)
        self.assertIn(" chromium-driver ", installed[0])
        self.assertNotIn(" chromium ", installed[0])

    def test_nothing_is_left_out_while_the_system_has_no_package_lists(self):
        _, called = self.run_launcher("test")
        self.assertRegex(called, "apt-get .* install .* chromium ")

    def test_a_package_of_the_build_that_the_system_does_not_have_is_asked_for(self):
        self.tool("apt-cache", 'shift; for name; do [ "$name" = catch2 ] || echo "$name | 1 | http://somewhere"; done')
        done, called = self.run_launcher("list")
        self.assertNotIn("skipped", done.stderr)
        self.assertRegex(called, "apt-get .* install .* catch2 ")


if __name__ == "__main__":
    unittest.main()
