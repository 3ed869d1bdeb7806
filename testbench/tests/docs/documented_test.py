"""Tests of documented.py."""

import pathlib
import tempfile
import unittest

import documented


class PageTest(unittest.TestCase):
    def page(self, text):
        file = tempfile.NamedTemporaryFile("w", suffix=".md", delete=False, encoding="utf-8")
        with file:
            file.write(text)
        self.addCleanup(pathlib.Path(file.name).unlink)
        return documented.Page(file.name)

    def test_a_number_that_is_right_is_left_alone(self):
        page = self.page("It takes\n1.25 ms (130 %).\n")
        page.must_say("takes {ms:.2f} ms ({percent:.0f} %)", {"ms": 1.2499, "percent": 130.4})
        self.assertEqual(page.faults, [])

    def test_a_wrong_number_is_told_and_put_right_in_its_place(self):
        page = self.page("It takes\n1.25 ms (130 %).\n")
        page.must_say("takes {ms:.2f} ms ({percent:.0f} %)", {"ms": 12.5, "percent": 130})
        self.assertEqual(len(page.faults), 1)
        self.assertEqual(page.text, "It takes\n12.50 ms (130 %).\n")

    def test_what_a_page_does_not_say_at_all_is_a_fault(self):
        page = self.page("It takes long.\n")
        page.must_say("takes {ms:.2f} ms", {"ms": 12.5})
        self.assertEqual(len(page.faults), 1)

    def test_the_block_that_begins_alike_is_the_output(self):
        page = self.page("```\n$ run\n```\n\n```\ntime   1 ms\nlinks  3\n```\n")
        page.must_show("time   1 ms\nlinks  4\n")
        self.assertEqual(len(page.faults), 1)
        self.assertIn("time   1 ms\nlinks  4\n```", page.text)
        self.assertIn("$ run", page.text)

    def test_commands_are_given_in_turn_and_their_output_is_the_page_s(self):
        page = self.page("```\n$ echo a >x\n$ cat x; cat x\na\na\n```\n\n```\n$ cat x | tr a c\nb\n```\n\n```\nrest\n```\n")
        with tempfile.TemporaryDirectory() as folder:
            page.must_replay(folder)
        self.assertEqual(len(page.faults), 1)
        self.assertIn(":8: says", page.faults[0])
        self.assertIn("```\n$ cat x | tr a c\nc\n```\n\n```\nrest", page.text)

    def test_a_command_that_fails_ends_it_but_what_does_not_hold_is_a_result(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(documented.replay("$ echo no; exit 4\n", folder), "$ echo no; exit 4\nno\n")
            with self.assertRaises(SystemExit):
                documented.replay("$ false | cat\n", folder)

    def test_a_page_without_commands_is_no_session(self):
        page = self.page("```\nsome code\n```\n")
        page.must_replay(".")
        self.assertEqual(len(page.faults), 1)

    def test_a_table_of_claims_stands_between_its_marks(self):
        page = self.page("<!-- claims of x -->\n\nbefore\n\n<!-- end of claims -->\n\nafter\n")
        claim = {"source": "s", "claim": "c", "expected_text": "1 ms", "measured_text": "2 ms", "holds": False, "fitted": False}
        page.must_tell("x", [claim])
        self.assertIn("| s | c | 1 ms | 2 ms | does not hold |", page.text)
        self.assertNotIn("before", page.text)
        self.assertIn("after", page.text)
        self.assertIn("| does not hold, fitted |", documented.claims_table([dict(claim, fitted=True)]))
        page.faults.clear()
        page.must_tell("x", [claim])
        self.assertEqual(page.faults, [])


if __name__ == "__main__":
    unittest.main()
