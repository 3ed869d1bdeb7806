"""Tests of sentences.py: where a sentence ends, what counts as a word, and what is no prose."""

import unittest

import sentences


def lengths(text):
    return [len(words) for words, _ in sentences.sentences(text.splitlines())]


def of(words):
    return "Word " + " ".join(["word"] * (words - 2)) + " end."


class Sentences(unittest.TestCase):
    def test_one_word_more_than_allowed_is_told_with_its_line_and_how_it_begins(self):
        page = f"# Title\n\nShort.\n{of(sentences.MOST_WORDS)}\n{of(sentences.MOST_WORDS + 1)} Short.\n"
        told = list(sentences.long_sentences(page))
        self.assertEqual(told, [(5, sentences.MOST_WORDS + 1, "Word word word word word word")])

    def test_a_sentence_ends_at_its_stop_also_behind_code_emphasis_and_brackets(self):
        self.assertEqual(lengths("One `two three`. One (two). *One two.* *one*: two! One [two](a.md). `One` two?"),
                         [2, 2, 2, 2, 2, 2])

    def test_no_sentence_ends_in_a_number_an_abbreviation_or_before_a_small_letter(self):
        self.assertEqual(lengths("Takes 1.5 ms, i.e. Two times that, e.g. half, see a.md. or so"), [13])
        self.assertEqual(lengths("Smith et al. Showed it"), [5])

    def test_a_colon_or_semicolon_ends_no_sentence(self):
        self.assertEqual(lengths("One: Two; Three."), [3])

    def test_code_is_one_word_and_a_link_is_its_text(self):
        self.assertEqual(lengths("`a b\nc` and [two words](https://example.org/a/b?c) - here"), [5])

    def test_a_paragraph_and_a_list_item_end_a_sentence(self):
        half = "word " * 20
        self.assertEqual(list(sentences.long_sentences(f"{half}\n\n{half}\n- {half}\n- {half}\n")), [])

    def test_tables_headings_code_and_what_a_program_made_are_no_prose(self):
        long = of(50)
        page = f"# {long}\n\n| {long} |\n\n```\n{long}\n```\n<!-- keys: begin (made) -->\n{long}\n<!-- keys: end -->\n"
        self.assertEqual(list(sentences.long_sentences(page)), [])
        self.assertEqual(len(list(sentences.long_sentences(page + long))), 1)


if __name__ == "__main__":
    unittest.main()
