#include <fmt/core.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

/// Changes of every signal of a VCD, by its full name.
std::map<std::string, std::vector<std::string>> changes_of(const std::string& vcd) {
  std::map<std::string, std::string> names;
  std::map<std::string, std::vector<std::string>> changes;
  std::vector<std::string> scopes;
  std::istringstream lines(vcd);
  std::string time;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first;
    std::string second;
    words >> first >> second;
    if (first == "$scope") {
      words >> second;
      scopes.push_back(scopes.empty() ? second : scopes.back() + "." + second);
    } else if (first == "$upscope") {
      scopes.pop_back();
    } else if (first == "$var") {
      std::string id;
      std::string name;
      words >> second >> id >> name;
      names[id] = scopes.back() + "." + name.substr(0, name.find('['));
    } else if (first[0] == '#') {
      time = first;
    } else if (first[0] == 'b') {
      changes[names[second]].push_back(fmt::format("{} {}", time, first));
    } else if (first[0] == '0' || first[0] == '1') {
      changes[names[first.substr(1)]].push_back(fmt::format("{} {}", time, first[0]));
    }
  }
  return changes;
}

}  // namespace

TEST_CASE("RTL twins: waves have the RTL's flits beside the model's, cycle by cycle the same", "[WAVE-24]") {
  const TemporaryFolder folder;
  succeeded(run_program(TACTUS_RTL_BINARY, {"run", scenario_path("cosim/all_rtl_4x4.yaml"), "--quiet", "--set", "n=3",
                                            "--set", "message_size=1 KiB", "--waves=vcd", "--set",
                                            "waves.nodes=[[1, 1]]", "--out", folder.path()}));
  auto changes = changes_of(text_of(folder.path() / "waves.vcd"));
  std::size_t flits = 0;
  for (const std::string engine : {"0", "1", "2", "3"}) {
    for (const std::string field : {"valid", "head", "tail"}) {
      const std::string scope = "torus.node_1_1.nic.engine_" + engine + ".";
      const auto& model = changes[fmt::format("{}flit_o_{}", scope, field)];
      REQUIRE(!model.empty());
      CHECK(model == changes[fmt::format("{}rtl_flit_o_{}", scope, field)]);
      flits += model.size();
    }
  }
  for (const std::string port : {"plus_x", "minus_x", "plus_y", "minus_y", "nic_0"}) {
    for (const std::string field : {"data_lo", "data_hi"}) {
      const std::string scope = "torus.node_1_1.router." + port;
      const auto& model = changes[fmt::format("{}.flit_o.{}", scope, field)];
      REQUIRE(!model.empty());
      const bool same = model == changes[fmt::format("{}.rtl_flit_o.{}", scope, field)];
      CHECK(same);
      flits += model.size();
    }
  }
  CHECK(flits > 100);
}
