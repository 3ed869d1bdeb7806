#include "tlm_models/traffic/part_processor.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "hw/common/reports.h"
#include "hw/common/sc_time_conversion.h"
#include "hw/link/pin_fault.h"
#include "hw/nic/register_access.h"

namespace tactus {
namespace {

constexpr Cycles kFirstCycle{1};  ///< cycle 0 is the NIC's reset

}  // namespace

PartProcessor::PartProcessor(const sc_core::sc_module_name& name, const ProcessorPart& part, const ProcessorSite& site,
                             TrafficObserver* observer)
    : sc_module(name),
      csr_isock("csr_isock"),
      irq_i("irq_i"),
      contract_(ProcessorPartKind::kName, part),
      clock_(site.config.clock),
      map_(site.map),
      csr_tsock_("csr_tsock"),
      rank_(site.rank, site.program(), site.map, observer),
      ring_(site.config.network.dimensions(), rank_),
      processor_(contract_.made([&] { return part.make("part", site); })) {
  csr_tsock_.register_b_transport(this, &PartProcessor::b_transport);
  csr_tsock_.register_transport_dbg(this, &PartProcessor::transport_dbg);
  contract_.call("register_socket", [&] { processor_->register_socket().bind(csr_tsock_); });
  processor_->irq_i(irq_i);
}

void PartProcessor::start_of_simulation() { rank_.begin(kFirstCycle); }

bool PartProcessor::busy() const {
  return contract_.call("busy", [this] { return processor_->busy(); });
}

void PartProcessor::await(const tlm::tlm_generic_payload& access, sc_core::sc_time& delay) const {
  const Picoseconds now = to_picoseconds(sc_core::sc_time_stamp() + delay);
  Cycles cycle = std::max(clock_.cycle_at(now), kFirstCycle);
  if (now > clock_.middle(cycle)) cycle += Cycles{1};
  const Picoseconds time = clock_.middle(cycle);
  if (time != to_picoseconds(sc_core::sc_time_stamp()) && !wait_here(until(time))) {
    violated(
        fmt::format("cycle {}: accesses register {:#x} at {} from a process that cannot wait for the middle of a "
                    "cycle: do so then, or in an SC_THREAD",
                    clock_.cycle_at(now).count(), access.get_address(), sc_core::sc_time_stamp().to_string()));
  }
  delay = sc_core::SC_ZERO_TIME;
}

void PartProcessor::b_transport(tlm::tlm_generic_payload& access, sc_core::sc_time& delay) {
  await(access, delay);
  const std::uint64_t address = access.get_address();
  csr_isock->b_transport(access, delay);
  if (!access.is_response_ok()) return;
  std::uint32_t word = 0;
  std::memcpy(&word, access.get_data_ptr(), sizeof word);
  account(address, access.is_write(), word, cycle_now(clock_));
}

void PartProcessor::account(std::uint64_t address, bool writes, std::uint32_t word, Cycles now) {
  std::string fault;
  try {
    writes ? ring_.written(address, word, now) : ring_.read(address, word, now);
  } catch (const PinFault& found) {
    fault = fmt::format("engine {}, cycle {}: {}", found.port, now.count(), found.what);
  }
  if (!fault.empty()) violated(fault);
}

void PartProcessor::violated(const std::string& what) const {
  SC_REPORT_ERROR(reports::kPart, fmt::format("{}, {}, {}", contract_.title(), name(), what).c_str());
  std::abort();  // whoever turned the exception of SC_REPORT_ERROR off
}

RankStatus PartProcessor::status() const {
  RankStatus status;
  status.map = &map_;
  status.rank = rank();
  status.finished = finished();
  std::string what = busy() ? "is busy" : "";
  if (const std::optional<Op> next = rank_.next()) {
    what += fmt::format("{}has still to {} {} tag {}", what.empty() ? "" : ", and ",
                        next->kind == OpKind::kIsend ? "send to" : "receive from", map_.name(next->peer), next->tag);
  }
  if (!what.empty()) status.left_to = fmt::format("{}, which {}", contract_.title(), what);
  return status;
}

void PartProcessor::add_probes(ProbeList& probes, const std::string& scope) const {
  probes.push_back({scope, "sent", 32, [this] { return rank_.sent(); }, {}});
  probes.push_back({scope, "received", 32, [this] { return rank_.received(); }, {}});
  probes.push_back({scope, "finished", 1, [this] { return rank_.finished() ? 1 : 0; }, {}});
}

}  // namespace tactus
