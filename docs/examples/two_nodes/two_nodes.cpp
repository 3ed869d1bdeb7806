// A network of two nodes in an sc_main of one's own: on each node a thread, its software, sends the other a message.
#include <tlm_utils/simple_initiator_socket.h>

#include <cstdio>
#include <string>
#include <systemc>
#include <vector>

#include "hw/common/sc_time_conversion.h"
#include "hw/node/node_group.h"
#include "tlm_models/traffic/nic_driver.h"

using namespace tactus;

/// Software of a node. It reaches the registers of the node's NIC by b_transport, which NicDriver calls.
struct Software : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<Software, 32> csr_isock{"csr_isock"};
  sc_core::sc_signal<bool> irq{"irq"};
  const Clock clock;
  const Coordinate peer;

  Software(const sc_core::sc_module_name& name, Node& node, const Clock& on, Coordinate other)
      : sc_module(name), clock(on), peer(other) {
    csr_isock.bind(node.nic().register_socket());
    node.irq_o(irq);
    SC_HAS_PROCESS(Software);
    SC_THREAD(exchange);
  }

  void exchange() {
    const sc_core::sc_time cycle = to_sc_time(clock.edge(Cycles{1}));
    wait(1.5 * cycle);  // reset is over, and software acts between the edges at which hardware does
    NicDriver nic(csr_isock, /*engines=*/1, /*dimensions=*/1);
    nic.configure(PacingConfig{}, nic_reg::kIrqSend | nic_reg::kIrqReceive);
    nic_reg::ReceiveSlot receive;
    receive.source = peer;
    receive.bytes = 64 * 1024;
    nic.post_receive(0, receive);
    nic_reg::SendDescriptor send;
    send.destination = peer;
    send.bytes = 64 * 1024;
    nic.send(0, send);

    for (int left = 2; left != 0;) {  // a send and a receive
      wait(cycle);                    // the interrupt line follows the registers at the next edge
      if (!irq.read()) {
        wait(irq.posedge_event());
        wait(0.5 * cycle);
      }
      const std::string now = std::to_string(cycle_now(clock).count());
      const NicDriver::Completions done = nic.take_completions(0);
      if (done.sends != 0) {
        std::printf("%s: sent in cycle %s\n", name(), now.c_str());
        --left;
      }
      if (done.receives != 0) {
        std::printf("%s: received in cycle %s\n", name(), now.c_str());
        --left;
      }
    }
  }
};

int sc_main(int /*argc*/, char* /*argv*/[]) {
  MachineConfig config;
  config.network = NetworkShape({2});
  config.nic.count = 1;
  ClockDomain domain("clock", config.clock);
  NodeGroup nodes(domain, config, cycle_level_parts(), {0, 1});
  Software first("first", nodes.node(0), config.clock, config.network.coordinate(1));
  Software second("second", nodes.node(1), config.clock, config.network.coordinate(0));
  sc_core::sc_start();  // until nothing is left to happen

  const std::vector<std::string> faults = nodes.final_faults();
  for (const std::string& fault : faults) std::printf("%s\n", fault.c_str());
  return faults.empty() ? 0 : 1;
}
