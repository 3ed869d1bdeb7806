#include "testbench/tests/unit/hw/router/router_bench.h"

namespace tactus {

RouterBench::RouterBench(BenchClock& clock, const MachineConfig& config, Coordinate position)
    : RouterBench(clock, config, position,
                  [](const char* name, ClockDomain& domain, const MachineConfig& machine, Coordinate at) {
                    return std::make_unique<VcRouter>(name, domain, machine, at);
                  }) {}

RouterBench::RouterBench(BenchClock& clock, const MachineConfig& config, Coordinate position, const MakeRouter& make)
    : config_(config),
      router_(make(sc_core::sc_gen_unique_name("router"), clock.domain, config_, position)),
      flit_i_(sc_core::sc_gen_unique_name("flit_i"), kRouterPorts, wires_of<Flit>(clock.domain)),
      flit_o_(sc_core::sc_gen_unique_name("flit_o"), kRouterPorts, wires_of<Flit>(clock.domain)),
      credit_i_(sc_core::sc_gen_unique_name("credit_i"), kRouterPorts, wires_of<CreditReturn>(clock.domain)),
      credit_o_(sc_core::sc_gen_unique_name("credit_o"), kRouterPorts, wires_of<CreditReturn>(clock.domain)) {
  router_->flit_i.bind(flit_i_);
  router_->flit_o.bind(flit_o_);
  router_->credit_i.bind(credit_i_);
  router_->credit_o.bind(credit_o_);
}

void RouterBench::send(int port, int vc, std::uint64_t edge, const std::vector<Flit>& packet) {
  for (Flit flit : packet) {
    flit.vc = static_cast<std::uint8_t>(vc);
    send(port, edge++, flit);
  }
}

void RouterBench::drive(const RouterPorts& ports) {
  for (std::size_t port = 0; port < kRouterPorts; ++port) {
    flit_i_[port].write(ports.flit[port]);
    credit_i_[port].write(ports.credit[port]);
  }
}

RouterPorts RouterBench::outputs() const {
  RouterPorts ports;
  for (std::size_t port = 0; port < kRouterPorts; ++port) {
    ports.flit[port] = flit_o_[port].read();
    ports.credit[port] = credit_o_[port].read();
  }
  return ports;
}

void RouterBench::after(std::uint64_t edge) {
  const RouterPorts ports = outputs();
  for (std::size_t port = 0; port < kRouterPorts; ++port) {
    if (ports.flit[port].valid) sent_[port].push_back({edge, ports.flit[port]});
  }
  returned_[edge] = ports.credit;
}

std::vector<std::uint64_t> RouterBench::returned(int port, int vc) const {
  std::vector<std::uint64_t> edges;
  for (const auto& [edge, credits] : returned_) {
    edges.insert(edges.end(), credits_of(credits[index(port)], vc), edge);
  }
  return edges;
}

void run(BenchClock& clock, const std::vector<RouterBench*>& benches, std::uint64_t last) {
  while (clock.next_edge() <= last) {
    const std::uint64_t edge = clock.next_edge();
    for (RouterBench* bench : benches) bench->before(edge);
    clock.step();
    for (RouterBench* bench : benches) bench->after(edge);
  }
}

RouteHeader header_to(int out_port, int flits) {
  RouteHeader header;
  header.flits = static_cast<std::uint8_t>(flits);
  if (out_port < kTorusPorts) {
    header.destination = NetworkShape{}.neighbour(RouterBench::kHere, static_cast<Direction>(out_port));
  } else {
    header.destination = RouterBench::kHere;
    header.destination_nic = static_cast<std::uint8_t>(out_port - kTorusPorts);
  }
  return header;
}

std::vector<Flit> packet_to(int out_port, int flits, std::uint32_t tag) {
  return make_packet(header_to(out_port, flits), tag);
}

}  // namespace tactus
