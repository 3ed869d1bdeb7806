"""Tests of rtl_mutants.py: which faults it reads, who finds each, and what does not fit."""

import contextlib
import io
import pathlib
import tempfile
import unittest
from unittest import mock

import rtl_mutants

FAULTS = """# Faults.
fault(1 pacer.sv [[a]] [[b]])
fault(1 nic_pkg.sv [[c]] [[d]])
fault(1 pacer.sv [[e]] [[f]])
fault(12 dma_engine.sv [=[a[0]]=] [=[a[1]]=])
"""
TABLE = """const std::vector<Fault> kFaults = {
    {1, "the gap is long", "flit_o"},
    {12, "a word is lost"},
};
  constexpr int kNothing = 40;
"""
CHECK_PART = """
<!-- faults: pacer -->

| what is wrong | found by |
|---|---|
| a word is lost | traffic, seed 2, `slot_come_o` |

<!-- end -->
<!-- faults: nic -->
| a word is lost | registers, seed 1, register bus |
<!-- end -->
"""
PROOFS = """proof(pacer "the pacer waits" DEPTH 6)
fault(pacer "a gap too short is found"
  nic/pacer.sv [[8'd8]] [[8'd16]])
fault(packet_room "two VCs that are granted are found"
  router/request_room.sv [[a]] [[b]])
"""


class Reading(unittest.TestCase):
    def test_a_fault_has_all_modules_that_its_lines_change_each_once(self):
        self.assertEqual(dict(rtl_mutants.planted(FAULTS)), {1: ["pacer", "nic_pkg"], 12: ["dma_engine"]})

    def test_a_row_of_a_test_has_a_number_and_a_text_and_may_have_a_finder(self):
        self.assertEqual(rtl_mutants.told(TABLE), {1: ("the gap is long", "flit_o"), 12: ("a word is lost", "")})

    def test_numbers_that_a_test_names_are_harmless(self):
        self.assertEqual(rtl_mutants.harmless(TABLE), {40})

    def test_finders_are_those_of_the_part_and_heads_of_tables_find_nothing(self):
        finders = rtl_mutants.finders(CHECK_PART)
        self.assertEqual(finders["pacer"]["a word is lost"], "traffic, seed 2, `slot_come_o`")
        self.assertEqual(finders["nic"], {"a word is lost": "registers, seed 1, register bus"})

    def test_a_fault_of_a_proof_has_its_module_and_its_text_without_the_verb(self):
        self.assertEqual(rtl_mutants.proved(PROOFS),
                         [("pacer", "a gap too short", "proof `pacer_formal`"),
                          ("request_room", "two VCs that are granted", "proof `packet_room_formal`")])

    def test_a_fault_of_a_proof_that_is_written_otherwise_is_no_row_less(self):
        with self.assertRaisesRegex(rtl_mutants.Misfit, "a fault is not read"):
            rtl_mutants.proved(PROOFS.replace("is found", "shows"))


class Rows(unittest.TestCase):
    def rows(self, faults=FAULTS, test=TABLE, page=None, of_all=None):
        return rtl_mutants.rows_of(rtl_mutants.planted(faults), test, page or {}, of_all, "nic_faults.cmake")

    def test_the_finder_of_the_test_goes_before_that_of_all_and_that_before_the_page(self):
        page = {"the gap is long": "never read", "a word is lost": "seed 2"}
        self.assertEqual(self.rows(page=page), [("1", "`pacer`, `nic_pkg`", "the gap is long", "`flit_o`"),
                                                ("12", "`dma_engine`", "a word is lost", "seed 2")])
        self.assertEqual([row[3] for row in self.rows(page=page, of_all="traffic")], ["`flit_o`", "traffic"])

    def test_a_fault_that_nothing_finds_is_a_misfit(self):
        for page in ({}, {"a word is lost": "not found"}):
            with self.assertRaisesRegex(rtl_mutants.Misfit, "nic_faults.cmake: nothing .* fault 12, a word is lost"):
                self.rows(page=page)

    def test_a_fault_that_no_test_describes_is_a_misfit_unless_it_is_harmless(self):
        page = {"a word is lost": "seed 2"}
        self.assertEqual(len(self.rows(FAULTS + "fault(40 pacer.sv [[a]] [[b]])\n", page=page)), 2)
        with self.assertRaisesRegex(rtl_mutants.Misfit, "no test says what fault 41 is"):
            self.rows(FAULTS + "fault(41 pacer.sv [[a]] [[b]])\n", page=page)


class Page(unittest.TestCase):
    def call(self, page, *arguments, text="as read\n"):
        out = io.StringIO()
        with mock.patch.object(rtl_mutants, "PAGE", page), mock.patch.object(rtl_mutants, "ROOT", page.parent), \
                mock.patch.object(rtl_mutants, "page", side_effect=[text]), \
                mock.patch("sys.argv", ["rtl_mutants.py", *arguments]), contextlib.redirect_stdout(out):
            return rtl_mutants.main(), out.getvalue()

    def test_check_compares_and_writes_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "page.md"
            self.assertEqual(self.call(page, "--check")[0], 1)
            self.assertFalse(page.exists())
            page.write_text("stale\n", encoding="utf-8")
            self.assertEqual(self.call(page, "--check"),
                             (1, "page.md differs: python3 testbench/tests/lint/rtl_mutants.py\n"))
            self.assertEqual(page.read_text(encoding="utf-8"), "stale\n")
            self.assertEqual(self.call(page), (0, ""))
            self.assertEqual(page.read_text(encoding="utf-8"), "as read\n")
            self.assertEqual(self.call(page, "--check"), (0, ""))

    def test_a_misfit_is_told_and_leaves_the_page(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "page.md"
            self.assertEqual(self.call(page, text=rtl_mutants.Misfit("they do not fit")), (1, "they do not fit\n"))
            self.assertFalse(page.exists())

    def test_the_head_counts_every_row_and_a_fault_in_each_of_its_modules(self):
        text = rtl_mutants.page()
        rows = [line for line in text.splitlines() if line.startswith("| ") and line.count("|") == 5]
        faults = [row for row in rows if row.split("|")[1].strip().isdigit()]
        self.assertIn(f"**{len(faults)} faults, 0 survivors.**", text)
        modules = [name for row in faults for name in row.split("|")[2].strip().split(", ")]
        for name in set(modules):
            self.assertIn(f"| {name} | {modules.count(name)} |", text)


if __name__ == "__main__":
    unittest.main()
