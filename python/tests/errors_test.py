"""Failures of the program as exceptions, with place and remedy."""

import os
import unittest

import support

import tactus


class Inputs(support.TemporaryFolders):
    def refused(self, scenario, **more):
        with self.assertRaises(tactus.InputError) as raised:
            tactus.run(scenario, level="packet", progress=False, **more)
        self.assertEqual(raised.exception.status, 2)
        return raised.exception

    def test_all_faults_of_a_file_come_at_once_with_their_places(self):
        path = self.folder / "mine.yaml"
        path.write_text("network: {shape: [4, 4]}\nrouter: {arbter: matrix}\nworkload: {algorithm: a2at, message_size: 3}\n")
        error = self.refused(path)
        first, second = error.faults
        self.assertEqual((first.file, first.line, first.column), (str(path), 2, 10))
        self.assertIn("did you mean router.arbiter?", first.message)
        self.assertEqual(first.source, "router: {arbter: matrix}")
        self.assertEqual((second.line, second.column, second.key), (3, 43, "workload.message_size"))
        self.assertIn(f"{path}:2:10: unknown key", str(error))
        self.assertIn("\n    router: {arbter: matrix}\n             ^", str(error))
        self.assertIsInstance(error, ValueError)

    def test_an_option_is_its_own_place(self):
        fault, = self.refused(support.QUICKSTART, router__arbter="matrix").faults
        self.assertEqual((fault.file, fault.line, fault.column, fault.key),
                         ("--set router.arbter=matrix", 1, 8, "router.arbter"))
        fault, = self.refused(support.QUICKSTART, pacing__bias=1.3).faults
        self.assertEqual(fault.key, "pacing.bias")
        self.assertIn("the nearest are 1.25 and 1.375", fault.message)

    def test_a_dict_names_the_key(self):
        error = self.refused({"network": {"shape": [4, 4]}, "workload": {"algorithm": "a2a", "message_size": "3 KiB"}})
        fault, = error.faults
        self.assertEqual((fault.file, fault.line, fault.key), ("scenario", 4, "workload.algorithm"))
        self.assertIn("did you mean a2at?", fault.message)
        self.assertNotIn("tactus_", str(error))
        # The message names no key here: the line does.
        fault, = self.refused({"seed": 1, "network": {"shape": ["${m}", 4]}}).faults
        self.assertEqual((fault.line, fault.key), (3, "network.shape"))
        self.assertIn("no parameter 'm'", fault.message)

    def test_a_file_that_is_not_there(self):
        fault, = self.refused("nothing.yaml").faults
        self.assertEqual(fault, tactus.Fault("nothing.yaml", 0, 0, "", "no such file"))
        self.assertEqual(str(fault), "nothing.yaml: no such file")

    def test_a_command_line_that_is_refused_has_no_faults(self):
        with self.assertRaisesRegex(tactus.InputError, "no such level .*did you mean packet") as raised:
            tactus.run(support.QUICKSTART, level="pakcet", progress=False)
        self.assertEqual(raised.exception.faults, [])

    def test_faults_of_sweeps_and_comparisons(self):
        with self.assertRaises(tactus.InputError) as raised:
            tactus.sweep(support.QUICKSTART, {"pacing.bias": [0, 1.3]}, progress=False)
        fault, = raised.exception.faults
        self.assertEqual((fault.file, fault.column), ("--over pacing.bias=0,1.3", 15))
        with self.assertRaises(tactus.InputError):
            tactus.compare(support.QUICKSTART, router__arbter="matrix")


class Violations(support.TemporaryFolders):
    @unittest.skipUnless("BROKEN_TACTUS" in os.environ, "no program whose routers lose credits")
    def test_a_violation_has_its_report_and_the_records_up_to_it(self):
        with self.assertRaises(tactus.Violation) as raised:
            tactus.run(support.QUICKSTART, level="cycle", progress=False, run__watchdog="20us",
                       program=os.environ["BROKEN_TACTUS"])
        violation = raised.exception
        self.assertEqual(violation.status, 3)
        self.assertRegex(violation.report, "^/tactus/")
        self.assertIn(violation.report, str(violation))
        self.assertTrue((violation.folder / "links.csv").is_file())
        self.assertFalse((violation.folder / "result.json").exists())

    def test_a_violation_of_a_compared_level_is_raised(self):
        program = self.script("""echo '{"scenario": "a", "violation": "/tactus/fabric/lost: a flit"}'; exit 3""")
        with self.assertRaisesRegex(tactus.Violation, "a flit") as raised:
            tactus.compare(support.QUICKSTART, program=program)
        self.assertEqual(raised.exception.report, "/tactus/fabric/lost")

    def test_any_other_failure_has_its_text_and_status(self):
        program = self.script("echo 'tactus: no space left on device' >&2; exit 1")
        with self.assertRaisesRegex(tactus.ProgramError, "no space left") as raised:
            tactus.run(support.QUICKSTART, program=program, progress=False)
        self.assertEqual(raised.exception.status, 1)
        self.assertNotIsInstance(raised.exception, (tactus.InputError, tactus.Violation))
        silent = self.script("kill -9 $$", "silent")
        with self.assertRaisesRegex(tactus.ProgramError, "status 137 and said nothing"):
            tactus.run(support.QUICKSTART, program=silent, progress=False)


if __name__ == "__main__":
    unittest.main()
