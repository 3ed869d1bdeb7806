"""Tests of openers.py: which texts hang on their neighbor, and where texts begin in headers and tables."""

import unittest

import openers


class Openers(unittest.TestCase):
    def test_a_text_hangs_by_a_first_word_that_stands_for_what_is_said_elsewhere(self):
        for text in ("Of each node.", "The same, once.", "what it does", "Who wins.", "And its pages", "those with data",
                     "That of a NIC", "**NIC-15** the same with data", "[what is left out](limits.md)", "*As well*"):
            self.assertIsNotNone(openers.hanging(text), text)

    def test_a_text_that_names_its_thing_stands_alone(self):
        for text in ("Size of each node.", "offset", "Android", "Whole packets", "same-cycle answer", "`of` the node", ""):
            self.assertIsNone(openers.hanging(text), text)

    def test_a_question_stands_alone(self):
        self.assertIsNone(openers.hanging("What does a copy take?"))
        self.assertIsNotNone(openers.hanging("What a copy takes"))

    def test_of_a_comment_the_first_line_is_looked_at(self):
        header = "/// First\n/// of all.\nint a;\n\n  /// Second\n  int b;  /// third\n  int c;  ///< fourth\n// Of none\n"
        self.assertEqual(list(openers.comments(header)), [(1, "First"), (5, "Second"), (6, "third"), (7, "fourth")])

    def test_of_a_table_every_cell_but_those_that_name_the_columns_is_looked_at(self):
        page = "| what | who |\n|---|---|\n| a | `x \\| y` |\nprose | of it |\n\n```\n| what |\n```\n"
        self.assertEqual(list(openers.cells(page)), [(3, "a"), (3, "`x \\| y`")])

    def test_a_table_that_a_program_made_is_looked_at_too(self):
        page = "<!-- keys: begin (made) -->\n| key |\n|---|\n| a |\n<!-- keys: end -->\n"
        self.assertEqual(list(openers.cells(page)), [(4, "a")])


if __name__ == "__main__":
    unittest.main()
