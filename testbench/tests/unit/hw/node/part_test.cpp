#include <memory>
#include <stdexcept>
#include <string>
#include <systemc>
#include <vector>

#include "hw/common/clocked_module.h"
#include "hw/common/reports.h"
#include "hw/link/signal_to_wire.h"
#include "hw/link/wire_to_signal.h"
#include "hw/node/part_nic.h"
#include "hw/node/part_router.h"
#include "testbench/parts/test_packet.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/node/torus_bench.h"

namespace tactus {
namespace {

using Catch::Matchers::Contains;

const Numbers kNumbers;

RouterPart router_part(std::unique_ptr<RouterPins> (*make)(const char* name, const PartSite& site)) {
  RouterPart part;
  part.name = "mine";
  part.plugin = "mine.cpp";
  part.make = make;
  return part;
}

/// Our router and our NIC as parts.
const RouterPart kOurRouter = router_part([](const char* name, const PartSite& site) -> std::unique_ptr<RouterPins> {
  return cycle_level_parts().router(name, site);
});
const NicPart kOurNic = [] {
  NicPart part;
  part.name = "mine";
  part.plugin = "mine.cpp";
  part.make = [](const char* name, const PartSite& site, MemoryPort& memory) {
    return cycle_level_parts().nic(name, site, memory);
  };
  return part;
}();

NodeParts all_parts(const RouterPart& router) {
  NodeParts parts;
  parts.router = [&router](const char* name, const NodeSite& site) {
    return make_part_router(name, router, {site, kNumbers});
  };
  parts.nic = [](const char* name, const NodeSite& site, MemoryPort& memory) {
    return make_part_nic(name, kOurNic, {site, kNumbers}, memory);
  };
  return parts;
}

/// Parts of which router [1, 0] is `router`.
NodeParts with_router(const RouterPart& router) {
  NodeParts parts = cycle_level_parts();
  parts.router = [&router, ours = parts.router](const char* name, const NodeSite& site) {
    return site.position == Coordinate{1, 0} ? make_part_router(name, router, {site, kNumbers}) : ours(name, site);
  };
  return parts;
}

/// A router that does nothing, but puts a head flit of its own on port 0.
class MakesUp : public ClockedModule, public RouterPins {
 public:
  MakesUp(const sc_core::sc_module_name& name, const PartSite& site)
      : ClockedModule(name, site.domain), RouterPins(site.config.ports()) {}

 protected:
  static constexpr Cycles kWhen{20};
  static Flit made_up() {
    RouteHeader header;
    header.source = Coordinate{0, 2};
    header.destination = Coordinate{3, 0};
    return make_packet(header, 1, 2).front();
  }

 private:
  void end_of_elaboration() override {
    for (int port = 0; port < static_cast<int>(flit_i.size()); ++port) {
      const auto i = static_cast<std::size_t>(port);
      wire_at<Flit>(flit_i[i]).read_by(*this, port);
      wire_at<CreditReturn>(credit_i[i]).read_by(*this, kMaxRouterPorts + port);
    }
  }
  Cycles tick(Cycles now) override {
    if (now == kWhen) put(now);
    return now < kWhen ? kWhen : kUntilWoken;
  }
  void reset() override {}
  virtual void put(Cycles now) { wire_at<Flit>(flit_o[0]).put(now, made_up()); }
};

/// It puts its flit in the cycle after that edge.
class MakesUpLater final : public MakesUp {
 public:
  MakesUpLater(const sc_core::sc_module_name& name, const PartSite& site)
      : MakesUp(name, site), quarter_(to_sc_time(site.config.clock.quarter(Cycles{0}, 1))) {
    SC_HAS_PROCESS(MakesUpLater);
    SC_METHOD(write);
    sensitive << later_;
    dont_initialize();
  }

 private:
  void put(Cycles /*now*/) override { later_.notify(quarter_); }
  void write() { flit_o[0].write(made_up()); }

  const sc_core::sc_time quarter_;
  sc_core::sc_event later_;
};

/// Our router, which sees its neighbours through signals.
class ThroughSignals final : public sc_core::sc_module, public RouterPins {
 public:
  ThroughSignals(const sc_core::sc_module_name& name, const PartSite& site)
      : sc_module(name), RouterPins(site.config.ports()), inner_(cycle_level_parts().router("inner", site)) {
    for (std::size_t port = 0; port < flit_i.size(); ++port) {
      join(flit_i[port], inner_->flit_i[port], site.domain);
      join(credit_i[port], inner_->credit_i[port], site.domain);
      join(inner_->flit_o[port], flit_o[port], site.domain);
      join(inner_->credit_o[port], credit_o[port], site.domain);
    }
  }

 private:
  /// What stands between a pin and a pin.
  template <class T>
  struct Joint {
    explicit Joint(ClockDomain& domain)
        : wire(sc_core::sc_gen_unique_name("wire"), domain),
          out(sc_core::sc_gen_unique_name("out"), domain),
          in(sc_core::sc_gen_unique_name("in"), domain) {
      out.signal_o(signal);
      in.signal_i(signal);
    }
    Wire<T> wire;
    WireToSignal<T> out;
    sc_core::sc_signal<T> signal;
    SignalToWire<T> in;
  };
  template <class T>
  Joint<T>& joint(ClockDomain& domain) {
    const auto made = std::make_shared<Joint<T>>(domain);
    joints_.push_back(made);
    return *made;
  }
  template <class T>
  void join(sc_core::sc_in<T>& from, sc_core::sc_in<T>& to, ClockDomain& domain) {
    Joint<T>& between = joint<T>(domain);
    between.out.wire_i(from);
    between.in.wire_o(between.wire);
    to(between.wire);
  }
  template <class T>
  void join(sc_core::sc_out<T>& from, sc_core::sc_out<T>& to, ClockDomain& domain) {
    Joint<T>& between = joint<T>(domain);
    from(between.wire);
    between.out.wire_i(between.wire);
    between.in.wire_o(to);
  }

  std::unique_ptr<RouterModule> inner_;
  std::vector<std::shared_ptr<void>> joints_;
};

template <class Router>
RouterPart router_of() {
  return router_part([](const char* name, const PartSite& site) -> std::unique_ptr<RouterPins> {
    return std::make_unique<Router>(name, site);
  });
}

/// A packet from every node to every other, one at a time: each takes the cycles of its way, and nothing is lost.
void check_all_pairs(const NodeParts& parts) {
  const MachineConfig config = machine_of({4, 3});
  TorusBench bench(config, 1, parts);
  const NetworkShape& shape = config.network;
  int sent = 0;
  for (int from = 0; from < shape.nodes(); ++from) {
    for (int to = 0; to < shape.nodes(); ++to) {
      const std::uint32_t payload = 16U * static_cast<std::uint32_t>(sent % 20);
      bench.sender(from).send(shape.coordinate(to), sent % config.nics(), payload);
      ++sent;
      bench.grants = 0;
      bool conserved = true;
      for (int cycle = 0; cycle < 400 && bench.deliveries < sent; ++cycle) {
        bench.step();
        conserved = conserved && bench.torus().conservation_faults().empty();
      }
      CHECK(conserved);
      REQUIRE(bench.deliveries == sent);
      const int hops = shape.hops(shape.coordinate(from), shape.coordinate(to));
      const int flits = kHeaderFlits + static_cast<int>(payload / kFlitBytes.count());
      CAPTURE(from, to);
      CHECK(bench.delivered.count() - bench.injected.count() == static_cast<std::uint64_t>(26 * hops + flits + 4));
      CHECK(bench.grants == hops + 1);
    }
  }
  for (int cycle = 0; cycle < 100; ++cycle) bench.step();
  CHECK(bench.torus().drained());
  CHECK(bench.torus().final_faults().empty());
  CHECK(bench.torus().packets_injected() == static_cast<std::uint64_t>(sent));
  CHECK(bench.torus().packets_delivered() == static_cast<std::uint64_t>(sent));
  CHECK(bench.torus().waiting().empty());
}

std::string report_of(TorusBench& bench, int cycles) {
  try {
    for (int i = 0; i < cycles; ++i) bench.step();
  } catch (const sc_core::sc_report& report) {
    CHECK(std::string(report.get_msg_type()) == reports::kPart);
    return report.get_msg();
  }
  return {};
}

}  // namespace

TEST_CASE("Parts: our router and NIC as parts of a plug-in do what they do otherwise, and their accounts agree",
          "[PART-10][TOTAL-4]") {
  check_all_pairs(all_parts(kOurRouter));
}

TEST_CASE("Parts: a router that reads and writes signals is seen as one that reads and writes wires",
          "[PART-9][PART-10][TOTAL-4]") {
  const RouterPart part = router_of<ThroughSignals>();
  check_all_pairs(with_router(part));
}

TEST_CASE("Parts: waves show the pins of a part, and the probes of one that has some", "[PART-10]") {
  const MachineConfig config = machine_of({4, 3});
  TorusBench bench(config, 1, with_router(kOurRouter));
  bench.sender(0).send({2, 0}, 0, 64);
  const ProbeList probes = bench.torus().probes(1);
  const auto value = [&](const std::string& scope, const std::string& name) {
    for (const Probe& probe : probes) {
      if (probe.scope == "torus.node_1_0.router." + scope && probe.name == name) return probe.read();
    }
    FAIL(name);
    return std::uint64_t{0};
  };
  std::uint64_t most = 0;
  std::uint64_t flits = 0;
  for (int cycle = 0; cycle < 100; ++cycle) {
    bench.step();
    std::uint64_t inside = 0;
    for (int vc = 0; vc < config.router.virtual_channels; ++vc) {
      inside += value("minus_x.vc_" + std::to_string(vc), "occupancy");
    }
    most = std::max(most, inside);
    flits += value("plus_x.flit_o", "valid");
    CHECK(value("plus_x.flit_o", "valid") == (value("part.plus_x.flit_o", "kind") != 0 ? 1 : 0));
  }
  CHECK(flits == 6);
  CHECK(most == 3);
  CHECK(value("plus_x.vc_0", "credits") + value("plus_x.vc_1", "credits") ==
        2 * static_cast<std::uint64_t>(config.vc_buffer_flits()));
}

TEST_CASE("Parts: a fault is raised with plug-in, part, instance, port and cycle", "[PART-9]") {
  const RouterPart part = router_of<MakesUp>();
  TorusBench bench(machine_of({4, 3}), 1, with_router(part));
  CHECK(report_of(bench, 60) ==
        "mine.cpp: router part 'mine', torus.node_1_0.router, port plus_x, cycle 20: sends a head flit that has not "
        "come in, or has left already: made up, changed or doubled");
}

TEST_CASE("Parts: what a process writes between two edges is looked at too", "[PART-9]") {
  const RouterPart part = router_of<MakesUpLater>();
  TorusBench bench(machine_of({4, 3}), 1, with_router(part));
  CHECK_THAT(report_of(bench, 60), Contains("port plus_x, cycle 20: sends a head flit that has not come in"));
}

TEST_CASE("Parts: a fault that a view finds first is told at rest and raised at the next edge", "[PART-9]") {
  const RouterPart part = router_of<MakesUp>();
  TorusBench bench(machine_of({4, 3}), 19, with_router(part));
  CHECK(bench.torus().final_faults().empty());
  bench.step();
  CHECK_THAT(bench.torus().final_faults().at(0), Contains("mine.cpp") && Contains("cycle 20: sends a head flit"));
  CHECK_THAT(report_of(bench, 30), Contains("cycle 20: sends a head flit"));
}

}  // namespace tactus
