#include <fstream>
#include <string>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

Outcome check_part(const Arguments& arguments) {
  return run_program(TACTUS_RTL_BINARY, with({"check-part"}, arguments));
}

std::string catch_up_pacer() { return scenario_path("cosim/catch_up_pacer"); }

/// Our arbiter under another name, and with `to` instead of `from` in it.
void write_arbiter(const TemporaryFolder& folder, const std::string& from, const std::string& to) {
  std::string text = text_of(std::filesystem::path(TACTUS_RTL_FOLDER) / "router/output_arbiter.sv");
  const auto change = [&text](const std::string& old, const std::string& now) {
    REQUIRE(text.find(old) != std::string::npos);
    text.replace(text.find(old), old.size(), now);
  };
  change("module output_arbiter ", "module their_arbiter ");
  change(from, to);
  std::ofstream(folder.path() / "their_arbiter.sv") << text;
}

}  // namespace

TEST_CASE("check-part: our own arbiter under another name is equal to the model, and every kind of stimulus is made",
          "[CHECK-3]") {
  const TemporaryFolder folder;
  write_arbiter(folder, "in_turn;", "in_turn;");
  // With one NIC, of which everything is much smaller; those of the usual machine are the same benches.
  const Arguments part = {"arbiter", folder.path(), "--top", "their_arbiter", "--nics", "1"};
  const Outcome text = succeeded(check_part(part));
  CHECK_THAT(text.out, Contains("arbiter: module their_arbiter of ") && Contains("2 dimensions, 1 NICs, 2 VCs") &&
                           Contains("\nequal to the model\n") && !Contains("not made") && !Contains("differs"));
  const Outcome one =
      succeeded(check_part(with(part, {"--bench", "pins", "--seeds", "2", "--arbiter", "oldest_first", "--json"})));
  const auto json = nlohmann::json::parse(one.out);
  CHECK(json["part"] == "arbiter");
  CHECK(json["module"] == "their_arbiter");
  CHECK(json["equal"] == true);
  REQUIRE(json["benches"].size() == 1);
  CHECK(json["benches"][0]["name"] == "pins");
  CHECK(json["benches"][0]["seeds"] == 2);
  const auto& stimuli = json["benches"][0]["stimuli"];
  CHECK(stimuli[0]["kind"] == "grant by round robin");
  CHECK(stimuli[0]["times"] == 0);
  CHECK(stimuli[1]["times"] > 1000);
}

TEST_CASE("check-part: a pacer is held to the mode of a plug-in, and its faults are found", "[CHECK-6]") {
  const auto example =
      std::filesystem::path(scenario_path("")).parent_path().parent_path() / "docs/examples/bucket_pacer";
  const Arguments part = {"pacer", example / "rtl", "--top", "bucket_pacer", "--nics", "1"};
  const Arguments held = with(part, {"--model", example / "bucket_pacer.cpp"});
  const Outcome equal = succeeded(check_part(with(held, {"--json"})));
  const auto json = nlohmann::json::parse(equal.out);
  CHECK(json["model"] == "bucket");
  REQUIRE(json["benches"].size() == 1);
  CHECK(json["benches"][0]["name"] == "pins");
  for (const auto& stimulus : json["benches"][0]["stimuli"]) CHECK(stimulus["times"] > 0);
  // It is no pacer of ours.
  CHECK(check_part(with(part, {"--bench", "pins"})).status == 3);
  const TemporaryFolder folder;
  std::string deeper = text_of(example / "bucket_pacer.cpp");
  deeper.replace(deeper.find("256,"), 4, "257,");
  std::ofstream(folder.path() / "deeper.cpp") << deeper;
  const std::string file = folder.path() / "deeper.cpp";
  const Outcome found = ended_with(3, check_part(with(part, {"--model", file, "--seeds", "1"})));
  CHECK_THAT(found.out, Contains("held to 'bucket' of " + file) && Contains("slot_come_o") &&
                            Contains(" --model " + file + " --bench pins --seed 1"));
  CHECK_THAT(ended_with(2, check_part({"nic", example / "rtl", "--top", "bucket_pacer", "--model", file})).err,
             Contains("--model " + file + ": a plug-in is a model for pacer and arbiter"));
}

TEST_CASE("check-part: an arbiter is held to that of a plug-in", "[CHECK-6]") {
  const auto models = std::filesystem::path(TACTUS_RTL_FOLDER).parent_path() / "testbench/tests/cosim/part_models";
  const Outcome equal = succeeded(check_part({"arbiter", models / "coin", "--top", "coin", "--dimensions", "1",
                                              "--nics", "1", "--model", models / "coin.cpp", "--seeds", "2"}));
  CHECK_THAT(equal.out, Contains("held to 'coin' of ") && Contains("equal to the model"));
}

TEST_CASE("check-part: a pacer that differs ends with 3, the first difference and the command that finds it again",
          "[CHECK-3][CHECK-4]") {
  const Arguments pacer = {"pacer", catch_up_pacer(), "--top", "catch_up_pacer", "--nics", "1"};
  const Outcome found = ended_with(3, check_part(pacer));
  CHECK_THAT(found.out, Contains("The first difference, bench pins, seed 1:\nslot_") &&
                            Contains("clocks, and those before at which something happened:\n  cycle ") &&
                            Contains("--top catch_up_pacer --nics 1 --bench pins --seed 1 --seeds 1\n") &&
                            !Contains("equal to the model"));
  const Outcome again = ended_with(
      3, check_part(with(pacer, {"--bench", "pins", "--seed", "1", "--seeds", "1", "--json", "--jobs", "1"})));
  const auto json = nlohmann::json::parse(again.out);
  CHECK(json["equal"] == false);
  CHECK(json["benches"][0]["seed"] == 1);
  const std::string difference = json["benches"][0]["difference"];
  CHECK_THAT(found.out, Contains(difference));
}

TEST_CASE("check-part: unless told otherwise it is the router of two dimensions and four NICs, with two VCs",
          "[CHECK-3]") {
  CHECK_THAT(succeeded(check_part({"--help"})).out, Contains("1 to 4, by default 2\n") &&
                                                        Contains("NICs of a node, 1 to 8, by default 4\n") &&
                                                        Contains("Virtual channels, 1 to 8, by default 2\n"));
}

TEST_CASE("check-part: what cannot be checked is refused with 2", "[CHECK-3]") {
  const TemporaryFolder folder;
  const auto refused = [](const Arguments& arguments, const std::string& says) {
    const Outcome outcome = ended_with(2, check_part(arguments));
    CHECK(outcome.out.empty());
    CHECK_THAT(outcome.err, Contains(says));
  };
  refused({"pacers", folder.path()}, "PART 'pacers': not one of pacer, arbiter, router and nic; did you mean pacer?");
  refused({"pacer"}, "DIR");
  refused({"pacer", folder.path() / "nowhere"}, "there is no folder ");
  refused({"pacer", folder.path()}, "there is no module: its files are to end in .sv or .v");
  const TemporaryFolder huge;
  std::filesystem::resize_file(huge.write("a.sv", "module pacer;\n"), std::uintmax_t{257} << 20U);
  refused({"pacer", huge.path()}, "a.sv: 269484032 bytes: at most 268435456 are read");
  refused({"pacer", catch_up_pacer()}, "no module 'pacer' in ");
  refused({"pacer", catch_up_pacer()}, "which has catch_up_pacer; name it with --top");
  const Arguments pacer = {"pacer", catch_up_pacer(), "--top", "catch_up_pacer"};
  refused(with(pacer, {"--bench", "pin"}), "--bench 'pin': not one of pins, tori and networks; did you mean pins?");
  refused(with(pacer, {"--vcs", "9"}), "--vcs 9: must be a number from 1 to 8");
  refused(with(pacer, {"--vcs", "5", "--nics", "8", "--dimensions", "4"}), "has 80 input VCs then, and at most 64");
  refused(with(pacer, {"--nics", "9"}), "--nics 9: must be a number from 1 to 8");
  refused(with(pacer, {"--seeds", "0"}), "--seeds 0: must be a number from 1 to ");
  refused(with(pacer, {"--arbiter", "round_robin"}), "--arbiter: for arbiter and router");
  write_arbiter(folder, "order_o,", "orders_o,");
  refused({"arbiter", folder.path(), "--top", "their_arbiter"},
          "module 'their_arbiter' does not take the place of output_arbiter:");
  refused({"arbiter", folder.path(), "--top", "their_arbiter"}, "order");
  const Outcome without = ended_with(2, run_tactus(with({"check-part"}, pacer)));
  CHECK_THAT(without.err, Contains("check-part: this program was built without RTL: start it as ./tactus"));
}
