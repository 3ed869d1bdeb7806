"""The notebooks of the examples, executed cell by cell in a kernel of Jupyter."""

import json
import os
import sys
import unittest

import support

EXAMPLES = support.ROOT / "python/examples"

try:
    import ipykernel  # noqa: F401 - the kernel that nbclient starts
    import nbclient
    import nbformat
    import pandas  # noqa: F401 - the notebook needs it
except ImportError as missing:
    print(f"no {missing.name} (Debian: python3-{missing.name}): not tested")
    sys.exit(support.SKIPPED)


def executed(notebook):
    """The notebook with the outputs of its cells. Raises the exception of a cell that fails."""
    with support.environment(PYTHONPATH=support.ROOT / "python"):
        client = nbclient.NotebookClient(notebook, timeout=1800, kernel_name="python3",
                                         resources={"metadata": {"path": str(EXAMPLES)}})
        return client.execute()


def executed_cells(name):
    """The cells of code of the example of that name, with their outputs."""
    notebook = executed(nbformat.read(EXAMPLES / name, as_version=4))
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def texts(cell):
    """What the cell shows, as text."""
    return "".join(output.get("text", "") or output.get("data", {}).get("text/plain", "") for output in cell.outputs)


class Pacing(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cells = executed_cells("pacing.ipynb")

    def cell(self, word):
        found, = [cell for cell in self.cells if word in cell.source]
        return texts(found)

    def test_every_cell_shows_what_its_text_says(self):
        self.assertIn("240 messages", self.cell('result = tactus.run'))
        self.assertIn("ratio_to_ideal", self.cell("tactus.sweep"))
        self.assertIn("'1.3' is no multiple of 1/8 packet; the nearest are 1.25 and 1.375", self.cell("pacing__bias"))
        self.assertIn("took_us", self.cell("nlargest(5, \"took_us\")"))
        self.assertRegex(self.cell("comparison.check()"), r"cycle\s+True\s+NaN")
        if support.has("h5py"):
            self.assertRegex(self.cell("places.nlargest"), r"\(\d,\d\)\s+(plus|minus)_[xy]")

    def test_progress_is_shown_below_the_cell(self):
        source = ("import tactus, IPython\nseen = []\nbefore = IPython.display.DisplayHandle.update\n"
                  "IPython.display.DisplayHandle.update = lambda self, data, **more: (seen.append(data['text/plain']), "
                  "before(self, data, **more))\n"
                  "tactus.run('../../scenarios/nsim/a2at.yaml', level='packet', message_size='256 KiB')\nprint(seen)")
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
        shown = texts(executed(notebook).cells[0])
        self.assertRegex(shown, r"\[.*'[0-9.]+ [mu]s simulated, [0-9.]+ % of messages.*', ''\]")


@unittest.skipUnless(support.has("matplotlib"), "no matplotlib (Debian: python3-matplotlib)")
class Questions(unittest.TestCase):
    def test_each_question_has_its_picture_and_its_answer(self):
        cells = executed_cells("questions.ipynb")[1:]
        pictures = [any("image/png" in output.get("data", {}) for output in cell.outputs) for cell in cells]
        self.assertEqual(pictures, [True, False] * 3)
        answers = [texts(cell) for cell in cells[1::2]]
        self.assertRegex(answers[0], r"5 +0\.5 +1\.39\d+\n.* 6 +0\.5 +2\.92\d+\n.* 7 +1\.0 +1\.45")
        self.assertRegex(answers[1], r"plain +0\.385\d+ +0\.305\d+ *\noldest first +0\.657\d+ +0\.508")
        self.assertIn("after 104 us; without noise all have theirs after 55 us", answers[2])


class Files(unittest.TestCase):
    def test_they_are_committed_without_outputs(self):
        for notebook in EXAMPLES.glob("*.ipynb"):
            for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
                if cell["cell_type"] == "code":
                    self.assertEqual((cell["outputs"], cell["execution_count"]), ([], None), cell["source"])


if __name__ == "__main__":
    os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    unittest.main()
