"""Tests of rtl_bins.py: which counts are bins, how those of several models add up, and how holes are told."""

import contextlib
import io
import pathlib
import tempfile
import unittest

import rtl_bins


def point(module, name, hierarchy, count, kind="v_user"):
    page = f"{kind}/{module}__N2"
    fields = {"f": "a.sv", "l": "7", "page": page, "o": name, "h": f"TOP.top.router.u_coverage.{hierarchy}"}
    return "C '" + "".join(f"\x01{key}\x02{value}" for key, value in fields.items()) + f"' {count}\n"


class Bins(unittest.TestCase):
    def counted(self, *models):
        with tempfile.TemporaryDirectory() as folder:
            for number, lines in enumerate(models):
                text = "# SystemC::Coverage-3\n" + "".join(lines)
                (pathlib.Path(folder) / f"{number}.dat").write_text(text, encoding="utf-8")
            return rtl_bins.read_bins(folder)

    def told(self, counts):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            shares = rtl_bins.report(counts)
        return shares, out.getvalue().splitlines()

    def test_counts_of_all_models_are_added_and_lines_are_no_bins(self):
        first = [point("cover", "Turn", "gen_out__BRA__2__KET__.gen_in__BRA__10__KET__.Turn", 3),
                 point("cover", "block", "gen_out__BRA__2__KET__", 5, "v_line")]
        second = [point("cover", "Turn", "gen_out__BRA__2__KET__.gen_in__BRA__10__KET__.Turn", 4)]
        self.assertEqual(self.counted(first, second), {rtl_bins.Bin("cover", "Turn", (2, 10)): 7})

    def test_holes_have_their_places_and_a_cover_outside_of_loops_was_never_hit(self):
        lines = [point("cover", "Full", f"gen_port__BRA__{port}__KET__.Full", port % 2) for port in range(4)]
        shares, told = self.told(self.counted([*lines, point("cover", "Reset", "Reset", 0)]))
        self.assertEqual(told, ["cover: Full: 2 of 4 not hit: 0, 2", "cover: Reset: 1 of 1 not hit: never",
                                "cover: 2 of 5 bins hit, 40.0 %"])
        self.assertEqual(shares, {"cover": 40.0})

    def test_of_many_holes_the_first_are_named(self):
        lines = [point("cover", "Full", f"gen_port__BRA__{port}__KET__.Full", 0) for port in range(8)]
        self.assertIn("cover: Full: 8 of 8 not hit: 0, 1, 2, 3, 4, 3 others", self.told(self.counted(lines))[1])


if __name__ == "__main__":
    unittest.main()
