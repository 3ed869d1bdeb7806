"""A node that `tactus rtl` writes is one that others can use: its bench passes under cocotb, and FuseSoC reads its core.

    python3 check_node.py PROGRAM

Both come from PyPI: ./tactus lint puts them where this script looks. It is skipped without them, and without PROGRAM,
which a build makes.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

import source_tree

# Small, so that it is soon compiled; every kind of message goes both ways in it.
SCENARIO = "scenarios/quickstart/a2at_4x4.yaml"
SETTINGS = ("nic.unexpected_entries=32", "network.shape=[2, 3]", "nic.count=2", "nic.mtu=512 B")


def main():
    program = pathlib.Path(sys.argv[1])
    python = source_tree.PYPI / "python"
    imports = [python, "-c", "import cocotb, fusesoc"]
    if not python.exists() or subprocess.run(imports, capture_output=True).returncode != 0:
        print("Skipped: needs cocotb and fusesoc from PyPI; ./tactus lint installs them")
        return source_tree.SKIPPED
    if not program.exists():
        print(f"Skipped: there is no {program.name}; ./tactus test builds it")
        return source_tree.SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        node = pathlib.Path(folder) / "node"
        settings = [word for setting in SETTINGS for word in ("--set", setting)]
        subprocess.run([program, "rtl", source_tree.ROOT / SCENARIO, "--out", node, *settings], check=True)
        # What cocotb starts looks for its own tools on the path.
        environment = {**os.environ, "PATH": f"{source_tree.PYPI}:{os.environ['PATH']}"}
        for command in ([python, "bench/run.py"],
                        [python, "-m", "fusesoc.main", "--cores-root", ".", "run", "--target", "lint", "tactus_node"]):
            if subprocess.run(command, cwd=node, env=environment).returncode != 0:
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
