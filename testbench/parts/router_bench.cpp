#include "testbench/parts/router_bench.h"

#include <utility>

#include "hw/router/vc_router.h"

namespace tactus {

RouterBench::RouterBench(BenchClock& clock, const MachineConfig& config, Coordinate position)
    : RouterBench(clock, config, position, [](const char* name, const NodeSite& site) {
        return std::make_unique<VcRouter>(name, site.domain, site.config, site.position);
      }) {}

RouterBench::RouterBench(BenchClock& clock, MachineConfig config, Coordinate position, const MakeRouter& make)
    : config_(std::move(config)),
      router_(make(sc_core::sc_gen_unique_name("router"), {clock.domain, config_, position})),
      flit_i_(sc_core::sc_gen_unique_name("flit_i"), ports(), wires_of<Flit>(clock.domain)),
      flit_o_(sc_core::sc_gen_unique_name("flit_o"), ports(), wires_of<Flit>(clock.domain)),
      credit_i_(sc_core::sc_gen_unique_name("credit_i"), ports(), wires_of<CreditReturn>(clock.domain)),
      credit_o_(sc_core::sc_gen_unique_name("credit_o"), ports(), wires_of<CreditReturn>(clock.domain)) {
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

void RouterBench::drive(const PortValues& values) {
  for (std::size_t port = 0; port < ports(); ++port) {
    flit_i_[port].write(values.flit[port]);
    credit_i_[port].write(values.credit[port]);
  }
}

PortValues RouterBench::outputs() const {
  PortValues values;
  for (std::size_t port = 0; port < ports(); ++port) {
    values.flit[port] = flit_o_[port].read();
    values.credit[port] = credit_o_[port].read();
  }
  return values;
}

void RouterBench::after(std::uint64_t edge) {
  const PortValues values = outputs();
  for (std::size_t port = 0; port < ports(); ++port) {
    if (values.flit[port].valid) sent_[port].push_back({edge, values.flit[port]});
  }
  returned_[edge] = values.credit;
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
  if (kPorts.is_nic(out_port)) {
    header.destination = RouterBench::kHere;
    header.destination_nic = static_cast<std::uint8_t>(kPorts.nic_of(out_port));
  } else {
    header.destination = NetworkShape{}.neighbour(RouterBench::kHere, static_cast<Direction>(out_port));
  }
  return header;
}

std::vector<Flit> packet_to(int out_port, int flits, std::uint32_t tag) {
  return make_packet(header_to(out_port, flits), tag);
}

}  // namespace tactus
