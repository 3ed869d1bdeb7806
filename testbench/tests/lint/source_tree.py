"""The files of the repository, for the checks in this folder."""

import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
CPP_SUFFIXES = (".h", ".cpp")

SKIPPED = 77  # CTest's SKIP_RETURN_CODE for these tests
PYPI = pathlib.Path.home() / ".cache/tactus/pypi/bin"  # where the launcher puts what requirements.txt names


def git_files(*options):
    """Paths below ROOT that `git ls-files` lists, sorted."""
    listed = subprocess.run(["git", "-c", "safe.directory=*", "ls-files", "-z", *options, "--exclude-standard"], cwd=ROOT,
                            check=True, capture_output=True, text=True).stdout
    return [pathlib.Path(name) for name in sorted(set(listed.split("\0"))) if name]


def files(*suffixes):
    """Paths below ROOT of all files with one of the suffixes that git tracks or would add, sorted."""
    paths = git_files("--cached", "--others")
    return [path for path in paths if path.name.endswith(suffixes) and (ROOT / path).is_file()]


def ignored_files():
    """Paths below ROOT of files that git tracks although .gitignore names them."""
    return git_files("--cached", "--ignored")


def own_files(*suffixes):
    """Those that are ours: what third parties wrote stays as it is."""
    return [path for path in files(*suffixes) if "third_party" not in path.parts]
