"""The commands of docs/reference/sweep.md for several machines, as they stand there: by Slurm and by GNU parallel.

What they leave is held to a sweep in one piece. Slurm is one of the test's own (private_slurm.py).

    TACTUS=PATH_TO_TACTUS shard_recipes_test.py SlurmRecipe | ParallelRecipe
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import private_slurm

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "reference" / "sweep.md"
OUT = pathlib.Path("results", "load")
END_S = 600


def recipe(heading):
    """The commands below a heading of the page, as a script."""
    section = PAGE.read_text(encoding="utf-8").split(f"\n### {heading}\n")[1].split("\n#")[0]
    block = re.search(r"^```\n(\$ .*?)^```$", section, re.MULTILINE | re.DOTALL).group(1)
    return "".join(line.removeprefix("$ ") for line in block.splitlines(keepends=True))


def contents(folder):
    """What every file in a folder and below holds, by its path there; of results, what does not differ from run to run."""
    files = {}
    for path in sorted(folder.rglob("*")):
        held = path.read_bytes() if path.is_file() else b""
        if path.name == "result.json":
            result = json.loads(held)
            del result["host"]
            held = json.dumps(result).encode()
        files[str(path.relative_to(folder))] = held
    return files


class Recipe(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tactus_recipe_"))
        self.addCleanup(shutil.rmtree, self.folder)

    def clone(self, name):
        """A folder as the clone's root is to a reader."""
        folder = self.folder / name
        folder.mkdir()
        (folder / "tactus").symlink_to(os.path.abspath(os.environ["TACTUS"]))
        (folder / "scenarios").symlink_to(ROOT / "scenarios")
        return folder

    def give(self, script, clone, environment=None):
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=clone, env=environment, text=True,
                              capture_output=True, check=False, timeout=END_S)
        self.assertEqual(done.returncode, 0, f"{script}\n{done.stdout}{done.stderr}")
        return done.stdout

    def hold_to_one_piece(self, clone):
        """`clone` has what the recipes' sweep leaves when it is run at once."""
        whole = self.clone("whole")
        sweep, _, gathers = recipe("GNU parallel").splitlines()
        self.give(f"{sweep}\n{gathers}", whole)
        expected, found = contents(whole / OUT), contents(clone / OUT)
        self.assertEqual(sum(name.endswith("/result.json") for name in expected), 10)
        self.assertEqual(found.keys(), expected.keys())
        for name, held in expected.items():
            self.assertTrue(found[name] == held, name)


class SlurmRecipe(Recipe):
    def test_page(self):
        clone = self.clone("cluster")
        with private_slurm.PrivateSlurm(processors=4) as slurm:
            gathers = re.search(r"Submitted batch job (\d+)", self.give(recipe("Slurm"), clone, slurm.environment))[1]
            slurm.wait_for_jobs(END_S)
            jobs = slurm.says("scontrol", "--oneliner", "show", "job").splitlines()
        said = {path.name: path.read_text() for path in clone.glob("slurm-*.out")}
        self.assertEqual([job for job in jobs if "JobState=COMPLETED" not in job], [], said)
        shown = PAGE.read_text(encoding="utf-8")
        runs = {0: 3, 1: 3, 2: 2, 3: 2}
        for shard, share in runs.items():
            text = (f"5 points with 2 seeds each at packet level\nshard {shard}/4: {share} of 10 runs\n"
                    f"{share} run, 0 found; in results/load, which the same sweep without --shard gathers\n")
            self.assertEqual(said.pop(f"slurm-1_{shard}.out"), text)
            self.assertEqual(shard == 1, text in shown)
        self.assertEqual(list(said), [f"slurm-{gathers}.out"])
        self.assertIn("0 run, 10 found; table in results/load/sweep.csv", said.popitem()[1])
        self.hold_to_one_piece(clone)
        self.assertEqual(list(private_slurm.processes(slurm.folder)), [])


class ParallelRecipe(Recipe):
    def test_page(self):
        clone = self.clone("parallel")
        said = self.give(recipe("GNU parallel"), clone)
        self.assertEqual(sorted(re.findall(r"^shard ./4: \d of 10 runs$", said, re.MULTILINE)),
                         ["shard 0/4: 3 of 10 runs", "shard 1/4: 3 of 10 runs", "shard 2/4: 2 of 10 runs",
                          "shard 3/4: 2 of 10 runs"])
        self.assertIn("0 run, 10 found; table in results/load/sweep.csv", said)
        self.hold_to_one_piece(clone)


def main():
    missing = {"SlurmRecipe": private_slurm.missing_tools,
               "ParallelRecipe": lambda: [tool for tool in ("parallel",) if not shutil.which(tool)]}[sys.argv[1]]()
    if missing:
        print(f"not tested, for want of {', '.join(missing)} (Debian: slurm-wlm, munge; parallel)")
        sys.exit(77)
    unittest.main()


if __name__ == "__main__":
    main()
