"""Tests of against_htsim.py on what programs print, by hand."""

import pathlib
import tempfile
import unittest

import against_htsim
from against_htsim import ACK, HOSTS, PACKET, Unexpected

ENDED = "Flow Roce_{0}_{1} 3286 finished at 88.3 total bytes {2}\n"


def output(flows=HOSTS, sent=4 * PACKET, end="New: 0 Rtx: 7\n"):
    return "Parsed args\n" + "".join(ENDED.format(flow, flow + 1, sent) for flow in range(flows)) + ".Done\n" + end


def log(*records):
    """A log of htsim with records of (kind, queue, event, first number)."""
    packed = [against_htsim.RECORD.pack(1e-5, kind, queue, event, number, 0, 0) for kind, queue, event, number in records]
    return b": LS0->DST0=17\n# transpose=0\n# TRACE\n" + b"".join(packed)


class Permutation(unittest.TestCase):
    def test_nobody_sends_to_itself(self):
        to = against_htsim.permutation()
        self.assertEqual(sorted(to), list(range(HOSTS)))
        self.assertFalse([host for host, other in enumerate(to) if host == other])

    def test_ways_of_hosts_at_one_switch_in_one_pod_and_in_two(self):
        self.assertEqual([against_htsim.links(5, other) for other in (4, 7, 3, 8, 15, 16, 127)], [2, 2, 4, 4, 4, 6, 6])

    def test_both_programs_are_told_the_same(self):
        to = against_htsim.permutation()
        matrix = against_htsim.connection_matrix(to, 3).splitlines()
        self.assertEqual(matrix[:2], ["Nodes 128", "Connections 128"])
        self.assertEqual(matrix[2], f"0->{to[0]} start 0 size 6144")
        self.assertEqual(against_htsim.message_file(to, 3).splitlines()[0], f"0 {to[0]} 0 6048 B")


class Output(unittest.TestCase):
    def refused(self, text, part):
        with self.assertRaisesRegex(Unexpected, part):
            against_htsim.finished("htsim_roce", text, 4)

    def test_all_flows_end_and_the_packets_sent_again_are_told(self):
        self.assertEqual(against_htsim.finished("htsim_roce", output(), 4), 7)

    def test_flows_that_do_not_end_or_send_less(self):
        self.refused(output(flows=127), "127 of 128 flows")
        self.refused(output(sent=3 * PACKET), "after 6144 B of 8192 B")

    def test_another_program(self):
        self.refused("usage: cat [file]\n", "(?s)how many packets were sent again; it printed:.*usage")
        self.refused(output(end=""), "how many packets")

    def test_queues_that_drop(self):
        self.refused(output(end=" Queue x LOSSLESS not working! 16\nNew: 0 Rtx: 0\n"), "too short to be lossless")


class Counters(unittest.TestCase):
    def test_the_last_record_of_each_queue_counts(self):
        second = PACKET * 8 / (against_htsim.LINK * 1e6)
        records = [(4, 17, 400, second), (4, 17, 400, 3 * second), (5, 17, 501, 99.0), (4, 18, 400, second)]
        self.assertEqual(against_htsim.bytes_into_queues(log(*records)), 4 * PACKET)

    def test_no_log(self):
        for other in (b"", b"text", log((4, 17, 400, 1.0))[:-1]):
            with self.assertRaisesRegex(Unexpected, "log of htsim is none"):
                against_htsim.bytes_into_queues(other)


class Fake(against_htsim.Bench):
    """A run of htsim whose queues took `more` bytes than they should have."""

    def __init__(self, folder, again=0, more=0):
        super().__init__(folder, folder, folder, quick=True)
        self.again, self.more = again, more

    def there(self, program, log_options=()):
        self.sent_again[program] = [self.again]
        seconds = (self.hops * (PACKET + 2 * ACK) + self.more) * 8 / (against_htsim.LINK * 1e6)
        (self.folder / "log").write_bytes(log((4, 1, 400, seconds)))


class Check(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_hops_are_those_of_the_counters(self):
        Fake(self.folder).check_hops()
        with self.assertRaisesRegex(Unexpected, "B are expected"):
            Fake(self.folder, more=ACK).check_hops()
        with self.assertRaisesRegex(Unexpected, "lost packets"):
            Fake(self.folder, again=1).check_hops()

    def test_programs_that_are_none(self):
        with self.assertRaisesRegex(Unexpected, "cannot be run: No such file"):
            against_htsim.user_cpu([self.folder / "htsim_roce"], self.folder)
        with self.assertRaisesRegex(Unexpected, "ended with 1"):
            against_htsim.user_cpu(["false"], self.folder)

    def test_results_of_another_program(self):
        for text in ("", "[1]", '{"packet_hops": 5}'):
            with self.assertRaisesRegex(Unexpected, "no results of a run"):
                against_htsim.results_of(text, "tactus")
        counts = against_htsim.results_of('{"packet_hops": 5, "packets_delivered": 2, "seed": 1}', "tactus")
        self.assertEqual(counts, {"packet_hops": 5, "packets_delivered": 2})

    def test_table(self):
        rates = [dict.fromkeys([*against_htsim.THERE, *against_htsim.HERE], 1e6) for _ in range(3)]
        for rate, each in zip((5e5, 1e6, 4e6), rates):
            each["htsim_roce"] = rate
        lines = against_htsim.report(rates).splitlines()
        self.assertIn("| htsim_roce | 1,000 | 1 | 1.00 (0.50 to 4.00) |", lines)
        self.assertIn("| fat tree, the same permutation | 1,000 | 1.00 (0.25 to 2.00) | 1.00 (1.00 to 1.00) |", lines)


if __name__ == "__main__":
    unittest.main()
