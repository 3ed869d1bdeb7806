"""Tests of prose.py: what is wrapped, what is left alone, and that no word is lost."""

import unittest

import prose

LONG = " ".join(["word"] * 40)


class Prose(unittest.TestCase):
    def test_a_long_paragraph_is_filled_and_no_word_is_lost(self):
        text, faults = prose.wrapped("# Title\n\nshort\n\n" + LONG + "\nand more\n")
        self.assertEqual(faults, [5])
        self.assertLessEqual(max(map(len, text.splitlines())), prose.WIDTH)
        self.assertEqual(text.split(), ("# Title short " + LONG + " and more").split())
        self.assertEqual(prose.wrapped(text), (text, []))

    def test_a_list_item_goes_on_under_its_text(self):
        lines = prose.wrapped("before\n- " + LONG + "\n  - short\n10. " + LONG + "\n")[0].splitlines()
        self.assertEqual(lines[0], "before")
        self.assertTrue(lines[1].startswith("- word") and lines[2].startswith("  word"))
        self.assertIn("  - short", lines)
        tenth = next(i for i, line in enumerate(lines) if line.startswith("10. word"))
        self.assertTrue(lines[tenth + 1].startswith("    word"))

    def test_tables_headings_code_and_what_a_program_made_are_left_alone(self):
        page = f"# {LONG}\n\n| {LONG} |\n\n```\n{LONG}\n- x\n```\n<!-- keys: begin (made) -->\n{LONG}\n<!-- keys: end -->\n"
        self.assertEqual(prose.wrapped(page), (page, []))
        self.assertEqual(prose.wrapped(page + LONG + "\n")[1], [12])

    def test_lines_that_are_short_enough_stay_where_they_break(self):
        page = "one\ntwo\n\n- three\n  four\n"
        self.assertEqual(prose.wrapped(page), (page, []))

    def test_code_spans_and_links_stay_whole(self):
        span = "`" + "x " * 20 + "`"
        text = prose.wrapped("a" * 80 + " " + span + ", [link](https://example.org/" + "y" * 90 + ")\n")[0]
        self.assertIn("\n" + span + ",\n", text)
        self.assertEqual(prose.wrapped(text)[1], [])

    def test_no_line_begins_with_what_would_make_it_something_else(self):
        for marker in ("-", "+", "1.", "#", "="):
            text = prose.wrapped("a" * 98 + f" {marker} b\n")[0]
            self.assertEqual(text, "a" * 98 + f" {marker}\nb\n")


if __name__ == "__main__":
    unittest.main()
