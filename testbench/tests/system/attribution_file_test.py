"""attribution.h5 as its readers see it: h5py opens it, and its sums are those of result.json and of the links."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

try:
    import h5py
except ImportError:
    print("no h5py (Debian: python3-h5py): not tested")
    sys.exit(77)

SCENARIO = pathlib.Path(__file__).parents[3] / "scenarios" / "quickstart" / "a2at_4x4.yaml"


SHAPES = [
    ("[7]", "[false]", 1), ("[5]", "all", 8), ("[3, 4]", "[false, true]", 3), ("[4, 3, 2]", "all", 6),
    ("[3, 2, 4]", "[false, false, false]", 5), ("[2, 3, 2, 2]", "[true, false, true, false]", 7),
]


def run(folder, level, *settings):
    command = [os.environ["TACTUS"], "run", str(SCENARIO), "--quiet", "--level", level, "--out", folder]
    for setting in ("attribution.enabled=true", *settings):
        command += ["--set", setting]
    subprocess.run(command, check=True)
    with open(pathlib.Path(folder, "result.json")) as text:
        return json.load(text), pathlib.Path(folder, "attribution.h5")


class AttributionFile(unittest.TestCase):
    def test_sums(self):
        with tempfile.TemporaryDirectory() as folder:
            result, path = run(folder, "packet")
            parts = result["attribution"]["parts"]
            with h5py.File(path) as file:
                flits = file["outputs/flits"][:]
                self.assertEqual(flits.shape[1:], (16, 8, 2))
                self.assertEqual(flits[:, :, :4].sum(), result["flit_hops"])
                for part in ("queue", "output", "input", "credits"):
                    self.assertEqual(file["outputs/" + part][:].sum(), parts[part], part)
                names = [name.decode() for name in file["latency/parts"]]
                self.assertEqual(dict(zip(names, file["latency/total"][0])), parts)
                for split in ("by_source", "by_destination", "by_pair", "by_sequence"):
                    self.assertEqual(file["latency/" + split][:].sum(), result["attribution"]["latency_cycles"], split)
                    self.assertEqual(file["latency/" + split + "_packets"][:].sum(), result["packets_delivered"], split)
                self.assertEqual(len(file["windows/begin_s"]), flits.shape[0])
                last = file["windows/begin_s"][-1]
                self.assertLess(last, result["simulated_seconds"])
                self.assertGreaterEqual(last + file["windows/length_s"][0], result["simulated_seconds"] * 0.99)

    def test_bubble(self):
        settings = ("network.shape=[4,5]", "message_size=4 KiB", "router.flow_control=bubble", "router.vc_buffer=4 KiB")
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as other:
            result, path = run(folder, "packet", *settings)
            parts = result["attribution"]["parts"]
            with h5py.File(path) as file:
                waits = file["outputs/bubble"][:]
                self.assertEqual(waits.shape, file["outputs/queue"].shape)
                self.assertEqual(waits.sum(), parts["bubble"])
                self.assertEqual(file["outputs/credits"][:].sum(), parts["credits"])
                self.assertGreater(min(waits[:, :, port].sum() for port in range(4)), 0)
                self.assertEqual(waits[:, :, 4:].sum(), 0)  # to NICs nobody needs a bubble
                sums = waits.sum(axis=0)
                ports = [name.decode() for name in file["outputs/ports"]]
                for worst in result["attribution"]["worst_outputs"]:
                    x, y = worst["node"]
                    self.assertEqual(sums[4 * y + x, ports.index(worst["port"])], worst["bubble"])
            self.assertEqual(run(other, "cycle", *settings)[1].read_bytes(), path.read_bytes())
            result, path = run(folder, "packet", *settings[:2])
            self.assertEqual(result["attribution"]["parts"]["bubble"], 0)
            with h5py.File(path) as file:
                self.assertNotIn("outputs/bubble", file)

    def test_shapes(self):
        for shape, wrap, nics in SHAPES:
            sizes = json.loads(shape)
            directions = 2 * len(sizes)
            settings = (f"network.shape={shape}", f"network.wrap={wrap}", f"nic.count={nics}", "waves.nodes=all",
                        "message_size=3 KiB", "router.tie_break=signed")
            with self.subTest(shape, wrap=wrap), tempfile.TemporaryDirectory() as folder, \
                    tempfile.TemporaryDirectory() as other:
                result, path = run(folder, "packet", *settings)
                with h5py.File(path) as file:
                    flits = file["outputs/flits"][:]
                    nodes = 1
                    for size in sizes:
                        nodes *= size
                    self.assertEqual(flits.shape[1:], (nodes, directions + nics, 2))
                    places = [name.decode() for name in file["nodes/names"]]
                    self.assertEqual(len(places), nodes)
                    # x counts fastest; a text has as many coordinates as the network has dimensions.
                    self.assertEqual(places[0], "(" + ",".join("0" for _ in sizes) + ")")
                    self.assertEqual(places[1], "(" + ",".join(["1"] + ["0"] * (len(sizes) - 1)) + ")")
                    self.assertEqual(places[-1], "(" + ",".join(str(size - 1) for size in sizes) + ")")
                    names = [name.decode() for name in file["outputs/ports"]]
                    self.assertEqual(names[:directions], [sign + "xyzw"[d] for d in range(len(sizes)) for sign in
                                                          ("plus_", "minus_")])
                    self.assertEqual(names[directions:], [f"nic_{nic}" for nic in range(nics)])
                    self.assertEqual(flits[:, :, :directions].sum(), result["flit_hops"])
                    self.assertEqual(flits[:, :, directions:].sum(), result["flits_injected"])
                    self.assertGreater(min(flits[:, :, port].sum() for port in range(directions)), 0)
                    self.assertEqual(file["buffers/flit_cycles"].shape, flits.shape)
                    for part in ("queue", "output", "input", "credits"):
                        waits = file["outputs/" + part][:]
                        self.assertEqual(waits.shape[:3], flits.shape[:3])
                        self.assertEqual(waits.sum(), result["attribution"]["parts"][part], part)
                    # An output at the edge of a mesh has no link, and does nothing.
                    rings = [True] * len(sizes) if wrap == "all" else json.loads(wrap)
                    for node in range(nodes):
                        rest = node
                        for d, size in enumerate(sizes):
                            at, rest = rest % size, rest // size
                            if not rings[d] and at == size - 1:
                                self.assertEqual(flits[:, node, 2 * d].sum(), 0)
                            if not rings[d] and at == 0:
                                self.assertEqual(flits[:, node, 2 * d + 1].sum(), 0)
                self.assertEqual(run(other, "cycle", *settings)[1].read_bytes(), path.read_bytes())

    def test_stages(self):
        settings = ("node.kind=numa", "node.memory=far", "message_size=2 KiB")
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as other:
            result, path = run(folder, "packet", *settings)
            stages = result["attribution"]["stages"]
            with h5py.File(path) as file:
                names = [name.decode() for name in file["stages/parts"]]
                self.assertIn("write.ht_credits", names)
                self.assertNotIn("write.read_tags", names)
                for name, cycles in zip(names, file["stages/total"][0]):
                    part, stage = name.split(".")
                    self.assertEqual(stages[part][stage], cycles, name)
                parts = [name.decode() for name in file["latency/parts"]]
                for split in ("total", "by_source", "by_destination", "by_pair", "by_sequence"):
                    for part in ("memory", "write"):
                        columns = [at for at, name in enumerate(names) if name.startswith(part + ".")]
                        of_stages = file["stages/" + split][:][:, columns].sum(axis=1)
                        self.assertEqual(list(of_stages), list(file["latency/" + split][:][:, parts.index(part)]), split)
            self.assertEqual(run(other, "cycle", *settings)[1].read_bytes(), path.read_bytes())
            with h5py.File(run(folder, "packet")[1]) as file:
                self.assertNotIn("stages", file)

    def test_messages(self):
        with tempfile.TemporaryDirectory() as folder:
            result, path = run(folder, "flow")
            flows = result["flow_attribution"]
            with h5py.File(path) as file:
                lost = file["links/lost_ps"][:]
                self.assertEqual(file["nodes/names"][5].decode(), "(1,1)")
                names = [name.decode() for name in file["links/names"]]
                self.assertEqual(lost.shape[1], len(names))
                self.assertEqual(lost.sum(), flows["parts"]["shared"])
                for link in flows["worst_links"]:
                    self.assertEqual(names[link["index"]], link["link"])
                    self.assertEqual(lost[:, link["index"]].sum(), link["lost_ps"])
                    self.assertEqual(file["links/messages"][link["index"]], link["messages"])
                    self.assertAlmostEqual(file["links/used"][link["index"]], link["used"])
                parts = [name.decode() for name in file["latency/parts"]]
                self.assertEqual(dict(zip(parts, file["latency/total"][0])), flows["parts"])
                for split in ("by_source", "by_destination", "by_pair", "by_sequence"):
                    self.assertEqual(file["latency/" + split][:].sum(), flows["latency_ps"], split)
                    self.assertEqual(file["latency/" + split + "_messages"][:].sum(), flows["messages"], split)
                self.assertEqual(len(file["windows/begin_s"]), len(lost))
                self.assertAlmostEqual(file["windows/length_s"][0], 1e-12 * float(file["windows/length_ps"][0]))
                self.assertLess(file["windows/begin_s"][-1], result["simulated_seconds"])

    def test_levels(self):
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
            cycle = run(one, "cycle")[1].read_bytes()
            self.assertEqual(cycle, run(other, "packet")[1].read_bytes())


if __name__ == "__main__":
    unittest.main()
