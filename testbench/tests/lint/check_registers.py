"""Everything that is generated from rtl/regs/nic.rdl is in the tree as it would be generated now.

The generator needs packages from PyPI: ./tactus lint puts them where this script looks. Without them it is skipped.
"""

import pathlib
import subprocess
import sys

import source_tree

PYTHON = pathlib.Path.home() / ".cache/tactus/pypi/bin/python"  # the launcher's name for it too
EXPORT = source_tree.ROOT / "rtl/regs/export.py"


def main():
    packages = [line.split("==")[0].replace("-", "_")
                for line in (EXPORT.parent / "requirements.txt").read_text(encoding="utf-8").splitlines()
                if "==" in line]
    names = {"systemrdl_compiler": "systemrdl"}
    imports = "import " + ", ".join(names.get(package, package) for package in packages)
    for python in (PYTHON, sys.executable):
        if pathlib.Path(python).exists() and subprocess.run([python, "-c", imports], capture_output=True).returncode == 0:
            return subprocess.run([python, EXPORT, "--check"]).returncode
    print(f"Skipped: needs {' and '.join(packages)} from PyPI; ./tactus lint installs them")
    return source_tree.SKIPPED


if __name__ == "__main__":
    sys.exit(main())
