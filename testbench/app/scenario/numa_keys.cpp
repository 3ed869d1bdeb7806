#include "testbench/app/scenario/numa_keys.h"

#include "testbench/app/scenario/key_spec.h"
#include "testbench/app/scenario/numa_codecs.h"

namespace tactus {

std::vector<KeySpec> numa_node_keys() {
  return {
      of(kTorusOrRails, key("node.kind", AT(node.kind),
                            "What is between NICs and memory: one rate (plain), or sockets, links and bridges (numa), "
                            "which rails always "
                            "have.")),
      key("node.sockets", AT(node.numa.sockets), "Sockets of a NUMA node, numbered from 0."),
      key("node.memories", AT(node.numa.memories), "Its memories, each with the controller of one socket."),
      key("node.links", AT(node.numa.socket_links),
          "HyperTransport between two sockets; `buffers` are those of the socket at either end."),
      key("node.bridges", AT(node.numa.bridges),
          "From HyperTransport to PCI Express: `socket_buffers` are for what comes from the bridge, `bridge_buffers` "
          "for what comes from the socket."),
      key("node.nics", AT(node.numa.nics), "The slot of each NIC."),
      of(kNumaTorus,
         key("node.engine_nics", AT(node.engine_nics),
             "In the torus, the NIC of each DMA engine: engine e has NIC e modulo their number, the one nearest to its "
             "buffers if `memory` lists these, or as listed.")),
      key("node.cpu", AT(node.cpu), "Socket of the processes, whose control messages lie in its first memory."),
      key("node.memory", AT(node.memory),
          "Memory of the buffers of each rail, or in the torus of each DMA engine: nearest to the NIC, farthest, or as "
          "listed."),
      key("node.send_memory", AT(node.send_memory), "Where it differs from `memory`: of what is sent."),
      key("node.receive_memory", AT(node.receive_memory), "Where it differs from `memory`: of what is received."),
  };
}

std::vector<KeySpec> rails_keys() {
  return {
      key("rails.nics", AT(rails.nics), "NICs, 1 to 4, that a cable joins to those of the same number."),
      key("rails.cable_bandwidth", AT(rails.cable.rate), "Each way, after the line code."),
      key("rails.cable_latency", AT(rails.cable.latency), "Of packets and of credits, one way."),
      key("rails.cable_buffers", AT(rails.cable.buffers), "Packets that the NIC at either end has room for."),
      key("rails.mtu", AT(rails.cable.mtu), "Most data of a packet."),
      key("rails.packet_overhead", AT(rails.cable.overhead), "Headers and check sums of a packet."),
      key("rails.packet_time", AT(rails.nic.packet_time), "Work on a packet that came, before it is written."),
      key("rails.read_ahead", AT(rails.nic.read_ahead), "Packets whose data a NIC reads before they can leave."),
      key("rails.sizes", AT(rails.sizes), "Of messages, in the order in which they are measured."),
      key("rails.messages", AT(rails.messages),
          "That are measured of each size, after one that registers the buffers."),
      key("rdma.rendezvous_from", AT(rails.rdma.rendezvous_from),
          "Shorter messages are copied and take the first rail; from this size on all rails have a part."),
      key("rdma.split", AT(rails.rdma.split),
          "Parts of a message: the same for each rail, by the rates that the rails had before, or the same for those "
          "alone "
          "that receive nearest to their NIC."),
      key("rdma.control_message", AT(rails.rdma.control_message), "Request, reply and completion."),
      key("rdma.post_time", AT(rails.rdma.post_time), "To hand work to a NIC, its doorbell on the way included."),
      key("rdma.handle_time", AT(rails.rdma.handle_time),
          "From the arrival of a message in memory to what follows from it."),
      key("rdma.copy_rate", AT(rails.rdma.copy_rate), "Of messages that are copied, at either end."),
      key("rdma.registration_time", AT(rails.rdma.registration_time), "Of a buffer at one NIC."),
      key("rdma.page_time", AT(rails.rdma.page_time), "More for each of its pages."),
      key("rdma.page", AT(rails.rdma.page), "Size of a page."),
      key("rdma.registrations", AT(rails.rdma.registrations),
          "Buffers that each process remembers; 0: it registers for each message anew."),
  };
}

}  // namespace tactus
