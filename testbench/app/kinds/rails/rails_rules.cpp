#include "testbench/app/kinds/rails/rails_settings.h"
#include "testbench/app/scenario/key_groups.h"
#include "testbench/app/scenario/machine_rules.h"
#include "testbench/app/scenario/scenario_reading.h"

namespace tactus {

template <>
struct EnumWords<RailSplit> {
  static constexpr WordTable<RailSplit, 3> kWords = {
      {{"even", RailSplit::kEven}, {"measured", RailSplit::kMeasured}, {"near", RailSplit::kNear}}};
};

namespace {

std::vector<KeySpec> rails_keys() {
  return on(
      on_network({kRailsName}),
      {
          key("rails.nics", AT(rails.nics),
              "NICs that a cable joins to the NICs of the same numbers in the other node; up to 4 of them."),
          key("rails.cable_bandwidth", AT(rails.cable.rate), "Bandwidth of a cable each way, after the line code.",
              above(BytesPerSecond{0})),
          key("rails.cable_latency", AT(rails.cable.latency), "Latency of packets and of credits, one way."),
          key("rails.cable_buffers", AT(rails.cable.buffers), "Packets that the NIC at either end has room for.",
              at_least(1)),
          key("rails.mtu", AT(rails.cable.mtu), "Most data of a packet.", range(Bytes{64}, Bytes{32 * 1024})),
          key("rails.packet_overhead", AT(rails.cable.overhead), "Headers and check sums of a packet."),
          key("rails.packet_time", AT(rails.nic.packet_time),
              "Time that a NIC works on a packet that came, before the packet is written."),
          key("rails.read_ahead", AT(rails.nic.read_ahead), "Packets whose data a NIC reads before they can leave.",
              at_least(1)),
          key("rails.sizes", AT(rails.sizes), "Sizes of messages, in the order in which they are measured.",
              range(Bytes{1}, Bytes{std::uint64_t{1} << 32U})),
          key("rails.messages", AT(rails.messages),
              "Messages that are measured of each size, after one that registers the buffers.", range(1, 1'000'000)),
          key("rdma.rendezvous_from", AT(rails.rdma.rendezvous_from),
              "Size from which all rails have a part in a message. Shorter messages are copied and take the first "
              "rail."),
          key("rdma.split", AT(rails.rdma.split),
              "Parts of a message: equal for each rail (even), by the rates that the rails had before (measured), or "
              "equal for the rails alone that receive nearest to their NIC (near)."),
          key("rdma.control_message", AT(rails.rdma.control_message), "Size of a request, a reply and a completion.",
              above(Bytes{0})),
          key("rdma.post_time", AT(rails.rdma.post_time),
              "Time to hand work to a NIC, its doorbell on the way included."),
          key("rdma.handle_time", AT(rails.rdma.handle_time),
              "Time from the arrival of a message in memory to what follows from it."),
          key("rdma.copy_rate", AT(rails.rdma.copy_rate), "Rate of messages that are copied, at either end.",
              above(BytesPerSecond{0})),
          key("rdma.registration_time", AT(rails.rdma.registration_time),
              "Time of registering a buffer at one NIC, besides its pages."),
          key("rdma.page_time", AT(rails.rdma.page_time), "Time of registering each page of a buffer."),
          key("rdma.page", AT(rails.rdma.page), "Size of a page.", above(Bytes{0})),
          key("rdma.registrations", AT(rails.rdma.registrations),
              "Buffers that each process remembers; 0: it registers for each message anew."),
      });
}

void check(ScenarioReading& reading) {
  const Scenario& scenario = reading.scenario();
  if (scenario.node.kind == NodeKind::kPlain) {
    reading.report("node", {{"kind", "rails join NUMA nodes; leave the key out, or write numa"}});
  }
  reading.report("rails", validate(scenario.rails, scenario.node.numa));
  if (!check_numa(reading)) return;
  reading.report("node", placement_faults(scenario.node, rail_nics(scenario.rails, scenario.node.numa).size()));
}

const Registered<MachineRulesKind> kRails{
    {{kRailsName, "Two NUMA nodes are joined back to back by cables."}, rails_keys, check}};

}  // namespace
}  // namespace tactus
