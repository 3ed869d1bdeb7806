"""Result folders for tests of the report: by runs of the program, and made up."""

import json
import pathlib
import subprocess
import sys

try:
    import h5py
    import numpy
except ImportError:
    print("skipped: python3-h5py is not installed")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[3]
QUICKSTART = ROOT / "scenarios/quickstart/a2at_4x4.yaml"
WAITS = ("queue", "output", "input", "credits")


def tactus(program, *arguments):
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False)


def run(program, folder, *settings, scenario=QUICKSTART, level="packet"):
    options = [part for setting in settings for part in ("--set", setting)]
    done = tactus(program, "run", scenario, "--level", level, "--quiet", "--out", folder, *options)
    assert done.returncode == 0, done.stderr
    return folder


class Network:
    """Links of a torus or mesh, in the order of nodes and directions."""

    def __init__(self, configuration):
        self.size = json.loads(configuration["network.shape"])
        self.directions = 2 * len(self.size)
        wrap = configuration["network.wrap"]
        self.wrap = json.loads(wrap) if wrap.startswith("[") else [True] * len(self.size)
        self.nodes = int(numpy.prod(self.size))
        self.links = [(node, port) for node in range(self.nodes) for port in range(self.directions)
                      if self.neighbour(node, port) is not None]

    def coordinate(self, node):
        at = []
        for size in self.size:
            at.append(node % size)
            node //= size
        return at

    def neighbour(self, node, port):
        """The node behind a port; None where an edge has no link."""
        at = self.coordinate(node)
        dimension, step = port // 2, 1 - 2 * (port % 2)
        at[dimension] += step
        if not 0 <= at[dimension] < self.size[dimension] and not self.wrap[dimension]:
            return None
        number = 0
        for position, size in reversed(list(zip(at, self.size))):
            number = number * size + position % size
        return number

    def name(self, port):
        return ("plus_", "minus_")[port % 2] + "xyzw"[port // 2]


class Arrays:
    """attribution.h5 as values of places: links by node and direction, then nodes."""

    def __init__(self, folder):
        self.result = json.loads((folder / "result.json").read_text())
        self.network = Network(self.result["configuration"])
        with h5py.File(folder / "attribution.h5") as file:
            cycles = self.cycles = float(file["windows/length_cycles"][0])
            flits = file["outputs/flits"][:].sum(axis=3)
            waits = {name: file[f"outputs/{name}"][:] for name in WAITS}
            buffers = file["buffers/flit_cycles"][:].sum(axis=3)
        waits["credits"] = waits["credits"].sum(axis=3)
        self.windows = len(flits)
        self.links = len(self.network.links)
        nics = flits.shape[2] - self.network.directions
        self.measures = {"utilisation": self.places(flits, 1 / nics) / cycles}
        for name in WAITS:
            self.measures[name] = self.places(waits[name]) / cycles
        # A buffer belongs to the link that ends there: by port minus_x comes what went towards +x from the left.
        shown = numpy.zeros_like(self.places(buffers))
        shown[:, self.links:] = buffers[:, :, self.network.directions:].sum(axis=2)
        for place, (node, port) in enumerate(self.network.links):
            shown[:, place] = buffers[:, self.network.neighbour(node, port), port ^ 1]
        self.measures["occupancy"] = shown / cycles

    def places(self, array, of_nics=1.0):
        """[window, node, port] as [window, place]."""
        links = numpy.stack([array[:, node, port] for node, port in self.network.links], axis=1)
        nodes = of_nics * array[:, :, self.network.directions:].sum(axis=2)
        return numpy.concatenate([links, nodes], axis=1).astype(float)


def made_up(folder, template, size, windows):
    """The folder of a run on a torus of size x size with arrays that look like congestion: steps of 16 flits, and waits
    that last over windows and spread over neighbours."""
    folder.mkdir()
    result = json.loads((template / "result.json").read_text())
    result["configuration"].update({"network.shape": f"[{size}, {size}]"})
    cycles = 4096
    result["simulated_seconds"] = windows * cycles * 4e-9
    (folder / "result.json").write_text(json.dumps(result))
    dice = numpy.random.default_rng(7)
    shape = (windows, size * size, 8)
    wave = (0.5 + 0.5 * numpy.sin(numpy.arange(windows)[:, None, None] / 23 + numpy.arange(size * size)[None, :, None] / 300)
            ).astype("f4")

    def around(mean, spread):
        """Whole numbers from 0 on; many windows are drawn faster by a normal distribution than by the right ones."""
        return numpy.clip(mean + spread * dice.standard_normal(shape, dtype="f4"), 0, None).astype("u4")

    share = 0.4 * wave
    flits = 16 * numpy.minimum(around(cycles // 16 * share, numpy.sqrt(cycles // 16 * share * (1 - share))), cycles // 16)
    with h5py.File(folder / "attribution.h5", "w") as file:
        def put(name, values):
            values = values.astype("u4")
            file.create_dataset(name, data=values, chunks=(1, *values.shape[1:]))
        put("outputs/flits", numpy.stack([flits, flits // 3], axis=3) // 2)
        for part, name in enumerate(WAITS):
            some = dice.random(shape, dtype="f4") < 0.5 * wave
            mean = 900 * wave * (part + 1)
            waits = some * around(mean, numpy.sqrt(mean))
            put(f"outputs/{name}", numpy.stack([waits, 0 * waits], axis=3) if name == "credits" else waits)
        held = 64 * around(200 * cycles / 64 * wave, numpy.sqrt(200 * cycles / 64 * wave))
        put("buffers/flit_cycles", numpy.stack([held, held // 4], axis=3))
        file["windows/length_cycles"] = numpy.array([cycles], "u8")
        file["windows/length_s"] = numpy.array([cycles * 4e-9])
    return folder
