"""Tests of timing_figures.py: its cycles are those of the contract, and the pictures in docs/images are what it draws."""

import pathlib
import unittest
import xml.etree.ElementTree as xml

import timing_figures

PAGE = pathlib.Path(__file__).resolve().parents[3] / "docs" / "timing.md"


class TimingFigures(unittest.TestCase):
    def test_a_packet_takes_what_the_contract_s_closed_form_says(self):
        self.assertIn("idle network | `26 h + L + 4` |", PAGE.read_text(encoding="utf-8"))
        for hops in range(1, 9):
            for flits in (2, 3, 128):
                way = timing_figures.Way(hops, flits, memory=0)
                self.assertEqual(way.delivered, 26 * hops + flits + 4)

    def test_from_one_router_to_the_next_it_is_26_cycles_and_a_link_is_22_of_them(self):
        page = PAGE.read_text(encoding="utf-8")
        self.assertIn("1 + 1 + 1 + 1 + D = 26", page)
        self.assertRegex(page, r"is\s+22\s+by\s+default,\s+as\s+in\s+Table\s+1")
        self.assertEqual((timing_figures.HOP, timing_figures.LINK), (26, 22))

    def test_the_pictures_are_fresh_well_formed_and_shown_with_a_text(self):
        page = PAGE.read_text(encoding="utf-8")
        for name, draw in timing_figures.PICTURES.items():
            now = draw()
            xml.fromstring(now)
            self.assertTrue((timing_figures.IMAGES / name).read_text(encoding="utf-8") == now, name)
            self.assertRegex(page, rf"!\[[^\]]{{20,}}\]\(images/{name}\)")


if __name__ == "__main__":
    unittest.main()
