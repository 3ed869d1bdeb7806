"""Texts that have to stand alone, and do not: they begin with a word that hangs on the text before them.

Looked at are the first line of each `///` comment of a header, and each cell in the body of a Markdown table. A reader
meets both by a jump, from a search or a tooltip, and has not read the neighbor.
"""

import re

import prose

# "The same.", "That of a NIC", "What it does": nothing in the text itself names the thing that it speaks of.
OPENER = re.compile(
    r"(?:the same|same|and|of|what|who|whoever|whom|whose|as well|as before|as above|likewise|ditto|such|"
    r"that of|those|with it|with them)\b(?!-)",
    re.IGNORECASE,
)
# The name of a statement, and the signs of emphasis, of a link and of a quotation in front of the first word.
LABEL = re.compile(r"\*\*[A-Z]+-\d+\*\*\s*")
SIGNS = re.compile(r"[*_\[(\"']+")
ROW = re.compile(r"^\s*\|(.*)\|\s*$")
RULE = re.compile(r"^[\s|:-]+$")
CELL = re.compile(r"(?<!\\)\|")
COMMENT = re.compile(r"^\s*///<?\s?(.*)$")
BEHIND_CODE = re.compile(r"\S\s*///<?\s?(.*)$")


def hanging(text):
    """The opener that `text` hangs by, or None. A question is a whole sentence, and hangs by nothing."""
    words = SIGNS.sub("", LABEL.sub("", text.strip()), count=1)
    found = OPENER.match(words)
    return found.group() if found and not words.endswith("?") else None


def comments(header):
    """Pairs of the line, from 1, and the first line of each `///` comment of a C++ header."""
    inside = False
    for number, line in enumerate(header.splitlines(), 1):
        own = COMMENT.match(line)
        behind = None if own else BEHIND_CODE.search(line)
        if own and not inside:
            yield number, own.group(1)
        elif behind:
            yield number, behind.group(1)
        inside = own is not None


def cells(page):
    """Pairs of the line, from 1, and the text of each cell in the body of a page's tables. The row that names the
    columns is no text."""
    number, in_body = 1, False
    for is_prose, lines in prose.blocks(page):
        row = None if is_prose else ROW.match(lines[0])
        if row is None:
            in_body = False
        elif RULE.match(lines[0]):
            in_body = True
        elif in_body:
            yield from ((number, cell.strip()) for cell in CELL.split(row.group(1)))
        number += len(lines)
