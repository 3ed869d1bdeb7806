#include "hw/node/part_watch.h"

#include <fmt/core.h>

#include <cstdlib>
#include <systemc>
#include <utility>

#include "hw/common/reports.h"
#include "hw/link/pin_fault.h"

namespace tactus {

PartWatch::PartWatch(PolicyContract contract, std::string instance, ClockDomain& domain, Cycles longest_delay,
                     Accounts accounts)
    : contract_(std::move(contract)),
      instance_(std::move(instance)),
      domain_(domain),
      longest_delay_(longest_delay),
      accounts_(std::move(accounts)) {
  domain.watch(*this);
}

void PartWatch::edge_comes(Cycles now) {
  settle(now);
  look(accounts_.inputs, now);
  if (!fault_.empty()) violated(fault_);
}

void PartWatch::reset_has_been(Cycles now) {
  accounts_.reset();
  settled_ = now + Cycles{1};
}

void PartWatch::settle(Cycles next) const {
  // What was put longer ago has been sampled, at an edge that was looked at.
  if (settled_ + longest_delay_ < next) settled_ = next - longest_delay_;
  for (; settled_ < next; settled_ += Cycles{1}) look(accounts_.outputs, settled_);
}

void PartWatch::look(const std::function<void(Cycles)>& accounts, Cycles edge) const {
  if (!fault_.empty()) return;
  try {
    accounts(edge);
  } catch (const PinFault& fault) {
    fault_ = fmt::format("{}, cycle {}: {}", accounts_.name_of(fault.port), edge.count(), fault.what);
  }
}

std::string PartWatch::fault() const {
  return fault_.empty() ? fault_ : fmt::format("{}, {}, {}", contract_.title(), instance_, fault_);
}

void PartWatch::violated(const std::string& what) const {
  SC_REPORT_ERROR(reports::kPart, fmt::format("{}, {}, {}", contract_.title(), instance_, what).c_str());
  std::abort();  // whoever turned the exception of SC_REPORT_ERROR off
}

}  // namespace tactus
