"""Tests of the table of faults, and of what is said about a fault: with files and tests that are made up."""

import contextlib
import pathlib
import tempfile
import unittest

import fault_table
import plant_faults

FAULT = {"level": "cycle", "name": "late", "observable": "flits", "file": "a.cpp", "find": "now + 1",
         "replace": "now + 2", "tests": ["some_test: Some: case"]}


def fault(**other):
    return fault_table.Fault(**{**FAULT, **other})


class Tree:
    """Stands for the copy of the sources; the tests in `failing` fail, programs in `broken` do not build."""

    def __init__(self, root, failing=(), broken=()):
        self.root, self.failing, self.broken, self.asked = root, failing, broken, []

    @contextlib.contextmanager
    def planted(self, _):
        yield

    def build(self, program):
        return "an error" if program in self.broken else None

    def first_failure(self, test, _):
        self.asked.append(test)
        return test if test in self.failing else None


class WithFiles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "testbench/tests").mkdir(parents=True)
        (self.root / "testbench/tests/CMakeLists.txt").write_text("tactus_test(some_test\n  SOURCES a.cpp)\n")
        (self.root / "testbench/tests/a.cpp").write_text('TEST_CASE(\n    "Some: case of it", "[tag]") {}\n')
        (self.root / "a.cpp").write_text("return now + 1;\n")


class Complaints(WithFiles):
    def of(self, *faults, fewest=1):
        return list(fault_table.complaints(faults, self.root, fewest))

    def test_a_fault_that_fits_is_not_complained_about(self):
        self.assertEqual(self.of(fault()), [])

    def test_what_is_to_be_found_must_be_there_once(self):
        self.assertIn("0 times", self.of(fault(find="now + 3"))[0])
        self.assertIn("0 times", self.of(fault(file="b.cpp"))[0])
        (self.root / "a.cpp").write_text("now + 1, now + 1")
        self.assertIn("2 times", self.of(fault())[0])

    def test_names_changes_and_tests_are_looked_at_too(self):
        self.assertIn("two of this name", self.of(fault(), fault())[0])
        self.assertIn("changes nothing", self.of(fault(replace="now + 1"))[0])
        self.assertIn("asks no test", self.of(fault(tests=[]))[0])
        for test in ("other_test: Some", "some_test: Other", "Some"):
            self.assertIn("no test begins", self.of(fault(tests=[test]))[0])
        self.assertEqual(self.of(fault(), fewest=2), ["1 faults, fewer than 2"])


class Outcome(WithFiles):
    def outcome(self, tree, *tests):
        return plant_faults.outcome(tree, fault(tests=list(tests)), dict.fromkeys(tests, 1.0))

    def test_the_first_test_that_fails_has_killed_it_and_no_other_is_asked(self):
        tree = Tree(self.root, failing=["some_test: b", "some_test: c"])
        self.assertEqual(self.outcome(tree, "some_test: a", "some_test: b", "some_test: c"), "killed by some_test: b")
        self.assertEqual(tree.asked, ["some_test: a", "some_test: b"])

    def test_what_no_test_sees_has_survived(self):
        self.assertEqual(self.outcome(Tree(self.root), "some_test: a"), "SURVIVED")

    def test_what_does_not_build_or_is_not_there_is_not_killed(self):
        self.assertEqual(self.outcome(Tree(self.root, broken=["some_test"]), "some_test: a"), "does not build")
        (self.root / "a.cpp").write_text("")
        self.assertEqual(self.outcome(Tree(self.root, failing=["some_test: a"]), "some_test: a"), "find not found")

    def test_the_table_names_what_was_not_killed(self):
        lines = list(plant_faults.table([(fault(), "killed by x"), (fault(name="lost"), "SURVIVED")]))
        self.assertEqual(lines[1].split(), ["cycle", "2", "1"])
        self.assertEqual(lines[2], "SURVIVED: cycle/lost: flits; asked: some_test: Some: case")


if __name__ == "__main__":
    unittest.main()
