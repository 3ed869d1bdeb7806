#!/usr/bin/env python3
"""Draws the two pictures of docs/timing.md as SVG: the router's pipeline, and a packet's way through an idle network.

Every cycle in them follows from the contract's statements, not from a run. Colours follow the reader's light or dark
mode. Without arguments it writes both into docs/images; timing_figures_test.py checks that they are fresh.
"""

import pathlib

IMAGES = pathlib.Path(__file__).resolve().parents[3] / "docs" / "images"
LINK = 22  # cycles of a link, LINK-1 with Table 1
HOP = 4 + LINK  # TOTAL-1
STAGES = ("RC", "VA", "SA")
BOX = 140  # width of a stage, pixels
EDGES = 12  # shown of two packets

LIGHT = {"paper": "#ffffff", "ink": "#1f2328", "rule": "#d0d7de", "box": "#f6f8fa", "first": "#2f6fbb",
         "second": "#c8641e", "wire": "#9fb8d6", "memory": "#2e8b57", "stage": "#8250df", "on": "#ffffff"}
DARK = {"paper": "#0d1117", "ink": "#e6edf3", "rule": "#30363d", "box": "#161b22", "first": "#58a6ff",
        "second": "#f0883e", "wire": "#30507a", "memory": "#3fb950", "stage": "#bc8cff", "on": "#0d1117"}


def style():
    def rules(colours):
        filled = "".join(f".{name}{{fill:{colour}}}" for name, colour in colours.items())
        drawn = "".join(f".{name}-line{{stroke:{colour};fill:none}}" for name, colour in colours.items())
        return filled + drawn

    return f"<style>{rules(LIGHT)}@media (prefers-color-scheme:dark){{{rules(DARK)}}}</style>"


def picture(width, height, title, lines):
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            'font-family="sans-serif" font-size="13" role="img">')
    arrow = ('<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
             'orient="auto-start-reverse"><path class="ink" d="M0 0 8 4 0 8z"/></marker></defs>')
    paper = f'<rect class="paper" width="{width}" height="{height}"/>'
    return "\n".join([head, f"<title>{title}</title>", style(), arrow, paper, *lines, "</svg>"]) + "\n"


def text(x, y, words, anchor="middle", kind="ink", more=""):
    return f'<text class="{kind}" x="{x:g}" y="{y:g}" text-anchor="{anchor}"{more}>{words}</text>'


def bar(x, y, width, height, kind, more=""):
    return f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{more}/>'


def arrow(path, dashed=False):
    dashes = ' stroke-dasharray="5 3"' if dashed else ""
    return f'<path class="ink-line" stroke-width="1.4" marker-end="url(#tip)"{dashes} d="{path}"/>'


def stage(x, name, edge, lines):
    """A box of the pipeline: its name, its edge, and what it does."""
    yield bar(x, 56, BOX, 104, "box", ' rx="6"')
    yield f'<rect class="rule-line" x="{x}" y="56" width="{BOX}" height="104" rx="6"/>'
    yield text(x + BOX / 2, 76, name, more=' font-weight="bold"')
    yield text(x + BOX / 2, 94, edge, kind="first")
    for number, line in enumerate(lines):
        yield text(x + BOX / 2, 115 + 17 * number, line, more=' font-size="12"')


def stages():
    """The four boxes with what flows between them and back."""
    places = (96, 254, 412, 570)
    whats = (
        ("RC, route", "edge r", ("head sampled,", "output and VCs", "known, queued")),
        ("VA, request", "edge v = r + 1", ("front of a queue", "states output", "and VCs")),
        ("SA, grant", "edge g = v + 1", ("output picks; all", "credits taken;", "lowest VC with room")),
        ("ST, send", "edges g+1 to g+L", ("one flit per edge,", "switch held", "until the tail")),
    )
    for x, what in zip(places, whats):
        yield from stage(x, *what)
    yield arrow("M72 108H92")
    for x in places[:3]:
        yield arrow(f"M{x + BOX} 108H{x + 154}")
    yield arrow("M710 108H732")
    for number, words in enumerate(("flit_i", "all ports,", "input", "buffers")):
        yield text(40, 88 + 17 * number, words)
    yield text(40, 156, "per VC", more=' font-size="12"')
    yield text(766, 104, "flit_o")
    yield text(766, 121, "all ports")
    yield arrow("M640 56V30H40V68", dashed=True)
    yield text(340, 22, "credit_o: the slot of each flit, in the cycle in which the flit is on flit_o",
               more=' font-size="12"')
    yield arrow("M766 132V184H482V164", dashed=True)
    yield text(624, 200, "credit_i: used by SA at the edge that samples it", more=' font-size="12"')


def packet_row(y, name, kind, edges, length):
    """Stages and flits of a packet: `edges` of RC, VA, SA; ST follows SA."""
    yield text(112, y + 17, name, "end")
    for word, edge in zip(STAGES, edges):
        yield bar(120 + 44 * edge + 1, y, 42, 24, kind, ' rx="3"')
        yield text(120 + 44 * edge + 22, y + 17, word, kind="on")
    start = edges[2] + 1
    yield bar(120 + 44 * start + 1, y, 44 * length - 2, 24, kind, ' rx="3"')
    yield text(120 + 44 * start + 22 * length, y + 17, f"ST, {length} flits", kind="on")


def pipeline():
    """Two packets of four flits in one queue, for one output."""
    length = 4
    first = (0, 1, 2)
    second_head = length  # sampled behind the first one's tail
    second = (second_head, max(second_head + 1, first[2]), max(second_head + 2, first[2] + length))
    lines = list(stages())
    lines.append(text(16, 240, "Two packets of L = 4 flits, one behind the other, for the same output:", "start"))
    for edge in range(EDGES + 1):
        x = 120 + 44 * edge
        lines.append(f'<path class="rule-line" d="M{x} 270V344"/>')
        if edge < EDGES:
            lines.append(text(x + 22, 264, f"r + {edge}" if edge else "r", more=' font-size="11"'))
    lines += packet_row(276, "first packet", "first", first, length)
    lines += packet_row(312, "second packet", "second", second, length)
    lines.append(text(16, 368, "The output is free again for SA at g + L: no cycle is lost between the two packets.", "start"))
    return picture(800, 384, "Pipeline of the router: RC, VA, SA and ST, with credits", lines)


class Way:
    """Cycles of a packet of `flits` over `hops` links, counted from its injection, in an idle network."""

    def __init__(self, hops, flits, memory):
        self.flits = flits
        self.read = -memory  # the descriptor is taken, and the payload asked for
        self.routed = [1 + HOP * hop for hop in range(hops + 1)]  # TOTAL-2, TOTAL-1
        self.sent = [edge + 3 for edge in self.routed]
        self.delivered = self.sent[-1] + flits  # TOTAL-3
        self.written = self.delivered + memory


def zero_load():
    """A packet of 2 KiB over two hops: read 126 ns at 16 GB/s, which is 32 cycles of 4 ns, and written likewise."""
    way = Way(hops=2, flits=128, memory=32)
    left, scale = 166, 2.5

    def x(cycle):
        return left + scale * (cycle - way.read + 4)

    lines, y = [], 48
    for cycle in range(-25, 226, 25):
        lines.append(f'<path class="rule-line" d="M{x(cycle):g} 40V332"/>')
        lines.append(text(x(cycle), 32, f"{cycle}", more=' font-size="11"'))
    lines.append(text(left - 12, 32, "cycle", "end", more=' font-size="11"'))

    def row(name, height=28):
        nonlocal y
        lines.append(text(left - 12, y + 17, name, "end"))
        y += height
        return y - height

    def span(begin, end, at, kind, words):
        lines.append(bar(x(begin), at, scale * (end - begin), 22, kind, ' rx="2"'))
        lines.append(text((x(begin) + x(end)) / 2, at + 16, words, kind="on", more=' font-size="12"'))

    span(way.read, 0, row("memory reads"), "memory", "payload")
    span(0, way.flits, row("NIC sends"), "second", f"{way.flits} flits, head in cycle 0")
    for hop, (routed, sent) in enumerate(zip(way.routed, way.sent)):
        at = row(f"router {hop + 1}")
        lines.append(bar(x(routed), at, scale * 3 - 1, 22, "stage", ' rx="1"'))
        span(sent, sent + way.flits, at, "first",
             f"RC {routed}, VA {routed + 1}, SA {routed + 2}, ST {sent} to {sent + way.flits - 1}")
        if hop + 1 < len(way.routed):
            at = row(f"link {hop + 1}", 44)
            begin, end = sent + 1, way.routed[hop + 1]
            corners = ((begin, at), (begin + way.flits, at), (end + way.flits, at + 38), (end, at + 38))
            lines.append('<path class="wire" d="M' + " ".join(f"{x(c):g} {v:g}" for c, v in corners) + 'z"/>')
            lines.append(text((x(begin) + x(end + way.flits)) / 2, at + 24, f"{LINK} cycles", more=' font-size="12"'))
    span(way.sent[-1] + 1, way.delivered + 1, row("NIC receives"), "second", f"tail in cycle {way.delivered}: delivered")
    span(way.delivered, way.written, row("memory writes"), "memory", "payload")
    y += 6
    lines.append(text(left, y + 16, f"Injection to delivery: {HOP} h + L + 4 = {way.delivered} cycles for h = 2 hops and "
                      f"L = {way.flits} flits.", "start"))
    lines.append(text(left, y + 34, f"The payload is in memory, and the receive complete, in cycle {way.written}.",
                      "start"))
    lines.append(bar(left, y + 41, scale * 3, 14, "stage", ' rx="1"'))
    lines.append(text(left + 14, y + 52, "RC, VA and SA, one cycle each", "start"))
    return picture(840, int(y + 68), "Way of a packet through an idle network, cycle by cycle", lines)


PICTURES = {"router_pipeline.svg": pipeline, "zero_load_packet.svg": zero_load}


if __name__ == "__main__":
    for file_name, draw in PICTURES.items():
        (IMAGES / file_name).write_text(draw(), encoding="utf-8")
