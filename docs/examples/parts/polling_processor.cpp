// A processor whose software is a thread: it executes the program of its rank and polls the NIC, without interrupts.
#include <tlm_utils/simple_initiator_socket.h>

#include <memory>
#include <optional>
#include <systemc>

#include "hw/common/sc_time_conversion.h"
#include "tlm_models/traffic/nic_driver.h"
#include "tlm_models/traffic/processor_part.h"

using namespace tactus;

namespace {

const NumberKey kPoll{"poll_cycles", 25, "Cycles from one look of polling_processor at its NIC to the next.", 1, 1e6};

class PollingProcessor final : public sc_core::sc_module, public ProcessorPins {
 public:
  PollingProcessor(const sc_core::sc_module_name& name, const ProcessorSite& site)
      : sc_module(name),
        site_(site),
        nic_(csr_isock_, site.config.nics(), site.config.network.dimensions()),
        poll_(static_cast<std::uint64_t>(kPoll.of(site))) {
    SC_HAS_PROCESS(PollingProcessor);
    SC_THREAD(execute);
  }
  tlm::tlm_initiator_socket<32>& register_socket() override { return csr_isock_; }
  [[nodiscard]] bool busy() const override { return computes_; }

 private:
  void execute() {
    nic_.configure(site_.software.pacing, /*interrupts=*/0);
    const auto program = site_.program();
    while (const std::optional<Op> op = program->next_step(0)) {
      step(*op);
      program->step_ended(*op);
    }
  }

  void step(const Op& op) {
    switch (op.kind) {
      case OpKind::kIsend:
        spend(site_.software.call_overhead);
        poll_until([&] { return nic_.can_send(op.nic); });
        return nic_.send(op.nic, site_.descriptor(op, cycle_now(site_.config.clock)));
      case OpKind::kIrecv:
        spend(site_.software.call_overhead);
        poll_until([&] { return nic_.free_slots(op.nic) > 0; });
        nic_.post_receive(op.nic, site_.slot(op));
        return;
      case OpKind::kWaitSends:
        return poll_until([&] { return none([&](int e) { return nic_.sends_under_way(e) != 0; }); });
      case OpKind::kWaitReceives:
      case OpKind::kWaitFirst:
        return poll_until([&] { return none([&](int e) { return nic_.receives_under_way(e) != 0; }); });
      case OpKind::kCompute:
      case OpKind::kCombine:
        return spend(op.cycles);
      default:
        return;  // statistics, which the model makes by itself
    }
  }

  template <class Condition>
  void poll_until(Condition holds) {
    for (; !holds(); wait(time(poll_))) {
      for (int engine = 0; engine < site_.config.nics(); ++engine) nic_.take_completions(engine);
    }
  }
  template <class Condition>
  [[nodiscard]] bool none(Condition holds) const {
    for (int engine = 0; engine < site_.config.nics(); ++engine) {
      if (holds(engine)) return false;
    }
    return true;
  }
  void spend(Cycles cycles) {
    computes_ = true;
    wait(time(cycles));
    computes_ = false;
  }
  [[nodiscard]] sc_core::sc_time time(Cycles cycles) const { return to_sc_time(site_.config.clock.edge(cycles)); }

  const ProcessorSite site_;
  tlm_utils::simple_initiator_socket<PollingProcessor, 32> csr_isock_{"csr_isock"};
  NicDriver nic_;
  const Cycles poll_;
  bool computes_ = false;
};

std::unique_ptr<ProcessorPins> make(const char* name, const ProcessorSite& site) {
  return std::make_unique<PollingProcessor>(name, site);
}
const Registered<ProcessorPartKind> kRegistered{
    {{"polling_processor", "A thread that polls the NIC instead of taking interrupts."}, make, {kPoll}}};

}  // namespace
