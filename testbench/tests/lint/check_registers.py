"""Everything that is generated from rtl/regs/nic.rdl is in the tree as it would be generated now.

The generator needs packages from PyPI: ./tactus lint puts them where this script looks. Without them it is skipped.
"""

import pathlib
import subprocess
import sys

import source_tree

EXPORT = source_tree.ROOT / "rtl/regs/export.py"


def main():
    for python in (source_tree.PYPI / "python", pathlib.Path(sys.executable)):
        imports = [python, "-c", "import systemrdl, peakrdl_regblock, peakrdl_ipxact, markdown"]
        if python.exists() and subprocess.run(imports, capture_output=True).returncode == 0:
            return subprocess.run([python, EXPORT, "--check"]).returncode
    print("Skipped: needs systemrdl-compiler, peakrdl-regblock, peakrdl-ipxact and Markdown from PyPI; ./tactus lint installs them")
    return source_tree.SKIPPED


if __name__ == "__main__":
    sys.exit(main())
