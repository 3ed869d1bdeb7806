#include <algorithm>
#include <string>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"
#include "testbench/tests/unit/app/results/wave_reader.h"

using namespace tactus;
using namespace tactus::test;

namespace {

const std::filesystem::path kRtl = TACTUS_RTL_FOLDER;

/// A ring whose NICs or routers are soon Verilated: one NIC in each node. The key rtl is in line 5.
std::string ring(const TemporaryFolder& folder, const std::string& rtl, int nodes = 4) {
  const std::string head = "network: {shape: [" + std::to_string(nodes) +
                           "]}\nnic: {count: 1, unexpected_entries: 32}\npacing: {mode: hops, bias: 0.5}\n"
                           "workload: {algorithm: a2at, message_size: 40 KiB}\n";
  write_file(folder.path() / "ring.yaml", head + "rtl:\n" + rtl);
  return folder.path() / "ring.yaml";
}

Outcome run_ring(const std::string& scenario, const std::filesystem::path& out, const Arguments& more = {}) {
  return run_program(TACTUS_RTL_BINARY, with({"run", scenario, "--quiet", "--out", out}, more));
}

}  // namespace

TEST_CASE("Replaced RTL: the ports of our own pacer and arbiter are those of the model in every cycle",
          "[key:rtl.replace]") {
  // The part is right, and a fault beside it ends the run: then all that is remembered is there to be looked at.
  const TemporaryFolder folder;
  write_file(folder.path() / "pacer/p.sv", replaced(text_of(kRtl / "nic/pacer.sv"), "module pacer ", "module p "));
  write_file(folder.path() / "arbiter/a.sv",
             replaced(text_of(kRtl / "router/output_arbiter.sv"), "module output_arbiter ", "module a "));
  write_file(folder.path() / "nic/flit_source.sv", replaced(text_of(kRtl / "nic/flit_source.sv"), "endmodule",
                                                            "  `ASSERT(EndsHere, cycle_i < 32'd2000)\nendmodule"));
  write_file(folder.path() / "router/credit_pool.sv",
             replaced(text_of(kRtl / "router/credit_pool.sv"), "endmodule",
                      "  logic [15:0] edges_q;\n  always_ff @(posedge clk_i) edges_q <= rst_ni ? edges_q + 16'd1 : "
                      "16'd0;\n  `ASSERT(EndsHere, edges_q < 16'd2000)\nendmodule"));
  const auto check = [&folder](const std::string& rtl, const std::string& part,
                               const std::set<std::string>& differing) {
    const Outcome outcome = ended_with(3, run_ring(ring(folder, rtl), folder.path() / "out"));
    CHECK_THAT(outcome.err, Contains("EndsHere") && !Contains("differs first"));
    const Wave wave = read_fst(folder.path() / "out/difference.fst");
    std::size_t compared = 0;
    for (const auto& [name, changes] : wave.changes) {
      const std::size_t at = name.find(".model.");
      if (at == std::string::npos || name.find(part) == std::string::npos) continue;
      const std::string port = name.substr(name.rfind('.') + 1);
      const std::string of_rtl = std::string(name).replace(at, 7, ".rtl.");
      CAPTURE(name);
      REQUIRE(wave.changes.count(of_rtl) == 1);
      if (differing.count(port.substr(0, port.find('['))) == 0) CHECK(changes == wave.changes.at(of_rtl));
      compared += changes.size();
    }
    CHECK(compared > 100);
  };
  check("  nics: [[1]]\n  replace: {pacer: {sources: pacer, top: p}, nic: {sources: nic}}\n", ".engine_0.pacer.", {});
  check("  routers: [[1]]\n  replace: {arbiter: {sources: arbiter, top: a}, router: {sources: router}}\n", ".arbiter.",
        {});
}

TEST_CASE(
    "Replaced RTL: an arbiter that is wrong is named by output and cycle, no later than its grant is seen on a port",
    "[key:rtl.replace]") {
  const TemporaryFolder folder;
  std::string text = replaced(text_of(kRtl / "router/output_arbiter.sv"), "module output_arbiter ", "module a ");
  text = replaced(
      text, "order_o = in_turn;",
      "order_o = in_turn;\n    for (int i = 0; i < NumRequesters; i++) order_o[i*NumRequesters+:NumRequesters] = "
      "{NumRequesters{1'b1}} >> (NumRequesters - i);");
  write_file(folder.path() / "mine/a.sv", text);
  const std::string scenario = ring(folder, "  routers: [[1]]\n  replace: {arbiter: {sources: mine, top: a}}\n", 8);
  const Outcome outcome = ended_with(3, run_ring(scenario, folder.path() / "out"));
  const std::size_t at = outcome.err.find(".arbiter differs first at grant_i, cycle ");
  REQUIRE(at != std::string::npos);
  const std::size_t seen = outcome.err.find(", cycle ");
  CHECK(std::stoul(outcome.err.substr(at + 41)) <= std::stoul(outcome.err.substr(seen + 8)));
  CHECK_THAT(outcome.err, Contains(".arbiter: state_i "));
}

TEST_CASE("Replaced RTL: rtl.trace records the signals within it, and a save file that begins with the part's ports",
          "[key:rtl.trace][RESULT-67]") {
  const TemporaryFolder folder;
  write_file(folder.path() / "pacer/p.sv", replaced(text_of(kRtl / "nic/pacer.sv"), "module pacer ", "module p "));
  const std::string scenario = ring(folder, "  nics: [[1]]\n  replace: {pacer: {sources: pacer, top: p}}\n");
  const std::filesystem::path out = folder.path() / "out";
  succeeded(run_ring(scenario, out, {"--set", "rtl.trace=true"}));
  const Wave wave = read_fst(out / "rtl_torus.node_1.nic.fst");
  const std::set<std::string> shown = gtkwave_signals(text_of(out / "rtl_torus.node_1.nic.gtkw"));
  CHECK(shown.size() == 21);
  const std::set<std::string> names = wave.names();
  for (const std::string& name : shown) {
    CAPTURE(name);
    CHECK(names.count(name) == 1);
  }
  // The register of the pacer itself, which is on no port.
  const auto wait = std::find_if(names.begin(), names.end(), [](const std::string& name) {
    return name.find(".u_p.wait_q[19:0]") != std::string::npos;
  });
  REQUIRE(wait != names.end());
  CHECK(wave.changes.at(*wait).size() > 100);
  // The next run has no such file; the pacer is ours, so that the result is the same.
  const auto traced = result_without_host(out);
  succeeded(run_ring(scenario, out, {"--set", "rtl.replace=none"}));
  CHECK_FALSE(std::filesystem::exists(out / "rtl_torus.node_1.nic.fst"));
  CHECK(traced["simulated_seconds"] == result_without_host(out)["simulated_seconds"]);
  // Without a replaced part there is nothing to trace.
  const std::string plain = scenario_path("cosim/one_rtl_router_8x8.yaml");
  CHECK_THAT(ended_with(2, run_ring(plain, out, {"--set", "rtl.trace=true"})).err,
             Contains("rtl.trace has no effect: rtl.replace is none"));
}

TEST_CASE("Replaced RTL: a copy of our NIC with one edited file takes the place of ours, module by module",
          "[key:rtl.replace]") {
  const TemporaryFolder folder;
  std::filesystem::copy(kRtl / "nic", folder.path() / "my_nic");
  const std::filesystem::path pacer = folder.path() / "my_nic/pacer.sv";
  write_file(pacer, replaced(text_of(pacer), "left = to_slot[22:3];", "left = to_slot[22:3] + 20'd1;"));
  const std::string scenario = ring(folder, "  nics: [[1]]\n  replace: {nic: {sources: my_nic}}\n");
  const Outcome outcome = ended_with(3, run_ring(scenario, folder.path() / "out"));
  CHECK_THAT(outcome.err, Contains("/tactus/rtl/difference: torus.node_1.nic, flit_o["));
}

TEST_CASE("Replaced RTL: one edited file is enough for a NIC, and Verilator's words are all to be read",
          "[key:rtl.replace]") {
  const TemporaryFolder folder;
  const std::string text = text_of(kRtl / "nic/credit_link.sv");
  std::string wrong;
  for (int i = 0; i < 40; ++i) wrong += "  assign unknown_" + std::to_string(i) + " = no_such_name;\n";
  write_file(folder.path() / "my_nic/credit_link.sv", replaced(text, "endmodule", wrong + "endmodule"));
  const std::string scenario = ring(folder, "  nics: [[1]]\n  replace: {nic: {sources: my_nic}}\n");
  const Outcome outcome = ended_with(2, run_ring(scenario, folder.path() / "out"));
  CHECK_THAT(outcome.err, Contains("tactus: rtl.replace.nic: in the place of ours: credit_link\n"));
  CHECK_THAT(outcome.err, Contains("ring.yaml:7:18: error: rtl.replace.nic: module 'nic_top' does not take") &&
                              Contains("my_nic/credit_link.sv:") && Contains("more lines: "));
  const std::size_t at = outcome.err.find("more lines: ") + 12;
  const std::string all = text_of(outcome.err.substr(at, outcome.err.find('\n', at) - at));
  CHECK_THAT(all, Contains("unknown_0") && Contains("unknown_39") && Contains("my_nic/credit_link.sv:"));
  CHECK_THAT(outcome.err, !Contains("unknown_39"));
}
