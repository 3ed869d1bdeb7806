"""Tests of testplan.py on a small tree of its own: python3 -m unittest testplan_test, in this folder."""

import contextlib
import io
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

import rtl_stages
import testplan

TIMING = """# Timing

## Sending

- **SEND-1** An engine takes
  credits first.
- **SEND-2** Then it reads.

**SEND-3** The states are:

| state | what |
|---|---|
| idle | nothing |

| quantity | cycles |
|---|---|
| **SEND-4** head | 1 |

1. **SEND-5** *(twin)* A wire.

## Why

- Because.
"""
GUIDE = """# Guide

**BUS-1** Words.
"""
REGISTERS = """# Registers

| offset | register | access | meaning |
|---|---|---|---|
| 0x008 | `PACE_CTRL` | rw | `mode` [1:0]: 0 off |
| 0x020 | `TX_DOORBELL` | wo | a number |
| 0x200 | `TX_RING` | rw | 16 entries |

## Entries

An entry of `TX_RING` has 8 words:

| word | bits | field | meaning |
|---|---|---|---|
| 0 | 7:0 | `tag` | what |
| 4 | 31:0 | `address` | low |
| 5 | 31:0 | `address` | high |
"""
KEYS = """<!-- keys: begin (made) -->
| key | value | default | meaning |
|---|---|---|---|
| `seed` | number | `1` | Of all. |
<!-- keys: end -->
| `no.key` | |
"""
KEY_PAGE = "docs/reference/keys_machine.md"
MORE_KEYS = KEYS.replace("seed", "nic.mtu")
LATER_KEY_PAGE = "docs/reference/keys_node.md"
TESTS = """TEST_CASE("Nic: one, two", "[SEND-1][SEND-2][arbiter]") {}
TEST_CASE(
    "Nic: a name that is long "
    "and (in) two",
    "[SEND-3][SEND-4][BUS-1]"
    "[reg:PACE_CTRL.mode][reg:TX_DOORBELL][reg:TX_RING.tag][reg:TX_RING.address]") {
  CHECK("[SEND-99]");
}
TEST_CASE("No tags") {}
TEST_CASE_METHOD(Bench, "Keys", "[key:seed][key:nic.mtu][key:*]") {}
"""
CONTRACT = {"docs/timing.md": ("SEND",), testplan.GUIDE: ("BUS",)}


class TestplanTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        patch = mock.patch.object(testplan, "CONTRACT", CONTRACT)
        patch.start()
        self.addCleanup(patch.stop)
        for path, text in (("docs/timing.md", TIMING), (testplan.GUIDE, GUIDE), (testplan.REGISTERS, REGISTERS),
                           (KEY_PAGE, KEYS), (LATER_KEY_PAGE, MORE_KEYS), ("testbench/tests/nic_test.cpp", TESTS)):
            self.write(path, text)

    def write(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, encoding="utf-8")

    def change(self, path, old, new):
        text = (self.root / path).read_text(encoding="utf-8")
        self.assertIn(old, text)
        self.write(path, text.replace(old, new, 1))

    def only_fault(self, *parts):
        faults = testplan.Plan(self.root).faults
        self.assertEqual(len(faults), 1, faults)
        for part in parts:
            self.assertIn(part, faults[0])

    def run_main(self, *arguments):
        with mock.patch.object(sys, "argv", ["testplan.py", "--root", str(self.root), *arguments]):
            with contextlib.redirect_stdout(io.StringIO()) as output:
                return testplan.main(), output.getvalue()

    def test_a_tree_in_which_everything_is_held_has_no_fault(self):
        plan = testplan.Plan(self.root)
        self.assertEqual(plan.faults, [])
        self.assertEqual([statement.name for statement in plan.statements],
                         ["SEND-1", "SEND-2", "SEND-3", "SEND-4", "SEND-5", "BUS-1"])
        self.assertEqual(plan.fields, ["PACE_CTRL.mode", "TX_DOORBELL", "TX_RING.tag", "TX_RING.address"])
        self.assertEqual(plan.keys, {"seed": KEY_PAGE, "nic.mtu": LATER_KEY_PAGE})

    def test_the_page_names_every_statement_with_its_tests(self):
        page = testplan.Plan(self.root).page()
        self.assertIn("| SEND-1 | An engine takes credits first. | [nic_test](../testbench/tests/nic_test.cpp): "
                      "*Nic: one, two* |", page)
        self.assertIn("*Nic: a name that is long and (in) two*", page)
        self.assertIn("| SEND-5 | A wire. | its twin, when there is one |", page)
        self.assertIn("| `nic.mtu` | [nic_test]", page)
        self.assertIn("5 statements, 4 register fields, 2 scenario keys.", page)

    def test_tests_of_the_rtl_have_a_stage(self):
        place = "testbench/tests/unit/rtl/twin/rtl_router_fault_test.cpp"
        self.write(place, 'TEST_CASE("Router: all found") {}\n')
        self.assertIn(f"| router | V3 | [rtl_router_fault_test](../{place}): 1 | `credit_pool`,",
                      testplan.Plan(self.root).page())
        self.write("testbench/tests/cosim/new_test.cpp", 'TEST_CASE("New: of no stage") {}\n')
        self.only_fault("new_test.cpp", '"New: of no stage" has no stage')

    def test_proofs_of_the_plan_and_of_the_tree_are_the_same(self):
        names = [proof for part in rtl_stages.PROVED.values() for proof in part]
        self.write(rtl_stages.PROOFS, "".join(f'proof({name} "so it is" DEPTH 4)\n' for name in names))
        self.assertEqual(testplan.Plan(self.root).faults, [])
        self.write(rtl_stages.PROOFS, "".join(f'proof({name} "so it is" DEPTH 4)\n' for name in names[1:]))
        self.only_fault(rtl_stages.PROOFS, names[0], "differ")

    def test_a_statement_without_a_test_is_a_fault(self):
        self.change("testbench/tests/nic_test.cpp", "[SEND-2]", "")
        self.only_fault("docs/timing.md", "no test holds SEND-2")

    def test_a_register_field_without_a_test_is_a_fault(self):
        self.change("testbench/tests/nic_test.cpp", "[reg:TX_RING.tag]", "")
        self.only_fault(testplan.REGISTERS, "no test holds TX_RING.tag")

    def test_a_key_without_a_test_of_its_own_is_a_fault(self):
        self.change("testbench/tests/nic_test.cpp", "[key:nic.mtu]", "")
        self.only_fault(LATER_KEY_PAGE, "no test holds nic.mtu")

    def test_a_tag_that_names_nothing_is_a_fault(self):
        for tag in ("SEND-7", "reg:PACE_CTRL", "key:nic.mut", "SEND-01"):
            with self.subTest(tag=tag):
                self.write("testbench/tests/more_test.cpp", f'TEST_CASE("More", "[{tag}]") {{}}\n')
                if tag == "SEND-01":  # not a statement's name at all: any test may have such a tag
                    self.assertEqual(testplan.Plan(self.root).faults, [])
                else:
                    self.only_fault("more_test.cpp", f"[{tag}]", "names nothing")

    def test_a_name_used_twice_is_a_fault(self):
        self.change("docs/timing.md", "**SEND-4**", "**SEND-2**")
        self.change("testbench/tests/nic_test.cpp", "[SEND-4]", "")
        self.only_fault("docs/timing.md", "SEND-2 names 2 statements")

    def test_an_item_without_a_name_among_named_ones_is_a_fault(self):
        self.change("docs/timing.md", "- **SEND-2** Then", "- Also this.\n- **SEND-2** Then")
        self.only_fault("docs/timing.md:7", "has no name", "Also this.")

    def test_a_row_without_a_name_in_a_named_table_is_a_fault(self):
        self.change("docs/timing.md", "| **SEND-4** head | 1 |", "| **SEND-4** head | 1 |\n| tail | 2 |")
        self.only_fault("docs/timing.md:18", "has no name", "tail")

    def test_a_name_that_belongs_to_another_page_is_a_fault(self):
        self.change("docs/timing.md", "**SEND-4**", "**BUS-2**")
        self.change("testbench/tests/nic_test.cpp", "[SEND-4]", "[BUS-2]")
        self.only_fault("docs/timing.md", "BUS-2", "begin with SEND")

    def test_named_statements_on_a_page_that_is_not_listed_are_a_fault(self):
        self.write("docs/" "more.md", "- **SEND-9** More.\n")
        self.only_fault("more.md", "SEND-9")

    def test_check_fails_when_the_page_is_out_of_date_and_says_how_to_write_it(self):
        status, output = self.run_main("--check")
        self.assertEqual(status, 1)
        self.assertIn(testplan.REGENERATE, output)
        self.assertEqual(self.run_main(), (0, "\n"))
        self.assertEqual(self.run_main("--check"), (0, "\n"))
        self.change("testbench/tests/nic_test.cpp", "[SEND-1]", "[SEND-4]")
        self.assertEqual(self.run_main("--check")[0], 1)


if __name__ == "__main__":
    unittest.main()
