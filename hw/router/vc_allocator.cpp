#include "hw/router/vc_allocator.h"

namespace tactus {

VcAllocator::VcAllocator(const RouterConfig& config) : virtual_channels_(config.virtual_channels) {
  for (Output& output : outputs_) {
    output.arbiter = make_arbiter(config.arbiter, kRouterPorts * virtual_channels_, kTorusPorts * virtual_channels_);
  }
  reset();
}

void VcAllocator::reset() {
  for (Output& output : outputs_) {
    output.requests = 0;
    output.free_vcs = (1U << virtual_channels_) - 1;
    output.arbiter->reset();
  }
  pending_outputs_ = 0;
}

void VcAllocator::set_request(int out_port, int requester, const SwitchRequest& request) {
  Output& output = outputs_[static_cast<std::size_t>(out_port)];
  output.requests |= RequestMask{1} << requester;
  output.wants[static_cast<std::size_t>(requester)] = request;
  output.inject_cycles[static_cast<std::size_t>(requester)] = request.inject_cycle;
  reconsider(out_port);
}

bool VcAllocator::try_grant(int out_port, OutputCredits& credits, SwitchGrant& grant) {
  Output& output = outputs_[static_cast<std::size_t>(out_port)];
  const auto room = [&](const SwitchRequest& want) {
    return credits.find_room(out_port, want.vc_mask & output.free_vcs, want.credits);
  };
  RequestMask candidates = 0;
  for (RequestMask rest = output.requests; rest != 0; rest &= rest - 1) {
    if (room(output.wants[static_cast<std::size_t>(__builtin_ctzll(rest))]) >= 0) candidates |= rest & (~rest + 1);
  }
  if (candidates == 0) {
    pending_outputs_ &= ~(1U << out_port);
    return false;
  }
  const int winner = output.arbiter->pick(candidates, output.inject_cycles.data());
  const SwitchRequest& want = output.wants[static_cast<std::size_t>(winner)];
  grant = {winner / virtual_channels_, winner % virtual_channels_, out_port, room(want)};
  credits.take(out_port, grant.out_vc, want.credits);
  output.requests &= ~(RequestMask{1} << winner);
  output.free_vcs &= ~(1U << grant.out_vc);
  return true;
}

void VcAllocator::release(int out_port, int vc) {
  outputs_[static_cast<std::size_t>(out_port)].free_vcs |= 1U << vc;
  reconsider(out_port);
}

}  // namespace tactus
