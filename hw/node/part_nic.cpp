#include "hw/node/part_nic.h"

#include <fmt/core.h>

#include <utility>

#include "hw/nic/nic_registers.h"

namespace tactus {

PartNic::PartNic(const sc_core::sc_module_name& name, const NicPart& part, const PartSite& site, MemoryPort& memory)
    : sc_module(name),
      NicModule(static_cast<std::size_t>(site.config.nics())),
      ledger_(site.config, site.position),
      watch_({NicPartKind::kName, part}, this->name(), site.domain, Cycles{1},
             {[this] { ledger_.reset(); }, [this](Cycles edge) { wires_.tell_inputs(ledger_, edge); },
              [this](Cycles edge) { wires_.tell_outputs(ledger_, edge); },
              [](int engine) { return fmt::format("engine {}", engine); }}),
      part_(PolicyContract(NicPartKind::kName, part).made([&] { return part.make("part", site, memory); })),
      wires_(static_cast<std::size_t>(site.config.nics()), watch_, "engines", "site.config.nics()") {
  wires_.bind<NicPins>(*part_, *this);
  part_->irq_o(irq_o);
}

PartNic::~PartNic() = default;

std::uint64_t PartNic::counter(std::uint64_t offset) const {
  if (offset == nic_reg::kTxPackets) return ledger().packets_sent();
  if (offset == nic_reg::kRxPackets) return ledger().packets_received();
  return part_->counter(offset);
}

std::vector<std::string> PartNic::final_faults() const {
  std::vector<std::string> faults = ledger().final_faults(name());
  for (std::string& fault : part_->final_faults()) faults.push_back(std::move(fault));
  if (std::string fault = watch_.fault(); !fault.empty()) faults.insert(faults.begin(), std::move(fault));
  return faults;
}

std::unique_ptr<NicModule> make_part_nic(const char* name, const NicPart& part, const PartSite& site,
                                         MemoryPort& memory) {
  return std::make_unique<PartNic>(name, part, site, memory);
}

}  // namespace tactus
