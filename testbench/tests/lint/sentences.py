"""Sentences of Markdown pages that are too long to be read in one breath.

Counted is prose, as prose.py sees it: no heading, table, block of code, or what comments mark as made by a program. A
code span counts as one word, and the address of a link as none. A sentence ends with its paragraph or list item too.
"""

import re

import prose

MOST_WORDS = 40  # a ceiling, not an aim: a sentence that flows may be long
CODE = re.compile(r"`[^`]*`")
PART = re.compile(r"\S+")
# The last letters of a sentence: its stop, and what may close behind it.
END = re.compile(r"[.!?][\"')\]*_]*$")
ABBREVIATION = re.compile(r"^\W*(?:e\.g|i\.e|etc|cf|vs|al|no|fig|eq|sect|approx|resp)\.$", re.IGNORECASE)
# A sentence does not begin with a small letter.
SMALL = re.compile(r"^[\"'(\[]*[a-z]")
WORD = re.compile(r"\w")


def plain(lines):
    """The text of a block with its mark taken off and code spans as one word."""
    text = "\n".join([prose.ITEM.sub("", lines[0]), *lines[1:]])

    def one_word(found):
        return "Code" + "\n" * found.group().count("\n")

    return CODE.sub(one_word, text)


def sentences(lines):
    """Pairs of a sentence's words and the line of the block, from 0, in which it begins."""
    text = plain(lines)
    parts = list(PART.finditer(text))
    words, first = [], 0
    for part, after in zip(parts, [*parts[1:], None]):
        if not words:
            first = text.count("\n", 0, part.start())
        if WORD.search(part.group()):
            words.append(part.group())
        ends = END.search(part.group()) and not ABBREVIATION.match(part.group())
        if words and (after is None or (ends and not SMALL.match(after.group()))):
            yield words, first
            words = []


def long_sentences(page):
    """Of each sentence of more than MOST_WORDS its line in the page, its number of words and how it begins."""
    number = 1
    for is_prose, lines in prose.blocks(page):
        if is_prose:
            for words, line in sentences(lines):
                if len(words) > MOST_WORDS:
                    yield number + line, len(words), " ".join(words[:6])
        number += len(lines)
