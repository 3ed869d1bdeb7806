// Our processor as a part, and one that breaks its contract in the way that its key says.
#include <tlm_utils/simple_initiator_socket.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <systemc>
#include <utility>
#include <vector>

#include "hw/common/sc_time_conversion.h"
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
    while (const std::optional<Op> op = program->next()) {
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
