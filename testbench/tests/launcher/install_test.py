"""Installs the program, and packs it: what is installed runs, with the scenarios beside it.

    install_test.py BUILD_FOLDER
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile


def output(*command, **more):
    return subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True, **more).stdout


def check(holds, what):
    if not holds:
        sys.exit(f"failed: {what}")


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="tactus_install_") as name:
        folder = pathlib.Path(name)
        output("cmake", "--install", build, "--prefix", folder / "first")
        # Wherever it is moved to.
        (folder / "first").rename(folder / "second")
        program = folder / "second/bin/tactus"
        listed = output(program, "list", cwd=folder)
        check("second/share/tactus/scenarios/quickstart/a2at_4x4.yaml" in listed, listed)
        output(program, "run", "second/share/tactus/scenarios/quickstart/barrier.yaml", "--quiet", cwd=folder)
        check((folder / "results/barrier/result.json").exists(), "a run of the installed program")
        if not shutil.which("dpkg-deb"):
            print("no dpkg-deb here: no package tried")
            return
        output("cpack", "-G", "DEB", "--config", build / "CPackConfig.cmake", "-B", folder / "pack", cwd=folder)
        packages = list((folder / "pack").glob("*.deb"))
        check(len(packages) == 1, f"one package: {packages}")
        inside = output("dpkg-deb", "--contents", packages[0])
        for file in ("./usr/bin/tactus", "./usr/share/tactus/scenarios/nsim/a2at.yaml", "./usr/share/doc/tactus/copyright",
                     "./usr/share/doc/tactus/uplot/LICENSE", "./usr/share/doc/tactus/libfst/LICENSE"):
            check(file in inside, file)
        check("libsystemc" in output("dpkg-deb", "--field", packages[0], "Depends"), "libraries that it needs")


if __name__ == "__main__":
    main()
