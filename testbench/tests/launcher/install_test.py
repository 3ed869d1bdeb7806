"""Installs the program, and packs it: what is installed runs, with the scenarios beside it.

    install_test.py BUILD_FOLDER
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]


def output(*command, **more):
    return subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True, **more).stdout


def check(holds, what):
    if not holds:
        sys.exit(f"failed: {what}")


def check_program(folder, build):
    output("cmake", "--install", build, "--component", "program", "--prefix", folder / "first")
    # Wherever it is moved to.
    (folder / "first").rename(folder / "second")
    program = folder / "second/bin/tactus"
    listed = output(program, "list", cwd=folder)
    check("second/share/tactus/scenarios/quickstart/a2at_4x4.yaml" in listed, listed)
    output(program, "run", "second/share/tactus/scenarios/quickstart/barrier.yaml", "--quiet", cwd=folder)
    check((folder / "results/barrier/result.json").exists(), "a run of the installed program")
    for own in (ROOT, build):
        check(str(own).encode() not in program.read_bytes(), f"the program names {own}, a folder of the build")


def check_package(file, contents, depends):
    inside = output("dpkg-deb", "--contents", file)
    for name in contents:
        check(f" ./usr/{name}\n" in inside, f"{name} in {file.name}")
    check(depends in output("dpkg-deb", "--field", file, "Depends"), f"{file.name} depends on {depends}")
    return {line.split()[-1] for line in inside.splitlines() if not line.endswith("/")}


def check_packages(folder, build):
    output("cpack", "-G", "DEB", "--config", build / "CPackConfig.cmake", "-B", folder / "pack", cwd=folder)
    packages = {file.name.split("_")[0]: file for file in (folder / "pack").glob("*.deb")}
    check(packages.keys() == {"tactus", "libtactus-dev"}, f"two packages: {packages}")
    program = check_package(packages["tactus"], ("bin/tactus", "share/tactus/scenarios/nsim/a2at.yaml",
                                                 "share/doc/tactus/copyright", "share/doc/tactus/uplot/LICENSE",
                                                 "share/doc/tactus/libfst/LICENSE"), "libsystemc")
    library = check_package(packages["libtactus-dev"], ("include/tactus/hw/router/arbiter.h", "lib/libtactus_hw.a",
                                                        "lib/libtactus_models.a", "lib/pkgconfig/tactus.pc",
                                                        "lib/cmake/Tactus/TactusConfig.cmake",
                                                        "share/doc/libtactus-dev/copyright"), "libsystemc-dev")
    check(not program & library, f"files of both packages: {program & library}")


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="tactus_install_") as name:
        check_program(pathlib.Path(name), build)
        if not shutil.which("dpkg-deb"):
            print("no dpkg-deb here: no package tried")
            return
        check_packages(pathlib.Path(name), build)


if __name__ == "__main__":
    main()
