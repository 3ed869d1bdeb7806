// Two computers, each with a RISC-V processor, RAM and a NIC on a TLM bus: their programs exchange a text by their
// NICs.
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "cpu.h"
#include "hw/common/sc_time_conversion.h"
#include "hw/memory/tlm_memory_port.h"
#include "hw/node/node_group.h"
#include "program.h"

using sc_core::sc_time;
using tlm::tlm_generic_payload;

/// RAM that grants direct access.
struct Ram : sc_core::sc_module {
  tlm_utils::simple_target_socket<Ram, 32> tsock{"tsock"};
  std::array<unsigned char, program::kRamBytes> bytes{};
  const sc_time latency{60, sc_core::SC_NS};

  explicit Ram(const sc_core::sc_module_name& name) : sc_module(name) {
    tsock.register_b_transport(this, &Ram::b_transport);
    tsock.register_get_direct_mem_ptr(this, &Ram::get_direct_mem_ptr);
  }
  void b_transport(tlm_generic_payload& access, sc_time& delay) {
    delay += latency;
    if (access.get_address() + access.get_data_length() > bytes.size()) {
      return access.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    }
    unsigned char* const here = bytes.data() + access.get_address();
    if (access.is_read()) std::memcpy(access.get_data_ptr(), here, access.get_data_length());
    if (access.is_write()) std::memcpy(here, access.get_data_ptr(), access.get_data_length());
    access.set_dmi_allowed(true);
    access.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  bool get_direct_mem_ptr(tlm_generic_payload&, tlm::tlm_dmi& region) {
    region.allow_read_write();
    region.set_dmi_ptr(bytes.data());
    region.set_start_address(0);
    region.set_end_address(bytes.size() - 1);
    region.set_read_latency(latency);
    region.set_write_latency(latency);
    return true;
  }
};

/// A bus with two initiators, the processor and the NIC's DMA, and two targets, RAM and the NIC's registers.
struct Bus : sc_core::sc_module {
  tlm_utils::simple_target_socket<Bus, 32> cpu_tsock{"cpu_tsock"};
  tlm_utils::simple_target_socket<Bus, 32> dma_tsock{"dma_tsock"};
  tlm_utils::simple_initiator_socket<Bus, 32> ram_isock{"ram_isock"};
  tlm_utils::simple_initiator_socket<Bus, 32> nic_isock{"nic_isock"};
  const sc_time way{10, sc_core::SC_NS};

  explicit Bus(const sc_core::sc_module_name& name) : sc_module(name) {
    for (auto* socket : {&cpu_tsock, &dma_tsock}) {
      socket->register_b_transport(this, &Bus::b_transport);
      socket->register_get_direct_mem_ptr(this, &Bus::get_direct_mem_ptr);
    }
  }
  void b_transport(tlm_generic_payload& access, sc_time& delay) {
    const std::uint64_t address = access.get_address();
    delay += way;
    if (address - program::kRam < program::kRamBytes) {
      access.set_address(address - program::kRam);
      ram_isock->b_transport(access, delay);
    } else if (address - program::kNic < program::kNicBytes) {
      access.set_address(address - program::kNic);
      nic_isock->b_transport(access, delay);
    } else {
      access.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    }
    access.set_address(address);
  }
  bool get_direct_mem_ptr(tlm_generic_payload& access, tlm::tlm_dmi& region) {
    if (access.get_address() - program::kRam >= program::kRamBytes) return false;
    if (!ram_isock->get_direct_mem_ptr(access, region)) return false;
    region.set_start_address(region.get_start_address() + program::kRam);
    region.set_end_address(region.get_end_address() + program::kRam);
    region.set_read_latency(region.get_read_latency() + way);
    region.set_write_latency(region.get_write_latency() + way);
    return true;
  }
};

struct Computer : sc_core::sc_module {
  Ram ram{"ram"};
  Bus bus{"bus"};
  Cpu cpu{"cpu", program::exchange()};
  sc_core::sc_signal<bool> irq{"irq"};  // the program polls

  Computer(const sc_core::sc_module_name& name, tactus::Coordinate peer, const std::string& greeting)
      : sc_module(name) {
    cpu.bus_isock.bind(bus.cpu_tsock);
    bus.ram_isock.bind(ram.tsock);
    const std::vector<std::uint32_t> code = program::exchange().words;
    store(program::kCode, code.data(), 4 * code.size());
    store(program::kOutgoing, greeting.c_str(), greeting.size() + 1);

    tactus::nic_reg::SendDescriptor send;
    send.destination = peer;
    send.bytes = greeting.size() + 1;
    send.source_address = program::kOutgoing;
    tactus::nic_reg::ReceiveSlot receive;
    receive.source = peer;
    receive.bytes = 64;
    receive.destination_address = program::kIncoming;
    std::uint32_t words[2][tactus::nic_reg::kDescriptorWords];
    encode(send, 1, words[0]);
    encode(receive, 1, words[1]);
    store(program::kData, words, sizeof words);
  }
  void store(std::uint32_t address, const void* data, std::size_t count) {
    std::memcpy(&ram.bytes[address - program::kRam], data, count);
  }
  std::uint32_t word(std::uint32_t address) const {
    std::uint32_t value = 0;
    std::memcpy(&value, &ram.bytes[address - program::kRam], sizeof value);
    return value;
  }
  void show() const {
    std::printf("%s: received \"%s\"; trap %u at %#x; ended at %s\n", name(),
                reinterpret_cast<const char*>(&ram.bytes[program::kIncoming - program::kRam]),
                word(program::kData + program::kCause), word(program::kData + program::kValue),
                cpu.ended.to_string().c_str());
  }
};

int sc_main(int /*argc*/, char* /*argv*/[]) {
  tactus::MachineConfig config;
  config.network = tactus::NetworkShape({2});
  config.nic.count = 1;
  Computer first("first", config.network.coordinate(1), "hello from the first computer");
  Computer second("second", config.network.coordinate(0), "and hello from the second one");
  const std::array<Computer*, 2> computers{&first, &second};

  tactus::ClockDomain domain("clock", config.clock);
  tactus::PayloadCarrier carrier(2);
  tactus::NodeParts parts = tactus::cycle_level_parts();
  parts.memory = [&](int node) {  // the NIC of the node reads and writes by the bus
    auto port = std::make_unique<tactus::TlmMemoryPort>("memory", config.clock, carrier, node);
    port->memory_isock.bind(computers[node]->bus.dma_tsock);
    return port;
  };
  tactus::NodeGroup nodes(domain, config, parts, {0, 1});
  for (int node = 0; node < 2; ++node) {
    computers[node]->bus.nic_isock.bind(nodes.node(node).nic().register_socket());
    nodes.node(node).irq_o(computers[node]->irq);
  }
  sc_core::sc_start();  // until nothing is left to happen

  for (const Computer* computer : computers) computer->show();
  const std::vector<std::string> faults = nodes.final_faults();
  for (const std::string& fault : faults) std::printf("%s\n", fault.c_str());
  return faults.empty() ? 0 : 1;
}
