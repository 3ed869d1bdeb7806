"""A copy of the sources with a build of its own, in which one file at a time is changed."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time

import fault_table

sys.path.append(str(fault_table.ROOT / "testbench/tests/lint"))
import source_tree  # noqa: E402  (it lies there)

PRESET = "release"
FAILED = re.compile(r"^\s*\d+ - (.*) \([\w *]+\)", re.MULTILINE)  # in ctest's list of what failed
SPECIAL = re.compile(r"([][.*+?^$()|\\])")  # in regular expressions of CMake
TAIL = 3000  # characters of output that are told


class NothingToFindOut(Exception):
    """Whatever the tests would say, it would not be about faults."""


class PlantedTree:
    def __init__(self, folder, jobs):
        self.root = folder
        self.build_folder = folder / "build" / PRESET
        self.jobs = str(jobs)
        # With it, ccache knows what another clone has compiled.
        self.environment = {"CCACHE_BASEDIR": str(folder), **os.environ}

    def copy_sources(self):
        """What is equal stays as it is, so that nothing is compiled again for it."""
        wanted = source_tree.files("")
        for path in wanted:
            source, copy = source_tree.ROOT / path, self.root / path
            if copy.is_file() and copy.read_bytes() == source.read_bytes():
                continue
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)
            shutil.copymode(source, copy)

    def configure(self):
        if (self.build_folder / "build.ninja").is_file():
            return
        status, output = self.run(["cmake", "--preset", PRESET, "-DTACTUS_LTO=OFF"])  # every fault links anew
        if status != 0:
            raise NothingToFindOut(f"configuring failed\n{output[-TAIL:]}")

    @contextlib.contextmanager
    def planted(self, fault):
        path = self.root / fault.file
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(fault.find, fault.replace), encoding="utf-8")
        try:
            yield
        finally:
            path.write_text(text, encoding="utf-8")

    def build(self, program):
        """What went wrong, or nothing."""
        status, output = self.run(["cmake", "--build", self.build_folder, "-j", self.jobs, "--target", program])
        return output[-TAIL:] if status != 0 else None

    def first_failure(self, test, limit_s=None):
        """The first case of `test` that fails, or nothing. One that takes too long has failed."""
        program, case = fault_table.split(test)
        begin = f"^{program}: ?" + SPECIAL.sub(r"\\\1", case)  # CTest may lose the space
        command = ["ctest", "--test-dir", self.build_folder, "-R", begin, "-j", self.jobs, "--stop-on-failure",
                   "--no-tests=error"]
        try:
            status, output = self.run(command, limit_s)
        except subprocess.TimeoutExpired:
            return f"{test} (more than {limit_s:.0f} s)"
        if "No tests were found" in output:
            raise NothingToFindOut(f"no test begins with '{test}'")
        if status == 0:
            return None
        failed = FAILED.search(output)
        return failed.group(1) if failed else f"{test} (ctest ended with {status})"

    def seconds_without_faults(self, test):
        """How long `test` takes. It must pass."""
        program, _ = fault_table.split(test)
        if output := self.build(program):
            raise NothingToFindOut(f"{program} does not build without a fault\n{output}")
        begin = time.monotonic()
        if failed := self.first_failure(test):
            raise NothingToFindOut(f"fails without a fault: {failed}")
        return time.monotonic() - begin

    def run(self, command, limit_s=None):
        """Exit status and output. What it has started ends with it."""
        process = subprocess.Popen([str(word) for word in command], cwd=self.root, env=self.environment, text=True,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   start_new_session=True)
        try:
            output, _ = process.communicate(timeout=limit_s)
            return process.returncode, output
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise
