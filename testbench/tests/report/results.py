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
PORTS = ("plus_x", "minus_x", "plus_y", "minus_y")
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
WAITS = ("queue", "output", "input", "credits")


def tactus(program, *arguments):
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False)


def run(program, folder, *settings, scenario=QUICKSTART, level="packet"):
    options = [part for setting in settings for part in ("--set", setting)]
    done = tactus(program, "run", scenario, "--level", level, "--quiet", "--out", folder, *options)
    assert done.returncode == 0, done.stderr
    return folder


class Arrays:
    """attribution.h5 as values of places: links by node and direction, then nodes."""

    def __init__(self, folder):
        result = json.loads((folder / "result.json").read_text())
        width, height = json.loads(result["configuration"]["network.shape"])
        with h5py.File(folder / "attribution.h5") as file:
            cycles = self.cycles = float(file["windows/length_cycles"][0])
            flits = file["outputs/flits"][:].sum(axis=3)
            waits = {name: file[f"outputs/{name}"][:] for name in WAITS}
            buffers = file["buffers/flit_cycles"][:].sum(axis=3)
        waits["credits"] = waits["credits"].sum(axis=3)
        self.windows = len(flits)
        self.links = 4 * width * height
        self.measures = {"utilisation": self.places(flits, 0.25) / cycles}
        for name in WAITS:
            self.measures[name] = self.places(waits[name]) / cycles
        # A buffer belongs to the link that ends there: by port minus_x comes what went towards +x from the left.
        shown = numpy.zeros_like(self.places(buffers))
        shown[:, self.links:] = buffers[:, :, 4:].sum(axis=2)
        for node in range(width * height):
            for port, (x, y) in enumerate(STEPS):
                end = (node // width + y) % height * width + (node % width + x) % width
                shown[:, 4 * node + port] = buffers[:, end, port ^ 1]
        self.measures["occupancy"] = shown / cycles

    @staticmethod
    def places(array, of_nics=1.0):
        """[window, node, port] as [window, place]."""
        links = array[:, :, :4].reshape(len(array), -1)
        return numpy.concatenate([links, of_nics * array[:, :, 4:].sum(axis=2)], axis=1).astype(float)


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
    wave = 0.5 + 0.5 * numpy.sin(numpy.arange(windows)[:, None, None] / 23 + numpy.arange(size * size)[None, :, None] / 300)
    flits = 16 * dice.binomial(cycles // 16, 0.4 * wave * numpy.ones(shape))
    with h5py.File(folder / "attribution.h5", "w") as file:
        def put(name, values):
            values = values.astype("u4")
            file.create_dataset(name, data=values, chunks=(1, *values.shape[1:]), compression=1)
        put("outputs/flits", numpy.stack([flits, flits // 3], axis=3) // 2)
        for part, name in enumerate(WAITS):
            some = dice.random(shape) < 0.5 * wave
            waits = some * dice.poisson(900 * wave * (part + 1) * numpy.ones(shape))
            put(f"outputs/{name}", numpy.stack([waits, 0 * waits], axis=3) if name == "credits" else waits)
        held = dice.poisson(200 * cycles * wave * numpy.ones(shape) / 64) * 64
        put("buffers/flit_cycles", numpy.stack([held, held // 4], axis=3))
        file["windows/length_cycles"] = numpy.array([cycles], "u8")
        file["windows/length_s"] = numpy.array([cycles * 4e-9])
    return folder
