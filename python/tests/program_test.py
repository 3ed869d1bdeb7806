"""The program is found, listened to, and ended with Python."""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time
import unittest

import support

import tactus
from tactus.program import _Screen, execute

# Runs the exchange on pins, which takes minutes, and shows its progress if it is told to.
LONG_RUN = """
import sys
sys.path.insert(0, sys.argv[1])
import tactus
show = (lambda text: print(text, flush=True)) if sys.argv[4] == "show" else False
try:
    tactus.run(sys.argv[2], level="cycle", out=sys.argv[3], progress=show)
except KeyboardInterrupt:
    print("interrupted")
"""


def processes_with(word):
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if word in words and "-c" not in words:
            found.append(int(path.parent.name))
    return found


class Finding(support.TemporaryFolders):
    def clone(self, name):
        """A folder that looks like a clone of the repository."""
        (self.folder / name / "hw").mkdir(parents=True)
        (self.folder / name / "CMakePresets.json").write_text("{}")
        return self.script("exit 0", f"{name}/tactus")

    def package_in(self, folder):
        """A script that prints the found program by a copy of this package in `folder`."""
        shutil.copytree(support.ROOT / "python/tactus", folder / "tactus", ignore=shutil.ignore_patterns("__pycache__"))
        return [sys.executable, "-B", "-c", f"import sys; sys.path[0] = {str(folder)!r}; import tactus\n"
                "try: print(*tactus.find_program())\nexcept tactus.TactusNotFound as error: print('none:', error)"]

    def found(self, command, cwd, path="/usr/bin:/bin", **more):
        with support.environment(TACTUS=None, PATH=path, **more):
            return subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True).stdout.strip()

    def test_an_argument_goes_before_the_environment(self):
        one, other = self.script("exit 0", "one"), self.script("exit 0", "other")
        with support.environment(TACTUS=other):
            self.assertEqual(tactus.find_program(one), [str(one)])
            self.assertEqual(tactus.find_program(), [str(other)])

    def test_a_launcher_installs_no_debian_packages(self):
        launcher = self.clone("clone")
        with support.environment(TACTUS=launcher):
            self.assertEqual(tactus.find_program(), [str(launcher), "--no-install"])

    def test_the_clone_of_the_package_goes_before_path_and_path_before_the_current_folder(self):
        launcher, here = self.clone("clone"), self.clone("here")
        in_path = self.script("exit 0", "bin/tactus")
        path = f"{in_path.parent}:/usr/bin:/bin"
        self.assertEqual(self.found(self.package_in(launcher.parent / "python"), self.folder, path),
                         f"{launcher} --no-install")
        elsewhere = self.package_in(self.folder / "site")
        self.assertEqual(self.found(elsewhere, here.parent / "hw", path), str(in_path))
        self.assertEqual(self.found(elsewhere, here.parent / "hw"), f"{here} --no-install")

    def test_without_a_program_the_remedy_is_told(self):
        told = self.found(self.package_in(self.folder / "site"), self.folder)
        self.assertTrue(told.startswith("none: "), told)
        self.assertIn("Set the environment variable TACTUS to the launcher", told)
        with support.environment(TACTUS="/no/such/program"), self.assertRaisesRegex(
                tactus.TactusNotFound, "TACTUS is '/no/such/program', which is no program"):
            tactus.run(support.QUICKSTART)


class Listening(support.TemporaryFolders):
    def test_lines_that_are_written_over_are_progress_and_others_messages(self):
        shown = []
        screen = _Screen(shown.append)
        for part in (b"tactus: warning: a\n1 ms simulated", b"\r\x1b[K2 ms sim", b"ulated", b"\r\x1b[K", "end \u00e9".encode()[:5],
                     "\u00e9\n".encode()[1:], b"rest"):
            screen.write(part)
        screen.close()
        self.assertEqual(screen.messages, "tactus: warning: a\nend \u00e9\nrest")
        self.assertEqual(shown[0], "1 ms simulated")
        self.assertIn("2 ms simulated", shown)

    def test_a_launcher_that_builds_shows_it(self):
        program = self.script(r"printf '\rtactus: building 1/2 \rtactus: building 2/2 \r\033[K' >&2; echo out; exit 7")
        shown = []
        done = execute([str(program)], shown.append)
        self.assertEqual((done.status, done.output, done.messages), (7, "out\n", ""))

    def test_much_output_blocks_nobody(self):
        program = self.script("head -c 3000000 /dev/zero | tr '\\0' a; head -c 3000000 /dev/zero | tr '\\0' b >&2")
        for show in (None, lambda text: None):
            done = execute([str(program)], show)
            self.assertEqual((len(done.output), len(done.messages)), (3000000, 3000000))

    def test_a_signal_that_ends_the_program_is_its_status(self):
        self.assertEqual(execute([str(self.script("kill -9 $$"))]).status, 128 + 9)

    def test_a_program_sees_a_terminal_only_if_somebody_looks(self):
        program = self.script("test -t 2")
        self.assertEqual(execute([str(program)]).status, 1)
        self.assertEqual(execute([str(program)], lambda text: None).status, 0)

    def test_an_exception_of_the_listener_ends_the_program(self):
        def fail(text):
            raise ValueError(text)

        begin = time.monotonic()
        with self.assertRaisesRegex(ValueError, "1 %"):
            execute([str(self.script("printf '1 %%' >&2; exec sleep 60"))], fail)
        self.assertLess(time.monotonic() - begin, 30)


class Ending(support.TemporaryFolders):
    def start(self, show):
        """A Python that runs the program, and the result folder."""
        out = self.folder / "out"
        process = subprocess.Popen([sys.executable, "-c", LONG_RUN, str(support.ROOT / "python"), str(support.LARGE), str(out),
                                    "show" if show else "quiet"], stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        if show:
            self.assertIn("simulated", process.stdout.readline())
        self.wait_for(lambda: list(out.glob(".unpublished/.links.csv*")), "the program does not begin")
        self.assertEqual(len(processes_with(str(out))), 1)
        return process, out

    def wait_for(self, condition, otherwise):
        for _ in range(600):
            if condition():
                return
            time.sleep(0.1)
        self.fail(otherwise)

    def test_an_interrupt_ends_the_program_in_good_order_and_is_raised(self):
        for show in (True, False):
            with self.subTest(show=show):
                process, out = self.start(show)
                process.send_signal(signal.SIGINT)
                self.assertEqual(process.stdout.read().splitlines()[-1], "interrupted")
                self.assertEqual(process.wait(), 0)
                self.assertEqual(processes_with(str(out)), [])
                self.assertTrue((out / "links.csv").is_file())
                self.assertFalse((out / "result.json").exists())
                shutil.rmtree(out)

    @unittest.skipUnless(os.uname().sysname == "Linux", "only Linux tells children of their parent's death")
    def test_a_program_does_not_outlive_python_and_ends_in_good_order(self):
        for show in (False, True):
            with self.subTest(show=show):
                process, out = self.start(show)
                process.kill()
                process.wait()
                self.wait_for(lambda: not processes_with(str(out)), "the program goes on")
                self.assertTrue((out / "links.csv").is_file())
                shutil.rmtree(out)


if __name__ == "__main__":
    unittest.main()
