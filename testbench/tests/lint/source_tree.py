"""The files of the repository, for the checks in this folder."""

import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
CPP_SUFFIXES = (".h", ".cpp")

# Other versions of LLVM's tools format differently and know other checks: Debian 12's is what counts.
LLVM_MAJOR = "14"
SKIPPED = 77  # CTest's SKIP_RETURN_CODE for these tests


def files(*suffixes):
    """Paths below ROOT of all files with one of the suffixes that git tracks or would add, sorted."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True).stdout
    paths = (pathlib.Path(name) for name in sorted(set(listed.split("\0"))) if name)
    return [path for path in paths if path.name.endswith(suffixes) and (ROOT / path).is_file()]


def llvm_tool(name):
    """Path of clang-format, clang-tidy ...; ends the test if the tool is not there in the right version."""
    tool = shutil.which(f"{name}-{LLVM_MAJOR}") or shutil.which(name)
    if tool is None:
        sys.exit(f"{name} is missing: apt-get install {name}")
    version = subprocess.run([tool, "--version"], check=True, capture_output=True, text=True).stdout
    if not re.search(rf"version {LLVM_MAJOR}\.", version):
        print(f"Skipped: needs {name} {LLVM_MAJOR}, and this is {version.strip()}")
        sys.exit(SKIPPED)
    return tool
