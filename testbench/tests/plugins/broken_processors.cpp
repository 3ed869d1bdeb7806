// Our processor as a part, one with another software behind a bus, and one that breaks its contract in the way that its
// key says.
#include <tlm_utils/simple_initiator_socket.h>

#include <list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <systemc>
#include <utility>
#include <vector>

#include "hw/common/sc_time_conversion.h"
#include "hw/nic/register_window.h"
#include "tlm_models/traffic/nic_driver.h"
#include "tlm_models/traffic/node_processor.h"
#include "tlm_models/traffic/processor_part.h"

namespace {
using namespace tactus;

std::unique_ptr<ProcessorPins> make_ours(const char* name, const ProcessorSite& site) {
  std::vector<RankSetup> ranks;
  ranks.push_back({site.rank, site.program(), nullptr, 0});
  const int node = site.config.network.node(site.position);
  return std::make_unique<NodeProcessor>(name, site.software, site.map, node, std::move(ranks), nullptr);
}
const Registered<ProcessorPartKind> kOurs{{{"our_processor", "Our processor, as a part."}, make_ours, {}}};

/// Posts all receives and starts all sends as soon as there is room, the last send of the program first.
class EagerSoftware final : public Processor {
 public:
  EagerSoftware(const sc_core::sc_module_name& name, const ProcessorSite& site)
      : Processor(name, site.config.clock, site.software.pacing, nic_reg::kIrqSend | nic_reg::kIrqReceive),
        site_(site),
        nic_(csr_isock, site.config.nics(), site.config.network.dimensions()) {
    const auto program = site.program();
    while (const std::optional<Op> op = program->next_step(0)) {
      program->step_ended(*op);
      if (op->kind == OpKind::kIsend) sends_.push_front(*op);
      if (op->kind == OpKind::kIrecv) receives_.push_back(*op);
    }
  }

 private:
  NicDriver& driver() override { return nic_; }
  void take_completions(int engine, Cycles /*now*/) override { nic_.take_completions(engine); }
  Cycles run(Cycles now) override {
    receives_.remove_if([this](const Op& op) {
      const bool room = nic_.free_slots(op.nic) > 0;
      if (room) nic_.post_receive(op.nic, site_.slot(op));
      return room;
    });
    sends_.remove_if([&](const Op& op) {
      const bool room = nic_.can_send(op.nic);
      if (room) nic_.send(op.nic, site_.descriptor(op, now));
      return room;
    });
    return kOnInterrupt;
  }

  const ProcessorSite site_;
  NicDriver nic_;
  std::list<Op> sends_;
  std::list<Op> receives_;
};

/// That software on a bus, on which the NIC has an address.
class EagerProcessor final : public sc_core::sc_module, public ProcessorPins {
 public:
  EagerProcessor(const sc_core::sc_module_name& name, const ProcessorSite& site)
      : sc_module(name), window_("window", kBase), nic_window_("nic_window", -kBase), software_("software", site) {
    software_.csr_isock.bind(window_.csr_tsock);
    window_.bus_isock.bind(nic_window_.csr_tsock);
    software_.irq_i(irq_i);
  }
  tlm::tlm_initiator_socket<32>& register_socket() override { return nic_window_.bus_isock; }

 private:
  static constexpr std::uint64_t kBase = 0x4000'0000;
  RegisterWindow window_;
  RegisterWindow nic_window_;
  EagerSoftware software_;
};
std::unique_ptr<ProcessorPins> make_eager(const char* name, const ProcessorSite& site) {
  return std::make_unique<EagerProcessor>(name, site);
}
const Registered<ProcessorPartKind> kEager{
    {{"eager_processor", "Software of a test on a bus, with an order of its own."}, make_eager, {}}};

enum Fault {
  kNone,
  kSendTwice,
  kBytes,
  kWrongNic,
  kNoCreateCycle,
  kOneSided,
  kReceiveTwice,
  kReceiveBytes,
  kReceiveNic,
  kCancel,
  kIdle,
  kNoSuchPlace,
  kThrows,
  kNull,
  kThreadThrows,
  kInMethod,
  kNoRegister,
  kBusyForEver
};
const NumberKey kFault{"processor_fault", 0, "Fault of broken_processor.", 0, kBusyForEver};

/// Posts the first receive of its program, and sends the first message.
class BrokenProcessor final : public sc_core::sc_module, public ProcessorPins {
 public:
  BrokenProcessor(const sc_core::sc_module_name& name, const ProcessorSite& site)
      : sc_module(name),
        site_(site),
        fault_(static_cast<int>(kFault.of(site))),
        nic_(csr_isock_, site.config.nics(), site.config.network.dimensions()) {
    SC_HAS_PROCESS(BrokenProcessor);
    if (fault_ == kInMethod) {
      SC_METHOD(access);
    } else {
      SC_THREAD(execute);
    }
  }
  tlm::tlm_initiator_socket<32>& register_socket() override { return csr_isock_; }
  [[nodiscard]] bool busy() const override { return fault_ == kBusyForEver; }

 private:
  void access() { nic_.write(nic_reg::engine_base(0) + nic_reg::kPaceGap, 0); }

  void execute() {
    if (fault_ == kIdle || fault_ == kBusyForEver) return;
    if (fault_ == kThreadThrows) throw std::runtime_error("the software is broken");
    if (fault_ == kNoRegister) nic_.write(0x0ff8, 0);
    const auto program = site_.program();
    bool sent = false;
    bool posted = false;
    while (const std::optional<Op> op = program->next_step(0)) {
      program->step_ended(*op);
      if (op->kind == OpKind::kIsend && !std::exchange(sent, true)) send(*op);
      if (op->kind == OpKind::kIrecv && !std::exchange(posted, true)) post(*op);
    }
  }
  void send(const Op& op) {
    wait(to_sc_time(site_.config.clock.edge(Cycles{7})));
    nic_reg::SendDescriptor descriptor = site_.descriptor(op, cycle_now(site_.config.clock));
    if (fault_ == kBytes) ++descriptor.bytes;
    if (fault_ == kWrongNic) descriptor.destination_nic ^= 1U;
    if (fault_ == kNoCreateCycle) descriptor.create_cycle = 0;
    if (fault_ == kOneSided) descriptor.one_sided = true;
    if (fault_ == kNoSuchPlace) descriptor.destination_place = 5;
    nic_.send(op.nic, descriptor);
    if (fault_ == kSendTwice) nic_.send(op.nic, descriptor);
  }
  void post(const Op& op) {
    nic_reg::ReceiveSlot slot = site_.slot(op);
    if (fault_ == kReceiveBytes) ++slot.bytes;
    nic_.post_receive(fault_ == kReceiveNic ? op.nic ^ 1 : op.nic, slot);
    if (fault_ == kReceiveTwice) nic_.post_receive(op.nic, slot);
    if (fault_ == kCancel) nic_.cancel_receive(op.nic, 0);
  }

  const ProcessorSite site_;
  const int fault_;
  tlm_utils::simple_initiator_socket<BrokenProcessor, 32> csr_isock_{"csr_isock"};
  NicDriver nic_;
};

std::unique_ptr<ProcessorPins> make(const char* name, const ProcessorSite& site) {
  if (kFault.of(site) == kThrows) throw std::runtime_error("no processor today");
  if (kFault.of(site) == kNull) return nullptr;
  return std::make_unique<BrokenProcessor>(name, site);
}
const Registered<ProcessorPartKind> kBroken{
    {{"broken_processor", "A processor that does little, and that wrongly."}, make, {kFault}}};

}  // namespace
