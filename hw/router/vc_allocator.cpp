#include "hw/router/vc_allocator.h"

namespace tactus {

VcAllocator::VcAllocator(const RouterConfig& config, RouterPorts ports)
    : virtual_channels_(config.virtual_channels), table_(config, ports) {
  for (int port = 0; port < ports.count(); ++port) outputs_.push_back({OutputRequests(config, ports), 0});
  reset();
}

void VcAllocator::reset() {
  for (Output& output : outputs_) {
    output.requests.reset();
    output.free_vcs = (1U << virtual_channels_) - 1;
  }
  pending_outputs_ = 0;
}

void VcAllocator::set_request(int out_port, int requester, const SwitchRequest& request) {
  table_.set(out_port, requester, request);
  outputs_[static_cast<std::size_t>(out_port)].requests.set(requester);
  reconsider(out_port);
}

bool VcAllocator::try_grant(int out_port, OutputCredits& credits, SwitchGrant& grant) {
  Output& output = outputs_[static_cast<std::size_t>(out_port)];
  const auto room = [&](const SwitchNeed& need) {
    SwitchNeed among_free = need;
    among_free.vc_mask = static_cast<std::uint8_t>(need.vc_mask & output.free_vcs);
    return credits.find_room(out_port, among_free);
  };
  const int winner = output.requests.grant(~RequestMask{0}, table_.needs(out_port), table_.ages(out_port),
                                           [&](const SwitchNeed& need) { return room(need) >= 0; });
  if (winner < 0) {
    pending_outputs_ &= ~port_bit(out_port);
    return false;
  }
  const SwitchNeed& need = table_.need(out_port, winner);
  grant = {winner / virtual_channels_, winner % virtual_channels_, out_port, room(need)};
  credits.take(out_port, grant.out_vc, need.credits);
  output.free_vcs &= ~(1U << grant.out_vc);
  return true;
}

void VcAllocator::release(int out_port, int vc) {
  outputs_[static_cast<std::size_t>(out_port)].free_vcs |= 1U << vc;
  reconsider(out_port);
}

}  // namespace tactus
