#include <fmt/core.h>

#include "hw/router/vc_router.h"

namespace tactus {
namespace {

const std::vector<std::string> kFlitKind = {"idle", "head", "body", "tail"};

std::uint64_t flit_kind(const Flit& flit) {
  if (!flit.valid) return 0;
  return flit.head ? 1 : flit.tail ? 3 : 2;
}

/// `flit()` is the flit on the port.
template <class Read>
void add_flit_probes(ProbeList& probes, const std::string& scope, Read flit) {
  probes.push_back({scope, "kind", 2, [flit] { return flit_kind(flit()); }, kFlitKind});
  probes.push_back({scope, "vc", 3, [flit] { return std::uint64_t{flit().vc}; }, {}});
  probes.push_back({scope, "data_lo", 64, [flit] { return flit().data_lo; }, {}});
  probes.push_back({scope, "data_hi", 64, [flit] { return flit().data_hi; }, {}});
}

}  // namespace

void VcRouter::add_probes(ProbeList& probes, const std::string& scope) const {
  for (int port = 0; port < kRouterPorts; ++port) {
    add_port_probes(probes, fmt::format("{}.{}", scope, kPortNames[index(port)]), port);
  }
}

void VcRouter::add_port_probes(ProbeList& probes, const std::string& scope, int port) const {
  add_flit_probes(probes, scope + ".flit_i", [wire = flit_in_[index(port)]] { return wire->read(); });
  add_flit_probes(probes, scope + ".flit_o", [wire = flit_out_[index(port)]] { return wire->driven(); });
  const auto ports = [] {
    std::vector<std::string> names(kPortNames.begin(), kPortNames.end());
    names.emplace_back("none");
    return names;
  }();
  const Transfer* transfer = &transfers_[index(port)];
  const unsigned* active = &active_outputs_;
  probes.push_back(
      {scope, "granted_to", 4,
       [=] { return (*active >> port & 1U) != 0 ? static_cast<std::uint64_t>(transfer->grant.in_port) : 8U; }, ports});
  probes.push_back({scope,
                    "flits_left",
                    8,
                    [=] { return (*active >> port & 1U) != 0 ? static_cast<std::uint64_t>(transfer->flits_left) : 0U; },
                    {}});
  for (int vc = 0; vc < virtual_channels_; ++vc) {
    const std::string vc_scope = fmt::format("{}.vc_{}", scope, vc);
    const InputVc* buffer = &input(port, vc);
    const OutputCredits* credits = &credits_;
    probes.push_back({vc_scope, "occupancy", 17, [=] { return static_cast<std::uint64_t>(buffer->occupancy()); }, {}});
    probes.push_back(
        {vc_scope, "credits", 17, [=] { return static_cast<std::uint64_t>(credits->credits(port, vc)); }, {}});
    const int queues = config_.router.input_queue == InputQueueKind::kFifo ? 1 : kRouterPorts;
    probes.push_back({vc_scope, "front_wants", 4,
                      [=] {
                        for (int queue = 0; queue < queues; ++queue) {
                          const int front = buffer->front(queue);
                          if (front >= 0) return std::uint64_t{buffer->packet(front).route.out_port};
                        }
                        return std::uint64_t{kRouterPorts};
                      },
                      ports});
  }
}

}  // namespace tactus
