"""The files of the repository, for the checks in this folder."""

import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
CPP_SUFFIXES = (".h", ".cpp")

SKIPPED = 77  # CTest's SKIP_RETURN_CODE for these tests
PYPI = pathlib.Path.home() / ".cache/tactus/pypi/bin"  # where the launcher puts what requirements.txt names


def files(*suffixes):
    """Paths below ROOT of all files with one of the suffixes that git tracks or would add, sorted."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True).stdout
    paths = (pathlib.Path(name) for name in sorted(set(listed.split("\0"))) if name)
    return [path for path in paths if path.name.endswith(suffixes) and (ROOT / path).is_file()]
