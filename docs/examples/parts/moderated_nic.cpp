// Our NIC with interrupt moderation: an interrupt waits some time, so that software finds more to do at once.
#include <memory>
#include <systemc>

#include "hw/common/sc_time_conversion.h"
#include "hw/nic/nic_around.h"
#include "hw/node/part_policy.h"

using namespace tactus;

namespace {

const NumberKey kDelay{"irq_delay", 250, "Cycles for which moderated_nic holds an interrupt back.", 1, 1e6};

class ModeratedNic final : public sc_core::sc_module, public NicAround {
 public:
  ModeratedNic(const sc_core::sc_module_name& name, const PartSite& site, MemoryPort& memory)
      : sc_module(name),
        NicAround(cycle_level_parts().nic("inner", site, memory)),
        delay_(to_sc_time(site.config.clock.edge(Cycles{static_cast<std::uint64_t>(kDelay.of(site))}))) {
    bind_pins();
    inner().irq_o(pending_);
    SC_HAS_PROCESS(ModeratedNic);
    SC_METHOD(drive);
    sensitive << pending_;
    dont_initialize();
  }
  bool something_due() const override { return waits_ || NicAround::something_due(); }

 private:
  void drive() {
    if (!pending_.read() || waits_) {
      waits_ = false;
      return irq_o.write(pending_.read());
    }
    waits_ = true;
    next_trigger(delay_, pending_.value_changed_event());
  }

  const sc_core::sc_time delay_;
  sc_core::sc_signal<bool> pending_{"pending"};
  bool waits_ = false;
};

std::unique_ptr<NicModule> make(const char* name, const PartSite& site, MemoryPort& memory) {
  return std::make_unique<ModeratedNic>(name, site, memory);
}
const Registered<NicPartKind> kRegistered{{{"moderated_nic", "Our NIC, which holds interrupts back."}, make, {kDelay}}};

}  // namespace
