#include "testbench/parts/nic_bench.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "hw/nic/pacing_settings.h"

namespace tactus {

MachineConfig bench_config() {
  MachineConfig config;
  config.network = {5, 4};
  return config;
}

PacketHeader make_header(Coordinate source, int engine, std::uint32_t tag, std::uint32_t message_bytes,
                         std::uint32_t index) {
  constexpr std::uint32_t kFull = 2016;
  PacketHeader header;
  header.route.source = source;
  header.route.destination = NicBench::kPosition;
  header.route.source_nic = 3;
  header.route.destination_nic = static_cast<std::uint8_t>(engine);
  header.transport.tag = tag;
  header.transport.message_bytes = message_bytes;
  header.transport.packet_index = index;
  header.transport.payload_bytes = static_cast<std::uint16_t>(std::min(kFull, message_bytes - index * kFull));
  header.transport.last = index * kFull + header.transport.payload_bytes == message_bytes;
  header.route.flits = static_cast<std::uint16_t>((32 + header.transport.payload_bytes + 15) / 16);
  return header;
}

std::vector<Flit> make_flits(const PacketHeader& header, int vc) {
  std::vector<Flit> flits = {pack_head(header, 4), pack_transport(header)};
  for (std::uint64_t i = 2; i < header.route.flits; ++i) {
    Flit flit;
    flit.valid = true;
    for (int d = 3; d >= 0; --d) {
      flit.data_lo = flit.data_lo * 256 + static_cast<std::uint64_t>(header.route.source[d]);
    }
    flit.data_lo += (static_cast<std::uint64_t>(header.route.source_nic) << 32) + (i % 256 << 36) +
                    (static_cast<std::uint64_t>(header.transport.packet_index) << 44);
    flit.data_hi = (static_cast<std::uint64_t>(0xFFFFFFFFU - header.transport.tag) << 32) + header.transport.tag;
    flits.push_back(flit);
  }
  flits.back().tail = true;
  for (Flit& flit : flits) flit.vc = static_cast<std::uint8_t>(vc);
  return flits;
}

NicBench::NicBench(const sc_core::sc_module_name& name, const MakeNic& make, MachineConfig config,
                   std::unique_ptr<MemoryPort> given, Coordinate position)
    : sc_module(name),
      config_(std::move(config)),
      memory(given ? std::move(given) : std::make_unique<Memory>(config_)),
      clock_("clock", Clock{Picoseconds{4000}}),
      made_(make("nic", {clock_, config_, position}, *memory)),
      nic(*made_),
      irq_("irq"),
      to_nic_flits_("to_nic_flits", nic.flit_i.size(), wires_of<Flit>(clock_)),
      to_nic_credits_("to_nic_credits", nic.flit_i.size(), wires_of<CreditReturn>(clock_)),
      from_nic_flits_("from_nic_flits", nic.flit_i.size(), wires_of<Flit>(clock_)),
      from_nic_credits_("from_nic_credits", nic.flit_i.size(), wires_of<CreditReturn>(clock_)),
      csr_isock_("csr_isock") {
  nic.irq_o(irq_);
  nic.flit_i(to_nic_flits_);
  nic.credit_i(to_nic_credits_);
  nic.flit_o(from_nic_flits_);
  nic.credit_o(from_nic_credits_);
  csr_isock_.bind(nic.register_socket());
}

void NicBench::run(std::uint64_t cycles) {
  for (std::uint64_t i = 0; i < cycles; ++i) {
    drive();
    sc_core::sc_start(sc_core::sc_time(4, sc_core::SC_NS));
    collect();
  }
}

void NicBench::drive() {
  for (std::size_t e = 0; e < nic.flit_i.size(); ++e) {
    to_nic_flits_[e].write(given_flits_[e]);
    given_flits_[e] = Flit{};
    const bool sent = return_credits_ && from_nic_flits_[e].read().valid;
    to_nic_credits_[e].write(given_credits_[e] + (sent ? 1 : 0));
    given_credits_[e] = 0;
  }
}

void NicBench::collect() {
  ++cycle_;
  for (std::size_t e = 0; e < nic.flit_i.size(); ++e) {
    if (from_nic_flits_[e].read().valid) seen_flits_[e].push_back({cycle_, from_nic_flits_[e].read()});
    if (from_nic_credits_[e].read() != 0) seen_credits_[e].push_back({cycle_, from_nic_credits_[e].read()});
  }
}

void NicBench::reset(std::uint64_t edges) {
  clock_.reset(edges);
  run(edges);
  doorbells_.fill(0);
}

void NicBench::give_packet(int engine, int vc, const PacketHeader& header) {
  for (const Flit& flit : make_flits(header, vc)) {
    give_flit(engine, flit);
    run(1);
  }
}

std::uint64_t NicBench::shown(const std::string& scope, const std::string& name) const {
  ProbeList probes;
  nic.add_probes(probes, "nic");
  const auto found = std::find_if(probes.begin(), probes.end(),
                                  [&](const Probe& probe) { return probe.scope == scope && probe.name == name; });
  return found->read();
}

void NicBench::access(tlm::tlm_generic_payload& payload) {
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  csr_isock_->b_transport(payload, delay);
  sc_assert(delay == sc_core::SC_ZERO_TIME);
}

std::uint32_t NicBench::read(std::uint64_t address) {
  std::uint32_t value = 0;
  tlm::tlm_generic_payload payload;
  payload.set_read();
  payload.set_address(address);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
  payload.set_data_length(4);
  payload.set_streaming_width(4);
  access_registers(csr_isock_, payload);
  return value;
}

void NicBench::write(std::uint64_t address, std::uint32_t value) {
  tlm::tlm_generic_payload payload;
  payload.set_write();
  payload.set_address(address);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
  payload.set_data_length(4);
  payload.set_streaming_width(4);
  access_registers(csr_isock_, payload);
}

void NicBench::send(int engine, const nic_reg::SendDescriptor& descriptor) {
  std::uint32_t& doorbell = doorbells_[index(engine)];
  std::uint32_t words[nic_reg::kDescriptorWords];
  nic_reg::encode(descriptor, 4, words);
  for (std::uint64_t w = 0; w < nic_reg::kDescriptorWords; ++w) {
    write(engine, nic_reg::kTxRing + doorbell % nic_reg::kRingEntries * nic_reg::kDescriptorBytes + 4 * w, words[w]);
  }
  write(engine, nic_reg::kTxDoorbell, ++doorbell);
}

void NicBench::send(int engine, Coordinate destination, std::uint32_t bytes, std::uint32_t tag) {
  nic_reg::SendDescriptor descriptor;
  descriptor.destination = destination;
  descriptor.destination_nic = static_cast<std::uint8_t>(engine);
  descriptor.bytes = bytes;
  descriptor.tag = tag;
  send(engine, descriptor);
}

void NicBench::post(int engine, int slot, Coordinate source, std::uint32_t tag, std::uint32_t bytes,
                    std::uint64_t address) {
  nic_reg::ReceiveSlot receive;
  receive.source = source;
  receive.tag = tag;
  receive.bytes = bytes;
  receive.destination_address = address;
  std::uint32_t words[nic_reg::kDescriptorWords];
  nic_reg::encode(receive, 4, words);
  const std::uint64_t base = nic_reg::kRxSlots + static_cast<std::uint64_t>(slot) * nic_reg::kDescriptorBytes;
  for (std::uint64_t w = 0; w < nic_reg::kDescriptorWords; ++w) write(engine, base + 4 * w, words[w]);
  write(engine, nic_reg::kRxPost, static_cast<std::uint32_t>(slot));
}

void NicBench::set_pacing(int engine, const PaceModeName& mode, int gap, int bias) {
  write(engine, nic_reg::kPaceCtrl, nic_reg::number_of(mode));
  write(engine, nic_reg::kPaceGap, static_cast<std::uint32_t>(gap));
  write(engine, nic_reg::kPaceBias, static_cast<std::uint32_t>(bias));
}

std::vector<std::uint64_t> NicBench::heads(int engine) const {
  std::vector<std::uint64_t> cycles;
  for (const SeenFlit& seen : flits(engine)) {
    if (seen.flit.head) cycles.push_back(seen.cycle);
  }
  return cycles;
}

}  // namespace tactus
