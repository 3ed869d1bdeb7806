"""Are all C++ files formatted as .clang-format says? With --fix: makes them so."""

import subprocess
import sys

import source_tree


def main():
    tool = source_tree.llvm_tool("clang-format")
    paths = [str(path) for path in source_tree.files(*source_tree.CPP_SUFFIXES)]
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
