#include <filesystem>
#include <map>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

using Arguments = std::vector<std::string>;

/// Small scenarios, one of each kind of machine; what runs at the cycle level is over in thousands of cycles.
const std::map<std::string, std::string> kMachines = {
    {"torus", "network: {shape: [2, 2]}\nworkload: {algorithm: a2at, message_size: 64 B}\n"},
    {"mesh", "network: {shape: [3], wrap: [false]}\nworkload: {algorithm: ring, message_size: 64 B}\n"},
    {"flits", "network: {shape: [2, 2]}\nrouter: {switch_hold: flit}\nworkload: {algorithm: ring}\n"},
    {"numa", "network: {shape: [2, 2]}\nnode: {kind: numa}\nworkload: {algorithm: ring, message_size: 64 B}\n"},
    {"cores",
     "network: {shape: [2]}\nnode: {copies: cores}\n"
     "workload: {algorithm: ring, ranks_per_node: 2, message_size: 64 B}\n"},
    {"open loop",
     "network: {shape: [2, 2]}\n"
     "workload: {algorithm: uniform, load: 0.1, warmup: 100 cycles, measure: 500 cycles, drain: 1000 cycles}\n"},
    {"fat tree",
     "network: {shape: [4]}\nflow: {topology: fat_tree, levels: 1, radix: 4}\nworkload: {algorithm: ring}\n"},
    {"butterfly", "network: {shape: [4]}\nworkload: {algorithm: butterfly, message_size: 64 B}\n"},
    {"rails", "network: {kind: rails}\nrails: {sizes: [4 KiB], messages: 1}\n"},
    {"lone node", "network: {kind: none}\nworkload: {algorithm: ping_pong, repetitions: 1, warm_up_repetitions: 0}\n"},
};

/// Every command that takes a scenario, and how.
std::map<std::string, Arguments> commands(const std::string& scenario, const std::filesystem::path& out) {
  return {
      {"run", {"run", scenario, "--out", out / "run"}},
      {"run cycle", {"run", scenario, "--level", "cycle", "--out", out / "cycle"}},
      {"run packet", {"run", scenario, "--level", "packet", "--out", out / "packet"}},
      {"run flow", {"run", scenario, "--level", "flow", "--out", out / "flow"}},
      {"run with waves", {"run", scenario, "--waves", "--out", out / "waves"}},
      {"compare", {"compare", scenario}},
      {"compare flow", {"compare", scenario, "--levels", "packet,flow"}},
      {"sweep", {"sweep", scenario, "--over", "seed=1,2", "--out", out / "sweep"}},
      {"tune", {"tune", scenario, "--out", out / "tuned.yaml", "--runs", out / "tune"}},
      {"explain", {"explain", scenario, "--tries", "1"}},
      {"explain the run", {"explain", out / "run"}},
      {"report", {"report", out / "run", "-o", out / "page.html"}},
  };
}

}  // namespace
