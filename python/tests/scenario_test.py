"""Scenarios and values as the program gets them."""

import pathlib
import unittest

import support

from tactus.scenario import over_options, scenario_file, set_options


class Options(unittest.TestCase):
    def test_keywords_and_dicts_are_set_options(self):
        options = set_options({"pacing.mode": "hops", "router": {"vc_buffer": "4 KiB", "arbiter": "matrix"}},
                              {"n": 8, "pacing__bias": 1.25})
        self.assertEqual(options, ["--set", "pacing.mode=hops", "--set", "router.vc_buffer=4 KiB", "--set",
                                   "router.arbiter=matrix", "--set", "n=8", "--set", "pacing.bias=1.25"])

    def test_values_are_yaml(self):
        for value, text in ((True, "true"), (None, "none"), ([[2, 3]], "[[2, 3]]"), (["a b", "c"], '["a b", "c"]'),
                            (pathlib.Path("/x y.txt"), "/x y.txt"), ((1, 2), "[1, 2]")):
            self.assertEqual(set_options({}, {"key": value}), ["--set", f"key={text}"])

    @unittest.skipUnless(support.has("numpy"), "no numpy")
    def test_numbers_and_arrays_of_numpy_are_values(self):
        import numpy

        self.assertEqual(set_options({}, {"a": numpy.float64(1.5), "b": numpy.array([4, 4]), "c": numpy.bool_(True)}),
                         ["--set", "a=1.5", "--set", "b=[4, 4]", "--set", "c=true"])
        self.assertEqual(over_options({"n": numpy.arange(3, 6)}), ["--over", "n=3,4,5"])

    def test_a_sweep_takes_lists_and_the_texts_of_the_program(self):
        self.assertEqual(over_options({"pacing__bias": [0, 1.5], "message_size": ["4 KiB", "16 KiB"],
                                       "load": "0.1:0.5:0.1", "sequences": [[1, 2], "all"]}),
                         ["--over", "pacing.bias=0,1.5", "--over", "message_size=4 KiB,16 KiB", "--over",
                          "load=0.1:0.5:0.1", "--over", "sequences=[1, 2],all"])

    def test_commas_and_colons_of_a_value_do_not_part_it(self):
        self.assertEqual(over_options({"name": ["a,b", "c:d", "e"]}), ["--over", 'name="a,b","c:d",e'])


class Scenarios(unittest.TestCase):
    def test_a_path_stays_itself(self):
        with scenario_file(support.QUICKSTART) as given:
            self.assertEqual(given, (str(support.QUICKSTART), {}, {}))

    def test_a_dict_has_one_key_a_line_and_lines_know_their_keys(self):
        scenario = {"network": {"shape": [4, 4], "wrap": [True, False]}, "parameters": {}, "seed": 3, "title": "a: b\n"}
        with scenario_file(scenario) as given:
            text = pathlib.Path(given.path).read_text(encoding="utf-8")
        self.assertEqual(text, 'network:\n  shape: [4, 4]\n  wrap: [true, false]\nparameters: {}\nseed: 3\n'
                               'title: "a: b\\n"\n')
        self.assertEqual(given.keys, {1: "network", 2: "network.shape", 3: "network.wrap", 4: "parameters", 5: "seed",
                                      6: "title"})
        self.assertFalse(pathlib.Path(given.path).exists())

    def test_text_with_lines_is_a_scenario(self):
        with scenario_file("seed: 3\n") as given:
            self.assertEqual(pathlib.Path(given.path).read_text(encoding="utf-8"), "seed: 3\n")
            self.assertEqual(given.names, {given.path: "scenario"})


if __name__ == "__main__":
    unittest.main()
