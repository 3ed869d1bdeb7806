#include "hw/router/switch_allocator.h"

namespace tactus {

SwitchAllocator::SwitchAllocator(const RouterConfig& config)
    : virtual_channels_(config.virtual_channels),
      exclusive_port_(config.input_transfers == InputTransfers::kPort),
      // The packets of a FIFO leave one after the other, whatever the crossbar could take.
      exclusive_vc_(config.input_transfers == InputTransfers::kVc || config.input_queue == InputQueueKind::kFifo) {
  for (int port = 0; port < kRouterPorts; ++port) outputs_.emplace_back(config);
}

void SwitchAllocator::reset() {
  for (OutputRequests& output : outputs_) output.reset();
  busy_inputs_ = 0;
  busy_outputs_ = pending_outputs_ = 0;
}

void SwitchAllocator::set_request(int out_port, int requester, const SwitchRequest& request) {
  outputs_[static_cast<std::size_t>(out_port)].set(requester, request);
  reconsider(out_port);
}

RequestMask SwitchAllocator::input_side(int requester) const {
  if (exclusive_port_) {
    const RequestMask port = (RequestMask{1} << virtual_channels_) - 1;
    return port << (requester / virtual_channels_ * virtual_channels_);
  }
  return exclusive_vc_ ? RequestMask{1} << requester : 0;
}

bool SwitchAllocator::try_grant(int out_port, OutputCredits& credits, SwitchGrant& grant) {
  OutputRequests& output = outputs_[static_cast<std::size_t>(out_port)];
  const int winner = output.grant(~busy_inputs_, [&](const SwitchRequest& want) {
    return credits.find_room(out_port, want.vc_mask, want.credits) >= 0;
  });
  if (winner < 0) {
    pending_outputs_ &= ~(1U << out_port);
    return false;
  }
  const SwitchRequest& want = output.of(winner);
  grant = {winner / virtual_channels_, winner % virtual_channels_, out_port,
           credits.find_room(out_port, want.vc_mask, want.credits)};
  credits.take(out_port, grant.out_vc, want.credits);
  busy_inputs_ |= input_side(winner);
  busy_outputs_ |= 1U << out_port;
  return true;
}

void SwitchAllocator::release_quietly(const SwitchGrant& grant) {
  busy_inputs_ &= ~input_side(grant.in_port * virtual_channels_ + grant.in_vc);
  busy_outputs_ &= ~(1U << grant.out_port);
}

void SwitchAllocator::release(const SwitchGrant& grant) {
  release_quietly(grant);
  const RequestMask freed = input_side(grant.in_port * virtual_channels_ + grant.in_vc);
  reconsider(grant.out_port);
  for (int port = 0; port < kRouterPorts; ++port) {
    if ((outputs_[static_cast<std::size_t>(port)].all() & freed) != 0) reconsider(port);
  }
}

}  // namespace tactus
