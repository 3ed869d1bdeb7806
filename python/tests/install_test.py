"""`pip install ./python`, from a copy of the clone: the package is whole, and finds the clone's launcher.

    install_test.py [unittest's arguments]
"""

import importlib.util
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import unittest

import support

for module in ("venv", "ensurepip", "setuptools", "wheel"):
    if not importlib.util.find_spec(module):
        print(f"no {module} (Debian: python3-venv, python3-setuptools, python3-wheel): not tested")
        sys.exit(support.SKIPPED)

FIND = "import tactus; print(tactus.__file__); print(*tactus.find_program())"


class Install(support.TemporaryFolders):
    @classmethod
    def setUpClass(cls):
        # One for all tests: each installs over what the one before has installed, as pip does.
        cls.place = tempfile.TemporaryDirectory(prefix="tactus_install_")
        cls.addClassCleanup(cls.place.cleanup)
        # Setuptools come from the system: nothing is fetched.
        subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", cls.place.name], check=True)
        cls.python = pathlib.Path(cls.place.name, "bin/python")

    def setUp(self):
        super().setUp()
        clone = self.folder / "clone"
        shutil.copytree(support.ROOT / "python", clone / "python",
                        ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
        (clone / "hw").mkdir()
        shutil.copy(support.ROOT / "CMakePresets.json", clone)
        self.launcher = self.script("exit 0", "clone/tactus")

    def call(self, *words):
        with support.environment(PYTHONPATH=None, TACTUS=None, PATH="/usr/bin:/bin"):
            done = subprocess.run(list(map(str, words)), cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def install(self, *options):
        self.call(self.python, "-m", "pip", "install", "--no-index", "--no-build-isolation", *options,
                  self.folder / "clone/python")
        return self.call(self.python, "-c", FIND).splitlines()

    def test_an_installed_package_finds_the_clone_that_it_came_from(self):
        file, program = self.install()
        self.assertIn(self.place.name, file)
        self.assertEqual(program, f"{self.launcher} --no-install")
        inside = {path.name for path in (support.ROOT / "python/tactus").glob("*") if path.is_file()}
        installed = self.call(self.python, "-c", "import tactus, pathlib\n"
                              "print(*(path.name for path in pathlib.Path(tactus.__file__).parent.glob('*.*')))").split()
        self.assertEqual(set(installed), inside)

    def test_an_editable_one_does_so_too(self):
        file, program = self.install("--editable")
        self.assertNotIn(self.place.name, file)
        self.assertEqual(program, f"{self.launcher} --no-install")

    def test_its_version_is_the_programs(self):
        project = tomllib.loads((support.ROOT / "python/pyproject.toml").read_text(encoding="utf-8"))["project"]
        cmake = (support.ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
        package = (support.ROOT / "python/tactus/__init__.py").read_text(encoding="utf-8")
        version = re.search(r"project\(Tactus VERSION ([0-9.]+)", cmake).group(1)
        self.assertEqual(project["version"], version)
        self.assertIn(f'__version__ = "{version}"\n', package)
        self.assertEqual(project["dependencies"], [])


if __name__ == "__main__":
    unittest.main()
