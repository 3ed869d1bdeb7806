"""Runs, sweeps and comparisons by the program, and their results. TACTUS names the program."""

import json
import os
import pathlib
import sys
import tempfile
import unittest
import unittest.mock
import warnings

import support

import tactus
from tactus import tables

PACKET = {"level": "packet", "progress": False}
PANDAS = unittest.skipUnless(support.has("pandas"), "no pandas (Debian: python3-pandas)")
H5PY = unittest.skipUnless(support.has("h5py"), "no h5py (Debian: python3-h5py)")


class Runs(support.TemporaryFolders):
    def test_a_result_has_the_fields_of_its_file(self):
        result = tactus.run(support.QUICKSTART, out=self.folder / "out", sets={"router": {"tie_break": "signed"}}, n=3,
                            pacing__bias=1.25, **PACKET)
        fields = json.loads((self.folder / "out/result.json").read_text())
        self.assertEqual(result.as_dict(), fields)
        self.assertEqual(result.simulated_seconds, fields["simulated_seconds"])
        self.assertEqual(result["packet_latency_ns"]["p95"], fields["packet_latency_ns"]["p95"])
        self.assertEqual(result.level, "packet")
        self.assertEqual(result.parameters["n"], "3")
        self.assertEqual([result.configuration[key] for key in ("pacing.bias", "router.tie_break")], ["1.25", "signed"])
        self.assertIn("simulated_seconds", result)
        self.assertIn("delivered   72 messages", repr(result))

    def test_an_unknown_field_names_the_nearest(self):
        result = tactus.run(support.QUICKSTART, **PACKET)
        with self.assertRaisesRegex(AttributeError, "no field 'simulated_second'; did you mean simulated_seconds"):
            result.simulated_second
        with self.assertRaisesRegex(KeyError, "did you mean link_utilisation"):
            result["link_utilization"]
        with self.assertRaisesRegex(tactus.TactusError, "no table 'mesages'.*did you mean messages"):
            result.rows("mesages")

    def test_a_temporary_folder_lives_as_long_as_its_result(self):
        result = tactus.run(support.QUICKSTART, **PACKET)
        folder = result.folder
        self.assertTrue((folder / "links.csv").is_file())
        del result
        self.assertFalse(folder.exists())

    def test_a_result_is_opened_again(self):
        made = tactus.run(support.QUICKSTART, out=self.folder / "out", **PACKET)
        opened = tactus.Result.load(self.folder / "out")
        self.assertEqual(opened.as_dict(), made.as_dict())
        self.assertEqual(opened.rows("messages"), made.rows("messages"))
        self.assertIn("a2at_4x4, packet level", repr(opened))
        with self.assertRaisesRegex(tactus.TactusError, "has no result.json"):
            tactus.Result.load(self.folder)

    def test_a_dict_and_a_text_are_the_scenario_of_a_file(self):
        of_dict = tactus.run({"name": "a", "network": {"shape": [3, 3]}, "workload": {
            "algorithm": "a2at", "message_size": "4 KiB"}}, **PACKET)
        of_text = tactus.run("name: a\nnetwork: {shape: [3, 3]}\nworkload: {algorithm: a2at, message_size: 4 KiB}\n", **PACKET)
        without_host = [{name: item for name, item in result.as_dict().items() if name != "host"}
                        for result in (of_dict, of_text)]
        self.assertEqual(*without_host)
        self.assertEqual(of_dict.messages_delivered, 9 * 8)

    def test_threads_change_nothing(self):
        one, two = (tactus.run(support.QUICKSTART, threads=threads, **PACKET) for threads in (1, 2))
        self.assertEqual((one.folder / "messages.csv").read_bytes(), (two.folder / "messages.csv").read_bytes())

    def test_plugins_are_files_of_the_current_folder(self):
        program = self.script('for word; do echo "$word" >&2; done; exit 1')
        with self.assertRaises(tactus.ProgramError) as raised:
            tactus.run(support.QUICKSTART, plugins=["mine.cpp"], program=program, out="o", options=["--waves"], progress=False)
        self.assertEqual(raised.exception.text.splitlines(), [
            "run", str(support.QUICKSTART), "--set", f'plugins=["{pathlib.Path.cwd()}/mine.cpp"]', "--out", "o", "--waves"])
        self.assertEqual(raised.exception.status, 1)

    def test_progress_comes_as_lines(self):
        lines = []
        tactus.run(support.LARGE, level="packet", message_size="256 KiB", progress=lines.append)
        self.assertTrue(lines)
        self.assertRegex(lines[-1], r"^[0-9.]+ [mu]s simulated, [0-9.]+ % of messages, .*left$")
        self.assertNotIn("\x1b", "".join(lines))

    def test_warnings_of_the_program_are_warnings(self):
        program = self.script('echo "tactus: warning: workload.warmup: too few" >&2; echo {} > "$4/result.json"')
        with self.assertWarnsRegex(tactus.TactusWarning, "^workload.warmup: too few$"):
            tactus.run(support.QUICKSTART, program=program, progress=False)


class Tables(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.result = tactus.run(support.QUICKSTART, sets={"attribution.enabled": True}, **PACKET)

    def test_rows_need_no_package(self):
        links, messages = self.result.rows("links"), self.result.rows("messages")
        self.assertEqual(list(links[0])[:2], ["time_us", "plus_x_GBps"])
        self.assertAlmostEqual(links[-1]["time_us"] * 1e-6, self.result.simulated_seconds, delta=1e-6)
        self.assertEqual(len(messages), self.result.messages_delivered)
        self.assertEqual((messages[0]["label"], messages[0]["bytes"]), (None, 16384))
        self.assertEqual([row["index"] for row in self.result.rows("sequences")], [1, 2, 3, 4])

    def test_without_pandas_the_remedy_is_told(self):
        fresh = tactus.Result.load(self.result.folder)
        with unittest.mock.patch.dict(sys.modules, {"pandas": None}):
            with self.assertRaisesRegex(tactus.MissingPackage, r"links.csv needs the package pandas.*python3-pandas; rows\(\)"):
                fresh.links
            self.assertIsInstance(tactus.MissingPackage(), ImportError)

    @PANDAS
    def test_frames_have_the_columns_and_values_of_the_files(self):
        for name in ("links", "vc_occupancy", "messages"):
            frame, rows = getattr(self.result, name), self.result.rows(name)
            self.assertEqual(list(frame), list(rows[0]), name)
            self.assertEqual(len(frame), len(rows), name)
            for column in list(frame)[:3]:
                if column != "label":
                    self.assertEqual(frame[column].tolist(), [row[column] for row in rows], (name, column))
        self.assertTrue(self.result.messages["label"].isna().all())
        self.assertEqual(str(self.result.messages["sequence"].dtype), "Int64")
        self.assertIs(self.result.links, self.result.links)
        self.assertEqual(self.result.sequences["last_end_s"].max(), self.result.simulated_seconds)

    @PANDAS
    def test_labels_stay_texts(self):
        program = support.ROOT / "scenarios/quickstart/messages.yaml"
        result = tactus.run(program, **PACKET)
        labels = result.messages["label"].dropna().tolist()
        self.assertTrue(labels)
        self.assertEqual(labels, [row["label"] for row in result.rows("messages") if row["label"] is not None])

    @PANDAS
    def test_a_label_that_looks_like_a_number_or_like_nothing_is_a_label(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "messages.csv")
            path.write_text("id,label,sequence\n1,NA,1\n2,07,\n3,,2\n")
            self.assertEqual(tables.csv_frame(path)["label"].fillna("none").tolist(), ["NA", "07", "none"])
            self.assertEqual([row["label"] for row in tables.csv_rows(path)], ["NA", "07", None])
            path.write_text("id,label\n1,07\n2,8\n")
            self.assertEqual(tables.csv_frame(path)["label"].tolist(), ["07", "8"])
            self.assertEqual([row["label"] for row in tables.csv_rows(path)], ["07", "8"])

    @H5PY
    def test_attribution_has_a_row_for_each_output(self):
        rows = self.result.rows("attribution")
        self.assertEqual(len(rows), 16 * 8)
        self.assertEqual([(row["node"], row["port"]) for row in rows[7:9]], [("(0,0)", "nic_3"), ("(1,0)", "plus_x")])
        links = [row for row in rows if not row["port"].startswith("nic")]
        self.assertEqual(sum(row["flits"] for row in links), self.result.flit_hops)
        for wait in ("queue", "output", "input", "credits"):
            self.assertEqual(sum(row[wait] for row in rows), self.result["attribution"]["parts"][wait])
        worst = self.result["attribution"]["worst_outputs"][0]
        found, = [row for row in rows if (row["node"], row["port"]) == (
            "({},{})".format(*worst["node"]), worst["port"])]
        self.assertEqual({name: found[name] for name in ("flits", "queue", "credits")},
                         {name: worst[name] for name in ("flits", "queue", "credits")})

    @PANDAS
    @H5PY
    def test_windows_add_up_to_the_run(self):
        windows = self.result.attribution_windows
        self.assertGreater(windows["begin_s"].nunique(), 1)
        sums = windows.groupby(["node", "port"])["flits"].sum()
        whole = self.result.attribution.set_index(["node", "port"])["flits"]
        self.assertTrue((sums.loc[whole.index] == whole).all())

    @H5PY
    def test_waits_for_bubbles_are_a_column_where_there_can_be_any(self):
        self.assertNotIn("bubble", self.result.rows("attribution")[0])
        sets = {"attribution.enabled": True, "router.flow_control": "bubble", "router.vc_buffer": "4 KiB"}
        result = tactus.run(support.QUICKSTART, sets=sets, **PACKET)
        waited = result["attribution"]["parts"]["bubble"]
        self.assertGreater(waited, 0)
        self.assertEqual(sum(row["bubble"] for row in result.rows("attribution")), waited)

    @H5PY
    def test_attribution_of_the_flow_level_has_a_row_for_each_link(self):
        result = tactus.run(support.QUICKSTART, level="flow", sets={"attribution.enabled": True}, progress=False)
        rows = {row["link"]: row for row in result.rows("attribution")}
        for worst in result.flow_attribution["worst_links"]:
            self.assertEqual({name: rows[worst["link"]][name] for name in ("lost_ps", "messages", "used")},
                             {name: worst[name] for name in ("lost_ps", "messages", "used")})
        self.assertEqual(sum(row["lost_ps"] for row in result.rows("attribution_windows")),
                         result.flow_attribution["parts"]["shared"])

    def test_a_table_that_the_run_has_not_written_is_told_with_its_remedy(self):
        plain = tactus.run(support.QUICKSTART, sets={"trace.enabled": False}, **PACKET)
        with self.assertRaisesRegex(tactus.TactusError, "written no messages.csv; set trace.enabled"):
            plain.rows("messages")
        with self.assertRaisesRegex(tactus.TactusError, 'attribution: .* sets={"attribution.enabled": True}'):
            plain.rows("attribution")


class Sweeps(support.TemporaryFolders):
    def test_the_table_has_a_row_for_each_combination(self):
        sweep = tactus.sweep(support.QUICKSTART, {"pacing__bias": [0, 1.5], "message_size": ["4 KiB", "16 KiB"]}, **PACKET)
        rows = sweep.rows()
        self.assertEqual([(row["pacing.bias"], row["message_size"]) for row in rows],
                         [(0, "4 KiB"), (0, "16 KiB"), (1.5, "4 KiB"), (1.5, "16 KiB")])
        self.assertEqual(sweep.failed, [])
        for number, row in enumerate(rows):
            result = sweep.result(number)
            self.assertAlmostEqual(result.simulated_seconds, row["simulated_seconds"])
            self.assertEqual(result.parameters["message_size"], row["message_size"])
        self.assertEqual(len(sweep), 4)

    def test_a_temporary_folder_lives_as_long_as_one_of_its_results(self):
        result = tactus.sweep(support.QUICKSTART, {"n": [3]}, **PACKET).result(0)
        self.assertTrue(result.rows("links"))

    @PANDAS
    def test_its_frame_leaves_out_what_is_empty(self):
        sweep = tactus.sweep(support.QUICKSTART, {"n": "3:4:1"}, **PACKET)
        self.assertEqual(sweep.table["n"].tolist(), [3, 4])
        self.assertIn("ratio_to_ideal", sweep.table)
        self.assertNotIn("saturated", sweep.table)
        self.assertNotIn("saturated", sweep.rows()[0])

    def test_designs_are_the_first_column(self):
        sweep = tactus.sweep(support.QUICKSTART, {"seed": [1, 2]}, **PACKET,
                             designs={"plain": None, "oldest": {"pacing__bias": 1.5, "router.arbiter": "oldest_first"}})
        self.assertEqual([row["design"] for row in sweep.rows()], 2 * ["plain"] + 2 * ["oldest"])
        self.assertEqual(sweep.result(3).configuration["pacing.bias"], "1.5")
        self.assertEqual(sweep.result(3).seed, 2)

    def test_seeds_have_results_of_their_own(self):
        sweep = tactus.sweep(support.QUICKSTART, seeds=2, out=self.folder / "out", **PACKET)
        self.assertEqual(sweep.rows()[0]["seeds"], 2)
        self.assertEqual(sweep.result(0, seed=2).seed, 2)
        self.assertTrue((self.folder / "out/seed=1/result.json").is_file())

    def test_folders_of_values_with_other_characters_are_found(self):
        sweep = tactus.sweep(support.QUICKSTART, {"title": ["a:é", "b/c"]}, **PACKET)
        self.assertEqual([sweep.result(row).configuration["title"] for row in (0, 1)], ["a:é", "b/c"])

    def test_long_values_have_their_results_too(self):
        sweep = tactus.sweep(support.QUICKSTART, {"title": ["a" * 300, "b"]}, **PACKET)
        self.assertEqual(sweep.result(0).configuration["title"], "a" * 300)
        self.assertRegex(sweep.result(0).folder.name, "^title=a{194}~")
        self.assertEqual(sweep.result(1).configuration["title"], "b")

    @unittest.skipUnless("BROKEN_TACTUS" in os.environ, "no program whose routers lose credits")
    def test_a_point_that_fails_is_warned_of_and_the_others_stay(self):
        with self.assertWarnsRegex(tactus.TactusWarning, "^1 of 2 points failed:\n(.|\n)*/tactus/"):
            sweep = tactus.sweep(support.QUICKSTART, {"run.max_time": ["1us", "1ms"]}, level="cycle", progress=False,
                                 run__watchdog="20us", program=os.environ["BROKEN_TACTUS"])
        self.assertEqual([row["exit_status"] for row in sweep.rows()], [0, 3])
        self.assertEqual([row["run.max_time"] for row in sweep.failed], ["1ms"])

    def test_rows_say_which_points_are_new(self):
        first = tactus.sweep(support.QUICKSTART, {"n": [3]}, out=self.folder, **PACKET)
        self.assertNotIn("new", first.rows()[0])
        second = tactus.sweep(support.QUICKSTART, {"n": [3, 4]}, out=self.folder, **PACKET)
        self.assertEqual([row["new"] for row in second.rows()], ["no", "yes"])
        self.assertEqual(second.result(1).parameters["n"], "4")

    def test_a_table_of_an_earlier_sweep_is_no_answer(self):
        tactus.sweep(support.QUICKSTART, {"n": [3]}, out=self.folder, **PACKET)
        with self.assertRaises(tactus.ProgramError):
            tactus.sweep(support.QUICKSTART, {"n": [3]}, out=self.folder, program=self.script("exit 1"), **PACKET)


class Comparisons(unittest.TestCase):
    def test_exact_levels_are_equal_and_flow_has_an_error(self):
        comparison = tactus.compare(support.QUICKSTART, ["packet", "cycle", "flow"], n=3)
        self.assertIs(comparison.equal, True)
        self.assertIs(comparison.check(), comparison)
        rows = comparison.rows()
        self.assertEqual([(row["reference"], row["level"]) for row in rows], [("packet", "cycle"), ("packet", "flow")])
        self.assertEqual(rows[0]["differing_packets"], 0)
        times = rows[1]["simulated_seconds.level"], rows[1]["simulated_seconds.reference"]
        self.assertAlmostEqual(rows[1]["relative_time_error"], times[0] / times[1] - 1)
        self.assertIn("completion_error.relative.p90", rows[1])
        self.assertIn("cycle against packet", repr(comparison))

    def test_without_two_exact_levels_there_is_nothing_to_be_equal(self):
        comparison = tactus.compare(support.QUICKSTART, "packet,flow", n=3)
        self.assertIsNone(comparison.equal)
        self.assertEqual(len(comparison.rows()), 1)

    @PANDAS
    def test_errors_are_a_frame(self):
        comparison = tactus.compare(support.QUICKSTART, ["packet", "cycle", "flow"], n=3)
        self.assertEqual(comparison.errors["level"].tolist(), ["cycle", "flow"])
        self.assertEqual(sorted(comparison.errors), sorted({name for row in comparison.rows() for name in row}))

    def test_levels_that_differ_are_told(self):
        difference = tactus.Comparison({"scenario": "a", "levels": ["cycle", "packet"], "equal": False, "packets": 3,
                                        "first_difference": "packet 2 of (0,0)"})
        self.assertIs(difference.equal, False)
        with self.assertRaisesRegex(tactus.DoesNotHold, "a: cycle and packet differ: packet 2"):
            difference.check()


if __name__ == "__main__":
    warnings.simplefilter("error", ResourceWarning)
    unittest.main()
