"""What the figures that are drawn as SVG share: a frame with grid lines, titles of its axes, curves and their legend."""

import pathlib

WIDTH, HEIGHT = 640, 400
TOP, BOTTOM = 16, 46


class Frame:
    """An area for curves. `left` and `right` are the room for labels and for the legend; lengths are pixels."""

    def __init__(self, left, right, legend_line):
        self.left = left
        self.right = WIDTH - right
        self.bottom = HEIGHT - BOTTOM
        self.legend_line = legend_line

    def x(self, share):
        """Of a share of the width, 0 to 1 from the left."""
        return self.left + (self.right - self.left) * share

    def y(self, share):
        """Of a share of the height, 0 to 1 from the top."""
        return TOP + (self.bottom - TOP) * share

    def row(self, y, label):
        yield f'<path d="M{self.left} {y:.1f}H{self.right}" stroke="#dddddd"/>'
        yield f'<text x="{self.left - 6}" y="{y + 4:.1f}" text-anchor="end">{label}</text>'

    def column(self, x, label=None):
        yield f'<path d="M{x:.1f} {TOP}V{self.bottom}" stroke="#eeeeee"/>'
        if label is not None:
            yield f'<text x="{x:.1f}" y="{self.bottom + 16}" text-anchor="middle">{label}</text>'

    def titles(self, of_x, of_y):
        yield f'<text x="{(self.left + self.right) / 2}" y="{HEIGHT - 8}" text-anchor="middle">{of_x}</text>'
        yield f'<text transform="translate(14 {(TOP + self.bottom) / 2}) rotate(-90)" text-anchor="middle">{of_y}</text>'

    def curve(self, number, name, places, pen):
        """A line through `places`, (x, y) each, and its row in the legend. `pen`: attributes of its stroke."""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        yield f'<polyline points="{path}" fill="none" {pen}/>'
        y = TOP + 14 + 18 * number
        yield f'<path d="M{self.right + 10} {y - 4}h{self.legend_line}" {pen}/>'
        yield f'<text x="{self.right + 10 + self.legend_line + self.legend_line // 4}" y="{y}">{name}</text>'


def write(path, lines):
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="12">'
    background = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>'
    pathlib.Path(path).write_text("\n".join([head, background, *lines, "</svg>"]) + "\n", encoding="utf-8")
