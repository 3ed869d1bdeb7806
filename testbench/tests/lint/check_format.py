"""Are all C++ files formatted as .clang-format says? With --fix: makes them so."""

import re
import shutil
import subprocess
import sys

import source_tree

MAJOR = "14"  # Debian 12's; others format differently


def clang_format():
    """Its path; ends the test if it is not there in the right version."""
    tool = shutil.which(f"clang-format-{MAJOR}") or shutil.which("clang-format")
    if tool is None:
        sys.exit("clang-format is missing: apt-get install clang-format")
    version = subprocess.run([tool, "--version"], check=True, capture_output=True, text=True).stdout
    if not re.search(rf"version {MAJOR}\.", version):
        print(f"Skipped: needs clang-format {MAJOR}, and this is {version.strip()}")
        sys.exit(source_tree.SKIPPED)
    return tool


def main():
    tool = clang_format()
    paths = [str(path) for path in source_tree.own_files(*source_tree.CPP_SUFFIXES)]
    if sys.argv[1:] == ["--fix"]:
        return subprocess.run([tool, "-i", *paths], cwd=source_tree.ROOT, check=False).returncode
    result = subprocess.run([tool, "--dry-run", "-Werror", *paths], cwd=source_tree.ROOT, check=False)
    if result.returncode != 0:
        print("To mend: python3 testbench/tests/lint/check_format.py --fix")
        return 1
    print(f"{len(paths)} files are formatted.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
