"""What the figures that are drawn as SVG share: frames with grid lines, titles of their axes, curves and a legend."""

import pathlib

WIDTH, HEIGHT = 640, 400
TOP, BOTTOM = 16, 46


def size_text(size):
    """In the largest binary unit of which it is a whole number: 4 KiB; one that is none of KiB in KB."""
    for factor, unit in ((1 << 20, "MiB"), (1 << 10, "KiB")):
        if size % factor == 0:
            return f"{size // factor} {unit}"
    return f"{size} B" if size < 1000 else f"{size / 1000:.3g} KB"


class Frame:
    """An area for curves, all lengths in pixels. `left` and `right`: room for labels and for the legend."""

    def __init__(self, left, right, legend_line, origin=0, width=WIDTH, height=HEIGHT, top=TOP):
        self.left = origin + left
        self.right = origin + width - right
        self.top = top
        self.height = height
        self.bottom = height - BOTTOM
        self.title_x = origin + 14
        self.legend_line = legend_line

    def x(self, share):
        """Of a share of the width, 0 to 1 from the left."""
        return self.left + (self.right - self.left) * share

    def y(self, share):
        """Of a share of the height, 0 to 1 from the top."""
        return self.top + (self.bottom - self.top) * share

    def row(self, y, label):
        yield f'<path d="M{self.left} {y:.1f}H{self.right}" stroke="#dddddd"/>'
        yield f'<text x="{self.left - 6}" y="{y + 4:.1f}" text-anchor="end">{label}</text>'

    def column(self, x, label=None):
        yield f'<path d="M{x:.1f} {self.top}V{self.bottom}" stroke="#eeeeee"/>'
        if label is not None:
            yield f'<text x="{x:.1f}" y="{self.bottom + 16}" text-anchor="middle">{label}</text>'

    def titles(self, of_x, of_y):
        yield f'<text x="{(self.left + self.right) / 2}" y="{self.height - 8}" text-anchor="middle">{of_x}</text>'
        middle = (self.top + self.bottom) / 2
        yield f'<text transform="translate({self.title_x} {middle}) rotate(-90)" text-anchor="middle">{of_y}</text>'

    def load_curves(self, title, most, step, of_x, of_y):
        """What stands round curves of cycles, up to `most`, against loads up to 0.9."""
        yield from self.heading(title)
        for cycles in range(0, most + 1, step):
            yield from self.row(self.y(1 - cycles / most), cycles)
        for tenths in range(0, 10, 2):
            yield from self.column(self.x(tenths / 9), f"{tenths / 10:g}")
        yield from self.titles(of_x, of_y)

    def load_places(self, points, most):
        """Places of points (load, cycles) of such a curve."""
        return [(self.x(load / 0.9), self.y(1 - cycles / most)) for load, cycles in points]

    def heading(self, text):
        yield f'<text x="{(self.left + self.right) / 2}" y="{self.top - 10}" text-anchor="middle">{text}</text>'

    def line(self, places, pen):
        """Through `places`, (x, y) each. `pen`: attributes of its stroke."""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        yield f'<polyline points="{path}" fill="none" {pen}/>'

    def legend(self, number, name, pen):
        y = self.top + 14 + 18 * number
        yield f'<path d="M{self.right + 10} {y - 4}h{self.legend_line}" {pen}/>'
        yield f'<text x="{self.right + 10 + self.legend_line + self.legend_line // 4}" y="{y}">{name}</text>'

    def curve(self, number, name, places, pen):
        """A line, and its row in the legend."""
        yield from self.line(places, pen)
        yield from self.legend(number, name, pen)


def draw(path, plot, curves):
    """Writes a picture of `curves`, points by name, which `plot` places: it has `axes` and `curve`."""
    lines = list(plot.axes())
    for number, (name, points) in enumerate(curves.items()):
        lines += plot.curve(number, name, points)
    write(path, lines)


def write(path, lines, width=WIDTH, height=HEIGHT):
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="12">'
    background = f'<rect width="{width}" height="{height}" fill="white"/>'
    pathlib.Path(path).write_text("\n".join([head, background, *lines, "</svg>"]) + "\n", encoding="utf-8")
