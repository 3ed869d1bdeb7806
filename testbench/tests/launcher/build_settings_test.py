"""Tests of the build's settings: whom a warning stops, and which SystemC is taken. CMake configures small projects."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]


class Project(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tactus_settings_"))
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def cmake(self, *arguments, **environment):
        clean = {name: value for name, value in os.environ.items() if name not in ("TACTUS_WERROR", "SYSTEMC_HOME")}
        return subprocess.run(["cmake", *map(str, arguments)], cwd=self.folder, env={**clean, **environment}, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def configure(self, lists, *arguments, **environment):
        self.write("CMakeLists.txt", "cmake_minimum_required(VERSION 3.25)\nproject(Settings LANGUAGES C CXX)\n"
                                     f"list(APPEND CMAKE_MODULE_PATH {ROOT}/cmake)\n{lists}")
        shutil.rmtree(self.folder / "build", ignore_errors=True)
        return self.cmake("-G", "Ninja", "-B", "build", *arguments, **environment)


class Warnings(Project):
    def built(self, *arguments):
        """Whether a source with a warning can be built."""
        self.write("warning.cpp", "int warned() {\n  int unused = 0;\n}\n")
        done = self.configure("include(TactusDefaults)\nadd_library(warned warning.cpp)\n"
                              "target_link_libraries(warned PRIVATE tactus_options)\n", *arguments)
        self.assertEqual(done.returncode, 0, done.stdout)
        done = self.cmake("--build", "build", "--verbose", CCACHE_DISABLE="1")
        self.assertIn("warning.cpp:", done.stdout)
        return done.returncode == 0

    def test_users_build_in_spite_of_a_warning(self):
        self.assertTrue(self.built())

    def test_developers_and_ci_do_not(self):
        self.assertFalse(self.built("-DTACTUS_WERROR=ON"))

    def settings(self, preset, **environment):
        done = self.cmake("-S", ROOT, "-B", "build", "--preset", preset, "-N", **environment)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def test_the_preset_of_users_takes_it_from_the_environment(self):
        self.assertIn('TACTUS_WERROR=""', self.settings("release"))
        self.assertIn('TACTUS_WERROR="ON"', self.settings("release", TACTUS_WERROR="ON"))

    def test_every_other_preset_has_it(self):
        presets = json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))["configurePresets"]
        others = [preset["name"] for preset in presets if preset["name"] != "release"]
        self.assertGreater(len(others), 3)
        for name in others:
            with self.subTest(name):
                self.assertIn('TACTUS_WERROR="ON"', self.settings(name))

    def test_ci_has_it_before_it_builds(self):
        script = (ROOT / ".ci/run").read_text(encoding="utf-8")
        self.assertIn("\nexport TACTUS_WERROR=ON\n", script[:script.index("\nstage build ")])


class SystemC(Project):
    LISTS = ("find_package(SystemC 2.3.4 REQUIRED)\nget_target_property(library SystemC::systemc IMPORTED_LOCATION)\n"
             'message(STATUS "took ${library}, version ${SystemC_VERSION}")\n')

    def installed(self, place, version):
        """What stands for an installation: a library and the header that says its version."""
        self.write("there/include/systemc", "")
        parts = zip(("MAJOR", "MINOR", "PATCH"), version.split("."))
        self.write("there/include/sysc/kernel/sc_ver.h",
                   "".join(f"#define SC_VERSION_{name}         {number}\n" for name, number in parts))
        return self.write(f"there/{place}/libsystemc.so", "")

    def packaged(self, standard):
        library = self.installed("lib", "3.0.2")
        self.write("there/lib/cmake/SystemCLanguage/SystemCLanguageConfig.cmake",
                   f"set(SystemC_CXX_STANDARD {standard})\nadd_library(SystemC::systemc SHARED IMPORTED)\n"
                   "set_target_properties(SystemC::systemc PROPERTIES INTERFACE_INCLUDE_DIRECTORIES"
                   f" {self.folder}/there/include IMPORTED_LOCATION {library})\n")
        self.write("there/lib/cmake/SystemCLanguage/SystemCLanguageConfigVersion.cmake",
                   "set(PACKAGE_VERSION 3.0.2)\nset(PACKAGE_VERSION_COMPATIBLE TRUE)\n")
        return library

    def test_systemc_home_goes_before_what_the_system_has(self):
        for place in ("lib", "lib-linux64", "lib-linux", "lib64"):
            with self.subTest(place):
                library = self.installed(place, "2.3.4")
                done = self.configure(self.LISTS, SYSTEMC_HOME=str(self.folder / "there"))
                self.assertIn(f"took {library}, version 2.3.4", done.stdout)
                library.unlink()

    def test_a_version_that_is_too_old_is_refused(self):
        self.installed("lib-linux64", "2.3.3")
        done = self.configure(self.LISTS, SYSTEMC_HOME=str(self.folder / "there"))
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(" ".join(done.stdout.split()), r'unsuitable version "2\.3\.3"')

    def test_the_package_of_an_installation_by_cmake_is_taken(self):
        library = self.packaged("17")
        for way in ({"SYSTEMC_HOME": str(self.folder / "there")}, {"CMAKE_PREFIX_PATH": str(self.folder / "there")}):
            with self.subTest(way):
                self.assertIn(f"took {library}, version 3.0.2", self.configure(self.LISTS, **way).stdout)

    def test_a_library_built_for_an_older_language_is_refused(self):
        self.packaged("14")
        done = self.configure(self.LISTS, SYSTEMC_HOME=str(self.folder / "there"))
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("was built for C++14: C++17 is needed", " ".join(done.stdout.split()))


if __name__ == "__main__":
    unittest.main()
