"""Prose of Markdown pages, wrapped at 100 columns.

Headings, tables, code blocks and what comments mark as made by a program are left alone. So is a word, an inline code
span or a link that is longer than a line. A paragraph or list item is filled anew only if one of its lines is too long.
"""

import re

WIDTH = 100
FENCE = re.compile(r"^\s*```")
APART = re.compile(r"^\s*(?:$|#{1,6} |\||<!--|!\[)")
ITEM = re.compile(r"^(\s*)([-*+]|\d+\.) +")
GENERATED = re.compile(r"<!-- .*: begin")
GENERATED_END = re.compile(r"<!-- .*: end")
# A line that began with one of these would be something else than prose.
MARKER = re.compile(r"[-*+=]+$|\d+[.)]$|#+$|[>|]")
# Words, and code spans with what touches them.
WORD = re.compile(r"(?:[^\s`]|`[^`]*`)+|`")


def is_generated(text):
    return "<!-- made by" in text[:300]


def words_of(text):
    words = []
    for word in WORD.findall(text):
        if words and MARKER.match(word):
            words[-1] += " " + word
        else:
            words.append(word)
    return words


def filled(block):
    """The lines of a paragraph or list item, filled up to WIDTH."""
    item = ITEM.match(block[0])
    first = item.group(0) if item else re.match(r"\s*", block[0]).group(0)
    lines = [first]
    empty = True
    for word in words_of(" ".join([block[0][len(first):], *block[1:]])):
        if empty:
            lines[-1] += word
        elif len(lines[-1]) + 1 + len(word) <= WIDTH:
            lines[-1] += " " + word
        else:
            lines.append(" " * len(first) + word)
        empty = False
    return lines


def blocks(text):
    """Lists of lines: prose that belongs together, marked True, and everything else, line by line."""
    fenced = generated = False
    block = []
    for line in text.splitlines():
        fence = FENCE.match(line)
        generated = bool(generated and not GENERATED_END.search(line)) or bool(GENERATED.search(line))
        apart = fence or fenced or generated or APART.match(line)
        if block and (apart or ITEM.match(line)):
            yield True, block
            block = []
        if fence:
            fenced = not fenced
        if apart:
            yield False, [line]
        else:
            block.append(line)
    if block:
        yield True, block


def wrapped(text):
    """The page with its prose wrapped, and the numbers of the lines at which what was too long begins."""
    result, faults = [], []
    number = 1
    for prose, lines in blocks(text):
        new = filled(lines) if prose and any(len(line) > WIDTH for line in lines) else lines
        if new != lines:
            faults.append(number)
        result += new
        number += len(lines)
    return "\n".join(result) + "\n", faults
