"""Installs the library, moves it, and builds an outside project against it: by CMake, and by pkg-config.

    library_test.py BUILD_FOLDER
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
COMPILER = os.environ.get("CXX", "c++")
# Nothing is compiled again that a run of this test has compiled before, wherever it had its folder.
LAUNCHER = [ccache] if (ccache := shutil.which("ccache")) else []
QUIET = {**os.environ, "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE": "1"}

# Kind of policy, as list_policies prints it, and its type in C++.
KINDS = {"arbiter": "ArbiterKind", "input nomination": "NominationKind", "dateline": "DatelineKind",
         "routing": "RoutingKind", "tie break": "TieBreakKind", "pacer mode": "PaceModeKind",
         "injection control": "ControlKind", "algorithm": "AlgorithmKind", "placement": "PlacementKind",
         "node_workload": "NodeWorkloadKind"}


def output(*command, **more):
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
    check(done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}")
    return done.stdout


def check(holds, what):
    if not holds:
        sys.exit(f"failed: {what}")


def sources():
    return [path for folder in ("hw", "tlm_models") for path in (ROOT / folder).rglob("*.cpp")]


def included(text):
    """The headers of ours that a source or header includes, in order."""
    return re.findall(r'^#include ["<]([^">]+)[">]', text, re.MULTILINE)


def check_headers(include):
    """Only what is public, and no header that needs another one before it."""
    headers = sorted(str(path.relative_to(include)) for path in include.rglob("*") if path.is_file())
    check(all(header.startswith(("hw/", "tlm_models/")) and header.endswith(".h") for header in headers), headers)
    # The build has compiled those that a source file includes before anything else.
    proven = {next(iter(included(path.read_text(encoding="utf-8"))), "") for path in sources()}

    def compile_alone(header):
        source = include.parent / f"alone_{header.replace('/', '_')}.cpp"
        source.write_text(f'#include "{header}"\n', encoding="utf-8")
        return header, subprocess.run([*LAUNCHER, COMPILER, "-std=c++17", "-Wall", "-Wextra", "-Werror", f"-I{include}",
                                       "-c", source, "-o", source.with_suffix(".o")], cwd=include.parent, text=True, capture_output=True)

    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        for header, done in pool.map(compile_alone, [header for header in headers if header not in proven]):
            check(done.returncode == 0, f"{header} compiled alone:\n{done.stderr}")


def check_paths(prefix, build):
    """Nothing that is compiled or configured names a folder of the machine that built it."""
    for path in filter(pathlib.Path.is_file, (prefix / "lib").rglob("*")):
        content = path.read_bytes()
        for folder in (ROOT, build):
            check(str(folder).encode() not in content, f"{path.relative_to(prefix)} names {folder}")


def check_archives(prefix):
    """Any version of any compiler links them: they have no intermediate code."""
    archives = list(prefix.rglob("*.a"))
    check(len(archives) == 2, archives)
    for archive in archives:
        check(b".gnu.lto_" not in archive.read_bytes(), f"{archive.name} has sections of link-time optimization")


def check_policies(listed):
    """Every registration of the sources is in a program that links the archives."""
    texts = [path.read_text(encoding="utf-8") for path in sources()]
    for line in listed.splitlines():
        kind, names = line.split(":")
        registered = sum(text.count(f"Registered<{KINDS[kind]}> k") for text in texts)
        check(len(names.split()) == registered > 0, f"the sources register {registered}, the program has: {line}")


def check_example(build, name, page):
    """The page shows what the example prints."""
    printed = output(build / name / name, env=QUIET)
    text = (ROOT / page).read_text(encoding="utf-8")
    check(f"$ build/{name}\n{printed}```" in text, f"{page} does not show:\n{printed}")


def check_examples(build, unicorn):
    check_example(build, "two_nodes", "docs/reference/library.md")
    done = output("ctest", "--test-dir", build / "catch2_torus", env=QUIET)
    check(re.search("100% tests passed, 0 tests failed out of [1-9]", done), done)
    if unicorn:
        check_example(build, "bus_master", "docs/reference/tlm.md")


def unicorn_here():
    found = shutil.which("pkg-config") and subprocess.run(["pkg-config", "--exists", "unicorn"], check=False).returncode == 0
    if not found:
        print("no libunicorn-dev here: docs/examples/bus_master not tried")
    return found


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="tactus_library_") as name:
        folder = pathlib.Path(name).resolve()
        os.environ["CCACHE_BASEDIR"] = str(folder)
        output("cmake", "--install", build, "--component", "development", "--prefix", folder / "first")
        prefix = folder / "second"  # wherever it is moved to
        (folder / "first").rename(prefix)
        check_paths(prefix, build)
        check_archives(prefix)
        check_headers(prefix / "include/tactus")

        def build_outside(project, name, *options):
            output("cmake", "-S", project, "-B", folder / name, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}",
                   f"-DCMAKE_CXX_COMPILER={COMPILER}", f"-DCMAKE_CXX_COMPILER_LAUNCHER={';'.join(LAUNCHER)}", *options)
            output("cmake", "--build", folder / name, "-j2")

        build_outside(HERE / "plugin", "plugin", "-DCMAKE_DISABLE_FIND_PACKAGE_SystemC=ON")
        unicorn = unicorn_here()
        build_outside(HERE, "build", f"-DEXAMPLES={prefix}/share/doc/libtactus-dev/examples",
                      f"-DWITH_UNICORN={'ON' if unicorn else 'OFF'}")
        program = folder / "build/list_policies"
        listed = output(program, env=QUIET)
        check_policies(listed)
        more = output(program, folder / "plugin/libown_policies.so", env=QUIET)
        check(more.splitlines()[-1] == "highest of 0b1010 is 3" and " reversed" in more, more)
        check_examples(folder / "build", unicorn)

        if not shutil.which("pkg-config"):
            print("no pkg-config here: not tried")
            return
        search = {**QUIET, "PKG_CONFIG_PATH": str(next(prefix.rglob("tactus.pc")).parent)}
        flags = output("pkg-config", "--cflags", "--libs", "tactus", env=search).split()
        output(COMPILER, HERE / "list_policies.cpp", "-o", folder / "by_pkg_config", *flags)
        check(output(folder / "by_pkg_config", env=QUIET) == listed, "a program built with pkg-config")
        interface = output("pkg-config", "--variable=interface", "tactus", env=search).strip()
        targets = next(prefix.rglob("TactusTargets.cmake")).read_text(encoding="utf-8")
        check(re.fullmatch("[0-9a-f]{16}", interface) and interface in targets, f"interface {interface}")


if __name__ == "__main__":
    main()
