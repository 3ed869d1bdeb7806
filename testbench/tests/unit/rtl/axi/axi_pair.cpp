#include "testbench/tests/unit/rtl/axi/axi_pair.h"

#include <verilated.h>

#include <stdexcept>

#include "Vrtl_nic_axi_pair.h"

namespace {

unsigned planted = 0;

}  // namespace

/// Asked by the RTL with all faults in it when it is first evaluated.
extern "C" unsigned number() { return planted; }

namespace tactus::test {
namespace {

template <class Pins>
void put_bit(Pins& pins, unsigned bit, bool value) {
  pins = static_cast<Pins>((pins & ~(Pins{1} << bit)) | Pins{value} << bit);
}

}  // namespace

struct AxiPair::Model {
  VerilatedContext context;
  Vrtl_nic_axi_pair pins{&context, "pair"};
};

void plant_axi_fault(int number) { planted = static_cast<unsigned>(number); }

AxiPair::AxiPair(const Setup& setup, std::uint64_t seed) : model_(std::make_unique<Model>()), memories_(kNodes) {
  model_->context.fatalOnError(false);
  Dice dice(seed);
  for (int port = 0; port < kNodes * kEngines; ++port) {
    ports_.push_back(std::make_unique<AxiMemory>(memory(port / kEngines), dice.bits(), setup.pace));
  }
  Vrtl_nic_axi_pair& pins = model_->pins;
  pins.vc_buffer_i = static_cast<std::uint16_t>(setup.buffer_flits);
  pins.receive_buffer_i = static_cast<std::uint16_t>(setup.buffer_flits);
  pins.max_payload_i = static_cast<std::uint16_t>(setup.max_payload);
  pins.outstanding_reads_i = static_cast<std::uint8_t>(setup.outstanding_reads);
  pins.packet_buffers_i = static_cast<std::uint8_t>(setup.packet_buffers);
  reset(5);
}

AxiPair::~AxiPair() {
  Verilated::threadContextp(&model_->context);
  model_->pins.final();
}

void AxiPair::reset(int clocks) {
  model_->pins.arst_ni = 0;
  run(clocks);
  model_->pins.arst_ni = 1;
  run(4);
}

void AxiPair::run(int clocks) {
  for (; clocks > 0; --clocks) clock();
}

void AxiPair::clock() {
  Verilated::threadContextp(&model_->context);
  drive_memories();
  model_->pins.clk_i = 0;
  model_->pins.eval();
  clock_memories();
  model_->pins.clk_i = 1;
  model_->pins.eval();
}

void AxiPair::drive_memories() {
  Vrtl_nic_axi_pair& pins = model_->pins;
  for (unsigned p = 0; p < ports_.size(); ++p) {
    const AxiMemory::Answers& answers = ports_[p]->drive();
    put_bit(pins.arready_i, p, answers.ar_ready);
    put_bit(pins.rvalid_i, p, answers.r_valid);
    pins.rid_i = static_cast<std::uint16_t>((pins.rid_i & ~(0xFU << 4 * p)) | answers.r_id << 4 * p);
    for (unsigned i = 0; i < 4; ++i) pins.rdata_i[4 * p + i] = answers.r_valid ? answers.r_data[i] : 0;
    pins.rresp_i = static_cast<std::uint8_t>((pins.rresp_i & ~(3U << 2 * p)) | answers.response << 2 * p);
    put_bit(pins.awready_i, p, answers.aw_ready);
    put_bit(pins.wready_i, p, answers.w_ready);
    put_bit(pins.bvalid_i, p, answers.b_valid);
    pins.bresp_i = pins.rresp_i;
  }
}

void AxiPair::clock_memories() {
  const Vrtl_nic_axi_pair& pins = model_->pins;
  const auto address = [](const auto& words, unsigned p) {
    return words[2 * p] | static_cast<std::uint64_t>(words[2 * p + 1]) << 32U;
  };
  for (unsigned p = 0; p < ports_.size(); ++p) {
    AxiMemory::Requests requests;
    requests.ar_valid = (pins.arvalid_o >> p & 1U) != 0;
    requests.ar_id = pins.arid_o >> 4 * p & 0xFU;
    requests.ar_address = address(pins.araddr_o, p);
    requests.ar_length = pins.arlen_o >> 8 * p & 0xFFU;
    requests.aw_valid = (pins.awvalid_o >> p & 1U) != 0;
    requests.aw_address = address(pins.awaddr_o, p);
    requests.w_valid = (pins.wvalid_o >> p & 1U) != 0;
    for (unsigned i = 0; i < 4; ++i) requests.w_data[i] = pins.wdata_o[4 * p + i];
    requests.w_strobes = static_cast<unsigned>(pins.wstrb_o >> 16 * p & 0xFFFFU);
    requests.w_last = (pins.wlast_o >> p & 1U) != 0;
    ports_[p]->clock(requests);
  }
}

AxiPair::Access AxiPair::access(int node, bool write, std::uint32_t address, std::uint32_t value) {
  constexpr int kPatience = 20;
  Vrtl_nic_axi_pair& pins = model_->pins;
  const auto n = static_cast<unsigned>(node);
  put_bit(pins.psel_i, n, true);
  put_bit(pins.pwrite_i, n, write);
  pins.paddr_i = (pins.paddr_i & ~(0xFFFFU << 16 * n)) | address << 16 * n;
  pins.pwdata_i = (pins.pwdata_i & ~(0xFFFFFFFFULL << 32 * n)) | static_cast<std::uint64_t>(value) << 32 * n;
  clock();
  put_bit(pins.penable_i, n, true);
  Access result;
  for (int waited = 0;; ++waited) {
    if (waited == kPatience) throw std::runtime_error("APB: no answer");
    if (loses_select_) put_bit(pins.psel_i, n, false);
    pins.eval();
    const bool ready = (pins.pready_o >> n & 1U) != 0;
    if (ready) result = {static_cast<std::uint32_t>(pins.prdata_o >> 32 * n), (pins.pslverr_o >> n & 1U) != 0};
    clock();
    if (ready) break;
  }
  put_bit(pins.psel_i, n, false);
  put_bit(pins.penable_i, n, false);
  return result;
}

void AxiPair::write(int node, std::uint32_t address, std::uint32_t value) {
  if (access(node, true, address, value).refused) throw std::runtime_error("APB: a write was refused");
}

std::uint32_t AxiPair::read(int node, std::uint32_t address) {
  const Access result = access(node, false, address, 0);
  if (result.refused) throw std::runtime_error("APB: a read was refused");
  return result.data;
}

std::uint32_t AxiPair::counter() const { return model_->pins.counter_o; }

bool AxiPair::interrupt(int node) const { return (model_->pins.irq_o >> node & 1) != 0; }

bool AxiPair::failed(int node, int engine, bool writing) const {
  const unsigned pins = writing ? model_->pins.write_failed_o : model_->pins.read_failed_o;
  return (pins >> static_cast<unsigned>(node * kEngines + engine) & 1U) != 0;
}

}  // namespace tactus::test
