"""Tests of public_headers.py: python3 -m unittest public_headers_test, in this folder."""

import unittest

import public_headers

CODE = "struct Arbiter {\n  virtual int pick() = 0;\n};\n"
NOTED = f"version 1.2.0\n{public_headers.fingerprint(CODE)} hw/arbiter.h\n"


class PublicHeaders(unittest.TestCase):
    def faults(self, headers, changelog="# Changelog\n", version="1.2.0"):
        today = {header: public_headers.fingerprint(code) for header, code in headers.items()}
        return list(public_headers.faults(NOTED, today, version, changelog))

    def test_nothing_has_changed(self):
        self.assertEqual(self.faults({"hw/arbiter.h": CODE}), [])

    def test_comments_and_line_breaks_need_no_note(self):
        self.assertEqual(self.faults({"hw/arbiter.h": "/// Picks.\nstruct Arbiter { virtual int pick() = 0; /* one */ };"}), [])

    def test_changed_new_and_lost_headers_need_one(self):
        self.assertIn("hw/arbiter.h is changed", self.faults({"hw/arbiter.h": CODE + "int x;"})[0])
        lost, new = self.faults({"hw/new.h": CODE})
        self.assertIn("hw/arbiter.h is gone", lost)
        self.assertIn("hw/new.h is new", new)

    def test_a_note_names_the_header_in_the_section_of_what_comes_next(self):
        changed = {"hw/arbiter.h": CODE + "int x;"}
        self.assertEqual(self.faults(changed, "## Unreleased\n\n- `hw/arbiter.h`: x.\n\n## 1.2.0\n"), [])
        self.assertEqual(len(self.faults(changed, "## Unreleased\n\n- x.\n\n## 1.2.0\n\n- `hw/arbiter.h`: y.\n")), 1)

    def test_a_version_takes_note_of_its_headers(self):
        self.assertIn("--release", self.faults({"hw/arbiter.h": CODE}, version="1.3.0")[0])


if __name__ == "__main__":
    unittest.main()
